"""The comparison itself, with made-up tools in place of upstream and mini-opt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from upstream.chunks import SPLIT_MARKER, split_chunks
from upstream.compare import Pair, compare_pairs, compare_run, second_pairs
from upstream.driver import Outcome
from upstream.report import Report, table
from upstream.runlines import run_lines

CRASH = Outcome("crash", "", "Traceback (most recent call last)\n")
TEXT = f"""// RUN: mini-opt %s -split-input-file --cse
{SPLIT_MARKER}
%a = x
{SPLIT_MARKER}
%b = y
"""


class Fake:
    """A tool that answers each chunk with what a function makes of it."""

    def __init__(self, answer: Callable[[str], Outcome]) -> None:
        self.answer = answer

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        splits = "-split-input-file" in arguments
        outcomes = [self.answer(c.text) for c in split_chunks(text)] if splits else None
        if outcomes is None:
            return self.answer(text)
        if CRASH in outcomes:
            return CRASH
        return Outcome("ok", (SPLIT_MARKER + "\n").join(one.output for one in outcomes))


def echo(text: str) -> Outcome:
    return Outcome("ok", text)


def compared(answer: Callable[[str], Outcome]) -> Report:
    report = Report()
    (run,) = run_lines(TEXT)
    compare_run(report, Fake(answer), Fake(echo), run, TEXT, "test.mlir")
    return report


def test_equal_outputs() -> None:
    report = compared(echo)
    (row,) = report.rows
    assert (row.cases, row.exact, row.changed) == (3, 3, 0)
    assert not report.failures(modulo=False)


def test_a_difference_in_names() -> None:
    report = compared(lambda text: Outcome("ok", text.replace("%a", "%c")))
    (row,) = report.rows
    assert (row.cases, row.exact, row.modulo) == (3, 2, 3)
    (difference,) = report.failures(modulo=False)
    assert difference.origin == "test.mlir:2"
    assert "-%a = x\n+%c = x" in difference.diff
    assert not report.failures(modulo=True)
    assert "total" in table(report)


def test_a_crash_costs_one_case() -> None:
    report = compared(lambda text: CRASH if "%b" in text else echo(text))
    (row,) = report.rows
    assert (row.cases, row.exact, row.crashes) == (3, 2, 1)


def test_pairs_count_once_a_name_and_fall_back_to_single_calls() -> None:
    report = Report()
    pairs = [Pair("cse", ("--cse",), text, text, text.strip()) for text in ("p\n", "q\n", "p\n")]
    compare_pairs(report, Fake(lambda text: CRASH if "q" in text else echo(text)), pairs)
    (row,) = report.rows
    assert (row.cases, row.exact, row.crashes) == (2, 1, 1)


def test_second_pairs_start_from_the_first_output() -> None:
    def grow(text: str) -> Outcome:
        return CRASH if "q" in text else Outcome("ok", text + "x")

    pairs = [Pair("cse", ("--cse",), text, text + "x", "here") for text in ("p", "q")]
    notes: list[str] = []
    (again,) = second_pairs(Fake(grow), pairs, notes.append)
    assert again == Pair("cse", ("--cse",), "px", "pxx", "here")
    assert notes == [
        "here: the second time, upstream dies in pass cse: Traceback (most recent call last)"
    ]
