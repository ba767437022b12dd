"""Reading small pieces of IR, and what is said of bad ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.source import Diagnostic, MLIRError
from mlir_mini.syntax.parser import parse_module

#: Opens a function; its arguments are one value of each kind.
HEAD = (
    "tt.func @f(%c: i1, %n: i32, %i: index, %x: f32, %h: f16, %t: tensor<4xi32>, "
    "%m: tensor<4xi1>) {\n"
)
TAIL = "\n  tt.return\n}\n"


def body_of(text: str) -> Operation:
    """A function with ``text`` as its body, verified."""
    module = parse_module(HEAD + text + TAIL, "body.mlir", allow_unregistered=True)
    verify(module)
    function = module.regions[0].first_block.first
    assert function is not None
    return function


def lines_of(diagnostic: Diagnostic) -> Iterator[str]:
    position = diagnostic.position
    assert position is not None
    yield f"{position.line}:{position.col}: {diagnostic}"
    for note in diagnostic.notes:
        yield from lines_of(note)


@pytest.fixture
def function() -> Callable[[str], Operation]:
    """Reads a function's body; its first line is line 2."""
    return body_of


@pytest.fixture
def complaints() -> Callable[[str], list[str]]:
    """What is said of a body, as ``line:column: severity: message``."""

    def collect(text: str) -> list[str]:
        try:
            verify(parse_module(HEAD + text + TAIL, "body.mlir"))
        except MLIRError as error:
            return list(lines_of(error.diagnostic))
        return []

    return collect
