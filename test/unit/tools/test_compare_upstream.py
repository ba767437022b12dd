"""tools/compare_upstream.py: what it is asked, what it leaves out, and when that is a failure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import compare_upstream
from upstream.driver import Outcome
from upstream.in_process import InProcess
from upstream.libtriton import TritonMissing

ROOT = Path(__file__).resolve().parents[3]
TTIR = str(ROOT / "examples" / "matmul.ttir")
TTGIR = str(ROOT / "examples" / "transpose.mlir")
NOTHING = "compare_upstream: nothing could be compared\n"


class Upstream(InProcess):
    """mini-opt where upstream would be asked; `missing` is what starting says."""

    missing = ""

    def __init__(self, store: Path | None = None) -> None:
        pass

    def __enter__(self) -> Upstream:
        return self

    def __exit__(self, *_exception: object) -> None:
        pass

    def start(self) -> None:
        if self.missing:
            raise TritonMissing(self.missing)


@pytest.fixture(autouse=True)
def upstream(monkeypatch: pytest.MonkeyPatch) -> type[Upstream]:
    class MiniOpt(InProcess):
        def __init__(self, command: str, timeout: float) -> None:
            pass

        def passes(self) -> set[str]:
            return {"tritongpu-coalesce"}

    class Fresh(Upstream):
        pass

    monkeypatch.setattr(compare_upstream, "Upstream", Fresh)
    monkeypatch.setattr(compare_upstream, "MiniOpt", MiniOpt)
    return Fresh


def usage_error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The last line, without the name of the tool, of a call that makes no sense."""
    with pytest.raises(SystemExit) as end:
        compare_upstream.main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err.splitlines()[-1].partition(": error: ")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--passes", "coalese", TTGIR),
            "--passes: no pass 'coalese' in upstream; did you mean 'coalesce'?",
        ),
        (("--passes", "cse,", TTGIR), "--passes: no pass '' in upstream"),
        (("--passes", "", TTGIR), "--passes: no pass '' in upstream"),
        (("nofile.mlir",), "nofile.mlir: no such file or folder"),
        (("--triton-src", "/nodir"), "/nodir/test: no such file or folder"),
        (("--corpus", "/nodir", "--pipeline"), "/nodir: no such file or folder"),
        (("--mini", "nosuch --flag", TTGIR), "--mini: no command 'nosuch'"),
        (("--mini", "", TTGIR), "--mini: no command ''"),
        (("--mini", "a 'b", TTGIR), "--mini: No closing quotation"),
        (
            ("--corpus", ".", "--pipeline", "--passes", "inline"),
            "--passes: the compiler's pipeline has no inline",
        ),
        (("--corpus", ".", "--pipeline", TTGIR), f"{TTGIR}: --triton-src and --corpus take no"),
        (("--corpus", ".", "--pipeline", "--limit", "0"), "--limit takes a number from 1 on"),
        (("--stages", "pritn"), "argument --stages: no stage 'pritn': print, generic,"),
        (("--targets", "cuda"), "argument --targets: no targets such as cuda:80,cuda:90: 'cuda'"),
        (("--triton-src", ".", "--passes", "cse"), "--triton-src goes without --passes"),
    ],
)
def test_what_makes_no_sense(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert usage_error(capsys, *arguments).startswith(message)


def test_a_file_of_upstreams_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test").mkdir()
    said = usage_error(capsys, "--triton-src", str(tmp_path), "--files", "a.mlir")
    assert said == f"{tmp_path}/test/a.mlir: no such file or folder"


def test_no_triton(upstream: type[Upstream], capsys: pytest.CaptureFixture[str]) -> None:
    upstream.missing = "there is none"
    assert compare_upstream.main([TTGIR]) == 2
    assert capsys.readouterr().err == "compare_upstream: there is none\n"


def test_passes_by_any_name(capsys: pytest.CaptureFixture[str]) -> None:
    names = "coalesce,tritongpu-coalesce,--cse,canonicalize=top-down=true"
    assert compare_upstream.main(["--passes", names, TTGIR]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows == [
        ["tritongpu-coalesce", "2"],
        ["cse", "1"],
        ["canonicalize=top-down=true", "1"],
        ["total", "4"],
    ]


def test_short_names_convert_ttir(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_upstream.main(["--passes", "cse,coalesce,coalesce", TTIR]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[:2] for line in out.splitlines()[1:]] == [
        ["cse", "1"],
        ["convert-triton-to-tritongpu", "1"],
        ["tritongpu-coalesce", "2"],
        ["total", "4"],
    ]
    assert err.endswith("matmul.ttir:1: no warps, so --convert-triton-to-tritongpu runs first\n")


def test_ttir_is_converted_for_each_target(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--passes", "coalesce", "--targets", "cuda:80,cuda:90", "--num-warps", "4,8", TTIR]
    assert compare_upstream.main(command) == 0
    assert "convert-triton-to-tritongpu       4 " in capsys.readouterr().out


def test_what_upstream_refuses_is_named(
    upstream: type[Upstream], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No case is no success; with another file that can be compared, it is a remark."""
    asked = InProcess.run

    def run(self: Any, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        if "tt.load" in text and "--tritongpu-coalesce" in arguments and "num-warps" not in text:
            return Outcome("crash", "", "<stdin>:1:1: error: no warps\nit\nupstream_opt: died\n")
        return asked(self, text, arguments, name)

    monkeypatch.setattr(upstream, "run", run)
    assert compare_upstream.main(["--passes", "tritongpu-coalesce", TTIR]) == 2
    said = f"examples/matmul.ttir:1: upstream dies in pass tritongpu-coalesce: no warps\n{NOTHING}"
    assert capsys.readouterr().err == said
    assert compare_upstream.main(["--passes", "tritongpu-coalesce", TTIR, TTGIR]) == 0


def test_what_upstream_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.mlir"
    bad.write_text("module {\n}\n// -----\nmodule {\n  %a = arith.nosuch\n}\n")
    assert compare_upstream.main(["--passes", "cse", str(bad)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{bad}:3: upstream can't read it: ")
    bad.write_text("nonsense\n")
    assert compare_upstream.main(["--passes", "cse", str(bad)]) == 2
    assert capsys.readouterr().err.endswith(NOTHING)
    command = ["--corpus", str(tmp_path), "--pipeline"]
    assert compare_upstream.main(command) == 2
    first, second = capsys.readouterr().err.splitlines(keepends=True)
    assert first.startswith("bad.mlir: upstream can't read it: ")
    assert second == NOTHING


def test_the_same_message_is_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --passes, what both sides say of a malformed file is compared."""
    bad = tmp_path / "bad.mlir"
    bad.write_text("nonsense\n")
    assert compare_upstream.main([str(bad)]) == 0
    assert "total" in capsys.readouterr().out


def test_a_second_time_that_upstream_refuses(
    upstream: type[Upstream], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = InProcess.run
    seen: list[str] = []

    def run(self: Any, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        seen.extend(arguments)
        if seen.count("--cse") > 1:
            return Outcome("error", "", "")
        return asked(self, text, arguments, name)

    monkeypatch.setattr(upstream, "run", run)
    assert compare_upstream.main(["--again", "--passes", "cse", TTGIR]) == 2
    first, second = capsys.readouterr().err.splitlines(keepends=True)
    assert first.endswith(":1: the second time, upstream refuses pass cse: no message\n")
    assert second == NOTHING


def test_a_folder_without_inputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_upstream.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == NOTHING


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary.mlir").write_bytes(b"\xff\xfe")
    assert compare_upstream.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("compare_upstream: 'utf-8' codec can't decode")


def test_what_upstream_dies_on_is_no_success(
    upstream: type[Upstream], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upstream, "run", lambda *_: Outcome("crash", "", "died\n"))
    assert compare_upstream.main([TTIR]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["total", *"0000001"]
    assert err == NOTHING
