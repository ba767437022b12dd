"""Rounding modes of arith: the interpreter, which counts in fractions, and folding agree."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mlir_mini.dialects.arith_base import RoundingMode
from mlir_mini.interp.values import bits_of, dtype_of, from_bits
from mlir_mini.ir.floats import FORMATS, bits_to_float, classify, exact_value, float_to_bits
from mlir_mini.ir.types import FloatType
from mlir_mini.rewrite import float_arith

from .text import returned

FOLDS: dict[str, Callable[[int, int, str, str], int]] = {
    "addf": float_arith.add,
    "subf": float_arith.subtract,
    "mulf": float_arith.multiply,
    "divf": float_arith.divide,
}
TYPES = ("f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ")
MODES = tuple(RoundingMode.cases)


def patterns(name: str, count: int) -> list[int]:
    """Bit patterns of a format: zeros, denormals, neighbours of one, the largest, NaN, any."""
    width, mantissa = FORMATS[name].width, FORMATS[name].mantissa_bits
    one = FORMATS[name].bias << mantissa
    top = (1 << (width - 1)) - 1
    found = [0, 1, 2, (1 << mantissa) - 1, one - 1, one, one + 1, top, top - 1]
    found += [top - (1 << mantissa), top - (1 << mantissa) + 1]
    found += [bits | 1 << (width - 1) for bits in found]
    source = random.Random(name)
    return found + [source.getrandbits(width) for _ in range(count - len(found))]


def run(op: str, type: str, result: str, *columns: list[int]) -> list[int]:
    """The patterns that an operation gives for columns of patterns."""
    size = len(columns[0])
    tensors = f"tensor<{size}x{type}>", f"tensor<{size}x{result}>"
    names = [f"%{letter}" for letter in "abc"[: len(columns)]]
    signature = ", ".join(f"{name}: {tensors[0]}" for name in names)
    types = tensors[0] if type == result else f"{tensors[0]} to {tensors[1]}"
    if op.startswith("math."):
        types = tensors[0]
    head, _, mode = op.partition(" ")
    body = f"%r = {head} {', '.join(names)} {mode} : {types}\ntt.return %r : {tensors[1]}"
    values = [stored(column, type) for column in columns]
    return [int(each) for each in bits_of(returned(signature, tensors[1], body, *values)[0])]


def stored(column: list[int], type: str) -> Any:
    found = FloatType(type)
    unsigned = bits_of(np.zeros(1, dtype_of(found))).dtype
    return from_bits(np.array(column, unsigned), found)


def same(a: int, b: int, name: str) -> bool:
    return a == b or (float_arith.is_nan(a, name) and float_arith.is_nan(b, name))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("op", FOLDS)
@pytest.mark.parametrize("type", TYPES)
def test_arithmetic(type: str, op: str, mode: str) -> None:
    left, right = patterns(type, 32), patterns(type, 32)[::-1]
    pairs = [(a, b) for a in left for b in right]
    got = run(
        f"arith.{op} {mode}", type, type, *(list(column) for column in zip(*pairs, strict=True))
    )
    wrong = [
        (hex(a), hex(b), hex(found))
        for (a, b), found in zip(pairs, got, strict=True)
        if not same(found, FOLDS[op](a, b, type, mode), type)
    ]
    assert not wrong


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("source", "target"), [("f64", "f32"), ("f32", "f16"), ("f32", "bf16")])
def test_conversion(source: str, target: str, mode: str) -> None:
    """Between 1 and 2 the distance of neighbours is known, and what is to become of the rest."""
    low, high = FORMATS[target].mantissa_bits, FORMATS[source].mantissa_bits
    one = FORMATS[source].bias << high
    step = 1 << (high - low)
    sign = 1 << (FORMATS[source].width - 1)
    found = run(
        f"arith.truncf {mode}", source, target,
        [one + step // 2, one + 1, sign | one + step + 1, one + step + step // 2],
    )  # fmt: skip
    base = FORMATS[target].bias << low
    negative = 1 << (FORMATS[target].width - 1)
    assert (
        found
        == {
            "to_nearest_even": [base, base, negative | base + 1, base + 2],
            "downward": [base, base, negative | base + 2, base + 1],
            "upward": [base + 1, base + 1, negative | base + 1, base + 2],
            "toward_zero": [base, base, negative | base + 1, base + 1],
            "to_nearest_away": [base + 1, base, negative | base + 1, base + 2],
        }[mode]
    )


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_fma_rounds_once(type: str) -> None:
    """Against fractions, on numbers whose sum is near a tie, and on any."""
    source = random.Random(type)
    mantissa = FORMATS[type].mantissa_bits
    columns: list[list[int]] = [[], [], []]
    for _ in range(512):
        # A product near a power of two, and what is a tie to it, and a bit more or less.
        a = 1 + source.randrange(4) * 2.0**-mantissa
        b = 1 + source.randrange(4) * 2.0**-mantissa
        c = source.choice((1, -1, 3)) * 2.0 ** source.choice((-mantissa - 1, -mantissa, -1, 0, 1))
        for column, value in zip(columns, (a, b, c), strict=True):
            column.append(float_arith.from_fraction(Fraction(value), type))
        for column in columns:
            column.append(source.getrandbits(FORMATS[type].width))
    found = run("math.fma", type, type, *columns)
    checked = 0
    for a, b, c, bits in zip(*columns, found, strict=True):
        if any(classify(each, type) != "finite" for each in (a, b, c)):
            continue
        exact = exact_value(a, type) * exact_value(b, type) + exact_value(c, type)
        if exact:
            assert bits == float_arith.from_fraction(exact, type), (hex(a), hex(b), hex(c))
            checked += 1
    assert checked > 800


@pytest.mark.parametrize("type", TYPES)
def test_sign(type: str) -> None:
    """copysign takes the sign of NaN as well."""
    column = patterns(type, 32)
    one = float_to_bits(1.0, type)
    for bits, found in zip(
        column, run("math.copysign", type, type, [one] * 32, column), strict=True
    ):
        assert found == float_arith.copy_sign(one, bits, type), hex(bits)


def test_round_to_integers() -> None:
    """math.round takes ties away from zero, and nothing else."""
    values = [0.49999999999999994, 0.5, -0.5, 1.5, -2.5, 4503599627370497.0, -0.0, 0.25]
    column = [float_to_bits(value, "f64") for value in values]
    found = [bits_to_float(bits, "f64") for bits in run("math.round", "f64", "f64", column)]
    assert found == [0.0, 1.0, -1.0, 2.0, -3.0, 4503599627370497.0, -0.0, 0.0]


@pytest.mark.parametrize("type", TYPES)
def test_denormals(type: str) -> None:
    column = patterns(type, 64)
    normal = run("math.isnormal", type, "i1", column)
    flushed = run("arith.flush_denormals", type, type, column)
    for bits, is_normal, found in zip(column, normal, flushed, strict=True):
        fmt = FORMATS[type]
        field = bits >> fmt.mantissa_bits & ((1 << fmt.exponent_bits) - 1)
        special = float_arith.is_nan(bits, type) or float_arith.is_inf(bits, type)
        assert is_normal == (field != 0 and not special)
        zero = float_arith.zero(type, float_arith.is_negative(bits, type))
        assert same(found, bits if field or special else zero, type)
