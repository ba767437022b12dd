"""RUN lines of lit tests that call mini-opt or triton-opt.

A line is understood if it is one pipe of such calls, the last perhaps into FileCheck.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from .options import Unsupported, UsageError, parse_arguments
from .passes import PRINT_ALIGNMENT, resolve

TOOLS = ("mini-opt", "triton-opt")
_RUN = re.compile(r"^\s*(?://|#)\s*RUN:\s?(.*)$")
_PIPE = re.compile(r"(?<!\|)\|(?!\|)")
_DISCARDED = ("-o", "/dev/null")


@dataclass(frozen=True)
class RunLine:
    """One RUN line.  Where `problem` isn't empty, only `index` and `line` say something."""

    index: int  # among the file's RUN lines, from 0
    line: str
    problem: str = ""
    stages: tuple[tuple[str, ...], ...] = ()  # the flags of each call, without files
    filecheck: tuple[str, ...] | None = None  # FileCheck's arguments
    is_negated: bool = False  # `not` in front
    merges_errors: bool = False  # `2>&1`

    @property
    def verifies(self) -> bool:
        """Whether it is about messages: the first call has -verify-diagnostics."""
        return any(flag_name(flag) == "verify-diagnostics" for flag in self.stages[0])

    @property
    def shows_errors(self) -> bool:
        """Whether what the tool writes to standard error is part of what the line checks."""
        return self.verifies or self.merges_errors

    @property
    def shows_output(self) -> bool:
        """Whether what the tool prints is part of what the line checks."""
        return not self.verifies or self.filecheck is not None

    @property
    def splits(self) -> bool:
        """Whether the input is cut at its split markers."""
        return any(flag_name(flag) == "split-input-file" for flag in self.stages[0])

    def upstream_problem(self) -> str:
        """Why upstream can't run the line; empty if it can."""
        if self.problem:
            return self.problem
        try:
            for stage in self.stages:
                parse_arguments(stage)
        except (Unsupported, UsageError) as error:
            return str(error)
        return ""


def flag_name(word: str) -> str:
    """The name of a flag: without dashes and value.  Empty for a word that isn't a flag."""
    return word.lstrip("-").partition("=")[0] if word.startswith("-") else ""


def without(flags: Sequence[str], *names: str) -> list[str]:
    """The flags except those of these names."""
    return [flag for flag in flags if flag_name(flag) not in names]


def without_passes(flags: Sequence[str]) -> list[str]:
    """The flags that don't ask for a pass."""
    return [flag for flag in flags if not asks_for_pass(flag)]


def asks_for_pass(flag: str) -> bool:
    """Whether a flag asks for a pass, or for several."""
    name = flag_name(flag)
    return name in ("pass-pipeline", PRINT_ALIGNMENT) or (name != "" and resolve(name) is not None)


def run_lines(text: str) -> list[RunLine]:
    """The RUN lines of a test; a backslash at the end joins a line with the next."""
    lines: list[str] = []
    pending = ""
    for line in text.splitlines():
        match = _RUN.match(line)
        if match:
            pending += match[1]
            if pending.endswith("\\"):
                pending = pending[:-1]
            else:
                lines.append(pending.strip())
                pending = ""
    return [_parse(index, line) for index, line in enumerate(lines)]


class _Problem(Exception):
    """Why a line isn't understood."""


def _parse(index: int, line: str) -> RunLine:
    try:
        commands = [shlex.split(part) for part in _PIPE.split(line)]
        return _parse_commands(index, line, commands)
    except (_Problem, ValueError) as error:
        return RunLine(index, line, problem=str(error))


def _parse_commands(index: int, line: str, commands: list[list[str]]) -> RunLine:
    filecheck = None
    if len(commands) > 1 and commands[-1][:1] == ["FileCheck"]:
        filecheck = tuple(commands.pop()[1:])
    is_negated = commands[0][:1] == ["not"]
    if is_negated:
        del commands[0][0]
    stages = tuple(_stage(command) for command in commands)
    return RunLine(
        index,
        line,
        stages=stages,
        filecheck=filecheck,
        is_negated=is_negated,
        merges_errors=any("2>&1" in command for command in commands),
    )


def _stage(command: Sequence[str]) -> tuple[str, ...]:
    """The flags of one call.  Raises _Problem unless it reads the test file or a pipe."""
    if not command or command[0] not in TOOLS:
        raise _Problem(f"calls {' '.join(command[:1]) or 'nothing'}")
    flags: list[str] = []
    words = list(command[1:])
    while words:
        word = words.pop(0)
        if word in ("%s", "-", "2>&1"):
            continue
        if (word, *words[:1]) == _DISCARDED:
            words.pop(0)
        elif word.startswith(("-pass-pipeline", "--pass-pipeline")):
            flags.append(word if "=" in word else f"{word}={words.pop(0)}")
        elif not word.startswith("-"):
            raise _Problem(f"the word {word}")
        elif "%" in word:
            raise _Problem(f"a substitution in {word}")
        else:
            flags.append(word)
    return tuple(flags)
