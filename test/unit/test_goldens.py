"""Every golden, byte for byte, against mini-opt in this process."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

import passes
from mlir_mini.opt_main import opt_main
from upstream.cases import ROOT
from upstream.driver import Outcome
from upstream.goldens import Golden, goldens, stale_files

GOLDENS = goldens()


class InProcess:
    """mini-opt as a tool; file names are relative to the checkout, so tests change to it."""

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        output, errors = io.StringIO(), io.StringIO()
        status = opt_main(
            [*arguments, name], passes.PASSES, stdin=io.StringIO(text), stdout=output, stderr=errors
        )
        return Outcome("error" if status else "ok", output.getvalue(), errors.getvalue())


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
