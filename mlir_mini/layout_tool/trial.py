"""A student's file tried in a process of its own: its endless loops and exits end nothing else.

The process is given a job, a line of JSON, on its standard input, and answers there where its
standard output was, a line of JSON each: what the file defines or why it does not run; before each
case, its number; after each function, the finding. What the file prints goes to standard error.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from mlir_mini.layout import drill
from mlir_mini.layout.drill_check import Finding, call_text, cases, check_function, show
from mlir_mini.layout_tool.arguments import ToolError

LOAD_SECONDS = 30
CASE_SECONDS = 5

# The process finds modules where we do, whatever lies in its folder.
_START = (
    "import sys; sys.path[:] = eval(sys.argv[1]); "
    "from mlir_mini.layout_tool.trial import main; main()"
)


def findings(name: str, text: str) -> Iterator[tuple[str, Finding | None]]:
    """Each function of the drill, in the drill's order, as soon as it is done.

    name, text: of the file; None stands for a function that it does not define. Raises ToolError
    if the file does not run.
    """
    waiting = list(drill.NAMES)
    while waiting:
        child = _Child({"name": name, "text": text, "functions": waiting})
        try:
            defined = _defined(name, child)
            alive = True
            while waiting and alive:
                function = waiting.pop(0)
                if function in defined:
                    finding, alive = _finding(function, child)
                    yield function, finding
                else:
                    yield function, None
        finally:
            child.stop()


def _defined(name: str, child: _Child) -> list[str]:
    try:
        message = child.answer(LOAD_SECONDS)
    except _NoAnswer as reason:
        raise ToolError(f"{name}: {reason}") from None
    if "error" in message:
        raise ToolError(message["error"])
    return message["defines"]


def _finding(function: str, child: _Child) -> tuple[Finding, bool]:
    """What became of a function, and whether the process can try another one."""
    count = 1
    while True:
        try:
            message = child.answer(CASE_SECONDS)
        except _NoAnswer as reason:
            arguments = next(itertools.islice(cases(function), count - 1, None))
            expected = show(getattr(drill, function)(*arguments))
            call = call_text(function, arguments)
            return Finding(function, count, call, expected, str(reason)), False
        if "finding" in message:
            return Finding(*message["finding"]), True
        count = message["case"]


class _NoAnswer(Exception):
    """The process is silent or has ended; the message says which."""


class _Child:
    """The process, seen from outside."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, repr(list(map(str, sys.path)))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        # None stands for the end. A thread reads, since a pipe can't be waited for everywhere.
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            # It has ended already, which the first answer tells.
            return

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line)
        self._answers.put(None)

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next line. Raises _NoAnswer."""
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise _NoAnswer(f"no answer in {seconds:g} s") from None
        if line is None:
            raise _NoAnswer(f"Python has ended, exit status {self._process.wait()}")
        return json.loads(line)

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except OSError:
            # What could not be written is lost, as it should be.
            return


# Within the process.


def main() -> None:
    """Does the job given on standard input."""
    # Ctrl-C is for the command, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_the_command, daemon=True).start()
    sys.stdin = io.StringIO()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def send(message: Mapping[str, Any]) -> None:
        sys.stderr.flush()
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    try:
        solution = load(job["name"], job["text"])
    except ToolError as error:
        send({"error": str(error)})
        return
    functions = [each for each in job["functions"] if callable(solution.get(each))]
    send({"defines": functions})
    for function in functions:
        finding = check_function(function, solution[function], lambda count: send({"case": count}))
        send({"finding": [getattr(finding, field) for field in Finding.fields]})


def _end_with_the_command() -> None:
    """However it ends: nobody else has the other end of standard input."""
    os.read(0, 1)
    os._exit(1)


def load(name: str, text: str) -> Mapping[str, Any]:
    """What the file defines. Raises ToolError if it can't be run.

    It becomes a module that is imported, with its folder on the path: `if __name__ == "__main__"`
    does not run, files beside it are found.
    """
    module = ModuleType("solution")
    module.__file__ = name
    sys.modules[module.__name__] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    try:
        exec(compile(text, name, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        line = getattr(error, "lineno", None) or _line_of(error, name)
        at = f"{name}:{line}" if line else name
        raise ToolError(f"{at}: {type(error).__name__}: {error}") from None
    return vars(module)


def _line_of(error: BaseException, name: str) -> int | None:
    """The line of the file in which an exception came up."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
