"""Widths of global accesses in PTX, by the line of the IR that they come from."""

from __future__ import annotations

import re

_PLACE = re.compile(r"\s*\.loc\s+\d+\s+(\d+)\s+\d+")
_ACCESS = re.compile(r"(?:^|\s)((?:ld|st|atom|red|cp\.async)[\w.:]*\.global[\w.:]*)(.*)")
#: cp.async names its bytes after both addresses.
_COPIED = re.compile(r"\]\s*,\s*\[[^\]]*\]\s*,\s*(\w+)")
_VECTOR = re.compile(r"\.v([248])(?=\.|$)")
_WORD = re.compile(r"\.(?:b|u|s|f|bf)(\d+)(x2)?(?=\.|$)")


def access_bytes(ptx: str, span: int) -> dict[int, set[int]]:
    """Number of an access -> bytes of one thread's instructions of global memory for it.

    The lines of the locations of access ``i`` start at ``(i + 1) * span``.
    """
    found: dict[int, set[int]] = {}
    line = 0
    for text in ptx.splitlines():
        place = _PLACE.match(text)
        if place:
            line = int(place[1])
            continue
        access = _ACCESS.search(text)
        if access:
            copied = _COPIED.search(access[2]) if access[1].startswith("cp.") else None
            moved = int(copied[1], 0) if copied else instruction_bytes(access[1])
            found.setdefault(line // span - 1, set()).add(moved)
    return found


def instruction_bytes(name: str) -> int:
    """Bytes that a thread moves with an instruction such as ``ld.global.v4.b32``."""
    words = _WORD.findall(name)
    if not words:
        raise ValueError(f"no type in the instruction {name}")
    bits, pair = words[-1]
    vector = _VECTOR.search(name)
    return int(bits) // 8 * (2 if pair else 1) * (int(vector[1]) if vector else 1)
