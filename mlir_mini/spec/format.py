"""Assembly formats: one text gives an operation's grammar form, its parser and its printer.

The language is ODS's declarative assembly format: literals in backticks, ``$field``,
``type($field)``, ``functional-type(a, b)``, ``attr-dict``, ``attr-dict-with-keyword``,
``(... $anchor^ ...)?``, ``(...) : (...)``, ``oilist(a | b)``, ``custom<Name>(args)``,
``operands``, ``results``, ``regions``, ``successors``, ``qualified(x)``.

A format compiles to a list of elements.  Each element names the grammar symbols it matches,
takes the parsed pieces, and prints; so the two directions cannot drift apart.  Operands that
stand side by side, separated by commas, become one :class:`.OperandRun` and one token; types after
a colon become one :class:`.TypeRun` and one token.  That keeps the number of tokens, which is what
parsing costs, near four an operation, and lets many operations share one grammar form.

What a format is made of: :mod:`.elements`, :mod:`.type_elements`, :mod:`.element_groups`; what is
known while text is read: :mod:`.op_state`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.regex import Regex
from mlir_mini.spec.element_groups import Format, OneOfEach, OptionalGroup, Sequence_
from mlir_mini.spec.elements import (
    CUSTOM_DIRECTIVES,
    AllOperands,
    AttrDict,
    AttrRef,
    Element,
    Literal,
    OperandRun,
    RegionRef,
    Space,
    StrayComma,
    SuccessorRef,
    UnitRef,
)
from mlir_mini.spec.fields import OperandField
from mlir_mini.spec.type_elements import (
    FunctionalType,
    OptionalType,
    TypeOf,
    TypeRun,
)

if TYPE_CHECKING:
    from mlir_mini.ir.core import Operation
    from mlir_mini.spec.op import OpSpec


_LEXEMES = Regex(r"\s*(`[^`]*`|\$\w+|[\w-]+|[(){}<>?:|,^])")


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
