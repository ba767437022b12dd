"""Folders of tt (lib/Dialect/Triton/IR/Ops.cpp)."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import tt
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr, splat
from mlir_mini.ir.types import FloatType, ShapedType, element_type_or_self
from mlir_mini.layout.layout_utils import apply_permutation
from mlir_mini.rewrite import float_arith as fa
from mlir_mini.rewrite.folding import IN_PLACE, Constants, Folder, FoldResult, constant_value
from mlir_mini.rewrite.matchers import defined_by, float_bits, is_zero

# Pointers ----------------------------------------------------------------------------------------


# p + 0 -> p
def _add_pointer(op: tt.AddPtrOp, constants: Constants) -> FoldResult:
    return op.ptr if is_zero(constants[1]) else None


# Conversions -------------------------------------------------------------------------------------


# bitcast(x) -> x to its own type
def _bitcast(op: tt.BitcastOp, constants: Constants) -> FoldResult:
    return op.src if op.src.type is op.result.type else None


# fp_to_fp(x) -> x to its own type,  fp_to_fp(0) -> 0
def _convert_float(op: tt.FpToFpOp, constants: Constants) -> FoldResult:
    type = op.result.type
    if op.src.type is type:
        return op.src
    # Like upstream, only a constant operation's 0, not one that sccp has found out.
    found = float_bits(constant_value(op.src))
    if found is None or not fa.is_zero(*found):
        return None
    target: Any = element_type_or_self(type)
    assert isinstance(target, FloatType)
    bits = fa.zero(target.name, fa.is_negative(*found))
    return splat(type, bits) if isinstance(type, ShapedType) else FloatAttr(bits, type)


# Shapes ------------------------------------------------------------------------------------------


# make_range(n, n + 1) -> dense<n>
def _range(op: tt.MakeRangeOp, constants: Constants) -> FoldResult:
    if op.start + 1 != op.end:
        return None
    type: Any = op.result.type
    return splat(type, op.start)


# splat(c) -> dense<c>
def _splat(op: tt.SplatOp, constants: Constants) -> FoldResult:
    (value,) = constants
    type: Any = op.result.type
    if isinstance(value, (FloatAttr, IntegerAttr)) and value.type is not type.element_type:
        # A pass may make what the verifier is going to reject.
        return None
    if isinstance(value, FloatAttr):
        return splat(type, value.bits)
    return splat(type, value.value) if isinstance(value, IntegerAttr) else None


def _with_type(value: Any, type: Any) -> FoldResult:
    """The elements of a constant, in their order, as a tensor of ``type``."""
    return value.with_type(type) if isinstance(value, DenseElementsAttr) else None


def _expand(op: tt.ExpandDimsOp, constants: Constants) -> FoldResult:
    return _with_type(constants[0], op.result.type)


# reshape(x) -> x to its own type
def _reshape(op: tt.ReshapeOp, constants: Constants) -> FoldResult:
    if op.src.type is op.result.type and not op.allow_reorder:
        return op.src
    return _with_type(constants[0], op.result.type)


def _with_type_if_splat(value: Any, type: Any) -> FoldResult:
    if isinstance(value, DenseElementsAttr) and value.is_splat:
        return value.with_type(type)
    return None


# broadcast(x) -> x to its own type
def _broadcast(op: tt.BroadcastOp, constants: Constants) -> FoldResult:
    if op.src.type is op.result.type:
        return op.src
    return _with_type_if_splat(constants[0], op.result.type)


# trans(x) -> x in the same order,  trans(trans(x)) -> trans(x)
def _transpose(op: tt.TransOp, constants: Constants) -> FoldResult:
    order = tuple(op.order)
    if order == tuple(range(len(order))) and op.src.type is op.result.type:
        return op.src
    inner = defined_by(op.src, tt.TransOp)
    if inner is not None:
        op.order = apply_permutation(tuple(inner.order), order)
        op.set_operand(0, inner.src)
        return IN_PLACE
    return _with_type_if_splat(constants[0], op.result.type)


# join(split(x)) -> x
def _join(op: tt.JoinOp, constants: Constants) -> FoldResult:
    parts = defined_by(op.lhs, tt.SplitOp)
    if parts is None or op.operands != tuple(parts.results):
        return None
    return parts.src if parts.src.type is op.result.type else None


# split(join(a, b)) -> a, b
def _split(op: tt.SplitOp, constants: Constants) -> FoldResult:
    whole = defined_by(op.src, tt.JoinOp)
    if whole is None or whole.lhs.type is not op.results[0].type:
        return None
    return whole.lhs, whole.rhs


FOLDERS: dict[type, Folder] = {
    tt.AddPtrOp: _add_pointer,
    tt.BitcastOp: _bitcast,
    tt.FpToFpOp: _convert_float,
    tt.MakeRangeOp: _range,
    tt.SplatOp: _splat,
    tt.ExpandDimsOp: _expand,
    tt.ReshapeOp: _reshape,
    tt.BroadcastOp: _broadcast,
    tt.TransOp: _transpose,
    tt.JoinOp: _join,
    tt.SplitOp: _split,
}
