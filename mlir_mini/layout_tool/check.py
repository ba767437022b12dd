"""`mini-layout check`: a student's own functions of the drill against ours."""

from __future__ import annotations

from typing import Any

from mlir_mini.layout import drill
from mlir_mini.layout.drill_check import Finding
from mlir_mini.layout_tool.answers import write_json
from mlir_mini.layout_tool.arguments import Options, Streams
from mlir_mini.layout_tool.reading import read_file
from mlir_mini.layout_tool.trial import findings


def run(options: Options, streams: Streams) -> int:
    """1 if a function differs or none of them is there, else 0."""
    name = options.arguments[0]
    found: list[Finding] = []
    for function, finding in findings(name, read_file(name, streams, "FILE.py")):
        if finding is not None:
            found.append(finding)
        if not options.json:
            streams.stdout.write(_report(function, finding))
            # The next function may take long.
            streams.stdout.flush()
    if options.json:
        write_json([answer(each) for each in found], streams)
    elif not found:
        streams.stdout.write(f"{name} defines none of these functions\n")
    return 0 if found and all(each.agrees for each in found) else 1


def answer(finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {
        "function": finding.name,
        "agrees": finding.agrees,
        "cases": finding.cases,
    }
    if not finding.agrees:
        found |= {"call": finding.call, "expected": finding.expected, "got": finding.got}
    return found


def _report(function: str, finding: Finding | None) -> str:
    title = f"{function:<{max(map(len, drill.NAMES))}}"
    if finding is None:
        return f"{title}  not defined\n"
    if finding.agrees:
        return f"{title}  agrees in all {finding.cases} cases\n"
    lines = [
        f"{title}  differs, in case {finding.cases}:",
        f"    {finding.call}",
        f"    expected  {finding.expected}",
        f"    got       {finding.got}",
    ]
    return "\n".join(lines) + "\n"
