"""The lexer that feeds the LALR parser.

Contextual: the parser's state says which terminals may come next, and only those are tried, in
the order of the table for the character at hand.  That is what lets ``{`` be an attribute
dictionary in one place and a region in another, and ``%a`` a definition or a use.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from mlir_mini.regex import Regex
from mlir_mini.syntax import tokens as tk

#: fn(text, pos, end) -> end of the match, or -1.
Matcher = Callable[[str, int, int], int]


def _regex(pattern: Regex) -> Matcher:
    def matcher(text: str, pos: int, end: int) -> int:
        found = pattern.match(text, pos, end)
        return found.end() if found else -1

    return matcher


def _fixed(word: str) -> Matcher:
    size = len(word)
    return lambda text, pos, end: pos + size if text.startswith(word, pos) else -1


def _signature(text: str, pos: int, end: int) -> int:
    """``: type, type -> type``."""
    return tk.type_list_end(text, tk.skip_gap(text, pos + 1, end), end)


def _arrow_types(text: str, pos: int, end: int) -> int:
    """``-> type`` or ``-> (type, type)``."""
    if not text.startswith("->", pos):
        return -1
    return tk.type_list_end(text, tk.skip_gap(text, pos + 2, end), end)


def _properties(text: str, pos: int, end: int) -> int:
    """``<{ ... }>``."""
    if not text.startswith("<{", pos):
        return -1
    usual = tk.PROPERTIES_FAST.match(text, pos, end)
    return usual.end() if usual else tk.balanced(text, pos, end)


def _attr_dict(text: str, pos: int, end: int) -> int:
    if text.startswith("{-#", pos) or not tk.DICT_START.match(text, pos, end):
        return -1
    usual = tk.DICT_FAST.match(text, pos, end)
    return usual.end() if usual else tk.balanced(text, pos, end)


def _resources(text: str, pos: int, end: int) -> int:
    if not text.startswith("{-#", pos):
        return -1
    stop = text.find("#-}", pos, end)
    return stop + 3 if stop >= 0 else -1


def _location(text: str, pos: int, end: int) -> int:
    match = tk.LOC_START.match(text, pos, end)
    return tk.balanced(text, match.end() - 1, end) if match else -1


_REGEX = {
    name: _regex(getattr(tk, name))
    for name in (
        "OPERANDS",
        "RESULTS",
        "ASSIGNS",
        "BLOCK_NAME",
        "SYMBOL",
        "STRING",
        "NUMBER",
        "GENERIC_OP",
        "ALIAS_DEF",
        "ALIAS",
        "DIALECT_NAME",
        "PRIMITIVE",
        "DIMS",
        "SCALABLE_DIMS",
        "SHAPE",
        "BARE",
    )
}


_WORDS: list[tuple[str, Matcher]] = [
    ("LOC", _location),
    ("TYPES", tk.type_list_end),
    ("TYPE", tk.type_end),
    ("ATTR", tk.attribute_end),
    ("PRIMITIVE", _REGEX["PRIMITIVE"]),
    *[(name, _regex(pattern)) for name, pattern in tk.OPENERS.items()],
    ("KEYWORD", _REGEX["BARE"]),
]

#: First character -> the terminals to try, in order, with their matchers.
TABLE: dict[str, list[tuple[str, Matcher]]] = {
    "%": [(n, _REGEX[n]) for n in ("RESULTS", "ASSIGNS", "OPERANDS")],
    "^": [("BLOCK_NAME", _REGEX["BLOCK_NAME"])],
    ":": [("SIGNATURE", _signature), ("COLON", _fixed(":"))],
    "-": [
        ("ARROW_TYPES", _arrow_types),
        ("ARROW", _fixed("->")),
        ("ATTR", tk.attribute_end),
        ("NUMBER", _REGEX["NUMBER"]),
    ],
    "{": [
        ("RESOURCES", _resources),
        ("ATTR_DICT", _attr_dict),
        ("ATTR", tk.attribute_end),
        ("LBRACE", _fixed("{")),
    ],
    "<": [("PROPERTIES", _properties), ("BODY", tk.balanced), ("LT", _fixed("<"))],
    "(": [
        ("TYPES", tk.type_list_end),
        ("TYPE", tk.type_end),
        ("ATTR", tk.attribute_end),
        ("LPAR", _fixed("(")),
    ],
    "[": [
        ("ATTR", tk.attribute_end),
        ("BRACKETS", tk.balanced),
        ("SCALABLE_DIMS", _REGEX["SCALABLE_DIMS"]),
        ("LSQB", _fixed("[")),
    ],
    "@": [("ATTR", tk.attribute_end), ("SYMBOL", _REGEX["SYMBOL"])],
    '"': [
        ("GENERIC_OP", _REGEX["GENERIC_OP"]),
        ("ATTR", tk.attribute_end),
        ("STRING", _REGEX["STRING"]),
        ("KEYWORD", _REGEX["STRING"]),
    ],
    "#": [
        ("ALIAS_DEF", _REGEX["ALIAS_DEF"]),
        ("ATTR", tk.attribute_end),
        ("ALIAS", _REGEX["ALIAS"]),
        ("DIALECT_NAME", _REGEX["DIALECT_NAME"]),
    ],
    "!": [
        ("ALIAS_DEF", _REGEX["ALIAS_DEF"]),
        ("TYPES", tk.type_list_end),
        ("TYPE", tk.type_end),
        ("ATTR", tk.attribute_end),
        ("ALIAS", _REGEX["ALIAS"]),
        ("DIALECT_NAME", _REGEX["DIALECT_NAME"]),
    ],
}
for _digit in "0123456789":
    TABLE[_digit] = [
        ("DIMS", _REGEX["DIMS"]),
        ("SCALABLE_DIMS", _REGEX["SCALABLE_DIMS"]),
        ("SHAPE", _REGEX["SHAPE"]),
        ("ATTR", tk.attribute_end),
        ("NUMBER", _REGEX["NUMBER"]),
    ]
for _mark in "?*":
    TABLE[_mark] = [("DIMS", _REGEX["DIMS"])]
for _char, _name in {
    ")": "RPAR",
    "]": "RSQB",
    "}": "RBRACE",
    ">": "GT",
    "=": "EQUAL",
    ",": "COMMA",
    "*": "STAR",
    "+": "PLUS",
    "?": "QUESTION",
    "|": "BAR",
}.items():
    TABLE.setdefault(_char, []).append((_name, _fixed(_char)))


class Cutter:
    """Cuts tokens for the state that the parser is in.

    ``names``: operation name -> terminal of its grammar form; ``literals``: keyword -> terminal.
    A token of a terminal that the state does not accept is handed over all the same; the parser
    then reports it.
    """

    __slots__ = ("literals", "names")

    def __init__(self, names: Mapping[str, str], literals: Mapping[str, str]) -> None:
        self.names = names
        self.literals = literals

    def cut(self, text: str, pos: int, end: int, accepted: Container[str]) -> tuple[str, int]:
        """Terminal and end of the token at ``pos``, in a state that accepts ``accepted``."""
        first = text[pos]
        rows = TABLE.get(first)
        if rows is None:
            word = tk.BARE.match(text, pos, end)
            found = word.group() if word else first
            kind = self.names.get(found, "")
            if kind in accepted:
                return kind, pos + len(found)
            kind = self.literals.get(found, "")
            if kind in accepted:
                return kind, pos + len(found)
            rows = _WORDS
        else:
            word, found = None, ""
        kind = ""
        try:
            for kind, matcher in rows:
                if kind in accepted:
                    stop = matcher(text, pos, end)
                    if stop > pos:
                        return kind, stop
        except tk.UnbalancedError as error:
            error.terminal, error.token_start = kind, pos
            raise
        if rows is _WORDS:
            return ("BARE" if word else "UNKNOWN"), pos + len(found)
        return self._unexpected(text, pos, end, first)

    def _unexpected(self, text: str, pos: int, end: int, first: str) -> tuple[str, int]:
        """A token that no terminal of the state fits, for the error message."""
        for kind, matcher in reversed(TABLE[first]):
            try:
                stop = matcher(text, pos, end)
            except (tk.UnbalancedError, tk.NotATypeError):
                continue
            if stop > pos:
                return kind, stop
        if first == '"':
            # A string that never ends: to the end of its line.
            stop = text.find("\n", pos, end)
            return "UNKNOWN", stop if stop > 0 else end
        return "UNKNOWN", pos + 1
