#!/usr/bin/env python3
"""mini-opt and upstream on the same inputs: a table, and a diff of the first difference.

    python tools/compare_upstream.py [FILE or FOLDER ...]
        every RUN line of the files (default: test/lit and examples), case by case; a file without
        RUN lines is read and printed
    python tools/compare_upstream.py --passes coalesce,canonicalize FILE ...
        pass by pass, both sides fed with upstream's text before the pass
    python tools/compare_upstream.py --corpus DIR --pipeline
        the compiler's own pipeline over a folder of TTIR kernels: every pass that mini-opt lists
        (or --passes), fed with upstream's text; also printing, re-reading and a chain of passes
    python tools/compare_upstream.py --again ...
        with --passes or --pipeline: the second time that a pass runs, on what upstream printed the
        first time
    python tools/compare_upstream.py --triton-src DIR [--markdown]
        the RUN lines of upstream's own tests in a checkout of triton

Columns: cases; exact, mini-opt's text is upstream's, and its messages where upstream fails or the
RUN line is about them; modulo, the same modulo SSA names and aliases; changed, upstream's passes
change the input, and exact* over those; crash, mini-opt dies; lost, upstream itself dies.

Needs triton==3.9.0 (pip install '.[upstream]') in this Python or in the one that
MINI_OPT_TRITON_PYTHON names.  Exit status: 1 on a difference, 2 without triton.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from checkout import ROOT
from upstream.cases import MiniOpt, Tool, read
from upstream.chunks import split_chunks
from upstream.client import Upstream
from upstream.compare import Pair, compare_pairs, compare_run, passes_on, second_pairs
from upstream.libtriton import TritonMissing
from upstream.parity import PARITY_FILES
from upstream.passes import resolve
from upstream.pipeline import STAGES, Target, kernel_pairs
from upstream.report import (
    Report,
    first_lines,
    markdown,
    table,
    write_differences,
    write_json,
)
from upstream.runlines import RunLine, run_lines

DEFAULT_PATHS = (ROOT / "test" / "lit", ROOT / "examples")
SUFFIXES = (".mlir", ".ttir", ".ttgir")
SHOWN_LINES = 60  # of the first difference
PLAIN = RunLine(0, "", stages=((),))
UNREGISTERED = "-allow-unregistered-dialect"


def parse_command_line(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options, checked against each other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE or FOLDER")
    parser.add_argument(
        "--mini",
        default=f"{shlex.quote(sys.executable)} -m passes.cli",
        help="the command to compare (default: this checkout's mini-opt)",
    )
    parser.add_argument("--passes", help="comma list of passes, by full or short name")
    names = parser.add_mutually_exclusive_group()
    names.add_argument("--exact", action="store_true", help="names count (default)")
    names.add_argument("--modulo", action="store_true", help="SSA names and aliases don't count")
    parser.add_argument("--triton-src", type=Path, metavar="DIR", help="upstream's own tests")
    parser.add_argument("--files", help="with --triton-src: paths below its test/, comma list")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="with --pipeline: kernels")
    parser.add_argument("--pipeline", action="store_true")
    parser.add_argument("--again", action="store_true", help="each pass on what it printed")
    parser.add_argument("--targets", default="cuda:80", help="with --pipeline: comma list")
    parser.add_argument("--num-warps", default="4", help="with --pipeline: comma list")
    parser.add_argument("--stages", default=",".join(STAGES), help="with --pipeline: comma list")
    parser.add_argument("--limit", type=int, help="with --pipeline: so many kernels, spread out")
    parser.add_argument("--store", type=Path, metavar="DIR", help="keep upstream's answers there")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a call of mini-opt")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the counts and diffs")
    parser.add_argument("--diffs", type=Path, metavar="DIR", help="write each difference's texts")
    parser.add_argument("--markdown", action="store_true", help="print the README's table")
    options = parser.parse_args(arguments)
    if (options.corpus is None) == options.pipeline:
        parser.error("--corpus and --pipeline go together")
    if options.again and not (options.pipeline or options.passes):
        parser.error("--again goes with --passes or --pipeline")
    return options


def input_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files themselves, and the inputs below folders."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.rglob("*")):
            if file.suffix in SUFFIXES and "Inputs" not in file.parts:
                yield file


def shown_path(path: Path) -> str:
    """A path relative to the checkout where it lies inside."""
    path = path.resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def compare_run_lines(
    report: Report, mini: Tool, upstream: Tool, files: Sequence[Path], name: Callable[[Path], str]
) -> None:
    """A row for every RUN line of the files."""
    for file in files:
        text = read(file)
        for run in run_lines(text) or [PLAIN]:
            compare_run(report, mini, upstream, run, text, name(file))


def pass_pairs(upstream: Tool, files: Sequence[Path], passes: Sequence[str]) -> Iterator[Pair]:
    """The passes, one after the other, on every chunk of the files."""
    flags = [f"--{resolve(name) or name}" for name in passes]
    for file in files:
        text = read(file)
        keep = [UNREGISTERED] if UNREGISTERED in text else []
        for line, chunk in split_chunks(text):
            printed = upstream.run(chunk, keep)
            if printed.status == "ok":
                origin = f"{shown_path(file)}:{line}"
                yield from passes_on(upstream, printed.output, flags, origin, keep)


def corpus_pairs(options: argparse.Namespace, mini: MiniOpt, upstream: Tool) -> Iterator[Pair]:
    """Everything that --pipeline asks."""
    files = list(input_files([options.corpus]))
    if options.limit:
        files = files[:: max(1, len(files) // options.limit)][: options.limit]
    listed = options.passes.split(",") if options.passes else sorted(mini.passes())
    wanted = {resolve(name) or name for name in listed}
    targets = [
        Target(int(target.rpartition(":")[2]), int(warps))
        for target in options.targets.split(",")
        for warps in options.num_warps.split(",")
    ]
    stages = options.stages.split(",")
    for file in files:
        yield from kernel_pairs(
            upstream, read(file), file.name, stages, targets, wanted.__contains__
        )


def compare(options: argparse.Namespace, mini: MiniOpt, upstream: Upstream) -> Report:
    """The comparison that the options ask for."""
    report = Report()
    files = list(input_files(options.paths or DEFAULT_PATHS))
    pairs = None
    if options.pipeline:
        pairs = corpus_pairs(options, mini, upstream)
    elif options.passes and not options.triton_src:
        pairs = pass_pairs(upstream, files, options.passes.split(","))
    if pairs is not None:
        compare_pairs(report, mini, second_pairs(upstream, pairs) if options.again else pairs)
    elif options.triton_src:
        tests = options.triton_src / "test"
        names = options.files.split(",") if options.files else PARITY_FILES
        compare_run_lines(
            report,
            mini,
            upstream,
            [tests / name for name in names],
            lambda file: str(file.relative_to(tests)),
        )
    else:
        compare_run_lines(report, mini, upstream, files, shown_path)
    return report


def show(options: argparse.Namespace, report: Report, seconds: float) -> None:
    """Print and write what was found."""
    failures = report.failures(options.modulo)
    if failures and not options.markdown:
        first = failures[0]
        print(f"first difference: {first.origin} [{first.flags}]")
        print(first_lines(first.diff, SHOWN_LINES) + "\n")
    print(markdown(report) if options.markdown else table(report))
    for one in failures if options.markdown else failures[1:]:
        where = f"differs: {one.label}: {one.origin}" + (" (crash)" if one.is_crash else "")
        print(where, file=sys.stderr if options.markdown else sys.stdout)
    if options.json:
        write_json(report, options.json, mini=options.mini, seconds=round(seconds, 1))
    if options.diffs:
        write_differences(failures, options.diffs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; the exit status."""
    options = parse_command_line(arguments)
    mini = MiniOpt(options.mini, options.timeout)
    start = time.monotonic()
    try:
        with Upstream(store=options.store) as upstream:
            upstream.start()
            report = compare(options, mini, upstream)
    except TritonMissing as error:
        print(f"compare_upstream: {error}", file=sys.stderr)
        return 2
    show(options, report, time.monotonic() - start)
    return 1 if report.failures(options.modulo) else 0


if __name__ == "__main__":
    sys.exit(main())
