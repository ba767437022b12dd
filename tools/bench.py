"""How long mini-opt takes, against upstream's wheel, against xDSL, and against itself.

    python tools/bench.py                     every group that can run here
    python tools/bench.py process lines       these groups
    python tools/bench.py --list              the cases of the groups
    python tools/bench.py --profile 'process: --tritongpu-coalesce'

Groups: start-up (against the bare interpreter), cache (a first run against later ones), process
(whole processes, each pass, against upstream's), upstream-tests (with --triton-src), library (in a
process that stays, against upstream's), stages (lexing, parsing, verifying, each pass, printing, as
parts of reading and printing), lines (time by line up to 100,000 lines), xdsl (parsing and printing
generic text), against (with --against: another checkout of mini-opt, such as an older one).

Inputs are made of the examples' functions. Both sides of a comparison take turns; what counts is
the ratio of neighbouring runs: its median, with an interval of 95 % (the whole range, where there
are fewer than six rounds). Exit status 1 where a case can't be measured, unless that is for want of
upstream's wheel or xDSL. `--check` also fails for want of these, where the median of a case misses
its bar, and where no case has a bar.

xDSL, --json and --show need the extra `bench`; upstream, the wheel in this Python or in the one
that MINI_OPT_TRITON_PYTHON names. Exit status 2 for a command line that can't be followed.
"""

from __future__ import annotations

import argparse
import cProfile
import importlib
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.cases import COMBINE, GROUPS, LENGTHS, TYPICAL, Case, Settings
from benchmarks.inputs import Inputs, count_lines
from benchmarks.paired import AbsentError, BenchmarkError, Ratio, Times, Workers, ratio, take_turns
from benchmarks.worker import mini
from checkout import ROOT
from extras import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pyperf

ROUNDS, SLOW_ROUNDS = 15, 5
SHOWN_FUNCTIONS = 40  # of a profile


class Result:
    """What a case has shown: its times, read from or written to pyperf's format."""

    def __init__(
        self, name: str, sides: tuple[str, str], times: tuple[list[Times], list[Times]]
    ) -> None:
        self.name = name
        self.sides = sides
        self.times = times
        self.work: tuple[int, int] = (1, 1)
        self.most: float | None = None
        self.bar = ""

    @classmethod
    def of(cls, case: Case, times: tuple[list[Times], list[Times]]) -> Result:
        """The result of measuring a case."""
        result = cls(f"{case.group}: {case.name}", case.sides, times)
        result.work = case.work
        if case.bar is not None:
            result.most, result.bar = case.bar
        return result

    def seconds(self, side: int, clock: str) -> list[float]:
        """Times of one side by unit of work."""
        return [getattr(each, clock) / self.work[side] for each in self.times[side]]

    def ratio(self, clock: str) -> Ratio:
        """The first side's time over the second's."""
        return ratio(self.seconds(0, clock), self.seconds(1, clock))

    def misses(self, clock: str) -> bool:
        """The median is beyond the bar."""
        return self.most is not None and self.ratio(clock).middle > self.most

    def row(self, clock: str) -> list[str]:
        """The cells of a table."""
        found = self.ratio(clock)
        return [
            self.name,
            *(
                f"{side} {_duration(median(self.seconds(n, clock)))}"
                for n, side in enumerate(self.sides)
            ),
            f"{found.middle:.3f}",
            f"{found.low:.3f} .. {found.high:.3f}",
            f"{self.bar}{': MISSED' if self.misses(clock) else ''}",
        ]

    def benchmarks(self) -> Iterator[pyperf.Benchmark]:
        """Two benchmarks for each clock, one a side, their values in the order of the rounds."""
        import pyperf

        for clock in Times._fields:
            for n, side in enumerate(self.sides):
                metadata = {
                    "name": f"{self.name} [{side}, {clock}]",
                    "unit": "second",
                    "case": self.name,
                    "side": f"{n} {side}",
                    "clock": clock,
                    "work": self.work[n],
                }
                if self.most is not None:
                    metadata |= {"most": self.most, "bar": self.bar}
                values = [getattr(each, clock) for each in self.times[n]]
                yield pyperf.Benchmark(
                    [pyperf.Run(values, metadata=metadata, collect_metadata=n == 0)]
                )


def _duration(seconds: float) -> str:
    unit, scale = ("s", 1.0) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("us", 1e6)
    return f"{seconds * scale:.3g} {unit}"


def store(results: Sequence[Result], path: Path) -> None:
    """Write results for `--show`, `python -m pyperf stats`, `... compare_to`."""
    import pyperf

    suite = pyperf.BenchmarkSuite([each for result in results for each in result.benchmarks()])
    suite.dump(str(path), replace=True)


def load(path: Path) -> list[Result]:
    """The results in a file of :func:`store`."""
    import pyperf

    found: dict[str, dict[tuple[str, int], pyperf.Benchmark]] = {}
    for benchmark in pyperf.BenchmarkSuite.load(str(path)):
        metadata = benchmark.get_metadata()
        side = int(metadata["side"].split()[0])
        found.setdefault(metadata["case"], {})[metadata["clock"], side] = benchmark
    results = []
    for name, parts in found.items():
        times = []
        for side in (0, 1):
            values = [parts[clock, side].get_values() for clock in Times._fields]
            times.append([Times(*each) for each in zip(*values, strict=True)])
        about = [parts["wall", side].get_metadata() for side in (0, 1)]
        labels = [each["side"].split(" ", 1)[1] for each in about]
        result = Result(name, (labels[0], labels[1]), (times[0], times[1]))
        result.work = (int(about[0]["work"]), int(about[1]["work"]))
        result.most, result.bar = about[0].get("most"), str(about[0].get("bar", ""))
        results.append(result)
    return results


def show(results: Sequence[Result], clock: str, markdown: bool) -> None:
    """Print the table."""
    head = ["case", "time", "other's time", "ratio", "95 % interval", "bar"]
    rows = [head, *(result.row(clock) for result in results)]
    if markdown:
        rows.insert(1, ["---", "---:", "---:", "---:", "---:", "---"])
        print("\n".join("| " + " | ".join(row) + " |" for row in rows))
        return
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    for row in rows:
        cells = [
            f"{cell:{'<' if n in (0, 5) else '>'}{w}}"
            for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


_PROFILED = """
import cProfile, sys, time
profiler = cProfile.Profile(time.process_time)
status = 0
try:
    profiler.run({script!r})
except SystemExit as end:
    status = end.code
profiler.dump_stats({file!r})
sys.exit(status)
"""


def profile(case: Case, order: str, out: Path | None) -> None:
    """Run mini-opt's side of a case under cProfile; print the table, or write it for pstats.

    Raises BenchmarkError where the command fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = out or Path(folder) / "profile"
        if isinstance(case.profile, dict):
            mini(dict(case.profile))()
            task = mini(dict(case.profile))
            profiler = cProfile.Profile(time.process_time)
            profiler.runcall(task)
            profiler.dump_stats(file)
        elif case.profile is not None:
            python, dash_c, script, *arguments = case.profile
            assert dash_c == "-c"
            program = _PROFILED.format(script=script, file=str(file))
            done = subprocess.run(
                [python, dash_c, program, *arguments],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                check=False,
            )
            if done.returncode != 0:
                raise BenchmarkError(f"mini-opt ends with status {done.returncode}")
        if out is None:
            pstats.Stats(str(file)).strip_dirs().sort_stats(order).print_stats(SHOWN_FUNCTIONS)


def positive(text: str) -> int:
    """A positive number, for an option."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def ascending(text: str) -> tuple[int, ...]:
    """Ascending numbers, for an option."""
    found = tuple(map(positive, text.split(",")))
    if list(found) != sorted(set(found)):
        raise ValueError
    return found


def cannot_run(options: argparse.Namespace) -> dict[str, str]:
    """The groups that the options leave without a case, and why."""
    found = {}
    if options.triton_src is None:
        found["upstream-tests"] = "needs --triton-src"
    if options.against is None:
        found["against"] = "needs --against"
    if len(options.lengths) < 2:
        found["lines"] = "needs two --lengths"
    return found


def make_parser() -> argparse.ArgumentParser:
    """What the command line may say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}")
    parser.add_argument("--only", metavar="TEXT", help="cases whose name has this in it")
    parser.add_argument("--rounds", type=positive, help=f"{ROUNDS}, of slow cases {SLOW_ROUNDS}")
    parser.add_argument("--clock", choices=Times._fields, default="wall")
    parser.add_argument("--input", type=Path, metavar="FILE", help="instead of the 300-line one")
    parser.add_argument(
        "--lengths",
        type=ascending,
        default=LENGTHS,
        help="lines of long inputs, comma list, shortest first",
    )
    parser.add_argument("--triton-src", type=Path, metavar="DIR", help="a checkout of triton")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout of mini-opt")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all times, for pyperf too")
    parser.add_argument("--show", type=Path, metavar="FILE", help="the table of such a file")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    parser.add_argument("--check", action="store_true", help="status 1 where a bar is missed")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--profile", metavar="TEXT", help="profile the first case of such a name")
    parser.add_argument("--sort", default="tottime", help="order of the profile (tottime)")
    parser.add_argument("--profile-out", type=Path, metavar="FILE", help="write it for pstats")
    return parser


def parse_command_line(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    for group in options.groups:
        if group not in GROUPS:
            parser.error(f"no group {group!r}: {', '.join(GROUPS)}")
        if group in (unable := cannot_run(options)):
            parser.error(f"{group} {unable[group]}")
    return options


def check_paths(options: argparse.Namespace) -> None:
    """Ends the program where a path names nothing that could be measured."""
    for flag, path, part in (
        ("--input", options.input, Path()),
        ("--triton-src", options.triton_src, COMBINE),
        # Without it, another mini-opt that is installed would run.
        ("--against", options.against, Path("passes", "cli.py")),
    ):
        if path is not None and not (path / part).is_file():
            make_parser().error(f"{flag}: no file {path / part}")


def cases(options: argparse.Namespace, settings: Settings) -> Iterator[Case]:
    """The cases that the options ask for."""
    wanted = options.only or options.profile or ""
    for group, make in GROUPS.items():
        if options.groups and group not in options.groups:
            continue
        for case in make(settings):
            if options.profile is not None and case.profile is None:
                continue
            if wanted in f"{case.group}: {case.name}":
                yield case


def measure(case: Case, rounds: int | None) -> Result:
    """A case's result; raises BenchmarkError."""
    times = take_turns(case.first, case.second, rounds or (SLOW_ROUNDS if case.slow else ROUNDS))
    return Result.of(case, times)


def check(results: Sequence[Result], clock: str) -> bool:
    """The results meet their bars, and there are bars; says so if there are none."""
    if all(result.most is None for result in results):
        say("NOTHING CHECKED: no result has a bar")
        return False
    return not any(result.misses(clock) for result in results)


def say(text: str) -> None:
    """Tell the user, beside the table."""
    print(text, file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    options = parse_command_line(arguments)
    if options.json is not None or options.show is not None:
        try:
            importlib.import_module("pyperf")
        except ImportError as error:
            say(f"bench: {missing(error)}")
            return 2
    if options.show is not None:
        try:
            stored = load(options.show)
        except (OSError, ValueError, KeyError, StopIteration) as error:
            make_parser().error(f"--show: no results in {options.show}: {error}")
        show(stored, options.clock, options.markdown)
        return 1 if options.check and not check(stored, options.clock) else 0
    check_paths(options)
    results: list[Result] = []
    failed = False
    found = 0
    if not (options.groups or options.only or options.list or options.profile):
        for group, reason in cannot_run(options).items():
            say(f"NOT RUN: {group}: {reason}")
    with tempfile.TemporaryDirectory() as folder, Workers() as workers:
        inputs = Inputs(Path(folder))
        settings = Settings(
            inputs,
            workers,
            (options.input or inputs.kernels(TYPICAL)).resolve(),
            options.lengths,
            options.triton_src.resolve() if options.triton_src else None,
            options.against.resolve() if options.against else None,
        )
        for case in cases(options, settings):
            found += 1
            name = f"{case.group}: {case.name}"
            try:
                if options.list:
                    print(name)
                elif options.profile is not None:
                    print(f"{name} ({count_lines(settings.typical)} lines)")
                    profile(case, options.sort, options.profile_out)
                    return 0
                else:
                    result = measure(case, options.rounds)
                    results.append(result)
                    say("  ".join(result.row(options.clock)))
            except BenchmarkError as error:
                say(f"NOT MEASURED: {name}: {error}")
                failed |= options.check or not isinstance(error, AbsentError)
                if options.profile is not None:
                    return 1
    if not found:
        unable = "".join(f"; {group} {why}" for group, why in cannot_run(options).items())
        make_parser().error(f"no case of that name{unable if not options.groups else ''}")
    if options.list:
        return 0
    if results:
        show(results, options.clock, options.markdown)
    if options.json is not None:
        if results:
            store(results, options.json)
        else:
            say(f"NOT WRITTEN: {options.json}: there is no result")
            failed = True
    if options.check and not check(results, options.clock):
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
