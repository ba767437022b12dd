"""Accesses to global memory as text and as SVG: sectors, who uses which bytes of them."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.sectors import (
    SECTOR_BYTES,
    Instruction,
    TensorAccess,
    access_width,
    first_load,
    mnemonic,
    traffic,
    whole_tile,
    width_limits,
)
from mlir_mini.render.derivation import table
from mlir_mini.render.numbers import by, plural, ranges
from mlir_mini.render.palette import INK, PAPER, fill, lighter
from mlir_mini.render.svg_text import Drawing

WORD = 4
WORDS = SECTOR_BYTES // WORD
MAX_INSTRUCTIONS = 16
MAX_SECTORS = 32


def sectors_text(
    access: TensorAccess,
    found: Sequence[Instruction],
    attribute: str,
    *,
    warp: int,
    is_store: bool,
    everything: bool,
) -> str:
    """How wide an access is and why, the warp's instructions, sums, a picture of the first."""
    width = access_width(access) * access.elem_bytes
    name = mnemonic(width, access.elem_bits, is_store=is_store)
    lines = [
        attribute,
        f"{by(access.shape)} elements of {access.elem_bits} bits, strides "
        f"{','.join(map(str, access.strides))}, base address {access.base} "
        f"(known to be a multiple of {access.base_align})",
        "",
        "elements of an access: the least of",
    ]
    limits = width_limits(access)
    least = min(each.elements for each in limits)
    rows = [
        [
            each.name,
            str(each.elements),
            each.why + ("  <- decides" if each.elements == least else ""),
        ]
        for each in limits
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    lines += [
        f"    {label:<{widths[0]}}  {value:>{widths[1]}}  {why}" for label, value, why in rows
    ]
    lines += [f"    so {least}, that is {plural(width, 'byte')} a lane: {name}", ""]
    lines += [f"warp {warp}"]
    lines += ["    " + line for line in _instructions(found, name, everything)]
    lines.append("")
    sums, tile, first = traffic(found), whole_tile(access, is_store=is_store), first_load(access)
    kind = "store" if is_store else "load"
    rows = [["", "requests", "bytes", "sectors", "ideal", "efficiency"]]
    if not is_store:
        rows.append(
            [
                f"first load of warp 0 ({plural(len(first.registers), 'element')} a lane)",
                "",
                *_numbers(first.bytes, len(first.sectors), first.ideal, first.efficiency),
            ]
        )
    for label, each in ((f"all {kind}s of warp {warp}", sums), ("the whole tile", tile)):
        rows.append(
            [
                label,
                str(each.requests),
                *_numbers(each.bytes, each.sectors, each.ideal, each.efficiency),
            ]
        )
    lines += table(rows)
    if found:
        lines += ["", *_picture(found[0], everything)]
    return "\n".join(lines) + "\n"


def _numbers(size: int, sectors: int, ideal: int, share: float) -> list[str]:
    return [str(size), str(sectors), str(ideal), f"{share:.2f}"]


def _instructions(found: Sequence[Instruction], name: str, everything: bool) -> list[str]:
    if not found:
        return ["nothing to do: no lane has an element of its own that the mask lets through"]
    rows = [["#", "instruction", "registers", "lanes", "bytes", "sectors", "ideal", "efficiency"]]
    shown = found if everything else found[:MAX_INSTRUCTIONS]
    for number, each in enumerate(shown):
        rows.append(
            [
                str(number),
                name,
                ranges(each.registers),
                str(len(each.lanes)),
                *_numbers(each.bytes, len(each.sectors), each.ideal, each.efficiency),
            ]
        )
    lines = table(rows)
    if len(shown) < len(found):
        lines.append(f"and {len(found) - len(shown)} more: --all")
    return lines


def _picture(first: Instruction, everything: bool) -> list[str]:
    """A line a sector: which of its words are used, and by which lanes."""
    lines = [
        f"sectors of instruction 0: # is {WORD} bytes in use, + a part of them, . none",
    ]
    shown = first.sectors if everything else first.sectors[:MAX_SECTORS]
    width = len(str(first.sectors[-1]))
    for sector in shown:
        used, lanes = _use(first, sector)
        marks = "".join("#" if n == WORD else "+" if n else "." for n in used)
        start = sector * SECTOR_BYTES
        lines.append(
            f"    sector {sector:>{width}}  byte {start:>{width + 2}}  {marks}  "
            f"lanes {ranges(lanes)}"
        )
    if len(shown) < len(first.sectors):
        lines.append(f"    and {len(first.sectors) - len(shown)} more: --all")
    return lines


def _use(access: Instruction, sector: int) -> tuple[list[int], list[int]]:
    """(bytes used of each word of the sector, lanes that use it)."""
    start = sector * SECTOR_BYTES
    used: set[int] = set()
    lanes = []
    for lane, address in access.lanes:
        own = range(max(address, start), min(address + access.width, start + SECTOR_BYTES))
        if own:
            used.update(own)
            lanes.append(lane)
    words = [0] * WORDS
    for byte in used:
        words[(byte - start) // WORD] += 1
    return words, lanes


def sectors_svg(
    access: TensorAccess, found: Sequence[Instruction], attribute: str, *, is_store: bool
) -> str:
    """The sectors of the warp's first instruction, a row each, bytes coloured by lane."""
    name = mnemonic(access_width(access) * access.elem_bytes, access.elem_bits, is_store=is_store)
    if not found:
        drawing = Drawing(480, 60, "no access")
        drawing.text(16, 34, "no lane takes part", size=14)
        return drawing.finish()
    first = found[0]
    cell, left, top, gap = 44, 132, 96, 4
    height = 26
    rows = first.sectors[:64]
    size = (left + WORDS * cell + 24, top + len(rows) * (height + gap) + 44)
    drawing = Drawing(
        max(size[0], 560),
        size[1],
        f"Sectors that warp {first.warp} touches with {name}",
    )
    drawing.text(16, 26, f"warp {first.warp}, {name}: {first.bytes} bytes", size=16, bold=True)
    drawing.text(
        16,
        46,
        f"{len(first.sectors)} sectors, {first.ideal} at best, efficiency {first.efficiency:.2f}",
        size=13,
    )
    drawing.text(16, 64, attribute, size=9)
    for word in range(WORDS):
        drawing.text(
            left + word * cell + cell / 2, top - 8, f"+{word * WORD}", size=10, anchor="middle"
        )
    for row, sector in enumerate(rows):
        y = top + row * (height + gap)
        drawing.text(left - 10, y + 17, f"sector {sector}", size=12, anchor="end")
        drawing.box(left, y, WORDS * cell, height, PAPER, "#777777")
        start = sector * SECTOR_BYTES
        for lane, address in first.lanes:
            low, high = max(address, start), min(address + first.width, start + SECTOR_BYTES)
            if low >= high:
                continue
            x = left + (low - start) * cell / WORD
            wide = (high - low) * cell / WORD
            colour = lighter(fill(lane), 0.0 if lane // 8 % 2 == 0 else 0.45)
            drawing.box(x, y, wide, height, colour, INK, f"lane {lane}: bytes {low} to {high - 1}")
            if wide >= 18:
                drawing.text(x + wide / 2, y + 17, str(lane), size=11, anchor="middle")
    below = top + len(rows) * (height + gap) + 18
    note = "a box is the bytes of one lane, its number inside; white is moved but not used"
    if len(rows) < len(first.sectors):
        note += f"; {len(first.sectors) - len(rows)} more sectors are not drawn"
    drawing.text(16, below, note, size=11)
    return drawing.finish()
