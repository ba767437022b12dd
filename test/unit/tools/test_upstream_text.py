"""The parts of tools/upstream that need no triton: text in, text out."""

from __future__ import annotations

import pytest

from upstream.canonical import canonical
from upstream.chunks import split_chunks, split_input
from upstream.diagnostics import parse_diagnostics
from upstream.options import Nested, PassRequest, Unsupported, UsageError, parse_arguments
from upstream.passes import resolve
from upstream.runlines import run_lines, without_passes


def test_chunks_keep_their_first_line() -> None:
    assert split_chunks("a\n// -----\nb\nc\n// ----- d\ne") == [
        (1, "a\n"),
        (2, "\nb\nc\n"),
        (5, " d\ne"),
    ]


@pytest.mark.parametrize("text", ["a\n// -----", "a\n// -----0\nb", "a\n// ----\nb"])
def test_near_misses_of_the_marker_do_not_split(text: str) -> None:
    chunks, near_misses = split_input(text)
    assert chunks == [(1, text)]
    assert near_misses == [text.index("// ---") + len("// ---")]


def test_a_marker_at_the_very_start_stays_in_part() -> None:
    assert split_chunks("// -----\na\n// -----\nb") == [(1, "--\na\n"), (3, "\nb")]


def test_canonical_text_forgets_names() -> None:
    one = "#a = #ttg.x\n%v = op %p : #a\nscf.for %i = %v {\n  %w = op %i : t\n}\n"
    two = "#b = #ttg.x\n%0 = op %q : #b\n\nscf.for %j = %0 {\n  %1 = op %j : t\n}\n"
    assert canonical(one) == canonical(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("%a = op\n%b = op\nuse %a", "%a = op\n%b = op\nuse %b"),
        ("#a = #ttg.x\nop : #a", "#a = #ttg.y\nop : #a"),
        ('op "%a"', 'op "%b"'),
        ("%a:2 = op\nuse %a#0", "%a:2 = op\nuse %a#1"),
    ],
)
def test_canonical_text_keeps_what_counts(one: str, two: str) -> None:
    assert canonical(one) != canonical(two)


def test_diagnostics_carry_their_lines() -> None:
    errors = "noise\nf.mlir:3:7: error: bad\n  op\n  ^\n<unknown>:0: note: see\n"
    assert parse_diagnostics(errors) == [
        ("f.mlir", 3, 7, "error", "bad\n  op\n  ^"),
        ("<unknown>", 0, 0, "note", "see"),
    ]


def test_run_lines() -> None:
    text = """// RUN: mini-opt %s -split-input-file --coalesce \\
    // RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=A
    // RUN: not mini-opt %s --mlir-print-op-generic | mini-opt - --cse
    // RUN: mini-opt %s -o %t && FileCheck %s < %t
    // RUN: triton-opt %s -verify-diagnostics --no-such-pass
    """
    first, second, third, fourth = run_lines(text)
    assert first.stages == (("-split-input-file", "--coalesce"),)
    assert first.filecheck == ("%s", "--check-prefix=A")
    assert first.merges_errors
    assert first.splits
    assert not first.upstream_problem()
    assert second.stages == (("--mlir-print-op-generic",), ("--cse",))
    assert second.is_negated
    assert third.problem
    assert fourth.verifies
    assert not fourth.shows_output
    assert "no-such-pass" in fourth.upstream_problem()


def test_flags_without_passes() -> None:
    flags = ["-split-input-file", "--coalesce", "-tritongpu-pipeline=num-stages=3", "--cse"]
    assert without_passes(flags) == ["-split-input-file"]


def test_short_names_of_passes() -> None:
    assert resolve("coalesce") == "tritongpu-coalesce"
    assert resolve("combine") == "triton-combine"
    assert resolve("cse") == "cse"
    assert resolve("nothing") is None


def test_arguments() -> None:
    pipeline = "builtin.module(cse,tt.func(canonicalize{max-iterations=3 top-down}))"
    options = parse_arguments(
        ["--coalesce=a=1", f"--pass-pipeline={pipeline}", "x.mlir", "-o", "y"]
    )
    assert options.file == "x.mlir"
    assert options.output == "y"
    assert options.pipeline == [
        PassRequest("tritongpu-coalesce", "a=1"),
        PassRequest("cse"),
        Nested("tt.func", (PassRequest("canonicalize", "max-iterations=3 top-down"),)),
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--no-such-flag"], Unsupported),
        (["a.mlir", "b.mlir"], UsageError),
        (["-o"], UsageError),
        (["--pass-pipeline=cse"], UsageError),
        (["--pass-pipeline=builtin.module(cse"], UsageError),
        (["--verify-each=perhaps"], UsageError),
    ],
)
def test_bad_arguments(arguments: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_arguments(arguments)
