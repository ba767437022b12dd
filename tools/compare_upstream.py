#!/usr/bin/env python3
"""mini-opt and upstream on the same inputs: a table, and a diff of the first difference.

    python tools/compare_upstream.py [FILE or FOLDER ...]
        every RUN line of the files (default: test/lit and examples), case by case; a file without
        RUN lines is read and printed
    python tools/compare_upstream.py --passes coalesce,canonicalize FILE ...
        pass by pass, both sides fed with upstream's text before the pass; under the short name of a
        pass that needs layouts, TTIR is converted first, for --targets and --num-warps, as mini-opt
        does it
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
change the input, and exact* over those; crash, mini-opt dies; lost, upstream itself dies.  With
--passes and --pipeline, inputs that upstream can't read and passes that it refuses are no cases: a
line on standard error names each, with upstream's message.

Needs triton==3.9.0 (pip install '.[upstream]') in this Python or in the one that
MINI_OPT_TRITON_PYTHON names.  Exit status: 1 on a difference; 2 if nothing could be compared (no
cases), for arguments that make no sense, files that aren't there, and without triton.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from checkout import ROOT
from upstream.cases import MiniOpt, Tool, read
from upstream.chunks import split_chunks
from upstream.client import Upstream
from upstream.compare import (
    Note,
    Pair,
    compare_pairs,
    compare_run,
    passes_on,
    second_pairs,
    unread,
)
from upstream.libtriton import TritonMissing
from upstream.parity import PARITY_FILES
from upstream.pipeline import STAGES, Target, convert_flag, kernel_pairs, make_ttgir
from upstream.report import (
    Report,
    first_lines,
    markdown,
    table,
    write_differences,
    write_json,
)
from upstream.runlines import RunLine, flag_name, run_lines
from upstream.selection import Chosen, choose

DEFAULT_PATHS = (ROOT / "test" / "lit", ROOT / "examples")
SUFFIXES = (".mlir", ".ttir", ".ttgir")
SHOWN_LINES = 60  # of the first difference
PLAIN = RunLine(0, "", stages=((),))
UNREGISTERED = "-allow-unregistered-dialect"
CONVERSION = "convert-triton-to-tritongpu"
HAS_WARPS = re.compile(r'^module\b.*"ttg\.num-warps" = ', re.M)  # in upstream's text of TTGIR


def numbers(text: str) -> list[int]:
    """A comma list of positive numbers, for an option."""
    found = [int(word) for word in text.split(",")]
    if min(found) < 1:
        raise ValueError
    return found


def capabilities(text: str) -> list[int]:
    """The compute capabilities of a comma list of targets such as cuda:80, for an option."""
    found = re.fullmatch(r"cuda:\d+(,cuda:\d+)*", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"no targets such as cuda:80,cuda:90: '{text}'")
    return numbers(text.replace("cuda:", ""))


def stage_names(text: str) -> list[str]:
    """A comma list of the stages of --pipeline, for an option."""
    found = text.split(",")
    unknown = sorted(set(found) - set(STAGES))
    if unknown:
        raise argparse.ArgumentTypeError(f"no stage '{unknown[0]}': {', '.join(STAGES)}")
    return found


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
    parser.add_argument(
        "--targets", type=capabilities, default="cuda:80", help="of TTIR: comma list (cuda:80)"
    )
    parser.add_argument("--num-warps", type=numbers, default="4", help="of TTIR: comma list (4)")
    parser.add_argument(
        "--stages",
        type=stage_names,
        default=",".join(STAGES),
        help=f"with --pipeline: comma list of {', '.join(STAGES)}",
    )
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
    if options.triton_src and (options.pipeline or options.passes is not None):
        parser.error("--triton-src goes without --passes and --pipeline")
    if options.paths and (options.triton_src or options.pipeline):
        parser.error(f"{options.paths[0]}: --triton-src and --corpus take no other files")
    if options.limit is not None and options.limit < 1:
        parser.error("--limit takes a number from 1 on")
    if options.passes is not None:
        try:
            options.passes = choose(options.passes)
        except ValueError as error:
            parser.error(f"--passes: {error}")
    check_pipeline(parser, options)
    check_paths(parser, options)
    return options


def targets_of(options: argparse.Namespace) -> list[Target]:
    """What TTIR is converted for."""
    return [
        Target(capability, warps) for capability in options.targets for warps in options.num_warps
    ]


def check_pipeline(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends the program where --pipeline has no place for one of --passes."""
    if not options.pipeline or options.passes is None:
        return
    steps = {flag_name(flag) for target in targets_of(options) for flag in make_ttgir(target)}
    for chosen in options.passes:
        if chosen.name not in steps:
            parser.error(f"--passes: the compiler's pipeline has no {chosen.name}")


def check_paths(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends the program where a file, folder or command isn't there."""
    wanted = [*options.paths]
    if options.corpus is not None:
        wanted.append(options.corpus)
    if options.triton_src is not None:
        tests = options.triton_src / "test"
        names = options.files.split(",") if options.files else PARITY_FILES
        wanted += [tests / name for name in names] if tests.is_dir() else [tests]
    for path in wanted:
        if not path.exists():
            parser.error(f"{path}: no such file or folder")
    try:
        words = shlex.split(options.mini)
    except ValueError as error:
        parser.error(f"--mini: {error}")
    if not words or shutil.which(words[0]) is None:
        parser.error(f"--mini: no command '{words[0] if words else ''}'")


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


def with_conversion(passes: Sequence[Chosen], text: str, target: Target) -> tuple[str, ...]:
    """The flags of the passes; on TTIR, the conversion comes before the first one that adds it."""
    flags: list[str] = []
    converted = HAS_WARPS.search(text) is not None
    for chosen in passes:
        converted = converted or chosen.name == CONVERSION
        if chosen.converts and not converted:
            flags.append(convert_flag(target))
            converted = True
        flags.append(chosen.flag)
    return tuple(flags)


def pass_pairs(
    upstream: Tool,
    files: Sequence[Path],
    passes: Sequence[Chosen],
    targets: Sequence[Target],
    note: Note,
) -> Iterator[Pair]:
    """The passes, one after the other, on every chunk of the files; notes what upstream refuses."""
    for file in files:
        text = read(file)
        keep = [UNREGISTERED] if UNREGISTERED in text else []
        for line, chunk in split_chunks(text):
            printed = upstream.run(chunk, keep)
            origin = f"{shown_path(file)}:{line}"
            if printed.status != "ok":
                note(f"{origin}: {unread(printed)}")
                continue
            for flags in dict.fromkeys(
                with_conversion(passes, printed.output, target) for target in targets
            ):
                if len(flags) > len(passes):
                    note(f"{origin}: no warps, so --{CONVERSION} runs first")
                for pair in passes_on(upstream, printed.output, flags, origin, keep, note=note):
                    is_conversion = flag_name(f"--{pair.row}") == CONVERSION
                    yield pair._replace(row=CONVERSION) if is_conversion else pair


def corpus_pairs(
    options: argparse.Namespace, mini: MiniOpt, upstream: Tool, note: Note
) -> Iterator[Pair]:
    """Everything that --pipeline asks."""
    files = list(input_files([options.corpus]))
    if options.limit:
        files = files[:: max(1, len(files) // options.limit)][: options.limit]
    wanted = {one.name for one in options.passes} if options.passes else mini.passes()
    targets = targets_of(options)
    for file in files:
        yield from kernel_pairs(
            upstream, read(file), file.name, options.stages, targets, wanted.__contains__, note
        )


def compare(options: argparse.Namespace, mini: MiniOpt, upstream: Upstream) -> Report:
    """The comparison that the options ask for."""
    report = Report()
    files = list(input_files(options.paths or DEFAULT_PATHS))
    pairs = None
    if options.pipeline:
        pairs = corpus_pairs(options, mini, upstream, report.note)
    elif options.passes:
        pairs = pass_pairs(upstream, files, options.passes, targets_of(options), report.note)
    if pairs is not None:
        if options.again:
            pairs = second_pairs(upstream, pairs, report.note)
        compare_pairs(report, mini, pairs)
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
    for line in report.notes:
        print(line, file=sys.stderr)
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
        show(options, report, time.monotonic() - start)
    except (TritonMissing, OSError, UnicodeDecodeError) as error:
        print(f"compare_upstream: {error}", file=sys.stderr)
        return 2
    if not report.total().cases:
        print("compare_upstream: nothing could be compared", file=sys.stderr)
        return 2
    return 1 if report.failures(options.modulo) else 0


if __name__ == "__main__":
    sys.exit(main())
