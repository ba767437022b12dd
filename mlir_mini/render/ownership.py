"""The picture of a layout as text: who owns which element, or where it lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir_mini.layout.memory_places import BANK_BYTES, BANKS, padded_offset
from mlir_mini.layout.ownership import replication
from mlir_mini.render.numbers import by, plural, point, ranges, span
from mlir_mini.render.palette import ansi
from mlir_mini.render.picture import REGISTERS, SHARED, Picture

MAX_ROWS = 64
MAX_PANELS = 4


class TextOptions:
    """colour: paint with escape codes; width: columns to fit in; everything: no abridging."""

    def __init__(self, colour: bool = False, width: int = 100, everything: bool = False) -> None:
        self.colour = colour
        self.width = width
        self.everything = everything


class _Cell:
    """A cell's label, the number that colours it, and its registers where those vary."""

    def __init__(self, label: str, colour: int, registers: str = "") -> None:
        self.label = label
        self.colour = colour
        self.registers = registers


def ownership_text(picture: Picture, options: TextOptions) -> str:
    """The whole picture, ending in a newline."""
    cell_of = {REGISTERS: _register_cell, SHARED: _shared_cell}.get(picture.kind, _column_cell)
    lines = [picture.title, *_summary(picture), ""]
    view = picture.shape if options.everything else picture.tile
    panels = _panels(view)
    shown = panels if options.everything else panels[:MAX_PANELS]
    for prefix in shown:
        if prefix:
            lines.append(f"[{', '.join(map(str, prefix))}, :, :]")
        lines += _grid(picture, prefix, view, cell_of, options)
        lines.append("")
    if len(shown) < len(panels):
        lines.append(f"{plural(len(panels) - len(shown), 'more slice')} of the tile: --all")
        lines.append("")
    if not options.everything:
        lines += _repeats(picture)
    while lines[-1] == "":
        lines.pop()
    return "\n".join(lines) + "\n"


# The lines above the grid.


def _summary(picture: Picture) -> list[str]:
    shape = by(picture.shape)
    if picture.kind == REGISTERS:
        parts = [
            plural(picture.size(dim), dim)
            for dim in ("block", "warp", "lane", "register")
            if dim != "block" or picture.size(dim) > 1
        ]
        copies = replication(picture.layout)
        held = "once" if copies == 1 else f"{copies} times"
        lines = [f"{shape} elements, {' x '.join(parts)}: each element is held {held}"]
        block = "block/" if picture.size("block") > 1 else ""
        what = f"a cell is {block}warp:lane and covers {_extent(picture)}"
        if copies > 1:
            what += "; those that hold the same stand together, * is all"
        registers = _common_registers(picture)
        if registers and picture.size("register") > 1:
            what += f"; it is in registers {registers}"
        return [*lines, what]
    if picture.kind == SHARED:
        lines = [
            f"{shape} elements of {picture.elem_bits} bits in shared memory, "
            f"{BANKS} banks of {BANK_BYTES} bytes"
        ]
        pads = ", ".join(f"{pad} after every {interval}" for interval, pad in picture.paddings)
        if pads:
            lines.append(f"padding in elements: {pads}")
        where = "block/" if picture.size("block") > 1 else ""
        where += "partition/" if picture.size("partition") > 1 else ""
        return [*lines, f"a cell is {where}offset@bank and covers {_extent(picture)}"]
    return [f"{shape} elements in tensor memory", "a cell is row:column"]


def _extent(picture: Picture) -> str:
    """`1x4 elements`."""
    single = all(size == 1 for size in picture.cell)
    return "1 element" if single else f"{by(picture.cell)} elements"


def _common_registers(picture: Picture) -> str:
    """The registers of the first cell, if every cell of the first tile has the same."""
    corner = (0,) * picture.rank
    first = _registers_of(picture, corner)
    for prefix in _panels(picture.tile)[:MAX_PANELS]:
        for row in range(0, _at(picture.tile, -2), _at(picture.cell, -2)):
            for column in range(0, picture.tile[-1], picture.cell[-1]):
                corner = _corner(picture, prefix, row, column)
                if _registers_of(picture, corner) != first:
                    return ""
    return first


def _repeats(picture: Picture) -> list[str]:
    """What the registers beyond the first tile hold."""
    counts = [size // tile for size, tile in zip(picture.shape, picture.tile, strict=True)]
    total = 1
    for count in counts:
        total *= count
    if total == 1:
        return []
    lines = [f"the tile of {by(picture.tile)} repeats {total} times, in other registers:"]
    origins: list[tuple[int, ...]] = [()]
    for count, tile in zip(counts, picture.tile, strict=True):
        origins = [(*origin, step * tile) for origin in origins for step in range(count)]
    for origin in origins[:8]:
        registers = _registers_of(picture, origin)
        lines.append(f"  from element {point(origin)}: registers {registers}, ...")
    if len(origins) > 8:
        lines.append(f"  and {len(origins) - 8} more: --all shows every element")
    return lines


# Cells.


def _registers_of(picture: Picture, corner: Sequence[int]) -> str:
    """The registers of the cell's first owner."""
    first = picture.places(corner)[0]
    thread = (first["block"], first["warp"], first["lane"])
    found: list[int] = []
    for element in picture.cell_elements(corner):
        found += [
            place["register"]
            for place in picture.places(element)
            if (place["block"], place["warp"], place["lane"]) == thread
        ]
    return ranges(found)


def _register_cell(picture: Picture, corner: Sequence[int]) -> _Cell:
    places = picture.places(corner)
    threads = sorted({(place["block"], place["warp"], place["lane"]) for place in places})
    sets = [sorted({thread[i] for thread in threads}) for i in range(3)]
    colour = threads[0][1]
    registers = _registers_of(picture, corner)
    if len(threads) != len(sets[0]) * len(sets[1]) * len(sets[2]):
        # Which lanes hold it depends on the warp.
        label = "|".join(f"{warp}:{lane:02}" for _, warp, lane in threads[:2])
        return _Cell(label + ("|.." if len(threads) > 2 else ""), colour, registers)
    warps, lanes = (
        "*" if len(values) > 1 and len(values) == picture.size(dim) else ranges(values)
        for dim, values in (("warp", sets[1]), ("lane", sets[2]))
    )
    if len(sets[2]) == 1:
        lanes = f"{sets[2][0]:02}"
    block = f"{ranges(sets[0])}/" if picture.size("block") > 1 else ""
    return _Cell(f"{block}{warps}:{lanes}", colour, registers)


def _shared_cell(picture: Picture, corner: Sequence[int]) -> _Cell:
    places = picture.places(corner)
    first = places[0]
    byte = padded_offset(first["offset"], picture.paddings) * picture.elem_bits // 8
    bank = byte // BANK_BYTES % BANKS
    prefix = f"{first['block']}/" if picture.size("block") > 1 else ""
    prefix += f"{first['partition']}/" if picture.size("partition") > 1 else ""
    more = f"+{len(places) - 1}" if len(places) > 1 else ""
    return _Cell(f"{prefix}{first['offset']}@{bank}{more}", bank)


def _column_cell(picture: Picture, corner: Sequence[int]) -> _Cell:
    places = picture.places(corner)
    first = places[0]
    more = f"+{len(places) - 1}" if len(places) > 1 else ""
    prefix = f"{first['block']}/" if picture.size("block") > 1 else ""
    return _Cell(f"{prefix}{first['row']}:{first['col']}{more}", first["row"] // 32)


# The grid.


def _panels(view: Sequence[int]) -> list[tuple[int, ...]]:
    """The coordinates of all dims but the last two."""
    prefixes: list[tuple[int, ...]] = [()]
    for size in view[:-2]:
        prefixes = [(*prefix, index) for prefix in prefixes for index in range(size)]
    return prefixes


def _at(sizes: Sequence[int], index: int) -> int:
    """An entry counted from the end, 1 where the rank is too small."""
    return sizes[index] if len(sizes) >= -index else 1


def _corner(picture: Picture, prefix: Sequence[int], row: int, column: int) -> tuple[int, ...]:
    return (column,) if picture.rank == 1 else (*prefix, row, column)


def _grid(
    picture: Picture,
    prefix: Sequence[int],
    view: Sequence[int],
    cell_of: Callable[[Picture, Sequence[int]], _Cell],
    options: TextOptions,
) -> list[str]:
    rows, columns = _at(view, -2), view[-1]
    row_step, column_step = _at(picture.cell, -2), picture.cell[-1]
    if any(at % step for at, step in zip(prefix, picture.cell, strict=False)):
        return ["  (in the cells of the slice before)"]
    cells = [
        [
            cell_of(picture, _corner(picture, prefix, row, column))
            for column in range(0, columns, column_step)
        ]
        for row in range(0, rows, row_step)
    ]
    varied = len({cell.registers for line in cells for cell in line}) > 1
    if varied:
        for line in cells:
            for cell in line:
                cell.label += f" r{cell.registers}"
    heads = [span(column, column_step) for column in range(0, columns, column_step)]
    if picture.rank == 1:
        return _wrapped(heads, cells[0], options)
    sides = [span(row, row_step) for row in range(0, rows, row_step)]
    return _table(picture, heads, sides, cells, options)


def _table(
    picture: Picture,
    heads: Sequence[str],
    sides: Sequence[str],
    cells: Sequence[Sequence[_Cell]],
    options: TextOptions,
) -> list[str]:
    side = max(map(len, sides))
    width = max([len(cell.label) for line in cells for cell in line] + [len(h) for h in heads])
    fit = len(heads)
    if not options.everything:
        fit = max(1, min(fit, (options.width - side - 2) // (width + 2)))
    lines = [" " * (side + 2) + "  ".join(head.rjust(width) for head in heads[:fit])]
    limit = len(cells) if options.everything else min(len(cells), MAX_ROWS)
    tiles = [
        _at(picture.tile, -2) // _at(picture.cell, -2),
        picture.tile[-1] // picture.cell[-1],
    ]
    for number, (name, line) in enumerate(zip(sides, cells, strict=True)):
        if number == limit:
            break
        if number and number % max(1, tiles[0]) == 0:
            lines.append("")
        lines.append(
            name.rjust(side) + "  " + "  ".join(_painted(c, width, options) for c in line[:fit])
        )
    if fit < len(heads):
        first = heads[fit].split("-")[0]
        lines.append(f"columns from {first} on do not fit: --width N, --all or -o FILE")
    if limit < len(cells):
        first = sides[limit].split("-")[0]
        lines.append(f"rows from {first} on are left out: --all or -o FILE")
    return lines


def _wrapped(heads: Sequence[str], cells: Sequence[_Cell], options: TextOptions) -> list[str]:
    """One long row cut into lines, each with the index of its first element."""
    width = max(len(cell.label) for cell in cells)
    side = max(len(head.split("-")[0]) for head in heads)
    fit = 1
    while fit * 2 <= len(cells) and side + fit * 2 * (width + 2) <= options.width:
        fit *= 2
    starts = range(0, len(cells), fit)
    limit = len(starts) if options.everything else MAX_ROWS
    lines = [
        heads[start].split("-")[0].rjust(side)
        + "  "
        + "  ".join(_painted(cell, width, options) for cell in cells[start : start + fit])
        for start in starts[:limit]
    ]
    if limit < len(starts):
        first = heads[starts[limit]].split("-")[0]
        lines.append(f"elements from {first} on are left out: --all or -o FILE")
    return lines


def _painted(cell: _Cell, width: int, options: TextOptions) -> str:
    text = cell.label.rjust(width)
    return ansi(text, cell.colour) if options.colour else text
