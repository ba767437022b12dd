"""arith and math: what is wrong with bad operations, names of results, accessors, traits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlir_mini.dialects import arith
from mlir_mini.ir.core import Operation
from mlir_mini.rewrite.effects import is_speculatable
from mlir_mini.spec import traits as t

#: Bodies of a function (see conftest.py), and what upstream says of them.
COMPLAINTS = [
    (
        "%0 = arith.constant 1.5 : i32",
        [
            "3:3: error: floating point value not valid for specified type",
        ],
    ),
    (
        '%0 = "arith.constant"() <{value = 1 : i64}> : () -> i32',
        [
            (
                "2:6: error: 'arith.constant' op failed to verify that all of {value, result} "
                "have same type"
            ),
        ],
    ),
    (
        '%0 = "arith.constant"() : () -> i32',
        [
            "2:6: error: 'arith.constant' op requires attribute 'value'",
        ],
    ),
    (
        '%0 = arith.constant "abc"',
        [
            (
                "2:6: error: 'arith.constant' op value must be an integer, float, or elements "
                "attribute"
            ),
        ],
    ),
    (
        "%0 = arith.constant 3 : si32",
        [
            "2:6: error: 'arith.constant' op integer return type must be signless",
        ],
    ),
    (
        "%0 = arith.constant unit",
        [
            "2:21: error: custom op 'arith.constant' invalid kind of attribute specified",
        ],
    ),
    (
        "%0 = arith.constant dense<[1, 2]> : vector<[2]xi32>",
        [
            (
                "2:6: error: 'arith.constant' op initializing scalable vectors with elements "
                "attribute is not supported unless it's a vector splat"
            ),
        ],
    ),
    (
        "%0 = arith.addi %x, %x : f32",
        [
            (
                "2:6: error: 'arith.addi' op operand #0 must be "
                "signless-non-zero-bitwidth-integer-like, but got 'f32'"
            ),
        ],
    ),
    (
        "%0 = arith.addf %n, %n : i32",
        [
            ("2:6: error: 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'"),
        ],
    ),
    (
        "%0 = arith.addi %n, %x : i32",
        [
            (
                "2:21: error: use of value '%x' expects different type than prior uses: 'i32' vs "
                "'f32'"
            ),
            "1:40: note: prior use here",
        ],
    ),
    (
        "%0 = arith.addi %n : i32",
        [
            "2:19: error: expected ','",
        ],
    ),
    (
        "%0 = arith.addi %n, %n, %n : i32",
        [
            "2:23: error: expected ':'",
        ],
    ),
    (
        "%0 = arith.addi %n, %n overflow<huge> : i32",
        [
            (
                "2:33: error: custom op 'arith.addi' expected "
                "::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw"
            ),
            (
                "2:37: error: custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr "
                "parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`"
            ),
        ],
    ),
    (
        "%0 = arith.addf %x, %x fastmath<> : f32",
        [
            "2:33: error: custom op 'arith.addf' expected valid keyword or string",
            (
                "2:33: error: custom op 'arith.addf' failed to parse Arith_FastMathAttr "
                "parameter 'value' which is to be a `::mlir::arith::FastMathFlags`"
            ),
        ],
    ),
    (
        "%0 = arith.addf %x, %x somehow : f32",
        [
            "2:23: error: expected ':'",
        ],
    ),
    (
        '%0 = "arith.addi"(%n, %i) : (i32, index) -> i32',
        [
            "2:6: error: 'arith.addi' op requires the same type for all operands and results",
        ],
    ),
    (
        '%0 = "arith.addi"(%n) : (i32) -> i32',
        [
            "2:6: error: 'arith.addi' op expected 2 operands, but found 1",
        ],
    ),
    (
        '%0 = "arith.addi"(%n, %n) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32',
        [
            (
                "2:6: error: invalid properties {overflowFlags = 3 : i32} for op arith.addi: "
                "Invalid attribute `overflowFlags` in property conversion: 3 : i32"
            ),
        ],
    ),
    (
        '%0 = "arith.addf"(%x, %x) {fastmath = 1 : i32} : (f32, f32) -> f32',
        [
            (
                "2:6: error: 'arith.addf' op attribute 'fastmath' failed to satisfy constraint: "
                "Floating point fast math flags"
            ),
        ],
    ),
    (
        '%0 = "arith.andi"(%n, %n) <{isExact}> : (i32, i32) -> i32',
        [
            (
                "2:6: error: invalid properties {isExact} for op arith.andi: this operation has "
                "empty properties"
            ),
        ],
    ),
    (
        ('%0 = "arith.addi"(%t, %t) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32, "encoded">'),
        [
            ("2:6: error: 'arith.addi' op requires the same encoding for all operands and results"),
        ],
    ),
    (
        '%0 = "arith.addi"(%t, %t) : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>',
        [
            "2:6: error: 'arith.addi' op requires the same type for all operands and results",
        ],
    ),
    (
        '%0:2 = "arith.mulsi_extended"(%n, %n) : (i32, i32) -> (i32, i64)',
        [
            (
                "2:8: error: 'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, "
                "low, high} have same type"
            ),
        ],
    ),
    (
        (
            '%0:2 = "arith.addui_extended"(%t, %t) : (tensor<4xi32>, tensor<4xi32>) -> '
            "(tensor<4xi32>, i1)"
        ),
        [
            (
                "2:8: error: 'arith.addui_extended' op if an operand is non-scalar, then all "
                "results must be non-scalar"
            ),
        ],
    ),
    (
        "%0 = arith.cmpi like, %n, %n : i32",
        [
            (
                "2:17: error: custom op 'arith.cmpi' expected string or keyword containing one "
                "of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, "
                "sge, ult, ule, ugt, uge]"
            ),
        ],
    ),
    (
        "%0 = arith.cmpi %n, %n : i32",
        [
            (
                "2:17: error: custom op 'arith.cmpi' expected string or keyword containing one "
                "of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, "
                "sge, ult, ule, ugt, uge]"
            ),
        ],
    ),
    (
        '%0 = "arith.cmpi"(%n, %n) <{predicate = 10 : i64}> : (i32, i32) -> i1',
        [
            (
                "2:6: error: invalid properties {predicate = 10 : i64} for op arith.cmpi: "
                "Invalid attribute `predicate` in property conversion: 10 : i64"
            ),
        ],
    ),
    (
        '%0 = "arith.cmpi"(%n, %n) : (i32, i32) -> i1',
        [
            "2:6: error: 'arith.cmpi' op requires attribute 'predicate'",
        ],
    ),
    (
        (
            '%0 = "arith.cmpi"(%t, %t) <{predicate = 1 : i64}> : (tensor<4xi32>, tensor<4xi32>) '
            "-> i1"
        ),
        [
            (
                "2:6: error: 'arith.cmpi' op failed to verify that result type has i1 element "
                "type and same shape as operands"
            ),
        ],
    ),
    (
        '%0 = "arith.cmpi"(%n, %i) <{predicate = 1 : i64}> : (i32, index) -> i1',
        [
            "2:6: error: 'arith.cmpi' op requires all operands to have the same type",
        ],
    ),
    (
        "%0 = arith.cmpf slt, %x, %x : f32",
        [
            (
                "2:17: error: custom op 'arith.cmpf' expected string or keyword containing one "
                "of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, "
                "olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]"
            ),
        ],
    ),
    (
        "%0 = arith.select %n, %x, %x : f32",
        [
            (
                "2:19: error: use of value '%n' expects different type than prior uses: 'i1' vs "
                "'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        "%0 = arith.select %c, %x : f32",
        [
            "2:19: error: custom op 'arith.select' expected 3 operands",
        ],
    ),
    (
        "%0 = arith.select %m, %x, %x : tensor<4xi1>, f32",
        [
            (
                "2:6: error: 'arith.select' op failed to verify that condition is signless i1 or "
                "has matching shape"
            ),
        ],
    ),
    (
        '%0 = "arith.select"(%c, %x, %h) : (i1, f32, f16) -> f32',
        [
            (
                "2:6: error: 'arith.select' op failed to verify that all of {true_value, "
                "false_value, result} have same type"
            ),
        ],
    ),
    (
        "%0 = arith.extsi %n : i32 to i16",
        [
            (
                "2:6: error: 'arith.extsi' op operand type 'i32' and result type 'i16' are cast "
                "incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.extui %n : i32 to f32",
        [
            (
                "2:6: error: 'arith.extui' op result #0 must be "
                "signless-fixed-width-integer-like, but got 'f32'"
            ),
        ],
    ),
    (
        "%0 = arith.trunci %n : i32 to i32",
        [
            (
                "2:6: error: 'arith.trunci' op operand type 'i32' and result type 'i32' are cast "
                "incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.extf %x : f32 to f16",
        [
            (
                "2:6: error: 'arith.extf' op operand type 'f32' and result type 'f16' are cast "
                "incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.truncf %h : f16 to bf16",
        [
            (
                "2:6: error: 'arith.truncf' op operand type 'f16' and result type 'bf16' are "
                "cast incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.sitofp %t : tensor<4xi32> to tensor<8xf32>",
        [
            (
                "2:6: error: 'arith.sitofp' op failed to verify that input and output have the "
                "same tensor dimensions"
            ),
        ],
    ),
    (
        "%0 = arith.fptosi %x : f32",
        [
            "3:3: error: custom op 'arith.fptosi' expected 'to'",
        ],
    ),
    (
        "%0 = arith.bitcast %h : f16 to f32",
        [
            (
                "2:6: error: 'arith.bitcast' op operand type 'f16' and result type 'f32' are "
                "cast incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.index_cast %n : i32 to i64",
        [
            (
                "2:6: error: 'arith.index_cast' op operand type 'i32' and result type 'i64' are "
                "cast incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.scaling_extf %x, %h : f32, f16 to f16",
        [
            (
                "2:6: error: 'arith.scaling_extf' op operand types 'f32', 'f16' and result type "
                "'f16' are cast incompatible"
            ),
        ],
    ),
    (
        "%0 = arith.bitcast %n : i32 to index",
        [
            "2:6: error: 'arith.bitcast' op result #0 must be "
            "non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth "
            "signless integer or float, but got 'index'",
        ],
    ),
    (
        "%0 = arith.trunci %n : i32 to i0",
        [
            "2:6: error: 'arith.trunci' op result #0 must be signless-fixed-width-integer-like, "
            "but got 'i0'",
        ],
    ),
    (
        "%0 = math.exp %n : i32",
        [
            "2:6: error: 'math.exp' op operand #0 must be floating-point-like, but got 'i32'",
        ],
    ),
    (
        '%0 = "math.isnan"(%x) : (f32) -> i32',
        [
            "2:6: error: 'math.isnan' op result #0 must be bool-like, but got 'i32'",
        ],
    ),
    (
        "%0 = math.fpowi %x, %x : f32, f32",
        [
            ("2:6: error: 'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'"),
        ],
    ),
]


@pytest.mark.parametrize(("body", "expected"), COMPLAINTS)
def test_complaint(complaints: Callable[[str], list[str]], body: str, expected: list[str]) -> None:
    assert complaints(body) == expected


def names_of(function: Operation) -> list[str]:
    return [name for op in function.walk() for _, name in getattr(op, "asm_result_names", list)()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("arith.constant 42 : i32", "c42_i32"),
        ("arith.constant -5 : i64", "c-5_i64"),
        ("arith.constant 3 : index", "c3"),
        ("arith.constant true", "true"),
        ("arith.constant 0 : i1", "false"),
        ("arith.constant 1.5 : f32", "cst"),
        ("arith.constant dense<true> : tensor<4xi1>", "cst"),
    ],
)
def test_constant_names(function: Callable[[str], Operation], text: str, name: str) -> None:
    assert names_of(function(f"%0 = {text}")) == [name]


def test_names_of_several_results(function: Callable[[str], Operation]) -> None:
    body = (
        "%0:2 = arith.mulsi_extended %n, %n : i32\n"
        "%1:2 = arith.addui_extended %n, %n : i32, i1\n"
        "%2:2 = math.sincos %x : f32\n"
    )
    assert names_of(function(body)) == ["low", "high", "sum", "overflow", "sin", "cos"]


def first(function: Operation) -> Any:
    return function.regions[0].first_block.first


def test_attributes_are_python_values(function: Callable[[str], Operation]) -> None:
    add = first(function("%0 = arith.addi %n, %n overflow<nuw, nsw> : i32"))
    assert isinstance(add, arith.AddIOp)
    assert add.overflowFlags == "nsw, nuw"
    add.overflowFlags = "none"
    assert add.properties["overflowFlags"] is arith.IntegerOverflowFlagsAttr(0)
    assert str(add) == "%0 = arith.addi %arg1, %arg1 : i32"
    assert first(function("%0 = arith.cmpi sge, %n, %n : i32")).predicate == "sge"
    assert first(function("%0 = arith.cmpf ueq, %x, %x : f32")).predicate == "ueq"
    assert first(function("%0 = arith.divf %x, %x fastmath<fast> : f32")).fastmath == "fast"
    truncation = first(function("%0 = arith.truncf %x toward_zero : f32 to f16"))
    assert (truncation.roundingmode, truncation.fastmath) == ("toward_zero", None)
    assert first(function("%0 = arith.divsi %n, %n exact : i32")).isExact is True
    assert first(function("%0 = arith.extui %n nneg : i32 to i64")).nonNeg is True


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "none"), (127, "fast"), (6, "nnan,ninf"), (126, "nnan,ninf,nsz,arcp,contract,afn")],
)
def test_fastmath_text(value: int, text: str) -> None:
    attr = arith.FastMathFlagsAttr(value)
    assert attr.text == text
    assert arith.FastMathFlagsAttr.of(text) is attr


def test_defaults_are_stored(function: Callable[[str], Operation]) -> None:
    """As upstream: a flag of none is a property, an absent optional one is not."""
    assert set(first(function("%0 = arith.addi %n, %n : i32")).properties) == {"overflowFlags"}
    assert not first(function("%0 = arith.extf %h : f16 to f32")).properties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arith.divsi %n, %c2 : i32", True),
        ("arith.divsi %n, %c0 : i32", False),
        ("arith.divsi %n, %cm1 : i32", False),
        ("arith.divui %n, %cm1 : i32", True),
        ("arith.divui %n, %n : i32", False),
        ("arith.ceildivsi %n, %cm1 : i32", False),
        ("arith.remsi %n, %cm1 : i32", True),
        ("arith.remsi %n, %c0 : i32", False),
        ("arith.remui %n, %n : i32", False),
    ],
)
def test_division_by_constants(
    function: Callable[[str], Operation], text: str, expected: bool
) -> None:
    constants = (
        "%c0 = arith.constant 0 : i32\n%c2 = arith.constant 2 : i32\n"
        "%cm1 = arith.constant -1 : i32\n"
    )
    division: Any = list(function(constants + f"%0 = {text}").regions[0].ops)[3]
    assert is_speculatable(division) is expected


def test_traits() -> None:
    for commutes in (arith.AddIOp, arith.MulFOp, arith.MaxSIOp, arith.XOrIOp):
        assert t.Commutative in commutes.traits
    for op_class in (arith.AddIOp, arith.SelectOp, arith.ExtFOp, arith.CmpIOp):
        assert {t.Pure, t.Elementwise} <= op_class.traits
    for division in (arith.DivSIOp, arith.DivUIOp, arith.CeilDivSIOp, arith.RemUIOp):
        assert t.Pure not in division.traits
        assert t.NoMemoryEffect in division.traits
    assert t.ConstantLike in arith.ConstantOp.traits
