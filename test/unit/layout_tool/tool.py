"""mini-layout run in this process."""

from __future__ import annotations

import io
import json
from typing import Any

from mlir_mini.layout_main import layout_main

ROW = "[1,4]/[8,4]/[2,1]"
ROW_TEXT = (
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], "
    "order = [1, 0]}>"
)


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """(exit status, standard output, standard error)."""
    output, errors = io.StringIO(), io.StringIO()
    status = layout_main(arguments, io.StringIO(stdin), output, errors)
    return status, output.getvalue(), errors.getvalue()


def answer(*arguments: str, stdin: str = "") -> Any:
    """The JSON answer of a command that succeeds."""
    status, output, errors = run(*arguments, "--json", stdin=stdin)
    assert (status, errors) == (0, "")
    return json.loads(output)


def text(*arguments: str, stdin: str = "") -> str:
    """The text that a command that succeeds prints."""
    status, output, errors = run(*arguments, stdin=stdin)
    assert (status, errors) == (0, "")
    return output
