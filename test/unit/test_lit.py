"""The lit suite, once with each FileCheck there is.

The `filecheck` package is part of the `test` extra, so it always takes part; LLVM's FileCheck does
where one is found on PATH, in an installed triton package or in a versioned LLVM package.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LLVM_VERSIONS = range(30, 13, -1)
# `python -m lit.main` only imports lit.
LIT = [sys.executable, "-c", "import sys, lit.main; sys.exit(lit.main.main())"]


def llvm_filecheck() -> str | None:
    """LLVM's FileCheck, if there is one."""
    triton = importlib.util.find_spec("triton")
    folders = (triton.submodule_search_locations or []) if triton else []
    candidates = ["FileCheck", *(f"{folder}/FileCheck" for folder in folders)]
    candidates += [f"FileCheck-{version}" for version in LLVM_VERSIONS]
    return next(filter(None, map(shutil.which, candidates)), None)


def filechecks() -> list[str]:
    """Values of the suite's parameter `filecheck`."""
    llvm = llvm_filecheck()
    return ["python", llvm] if llvm else ["python"]


@pytest.mark.parametrize("filecheck", filechecks())
def test_lit_suite(filecheck: str, tmp_path: Path) -> None:
    assert importlib.util.find_spec("lit"), "pip install '.[test]'"
    done = subprocess.run(
        [*LIT, "--order=lexical", "-v", "-D", f"filecheck={filecheck}", str(ROOT / "test" / "lit")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Passed\s*:\s*[1-9]", done.stdout), "lit ran nothing: " + done.stdout
