#!/usr/bin/env python3
"""triton-opt's command line, run by the compiled passes of an installed triton wheel.

    python tools/upstream_opt.py [flags] file.mlir     the file may be '-'
    python tools/upstream_opt.py --list-passes         every pass, with its default options
    python tools/upstream_opt.py --server              requests as JSON lines (tools/upstream)

Flags are triton-opt's: passes with `=options`, -pass-pipeline='builtin.module(...)',
-test-print-alignment, -split-input-file[=MARKER], -verify-diagnostics[=all|only-expected],
-allow-unregistered-dialect, -verify-each=0|1, -o FILE, -mlir-disable-threading, the printing flags
(-mlir-print-op-generic, -mlir-print-debuginfo, -mlir-pretty-debuginfo, -mlir-print-local-scope,
-mlir-print-unique-ssa-ids, ...) and -mlir-print-ir-before-all, -after-all, -after-change,
-after-failure, -module-scope.  A pass also answers to its name without `tritongpu-` or `triton-`.

All work happens in this process, one MLIR context a chunk, as in triton-opt.  The wheel is built
with assertions, and a failed one ends the process: with --isolate each chunk runs in a process of
its own, a crash costs only its chunk, and --timeout=SECONDS (120) bounds each.

Exit status: triton-opt's; 2 for a flag, pass or symbol that isn't there, or without triton.
Needs triton==3.9.0, that is the extra `upstream`: pip install '.[upstream]'
"""

from __future__ import annotations

import sys
from pathlib import Path

from upstream.context import Context
from upstream.driver import Outcome, run, run_file
from upstream.libtriton import Library, TritonMissing
from upstream.options import Options, Unsupported, UsageError, parse_arguments, request
from upstream.passes import PASSES
from upstream.server import serve

DEFAULT_TIMEOUT = 120  # seconds


def list_passes(library: Library) -> None:
    """Print each pass with the options it starts with."""
    for name in sorted(PASSES):
        context = Context(library, Options(pipeline=[request(name)]))
        print(f"{name:50s} {context.pipeline_text()}")


def take_flag(arguments: list[str], name: str) -> str | None:
    """Remove `--name` or `--name=value` from arguments; its value, '' without one."""
    for argument in arguments:
        head, _, value = argument.partition("=")
        if head == f"--{name}":
            arguments.remove(argument)
            return value
    return None


def read(file: str) -> str:
    """The input's text, line ends as they are."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8", "surrogateescape")


def run_command_line(library: Library, arguments: list[str]) -> Outcome:
    """Do what the arguments say and write the result where they say.

    Raises UsageError and Unsupported.
    """
    isolate = take_flag(arguments, "isolate") is not None
    timeout = int(take_flag(arguments, "timeout") or DEFAULT_TIMEOUT)
    options = parse_arguments(arguments)
    if options.file != "-" and not Path(options.file).is_file():
        raise UsageError(f"cannot open input file '{options.file}': No such file or directory")
    if options.split is None and options.file != "-" and not isolate:
        outcome = run_file(library, options)
    else:
        outcome = run(library, read(options.file), options, isolate, timeout)
    sys.stderr.write(outcome.errors)
    if options.output == "-":
        sys.stdout.write(outcome.output)
    elif outcome.status == "ok":
        Path(options.output).write_text(outcome.output, encoding="utf-8")
    return outcome


def main(arguments: list[str]) -> int:
    """Run the tool; the exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    try:
        library = Library()
    except TritonMissing as error:
        if arguments != ["--server"]:  # whose client says so
            print(f"upstream_opt: {error}", file=sys.stderr)
        return 2
    if arguments == ["--list-passes"]:
        list_passes(library)
        return 0
    if arguments == ["--server"]:
        print("ready", flush=True)
        serve(library, sys.stdin, sys.stdout, DEFAULT_TIMEOUT)
        return 0
    try:
        return run_command_line(library, list(arguments)).exit_code
    except (Unsupported, UsageError) as error:
        print(f"upstream_opt: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unsupported) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
