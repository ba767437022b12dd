"""Where values come from that no operation computes."""

from __future__ import annotations

from mlir_mini.analysis.incoming import incoming, induction_sources, is_function_argument
from mlir_mini.ir.core import Value
from mlir_mini.syntax.parser import parse_module

TEXT = """
tt.func @f(%n: i32, %c: i1) {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %loop = scf.for %i = %a to %n step %b iter_args(%x = %n) -> (i32) : i32 {
    %next = arith.addi %x, %i : i32
    scf.yield %next : i32
  }
  %while = scf.while (%y = %a) : (i32) -> i32 {
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  %if = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  cf.cond_br %c, ^next(%loop : i32), ^next(%while : i32)
^next(%at: i32):
  tt.return
}
"""


def _operations() -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for op in parse_module(TEXT).walk(pre_order=True):
        found.setdefault(op.name, []).extend(op.results)
        if op.name in ("tt.func", "scf.for", "scf.while"):
            found[f"{op.name} arguments"] = [
                argument
                for region in op.regions
                for block in region.blocks
                for argument in block.arguments
            ]
    return found


def test_incoming() -> None:
    values = _operations()
    a, b = values["arith.constant"]
    n, _, at = values["tt.func arguments"]
    (loop,), (loop_while,), (chosen,) = values["scf.for"], values["scf.while"], values["scf.if"]
    induction, carried = values["scf.for arguments"]
    (following,) = values["arith.addi"]
    y, z = values["scf.while arguments"]
    assert incoming(n) == []
    assert incoming(following) == []
    assert incoming(induction) == []
    assert incoming(carried) == [n, following]
    assert incoming(loop) == [n, following]
    assert incoming(y) == [a, z]
    assert incoming(z) == [y]
    assert incoming(loop_while) == [y]
    assert incoming(chosen) == [a, b]
    assert incoming(at) == [loop, loop_while]


def test_induction_sources() -> None:
    values = _operations()
    induction, carried = values["scf.for arguments"]
    assert induction_sources(induction) == values["arith.constant"]
    assert induction_sources(carried) == []
    assert induction_sources(values["tt.func arguments"][0]) == []


def test_function_arguments() -> None:
    values = _operations()
    assert [is_function_argument(v) for v in values["tt.func arguments"]] == [True, True, False]
    assert not is_function_argument(values["scf.for arguments"][0])
    assert not is_function_argument(values["scf.if"][0])
