"""Mutates MLIR texts and feeds them to mini-opt: no traceback, no hang, whatever comes.

    python tools/fuzz_text.py [--count N] [--seed N] [--pass NAME]... [--keep DIR] [SEED_FILE...]

Seeds are the examples and lit inputs of the checkout, cut at their split markers, unless files are
given. Each input is a seed with one to five mutations: tokens dropped, doubled, swapped between
seeds, numbers made extreme, brackets unbalanced, bytes flipped, text cut short. Inputs that raise,
or take longer than the limit, are grouped by the exception and the line of mini-opt that it comes
from; the first of each group is reported (and stored under --keep). Exit status 1 if there was any,
or if there are passes and no input got as far as to them.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import random
import re
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from checkout import ROOT
from mlir_mini.command_line import read_command_line
from mlir_mini.driver import Driver
from mlir_mini.ir.core import Operation
from mlir_mini.pass_table import PassTable, PipelineError
from mlir_mini.passmanager import Instrumentation, Pass
from mlir_mini.split import split_input
from passes import PASSES

_TOKEN = re.compile(r'%[\w#]+|"[^"]*"|[#!@^]?[\w.$]+|\S')
_EXTREMES = ("0", "-1", "1", "3", "2147483648", "9223372036854775808", "1" + "0" * 40, "-0x1", "1.")


#: Where mini-opt's own code is.
_PACKAGES = (ROOT / "mlir_mini", ROOT / "passes")
#: Brackets that an input needs to be nested too deeply; a mutation adds one.
_DEEP = 1_000
_SHOWN_FRAMES = 30


class HangError(BaseException):
    """An input took longer than the limit. mini-opt, which catches exceptions, lets it through."""


class Failure(NamedTuple):
    """What went wrong: `kind` is what the failures of one bug have in common."""

    kind: str
    report: str


class Outcome(NamedTuple):
    """What became of an input."""

    failure: Failure | None
    #: The input is valid, and every pass ran.
    accepted: bool = False
    #: A pass got something to do: the input is valid, and has operations.
    reached: bool = False


def seeds(paths: Sequence[str]) -> list[str]:
    """The parts of the given files, or of the checkout's own inputs."""
    files = [Path(p) for p in paths]
    if not files:
        files = sorted([*(ROOT / "examples").glob("*.*ir"), *(ROOT / "test/lit").rglob("*.mlir")])
    found = []
    for file in files:
        for _, chunk in split_input(file.read_text(encoding="utf-8"))[0]:
            text = re.sub(r"//[^\n]*", "", chunk)
            if text.strip():
                found.append(text)
    return found


def mutate(text: str, other: str, rng: random.Random, most: int = 5) -> str:
    """``text`` with one to ``most`` mutations; ``other`` lends tokens.

    It differs from ``text``, unless that has no tokens.
    """
    mutated = text
    while mutated == text and _TOKEN.search(text):
        mutated = _mutate(text, other, rng, most)
    return mutated


def _mutate(text: str, other: str, rng: random.Random, most: int) -> str:
    for _ in range(rng.randint(1, most)):
        spans = [m.span() for m in _TOKEN.finditer(text)]
        if not spans:
            break
        start, end = rng.choice(spans)
        kind = rng.randrange(9)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:end] + " " + text[start:end] + text[end:]
        elif kind == 2:
            tokens = _TOKEN.findall(other)
            text = text[:start] + rng.choice(tokens or ["x"]) + text[end:]
        elif kind == 3:
            numbers = [m.span() for m in re.finditer(r"\d+", text)]
            if numbers:
                a, b = rng.choice(numbers)
                text = text[:a] + rng.choice(_EXTREMES) + text[b:]
        elif kind == 4:
            text = text[:start] + rng.choice('<>(){}[]"%#!@^:,=-') + text[start:]
        elif kind == 5:
            text = text[: rng.randrange(len(text))]
        elif kind == 6:
            at = rng.randrange(len(text))
            text = text[:at] + chr(rng.choice((0, 7, 34, 92, 127, 233, 0x2028))) + text[at + 1 :]
        elif kind == 7:
            lines = text.split("\n")
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            text = "\n".join(lines)
        else:
            lines = text.split("\n")
            del lines[rng.randrange(len(lines))]
            text = "\n".join(lines)
    return text


class _Errors(io.StringIO):
    """The driver's messages; keeps a RecursionError that the driver has made a message of."""

    recursion: RecursionError | None = None

    def write(self, text: str, /) -> int:
        error = sys.exc_info()[1]
        if isinstance(error, RecursionError):
            self.recursion = error
        return super().write(text)


class _Reached(Instrumentation):
    """Whether a pass got a module that isn't empty."""

    reached = False

    def before(self, pass_: Pass, module: Operation) -> None:
        self.reached |= len(list(module.walk())) > 1


def place(trace: TracebackType | None) -> str | None:
    """The file and line of the innermost frame in mini-opt's code."""
    found = None
    for frame, line in traceback.walk_tb(trace):
        file = Path(frame.f_code.co_filename)
        if any(file.is_relative_to(package) for package in _PACKAGES):
            found = f"{file.relative_to(ROOT)}:{line}"
    return found


def failure(error: BaseException, text: str, limit: float) -> Failure:
    """What to say of an exception that ``text`` has led to."""
    name = "hang" if isinstance(error, HangError) else type(error).__name__
    where = place(error.__traceback__)
    if where is None:
        # Nothing says which of them are the same.
        where = f"input {hashlib.sha256(text.encode(errors='replace')).hexdigest()[:12]}"
    report = "".join(traceback.format_exception(error, limit=-_SHOWN_FRAMES))
    if isinstance(error, HangError):
        report = f"no answer within {limit:g} s\n{report}"
    return Failure(f"{name} at {where}", report)


def run_one(text: str, flags: Sequence[str], limit: float) -> Outcome:
    """Feed ``text`` to the driver; ``limit`` is in seconds."""
    options = read_command_line([*flags], PassTable(PASSES))
    out, err = io.StringIO(), _Errors()
    driver = Driver(options, PassTable(PASSES), io.StringIO(text), out, err)
    driver.raise_internal_errors = True
    passes = _Reached()
    driver.instrumentation.append(passes)
    waiting = True

    def on_alarm(signum: int, frame: object) -> None:
        if waiting:
            raise HangError

    before = signal.signal(signal.SIGALRM, on_alarm)
    # Again and again, lest an exception that is raised where Python ignores it be the last.
    signal.setitimer(signal.ITIMER_REAL, limit, 0.1)
    try:
        try:
            accepted = driver.run() == 0
        finally:
            waiting = False
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit as well: it would end this program
        return Outcome(failure(error, text, limit), reached=passes.reached)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if err.recursion is not None and sum(map(text.count, "([{<")) < _DEEP:
        return Outcome(failure(err.recursion, text, limit), reached=passes.reached)
    return Outcome(None, accepted, passes.reached)


def check_passes(names: Sequence[str]) -> None:
    """Raises PipelineError where a name, or the options behind it, is none of a pass."""
    table = PassTable(PASSES)
    for each in names:
        name, _, options = each.partition("=")
        table.create(name, options)


def positive(text: str) -> int:
    """A positive number, for an option."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="SEED_FILE")
    parser.add_argument("--count", type=positive, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--mutations",
        type=positive,
        default=5,
        help="at most so many an input; with 1 many stay valid",
    )
    parser.add_argument("--limit", type=positive, default=10, help="seconds an input may take")
    parser.add_argument("--pass", dest="passes", action="append", default=[], metavar="NAME")
    parser.add_argument("--keep", type=Path, help="folder for the inputs that fail")
    args = parser.parse_args(arguments)
    try:
        check_passes(args.passes)
    except PipelineError as error:
        parser.error(f"--pass: {error}")
    rng = random.Random(args.seed)
    texts = seeds(args.files)
    if not texts:
        parser.error("the seeds are empty")
    flags = ["-allow-unregistered-dialect", *[f"--{name}" for name in args.passes]]
    failures: dict[str, int] = {}
    first: dict[str, int] = {}
    valid = reached = 0
    for number in range(args.count):
        text = mutate(rng.choice(texts), rng.choice(texts), rng, args.mutations)
        outcome = run_one(text, flags, args.limit)
        valid += outcome.accepted
        reached += outcome.reached
        if outcome.failure is None:
            continue
        kind, report = outcome.failure
        failures[kind] = failures.get(kind, 0) + 1
        if failures[kind] == 1:
            first[kind] = number
            print(f"input {number}: {kind}\n{report}", file=sys.stderr)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{args.seed}-{number}.mlir").write_text(text, encoding="utf-8")
    print(
        f"{args.count} inputs from {len(texts)} seeds, {valid} of them valid, "
        f"{sum(failures.values())} failures of {len(failures)} kinds"
    )
    for kind, times in sorted(failures.items(), key=lambda item: -item[1]):
        print(f"  {times} x {kind}, first of input {first[kind]}")
    if args.passes and not reached:
        print("NOTHING CHECKED: no input got as far as to the passes")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
