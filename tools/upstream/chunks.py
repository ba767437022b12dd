"""Cutting an input at its split markers, as `-split-input-file` does.

As in MLIR's lib/Support/ToolUtilities.cpp, the text is first cut at the marker without its last
two characters, so that near misses of the marker are noticed.
"""

from __future__ import annotations

from typing import NamedTuple

SPLIT_MARKER = "// -----"
_SUFFIX = 2  # characters of the marker that the first cut leaves off


class Chunk(NamedTuple):
    """One part of an input; `line` is the 1-based line of the whole input at which it starts."""

    line: int
    text: str


class Split(NamedTuple):
    """The parts of an input, and the offsets at which something resembles a marker."""

    chunks: list[Chunk]
    near_misses: list[int]


def split_input(text: str, marker: str = SPLIT_MARKER) -> Split:
    """Cut text at its markers.

    A marker may stand anywhere in a line, and the rest of its line belongs to the next part.  It
    doesn't count at the very start of the text (where its last two characters stay), at the end
    of it, right before another marker, or before a `0`; MLIR's own test of the character after
    the marker compares with `0` where a dash was meant.
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
    chunks = [Chunk(1 + text.count("\n", 0, start), text[start:end]) for start, end in ranges]
    return Split(chunks, near_misses)


def split_chunks(text: str, marker: str = SPLIT_MARKER) -> list[Chunk]:
    """The parts of text, see split_input."""
    return split_input(text, marker).chunks


def chunk_name(file: str, line: int) -> str:
    """The file name that messages and locations of a chunk carry."""
    return f"within split at {file}:{line} offset "
