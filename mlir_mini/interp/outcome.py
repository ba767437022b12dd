"""What a run leaves behind, and where two runs differ.

Integers, pointers and whatever is not a float must be the same. Floats must be the same number (0
and -0 differ, any NaN equals any other) unless a tolerance is given: then they may differ by a
share of the larger magnitude, of theirs and of what is usual in the buffer. Floats of 8 bits and
fewer may then be neighbours as well, whatever share that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from mlir_mini.interp.memory import Buffer
from mlir_mini.interp.values import Descriptor, MemDesc, byte_width, is_float, to_float
from mlir_mini.ir.floats import FORMATS
from mlir_mini.ir.types import Type, element_type_or_self, f16, f32, f64


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


#: What floats of a type may differ by, as a share of the magnitude, such as 2**-14.
Tolerance: TypeAlias = Callable[[Type], float]

#: Tolerances for f32, whose products may be split into those of bf16, and for f64; other formats
#: allow four units in the last place, those of 8 bits and fewer one.
F32_TOLERANCE = 2.0**-14
F64_TOLERANCE = 2.0**-40
#: No format allows more: with a share of 1, zero would do for any number.
LARGEST_TOLERANCE = 2.0**-3


def format_tolerance(type: Type) -> float:
    """How far floats of a type may be apart where their computation is rounded in another way."""
    element: Any = element_type_or_self(type)
    if element.name == "f32":
        return F32_TOLERANCE
    if element.name == "f64":
        return F64_TOLERANCE
    units = 1.0 if element.width <= 8 else 4.0
    return min(units * 2.0 ** -FORMATS[element.name].mantissa_bits, LARGEST_TOLERANCE)


def at_least(share: float) -> Tolerance:
    """A share that some rounding before comes to, or more where a type's own format is coarser."""
    return lambda type: max(share, format_tolerance(type))


def compare(
    before: Outcome, after: Outcome, tolerance: Tolerance | None = None
) -> Difference | None:
    """The first difference of two outcomes, or None.

    ``tolerance`` says by the type what floats may differ by; None demands the same floats.
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


_PRINTED = {np.dtype(np.float16): f16, np.dtype(np.float32): f32, np.dtype(np.float64): f64}


def _compare_records(
    before: Outcome, after: Outcome, tolerance: Tolerance | None
) -> Difference | None:
    if before.assertions != after.assertions:
        return Difference("failed assertions", None, before.assertions, after.assertions)
    if len(before.prints) != len(after.prints):
        return Difference("number of prints", None, len(before.prints), len(after.prints))
    for old, new in zip(before.prints, after.prints, strict=True):
        if old[:2] != new[:2]:
            return Difference("print", None, old[:2], new[:2])
        for a, b in zip(old[2], new[2], strict=True):
            # Bit patterns of narrow floats are compared as they are.
            type = _PRINTED.get(a.dtype)
            share = None if tolerance is None or type is None else tolerance(type)
            index = _where(a, b, share)
            if index is not None:
                return Difference(f"print '{old[1]}'", index, a.flat[index], b.flat[index])
    return None


def _first_difference(
    what: str, old: Any, new: Any, type: Type, tolerance: Tolerance | None, first: int
) -> Difference | None:
    old, new = np.asarray(old), np.asarray(new)
    if old.shape != new.shape:
        return Difference(f"shape of {what}", None, old.shape, new.shape)
    share, near = None, None
    if is_float(type):
        if tolerance is not None:
            share, near = tolerance(type), _are_neighbours(old, new, type)
        old, new = np.asarray(to_float(old, type)), np.asarray(to_float(new, type))
    index = _where(old, new, share, near)
    if index is None:
        return None
    return Difference(what, index + first, old.flat[index], new.flat[index])


def _are_neighbours(old: Any, new: Any, type: Type) -> Any:
    """Whether patterns of at most 8 bits are those of adjacent numbers; None for other types."""
    element: Any = element_type_or_self(type)
    if element.width > 8:
        return None
    fmt = FORMATS[element.name]
    magnitude = (1 << (fmt.exponent_bits + fmt.mantissa_bits)) - 1

    def position(bits: Any) -> Any:
        bits = bits.astype(np.int64)
        return np.where(bits > magnitude, -(bits & magnitude), bits)

    finite = np.isfinite(to_float(old, type)) & np.isfinite(to_float(new, type))
    return finite & (np.abs(position(old) - position(new)) <= 1)


def _where(old: Any, new: Any, share: float | None, near: Any = None) -> int | None:
    """The first index, in memory's order, at which arrays differ and are not ``near`` each other.

    ``share`` and ``near`` are what a tolerance allows.
    """
    old, new = np.asarray(old).reshape(-1), np.asarray(new).reshape(-1)
    if old.dtype.kind != "f":
        different = old != new
    else:
        both_nan = np.isnan(old) & np.isnan(new)
        different = ((old != new) | (np.signbit(old) != np.signbit(new))) & ~both_nan
        if share is not None and different.any():
            different &= ~_close(old, new, share)
        if near is not None:
            different &= ~near.reshape(-1)
    places = np.flatnonzero(different)
    return int(places[0]) if len(places) else None


def _close(old: Any, new: Any, share: float) -> Any:
    with np.errstate(all="ignore"):
        a, b = old.astype(np.float64), new.astype(np.float64)
        finite = np.abs(a[np.isfinite(a)])
        usual = finite.mean() if finite.size else 0.0
        allowed = share * np.maximum(np.maximum(np.abs(a), np.abs(b)), usual)
        both_finite = np.isfinite(a) & np.isfinite(b)
        return (both_finite & (np.abs(a - b) <= allowed)) | (a == b)
