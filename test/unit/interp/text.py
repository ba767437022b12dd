"""Functions written as text, and what they return or leave in buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp import Arguments, Outcome, run_function
from mlir_mini.interp.memory import MIDDLE, RANGE_BITS, Buffer
from mlir_mini.interp.values import dtype_of
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import Type
from mlir_mini.ir.verifier import verify
from mlir_mini.source import Source
from mlir_mini.syntax.parser import ModuleParser

GPU = (
    '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:{}", '
    '"ttg.threads-per-warp" = 32 : i32'
)


def parse(text: str) -> Operation:
    module = ModuleParser(Source("test.mlir", text), False).parse_module()
    verify(module)
    return module


def function(text: str, name: str = "f") -> FunctionOp:
    """The function ``name`` of a module, or of a text that is only functions."""
    for op in parse(text).walk():
        if isinstance(op, FunctionOp) and op.attr("sym_name").value == name:
            return op
    raise AssertionError(f"no function {name}")


def returned(signature: str, results: str, body: str, *values: Any) -> list[Any]:
    """What a function of the given signature returns for ``values``."""
    text = f"tt.func @f({signature}) -> ({results}) {{\n{body}\n}}"
    return run_function(function(text), list(values)).returned


def with_buffers(*contents: tuple[Type, Any]) -> Arguments:
    """Pointers to buffers of the given elements and contents."""
    values, buffers = [], {}
    for number, (element, content) in enumerate(contents, 1):
        origin = (number << RANGE_BITS) + MIDDLE
        data = np.array(content).reshape(-1).astype(dtype_of(element), casting="unsafe")
        raw = np.ascontiguousarray(data).view(np.uint8).copy()
        buffers[number] = Buffer(f"argument #{number - 1}", raw, origin, origin, element)
        values.append(np.int64(origin))
    return Arguments(values, buffers, (1, 1, 1))


def buffers_after(
    text: str, arguments: Arguments, grid: tuple[int, int, int] = (1, 1, 1)
) -> list[Any]:
    """The contents of all buffers after the function ``f`` has run."""
    return [b.elements for b in outcome_of(text, arguments, grid).buffers]


def outcome_of(text: str, arguments: Arguments, grid: tuple[int, int, int] = (1, 1, 1)) -> Outcome:
    return run_function(function(text), arguments, grid)
