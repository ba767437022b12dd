"""Bounds on the elements that one instruction of an access moves."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.access_width import (
    ATOMIC,
    CONTIGUITY,
    DIVISIBILITY,
    INSTRUCTION,
    MASK,
    REGISTERS,
    is_emulated,
    lowered_width,
    widest_access,
    width_along,
)
from mlir_mini.analysis.axis_info_value import AxisInfo
from mlir_mini.ir.core import Operation
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.syntax.parser import parse_module

ROW = BlockedEncoding((4,), (32,), (4,), (0,))
WIDE = AxisInfo((1024,), (16,), (1,))


def access(name: str, element: str, target: str = "cuda:80") -> Operation:
    """A load, store or atomic of 1024 elements."""
    pointers, values = f"tensor<1024x!tt.ptr<{element}>>", f"tensor<1024x{element}>"
    text = {
        "load": f"%x = tt.load %p : {pointers}",
        "store": f"tt.store %p, %v : {pointers}",
        "cas": f"%x = tt.atomic_cas relaxed, gpu, %p, %v, %v : "
        f"({pointers}, {values}, {values}) -> {values}",
    }.get(
        name,
        f"%x = tt.atomic_rmw {name}, relaxed, gpu, %p, %v, %m : "
        f"({pointers}, {values}, tensor<1024xi1>) -> {values}",
    )
    module = parse_module(
        f'module attributes {{ttg.target = "{target}"}} {{\n'
        f"tt.func @f(%p: {pointers}, %v: {values}, %m: tensor<1024xi1>) {{\n"
        f"{text}\ntt.return\n}}\n}}"
    )
    (found,) = [op for op in module.walk() if op.name.startswith(("tt.load", "tt.st", "tt.atom"))]
    return found


@pytest.mark.parametrize(
    ("name", "element", "target", "elements"),
    [
        ("load", "i8", "cuda:80", 16),
        ("load", "f16", "cuda:80", 8),
        ("store", "f32", "cuda:80", 4),
        ("store", "f64", "cuda:80", 2),
        ("fadd", "f32", "cuda:80", 1),
        ("fadd", "f32", "cuda:90", 4),
        ("fadd", "f16", "cuda:80", 2),
        ("fadd", "f16", "cuda:90", 8),
        ("fadd", "bf16", "cuda:80", 1),
        ("fadd", "bf16", "cuda:90", 8),
        ("fadd", "f64", "cuda:90", 1),
        ("max", "i32", "cuda:90", 1),
        ("add", "i64", "cuda:90", 1),
        ("cas", "i32", "cuda:90", 1),
    ],
)
def test_widest_access(name: str, element: str, target: str, elements: int) -> None:
    op = access(name, element, target)
    assert widest_access(op, int(element.strip("bfi"))) == elements


def test_emulated() -> None:
    assert is_emulated(access("fadd", "bf16", "cuda:80"))
    assert not is_emulated(access("fadd", "bf16", "cuda:90"))
    assert not is_emulated(access("fadd", "f16", "cuda:80"))
    assert not is_emulated(access("load", "bf16", "cuda:80"))


def test_the_least_bound_decides() -> None:
    load = access("load", "f32")
    width = lowered_width(load, ROW, (1024,), 32, WIDE, None)
    assert dict(width.bounds) == {CONTIGUITY: 1024, DIVISIBILITY: 4, REGISTERS: 4, INSTRUCTION: 4}
    assert width.elements == 4
    assert width.decisive == (DIVISIBILITY, REGISTERS, INSTRUCTION)
    assert width.bound(MASK) is None

    unaligned = lowered_width(load, ROW, (1024,), 32, AxisInfo((1024,), (8,), (1,)), None)
    assert (unaligned.elements, unaligned.decisive) == (2, (DIVISIBILITY,))

    masked = lowered_width(load, ROW, (1024,), 32, WIDE, AxisInfo((1,), (1,), (2,)))
    assert (masked.elements, masked.decisive) == (2, (MASK,))

    one_each = BlockedEncoding((1,), (32,), (4,), (0,))
    assert lowered_width(load, one_each, (1024,), 32, WIDE, None).decisive == (REGISTERS,)


def test_divisibility_counts_bytes() -> None:
    halves = BlockedEncoding((8,), (32,), (4,), (0,))
    load = access("load", "f16")
    assert lowered_width(load, halves, (1024,), 16, WIDE, None).elements == 8
    # A byte's alignment is less than one element.
    loose = AxisInfo((1024,), (1,), (1,))
    assert lowered_width(load, halves, (1024,), 16, loose, None).elements == 1


def test_atomics_name_their_own_bound() -> None:
    width = lowered_width(access("add", "i32"), ROW, (1024,), 32, WIDE, None)
    assert width.decisive == (ATOMIC,)


def test_along_the_dim_of_the_layout() -> None:
    """With one element a thread, the lowering takes any dim for the fast one."""
    columns = BlockedEncoding((4, 1), (8, 4), (1, 4), (0, 1))
    pointer = AxisInfo((64, 1), (16, 16), (1, 1))
    load = access("load", "f32")
    assert lowered_width(load, columns, (64, 64), 32, pointer, None).dim == 0
    assert lowered_width(load, columns, (64, 64), 32, pointer, None).elements == 4
    across = width_along(1, load, columns, (64, 64), 32, pointer, None)
    assert (across.dim, across.bound(CONTIGUITY), across.elements) == (1, 1, 1)
