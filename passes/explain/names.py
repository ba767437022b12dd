"""How the report calls things: Python names and lines where locations carry them, else the IR's."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mlir_mini.analysis.control_flow import FUNCTIONS
from mlir_mini.analysis.incoming import is_function_argument
from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.locations import CallSiteLoc, FusedLoc, Location, NameLoc
from mlir_mini.source import diagnostics

_RESULT = re.compile(r"\s*(%[\w.$-]+)(?::\d+)?(?:\s*,\s*%[\w.$-]+(?::\d+)?)*\s*=")
#: What parts of a split input are called.
_PART = re.compile(r"within split at (?P<file>.*):(?P<start>\d+) offset ")
_ARGUMENT = re.compile(r"(%[\w.$-]+)\s*[:=]")


def count(number: int, one: str, many: str | None = None) -> str:
    """``1 access``, ``2 accesses``; by default ``many`` is ``one`` with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def place(op: Operation) -> str:
    """``kernel.py:12`` or ``kernel.ttir:12``, without folders."""
    found = _file_and_line(op)
    if found is None:
        return "?"
    file, number = found
    return f"{file.replace(chr(92), '/').rsplit('/', 1)[-1]}:{number}"


def line_number(op: Operation) -> int | None:
    """For where the file is clear."""
    found = _file_and_line(op)
    return None if found is None else found[1]


def line(op: Operation) -> str:
    """``line 12``."""
    return line_list([op])


def line_list(ops: Iterable[Operation]) -> str:
    """``line 12`` or ``lines 3, 12``, each once."""
    each = list(dict.fromkeys(str(line_number(op) or "unknown") for op in ops))
    return f"{'line' if len(each) == 1 else 'lines'} {', '.join(each)}"


def _file_and_line(op: Operation) -> tuple[str, int] | None:
    position = op.loc.position()
    if position is None:
        return None
    part = _PART.fullmatch(position.file)
    if part is None:
        return position.file, position.line
    return part["file"], int(part["start"]) + position.line - 1


def name(value: Value) -> str:
    """The name of a value: Python's, else the one in the text, else what it is."""
    own = _own_name(value)
    if own is not None:
        return own
    if isinstance(value, BlockArgument):
        return f"{_kind(value)} {value.index}"
    op = value.defining_op
    assert op is not None
    return f"the result of {op.name}"


def described(value: Value) -> str:
    """A value with where it comes from: ``argument %n``, ``%x (tt.load, line 3)``."""
    op = value.defining_op
    if op is not None:
        return f"{name(value)} ({op.name}, {line(op)})"
    assert isinstance(value, BlockArgument)
    own = _own_name(value)
    return name(value) if own is None else f"{_kind(value)} {own}"


def _kind(value: BlockArgument) -> str:
    if is_function_argument(value):
        return "argument"
    owner = value.block.parent_op
    return "block argument" if owner is None or owner.name in FUNCTIONS else "loop variable"


def _own_name(value: Value) -> str | None:
    return _python_name(_location(value)) or _written_name(value)


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
