"""PatternRewriter: what it changes, and in which order its listener hears of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mlir_mini.dialects import arith, scf, tt
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Block, Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter, RewriteListener
from mlir_mini.ir.types import i32

from .text import all_of, body, find, function


class Log(RewriteListener):
    def __init__(self) -> None:
        self.events: list[str] = []

    def operation_inserted(self, op: Operation) -> None:
        self.events.append(f"inserted {op.name}")

    def operation_modified(self, op: Operation) -> None:
        self.events.append(f"modified {op.name}")

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        self.events.append(f"replaced {op.name}")

    def operation_erased(self, op: Operation) -> None:
        self.events.append(f"erased {op.name}")

    def block_inserted(self, block: Block) -> None:
        self.events.append("block inserted")

    def block_erased(self, block: Block) -> None:
        self.events.append("block erased")


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def rewriter(log: Log) -> PatternRewriter:
    return PatternRewriter(log)


def test_replacing_announces_users_newest_first(rewriter: PatternRewriter, log: Log) -> None:
    module = function(
        "%x: i32, %y: i32",
        """%0 = arith.addi %x, %y : i32
           %1 = arith.muli %0, %x : i32
           %2 = arith.subi %1, %0 : i32
           tt.return %2 : i32""",
        "i32",
    )
    addition = find(module, "arith.addi")
    rewriter.set_insertion_point(addition)
    rewriter.replace_op_with(addition, arith.XOrIOp, addition.operands)
    assert log.events == [
        "inserted arith.xori",
        "replaced arith.addi",
        "modified arith.subi",
        "modified arith.muli",
        "erased arith.addi",
    ]
    assert body(module)[0] == "%0 = arith.xori %arg0, %arg1 : i32"


def test_replacement_has_the_types_and_location_of_what_it_replaces(
    rewriter: PatternRewriter,
) -> None:
    module = function(
        "%x: i32", '%0 = arith.addi %x, %x : i32 loc("here")\ntt.return %0 : i32', "i32"
    )
    addition = find(module, "arith.addi")
    rewriter.set_insertion_point(addition)
    new = rewriter.replace_op_with(addition, arith.MulIOp, addition.operands)
    assert new.result.type is i32
    assert str(new.loc.name) == "here"  # type: ignore[attr-defined]


def test_erasing_goes_from_the_last_operation_to_the_first(
    rewriter: PatternRewriter, log: Log
) -> None:
    module = function(
        "%c: i1, %x: i32",
        """scf.if %c {
             %0 = arith.addi %x, %x : i32
             tt.print "a" {hex = false, isSigned = array<i32: 1>} : %0 : i32
           } else {
             tt.print "b" {hex = false, isSigned = array<i32: 1>} : %x : i32
           }
           tt.return""",
    )
    rewriter.erase_op(find(module, "scf.if"))
    assert log.events == [
        "erased scf.yield",
        "erased tt.print",
        "block erased",
        "erased scf.yield",
        "erased tt.print",
        "erased arith.addi",
        "block erased",
        "erased scf.if",
    ]
    assert body(module) == ["tt.return"]


def test_erasing_what_is_used_is_a_mistake(rewriter: PatternRewriter) -> None:
    module = function("%x: i32", "%0 = arith.addi %x, %x : i32\ntt.return %0 : i32", "i32")
    with pytest.raises(AssertionError, match="whose results are used"):
        rewriter.erase_op(find(module, "arith.addi"))


def test_erasing_the_insertion_point_moves_it_on(rewriter: PatternRewriter) -> None:
    module = function("%x: i32", "%0 = arith.addi %x, %x : i32\ntt.return")
    addition = find(module, "arith.addi")
    rewriter.set_insertion_point(addition)
    rewriter.erase_op(addition)
    rewriter.create(arith.ConstantOp, (), [i32], {"value": IntegerAttr(7, i32)})
    assert body(module) == ["%c7_i32 = arith.constant 7 : i32", "tt.return"]


def test_modifying_in_place_is_announced_at_the_end(rewriter: PatternRewriter, log: Log) -> None:
    module = function("%x: i32, %y: i32", "%0 = arith.addi %x, %x : i32\ntt.return")
    addition = find(module, "arith.addi")
    function_body = addition.block
    assert function_body is not None
    with rewriter.modify_in_place(addition):
        addition.set_operand(1, function_body.arguments[1])
        assert log.events == []
    assert log.events == ["modified arith.addi"]


def test_unused_results_are_dropped(rewriter: PatternRewriter, log: Log) -> None:
    module = function(
        "%c: i1, %x: i32",
        """%0:2 = scf.if %c -> (i32, i32) {
             scf.yield %x, %x : i32, i32
           } else {
             scf.yield %x, %x : i32, i32
           }
           tt.return %0#1 : i32""",
        "i32",
    )
    new = rewriter.erase_op_results(find(module, "scf.if"), [0])
    for ending in all_of(module, scf.YieldOp):
        ending.erase_operands(0)
    assert new.num_results == 1
    assert body(module)[0] == "%0 = scf.if %arg0 -> (i32) {"
    assert log.events.count("erased scf.if") == 1


def test_inlining_a_block_replaces_its_arguments(rewriter: PatternRewriter) -> None:
    module = function(
        "%n: i32, %x: i32",
        """%0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (i32) : i32 {
             %1 = arith.addi %a, %i : i32
             scf.yield %1 : i32
           }
           tt.return %0 : i32""",
        "i32",
    )
    (loop,) = all_of(module, scf.ForOp)
    ending = loop.yield_op
    yielded = ending.operands
    around = loop.block
    assert around is not None
    rewriter.erase_op(ending)
    rewriter.inline_block(loop.body, around, loop, [loop.lower_bound, *loop.init_args])
    rewriter.replace_op(loop, yielded)
    assert body(module) == ["%0 = arith.addi %arg1, %arg0 : i32", "tt.return %0 : i32"]


def test_moving_is_announced_as_insertion(rewriter: PatternRewriter, log: Log) -> None:
    module = function(
        "%x: i32",
        """%0 = arith.addi %x, %x : i32
           %1 = arith.muli %x, %x : i32
           tt.return""",
    )
    rewriter.move_op_before(find(module, "arith.muli"), find(module, "arith.addi"))
    assert log.events == ["inserted arith.muli"]
    assert [line.split()[2] for line in body(module)[:2]] == ["arith.muli", "arith.addi"]


def test_cloning_announces_what_is_inside(rewriter: PatternRewriter, log: Log) -> None:
    module = function(
        "%c: i1, %x: i32",
        """scf.if %c {
             tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x : i32
           }
           tt.return""",
    )
    conditional = find(module, "scf.if")
    rewriter.set_insertion_point(conditional)
    rewriter.clone(conditional)
    assert log.events == ["inserted scf.if", "inserted tt.print", "inserted scf.yield"]
    assert len(all_of(module, tt.PrintOp)) == 2


def test_splitting_and_merging_blocks(rewriter: PatternRewriter, log: Log) -> None:
    module = function("%x: i32", "%0 = arith.addi %x, %x : i32\ntt.return")
    ending = find(module, "tt.return")
    first = ending.block
    assert first is not None
    second = rewriter.split_block(ending)
    assert log.events == ["block inserted", "inserted tt.return"]
    assert second.first is ending
    rewriter.merge_blocks(second, first)
    assert body(module) == ["%0 = arith.addi %arg0, %arg0 : i32", "tt.return"]
