"""Where registers start over: the list of repeats, and the same tile in the other pictures."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tool import answer, text

from mlir_mini.layout import BlockedEncoding, DistributedEncoding, SliceEncoding
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.ownership import owners, register_layout
from mlir_mini.render.numbers import ranges
from mlir_mini.render.ownership import TextOptions, ownership_text
from mlir_mini.render.page import ownership_page
from mlir_mini.render.picture import Picture
from mlir_mini.render.svg import ownership_svg

ROOT = Path(__file__).resolve().parents[3]
SLOW = BlockedEncoding((1, 1), (32, 1), (4, 1), (0, 1))


def covered(drawn: str) -> tuple[int, ...]:
    """The sizes of a cell, as the text tells them, or () for 1 element."""
    found = re.search(r"covers (\S+) elements?", drawn)
    assert found
    return () if found[1] == "1" else tuple(map(int, found[1].split("x")))


def listed(drawn: str) -> list[tuple[tuple[int, ...], str]]:
    """(element, registers) of each line of the list of repeats."""
    lines = re.findall(r"from element \((.*)\): registers (\S*), \.\.\.", drawn)
    return [(tuple(map(int, element.split(","))), registers) for element, registers in lines]


def held(layout: LinearLayout, corner: Sequence[int], sizes: Sequence[int]) -> set[int]:
    """The registers in which the first owner of an element has the box that starts there."""
    thread = owners(layout, corner)[0].thread
    box = itertools.product(*(range(x, x + n) for x, n in zip(corner, sizes, strict=True)))
    return {
        each.register
        for element in box
        for each in owners(layout, element)
        if each.thread == thread
    }


@pytest.mark.parametrize(
    ("arguments", "cell"),
    [
        ((str(ROOT / "examples" / "transpose.mlir"), "--value", "%in_pointer"), (1, 64)),
        (("[1,1]/[32,1]/[4,1]/[0,1]", "--shape", "8x8"), (1, 8)),
        (("[1,1]/[1,32]/[1,4]", "--shape", "8x8"), (8, 1)),
        (("[1,1]/[1,1]/[1,1]", "--shape", "8x8"), (8, 8)),
    ],
)
def test_a_cell_is_no_repeat(arguments: tuple[str, ...], cell: tuple[int, ...]) -> None:
    drawn, tile = text("show", *arguments), answer("show", *arguments)["tile"]
    assert covered(drawn) == cell
    assert "repeats" not in drawn
    assert all(size % step == 0 for size, step in zip(tile, cell, strict=True))


def test_repeats_are_counted_in_whole_cells() -> None:
    """Along dim 1 a thread has everything, along dim 0 the tile of 128 comes twice."""
    drawn = ownership_text(Picture("#", SLOW, (256, 4)), TextOptions())
    assert covered(drawn) == (1, 4)
    assert "the tile of 128x4 repeats 2 times, in other registers:" in drawn
    # The order has dim 0 first: each register of dim 1 is followed by its repeat.
    assert listed(drawn) == [((0, 0), "0,2,4,6"), ((128, 0), "1,3,5,7")]


@st.composite
def blocked(draw: st.DrawFn) -> tuple[DistributedEncoding, tuple[int, ...]]:
    rank = draw(st.integers(1, 3))

    def spread(bits: int) -> tuple[int, ...]:
        dims = draw(st.lists(st.integers(0, rank - 1), min_size=bits, max_size=bits))
        return tuple(1 << dims.count(dim) for dim in range(rank))

    order = tuple(draw(st.permutations(range(rank))))
    encoding: DistributedEncoding = BlockedEncoding(
        spread(draw(st.integers(0, 3))), spread(5), spread(draw(st.integers(0, 2))), order
    )
    largest = 7 if rank < 3 else 4
    shape = tuple(1 << draw(st.integers(0, largest)) for _ in range(rank))
    if rank > 1 and draw(st.booleans()):
        dim = draw(st.integers(0, rank - 1))
        encoding, shape = SliceEncoding(dim, encoding), shape[:dim] + shape[dim + 1 :]
    return encoding, shape


@example((SLOW, (64, 64)))
@example((SLOW, (256, 4)))
@given(blocked())
@settings(max_examples=150, derandomize=True, deadline=None)
def test_the_registers_listed_are_the_owners(
    drawn: tuple[DistributedEncoding, tuple[int, ...]],
) -> None:
    encoding, shape = drawn
    layout = register_layout(shape, encoding)
    written = ownership_text(Picture("#", encoding, shape), TextOptions())
    cell = covered(written) or (1,) * len(shape)
    seen: dict[tuple[int, int, int], set[int]] = {}
    for element, registers in listed(written):
        assert all(index % size == 0 for index, size in zip(element, cell, strict=True))
        there = held(layout, element, cell)
        assert registers == ranges(there)
        # "in other registers"
        others = seen.setdefault(owners(layout, element)[0].thread, set())
        assert not others & there
        others |= there
    found = re.search(r"the tile of (\S+) repeats (\d+) times", written)
    assert bool(found) == bool(seen)
    if found:
        tile = tuple(map(int, found[1].split("x")))
        assert all(size % step == 0 for size, step in zip(tile, cell, strict=True))
        repeats = [size // part for size, part in zip(shape, tile, strict=True)]
        count = 1
        for each in repeats:
            count *= each
        assert int(found[2]) == count > 1


# The other pictures.


def test_no_thick_lines_within_a_cell() -> None:
    drawing = Picture("#", SLOW, (64, 64))
    assert "the registers start over" not in ownership_svg(drawing)
    found = re.search(
        r'<script type="application/json" id="layout">(.*?)</script>', ownership_page(drawing)
    )
    assert found
    # The page draws its lines, and explains them, where the tile is less than the shape.
    data = json.loads(found[1])
    assert data["tile"] == data["shape"] == [64, 64]


@pytest.mark.parametrize(
    ("encoding", "shape"),
    [
        (SLOW, (64, 64)),
        # Cells that fold into several rows, and cells of several slices.
        (BlockedEncoding((256,), (32,), (1,), (0,)), (8192,)),
        (BlockedEncoding((2, 1, 2), (1, 4, 8), (1, 1, 1), (2, 1, 0)), (4, 4, 16)),
        (BlockedEncoding((1, 1), (1, 32), (1, 4), (1, 0)), (256, 128)),
    ],
)
def test_the_boxes_of_the_svg_are_whole_and_right(
    encoding: BlockedEncoding, shape: tuple[int, ...]
) -> None:
    layout = register_layout(shape, encoding)
    picture = ownership_svg(Picture("#", encoding, shape))
    boxes = re.findall(
        r'width="([\d.]+)" height="([\d.]+)"[^>]*>'
        r"<title>\(([\d, ]+)\)(?: to \(([\d, ]+)\))?: (.*?)</title>",
        picture,
    )
    area = drawn = 0
    for width, height, first, last, words in boxes:
        start = tuple(map(int, first.split(",")))
        end = tuple(map(int, (last or first).split(",")))
        assert all(index < size for index, size in zip(end, shape, strict=True))
        sizes = [high - low + 1 for low, high in zip(start, end, strict=True)]
        assert words.endswith(f", registers {ranges(held(layout, start, sizes))}")
        count = 1
        for each in sizes:
            count *= each
        area += count
        side = float(width) / sizes[-1]
        drawn += float(width) * float(height) / side**2
    total = 1
    for size in shape:
        total *= size
    assert area == total == pytest.approx(drawn, rel=0.01)
