"""What a comparison found: counts a row, the differences, and how both are shown."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .canonical import canonical


@dataclass
class Row:
    """Counts over the cases of one RUN line, file or pass."""

    label: str
    problem: str = ""  # why nothing was compared
    cases: int = 0  # those that upstream answers, with a result or a message
    exact: int = 0  # mini-opt's text (and messages, where the case is about them) is upstream's
    modulo: int = 0  # the same modulo SSA names and aliases, see canonical
    changed: int = 0  # cases that upstream's passes change
    changed_exact: int = 0
    crashes: int = 0  # mini-opt: traceback, signal, timeout
    lost: int = 0  # cases in which upstream itself crashes; not among `cases`

    @property
    def file(self) -> str:
        """The label without the number that tells a file's RUN lines apart."""
        return self.label.partition(" (")[0]

    def add(self, other: Row) -> None:
        """Add the counts of another row."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


COUNTS = ("cases", "exact", "modulo", "changed", "changed_exact", "crashes", "lost")
_HEADS = ("cases", "exact", "modulo", "changed", "exact*", "crash", "lost")


@dataclass
class Difference:
    """One case in which mini-opt and upstream differ."""

    label: str
    origin: str  # file and line
    is_crash: bool
    equal_modulo_names: bool
    diff: str
    flags: str
    input: str
    expected: str
    actual: str


@dataclass
class Report:
    """The rows in order, the differences, and notes on what was left out or added."""

    rows: list[Row] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        """Keep a note, once."""
        if line not in self.notes:
            self.notes.append(line)

    def total(self) -> Row:
        """The sum of all rows."""
        total = Row("total")
        for row in self.rows:
            total.add(row)
        return total

    def failures(self, modulo: bool) -> list[Difference]:
        """The differences that count: all, or those that names don't explain."""
        return [one for one in self.differences if not (modulo and one.equal_modulo_names)]

    def compare(
        self,
        row: Row,
        expected: str,
        actual: str,
        *,
        origin: str,
        flags: Sequence[str],
        text: str,
        changes: bool,
        crashed: bool,
    ) -> None:
        """Count one case in row (which must be one of the report's) and note a difference."""
        is_exact = expected == actual
        is_modulo = is_exact or canonical(expected) == canonical(actual)
        row.cases += 1
        row.exact += is_exact
        row.modulo += is_modulo
        row.changed += changes
        row.changed_exact += changes and is_exact
        row.crashes += crashed
        if not is_exact:
            self.differences.append(
                Difference(
                    label=row.label,
                    origin=origin,
                    is_crash=crashed,
                    equal_modulo_names=is_modulo,
                    diff=unified(expected, actual),
                    flags=" ".join(flags),
                    input=text,
                    expected=expected,
                    actual=actual,
                )
            )


def unified(expected: str, actual: str) -> str:
    """A unified diff from upstream's text to mini-opt's."""
    lines = difflib.unified_diff(
        expected.splitlines(), actual.splitlines(), "upstream", "mini-opt", lineterm="", n=2
    )
    return "\n".join(lines)


def first_lines(text: str, count: int) -> str:
    """At most count lines of text, and how many more there are."""
    lines = text.splitlines()
    more = [f"... {len(lines) - count} more lines"] if len(lines) > count else []
    return "\n".join(lines[:count] + more)


def table(report: Report) -> str:
    """The rows and their sum, for a terminal."""
    rows = [*report.rows, report.total()]
    width = max(len(row.label) for row in rows)
    lines = [f"{'':{width}s} " + " ".join(f"{head:>7s}" for head in _HEADS)]
    for row in rows:
        counts = " ".join(f"{getattr(row, name):7d}" for name in COUNTS)
        lines.append(f"{row.label:{width}s} {row.problem or counts}")
    return "\n".join(lines)


def markdown(report: Report) -> str:
    """The parity table of the README: a row for each file, and their sum."""
    rows: dict[str, Row] = {}
    for row in report.rows:
        merged = rows.setdefault(row.file, Row(row.file))
        merged.add(row)
        merged.problem = merged.problem or row.problem
    lines = ["| upstream test | cases | exact |", "| --- | ---: | ---: |"]
    for row in [*rows.values(), report.total()]:
        lines.append(f"| {row.label} | {row.cases} | {row.problem or row.exact} |")
    return "\n".join(lines)


def write_json(report: Report, file: Path, **facts: Any) -> None:
    """Write everything but the texts of the differences, and `facts`."""
    kept = ("label", "origin", "is_crash", "equal_modulo_names", "diff", "flags")
    content = {
        **facts,
        "total": asdict(report.total()),
        "rows": [asdict(row) for row in report.rows],
        "notes": report.notes,
        "differences": [{key: getattr(one, key) for key in kept} for one in report.differences],
    }
    file.write_text(json.dumps(content, indent=1) + "\n")


def write_differences(differences: Iterable[Difference], folder: Path) -> None:
    """Write each difference's input, flags, expected and actual text as files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, one in enumerate(differences):
        stem = "".join(c if c.isalnum() or c in "-." else "_" for c in one.origin)[-80:]
        for suffix, text in (
            ("in.mlir", one.input),
            ("expected.mlir", one.expected),
            ("actual.mlir", one.actual),
            ("flags", one.flags + "\n"),
        ):
            (folder / f"{index:04d}-{stem}.{suffix}").write_text(text)
