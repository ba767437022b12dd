"""Parsing of types, attributes and locations: the inside of the large tokens.

:class:`ValueParser` memoises by text: the same type written a thousand times is parsed once a
file.  What the grammar's rules make of such a piece is in :mod:`.callbacks`.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.ir import attributes as at
from mlir_mini.ir import floats, locations, types
from mlir_mini.ir.types import FloatType, FunctionType, IndexType, IntegerType, Type
from mlir_mini.source import ParseError, Source
from mlir_mini.spec import registry
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.callbacks import Callbacks
from mlir_mini.syntax.lalr import Parser, SyntaxFault
from mlir_mini.syntax.params import Cursor, Params
from mlir_mini.syntax.resources import Resources
from mlir_mini.syntax.tokens import Token

_COMMON_TYPES: dict[str, Type] = {
    **{f"i{width}": IntegerType(width) for width in (1, 8, 16, 32, 64)},
    **{name: FloatType(name) for name in ("f16", "bf16", "f32", "f64")},
}


class ValueParser:
    """Types, attributes and locations of one source text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.allow_unregistered = False
        #: Alias name with its sigil -> the token that defines it.
        self.aliases: dict[str, Token] = {}
        self._alias_values: dict[str, Any] = {}
        self._open_aliases: set[str] = set()
        self._types: dict[str, Type] = dict(_COMMON_TYPES)
        self._attributes: dict[tuple[str, Type | None], Any] = {}
        self._signatures: dict[str, list[Any]] = {}
        self._dicts: dict[str, list[tuple[str, Any, int]]] = {}
        self._locations: dict[str, locations.Location] = {}
        self.resources = Resources()
        #: Type given to the untyped literal that is being parsed.
        self.expected_type: Type | None = None
        self.depth = 0

    def error(self, pos: int, message: str) -> ParseError:
        return ParseError(self.source, pos, message)

    def skip_gap(self, pos: int) -> int:
        """Offset of what comes next behind blanks and comments."""
        return tk.skip_gap(self.source.text, pos, len(self.source.text))

    def parse_piece(self, start: str, begin: int, end: int) -> Any:
        """Parse part of the source from the start rule ``start``."""
        self.depth += 1
        if self.depth > 120:
            self.depth = 0
            raise self.error(begin, "nesting is too deep")
        try:
            return _run(self, start, begin, end)
        finally:
            self.depth -= 1

    # -- large tokens ------------------------------------------------------------------------

    def type(self, token: Token) -> Type:
        text = token.value
        found = self._types.get(text)
        if found is None:
            found = self._usual_function_type(token) if text[0] == "(" else None
            if found is None:
                found = self.parse_piece("type", token.pos, token.pos + len(text))
            self._types[text] = found
        return found

    def _usual_function_type(self, token: Token) -> FunctionType | None:
        """A function type of a shape that needs no grammar; None for any other."""
        match = tk.FUNCTION_FAST.fullmatch(token.value)
        if match is None:
            return None
        inputs, results = [
            tuple(
                [
                    self.type(Token("TYPE", each.group(), token.pos + each.start()))
                    for each in tk.TYPE_FAST.finditer(token.value, *match.span(side))
                ]
            )
            for side in (1, 2)
        ]
        return FunctionType(inputs, results)

    def attribute(self, token: Token, type: Type | None = None) -> Any:
        """The attribute written in ``token``; a literal without type gets ``type``."""
        text = token.value
        key = (text, type)
        found = self._attributes.get(key)
        if found is None and text.isdecimal() and text.isascii():
            found = self._attributes[key] = self.number(token, type or types.i64)
        if found is None:
            saved, self.expected_type = self.expected_type, type
            try:
                found = self.parse_piece("attribute", token.pos, token.pos + len(text))
            finally:
                self.expected_type = saved
            self._attributes[key] = found
        return found

    def dense_array(self, token: Token, element_type: Type) -> at.DenseArrayAttr:
        """``[1, 2]`` or ``array<...>`` as a dense array of ``element_type``."""
        found = self.attribute(token, element_type)
        if isinstance(found, at.DenseArrayAttr):
            return found
        if not isinstance(found, at.ArrayAttr):
            raise self.error(token.pos, "expected '['")
        values = []
        for each in found.elements:
            if not isinstance(each, at.IntegerAttr):
                raise self.error(token.pos, "expected integer value")
            values.append(at.wrap_integer(each.value, element_type))
        return at.DenseArrayAttr(element_type, tuple(values))

    def attr_dict(self, token: Token) -> list[tuple[str, Any, int]]:
        """Entries of ``{...}`` as (name, attribute, offset)."""
        text = token.value
        found = self._dicts.get(text)
        if found is None:
            entries = self.parse_piece("attr_dict", token.pos, token.pos + len(text))
            found = self._dicts[text] = entries
        return found

    def properties(self, token: Token) -> list[tuple[str, Any, int]]:
        """Entries of ``<{...}>``."""
        return self.attr_dict(Token("ATTR_DICT", token.value[1:-1].rstrip(), token.pos + 1))

    def signature(self, token: Token, stripped: bool = False) -> list[Any]:
        """A type list as types, separators and, for ``(T, T)``, tuples of types.

        Where ``stripped`` allows it, ``<...>``, a dialect type without its name, is left as a
        token for :meth:`stripped_type`.
        """
        text = token.value
        found = self._signatures.get(text)
        if found is None:
            try:
                found = self._signatures[text] = self._parse_signature(token)
            except tk.UnbalancedError as error:
                raise self.error(error.pos, f"unbalanced '{error.bracket}' character") from None
        if not stripped:
            for item in found:
                for each in item if isinstance(item, tuple) else (item,):
                    if isinstance(each, Token):
                        raise self.error_behind(token.pos + 1, "expected non-function type")
        return found

    def signature_position(self, token: Token, index: int) -> int:
        """Offset of an item of :meth:`signature`."""
        positions: list[int] = []
        self._parse_signature(token, positions)
        return positions[index]

    def stripped_type(self, name: str, token: Token) -> Type:
        """``<...>`` as the body of the dialect type called ``name`` (``tt.ptr``)."""
        prefix, _, mnemonic = name.partition(".")
        dialect = registry.dialect(prefix)
        assert dialect is not None
        return dialect.type_parsers[mnemonic](Params(self, token.pos, token.value, token.pos))

    def error_behind(self, pos: int, message: str) -> ParseError:
        """An error behind what comes before ``pos``, where MLIR reports a missing token."""
        return self.error(tk.end_before(self.source.text, pos), message)

    def position_in(self, token: Token, index: int) -> int:
        """Offset of item ``index`` of a type list, or of what follows the list."""
        positions: list[int] = []
        self._parse_signature(token, positions)
        if index < len(positions):
            return positions[index]
        return tk.skip_gap(self.source.text, token.pos + len(token.value), len(self.source.text))

    def cursor(self, token: Token) -> Cursor:
        """A reader of what stands in ``token``."""
        return Params(self, token.pos, token.value, token.pos).cursor()

    def _parse_signature(self, token: Token, positions: list[int] | None = None) -> list[Any]:
        text, end = self.source.text, token.pos + len(token.value)
        pos = token.pos
        if token.type == "SIGNATURE":
            pos += 1
        elif token.type == "ARROW_TYPES":
            pos += 2
        items: list[Any] = []
        while True:
            pos = tk.skip_gap(text, pos, end)
            if pos >= end:
                return items
            if positions is not None:
                positions.append(pos)
            stop = tk.type_end(text, pos, end)
            if stop > 0:
                items.append(self.type(Token("TYPE", text[pos:stop], pos)))
            elif text[pos] == "(":
                stop = tk.balanced(text, pos, end)
                inner = self._parse_signature(Token("TYPES", text[pos + 1 : stop - 1], pos + 1))
                items.append(tuple(x for x in inner if x != ","))
            elif text[pos] == "<":
                stop = tk.balanced(text, pos, end)
                items.append(Token("BODY", text[pos:stop], pos))
            else:
                stop = pos + (2 if text.startswith(("->", "to"), pos) else 1)
                items.append(text[pos:stop])
            pos = stop

    def location(self, token: Token) -> locations.Location:
        text = token.value
        found = self._locations.get(text)
        if found is None:
            found = self.parse_piece("location", token.pos, token.pos + len(text))
            self._locations[text] = found
        return found

    def symbol_name(self, token: Token) -> str:
        """The name of a one-component symbol ``@name``."""
        parts = tk.symbol_parts(token.value)
        return parts[0]

    def alias(self, token: Token) -> Any:
        """The attribute, type or location that an alias stands for."""
        name = token.value
        if name in self._alias_values:
            return self._alias_values[name]
        definition = self.aliases.get(name)
        if definition is None or name in self._open_aliases:
            raise self.error(token.pos, f"undefined symbol alias id '{name[1:]}'")
        self._open_aliases.add(name)
        value = self.type(definition) if name[0] == "!" else self.attribute(definition)
        self._open_aliases.discard(name)
        self._alias_values[name] = value
        return value

    # -- literals ----------------------------------------------------------------------------

    def sizes(self, text: str, pos: int) -> tuple[int, ...]:
        """Sizes separated by ``x``; raises ParseError for one beyond 64 bits."""
        sizes = []
        for piece in text.split("x"):
            size = piece.strip()
            if len(size) > 19 or (size != "?" and int(size) >= 1 << 63):
                raise self.error(pos, "invalid dimension")
            sizes.append(types.DYNAMIC if size == "?" else int(size))
            pos += len(piece) + 1
        return tuple(sizes)

    def number(self, token: Token, type: Type) -> Any:
        """A numeric attribute of ``type``."""
        if isinstance(type, FloatType):
            return at.FloatAttr(self.float_bits(token, type), type)
        if isinstance(type, (IntegerType, IndexType)):
            return at.IntegerAttr(self.integer(token, type), type)
        raise self.error(token.pos, "integer literal not valid for specified type")

    def integer(self, token: Token, type: Type) -> int:
        text = token.value
        if text in ("true", "false"):
            return int(text == "true")
        if "." in text:
            raise self.error(token.pos, "floating point value not valid for specified type")
        if not (text[0].isdigit() or text[0] == "-"):
            raise self.error(token.pos, "expected integer literal")
        try:
            value = int(text, 16) if "0x" in text else int(text)
        except ValueError:
            raise self.error(token.pos, "integer constant out of range for attribute") from None
        width = type.width if isinstance(type, IntegerType) else 64
        signed_only = isinstance(type, IntegerType) and type.signedness == "signed"
        unsigned_only = isinstance(type, IntegerType) and type.signedness == "unsigned"
        if unsigned_only and text[0] == "-":
            raise self.error(
                token.pos, "negative integer literal not valid for unsigned integer type"
            )
        low = -(1 << (width - 1)) if width else 0
        high = (1 << width) - 1
        if signed_only and "0x" not in text:
            high = (1 << (width - 1)) - 1
        if width == 0 or not low <= value <= high:
            raise self.error(token.pos, "integer constant out of range for attribute")
        return value

    def float_bits(self, token: Token, type: FloatType) -> int:
        text = token.value
        if "0x" in text:
            if text[0] == "-":
                raise self.error(
                    token.pos, "hexadecimal float literal should not have a leading minus"
                )
            value = int(text, 16)
            if value >> types.FLOAT_WIDTHS[type.name]:
                raise self.error(token.pos, "hexadecimal float constant out of range for type")
            return value
        if "." not in text:
            error = self.error(
                token.pos, "unexpected decimal integer literal for a floating point value"
            )
            error.diagnostic.attach_note("add a trailing dot to make the literal a float")
            raise error
        return floats.float_to_bits(float(text), type.name)

    def element_bits(self, token: Token, element: Type) -> int:
        """One element of a dense attribute, as :class:`DenseElementsAttr` stores it."""
        if not (token.value[0].isdigit() or token.value[0] == "-") and token.value not in (
            "true",
            "false",
        ):
            raise self.error(token.pos, "expected element literal of primitive type")
        if isinstance(element, FloatType):
            return self.float_bits(token, element)
        if "." in token.value:
            raise self.error(token.pos, "expected integer elements, but parsed floating-point")
        if token.value in ("true", "false") and element is not types.i1:
            raise self.error(token.pos, "expected i1 type for 'true' or 'false' values")
        return at.wrap_integer(self.integer(token, element), element)


_callbacks = Callbacks()
_parser: Parser | None = None


def reset_grammar() -> None:
    """Forget the loaded grammar: a plugin may have declared operations."""
    global _parser
    _parser = None


def _run(parser: ValueParser, start: str, begin: int, end: int) -> Any:
    """Parse ``begin:end`` of the parser's source from the start rule ``start``."""
    global _parser
    if _parser is None:
        from mlir_mini.syntax import forms

        _parser = Parser(forms.load(), _callbacks)
    saved = getattr(_callbacks, "current", parser)
    _callbacks.current = parser
    try:
        return _parser.parse(start, parser.source.text, begin, end)
    except SyntaxFault as fault:
        raise _describe(fault, parser.source) from None
    except tk.UnbalancedError as error:
        raise _unbalanced(parser, error, start, begin, end) from None
    except tk.NotATypeError as error:
        pos = tk.end_before(parser.source.text, error.pos)
        raise parser.error(pos, "expected non-function type") from None
    finally:
        _callbacks.current = saved


#: Terminal of a large token -> start rule of its inside.
_INSIDES = {"ATTR": "attribute", "TYPE": "type", "TYPES": "type", "ATTR_DICT": "attr_dict"}


def _unbalanced(
    parser: ValueParser, error: tk.UnbalancedError, start: str, begin: int, end: int
) -> ParseError:
    """Why a large token does not end: what its own grammar says, where that knows better."""
    inside = _INSIDES.get(error.terminal)
    if inside is not None and (inside, error.token_start) != (start, begin):
        try:
            parser.parse_piece(inside, error.token_start, end)
        except ParseError as better:
            return better
    where = " in pretty dialect name" if error.bracket == "<" else ""
    return parser.error(error.pos, f"unbalanced '{error.bracket}' character{where}")


def _describe(fault: SyntaxFault, source: Source) -> ParseError:
    """What is wrong, in MLIR's words."""
    from mlir_mini.syntax.errors import explain
    from mlir_mini.syntax.expectations import expectation

    token, stack = fault.token, fault.values
    pos = token.pos
    expected = expectation(stack, token) if token.type != "UNKNOWN" else None
    if expected is not None:
        behind, message = expected.after, expected.message
        pos = pos if expected.at is None else expected.at
    else:
        complaint = explain(token, fault.expected, stack)
        behind, message = complaint.pos is None, complaint.message
        pos = pos if complaint.pos is None else complaint.pos
    if behind:
        # MLIR moves an error at the end of the text back by one character first.
        pos = tk.end_before(source.text, pos - (pos == len(source.text)))
    return ParseError(source, pos, message)
