"""Locations: where an operation comes from.

Same kinds as MLIR's builtin locations.  A location that was not written in the text is kept as a
``(Source, offset)`` pair on the operation and turned into a FileLineColLoc on first use, because
most runs never look at it.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlir_mini.interned import Interned
from mlir_mini.source import Position


class Location(Interned):
    __slots__ = ()

    def position(self) -> Position | None:
        """The file position that a diagnostic at this location names (MLIR's findLoc)."""
        return None


class UnknownLoc(Location):
    fields = ()
    __slots__ = fields


class FileLineColLoc(Location):
    """``loc("file":line:col)`` or a range ``loc("file":line:col to end_line:end_col)``."""

    fields = ("file", "line", "col", "end_line", "end_col")
    __slots__ = fields
    file: str
    line: int
    col: int
    end_line: int
    end_col: int

    def __new__(
        cls, file: str, line: int, col: int, end_line: int | None = None, end_col: int | None = None
    ) -> FileLineColLoc:
        return super().__new__(
            cls,
            file,
            line,
            col,
            line if end_line is None else end_line,
            col if end_col is None else end_col,
        )

    def position(self) -> Position | None:
        return Position(self.file, self.line, self.col)


class NameLoc(Location):
    """``loc("name"(child))``; the child is UnknownLoc when only the name is given."""

    fields = ("name", "child")
    __slots__ = fields
    name: str
    child: Location

    def position(self) -> Position | None:
        return self.child.position()


class CallSiteLoc(Location):
    """``loc(callsite(callee at caller))``."""

    fields = ("callee", "caller")
    __slots__ = fields
    callee: Location
    caller: Location

    def position(self) -> Position | None:
        return self.callee.position()


class FusedLoc(Location):
    """``loc(fused<metadata>[a, b])``."""

    fields = ("locations", "metadata")
    __slots__ = fields
    locations: tuple[Location, ...]
    metadata: Interned | None

    def position(self) -> Position | None:
        for location in self.locations:
            found = location.position()
            if found is not None:
                return found
        return None


UNKNOWN_LOC = UnknownLoc()


def fuse(locations: Iterable[Location]) -> Location:
    """One location for an operation that stems from several (mlir's FusedLoc::get).

    Parts of fused locations count by themselves, unknown ones and repetitions not at all.
    """
    parts: dict[Location, None] = {}
    for location in locations:
        if isinstance(location, FusedLoc) and location.metadata is None:
            parts.update(dict.fromkeys(location.locations))
        elif location is not UNKNOWN_LOC:
            parts[location] = None
    if len(parts) > 1:
        return FusedLoc(tuple(parts), None)
    return next(iter(parts), UNKNOWN_LOC)


def inlined_at(callee: Location, caller: Location) -> Location:
    """The location of what a call at ``caller`` has brought in from ``callee``.

    A call site that is inlined further gets its new caller at the outer end.
    """
    chain = []
    while isinstance(callee, CallSiteLoc):
        chain.append(callee.callee)
        callee = callee.caller
    found = CallSiteLoc(callee, caller)
    for inner in reversed(chain):
        found = CallSiteLoc(inner, found)
    return found
