"""Run kernels on random arguments before and after every pass of the TTGIR pipeline.

    python tools/check_semantics.py examples/*.ttir
    python tools/check_semantics.py --corpus DIR --targets cuda:80,cuda:90

For each file and target: whether the interpreter runs it, and whether any pass changes what it
computes. At the end a table, the reasons of what doesn't run, and the differences. Needs numpy
(the extra ``interp``). Exit status 1 if there is a difference, if a file can't be read, or if a
pass fails.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

import checkout  # noqa: F401  (makes the checkout's modules importable)
from extras import missing
from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.passmanager import PassFailure, run_passes
from mlir_mini.source import MLIRError, Source, diagnostics
from mlir_mini.syntax.parser import ModuleParser
from passes.pipelines import TTGIR

try:
    from mlir_mini.interp.semantics import SemanticsCheck
except ModuleNotFoundError as error:
    print(f"check_semantics: {missing(error)}", file=sys.stderr)
    sys.exit(2)


class Tally:
    """What became of the kernels for one target."""

    def __init__(self) -> None:
        self.same = 0
        self.runs = 0
        #: Files without a function to run.
        self.empty: list[str] = []
        # (file, what of it), in order.
        self.skipped: list[tuple[str, str]] = []
        self.differing: list[tuple[str, str]] = []
        self.unread: list[tuple[str, str]] = []
        self.failed: list[tuple[str, str]] = []

    @property
    def good(self) -> bool:
        return not (self.differing or self.unread or self.failed)


def message_of(error: Exception) -> str:
    """One line on what went wrong; with its type if nobody foresaw it."""
    if isinstance(error, MLIRError):
        return str(error.diagnostic)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"{type(error).__name__}: {error}"


def read(path: Path) -> Operation:
    """The module in a file."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    with diagnostics.capture():
        module = ModuleParser(Source(str(path), text), allow_unregistered=False).parse_module()
        verify(module)
    return module


def check(path: Path, target: str, num_warps: int, seed: int, tally: Tally) -> None:
    """One file through the pipeline."""
    try:
        module = read(path)
    except Exception as error:
        tally.unread.append((path.name, message_of(error)))
        return
    semantics = SemanticsCheck(seed, stop=False)
    failure = ""
    with diagnostics.capture() as emitted:
        try:
            pipeline = TTGIR(target=target, num_warps=num_warps)
            run_passes(module, [pipeline], instrumentation=[semantics])
        except PassFailure:
            errors = [str(each) for each in emitted if each.severity == "error"]
            failure = "; ".join(errors) or "a pass gives up"
        except Exception as error:
            # The other files are checked all the same.
            failure = message_of(error)
    if failure:
        tally.failed.append((path.name, failure))
    tally.runs += semantics.runs
    for _, _, difference in semantics.differences:
        tally.differing.append((path.name, difference.message))
    for name, reason in semantics.skipped.items():
        tally.skipped.append((path.name, f"{name}: {reason}"))
    if failure or semantics.differences or semantics.skipped:
        return
    if semantics.started:
        tally.same += 1
    else:
        tally.empty.append(path.name)


def kind_of(reason: str) -> str:
    """A reason without the numbers that tell one case from another."""
    return re.sub(r"-?\d+", "N", reason.partition(": ")[2])


def report(target: str, tally: Tally, files: int, seconds: float) -> None:
    print(f"\n{target}: {files} files in {seconds:.0f} s, {tally.runs} runs after passes")
    print(f"  same results throughout  {tally.same:5}  ({100 * tally.same / max(files, 1):.1f} %)")
    print(f"  not run, or not to the end {len({n for n, _ in tally.skipped}):3}")
    print(f"  nothing to run           {len(tally.empty):5}")
    print(f"  differing                {len(tally.differing):5}")
    print(f"  not read                 {len(tally.unread):5}")
    print(f"  a pass failed            {len(tally.failed):5}")
    for reason, count in Counter(kind_of(r) for _, r in tally.skipped).most_common():
        print(f"    {count:4}  {reason}")
    for title, rows in (
        ("not run", tally.skipped),
        ("nothing to run", [(name, "no public function") for name in tally.empty]),
        ("differing", tally.differing),
        ("not read", tally.unread),
        ("failed", tally.failed),
    ):
        for name, text in rows:
            print(f"  {title}: {name}: {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("files", nargs="*", type=Path, help="TTIR files")
    parser.add_argument("--corpus", type=Path, help="a folder, whose ttir/*.ttir are taken")
    parser.add_argument("--targets", default="cuda:80,cuda:90", help="separated by commas")
    parser.add_argument("--num-warps", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=1, help="take every Nth file only")
    arguments = parser.parse_args()
    files = list(arguments.files)
    if arguments.corpus is not None:
        files += sorted(arguments.corpus.glob("ttir/*.ttir"))
    if arguments.every < 1:
        parser.error("--every takes a number from 1 on")
    files = files[:: arguments.every]
    if not files:
        parser.error("no files")
    targets = arguments.targets.split(",")
    for target in targets:
        if not re.fullmatch(r"cuda:\d+", target):
            parser.error(f"no target such as cuda:80: '{target}'")
    sys.setrecursionlimit(20_000)
    good = True
    for target in targets:
        tally, start = Tally(), time.monotonic()
        for path in files:
            check(path, target, arguments.num_warps, arguments.seed, tally)
        report(target, tally, len(files), time.monotonic() - start)
        good = good and tally.good
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
