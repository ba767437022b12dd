"""The greedy driver: what it looks at, in which order, and when it stops."""

from __future__ import annotations

from typing import Any

import pytest

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import i32
from mlir_mini.rewrite.greedy import (
    AGGRESSIVE,
    DISABLED,
    NORMAL,
    GreedyConfig,
    Worklist,
    apply_patterns_greedily,
)
from mlir_mini.rewrite.patterns import PatternSet

from .text import all_of, body, find, function


class Visits:
    """A pattern that changes nothing, and remembers what it was asked about."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, op: Operation, rewriter: PatternRewriter) -> bool:
        self.seen.append(op.name)
        return False


THREE = """%0 = arith.addi %x, %y : i32
           %1 = arith.muli %0, %x : i32
           tt.return %1 : i32"""


def three() -> Operation:
    return function("%x: i32, %y: i32", THREE, "i32")


# Worklist ----------------------------------------------------------------------------------------


def test_worklist_is_a_stack_without_repetitions() -> None:
    addition, product, ending = list(find(three(), "tt.func").regions[0].ops)
    worklist = Worklist()
    for op in (addition, product, ending, addition):
        worklist.push(op)
    worklist.remove(product)
    assert [worklist.pop(), worklist.pop()] == [ending, addition]
    assert not worklist


def test_worklist_reversed() -> None:
    addition, product, ending = list(find(three(), "tt.func").regions[0].ops)
    worklist = Worklist()
    for op in (addition, product, ending):
        worklist.push(op)
    worklist.remove(product)
    worklist.reverse()
    assert [worklist.pop(), worklist.pop()] == [addition, ending]


# Order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top_down", "order"),
    [
        (True, ["tt.func", "arith.addi", "arith.muli", "tt.return"]),
        (False, ["tt.return", "arith.muli", "tt.func", "arith.addi"]),
    ],
)
def test_order_of_visits(top_down: bool, order: list[str]) -> None:
    visits = Visits()
    config = GreedyConfig(top_down=top_down)
    assert apply_patterns_greedily(three(), PatternSet().add_for_any(visits), config)
    assert visits.seen == order


def test_folding_comes_before_patterns() -> None:
    module = function(
        "%x: i32",
        """%c0 = arith.constant 0 : i32
           %0 = arith.addi %x, %c0 : i32
           tt.return %0 : i32""",
        "i32",
    )
    visits = Visits()
    apply_patterns_greedily(module, PatternSet().add(arith.AddIOp, visits))
    assert visits.seen == []
    assert body(module) == ["tt.return %arg0 : i32"]


def test_without_folding_patterns_get_the_operation() -> None:
    module = function(
        "%x: i32",
        """%c0 = arith.constant 0 : i32
           %0 = arith.addi %x, %c0 : i32
           tt.return %0 : i32""",
        "i32",
    )
    visits = Visits()
    apply_patterns_greedily(
        module, PatternSet().add(arith.AddIOp, visits), GreedyConfig(fold=False)
    )
    assert visits.seen == ["arith.addi"]
    assert len(body(module)) == 3


def test_dead_operations_go_first() -> None:
    module = function("%x: i32", "%0 = arith.addi %x, %x : i32\ntt.return")
    visits = Visits()
    apply_patterns_greedily(module, PatternSet().add(arith.AddIOp, visits))
    assert visits.seen == []
    assert body(module) == ["tt.return"]


def test_higher_benefit_is_tried_first() -> None:
    tried: list[str] = []

    def pattern(name: str) -> Any:
        def note(op: Operation, rewriter: PatternRewriter) -> bool:
            if isinstance(op, arith.AddIOp):
                tried.append(name)
            return False

        return note

    patterns = PatternSet()
    patterns.add_for_any(pattern("any"))
    patterns.add(arith.AddIOp, pattern("first"), pattern("second"))
    patterns.add(arith.AddIOp, pattern("best"), benefit=3)
    patterns.add_for_any(pattern("good"), benefit=2)
    apply_patterns_greedily(three(), patterns)
    assert tried == ["best", "good", "first", "second", "any"]


# Limits ------------------------------------------------------------------------------------------


def swap(op: Any, rewriter: PatternRewriter) -> bool:
    """Never comes to an end."""
    rewriter.replace_op_with(op, arith.SubIOp, (op.rhs, op.lhs))
    return True


def subtraction() -> Operation:
    return function("%x: i32, %y: i32", "%0 = arith.subi %x, %y : i32\ntt.return %0 : i32", "i32")


def test_rewrites_are_limited_in_each_iteration() -> None:
    config = GreedyConfig(max_iterations=3, max_rewrites=1)
    module = subtraction()
    assert not apply_patterns_greedily(module, PatternSet().add(arith.SubIOp, swap), config)
    assert body(module)[0] == "%0 = arith.subi %arg1, %arg0 : i32"


def test_iterations_end_when_nothing_changes() -> None:
    calls = Visits()
    assert apply_patterns_greedily(three(), PatternSet().add(arith.AddIOp, calls))
    assert calls.seen == ["arith.addi"]


# Which operations --------------------------------------------------------------------------------


def make_product(op: Any, rewriter: PatternRewriter) -> bool:
    rewriter.replace_op_with(op, arith.MulIOp, (op.lhs, op.rhs))
    return True


def make_xor(op: Any, rewriter: PatternRewriter) -> bool:
    rewriter.replace_op_with(op, arith.XOrIOp, (op.lhs, op.rhs))
    return True


def rewritten(config: GreedyConfig) -> str:
    module = function("%x: i32, %y: i32", "%0 = arith.addi %x, %y : i32\ntt.return %0 : i32", "i32")
    patterns = PatternSet().add(arith.AddIOp, make_product).add(arith.MulIOp, make_xor)
    apply_patterns_greedily(module, patterns, config)
    return body(module)[0].split()[2]


def test_all_operations_are_looked_at_again() -> None:
    assert rewritten(GreedyConfig()) == "arith.xori"


def test_only_those_there_from_the_start() -> None:
    assert rewritten(GreedyConfig(only_existing=True)) == "arith.muli"


def test_those_there_and_new_ones() -> None:
    assert rewritten(GreedyConfig(only_existing_and_new=True)) == "arith.xori"


# Constants ---------------------------------------------------------------------------------------

CONSTANTS = """%c1 = arith.constant 1 : i32
               tt.print "a" {hex = false, isSigned = array<i32: 1>} : %c1 : i32
               %c2 = arith.constant 2 : i32
               %c3 = arith.constant 1 : i32
               tt.print "b" {hex = false, isSigned = array<i32: 1, 1>} : %c2, %c3 : i32, i32
               tt.return"""


def test_constants_are_shared_and_go_to_the_front() -> None:
    module = function("", CONSTANTS)
    apply_patterns_greedily(module, PatternSet(), GreedyConfig(top_down=True))
    assert body(module)[:2] == [
        "%c2_i32 = arith.constant 2 : i32",
        "%c1_i32 = arith.constant 1 : i32",
    ]
    assert len(all_of(module, arith.ConstantOp)) == 2


def test_constants_stay_if_they_are_to_stay() -> None:
    module = function("", CONSTANTS)
    apply_patterns_greedily(module, PatternSet(), GreedyConfig(cse_constants=False))
    assert len(all_of(module, arith.ConstantOp)) == 3


# Blocks ------------------------------------------------------------------------------------------

BLOCKS = """cf.cond_br %c, ^bb1, ^bb2
            ^bb1:
              tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x : i32
              tt.return
            ^bb2:
              tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x : i32
              tt.return
            ^bb3:
              tt.return"""


@pytest.mark.parametrize(("level", "blocks"), [(DISABLED, 3), (NORMAL, 3), (AGGRESSIVE, 2)])
def test_blocks_are_cleaned_up(level: str, blocks: int) -> None:
    module = function("%c: i1, %x: i32", BLOCKS)
    apply_patterns_greedily(module, PatternSet(), GreedyConfig(region_simplification=level))
    assert len(find(module, "tt.func").regions[0].blocks) == blocks


def test_equal_operations_are_shared_between_iterations() -> None:
    text = """%0 = arith.addi %x, %y : i32
              %1 = arith.addi %y, %x : i32
              tt.print "a" {hex = false, isSigned = array<i32: 1, 1>} : %0, %1 : i32, i32
              tt.return"""
    module = function("%x: i32, %y: i32", text)
    apply_patterns_greedily(module, PatternSet())
    assert len(all_of(module, arith.AddIOp)) == 2
    apply_patterns_greedily(module, PatternSet(), GreedyConfig(cse_between_iterations=True))
    assert len(all_of(module, arith.AddIOp)) == 1


def test_patterns_may_make_constants() -> None:
    def to_constant(op: Any, rewriter: PatternRewriter) -> bool:
        value = {"value": IntegerAttr(5, i32)}
        rewriter.replace_op_with(op, arith.ConstantOp, (), None, value)
        return True

    module = three()
    apply_patterns_greedily(module, PatternSet().add(arith.MulIOp, to_constant))
    assert body(module) == ["%c5_i32 = arith.constant 5 : i32", "tt.return %c5_i32 : i32"]
    assert not all_of(module, tt.PrintOp)
