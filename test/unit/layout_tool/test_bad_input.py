"""Bad input of every command gets a message that names the field, and no exception."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from mlir_mini.layout_main import COMMANDS

from .tool import ROW, ROW_TEXT, run

MMA = (
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], "
    "instrShape = [16, 8]}>"
)
SWIZZLED = "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>"
BASES = (
    "{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], "
    "block = []}"
)

#: A layout of every kind; slices have one dim.
LAYOUTS = {
    "blocked": ROW_TEXT,
    "slice": f"#ttg.slice<{{dim = 0, parent = {ROW_TEXT}}}>",
    "dot_op": f"#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>",
    "nvidia_mma": MMA,
    "amd_mfma": "#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], "
    "isTransposed = false}>",
    "amd_wmma": "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[1, 0]]}}>",
    "linear": f"#ttg.linear<{BASES}>",
    "generic_linear": f"#ttg.generic_linear<{BASES}>",
    "swizzled_shared": SWIZZLED,
    "amd_rotating_shared": SWIZZLED.replace("swizzled", "amd_rotating"),
    "padded_shared": "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 16]}>",
    "partitioned_shared": "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, "
    f"partitionDim = 0, partitionLayout = {SWIZZLED}}}>",
    "shared_linear": "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], "
    "[2, 0], [4, 0], [8, 0]]}, alignment = 16>",
    "nvmma_shared": "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
    "elementBitWidth = 16}>",
    "tensor_memory": "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>",
}
SHAPES = {"slice": "16", "tensor_memory": "128x64"}
FIELD = re.compile(r"(\w+) = (\[[\[\]\d, ]*\]|\w+)(, )?")

#: What is right, for each command.
GOOD = {
    "coalesce": ["--shape", "64x64"],
    "show": [ROW, "--shape", "16x16"],
    "owner": [ROW, "--shape", "16x16", "--element", "9,4"],
    "sectors": [ROW, "--shape", "16x16", "--strides", "16,1"],
    "convert": [ROW, "[1,2]/[8,4]/[2,1]", "--shape", "16x16"],
    "check": ["solution.py"],
}
HUGE = "65536x65536"
#: What is wrong with an option, by its kind, and what is right for some.
BAD = {
    "number": ["3", "0", "-1", "x", "1.5", "", "{1}", "9" * 20],
    "numbers": [
        "3",
        "0",
        "-1",
        "3,3",
        "0,0",
        "-1,-1",
        "1,1,1",
        "x",
        "1,,2",
        "",
        "[1,0]",
        '{"a": 0}',
    ],
    "shape": [
        "3x16",
        "0x16",
        "-16x16",
        "16",
        "16x16x16",
        "x",
        "",
        "16x",
        "[16,16]",
        '{"m": 16}',
        HUGE,
    ],
    "bounds": ["0,0", "-1,4", "3", "1,2,3", "x", "", "[4,4]"],
    "text": ["nonsense", "{"],
}
RIGHT = {
    ("coalesce", "shape"): {"16", "16x16x16", HUGE},
    ("show", "width"): {"3", "9" * 20},
    ("owner", "element"): {"3,3", "0,0"},
    ("owner", "thread"): {"0,0"},
    ("sectors", "strides"): {"3,3", "0,0"},
    ("sectors", "base"): {"0"},
    ("sectors", "warp"): {"0"},
}


def message(*arguments: str) -> str:
    """The error that a command ends with."""
    status, output, errors = run(*arguments)
    assert (status, output) == (1, ""), arguments
    assert errors.startswith("mini-layout: ")
    assert errors.count("\n") == 1, errors
    return errors.removeprefix("mini-layout: ").rstrip("\n")


def bad_options() -> Iterator[tuple[str, str, str]]:
    for command in COMMANDS:
        for option in command.options:
            if option.kind == "switch":
                continue
            kind = option.kind if isinstance(option.kind, str) else "text"
            for value in BAD[kind]:
                if value not in RIGHT.get((command.name, option.name), ()):
                    yield command.name, option.name, value


@pytest.mark.parametrize(("command", "option", "value"), list(bad_options()))
def test_options(command: str, option: str, value: str) -> None:
    arguments = list(GOOD[command])
    if option in ("thread", "offset"):
        del arguments[-2:]
    dashes = "-" if len(option) == 1 else "--"
    found = message(command, *arguments, dashes + option, value)
    assert re.match(rf"-*{option}: ", found), found


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
def test_what_is_missing(command: object) -> None:
    name = command.name  # pyright: ignore
    good = GOOD[name]
    for index, word in enumerate(good):
        if word.startswith("--"):
            without = [*good[:index], *good[index + 2 :]]
            assert word in message(name, *without)
            assert message(name, *good[: index + 1]).startswith(f"{word}: a value is missing")
    field = {"convert": "LAYOUT_A", "check": "FILE.py"}.get(name, "LAYOUT")
    if name != "coalesce":
        assert message(name).startswith(f"{field} is missing")
    assert message(name, *good, "--frobnicate").startswith("--frobnicate: ")
    assert message(name, *good, "more", "and more").startswith("more: ")


@pytest.mark.parametrize("kind", LAYOUTS)
def test_layouts_are_right_before_they_are_spoilt(kind: str) -> None:
    shape = SHAPES.get(kind, "16x16")
    element = ",".join("0" for _ in shape.split("x"))
    assert run("owner", LAYOUTS[kind], "--shape", shape, "--element", element)[0] == 0


def spoilt(kind: str) -> Iterator[tuple[str, str]]:
    """(text with one mistake, field it is in): other numbers, fields left out or misspelt."""
    text = LAYOUTS[kind]
    for field in FIELD.finditer(text):
        start = field.start(2)
        for number in re.finditer(r"\d+", field[2]):
            before, after = text[: start + number.start()], text[start + number.end() :]
            for wrong in ("3", "0", "-1", "x", '"1"', ""):
                if wrong != number[0]:
                    yield before + wrong + after, field[1]
        before = text[: field.start()]
        yield (before if field[3] else before.removesuffix(", ")) + text[field.end() :], field[1]
        yield text[: field.start(1)] + field[1] + "z" + text[field.end(1) :], field[1] + "z?"
        yield text[: field.end(1)] + text[field.end(2) :], field[1]
        yield text[: field.end(1) + 3], field[1]


@pytest.mark.parametrize("kind", LAYOUTS)
@pytest.mark.parametrize("command", ["show", "owner", "sectors", "convert"])
def test_layouts(command: str, kind: str) -> None:
    shape = SHAPES.get(kind, "16x16")
    rank = len(shape.split("x"))
    more = {
        "owner": ["--element", ",".join("0" * rank)],
        "sectors": ["--strides", ",".join("1" * rank)],
        "convert": [ROW],
    }
    # Several fields share a mistake where one has bases that another lacks.
    basis = r"\b(register|lane|warp|block|offset)\b"
    count = 0
    for text, field in spoilt(kind):
        arguments = [command, text, *more.get(command, []), "--shape", shape]
        status, _, errors = run(*arguments)
        if status == 0:  # a default, or another layout
            continue
        count += 1
        assert errors.startswith(("mini-layout: LAYOUT", "mini-layout: shape: ")), text
        # What is a layout may still be none of registers, or not go with the other one.
        if not re.search("shape: |of registers$|a conversion keeps|only converted", errors):
            shared = re.fullmatch(basis, field) and re.search(basis, errors)
            assert shared or re.search(rf"\b{field}\b", errors), (text, errors)
    assert count > 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "LAYOUT: expected an attribute such as #ttg.blocked<{...}>, a short form"),
        ('{"sizePerThread": [1, 4]}', "LAYOUT: expected an attribute such as #ttg.blocked<{...}>"),
        ("ttg.blocked<{}>", "LAYOUT: expected an attribute such as #ttg.blocked<{...}>"),
        ("a\0b", "LAYOUT: expected an attribute such as #ttg.blocked<{...}>"),
        ("x" * 5000, "LAYOUT: xxx"),
        ("[1,4]", "LAYOUT: expected sizePerThread/threadsPerWarp/warpsPerCTA[/order]"),
        ("[a,4]/[8,4]/[2,1]", "LAYOUT: sizePerThread: expected numbers such as [1,4]"),
        ("[1,4]/8,4/[2,1]", "LAYOUT: threadsPerWarp: expected numbers such as [1,4]"),
        ("[1,4]/[8,4]/[2", "LAYOUT: warpsPerCTA: expected numbers such as [1,4]"),
        ("[1,4]/[8,4]/[2,1]/", "LAYOUT: order: expected numbers such as [1,4], but got nothing"),
        ("[]/[]/[]", "LAYOUT: sizePerThread: expected numbers such as [1,4], but got []"),
        ("[1,-4]/[8,4]/[2,1]", "LAYOUT: Every element in sizePerThread must be a power of two."),
        (
            "#ttg.blokked<{}>",
            "LAYOUT: unknown attribute `blokked` in dialect `ttg` (column 6); did",
        ),
        (ROW_TEXT.replace("order", "ordre"), "LAYOUT: unexpected key: ordre (column 6); did you"),
        (ROW_TEXT.split(", order")[0] + "}>", "LAYOUT: order: is missing in #ttg.blocked"),
        (SWIZZLED.replace("perPhase = 1, ", ""), "LAYOUT: perPhase: is missing in #ttg.swizzled"),
        (SWIZZLED.replace("Phase = 1", "Phase = 0"), "LAYOUT: perPhase: 0 is not a positive power"),
        (MMA.replace("[2, 1]", "[3, 1]"), "LAYOUT: warpsPerCTA: 3 is not a positive power of two"),
        (MMA.replace("[16, 8]", "[16]"), "LAYOUT: instrShape: [16] has no rows and columns"),
        ("#ttg.padded_shared<[x:+4] {order = [0], shape = [8]}>", "LAYOUT: intervals: expected"),
        ("#ttg.padded_shared<[8:+x] {order = [0], shape = [8]}>", "LAYOUT: paddings: expected"),
        ("#ttg.padded_shared<[8:+3] {order = [0], shape = [8]}>", "LAYOUT: paddings: padding"),
        ("#ttg.padded_shared<[8:+4] {order = [1], shape = [8]}>", "LAYOUT: order must be a perm"),
        ("#ttg.padded_shared<[8:+4] {order = [0], shape = [6]}>", "LAYOUT: shape must list powers"),
    ],
)
def test_texts_of_layouts(text: str, expected: str) -> None:
    assert message("show", text, "--shape", "16x16").startswith(expected)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (ROW, "[1,4]/[8,4]/[4,1]", "LAYOUT_B: has 4 warps, LAYOUT_A has 2; a conversion keeps"),
        (ROW, "[1,4]/[8,8]/[2,1]", "LAYOUT_B: has 64 lanes, LAYOUT_A has 32; a conversion keeps"),
        ("[1,4]/[8,8]/[2,1]", "[1,2]/[8,8]/[2,1]", "LAYOUT_A: has 64 lanes; instructions are"),
        (
            ROW,
            ROW_TEXT.replace("}>", ", CGALayout = [[1, 0]]}>"),
            "LAYOUT_B: has 2 blocks, LAYOUT_A has 1; a conversion keeps",
        ),
        (
            f"#ttg.generic_linear<{BASES}>",
            "[1,4]/[8,4]/[2,1]",
            "LAYOUT_A: a generic_linear layout is only converted within each thread",
        ),
        (SWIZZLED, ROW, "LAYOUT_A: conversions need layouts of registers"),
        (ROW, SWIZZLED, "LAYOUT_B: conversions need layouts of registers"),
        (ROW, "[4]/[32]/[2]", "--shape: rank 2, but LAYOUT_B has rank 1"),
        ("[4]/[32]/[2]", ROW, "--shape: rank 2, but LAYOUT_A has rank 1"),
        (ROW, "[3,4]/[8,4]/[2,1]", "LAYOUT_B: Every element in sizePerThread must be"),
        (ROW, "nothing", "LAYOUT_B: nothing: No such file or directory"),
        (ROW, '{"order": [1, 0]}', "LAYOUT_B: expected an attribute such as"),
    ],
)
def test_two_layouts(first: str, second: str, expected: str) -> None:
    assert message("convert", first, second, "--shape", "16x16").startswith(expected)


def test_layouts_of_files() -> None:
    text = (
        "#smem = #ttg.shared_memory\n"
        f"#bad = {SWIZZLED.replace('maxPhase = 4', 'maxPhase = 0')}\n"
        "tt.func @f(%a: !ttg.memdesc<16x16xf16, #bad, #smem>) {\n  tt.return\n}\n"
    )
    for value in ("#bad", "%a"):
        status, output, errors = run(
            "owner", "-", "--value", value, "--shape", "16x16", "--offset", "1", stdin=text
        )
        assert (status, output) == (1, "")
        expected = f"--value: {value}: maxPhase: 0 is not a positive power of two"
        assert errors == f"mini-layout: {expected}\n"
