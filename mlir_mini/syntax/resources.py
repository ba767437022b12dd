"""The resource block ``{-# ... #-}`` behind a module.

Blobs of ``dialect_resources`` are what ``dense_resource<name>`` attributes refer to.  External
resources belong to tools: a reproducer's pipeline is passed over, anything else with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mlir_mini.regex import Regex
from mlir_mini.source import Diagnostic, Position, diagnostics

if TYPE_CHECKING:
    from mlir_mini.syntax.tokens import Token
    from mlir_mini.syntax.values import ValueParser

_LEXEME = Regex(
    r'(?:\s|//[^\n]*)*(?:(?P<mark>\{-#|#-\}|[{}:,])|(?P<word>[\w.$-]+)|(?P<text>"(?:[^"\\]|\\.)*"))'
)
#: External resources that mlir-opt itself knows.
_KNOWN = "mlir_reproducer"


class Resources:
    """Blobs by dialect and name, as the hexadecimal strings that they were written as."""

    def __init__(self) -> None:
        self.blobs: dict[tuple[str, str], str] = {}


class _Reader:
    """Reads the nested dictionaries of the block."""

    def __init__(self, parser: ValueParser, token: Token) -> None:
        self.parser = parser
        self.text = token.value
        self.start = token.pos
        self.at = 0

    def next(self) -> re.Match[str]:
        match = _LEXEME.match(self.text, self.at)
        if match is None:
            raise self.parser.error(self.start + self.at, "expected key in resource dictionary")
        self.at = match.end()
        return match

    def expect(self, mark: str) -> None:
        before = self.at
        if self.next()["mark"] != mark:
            raise self.parser.error(self.start + before, f"expected '{mark}'")

    def dictionary(self, close: str = "}") -> Iterable[tuple[str, int]]:
        """Keys with their offsets; the caller reads the value of each before the next."""
        while True:
            match = self.next()
            if match["mark"] == close:
                return
            if match["mark"] is not None:
                raise self.parser.error(self.start + match.start("mark"), "expected identifier key")
            kind = "word" if match["word"] is not None else "text"
            self.expect(":")
            yield match[kind].strip('"'), self.start + match.start(kind)
            following = self.next()
            if following["mark"] == close:
                return
            if following["mark"] != ",":
                where = self.start + following.start()
                raise self.parser.error(where, f"expected '{close}' in dictionary")

    def value(self) -> str:
        """A string, word or nested dictionary, as text."""
        match = self.next()
        if match["mark"] == "{":
            for _ in self.dictionary():
                self.value()
            return ""
        return match["word"] or match["text"] or ""


def read_resources(parser: ValueParser, token: Token) -> Resources:
    """What the block in ``token`` holds; raises ParseError."""
    found = Resources()
    reader = _Reader(parser, token)
    reader.expect("{-#")
    for section, pos in reader.dictionary("#-}"):
        if section not in ("dialect_resources", "external_resources"):
            raise parser.error(
                pos,
                f"unknown key '{section}' in file metadata dictionary",
            )
        reader.expect("{")
        for owner, at in reader.dictionary():
            if section == "external_resources":
                reader.value()
                if owner != _KNOWN:
                    _warn(parser, at, f"ignoring unknown external resources for '{owner}'")
                continue
            reader.expect("{")
            for name, _ in reader.dictionary():
                found.blobs[owner, name] = reader.value()
    return found


def _warn(parser: ValueParser, pos: int, message: str) -> None:
    line, col = parser.source.line_col(pos)
    diagnostics.emit(Diagnostic("warning", Position(parser.source.name, line, col), message))


def resource_block(attributes: Iterable[Any]) -> str:
    """The block that lists the blobs of ``attributes``, in their order; '' without any."""
    entries = [
        f"      {name}: {blob}"
        for name, blob in {a.name: a.blob for a in attributes if a.blob is not None}.items()
    ]
    if not entries:
        return ""
    listed = ",\n".join(entries)
    return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{listed}\n    }}\n  }}\n#-}}\n"
