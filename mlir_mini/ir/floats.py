"""Floating point formats as bit patterns: conversion, and MLIR's printed form.

Printing follows LLVM's ``APFloat::toString`` as MLIR's AsmPrinter calls it: six significant
digits in exponent form where these read back to the same bits, else as many digits as the format
can need, else hexadecimal.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


class Format:
    """A binary floating point format.

    ``kind`` says what the top of the range holds: ``ieee`` (infinities and NaNs), ``fn`` (no
    infinity, all-ones is NaN), ``fnuz`` (no infinity, no negative zero, NaN is the pattern of
    minus zero), ``finite`` (neither infinity nor NaN), ``e8m0`` (exponent only, no sign or zero).
    """

    __slots__ = ("bias", "exponent_bits", "kind", "mantissa_bits", "precision", "width")

    def __init__(
        self, exponent_bits: int, mantissa_bits: int, kind: str = "ieee", bias: int | None = None
    ) -> None:
        self.exponent_bits = exponent_bits
        self.mantissa_bits = mantissa_bits
        self.kind = kind
        self.bias = (1 << (exponent_bits - 1)) - 1 if bias is None else bias
        self.width = exponent_bits + mantissa_bits + (kind != "e8m0")
        self.precision = mantissa_bits + 1

    @property
    def max_exponent(self) -> int:
        """Exponent of the largest finite values."""
        top = (1 << self.exponent_bits) - 1 - self.bias
        return top - 1 if self.kind == "ieee" else top

    @property
    def min_exponent(self) -> int:
        """Exponent of the smallest normal values."""
        return (0 if self.kind == "e8m0" else 1) - self.bias


FORMATS = {
    "f16": Format(5, 10),
    "bf16": Format(8, 7),
    "f32": Format(8, 23),
    "f64": Format(11, 52),
    "f128": Format(15, 112),
    "tf32": Format(8, 10),
    "f8E5M2": Format(5, 2),
    "f8E4M3": Format(4, 3),
    "f8E3M4": Format(3, 4),
    "f8E4M3FN": Format(4, 3, "fn"),
    "f8E5M2FNUZ": Format(5, 2, "fnuz", 16),
    "f8E4M3FNUZ": Format(4, 3, "fnuz", 8),
    "f8E4M3B11FNUZ": Format(4, 3, "fnuz", 11),
    "f8E8M0FNU": Format(8, 0, "e8m0", 127),
    "f6E2M3FN": Format(2, 3, "finite"),
    "f6E3M2FN": Format(3, 2, "finite"),
    "f4E2M1FN": Format(2, 1, "finite"),
    # x87's explicit integer bit makes no difference to the values printed here.
    "f80": Format(15, 63),
}


def _nan_bits(fmt: Format, negative: bool) -> int:
    sign = negative << (fmt.width - 1)
    ones = (1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1
    if fmt.kind == "ieee":
        return (
            sign
            | (((1 << fmt.exponent_bits) - 1) << fmt.mantissa_bits)
            | (1 << (fmt.mantissa_bits - 1))
        )
    if fmt.kind == "fnuz":
        return 1 << (fmt.width - 1)
    if fmt.kind == "e8m0":
        return 0xFF
    return sign | ones


def _max_finite(fmt: Format) -> int:
    """Magnitude bits of the largest finite value."""
    ones = (1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1
    if fmt.kind == "ieee":
        return (((1 << fmt.exponent_bits) - 1) << fmt.mantissa_bits) - 1
    if fmt.kind in ("fn", "e8m0"):
        return ones - 1
    return ones


def classify(bits: int, name: str) -> str:
    """``finite``, ``inf`` or ``nan``."""
    fmt = FORMATS[name]
    magnitude = bits & ((1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1)
    if fmt.kind == "ieee":
        limit = ((1 << fmt.exponent_bits) - 1) << fmt.mantissa_bits
        if magnitude < limit:
            return "finite"
        return "inf" if magnitude == limit else "nan"
    if fmt.kind == "fnuz":
        return "nan" if bits == 1 << (fmt.width - 1) else "finite"
    return "nan" if magnitude > _max_finite(fmt) else "finite"


def _parts(bits: int, fmt: Format) -> tuple[bool, int, int]:
    """Sign, integer significand and binary exponent of a finite pattern."""
    negative = fmt.kind != "e8m0" and bool(bits >> (fmt.width - 1))
    exponent = (bits >> fmt.mantissa_bits) & ((1 << fmt.exponent_bits) - 1)
    mantissa = bits & ((1 << fmt.mantissa_bits) - 1)
    if fmt.kind == "e8m0":
        return False, 1, exponent - fmt.bias
    if exponent == 0:
        return negative, mantissa, 1 - fmt.bias - fmt.mantissa_bits
    return negative, mantissa | (1 << fmt.mantissa_bits), exponent - fmt.bias - fmt.mantissa_bits


def _ratio(bits: int, fmt: Format) -> tuple[int, int]:
    """Magnitude of a finite pattern as numerator and denominator (a power of two), reduced."""
    _, significand, exponent = _parts(bits, fmt)
    if exponent >= 0:
        return significand << exponent, 1
    common = min((significand & -significand).bit_length() - 1, -exponent) if significand else 0
    return significand >> common, 1 << (-exponent - common)


def exact_value(bits: int, name: str) -> Fraction:
    """The value of a finite pattern of the format ``name``."""
    from fractions import Fraction

    fmt = FORMATS[name]
    value = Fraction(*_ratio(bits, fmt))
    return -value if _parts(bits, fmt)[0] else value


def bits_to_float(bits: int, name: str) -> float:
    """The value of a bit pattern of the format ``name`` as a Python float (nearest for f128)."""
    kind = classify(bits, name)
    fmt = FORMATS[name]
    negative = fmt.kind != "e8m0" and bool(bits >> (fmt.width - 1))
    if kind == "nan":
        return -math.nan if negative else math.nan
    if kind == "inf":
        return -math.inf if negative else math.inf
    numerator, denominator = _ratio(bits, fmt)
    value = numerator / denominator
    return -value if negative else value


#: Rounding modes, as arith spells them.
NEAREST_EVEN = "to_nearest_even"
NEAREST_AWAY = "to_nearest_away"
DOWNWARD = "downward"
UPWARD = "upward"


def _rounds_up(twice_rest: int, divisor: int, odd: int, negative: bool, mode: str) -> bool:
    """Whether a magnitude is rounded to the larger neighbour, away from zero."""
    if mode == NEAREST_EVEN:
        return twice_rest > divisor or (twice_rest == divisor and bool(odd))
    if mode == NEAREST_AWAY:
        return twice_rest >= divisor
    return twice_rest > 0 and mode == (DOWNWARD if negative else UPWARD)


def _round_magnitude(
    numerator: int, denominator: int, fmt: Format, negative: bool, mode: str
) -> int | None:
    """Rounded bits of the magnitude of a value; None where it overflows."""
    if numerator == 0:
        return 0
    # Exponent of the leading bit.
    exponent = numerator.bit_length() - denominator.bit_length()
    if _shifted(denominator, exponent) > _shifted(numerator, -exponent):
        exponent -= 1
    unit = max(exponent, 1 - fmt.bias) - fmt.mantissa_bits
    divisor = _shifted(denominator, unit)
    whole, rest = divmod(_shifted(numerator, -unit), divisor)
    twice = 2 * rest
    if _rounds_up(twice, divisor, whole & 1, negative, mode):
        whole += 1
    if fmt.kind == "e8m0":
        bits = unit + fmt.bias + (whole.bit_length() - 1)
        return bits if 0 <= bits <= 0xFE else None
    # Adding the significand to the exponent field carries into it where rounding does.
    bits = whole + ((unit + fmt.mantissa_bits + fmt.bias - 1) << fmt.mantissa_bits)
    return bits if bits <= _max_finite(fmt) else None


def _shifted(value: int, places: int) -> int:
    """``value`` shifted left by ``places``, or itself where that is negative."""
    return value << places if places > 0 else value


@lru_cache(maxsize=4096)
def round_ratio(
    numerator: int, denominator: int, negative: bool, name: str, mode: str = NEAREST_EVEN
) -> int:
    """Pattern of a magnitude and a sign, rounded in the format ``name``."""
    fmt = FORMATS[name]
    sign = negative << (fmt.width - 1) if fmt.kind != "e8m0" else 0
    bits = _round_magnitude(numerator, denominator, fmt, negative, mode)
    if bits is None:
        nearest = mode in (NEAREST_EVEN, NEAREST_AWAY)
        if not nearest and mode != (DOWNWARD if negative else UPWARD):
            return sign | _max_finite(fmt)
        if fmt.kind == "ieee":
            return sign | ((1 << fmt.exponent_bits) - 1) << fmt.mantissa_bits
        return _nan_bits(fmt, negative) if fmt.kind != "finite" else sign | _max_finite(fmt)
    if bits == 0 and fmt.kind == "fnuz":
        return 0
    return sign | bits


def round_to_bits(
    value: Fraction | int, negative: bool, name: str, mode: str = NEAREST_EVEN
) -> int:
    """:func:`round_ratio` of a fraction or an integer."""
    return round_ratio(value.numerator, value.denominator, negative, name, mode)


def float_to_bits(value: float, name: str) -> int:
    """Bit pattern of ``value`` rounded to nearest even in the format ``name``."""
    fmt = FORMATS[name]
    if math.isnan(value):
        return _nan_bits(fmt, math.copysign(1.0, value) < 0)
    negative = math.copysign(1.0, value) < 0
    if math.isinf(value):
        if fmt.kind == "ieee":
            sign = negative << (fmt.width - 1)
            return sign | ((1 << fmt.exponent_bits) - 1) << fmt.mantissa_bits
        if fmt.kind != "finite":
            return _nan_bits(fmt, negative)
        return negative << (fmt.width - 1) | _max_finite(fmt)
    return round_ratio(*abs(value).as_integer_ratio(), negative, name)


def _digits(numerator: int, denominator: int, precision: int) -> tuple[str, int]:
    """Significant decimal digits without trailing zeros, and the exponent of the last one.

    Rounds half up on the next digit, as ``AdjustToPrecision`` does.
    """
    exponent = 0
    if denominator != 1:
        # The denominator is a power of two: multiply by five for each factor.
        shift = denominator.bit_length() - 1
        numerator *= 5**shift
        exponent = -shift
    # Before it rounds, APFloat cuts off what is not needed for about that many digits.
    surplus = numerator.bit_length() - (precision * 196 + 58) // 59
    removable = max(surplus, 0) * 59 // 196
    numerator //= 10**removable
    exponent += removable
    text = str(numerator)
    if len(text) > precision:
        kept, following = text[:precision], text[precision]
        exponent += len(text) - precision
        text = str(int(kept) + 1) if following >= "5" else kept
    stripped = text.rstrip("0")
    return stripped, exponent + len(text) - len(stripped)


def _scientific(digits: str, exponent: int, fraction: int | None) -> str:
    exponent += len(digits) - 1
    sign = "-" if exponent < 0 else "+"
    if fraction is not None:
        return f"{digits[0]}.{digits[1:].ljust(fraction, '0')}e{sign}{abs(exponent):02d}"
    return f"{digits[0]}.{digits[1:] or '0'}E{sign}{abs(exponent)}"


@lru_cache(maxsize=4096)
def format_float(bits: int, name: str) -> str:
    """The text MLIR prints for a float attribute's value."""
    fmt = FORMATS[name]
    if classify(bits, name) == "finite":
        negative, significand, _ = _parts(bits, fmt)
        sign = "-" if negative else ""
        if significand == 0:
            return sign + "0.000000e+00"
        numerator, denominator = _ratio(bits, fmt)
        digits, exponent = _digits(numerator, denominator, 6)
        scale = 10 ** abs(exponent)
        read_back = (int(digits), scale) if exponent < 0 else (int(digits) * scale, 1)
        if round_ratio(*read_back, negative, name) == bits:
            return sign + _scientific(digits, exponent, 6)
        precision = 2 + fmt.precision * 59 // 196
        digits, exponent = _digits(numerator, denominator, precision)
        leading = exponent + len(digits) - 1
        if exponent >= 0:
            scientific = exponent > 3 or len(digits) + exponent > precision
        else:
            scientific = leading < 0 and -leading > 3
        if scientific:
            return sign + _scientific(digits, exponent, None)
        if exponent < 0:
            whole = exponent + len(digits)
            if whole > 0:
                return f"{sign}{digits[:whole]}.{digits[whole:]}"
            return f"{sign}0.{'0' * -whole}{digits}"
    return f"0x{bits:X}"
