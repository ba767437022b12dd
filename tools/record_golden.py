#!/usr/bin/env python3
"""Write down what upstream makes of our own lit tests: test/golden, and of that: test/second.

    python tools/record_golden.py                  all of them; removes files that are left over
    python tools/record_golden.py TEST ...         only these tests
    python tools/record_golden.py --check          write nothing; exit 1 if anything would change

Run it whenever a test under test/lit changes, and read the diff: it is upstream's answer.
test/second has upstream's answer to its own answer where that is another one.
Needs triton==3.9.0, see tools/compare_upstream.py.  Exit status: 1 if upstream crashes on a test
or fails where the RUN line expects success (nothing is written then), 2 without triton or such a
TEST.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from checkout import ROOT
from upstream.client import Upstream
from upstream.goldens import Golden, Unkept, stale_files, survey
from upstream.libtriton import TritonMissing
from upstream.second_runs import SecondRun, second_runs
from upstream.second_runs import stale_files as stale_second_runs


def problem(golden: Golden, status: str) -> str:
    """Why upstream's answer can't be kept; empty if it can."""
    if status in ("crash", "unsupported"):
        return status
    succeeds = status == "ok"
    if not golden.run.verifies and succeeds == golden.run.is_negated:
        return "upstream succeeds" if succeeds else "upstream fails"
    return ""


def record(upstream: Upstream, golden: Golden, check: bool) -> tuple[bool, bool]:
    """Ask upstream and write its answer: (went well, the file was different)."""
    outcome = golden.outcome(upstream)
    why = problem(golden, outcome.status)
    if why:
        print(f"{golden.name} (RUN {golden.run.index}): {why}\n{outcome.errors}", file=sys.stderr)
        return False, False
    return True, write(golden.file, golden.text(outcome), check)


def record_second(upstream: Upstream, second: SecondRun, check: bool) -> tuple[bool, bool]:
    """Ask upstream again, about its answer; like record."""
    outcome = second.outcome(upstream)
    if outcome.status != "ok":
        golden = second.golden
        print(f"{golden.name} (RUN {golden.run.index}), run again: {outcome.status}")
        print(outcome.errors, file=sys.stderr)
        return False, False
    if outcome.output != second.first():
        return True, write(second.file, outcome.output, check)
    return True, remove([second.file] if second.file.exists() else [], check)


def write(file: Path, text: str, check: bool) -> bool:
    """Write a file; whether it was different."""
    data = text.encode()
    if file.exists() and file.read_bytes() == data:
        return False
    print(f"{'differs' if check else 'wrote'} {file.relative_to(ROOT)}")
    if not check:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return True


def remove(files: Sequence[Path], check: bool) -> bool:
    """Remove files that there should not be; whether there were any."""
    for file in files:
        print(f"{'left over' if check else 'removed'} {file.relative_to(ROOT)}")
        if not check:
            file.unlink()
    return bool(files)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tests", nargs="*", type=Path, metavar="TEST")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    tests = {test.resolve() for test in options.tests}
    surveyed = list(survey())
    for test in tests - {entry.test for entry in surveyed}:
        parser.error(f"{test}: no test with RUN lines below test/lit")
    entries = [entry for entry in surveyed if not tests or entry.test in tests]
    again = {second.golden.file: second for second in second_runs()}
    failed = changed = False
    try:
        with Upstream() as upstream:
            upstream.start()
            for entry in entries:
                if isinstance(entry, Unkept):
                    name = entry.test.relative_to(ROOT)
                    print(f"none for {name} (RUN {entry.run.index}): {entry.reason}")
                    continue
                went_well, differed = record(upstream, entry, options.check)
                failed |= not went_well
                changed |= differed
                if went_well and entry.file in again:
                    went_well, differed = record_second(upstream, again[entry.file], options.check)
                    failed |= not went_well
                    changed |= differed
    except TritonMissing as error:
        print(f"record_golden: {error}", file=sys.stderr)
        return 2
    if not tests:
        changed |= remove([*stale_files(), *stale_second_runs()], options.check)
    return 1 if failed or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
