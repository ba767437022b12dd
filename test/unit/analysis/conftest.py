"""IR from text for the tests of this folder, and values in it by the name they have there."""

from __future__ import annotations

import pytest

from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.syntax.parser import parse_module


class FunctionText:
    """A module with one function ``@f``; operations in it may be tagged ``{tag = "name"}``.

    The body ends without its terminator, ``tt.return``.
    """

    def __init__(self, body: str, arguments: str = "") -> None:
        self.module = parse_module(f"tt.func @f({arguments}) {{\n{body}\ntt.return\n}}")

    def op(self, tag: str) -> Operation:
        tagged = StringAttr(tag)
        (found,) = [op for op in self.module.walk() if op.attributes.get("tag") is tagged]
        return found

    def value(self, tag: str) -> Value:
        return self.op(tag).results[0]


@pytest.fixture
def function_text() -> type[FunctionText]:
    return FunctionText
