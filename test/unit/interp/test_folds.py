"""Folding constants and computing come to the same, also where functions are peculiar."""

from __future__ import annotations

import math

import pytest

from mlir_mini.ir.floats import FORMATS, float_to_bits
from programs import semantics
from programs.questions import mini

VALUES = (
    *(0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.0, 2.5, 3.0, -2.0, -3.0, 16.0, 0.3, 200.0, 1e-3),
    *(math.inf, -math.inf, math.nan),
)
UNARY = (
    *("absf", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh"),
    *("erf", "erfc", "exp", "exp2", "expm1", "floor", "log", "log10", "log1p", "log2", "round"),
    *("roundeven", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"),
)
BINARY = (
    *("math.atan2", "math.copysign", "math.powf", "arith.addf", "arith.subf", "arith.mulf"),
    *("arith.divf", "arith.remf", "arith.maximumf", "arith.minimumf", "arith.maxnumf"),
    "arith.minnumf",
)
TYPES = ("bf16", "f32", "f64", "f8E4M3FN")


def check(type: str, result: str, operations: list[str]) -> None:
    """Each operation on %c0, %c1, ..., the values of a type, folded and computed."""
    constants = [
        f"%c{n} = arith.constant 0x{bits:0{FORMATS[type].width // 4}X} : {type}"
        for n, bits in enumerate(numbers(type))
    ]
    names = ", ".join(f"%r{n}" for n in range(len(operations)))
    types = ", ".join([result] * len(operations))
    body = [*constants, *(f"%r{n} = {each}" for n, each in enumerate(operations))]
    text = "\n".join(
        [
            f"tt.func public @kernel() -> ({types}) {{",
            *body,
            f"tt.return {names} : {types}",
            "}",
        ]
    )
    before = semantics.reference(text, 0)
    assert not isinstance(before, str), before
    folded = mini(text, ("--canonicalize",))
    # What functions of narrow floats are not folded stays; most are.
    assert folded.status == "ok"
    assert semantics.difference(folded.output, "canonicalize", before) is None


def numbers(type: str) -> list[int]:
    """Patterns of the values, the smallest number, the largest denormal, the smallest normal."""
    mantissa = FORMATS[type].mantissa_bits
    found = [float_to_bits(value, type) for value in VALUES]
    return [*found, 1, (1 << mantissa) - 1, 1 << mantissa]


@pytest.mark.parametrize("type", TYPES)
def test_functions(type: str) -> None:
    count = len(numbers(type))
    for name in UNARY:
        check(type, type, [f"math.{name} %c{n} : {type}" for n in range(count)])


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", BINARY)
def test_pairs(name: str, type: str) -> None:
    count = len(numbers(type))
    pairs = [(a, b) for a in range(count) for b in range(count)]
    check(type, type, [f"{name} %c{a}, %c{b} : {type}" for a, b in pairs])
