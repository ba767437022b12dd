"""Canonicalization patterns of tt (lib/Dialect/Triton/IR/Ops.cpp, Canonicalize.td)."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.tt_types import pointee_bit_width
from mlir_mini.ir.attributes import UNIT, DenseElementsAttr, IntegerAttr, i32_array, i32_attr
from mlir_mini.ir.core import Value
from mlir_mini.ir.locations import fuse
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.layout.errors import LayoutError
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.matchers import defined_by, integer_attribute, integer_value
from mlir_mini.rewrite.patterns import Rewrite

# Memory ------------------------------------------------------------------------------------------


def _known_mask(mask: Value | None) -> bool | None:
    """Whether a mask is on, or off, for all elements."""
    if mask is None or defined_by(mask, arith.ConstantOp) is None:
        return None
    value = constant_value(mask)
    if isinstance(value, DenseElementsAttr):
        return bool(value.splat_value) if value.is_splat else None
    return bool(value.value) if isinstance(value, IntegerAttr) else None


# load(p, on, o) -> load(p),  load(p, off, o) -> o
def _masked_load(op: tt.LoadOp, rewriter: PatternRewriter) -> bool:
    mask = _known_mask(op.mask)
    if mask is None or (not mask and op.other is None):
        return False
    if not mask:
        rewriter.replace_op(op, op.other)
        return True
    properties = {**op.properties, "operandSegmentSizes": i32_array((1, 0, 0))}
    rewriter.replace_op_with(op, tt.LoadOp, (op.ptr,), properties=properties)
    return True


# store(p, v, on) -> store(p, v),  store(p, v, off) -> nothing
def _masked_store(op: tt.StoreOp, rewriter: PatternRewriter) -> bool:
    mask = _known_mask(op.mask)
    if mask is None:
        return False
    if not mask:
        rewriter.erase_op(op)
        return True
    rewriter.replace_op_with(op, tt.StoreOp, (op.ptr, op.value), (), op.properties)
    return True


# atomic_store(p, v, off) -> nothing
def _masked_atomic_store(op: tt.AtomicStoreOp, rewriter: PatternRewriter) -> bool:
    if _known_mask(op.mask) is not False:
        return False
    rewriter.erase_op(op)
    return True


# Pointers ----------------------------------------------------------------------------------------


# int_to_ptr(ptr_to_int(p)) -> bitcast(p)
def _pointer_of_pointer(op: tt.IntToPtrOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.src, tt.PtrToIntOp)
    if inner is None:
        return False
    rewriter.replace_op_with(op, tt.BitcastOp, (inner.src,))
    return True


# int_to_ptr(x + c) -> addptr(int_to_ptr(x), c / size) for whole elements
def _pointer_of_sum(op: tt.IntToPtrOp, rewriter: PatternRewriter) -> bool:
    addition = defined_by(op.src, arith.AddIOp)
    if addition is None:
        return False
    offset = integer_value(addition.rhs)
    if offset is None or defined_by(addition.rhs, arith.ConstantOp) is None:
        return False
    size = max(1, pointee_bit_width(op.result.type) // 8)
    if offset.value % size:
        return False
    base = rewriter.create(tt.IntToPtrOp, (addition.lhs,), op.result_types)
    elements = rewriter.create(
        arith.ConstantOp,
        (),
        [addition.rhs.type],
        {"value": integer_attribute(addition.rhs.type, offset.value // size)},
    )
    rewriter.replace_op_with(op, tt.AddPtrOp, (base.result, elements.result))
    return True


# Shapes ------------------------------------------------------------------------------------------


# broadcast(splat(x)) -> splat(x)
def _broadcast_of_splat(op: tt.BroadcastOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.src, tt.SplatOp)
    if inner is None:
        return False
    loc = fuse((op.loc, inner.loc))
    rewriter.replace_op_with(op, tt.SplatOp, (inner.src,), loc=loc)
    return True


# broadcast(broadcast(x)) -> broadcast(x)
def _broadcast_of_broadcast(op: tt.BroadcastOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.src, tt.BroadcastOp)
    if inner is None:
        return False
    loc = fuse((op.loc, inner.loc))
    rewriter.replace_op_with(op, tt.BroadcastOp, (inner.src,), loc=loc)
    return True


# expand_dims(splat(x)) -> splat(x),  expand_dims(broadcast(x)) -> broadcast(expand_dims(x))
def _expand_dims(op: tt.ExpandDimsOp, rewriter: PatternRewriter) -> bool:
    inner: Any = op.src.defining_op
    if isinstance(inner, tt.SplatOp):
        rewriter.replace_op_with(op, tt.SplatOp, (inner.src,))
        return True
    if not isinstance(inner, tt.BroadcastOp):
        return False
    axis = {"axis": i32_attr(op.axis)}
    try:
        types = tt.ExpandDimsOp.infer_result_types((inner.src,), axis, ())
    except LayoutError:
        # The broadcast's operand may have another layout than its result, an equivalent one.
        return False
    expanded = rewriter.create(tt.ExpandDimsOp, (inner.src,), types, axis)
    rewriter.replace_op_with(op, tt.BroadcastOp, (expanded.result,), loc=inner._loc)
    return True


# reshape(expand_dims(x)) -> x,  reshape(reshape(x)) -> reshape(x),  reshape(splat(x)) -> splat(x)
def _reshape(op: tt.ReshapeOp, rewriter: PatternRewriter) -> bool:
    if op.efficient_layout:
        return False
    inner: Any = op.src.defining_op
    if isinstance(inner, tt.ExpandDimsOp):
        if op.allow_reorder or op.result.type is not inner.src.type:
            return False
        rewriter.replace_op(op, inner.src)
        return True
    if isinstance(inner, tt.ReshapeOp):
        reorder = op.allow_reorder or inner.allow_reorder
        properties = {"allow_reorder": UNIT} if reorder else None
        rewriter.replace_op_with(op, tt.ReshapeOp, (inner.src,), properties=properties)
        return True
    if isinstance(inner, tt.SplatOp):
        rewriter.replace_op_with(op, tt.SplatOp, (inner.src,))
        return True
    return False


PATTERNS: dict[type, list[Rewrite]] = {
    tt.LoadOp: [_masked_load],
    tt.StoreOp: [_masked_store],
    tt.AtomicStoreOp: [_masked_atomic_store],
    tt.IntToPtrOp: [_pointer_of_pointer, _pointer_of_sum],
    tt.BroadcastOp: [_broadcast_of_splat, _broadcast_of_broadcast],
    tt.ExpandDimsOp: [_expand_dims],
    tt.ReshapeOp: [_reshape],
}
