"""tools/check_semantics.py: kernels through the pipeline, and what it says of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import check_semantics
from mlir_mini.interp.semantics import SemanticsCheck
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import PassFailure
from mlir_mini.source import Diagnostic
from passes import PASSES

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


NO_FUNCTION = "tt.func private @f(%x: f32) -> f32 {\n  tt.return %x : f32\n}\n"


def test_what_can_t_be_read_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = tmp_path / "text.ttir"
    text.write_text("this is not mlir")
    bytes_ = tmp_path / "bytes.ttir"
    bytes_.write_bytes(b"\xff\xfe")
    missing = tmp_path / "missing.ttir"
    files = [str(text), str(bytes_), str(missing)]
    assert run(monkeypatch, *files, "--targets", "cuda:80") == 1
    out = capsys.readouterr().out
    assert "same results throughout      0  (0.0 %)" in out
    assert "not read                     3" in out
    assert "not read: text.ttir: error: custom op 'this' is unknown" in out
    assert "not read: missing.ttir: No such file" in out


def test_a_file_without_a_function_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "private.ttir"
    file.write_text(NO_FUNCTION)
    assert run(monkeypatch, str(file), "--targets", "cuda:80") == 0
    out = capsys.readouterr().out
    assert "same results throughout      0  (0.0 %)" in out
    assert "nothing to run               1" in out
    assert "nothing to run: private.ttir: no public function" in out


def say_and_give_up(module: Operation) -> None:
    module.emit_error("it is too hard")
    raise PassFailure


def stumble(module: Operation) -> None:
    raise KeyError("x")


@pytest.mark.parametrize(
    ("what", "message"),
    [(say_and_give_up, "error: it is too hard"), (stumble, "KeyError: 'x'")],
)
def test_a_pass_that_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    what: Callable[[Operation], None],
    message: str,
) -> None:
    coalesce = next(row for row in PASSES if row.name == "tritongpu-coalesce").load()
    monkeypatch.setattr(coalesce, "run", lambda self, module, am: what(module))
    assert run(monkeypatch, str(MATMUL), "--targets", "cuda:80") == 1
    out = capsys.readouterr().out
    assert "same results throughout      0  (0.0 %)" in out
    assert f"failed: matmul.ttir: {message}" in out


@pytest.mark.parametrize("arguments", [["--every", "0"], ["--targets", "cuda:80,"], []])
def test_what_the_tool_is_not_asked_like_that(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    files = [str(MATMUL)] if arguments else []
    with pytest.raises(SystemExit) as stop:
        run(monkeypatch, *files, *arguments)
    assert stop.value.code == 2
    assert "error:" in capsys.readouterr().err
