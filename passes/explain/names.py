"""How the report calls things: Python names and lines where locations carry them, else the IR's."""

from __future__ import annotations

import re

from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.locations import CallSiteLoc, FusedLoc, Location, NameLoc
from mlir_mini.source import diagnostics

_RESULT = re.compile(r"\s*(%[\w.$-]+)(?::\d+)?(?:\s*,\s*%[\w.$-]+(?::\d+)?)*\s*=")
_ARGUMENT = re.compile(r"(%[\w.$-]+)\s*[:=]")


def place(op: Operation) -> str:
    """``kernel.py:12`` or ``kernel.ttir:12``, without folders."""
    position = op.loc.position()
    if position is None:
        return "?"
    return f"{position.file.replace(chr(92), '/').rsplit('/', 1)[-1]}:{position.line}"


def line(op: Operation) -> str:
    """``line 12``, for where the file is clear."""
    position = op.loc.position()
    return "an unknown line" if position is None else f"line {position.line}"


def name(value: Value) -> str:
    """The name of a value: Python's, else the one in the text, else what it is."""
    python = _python_name(_location(value))
    if python is not None:
        return python
    written = _written_name(value)
    if written is not None:
        return written
    if isinstance(value, BlockArgument):
        return f"argument {value.index}"
    op = value.defining_op
    assert op is not None
    return f"the result of {op.name}"


def described(value: Value) -> str:
    """A value with where it comes from: ``argument %n``, ``%x (tt.load, line 3)``."""
    op = value.defining_op
    if op is not None:
        return f"{name(value)} ({op.name}, {line(op)})"
    owner = value.parent_block.parent_op if value.parent_block is not None else None
    kind = "argument" if owner is None or owner.name == "tt.func" else "loop variable"
    return name(value) if name(value).startswith("argument ") else f"{kind} {name(value)}"


def _location(value: Value) -> Location:
    if isinstance(value, BlockArgument):
        return value.loc
    op = value.defining_op
    assert op is not None
    return op.loc


def _python_name(location: Location) -> str | None:
    while True:
        if isinstance(location, NameLoc):
            return location.name
        if isinstance(location, CallSiteLoc):
            location = location.callee
        elif isinstance(location, FusedLoc) and location.locations:
            location = location.locations[0]
        else:
            return None


def _written_name(value: Value) -> str | None:
    """The name in the text, if the location points into it."""
    position = _location(value).position()
    source = diagnostics.sources.get(position.file) if position is not None else None
    text = source.line(position.line) if source is not None and position is not None else None
    if text is None or position is None:
        return None
    if isinstance(value, BlockArgument):
        found = _ARGUMENT.match(text, position.col - 1)
        return found[1] if found is not None else None
    found = _RESULT.match(text)
    op = value.defining_op
    if found is None or op is None or len(op.results) != 1 or text.find(op.name) < 0:
        return None
    return found[1]
