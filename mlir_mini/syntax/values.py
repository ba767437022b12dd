"""Parsing of types, attributes and locations: the inside of the large tokens.

:class:`ValueParser` memoises by text: the same type written a thousand times is parsed once a
file.  Its rule callbacks live in :class:`Callbacks`, whose methods the grammar's rules name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.ir import attributes as at
from mlir_mini.ir import floats, locations, types
from mlir_mini.ir.types import FloatType, IndexType, IntegerType, Type
from mlir_mini.source import ParseError, Source
from mlir_mini.spec import registry
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.lalr import Parser, SyntaxFault
from mlir_mini.syntax.params import Cursor, Dims, Named, Params
from mlir_mini.syntax.resources import Resources
from mlir_mini.syntax.tokens import Token

_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "r": "\r", "f": "\f", "v": "\v"}
_MAX_BITS = 1 << 24


def unescape(text: str) -> str:
    """The value of a string literal, quotes included in ``text``.

    Bytes written ``\\XX`` are collected as UTF-8; ones that are none survive as surrogates.
    """
    body = text[1:-1]
    if "\\" not in body:
        return body
    out = bytearray()
    i = 0
    while i < len(body):
        c = body[i]
        if c == "\\" and i + 1 < len(body):
            following = body[i + 1]
            if following in _ESCAPES:
                out += _ESCAPES[following].encode()
                i += 2
                continue
            out.append(int(body[i + 1 : i + 3], 16))
            i += 3
            continue
        out += c.encode("utf-8", "surrogateescape")
        i += 1
    return out.decode("utf-8", "surrogateescape")


class ValueParser:
    """Types, attributes and locations of one source text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.allow_unregistered = False
        #: Alias name with its sigil -> the token that defines it.
        self.aliases: dict[str, Token] = {}
        self._alias_values: dict[str, Any] = {}
        self._open_aliases: set[str] = set()
        self._types: dict[str, Type] = {}
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
            found = self.parse_piece("type", token.pos, token.pos + len(text))
            self._types[text] = found
        return found

    def attribute(self, token: Token, type: Type | None = None) -> Any:
        """The attribute written in ``token``; a literal without type gets ``type``."""
        key = (token.value, type)
        found = self._attributes.get(key)
        if found is None:
            saved, self.expected_type = self.expected_type, type
            try:
                found = self.parse_piece("attribute", token.pos, token.pos + len(token.value))
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
        parts = _symbol_parts(token.value)
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


def _symbol_parts(text: str) -> list[str]:
    parts = []
    for match in tk.SYMBOL.finditer(text):
        for piece in match.group().split("::"):
            name = piece[1:]
            parts.append(unescape(name) if name.startswith('"') else name)
    return parts


class Callbacks:
    """One method for each alias in the grammar.  ``current`` is the parser at work."""

    current: ValueParser

    def __init__(self) -> None:
        # Plain functions of the list of children.
        self.first = lambda children: [children[0]]
        self.second = lambda children: children[1]
        self.third = lambda children: children[2]
        self.first_child = self.file = self.elements = self.token = lambda children: children[0]
        self.empty = lambda children: []

    def __getattr__(self, name: str) -> Callable[[list[Any]], Any]:
        if name.startswith("choice") and name[6:].isdigit():
            number = int(name[6:])
            return lambda children: (number, children)
        raise AttributeError(name)

    @staticmethod
    def append(children: list[Any]) -> list[Any]:
        children[0].append(children[1:])
        return children[0]

    @staticmethod
    def append_one(children: list[Any]) -> list[Any]:
        children[0].append(children[1])
        return children[0]

    @staticmethod
    def append_item(children: list[Any]) -> list[Any]:
        children[0].append(children[2])
        return children[0]

    @staticmethod
    def generic(children: list[Any]) -> Any:
        return GenericForm(children)

    # -- attributes --------------------------------------------------------------------------

    def string(self, children: list[Any]) -> Any:
        type = self.current.type(children[2]) if len(children) > 1 else None
        return at.StringAttr(unescape(children[0].value), type)

    def number(self, children: list[Any]) -> Any:
        token = children[0]
        parser = self.current
        if len(children) > 1:
            type = parser.type(children[2])
            if "." in token.value and not isinstance(type, FloatType):
                raise parser.error(
                    parser.position_in(children[2], 1),
                    "floating point value not valid for specified type",
                )
            return parser.number(token, type)
        type = parser.expected_type
        if type is None:
            type = types.f64 if "." in token.value else types.i64
        return parser.number(token, type)

    def constant(self, children: list[Any]) -> Any:
        token = children[0]
        if token.value in ("true", "false"):
            return at.bool_attr(token.value == "true")
        if token.value == "unit":
            return at.UNIT
        raise self.current.error(token.pos, "expected attribute value")

    def array(self, children: list[Any]) -> Any:
        parser = self.current
        if len(children) == 2:
            return at.ArrayAttr(())
        saved, parser.expected_type = parser.expected_type, None
        expected = saved
        elements = tuple(parser.attribute(token, expected) for token in children[1])
        parser.expected_type = saved
        return at.ArrayAttr(elements)

    def attribute_dictionary(self, entries: Sequence[tuple[str, Any, int]]) -> at.DictionaryAttr:
        return at.DictionaryAttr.of({name: value for name, value, _ in entries})

    def attribute(self, children: list[Any]) -> Any:
        (child,) = children
        return self.attribute_dictionary(child) if isinstance(child, list) else child

    def dictionary(self, children: list[Any]) -> list[tuple[str, Any, int]]:
        if len(children) == 2:
            return []
        parser = self.current
        saved, parser.expected_type = parser.expected_type, None
        seen: set[str] = set()
        entries = []
        for entry in children[1]:
            token = entry[0]
            name = unescape(token.value) if token.value.startswith('"') else token.value
            if name in seen:
                raise parser.error(token.pos, f"duplicate key '{name}' in dictionary attribute")
            seen.add(name)
            value = parser.attribute(entry[2]) if len(entry) > 1 else at.UNIT
            entries.append((name, value, token.pos))
        parser.expected_type = saved
        return entries

    def symbol(self, children: list[Any]) -> Any:
        root, *nested = _symbol_parts(children[0].value)
        return at.SymbolRefAttr(root, tuple(nested))

    def alias(self, children: list[Any]) -> Any:
        return self.current.alias(children[0])

    def dialect_attr(self, children: list[Any]) -> Any:
        return self._dialect_value(children, "attribute")

    def dialect_type(self, children: list[Any]) -> Any:
        return self._dialect_value(children, "type")

    def _dialect_value(self, children: list[Any], kind: str) -> Any:
        token = children[0]
        parser = self.current
        body = children[1] if len(children) > 1 else None
        name, _, mnemonic = token.value[1:].partition(".")
        if name in registry.RENAMED_DIALECTS:
            today = registry.RENAMED_DIALECTS[name]
            raise parser.error(
                token.pos,
                f"dialect '{name}' is called '{today}' today: "
                f"write {token.value[0]}{today}.{mnemonic}",
            )
        dialect = registry.dialect(name)
        if dialect is None:
            if not parser.allow_unregistered:
                raise parser.error(
                    token.pos,
                    f'#"{name}"<"{mnemonic}"> : \'none\' attribute created with unregistered '
                    "dialect. If this is intended, please call allowUnregisteredDialects() on the "
                    "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
                    if kind == "attribute"
                    else f'`!"{name}"<"{mnemonic}">` type created with unregistered dialect. If '
                    "this is intended, please call allowUnregisteredDialects() on the "
                    "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
                )
            text = mnemonic + (body.value if body is not None else "")
            return (at.OpaqueAttr if kind == "attribute" else types.OpaqueType)(name, text)
        table = dialect.attr_parsers if kind == "attribute" else dialect.type_parsers
        at_body = body.pos if body is not None else token.pos + len(token.value)
        content = body.value if body is not None else ""
        if not mnemonic and body is not None:
            # `#gpu<dim x>`: the mnemonic stands between the brackets.
            word = tk.BARE.match(content, 1)
            if word is not None:
                mnemonic = word.group()
                at_body += word.end()
                content = content[word.end() : -1]
        parse = table.get(mnemonic)
        if parse is None:
            # MLIR writes two blanks before "type".
            what = " type" if kind == "type" else kind
            raise parser.error(
                token.pos + len(name) + 2, f"unknown {what} `{mnemonic}` in dialect `{name}`"
            )
        params = Params(parser, token.pos, content, at_body)
        saved, parser.expected_type = parser.expected_type, None
        value = parse(params)
        parser.expected_type = saved
        return value

    def dense(self, children: list[Any]) -> Any:
        parser = self.current
        token = children[-1]
        type = parser.type(token)
        if not isinstance(type, types.ShapedType):
            raise parser.error(token.pos, "elements literal must be a shaped type")
        if types.DYNAMIC in type.shape:
            raise parser.error(token.pos, "elements literal type must have static shape")
        element = type.element_type
        if len(children) == 4:
            if type.num_elements:
                raise parser.error(token.pos, f"expected {type.num_elements} elements")
            return at.DenseElementsAttr(type, ())
        tree = children[1]
        start = children[0].pos
        if isinstance(tree, Token):
            if tree.value.startswith('"'):
                return at.DenseElementsAttr(type, self._hex_elements(tree, type))
            return at.DenseElementsAttr(type, (parser.element_bits(tree, element),))
        shape: list[int] = []
        flat: list[Token] = []
        self._flatten(tree, 0, shape, flat, start)
        if tuple(shape) != type.shape:
            raise parser.error(
                start,
                f"inferred shape of elements literal ([{', '.join(map(str, shape))}]) does not "
                f"match type ([{', '.join(map(str, type.shape))}])",
            )
        return at.DenseElementsAttr(type, [parser.element_bits(t, element) for t in flat])

    def _flatten(
        self, tree: list[Any], depth: int, shape: list[int], flat: list[Token], pos: int
    ) -> None:
        if depth == len(shape):
            shape.append(len(tree))
        elif shape[depth] != len(tree):
            raise self.current.error(
                pos, "tensor literal is invalid; ranks are not consistent between elements"
            )
        for each in tree:
            if isinstance(each, Token):
                if depth + 1 != len(shape):
                    raise self.current.error(
                        each.pos,
                        "tensor literal is invalid; ranks are not consistent between elements",
                    )
                flat.append(each)
            else:
                self._flatten(each, depth + 1, shape, flat, pos)

    def _hex_elements(self, token: Token, type: types.ShapedType) -> list[int]:
        parser = self.current
        text = unescape(token.value)
        try:
            data = bytes.fromhex(text[2:]) if text.startswith("0x") else None
        except ValueError:
            data = None
        if data is None:
            raise parser.error(
                token.pos, "expected string containing hex digits starting with `0x`"
            )
        width = types.bit_width(type.element_type)
        size = max(1, (width + 7) // 8)
        if len(data) not in (size, size * type.num_elements):
            raise parser.error(
                token.pos, f"elements hex data size is invalid for provided type: {type!r}"
            )
        values = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
        return [at.wrap_integer(v, type.element_type) for v in values]

    def dense_resource(self, children: list[Any]) -> Any:
        parser, name = self.current, children[1].value
        blob = parser.resources.blobs.get(("builtin", name))
        return at.DenseResourceAttr(name, parser.type(children[4]), blob)

    def dense_array(self, children: list[Any]) -> Any:
        parser = self.current
        element = parser.type(children[1])
        tokens = children[3] if len(children) > 3 else []
        return at.DenseArrayAttr(
            element, tuple(parser.element_bits(token, element) for token in tokens)
        )

    def location(self, children: list[Any]) -> Any:
        return self.current.location(children[0])

    def type_attr(self, children: list[Any]) -> Any:
        return at.TypeAttr(self.current.type(children[0]))

    # -- types -------------------------------------------------------------------------------

    def primitive(self, children: list[Any]) -> Type:
        token = children[0]
        text = token.value
        if text == "index":
            return types.index
        if text == "none":
            return types.none
        if text in types.FLOAT_WIDTHS:
            return FloatType(text)
        sign = {"s": "signed", "u": "unsigned"}.get(text[0], "signless")
        digits = text.lstrip("sui")
        if not digits.isdigit():
            raise self.current.error(token.pos, f"unknown type '{text}'")
        if len(digits) > 10 or int(digits) >= 1 << 32:
            raise self.current.error(token.pos, "invalid integer width")
        width = int(digits)
        if width >= _MAX_BITS:
            raise self.current.error(
                token.pos, f"integer bitwidth is limited to {_MAX_BITS - 1} bits"
            )
        return IntegerType(width, sign)

    def _dims(self, token: Token) -> tuple[int, ...]:
        """The sizes in a dimension list ``4x?x``."""
        return self.current.sizes(token.value.rstrip()[:-1], token.pos)

    def tensor(self, children: list[Any]) -> Type:
        parser = self.current
        dims: tuple[int, ...] | None = ()
        i = 1
        if children[1].type == "DIMS":
            text = children[1].value
            dims = None if text.startswith("*") else self._dims(children[1])
            i = 2
        element = parser.type(children[i])
        if dims is None:
            return types.UnrankedTensorType(element)
        encoding = parser.attribute(children[i + 2]) if len(children) > i + 2 else None
        return types.RankedTensorType(dims, element, encoding)

    def vector(self, children: list[Any]) -> Type:
        parser = self.current
        if children[1].type != "SCALABLE_DIMS":
            return types.VectorType((), parser.type(children[1]))
        pieces = children[1].value.rstrip("x").split("x")
        return types.VectorType(
            parser.sizes("x".join([p.strip("[]") for p in pieces]), children[1].pos),
            parser.type(children[2]),
            tuple(p.startswith("[") for p in pieces),
        )

    def memref(self, children: list[Any]) -> Type:
        parser = self.current
        has_dims = children[1].type == "DIMS"
        dims = self._dims(children[1]) if has_dims else ()
        element = parser.type(children[2 if has_dims else 1])
        extra = [parser.attribute(x) for x in children[-1] if x.type == "ATTR"]
        layout = memory_space = None
        if len(extra) == 2:
            layout, memory_space = extra
        elif extra:
            memory_space = extra[0]
        return types.MemRefType(dims, element, layout, memory_space)

    def tuple(self, children: list[Any]) -> Type:
        parser = self.current
        inner = children[1] if isinstance(children[1], list) else []
        return types.TupleType(tuple([parser.type(x) for x in inner]))

    def complex(self, children: list[Any]) -> Type:
        return types.ComplexType(self.current.type(children[1]))

    def function(self, children: list[Any]) -> Type:
        parser = self.current
        inputs = children[1] if isinstance(children[1], list) else []
        return types.FunctionType(
            tuple([parser.type(x) for x in inputs]), tuple([parser.type(x) for x in children[-1]])
        )

    # -- parameters --------------------------------------------------------------------------

    def param(self, children: list[Any]) -> Any:
        parser = self.current
        token = children[0]
        if token.type == "ATTR":
            return parser.attribute(token)
        if token.type == "TYPE":
            return parser.type(token)
        if token.type == "DIMS":
            return Dims(self._dims(token), parser.type(children[1]))
        if token.type == "SHAPE":
            return parser.sizes(token.value, token.pos)
        if len(children) == 3:
            return Named(token.value, children[2])
        return token.value

    # -- locations ---------------------------------------------------------------------------

    def loc_name(self, children: list[Any]) -> Any:
        child = children[2] if len(children) > 1 else locations.UNKNOWN_LOC
        return locations.NameLoc(unescape(children[0].value), child)

    def loc_file(self, children: list[Any]) -> Any:
        name = unescape(children[0].value)
        numbers = []
        for token in children[1:]:
            if token.type == "NUMBER":
                if not token.value.isdecimal():
                    what = "column" if len(numbers) % 2 else "line"
                    raise self.current.error(
                        token.pos, f"expected integer {what} number in FileLineColRange"
                    )
                numbers.append(int(token.value[:18]))
        if len(numbers) == 3:
            line, col, end_col = numbers
            return locations.FileLineColLoc(name, line, col, line, end_col)
        return locations.FileLineColLoc(name, *numbers)

    def loc_word(self, children: list[Any]) -> Any:
        if children[0].value != "unknown":
            raise self.current.error(children[0].pos, "expected location instance")
        return locations.UNKNOWN_LOC

    def loc_callsite(self, children: list[Any]) -> Any:
        if children[0].value != "callsite" or children[3].value != "at":
            raise self.current.error(children[0].pos, "expected location instance")
        return locations.CallSiteLoc(children[2], children[4])

    def loc_fused(self, children: list[Any]) -> Any:
        if children[0].value != "fused":
            raise self.current.error(children[0].pos, "expected location instance")
        metadata = None
        if children[1].type == "BODY":
            text = children[1].value[1:-1].strip()
            pos = children[1].pos + 1
            metadata = self.current.attribute(Token("ATTR", text, pos))
        return locations.FusedLoc(tuple(children[-2]), metadata)

    def loc_alias(self, children: list[Any]) -> Any:
        token = children[0]
        if token.value not in self.current.aliases:
            raise self.current.error(token.pos, "operation location alias was never defined")
        return self.current.alias(token)


class GenericForm(list):
    """Children of an operation in generic form."""


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
