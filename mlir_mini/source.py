"""Source text, positions in it, and diagnostics in MLIR's shape.

A diagnostic is printed as ``file:line:col: severity: message``, followed by the source line and a
caret where the text of the file is at hand.  Everything that can go wrong for a user ends in a
:class:`Diagnostic`; :class:`MLIRError` carries one through Python code.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


class Source:
    """A named piece of text."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        starts = self._starts
        if starts is None:
            starts = [0]
            find, pos = self.text.find, 0
            while True:
                pos = find("\n", pos) + 1
                if pos == 0:
                    break
                starts.append(pos)
            self._starts = starts
        return starts

    def line_col(self, offset: int) -> tuple[int, int]:
        """1-based line and column of ``offset``."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str | None:
        """Text of the 1-based line ``number`` without its newline, or None when out of range."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return None
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]


class Position:
    """Where a diagnostic points: a file name, a line and a column (1-based)."""

    __slots__ = ("col", "file", "line")

    def __init__(self, file: str, line: int, col: int) -> None:
        self.file = file
        self.line = line
        self.col = col

    def same_place(self, other: Position | None) -> bool:
        return other is not None and (self.file, self.line, self.col) == (
            other.file,
            other.line,
            other.col,
        )


class Diagnostic:
    """One message with its severity, its position (None: unknown) and attached notes."""

    __slots__ = ("message", "notes", "position", "severity")

    def __init__(self, severity: str, position: Position | None, message: str) -> None:
        self.severity = severity
        self.position = position
        self.message = message
        self.notes: list[Diagnostic] = []

    def attach_note(self, message: str, position: Position | None = None) -> Diagnostic:
        self.notes.append(Diagnostic("note", position or self.position, message))
        return self

    def __str__(self) -> str:
        return f"{self.severity}: {self.message}"


class MLIRError(Exception):
    """An error that a user can act on; ``diagnostic`` says where and what."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class ParseError(MLIRError):
    """Text that is not valid MLIR, at ``offset`` of ``source``."""

    def __init__(self, source: Source, offset: int, message: str) -> None:
        line, col = source.line_col(min(offset, len(source.text)))
        super().__init__(Diagnostic("error", Position(source.name, line, col), message))


Handler = Callable[[Diagnostic], None]


class DiagnosticEngine:
    """Hands diagnostics to the innermost handler; the outermost one prints to stderr."""

    def __init__(self) -> None:
        self._handlers: list[Handler] = []
        #: Diagnostics at an operation carry a note that shows it (--mlir-print-op-on-diagnostic).
        self.show_operations = False
        self.sources: dict[str, Source] = {}

    def emit(self, diagnostic: Diagnostic) -> None:
        if self._handlers:
            self._handlers[-1](diagnostic)
        else:
            self.print(diagnostic, sys.stderr)

    @contextmanager
    def handler(self, handler: Handler) -> Iterator[None]:
        self._handlers.append(handler)
        try:
            yield
        finally:
            self._handlers.pop()

    @contextmanager
    def showing_operations(self, wanted: bool) -> Iterator[None]:
        """Set :attr:`show_operations` for a while."""
        saved, self.show_operations = self.show_operations, wanted
        try:
            yield
        finally:
            self.show_operations = saved

    @contextmanager
    def capture(self) -> Iterator[list[Diagnostic]]:
        """Collect diagnostics in a list instead of printing them."""
        collected: list[Diagnostic] = []
        with self.handler(collected.append):
            yield collected

    def register(self, source: Source) -> None:
        """Make the text of ``source`` available to the caret lines of diagnostics."""
        self.sources[source.name] = source

    def render(self, diagnostic: Diagnostic, shown: Position | None = None) -> str:
        """The text of a diagnostic; a note does not repeat the source line ``shown`` before it."""
        position = diagnostic.position
        if position is None:
            text = f"<unknown>:0: {diagnostic}\n"
        else:
            text = f"{position.file}:{position.line}:{position.col}: {diagnostic}\n"
            repeated = diagnostic.severity == "note" and position.same_place(shown)
            line = None if repeated else self._line(position)
            if line is not None:
                # Tabs before the caret are kept so that it stays under its character.
                pad = "".join(
                    "\t" if c == "\t" else " "
                    for c in line[: position.col - 1].ljust(position.col - 1)
                )
                text += f"{line}\n{pad}^\n"
        for note in diagnostic.notes:
            text += self.render(note, position)
            position = note.position
        return text

    def _line(self, position: Position) -> str | None:
        source = self.sources.get(position.file)
        if source is None:
            try:
                with open(position.file, encoding="utf-8", errors="replace") as file:
                    source = Source(position.file, file.read())
            except OSError:
                source = Source(position.file, "")
            self.sources[position.file] = source
        return source.line(position.line) if source.text else None

    def print(self, diagnostic: Diagnostic, stream: TextIO) -> None:
        stream.write(self.render(diagnostic))


#: The process's diagnostics; the driver installs its handler here.
diagnostics = DiagnosticEngine()
