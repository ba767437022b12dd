"""Equivalence of operations, and what is shared because of it."""

from __future__ import annotations

import pytest

from mlir_mini.ir.core import Operation
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.equivalence import are_equivalent, key
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite.cse import eliminate_common_subexpressions

from .text import body, find, function


def pair(first: str, second: str) -> tuple[Operation, Operation]:
    """The last operations that two lines make."""
    module = function(
        "%x: i32, %y: i32, %c: i1, %t: tensor<8xi32>", f"{first}\n{second}\ntt.return"
    )
    ending = find(module, "tt.return")
    assert ending.prev is not None
    assert ending.prev.prev is not None
    return ending.prev.prev, ending.prev


def reduction(sum: str, axis: int = 0) -> str:
    return f"""%r{axis}{sum.count("b,")} = "tt.reduce"(%t) <{{axis = {axis} : i32}}> ({{
      ^bb0(%a: i32, %b: i32):
        %s = {sum} : i32
        tt.reduce.return %s : i32
      }}) : (tensor<8xi32>) -> i32"""


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("%0 = arith.addi %x, %y : i32", "%1 = arith.addi %x, %y : i32", True),
        ("%0 = arith.addi %x, %y : i32", "%1 = arith.addi %y, %x : i32", True),
        ("%0 = arith.subi %x, %y : i32", "%1 = arith.subi %y, %x : i32", False),
        ("%0 = arith.addi %x, %y : i32", "%1 = arith.muli %x, %y : i32", False),
        ("%0 = arith.addi %x, %x : i32", "%1 = arith.addi %x, %y : i32", False),
        ("%0 = arith.addi %x, %y : i32", "%1 = arith.addi %x, %y {note} : i32", False),
        ("%0 = arith.cmpi slt, %x, %y : i32", "%1 = arith.cmpi sgt, %x, %y : i32", False),
        ("%0 = arith.extsi %x : i32 to i64", "%1 = arith.extsi %x : i32 to i48", False),
        (reduction("arith.addi %a, %b"), reduction("arith.addi %b, %a"), True),
        (reduction("arith.subi %a, %b"), reduction("arith.subi %b, %a"), False),
    ],
)
def test_equivalence(first: str, second: str, same: bool) -> None:
    left, right = pair(first, second)
    assert are_equivalent(left, right) == same
    if not left.regions:
        assert (key(left) == key(right)) == same


def shared(text: str) -> tuple[bool, list[str]]:
    module = function("%x: i32, %y: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %c: i1", text)
    changed = eliminate_common_subexpressions(PatternRewriter(), DominanceInfo(), module)
    return changed, body(module)


PRINT = 'tt.print "a" {hex = false, isSigned = array<i32: 1, 1>} : %0, %1 : i32, i32\ntt.return'


def test_the_first_one_stays() -> None:
    changed, lines = shared("%0 = arith.addi %x, %y : i32\n%1 = arith.addi %x, %y : i32\n" + PRINT)
    assert changed
    assert lines[0] == "%0 = arith.addi %arg0, %arg1 : i32"
    assert lines[1].endswith(": %0, %0 : i32, i32")


def test_nothing_to_share() -> None:
    text = "%0 = arith.addi %x, %y : i32\n%1 = arith.subi %x, %y : i32\n" + PRINT
    changed, lines = shared(text)
    assert not changed
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("between", "loads"),
    [
        ("", 1),
        ("%2 = tt.load %q : !tt.ptr<i32>", 1),
        ("tt.store %q, %x : !tt.ptr<i32>", 2),
        ("scf.if %c {\ntt.store %q, %x : !tt.ptr<i32>\n}", 2),
        ("ttg.barrier local", 2),
    ],
)
def test_loads_with_something_between(between: str, loads: int) -> None:
    load = "= tt.load %p : !tt.ptr<i32>"
    _, lines = shared(f"%0 {load}\n{between}\n%1 {load}\n{PRINT}")
    assert sum("tt.load %arg2" in line for line in lines) == loads


def test_what_is_around_is_known_inside_but_not_the_other_way_around() -> None:
    _, lines = shared(
        """scf.if %c {
             %0 = arith.muli %x, %y : i32
             tt.store %p, %0 : !tt.ptr<i32>
           }
           %1 = arith.muli %x, %y : i32
           scf.if %c {
             %2 = arith.muli %x, %y : i32
             tt.store %q, %2 : !tt.ptr<i32>
           }
           tt.store %p, %1 : !tt.ptr<i32>
           tt.return"""
    )
    assert sum("arith.muli" in line for line in lines) == 2
