"""Every golden, byte for byte, against mini-opt in this process."""

from __future__ import annotations

import pytest

from upstream.cases import ROOT
from upstream.goldens import Golden, goldens, stale_files
from upstream.in_process import InProcess

GOLDENS = goldens()


@pytest.mark.parametrize("golden", GOLDENS, ids=[golden.file.stem for golden in GOLDENS])
def test_golden(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    outcome = golden.outcome(InProcess())
    assert golden.text(outcome) == golden.file.read_bytes().decode()
    if not golden.run.verifies:
        assert (outcome.status != "ok") == golden.run.is_negated


def test_every_run_line_has_its_golden() -> None:
    missing = [golden.file for golden in GOLDENS if not golden.file.exists()]
    assert not missing, "python tools/record_golden.py"
    assert GOLDENS, "no lit tests"


def test_every_golden_has_its_run_line() -> None:
    assert not stale_files(), "python tools/record_golden.py"
