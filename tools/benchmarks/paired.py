"""Pairs of runs and what they say: the median ratio and an interval for it.

The machine's speed drifts, so the sides of a comparison take turns, and every figure is the median
of the ratios of neighbouring runs. Its interval is made of two of these ratios, by the sign test:
it holds the true median in at least 95 of 100 repetitions, whatever the times' distribution.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from math import comb
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

WORKER = Path(__file__).with_name("worker.py")
CONFIDENCE = 0.95


class Times(NamedTuple):
    """One run, in seconds."""

    wall: float
    cpu: float


Runner = Callable[[], Times]


class BenchmarkError(Exception):
    """A command that is to be measured fails."""


class AbsentError(BenchmarkError):
    """It can't run here, since an optional dependency isn't installed."""


def command(
    argv: Sequence[str],
    cwd: Path,
    env: Mapping[str, str] | None = None,
    absent: str | None = None,
) -> Runner:
    """Runs a whole process, its output thrown away. An empty folder `{fresh}` is made for each run
    whose environment mentions one. Where the process fails and its last line of errors has `absent`
    in it, an optional dependency is what it lacks."""

    def run() -> Times:
        with tempfile.TemporaryDirectory() as fresh:
            given = {k: v.replace("{fresh}", fresh) for k, v in (env or {}).items()}
            whole = {**os.environ, **given}
            whole.pop("PYTHONDONTWRITEBYTECODE", None)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            start = time.perf_counter()
            try:
                done = subprocess.run(argv, cwd=cwd, env=whole, capture_output=True, check=False)
            except OSError as error:
                raise BenchmarkError(str(error)) from error
            wall = time.perf_counter() - start
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            said = "".join(done.stderr.decode(errors="replace").strip().splitlines()[-1:])
            kind = AbsentError if absent is not None and absent in said else BenchmarkError
            raise kind(f"{' '.join(argv)}: status {done.returncode}: {said}")
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Times(wall, cpu)

    return run


class Workers:
    """The processes that stay (`worker.py`), started when first asked. Use as a context manager."""

    def __init__(self) -> None:
        self._started: dict[tuple[str, str], subprocess.Popen[str]] = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_exception: object) -> None:
        for process in self._started.values():
            # Its standard input ends, and so does it.
            with process:
                pass

    def runner(self, side: str, job: Mapping[str, Any], python: str = sys.executable) -> Runner:
        """Does a job in the process of a side."""

        def run() -> Times:
            process = self._process(side, python)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            reply = process.stdout.readline()
            if not reply:
                # Its next job gets a process that lives.
                with self._started.pop((side, python)):
                    pass
                raise BenchmarkError(
                    f"{side} died of {json.dumps(job)}: status {process.returncode}"
                )
            answer = json.loads(reply)
            if "absent" in answer:
                raise AbsentError(answer["absent"])
            return Times(**answer)

        return run

    def _process(self, side: str, python: str) -> subprocess.Popen[str]:
        found = self._started.get((side, python))
        if found is None:
            try:
                found = self._started[side, python] = subprocess.Popen(
                    [python, str(WORKER), side],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            except OSError as error:
                raise BenchmarkError(str(error)) from error
        return found


def take_turns(first: Runner, second: Runner, rounds: int) -> tuple[list[Times], list[Times]]:
    """The times of both sides; one run of each comes before, and each second round is reversed."""
    first()
    second()
    ours: list[Times] = []
    theirs: list[Times] = []
    for number in range(rounds):
        if number % 2:
            theirs.append(second())
            ours.append(first())
        else:
            ours.append(first())
            theirs.append(second())
    return ours, theirs


class Ratio(NamedTuple):
    """The median of ratios, with its interval."""

    middle: float
    low: float
    high: float


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """The ratio of two sides' times, run by run."""
    found = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    rank = _rank(len(found))
    return Ratio(median(found), found[rank], found[-1 - rank])


def _rank(count: int) -> int:
    """How many of `count` sorted values to leave off at either end of the interval.

    With `rank` left off, it misses the median where a fair coin shows at most `rank` heads, or
    tails, in `count` throws.
    """
    rank, outside = 0, 1
    while True:
        outside += comb(count, rank + 1)
        if 2 * outside > (1 - CONFIDENCE) * 2**count:
            return rank
        rank += 1
