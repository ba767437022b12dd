"""What a run leaves behind, and where two runs differ.

Integers, pointers and whatever is not a float must be the same. Floats must be the same number (0
and -0 differ, any NaN equals any other) unless a tolerance is given: then they may differ by that
share of the larger magnitude, of theirs and of what is usual in the buffer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlir_mini.interp.memory import Buffer
from mlir_mini.interp.values import Descriptor, MemDesc, byte_width, is_float, to_float
from mlir_mini.ir.floats import FORMATS
from mlir_mini.ir.types import Type, element_type_or_self


class Outcome:
    """Buffers, returned values, printed values and failed assertions after a run."""

    def __init__(
        self,
        buffers: list[Buffer],
        returned: list[Any],
        returned_types: Sequence[Type],
        prints: list[Any],
        assertions: list[Any],
    ) -> None:
        self.buffers = buffers
        self.returned = returned
        self.returned_types = returned_types
        self.prints = prints
        self.assertions = assertions


class Difference:
    """The first element that differs: of what, where, and both values."""

    def __init__(self, what: str, index: int | None, before: Any, after: Any) -> None:
        self.what = what
        self.index = index
        self.before = before
        self.after = after

    def __str__(self) -> str:
        where = "" if self.index is None else f", element {self.index}"
        return f"{self.what}{where}: {self.before} before, {self.after} after"


#: Tolerances for f32, whose products may be split into those of bf16, and for f64; other formats
#: allow four units in the last place.
F32_TOLERANCE = 2.0**-14
F64_TOLERANCE = 2.0**-40


def format_tolerance(type: Type) -> float:
    """How far floats of a type may be apart where their computation is rounded in another way."""
    element: Any = element_type_or_self(type)
    if element.name == "f32":
        return F32_TOLERANCE
    if element.name == "f64":
        return F64_TOLERANCE
    return 4.0 * 2.0 ** -FORMATS[element.name].mantissa_bits


def compare(before: Outcome, after: Outcome, tolerance: float | None = None) -> Difference | None:
    """The first difference of two outcomes, or None.

    ``tolerance`` is a share of the magnitude, such as 2**-14; each buffer allows at least what
    its own format does. None demands the same floats.
    """
    for old, new in zip(before.buffers, after.buffers, strict=True):
        if old.data.tobytes() == new.data.tobytes():
            continue
        first = (old.start - old.origin) // byte_width(old.element_type)
        found = _first_difference(
            old.name, old.elements, new.elements, old.element_type, tolerance, first
        )
        if found is not None:
            return found
    if len(before.returned) != len(after.returned):
        return Difference("returned values", None, len(before.returned), len(after.returned))
    for i, (old, new) in enumerate(zip(before.returned, after.returned, strict=True)):
        if isinstance(old, (Descriptor, MemDesc)) or old is None:
            continue
        type = before.returned_types[i]
        found = _first_difference(f"returned value #{i}", old, new, type, tolerance, 0)
        if found is not None:
            return found
    return _compare_records(before, after, tolerance)


def _compare_records(before: Outcome, after: Outcome, tolerance: float | None) -> Difference | None:
    if before.assertions != after.assertions:
        return Difference("failed assertions", None, before.assertions, after.assertions)
    if len(before.prints) != len(after.prints):
        return Difference("number of prints", None, len(before.prints), len(after.prints))
    for old, new in zip(before.prints, after.prints, strict=True):
        if old[:2] != new[:2]:
            return Difference("print", None, old[:2], new[:2])
        for a, b in zip(old[2], new[2], strict=True):
            # Bit patterns of narrow floats are compared as they are.
            loose = tolerance if a.dtype.kind == "f" else None
            index = _where(a, b, loose)
            if index is not None:
                return Difference(f"print '{old[1]}'", index, a.flat[index], b.flat[index])
    return None


def _first_difference(
    what: str, old: Any, new: Any, type: Type, tolerance: float | None, first: int
) -> Difference | None:
    old, new = np.asarray(old), np.asarray(new)
    if old.shape != new.shape:
        return Difference(f"shape of {what}", None, old.shape, new.shape)
    if is_float(type):
        old, new = np.asarray(to_float(old, type)), np.asarray(to_float(new, type))
        if tolerance is not None:
            tolerance = max(tolerance, format_tolerance(type))
    else:
        tolerance = None
    index = _where(old, new, tolerance)
    if index is None:
        return None
    return Difference(what, index + first, old.flat[index], new.flat[index])


def _where(old: Any, new: Any, tolerance: float | None) -> int | None:
    """The first index, in memory's order, at which two arrays differ."""
    old, new = np.asarray(old).reshape(-1), np.asarray(new).reshape(-1)
    if old.dtype.kind != "f":
        different = old != new
    else:
        both_nan = np.isnan(old) & np.isnan(new)
        different = ((old != new) | (np.signbit(old) != np.signbit(new))) & ~both_nan
        if tolerance is not None and different.any():
            different &= ~_close(old, new, tolerance)
    places = np.flatnonzero(different)
    return int(places[0]) if len(places) else None


def _close(old: Any, new: Any, tolerance: float) -> Any:
    with np.errstate(all="ignore"):
        a, b = old.astype(np.float64), new.astype(np.float64)
        finite = np.abs(a[np.isfinite(a)])
        usual = finite.mean() if finite.size else 0.0
        allowed = tolerance * np.maximum(np.maximum(np.abs(a), np.abs(b)), usual)
        both_finite = np.isfinite(a) & np.isfinite(b)
        return (both_finite & (np.abs(a - b) <= allowed)) | (a == b)
