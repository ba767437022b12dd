"""Malformed inputs: the exact message, line and caret, exit status 1, and never a traceback.

The inputs are test/errors/*.mlir; what is said of each stands beside it (NAME.err), recorded by
tools/record_errors.py. What a file cannot hold well, above all nesting, is built here.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES
from record_errors import FOLDER, run

FILES = sorted(FOLDER.glob("*.mlir"))


def opt(*argv: str, stdin: str = "") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = opt_main([*argv], PASSES, io.StringIO(stdin), out, err)
    return status, out.getvalue(), err.getvalue()


def test_enough_inputs() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_message(file: Path) -> None:
    status, text = run(file)
    expected = file.with_suffix(".err").read_text(encoding="utf-8", errors="surrogateescape")
    assert text == expected
    assert status == 1
    assert re.match(rf"{re.escape(file.name)}:\d+:\d+: error: ", text)


def test_every_recording_has_an_input() -> None:
    recorded = {file.stem for file in FOLDER.glob("*.err")}
    assert recorded == {file.stem for file in FILES}


DEPTH = 10_000
NESTED = {
    "array": ("module attributes {a = " + "[" * DEPTH + "]" * DEPTH + "} {\n}\n", "too deep"),
    "module": ("module {\n" * DEPTH + "}\n" * DEPTH, "nested more than 200 deep"),
    "generic": (
        '"builtin.module"() ({\n' * DEPTH + "}) : () -> ()\n" * DEPTH,
        "nested more than 200 deep",
    ),
    "type": (
        "tt.func @f(%a: " + "tuple<" * DEPTH + "i32" + ">" * DEPTH + ") {\n  tt.return\n}\n",
        "too deep",
    ),
    "parenthesis": ("tt.func @f(%a: " + "(" * DEPTH + ") {\n}\n", "unbalanced '('"),
    "layout": (
        "#s = " + "#ttg.slice<{dim = 0, parent = " * DEPTH + "1" + "}>" * DEPTH + "\nmodule {\n}\n",
        "too deep",
    ),
}


@pytest.mark.parametrize("kind", NESTED)
def test_nesting(kind: str) -> None:
    text, message = NESTED[kind]
    status, out, err = opt("-", stdin=text)
    assert status == 1
    assert not out
    assert message in err.split("\n", 1)[0]
    assert "internal error" not in err


def test_missing_file() -> None:
    status, out, err = opt("no/such/file.mlir")
    assert (status, out) == (1, "")
    assert (
        err == "mini-opt: cannot open input file 'no/such/file.mlir': No such file or directory\n"
    )


def test_folder_as_input(tmp_path: Path) -> None:
    status, _, err = opt(str(tmp_path))
    assert status == 1
    assert err == f"mini-opt: cannot open input file '{tmp_path}': Is a directory\n"


def test_unwritable_output(tmp_path: Path) -> None:
    target = tmp_path / "missing" / "out.mlir"
    status, _, err = opt("-", "-o", str(target), stdin="module {\n}\n")
    assert status == 1
    assert err == f"mini-opt: cannot open output file '{target}': No such file or directory\n"


def test_failure_leaves_the_output_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.mlir"
    target.write_text("before")
    status, _, err = opt("-", "-o", str(target), stdin="module {\n")
    assert status == 1
    assert "error:" in err
    assert target.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


def test_unknown_flag_suggests_the_nearest() -> None:
    status, _, err = opt("--coalesc")
    assert status == 1
    assert err == (
        "mini-opt: unknown command line argument '--coalesc'; did you mean 'coalesce'?\n"
    )


def test_reader_that_goes_away() -> None:
    """A closed pipe ends the command without a traceback."""
    command = [sys.executable, "-c", "from passes.cli import main; raise SystemExit(main())"]
    text = "module {\n" + "  module {\n  }\n" * 20_000 + "}\n"
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(text.encode())
        process.stdin.close()
        assert process.wait() == 1
        assert b"Traceback" not in process.stderr.read()
