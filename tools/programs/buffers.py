"""Shared memory: buffers that are written, read, copied to, or seen in another shape."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import tt
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_memory import LocalAllocOp, LocalLoadOp, LocalStoreOp
from mlir_mini.dialects.ttg_ops import AsyncCommitGroupOp, AsyncCopyGlobalToLocalOp, AsyncWaitOp
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType
from mlir_mini.dialects.ttg_views import MemDescTransOp
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import RankedTensorType, Type, bit_width
from mlir_mini.layout import SwizzledSharedEncoding
from mlir_mini.spec.constraints import i1_same_shape
from programs.maker import Maker
from programs.memory import is_pointer

_TOKEN = AsyncTokenType()


def _encoding(maker: Maker, rank: int) -> SwizzledSharedEncoding:
    pick = maker.choices
    order = tuple(pick.shuffled(range(rank))) if pick.chance(40) else tuple(range(rank))[::-1]
    if pick.chance(50):
        return SwizzledSharedEncoding(1, 1, 1, order)
    return SwizzledSharedEncoding(
        pick.pick((1, 2, 4, 8)), pick.pick((1, 2, 4)), pick.pick((1, 2, 4, 8)), order
    )


def _buffer_type(maker: Maker, type: RankedTensorType, mutable: bool) -> MemDescType:
    encoding = _encoding(maker, type.rank)
    return MemDescType(type.shape, type.element_type, encoding, SHARED_MEMORY, mutable)


def _storable(type: Type) -> bool:
    return (
        isinstance(type, RankedTensorType)
        and not is_pointer(type)
        and bit_width(type) % 8 == 0
        and type.num_elements >= 16
    )


def local(maker: Maker) -> None:
    """A tensor written to a buffer and read back, in another layout or transposed."""
    if maker.layouts is None:
        return
    pick = maker.choices
    source = maker.tensor_value(_storable)
    type: Any = source.type
    mutable = pick.chance(50)
    if mutable and pick.chance(50):
        op = maker.attempt(LocalAllocOp, [None], [_buffer_type(maker, type, True)])
        if op is not None:
            maker.create(LocalStoreOp, [source, op.result], [])
    else:
        op = maker.attempt(LocalAllocOp, [source], [_buffer_type(maker, type, mutable)])
    if op is None:
        return
    buffer: Value = op.result
    shape = type.shape
    if type.rank == 2 and pick.chance(40):
        turned = maker.attempt(MemDescTransOp, [buffer], order=[1, 0])
        if turned is not None:
            buffer, shape = turned.result, shape[::-1]
    maker.attempt(LocalLoadOp, [buffer, None], [maker.tensor(shape, type.element_type)])


def async_copy(maker: Maker) -> None:
    """A copy from global to shared memory, waited for and read."""
    if maker.layouts is None:
        return
    pick = maker.choices
    pointer = maker.tensor_value(
        lambda type: (
            isinstance(type.element_type, tt.PointerType)
            and bit_width(type.element_type.pointee) in (8, 16, 32, 64)
            and type.num_elements >= 64
        )
    )
    type: Any = pointer.type
    element = type.element_type.pointee
    values = RankedTensorType(type.shape, element, type.encoding)
    op = maker.attempt(LocalAllocOp, [None], [_buffer_type(maker, values, True)])
    if op is None:
        return
    buffer = op.result
    mask = maker.value(i1_same_shape(type)) if pick.chance(50) else None
    other = maker.value(values) if mask is not None and pick.chance(50) else None
    copied = maker.attempt(
        AsyncCopyGlobalToLocalOp,
        [pointer, buffer, mask, other],
        [_TOKEN],
        contiguity=pick.pick((1, 1, 2, 4, 8)),
    )
    if copied is None:
        return
    group = maker.create(AsyncCommitGroupOp, [[copied.result]], [_TOKEN]).result
    done = maker.create(AsyncWaitOp, [[group]], [_TOKEN], num=0).result
    maker.attempt(LocalLoadOp, [buffer, done], [maker.tensor(type.shape, element)])
