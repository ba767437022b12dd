"""Assembly formats: one text gives an operation's grammar form, its parser and its printer.

The language is ODS's declarative assembly format: literals in backticks, ``$field``,
``type($field)``, ``functional-type(a, b)``, ``attr-dict``, ``attr-dict-with-keyword``,
``(... $anchor^ ...)?``, ``(...) : (...)``, ``oilist(a | b)``, ``custom<Name>(args)``,
``operands``, ``results``, ``regions``, ``successors``, ``qualified(x)``.

A format compiles to a list of elements.  Each element names the grammar symbols it matches,
takes the parsed pieces, and prints; so the two directions cannot drift apart.  Operands that
stand side by side, separated by commas, become one :class:`OperandRun` and one token; types after
a colon become one :class:`TypeRun` and one token.  That keeps the number of tokens, which is what
parsing costs, near four an operation, and lets many operations share one grammar form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mlir_mini.ir.types import FunctionType, Type
from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import AttrField, OperandField, RegionField, ResultField, SuccessorField

if TYPE_CHECKING:
    from mlir_mini.interned import Interned
    from mlir_mini.ir.core import Operation
    from mlir_mini.ir.locations import Location
    from mlir_mini.source import ParseError
    from mlir_mini.spec.op import OpSpec
    from mlir_mini.syntax.printer import Printer
    from mlir_mini.syntax.tokens import Token

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

#: A value's name as written, with its offset in the source.
Name = tuple[str, int]


class RegionNode:
    """A region still to be built: its tree, and arguments of the entry block named outside it.

    ``implicit`` says that a terminator the text leaves out is added, and a block if there is none.
    """

    __slots__ = ("arguments", "implicit", "node")

    def __init__(
        self,
        node: list[Any],
        arguments: Sequence[tuple[Name, Type, Location | None]] | None = None,
        implicit: bool = True,
    ) -> None:
        self.node = node
        self.arguments = arguments
        self.implicit = implicit


class OpState:
    """What has been read of one operation: filled by elements, turned into an Operation."""

    __slots__ = (
        "attribute",
        "attributes",
        "names",
        "parser",
        "pos",
        "properties",
        "regions",
        "spec",
        "successors",
        "types",
    )

    def __init__(self, spec: OpSpec, parser: Any, pos: int) -> None:
        self.spec = spec
        #: The module parser: resolves attribute and type tokens.
        self.parser = parser
        self.pos = pos
        self.names: dict[str, list[Name]] = {}
        self.types: dict[str, list[Type]] = {}
        self.properties: dict[str, Interned] = {}
        self.attributes: dict[str, Interned] = {}
        self.regions: dict[str, list[Any]] = {}
        self.successors: dict[str, list[Any]] = {}
        #: Name of the attribute being read, for error messages.
        self.attribute = ""

    def error(self, pos: int, message: str) -> ParseError:
        return self.parser.error(pos, message)

    def op_error(self, pos: int, message: str) -> ParseError:
        """An error that names the operation, as those of MLIR's custom-assembly parsers do."""
        return self.error(pos, f"custom op '{self.spec.cls.name}' {message}")

    def add_attributes(self, entries: Sequence[tuple[str, Interned, int]]) -> None:
        """Sort the entries of an attribute dictionary into inherent and discardable ones.

        An inherent attribute that the assembly gave already takes the value given here.
        """
        inherent = self.spec.attrs
        for name, value, _ in entries:
            known = name in inherent or name.endswith("SegmentSizes")
            (self.properties if known else self.attributes)[name] = value

    def take_attributes(self, token: Token) -> None:
        """:meth:`add_attributes` of a token; inherent ones must be of their kind."""
        entries = self.parser.attr_dict(token)
        self.add_attributes(entries)
        given = {name for name, _, _ in entries}
        for name, field in self.spec.attrs.items():
            if name in given and not field.kind.check(self.properties[name]):
                raise self.op_error(
                    token.pos,
                    f"'{self.spec.cls.name}' op attribute '{name}' failed to satisfy constraint: "
                    f"{field.kind.summary}",
                )


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


# Pieces of a type run: how types after ':' map to fields.
class TypeOf:
    """``type($field)`` or ``type(operands)``/``type(results)``."""

    __slots__ = ("field", "name", "qualified")

    def __init__(self, name: str, field: OperandField | ResultField | None) -> None:
        self.name = name
        self.field = field
        #: Spell a dialect type out although the field allows only that one.
        self.qualified = False

    @property
    def stripped(self) -> str | None:
        """The dialect type whose prefix the text leaves out."""
        return None if self.qualified or self.field is None else self.field.constraint.stripped

    @property
    def kind(self) -> str:
        return self.field.kind if self.field is not None else "variadic"

    def types(self, op: Operation) -> list[Type]:
        if self.field is None:
            return op.operand_types if self.name == "operands" else op.result_types
        value = self.field.__get__(op)
        if self.field.kind == "variadic":
            return [v.type for v in value]
        return [] if value is None else [value.type]


class OptionalType:
    """``(`,` type($field))?`` inside a run: the separator and the type of an optional operand."""

    __slots__ = ("part", "separator")

    def __init__(self, separator: str, part: TypeOf) -> None:
        self.separator = separator
        self.part = part


class FunctionalType:
    """``functional-type(inputs, results)``."""

    __slots__ = ("inputs", "results")

    def __init__(self, inputs: list[TypeOf], results: list[TypeOf]) -> None:
        self.inputs = inputs
        self.results = results


def _spread(parts: list[TypeOf], types: Sequence[Type], state: OpState, pos: int) -> None:
    """Divide ``types`` among the fields of one side of a functional type."""
    fixed = sum(p.kind == "one" for p in parts)
    variable = len(types) - fixed
    if variable < 0 or (variable and all(p.kind == "one" for p in parts)):
        raise state.error(pos, f"expected {fixed} types but found {len(types)}")
    i = 0
    for part in parts:
        if part.kind == "one":
            count = 1
        elif part.kind == "optional":
            named = state.names.get(part.name)
            count = min(variable, 1) if named is None else min(variable, len(named))
        else:
            named = state.names.get(part.name)
            count = variable if named is None or len(parts) == 1 else len(named)
        state.types[part.name] = list(types[i : i + count])
        i += count
        if part.kind != "one":
            variable -= count


def _wrong_kind(state: OpState, token: Token, at: int, kind: str, found: Type) -> ParseError:
    """The type at index ``at`` of a type list must be of another kind."""
    from mlir_mini.spec.verify import type_text

    return state.op_error(
        state.parser.signature_position(token, at),
        f"invalid kind of type specified: expected {kind}, but found '{type_text(found)}'",
    )


#: Grammar symbol of a type run -> the text it starts with.
_RUN_PREFIX = {"SIGNATURE": ": ", "ARROW_TYPES": "-> ", "TYPES": ""}


class TypeRun(Element):
    """Types and the punctuation between them, read as one token.

    ``items`` are :class:`TypeOf`, :class:`OptionalType`, :class:`FunctionalType` and separator
    strings.
    """

    __slots__ = ("items", "symbol")

    def __init__(self, items: list[Any], symbol: str) -> None:
        self.items = items
        self.symbol = symbol

    def symbols(self, grammar: Any) -> list[str]:
        return [self.symbol]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        token = children[i]
        parsed = state.parser.signature(token, stripped=True)
        end = token.pos + len(token.value)
        at = 0
        for n, item in enumerate(self.items):
            if isinstance(item, str):
                if at >= len(parsed) or parsed[at] != item:
                    # An optional tail (a variadic without types) may drop its separator.
                    if all(isinstance(x, TypeOf) and x.kind != "one" for x in self.items[n + 1 :]):
                        return i + 1
                    where = state.parser.position_in(token, at)
                    if item.isalpha():
                        raise state.op_error(where, f"expected '{item}'")
                    raise state.parser.error_behind(where, f"expected '{item}'")
                at += 1
            elif isinstance(item, FunctionalType):
                found = parsed[at] if at < len(parsed) else None
                if isinstance(found, Type) and not isinstance(found, FunctionType):
                    raise _wrong_kind(state, token, at, "builtin.function", found)
                if not isinstance(found, FunctionType):
                    raise state.error(end, "expected function type")
                _spread(item.inputs, found.inputs, state, token.pos)
                _spread(item.results, found.results, state, token.pos)
                at += 1
            elif isinstance(item, OptionalType):
                if at < len(parsed) and parsed[at] == item.separator:
                    at = self._take_types(item.part, parsed, at + 1, state, token)
                else:
                    state.types[item.part.name] = []
            else:
                at = self._take_types(item, parsed, at, state, token)
        if at < len(parsed):
            raise state.parser.error_behind(
                state.parser.position_in(token, at), "expected operation name in quotes"
            )
        return i + 1

    def _one_type(
        self, item: TypeOf, parsed: Sequence[Any], at: int, state: OpState, token: Token
    ) -> Type:
        """The type at ``at``; a field of one kind of types takes no other."""
        found = parsed[at] if at < len(parsed) else None
        parser = state.parser
        kind = item.field.constraint.kind if item.field is not None else None
        if not isinstance(found, Type):
            stripped = item.stripped
            if stripped is None or found is None or isinstance(found, (str, tuple)):
                raise state.error(token.pos + len(token.value), "expected type")
            found = parser.stripped_type(stripped, found)
        if kind is not None and not isinstance(found, kind[0]):
            pos = parser.signature_position(token, at)
            text = parser.source.text
            if item.stripped is not None and text[pos] != "!":
                raise state.error(len(text[:pos].rstrip(" \t")), "expected '<'")
            raise _wrong_kind(state, token, at, kind[1], found)
        return found

    def _take_types(
        self, item: TypeOf, parsed: Sequence[Any], at: int, state: OpState, token: Token
    ) -> int:
        types: list[Type] = []
        if item.kind == "one":
            types.append(self._one_type(item, parsed, at, state, token))
            at += 1
        elif at < len(parsed) and isinstance(parsed[at], tuple):
            types.extend(parsed[at])
            at += 1
        else:
            while at < len(parsed) and not isinstance(parsed[at], (str, tuple)):
                types.append(self._one_type(item, parsed, at, state, token))
                at += 1
                if at + 1 < len(parsed) and parsed[at] == "," and item.kind == "variadic":
                    at += 1
                else:
                    break
        state.types[item.name] = types
        return at

    def print(self, op: Operation, p: Printer) -> None:
        p.write(_RUN_PREFIX[self.symbol])
        for item in self.items:
            if isinstance(item, str):
                p.write(", " if item == "," else f" {item} ")
            elif isinstance(item, FunctionalType):
                p.functional_type(
                    [ty for part in item.inputs for ty in part.types(op)],
                    [ty for part in item.results for ty in part.types(op)],
                )
            elif isinstance(item, OptionalType):
                found = item.part.types(op)
                if found:
                    p.write(", " if item.separator == "," else f" {item.separator} ")
                    p.types(found)
            elif item.stripped is not None:
                p.write(", ".join([p.stripped_text(ty) for ty in item.types(op)]))
            else:
                p.types(item.types(op))

    def visit(self, op: Operation, p: Printer) -> None:
        for item in self.items:
            if isinstance(item, FunctionalType):
                for part in (*item.inputs, *item.results):
                    p.types(part.types(op))
            elif isinstance(item, OptionalType):
                p.types(item.part.types(op))
            elif not isinstance(item, str):
                p.types(item.types(op))

    def present(self, op: Operation) -> bool:
        return any(bool(item.types(op)) for item in self.items if isinstance(item, TypeOf))


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


class OptionalGroup(Element):
    """``(then)?`` or ``(then) : (otherwise)``, printed by the anchor's presence."""

    __slots__ = ("anchor", "otherwise", "then")

    def __init__(self, then: Sequence_, otherwise: Sequence_ | None, anchor: Element) -> None:
        self.then = then
        self.otherwise = otherwise
        self.anchor = anchor

    def symbols(self, grammar: Any) -> list[str]:
        then = self.then.symbols(grammar)
        if self.otherwise is None:
            return [grammar.optional(then)]
        return [grammar.choice([then, self.otherwise.symbols(grammar)])]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        group = children[i]
        if self.otherwise is None:
            if group:
                first = self.then.elements[0]
                if isinstance(first, AttrRef) and not first.field.kind.recognises(group[0]):
                    # Some other word: the group is not there.
                    raise state.parser.error_behind(group[0].pos, "expected ':'")
                self.then.take(group, 0, state)
            return i + 1
        # ``choice`` children arrive as (alternative number, children).
        number, found = group
        (self.then if number == 0 else self.otherwise).take(found, 0, state)
        return i + 1

    def chosen(self, op: Operation) -> Sequence_ | None:
        return self.then if self.anchor.present(op) else self.otherwise

    def print(self, op: Operation, p: Printer) -> None:
        chosen = self.chosen(op)
        if chosen is not None:
            chosen.print(op, p)

    def visit(self, op: Operation, p: Printer) -> None:
        chosen = self.chosen(op)
        if chosen is not None:
            chosen.visit(op, p)

    def field_names(self) -> list[str]:
        names = self.then.field_names()
        return names + self.otherwise.field_names() if self.otherwise else names


class OneOfEach(Element):
    """``oilist(a | b)``: clauses in any order, each at most once."""

    __slots__ = ("clauses",)

    def __init__(self, clauses: list[Sequence_]) -> None:
        self.clauses = clauses

    def symbols(self, grammar: Any) -> list[str]:
        return [grammar.repeated([clause.symbols(grammar) for clause in self.clauses])]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        seen: set[int] = set()
        for number, found in children[i]:
            if number in seen:
                keyword = found[0]
                raise state.error(
                    keyword.pos,
                    f"`{keyword.value}` clause can appear at most once in the "
                    "expansion of the oilist directive",
                )
            seen.add(number)
            self.clauses[number].take(found, 0, state)
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        for clause in self.clauses:
            if any(element.present(op) for element in clause.anchors()):
                p.write(" ")
                clause.print(op, p, space=False)

    def visit(self, op: Operation, p: Printer) -> None:
        for clause in self.clauses:
            if any(element.present(op) for element in clause.anchors()):
                clause.visit(op, p)

    def field_names(self) -> list[str]:
        return [name for clause in self.clauses for name in clause.field_names()]


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


_NO_SPACE_BEFORE = frozenset("<>(){}[],")
_CLOSING = frozenset(">)}],")


class Sequence_(Element):
    """Elements in a row; the printer's automatic spaces follow ODS's rules."""

    __slots__ = ("elements", "printed")

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements

    def symbols(self, grammar: Any) -> list[str]:
        return [symbol for element in self.elements for symbol in element.symbols(grammar)]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        for element in self.elements:
            i = element.take(children, i, state)
        return i

    def print(self, op: Operation, p: Printer, space: bool = True) -> None:
        _print_elements(self.elements, op, p, [space, False])

    def visit(self, op: Operation, p: Printer) -> None:
        for element in self.elements:
            element.visit(op, p)

    def field_names(self) -> list[str]:
        return [name for element in self.elements for name in element.field_names()]

    def anchors(self) -> list[Element]:
        return [e for e in self.elements if not isinstance(e, (Literal, Space))]


def _print_elements(
    elements: list[Element], op: Operation, p: Printer, spacing: list[bool]
) -> None:
    """Print with ODS's spacing; ``spacing`` is [emit a space, last was punctuation]."""
    for element in elements:
        if isinstance(element, Literal):
            text = element.text
            space, punctuation = spacing
            if space:
                if len(text) != 1 and text != "->":
                    before = True
                elif punctuation:
                    before = text not in _CLOSING
                else:
                    before = text not in _NO_SPACE_BEFORE
                if before:
                    p.write(" ")
            p.write(text)
            spacing[0] = len(text) != 1 or text not in "<({["
            spacing[1] = not (text[0] == "_" or text[0].isalpha())
        elif isinstance(element, Space):
            element.print(op, p)
            spacing[0], spacing[1] = False, True
        elif isinstance(element, OptionalGroup):
            chosen = element.chosen(op)
            if chosen is not None:
                _print_elements(chosen.elements, op, p, spacing)
        elif isinstance(element, (AttrDict, OneOfEach)):
            element.print(op, p)
            spacing[0], spacing[1] = True, False
        elif isinstance(element, (UnitRef, StrayComma)):
            pass
        else:
            if isinstance(element, (OperandRun, AllOperands)) and not element.present(op):
                if isinstance(element, OperandRun) and any(
                    f.kind == "optional" for f in element.fields
                ):
                    continue
            elif isinstance(element, CustomDirective) and not element.leading_space:
                element.print(op, p)
                spacing[0], spacing[1] = True, False
                continue
            if spacing[0] or not spacing[1]:
                p.write(" ")
            element.print(op, p)
            spacing[0], spacing[1] = True, False


class Format(Sequence_):
    """A compiled assembly format."""

    __slots__ = ("visiting",)

    def __init__(self, elements: list[Element]) -> None:
        super().__init__(elements)
        names = frozenset(self.field_names())
        for element in _flatten(elements):
            if isinstance(element, AttrDict):
                element.elided = names | {"operandSegmentSizes", "resultSegmentSizes"}
        #: The elements that can mention an attribute or a type.
        self.visiting = [
            e
            for e in elements
            if not isinstance(e, (Literal, Space, OperandRun, StrayComma, AllOperands))
        ]

    def visit(self, op: Operation, p: Printer) -> None:
        for element in self.visiting:
            element.visit(op, p)


def _flatten(elements: list[Element]) -> list[Element]:
    found: list[Element] = []
    for element in elements:
        found.append(element)
        if isinstance(element, OptionalGroup):
            found += _flatten(element.then.elements)
            if element.otherwise:
                found += _flatten(element.otherwise.elements)
        elif isinstance(element, OneOfEach):
            for clause in element.clauses:
                found += _flatten(clause.elements)
    return found


# Compiling ---------------------------------------------------------------------------------------

_LEXEMES = re.compile(r"\s*(`[^`]*`|\$\w+|[\w-]+|[(){}<>?:|,^])")


class FormatError(Exception):
    """A declaration whose assembly format does not compile."""


class _Compiler:
    """Reads a format text into elements; runs are merged afterwards."""

    def __init__(self, spec: OpSpec, text: str) -> None:
        self.spec = spec
        self.words = _LEXEMES.findall(text)
        leftover = _LEXEMES.sub("", text).strip()
        if leftover:
            raise FormatError(f"{spec.cls.name}: cannot read {leftover!r} in the assembly format")
        self.i = 0
        self.operands = {f.name: f for f in spec.operands}
        self.results = {f.name: f for f in spec.results}
        self.regions = {f.name: f for f in spec.regions}
        self.successors = {f.name: f for f in spec.successors}

    def peek(self) -> str:
        return self.words[self.i] if self.i < len(self.words) else ""

    def next(self) -> str:
        word = self.peek()
        self.i += 1
        return word

    def expect(self, word: str) -> None:
        found = self.next()
        if found != word:
            raise FormatError(f"{self.spec.cls.name}: expected {word!r}, found {found!r}")

    def sequence(self, stop: Sequence[str]) -> tuple[list[Element], Element | None]:
        """Elements up to one of the ``stop`` words, and the anchor (marked ``^``)."""
        raw: list[Any] = []
        anchor: Any = None
        while self.peek() and self.peek() not in stop:
            raw.append(self.element())
            if self.peek() == "^":
                self.next()
                anchor = raw[-1]
        elements = _merge_runs(raw)
        if anchor is not None and anchor not in elements:
            anchor = next(
                (e for e in elements if anchor in getattr(e, "merged", list)()), None
            ) or _covering(elements, anchor)
        return elements, anchor

    def element(self) -> Any:
        word = self.next()
        if word.startswith("`"):
            text = word[1:-1]
            return Space(text.replace("\\n", "\n")) if not text.strip() else Literal(text)
        if word.startswith("$"):
            return self.reference(word[1:])
        if word == "(":
            return self.group()
        if word in ("attr-dict", "attr-dict-with-keyword"):
            return AttrDict(self.spec, word.endswith("keyword"))
        if word == "type":
            return self.type_of()
        if word == "qualified":
            self.expect("(")
            inner = self.element()
            self.expect(")")
            if isinstance(inner, TypeOf):
                inner.qualified = True
            return inner
        if word == "functional-type":
            self.expect("(")
            inputs = self.type_list()
            self.expect(",")
            results = self.type_list()
            self.expect(")")
            return FunctionalType(inputs, results)
        if word == "operands":
            return AllOperands()
        if word == "oilist":
            return self.oilist()
        if word == "custom":
            return self.custom()
        raise FormatError(f"{self.spec.cls.name}: unknown directive {word!r}")

    def reference(self, name: str) -> Any:
        if name in self.operands:
            return self.operands[name]
        if name in self.spec.attrs:
            field = self.spec.attrs[name]
            if field.kind.is_flag:
                return UnitRef(field)
            return AttrRef(field)
        if name in self.regions:
            return RegionRef(self.spec, self.regions[name])
        if name in self.successors:
            return SuccessorRef(self.successors[name])
        raise FormatError(f"{self.spec.cls.name}: unknown field ${name}")

    def one_type(self, word: str) -> TypeOf:
        if word in ("operands", "results"):
            return TypeOf(word, None)
        name = word.lstrip("$")
        field = self.operands.get(name) or self.results.get(name)
        if field is None:
            raise FormatError(f"{self.spec.cls.name}: unknown value {word!r} in a type")
        return TypeOf(name, field)

    def type_of(self) -> TypeOf:
        self.expect("(")
        found = self.one_type(self.next())
        self.expect(")")
        return found

    def type_list(self) -> list[TypeOf]:
        word = self.next()
        if word == "operands" and self.operands:
            return [TypeOf(f.name, f) for f in self.spec.operands]
        if word == "results" and self.results:
            return [TypeOf(f.name, f) for f in self.spec.results]
        return [self.one_type(word)]

    def group(self) -> Element:
        then, anchor = self.sequence([")"])
        self.expect(")")
        otherwise = None
        if self.peek() == ":":
            self.next()
            self.expect("(")
            elements, other_anchor = self.sequence([")"])
            self.expect(")")
            otherwise = Sequence_(elements)
            if anchor is None and other_anchor is not None:
                anchor = _Absent(other_anchor)
        self.expect("?")
        if anchor is None:
            raise FormatError(f"{self.spec.cls.name}: optional group without an anchor")
        return OptionalGroup(Sequence_(then), otherwise, anchor)

    def oilist(self) -> Element:
        self.expect("(")
        clauses = []
        while True:
            elements, _ = self.sequence(["|", ")"])
            clauses.append(Sequence_(elements))
            if self.next() == ")":
                return OneOfEach(clauses)

    def custom(self) -> Element:
        self.expect("<")
        name = self.next()
        self.expect(">")
        self.expect("(")
        args, depth = [], 1
        text = ""
        while True:
            word = self.next()
            if word == "(":
                depth += 1
            elif word == ")":
                depth -= 1
                if depth == 0:
                    break
            if word == "," and depth == 1:
                args.append(text)
                text = ""
            else:
                text += word
        if text:
            args.append(text)
        if name not in CUSTOM_DIRECTIVES:
            raise FormatError(f"{self.spec.cls.name}: unknown directive custom<{name}>")
        return CUSTOM_DIRECTIVES[name](self.spec, args)


class _Absent(Element):
    """Anchor of a group whose ``else`` part carries the ``^``."""

    __slots__ = ("anchor",)

    def __init__(self, anchor: Element) -> None:
        self.anchor = anchor

    def present(self, op: Operation) -> bool:
        return not self.anchor.present(op)


def _covering(elements: list[Element], anchor: Any) -> Element:
    """The run that an operand or type marked as anchor was merged into."""
    for element in elements:
        if isinstance(element, OperandRun) and anchor in element.fields:
            return OperandRun([anchor], 0) if len(element.fields) > 1 else element
        if isinstance(element, TypeRun) and anchor in element.items:
            return element
    raise FormatError("the anchor of an optional group must be an operand, attribute or type")


def _is_comma(item: Any) -> bool:
    return isinstance(item, Literal) and item.text == ","


def _starts_with_comma(raw: list[Any], i: int) -> bool:
    """Whether a comma may follow, other than one for an operand."""
    if i < len(raw) and isinstance(raw[i], OptionalGroup):
        return _starts_with_comma(raw[i].then.elements, 0) or _starts_with_comma(raw, i + 1)
    return i < len(raw) and _is_comma(raw[i])


def _optional_operands(item: Any) -> list[OperandField] | None:
    """Fields of a group ``(`,` $a)?`` that extends an operand run."""
    if not isinstance(item, OptionalGroup) or item.otherwise is not None:
        return None
    body = item.then.elements
    if len(body) == 2 and _is_comma(body[0]) and isinstance(body[1], OperandRun):
        return body[1].fields
    return None


def _optional_type(item: Any) -> OptionalType | None:
    """A group ``(`,` type($a)^)?`` that extends a type run."""
    if not isinstance(item, OptionalGroup) or item.otherwise is not None:
        return None
    body = item.then.elements
    if len(body) == 2 and _is_comma(body[0]) and isinstance(body[1], TypeRun):
        (part,) = body[1].items
        return OptionalType(",", part)
    return None


def _merge_runs(raw: list[Any]) -> list[Element]:
    """Merge neighbouring operands, and types behind ``:`` or ``->``, into runs."""
    elements: list[Element] = []
    i = 0
    while i < len(raw):
        item = raw[i]
        if isinstance(item, OperandField):
            fields = [item]
            i += 1
            while i < len(raw):
                if _is_comma(raw[i]) and i + 1 < len(raw) and isinstance(raw[i + 1], OperandField):
                    fields.append(raw[i + 1])
                    i += 2
                    continue
                more = _optional_operands(raw[i])
                if more is None:
                    break
                fields += more
                i += 1
            elements.append(OperandRun(fields, sum(f.kind == "one" for f in fields)))
            if len(fields) > 1 and fields[-1].kind == "optional" and not _starts_with_comma(raw, i):
                elements.append(StrayComma(fields[-1]))
            continue
        starts_types = (
            isinstance(item, Literal)
            and item.text in (":", "->")
            and i + 1 < len(raw)
            and isinstance(raw[i + 1], (TypeOf, FunctionalType))
        )
        if starts_types:
            symbol = "SIGNATURE" if item.text == ":" else "ARROW_TYPES"
            items: list[Any] = [raw[i + 1]]
            i += 2
            while i < len(raw):
                optional = _optional_type(raw[i])
                if optional is not None:
                    items.append(optional)
                    i += 1
                elif (
                    i + 1 < len(raw)
                    and isinstance(raw[i], Literal)
                    and raw[i].text in (",", "->", "*", "to")
                    and isinstance(raw[i + 1], (TypeOf, FunctionalType))
                ):
                    items += [raw[i].text, raw[i + 1]]
                    i += 2
                else:
                    break
            elements.append(TypeRun(items, symbol))
            continue
        if isinstance(item, (TypeOf, FunctionalType)):
            elements.append(TypeRun([item], "TYPES"))
        else:
            elements.append(item)
        i += 1
    return elements


def compile_format(spec: OpSpec, text: str) -> Format:
    """Compile an assembly format; raises FormatError for a faulty declaration."""
    compiler = _Compiler(spec, text)
    elements, _ = compiler.sequence([])
    return Format(elements)
