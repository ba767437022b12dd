"""Passes run again on what they printed: mini-opt changes what upstream changes, and so."""

from __future__ import annotations

import pytest

import passes
from upstream.in_process import InProcess
from upstream.passes import PASSES as UPSTREAM
from upstream.passes import resolve
from upstream.runlines import flag_name
from upstream.second_runs import SecondRun, second_runs, stale_files

SECOND_RUNS = second_runs()
CHANGED = [second for second in SECOND_RUNS if second.file.exists()]


def name_of(second: SecondRun) -> str:
    return second.file.stem


@pytest.mark.parametrize("second", SECOND_RUNS, ids=name_of)
def test_second_run(second: SecondRun) -> None:
    outcome = second.outcome(InProcess())
    assert outcome.status == "ok", outcome.errors
    assert outcome.output == second.expected(), "python tools/record_golden.py"


@pytest.mark.parametrize("second", CHANGED, ids=name_of)
def test_kept_output_differs_from_the_first(second: SecondRun) -> None:
    assert second.expected() != second.first(), "python tools/record_golden.py"


def test_every_kept_output_has_its_run_line() -> None:
    assert not stale_files(), "python tools/record_golden.py"
    assert CHANGED, "no pass changes what it printed"


def test_every_pass_is_run_twice() -> None:
    names = {flag_name(flag) for second in SECOND_RUNS for flag in second.flags}
    run = {resolve(name) for name in names}
    missing = [one.name for one in passes.PASSES if one.name in UPSTREAM and one.name not in run]
    assert not missing, "a RUN line that prints what the pass makes of the test"
