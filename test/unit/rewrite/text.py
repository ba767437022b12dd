"""Small modules to rewrite, and what has become of them."""

from __future__ import annotations

from typing import TypeVar

from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.syntax.parser import parse_module
from mlir_mini.syntax.printer import print_module

OpT = TypeVar("OpT", bound=Operation)


def function(arguments: str, body: str, results: str = "") -> Operation:
    """A module with one function."""
    arrow = f" -> {results}" if results else ""
    return parse_module(f"tt.func @f({arguments}){arrow} {{\n{body}\n}}")


def find(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def all_of(module: Operation, op_class: type[OpT]) -> list[OpT]:
    return [op for op in module.walk(pre_order=True) if isinstance(op, op_class)]


def body(module: Operation) -> list[str]:
    """The lines of the function's body, without indentation; the module must be valid."""
    verify(module)
    lines = [line.strip() for line in print_module(module).splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("tt.func"))
    return [line for line in lines[start + 1 : -1] if line][:-1]
