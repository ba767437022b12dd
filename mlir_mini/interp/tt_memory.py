"""Triton's accesses to memory: loads, stores, atomics, tensor descriptors.

Atomics run in the order of programs and of elements in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.dialects.tt_types import pointee_type
from mlir_mini.interp.arith import maximum_number, minimum_number
from mlir_mini.interp.errors import InterpError, Unsupported
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import (
    Descriptor,
    byte_width,
    from_float,
    is_float,
    shape_of,
    to_float,
    unsigned,
)
from mlir_mini.ir.types import Type, element_type_or_self


def _pointee(value: Any) -> Type:
    return element_type_or_self(pointee_type(value.type))


@rule(tt.LoadOp)
def _load(ev: Any, op: Any, pointer: Any, *rest: Any) -> Any:
    others = list(rest)
    mask = others.pop(0) if op.mask is not None else None
    other = others.pop(0) if op.other is not None else None
    return ev.memory.read(pointer, _pointee(op.ptr), mask, other)


@rule(tt.StoreOp)
def _store(ev: Any, op: Any, pointer: Any, value: Any, mask: Any = None) -> None:
    ev.memory.write(pointer, value, _pointee(op.ptr), mask)


# Atomics ------------------------------------------------------------------------------------------


@rule(tt.AtomicLoadOp)
def _atomic_load(ev: Any, op: Any, pointer: Any, mask: Any = None) -> Any:
    return ev.memory.read(pointer, _pointee(op.ptr), mask)


@rule(tt.AtomicStoreOp)
def _atomic_store(ev: Any, op: Any, pointer: Any, value: Any, mask: Any = None) -> None:
    ev.memory.write(pointer, value, _pointee(op.ptr), mask)


@rule(tt.AtomicPollOp)
def _atomic_poll(ev: Any, op: Any, pointer: Any, expected: Any, timeout: Any = None) -> Any:
    # Nobody else runs meanwhile: what is not there now will never be.
    found = ev.memory.read(pointer, _pointee(op.ptr)) == expected
    if timeout is None and not np.all(found):
        raise InterpError("waits forever for another program")
    return found


def combine(kind: str, type: Type) -> Callable[[Any, Any], Any]:
    """What an atomic operation makes of an old value and a new one of ``type``."""
    if is_float(type):
        functions: dict[str, Callable[[Any, Any], Any]] = {
            "fadd": np.add,
            "add": np.add,
            "max": maximum_number,
            "min": minimum_number,
            "exch": lambda old, new: new,
        }
        if kind not in functions:
            raise Unsupported(None, f"of kind {kind} on floats")
        function = functions[kind]
        if kind == "exch":
            return function
        return lambda old, new: from_float(function(to_float(old, type), to_float(new, type)), type)
    integers: dict[str, Callable[[Any, Any], Any]] = {
        "and": np.bitwise_and,
        "or": np.bitwise_or,
        "xor": np.bitwise_xor,
        "add": np.add,
        "max": np.maximum,
        "min": np.minimum,
        "umax": lambda old, new: np.maximum(unsigned(old), unsigned(new)).view(old.dtype),
        "umin": lambda old, new: np.minimum(unsigned(old), unsigned(new)).view(old.dtype),
        "exch": lambda old, new: new,
        "inc": lambda old, new: np.where(unsigned(old) >= unsigned(new), 0, old + 1).astype(
            old.dtype
        ),
        "dec": lambda old, new: np.where(
            (old == 0) | (unsigned(old) > unsigned(new)), new, old - 1
        ).astype(old.dtype),
    }
    if kind not in integers:
        raise Unsupported(None, f"of kind {kind} on integers")
    return integers[kind]


def update(
    memory: Any, addresses: Any, values: Any, element: Type, mask: Any, new: Callable[..., Any]
) -> Any:
    """Replace elements by ``new(old, value)`` one after the other; what they were."""
    addresses = np.asarray(addresses)
    values = np.broadcast_to(values, addresses.shape)
    active = np.ones(addresses.shape, bool) if mask is None else np.broadcast_to(mask, values.shape)
    flat, given = addresses[active], values[active]
    before = np.zeros(addresses.shape, values.dtype)
    found = np.zeros(len(flat), values.dtype)
    for group in _rounds(flat):
        old = memory.read(flat[group], element)
        found[group] = old
        memory.write(flat[group], new(old, given[group]), element)
    before[active] = found
    return before


def _rounds(addresses: Any) -> list[Any]:
    """Positions in groups without repeated addresses, each address in order over the groups."""
    if len(addresses) <= 1:
        return [slice(None)] if len(addresses) else []
    order = np.argsort(addresses, kind="stable")
    in_order = addresses[order]
    starts = np.flatnonzero(np.r_[True, in_order[1:] != in_order[:-1]])
    if len(starts) == len(addresses):
        return [slice(None)]
    turn = np.arange(len(addresses)) - np.repeat(starts, np.diff(np.r_[starts, len(addresses)]))
    turns = np.argsort(turn, kind="stable")
    cuts = np.flatnonzero(np.diff(turn[turns])) + 1
    return [np.sort(order[part]) for part in np.split(turns, cuts)]


@rule(tt.AtomicRMWOp)
def _atomic_rmw(ev: Any, op: Any, pointer: Any, value: Any, mask: Any = None) -> Any:
    element = _pointee(op.ptr)
    return update(ev.memory, pointer, value, element, mask, combine(op.atomic_rmw_op, element))


@rule(tt.AtomicCASOp)
def _atomic_cas(ev: Any, op: Any, pointer: Any, expected: Any, value: Any) -> Any:
    element = _pointee(op.ptr)
    addresses = np.asarray(pointer)
    expected = np.broadcast_to(expected, addresses.shape)
    value = np.broadcast_to(value, addresses.shape)
    before = np.zeros(addresses.shape, expected.dtype)
    for group in _rounds(addresses.reshape(-1)):
        places = addresses.reshape(-1)[group]
        old = ev.memory.read(places, element)
        before.reshape(-1)[group] = old
        same = old == expected.reshape(-1)[group]
        ev.memory.write(places, value.reshape(-1)[group], element, same)
    return before


@rule(tt.GridDependencyWaitOp, tt.GridDependencyLaunchDependentsOp)
def _grid_dependency(ev: Any, op: Any) -> None:
    return None


# Tensor descriptors -------------------------------------------------------------------------------


@rule(tt.MakeTensorDescOp)
def _make_descriptor(ev: Any, op: Any, base: Any, *numbers: Any) -> Any:
    rank = len(op.shape)
    sizes = [ev.number(v) for v in numbers]
    return Descriptor(
        ev.number(base), tuple(sizes[:rank]), tuple(sizes[rank:]), op.result.type, op.padding
    )


def _block(desc: Descriptor, indices: tuple[Any, ...]) -> tuple[Any, Any]:
    """Addresses of the block at ``indices``, in the block's shape, and which are inside."""
    rank = len(desc.block)
    grids = []
    for dim, (start, size) in enumerate(zip(indices, desc.block, strict=True)):
        shape = [size if other == dim else 1 for other in range(rank)]
        grids.append(int(start) + np.arange(size).reshape(shape))
    addresses, inside = desc.addresses(grids)
    return np.broadcast_to(addresses, desc.block), np.broadcast_to(inside, desc.block)


def _rows(desc: Descriptor, rows: Any, column: Any) -> tuple[Any, Any]:
    columns = int(column) + np.arange(desc.block[-1])
    return desc.addresses([rows.astype(np.int64)[:, None], columns[None, :]])


def read_described(ev: Any, desc: Descriptor, addresses: Any, inside: Any) -> Any:
    """Elements of a described tensor, padded outside of it."""
    other = None
    if desc.padding == "nan":
        other = from_float(np.float32(np.nan), desc.element_type)
    return ev.memory.read(addresses, desc.element_type, inside, other)


def load_block(ev: Any, desc: Descriptor, indices: tuple[Any, ...]) -> Any:
    return read_described(ev, desc, *_block(desc, indices))


def load_rows(ev: Any, desc: Descriptor, rows: Any, column: Any) -> Any:
    return read_described(ev, desc, *_rows(desc, rows, column))


def store_block(ev: Any, desc: Descriptor, indices: tuple[Any, ...], value: Any) -> None:
    addresses, inside = _block(desc, indices)
    ev.memory.write(addresses, value.reshape(desc.block), desc.element_type, inside)


def store_rows(ev: Any, desc: Descriptor, rows: Any, column: Any, value: Any) -> None:
    addresses, inside = _rows(desc, rows, column)
    ev.memory.write(addresses, value, desc.element_type, inside)


def reduce_block(
    ev: Any, kind: str, desc: Descriptor, indices: tuple[Any, ...], value: Any
) -> None:
    """Combine a tensor into a block of memory."""
    addresses, inside = _block(desc, indices)
    element = desc.element_type
    new = combine(kind, element)
    update(ev.memory, addresses, value.reshape(desc.block), element, inside, new)


@rule(tt.DescriptorLoadOp)
def _descriptor_load(ev: Any, op: Any, desc: Descriptor, *indices: Any) -> Any:
    return load_block(ev, desc, indices).reshape(shape_of(op.result.type))


@rule(tt.DescriptorStoreOp)
def _descriptor_store(ev: Any, op: Any, desc: Descriptor, value: Any, *indices: Any) -> None:
    store_block(ev, desc, indices, value)


@rule(tt.DescriptorReduceOp)
def _descriptor_reduce(ev: Any, op: Any, desc: Descriptor, value: Any, *indices: Any) -> None:
    reduce_block(ev, op.kind, desc, indices, value)


@rule(tt.DescriptorGatherOp)
def _descriptor_gather(ev: Any, op: Any, desc: Descriptor, rows: Any, column: Any) -> Any:
    return load_rows(ev, desc, rows, column)


@rule(tt.DescriptorScatterOp)
def _descriptor_scatter(
    ev: Any, op: Any, desc: Descriptor, rows: Any, column: Any, value: Any
) -> None:
    store_rows(ev, desc, rows, column, value)


def descriptor_bytes(desc: Descriptor) -> int:
    """Bytes from the base to the end of a described tensor with positive strides."""
    last = sum((size - 1) * stride for size, stride in zip(desc.shape, desc.strides, strict=True))
    return (last + 1) * byte_width(desc.element_type)
