"""Accesses under the layouts that TTGIR comes with, against the arithmetic of mini-layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mlir_mini.analysis.access_width import REGISTERS
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.sectors import TensorAccess, instructions
from passes.explain.verdicts import Verdict, judge

from .cases import converted, explained, lit_modules

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "explain.md"
TRANSPOSE = ROOT / "examples" / "transpose.mlir"
TILE = """
#l = #ttg.blocked<{{sizePerThread = {size}, threadsPerWarp = {threads}, warpsPerCTA = {warps}, order = {order}}}>
#rows = #ttg.slice<{{dim = 1, parent = #l}}>
#cols = #ttg.slice<{{dim = 0, parent = #l}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @tile(%x: !tt.ptr<f32> {{tt.divisibility = 32 : i32}}) {{
    %ld = arith.constant dense<64> : tensor<64x1xi32, #l>
    %i = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, #rows>
    %j = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, #cols>
    %rows = tt.expand_dims %i {{axis = 1 : i32}} : tensor<64xi32, #rows> -> tensor<64x1xi32, #l>
    %cols = tt.expand_dims %j {{axis = 0 : i32}} : tensor<64xi32, #cols> -> tensor<1x64xi32, #l>
    %down = arith.muli %rows, %ld : tensor<64x1xi32, #l>
    %down_b = tt.broadcast %down : tensor<64x1xi32, #l> -> tensor<64x64xi32, #l>
    %cols_b = tt.broadcast %cols : tensor<1x64xi32, #l> -> tensor<64x64xi32, #l>
    %at = arith.addi %down_b, %cols_b : tensor<64x64xi32, #l>
    %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #l>
    %p = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f32>, #l>, tensor<64x64xi32, #l>
    %v = tt.load %p : tensor<64x64x!tt.ptr<f32>, #l>
    tt.return
  }}
}}
"""  # noqa: E501
#: sizePerThread, threadsPerWarp, warpsPerCTA, order; the last is coalesce's choice.
LAYOUTS: list[tuple[list[int], ...]] = [
    ([1, 1], [32, 1], [4, 1], [0, 1]),
    ([1, 1], [1, 32], [4, 1], [1, 0]),
    ([1, 1], [32, 1], [1, 4], [0, 1]),
    ([4, 1], [16, 2], [1, 4], [0, 1]),
    ([1, 2], [8, 4], [4, 1], [1, 0]),
    ([1, 4], [2, 16], [4, 1], [1, 0]),
]
COALESCED = LAYOUTS[-1]


def text_of(layout: tuple[list[int], ...]) -> str:
    return TILE.format(**dict(zip(("size", "threads", "warps", "order"), layout, strict=True)))


def verdict_of(layout: tuple[list[int], ...]) -> Verdict:
    (verdict,) = judge(converted(text_of(layout)), as_written=True)
    return verdict


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_numbers_are_those_of_mini_layout(layout: tuple[list[int], ...]) -> None:
    verdict = verdict_of(layout)
    size, threads, warps, order = map(tuple, layout)
    encoding = BlockedEncoding(size, threads, warps, order)
    request = instructions(TensorAccess(encoding, (64, 64), 32, (64, 1)), warps=[0])[0]
    assert verdict.written_bytes == request.width
    if verdict.written is None:
        assert layout is COALESCED
        return
    sectors = len(request.sectors)
    assert (verdict.written.least, verdict.written.most) == (sectors, sectors)
    assert verdict.written.used_bytes == request.bytes
    assert verdict.is_worse_as_written == (request.width < 16 or request.efficiency < 1)


def test_only_on_demand() -> None:
    (verdict,) = judge(converted(text_of(LAYOUTS[0])))
    assert verdict.written is None
    assert not verdict.is_worse_as_written


def facts_of(text: str) -> dict[str, Any]:
    return json.loads(explained(text, "--explain=json"))


def test_data() -> None:
    facts = facts_of(text_of(LAYOUTS[2]))
    assert facts["summary"]["worse_as_written"] == 1
    (access,) = facts["accesses"]
    assert access["bytes"] == 16
    written = access["as_written"]
    assert written["layout"] == (
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], "
        "order = [0, 1]}>"
    )
    assert (written["bytes"], written["limit"], written["dim"]) == (4, "contiguity", 0)
    assert written["bounds"][REGISTERS] == 1
    assert (written["sectors"]["most"], written["sectors"]["used_bytes"]) == (32, 128)


def test_the_example_of_the_page() -> None:
    report = explained(TRANSPOSE.read_text()).replace("<stdin>", TRANSPOSE.name)
    shown = report.partition("\n\nconversions:")[0]
    assert shown.count("as written") == 3
    assert f"```text\n{shown}\n```" in PAGE.read_text()


def test_what_is_coalesced_is_not_said_twice() -> None:
    text = text_of(COALESCED)
    assert "as written" not in explained(text)
    facts = facts_of(text)
    assert "as_written" not in facts["accesses"][0]
    assert "worse_as_written" not in facts["summary"]


def test_layouts_of_the_conversion_are_nobodys() -> None:
    """TTIR has no layouts; those that it is converted to are not reported."""
    ttir = [text for _, text in lit_modules() if "ttg.num-warps" not in text]
    assert len(ttir) >= 40
    for text in ttir:
        assert "as written" not in explained(text)


def test_a_layout_without_arithmetic_is_left_out() -> None:
    """That of matrix instructions of a size that there is none of."""
    text = text_of(COALESCED).replace(
        text_of(COALESCED).splitlines()[1],
        "#l = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], "
        "instrShape = [16, 4]}>",
    )
    (verdict,) = judge(converted(text), as_written=True)
    assert verdict.access.bytes_now == 16
    assert verdict.access.written_width is None
    assert verdict.written is None
