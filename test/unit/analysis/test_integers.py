from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlir_mini.analysis.integers import (
    BINARY_OPS,
    IntConstant,
    binary_overflows,
    compare,
    constant_of_attribute,
    evaluate_binary,
    integer_width,
)
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from mlir_mini.ir.types import RankedTensorType, VectorType, f32, i1, i8, i32, index


def i8_of(value: int) -> IntConstant:
    return IntConstant(value, 8)


def test_values_wrap_to_signed():
    assert i8_of(200).value == -56
    assert i8_of(200).unsigned == 200
    assert IntConstant(1, 1).value == -1
    assert IntConstant(1, 1).is_one


def test_trailing_zeros():
    assert i8_of(12).trailing_zeros == 2
    assert i8_of(-128).trailing_zeros == 7
    assert i8_of(0).trailing_zeros == 8


@pytest.mark.parametrize(
    ("name", "lhs", "rhs", "result"),
    [
        ("arith.addi", 127, 1, -128),
        ("arith.subi", -128, 1, 127),
        ("arith.muli", 64, 4, 0),
        ("arith.divsi", -7, 2, -3),
        ("arith.divsi", -128, -1, None),
        ("arith.divsi", 1, 0, None),
        ("arith.divui", -7, 2, 124),
        ("arith.divui", 1, 0, None),
        ("arith.remsi", -7, 2, -1),
        ("arith.remsi", -128, -1, 0),
        ("arith.remsi", 7, 0, None),
        ("arith.remui", -7, 2, 1),
        ("arith.andi", -4, 6, 4),
        ("arith.ori", -4, 1, -3),
        ("arith.xori", -1, 5, -6),
        ("arith.shli", 3, 7, -128),
        ("arith.shli", 3, 8, None),
        ("arith.shli", 3, -1, None),
        ("arith.shrsi", -8, 1, -4),
        ("arith.shrui", -8, 1, 124),
        ("arith.minsi", -1, 1, -1),
        ("arith.minui", -1, 1, 1),
        ("arith.maxsi", -1, 1, 1),
        ("arith.maxui", -1, 1, -1),
    ],
)
def test_binary(name: str, lhs: int, rhs: int, result: int | None):
    found = evaluate_binary(name, i8_of(lhs), i8_of(rhs))
    assert found is (None if result is None else i8_of(result))


@given(st.sampled_from(sorted(BINARY_OPS)), st.integers(), st.integers(), st.integers(1, 64))
def test_results_keep_the_width(name: str, lhs: int, rhs: int, width: int):
    found = evaluate_binary(name, IntConstant(lhs, width), IntConstant(rhs, width))
    assert found is None or found.width == width


@pytest.mark.parametrize(
    ("name", "lhs", "rhs", "signed", "unsigned"),
    [
        ("arith.addi", 127, 1, True, False),
        ("arith.addi", -1, 1, False, True),
        ("arith.subi", 0, 1, False, True),
        ("arith.muli", 16, 8, True, False),
        ("arith.muli", 16, 16, True, True),
        ("arith.shli", -1, 7, False, True),
        ("arith.shli", 1, 7, True, False),
    ],
)
def test_overflow(name: str, lhs: int, rhs: int, signed: bool, unsigned: bool):
    assert binary_overflows(name, i8_of(lhs), i8_of(rhs), signed=True) is signed
    assert binary_overflows(name, i8_of(lhs), i8_of(rhs), signed=False) is unsigned


@pytest.mark.parametrize(
    ("predicate", "lhs", "rhs", "result"),
    [
        ("eq", 3, 3, True),
        ("ne", 3, 3, False),
        ("slt", -1, 1, True),
        ("ult", -1, 1, False),
        ("sge", 1, 1, True),
        ("ugt", -1, 1, True),
        ("sle", 2, 1, False),
        ("ule", 1, 1, True),
    ],
)
def test_compare(predicate: str, lhs: int, rhs: int, result: bool):
    assert compare(predicate, i8_of(lhs), i8_of(rhs)) is result


def test_constants_of_attributes():
    assert constant_of_attribute(IntegerAttr(1, i1)) is IntConstant(-1, 1)
    assert constant_of_attribute(IntegerAttr(5, index)) is IntConstant(5, 64)
    tensor = RankedTensorType((4,), i8)
    assert constant_of_attribute(DenseElementsAttr(tensor, (3,))) is i8_of(3)
    assert constant_of_attribute(DenseElementsAttr(tensor, (1, 2, 3, 4))) is None
    assert constant_of_attribute(FloatAttr.from_float(1.0, f32)) is None
    assert constant_of_attribute(None) is None


def test_integer_width():
    assert integer_width(i32) == 32
    assert integer_width(RankedTensorType((4,), i8)) == 8
    assert integer_width(VectorType((4,), i8)) == 8
    assert integer_width(index) == 0
    assert integer_width(f32) == 0
