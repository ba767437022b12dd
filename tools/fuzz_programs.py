"""Generates valid programs and checks what must hold of each, in every pass.

    python tools/fuzz_programs.py [--count N] [--seed N] [--upstream] [--values]
        [--properties NAMES] [--keep DIR]

Every program is built from the declarations of the operations (tools/programs), in TTIR or TTGIR.
It is printed and read back in all forms; every pass takes it without an exception and leaves a
module that verifies; with --upstream, text and messages are those of Triton's compiled passes;
with --values, it computes the same after every pass, and what AxisInfo says of it is so.
--properties names what to check, separated by commas; all of it by default. The inputs that fail
go to the folder of --keep. Exit status 1 if there was any, or if few programs could be run.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from pathlib import Path

from checkout import ROOT
from programs.sweep import Finding, Sweep
from upstream.client import Upstream

_BATCH = 25  # programs whose questions upstream gets together


def keep(folder: Path, finding: Finding) -> Path:
    """Write the input of a finding to the folder, the flags in its first line."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join((str(finding.seed), finding.question.name)).replace(" ", "_")
    file = folder / f"{name}.mlir"
    flags = " ".join(finding.question.flags)
    file.write_text(f"// {finding.kind}: mini-opt {flags}\n{finding.question.text}", "utf-8")
    return file


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--upstream", action="store_true", help="compare with the wheel's passes")
    parser.add_argument("--values", action="store_true", help="run the programs as well (numpy)")
    parser.add_argument("--properties", default="", help="names of passes, ttgir")
    parser.add_argument("--keep", type=Path, help="folder for the inputs that fail")
    parser.add_argument("--progress", action="store_true", help="a line a batch")
    args = parser.parse_args()
    sys.setrecursionlimit(20_000)
    gc.set_threshold(100_000, 20, 100)
    wanted = tuple(name for name in args.properties.split(",") if name)
    start = time.perf_counter()
    upstream = Upstream() if args.upstream else None
    sweep = Sweep(upstream, wanted, args.values)
    reported: Counter[str] = Counter()
    shown = done = 0
    try:
        while done < args.count:
            first = args.seed + done
            sweep.run(range(first, min(first + _BATCH, args.seed + args.count)))
            done = min(done + _BATCH, args.count)
            for finding in sweep.findings[shown:]:
                label = f"{finding.kind}, {finding.question.name}"
                reported[label] += 1
                if args.keep:
                    keep(args.keep, finding)
                if reported[label] <= 2:
                    print(f"seed {finding.seed}: {label}\n{finding.detail}\n", flush=True)
            shown = len(sweep.findings)
            if args.progress:
                rate = done / (time.perf_counter() - start)
                print(f"{done} programs, {shown} findings, {rate:.2f} a second", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    if upstream is not None:
        upstream.close()
    seconds = time.perf_counter() - start
    print(f"{done} programs from seed {args.seed} in {seconds:.0f} s: {shown} findings")
    print("  " + ", ".join(f"{side}: {spent:.0f} s" for side, spent in sweep.seconds.items()))
    for label, count in reported.most_common():
        print(f"  {count} x {label}")
    for title, counts in (
        ("answers", sweep.outcomes),
        ("where upstream has no answer", sweep.deaths),
        ("where upstream's answers vary, and mini-opt's is one of them", sweep.varying),
        ("errors that have to be", sweep.known),
        ("on values", sweep.runs),
    ):
        if counts:
            print(f"{title}:")
            for label, count in counts.most_common():
                print(f"  {count} x {label}")
    if args.values and done >= _BATCH and sweep.runs["programs run"] < done / 2:
        print("NOT CHECKED: fewer than half of the programs could be run on values")
        return 1
    return 1 if shown else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
