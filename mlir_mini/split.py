"""Cutting an input at its split markers, for ``-split-input-file``.

Source: mlir/lib/Support/ToolUtilities.cpp. MLIR first cuts at the marker without its last two
characters, so that near misses are noticed, and then looks at what follows each cut.
"""

from __future__ import annotations

SPLIT_MARKER = "// -----"
#: Characters of the marker that the first cut leaves off.
_SUFFIX = 2


#: One part of an input: the line of the whole at which it starts, from 1, and its text.
Chunk = tuple[int, str]


def split_input(text: str, marker: str = SPLIT_MARKER) -> tuple[list[Chunk], list[int]]:
    """The parts of ``text`` and the offsets of near misses of the marker.

    A marker may stand anywhere in a line; the rest of its line belongs to the next part.  It does
    not count at the end of the text, and, since upstream compares the character after it with
    ``0`` where a dash was meant, not before a ``0`` either.
    """
    prefix, suffix = marker[:-_SUFFIX], marker[-_SUFFIX:]
    ranges: list[tuple[int, int]] = []
    near_misses: list[int] = []
    start = end = position = 0
    for piece in text.split(prefix):
        if start == end:
            start, end = position, position + len(piece)
        elif piece.startswith(suffix) and len(piece) > _SUFFIX and piece[_SUFFIX] != "0":
            ranges.append((start, end))
            start, end = position + _SUFFIX, position + len(piece)
        else:
            near_misses.append(position)
            end = position + len(piece)
        position += len(piece) + len(prefix)
    if start != end:
        ranges.append((start, end))
    return [(1 + text.count("\n", 0, a), text[a:b]) for a, b in ranges], near_misses
