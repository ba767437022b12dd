"""Whether a command still fails as it did at first."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

PLACE = "{}"


class Trial:
    """A command whose words contain `{}` for the file, or get the file as the last one.

    A text is interesting if the command's output on it (both streams) matches `match` and its exit
    status is `status`; without either, if the status is that of the first text, which must not be
    0. A command that takes more than `timeout` seconds has the status None.
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
        self._known: dict[str, bool] = {}

    def run(self, text: str) -> tuple[int | None, str]:
        """The exit status and the output of the command on a file with that text."""
        self.runs += 1
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, f"input{self.suffix}")
            file.write_text(text, encoding="utf-8", errors="surrogateescape")
            words = [word.replace(PLACE, str(file)) for word in self.command]
            try:
                done = subprocess.run(
                    words, capture_output=True, text=True, errors="replace", timeout=self.timeout
                )
            except subprocess.TimeoutExpired:
                return None, ""
            return done.returncode, done.stdout + done.stderr

    def start(self, text: str) -> str | None:
        """Take the text as the one that fails; what is wrong if it doesn't."""
        status, output = self.run(text)
        if self.match is not None and not self.match.search(output):
            return "the output of the command does not match"
        if self.status is not None and status != self.status:
            return f"the command ends with status {status}, not {self.status}"
        if self.match is None and self.status is None:
            if status == 0:
                return "the command succeeds"
            self.status = status
            self._expects_timeout = status is None
        self._known[text] = True
        return None

    _expects_timeout = False

    def interesting(self, text: str) -> bool:
        """Whether the command fails on the text as it did at first."""
        known = self._known.get(text)
        if known is None:
            status, output = self.run(text)
            known = self._known[text] = self._fails(status, output)
        return known

    def _fails(self, status: int | None, output: str) -> bool:
        if self._expects_timeout:
            return status is None
        if self.status is not None and status != self.status:
            return False
        return self.match is None or self.match.search(output) is not None
