"""Mutates MLIR texts and feeds them to mini-opt: no traceback, no hang, whatever comes.

    python tools/fuzz_text.py [--count N] [--seed N] [--pass NAME]... [--keep DIR] [SEED_FILE...]

Seeds are the examples and lit inputs of the checkout, cut at their split markers, unless files are
given. Each input is a seed with one to five mutations: tokens dropped, doubled, swapped between
seeds, numbers made extreme, brackets unbalanced, bytes flipped, text cut short. An input that
raises, or takes longer than the limit, is reported (and stored under --keep). Exit status 1 if
there was any.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from checkout import ROOT
from mlir_mini.command_line import read_command_line
from mlir_mini.driver import Driver
from mlir_mini.pass_table import PassTable
from mlir_mini.split import split_input
from passes import PASSES

_TOKEN = re.compile(r'%[\w#]+|"[^"]*"|[#!@^]?[\w.$]+|\S')
_EXTREMES = ("0", "-1", "1", "3", "2147483648", "9223372036854775808", "1" + "0" * 40, "-0x1", "1.")


class HangError(Exception):
    """An input took longer than the limit."""


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
    """``text`` with one to ``most`` mutations; ``other`` lends tokens."""
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


def run_one(text: str, flags: Sequence[str], limit: int) -> tuple[str | None, bool]:
    """Feed ``text`` to the driver.

    Returns the traceback or the word of a hang (None if all went well), and whether the driver
    found the input valid and every pass ran.
    """
    options = read_command_line([*flags], PassTable(PASSES))
    out, err = io.StringIO(), io.StringIO()
    driver = Driver(options, PassTable(PASSES), io.StringIO(text), out, err)
    driver.raise_internal_errors = True

    def on_alarm(signum: int, frame: object) -> None:
        raise HangError

    signal.signal(signal.SIGALRM, on_alarm)
    signal.alarm(limit)
    try:
        return None, driver.run() == 0
    except HangError:
        return f"no answer within {limit} s", False
    except Exception:
        return traceback.format_exc(), False
    finally:
        signal.alarm(0)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="SEED_FILE")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--mutations", type=int, default=5, help="at most so many an input; with 1 many stay valid"
    )
    parser.add_argument("--limit", type=int, default=10, help="seconds an input may take")
    parser.add_argument("--pass", dest="passes", action="append", default=[], metavar="NAME")
    parser.add_argument("--keep", type=Path, help="folder for the inputs that fail")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    texts = seeds(args.files)
    flags = ["-allow-unregistered-dialect", *[f"--{name}" for name in args.passes]]
    failures: dict[str, int] = {}
    valid = 0
    for number in range(args.count):
        text = mutate(rng.choice(texts), rng.choice(texts), rng, args.mutations)
        problem, accepted = run_one(text, flags, args.limit)
        valid += accepted
        if problem is None:
            continue
        last = problem.strip().splitlines()[-1]
        failures[last] = failures.get(last, 0) + 1
        if failures[last] == 1:
            print(f"input {number}:\n{problem}", file=sys.stderr)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{args.seed}-{number}.mlir").write_text(text, encoding="utf-8")
    print(
        f"{args.count} inputs from {len(texts)} seeds, {valid} of them valid, "
        f"{sum(failures.values())} failures"
    )
    for last, times in sorted(failures.items(), key=lambda item: -item[1]):
        print(f"  {times} x {last}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
