"""Pictures: text, SVG, the page's file, data for linear-layout-viz."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tool import ROW, ROW_TEXT, run, text

from mlir_mini.layout import (
    BlockedEncoding,
    LayoutEncoding,
    NvidiaMmaEncoding,
    PaddedSharedEncoding,
    SliceEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
)
from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.ownership import tile_shape
from mlir_mini.layout_main import layout_main
from mlir_mini.render.numbers import plural, ranges, span
from mlir_mini.render.ownership import TextOptions, ownership_text
from mlir_mini.render.page import ownership_page
from mlir_mini.render.palette import FILLS, INK, lighter
from mlir_mini.render.picture import Picture
from mlir_mini.render.svg import ownership_svg
from mlir_mini.render.viz import session

ROW16 = BlockedEncoding((1, 4), (8, 4), (2, 1), (1, 0))
PADDED = PaddedSharedEncoding(
    (32,),
    (4,),
    LinearLayout.create(
        {
            "offset": [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0]],
            "block": [],
        },
        ("dim0", "dim1"),
    ),
)
KINDS: dict[str, tuple[LayoutEncoding, tuple[int, ...], int]] = {
    "blocked": (ROW16, (16, 16), 32),
    "one dim": (BlockedEncoding((4,), (32,), (4,), (0,)), (1024,), 32),
    "replicated": (SliceEncoding(1, ROW16), (16,), 32),
    "three dims": (BlockedEncoding((1, 1, 2), (2, 4, 4), (2, 1, 1), (2, 1, 0)), (4, 4, 8), 32),
    "repeats": (BlockedEncoding((1, 4), (2, 16), (4, 1), (1, 0)), (64, 128), 32),
    "mma": (NvidiaMmaEncoding(2, 0, (2, 2), None, (16, 8)), (32, 32), 32),
    "blocks": (
        BlockedEncoding((1, 4), (8, 4), (1, 1), (1, 0), CGALayout.from_bases([[1, 0], [0, 0]], 2)),
        (16, 16),
        32,
    ),
    "swizzled": (SwizzledSharedEncoding(8, 1, 8, (1, 0)), (16, 64), 16),
    "padded": (PADDED, (8, 32), 32),
    "tensor memory": (TensorMemoryEncoding(128, 64, 1), (128, 64), 32),
    "large": (BlockedEncoding((1, 1), (1, 32), (4, 1), (1, 0)), (256, 256), 32),
}


def picture(name: str) -> Picture:
    encoding, shape, bits = KINDS[name]
    return Picture(f"#{name}", encoding, shape, bits)


# Numbers.


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([], ""),
        ([3], "3"),
        ([0, 1, 2, 3], "0-3"),
        ([0, 2], "0,2"),
        ([0, 1, 8, 9], "0-1,8-9"),
        (range(0, 32, 4), "0,4..28"),
        ([0, 1, 8, 9, 16, 17, 24, 25, 32, 33], "0-1,8-9..32-33"),
        ([5, 1, 1], "1,5"),
    ],
)
def test_ranges(numbers: list[int], expected: str) -> None:
    assert ranges(numbers) == expected


def test_words() -> None:
    assert (span(4, 4), span(4, 1)) == ("4-7", "4")
    assert (plural(1, "byte"), plural(2, "pass"), plural(3, "warp")) == (
        "1 byte",
        "2 passes",
        "3 warps",
    )


# Text.


@pytest.mark.parametrize("name", KINDS)
def test_text_keeps_within_its_width(name: str) -> None:
    narrow = ownership_text(picture(name), TextOptions(width=60)).splitlines()
    rows = [line for line in narrow if re.match(r"\s*\d+(-\d+)?  ", line)]
    assert rows
    assert max(map(len, rows)) <= 60


def test_every_element_is_in_the_whole_text() -> None:
    whole = ownership_text(picture("repeats"), TextOptions(everything=True))
    rows = [line for line in whole.splitlines() if re.match(r"\s*\d+  ", line)]
    assert [int(row.split()[0]) for row in rows] == list(range(64))
    assert all(len(re.findall(r"\d:\d\d r", row)) == 32 for row in rows)


def test_colours_only_colour() -> None:
    plain = ownership_text(picture("mma"), TextOptions())
    coloured = ownership_text(picture("mma"), TextOptions(colour=True))
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert "\x1b[" in text("show", ROW, "--shape", "16x16", "--color", "always")
    assert "\x1b[" not in text("show", ROW, "--shape", "16x16")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> str:
        terminal = Terminal()
        arguments = ["show", ROW, "--shape", "16x16"]
        assert layout_main(arguments, io.StringIO(), terminal, io.StringIO()) == 0
        return terminal.getvalue()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in drawn()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in drawn()


def test_replicas_are_listed() -> None:
    lines = ownership_text(picture("replicated"), TextOptions()).splitlines()
    assert "each element is held 4 times" in lines[1]
    assert "0:0-3" in lines[4]


def test_tiles() -> None:
    assert picture("repeats").tile == (8, 64)
    assert picture("blocked").tile == (16, 16)
    assert picture("mma").tile == (32, 16)
    assert tile_shape(picture("mma").layout) == (32, 16)


def test_cells_are_what_a_thread_holds_side_by_side() -> None:
    cells = {name: picture(name).cell for name in KINDS}
    assert cells["blocked"] == (1, 4)
    assert cells["mma"] == (1, 2)
    assert cells["replicated"] == (1,)
    assert cells["swizzled"] == (1, 2)
    assert cells["tensor memory"] == (1, 1)
    square = Picture("#", BlockedEncoding((2, 2), (8, 4), (1, 1), (1, 0)), (16, 8))
    assert square.cell == (2, 2)


# SVG.


@pytest.mark.parametrize("name", KINDS)
def test_svg_is_well_formed(name: str) -> None:
    drawing = picture(name)
    root = ElementTree.fromstring(ownership_svg(drawing))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        if box.attrib["width"].endswith("%"):
            continue
        assert float(box.attrib["x"]) + float(box.attrib["width"]) <= width
        assert float(box.attrib["y"]) + float(box.attrib["height"]) <= height


def test_svg_says_who_owns_what() -> None:
    titles = re.findall(r"<title>([^<]*)</title>", ownership_svg(picture("blocked")))
    assert "(9, 4) to (9, 7): warp 1 lane 5, registers 0-3" in titles
    assert len(titles) == 1 + 64


def test_svg_of_sectors(tmp_path: Path) -> None:
    file = tmp_path / "sectors.svg"
    arguments = ("--shape", "64x64", "--strides", "1,64", "-o", str(file))
    assert run("sectors", "[1,4]/[2,16]/[4,1]", *arguments)[0] == 0
    root = ElementTree.fromstring(file.read_text())
    names = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert names.count("sector 480") == 1
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "lane 16: bytes 4 to 7" in titles
    arguments = ("--shape", "64", "--strides", "1", "--store", "--warp", "3", "-o", str(file))
    assert run("sectors", "[1]/[32]/[4]", *arguments)[0] == 0
    assert "no lane takes part" in file.read_text()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_can_be_read_on_every_fill() -> None:
    for fill in FILLS:
        for shade in (fill, lighter(fill, 0.5)):
            contrast = (luminance(shade) + 0.05) / (luminance(INK) + 0.05)
            assert contrast >= 7


# The page.


@pytest.mark.parametrize("name", KINDS)
def test_the_page_needs_nothing_else(name: str) -> None:
    page = ownership_page(picture(name))
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=\"(?!data:)", page)
    assert not re.search(r"https?://", page)
    assert "{{" not in page
    found = re.search(r'<script type="application/json" id="layout">(.*?)</script>', page)
    assert found
    data = json.loads(found[1])
    assert data["shape"] == list(KINDS[name][1])
    assert len(page) < 60_000


def test_the_page_escapes_the_title() -> None:
    page = ownership_page(Picture("<script>alert(1)</script>", ROW16, (16, 16)))
    assert "<script>alert" not in page
    assert page.count("</script>") == 2


def test_a_tensor_too_large_for_the_page(tmp_path: Path) -> None:
    file = str(tmp_path / "x.html")
    # Every lane holds every element.
    repeated = ("[1,1]/[1,32]/[1,1]", "--shape", "1048576x1")
    status, _, errors = run("show", *repeated, "-o", file)
    assert (status, errors.split(" has ")[0]) == (1, "mini-layout: shape: 1048576x1")


# linear-layout-viz.


def test_viz_session() -> None:
    found = session(Picture(ROW_TEXT, ROW16, (16, 16)))
    (tab,) = found["tabs"]
    assert (found["version"], tab["title"]) == (1, "ttg.blocked")
    assert tab["viewer"]["linearLayoutSpec"] == {
        "name": "ttg_blocked",
        "input_dims": [
            {"name": "register", "bases": [[0, 1], [0, 2]]},
            {"name": "thread", "bases": [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]},
            {"name": "warp", "bases": [[8, 0]]},
        ],
        "output_dims": [{"name": "D0", "size": 16}, {"name": "D1", "size": 16}],
    }
    assert [each["shape"] for each in tab["tensors"]] == [[4, 32, 2], [16, 16]]
    assert all(each["placeholderData"] for each in tab["tensors"])


@pytest.mark.parametrize("name", KINDS)
def test_viz_labels(name: str) -> None:
    """The viewer makes labels of one letter out of the names, which must then differ."""
    (tab,) = session(picture(name))["tabs"]
    spec = tab["viewer"]["linearLayoutSpec"]
    labels = [each["name"][0] for each in spec["input_dims"]]
    assert len(set(labels)) == len(labels)
    outputs = [each["name"] for each in spec["output_dims"]]
    assert len(set(outputs)) == len(outputs)
    assert all(re.fullmatch(r"[A-Z]\d+", each) for each in outputs)
    rank = len(outputs)
    assert all(len(b) == rank for each in spec["input_dims"] for b in each["bases"])
