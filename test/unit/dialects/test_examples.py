"""Every operation's docstring shows it in IR; the example survives a round trip in every form.

An example leaves its operands and blocks undefined.  It is read inside of an operation's region,
where values that nothing defines come from casts at the top of the module, with the types that the
example gives them, and blocks that nothing defines are empty ones at the end.  Layouts go by the
aliases of :data:`ALIASES`, which fit the shapes they stand behind.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import cast

import pytest

from mlir_mini.ir.core import Block, Operation
from mlir_mini.ir.types import Type, none
from mlir_mini.source import Source
from mlir_mini.spec import registry
from mlir_mini.spec.op import Op
from mlir_mini.syntax.parser import ModuleParser, parse_module
from mlir_mini.syntax.printer import PrintOptions, print_module

ALIASES = {
    "#shared": lambda rank: (
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
        f"{list(range(rank))[::-1]}}}>"
    ),
    "#smem": lambda _: "#ttg.shared_memory",
    "#tmem": lambda _: "#ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>",
    "#tmem_scales": lambda _: "#ttng.tensor_memory_scales_encoding<>",
}
ALIASES["#shared1"] = ALIASES["#shared"]

_IR = re.compile(r'\s*(?:[%^#!]|"[a-z]\w*\.|[a-z]\w*\.[a-z]|module\b|unrealized_conversion_cast)')
_LABEL = re.compile(r"^\s*(\^\w+)\s*(?:\(.*\))?\s*:", re.MULTILINE)
_SUCCESSOR = re.compile(r"\^\w+")


class ExampleParser(ModuleParser):
    """Gives values that the text uses but does not define a definition."""

    def __init__(self, text: str) -> None:
        super().__init__(Source("example", text), allow_unregistered=True)
        self._outermost = self.forward

    def _check_forward_references(self, forward: dict) -> None:
        if forward is not self._outermost:
            super()._check_forward_references(forward)

    def parse_example(self) -> Operation:
        module = self.parse_module()
        block: Block = module.regions[0].first_block
        cast_class = cast(type[Op], registry.op_class("builtin.unrealized_conversion_cast"))
        for pending in reversed(self._outermost.values()):
            types: list[Type] = [none] * (max(pending) + 1)
            for index, (value, _) in pending.items():
                types[index] = value.type
            definition = cast_class((), types)
            block.prepend(definition)
            for index, (value, _) in pending.items():
                value.replace_all_uses_with(definition.results[index])
        return module


def example_of(op_class: type[Op]) -> str | None:
    """The docstring from the first paragraph on that starts like IR, as far as it is indented."""
    paragraphs = inspect.cleandoc(op_class.__dict__.get("__doc__") or "").split("\n\n")
    while paragraphs and not _IR.match(paragraphs[0]):
        del paragraphs[0]
    if not paragraphs:
        return None
    margin = len(paragraphs[0]) - len(paragraphs[0].lstrip())
    example = [p for p in paragraphs if p.startswith(" " * margin) and (margin or _IR.match(p))]
    return textwrap.dedent("\n".join(example))


def read_example(example: str) -> Operation:
    missing = dict.fromkeys(_SUCCESSOR.findall(example))
    for label in _LABEL.findall(example):
        missing.pop(label, None)
    blocks = "".join(f"{label}:\n" for label in missing)
    aliases = ""
    for name, layout in ALIASES.items():
        if re.search(rf"{name}\b", example):
            # The rank of a layout in memory may be one less than the shape's.
            shapes = re.findall(rf"<([^<>]*), {name}\b", example)
            rank = min((len(_dims(shape)) for shape in shapes), default=2)
            aliases += f"{name} = {layout(rank)}\n"
    text = f'{aliases}"test.region"() ({{\n{example}\n{blocks}}}) : () -> ()\n'
    return ExampleParser(text).parse_example()


def _dims(shape: str) -> list[str]:
    """``16x8xf32`` as 16 and 8."""
    return re.findall(r"\d+(?=x)", shape)


OPERATIONS = [
    pytest.param(op_class, id=name)
    for dialect in registry.all_dialects()
    for name, op_class in sorted(dialect.ops.items())
]

FORMS = {
    "custom": PrintOptions(),
    "generic": PrintOptions(generic=True),
    "local scope": PrintOptions(local_scope=True),
    "debug info": PrintOptions(debuginfo=True),
    "generic debug info": PrintOptions(generic=True, debuginfo=True),
}


@pytest.mark.parametrize("op_class", OPERATIONS)
def test_example(op_class: type[Op]) -> None:
    example = example_of(op_class)
    assert example is not None, "the docstring has no example"
    module = read_example(example)
    assert any(op.name == op_class.name for op in module.walk()), "the example shows another"
    expected = {name: print_module(module, options) for name, options in FORMS.items()}
    for form, text in expected.items():
        reread = parse_module(text, "example", allow_unregistered=True)
        for name, options in FORMS.items():
            # Forms without locations lose them, and custom forms those of hidden terminators.
            if "debug" in name and form not in (name, "generic debug info"):
                continue
            assert print_module(reread, options) == expected[name], f"{form} read, {name} printed"
