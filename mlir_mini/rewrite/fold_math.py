"""Folders of math (mlir/lib/Dialect/Math/IR/MathOps.cpp)."""

from __future__ import annotations

import math as std_math
from typing import Any

from mlir_mini.analysis.integers import IntConstant
from mlir_mini.dialects import math
from mlir_mini.ir.attributes import DenseElementsAttr
from mlir_mini.ir.floats import FORMATS, classify, float_to_bits, round_ratio
from mlir_mini.rewrite import float_arith as fa
from mlir_mini.rewrite import libm
from mlir_mini.rewrite.const_fold import (
    fold_binary_floats,
    fold_binary_integers,
    fold_float_cast,
    fold_unary_floats,
    fold_unary_integers,
)
from mlir_mini.rewrite.folding import Constants, Folder, FoldResult

# Functions of the C library ----------------------------------------------------------------------

#: What is called for an operation on one float, where that can be anything.
_FUNCTIONS: dict[type, str] = {
    math.AcosOp: "acos",
    math.AcoshOp: "acosh",
    math.AsinOp: "asin",
    math.AsinhOp: "asinh",
    math.AtanOp: "atan",
    math.AtanhOp: "atanh",
    math.CbrtOp: "cbrt",
    math.CosOp: "cos",
    math.CoshOp: "cosh",
    math.ErfOp: "erf",
    math.ErfcOp: "erfc",
    math.ExpOp: "exp",
    math.Exp2Op: "exp2",
    math.ExpM1Op: "expm1",
    math.RoundOp: "round",
    math.SinOp: "sin",
    math.SinhOp: "sinh",
    math.TanOp: "tan",
    math.TanhOp: "tanh",
    math.TruncOp: "trunc",
}

#: The same where a number with its sign bit set is left alone.
_FUNCTIONS_OF_POSITIVES: dict[type, str] = {
    math.LogOp: "log",
    math.Log2Op: "log2",
    math.Log10Op: "log10",
    math.SqrtOp: "sqrt",
}


# f(c) -> c
def _call(op: Any, constants: Constants) -> FoldResult:
    function = _FUNCTIONS[type(op)]
    return fold_unary_floats(constants, lambda a, name: libm.call(function, (a,), name))


# f(c) -> c where c is not negative
def _call_of_positive(op: Any, constants: Constants) -> FoldResult:
    function = _FUNCTIONS_OF_POSITIVES[type(op)]
    return fold_unary_floats(
        constants,
        lambda a, name: None if fa.is_negative(a, name) else libm.call(function, (a,), name),
    )


# log1p(c) -> c where 1 + c is not negative
def _log1p(op: math.Log1pOp, constants: Constants) -> FoldResult:
    def evaluate(a: int, name: str) -> int | None:
        if fa.is_negative(fa.add(a, float_to_bits(1.0, name), name), name):
            return None
        return libm.call("log1p", (a,), name)

    return fold_unary_floats(constants, evaluate)


# rsqrt(c) -> 1 / sqrt(c) where c is not negative
def _rsqrt(op: math.RsqrtOp, constants: Constants) -> FoldResult:
    def evaluate(a: int, name: str) -> int | None:
        if fa.is_negative(a, name):
            return None
        root = libm.call("sqrt", (a,), name)
        return None if root is None else fa.divide(float_to_bits(1.0, name), root, name)

    return fold_unary_floats(constants, evaluate)


# sincos(c) -> sin(c), cos(c)
def _sincos(op: math.SincosOp, constants: Constants) -> FoldResult:
    sine = fold_unary_floats(constants, lambda a, name: libm.call("sin", (a,), name))
    cosine = fold_unary_floats(constants, lambda a, name: libm.call("cos", (a,), name))
    return None if sine is None or cosine is None else (sine, cosine)


# atan2(c, d) -> c;  NaN of two zeros, unlike the library's
def _atan2(op: math.Atan2Op, constants: Constants) -> FoldResult:
    def evaluate(a: int, b: int, name: str) -> int | None:
        if fa.is_zero(a, name) and fa.is_zero(b, name):
            return fa.default_nan(name)
        return libm.call("atan2", (a, b), name)

    return fold_binary_floats(constants, evaluate)


# powf(c, d) -> c
def _powf(op: math.PowFOp, constants: Constants) -> FoldResult:
    return fold_binary_floats(constants, lambda a, b, name: libm.call("pow", (a, b), name))


# Exact functions of floats -----------------------------------------------------------------------


def _absf(op: math.AbsFOp, constants: Constants) -> FoldResult:
    return fold_unary_floats(constants, fa.absolute)


def _copysign(op: math.CopySignOp, constants: Constants) -> FoldResult:
    return fold_binary_floats(constants, fa.copy_sign)


_ROUNDINGS: dict[type, Any] = {
    math.CeilOp: std_math.ceil,
    math.FloorOp: std_math.floor,
    math.RoundEvenOp: round,
}


def _round(op: Any, constants: Constants) -> FoldResult:
    rounding = _ROUNDINGS[type(op)]
    return fold_unary_floats(constants, lambda a, name: fa.round_integral(a, name, rounding))


def _is_normal(bits: int, name: str) -> bool:
    smallest = round_ratio(1, 1 << -FORMATS[name].min_exponent, False, name)
    return classify(bits, name) == "finite" and fa.absolute(bits, name) >= smallest


_CLASSES: dict[type, Any] = {
    math.IsFiniteOp: lambda bits, name: classify(bits, name) == "finite",
    math.IsInfOp: fa.is_inf,
    math.IsNaNOp: fa.is_nan,
    math.IsNormalOp: _is_normal,
}


# is...(c) -> true or false
def _class(op: Any, constants: Constants) -> FoldResult:
    operand = constants[0]
    if isinstance(operand, DenseElementsAttr) and not operand.is_splat:
        return None
    test = _CLASSES[type(op)]
    return fold_float_cast(constants, op.result.type, lambda a, name: int(test(a, name)))


# Functions of integers ---------------------------------------------------------------------------


def _absi(op: math.AbsIOp, constants: Constants) -> FoldResult:
    return fold_unary_integers(constants, lambda a: abs(a.value))


def _ctlz(op: math.CountLeadingZerosOp, constants: Constants) -> FoldResult:
    return fold_unary_integers(constants, lambda a: a.width - a.unsigned.bit_length())


def _trailing_zeros(a: IntConstant) -> int:
    lowest = a.unsigned & -a.unsigned
    return lowest.bit_length() - 1 if lowest else a.width


def _cttz(op: math.CountTrailingZerosOp, constants: Constants) -> FoldResult:
    return fold_unary_integers(constants, _trailing_zeros)


def _ctpop(op: math.CtPopOp, constants: Constants) -> FoldResult:
    return fold_unary_integers(constants, lambda a: a.unsigned.bit_count())


def _power(base: IntConstant, power: IntConstant) -> int | None:
    if base.width == 1:
        # Upstream's result would be 1, which an i1 with a sign can't hold.
        return None
    if power.value >= 0:
        return pow(base.unsigned, power.value, 1 << base.width)
    if base.value == 0:
        return None
    if base.is_one:
        return 1
    if not base.is_all_ones:
        return 0
    return -1 if power.value & 1 else 1


def _ipowi(op: math.IPowIOp, constants: Constants) -> FoldResult:
    return fold_binary_integers(constants, _power)


FOLDERS: dict[type, Folder] = {
    **dict.fromkeys(_FUNCTIONS, _call),
    **dict.fromkeys(_FUNCTIONS_OF_POSITIVES, _call_of_positive),
    math.Log1pOp: _log1p,
    math.RsqrtOp: _rsqrt,
    math.SincosOp: _sincos,
    math.Atan2Op: _atan2,
    math.PowFOp: _powf,
    math.AbsFOp: _absf,
    math.CopySignOp: _copysign,
    **dict.fromkeys(_ROUNDINGS, _round),
    **dict.fromkeys(_CLASSES, _class),
    math.AbsIOp: _absi,
    math.CountLeadingZerosOp: _ctlz,
    math.CountTrailingZerosOp: _cttz,
    math.CtPopOp: _ctpop,
    math.IPowIOp: _ipowi,
}
