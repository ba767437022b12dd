"""Module text modulo names: attribute aliases inlined, SSA values and blocks numbered by first use.

Two outputs whose canonical texts are equal differ at most in how they name things.
"""

from __future__ import annotations

import re

from .chunks import SPLIT_MARKER

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|%[\w$.\-]+|\^[\w$.\-]+|[#!][A-Za-z_$][\w$.]*')
_ALIAS = re.compile(r"^\s*([#!][A-Za-z_$][\w$]*) = (.*?)\s*$")
_RESULTS = re.compile(r"^\s*((?:%[\w$.\-]+(?::\d+)?(?:, )?)+) = ")
_FUNCTION = re.compile(r"^\s*(?:tt|llvm|func|gluon)\.func\b")
_BLOCK_OR_PARTITION = re.compile(r"^\s*(?:\^|partition\d+\()")
_MOST_NESTED = 20  # aliases inside aliases

_Scope = dict[str, str]


def canonical(text: str) -> str:
    """The text without alias definitions, empty lines and split markers, names replaced."""
    aliases: dict[str, str] = {}
    lines: list[str] = []
    for line in text.splitlines():
        definition = _ALIAS.match(line)
        if definition:
            aliases[definition[1]] = definition[2]
        elif line.strip() and line.strip() != SPLIT_MARKER:
            lines.append(line.rstrip())
    renamer = _Renamer()
    return "\n".join(renamer.line(_inline(line, aliases)) for line in lines)


def _inline(text: str, aliases: dict[str, str], depth: int = 0) -> str:
    if not aliases or depth > _MOST_NESTED:
        return text

    def replace(match: re.Match[str]) -> str:
        value = aliases.get(match[0])
        return match[0] if value is None else _inline(value, aliases, depth + 1)

    return _TOKEN.sub(replace, text)


class _Renamer:
    """Numbers names line by line; a line that ends with `{` opens a scope."""

    def __init__(self) -> None:
        self.scopes: list[_Scope] = [{}]
        self.next = {"%": 0, "^": 0}

    def line(self, line: str) -> str:
        if line.lstrip().startswith("}") and len(self.scopes) > 1:
            self.scopes.pop()
        opens = line.endswith("{")
        is_function = _FUNCTION.match(line) is not None
        if is_function:
            self.next = {"%": 0, "^": 0}
        inner: _Scope | None = {} if opens or is_function else None
        results = _RESULTS.match(line)
        defined = {name.split(":")[0] for name in results[1].split(", ")} if results else set()
        defines_arguments = _BLOCK_OR_PARTITION.match(line) is not None

        def replace(match: re.Match[str]) -> str:
            name = match[0]
            if name[0] not in self.next:
                return name
            if name in defined or (defines_arguments and name[0] == "%"):
                takes_inner = defines_arguments and opens and inner is not None
                scope = inner if takes_inner and inner is not None else self.scopes[-1]
                return scope.get(name) or self.number(name, scope)
            for scope in ([] if inner is None else [inner]) + self.scopes[::-1]:
                if name in scope:
                    return scope[name]
            return self.number(name, self.scopes[-1] if inner is None else inner)

        renamed = _TOKEN.sub(replace, line)
        if opens:
            self.scopes.append(inner or {})
        return renamed

    def number(self, name: str, scope: _Scope) -> str:
        sigil = name[0]
        scope[name] = f"{sigil}{self.next[sigil]}"
        self.next[sigil] += 1
        return scope[name]
