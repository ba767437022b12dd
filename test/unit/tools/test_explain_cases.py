"""What tools/check_explain.py asks upstream, and how it reads the answers: no upstream needed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import check_explain
from explain_cases import questions
from explain_cases.ptx import access_bytes, instruction_bytes
from explain_cases.questions import SPAN, Case, Question, UnmatchedError, counterparts, variants
from explain_cases.situations import read_situations
from mlir_mini.syntax.parser import parse_module
from passes.explain.fixes import FewerWarps

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explain.md"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("ld.global.b8", 1),
        ("ld.global.v4.b32", 16),
        ("ld.global.v2.b64", 16),
        ("ld.global.L1::evict_last.v8.b16", 16),
        ("st.global.v2.f32", 8),
        ("st.global.b128", 16),
        ("atom.global.gpu.acq_rel.add.f32", 4),
        ("atom.global.gpu.relaxed.add.noftz.f16x2", 4),
        ("atom.global.gpu.relaxed.v4.bf16x2.add.noftz", 16),
        ("red.global.add.v2.f32", 8),
        ("atom.global.cas.b64", 8),
    ],
)
def test_instruction_bytes(name: str, count: int) -> None:
    assert instruction_bytes(name) == count


def test_an_instruction_without_a_type() -> None:
    with pytest.raises(ValueError, match=r"ld\.global"):
        instruction_bytes("ld.global.relaxed")


PTX = """
    .loc 1 1 1
    ld.param.b64 %rd1, [f_param_0];
    .loc 1 1000 1
    @%p1 ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];
    ld.shared.b32 %r9, [%r8];
    .loc 1 1003 5
    @%p1 ld.global.v2.b32 { %r1, %r2 }, [ %rd1 + 16 ];
    .loc 1 2000 1
    cp.async.cg.shared.global [ %r6 + 0 ], [ %rd6 + 0 ], 0x10, %r7;
    .loc 1 3000 1
    st.global.b16 [ %rd7 ], %rs1;
    bar.sync 0;
"""


def test_access_bytes() -> None:
    """By the thousand of the line; parameters and shared memory are no accesses."""
    assert access_bytes(PTX, 1000) == {0: {16, 8}, 1: {16}, 2: {2}}


def test_read_situations(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    body = "tt.func public @one() {\n  tt.return\n}\n"
    page.write_text(
        f"```mlir before: --explain\n{body}```\n"
        f"```mlir before: --coalesce\n{body.replace('one', 'other')}```\n"
        f"```mlir\n{body.replace('one', 'plain')}```\n"
        "```mlir before: --explain --num-warps=8\ntt.func @two() {\n  tt.return\n}\n```\n"
    )
    assert read_situations(page) == {
        "one": body,
        "two": "tt.func @two() {\n  tt.return\n}\n",
    }
    assert [(capability, warps) for _, _, capability, warps in check_explain.modules([page])] == [
        (80, 4),
        (80, 8),
    ]


def test_the_page_has_its_situations() -> None:
    assert len(read_situations(PAGE)) == 10


def case(function: str) -> Case:
    return Case(function, read_situations(PAGE)[function], 80)


def test_variants() -> None:
    first, second = case("tile_72").verdicts
    hint, weaker = variants(first)
    assert hint == first.fixes
    assert [fix.text for fix in weaker] == ["tl.multiple_of(%starts, [1, 8])"]
    assert len(variants(second)) == 2
    gather = case("gather").verdicts
    assert [len(variants(verdict)) for verdict in gather] == [0, 0, 0]


def test_questions() -> None:
    """The hint is in the text, and each access has lines of its own."""
    asked = case("tile_72")
    base = asked.base()
    assert base.promised == {0: 1, 1: 1}
    assert base.bits == {0: 16, 1: 16}
    assert base.text.count("tt.divisibility") == 2
    for i in range(2):
        assert f'loc("accesses":{(i + 1) * SPAN}:1)' in base.text
    argument, hinted, *_ = asked.hints()
    assert argument.promised == hinted.promised == {0: 8}
    assert argument.text.count("tt.divisibility = 16") == 3
    assert "tt.divisibility = dense<[1, 8]>" in hinted.text


def test_fewer_warps_are_converted_for() -> None:
    asked = case("small_block")
    for question in asked.hints():
        assert '"ttg.num-warps" = 1' in question.text
    assert asked.unread == 0


#: Under 4 warps the two layouts differ in what the conversion has to convert between.
PLAIN = """
tt.func @f(%n: i32) {
  %a = arith.addi %n, %n : i32
  %s = tt.splat %a : i32 -> tensor<64xi32, #one>
  %e = arith.addi %s, %s : tensor<64xi32, #one>
  tt.return
}
"""
CONVERTED = """
tt.func @f(%n: i32) {
  %a = arith.addi %n, %n : i32
  %s = tt.splat %a : i32 -> tensor<64xi32, #one>
  %c = ttg.convert_layout %s : tensor<64xi32, #one> -> tensor<64xi32, #two>
  %d = ttg.convert_layout %c : tensor<64xi32, #two> -> tensor<64xi32, #one>
  %e = arith.addi %d, %d : tensor<64xi32, #one>
  tt.return
}
"""
LAYOUTS = """
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
"""


def named(module) -> dict[str, list]:
    found: dict[str, list] = {}
    for op in module.walk():
        found.setdefault(op.name, []).extend(op.results)
    return found


def test_counterparts() -> None:
    """Conversions of layouts come and go."""
    plain = parse_module(LAYOUTS + PLAIN + "}")
    converted = parse_module(LAYOUTS + CONVERTED + "}")
    own, others = named(plain), named(converted)
    forth = counterparts(plain, converted)
    assert [forth[each] for each in own["arith.addi"]] == others["arith.addi"]
    back = counterparts(converted, plain)
    for each in (*others["tt.splat"], *others["ttg.convert_layout"]):
        assert back[each] is own["tt.splat"][0]


def test_no_counterparts() -> None:
    plain = parse_module(LAYOUTS + PLAIN + "}")
    other = parse_module(LAYOUTS + PLAIN.replace("arith.addi %s", "arith.muli %s") + "}")
    with pytest.raises(UnmatchedError):
        counterparts(plain, other)


def test_hints_that_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the module for fewer warps is another one, the hint is counted and left out."""

    def unmatched(module, other):
        raise UnmatchedError("other operations")

    asked = case("small_block")
    assert any(isinstance(fix, FewerWarps) for v in asked.verdicts for fix in v.fixes)
    monkeypatch.setattr(questions, "counterparts", unmatched)
    assert list(asked.hints()) == []
    assert asked.unread == 2


ANSWER = """
    .loc 1 1000 1
    ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 ];
    .loc 1 2000 1
    st.global.b32 [ %rd1 ], %r1;
"""


@pytest.mark.parametrize(
    ("ptx", "counts"),
    [
        (ANSWER, {"agree": 1, "differ": 1, "not in the PTX": 1}),
        (None, {"not lowered": 3}),
    ],
)
def test_compare(monkeypatch: pytest.MonkeyPatch, ptx: str | None, counts: dict[str, int]) -> None:
    monkeypatch.setattr(check_explain, "ask", lambda question: None if ptx is None else ("", ptx))
    question = Question("f", "", {0: 4, 1: 2, 2: 1}, dict.fromkeys(range(3), 32))
    assert check_explain.compare(question, 80) == Counter(counts)
