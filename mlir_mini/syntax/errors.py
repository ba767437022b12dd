"""Plain words for syntax errors: which terminals could have come, as MLIR would say it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

#: Terminal -> what a reader calls it, most specific expectation first.
_NAMES = {
    "OPERANDS": "SSA operand",
    "ASSIGNS": "SSA operand",
    "TYPE": "type",
    "TYPES": "type",
    "PRIMITIVE": "type",
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
    "LBRACE": "'{'",
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
    "ATTR_DICT": "attribute dictionary",
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
    "RSQB",
    "GT",
    "COMMA",
]


def is_operation_place(expected: Collection[str]) -> bool:
    """The state expects the start of an operation."""
    return "RESULTS" in expected or "GENERIC_OP" in expected


def explain(token: Any, expected: Collection[str]) -> str:
    """The message for ``token`` where one of the terminals ``expected`` should stand."""
    if is_operation_place(expected):
        if token.type == "$END":
            return "expected '}' to end the region" if "RBRACE" in expected else "expected operation"
        if token.type in ("BARE", "KEYWORD") or token.type.startswith("KW_"):
            return f"custom op '{token.value}' is unknown"
        if token.type in ("STRING", "GENERIC_OP"):
            return "expected '(' to start operand list" if token.type == "STRING" else (
                "expected operation"
            )
        if "LOC" in expected and token.type in ("SIGNATURE", "COLON") :
            return "expected operation name in quotes"
        return "expected operation name in quotes"
    if "GENERIC_OP" not in expected and expected and all(
        e == "GENERIC_OP" or e.startswith("F") and e[1:].isdigit() for e in expected
    ):
        return "expected operation name in quotes"
    for name in _PREFERENCE:
        if name in expected:
            return f"expected {_NAMES[name]}"
    keywords = sorted(
        "'" + e[3:].lower() + "'" for e in expected if e.startswith("KW_")
    )
    if keywords:
        return "expected " + " or ".join(keywords)
    named = sorted({_NAMES.get(e, e.lower()) for e in expected if e != "$END"})
    return "expected " + " or ".join(named) if named else "expected end of input"
