"""The commands of mini-layout: answers as JSON, files, errors that name the field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tool import ROW, ROW_TEXT, answer, run, text

from mlir_mini.layout_main import COMMANDS

MODULE = f"""
#row = {ROW_TEXT}
#half = {ROW_TEXT.replace("[1, 4]", "[1, 2]")}
#shared = #ttg.swizzled_shared<{{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}}>
#smem = #ttg.shared_memory
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32}} {{
  tt.func @one(%p: !tt.ptr<f16>) {{
    %0 = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>, #row>
    %1 = tt.load %0 : tensor<16x16x!tt.ptr<f16>, #row>
    %2 = ttg.convert_layout %1 : tensor<16x16xf16, #row> -> tensor<16x16xf16, #half>
    %3 = ttg.local_alloc %1 : (tensor<16x16xf16, #row>) -> !ttg.memdesc<16x16xf16, #shared, #smem>
    tt.return
  }}
  tt.func @two(%0: tensor<8x8xf32, #row>) {{
    tt.return
  }}
}}
"""


@pytest.fixture
def module(tmp_path: Path) -> str:
    file = tmp_path / "module.mlir"
    file.write_text(MODULE)
    return str(file)


# Help.


def test_help() -> None:
    output = text("--help")
    for command in COMMANDS:
        assert command.name in output
        assert command.summary in output
        page = text(command.name, "--help")
        for option in command.options:
            assert f"{'-' if len(option.name) == 1 else '--'}{option.name}" in page
    assert run()[0] == 1


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if c.name != "check"], ids=lambda c: c.name
)
def test_the_examples_in_the_help_work(
    command: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shlex

    monkeypatch.chdir(tmp_path)
    words = shlex.split(command.example)  # pyright: ignore[reportAttributeAccessIssue]
    assert words[0] == "mini-layout"
    assert run(*words[1:])[::2] == (0, "")


def test_version() -> None:
    assert text("--version").startswith("mini-layout ")


# Answers.


def test_coalesce() -> None:
    found = answer("coalesce", "--shape", "64x64", "--order", "1,0", "--elem-bits", "32")
    assert found["elements_per_thread"] == 4
    assert found["decided_by"] == ["alignment", "instruction"]
    assert found["layout"] == {
        "sizePerThread": [1, 4],
        "threadsPerWarp": [2, 16],
        "warpsPerCTA": [4, 1],
        "order": [1, 0],
    }
    assert [row["dim"] for row in found["builder"]] == [1, 0]
    assert found["builder"][0]["remains"] == {"threads": 8, "lanes": 2, "warps": 4}
    assert found["attribute"].startswith("#ttg.blocked<{sizePerThread = [1, 4]")
    per_dim = answer("coalesce", "--shape", "64x64", "--contiguity", "64,1")
    assert per_dim["order"] == [0, 1]
    descriptor = answer("coalesce", "--shape", "128x64", "--elem-bits", "8", "--descriptor")
    assert descriptor["elements_per_thread"] == 16


def test_show() -> None:
    found = answer("show", ROW, "--shape", "16x16")
    assert found["attribute"] == ROW_TEXT
    assert found["kind"] == "registers"
    assert found["linear_layout"]["lane"] == [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]
    assert len(found["elements"]) == 256
    assert found["elements"][9 * 16 + 4] == {
        "element": [9, 4],
        "places": [{"register": 0, "lane": 5, "warp": 1, "block": 0}],
    }


def test_the_attribute_and_its_short_form_are_the_same() -> None:
    for order in ("[1,0]", "[0,1]"):
        long = ROW_TEXT.replace("order = [1, 0]", f"order = {order}")
        short = f"{ROW}/{order}"
        shape = ("--shape", "16x16")
        assert text("show", short, *shape) == text("show", long, *shape)


def test_owner() -> None:
    shape = ("--shape", "16x16")
    assert answer("owner", ROW, *shape, "--element", "9,4") == {
        "element": [9, 4],
        "owners": [{"block": 0, "warp": 1, "lane": 5, "register": 0}],
    }
    assert answer("owner", ROW, *shape, "--thread", "1,5") == {
        "thread": {"block": 0, "warp": 1, "lane": 5},
        "elements": [[9, 4], [9, 5], [9, 6], [9, 7]],
    }
    copies = answer("owner", "[1]/[32]/[4]", "--shape", "64", "--element", "40")
    assert [each["warp"] for each in copies["owners"]] == [1, 3]


def test_owner_in_shared_memory() -> None:
    shared = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
    arguments = ("owner", shared, "--shape", "16x64", "--elem-bits", "16")
    # Row 1 starts with the second of its vectors of 8 elements.
    place = {"block": 0, "partition": 0, "offset": 64, "byte": 128, "bank": 0}
    assert answer(*arguments, "--element", "1,8") == {"element": [1, 8], "places": [place]}
    assert answer(*arguments, "--offset", "64")["element"] == [1, 8]
    padded = "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [8, 32]}>"
    found = answer("owner", padded, "--shape", "8x32", "--element", "1,0")
    assert found["places"][0] | {"offset": 32, "byte": 144, "bank": 4} == found["places"][0]


def test_sectors() -> None:
    arguments = ("--shape", "64x64", "--elem-bits", "32", "--strides", "1,64")
    found = answer("sectors", "[1,4]/[2,16]/[4,1]", *arguments)
    assert found["instruction"] == "ld.global.b32"
    assert found["first_load"] == {"bytes": 512, "sectors": 64, "ideal": 16, "efficiency": 0.25}
    assert found["tile"] == {
        "requests": 128,
        "sectors": 2048,
        "ideal": 512,
        "bytes": 16384,
        "efficiency": 0.25,
    }
    assert len(found["instructions"]) == 32
    assert found["instructions"][0]["sectors"] == [32 * column for column in range(16)]
    stored = answer("sectors", "[1,4]/[2,16]/[4,1]", *arguments, "--store")
    assert stored["instruction"] == "st.global.b32"
    masked = answer("sectors", "[4]/[32]/[1]", "--shape", "128", "--strides", "1", "--bounds", "98")
    assert masked["instruction"] == "ld.global.v2.b32"


def test_convert() -> None:
    shape = ("--shape", "16x16", "--elem-bits", "32")
    none = answer("convert", ROW, ROW, *shape)
    assert (none["class"], none["reason"], none["instructions"]) == ("none", None, [])
    shuffle = answer("convert", ROW, "[1,2]/[8,4]/[2,1]", *shape)
    assert (shuffle["class"], shuffle["shuffles"], shuffle["moved"]) == ("shuffle", 4, 192)
    assert shuffle["reason"]["changes"] == "lane"
    shared = answer("convert", ROW, "[4,1]/[4,8]/[1,2]/[0,1]", *shape)
    assert (shared["class"], shared["reason"]["changes"]) == ("shared", "warp")
    assert shared["shared"]["bytes"] == 1024
    assert shared["shared"]["store"]["conflicts"] == 0
    assert sum(line.startswith("st.shared") for line in shared["instructions"]) == 4
    registers = answer("convert", "[2,2]/[8,4]/[2,1]", "[2,2]/[8,4]/[2,1]/[0,1]", "--shape", "32x8")
    assert registers["class"] in ("register", "shuffle", "shared")


# Files.


def test_values_of_a_file(module: str) -> None:
    assert answer("show", module, "--value", "%1")["attribute"] == ROW_TEXT
    assert answer("show", module, "--value", "%3")["kind"] == "shared"
    assert answer("show", module, "--value", "#row", "--shape", "8x8")["shape"] == [8, 8]
    assert answer("show", module, "--value", "row", "--shape", "8x8")["shape"] == [8, 8]
    piped = answer("show", "-", "--value", "%1", stdin=MODULE)
    assert piped["shape"] == [16, 16]
    two = answer("show", module, "--value", "%0", "--function", "two")
    assert two["shape"] == [8, 8]


def test_a_conversion_of_a_file(module: str) -> None:
    found = answer("convert", module, "--value", "%2")
    assert found["class"] == "shuffle"
    # Two halves make a word.
    assert found["words"] == 2


def test_elements_of_a_file_have_their_width(module: str) -> None:
    found = answer("sectors", module, "--value", "%1", "--strides", "16,1")
    assert (found["elem_bits"], found["instruction"]) == (16, "ld.global.v2.b32")
    # What a pointer points to is loaded, but the pointer itself is converted.
    assert (
        answer("sectors", module, "--value", "%0", "--function", "one", "--strides", "16,1")[
            "elem_bits"
        ]
        == 16
    )


def test_what_a_file_has(module: str) -> None:
    status, output, errors = run("show", module)
    assert (status, output) == (1, "")
    assert "  #row\n" in errors
    assert f"  %2 : tensor<16x16xf16, {ROW_TEXT.replace('[1, 4]', '[1, 2]')}>" in errors


def test_output_files(tmp_path: Path) -> None:
    for ending in ("svg", "html", "json", "txt"):
        file = tmp_path / f"layout.{ending}"
        assert text("show", ROW, "--shape", "16x16", "-o", str(file)) == ""
        assert file.stat().st_size > 500
    file = tmp_path / "both.svg"
    assert "elements" in answer("show", ROW, "--shape", "16x16", "-o", str(file))
    assert file.exists()
    file = tmp_path / "sectors.svg"
    arguments = ("--shape", "16x16", "--strides", "16,1", "-o", str(file))
    assert text("sectors", ROW, *arguments) == ""
    assert "<svg" in file.read_text()


# Errors.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("frobnicate", "frobnicate: no such command"),
        ("shwo", "shwo: no such command; did you mean 'show'?"),
        ("show", "LAYOUT is missing; see mini-layout show -h"),
        (f"show {ROW}", "--shape: is missing (16x16)"),
        (f"show {ROW} --shape", "--shape: a value is missing (16x16)"),
        (f"show {ROW} --shape 16xq", "--shape: 'q' is not a number (expected 16x16)"),
        (f"show {ROW} --shape 16", "shape: 16 has rank 1, the layout has rank 2"),
        (f"show {ROW} --shape 16x15", "shape: 15 in 16x15 is not a positive power of two"),
        (f"show {ROW} --shape 0x16", "shape: 0 in 0x16 is not a positive power of two"),
        (f"show {ROW} --shape 16,-16", "shape: -16 in 16x-16 is not a positive power of two"),
        (
            "show [1,3]/[8,4]/[2,1] --shape 16x16",
            "LAYOUT: Every element in sizePerThread must be a power of two.",
        ),
        (
            "show [1,4]/[8,0]/[2,1] --shape 16x16",
            "LAYOUT: Every element in threadsPerWarp must be a power of two.",
        ),
        (
            "show [1,4]/[8,4]/[2] --shape 16x16",
            "LAYOUT: sizePerThread, threadsPerWarp, warpsPerCTA, and order must all have the same "
            "rank.",
        ),
        (
            "show [1,4]/[8,4]/[2,1]/[1,1] --shape 16x16",
            "LAYOUT: order must be a permutation of 0..(rank-1), but was [1, 1]",
        ),
        (
            "show [1,4]/[8,4] --shape 16x16",
            "LAYOUT: expected sizePerThread/threadsPerWarp/warpsPerCTA[/order], such as "
            "[1,4]/[8,4]/[2,1]/[1,0], but got [1,4]/[8,4]",
        ),
        (
            "show #ttg.frob<{}> --shape 16x16",
            "LAYOUT: unknown attribute `frob` in dialect `ttg` (column 6)",
        ),
        ("show #ttg.shared_memory --shape 16", "LAYOUT: #ttg.shared_memory is not a layout"),
        ("show no.mlir --value %1", "LAYOUT: no.mlir: No such file or directory"),
        (
            "show nothing --shape 16",
            "LAYOUT: nothing: No such file or directory; the text of a layout starts with '#' or "
            "'['",
        ),
        (
            f"show {ROW} --shape 16x16 -o x.pdf",
            "-o: x.pdf ends in none of .svg, .html, .json, .txt",
        ),
        (f"show {ROW} --shape 16x16 -o /no/x.svg", "-o: /no/x.svg: No such file or directory"),
        (f"show {ROW} --shape 16x16 --color red", "--color: 'red' is none of auto, always, never"),
        (f"show {ROW} {ROW} --shape 16x16", f"{ROW}: one argument too many"),
        (f"show {ROW} --json=1", "--json: takes no value"),
        (f"owner {ROW} --shape 16x16", "give one of --element, --thread and --offset"),
        (
            f"owner {ROW} --shape 16x16 --element 16,0",
            "element: 16 is outside dim 0 of size 16",
        ),
        (f"owner {ROW} --shape 16x16 --element -1,0", "element: -1 is outside dim 0 of size 16"),
        (
            f"owner {ROW} --shape 16x16 --element 1",
            "element: 1 has 1 coordinates, the shape 2 dims",
        ),
        (
            f"owner {ROW} --shape 16x16 --thread 2,0",
            "thread: warp 2 does not exist, there are 2",
        ),
        (
            f"owner {ROW} --shape 16x16 --thread 0,32",
            "thread: lane 32 does not exist, there are 32",
        ),
        (
            f"owner {ROW} --shape 16x16 --thread 0",
            "--thread: expected warp,lane or warp,lane,block",
        ),
        (
            f"owner {ROW} --shape 16x16 --offset 3",
            "--offset: registers have no offset; use --element or --thread",
        ),
        (f"sectors {ROW} --shape 16x16", "--strides: is missing (64,1)"),
        (
            f"sectors {ROW} --shape 16x16 --strides 1",
            "strides: 1 given for a tensor of 2 dims",
        ),
        (f"sectors {ROW} --shape 16x16 --strides -16,1", "strides: -16 is negative"),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --elem-bits 12",
            "--elem-bits: 12 is none of 8, 16, 32, 64",
        ),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --elem-bits 0",
            "--elem-bits: 0 is none of 8, 16, 32, 64",
        ),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --base-align 12",
            "base-align: 12 is no power of two from the element's 4 bytes on",
        ),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --base 4",
            "base: 4 is not aligned to base-align 32",
        ),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --bounds 0,-",
            "bounds: 0 is not positive",
        ),
        (
            f"sectors {ROW} --shape 16x16 --strides 16,1 --warp 2",
            "--warp: warp 2 does not exist, there are 2",
        ),
        (
            "sectors #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[0]}> --shape 4 "
            "--strides 1",
            "LAYOUT: loads and stores need a layout of registers",
        ),
        (
            f"convert {ROW} --shape 16x16",
            "LAYOUT_B: is missing (only a ttg.convert_layout has both)",
        ),
        (
            f"convert {ROW} [1,4]/[8,4]/[4,1] --shape 16x16",
            "LAYOUT_B: has 4 warps, LAYOUT_A has 2; a conversion keeps their number",
        ),
        (
            f"convert {ROW} [4]/[32]/[2] --shape 16x16",
            "--shape: rank 2, but LAYOUT_B has rank 1",
        ),
        (
            f"convert {ROW} {ROW} --shape 16x16 --elem-bits 3",
            "--elem-bits: 3 is none of 1, 8, 16, 32, 64",
        ),
        (
            f"convert {ROW} {ROW} --shape 16x16 --target h100",
            "--target: 'h100' is no GPU such as cuda:80 or sm_90",
        ),
        ("coalesce", "--shape: is missing (64x64)"),
        ("coalesce --shape 64x64 --num-warps 3", "num-warps: 3 is not a power of two"),
        ("coalesce --shape 64x64 --num-warps x", "--num-warps: 'x' is not a number (expected N)"),
        ("coalesce --shap 64x64", "--shap: coalesce has no such option; did you mean 'shape'?"),
        ("check none.py", "FILE.py: none.py: No such file or directory"),
    ],
)
def test_errors_name_the_field(arguments: str, message: str) -> None:
    assert run(*arguments.split(" ")) == (1, "", f"mini-layout: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--value", "%9"], "--value: {} has no value %9"),
        (["--value", "#frob"], "--value: {} has no alias #frob"),
        (["--value", "%p"], "--value: %p has no layout, its type is !tt.ptr<f16>"),
        (
            ["--value", "%0"],
            "--value: %0 is defined 2 times (@one, @two); --function picks one",
        ),
        (["--value", "%1", "--function", "two"], "--value: {} has no value %1 in @two"),
        (["--value", "%1#3"], "--value: %1 has 1 results, there is no %1#3"),
        (["--value", "#smem", "--shape", "4"], "--value: #smem is not a layout"),
    ],
)
def test_errors_about_files(module: str, arguments: list[str], message: str) -> None:
    status, output, errors = run("show", module, *arguments)
    assert (status, output) == (1, "")
    assert errors == f"mini-layout: {message.format(module)}\n"


def test_a_file_that_does_not_parse(tmp_path: Path) -> None:
    file = tmp_path / "bad.mlir"
    file.write_text("module {\n  %0 = frob\n}\n")
    status, _, errors = run("show", str(file), "--value", "%0")
    assert status == 1
    assert errors.startswith(f"mini-layout: {file}:2:8: ")


def test_json_is_one_value() -> None:
    assert json.loads(text("owner", ROW, "--shape", "16x16", "--element", "0,0", "--json"))
