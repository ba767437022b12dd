"""Running a function: its blocks and operations in order, program after program.

A run has a memory, a grid and a record of what the programs printed and asserted. The programs of
the grid run one after the other, x fastest, each to its end; asynchronous operations are done at
once. What an operation does is in the table of :mod:`.rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

import mlir_mini.interp.arith
import mlir_mini.interp.cf
import mlir_mini.interp.math
import mlir_mini.interp.scf
import mlir_mini.interp.tt
import mlir_mini.interp.tt_dot
import mlir_mini.interp.tt_memory
import mlir_mini.interp.tt_reduce
import mlir_mini.interp.tt_shape
import mlir_mini.interp.ttg
import mlir_mini.interp.ttng  # noqa: F401  (each fills the table of rules)
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp.errors import (
    AssertionFailed,
    Divergent,
    InterpError,
    Poison,
    StepLimit,
    Unsupported,
)
from mlir_mini.interp.memory import Memory
from mlir_mini.interp.rules import RULES, Rule
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.symbols import lookup_symbol

#: Called with the operation or block that gives a value, the value, and what it is.
Observer = Callable[[Any, Value, Any], None]

#: Programs of a grid by their numbers along x, y, z.
Programs = Sequence[tuple[int, int, int]]

#: Elements that a step computes.
STEP_ELEMENTS = 1024

#: How deep regions nest while they run, those of called functions included: more than a module's
#: may in the text, and less than Python's stack holds under the driver.
NESTING = 512

TOO_DEEP = "calls nest too deeply"

_Step = tuple[Operation, Rule, tuple[Value, ...], list[Any]]


class Record:
    """What programs leave behind besides memory."""

    def __init__(self) -> None:
        #: (program, prefix, values), in order.
        self.prints: list[tuple[tuple[int, int, int], str, list[Any]]] = []
        #: (program, message) of each assertion that failed.
        self.assertions: list[tuple[tuple[int, int, int], str]] = []


def all_programs(grid: tuple[int, int, int]) -> Programs:
    """Every program of a grid, x fastest."""
    x, y, z = grid
    return [(i, j, k) for k, j, i in product(range(z), range(y), range(x))]


class Evaluator:
    """Runs one function on one memory."""

    def __init__(
        self,
        memory: Memory,
        grid: tuple[int, int, int] = (1, 1, 1),
        observe: Observer | None = None,
        max_steps: int | None = None,
        poison_is_error: bool = True,
    ) -> None:
        self.memory = memory
        self.grid = grid
        self.observe = observe
        #: Steps that may still be taken, over all programs; None: as many as it takes. A step is
        #: an operation, or a part of STEP_ELEMENTS elements of a large one.
        self.steps_left = max_steps
        self.poison_is_error = poison_is_error
        self.program = (0, 0, 0)
        self.record = Record()
        #: TMA descriptors that programs wrote: base, sizes, strides and padding by address.
        self.tensormaps: dict[int, tuple[int, list[int], list[int], str]] = {}
        self.env: dict[Value, Any] = {}
        #: How often each block ran.
        self.visits: dict[Block, int] = {}
        #: Regions that are running, one in the other.
        self._depth = 0
        self._plans: dict[Block, tuple[list[_Step], _Step]] = {}

    def run_grid(
        self, function: FunctionOp, arguments: Sequence[Any], programs: Programs | None = None
    ) -> list[Any]:
        """Run ``programs``, by default all of the grid; returns what the first one returned."""
        returned: list[Any] = []
        with np.errstate(all="ignore"):
            for program in all_programs(self.grid) if programs is None else programs:
                self.program = program
                try:
                    found = self.call(function, arguments)
                except AssertionFailed as failure:
                    self.record.assertions.append((self.program, failure.message))
                    continue
                except RecursionError:
                    # Outside of the driver, whose stack is deeper.
                    raise StepLimit(TOO_DEEP) from None
                returned = returned or found
        return returned

    def call(self, function: FunctionOp, arguments: Sequence[Any]) -> list[Any]:
        """What ``function`` returns for ``arguments``."""
        if function.is_declaration:
            raise Unsupported(function, "that has no body")
        saved, self.env = self.env, {}
        try:
            return self.run_region(function.body_region, arguments)[1]
        finally:
            self.env = saved

    def call_symbol(self, op: Operation, name: str, arguments: Sequence[Any]) -> list[Any]:
        function = lookup_symbol(op, name)
        if not isinstance(function, FunctionOp):
            raise Unsupported(op, f"of '{name}', which is no function")
        return self.call(function, arguments)

    def run_region(
        self, region: Region, arguments: Sequence[Any] = ()
    ) -> tuple[Operation, list[Any]]:
        """Run from the first block to the end; the terminator that ended it and its operands."""
        if self._depth == NESTING:
            raise StepLimit(TOO_DEEP)
        self._depth += 1
        try:
            return self._run_blocks(region.first_block, arguments)
        finally:
            self._depth -= 1

    def _run_blocks(self, block: Block, arguments: Sequence[Any]) -> tuple[Operation, list[Any]]:
        env = self.env
        while True:
            self._enter(block, arguments)
            steps, last = self._plan(block)
            for step in steps:
                self._run(step)
            op, rule, operands, _ = last
            values = [env[value] for value in operands]
            going = self._apply(op, rule, values)
            if going is None:
                return op, values
            # A branch: the block to go on in, and its arguments.
            block, arguments = going

    def _enter(self, block: Block, arguments: Sequence[Any]) -> None:
        env, observe = self.env, self.observe
        for argument, value in zip(block.arguments, arguments, strict=True):
            env[argument] = value
            if observe is not None:
                observe(block, argument, value)

    def _plan(self, block: Block) -> tuple[list[_Step], _Step]:
        """The operations of a block with their rules, and the terminator."""
        plan = self._plans.get(block)
        if plan is None:
            steps: list[_Step] = []
            for op in block.ops:
                rule = RULES.get(type(op))
                if rule is None:
                    raise Unsupported(op)
                steps.append((op, rule, op.operands, op.results))
            plan = self._plans[block] = (steps[:-1], steps[-1])
        self.visits[block] = self.visits.get(block, 0) + 1
        # The terminator as well: a loop with nothing else in it must not run for ever.
        self.count(len(plan[0]) + 1)
        return plan

    def count(self, steps: int) -> None:
        """Take so many steps."""
        if self.steps_left is not None:
            self.steps_left -= steps
            if self.steps_left < 0:
                raise StepLimit("the program runs for too long")

    def _run(self, step: _Step) -> None:
        op, rule, operands, results = step
        env = self.env
        found = self._apply(op, rule, [env[value] for value in operands])
        if not results:
            return
        values = found if isinstance(found, tuple) else (found,)
        if self.steps_left is not None:
            size = getattr(values[0], "size", 0)
            if size > STEP_ELEMENTS:
                self.count(size // STEP_ELEMENTS)
        for result, value in zip(results, values, strict=True):
            env[result] = value
            if self.observe is not None:
                self.observe(op, result, value)

    def _apply(self, op: Operation, rule: Rule, values: list[Any]) -> Any:
        """Errors are the operation's, unless one in its regions has them already."""
        try:
            return rule(self, op, *values)
        except (InterpError, Unsupported) as error:
            if error.op is None:
                if isinstance(error, Unsupported):
                    raise Unsupported(op, error.reason) from None
                error.op = op
            raise

    # For rules ------------------------------------------------------------------------------------

    def poison(self, where: Any, message: str) -> None:
        """Results at ``where`` are poison: an error, unless the run is told to go on."""
        if self.poison_is_error and np.any(where):
            raise Poison(message)

    def condition(self, value: Any) -> bool:
        """A condition to branch on; raises Divergent if lanes don't share one."""
        if value.size != 1:
            if value.all():
                return True
            if not value.any():
                return False
            raise Divergent
        return bool(value)

    def number(self, value: Any) -> int:
        """A scalar integer to count with; raises Divergent if lanes don't share one."""
        if value.size != 1 and (value != value.flat[0]).any():
            raise Divergent
        return int(value.flat[0]) if value.size != 1 else int(value)
