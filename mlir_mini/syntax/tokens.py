"""Tokens, and the shapes of text they are cut from.

Tokens are large on purpose: a whole operand list, a whole type list, a whole attribute dictionary
is one token, whose inside is parsed once for each distinct text.
"""

from __future__ import annotations

from mlir_mini.regex import Regex


class Token:
    """A piece of text with the terminal it matched; ``pos`` is its offset in the source."""

    __slots__ = ("pos", "type", "value")

    def __init__(self, type: str, value: str, pos: int) -> None:
        self.type = type
        self.value = value
        self.pos = pos

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r})"


#: White space and comments; MLIR also passes over NUL characters.
SKIP = Regex(r"(?:[ \t\r\n\0]+|//[^\n]*)*")

SSA = r"%(?:\d+|[A-Za-z_$.][\w$.\-]*)"
_SSA_USE = rf"{SSA}(?:#\d+)?"
#: What may stand between the parts of a token that has several.
_GAP = r"[ \t\r\n]*(?://[^\n]*\n[ \t\r\n]*)*"
_COMMENT = Regex(r"//[^\n]*")
OPERANDS = Regex(rf"{_SSA_USE}(?:{_GAP},{_GAP}{_SSA_USE})*")
_RESULT = rf"{SSA}(?:{_GAP}:{_GAP}\d+)?"
RESULTS = Regex(rf"{_RESULT}(?:{_GAP},{_GAP}{_RESULT})*{_GAP}=(?!=)")
ASSIGNS = Regex(rf"{SSA}{_GAP}={_GAP}{_SSA_USE}(?:{_GAP},{_GAP}{SSA}{_GAP}={_GAP}{_SSA_USE})*")
BLOCK_NAME = Regex(r"\^(?:\d+|[A-Za-z_$.][\w$.\-]*)")
#: What stands between the quotes of a string: the escapes are the ones that MLIR's lexer knows.
_CHARS = r'(?:[^"\\\n]|\\(?:["\\nt]|[0-9A-Fa-f]{2}))*'
STRING = Regex(rf'"{_CHARS}"')
#: A string up to an escape that is none.
BAD_ESCAPE = Regex(rf'"{_CHARS}(?=\\)')
_SYMBOL = rf'@(?:[A-Za-z_][\w$.]*|"{_CHARS}")'
SYMBOL = Regex(rf"{_SYMBOL}(?:::{_SYMBOL})*")
NUMBER = Regex(r"-?(?:0x[0-9A-Fa-f]+|\d+\.\d*(?:[eE][+-]?\d+)?|\d+)")
BARE = Regex(r"[A-Za-z_][\w$.]*")
#: `"op.name"(%a, %b)`: name and operand list of the generic form.
GENERIC_OP = Regex(rf'"({_CHARS})"{_GAP}\({_GAP}({_SSA_USE}(?:{_GAP},{_GAP}{_SSA_USE})*)?{_GAP}\)')
ALIAS_DEF = Regex(rf"[#!][A-Za-z_$][\w$.]*{_GAP}=(?!=)")
#: `#name` by itself; with a dot or `<` behind it is a dialect's.
ALIAS = Regex(r"[#!](?:\d+|[A-Za-z_$][\w$]*)(?![\w$.<])")
DIALECT_NAME = Regex(r"[#!][A-Za-z_][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
PRIMITIVE = Regex(
    r"(?:[su]?i\d+|bf16|tf32|f(?:16|32|64|80|128)|f[468]E\d+M\d+\w*|index|none)(?![\w$.<])"
)
_SHAPED = Regex(rf"(?:tensor|vector|memref|tuple|complex){_GAP}<")
#: Shaped types whose inside nests one level at most: nearly all of them.
_SHAPED_FAST = Regex(r"(?:tensor|vector|memref)<[^<>\"/]*(?:<[^<>\"{\[/]*>[^<>\"/]*)?>")
DIMS = Regex(rf"(?:(?:(?:\d+|\?){_GAP}x{_GAP})+|\*{_GAP}x{_GAP})(?=[A-Za-z!])")
SCALABLE_DIMS = Regex(r"(?:(?:\d+|\[\d+\])x)+(?=[A-Za-z!])")
SHAPE = Regex(r"\d+(?:x\d+)+(?![\w])")
_BRACKET = Regex(r'[<>()\[\]{}]|"(?:[^"\\\n]|\\.)*"|"|->|//[^\n]*')
_CLOSES = {"<": ">", "(": ")", "[": "]", "{": "}"}
#: An attribute dictionary rather than a region: empty, or starting with a name.
DICT_START = Regex(rf'\{{{_GAP}(?:\}}|(?:[A-Za-z_][\w$.]*|"(?:[^"\\\n]|\\.)*"){_GAP}[=,}}])')
#: Separators inside a list of types.
_TYPE_SEPARATOR = Regex(rf"{_GAP}(,|->|\*|to(?![\w$.]))")
_ATTR_WORD = Regex(
    r"(?:dense|array|dense_resource|sparse|affine_map|affine_set|strided|opaque|distinct\[\d*\])"
    rf"{_GAP}<"
)
_ATTR_CONSTANT = Regex(r"(?:true|false|unit)(?![\w$.])")
#: A word with the `<` behind it, by terminal.
OPENERS = {
    word.upper() + "_OPEN": Regex(rf"{word}{_GAP}<")
    for word in (
        *("tensor", "vector", "memref", "tuple", "complex"),
        *("dense", "array", "dense_resource"),
    )
}
LOC_START = Regex(rf"loc{_GAP}\(")
_COLON = Regex(rf"{_GAP}:{_GAP}")

# The usual shapes of the large tokens, for one match instead of a scan bracket by bracket.  Where
# these do not match, the scanning functions below decide, which know strings and comments.
_FLAT = r'[^<>"{}\[\]()/]*'
_TYPE_FAST = (
    rf"(?:(?:tensor|vector|!\w[\w.]*)<{_FLAT}(?:<{_FLAT}>{_FLAT})?>"
    r"|(?:i\d+|f(?:16|32|64)|bf16|index|!\w[\w.]*)(?![\w.$<]))"
)
_TYPE_LIST_FAST = Regex(rf"{_TYPE_FAST}(?:(?:, | (?:->|to|\*) ){_TYPE_FAST})*")
_GROUP = rf"\((?:{_TYPE_FAST}(?:, {_TYPE_FAST})*)?\)"
_GROUP_FAST = Regex(_GROUP)
#: A function type of such types, and one of its types.
FUNCTION_FAST = Regex(rf"({_GROUP}) -> ({_GROUP}|{_TYPE_FAST})")
TYPE_FAST = Regex(_TYPE_FAST)
PROPERTIES_FAST = Regex(rf"<\{{{_FLAT}(?:<{_FLAT}>{_FLAT})*\}}>")
DICT_FAST = Regex(rf"\{{{_FLAT}(?:<{_FLAT}>{_FLAT})*\}}")


_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "r": "\r", "f": "\f", "v": "\v"}


def unescape(text: str) -> str:
    """The value of a string literal, quotes included in ``text``.

    Bytes written ``\\XX`` are collected as UTF-8; ones that are none survive as surrogates.
    """
    body = text[1:-1]
    if "\\" not in body:
        return body
    out = bytearray()
    i = 0
    while i < len(body):
        c = body[i]
        if c == "\\" and i + 1 < len(body):
            following = body[i + 1]
            if following in _ESCAPES:
                out += _ESCAPES[following].encode()
                i += 2
                continue
            out.append(int(body[i + 1 : i + 3], 16))
            i += 3
            continue
        out += c.encode("utf-8", "surrogateescape")
        i += 1
    return out.decode("utf-8", "surrogateescape")


def symbol_parts(text: str) -> list[str]:
    """The names in ``@outer::@inner``."""
    parts = []
    for match in SYMBOL.finditer(text):
        for piece in match.group().split("::"):
            name = piece[1:]
            parts.append(unescape(name) if name.startswith('"') else name)
    return parts


class UnbalancedError(Exception):
    """A bracket without its partner; ``pos`` is where it stands.

    The lexer adds the token that it was about to cut: its terminal and offset.
    """

    def __init__(self, pos: int, bracket: str) -> None:
        super().__init__(bracket)
        self.pos = pos
        self.bracket = bracket
        self.terminal = ""
        self.token_start = pos


class NotATypeError(Exception):
    """Something else where a literal's type should stand, at ``pos``."""

    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.pos = pos


def balanced(text: str, pos: int, end: int) -> int:
    """End of the bracketed text that opens at ``pos``; raises UnbalancedError without one."""
    open_at = pos
    stack: list[str] = []
    for match in _BRACKET.finditer(text, pos, end):
        found = match.group()
        close = _CLOSES.get(found)
        if close is not None:
            stack.append(close)
        elif found == '"':
            raise UnbalancedError(match.start(), found)
        elif len(found) == 1:
            if not stack or found != stack.pop():
                raise UnbalancedError(match.start(), found)
            if not stack:
                return match.end()
    raise UnbalancedError(open_at, text[open_at])


def skip_gap(text: str, pos: int, end: int) -> int:
    match = SKIP.match(text, pos, end)
    return match.end() if match else pos


def end_before(text: str, pos: int) -> int:
    """Where what comes before ``pos`` ends, comments left out (Parser::emitWrongTokenError)."""
    end = pos
    while True:
        end = len(text[:end].rstrip(" \t"))
        if end == 0:
            return pos
        if text[end - 1] not in "\r\n":
            return end
        end -= 1
        line = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end), 0)
        comment = text.find("//", line, end)
        if comment >= 0:
            end = comment


def type_end(text: str, pos: int, end: int) -> int:
    """End of the type that starts at ``pos``; -1 where none does."""
    match = _SHAPED_FAST.match(text, pos, end) or PRIMITIVE.match(text, pos, end)
    if match:
        return match.end()
    if pos >= end:
        return -1
    first = text[pos]
    if first == "!":
        match = ALIAS.match(text, pos, end) or DIALECT_NAME.match(text, pos, end)
        if not match:
            return -1
        stop = match.end()
        return balanced(text, stop, end) if text[stop : stop + 1] == "<" else stop
    if first == "(":
        stop = balanced(text, pos, end)
        arrow = skip_gap(text, stop, end)
        if not text.startswith("->", arrow):
            return -1
        result = skip_gap(text, arrow + 2, end)
        if text.startswith("(", result):
            stop = type_end(text, result, end)
            return stop if stop > 0 else balanced(text, result, end)
        return type_end(text, result, end)
    match = _SHAPED.match(text, pos, end)
    if match:
        return balanced(text, match.end() - 1, end)
    return -1


def without_comments(token: str) -> str:
    """A token of names, numbers and marks with as many blanks in the place of comments."""
    if "//" not in token:
        return token
    return _COMMENT.sub(lambda match: " " * len(match.group()), token)


def sizes_of(dims: str) -> str:
    """The sizes in a DIMS token, an ``x`` between them."""
    return without_comments(dims).rstrip()[:-1]


def type_list_end(text: str, pos: int, end: int) -> int:
    """End of a list of types with separators (``,`` ``->`` ``*`` ``to``); -1 where none starts."""
    stop = _some_types_end(text, pos, end)
    if stop < 0:
        return -1
    while True:
        match = _TYPE_SEPARATOR.match(text, stop, end)
        if not match:
            return stop
        following = _some_types_end(text, skip_gap(text, match.end(), end), end)
        if following < 0:
            return stop
        stop = following


def _some_types_end(text: str, pos: int, end: int) -> int:
    """End of the type or group at ``pos``, or of more of the list where it is of a usual shape."""
    regex = _GROUP_FAST if text.startswith("(", pos) else _TYPE_LIST_FAST
    usual = regex.match(text, pos, end)
    return usual.end() if usual else _type_or_group_end(text, pos, end)


def _type_or_group_end(text: str, pos: int, end: int) -> int:
    stop = type_end(text, pos, end)
    if stop < 0 and text.startswith("(", pos):
        # `-> (T, T)`: a group of results. An attribute inside means a function's result list.
        stop = balanced(text, pos, end)
        inner = skip_gap(text, pos + 1, end)
        if text[inner] == ")":
            return stop
        last = type_list_end(text, inner, end)
        if last < 0 or skip_gap(text, last, end) != stop - 1:
            return -1
    elif stop < 0 and text.startswith("<", pos):
        # A dialect type without its name.
        stop = balanced(text, pos, end)
    return stop


def attribute_end(text: str, pos: int, end: int) -> int:
    """End of the attribute that starts at ``pos``, its type included; -1 where none does."""
    first = text[pos]
    typed = False
    if first == '"':
        match = STRING.match(text, pos, end)
        stop, typed = (match.end() if match else -1), True
    elif first.isdigit() or first == "-":
        match = NUMBER.match(text, pos, end)
        stop, typed = (match.end() if match else -1), True
    elif first in "[{":
        stop = balanced(text, pos, end)
    elif first == "@":
        match = SYMBOL.match(text, pos, end)
        stop = match.end() if match else -1
    elif first == "#":
        match = ALIAS.match(text, pos, end) or DIALECT_NAME.match(text, pos, end)
        stop = match.end() if match else -1
        if stop > 0 and text[stop : stop + 1] == "<":
            stop = balanced(text, stop, end)
        # A dialect attribute may itself be typed: `#d.attr : i32`.
        typed = stop > 0
    else:
        match = _ATTR_WORD.match(text, pos, end)
        if match:
            stop, typed = balanced(text, match.end() - 1, end), True
        else:
            match = _ATTR_CONSTANT.match(text, pos, end)
            if match:
                stop = match.end()
            else:
                match = LOC_START.match(text, pos, end)
                if match is None:
                    return type_end(text, pos, end)
                stop = balanced(text, match.end() - 1, end)
    if stop > 0 and typed:
        match = _COLON.match(text, stop, end)
        if match:
            after = type_end(text, match.end(), end)
            if after > 0:
                return after
            if BARE.match(text, match.end(), end):
                raise NotATypeError(match.end())
    return stop
