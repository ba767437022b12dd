"""Whether a command still fails as it did at first."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .wording import first_error, words

PLACE = "{}"
#: Inputs on which a command that can work at all does not fail.
EMPTY = ("", "module {\n}\n")


class Run(NamedTuple):
    """How a command ended; `status` is None where it took too long."""

    status: int | None
    stdout: str = ""
    stderr: str = ""

    @property
    def output(self) -> str:
        """Both streams."""
        return self.stdout + self.stderr

    @property
    def error(self) -> str | None:
        """What the first error says, of standard error before standard output."""
        return first_error(self.stderr) or first_error(self.stdout)

    @property
    def said(self) -> str:
        """The first error, else the first line, of standard error before standard output."""
        lines = (self.stderr.strip() or self.stdout.strip()).splitlines()
        return self.error or (lines[0] if lines else "(nothing)")

    def ending(self) -> str:
        """The status in words."""
        return "a timeout" if self.status is None else f"status {self.status}"


class Trial:
    """A command whose words contain `{}` for the file, or get the file as the last one.

    A text is interesting if the command's output on it (both streams) matches `match` and its exit
    status is `status`. Without either, it is if the status is that of the first text, which must
    not be 0, and the first error says the same, up to names and numbers. A command that takes more
    than `timeout` seconds has the status None.
    """

    def __init__(
        self,
        command: Sequence[str],
        match: str | None = None,
        status: int | None = None,
        timeout: float = 30,
        suffix: str = ".mlir",
    ) -> None:
        has_place = any(PLACE in word for word in command)
        self.command = [*command] if has_place else [*command, PLACE]
        self.match = re.compile(match, re.MULTILINE) if match is not None else None
        self.status = status
        self.timeout = timeout
        self.suffix = suffix
        self.runs = 0
        self._first: Run | None = None
        self._known: dict[str, bool] = {}

    def run(self, text: str) -> Run:
        """The command on a file with that text; without the file's folder in what it writes.

        Raises OSError where there is no such command.
        """
        self.runs += 1
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, f"input{self.suffix}")
            file.write_text(text, encoding="utf-8", errors="surrogateescape")
            called = [word.replace(PLACE, str(file)) for word in self.command]
            try:
                done = subprocess.run(
                    called, capture_output=True, text=True, errors="replace", timeout=self.timeout
                )
            except subprocess.TimeoutExpired:
                return Run(None)
            return Run(
                done.returncode,
                done.stdout.replace(f"{folder}/", ""),
                done.stderr.replace(f"{folder}/", ""),
            )

    def start(self, text: str) -> str | None:
        """Take the text as the one that fails; what is wrong if it doesn't.

        A command that fails in the same way on nothing at all is wrong as well: nothing would be
        what is left.
        """
        first = self.run(text)
        if self.match is not None and not self.match.search(first.output):
            return f"the output of the command does not match: `{first.said}`"
        if self.status is not None and first.status != self.status:
            wanted = f"the command ends with {first.ending()}, not {self.status}"
            return f"{wanted}: `{first.said}`"
        if self.match is None and self.status is None and first.status == 0:
            return "the command succeeds"
        self._first = first
        for empty in EMPTY:
            found = self.run(empty)
            if self._fails(found):
                also = f"the command fails on an empty input as well: `{found.said}`"
                return f"{also}; use {'another --match' if self.match is not None else '--match'}"
        self._known[text] = True
        return None

    def kept(self) -> str:
        """What every smaller text has in common with the first one."""
        assert self._first is not None
        ending = f"ends with {self._first.ending()}"
        if self.match is not None:
            matched = f"the output matches '{self.match.pattern}'"
            return matched if self.status is None else f"{matched}, the command {ending}"
        error = self._first.error
        if self.status is not None or self._first.status is None:
            return f"the command {ending}"
        if error is None:
            return f"the command {ending}; there is no 'error:' in what it says"
        return f"the command {ending} and says 'error: {words(error)}' first"

    def interesting(self, text: str) -> bool:
        """Whether the command fails on the text as it did at first."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._fails(self.run(text))
        return known

    def _fails(self, run: Run) -> bool:
        if self.status is not None and run.status != self.status:
            return False
        if self.match is not None:
            return self.match.search(run.output) is not None
        if self.status is not None:
            return True
        assert self._first is not None
        return run.status == self._first.status and _words(run) == _words(self._first)


def _words(run: Run) -> str | None:
    error = run.error
    return None if error is None else words(error)
