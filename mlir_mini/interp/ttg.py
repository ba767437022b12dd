"""The TritonGPU dialect: layouts change nothing about values, memory is buffers of elements.

A conversion of layouts is the identity; that layouts fit together is the verifier's business.
Shared memory has no swizzle here: a view is a set of places of elements. Asynchronous copies are
done when they start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import ttg
from mlir_mini.dialects.tt_types import pointee_type
from mlir_mini.interp.errors import InterpError
from mlir_mini.interp.rules import rule
from mlir_mini.interp.tt_dot import unpack_fp4
from mlir_mini.interp.tt_memory import combine
from mlir_mini.interp.tt_shape import check_indices
from mlir_mini.interp.values import MemDesc, from_float, shape_of, zeros
from mlir_mini.ir.types import element_type_or_self, i8

# Registers ----------------------------------------------------------------------------------------


@rule(ttg.ConvertLayoutOp)
def _convert_layout(ev: Any, op: Any, a: Any) -> Any:
    if np.shape(a) != shape_of(op.result.type):
        raise InterpError("a conversion of layouts changes the shape")
    return a


@rule(ttg.Fp4ToFpOp)
def _fp4_to_fp(ev: Any, op: Any, a: Any) -> Any:
    return from_float(unpack_fp4(a, op.axis), op.result.type)


@rule(ttg.PredicateStageOp)
def _predicate_stage(ev: Any, op: Any, iv: Any, upper: Any, step: Any) -> Any:
    ahead = op.maxStage - op.stage
    return np.bool_(ev.number(iv) < ev.number(upper) - ahead * ev.number(step))


@rule(ttg.MaskOp)
def _mask(ev: Any, op: Any, predicate: Any) -> Any:
    if ev.condition(predicate):
        return tuple(ev.run_region(op.regions[0])[1])
    return tuple(zeros(result.type) for result in op.results)


@rule(ttg.MaskReturnOp)
def _mask_return(ev: Any, op: Any, *values: Any) -> None:
    return None


# Shared memory ------------------------------------------------------------------------------------


@rule(ttg.LocalAllocOp)
def _local_alloc(ev: Any, op: Any, value: Any = None) -> Any:
    return allocate(op.results[0].type, value)


def allocate(type: Any, value: Any = None) -> MemDesc:
    """A new buffer, filled with ``value`` if there is one."""
    buffer = MemDesc.allocate(type)
    if value is not None:
        buffer.write(value)
    return buffer


@rule(ttg.LocalDeallocOp)
def _local_dealloc(ev: Any, op: Any, buffer: MemDesc) -> None:
    return None


@rule(ttg.LocalLoadOp)
def _local_load(ev: Any, op: Any, buffer: MemDesc, token: Any = None) -> Any:
    return buffer.read().reshape(shape_of(op.result.type))


@rule(ttg.LocalStoreOp)
def _local_store(ev: Any, op: Any, value: Any, buffer: MemDesc) -> None:
    buffer.write(value)


def _along(buffer: MemDesc, indices: Any, axis: int) -> Any:
    """Places of elements whose index along ``axis`` is given, the others being their own."""
    places = check_indices(indices, buffer.places.shape[axis])
    grids = list(np.indices(places.shape, sparse=True))
    grids[axis] = places
    return buffer.places[tuple(grids)]


@rule(ttg.LocalGatherOp)
def _local_gather(ev: Any, op: Any, buffer: MemDesc, indices: Any, token: Any = None) -> Any:
    return buffer.storage[_along(buffer, indices, op.axis)]


@rule(ttg.LocalScatterOp)
def _local_scatter(
    ev: Any, op: Any, buffer: MemDesc, values: Any, indices: Any, token: Any = None
) -> None:
    buffer.storage[_along(buffer, indices, op.axis)] = values


@rule(ttg.LocalAtomicScatterRMWOp)
def _local_atomic(
    ev: Any, op: Any, buffer: MemDesc, values: Any, indices: Any, mask: Any = None
) -> Any:
    places = _along(buffer, indices, op.axis).reshape(-1)
    new = combine(op.atomic_rmw_op, element_type_or_self(op.values.type))
    before = np.zeros(places.shape, values.dtype)
    active = np.ones(values.shape, bool) if mask is None else mask
    flat = values.reshape(-1)
    for i in np.flatnonzero(active.reshape(-1)):
        before[i] = buffer.storage[places[i]]
        buffer.storage[places[i]] = new(before[i], flat[i])
    return before.reshape(values.shape)


# Views --------------------------------------------------------------------------------------------


@rule(ttg.MemDescIndexOp)
def _index(ev: Any, op: Any, buffer: MemDesc, index: Any) -> Any:
    i, count = ev.number(index), len(buffer.places)
    if not 0 <= i < count:
        raise InterpError(f"buffer {i} of {count}")
    return buffer.view(buffer.places[i])


@rule(ttg.MemDescSubsliceOp)
def _subslice(ev: Any, op: Any, buffer: MemDesc) -> Any:
    shape = op.results[0].type.shape
    window = tuple(slice(o, o + size) for o, size in zip(op.offsets, shape, strict=True))
    return buffer.view(buffer.places[window])


@rule(ttg.MemDescTransOp)
def _memdesc_trans(ev: Any, op: Any, buffer: MemDesc) -> Any:
    return buffer.view(buffer.places.transpose(tuple(op.order)))


@rule(ttg.MemDescReshapeOp)
def _memdesc_reshape(ev: Any, op: Any, buffer: MemDesc) -> Any:
    return buffer.view(buffer.places.reshape(op.results[0].type.shape))


# Asynchronous copies, barriers --------------------------------------------------------------------


@rule(ttg.AsyncCopyGlobalToLocalOp)
def _async_copy(ev: Any, op: Any, source: Any, buffer: MemDesc, *rest: Any) -> None:
    others = list(rest)
    mask = others.pop(0) if op.mask is not None else None
    other = others.pop(0) if op.other is not None else None
    element = element_type_or_self(pointee_type(op.src.type))
    buffer.write(ev.memory.read(source, element, mask, other))


@rule(ttg.AsyncCommitGroupOp, ttg.AsyncWaitOp)
def _token(ev: Any, op: Any, *tokens: Any) -> None:
    return None


@rule(ttg.BarrierOp)
def _barrier(ev: Any, op: Any, *values: Any) -> None:
    return None


@rule(ttg.GlobalScratchAllocOp)
def _global_scratch(ev: Any, op: Any) -> Any:
    return np.int64(ev.memory.allocate("a global scratch buffer", op.nbytes, i8))
