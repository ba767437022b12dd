"""The picture of a layout as SVG: every element a square, a box around what one thread holds."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.memory_places import BANK_BYTES, BANKS, padded_offset
from mlir_mini.layout.ownership import replication
from mlir_mini.render.numbers import by, ranges
from mlir_mini.render.palette import INK, fill, lighter, line
from mlir_mini.render.picture import REGISTERS, SHARED, Picture
from mlir_mini.render.svg_text import Drawing

MAX_CELLS = 4096
MAX_WIDTH = 1400
GRID = "#8a8a8a"


def ownership_svg(picture: Picture) -> str:
    """The whole tensor, or its first tile where that has too many cells to draw."""
    view = picture.shape
    if _count(view, _box(picture, view)) > MAX_CELLS:
        view = picture.tile
    rows, columns = _flat_size(view)
    side = _side(columns)
    left, top = 56, 86
    labels = _labels(_box(picture, view), side)
    width = max(left + columns * side + 24, 600)
    notes = _notes(picture, labels, view)
    height = top + rows * side + 52 + 15 * len(notes)
    drawing = Drawing(width, height, f"{picture.title} on {by(picture.shape)}")
    drawing.text(16, 26, f"{by(picture.shape)} elements, {_what(picture)}", size=16, bold=True)
    # The attribute is long: two lines rather than small print.
    for number, text in enumerate(_folded(picture.title, int(width / 6.2))):
        drawing.text(16, 44 + 13 * number, text, size=10.5, colour="#444444")
    _axes(drawing, view, side, left, top)
    box = _box(picture, view)
    for corner, x, y in _corners(view, box):
        _cell(drawing, picture, corner, box, left + x * side, top + y * side, side, labels)
    _tiles(drawing, picture, view, side, left, top)
    _legend(drawing, picture, notes, left, top + rows * side + 28)
    return drawing.finish()


# Geometry: slices of higher rank stand one below another.


def _flat_size(view: Sequence[int]) -> tuple[int, int]:
    if len(view) == 1:
        # A long line is folded into rows of 64.
        columns = min(view[0], 64)
        return view[0] // columns, columns
    rows = view[-2]
    for size in view[:-2]:
        rows *= size
    return rows, view[-1]


def _count(view: Sequence[int], cell: Sequence[int]) -> int:
    count = 1
    for size, step in zip(view, cell, strict=True):
        count *= max(1, size // step)
    return count


def _side(columns: int) -> float:
    return max(3.0, min(26.0, (MAX_WIDTH - 80) / columns))


def _box(picture: Picture, view: Sequence[int]) -> tuple[int, ...]:
    """The part of a cell that is drawn in one piece: within a slice, within a folded row."""
    columns = min(picture.cell[-1], _flat_size(view)[1])
    return (*[1] * (picture.rank - 2), *picture.cell[-2:-1], columns)


def _corners(view: Sequence[int], box: Sequence[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """(first element, column, row) of every box."""
    found: list[tuple[tuple[int, ...], int, int]] = []
    if len(view) == 1:
        columns = _flat_size(view)[1]
        for start in range(0, view[0], box[0]):
            found.append(((start,), start % columns, start // columns))
        return found
    points: list[tuple[int, ...]] = [()]
    for size, step in zip(view, box, strict=True):
        points = [(*point, index) for point in points for index in range(0, size, step)]
    for point in points:
        row = 0
        for index, size in zip(point[:-1], view[:-1], strict=True):
            row = row * size + index
        found.append((point, point[-1], row))
    return found


def _axes(drawing: Drawing, view: Sequence[int], side: float, left: float, top: float) -> None:
    rows, columns = _flat_size(view)
    step = 1
    while step * side < 22:
        step *= 2
    for column in range(0, columns, step):
        x = left + (column + 0.5) * side
        drawing.text(x, top - 6, str(column), size=10, anchor="middle", colour="#444444")
    step = 1
    while step * side < 12:
        step *= 2
    for row in range(0, rows, step):
        y = top + (row + 0.5) * side + 3.5
        name = str(row * columns) if len(view) == 1 else _row_name(row, view)
        drawing.text(left - 8, y, name, size=10, anchor="end", colour="#444444")


def _row_name(row: int, view: Sequence[int]) -> str:
    parts = []
    for size in reversed(view[:-1]):
        parts.append(str(row % size))
        row //= size
    return ",".join(reversed(parts))


# Cells.


class _Labels:
    """What fits into a cell: nothing, the thread, or registers too."""

    def __init__(self, thread: bool, registers: bool) -> None:
        self.thread = thread
        self.registers = registers


def _labels(box: Sequence[int], side: float) -> _Labels:
    width = box[-1] * side
    height = (box[-2] if len(box) > 1 else 1) * side
    thread = width >= 20 and height >= 11
    return _Labels(thread, width >= 62 and height >= 14)


def _cell(
    drawing: Drawing,
    picture: Picture,
    corner: Sequence[int],
    box: Sequence[int],
    x: float,
    y: float,
    side: float,
    labels: _Labels,
) -> None:
    places = picture.places(corner)
    width = box[-1] * side
    height = (box[-2] if len(box) > 1 else 1) * side
    label, note, colour, shade, title = _describe(picture, corner, box, places)
    drawing.box(x, y, width, height, lighter(fill(colour), shade), line(colour), title)
    for step in range(1, box[-1]):
        if side >= 6:
            drawing.line(x + step * side, y, x + step * side, y + height, lighter(GRID, 0.5), 0.5)
    if not labels.thread:
        return
    size = min(12.0, height * 0.62, width / (0.75 * max(2, len(label))))
    middle = y + height / 2 + size * 0.36
    if labels.registers and note:
        drawing.text(x + 5, middle, label, size=size, bold=True)
        drawing.text(x + width - 5, middle, note, size=size * 0.85, anchor="end")
    elif size >= 6:
        drawing.text(x + width / 2, middle, label, size=size, anchor="middle", bold=True)


def _describe(
    picture: Picture, corner: Sequence[int], box: Sequence[int], places: list[dict[str, int]]
) -> tuple[str, str, int, float, str]:
    """(label, smaller label, colour, share of white, the text for the pointer)."""
    ends = [start + size - 1 for start, size in zip(corner, box, strict=True)]
    where = f"({', '.join(map(str, corner))})"
    if list(corner) != ends:
        where += f" to ({', '.join(map(str, ends))})"
    first = places[0]
    more = f"+{len(places) - 1}" if len(places) > 1 else ""
    if picture.kind == REGISTERS:
        registers = ranges(
            place["register"]
            for element in picture.cell_elements(corner, box)
            for place in picture.places(element)
            if all(place[name] == first[name] for name in ("block", "warp", "lane"))
        )
        # Neighbouring threads differ in shade, warps in hue.
        shade = 0.5 if first["lane"] % 2 else 0.15
        owners = ", ".join(
            f"warp {place['warp']} lane {place['lane']}"
            + (f" block {place['block']}" if picture.size("block") > 1 else "")
            for place in places[:8]
        )
        tail = f" and {len(places) - 8} more" if len(places) > 8 else ""
        return (
            f"{first['lane']}{more}",
            f"r{registers}",
            first["warp"],
            shade,
            f"{where}: {owners}{tail}, registers {registers}",
        )
    if picture.kind == SHARED:
        byte = padded_offset(first["offset"], picture.paddings) * picture.elem_bits // 8
        bank = byte // BANK_BYTES % BANKS
        return (
            str(bank),
            f"@{byte}",
            bank // 4,
            0.15 + 0.15 * (bank % 4),
            f"{where}: offset {first['offset']}, byte {byte}, bank {bank}{more}",
        )
    return (
        f"{first['row']}",
        f"c{first['col']}",
        first["row"] // 32,
        0.3,
        f"{where}: row {first['row']}, column {first['col']}{more}",
    )


def _tiles(
    drawing: Drawing,
    picture: Picture,
    view: Sequence[int],
    side: float,
    left: float,
    top: float,
) -> None:
    """Thick lines where the tile repeats, and around everything."""
    rows, columns = _flat_size(view)
    width, height = columns * side, rows * side
    if len(view) > 1:
        for column in range(picture.tile[-1], columns, picture.tile[-1]):
            drawing.line(left + column * side, top, left + column * side, top + height, INK, 2.5)
        for row in range(0, rows, view[-2]):
            for inner in range(0, view[-2], picture.tile[-2]):
                if row + inner:
                    y = top + (row + inner) * side
                    drawing.line(left, y, left + width, y, INK, 2.5 if inner else 4)
    else:
        for start in range(picture.tile[0], view[0], max(picture.tile[0], columns)):
            y = top + start // columns * side
            drawing.line(left, y, left + width, y, INK, 2.5)
    drawing.box(left, top, width, height, "none", INK, thickness=1.5)


def _legend(drawing: Drawing, picture: Picture, notes: Sequence[str], x: float, y: float) -> None:
    if picture.kind == REGISTERS:
        count = picture.size("warp")
        for warp in range(min(count, 8)):
            drawing.box(x + warp * 66, y - 11, 14, 14, lighter(fill(warp), 0.15), line(warp))
            name = ranges(range(warp, count, 8)) if count <= 16 else f"{warp}, ..."
            drawing.text(x + warp * 66 + 19, y, f"warp {name}", size=10.5)
    else:
        y -= 18
    for number, note in enumerate(notes):
        drawing.text(x, y + 20 + 15 * number, note, size=11)


def _notes(picture: Picture, labels: _Labels, view: Sequence[int]) -> list[str]:
    """What the marks mean, a line each."""
    if picture.kind == REGISTERS:
        first = "bold: the lane" if labels.thread else "a box is one thread's; shades tell lanes"
        notes = [first + ("; r: its registers" if labels.registers else "")]
        if replication(picture.layout) > 1:
            notes.append("+n: n more threads hold the same")
        if picture.tile != picture.shape:
            notes.append("thick lines: the registers start over")
    elif picture.kind == SHARED:
        first = "bold: the bank" if labels.thread else "hue and shade tell the bank"
        notes = [first + ("; @: the byte" if labels.registers else "")]
    else:
        notes = ["bold: the row; c: the column"]
    if tuple(view) != picture.shape:
        notes.append(f"only the first tile of {by(view)} is drawn")
    return notes


def _what(picture: Picture) -> str:
    if picture.kind == REGISTERS:
        sizes = [f"{picture.size(dim)} {dim}s" for dim in ("warp", "lane", "register")]
        return " x ".join(size.removesuffix("s") if size[:2] == "1 " else size for size in sizes)
    if picture.kind == SHARED:
        return f"{picture.elem_bits} bits each, in shared memory"
    return "in tensor memory"


def _folded(text: str, width: int) -> list[str]:
    """At most two lines, broken behind a list or else at a blank."""
    if len(text) <= width:
        return [text]
    cut = text.rfind("], ", 0, width - 2)
    cut = text.rfind(" ", 0, width) if cut < 0 else cut + 2
    cut = width if cut <= 0 else cut
    rest = text[cut:].strip()
    return [text[:cut], rest if len(rest) <= width else rest[: width - 3] + "..."]
