"""Linear algebra over F2 on vectors packed into ints, bit i being component i.

A *reducer* holds the span of some columns in echelon form: leading bit -> (vector, mask of the
columns that sum to it). Columns are taken greedily in order, so the columns in its masks are the
pivots that Gaussian elimination would choose, and every column left out depends on earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mlir_mini.layout.errors import LayoutError

Reducer: TypeAlias = "dict[int, tuple[int, int]]"


def span(columns: Iterable[int]) -> Reducer:
    """The reducer of all columns; its length is the rank."""
    reducer: Reducer = {}
    for index, column in enumerate(columns):
        insert(reducer, column, 1 << index)
    return reducer


def insert(reducer: Reducer, column: int, label: int) -> bool:
    """Adds a column, whose mask is `label`; False if it was in the span already."""
    rest, used = reduce(reducer, column)
    if rest == 0:
        return False
    reducer[rest.bit_length()] = (rest, used ^ label)
    return True


def reduce(reducer: Reducer, vector: int) -> tuple[int, int]:
    """(remainder modulo the span, mask of the columns subtracted); (0, mask) if in the span."""
    used = 0
    while vector:
        found = reducer.get(vector.bit_length())
        if found is None:
            break
        vector ^= found[0]
        used ^= found[1]
    return vector, used


def split(value: int, widths: Sequence[int]) -> tuple[int, ...]:
    """Cuts an int into fields of these widths in bits, the lowest first."""
    parts = []
    for width in widths:
        parts.append(value & ((1 << width) - 1))
        value >>= width
    return tuple(parts)


def is_power_of_2(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def log2(size: int) -> int:
    """The exponent of a power of two. Raises LayoutError for any other number."""
    if not is_power_of_2(size):
        raise LayoutError(f"{size} is not a power of 2")
    return size.bit_length() - 1
