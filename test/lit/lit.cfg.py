# Configuration of the lit suite.
#
# Parameters (`lit -D NAME=VALUE test/lit`):
#   mini_opt   the command under test; by default this checkout's mini-opt, run by lit's own Python
#   filecheck  `llvm`, `python`, or the path of a FileCheck; by default LLVM's where one is found on
#              PATH or inside an installed triton package, else the `filecheck` package
#   triton_src a checkout of triton, whose own test files then run too (see Upstream/lit.cfg.py)
from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import lit.formats

# lit runs this file with these names in scope.
config: Any = globals()["config"]
lit_config: Any = globals()["lit_config"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUPPORT = HERE / "support"


def python_command(*arguments: str) -> str:
    """A shell command that runs lit's own Python with ``arguments``."""
    return shlex.join([sys.executable, *arguments])


def llvm_filecheck() -> str | None:
    """The path of LLVM's FileCheck: on PATH, else the one that the triton package ships."""
    on_path = shutil.which("FileCheck")
    if on_path:
        return on_path
    spec = importlib.util.find_spec("triton")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        shipped = Path(folder) / "FileCheck"
        if os.access(shipped, os.X_OK):
            return str(shipped)
    return None


def filecheck_command(choice: str) -> str:
    """The shell command for ``choice``: ``llvm``, ``python``, a path, or empty for the default."""
    python = python_command(str(SUPPORT / "python_filecheck.py"))
    if choice == "python":
        return python
    if choice not in ("", "llvm"):
        return shlex.quote(choice)
    found = llvm_filecheck()
    if choice == "llvm" and found is None:
        lit_config.fatal("no LLVM FileCheck on PATH or in an installed triton package")
    return shlex.quote(found) if found else python


def substitute(word: str, command: str) -> None:
    """Replace ``word`` by ``command`` where it stands alone: not in a path, not in an option."""
    alone = rf"(?<![\w./-]){re.escape(word)}(?![\w./-])"
    config.substitutions.append((alone, command.replace("\\", r"\\")))


config.name = "mini-opt"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".test"]
config.excludes = ["support", "Inputs"]
if "triton_src" not in lit_config.params:
    config.excludes.append("Upstream")
config.test_source_root = str(HERE)
config.test_exec_root = str(ROOT / "build" / "lit")

mini_opt = lit_config.params.get("mini_opt") or python_command("-m", "passes.cli")
for name in ("mini-opt", "triton-opt"):
    substitute(name, mini_opt)
substitute("mini-layout", python_command("-m", "passes.layout_cli"))
substitute("FileCheck", filecheck_command(lit_config.params.get("filecheck", "")))

# As in upstream's suite: variables whose name lacks a `$` end at the next CHECK-LABEL.  The Python
# filecheck does not read this variable.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
config.environment["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])
)
for name in ("HOME", "XDG_CACHE_HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
