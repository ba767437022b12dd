"""Enums that are attributes of a dialect: ``#arith.fastmath<nnan,ninf>``, ``#gpu<dim x>``.

A class derived from :class:`EnumAttr` lists the cases; :func:`register` makes the dialect read and
write it, :class:`EnumAttrKind` declares an operation's attribute of that class.  Enums stored as
plain integers are :class:`~mlir_mini.spec.attr_kinds.EnumKind`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from mlir_mini.interned import Interned
from mlir_mini.source import ParseError
from mlir_mini.spec.attr_kinds import AttrKind
from mlir_mini.spec.registry import Dialect

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer
    from mlir_mini.syntax.tokens import Token


class EnumAttr(Interned):
    """Base of enum attributes; ``value`` is the number of the case, or the bits of the flags."""

    fields = ("value",)
    __slots__ = fields
    value: int

    #: Keyword -> number; flags that stand for several others come last and are printed first.
    cases: ClassVar[dict[str, int]] = {}
    #: Text between flags; None for an enum of which one case holds.
    separator: ClassVar[str | None] = None
    mnemonic: ClassVar[str]
    #: What the error messages of MLIR's parsers call the enum and its attribute.
    cpp_name: ClassVar[str]
    td_name: ClassVar[str]
    #: What the values say, for the messages of enums that have them in another form.
    description: ClassVar[str] = ""

    @classmethod
    def of(cls, text: str) -> Any:
        """The attribute for keywords as :attr:`text` gives them; KeyError for an unknown one."""
        words = [text] if cls.separator is None else text.split(cls.separator.strip())
        value = 0
        for word in words:
            value |= cls.cases[word.strip()]
        return cls(value)

    @property
    def text(self) -> str:
        """The keywords as they are printed."""
        rest, words = self.value, []
        for name, bits in self.cases.items():
            if bits == self.value:
                return name
            if bits and self.separator is not None and rest & bits == bits:
                words.append(name)
                rest &= ~bits
        return (self.separator or "").join(words)

    @classmethod
    def _complaint(cls, word: str | None) -> str:
        """What is said of a word that is no case, or of none at all."""
        listed = ", ".join(cls.cases)
        if cls.description:
            if word is None:
                return f"expected keyword for {cls.description}"
            return f"expected one of [{listed}] for {cls.description}, got: {word}"
        if word is None:
            return "expected valid keyword or string"
        return f"expected {cls.cpp_name} to be one of: {listed}"

    @classmethod
    def read(cls, cursor: Cursor, fail: Callable[[int, str], ParseError]) -> Any:
        """Read keywords at ``cursor``; ``fail(pos, message)`` makes the error."""
        value = 0
        while True:
            at = cursor.location()
            word = cursor.optional_keyword()
            if word not in cls.cases:
                error = fail(at, cls._complaint(word))
            else:
                value |= cls.cases[word]
                if cls.separator is None or not cursor.optional(cls.separator.strip()):
                    return cls(value)
                continue
            # The attribute's own parser complains after the enum's.
            complaint = f"failed to parse {cls.td_name} parameter 'value' which is to be a "
            second = fail(cursor.location(), f"{complaint}`{cls.cpp_name}`").diagnostic
            error.diagnostic.notes.append(second)
            raise error


def register(dialect: Dialect, cls: type[EnumAttr], bracketed: bool = True) -> None:
    """Let ``dialect`` read and print ``cls``: ``#dialect.mnemonic<case>``.

    Without ``bracketed`` it is ``#dialect<mnemonic case>``.
    """

    def parse(params: Params) -> Any:
        cursor = params.cursor()
        if bracketed:
            cursor.expect("<")
        found = cls.read(cursor, params.parser.error)
        if bracketed:
            cursor.expect(">")
        return found

    def print(attr: EnumAttr, p: Printer) -> None:
        p.write(f"{cls.mnemonic}<{attr.text}>" if bracketed else f"{cls.mnemonic} {attr.text}")

    dialect.attr_parsers[cls.mnemonic] = parse
    dialect.printers[cls] = print


class EnumAttrKind(AttrKind):
    """An attribute of an enum class, in the custom form ``<case>`` or, not bracketed, ``case``."""

    def __init__(self, cls: type[EnumAttr], summary: str, bracketed: bool = True) -> None:
        self.cls = cls
        self.summary = summary
        self.bracketed = bracketed
        # Several flags without brackets are several tokens.
        unbracketed = "KEYWORD" if cls.separator is None else "flags"
        self.symbol = "BODY" if bracketed else unbracketed

    def check(self, attr: Any) -> bool:
        return isinstance(attr, self.cls)

    def parse(self, token: Token | list[Token], state: OpState) -> Interned:
        cursor = state.parser.cursor(token[0] if isinstance(token, list) else token)
        if not self.bracketed:
            cursor.end = len(cursor.text)
            return self.cls.read(cursor, state.op_error)
        cursor.expect("<")
        found = self.cls.read(cursor, state.op_error)
        cursor.expect(">")
        return found

    def print(self, attr: Any, p: Printer) -> None:
        p.write(f"<{attr.text}>" if self.bracketed else attr.text)

    def to_python(self, attr: Any) -> str:
        return attr.text

    def from_python(self, value: Any) -> Interned:
        return value if isinstance(value, Interned) else self.cls.of(value)
