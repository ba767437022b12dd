"""Messages as MLIR tools print them to standard error."""

from __future__ import annotations

import re
from typing import NamedTuple

_HEAD = re.compile(
    r"^(?P<file>.*?):(?:(?P<line>\d+):(?P<column>\d+)|0): "
    r"(?P<severity>error|warning|remark|note): (?P<message>.*)$"
)


def first_message(errors: str) -> str:
    """The first error's text, else the first line that was written; one line."""
    found = [one.text for one in parse_diagnostics(errors) if one.severity == "error"]
    lines = (found[0] if found else errors.strip()).splitlines()
    return lines[0].strip() if lines else "no message"


class Diagnostic(NamedTuple):
    """A message with where it points (0:0 without a place).

    `text` is all of it: the lines that follow, so also the source line and the caret.
    """

    file: str
    line: int
    column: int
    severity: str
    text: str


def parse_diagnostics(errors: str) -> list[Diagnostic]:
    """The messages in what a tool wrote to standard error; lines before the first are dropped."""
    found: list[Diagnostic] = []
    for line in errors.splitlines():
        head = _HEAD.match(line)
        if head:
            place = int(head["line"] or 0), int(head["column"] or 0)
            found.append(Diagnostic(head["file"], *place, head["severity"], head["message"]))
        elif found:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{line}")
    return found
