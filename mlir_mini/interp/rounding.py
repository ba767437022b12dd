"""Arithmetic with a rounding mode: exact, in fractions, one element at a time.

What numpy computes is rounded to nearest and even; every other mode of arith starts again from the
operands.
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
