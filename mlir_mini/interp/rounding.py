"""Rounding that numpy has not: the modes of arith, and products and sums rounded once.

What numpy computes is rounded to nearest and even; every other mode starts again from the operands,
in fractions, one element at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from mlir_mini.interp.values import bits_of, from_bits
from mlir_mini.ir.floats import DOWNWARD, round_to_bits
from mlir_mini.ir.types import Type, element_type_or_self


def rounded(
    function: Callable[..., Any], operands: Sequence[Any], nearest: Any, type: Type, mode: str
) -> Any:
    """What ``function`` makes of floats, rounded to float ``type`` in another ``mode``.

    ``function`` takes fractions as well; ``nearest`` is its result rounded to nearest and even, in
    the representation of ``type``. It holds where an operand is not finite, or the result is not.
    """
    element: Any = element_type_or_self(type)
    name = element.name
    shape = np.shape(nearest)
    columns = [np.broadcast_to(each, shape).reshape(-1) for each in operands]
    found = np.array(bits_of(np.asarray(nearest))).reshape(-1)
    for i, values in enumerate(zip(*columns, strict=True)):
        if not all(np.isfinite(value) for value in values):
            continue
        try:
            exact = function(*[Fraction(float(value)) for value in values])
        except ZeroDivisionError:
            continue
        if exact:
            found[i] = round_to_bits(abs(exact), exact < 0, name, mode)
        elif mode == DOWNWARD and function in (np.add, np.subtract):
            found[i] = round_to_bits(0, _is_negative_zero(function, *values), name, mode)
    return from_bits(found.reshape(shape), type)


def _is_negative_zero(function: Any, a: Any, b: Any) -> bool:
    """The sign of a sum that is zero, rounded down: only that of two positive zeros is positive."""
    return bool(np.signbit(a) or np.signbit(b) != (function is np.subtract))


def fused(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c``, which is then rounded once to the type of the three, f32 or f64, or less.

    Of f32 the product is exact in f64. A sum that is not has an odd last bit: then rounding it to
    f32 can't take what is near a tie for one.
    """
    if a.dtype == np.float64:
        return _fused_double(a, b, c)
    product, summand = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
    total = np.asarray(product + summand)
    # What rounding the sum has lost, exactly.
    part = total - product
    lost = (product - (total - part)) + (summand - part)
    bits = total.view(np.int64)
    even = np.isfinite(total) & (lost != 0) & (bits & 1 == 0)
    # Away from zero the patterns go up.
    return (bits + np.where(even, np.where((lost > 0) == (total > 0), 1, -1), 0)).view(np.float64)


def _fused_one(a: float, b: float, c: float) -> float:
    plain = a * b + c
    if not (np.isfinite(a) and np.isfinite(b) and np.isfinite(c)):
        return plain
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if not exact:
        return plain if plain == 0 else 0.0
    try:
        return float(exact)
    except OverflowError:
        return np.copysign(np.inf, float(exact > 0) - 0.5)


_fused_double = np.vectorize(_fused_one, otypes=[np.float64])
