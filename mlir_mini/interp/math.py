"""The math dialect, and the functions of libdevice by name.

Functions that are not exact are computed in f64 and rounded once: the result is that of the real
function but for rare cases of rounding, and doesn't depend on how the elements lie in memory.
"""

from __future__ import annotations

import math as scalar
from collections.abc import Callable
from typing import Any

import numpy as np

from mlir_mini.dialects import math
from mlir_mini.interp.arith import float_rule, has_exponent
from mlir_mini.interp.errors import InterpError
from mlir_mini.interp.rounding import fused
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import from_float, to_float, unsigned


def in_double(function: Callable[..., Any]) -> Callable[..., Any]:
    """``function`` computed in f64; from_float rounds the result."""

    def run(*values: Any) -> Any:
        return function(*[value.astype(np.float64) for value in values])

    return run


def each(function: Callable[..., float]) -> Callable[..., Any]:
    """A function of Python floats on arrays, for what numpy has not; NaN where it is undefined."""

    def one(*values: float) -> float:
        try:
            return function(*values)
        except (ValueError, OverflowError):
            return scalar.nan

    return np.vectorize(one, otypes=[np.float64])


def _round_away(value: Any) -> Any:
    """To the nearest integer, ties away from zero."""
    magnitude = np.abs(value)
    whole = np.floor(magnitude)
    return np.copysign(whole + (magnitude - whole >= 0.5), value)


def rsqrt(value: Any) -> Any:
    return 1.0 / np.sqrt(value)


#: Functions of one float that are exact in any precision.
EXACT: dict[str, Callable[..., Any]] = {
    "absf": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "trunc": np.trunc,
    "roundeven": np.rint,
    "sqrt": np.sqrt,
}
#: Functions of one float in f64, named as the operations are.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": each(scalar.erf),
    "erfc": each(scalar.erfc),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "round": _round_away,
    "rsqrt": rsqrt,
    "sin": np.sin,
    "sinh": np.sinh,
    "tan": np.tan,
    "tanh": np.tanh,
}

for _cls in vars(math).values():
    _name = getattr(_cls, "name", None)
    if isinstance(_cls, type) and isinstance(_name, str):
        _word = _name.rpartition(".")[2]
        if _word in EXACT:
            rule(_cls)(float_rule(EXACT[_word]))
        elif _word in FUNCTIONS:
            rule(_cls)(float_rule(in_double(FUNCTIONS[_word])))


def _power(base: Any, exponent: Any) -> Any:
    """As the C library has it; numpy takes the root, also of -inf, for a single exponent of 0.5."""
    base, exponent = np.broadcast_arrays(base, exponent)
    found = np.power(base.reshape(-1), exponent.reshape(-1).copy())
    return found.reshape(base.shape)


def _atan2(y: Any, x: Any) -> Any:
    """Where constants are folded, that of two zeros is NaN."""
    return np.where((x == 0) & (y == 0), np.nan, np.arctan2(y, x))


rule(math.FmaOp)(float_rule(fused))
rule(math.Atan2Op)(float_rule(in_double(_atan2)))
rule(math.CopySignOp)(float_rule(np.copysign))
rule(math.PowFOp)(float_rule(in_double(_power)))
rule(math.ClampFOp)(float_rule(lambda x, low, high: np.minimum(np.maximum(x, low), high)))


@rule(math.SincosOp)
def _sincos(ev: Any, op: Any, a: Any) -> Any:
    type = op.sin.type
    value = to_float(a, type).astype(np.float64)
    return from_float(np.sin(value), type), from_float(np.cos(value), type)


@rule(math.FPowIOp)
def _fpowi(ev: Any, op: Any, a: Any, b: Any) -> Any:
    type = op.lhs.type
    value = to_float(a, type).astype(np.float64)
    return from_float(np.power(value, b.astype(np.float64)), type)


def _class_rule(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda ev, op, a: function(to_float(a, op.operand_.type))


rule(math.IsFiniteOp)(_class_rule(np.isfinite))
rule(math.IsInfOp)(_class_rule(np.isinf))
rule(math.IsNaNOp)(_class_rule(np.isnan))


@rule(math.IsNormalOp)
def _is_normal(ev: Any, op: Any, a: Any) -> Any:
    type = op.operand_.type
    return has_exponent(a, type) & np.isfinite(to_float(a, type))


# Integers -----------------------------------------------------------------------------------------


@rule(math.AbsIOp)
def _absi(ev: Any, op: Any, a: Any) -> Any:
    return a if a.dtype == np.bool_ else np.abs(a)


def count_ones(value: Any) -> Any:
    """The number of bits that are set, in the type of ``value``."""
    bits = unsigned(value).astype(np.uint64)
    total = np.zeros(np.shape(bits), np.uint64)
    for shift in range(value.dtype.itemsize * 8):
        total = total + ((bits >> np.uint64(shift)) & np.uint64(1))
    return total.astype(value.dtype)


def leading_zeros(value: Any) -> Any:
    """The number of zeros above the highest bit that is set, in the type of ``value``."""
    width = value.dtype.itemsize * 8
    bits = unsigned(value).astype(np.uint64)
    length = np.zeros(np.shape(bits), np.int64)
    for shift in range(width):
        length = np.where(bits >> np.uint64(shift), shift + 1, length)
    return (width - length).astype(value.dtype)


rule(math.CtPopOp)(lambda ev, op, a: a if a.dtype == np.bool_ else count_ones(a))
rule(math.CountLeadingZerosOp)(lambda ev, op, a: ~a if a.dtype == np.bool_ else leading_zeros(a))


@rule(math.CountTrailingZerosOp)
def _trailing_zeros(ev: Any, op: Any, a: Any) -> Any:
    if a.dtype == np.bool_:
        return ~a
    lowest = a & -a
    return np.where(a == 0, a.dtype.itemsize * 8, count_ones(lowest - 1)).astype(a.dtype)


@rule(math.IPowIOp)
def _ipowi(ev: Any, op: Any, a: Any, b: Any) -> Any:
    if np.any((a == 0) & (b < 0)):
        raise InterpError("zero to a negative power")
    result = np.ones(np.shape(a), a.dtype)
    base, rest = a, np.maximum(b, 0)
    while np.any(rest):
        result = np.where(rest & 1, result * base, result)
        base, rest = base * base, rest >> 1
    # 1 and -1 are the only integers with an integer for an inverse.
    inverse = np.where(a == 1, 1, np.where(a == -1, np.where(b & 1, -1, 1), 0))
    return np.where(b < 0, inverse, result).astype(a.dtype)


# libdevice ----------------------------------------------------------------------------------------


def _bessel_j0(x: Any) -> Any:
    """J0 by its integral: the mean of cos(x sin t) over [0, pi], which converges fast."""
    count = 400
    angles = (np.arange(count) + 0.5) * np.pi / count
    return np.mean(np.cos(x[..., None] * np.sin(angles)), axis=-1)


#: Functions of libdevice on floats without their prefix and the ``f`` of single precision.
_LIBDEVICE: dict[str, Callable[..., Any]] = {
    **FUNCTIONS,
    "ceil": np.ceil,
    "copysign": np.copysign,
    "fabs": np.abs,
    "fast_cos": np.cos,
    "fast_exp": np.exp,
    "fast_exp10": lambda x: np.power(10.0, x),
    "fast_fdivide": np.divide,
    "fast_log": np.log,
    "fast_log10": np.log10,
    "fast_log2": np.log2,
    "fast_pow": _power,
    "fast_sin": np.sin,
    "fast_tan": np.tan,
    "fast_tanh": np.tanh,
    "fdim": lambda x, y: np.where(np.isnan(x) | np.isnan(y), x + y, np.maximum(x - y, 0)),
    "floor": np.floor,
    "fmax": np.fmax,
    "fmin": np.fmin,
    "fmod": np.fmod,
    "hypot": np.hypot,
    "j0": _bessel_j0,
    "lgamma": each(scalar.lgamma),
    "nearbyint": np.rint,
    "pow": _power,
    "remainder": each(scalar.remainder),
    "rint": np.rint,
    "round": _round_away,
    "sqrt": np.sqrt,
    "tgamma": each(scalar.gamma),
    "trunc": np.trunc,
    "atan2": np.arctan2,
    "exp10": lambda x: np.power(10.0, x),
    "rcp64h": lambda x: 1.0 / x,
}
#: Functions that give an i32 for a float.
_CLASSES: dict[str, Callable[[Any], Any]] = {
    "__nv_finitef": np.isfinite,
    "__nv_isfinited": np.isfinite,
    "__nv_isinff": np.isinf,
    "__nv_isinfd": np.isinf,
    "__nv_isnanf": np.isnan,
    "__nv_isnand": np.isnan,
    "__nv_signbitf": np.signbit,
    "__nv_signbitd": np.signbit,
}
#: Functions of integers.
_INTEGERS: dict[str, Callable[..., Any]] = {
    "__nv_abs": np.abs,
    "__nv_llabs": np.abs,
    "__nv_clz": leading_zeros,
    "__nv_clzll": leading_zeros,
    "__nv_popc": count_ones,
    "__nv_popcll": count_ones,
    "__nv_max": np.maximum,
    "__nv_min": np.minimum,
}


def libdevice(symbol: str) -> tuple[str, Callable[..., Any]] | None:
    """The function of that name and what it works on: ``float``, ``class`` or ``integer``."""
    if symbol in _CLASSES:
        return "class", _CLASSES[symbol]
    if symbol in _INTEGERS:
        return "integer", _INTEGERS[symbol]
    word = symbol.removeprefix("__nv_")
    if word == symbol:
        return None
    found = _LIBDEVICE.get(word) or _LIBDEVICE.get(word.removesuffix("f"))
    if found is None and word in ("fma", "fmaf"):
        return "float", fused
    return None if found is None else ("float", in_double(found))
