"""tools/check_semantics.py: kernels through the pipeline, and what it says of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import check_semantics
from mlir_mini.interp.semantics import SemanticsCheck
from mlir_mini.source import Diagnostic

ROOT = Path(__file__).resolve().parents[3]
MATMUL = ROOT / "examples" / "matmul.ttir"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["check_semantics.py", *arguments])
    return check_semantics.main()


def test_a_matmul_stays_what_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, str(MATMUL), "--targets", "cuda:80,cuda:90") == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("same results throughout      1  (100.0 %)" in line for line in lines) == 2


def test_what_is_not_run_and_what_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = """tt.func @f(%x: f32) -> f32 {
                %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true,
                  symbol = "secret"} : (f32) -> f32
                tt.return %y : f32
              }"""
    file = tmp_path / "foreign.ttir"
    file.write_text(text)
    assert run(monkeypatch, str(file), "--targets", "cuda:80") == 0
    assert (
        "f: the interpreter has no 'tt.extern_elementwise' of 'secret'" in capsys.readouterr().out
    )

    def differ(self: SemanticsCheck, *arguments: object) -> None:
        self.differences.append(("some-pass", "f", Diagnostic("error", None, "it differs")))

    monkeypatch.setattr(SemanticsCheck, "before", differ)
    assert run(monkeypatch, str(MATMUL), "--targets", "cuda:80") == 1
    assert "differing: matmul.ttir: it differs" in capsys.readouterr().out
