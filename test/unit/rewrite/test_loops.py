"""Loops and conditionals with more values."""

from __future__ import annotations

from mlir_mini.dialects import scf
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import i32
from mlir_mini.ir.verifier import verify
from mlir_mini.rewrite.loops import (
    Replacements,
    replace_for_with_new_signature,
    replace_if_with_new_signature,
)
from mlir_mini.syntax.parser import parse_module
from mlir_mini.syntax.printer import print_module


def find(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def body(module: Operation) -> str:
    """The text of the first function's body, without blanks at the ends of lines."""
    verify(module)
    lines = print_module(module).splitlines()
    start = next(i for i, line in enumerate(lines) if "tt.func" in line)
    return "\n".join(line.strip() for line in lines[start + 1 : -2])


def put_in_place(old: Operation, replacements: Replacements) -> None:
    for value, new in replacements:
        value.replace_all_uses_with(new)
    old.erase()


def test_for() -> None:
    module = parse_module(
        """tt.func @f(%n: i32, %x: f32) -> f32 {
          %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) : i32 {
            scf.yield %a : f32
          } {note}
          tt.return %r : f32
        }"""
    )
    loop = find(module, "scf.for")
    assert isinstance(loop, scf.ForOp)
    new, replacements = replace_for_with_new_signature(loop, [loop.lower_bound])
    put_in_place(loop, replacements)
    new.yield_op.append_operands([new.induction_var])
    assert body(module) == (
        "%0:2 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %arg1, %arg4 = %arg0)"
        " -> (f32, i32)  : i32 {\n"
        "scf.yield %arg3, %arg2 : f32, i32\n"
        "} {note}\n"
        "tt.return %0#0 : f32"
    )


def test_if() -> None:
    module = parse_module(
        """tt.func @f(%n: i32, %b: i1) {
          scf.if %b {
            scf.yield
          } else {
            scf.yield
          }
          tt.return
        }"""
    )
    conditional = find(module, "scf.if")
    assert isinstance(conditional, scf.IfOp)
    function = find(module, "tt.func").regions[0].first_block
    new, replacements = replace_if_with_new_signature(conditional, [i32])
    put_in_place(conditional, replacements)
    for terminator in (new.then_yield, new.else_yield):
        OpBuilder.before(terminator).create(scf.YieldOp, [function.arguments[0]])
        terminator.erase()
    assert body(module) == (
        "%0 = scf.if %arg1 -> (i32) {\n"
        "scf.yield %arg0 : i32\n"
        "} else {\n"
        "scf.yield %arg0 : i32\n"
        "}\n"
        "tt.return"
    )
