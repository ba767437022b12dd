"""Second runs: what upstream's passes make of upstream's own output, kept under test/second.

Most passes leave alone what they printed; some do not.  For each RUN line of our own lit tests that
runs passes, the line is run again on its golden.  `test/second/A/b.0.txt` has what then comes out
for the first RUN line of `test/lit/A/b.mlir`, unless it is the golden: in that case there is no
file.  A test that upstream dies on the second time has a comment `// NO-SECOND: reason`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from .cases import ROOT, Tool, read
from .driver import Outcome
from .goldens import GOLDEN, Golden, goldens
from .passes import PRINT_ALIGNMENT
from .runlines import asks_for_pass, flag_name

SECOND = ROOT / "test" / "second"
_OPTED_OUT = re.compile(r"^\s*//\s*NO-SECOND:\s*(\S.*)$", re.MULTILINE)


class SecondRun(NamedTuple):
    """A RUN line to run on its golden, and the file with what is different then."""

    golden: Golden
    file: Path

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags of the RUN line's only call."""
        return self.golden.run.stages[0]

    def first(self) -> str:
        """What upstream printed the first time."""
        return read(self.golden.file)

    def expected(self) -> str:
        """What upstream printed the second time."""
        return read(self.file) if self.file.exists() else self.first()

    def outcome(self, tool: Tool) -> Outcome:
        """What a tool makes of upstream's output."""
        return tool.run(self.first(), self.flags)


def second_runs() -> list[SecondRun]:
    """Every RUN line of the lit tests that can be run again."""
    return [
        SecondRun(golden, SECOND / golden.file.relative_to(GOLDEN))
        for golden in goldens()
        if _runs_passes(golden) and not _OPTED_OUT.search(read(golden.test))
    ]


def stale_files() -> list[Path]:
    """Files under test/second that belong to no RUN line."""
    wanted = {second.file for second in second_runs()}
    return [file for file in sorted(SECOND.rglob("*")) if file.is_file() and file not in wanted]


def _runs_passes(golden: Golden) -> bool:
    """One call runs passes, and the golden is what it prints and nothing else."""
    run = golden.run
    return (
        len(run.stages) == 1
        and not (run.shows_errors or run.is_negated)
        and any(asks_for_pass(flag) for flag in run.stages[0])
        and not any(flag_name(flag) == PRINT_ALIGNMENT for flag in run.stages[0])
    )
