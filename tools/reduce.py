"""Makes an input small on which a command fails, for a test or a report.

    python tools/reduce.py [options] COMMAND... FILE

    python tools/reduce.py mini-opt --coalesce big.mlir -o small.mlir
    python tools/reduce.py --match 'internal error' -- mini-opt --coalesce {} big.mlir

The command fails if it ends with the status that it has now, other than 0, and its first `error:`
says the same, but for names, numbers and the insides of types; with --match, if what it writes to
either stream matches the expression; with --status, if that is its status. Standard error says what
stays. Its words get the file's name in the place of `{}`, or behind them. What mini-opt can read is
reduced as a module: functions, operations, regions, operands, attributes, sizes of tensors, and
stays valid; anything else line by line. The result goes to standard output or to the file after -o.

Exit status: 1 if the command does not fail to begin with, or fails in the same way on an empty file
or an empty module, of which nothing would be left; 2 if a file or the command is not there.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

from checkout import ROOT
from mlir_mini.split import split_input
from reduction.lines import minimize_lines
from reduction.module import ModuleReducer, Unreadable
from reduction.trial import Trial


def reduce(trial: Trial, text: str, by_lines: bool, verbose: bool) -> str:
    """The smallest text found; `text` is one on which the trial's command fails."""
    started = time.perf_counter()

    def report(message: str) -> None:
        if verbose:
            seconds = time.perf_counter() - started
            print(f"{seconds:6.1f} s, {trial.runs} runs: {message}", file=sys.stderr)

    parts = [part for _, part in split_input(text)[0]]
    if len(parts) > 1:
        text = next((part for part in parts if trial.interesting(part)), text)
    if not by_lines:
        reducer = ModuleReducer(text, trial.interesting, report)
        try:
            if reducer.start():
                return reducer.run()
            report("the module does not fail once it has been read and printed")
        except Unreadable as error:
            report(f"not a module that can be read: {error}")
    return minimize_lines(text, trial.interesting)


def expression(text: str) -> str:
    """A regular expression, for an option."""
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"no regular expression: '{text}': {error}") from None
    return text


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--match", metavar="REGEX", type=expression, help="the output that is the failure"
    )
    parser.add_argument("--status", type=int, help="the exit status that is the failure")
    parser.add_argument("--timeout", type=float, default=30, help="seconds a run may take (30)")
    parser.add_argument("--lines", action="store_true", help="line by line, whatever the text is")
    parser.add_argument("-o", dest="output", type=Path, metavar="OUT", help="where the result goes")
    parser.add_argument("-v", dest="verbose", action="store_true", help="say how it goes")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND... FILE")
    args = parser.parse_args(argv)
    words = args.command[1:] if args.command[:1] == ["--"] else args.command
    if len(words) >= 2 and words[-2] == "-o":
        # Behind the file, where one writes it by habit.
        args.output = Path(words[-1])
        words = words[:-2]
    if len(words) < 2:
        parser.error("a command and a file are needed")
    sys.setrecursionlimit(20_000)
    *command, name = words
    file = Path(name)
    try:
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        parser.error(f"{file}: {error.strerror}")
    if args.output is not None and not args.output.parent.is_dir():
        parser.error(f"{args.output}: no folder {args.output.parent}")
    trial = Trial(command, args.match, args.status, args.timeout, file.suffix or ".mlir")
    try:
        problem = trial.start(text)
    except OSError as error:
        parser.error(f"no command '{command[0]}': {error.strerror}")
    if problem is not None:
        print(f"reduce: {problem}", file=sys.stderr)
        return 1
    print(f"reduce: what stays: {trial.kept()}", file=sys.stderr)
    result = reduce(trial, text, args.lines, args.verbose)
    if args.output is not None:
        args.output.write_text(result, encoding="utf-8", errors="surrogateescape")
    else:
        sys.stdout.write(result)
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
