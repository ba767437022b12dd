"""Plain words for syntax errors outside an operation's own text, as MLIR says them.

What is missing inside an operation is :mod:`.expectations`' business; here is the rest: the start
of an operation, and the inside of types, attributes and locations, and what to say of a whole input
that is no MLIR text.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import Any

from mlir_mini.spec import registry
from mlir_mini.syntax.tokens import BAD_ESCAPE, Token

#: Terminal -> what a reader calls it.
_NAMES = {
    "OPERANDS": "SSA operand",
    "ASSIGNS": "SSA operand",
    "TYPE": "non-function type",
    "TYPES": "non-function type",
    "PRIMITIVE": "non-function type",
    "SYMBOL": "valid '@'-identifier for symbol name",
    "STRING": "string",
    "NUMBER": "integer literal",
    "ATTR": "attribute value",
    "KEYWORD": "valid keyword",
    "BLOCK_NAME": "block name",
    "SIGNATURE": "':'",
    "COLON": "':'",
    "ARROW_TYPES": "'->'",
    "ARROW": "'->'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "LBRACE": "'{' to begin a region",
    "RBRACE": "'}'",
    "LT": "'<'",
    "GT": "'>'",
    "EQUAL": "'='",
    "COMMA": "','",
    "STAR": "'*'",
    "BODY": "'<'",
    "BRACKETS": "'['",
    "DIMS": "dimension list",
    "SCALABLE_DIMS": "dimension list",
    "LOC": "location",
    "ATTR_DICT": "'{'",
}
#: Where several things could come, the first of these that could is named.
_PREFERENCE = [
    "SIGNATURE",
    "COLON",
    "EQUAL",
    "OPERANDS",
    "ASSIGNS",
    "SYMBOL",
    "TYPE",
    "TYPES",
    "PRIMITIVE",
    "ATTR",
    "NUMBER",
    "STRING",
    "KEYWORD",
    "BLOCK_NAME",
    "LPAR",
    "ARROW_TYPES",
    "ARROW",
    "LBRACE",
    "LSQB",
    "RPAR",
    "GT",
    "RSQB",
    "COMMA",
]
_STRAY = "unexpected character"
#: How MLIR bytecode begins, b"ML\\xefR", in text that keeps what is no UTF-8.
_BYTECODE = b"ML\xefR".decode("utf-8", "surrogateescape")
#: What lies next to a kernel's TTIR and is not MLIR.
_NOT_MLIR = frozenset(
    (".py", ".ptx", ".ll", ".llir", ".bc", ".cubin", ".sass", ".amdgcn", ".hsaco", ".json", ".md")
)
#: The line before each module that a pass manager dumps.
_BANNER = "// -----// IR Dump "


class Complaint:
    """A message and where it points: at the token (``at``), or at the end of what comes before."""

    __slots__ = ("message", "pos")

    def __init__(self, message: str, pos: int | None = None) -> None:
        self.message = message
        #: Offset of the message; None: behind what was read before the token.
        self.pos = pos


def is_bytecode(text: str) -> bool:
    """Whether ``text``, decoded with surrogateescape, is a module in MLIR's binary form."""
    return text.startswith(_BYTECODE)


def notes_on_input(name: str, text: str) -> list[str]:
    """What may be wrong with the whole of an input that does not parse.

    Upstream says none of this; where an input looks like MLIR there is nothing to say.
    """
    notes = []
    ending = os.path.splitext(name)[1].lower()
    if ending in _NOT_MLIR:
        notes.append(f"mini-opt reads MLIR text, such as a kernel's .ttir or .ttgir, not {ending}")
    if text.count(_BANNER) > 1:
        notes.append("this is a dump of several modules; give mini-opt one of them")
    return notes


def explain(token: Any, expected: Collection[str], stack: Sequence[Any]) -> Complaint:
    """The complaint about ``token`` where one of the terminals ``expected`` should stand.

    ``stack`` is the parser's: what has been read and not yet become part of something.
    """
    if token.type == "UNKNOWN":
        return _unknown_character(token)
    if "RESULTS" in expected or "GENERIC_OP" in expected:
        return _operation_start(token, stack)
    if stack and isinstance(stack[-1], Token) and stack[-1].type == "GENERIC_OP":
        return Complaint("expected ':' followed by operation type")
    for name in _PREFERENCE:
        if name in expected:
            return Complaint(f"expected {_NAMES[name]}")
    keywords = sorted("'" + e[3:].lower() + "'" for e in expected if e.startswith("KW_"))
    if keywords:
        return Complaint("expected " + " or ".join(keywords))
    named = sorted({_NAMES.get(e, e.lower()) for e in expected if e != "$END"})
    return Complaint("expected " + " or ".join(named) if named else "expected end of input")


def _unknown_character(token: Any) -> Complaint:
    if token.value[0] == '"':
        escape = BAD_ESCAPE.match(token.value)
        if escape:
            return Complaint("unknown escape in string literal", token.pos + escape.end())
        return Complaint("expected '\"' in string literal", token.pos + len(token.value))
    if token.value == "%":
        return Complaint("invalid SSA name", token.pos)
    return Complaint(_STRAY, token.pos)


def _operation_start(token: Any, stack: Sequence[Any]) -> Complaint:
    if token.type == "STRING" or token.value.startswith('"'):
        return Complaint("expected '(' to start operand list", token.pos + len(token.value))
    if token.type in ("BARE", "KEYWORD") or token.type.startswith("KW_"):
        return Complaint(_unknown_operation(token.value, stack), token.pos)
    if token.type == "OPERANDS":
        return Complaint("expected '=' after SSA name", token.pos + len(token.value))
    return Complaint("expected operation name in quotes")


def _unknown_operation(name: str, stack: Sequence[Any]) -> str:
    dialect, dot, rest = name.partition(".")
    if dot and dialect in registry.RENAMED_DIALECTS:
        today = registry.RENAMED_DIALECTS[dialect]
        return f"dialect '{dialect}' is called '{today}' today: write '{today}.{rest}'"
    if dot and registry.dialect(dialect) is None:
        return f"Dialect `{dialect}' not found for custom op '{name}' "
    if not dot and _directly_in_module(stack):
        return f"custom op '{name}' is unknown (tried 'builtin.{name}' as well)"
    return f"custom op '{name}' is unknown"


def _directly_in_module(stack: Sequence[Any]) -> bool:
    """The innermost open region is a module's, or there is none."""
    for at in range(len(stack) - 1, -1, -1):
        if isinstance(stack[at], Token) and stack[at].type == "LBRACE":
            for before in reversed(stack[:at]):
                if isinstance(before, Token) and before.type.startswith("F"):
                    return before.value.removeprefix("builtin.") == "module"
            return False
    return True
