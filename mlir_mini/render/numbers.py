"""Short forms of numbers: sets as ranges, shapes, coordinates."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence


def ranges(values: Iterable[int]) -> str:
    """`0-3` for 0, 1, 2, 3; `0,8,16` for those; `0,2..14` for many with a step."""
    numbers = sorted(set(values))
    if not numbers:
        return ""
    start = previous = numbers[0]
    runs: list[tuple[int, int]] = []
    for number in numbers[1:]:
        if number != previous + 1:
            runs.append((start, previous))
            start = number
        previous = number
    runs.append((start, previous))
    parts = [str(low) if low == high else f"{low}-{high}" for low, high in runs]
    steps = {b - a for (a, _), (b, _) in itertools.pairwise(runs)}
    widths = {high - low for low, high in runs}
    if len(parts) > 4 and len(steps) == len(widths) == 1:
        return f"{parts[0]},{parts[1]}..{parts[-1]}"
    return ",".join(parts)


def span(start: int, size: int) -> str:
    """`4-7` for four numbers from 4 on, `4` for one."""
    return str(start) if size == 1 else f"{start}-{start + size - 1}"


def by(sizes: Sequence[int]) -> str:
    """`16x16`."""
    return "x".join(map(str, sizes))


def point(element: Sequence[int]) -> str:
    """`(9, 4)`."""
    return f"({', '.join(map(str, element))})"


def plural(count: int, noun: str) -> str:
    """`1 warp`, `2 warps`."""
    if count == 1:
        return f"1 {noun}"
    ending = "es" if noun.endswith(("x", "ss")) else "s"
    return f"{count} {noun}{ending}"
