"""What one run of the tool does: read, parse, run passes, print.

A chunk is one input, or one part of it under ``-split-input-file``. Results are gathered and
written at the end, to a file only if everything succeeded.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

from mlir_mini.command_line import Options, help_text
from mlir_mini.flag_values import FlagsOfChunk, FlagValues
from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.layout.errors import LayoutError
from mlir_mini.pass_table import PassTable, PipelineError
from mlir_mini.passmanager import (
    Instrumentation,
    Pass,
    PassFailure,
    Timing,
    parse_pipeline,
    run_passes,
)
from mlir_mini.source import Diagnostic, MLIRError, ParseError, Position, Source, diagnostics
from mlir_mini.split import split_input
from mlir_mini.syntax.errors import is_bytecode, notes_on_input
from mlir_mini.syntax.parser import ModuleParser
from mlir_mini.syntax.printer import PrintOptions, print_module
from mlir_mini.verify_diagnostics import check_diagnostics


def write_atomically(path: str, text: str) -> None:
    """Replace ``path`` by ``text`` in one step; nothing is left behind on failure."""
    data = text.encode("utf-8", "surrogateescape")
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe: there is nothing to replace.
        with open(path, "wb") as file:
            file.write(data)
        return
    import tempfile

    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".mini-opt-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


class IRDump(Instrumentation):
    """``--mlir-print-ir-*``: the module before and after passes, on standard error."""

    def __init__(
        self, options: Options, table: PassTable, printing: PrintOptions, stream: TextIO
    ) -> None:
        self.options = options
        self.printing = printing
        self.stream = stream
        #: Full names of the passes to dump the IR before and after; may raise PipelineError.
        self.names_before = {table.row(name).name for name in options.before}
        self.names_after = {table.row(name).name for name in options.after}
        self._before = ""

    def before(self, pass_: Pass, module: Operation) -> None:
        options = self.options
        if options.after_change:
            self._before = print_module(module)
        if options.before_all or pass_.name in self.names_before:
            self._dump(f"Before {pass_.title}: {pass_.text()}", module)

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        options = self.options
        if failed:
            if options.after_failure or options.after_all:
                self._dump(f"After {pass_.title} Failed: {pass_.text()}", module)
            return
        if options.after_failure:
            return
        every = options.after_all or (options.after_change and not options.after)
        if not every and pass_.name not in self.names_after:
            return
        if options.after_change and print_module(module) == self._before:
            return
        self._dump(f"After {pass_.title}: {pass_.text()}", module)

    def _dump(self, title: str, module: Operation) -> None:
        scope = " ('builtin.module' operation)" if self.options.module_scope else ""
        text = print_module(module, self.printing)
        self.stream.write(f"// -----// IR Dump {title}{scope} //----- //\n{text}\n\n")


class Reports(Instrumentation):
    """``--report``: what each pass says of its own work, on standard error."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        #: Did any pass run that has a report?
        self.found = False
        self._before: object = None

    def before(self, pass_: Pass, module: Operation) -> None:
        self.found = self.found or type(pass_).report is not Pass.report
        self._before = pass_.survey(module)

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        lines = [] if failed else pass_.report(self._before, module)
        if lines:
            self.stream.write(f"{pass_.name}: " + "\n".join(lines) + "\n")


class Running(Instrumentation):
    """Which pass runs, or was the last to run if it failed."""

    def __init__(self) -> None:
        self.pass_: Pass | None = None

    def before(self, pass_: Pass, module: Operation) -> None:
        self.pass_ = pass_

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        if not failed:
            self.pass_ = None


def semantics_check(seed: int) -> Instrumentation:
    """``--verify-semantics``; raises PipelineError without numpy."""
    try:
        from mlir_mini.interp.semantics import SemanticsCheck
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise PipelineError(
            "--verify-semantics needs numpy (pip install 'mini-opt[interp]')"
        ) from None
    return SemanticsCheck(seed)


class Driver:
    """One run of the tool with the options of the command line."""

    def __init__(
        self, options: Options, table: PassTable, stdin: TextIO, out: TextIO, err: TextIO
    ) -> None:
        self.options = options
        self.table = table
        self.stdin = stdin
        self.out = out
        self.err = err
        self.printing = PrintOptions(
            generic=options.generic,
            debuginfo=options.debuginfo,
            pretty_debuginfo=options.pretty_debuginfo,
            local_scope=options.local_scope,
            unique_ids=options.unique_ids,
        )
        # The first one: it looks before all others, and after them.
        self.running = Running()
        self.instrumentation: list[Instrumentation] = [self.running]
        self.flags = FlagValues(options.pass_defaults())
        self.reports: Reports | None = None
        self.timing: Timing | None = None
        #: Let unforeseen exceptions through, for tests; users get a diagnostic.
        self.raise_internal_errors = bool(os.environ.get("MINI_OPT_TRACEBACK"))

    def run(self) -> int:
        """Do everything; returns the exit status. Messages go to the error stream."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
        try:
            passes = self._passes()
            self._instrument()
        except PipelineError as error:
            self.err.write(f"mini-opt: {error}\n")
            return 1
        if self.options.help:
            self.out.write(help_text(self.table))
            return 0
        if self.options.list_passes:
            self.out.write(self.table.listing())
            return 0
        if self.options.dump_pipeline:
            listed = ",".join([p.text() for p in passes])
            self.err.write(f"Pass Manager with {len(passes)} passes:\nbuiltin.module({listed})\n\n")
        if self.options.seed is not None and not self.options.verify_semantics:
            self._remark("--seed has no effect without --verify-semantics")
        if self.options.verify_semantics and not passes:
            self._remark("nothing to verify: no passes")
        text = self._read()
        if text is None:
            return 1
        with diagnostics.handler(lambda d: diagnostics.print(d, self.err)):
            result = self._process(text, passes)
        if result is not None and result[1] and self.reports and not self.reports.found:
            self._remark("no pass of this run has a report")
        if self.timing is not None:
            self._report_times()
        if result is None or not self._write(*result):
            return 1
        return 0 if result[1] else 1

    def _remark(self, message: str) -> None:
        """On the command line, not on the input."""
        self.err.write(f"mini-opt: remark: {message}\n")

    def _passes(self) -> list[Pass]:
        options = self.options
        for path in options.plugins:
            from mlir_mini.plugins import load_plugin

            load_plugin(path, self.table)
        self.table.defaults = self.flags
        if options.pipeline_text is not None:
            return parse_pipeline(options.pipeline_text, self.table)
        return [self.table.create(name, text) for name, text in options.passes]

    def _read(self) -> str | None:
        path = self.options.input
        try:
            if path == "-":
                buffer = getattr(self.stdin, "buffer", None)
                data = buffer.read() if buffer is not None else self.stdin.read().encode()
            else:
                with open(path, "rb") as file:
                    data = file.read()
        except OSError as error:
            reason = error.strerror or str(error)
            self.err.write(f"mini-opt: cannot open input file '{path}': {reason}\n")
            return None
        return data.decode("utf-8", "surrogateescape")

    def _instrument(self) -> None:
        options = self.options
        if (
            options.before_all
            or options.after_all
            or options.after_change
            or (options.after_failure or options.before or options.after)
        ):
            self.instrumentation.append(IRDump(options, self.table, self.printing, self.err))
        if options.report:
            self.reports = Reports(self.err)
            self.instrumentation.append(self.reports)
        if options.verify_semantics:
            self.instrumentation.append(semantics_check(int(options.seed or 0)))
        if options.timing:
            self.timing = Timing()
            self.instrumentation.append(self.timing)

    def _process(self, text: str, passes: list[Pass]) -> tuple[str, bool] | None:
        """The whole output and whether every chunk succeeded."""
        options = self.options
        name = "<stdin>" if options.input == "-" else options.input
        if options.split is None:
            out, good = self._chunk(Source(name, text), passes)
            return out, good
        chunks, near_misses = split_input(text, options.split)
        whole = Source(name, text)
        diagnostics.register(whole)
        for offset in near_misses:
            position = Position(name, *whole.line_col(offset))
            diagnostics.emit(Diagnostic("warning", position, "near miss with file split marker"))
        outputs, all_good = [], True
        for line, piece in chunks:
            out, good = self._chunk(Source(f"within split at {name}:{line} offset ", piece), passes)
            outputs.append(out)
            all_good = all_good and good
        return f"{options.split}\n".join(outputs), all_good

    def _chunk(self, source: Source, passes: list[Pass]) -> tuple[str, bool]:
        """One chunk's output ('' on failure) and whether it succeeded."""
        diagnostics.register(source)
        mode = self.options.verify_diagnostics
        if mode is None:
            with diagnostics.showing_operations(self.options.show_operations):
                out = self._transform(source, passes)
            return out or "", out is not None
        # mlir-opt leaves the note with the operation out of verified diagnostics.
        with diagnostics.capture() as emitted:
            out = self._transform(source, passes)
        problems = check_diagnostics(source, emitted, mode == "only-expected")
        for problem in problems:
            diagnostics.emit(problem)
        return out or "", not problems

    def _transform(self, source: Source, passes: list[Pass]) -> str | None:
        self.running.pass_ = None
        try:
            module = self._parse(source)
            verify(module)
            flags = FlagsOfChunk(self.flags, module)
            run_passes(module, passes, self.options.verify_each, self.instrumentation)
            flags.remark_idle()
        except MLIRError as error:
            diagnostics.emit(error.diagnostic)
            return None
        except PassFailure:
            return None
        except LayoutError as error:
            # Of a layout that upstream dies of where it is first used.
            diagnostics.emit(Diagnostic("error", Position(source.name, 1, 1), str(error)))
            return None
        except RecursionError as error:
            fault = self._fault_of_plugin(error)
            position = Position(source.name, 1, 1)
            message = fault or "the input is nested too deeply"
            diagnostics.emit(Diagnostic("error", position, message))
            return None
        except Exception as error:
            if self.raise_internal_errors:
                raise
            pass_ = self.running.pass_
            during = f" in the pass '{pass_.name}'" if pass_ is not None else ""
            message = self._fault_of_plugin(error) or (
                f"internal error: {type(error).__name__}: {error}{during} (set "
                "MINI_OPT_TRACEBACK=1 to see where, and please report the input)"
            )
            diagnostics.emit(Diagnostic("error", Position(source.name, 1, 1), message))
            return None
        answers = [pass_.output for pass_ in passes if pass_.output is not None]
        return "".join(answers) if answers else print_module(module, self.printing) + "\n"

    def _fault_of_plugin(self, error: Exception) -> str | None:
        if not self.options.plugins:
            return None
        from mlir_mini.plugins import fault_of_plugin

        return fault_of_plugin(error, self.options.plugins, self.running.pass_)

    def _parse(self, source: Source) -> Operation:
        """The module; the error of an input that is no MLIR text at all says so."""
        if is_bytecode(source.text):
            # Without the line, which would be bytes.
            diagnostics.register(Source(source.name, ""))
            raise ParseError(source, 0, "this is MLIR bytecode; mini-opt reads text")
        try:
            return ModuleParser(source, self.options.allow_unregistered).parse_module()
        except ParseError as error:
            for note in notes_on_input(self.options.input, source.text):
                error.diagnostic.attach_note(note)
            raise

    def _report_times(self) -> None:
        assert self.timing is not None
        rows = self.timing.rows
        total = sum(seconds for _, seconds in rows)
        self.err.write("===" + "-" * 73 + "===\n  ... Execution time report ...\n")
        self.err.write(f"  Total Execution Time: {total:.4f} seconds\n\n")
        self.err.write("  ----Wall Time----  ----Name----\n")
        for title, seconds in rows:
            share = 100 * seconds / total if total else 0.0
            self.err.write(f"    {seconds:8.4f} ({share:5.1f}%)  {title}\n")
        self.err.write(f"    {total:8.4f} (100.0%)  Total\n")

    def _write(self, text: str, good: bool) -> bool:
        path = self.options.output
        if path is None or path == "-":
            buffer = getattr(self.out, "buffer", None)
            if buffer is not None:
                self.out.flush()
                buffer.write(text.encode("utf-8", "surrogateescape"))
                buffer.flush()
            else:
                self.out.write(text)
            return True
        if not good:
            # A failed run leaves the file as it was.
            return True
        try:
            write_atomically(path, text)
        except OSError as error:
            self.err.write(f"mini-opt: cannot open output file '{path}': {error.strerror}\n")
            return False
        return True
