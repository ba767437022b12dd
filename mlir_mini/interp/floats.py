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

from mlir_mini.ir.floats import FORMATS, bits_to_float, classify

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


def _encode_bf16(values: Any, rounding: str) -> Any:
    bits = np.asarray(values, np.float32).view(np.uint32)
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
        return _encode_e8m0(values)
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
        ones = (1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1
        quiet = 1 << (fmt.width - 1) if fmt.kind == "fnuz" else ones
        code = np.where(np.isnan(values), quiet, code)
    return code.astype(np.uint8)


def _encode_e8m0(values: Any) -> Any:
    mantissa, exponent = np.frexp(np.abs(values))
    # frexp's mantissa is in [0.5, 1): a power of two has 0.5.
    power = exponent - 1 + (mantissa > 0.75)
    code = np.clip(power + 127, 0, 254)
    return np.where(np.isnan(values), 255, code).astype(np.uint8)


def round_tf32(values: Any) -> Any:
    """f32 values rounded to 10 bits behind the point, ties away from zero (cvt.rna.tf32.f32)."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)
    finite = np.isfinite(values)
    return np.where(finite, rounded.view(np.float32), values).astype(np.float32)
