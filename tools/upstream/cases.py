"""One input through a tool, chunk by chunk.

A tool is anything with `run(text, arguments, name)`: upstream's client, a mini-opt command.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol

from .chunks import SPLIT_MARKER, chunk_name, split_chunks
from .diagnostics import parse_diagnostics
from .driver import Outcome
from .runlines import RunLine, without

ROOT = Path(__file__).resolve().parents[2]

# Under -verify-diagnostics, tools don't add the operation to a message; a run without that flag,
# whose messages are to be the same, asks for it.
NO_OPERATION_NOTES = "--mlir-print-op-on-diagnostic=false"


class Tool(Protocol):
    """A triton-opt look-alike."""

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        """Run on text with these flags; `name` stands for the file in messages."""
        ...


class MiniOpt:
    """mini-opt as a command, a process a call; `timeout` is in seconds.

    This checkout's modules come first on the path of a command that is a Python.
    """

    def __init__(self, command: str, timeout: float) -> None:
        self.command = shlex.split(command)
        self._timeout = timeout
        paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        self._environment = dict(os.environ, PYTHONPATH=os.pathsep.join(paths))

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        """See Tool; a text without a name goes to standard input."""
        if name == "-":
            return self._call([*arguments, "-"], text)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            outcome = self._call([*arguments, file.name])
            return outcome._replace(
                output=outcome.output.replace(file.name, name),
                errors=outcome.errors.replace(file.name, name),
            )

    def passes(self) -> set[str]:
        """The names that `--list-passes` prints, a line each, perhaps with more behind."""
        lines = self._call(["--list-passes"]).output.splitlines()
        return {line.split()[0].lstrip("-") for line in lines if line.strip()}

    def _call(self, arguments: Sequence[str], text: str = "") -> Outcome:
        try:
            done = subprocess.run(
                [*self.command, *arguments],
                capture_output=True,
                timeout=self._timeout,
                env=self._environment,
                input=text.encode(),
            )
        except subprocess.TimeoutExpired:
            return Outcome("crash", "", f"no end after {self._timeout:.0f} s\n")
        output, errors = (
            stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr)
        )
        died = done.returncode < 0 or "Traceback (most recent call last)" in errors
        status = "crash" if died else "error" if done.returncode else "ok"
        return Outcome(status, output, errors)


class Case(NamedTuple):
    """What a tool made of one chunk."""

    line: int  # of the file, at which the chunk starts
    status: str  # as Outcome's
    output: str
    messages: str  # diagnostics with source line and caret, without the file's name


def run_stages(tool: Tool, run: RunLine, text: str, name: str) -> Outcome:
    """The line's calls on text, each reading the one before it; never with -verify-diagnostics.

    The messages of all calls are kept; a call that fails is the last.
    """
    errors = ""
    outcome = Outcome("ok", text)
    for stage in run.stages:
        flags = without(stage, "verify-diagnostics")
        if run.verifies:
            flags.append(NO_OPERATION_NOTES)
        outcome = tool.run(outcome.output, flags, name)
        errors += outcome.errors
        name = "-"
        if outcome.status != "ok":
            break
    return outcome._replace(errors=errors)


def run_cases(tool: Tool, run: RunLine, text: str, name: str) -> list[Case]:
    """The line's calls on every chunk of text: at once, or one by one where one crashes."""
    if not run.splits:
        outcome = run_stages(tool, run, text, name)
        return [Case(1, outcome.status, outcome.output, _messages(outcome.errors))]
    chunks = split_chunks(text)
    whole = run_stages(tool, run, text, name)
    outputs = split_output(whole.output)
    if whole.status in ("ok", "error") and len(outputs) == len(chunks):
        return [
            Case(
                line,
                "ok" if output else whole.status,
                output,
                _messages(whole.errors, chunk_name(name, line)),
            )
            for (line, _text), output in zip(chunks, outputs, strict=True)
        ]
    alone = replace(run, stages=tuple(tuple(without(s, "split-input-file")) for s in run.stages))
    return [run_cases(tool, alone, chunk, name)[0]._replace(line=line) for line, chunk in chunks]


def _messages(errors: str, file: str | None = None) -> str:
    """The diagnostics in a tool's errors, for a file or all, the file's name left out.

    Errors without a diagnostic, such as a traceback, stay as they are.
    """
    found = parse_diagnostics(errors)
    if errors and not found:
        return errors
    return "".join(
        f"{message.line}:{message.column}: {message.severity}: {message.text}\n"
        for message in found
        if file is None or message.file in (file, "<unknown>")
    )


def split_output(output: str) -> list[str]:
    """What a tool printed for each chunk."""
    return output.split(SPLIT_MARKER + "\n")


def read(path: Path) -> str:
    """A test's text, line ends as they are."""
    return path.read_bytes().decode("utf-8")
