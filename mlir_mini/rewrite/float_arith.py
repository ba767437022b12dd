"""Arithmetic on bit patterns of floating point formats, as LLVM's APFloat does it.

Every function takes patterns of one format and the format's name, and rounds to nearest, ties to
even, unless told otherwise.  NaNs come through quiet; a new NaN is the format's default.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from mlir_mini.ir.floats import (
    DOWNWARD,
    FORMATS,
    NEAREST_EVEN,
    Format,
    classify,
    exact_value,
    float_to_bits,
    round_to_bits,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Slow to import, and seldom needed.
    from fractions import Fraction


def sign_bit(name: str) -> int:
    """The bit that negates; 0 for a format without sign."""
    fmt = FORMATS[name]
    return 0 if fmt.kind == "e8m0" else 1 << (fmt.width - 1)


def is_nan(bits: int, name: str) -> bool:
    return classify(bits, name) == "nan"


def is_inf(bits: int, name: str) -> bool:
    return classify(bits, name) == "inf"


def is_negative(bits: int, name: str) -> bool:
    return bool(bits & sign_bit(name))


def is_zero(bits: int, name: str) -> bool:
    return FORMATS[name].kind != "e8m0" and not bits & ~sign_bit(name)


def default_nan(name: str) -> int:
    return float_to_bits(math.nan, name)


def infinity(name: str, negative: bool = False) -> int:
    """Infinity, or what takes its place in the format."""
    return float_to_bits(-math.inf if negative else math.inf, name)


def quiet(bits: int, name: str) -> int:
    """A NaN with its quiet bit set."""
    fmt = FORMATS[name]
    return bits | 1 << (fmt.mantissa_bits - 1) if fmt.kind == "ieee" else bits


def zero(name: str, negative: bool = False) -> int:
    return sign_bit(name) if negative and FORMATS[name].kind != "fnuz" else 0


def from_fraction(
    value: Fraction | int, name: str, negative_zero: bool = False, mode: str = NEAREST_EVEN
) -> int:
    if value == 0:
        return zero(name, negative_zero)
    return round_to_bits(abs(value), value < 0, name, mode)


def _nan_of(a: int, b: int, name: str) -> int | None:
    """The NaN that an operation on ``a`` and ``b`` hands on, if one of them is."""
    if is_nan(a, name):
        return quiet(a, name)
    return quiet(b, name) if is_nan(b, name) else None


def negate(bits: int, name: str) -> int:
    fmt = FORMATS[name]
    if fmt.kind == "fnuz" and (bits == 0 or is_nan(bits, name)):
        return bits
    return bits ^ sign_bit(name)


def absolute(bits: int, name: str) -> int:
    return negate(bits, name) if is_negative(bits, name) else bits


def add(a: int, b: int, name: str, mode: str = NEAREST_EVEN) -> int:
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    if is_inf(a, name) or is_inf(b, name):
        if is_inf(a, name) and is_inf(b, name) and a != b:
            return default_nan(name)
        return a if is_inf(a, name) else b
    signs = is_negative(a, name), is_negative(b, name)
    # Of what cancels out, zero has the sign that is rounded to.
    negative_zero = all(signs) or (any(signs) and mode == DOWNWARD)
    total = exact_value(a, name) + exact_value(b, name)
    return from_fraction(total, name, negative_zero, mode)


def subtract(a: int, b: int, name: str, mode: str = NEAREST_EVEN) -> int:
    return add(a, b if is_nan(b, name) else negate(b, name), name, mode)


def multiply(a: int, b: int, name: str, mode: str = NEAREST_EVEN) -> int:
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    negative = is_negative(a, name) != is_negative(b, name)
    if is_inf(a, name) or is_inf(b, name):
        if is_zero(a, name) or is_zero(b, name):
            return default_nan(name)
        return infinity(name, negative)
    return from_fraction(exact_value(a, name) * exact_value(b, name), name, negative, mode)


def divide(a: int, b: int, name: str, mode: str = NEAREST_EVEN) -> int:
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    negative = is_negative(a, name) != is_negative(b, name)
    if is_inf(a, name):
        return default_nan(name) if is_inf(b, name) else infinity(name, negative)
    if is_inf(b, name):
        return zero(name, negative)
    if is_zero(b, name):
        return default_nan(name) if is_zero(a, name) else infinity(name, negative)
    return from_fraction(exact_value(a, name) / exact_value(b, name), name, negative, mode)


def remainder(a: int, b: int, name: str) -> int:
    """C's fmod: the sign is that of ``a``."""
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    if is_inf(a, name) or is_zero(b, name):
        return default_nan(name)
    if is_inf(b, name):
        return a
    x, y = abs(exact_value(a, name)), abs(exact_value(b, name))
    rest = x - y * (x // y)
    negative = is_negative(a, name)
    return from_fraction(-rest if negative else rest, name, negative)


def compare(a: int, b: int, name: str) -> int | None:
    """-1, 0 or 1; None if either is a NaN."""
    if is_nan(a, name) or is_nan(b, name):
        return None
    x, y = _ordered(a, name), _ordered(b, name)
    return (x > y) - (x < y)


def _ordered(bits: int, name: str) -> Fraction | float:
    if is_inf(bits, name):
        return -math.inf if is_negative(bits, name) else math.inf
    return exact_value(bits, name)


def maximum(a: int, b: int, name: str) -> int:
    """The larger one; a NaN wins, and -0 is less than +0."""
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    if is_zero(a, name) and is_zero(b, name) and a != b:
        return b if is_negative(a, name) else a
    return b if compare(a, b, name) == -1 else a


def minimum(a: int, b: int, name: str) -> int:
    """The smaller one; a NaN wins, and -0 is less than +0."""
    nan = _nan_of(a, b, name)
    if nan is not None:
        return nan
    if is_zero(a, name) and is_zero(b, name) and a != b:
        return a if is_negative(a, name) else b
    return b if compare(b, a, name) == -1 else a


def max_num(a: int, b: int, name: str) -> int:
    """The larger one; a NaN loses."""
    if is_nan(a, name):
        return quiet(b, name) if is_nan(b, name) else b
    return a if is_nan(b, name) else maximum(a, b, name)


def min_num(a: int, b: int, name: str) -> int:
    """The smaller one; a NaN loses."""
    if is_nan(a, name):
        return quiet(b, name) if is_nan(b, name) else b
    return a if is_nan(b, name) else minimum(a, b, name)


def copy_sign(a: int, b: int, name: str) -> int:
    return a if is_negative(a, name) == is_negative(b, name) else negate(a, name)


def round_integral(bits: int, name: str, rounding: Callable[[Fraction], int]) -> int:
    """``bits`` rounded to an integer by ``rounding``; zeros, infinities and NaNs stay."""
    if classify(bits, name) != "finite":
        return quiet(bits, name) if is_nan(bits, name) else bits
    rounded = rounding(exact_value(bits, name))
    return from_fraction(rounded, name, is_negative(bits, name))


def to_integer(bits: int, name: str, width: int, signed: bool) -> int | None:
    """Truncated towards zero; None where it doesn't fit in ``width`` bits."""
    if classify(bits, name) != "finite":
        return None
    value = math.trunc(exact_value(bits, name))
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    return value if low <= value < high else None


def from_integer(value: int, name: str) -> int:
    return from_fraction(value, name)


def representable(source: Format, target: Format) -> bool:
    """Every value of ``source`` is one of ``target`` (APFloat's isRepresentableBy)."""
    return (
        source.max_exponent <= target.max_exponent
        and source.min_exponent >= target.min_exponent
        and source.precision <= target.precision
    )


def convert_exactly(bits: int, source: str, target: str) -> int | None:
    """``bits`` of format ``source`` in format ``target``; None where anything would be lost."""
    kind, negative = classify(bits, source), is_negative(bits, source)
    if kind == "nan":
        return _convert_nan(bits, source, target)
    if kind == "inf":
        return infinity(target, negative) if FORMATS[target].kind == "ieee" else None
    if is_zero(bits, source) and negative and FORMATS[target].kind == "fnuz":
        return None
    if is_zero(bits, source) or FORMATS[source].kind == "e8m0" or bits & ~sign_bit(source):
        converted = from_fraction(exact_value(bits, source), target, negative)
        if classify(converted, target) != "finite":
            return None
        same = exact_value(converted, target) == exact_value(bits, source)
        return converted if same else None
    return zero(target, negative)


def _convert_nan(bits: int, source: str, target: str) -> int | None:
    from_format, to_format = FORMATS[source], FORMATS[target]
    negative = is_negative(bits, source) and from_format.kind != "fnuz"
    if to_format.kind != "ieee":
        nan = float_to_bits(math.copysign(math.nan, -1.0 if negative else 1.0), target)
        return nan if from_format.kind == to_format.kind else None
    if from_format.kind not in ("ieee", "fn"):
        return default_nan(target) | (sign_bit(target) if negative else 0)
    payload = bits & ((1 << from_format.mantissa_bits) - 1)
    shift = to_format.mantissa_bits - from_format.mantissa_bits
    # Of a format's only NaN nothing is lost, although its lowest bit may be.
    lost = shift < 0 and payload & ((1 << -shift) - 1)
    if from_format.kind == "ieee" and (lost or quiet(bits, source) != bits):
        return None
    payload = payload << shift if shift >= 0 else payload >> -shift
    exponent = ((1 << to_format.exponent_bits) - 1) << to_format.mantissa_bits
    return (sign_bit(target) if negative else 0) | exponent | payload
