"""One side of a comparison inside a process that stays: a job a line in, seconds a line out.

    python tools/benchmarks/worker.py mini|upstream|xdsl

A job is a JSON object: {"task": "read-print", "file": path, "flags": [flags]}.  The reply has the
wall and the CPU time of doing the task once: {"wall": seconds, "cpu": seconds}.  `upstream` needs
a Python with triton, `xdsl` one with xdsl; without it, the reply is {"absent": what is missing}.
"""

from __future__ import annotations

import gc
import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

Job = dict[str, Any]
Task = Callable[[], object]


class AbsentError(Exception):
    """The side's optional dependency is not installed in this Python."""


def mini(job: Job) -> Task:
    """mini-opt's tasks; the steps before the one that is asked for are done beforehand."""
    import checkout  # noqa: F401
    from mlir_mini.ir.verifier import verify
    from mlir_mini.pass_table import PassTable
    from mlir_mini.passmanager import run_passes
    from mlir_mini.source import Source
    from mlir_mini.syntax.parser import ModuleParser
    from mlir_mini.syntax.printer import PrintOptions, print_module
    from passes import PASSES

    sys.setrecursionlimit(20_000)
    text = Path(job["file"]).read_text(encoding="utf-8")
    task: str = job["task"]
    flags: list[str] = job.get("flags", [])
    printing = PrintOptions(generic=task.endswith("generic"))

    def read(verified: bool = True) -> Any:
        module = ModuleParser(Source(job["file"], text), True).parse_module()
        if verified:
            verify(module)
        return module

    def transform(module: Any) -> Any:
        table = PassTable(PASSES)
        passes = [table.create(flag.lstrip("-")) for flag in flags]
        run_passes(module, passes)
        return module

    if task == "lex":
        return _lexing(text)
    if task == "parse":
        return lambda: read(verified=False)
    if task == "verify":
        module = read()
        return lambda: verify(module)
    if task == "pass":
        module = read()
        return lambda: transform(module)
    if task == "print":
        module = read()
        return lambda: print_module(module, printing)
    if task == "parse-print-generic":
        return lambda: print_module(read(verified=False), printing)
    if task == "read-print":
        return lambda: print_module(transform(read()), printing)
    raise ValueError(f"no task {task!r}")


def _lexing(text: str) -> Task:
    """Cutting the tokens of operations, in the states in which the parser asks for them."""
    from mlir_mini.syntax import forms
    from mlir_mini.syntax.callbacks import Callbacks
    from mlir_mini.syntax.lalr import Parser
    from mlir_mini.syntax.lexer import Cutter

    tables = forms.load()
    cut = Cutter(tables.names, tables.literals).cut
    asked: list[tuple[Any, ...]] = []

    class Recorder(Cutter):
        def cut(self, *question: Any) -> tuple[str, int]:
            asked.append(question)
            return cut(*question)

    parser = Parser(tables, Callbacks())
    parser.cutter = Recorder(tables.names, tables.literals)
    parser.parse("file", text, 0, len(text))

    def task() -> None:
        for question in asked:
            cut(*question)

    return task


def upstream(job: Job) -> Task:
    """What the compiled passes do in a context of their own, from the file to the text."""
    from upstream.context import Context
    from upstream.libtriton import Library, TritonMissing
    from upstream.options import parse_arguments

    if job["task"] != "read-print":
        raise ValueError(f"no task {job['task']!r}")
    options = parse_arguments([*job.get("flags", []), job["file"]])
    try:
        library = Library()
    except TritonMissing as error:
        raise AbsentError(str(error)) from error

    def task() -> None:
        success, _text = Context(library, options).process(job["file"])
        if not success:
            raise RuntimeError("upstream failed")

    return task


def xdsl(job: Job) -> Task:
    """xDSL's parser and printer, with every dialect that xDSL has."""
    try:
        from xdsl.context import Context
    except ModuleNotFoundError as error:
        if error.name != "xdsl":
            raise
        raise AbsentError("no xDSL in this Python: pip install '.[bench]'") from error
    from xdsl.dialects import get_all_dialects
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    if job["task"] != "parse-print-generic":
        raise ValueError(f"no task {job['task']!r}")
    text = Path(job["file"]).read_text(encoding="utf-8")
    context = Context(allow_unregistered=True)
    for name, dialect in get_all_dialects().items():
        context.register_dialect(name, dialect)

    def task() -> None:
        module = Parser(context, text).parse_module()
        Printer(stream=io.StringIO(), print_generic_format=True).print_op(module)

    return task


SIDES: dict[str, Callable[[Job], Task]] = {"mini": mini, "upstream": upstream, "xdsl": xdsl}


def main() -> int:
    """Answer jobs until they end."""
    side = SIDES[sys.argv[1]]
    # As mini-opt's command has it, for every side: the collector's share depends on what else lives
    # in the process.
    gc.set_threshold(100_000, 20, 100)
    for line in sys.stdin:
        try:
            task = side(json.loads(line))
        except AbsentError as error:
            print(json.dumps({"absent": str(error)}), flush=True)
            continue
        gc.collect()
        cpu, wall = time.process_time(), time.perf_counter()
        task()
        reply = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        del task
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
