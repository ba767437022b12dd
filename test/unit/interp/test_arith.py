"""Numbers: integers that wrap, floats of every format, casts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mlir_mini.interp import InterpError
from mlir_mini.interp.floats import decode, encode
from mlir_mini.interp.values import bits_of, from_float
from mlir_mini.ir.floats import (
    FORMATS,
    bits_to_float,
    classify,
    float_to_bits,
    round_to_bits,
)
from mlir_mini.ir.types import FloatType
from mlir_mini.rewrite import float_arith

from .text import returned

LEFT = np.array([0, 1, -1, 7, -7, 127, -128, 100, -128, -128, 127, -127, 64, -64, 5, -1], np.int8)
RIGHT = np.array([3, 2, 5, -2, 2, 127, 1, -100, -128, 127, -128, -128, -64, -128, 4, 3], np.int8)


def binary(op: str, a: Any, b: Any, type: str) -> Any:
    tensor = f"tensor<{len(a)}x{type}>"
    body = f"%r = {op} %a, %b : {tensor}\ntt.return %r : {tensor}"
    return returned(f"%a: {tensor}, %b: {tensor}", tensor, body, a, b)[0]


def wrapped(value: int) -> int:
    return (value + 128) % 256 - 128


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


INTEGERS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.divsi": truncated,
    "arith.remsi": lambda a, b: a - truncated(a, b) * b,
    "arith.floordivsi": lambda a, b: a // b,
    "arith.ceildivsi": lambda a, b: -(-a // b),
    "arith.divui": lambda a, b: (a & 255) // (b & 255),
    "arith.remui": lambda a, b: (a & 255) % (b & 255),
    "arith.ceildivui": lambda a, b: -(-(a & 255) // (b & 255)),
    "arith.maxsi": max,
    "arith.minsi": min,
    "arith.maxui": lambda a, b: max(a & 255, b & 255),
    "arith.minui": lambda a, b: min(a & 255, b & 255),
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
}


@pytest.mark.parametrize("op", INTEGERS)
def test_integers(op: str) -> None:
    expected = [wrapped(INTEGERS[op](int(a), int(b))) for a, b in zip(LEFT, RIGHT, strict=True)]
    assert binary(op, LEFT, RIGHT, "i8").tolist() == expected


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("arith.shli", lambda a, b: a << b),
        ("arith.shrui", lambda a, b: (a & 255) >> b),
        ("arith.shrsi", lambda a, b: a >> b),
    ],
)
def test_shifts(op: str, function: Callable[[int, int], int]) -> None:
    amounts = np.arange(len(LEFT), dtype=np.int8) % 8
    expected = [wrapped(function(int(a), n % 8)) for n, a in enumerate(LEFT)]
    assert binary(op, LEFT, amounts, "i8").tolist() == expected


@pytest.mark.parametrize("op", ["arith.divsi", "arith.divui", "arith.remsi", "arith.remui"])
def test_division_by_zero_has_a_place(op: str) -> None:
    with pytest.raises(InterpError, match=f"'{op}' op undefined behaviour: division by zero") as at:
        binary(op, np.array([1, 2], np.int32), np.array([1, 0], np.int32), "i32")
    where = at.value.op.loc.position() if at.value.op is not None else None
    assert where is not None
    assert where.line == 2


def test_the_quotient_that_overflows() -> None:
    smallest, minus_one = np.array([-(2**31)], np.int32), np.array([-1], np.int32)
    with pytest.raises(InterpError, match="the quotient overflows"):
        binary("arith.divsi", smallest, minus_one, "i32")
    assert binary("arith.remsi", smallest, minus_one, "i32").tolist() == [0]


@pytest.mark.parametrize("op", ["arith.shli", "arith.shrui", "arith.shrsi"])
def test_shift_too_far(op: str) -> None:
    with pytest.raises(InterpError, match="shift of 32 bits by 32"):
        binary(op, np.array([1], np.int32), np.array([32], np.int32), "i32")


def test_promises_that_are_broken() -> None:
    large = np.int32(2**31 - 1)
    for flags, fails in (("nsw", True), ("nuw", False)):
        body = f"%r = arith.addi %a, %a overflow<{flags}> : i32\ntt.return %r : i32"
        if fails:
            with pytest.raises(InterpError, match="overflow in spite of 'nsw'"):
                returned("%a: i32", "i32", body, large)
        else:
            assert returned("%a: i32", "i32", body, large)[0] == -2


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [("slt", [True, False]), ("ult", [False, True]), ("sge", [False, True]), ("eq", [False] * 2)],
)
def test_comparisons_of_integers(predicate: str, expected: list[bool]) -> None:
    body = f"%r = arith.cmpi {predicate}, %a, %b : tensor<2xi32>\ntt.return %r : tensor<2xi1>"
    a, b = np.array([-1, 1], np.int32), np.array([1, -1], np.int32)
    found = returned("%a: tensor<2xi32>, %b: tensor<2xi32>", "tensor<2xi1>", body, a, b)
    assert found[0].tolist() == expected


def test_booleans_are_one_bit_wide() -> None:
    yes, no = np.array([True, True]), np.array([True, False])
    assert binary("arith.addi", yes, no, "i1").tolist() == [False, True]
    # As a signed number, true is -1.
    assert binary("arith.maxsi", yes, no, "i1").tolist() == [True, False]
    body = "%r = arith.extsi %a : i1 to i32\n%s = arith.extui %a : i1 to i32\n"
    body += "tt.return %r, %s : i32, i32"
    assert [int(v) for v in returned("%a: i1", "i32, i32", body, np.bool_(True))] == [-1, 1]


def test_extended_products() -> None:
    body = """%low, %high = arith.mulsi_extended %a, %b : i32
              %ulow, %uhigh = arith.mului_extended %a, %b : i32
              %hi = tt.mulhiui %a, %b : i32
              tt.return %low, %high, %uhigh, %hi : i32, i32, i32, i32"""
    found = returned("%a: i32, %b: i32", "i32, i32, i32, i32", body, np.int32(-2), np.int32(3))
    assert [int(v) for v in found] == [-6, -1, 2, 2]


# Floats -------------------------------------------------------------------------------------------

NARROW = ["bf16", "f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f4E2M1FN", "f8E8M0FNU"]


@pytest.mark.parametrize("name", NARROW)
def test_every_pattern_of_narrow_floats_survives(name: str) -> None:
    width = {"bf16": 16, "f4E2M1FN": 4}.get(name, 8)
    bits = np.arange(1 << width).astype(np.uint16 if width == 16 else np.uint8)
    values = decode(bits, name)
    expected = [bits_to_float(int(b), name) for b in bits[:: 1 if width <= 8 else 37]]
    assert np.array_equal(
        values[:: 1 if width <= 8 else 37], np.array(expected, np.float32), equal_nan=True
    )
    kept = ~np.isnan(values)
    assert np.array_equal(encode(values, name)[kept], bits[kept])


@pytest.mark.parametrize(
    "name", ["bf16", "f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f4E2M1FN"]
)
def test_rounding_is_to_nearest_even(name: str) -> None:
    """As constants are folded, up to what is too large for the format."""
    random = np.random.default_rng(1)
    largest = {"bf16": 1e30}.get(name, 1e5)
    values = (np.exp(random.uniform(-20, np.log(largest), 4000))).astype(np.float32)
    edges = [0.0, -0.0, 464.0, 465.0, 448.0, 61439.0, 61440.0, 57344.0, 240.0, 247.9, 248.0, 256.0]
    values = np.concatenate([values, -values, edges]).astype(np.float32)
    expected = [float_to_bits(float(v), name) for v in values]
    assert encode(values, name).tolist() == expected


#: What numpy has no type for, or what it converts an f64 to.
UP_TO_16_BITS = [name for name, fmt in FORMATS.items() if fmt.width <= 16]


def near_every_step(name: str) -> list[float]:
    """Numbers, ties between them, and what is just beside either; zeros, NaNs, what is too large.

    A distance of 2**-40 is lost to whoever rounds to f32 in between.
    """
    fmt = FORMATS[name]
    patterns = range(0, 1 << (fmt.width - (fmt.kind != "e8m0")), 1 if fmt.width <= 8 else 13)
    finite = [bits_to_float(bits, name) for bits in patterns if classify(bits, name) == "finite"]
    following = [bits_to_float(bits + 1, name) for bits in patterns][: len(finite)]
    largest = bits_to_float(largest_pattern(name), name)
    ties = [(a + b) / 2 for a, b in zip(finite, following, strict=True) if np.isfinite(b)]
    beyond = [largest, 1.03 * largest, 1.0625 * largest, 1.125 * largest, 1.25 * largest]
    beyond += [1.5 * largest, 2 * largest, 1e300, np.inf, np.nan]
    least = min(value for value in finite if value)
    beneath = [0.0, 5e-324, 1e-300, least / 4, least / 2, 0.75 * least]
    exact = finite + ties + beyond + beneath
    beside = [value * (1 + sign * 2.0**-40) for value in exact for sign in (-1, 1)]
    return [sign * value for value in exact + beside for sign in (1.0, -1.0)]


def largest_pattern(name: str) -> int:
    fmt = FORMATS[name]
    top = (1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1
    return next(bits for bits in range(top, 0, -1) if classify(bits, name) == "finite")


@pytest.mark.parametrize("name", UP_TO_16_BITS)
def test_f64_is_rounded_once(name: str) -> None:
    values = near_every_step(name)
    expected = [float_to_bits(value, name) for value in values]
    with np.errstate(over="ignore"):
        found = bits_of(from_float(np.array(values), FloatType(name))).tolist()
    wrong = [
        (value, hex(bits), hex(wanted))
        for value, bits, wanted in zip(values, found, expected, strict=True)
        if bits != wanted
    ]
    assert not wrong


@pytest.mark.parametrize("name", UP_TO_16_BITS)
def test_f64_is_cut_off(name: str) -> None:
    values = [value for value in near_every_step(name) if np.isfinite(value)]
    expected = [
        round_to_bits(Fraction(abs(value)), bool(np.signbit(value)), name, "toward_zero")
        for value in values
    ]
    with np.errstate(over="ignore"):
        found = bits_of(from_float(np.array(values), FloatType(name), "rtz")).tolist()
    wrong = [
        (value, hex(bits), hex(wanted))
        for value, bits, wanted in zip(values, found, expected, strict=True)
        if bits != wanted
    ]
    assert not wrong


def test_f64_to_bf16() -> None:
    above_tie, below_step = 1 + 2.0**-8 + 2.0**-40, 1 + 2.0**-7 - 2.0**-40
    assert decode(encode(np.array([above_tie, -above_tie]), "bf16"), "bf16").tolist() == [
        1.0078125,
        -1.0078125,
    ]
    assert decode(encode(np.float64(below_step), "bf16", "rtz"), "bf16") == 1.0


def test_narrow_arithmetic_rounds_each_result() -> None:
    one, small = np.array([0x3F80], np.uint16), np.array([0x3B80], np.uint16)
    # 1 + 2**-8 lies between two bf16 numbers: it goes to the even one.
    assert binary("arith.addf", one, small, "bf16").tolist() == [0x3F80]
    half = np.array([1.0], np.float16)
    assert binary("arith.divf", half, np.array([3.0], np.float16), "f16")[0] == np.float16(1 / 3)


def test_minimum_and_maximum() -> None:
    a = np.array([1.0, np.nan, -0.0, 2.0], np.float32)
    b = np.array([2.0, 1.0, 0.0, np.nan], np.float32)
    expected = {
        "arith.maxnumf": [2.0, 1.0, 0.0, 2.0],
        "arith.minnumf": [1.0, 1.0, -0.0, 2.0],
        "arith.maximumf": [2.0, np.nan, 0.0, np.nan],
        "arith.minimumf": [1.0, np.nan, -0.0, np.nan],
    }
    for op, wanted in expected.items():
        found = binary(op, a, b, "f32")
        assert np.array_equal(found, np.array(wanted, np.float32), equal_nan=True), op
        assert np.array_equal(np.signbit(found), np.signbit(np.array(wanted, np.float32))), op


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("olt", [True, False, False, False]),
        ("ult", [True, False, True, False]),
        ("ord", [True, True, False, True]),
        ("uno", [False, False, True, False]),
        ("one", [True, False, False, True]),
        ("ueq", [False, True, True, False]),
    ],
)
def test_comparisons_of_floats(predicate: str, expected: list[bool]) -> None:
    body = f"%r = arith.cmpf {predicate}, %a, %b : tensor<4xf32>\ntt.return %r : tensor<4xi1>"
    a, b = np.array([1, 2, np.nan, 3], np.float32), np.full(4, 2, np.float32)
    found = returned("%a: tensor<4xf32>, %b: tensor<4xf32>", "tensor<4xi1>", body, a, b)
    assert found[0].tolist() == expected


# Casts --------------------------------------------------------------------------------------------


def cast(op: str, value: Any, source: str, target: str) -> Any:
    body = f"%r = {op} %a : {source} to {target}\ntt.return %r : {target}"
    return returned(f"%a: {source}", target, body, value)[0]


def test_integer_casts() -> None:
    assert cast("arith.trunci", np.int32(0x1FF), "i32", "i8") == -1
    assert cast("arith.extsi", np.int8(-2), "i8", "i64") == -2
    assert cast("arith.extui", np.int8(-2), "i8", "i64") == 254
    assert cast("arith.trunci", np.int32(2), "i32", "i1") == np.bool_(False)


def test_between_integers_and_floats() -> None:
    assert cast("arith.sitofp", np.int32(-3), "i32", "f32") == np.float32(-3)
    assert cast("arith.uitofp", np.int32(-1), "i32", "f32") == np.float32(2**32)
    assert cast("arith.sitofp", np.bool_(True), "i1", "f32") == np.float32(-1)
    assert cast("arith.sitofp", np.int32(257), "i32", "bf16") == 0x4380
    assert cast("arith.fptosi", np.float32(-2.7), "f32", "i32") == -2
    assert cast("arith.fptoui", np.float32(200.5), "f32", "i8") == -56
    for op, value in (("arith.fptosi", 128.0), ("arith.fptoui", -1.0), ("arith.fptosi", np.nan)):
        with pytest.raises(InterpError, match="cannot hold"):
            cast(op, np.float32(value), "f32", "i8")


@pytest.mark.parametrize("name", [*UP_TO_16_BITS, "f32", "f64"])
@pytest.mark.parametrize("width", [32, 64])
def test_integers_are_rounded_once(width: int, name: str) -> None:
    """As constants are folded."""
    rows = [0, 1, 7, 16842753, (1 << (width - 1)) - 1]
    # Just above and below ties of formats of 3 to 24 bits, by what f64 and f32 have no room for.
    for bits in (2, 3, 4, 8, 11, 24, 53):
        for top in range(bits + 2, width):
            tie = (1 << top) + (1 << (top - bits))
            rows += [tie - 1, tie, tie + 1]
    rows = [value for value in rows if value < 1 << (width - 1)]
    rows = [*rows, *(-value for value in rows), -(1 << (width - 1))]
    rows += [0] * ((1 << len(rows).bit_length()) - len(rows))
    for op, read in (("sitofp", int), ("uitofp", lambda value: value % (1 << width))):
        expected = [float_arith.from_integer(read(value), name) for value in rows]
        source = f"tensor<{len(rows)}xi{width}>", f"tensor<{len(rows)}x{name}>"
        array = np.array(rows, np.int32 if width == 32 else np.int64)
        found = bits_of(cast(f"arith.{op}", array, *source))
        assert found.tolist() == expected


def test_an_integer_between_two_bf16() -> None:
    assert decode(cast("arith.sitofp", np.int32(16842753), "i32", "bf16"), "bf16") == 16908288


def test_functions_of_bf16_are_rounded_once() -> None:
    """The angle is 1.44140631, just above a tie that f32 would make of it."""
    y, x = np.uint16(0x40AB), np.uint16(0x3F32)
    body = "%r = math.atan2 %a, %b : bf16\ntt.return %r : bf16"
    assert returned("%a: bf16, %b: bf16", "bf16", body, y, x)[0] == 0x3FB9


def test_bits_stay_in_a_bitcast() -> None:
    assert cast("arith.bitcast", np.float32(1.0), "f32", "i32") == 0x3F800000
    # A NaN with a payload, there and back.
    body = """%r = tt.bitcast %a : i16 -> bf16
              %s = tt.bitcast %r : bf16 -> i16
              tt.return %s : i16"""
    assert returned("%a: i16", "i16", body, np.int16(0x7F81))[0] == 0x7F81


def test_float_casts() -> None:
    body = """%r = tt.fp_to_fp %a, rounding = rtz : f32 -> bf16
              %s = tt.fp_to_fp %a, rounding = rtne : f32 -> bf16
              %t = tt.fp_to_fp %b, rounding = rtne : f32 -> f8E4M3FN
              tt.return %r, %s, %t : bf16, bf16, f8E4M3FN"""
    found = returned(
        "%a: f32, %b: f32",
        "bf16, bf16, f8E4M3FN",
        body,
        np.float32(1.0 + 2**-8 + 2**-9),
        np.float32(1e6),
    )
    # What is too large for f8E4M3FN, which has no infinity, becomes NaN.
    assert [int(v) for v in found] == [0x3F80, 0x3F81, 0x7F]
