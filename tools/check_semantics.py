"""Run kernels on random arguments before and after every pass of the TTGIR pipeline.

    python tools/check_semantics.py examples/*.ttir
    python tools/check_semantics.py --corpus DIR --targets cuda:80,cuda:90

For each file and target: whether the interpreter runs it, and whether any pass changes what it
computes. At the end a table, the reasons of what doesn't run, and the differences. Needs numpy
(the extra ``interp``). Exit status 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

import checkout  # noqa: F401  (makes the checkout's modules importable)
from mlir_mini.interp.semantics import SemanticsCheck
from mlir_mini.ir.verifier import verify
from mlir_mini.passmanager import run_passes
from mlir_mini.source import MLIRError, Source, diagnostics
from mlir_mini.syntax.parser import ModuleParser
from passes.pipelines import TTGIR


class Tally:
    """What became of the kernels for one target."""

    def __init__(self) -> None:
        self.same = 0
        self.runs = 0
        self.skipped: list[tuple[str, str]] = []
        self.differing: list[tuple[str, str]] = []
        self.failed: list[tuple[str, str]] = []


def check(path: Path, target: str, num_warps: int, seed: int, tally: Tally) -> None:
    """One file through the pipeline."""
    source = Source(str(path), path.read_text())
    semantics = SemanticsCheck(seed, stop=False)
    try:
        with diagnostics.capture():
            module = ModuleParser(source, allow_unregistered=False).parse_module()
            verify(module)
            pipeline = TTGIR(target=target, num_warps=num_warps)
            run_passes(module, [pipeline], instrumentation=[semantics])
    except MLIRError as error:
        tally.failed.append((path.name, str(error.diagnostic)))
    tally.runs += semantics.runs
    for _, _, difference in semantics.differences:
        tally.differing.append((path.name, difference.message))
    for name, reason in semantics.skipped.items():
        tally.skipped.append((path.name, f"{name}: {reason}"))
    if not semantics.differences and not semantics.skipped:
        tally.same += 1


def kind_of(reason: str) -> str:
    """A reason without the numbers that tell one case from another."""
    return re.sub(r"-?\d+", "N", reason.partition(": ")[2])


def report(target: str, tally: Tally, files: int, seconds: float) -> None:
    print(f"\n{target}: {files} files in {seconds:.0f} s, {tally.runs} runs after passes")
    print(f"  same results throughout  {tally.same:5}  ({100 * tally.same / max(files, 1):.1f} %)")
    print(f"  not run, or not to the end {len({n for n, _ in tally.skipped}):3}")
    print(f"  differing                {len(tally.differing):5}")
    print(f"  a pass failed            {len(tally.failed):5}")
    for reason, count in Counter(kind_of(r) for _, r in tally.skipped).most_common():
        print(f"    {count:4}  {reason}")
    for title, rows in (
        ("not run", tally.skipped),
        ("differing", tally.differing),
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
    files = files[:: arguments.every]
    if not files:
        parser.error("no files")
    sys.setrecursionlimit(20_000)
    differing = False
    for target in arguments.targets.split(","):
        tally, start = Tally(), time.monotonic()
        for path in files:
            check(path, target, arguments.num_warps, arguments.seed, tally)
        report(target, tally, len(files), time.monotonic() - start)
        differing = differing or bool(tally.differing)
    return int(differing)


if __name__ == "__main__":
    sys.exit(main())
