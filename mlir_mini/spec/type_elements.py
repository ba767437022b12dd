"""The types in an assembly format: how those after a colon map to fields.

Types that stand side by side are one :class:`TypeRun` and one token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.types import FunctionType, Type
from mlir_mini.spec.elements import Element
from mlir_mini.spec.fields import OperandField, ResultField
from mlir_mini.spec.op_state import OpState

if TYPE_CHECKING:
    from mlir_mini.ir.core import Operation
    from mlir_mini.source import ParseError
    from mlir_mini.syntax.printer import Printer
    from mlir_mini.syntax.tokens import Token


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
