"""Elements of a format in a row, and groups of them: optional ones, and clauses in any order.

Printing puts spaces between elements by ODS's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.spec.elements import (
    AllOperands,
    AttrDict,
    AttrRef,
    CustomDirective,
    Element,
    Literal,
    OperandRun,
    Space,
    StrayComma,
    UnitRef,
)
from mlir_mini.spec.op_state import OpState

if TYPE_CHECKING:
    from mlir_mini.ir.core import Operation
    from mlir_mini.syntax.printer import Printer


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
