"""What a dialect's type or attribute holds between its angle brackets.

:class:`Params` is what a dialect's parsing functions get; :class:`Cursor` reads a form of one's own
piece by piece, with the complaints of MLIR's AsmParser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.types import Type
from mlir_mini.regex import Regex
from mlir_mini.source import ParseError
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.tokens import Token

if TYPE_CHECKING:
    from mlir_mini.syntax.values import ValueParser

_INTEGER = Regex(r"(?:-?(?:0x[0-9A-Fa-f]+|\d+)|true|false)(?![\w.])")
_DIMENSIONS = Regex(r"\d+(?:x\d+)*")


class Params:
    """What stands between the angle brackets of a dialect's type or attribute.

    ``text`` includes the brackets.  :meth:`parse` reads the usual comma-separated form; a dialect
    with a form of its own reads ``text`` itself.  Parsed parameters are attributes, types,
    keywords (str), shapes (tuple of ints), ``(dims, type)`` pairs as :class:`Dims`, and
    :class:`Named` for ``name = value``.
    """

    __slots__ = ("parser", "pos", "start", "text")

    def __init__(self, parser: ValueParser, start: int, text: str, pos: int) -> None:
        self.parser = parser
        #: Offset of the whole attribute or type, where errors about it point.
        self.start = start
        self.text = text
        self.pos = pos

    def parse(self) -> list[Any]:
        """Positional and named parameters in order."""
        return self.parser.parse_piece("params", self.pos, self.pos + len(self.text))

    def split(self) -> tuple[list[Any], dict[str, Any]]:
        """Positional parameters, and named ones as a dictionary."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for param in self.parse():
            if isinstance(param, Named):
                named[param.name] = param.value
            else:
                positional.append(param)
        return positional, named

    def attribute(self, text: str) -> Any:
        """Parse an attribute from a piece of ``text`` (it must occur in it verbatim)."""
        pos = self.pos + self.text.index(text)
        return self.parser.attribute(Token("ATTR", text, pos))

    def type(self, text: str) -> Type:
        pos = self.pos + self.text.index(text)
        return self.parser.type(Token("TYPE", text, pos))

    def error(self, message: str, offset: int | None = None) -> ParseError:
        """An error at the attribute, or ``offset`` characters into ``text``."""
        return self.parser.error(self.start if offset is None else self.pos + offset, message)

    def name_error(self, message: str) -> ParseError:
        """An error at the mnemonic, where MLIR's ``getNameLoc`` points."""
        name = self.parser.source.text.index(".", self.start) + 1
        return self.parser.error(name, message)

    def cursor(self) -> Cursor:
        """A reader of ``text`` from its start."""
        return Cursor(self)


class Named:
    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Any) -> None:
        self.name = name
        self.value = value


class Dims:
    """``128x64xf16`` as a parameter: ``shape`` and ``type``."""

    __slots__ = ("shape", "type")

    def __init__(self, shape: tuple[int, ...], type: Type) -> None:
        self.shape = shape
        self.type = type


class Cursor:
    """Reads a parameter text from left to right; what it cannot read is an error in MLIR's words.

    Blanks and comments between pieces are skipped.
    """

    __slots__ = ("end", "parser", "pos")

    def __init__(self, params: Params) -> None:
        self.parser = params.parser
        self.pos = params.pos
        self.end = params.pos + len(params.text)

    @property
    def text(self) -> str:
        return self.parser.source.text

    def location(self) -> int:
        """Offset of what comes next."""
        return tk.skip_gap(self.text, self.pos, len(self.text))

    def error(self, message: str, pos: int | None = None) -> ParseError:
        """An error at ``pos``, by default at what comes next."""
        return self.parser.error(self.location() if pos is None else pos, message)

    def optional(self, literal: str) -> bool:
        """Step over ``literal`` if it comes next; whether it did."""
        at = self.location()
        if self.text.startswith(literal, at, self.end):
            self.pos = at + len(literal)
            return True
        return False

    def expect(self, literal: str) -> None:
        """Step over ``literal``; MLIR reports a missing one behind what stands before it."""
        if not self.optional(literal):
            raise self.error(f"expected '{literal}'", self.pos)

    def optional_keyword(self) -> str | None:
        match = tk.BARE.match(self.text, self.location(), self.end)
        if match is None:
            return None
        self.pos = match.end()
        return match.group()

    def optional_word(self, word: str) -> bool:
        """Step over ``word`` if it is the keyword that comes next; whether it did."""
        before = self.pos
        if self.optional_keyword() == word:
            return True
        self.pos = before
        return False

    def keyword(self) -> str:
        found = self.optional_keyword()
        if found is None:
            raise self.error("expected valid keyword")
        return found

    def expect_keyword(self, word: str) -> None:
        at = self.location()
        if self.optional_keyword() != word:
            raise self.error(f"expected '{word}'", at)

    def optional_string(self) -> str | None:
        match = tk.STRING.match(self.text, self.location(), self.end)
        if match is None:
            return None
        self.pos = match.end()
        return tk.unescape(match.group())

    def string(self) -> str:
        found = self.optional_string()
        if found is None:
            raise self.error("expected string")
        return found

    def keyword_or_string(self) -> str:
        found = self.optional_keyword()
        if found is None:
            found = self.optional_string()
        if found is None:
            raise self.error("expected valid keyword or string")
        return found

    def integer(self) -> int:
        """A number; ``true`` and ``false`` count as 1 and 0."""
        match = _INTEGER.match(self.text, self.location(), self.end)
        if match is None:
            raise self.error("expected integer value")
        self.pos = match.end()
        found = match.group()
        if len(found) > 24:
            raise self.error("integer value too large", match.start())
        if found.isalpha():
            return int(found == "true")
        return int(found, 16) if "0x" in found else int(found)

    def optional_dimensions(self) -> tuple[int, ...]:
        """``2x16x16``, no ``x`` behind; () where no number comes next."""
        match = _DIMENSIONS.match(self.text, self.location(), self.end)
        if match is None:
            return ()
        self.pos = match.end()
        return self.parser.sizes(match.group(), match.start())

    def shaped(self) -> tuple[tuple[int, ...], Type]:
        """``16x16xf32``: sizes and an element type."""
        match = tk.DIMS.match(self.text, self.location(), self.end)
        shape: tuple[int, ...] = ()
        if match is not None:
            sizes = tk.sizes_of(match.group())
            dynamic = re.search(r"[?*]", sizes)
            if dynamic is not None:
                raise self.error("expected static shape", match.start() + dynamic.start())
            shape = self.parser.sizes(sizes, match.start())
            self.pos = match.end()
        return shape, self.type()

    def attribute(self) -> Any:
        at = self.location()
        stop = tk.attribute_end(self.text, at, self.end) if at < self.end else -1
        if stop <= at:
            raise self.error("expected attribute value", self.pos)
        self.pos = stop
        return self.parser.attribute(Token("ATTR", self.text[at:stop], at))

    def type(self) -> Type:
        at = self.location()
        stop = tk.type_end(self.text, at, self.end)
        if stop <= at:
            raise self.error("expected non-function type", at)
        self.pos = stop
        return self.parser.type(Token("TYPE", self.text[at:stop], at))

    def struct(
        self, readers: Mapping[str, Callable[[], Any]], required: Sequence[str] = ()
    ) -> dict[str, Any]:
        """``name = value, ...`` in any order, as ODS's ``struct(params)`` reads it."""
        found: dict[str, Any] = {}
        while True:
            name = self.keyword()
            self.expect("=")
            if name in found or name not in readers:
                raise self.error(f"duplicate or unknown struct parameter name: {name}")
            found[name] = readers[name]()
            if not self.optional(","):
                break
        for name in required:
            if name not in found:
                raise self.error(f"struct is missing required parameter: {name}")
        return found
