"""Many small questions at once: one forked process, one MLIR context, until something dies.

A process and a context a question, as `driver` has them, take twenty times as long as the passes on
a small module. A question that kills the process counts as a crash, and a new process goes on with
the next one.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

from .context import Context
from .driver import STDIN_NAME, Outcome
from .libtriton import Library, MissingSymbol
from .options import Options, Unsupported, UsageError, parse_arguments

TIMEOUT = "died of timeout"
_MOST = 400  # questions that share a context, whose types and attributes stay in memory


class Question(NamedTuple):
    """A module's text and the flags of a command line."""

    text: str
    arguments: tuple[str, ...]


def answer_all(library: Library, questions: Sequence[Question], timeout: int) -> list[Outcome]:
    """An outcome a question; one that takes `timeout` seconds of processor time is a crash."""
    outcomes: list[Outcome] = []
    while len(outcomes) < len(questions):
        here = questions[len(outcomes) : len(outcomes) + _MOST]
        with tempfile.TemporaryFile("w+") as replies, tempfile.TemporaryFile() as errors:
            child = os.fork()
            if child == 0:
                _child(library, here, timeout, replies, errors.fileno())
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            replies.seek(0)
            lines = replies.read().split("\n")[:-1]
            outcomes += [Outcome(*json.loads(line)) for line in lines]
            if len(lines) < len(here):
                errors.seek(0)
                said = errors.read().decode("utf-8", "replace")
                outcomes.append(Outcome("crash", "", f"{said}upstream_opt: {_death(status)}\n"))
    return outcomes


def _death(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    if -status in (signal.SIGALRM, signal.SIGPROF):
        return TIMEOUT
    return f"died of {signal.Signals(-status).name}"


def _child(
    library: Library, questions: Sequence[Question], timeout: int, replies: IO[str], errors: int
) -> None:
    """The forked child's life; ends the process. What a question writes to 2 is its errors."""
    try:
        os.dup2(errors, 2)
        context = Context(library, Options())
        context.print_diagnostics()
        with tempfile.TemporaryDirectory() as folder:
            for number, question in enumerate(questions):
                # Messages quote the input, which the context keeps by its name.
                path = Path(folder, f"{number}.mlir")
                path.write_text(question.text, encoding="utf-8")
                # Processor time, for machines that are busy; all the same an end to what sleeps.
                signal.setitimer(signal.ITIMER_PROF, timeout)
                signal.alarm(20 * timeout)
                os.ftruncate(errors, 0)
                os.lseek(errors, 0, os.SEEK_SET)
                outcome = _answer(context, question, str(path))
                os.lseek(errors, 0, os.SEEK_SET)
                said = _read_all(errors) + outcome.errors
                shown = [part.replace(str(path), STDIN_NAME) for part in (outcome.output, said)]
                replies.write(json.dumps([outcome.status, *shown]) + "\n")
                replies.flush()
                path.unlink()
    finally:
        os._exit(3)


def _read_all(file: int) -> str:
    size = os.fstat(file).st_size
    return os.read(file, size).decode("utf-8", "replace")


def _answer(context: Context, question: Question, path: str) -> Outcome:
    try:
        context.options = parse_arguments(question.arguments)
        text = context.perform(path)
    except (Unsupported, MissingSymbol) as error:
        return Outcome("unsupported", "", f"{error}\n")
    except UsageError as error:
        return Outcome("error", "", f"{error}\n")
    return Outcome("error" if text is None else "ok", text or "")
