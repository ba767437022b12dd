"""Slices of what a value comes from and goes to."""

from __future__ import annotations

from mlir_mini.analysis.slices import ConnectedOps, backward_slice, forward_slice
from mlir_mini.ir.core import Operation
from mlir_mini.syntax.parser import parse_module

TEXT = """
tt.func @f(%n: i32, %p: !tt.ptr<i32>) {
  %a = arith.constant {a} 1 : i32
  %b = arith.addi %a, %n {b} : i32
  %c = arith.muli %b, %b {c} : i32
  %d = scf.for %i = %a to %c step %a iter_args(%x = %b) -> (i32) : i32 {
    %e = arith.subi %x, %c {e} : i32
    scf.yield %e : i32
  } {d}
  %f = arith.muli %d, %n {f} : i32
  tt.store %p, %f {g} : !tt.ptr<i32>
  tt.return
}
"""


def _named() -> dict[str, Operation]:
    return {
        name: op for op in parse_module(TEXT).walk() for name in op.attributes if len(name) == 1
    }


def _names(ops: set[Operation]) -> str:
    return "".join(sorted(name for op in ops for name in op.attributes if len(name) == 1))


def test_backward() -> None:
    ops = _named()
    assert _names(backward_slice(ops["c"].result, lambda op: True)) == "ab"
    assert _names(backward_slice(ops["f"].result, lambda op: True)) == "abcd"
    assert _names(backward_slice(ops["f"].result, lambda op: op.name != "scf.for")) == ""
    # The loop's argument ends it; the operation that defines the value must be kept too.
    assert _names(backward_slice(ops["e"].result, lambda op: True)) == "abc"
    assert _names(backward_slice(ops["c"].result, lambda op: op.name == "arith.addi")) == ""


def test_forward() -> None:
    ops = _named()
    assert _names(forward_slice(ops["b"].result)) == "cdefg"
    # What a loop yields does not lead out of it.
    assert _names(forward_slice(ops["e"].result)) == ""
    assert _names(forward_slice(ops["d"].result)) == "fg"


def test_connected_within() -> None:
    ops = _named()
    assert _names(set(ConnectedOps(lambda op: op.name.startswith("arith.")).of(ops["c"]))) == "abce"
