"""triton-combine: small rewrites of TTIR, mostly around dots, pointers and reductions.

    %1 = tt.addptr %p, %i : !tt.ptr<f32>, i64
    %2 = tt.addptr %1, %j : !tt.ptr<f32>, i64
  =>
    %0 = arith.addi %i, %j : i64
    %2 = tt.addptr %p, %0 : !tt.ptr<f32>, i64

After lib/Dialect/Triton/Transforms/Combine.cpp and Combine.td.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.attributes import UNIT, FloatAttr, IntegerAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.locations import fuse
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType, bit_width, element_type_or_self, f32
from mlir_mini.layout.reshape import infer_reshape
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.matchers import defined_by, integer_value, is_any_zero_float, is_zero
from mlir_mini.rewrite.patterns import PatternSet

# Dots --------------------------------------------------------------------------------------------


def _is_zero(value: Value) -> bool:
    constant = constant_value(value)
    return is_zero(constant) or is_any_zero_float(constant)


# %d = dot %a, %b, 0;  %d + %c  ->  dot %a, %b, %c
def _accumulate(op: Any, dot_class: type[Operation], rewriter: PatternRewriter) -> bool:
    dot: Any = defined_by(op.rhs, dot_class)
    other = op.lhs
    if dot is None:
        dot = defined_by(op.lhs, dot_class)
        other = op.rhs
    if dot is None or not dot.result.has_one_use or not _is_zero(dot.c):
        return False
    if isinstance(dot, tt.DotOp) and isinstance(op, arith.AddFOp) and dot.maxNumImpreciseAcc:
        return False
    with rewriter.modify_in_place(dot):
        dot.set_operand(2, other)
        dot.move_before(op)
    rewriter.replace_all_uses_with(op.result, dot.result)
    return True


def _accumulate_dot(op: arith.AddIOp | arith.AddFOp, rewriter: PatternRewriter) -> bool:
    return _accumulate(op, tt.DotOp, rewriter)


def _accumulate_scaled_dot(op: arith.AddFOp, rewriter: PatternRewriter) -> bool:
    return _accumulate(op, tt.DotScaledOp, rewriter)


def _adds_floats(reduction: tt.ReduceOp) -> bool:
    blocks = reduction.regions[0].blocks
    ops = list(blocks[0].ops)
    if len(blocks) != 1 or len(ops) != 2 or not isinstance(ops[0], arith.AddFOp):
        return False
    return bit_width(ops[0].result.type) <= 32


def _broadcast_along(value: Value, axis: int) -> tt.BroadcastOp | None:
    """The broadcast that makes ``value``, if it stretches dimension ``axis`` alone."""
    broadcast = defined_by(value, tt.BroadcastOp)
    if broadcast is None:
        return None
    source: Any = broadcast.src.type
    target: Any = broadcast.result.type
    stretched = [a != b for a, b in zip(source.shape, target.shape, strict=True)]
    return broadcast if stretched == [i == axis for i in range(len(stretched))] else None


def _reshape(rewriter: PatternRewriter, value: Value, shape: Sequence[int]) -> Value:
    source: Any = value.type
    encoding = source.encoding
    if encoding is not None:
        encoding = infer_reshape(source.shape, encoding, shape)
    type = RankedTensorType(tuple(shape), source.element_type, encoding)
    return rewriter.create(tt.ReshapeOp, (value,), [type]).result


# reduce<add, 1>(broadcast<2>(%x) * broadcast<0>(%y))  ->  dot reshape(%x), reshape(%y), 0
def _reduced_product(op: tt.ReduceOp, rewriter: PatternRewriter) -> bool:
    product_type: Any = op.operand(0).type
    if len(product_type.shape) != 3 or op.axis != 1 or not _adds_floats(op):
        return False
    product = defined_by(op.operand(0), arith.MulFOp)
    if product is None:
        return False
    left = _broadcast_along(product.lhs, 2)
    right = _broadcast_along(product.rhs, 0)
    if left is None or right is None:
        return False
    rows, _, columns = product_type.shape
    if columns < 16 or rows < 16:
        return False
    left_type: Any = left.src.type
    right_type: Any = right.src.type
    a = _reshape(rewriter, left.src, left_type.shape[:-1])
    b = _reshape(rewriter, right.src, right_type.shape[1:])
    zero = rewriter.create(arith.ConstantOp, (), [f32], {"value": FloatAttr(0, f32)})
    sums = RankedTensorType((rows, columns), left_type.element_type, None)
    start = rewriter.create(tt.SplatOp, (zero.result,), [sums])
    rewriter.replace_op_with(op, tt.DotOp, (a, b, start.result), [sums])
    return True


# Memory and pointers -----------------------------------------------------------------------------


# %v = load %p, splat(%c), ...;  select %c, %v, %o  ->  load %p, splat(%c), %o
def _selected_load(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    load = defined_by(op.true_value, tt.LoadOp)
    if load is None or load.mask is None or not load.result.has_one_use:
        return False
    mask = defined_by(load.mask, tt.SplatOp)
    if mask is None or mask.src is not op.condition:
        return False
    if not DominanceInfo().properly_dominates(op.false_value, load):
        return False
    with rewriter.modify_in_place(load):
        load.set_operands((load.ptr, load.mask, op.false_value))
        load.set_operand_segments((1, 1, 1))
    rewriter.replace_op(op, load.result)
    return True


def _constant_offset(value: Value) -> IntegerAttr | None:
    splat = defined_by(value, tt.SplatOp)
    found = integer_value(splat.src if splat is not None else value)
    return None if found is None else IntegerAttr(found.value, element_type_or_self(value.type))


def _can_add(first: Value, second: Value) -> bool:
    """The sum of two offsets is the sum of what they add to a pointer."""
    if first.type is not second.type:
        return False
    width = bit_width(element_type_or_self(first.type))
    if width == 64:
        return True
    a, b = _constant_offset(first), _constant_offset(second)
    if a is None or b is None:
        return False
    return -(1 << (width - 1)) <= a.value + b.value < 1 << (width - 1)


_KEPT_ATTRIBUTES = ("tt.divisibility", "tt.contiguity", "tt.constancy", "tt.pointee_type")


# addptr(addptr(%p, %i), %j)  ->  addptr(%p, %i + %j)
def _nested_addptr(op: tt.AddPtrOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.ptr, tt.AddPtrOp)
    if inner is None or not _can_add(inner.offset, op.offset):
        return False
    loc = fuse((op.loc, inner.loc))
    offset = rewriter.create(arith.AddIOp, (inner.offset, op.offset), [op.offset.type], loc=loc)
    attributes = {name: op.attributes[name] for name in _KEPT_ATTRIBUTES if name in op.attributes}
    rewriter.replace_op_with(
        op, tt.AddPtrOp, (inner.ptr, offset.result), attributes=attributes, loc=loc
    )
    return True


# Shapes ------------------------------------------------------------------------------------------


# reshape(%x) to one dimension, that is only reduced  ->  the same in any order
def _reshape_to_reduce(op: tt.ReshapeOp, rewriter: PatternRewriter) -> bool:
    type: Any = op.result.type
    if op.allow_reorder or len(type.shape) != 1:
        return False
    if not all(isinstance(user, (tt.ReduceOp, tt.HistogramOp)) for user in op.result.users):
        return False
    with rewriter.modify_in_place(op):
        op.set_attr("allow_reorder", UNIT)
    return True


# reshape(descriptor_load %d) without the leading ones  ->  descriptor_load %d of that shape
def _reshaped_descriptor_load(op: tt.ReshapeOp, rewriter: PatternRewriter) -> bool:
    load = defined_by(op.src, tt.DescriptorLoadOp)
    if load is None or not load.result.has_one_use:
        return False
    loaded: Any = load.result.type
    reshaped: Any = op.result.type
    dropped = len(loaded.shape) - len(reshaped.shape)
    if dropped <= 0 or any(size != 1 for size in loaded.shape[:dropped]):
        return False
    if loaded.shape[dropped:] != reshaped.shape:
        return False
    with rewriter.modify_in_place(load):
        load.result.type = reshaped
    rewriter.replace_op(op, load.result)
    return True


def _patterns() -> PatternSet:
    patterns = PatternSet()
    patterns.add(arith.AddIOp, _accumulate_dot)
    patterns.add(arith.AddFOp, _accumulate_dot, _accumulate_scaled_dot)
    patterns.add(arith.SelectOp, _selected_load)
    patterns.add(tt.AddPtrOp, _nested_addptr)
    patterns.add(tt.ReduceOp, _reduced_product)
    patterns.add(tt.ReshapeOp, _reshape_to_reduce, _reshaped_descriptor_load)
    return patterns


class TritonCombine(Pass):
    name = "triton-combine"
    display_name = "TritonCombineOps"
    changes_rounding = True  # a product starts from what is added to it

    def run(self, module: Operation, am: AnalysisManager) -> None:
        if not apply_patterns_greedily(module, _patterns()):
            raise PassFailure
