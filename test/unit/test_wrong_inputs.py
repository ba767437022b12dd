"""What is said of an input that is no MLIR text at all, beside the error of its first words."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES

MODULE = "#l = loc(unknown)\nmodule {\n} loc(#l)\n"
BANNER = "// -----// IR Dump Before CSE: cse ('builtin.module' operation) //----- //\n"
BYTECODE = b"ML\xefR\x0d\x01MLIR22\x00"


def error_of(path: Path, data: bytes, *flags: str) -> list[str]:
    path.write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    status = opt_main([*flags, str(path)], PASSES, io.StringIO(), out, err)
    assert (status, out.getvalue()) == (1, "")
    return err.getvalue().replace(f"{path.parent}/", "").splitlines()


@pytest.mark.parametrize(
    ("name", "text", "first"),
    [
        ("k.py", "import triton\n", "custom op 'import' is unknown"),
        ("k.ptx", "//\n.version 8.4\n", "unexpected character"),
        ("k.LL", "; ModuleID = 'k'\n", "unexpected character"),
        ("README.md", "# Kernels\n", "unexpected character"),
    ],
)
def test_other_languages(tmp_path: Path, name: str, text: str, first: str) -> None:
    lines = error_of(tmp_path / name, text.encode(), "--explain")
    assert first in lines[0]
    ending = name[name.index(".") :].lower()
    assert lines[-1].endswith(
        f": note: mini-opt reads MLIR text, such as a kernel's .ttir or .ttgir, not {ending}"
    )


@pytest.mark.parametrize("flags", [(), ("-split-input-file",)])
def test_bytecode(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """One line: the source line would be bytes."""
    (line,) = error_of(tmp_path / "k.mlirbc", BYTECODE, *flags)
    assert line.endswith(":1:1: error: this is MLIR bytecode; mini-opt reads text")


def test_dump_of_several_modules(tmp_path: Path) -> None:
    lines = error_of(tmp_path / "dump.mlir", ((BANNER + MODULE) * 2).encode())
    assert lines[0] == "dump.mlir:6:1: error: redefinition of attribute alias id 'l'"
    assert lines[-1] == (
        "dump.mlir:6:1: note: this is a dump of several modules; give mini-opt one of them"
    )


def test_one_module_of_a_dump(tmp_path: Path) -> None:
    """Reads as it is; its own errors are its own."""
    path = tmp_path / "k.mlir"
    path.write_text(BANNER + MODULE)
    out, err = io.StringIO(), io.StringIO()
    assert opt_main([str(path)], PASSES, io.StringIO(), out, err) == 0, err.getvalue()
    lines = error_of(path, (BANNER + MODULE.replace("module", "modul")).encode())
    assert not any("note" in line for line in lines)


def test_mlir_that_does_not_parse_has_no_note(tmp_path: Path) -> None:
    for name in ("k.mlir", "k.ttir", "k.ttgir", "k"):
        lines = error_of(tmp_path / name, b"import triton\n")
        assert not any("note" in line for line in lines)


def test_what_parses_has_no_note(tmp_path: Path) -> None:
    """The verifier's errors say what they mean, whatever the file is called."""
    text = b"tt.func @f() {\n  tt.call @g() : () -> ()\n  tt.return\n}\n"
    lines = error_of(tmp_path / "k.json", text)
    assert "error: " in lines[0]
    assert not any("reads MLIR text" in line for line in lines)
