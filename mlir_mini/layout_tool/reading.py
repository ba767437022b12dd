"""From what the user wrote to a layout.

A layout is the text of an attribute (`#ttg.blocked<{...}>`), the short form of a blocked one,
`[1,4]/[8,4]/[2,1]` with perhaps `/[1,0]` for the order, or the name of an MLIR file, `-` for
standard input, in which `--value` names a value or an alias.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mlir_mini.layout.encodings import BlockedEncoding, LayoutEncoding
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError

#: Upstream's limit for a tensor.
MAX_ELEMENTS = 1 << 20

_SHORT_FIELDS = ("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order")
_SHORT_PART = re.compile(r"\s*\[\s*(-?\d{1,18}(\s*,\s*-?\d{1,18})*)\s*\]\s*")
# Not what anybody calls a file.
_NO_FILE = re.compile(r"[{<\0]|\w+\.\w+<")


class Subject:
    """A layout with what else is known of its tensor.

    shape, elem_bits: None where nothing says; of a tensor of pointers the bits are those of what
    they point to, and is_pointer is set; operation: the one that defines the value, if it is one.
    """

    def __init__(
        self,
        encoding: LayoutEncoding,
        shape: tuple[int, ...] | None = None,
        elem_bits: int | None = None,
        operation: Any = None,
        is_pointer: bool = False,
    ) -> None:
        self.encoding = encoding
        self.shape = shape
        self.elem_bits = elem_bits
        self.operation = operation
        self.is_pointer = is_pointer

    @property
    def text(self) -> str:
        """The layout as MLIR prints it."""
        if isinstance(self.encoding, BlockedEncoding) and self.encoding.cga_layout.num_ctas == 1:
            return blocked_text(self.encoding)
        from mlir_mini.spec.verify import attr_text

        return attr_text(self.encoding)


def read_layout(text: str, options: Options, streams: Streams, field: str = "LAYOUT") -> Subject:
    """The layout that an argument stands for. Raises ToolError naming the field."""
    text = text.strip()
    if text.startswith("#"):
        _check_no_file(options)
        return Subject(_attribute(text, field))
    if text.startswith("["):
        _check_no_file(options)
        return Subject(_short_form(text, field))
    if not text or _NO_FILE.search(text):
        raise ToolError(
            f"{field}: expected an attribute such as #ttg.blocked<{{...}}>, a short form such as "
            f"[1,4]/[8,4]/[2,1] or the name of a file, but got {text or 'nothing'}"
        )
    return _from_file(text, options, streams, field)


def _check_no_file(options: Options) -> None:
    """Raises ToolError if there is an option for files, but no argument that may be one."""
    if any(not text.strip().startswith(("#", "[")) for text in options.arguments):
        return
    for name in ("value", "function"):
        if getattr(options, name) is not None:
            raise ToolError(f"--{name}: is for files, and {options.arguments[0]} is a layout")


def shape_of(subject: Subject, options: Options) -> tuple[int, ...]:
    """The shape given, else that of the value. Raises ToolError if there is none, or it is huge."""
    shape = options.shape or subject.shape
    if shape is None:
        raise ToolError("--shape: is missing (16x16)")
    if product(shape) > MAX_ELEMENTS:
        text = "x".join(map(str, shape))
        raise ToolError(f"--shape: {text} has more than {MAX_ELEMENTS} elements, a tensor's limit")
    return shape


def bits_of(subject: Subject, options: Options, allowed: Sequence[int]) -> int | None:
    """The bits of an element: those given, else those of the value, None if neither says.

    Raises ToolError for a number that is not allowed.
    """
    bits = subject.elem_bits if options.elem_bits is None else options.elem_bits
    if bits is not None and bits not in allowed:
        listed = ", ".join(map(str, allowed))
        raise ToolError(f"--elem-bits: {bits} is none of {listed}")
    return bits


def blocked_text(encoding: BlockedEncoding) -> str:
    """`#ttg.blocked<{...}>` of one block, without loading the dialects."""
    parts = (
        ("sizePerThread", encoding.size_per_thread),
        ("threadsPerWarp", encoding.threads_per_warp),
        ("warpsPerCTA", encoding.warps_per_cta),
        ("order", encoding.order),
    )
    fields = ", ".join(f"{name} = [{', '.join(map(str, values))}]" for name, values in parts)
    return f"#ttg.blocked<{{{fields}}}>"


def read_file(name: str, streams: Streams, field: str) -> str:
    """The text of a file, `-` being standard input. Raises ToolError if it can't be read."""
    if name == "-":
        return streams.stdin.read()
    try:
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        is_layout = field != "FILE.py" and "." not in name and "/" not in name
        hint = "; the text of a layout starts with '#' or '['" if is_layout else ""
        raise ToolError(f"{field}: {name}: {reason}{hint}") from None


def _short_form(text: str, field: str) -> BlockedEncoding:
    texts = text.split("/")
    if len(texts) not in (3, 4):
        raise ToolError(
            f"{field}: expected sizePerThread/threadsPerWarp/warpsPerCTA[/order], such as "
            f"[1,4]/[8,4]/[2,1]/[1,0], but got {text}"
        )
    parts = []
    for name, part in zip(_SHORT_FIELDS, texts, strict=False):
        numbers = _SHORT_PART.fullmatch(part)
        if numbers is None:
            raise ToolError(
                f"{field}: {name}: expected numbers such as [1,4], but got {part or 'nothing'}"
            )
        parts.append(tuple(map(int, numbers[1].split(","))))
    size, threads, warps, *order = parts
    encoding = BlockedEncoding(
        size, threads, warps, order[0] if order else range(len(size) - 1, -1, -1)
    )
    problem = encoding.verify()
    if problem is not None:
        raise ToolError(f"{field}: {problem}")
    return encoding


def _attribute(text: str, field: str) -> LayoutEncoding:
    from mlir_mini.layout_tool.fields import missing_field, problem_of, unreadable
    from mlir_mini.source import MLIRError, Source
    from mlir_mini.syntax.parser import ModuleParser
    from mlir_mini.syntax.tokens import Token

    parser = ModuleParser(Source(field, text))
    try:
        found = parser.attribute(Token("ATTRIBUTE", text, 0))
    except MLIRError as error:
        position = error.diagnostic.position
        message = unreadable(text, error.diagnostic.message, position.col if position else None)
        raise ToolError(f"{field}: {message}") from None
    encoding = _layout(found, f"{field}: {text}")
    problem = problem_of(encoding)
    if problem is not None:
        raise ToolError(f"{field}: {missing_field(text) or problem}")
    return encoding


def _layout(found: Any, what: str) -> LayoutEncoding:
    if not isinstance(found, LayoutEncoding):
        raise ToolError(f"{what} is not a layout")
    return found


def _from_file(name: str, options: Options, streams: Streams, field: str) -> Subject:
    from mlir_mini.source import MLIRError, Source
    from mlir_mini.syntax.parser import ModuleParser

    class NamingParser(ModuleParser):
        """Remembers what the text calls its values."""

        def _define(self, name: Any, values: Sequence[Any]) -> None:
            super()._define(name, values)
            named.append((name[0], values))

    named: list[tuple[str, Sequence[Any]]] = []
    text = read_file(name, streams, field)
    parser = NamingParser(Source(name, text), allow_unregistered=True)
    try:
        parser.parse_module()
    except MLIRError as error:
        position = error.diagnostic.position
        at = f"{position.file}:{position.line}:{position.col}: " if position else ""
        raise ToolError(f"{at}{error.diagnostic.message}") from None
    wanted = options.value
    if wanted is None:
        raise ToolError(f"--value: is missing; {name} has\n{_inventory(parser, named)}")
    if not wanted.startswith("%"):
        alias = "#" + wanted.lstrip("#")
        if alias not in parser.aliases:
            raise ToolError(f"--value: {name} has no alias {alias}")
        from mlir_mini.syntax.tokens import Token

        found = parser.alias(Token("ALIAS", alias, 0))
        return _sound(Subject(_layout(found, f"--value: {alias}")), alias)
    base, mark, number = wanted.partition("#")
    matches = [
        values
        for found, values in named
        if found == base and _in_function(values, options.function)
    ]
    if not matches:
        where = f" in @{options.function.lstrip('@')}" if options.function else ""
        raise ToolError(f"--value: {name} has no value {base}{where}")
    if len(matches) > 1:
        places = ", ".join(f"@{_function_name(values)}" for values in matches)
        raise ToolError(
            f"--value: {base} is defined {len(matches)} times ({places}); --function picks one"
        )
    values = matches[0]
    index = int(number) if mark and number.isdigit() else 0
    if index >= len(values):
        raise ToolError(f"--value: {base} has {len(values)} results, there is no {wanted}")
    return _sound(_of_value(values[index], wanted), wanted)


def _sound(subject: Subject, name: str) -> Subject:
    """The subject of this name. Raises ToolError if no tensor can have its layout."""
    from mlir_mini.layout_tool.fields import problem_of

    problem = problem_of(subject.encoding)
    if problem is not None:
        raise ToolError(f"--value: {name}: {problem}")
    return subject


def _of_value(value: Any, name: str) -> Subject:
    encoding = getattr(value.type, "encoding", None)
    if not isinstance(encoding, LayoutEncoding):
        from mlir_mini.syntax.printer import type_to_string

        raise ToolError(f"--value: {name} has no layout, its type is {type_to_string(value.type)}")
    from mlir_mini.ir.types import bit_width

    element = value.type.element_type
    pointee = getattr(element, "pointee", None)
    shape = tuple(value.type.shape)
    # A buffer may have more dims than its layout: those of its stages.
    shape = shape[len(shape) - encoding.rank :]
    bits = bit_width(pointee or element)
    return Subject(encoding, shape, bits, value.defining_op, pointee is not None)


def _function_name(values: Sequence[Any]) -> str:
    """The symbol of the function around a value, empty without one."""
    value = values[0] if values else None
    operation = None
    if value is not None:
        operation = value.defining_op
        if operation is None:
            operation = value.block.parent_op
    while operation is not None:
        symbol = operation.attr("sym_name")
        if symbol is not None and operation.name != "builtin.module":
            return symbol.value
        operation = operation.parent_op
    return ""


def _in_function(values: Sequence[Any], function: str | None) -> bool:
    return function is None or _function_name(values) == function.lstrip("@")


def _inventory(parser: Any, named: Sequence[tuple[str, Sequence[Any]]]) -> str:
    """The aliases and the values with layouts, a line each."""
    from mlir_mini.syntax.printer import type_to_string

    lines = [f"  {alias}" for alias in parser.aliases if alias.startswith("#")]
    for name, values in named:
        for index, value in enumerate(values):
            if isinstance(getattr(value.type, "encoding", None), LayoutEncoding):
                full = f"{name}#{index}" if len(values) > 1 else name
                lines.append(f"  {full} : {type_to_string(value.type)}")
    return "\n".join(lines) or "  no layouts"
