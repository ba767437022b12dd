"""What MLIR would have expected where an operation's own text goes wrong.

MLIR's parsers read an operation from left to right and complain about the first thing that is
missing and that could not have been left out.  The parser's stack tells how much of the operation
has been read; its assembly format tells what comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from mlir_mini.regex import Regex
from mlir_mini.spec import registry
from mlir_mini.spec.attr_kinds import EnumKind
from mlir_mini.spec.element_groups import OneOfEach, OptionalGroup
from mlir_mini.spec.elements import (
    AllOperands,
    AttrDict,
    AttrRef,
    CustomDirective,
    Element,
    Literal,
    OperandRun,
    RegionRef,
    Space,
    StrayComma,
    SuccessorRef,
    UnitRef,
)
from mlir_mini.spec.op import OpSpec
from mlir_mini.spec.type_elements import TypeRun
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.tokens import Token

_OPERATION = Regex(r"F\d+\Z")
_RUNS = {"SIGNATURE": "':'", "ARROW_TYPES": "'->'", "TYPES": "non-function type"}
_SYMBOLS = {
    **_RUNS,
    "OPERANDS": "SSA operand",
    "ASSIGNS": "SSA operand",
    "BLOCK_NAME": "block name",
    "ATTR": "attribute value",
    "TYPE": "non-function type",
    "region": "'{' to begin a region",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "COMMA": "','",
    "COLON": "':'",
    "EQUAL": "'='",
    "ARROW": "'->'",
    "LT": "'<'",
    "GT": "'>'",
    "BODY": "'<'",
}


class Expectation:
    """A message; ``after`` says that it belongs behind the last thing read, not at the next.

    ``at`` is the offset of the next thing, where that is not the token that was wrong.
    """

    __slots__ = ("after", "at", "message")

    def __init__(self, message: str, after: bool = True, at: int | None = None) -> None:
        self.message = message
        self.after = after
        self.at = at


def expectation(stack: Sequence[Any], token: Token) -> Expectation | None:
    """What should come instead of ``token``, given the parser's stack; None where unknown."""
    found = _expectation(stack)
    if found is None or token.type == "$END":
        return found
    if found.message == "expected ','" and token.type == "COMMA":
        return Expectation("expected SSA operand", at=token.pos + 1)
    if found.message == "expected ':'" and token.type == "COLON":
        return Expectation("expected non-function type", at=token.pos + 1)
    if found.message == "expected SSA operand" and token.value.startswith("%"):
        # An operand, but the `=` that should follow is missing.
        return Expectation("expected '='", at=token.pos + len(token.value))
    return found


def _expectation(stack: Sequence[Any]) -> Expectation | None:
    for at in range(len(stack) - 1, -1, -1):
        head = stack[at]
        if isinstance(head, Token) and _OPERATION.match(head.type):
            cls = registry.op_class(head.value) or registry.op_class("builtin." + head.value)
            if cls is None:
                return None
            spec = cast(OpSpec, cls.spec)
            return _Reading(cls.name, list(stack[at + 1 :])).next_of(spec.format.elements)
        if isinstance(head, Token) and head.type == "LBRACE":
            return None
    return None


class _Reading:
    """One operation of which ``children`` have been read."""

    def __init__(self, name: str, children: list[Any]) -> None:
        self.name = name
        self.children = children
        self.at = 0
        #: The last operand list, if it ended too early.
        self.short = False

    def next_of(self, elements: Sequence[Element]) -> Expectation | None:
        for element in elements:
            if self.at < len(self.children):
                inside = self._step(element)
                if inside is not None:
                    return inside
            elif self.short:
                return Expectation("expected ','")
            else:
                found = self._missing(element)
                if found is not None:
                    return found
        return None

    def _is(self, terminal: str) -> bool:
        return getattr(self.children[self.at], "type", None) == terminal

    def _step(self, element: Element) -> Expectation | None:
        """Step over what was read of ``element``; the expectation if that was not all."""
        self.short = False
        if isinstance(element, (Space, UnitRef)):
            return None
        if isinstance(element, StrayComma):
            self.at += self._is("COMMA")
            return None
        if isinstance(element, (OperandRun, AllOperands)):
            if self._is("OPERANDS"):
                if isinstance(element, OperandRun):
                    count = tk.without_comments(self.children[self.at].value).count(",") + 1
                    self.short = count < element.minimum
                self.at += 1
            return None
        if isinstance(element, AttrDict):
            if element.with_keyword:
                self.at += isinstance(self.children[self.at], list)
            else:
                self.at += self._is("ATTR_DICT")
            return None
        if isinstance(element, OptionalGroup):
            child = self.children[self.at]
            if isinstance(child, (list, tuple)):
                self.at += 1
                return None
            first = element.then.elements[0]
            if isinstance(first, AttrRef) and not first.field.kind.recognises(child):
                # Some other word: the group is not there.
                return Expectation("expected ':'", at=child.pos)
            return self.next_of(element.then.elements)
        if isinstance(element, OneOfEach):
            self.at += 1
            return None
        if isinstance(element, CustomDirective):
            return self._directive(element)
        self.at += 1
        return None

    def _missing(self, element: Element) -> Expectation | None:
        """The complaint about an element of which nothing was read; None if it is optional."""
        if isinstance(element, Literal):
            return self._literal(element.text)
        if isinstance(element, OperandRun):
            return Expectation("expected SSA operand") if element.minimum else None
        if isinstance(element, TypeRun):
            return Expectation(f"expected {_RUNS[element.symbol]}")
        if isinstance(element, RegionRef):
            return Expectation("expected '{' to begin a region")
        if isinstance(element, SuccessorRef):
            return Expectation("expected block name")
        if isinstance(element, AttrRef):
            return self._attribute(element)
        if isinstance(element, CustomDirective):
            return self._directive(element)
        return None

    def _literal(self, text: str) -> Expectation:
        text = text.strip("'")
        if text[0].isalpha():
            return Expectation(f"custom op '{self.name}' expected '{text}'", after=False)
        return Expectation(f"expected '{text}'")

    def _attribute(self, element: AttrRef) -> Expectation | None:
        kind = element.field.kind
        if isinstance(kind, EnumKind):
            listed = ", ".join(kind.cases)
            return Expectation(
                f"custom op '{self.name}' expected string or keyword containing one of the "
                f"following enum values for attribute '{element.field.name}' [{listed}]",
                after=False,
            )
        if kind.symbol == "SYMBOL":
            return Expectation(
                f"custom op '{self.name}' expected valid '@'-identifier for symbol name",
                after=False,
            )
        if kind.symbol in ("STRING", "NUMBER"):
            return Expectation("expected attribute value")
        found = _SYMBOLS.get(kind.symbol)
        return None if found is None else Expectation(f"expected {found}")

    def _directive(self, element: CustomDirective) -> Expectation | None:
        """What a directive's grammar expects behind what was read of it."""
        rules = str(getattr(element, "rules", ""))
        for symbol in element.grammar.split():
            if self.at < len(self.children):
                child = self.children[self.at]
                word = isinstance(child, Token)
                if symbol[0] == symbol[-1] == "'" and not (
                    word and child.value == symbol.strip("'")
                ):
                    # Inside a repeated part; behind a region that is over, this comes next.
                    return None if isinstance(self.children[-1], Token) else self._literal(symbol)
                if word and symbol[0].islower() and symbol != "region":
                    return None
                self.at += 1
                continue
            if symbol.endswith("?") or f"{symbol}: -> empty" in rules:
                continue
            if symbol.startswith("'"):
                return self._literal(symbol)
            found = _SYMBOLS.get(symbol)
            return None if found is None else Expectation(f"expected {found}")
        return None
