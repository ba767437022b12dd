"""The words of an error, without what changes while its input becomes small."""

from __future__ import annotations

import re

_ERROR = re.compile(r"\berror: *(\S.*)", re.I)
_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(\S.*)", re.M)

#: What gives way to what, in this order: names of values, symbols and aliases, what stands between
#: angle brackets (from the inside out, but for the arrow of a function), numbers, lists of numbers.
_VALUE = re.compile(r"%[\w$.-]+(?:#\d+|:\d+)?")
_SYMBOL = re.compile(r'@(?:"[^"]*"|[\w$.-]+)')
_ALIAS = re.compile(r"#[A-Za-z_]\w*\b(?![.<])")
_BRACKETS = re.compile(r"<(?:[^<>]|(?<=-)>)*(?<!-)>")
_NUMBER = re.compile(r"-?\b0x[0-9a-fA-F]+\b|-?\d+(?:\.\d+(?:e[+-]?\d+)?)?")
_NUMBERS = re.compile(r"N(?:(?:, |x)N)+")


def first_error(output: str) -> str | None:
    """What the first error says, on its line; of a traceback, what was raised."""
    found = _ERROR.search(output) or _TRACEBACK.search(output)
    return found[1].strip() if found else None


def words(message: str) -> str:
    """The message with placeholders for names, numbers and the insides of types."""
    message = _VALUE.sub("%_", message)
    message = _SYMBOL.sub("@_", message)
    message = _ALIAS.sub("#_", message)
    while (inner := _BRACKETS.sub("\0", message)) != message:
        message = inner
    message = message.replace("\0", "<_>")
    return _NUMBERS.sub("N", _NUMBER.sub("N", message))
