"""The elements of assembly formats: literals, operands, attributes, regions, directives.

Each names the grammar symbols that it matches, takes the parsed pieces, and prints.  Types are
elements of :mod:`.type_elements`, groups of :mod:`.element_groups`; :mod:`.format` compiles a text
into elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import AttrField, OperandField, RegionField, SuccessorField
from mlir_mini.spec.op_state import Name, OpState

if TYPE_CHECKING:
    from mlir_mini.interned import Interned
    from mlir_mini.ir.core import Operation
    from mlir_mini.spec.op import OpSpec
    from mlir_mini.syntax.printer import Printer


#: Literal punctuation -> grammar terminal.
PUNCTUATION = {
    ",": "COMMA",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    "{": "LBRACE",
    "}": "RBRACE",
    "<": "LT",
    ">": "GT",
    "=": "EQUAL",
    ":": "COLON",
    "->": "ARROW",
    "*": "STAR",
    "+": "PLUS",
    "?": "QUESTION",
    "|": "BAR",
}


class Element:
    """One piece of a format."""

    __slots__ = ()
    #: A single terminal that may be missing; the grammar spells both forms out.
    light_optional = False

    def symbols(self, grammar: Any) -> list[str]:
        """Grammar symbols, one for each child that :meth:`take` will see."""
        raise NotImplementedError

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        """Read the children from index ``i`` on; returns the index of the first one not read."""
        raise NotImplementedError

    def print(self, op: Operation, p: Printer) -> None:
        raise NotImplementedError

    def visit(self, op: Operation, p: Printer) -> None:
        """Report attributes and types in print order, for alias numbering."""
        self.print(op, p)

    def field_names(self) -> list[str]:
        """Attributes that this element spells out, so that ``attr-dict`` leaves them out."""
        return []

    def present(self, op: Operation) -> bool:
        """As the anchor of an optional group: whether the group prints."""
        return True


def _is(children: Sequence[Any], i: int, terminal: str) -> bool:
    return i < len(children) and getattr(children[i], "type", None) == terminal


class Literal(Element):
    """A keyword or punctuation."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def symbols(self, grammar: Any) -> list[str]:
        return [grammar.literal(self.text)]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        p.write(self.text)

    def visit(self, op: Operation, p: Printer) -> None:
        pass


class Space(Element):
    """White space that only matters to the printer: '' suppresses the automatic space."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def symbols(self, grammar: Any) -> list[str]:
        return []

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        return i

    def print(self, op: Operation, p: Printer) -> None:
        if self.text == "\n":
            p.newline()
        else:
            p.write(self.text)

    def visit(self, op: Operation, p: Printer) -> None:
        pass


class OperandRun(Element):
    """Operands separated by commas, read as one token.

    ``fields`` are in order; optional ones may be missing from the end, and one variadic field
    takes what the others leave.
    """

    __slots__ = ("fields", "light_optional", "minimum")

    def __init__(self, fields: list[OperandField], minimum: int) -> None:
        self.fields = fields
        self.minimum = minimum
        self.light_optional = minimum == 0

    def symbols(self, grammar: Any) -> list[str]:
        return ["OPERANDS"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        names: list[Name] = []
        if _is(children, i, "OPERANDS"):
            token = children[i]
            names = state.parser.operand_names(token)
            i += 1
        rest = len(names)
        fixed = sum(f.kind == "one" for f in self.fields)
        spare = rest - fixed
        if spare < 0:
            last = names[-1] if names else ("", state.pos)
            end = last[1] + len(last[0])
            text = state.parser.source.text
            comma = len(text) - len(text[end:].lstrip())
            if names and text.startswith(",", comma):
                raise state.error(comma + 1, "expected SSA operand")
            raise state.error(end, "expected ','" if names else "expected SSA operand")
        position = 0
        for field in self.fields:
            if field.kind == "one":
                count = 1
            elif field.kind == "optional":
                count = min(spare, 1)
                spare -= count
            else:
                count, spare = spare, 0
            state.names[field.name] = names[position : position + count]
            position += count
        if position < rest:
            # One operand too many: the text should have gone on after the last one allowed.
            last = names[position - 1] if position else ("", state.pos)
            raise state.error(last[1] + len(last[0]), "expected ':'")
        return i

    def print(self, op: Operation, p: Printer) -> None:
        values: list[Any] = []
        for field in self.fields:
            value = field.__get__(op)
            if field.kind == "variadic":
                values.extend(value)
            elif value is not None:
                values.append(value)
        p.operands(values)

    def visit(self, op: Operation, p: Printer) -> None:
        pass

    def present(self, op: Operation) -> bool:
        return any(
            bool(f.__get__(op)) if f.kind == "variadic" else f.__get__(op) is not None
            for f in self.fields
        )


class StrayComma(Element):
    """A comma behind a run whose last operand is optional and missing; it is never printed.

    MLIR reads the comma of ``(`,` $a^)?`` before it looks whether there is an operand.
    """

    __slots__ = ("field",)
    light_optional = True

    def __init__(self, field: OperandField) -> None:
        self.field = field

    def symbols(self, grammar: Any) -> list[str]:
        return ["COMMA"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        if not _is(children, i, "COMMA"):
            return i
        if state.names[self.field.name]:
            raise state.error(children[i].pos, "expected ':'")
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        pass


class AllOperands(Element):
    """``operands``: every operand, in order."""

    __slots__ = ()
    light_optional = True

    def symbols(self, grammar: Any) -> list[str]:
        return ["OPERANDS"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        if _is(children, i, "OPERANDS"):
            state.names["operands"] = state.parser.operand_names(children[i])
            return i + 1
        state.names["operands"] = []
        return i

    def print(self, op: Operation, p: Printer) -> None:
        p.operands(op.operands)

    def visit(self, op: Operation, p: Printer) -> None:
        pass

    def present(self, op: Operation) -> bool:
        return bool(op.op_operands)


class AttrRef(Element):
    """An attribute by name, in its kind's own form."""

    __slots__ = ("field",)

    def __init__(self, field: AttrField) -> None:
        self.field = field

    def symbols(self, grammar: Any) -> list[str]:
        return [self.field.kind.symbol]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        state.attribute = self.field.name
        state.properties[self.field.name] = self.field.kind.parse(children[i], state)
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        attr = op.properties.get(self.field.name, self.field.default)
        if attr is not None:
            self.field.kind.print(attr, p)

    def field_names(self) -> list[str]:
        return [self.field.name]

    def present(self, op: Operation) -> bool:
        attr = op.properties.get(self.field.name)
        return attr is not None and attr is not self.field.default


class UnitRef(Element):
    """A unit attribute that a literal next to it stands for."""

    __slots__ = ("field",)

    def __init__(self, field: AttrField) -> None:
        self.field = field

    def symbols(self, grammar: Any) -> list[str]:
        return []

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        state.properties[self.field.name] = self.field.kind.from_python(True)
        return i

    def print(self, op: Operation, p: Printer) -> None:
        pass

    def field_names(self) -> list[str]:
        return [self.field.name]

    def present(self, op: Operation) -> bool:
        return self.field.name in op.properties


class AttrDict(Element):
    """``attr-dict`` and ``attr-dict-with-keyword``: what the rest of the format leaves out."""

    __slots__ = ("elided", "light_optional", "spec", "with_keyword")

    def __init__(self, spec: OpSpec, with_keyword: bool) -> None:
        self.spec = spec
        self.with_keyword = with_keyword
        self.light_optional = not with_keyword
        self.elided: frozenset[str] = frozenset()

    def symbols(self, grammar: Any) -> list[str]:
        if self.with_keyword:
            return [grammar.optional([grammar.literal("attributes"), "ATTR_DICT"])]
        return ["ATTR_DICT"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        if self.with_keyword:
            group = children[i]
            if group:
                state.take_attributes(group[1])
            return i + 1
        if _is(children, i, "ATTR_DICT"):
            state.take_attributes(children[i])
            return i + 1
        return i

    def entries(self, op: Operation) -> list[tuple[str, Interned]]:
        found = list(op.attributes.items())
        fields = self.spec.attrs
        for name, value in op.properties.items():
            default = fields[name].default if name in fields else None
            if name not in self.elided and value is not default:
                found.append((name, value))
        found.sort()
        return found

    def print(self, op: Operation, p: Printer) -> None:
        if not op.attributes and not op.properties:
            return
        entries = self.entries(op)
        if entries:
            p.write(" attributes " if self.with_keyword else " ")
            p.attr_dict(entries)

    def visit(self, op: Operation, p: Printer) -> None:
        if op.attributes or op.properties:
            for _, value in self.entries(op):
                p.attr(value)


class RegionRef(Element):
    """A region, or a variadic list of them."""

    __slots__ = ("field", "spec")

    def __init__(self, spec: OpSpec, field: RegionField) -> None:
        self.spec = spec
        self.field = field

    def symbols(self, grammar: Any) -> list[str]:
        return ["region_list" if self.field.kind == "variadic" else "region"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        child = children[i]
        state.regions[self.field.name] = child if self.field.kind == "variadic" else [child]
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        found = self.field.__get__(op)
        regions = found if isinstance(found, list) else [found]
        implicit = any(isinstance(x, t.SingleBlockImplicitTerminator) for x in op.traits)
        for n, region in enumerate(regions):
            if n:
                p.write(", ")
            terminators = True
            if implicit and not region.empty and region.first_block.last is not None:
                last = region.first_block.last
                terminators = bool(last.attributes or last.properties or last.op_operands)
            p.region(region, entry_arguments=True, terminators=terminators)


class SuccessorRef(Element):
    __slots__ = ("field",)

    def __init__(self, field: SuccessorField) -> None:
        self.field = field

    def symbols(self, grammar: Any) -> list[str]:
        return ["successor_list" if self.field.kind == "variadic" else "BLOCK_NAME"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        child = children[i]
        state.successors[self.field.name] = child if self.field.kind == "variadic" else [child]
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        found = self.field.__get__(op)
        for n, block in enumerate(found if isinstance(found, list) else [found]):
            if n:
                p.write(", ")
            p.successor(block)

    def visit(self, op: Operation, p: Printer) -> None:
        pass


class CustomDirective(Element):
    """Base of ``custom<Name>(args)`` directives, which dialects define.

    A subclass sets ``grammar`` to the grammar symbols it matches (terminals and rules of
    grammar.lark, separated by blanks) and defines ``take`` and ``print``.  ``args`` are the
    directive's arguments as text.
    """

    __slots__ = ("args", "spec")
    grammar = ""
    #: The printer puts a space before the directive's own text.
    leading_space = True

    def __init__(self, spec: OpSpec, args: list[str]) -> None:
        self.spec = spec
        self.args = args

    def symbols(self, grammar: Any) -> list[str]:
        return [grammar.symbol(each) for each in self.grammar.split()]


CUSTOM_DIRECTIVES: dict[str, type[CustomDirective]] = {}


DirectiveT = TypeVar("DirectiveT", bound=CustomDirective)


def custom_directive(name: str) -> Callable[[type[DirectiveT]], type[DirectiveT]]:
    """Register a directive class under the name that formats use."""

    def register(cls: type[DirectiveT]) -> type[DirectiveT]:
        CUSTOM_DIRECTIVES[name] = cls
        return cls

    return register
