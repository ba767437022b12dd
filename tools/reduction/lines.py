"""Delta debugging: the smallest list, of lines or of anything, on which something still fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimize(items: Sequence[T], interesting: Callable[[list[T]], bool]) -> list[T]:
    """A part of the items that is interesting, and of which no single one can go.

    The whole has to be interesting. Halves are left out first, then quarters, and so on.
    """
    kept = list(items)
    size = max(len(kept) // 2, 1)
    while kept:
        removed = False
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if interesting(rest):
                kept, removed = rest, True
            else:
                start += size
        if size == 1 and not removed:
            break
        size = max(size // 2, 1)
    return kept


def minimize_lines(text: str, interesting: Callable[[str], bool]) -> str:
    """The text with as few of its lines as it takes."""
    lines = minimize(text.splitlines(keepends=True), lambda rest: interesting("".join(rest)))
    return "".join(lines)
