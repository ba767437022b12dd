"""``-verify-diagnostics``: expected-* comments against the diagnostics that were emitted.

Source: SourceMgrDiagnosticVerifierHandler in mlir/lib/IR/Diagnostics.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mlir_mini.regex import Regex
from mlir_mini.source import Diagnostic, Position, Source

_DESIGNATOR = Regex(
    r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *"
    r"\{\{(.*)\}\}[ \t\r]*$"
)
_INNER_REGEX = Regex(r"\{\{(.*?)\}\}")


class _Expectation:
    __slots__ = ("col", "line", "matched", "pattern", "severity", "source_line", "text")

    def __init__(
        self, severity: str, line: int | None, source_line: int, col: int, text: str, regex: bool
    ) -> None:
        self.severity = severity
        #: 1-based line that the diagnostic must be at; None: at no known place.
        self.line = line
        self.source_line = source_line
        self.col = col
        self.text = text
        self.matched = False
        self.pattern: re.Pattern[str] | None = None
        if regex:
            # Literal text with regular expressions inside {{...}}.
            parts, end = [], 0
            for inner in _INNER_REGEX.finditer(text):
                parts += [re.escape(text[end : inner.start()]), f"({inner.group(1)})"]
                end = inner.end()
            parts.append(re.escape(text[end:]))
            self.pattern = re.compile("".join(parts))

    def matches(self, message: str) -> bool:
        if self.pattern is not None:
            return self.pattern.search(message) is not None
        return self.text in message


def _expectations(source: Source) -> list[_Expectation]:
    found: list[_Expectation] = []
    below: list[_Expectation] = []
    last_other = 0
    for number, line in enumerate(source.text.split("\n"), 1):
        match = _DESIGNATOR.search(line)
        if match is None:
            for each in below:
                each.line = number
            below = []
            last_other = number
            continue
        severity, regex, _, offset, text = match.groups()
        where: int | None = number
        if offset == "above":
            where = last_other
        elif offset == "unknown":
            where = None
        elif offset and offset != "below":
            where = number + int(offset)
        each = _Expectation(severity, where, number, match.start() + 1, text, bool(regex))
        if offset == "below":
            below.append(each)
        found.append(each)
    return found


def check_diagnostics(
    source: Source, emitted: Sequence[Diagnostic], only_expected: bool = False
) -> list[Diagnostic]:
    """What is wrong: expectations without a diagnostic and, unless ``only_expected``, diagnostics
    without an expectation."""
    expectations = _expectations(source)
    problems: list[Diagnostic] = []
    flat = [each for diagnostic in emitted for each in (diagnostic, *diagnostic.notes)]
    for diagnostic in flat:
        where = diagnostic.position
        line = where.line if where is not None and where.file == source.name else None
        candidates = [
            e
            for e in expectations
            if e.line == line
            and e.severity == diagnostic.severity
            and e.matches(diagnostic.message)
        ]
        if candidates:
            next((e for e in candidates if not e.matched), candidates[0]).matched = True
        elif not only_expected:
            problems.append(
                Diagnostic(
                    "error", where, f"unexpected {diagnostic.severity}: {diagnostic.message}"
                )
            )
    problems += [
        Diagnostic(
            "error",
            Position(source.name, e.source_line, e.col),
            f'expected {e.severity} "{e.text}" was not produced',
        )
        for e in expectations
        if not e.matched
    ]
    return problems
