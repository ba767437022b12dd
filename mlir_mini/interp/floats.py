"""Floats that numpy has no type for: bf16 and the formats of 8 bits and less.

Their values are kept as bit patterns (``uint16``, ``uint8``), so that moving them about loses
nothing; arithmetic decodes to f32, computes, and rounds. Every value of these formats is an f32,
and f32 has more than twice their precision, so that rounding an f32 sum, product, quotient or root
gives what rounding the exact one gives.

Rounding is to nearest, ties to even, unless told otherwise. What is too large becomes infinity, or
NaN in formats without one, as where MLIR folds constants (GPUs saturate); formats that have neither
saturate.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from mlir_mini.ir.floats import FORMATS, bits_to_float, classify, float_to_bits

#: Float formats by what numpy stores them in.
NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


@cache
def _decoded(name: str) -> Any:
    """The value of every pattern of a small format."""
    width = FORMATS[name].width
    with np.errstate(all="ignore"):
        return np.array([bits_to_float(bits, name) for bits in range(1 << width)], np.float32)


@cache
def _magnitudes(name: str) -> tuple[Any, Any]:
    """Finite values from zero up, and the midpoints between them and behind the last one."""
    fmt = FORMATS[name]
    top = 1 << (fmt.exponent_bits + fmt.mantissa_bits)
    finite = [bits for bits in range(top) if classify(bits, name) == "finite"]
    values = _decoded(name)[finite].astype(np.float64)
    behind = 2 * values[-1] - values[-2]
    return values, (values + np.append(values[1:], behind)) / 2


def decode(bits: Any, name: str) -> Any:
    """Bit patterns as f32 values."""
    if name == "bf16":
        return (np.asarray(bits, np.uint32) << np.uint32(16)).view(np.float32)
    return _decoded(name)[bits]


def encode(values: Any, name: str, rounding: str = "rtne") -> Any:
    """f32 or f64 values rounded to a narrow format, as bit patterns."""
    if name == "bf16":
        return _encode_bf16(values, rounding)
    return _encode_small(np.asarray(values, np.float64), name, rounding)


def _to_odd(values: Any) -> Any:
    """f64 values cut off to f32, with an odd last bit where something is lost.

    Another rounding to at least two bits less then gives what rounding the f64 would: it can't take
    what is near a tie for one.
    """
    with np.errstate(all="ignore"):
        nearest = values.astype(np.float32)
        back = nearest.astype(np.float64)
        bits = nearest.view(np.uint32)
        bits = bits - (np.abs(back) > np.abs(values)).astype(np.uint32)
        lost = (back != values) & ~np.isnan(values)
    return (bits | lost.astype(np.uint32)).view(np.float32)


def _encode_bf16(values: Any, rounding: str) -> Any:
    values = np.asarray(values)
    if values.dtype != np.float32:
        values = _to_odd(np.asarray(values, np.float64))
    bits = values.view(np.uint32)
    nan = np.isnan(values)
    if rounding == "rtz":
        rounded = bits
    else:
        rounded = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    quiet = bits | np.uint32(0x400000)
    return (np.where(nan, quiet, rounded) >> np.uint32(16)).astype(np.uint16)


def _encode_small(values: Any, name: str, rounding: str) -> Any:
    fmt = FORMATS[name]
    if fmt.kind == "e8m0":
        return _encode_e8m0(values, rounding)
    steps, midpoints = _magnitudes(name)
    magnitude = np.abs(values)
    largest = len(steps) - 1
    if rounding == "rtz":
        code = np.clip(np.searchsorted(steps, magnitude, side="right") - 1, 0, largest)
        code = np.where(np.isinf(values), largest + 1, code)
    else:
        code = np.searchsorted(midpoints, magnitude, side="left")
        tie = magnitude == midpoints[np.minimum(code, largest)]
        code = code + (tie & (code % 2 == 1))
    # The pattern behind the largest number is infinity or NaN.
    code = np.minimum(code, largest if fmt.kind == "finite" else largest + 1)
    negative = np.signbit(values)
    if fmt.kind == "fnuz":
        negative = negative & (code != 0) & (code <= largest)
    code = code | (negative.astype(np.int64) << (fmt.width - 1))
    if fmt.kind != "finite":
        sign = code & (1 << (fmt.width - 1))
        code = np.where(np.isnan(values), sign | float_to_bits(np.nan, name), code)
    return code.astype(np.uint8)


def _encode_e8m0(values: Any, rounding: str) -> Any:
    """Magnitudes as powers of two from 2**-127, which is zero as well, to 2**127; NaN behind.

    Powers count as odd, so that what is halfway goes up; all but 2**-127, the half of a unit.
    """
    nearest = rounding != "rtz"
    magnitude = np.abs(values)
    # frexp's mantissa is in [0.5, 1): a power of two has 0.5.
    mantissa, exponent = np.frexp(magnitude)
    code = exponent + 126 + (nearest & (mantissa >= 0.75))
    code = np.where(magnitude < 2.0**-126, nearest & (magnitude > 2.0**-127), code)
    if not nearest:
        code = np.minimum(code, 254)
    return np.where(np.isfinite(magnitude) & (code < 255), code, 255).astype(np.uint8)


def round_tf32(values: Any) -> Any:
    """f32 values rounded to 10 bits behind the point, ties away from zero (cvt.rna.tf32.f32)."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)
    finite = np.isfinite(values)
    return np.where(finite, rounded.view(np.float32), values).astype(np.float32)
