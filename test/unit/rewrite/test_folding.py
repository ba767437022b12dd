"""Folding one operation, and keeping constants unique."""

from __future__ import annotations

from mlir_mini.dialects import arith
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import i32
from mlir_mini.rewrite.constants import ConstantFolder, insertion_region, materialize
from mlir_mini.rewrite.folding import IN_PLACE, fold, fold_with

from .text import all_of, body, find, function


def test_a_value_or_an_attribute_or_nothing() -> None:
    module = function(
        "%x: i32",
        """%c0 = arith.constant 0 : i32
           %0 = arith.addi %x, %c0 : i32
           %1 = arith.subi %x, %x : i32
           %2 = arith.addi %x, %x : i32
           tt.return""",
    )
    first, second = all_of(module, arith.AddIOp)
    assert fold(first) == (first.lhs,)
    assert fold(find(module, "arith.subi")) == (IntegerAttr(0, i32),)
    assert fold(second) is None


def test_constants_that_only_the_caller_knows() -> None:
    module = function("%x: i32, %y: i32", "%0 = arith.addi %x, %y : i32\ntt.return")
    addition = find(module, "arith.addi")
    assert fold_with(addition, [IntegerAttr(2, i32), IntegerAttr(3, i32)]) == (IntegerAttr(5, i32),)
    assert fold(addition) is None


def test_constants_move_to_the_right() -> None:
    module = function(
        "%x: i32", "%c3 = arith.constant 3 : i32\n%0 = arith.addi %c3, %x : i32\ntt.return"
    )
    assert fold(find(module, "arith.addi")) is IN_PLACE
    assert body(module)[1] == "%0 = arith.addi %arg0, %c3_i32 : i32"


def test_each_dialect_makes_its_own_constants() -> None:
    module = function("%x: i32", "tt.return")
    rewriter = PatternRewriter()
    rewriter.set_insertion_point(find(module, "tt.return"))
    value = IntegerAttr(3, i32)
    assert materialize(rewriter, "scf", value, i32, UNKNOWN_LOC) is None
    made = materialize(rewriter, "tt", value, i32, UNKNOWN_LOC)
    assert isinstance(made, arith.ConstantOp)


def test_constants_are_made_once_at_the_start_of_the_function() -> None:
    module = function("%c: i1, %x: i32", "scf.if %c {\n}\ntt.return")
    folder = ConstantFolder(PatternRewriter())
    block = find(module, "scf.if").regions[0].first_block
    assert insertion_region(block) is find(module, "tt.func").regions[0]
    first = folder.get_or_create(block, IntegerAttr(3, i32), i32)
    second = folder.get_or_create(block, IntegerAttr(4, i32), i32)
    again = folder.get_or_create(block, IntegerAttr(3, i32), i32)
    assert first is again
    assert first is not second
    assert body(module)[:2] == [
        "%c4_i32 = arith.constant 4 : i32",
        "%c3_i32 = arith.constant 3 : i32",
    ]
