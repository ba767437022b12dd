"""Running functions of TTIR and TTGIR on values, with numpy.

Nothing imports this package unless it is asked for: numpy comes with the extra ``interp``.

    arguments = random_arguments(function, seed=0)
    before = run_function(function, arguments)
    ...                                        # a pass
    after = run_function(function, arguments)
    difference = compare(before, after)        # None if there is none

docs/semantics.md says what is modelled and what is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp.errors import (
    AssertionFailed,
    InterpError,
    OutOfBounds,
    StepLimit,
    Unsupported,
)
from mlir_mini.interp.evaluate import Evaluator, Observer, Programs
from mlir_mini.interp.inputs import Arguments, random_arguments, suitable_grid
from mlir_mini.interp.memory import Buffer, Memory
from mlir_mini.interp.outcome import Difference, Outcome, compare
from mlir_mini.interp.values import MemDesc

__all__ = [
    "Arguments",
    "AssertionFailed",
    "Difference",
    "InterpError",
    "OutOfBounds",
    "Outcome",
    "StepLimit",
    "Unsupported",
    "compare",
    "random_arguments",
    "run_function",
    "suitable_grid",
]


def run_function(
    func_op: FunctionOp,
    arguments: Arguments | Sequence[Any],
    grid: tuple[int, int, int] | None = None,
    observe: Observer | None = None,
    max_steps: int | None = None,
    programs: Programs | None = None,
) -> Outcome:
    """Run ``func_op`` for the programs of a grid and say what they leave behind.

    ``arguments`` are those of :func:`random_arguments`, whose buffers stay as they are, or plain
    values for a function without pointers (see :mod:`.values`). The former say which ``grid`` to
    run and which ``programs`` of it, all that their buffers have room for; what is given instead
    wins. In another grid than theirs, and for plain values, every program runs; the grid of plain
    values is a single one. ``observe(source, value, what)``
    is called for each SSA value when it is computed, with the operation or block that gives it;
    within the regions of reductions and scans it sees all lanes at once, an array for a scalar.

    Raises InterpError for undefined behaviour, with the operation in ``op``, and Unsupported for
    what the interpreter doesn't know; ``max_steps`` bounds the number of operations (large ones
    count more than once). Arguments of another number than the function's are a ValueError.
    """
    ready = isinstance(arguments, Arguments)
    memory = arguments.memory() if ready else Memory()
    values = arguments.fresh_values() if ready else arguments
    expected = len(func_op.type.inputs)
    if len(values) != expected:
        raise ValueError(f"the function takes {expected} arguments, not {len(values)}")
    own_grid = arguments.grid if ready else (1, 1, 1)
    if ready and programs is None and grid in (None, own_grid):
        programs = arguments.programs
    buffers = list(memory.buffers.values())
    for i, value in enumerate(values):
        if isinstance(value, MemDesc):
            type: Any = func_op.type.inputs[i]
            contents = value.storage.view(np.uint8)
            buffers.append(Buffer(f"argument #{i}", contents, 0, 0, type.element_type))
    strict = arguments.poison_is_error if ready else True
    evaluator = Evaluator(memory, grid or own_grid, observe, max_steps, strict)
    returned = evaluator.run_grid(func_op, values, programs)
    record = evaluator.record
    return Outcome(buffers, returned, func_op.type.results, record.prints, record.assertions)
