#!/usr/bin/env python3
"""What ``mini-opt --explain`` promises, against upstream's pass and lowering.

    check_explain.py [FILE ...]           (needs triton==3.9.0, no GPU)
    check_explain.py --corpus DIR [--every N]

For each module (by default those of docs/explain.md and test/lit/Tools/explain*.mlir) the widths of
its accesses now, and for each hint the width that it promises, are looked for in upstream: hints
are applied to the IR, upstream's coalesce runs on it, and the PTX that upstream lowers it to is
searched for the instructions of that access. With --corpus, DIR/ttir/*.ttir, widths and hints both.

Exit status: 1 if a width differs, 2 if nothing could be compared.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from checkout import ROOT
from explain_cases.ptx import access_bytes
from explain_cases.questions import SPAN, Case, Question
from explain_cases.situations import BLOCK
from mlir_mini.source import MLIRError
from mlir_mini.split import split_input
from upstream.codegen import coalesced_ptx_of
from upstream.layouts import ask

PAGE = ROOT / "docs" / "explain.md"
LIT = ROOT / "test" / "lit" / "Tools"


def modules(files: Sequence[Path]) -> Iterator[tuple[str, str, int, int]]:
    """(name, text, compute capability, warps) of each module in the files."""
    for file in files:
        text = file.read_text()
        if file.suffix == ".md":
            for n, block in enumerate(BLOCK.finditer(text)):
                yield f"{file.name}#{n}", block["text"], *_launch(block["flags"])
            continue
        for n, (_, part) in enumerate(split_input(text)[0]):
            yield f"{file.name}#{n}", part, *_launch(text)


def _launch(flags: str) -> tuple[int, int]:
    """Compute capability and warps as a flag or the first RUN line says."""
    target = re.search(r"--target=cuda:(\d+)", flags)
    warps = re.search(r"--num-warps=(\d+)", flags)
    return int(target[1]) if target else 80, int(warps[1]) if warps else 4


def compare(question: Question, capability: int) -> Counter[str]:
    """Counts of accesses that agree, differ, or could not be compared."""
    counts: Counter[str] = Counter()
    answer = ask(lambda: coalesced_ptx_of(question.text, capability))
    if answer is None:
        counts["not lowered"] += len(question.promised)
        return counts
    found = access_bytes(answer[1], SPAN)
    for i, elements in question.promised.items():
        wanted = elements * question.bits[i] // 8
        seen = found.get(i)
        if seen is None:
            # An access that is masked off entirely, or whose result nobody needs.
            counts["not in the PTX"] += 1
        elif seen == {wanted}:
            counts["agree"] += 1
        else:
            counts["differ"] += 1
            print(
                f"{question.title}\n    access {i}: {wanted} bytes promised, PTX has {sorted(seen)}"
            )
    return counts


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="TTIR, or Markdown with blocks of it")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="a folder with ttir/*.ttir")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="each Nth file of it")
    parser.add_argument("--target", type=int, help="compute capability, for all files")
    options = parser.parse_args(argv)
    files = options.files or [PAGE, *sorted(LIT.glob("explain*.mlir"))]
    if options.corpus:
        files = sorted((options.corpus / "ttir").glob("*.ttir"))[:: options.every]
    try:
        import triton  # noqa: F401 # pyright: ignore
    except ImportError:
        print("check_explain: needs triton==3.9.0", file=sys.stderr)
        return 2
    now: Counter[str] = Counter()
    hints: Counter[str] = Counter()
    for name, text, capability, warps in modules(files):
        capability = options.target or capability
        try:
            case = Case(name, text, capability, warps)
        except MLIRError:
            now["not read"] += 1
            continue
        now += compare(case.base(), capability)
        for question in case.hints():
            hints += compare(question, capability)
        if case.unread:
            hints["not read"] += case.unread
    print(f"widths now: {dict(now)}\nwidths under hints: {dict(hints)}")
    if not now["agree"] + hints["agree"]:
        return 2
    return 1 if now["differ"] + hints["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
