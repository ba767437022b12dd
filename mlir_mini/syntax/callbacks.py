"""What the grammar's rules make of their children: a method for each alias in the grammar.

Attributes, types and locations become values; operations stay lists of tokens and lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir import attributes as at
from mlir_mini.ir import locations, types
from mlir_mini.ir.types import FloatType, IntegerType, Type
from mlir_mini.spec import registry
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.params import Dims, Named, Params
from mlir_mini.syntax.tokens import Token

if TYPE_CHECKING:
    from mlir_mini.syntax.values import ValueParser

_MAX_BITS = 1 << 24


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
        return at.StringAttr(tk.unescape(children[0].value), type)

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
            name = tk.unescape(token.value) if token.value.startswith('"') else token.value
            if name in seen:
                raise parser.error(token.pos, f"duplicate key '{name}' in dictionary attribute")
            seen.add(name)
            value = parser.attribute(entry[2]) if len(entry) > 1 else at.UNIT
            entries.append((name, value, token.pos))
        parser.expected_type = saved
        return entries

    def symbol(self, children: list[Any]) -> Any:
        root, *nested = tk.symbol_parts(children[0].value)
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
        text = tk.unescape(token.value)
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
        return self.current.sizes(tk.sizes_of(token.value), token.pos)

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
        return locations.NameLoc(tk.unescape(children[0].value), child)

    def loc_file(self, children: list[Any]) -> Any:
        name = tk.unescape(children[0].value)
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
