"""Which values matter, and which code runs at all."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.liveness import Liveness
from mlir_mini.ir.core import Operation, Value
from mlir_mini.syntax.parser import parse_module

ARGUMENTS = "%n: i32, %x: i32, %b: i1, %p: !tt.ptr<i32>"


def loops(module: Operation) -> list[Operation]:
    """Loops of the module, outer ones first."""
    return [op for op in module.walk(pre_order=True) if op.name in ("scf.for", "scf.while")]


def carried(module: Operation) -> list[bool]:
    """For each value that a loop carries, whether it is live; loops in their order."""
    liveness = Liveness(module)
    found: list[Value] = []
    for loop in loops(module):
        found += loop.region_iter_args  # type: ignore[attr-defined]
    return [liveness.is_live(value) for value in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            """
            %r:2 = scf.for %i = %n to %x step %n iter_args(%u = %x, %v = %x) -> (i32, i32) : i32 {
              %s = arith.addi %u, %x : i32
              %t = arith.muli %v, %x : i32
              scf.yield %s, %t : i32, i32
            }
            tt.store %p, %r#1 : !tt.ptr<i32>
            """,
            [False, True],
            id="result stored",
        ),
        pytest.param(
            """
            %r:2 = scf.for %i = %n to %x step %n iter_args(%u = %x, %v = %x) -> (i32, i32) : i32 {
              scf.yield %v, %u : i32, i32
            }
            tt.store %p, %r#0 : !tt.ptr<i32>
            """,
            [True, True],
            id="swapped in every turn",
        ),
        pytest.param(
            """
            %r:2 = scf.for %i = %n to %x step %n iter_args(%u = %x, %v = %x) -> (i32, i32) : i32 {
              scf.for %j = %n to %u step %n : i32 {
                tt.store %p, %j : !tt.ptr<i32>
              }
              scf.for %j = %n to %v step %n : i32 {
                %t = arith.addi %j, %j : i32
              }
              scf.yield %x, %n : i32, i32
            }
            """,
            [True, False],
            id="bounds of loops with and without effects",
        ),
        pytest.param(
            """
            %r = scf.for %i = %n to %x step %n iter_args(%u = %b) -> (i1) : i32 {
              %q = scf.if %u -> (i32) {
                scf.yield %n : i32
              } else {
                scf.yield %x : i32
              }
              tt.store %p, %q : !tt.ptr<i32>
              scf.yield %b : i1
            }
            """,
            [True],
            id="condition of a live result",
        ),
        pytest.param(
            """
            %r:2 = scf.while (%u = %x, %v = %n) : (i32, i32) -> (i32, i32) {
              %k = arith.cmpi slt, %v, %x : i32
              scf.condition(%k) %u, %v : i32, i32
            } do {
            ^bb0(%w: i32, %z: i32):
              tt.store %p, %x : !tt.ptr<i32>
              scf.yield %w, %z : i32, i32
            }
            """,
            [False, True],
            id="condition of a loop with effects",
        ),
        pytest.param(
            """
            %t = arith.constant false
            scf.if %t {
              %r = scf.for %i = %n to %x step %n iter_args(%u = %x) -> (i32) : i32 {
                tt.store %p, %u : !tt.ptr<i32>
                scf.yield %u : i32
              }
            }
            """,
            [False],
            id="branch that is never taken",
        ),
        pytest.param(
            """
            %r = scf.for %i = %n to %x step %n iter_args(%u = %x) -> (i32) : i32 {
              scf.yield %u : i32
            }
            cf.br ^bb1(%r : i32)
          ^bb1(%v: i32):
            tt.store %p, %v : !tt.ptr<i32>
            """,
            [True],
            id="through an argument of a block",
        ),
    ],
)
def test_carried_values(body: str, expected: list[bool]) -> None:
    assert carried(parse_module(f"tt.func @f({ARGUMENTS}) {{\n{body}\ntt.return\n}}")) == expected


PRIVATE = """
tt.func private @two(%n: i32, %x: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %n to %x step %n iter_args(%u = %x, %v = %x) -> (i32, i32) : i32 {
    scf.yield %u, %v : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}
"""
CALLER = """
tt.func public @caller(%n: i32, %x: i32) -> i32 {
  %a = scf.for %i = %n to %x step %n iter_args(%u = %x) -> (i32) : i32 {
    scf.yield %u : i32
  }
  %c:2 = tt.call @two(%n, %a) : (i32, i32) -> (i32, i32)
  tt.return %c#1 : i32
}
"""


def test_callers_decide_about_results() -> None:
    assert carried(parse_module(PRIVATE + CALLER)) == [False, True, True]


def test_function_that_nobody_calls() -> None:
    assert carried(parse_module(PRIVATE)) == [False, False]


def test_public_function_returns_to_anybody() -> None:
    assert carried(parse_module(PRIVATE.replace("private", "public"))) == [True, True]
