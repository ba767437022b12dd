from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlir_mini.analysis.axis_info_value import (
    BOTTOM,
    MAX_DIVISOR,
    AxisInfo,
    constant_info,
    highest_power_of_two,
    join,
    multiply_divisors,
    unknown_info,
)
from mlir_mini.analysis.integers import IntConstant
from mlir_mini.ir.types import RankedTensorType, i1, i32, i64

powers = st.integers(0, 62).map(lambda n: 1 << n)
constants = st.none() | st.builds(IntConstant, st.integers(-4, 4), st.just(32))


def infos(rank: int) -> st.SearchStrategy[AxisInfo]:
    dims = st.tuples(*[powers] * rank)
    return st.builds(AxisInfo, dims, dims, dims, constants)


def test_bottom_has_no_dimensions():
    assert BOTTOM.rank == 0
    assert BOTTOM is AxisInfo((), (), ())


def test_equal_infos_are_one_object():
    assert AxisInfo((4,), (8,), (1,)) is AxisInfo((4,), (8,), (1,), None)


def test_text():
    info = AxisInfo((1, 4), (16, 16), (2, 1), IntConstant(-3, 32))
    assert str(info) == (
        "contiguity = [1, 4], divisibility = [16, 16], constancy = [2, 1], constant_value = -3"
    )
    assert str(unknown_info(1)) == (
        "contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>"
    )


def test_unit_contiguity_bounds_every_dimension():
    # Every element along the first dimension starts a run, so all are multiples of 16.
    assert AxisInfo((1, 4), (16, 2), (1, 1)).divisibility == (16, 16)
    assert AxisInfo((2, 4), (16, 2), (1, 1)).divisibility == (16, 2)


def test_divisibility_is_at_least_one():
    assert AxisInfo((4,), (0,), (1,)).divisibility == (1,)


@pytest.mark.parametrize(
    ("value", "divisor"),
    [(0, MAX_DIVISOR), (1, 1), (12, 4), (-8, 8), (-(1 << 63), MAX_DIVISOR), (1 << 62, MAX_DIVISOR)],
)
def test_constant(value: int, divisor: int):
    info = constant_info(i64, IntConstant(value, 64))
    assert info == AxisInfo((1,), (divisor,), (1,), IntConstant(value, 64))


def test_constant_tensor_is_constant_throughout():
    info = constant_info(RankedTensorType((8, 2), i32), IntConstant(6, 32))
    assert info == AxisInfo((1, 1), (2, 2), (8, 2), IntConstant(6, 32))


def test_true_is_minus_one():
    assert str(constant_info(i1, IntConstant(1, 1))).endswith("constant_value = -1")
    assert constant_info(i1, IntConstant(1, 1)).is_constant(1)


def test_products_saturate():
    assert multiply_divisors(1 << 40, 1 << 22) == MAX_DIVISOR
    assert multiply_divisors(1 << 40, 1 << 23) == MAX_DIVISOR
    assert multiply_divisors(3, 4) == 12


@pytest.mark.parametrize(
    ("number", "power"), [(0, 1 << 30), (12, 4), (-4, 4), (1 << 31, 1 << 31), (7, 1)]
)
def test_highest_power_of_two(number: int, power: int):
    assert highest_power_of_two(number, 32) == power


def test_join_cuts_runs():
    pairs, run = AxisInfo((2,), (4,), (1,)), AxisInfo((4,), (16,), (1,))
    assert join(pairs, run) == AxisInfo((2,), (2,), (1,))


def test_join_with_poison_keeps_the_other_divisibility():
    poison = AxisInfo((MAX_DIVISOR,), (MAX_DIVISOR,), (MAX_DIVISOR,))
    assert join(AxisInfo((4,), (16,), (2,)), poison) == AxisInfo((4,), (16,), (2,))


def test_join_drops_different_constants():
    one, two = (constant_info(i32, IntConstant(n, 32)) for n in (1, 2))
    assert join(one, one) is one
    assert join(one, two).constant_value is None
    assert join(one, constant_info(i64, IntConstant(1, 64))).constant_value is None


@given(infos(2))
def test_bottom_is_neutral(info: AxisInfo):
    assert join(BOTTOM, info) is info
    assert join(info, BOTTOM) is info
    assert join(info, info) is info


@given(infos(2), infos(2))
def test_join_is_a_bound_of_both(lhs: AxisInfo, rhs: AxisInfo):
    joined = join(lhs, rhs)
    assert joined is join(rhs, lhs)
    assert join(joined, lhs) is joined
    assert join(joined, rhs) is joined
    for d in range(2):
        assert joined.contiguity[d] == gcd(lhs.contiguity[d], rhs.contiguity[d])
        assert joined.constancy[d] == gcd(lhs.constancy[d], rhs.constancy[d])
