"""The driver as a function: :func:`opt_main` is what the ``mini-opt`` command calls."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import mlir_mini
from mlir_mini.command_line import UsageError, help_text, read_command_line
from mlir_mini.pass_table import PassInfo, PassTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def opt_main(
    argv: Sequence[str],
    passes: Iterable[PassInfo],
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run the tool; ``passes`` is an iterable of PassInfo rows. Returns the exit status."""
    out, err = stdout or sys.stdout, stderr or sys.stderr
    table = PassTable(passes)
    try:
        options = read_command_line(argv, table)
    except UsageError as error:
        err.write(f"mini-opt: {error}\n")
        return 1
    if options.help and not options.plugins:
        out.write(help_text(table))
        return 0
    if options.version:
        out.write(f"mini-opt {mlir_mini.__version__} (tracks Triton 3.9.0)\n")
        return 0
    if options.completion is not None:
        from mlir_mini.completion import SHELLS, completion

        script = completion(options.completion, table)
        if script is None:
            err.write(f"mini-opt: no completion for '{options.completion}': {', '.join(SHELLS)}\n")
            return 1
        out.write(script)
        return 0
    if options.list_passes and not options.plugins:
        out.write(table.listing())
        return 0
    from mlir_mini.driver import Driver

    return Driver(options, table, stdin or sys.stdin, out, err).run()
