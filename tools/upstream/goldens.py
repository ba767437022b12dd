"""Goldens: upstream's output for each RUN line of our own lit tests, kept under test/golden.

`test/lit/A/b.mlir` has `test/golden/A/b.0.txt` for its first RUN line, `b.1.txt` for its second,
and so on.  A line that upstream can't run has none, nor has a test with a comment
`// NO-GOLDEN: reason`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .cases import ROOT, Tool, read, run_stages
from .driver import Outcome
from .runlines import RunLine, run_lines

LIT = ROOT / "test" / "lit"
GOLDEN = ROOT / "test" / "golden"
_OPTED_OUT = re.compile(r"^\s*//\s*NO-GOLDEN:\s*(\S.*)$", re.MULTILINE)
_NO_TESTS = ("Inputs", "Upstream", "support")


class Golden(NamedTuple):
    """A RUN line of a test and the file with what upstream makes of it."""

    test: Path
    run: RunLine
    file: Path

    @property
    def name(self) -> str:
        """The test's path inside the checkout, as messages show it."""
        return self.test.relative_to(ROOT).as_posix()

    def outcome(self, tool: Tool) -> Outcome:
        """What a tool makes of the line."""
        return run_stages(tool, self.run, read(self.test), self.name)

    def text(self, outcome: Outcome) -> str:
        """The part of an outcome that is kept."""
        errors = outcome.errors if self.run.shows_errors else ""
        return errors + (outcome.output if self.run.shows_output else "")


class Unkept(NamedTuple):
    """A RUN line without a golden, and why."""

    test: Path
    run: RunLine
    reason: str


def survey(folder: Path = LIT) -> Iterator[Golden | Unkept]:
    """All RUN lines of the tests below a folder, in order."""
    for test in sorted(folder.rglob("*.mlir")):
        if any(part in _NO_TESTS for part in test.relative_to(folder).parts):
            continue
        text = read(test)
        opted_out = _OPTED_OUT.search(text)
        for run in run_lines(text):
            reason = opted_out[1] if opted_out else run.upstream_problem()
            if reason:
                yield Unkept(test, run, reason)
            else:
                stem = test.relative_to(LIT).with_suffix("")
                yield Golden(test, run, GOLDEN / f"{stem}.{run.index}.txt")


def goldens() -> list[Golden]:
    """Every golden that there should be."""
    return [entry for entry in survey() if isinstance(entry, Golden)]


def stale_files() -> list[Path]:
    """Files under test/golden that belong to no RUN line."""
    wanted = {golden.file for golden in goldens()}
    return [file for file in sorted(GOLDEN.rglob("*")) if file.is_file() and file not in wanted]
