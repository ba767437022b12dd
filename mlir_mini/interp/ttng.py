"""The TritonNvidiaGPU dialect: products of Hopper and Blackwell, tensor memory, TMA.

Everything asynchronous is done when it starts, so that barriers are always complete.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import gpu, ttng
from mlir_mini.dialects.ttng_tma import TensormapFenceproxyAcquireOp
from mlir_mini.interp import tt_memory
from mlir_mini.interp.arith import maximum, maximum_number, minimum, minimum_number
from mlir_mini.interp.errors import InterpError, Unsupported
from mlir_mini.interp.rules import rule
from mlir_mini.interp.tt_dot import multiply_add, multiply_scaled
from mlir_mini.interp.ttg import allocate
from mlir_mini.interp.values import Descriptor, MemDesc, byte_width, shape_of

# Products -----------------------------------------------------------------------------------------


def _contents(value: Any) -> Any:
    return value.read() if isinstance(value, MemDesc) else value


@rule(ttng.WarpGroupDotOp)
def _warp_group_dot(ev: Any, op: Any, a: Any, b: Any, c: Any, use_c: Any = None) -> Any:
    if use_c is not None and not ev.condition(use_c):
        c = None
    return multiply_add(
        _contents(a), op.a.type, _contents(b), op.b.type, c, op.d.type, op.inputPrecision
    )


@rule(ttng.WarpGroupDotWaitOp)
def _warp_group_dot_wait(ev: Any, op: Any, *values: Any) -> Any:
    return values


def _operands(op: Any, values: tuple[Any, ...]) -> dict[Any, Any]:
    return dict(zip(op.operands, values, strict=True))


@rule(ttng.TCGen5MMAOp)
def _mma(ev: Any, op: Any, *values: Any) -> Any:
    given = _operands(op, values)
    if ev.condition(given[op.pred]):
        if op.is_unsigned is not None and op.is_unsigned:
            raise Unsupported(None, "on unsigned integers")
        d: MemDesc = given[op.d]
        c = d.read() if ev.condition(given[op.useD]) else None
        # f32 operands are read as tf32.
        a, b = given[op.a].read(), given[op.b].read()
        d.write(multiply_add(a, op.a.type, b, op.b.type, c, op.d.type, "tf32"))
    return tuple(None for _ in op.results)


class _Scaled:
    """A tc_gen5_mma_scaled with the names of a tt.dot_scaled."""

    def __init__(self, op: Any) -> None:
        self.a, self.b, self.a_scale, self.b_scale = op.a, op.b, op.a_scale, op.b_scale
        self.a_elem_type, self.b_elem_type = op.a_type, op.b_type
        # Pairs of fp4 lie along k, unless the shapes say that they lie along m and n.
        rows, columns = op.d.type.shape[-2:]
        self.lhs_k_pack = op.a.type.shape[-2] == rows
        self.rhs_k_pack = op.b.type.shape[-1] == columns


@rule(ttng.TCGen5MMAScaledOp)
def _mma_scaled(ev: Any, op: Any, *values: Any) -> Any:
    given = _operands(op, values)
    if ev.condition(given[op.pred]):
        d: MemDesc = given[op.d]
        c = d.read() if ev.condition(given[op.useD]) else None
        a, b, a_scale, b_scale = (given[v].read() for v in (op.a, op.b, op.a_scale, op.b_scale))
        d.write(multiply_scaled(_Scaled(op), a, b, c, a_scale, b_scale, op.d.type))
    return tuple(None for _ in op.results)


# Tensor memory ------------------------------------------------------------------------------------


@rule(ttng.TMEMAllocOp)
def _tmem_alloc(ev: Any, op: Any, value: Any = None) -> Any:
    buffer = allocate(op.results[0].type, value)
    return (buffer, None)[: len(op.results)]


@rule(ttng.TMEMLoadOp)
def _tmem_load(ev: Any, op: Any, buffer: MemDesc, dependence: Any = None) -> Any:
    value = buffer.read().reshape(shape_of(op.result.type))
    results = [value]
    if op.token is not None:
        results.append(None)
    if op.red is not None:
        rows = np.abs(value) if op.abs else value
        smaller = op.redOp == "min"
        functions = (minimum, minimum_number) if smaller else (maximum, maximum_number)
        total = rows[:, 0]
        for column in range(1, rows.shape[1]):
            total = functions[not op.NaN](total, rows[:, column])
        results.append(total.astype(value.dtype))
    return tuple(results)


@rule(ttng.TMEMStoreOp)
def _tmem_store(ev: Any, op: Any, *values: Any) -> Any:
    given = _operands(op, values)
    if ev.condition(given[op.pred]):
        given[op.dst].write(given[op.src])
    return tuple(None for _ in op.results)


@rule(ttng.TMEMSubSliceOp)
def _tmem_subslice(ev: Any, op: Any, buffer: MemDesc) -> Any:
    window = [slice(None)] * buffer.places.ndim
    window[op.dim] = slice(op.offset, op.offset + op.results[0].type.shape[op.dim])
    return buffer.view(buffer.places[tuple(window)])


@rule(ttng.TMEMCopyOp)
def _tmem_copy(ev: Any, op: Any, source: MemDesc, target: MemDesc) -> None:
    target.write(source.read())


# Barriers, fences ---------------------------------------------------------------------------------


@rule(
    gpu.BarrierOp,
    ttng.FenceAsyncSharedOp,
    ttng.FenceMBarrierInitReleaseClusterOp,
    ttng.ClusterBarrierOp,
    ttng.InitBarrierOp,
    ttng.InvalBarrierOp,
    ttng.BarrierExpectOp,
    ttng.WaitBarrierOp,
    ttng.ArriveBarrierOp,
    ttng.AsyncCopyMbarrierArriveOp,
    ttng.TCGen5CommitOp,
    ttng.TMAStoreWaitOp,
    TensormapFenceproxyAcquireOp,
    ttng.TMEMWaitOp,
)
def _nothing(ev: Any, op: Any, *values: Any) -> None:
    return None


# TMA ----------------------------------------------------------------------------------------------


def _coordinates(op: Any, given: dict[Any, Any]) -> tuple[Any, ...]:
    return tuple(given[v] for v in op.coord)


@rule(ttng.AsyncTMACopyGlobalToLocalOp)
def _tma_load(ev: Any, op: Any, *values: Any) -> None:
    given = _operands(op, values)
    if len(op.offsets):
        raise Unsupported(None, "with im2col offsets")
    if ev.condition(given[op.pred]):
        block = tt_memory.load_block(ev, given[op.desc], _coordinates(op, given))
        given[op.result_].write(block)


@rule(ttng.AsyncTMACopyLocalToGlobalOp)
def _tma_store(ev: Any, op: Any, *values: Any) -> None:
    given = _operands(op, values)
    tt_memory.store_block(ev, given[op.desc], _coordinates(op, given), given[op.src].read())


@rule(ttng.AsyncTMAReduceOp)
def _tma_reduce(ev: Any, op: Any, *values: Any) -> None:
    given = _operands(op, values)
    block = given[op.src].read()
    tt_memory.reduce_block(ev, op.kind, given[op.desc], _coordinates(op, given), block)


@rule(ttng.AsyncTMAGatherOp)
def _tma_gather(ev: Any, op: Any, *values: Any) -> None:
    given = _operands(op, values)
    if ev.condition(given[op.pred]):
        desc, rows, column = given[op.desc], given[op.x_offsets], given[op.y_offset]
        given[op.result_].write(tt_memory.load_rows(ev, desc, rows, column))


@rule(ttng.AsyncTMAScatterOp)
def _tma_scatter(ev: Any, op: Any, *values: Any) -> None:
    given = _operands(op, values)
    desc, rows, column = given[op.desc], given[op.x_offsets], given[op.y_offset]
    tt_memory.store_rows(ev, desc, rows, column, given[op.src].read())


# Descriptors made on the device -------------------------------------------------------------------


@rule(ttng.TensormapCreateOp)
def _tensormap_create(ev: Any, op: Any, *values: Any) -> None:
    """The descriptor's bytes are the hardware's business; the address stands for its contents."""
    given = _operands(op, values)
    sizes = [ev.number(given[v]) for v in op.global_dim][::-1]
    strides = [ev.number(given[v]) for v in op.global_stride][::-1]
    if any(ev.number(given[v]) != 1 for v in op.element_stride):
        raise Unsupported(None, "with strides between elements")
    padding = "nan" if op.fill_mode else "zero"
    base = ev.number(given[op.global_address])
    ev.tensormaps[ev.number(given[op.desc_ptr])] = (base, sizes, strides, padding)


@rule(ttng.ReinterpretTensorDescOp)
def _reinterpret_descriptor(ev: Any, op: Any, pointer: Any) -> Any:
    found = ev.tensormaps.get(ev.number(pointer))
    if found is None:
        raise InterpError("there is no descriptor at this address")
    base, sizes, strides, padding = found
    type = op.result.type
    width = byte_width(type.signless_block_type.element_type)
    # Strides are in bytes, and the fastest dimension has none.
    steps = (*[stride // width for stride in strides], 1)
    return Descriptor(base, tuple(sizes), steps, type, padding)
