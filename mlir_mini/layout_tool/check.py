"""`mini-layout check`: a student's own functions of the drill against ours."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from mlir_mini.layout import drill
from mlir_mini.layout.drill_check import Finding, check_functions
from mlir_mini.layout_tool.answers import write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import read_file


def run(options: Options, streams: Streams) -> int:
    """1 if a function differs or none of them is there, else 0."""
    name = options.arguments[0]
    findings = check_functions(_names_of(name, streams))
    if options.json:
        write_json([answer(each) for each in findings], streams)
    else:
        streams.stdout.write(_report(name, findings))
    return 0 if findings and all(each.agrees for each in findings) else 1


def answer(finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {
        "function": finding.name,
        "agrees": finding.agrees,
        "cases": finding.cases,
    }
    if not finding.agrees:
        found |= {"call": finding.call, "expected": finding.expected, "got": finding.got}
    return found


def _names_of(name: str, streams: Streams) -> dict[str, Any]:
    """What the file defines. Raises ToolError if it can't be run."""
    text = read_file(name, streams, "FILE.py")
    # As a module that is imported, with its folder on the path: `if __name__ == "__main__"` does
    # not run, files beside it are found.
    module = ModuleType("solution")
    module.__file__ = name
    sys.modules[module.__name__] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    try:
        exec(compile(text, name, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        line = getattr(error, "lineno", None) or _line_of(error, name)
        at = f"{name}:{line}" if line else name
        raise ToolError(f"{at}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
        del sys.modules[module.__name__]
    return vars(module)


def _line_of(error: BaseException, name: str) -> int | None:
    """The line of the file in which an exception came up."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _report(name: str, findings: list[Finding]) -> str:
    by_name = {each.name: each for each in findings}
    width = max(map(len, drill.NAMES))
    lines = []
    for function in drill.NAMES:
        finding = by_name.get(function)
        if finding is None:
            lines.append(f"{function:<{width}}  not defined")
        elif finding.agrees:
            lines.append(f"{function:<{width}}  agrees in all {finding.cases} cases")
        else:
            lines += [
                f"{function:<{width}}  differs, in case {finding.cases}:",
                f"    {finding.call}",
                f"    expected  {finding.expected}",
                f"    got       {finding.got}",
            ]
    if not findings:
        lines.append(f"{name} defines none of these functions")
    return "\n".join(lines) + "\n"
