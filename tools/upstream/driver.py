"""triton-opt's behaviour over one input: chunks, messages, result, exit status."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from dataclasses import replace
from typing import NamedTuple

from .chunks import SPLIT_MARKER, chunk_name, split_input
from .context import Context, captured_errors
from .libtriton import Library, MissingSymbol
from .options import Options, UsageError

STDIN_NAME = "<stdin>"


class Outcome(NamedTuple):
    """One run: `status` is "ok", "error", "crash" or "unsupported"."""

    status: str
    output: str = ""
    errors: str = ""

    @property
    def exit_code(self) -> int:
        """triton-opt's, and 2 for what the wheel can't run."""
        return {"ok": 0, "unsupported": 2}.get(self.status, 1)


_CHILD_STATUS = {0: "ok", 1: "error", 2: "unsupported"}
_WORST = ("ok", "error", "crash", "unsupported")


def run(library: Library, text: str, options: Options, isolate: bool, timeout: int) -> Outcome:
    """Run the options' pipeline over text, chunk by chunk where they ask to split.

    `options.file` names the input in messages and locations.  `isolate` gives every chunk a forked
    process, so that one that dies doesn't take the others along; there, a chunk that takes more
    than `timeout` seconds counts as a crash.
    """
    name = STDIN_NAME if options.file == "-" else options.file
    if options.split is None:
        return _run_chunk(library, text, name, options, isolate, timeout)
    split = split_input(text, options.split)
    warnings = [_near_miss(text, name, offset) for offset in split.near_misses]
    outcomes = [
        _run_chunk(library, chunk.text, chunk_name(name, chunk.line), options, isolate, timeout)
        for chunk in split.chunks
    ]
    return Outcome(
        max((outcome.status for outcome in outcomes), key=_WORST.index, default="ok"),
        (SPLIT_MARKER + "\n").join(outcome.output for outcome in outcomes),
        "".join(warnings) + "".join(outcome.errors for outcome in outcomes),
    )


def run_file(library: Library, options: Options) -> Outcome:
    """Run the options' pipeline over their input file, which isn't split.

    Messages go straight to standard error; the outcome's are the driver's own.  A failed assertion
    inside a pass ends the process.
    """
    try:
        success, output = Context(library, options).process(options.file)
    except UsageError as error:
        return Outcome("error", "", f"{error}\n")
    except MissingSymbol as error:
        return Outcome("unsupported", "", f"upstream_opt: libtriton has no symbol {error}\n")
    return Outcome("ok" if success else "error", output)


def _near_miss(text: str, name: str, offset: int) -> str:
    line = 1 + text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    content = text[start:].split("\n", 1)[0]
    where = f"{name}:{line}:{offset - start + 1}"
    caret = " " * (offset - start) + "^"
    return f"{where}: warning: near miss with file split marker\n{content}\n{caret}\n"


def _run_chunk(
    library: Library, text: str, name: str, options: Options, isolate: bool, timeout: int
) -> Outcome:
    """Run one chunk out of a file of its own, whose path gives way to `name` in what comes out."""
    with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        file.flush()
        here = replace(options, file=file.name)
        if isolate:
            outcome = _run_in_child(library, here, timeout)
        else:
            with captured_errors() as errors:
                outcome = run_file(library, here)
                outcome = outcome._replace(errors=errors() + outcome.errors)
        return outcome._replace(
            output=outcome.output.replace(file.name, name),
            errors=outcome.errors.replace(file.name, name),
        )


def _run_in_child(library: Library, options: Options, timeout: int) -> Outcome:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _child(library, options, timeout, output.fileno(), errors.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        errors.seek(0)
        output_text = output.read().decode("utf-8", "replace")
        errors_text = errors.read().decode("utf-8", "replace")
    if status < 0:
        reason = "timeout" if -status == signal.SIGALRM else signal.Signals(-status).name
        return Outcome("crash", "", f"{errors_text}upstream_opt: died of {reason}\n")
    return Outcome(_CHILD_STATUS.get(status, "crash"), output_text, errors_text)


def _child(library: Library, options: Options, timeout: int, output: int, errors: int) -> None:
    """The forked child's life; ends the process."""
    code = 3
    try:
        signal.alarm(timeout)
        os.dup2(errors, 2)
        outcome = run_file(library, options)
        os.write(2, outcome.errors.encode())
        with open(output, "w", encoding="utf-8", closefd=False) as file:
            file.write(outcome.output)
        code = outcome.exit_code
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)
