"""triton-opt's command line, parsed without triton."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .chunks import SPLIT_MARKER
from .passes import resolve


class Unsupported(Exception):
    """A flag or pass that the wheel, or this driver, does not have."""


class UsageError(Exception):
    """A command line that triton-opt would reject."""


@dataclass(frozen=True)
class PassRequest:
    """A pass by its full name, with its options as written inside `{...}` or after `=`."""

    name: str
    options: str = ""


@dataclass(frozen=True)
class Nested:
    """Passes that run on every operation of that name (`any`: every operation)."""

    anchor: str
    elements: tuple[Element, ...]


Element = PassRequest | Nested


@dataclass
class Options:
    """What a command line asks for; the defaults are triton-opt's."""

    file: str = "-"
    output: str = "-"
    split: str | None = None  # the marker
    verify_diagnostics: str | None = None  # "all" or "only-expected"
    allow_unregistered: bool = False
    verify_each: bool = True
    op_on_diagnostic: bool = True
    disable_threading: bool = False
    pipeline: list[Element] = field(default_factory=list)
    printing: dict[str, int] = field(default_factory=dict)  # flag -> value, see PRINTING
    ir_printing: set[str] = field(default_factory=set)  # see IR_PRINTING


# Flags that change how the result is printed; those without a value stand for 1.
PRINTING = (
    "mlir-print-debuginfo",
    "mlir-pretty-debuginfo",
    "mlir-print-local-scope",
    "mlir-print-op-generic",
    "mlir-print-unique-ssa-ids",
    "mlir-print-value-users",
    "mlir-print-skip-regions",
    "mlir-print-assume-verified",
    "mlir-use-nameloc-as-prefix",
    "mlir-elide-elementsattrs-if-larger",
    "mlir-elide-resource-strings-if-larger",
    "mlir-print-elementsattrs-with-hex-if-larger",
)
# Flags that print the module around passes, to the error stream.
IR_PRINTING = (
    "mlir-print-ir-before-all",
    "mlir-print-ir-after-all",
    "mlir-print-ir-after-change",
    "mlir-print-ir-after-failure",
    "mlir-print-ir-module-scope",
)


def request(name: str, options: str = "") -> PassRequest:
    """A pass by its full or short name.  Raises Unsupported for a pass that isn't in the wheel."""
    full = resolve(name)
    if full is None:
        raise Unsupported(f"flag or pass {name}")
    return PassRequest(full, options)


_NAME = re.compile(r"[^\s,(){}]+")


class _PipelineParser:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.position = 0

    def fail(self, message: str) -> UsageError:
        return UsageError(f"pass pipeline: {message} at offset {self.position} of {self.text!r}")

    def peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def elements(self, nested: bool) -> tuple[Element, ...]:
        found: list[Element] = []
        while True:
            while self.peek().isspace() or self.peek() == ",":
                self.position += 1
            if self.peek() == ")" and nested:
                self.position += 1
                return tuple(found)
            if not self.peek():
                if nested:
                    raise self.fail("missing )")
                return tuple(found)
            found.append(self.element())

    def element(self) -> Element:
        match = _NAME.match(self.text, self.position)
        if not match:
            raise self.fail("expected a name")
        self.position = match.end()
        if self.peek() == "(":
            self.position += 1
            return Nested(match.group(), self.elements(nested=True))
        return request(match.group(), self.options() if self.peek() == "{" else "")

    def options(self) -> str:
        depth, start = 0, self.position + 1
        for position in range(self.position, len(self.text)):
            depth += {"{": 1, "}": -1}.get(self.text[position], 0)
            if depth == 0:
                self.position = position + 1
                return self.text[start:position].strip()
        raise self.fail("missing }")


def parse_pipeline(text: str) -> tuple[Element, ...]:
    """The elements of `builtin.module(a{x=1},tt.func(b),c)`, or of `any(...)`.

    Raises UsageError for a malformed pipeline, Unsupported for a pass that isn't in the wheel.
    """
    top = _PipelineParser(text).elements(nested=False)
    if (
        len(top) != 1
        or not isinstance(top[0], Nested)
        or top[0].anchor
        not in (
            "builtin.module",
            "any",
        )
    ):
        raise UsageError("expected -pass-pipeline='builtin.module(...)'")
    return top[0].elements


def _flag_value(name: str, value: str | None) -> int:
    if value is None or value == "true":
        return 1
    if value == "false":
        return 0
    try:
        return int(value)
    except ValueError:
        raise UsageError(f"bad value {value!r} for --{name}") from None


def parse_arguments(arguments: Sequence[str]) -> Options:
    """Options from a command line without the program's name.

    Raises UsageError for a malformed line, Unsupported for a flag or pass that isn't there.
    """
    options = Options()
    files: list[str] = []
    words = iter(arguments)

    def value_of(name: str, value: str | None) -> str:
        value = next(words, None) if value is None else value
        if value is None:
            raise UsageError(f"--{name} needs a value")
        return value

    for word in words:
        if word == "-" or not word.startswith("-"):
            files.append(word)
            continue
        name, equals, rest = word.lstrip("-").partition("=")
        value = rest if equals else None
        if name == "split-input-file":
            options.split = value or SPLIT_MARKER
        elif name == "allow-unregistered-dialect":
            options.allow_unregistered = bool(_flag_value(name, value))
        elif name == "verify-diagnostics":
            options.verify_diagnostics = value or "all"
        elif name == "verify-each":
            options.verify_each = bool(_flag_value(name, value))
        elif name == "mlir-print-op-on-diagnostic":
            options.op_on_diagnostic = bool(_flag_value(name, value))
        elif name == "mlir-disable-threading":
            options.disable_threading = bool(_flag_value(name, value))
        elif name == "o":
            options.output = value_of(name, value)
        elif name == "pass-pipeline":
            options.pipeline += parse_pipeline(value_of(name, value))
        elif name in PRINTING:
            options.printing[name] = _flag_value(name, value)
        elif name in IR_PRINTING:
            options.ir_printing.add(name)
        else:
            options.pipeline.append(request(name, value or ""))
    if len(files) > 1:
        raise UsageError(f"more than one input file: {' '.join(files)}")
    if files:
        options.file = files[0]
    return options
