"""Canonicalization patterns of ttng, and the pattern that it adds for ``arith.divf``.

Upstream keeps the former in lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt, ttg_utils, ttng
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, splat
from mlir_mini.ir.core import Value
from mlir_mini.ir.floats import float_to_bits
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType, element_type_or_self, f32
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.matchers import integer_value
from mlir_mini.rewrite.patterns import Rewrite


# op with a predicate that is off -> nothing
def _never_runs(op: Any, rewriter: PatternRewriter) -> bool:
    # Results are tokens, that others wait for.
    if op.pred is None or op.num_results:
        return False
    predicate = integer_value(op.pred)
    if predicate is None or predicate.value:
        return False
    rewriter.erase_op(op)
    return True


# {fromCTA = all ones} -> nothing said: every CTA has its own barrier
def _own_barrier(op: Any, rewriter: PatternRewriter) -> bool:
    if op.fromCTA != ttg_utils.num_ctas(op) - 1:
        return False
    with rewriter.modify_in_place(op):
        op.remove_attr("fromCTA")
    return True


# Division by constants ---------------------------------------------------------------------------

_SMALLEST = float_to_bits(2.0**-126, "f32")
_LARGEST = float_to_bits(2.0**126, "f32")
_MAGNITUDE = (1 << 31) - 1
_ONE = float_to_bits(1.0, "f32")


def _has_accurate_reciprocal(bits: int) -> bool:
    """The approximation of 1 / x is good to 2 ulp, and normal."""
    return _SMALLEST <= bits & _MAGNITUDE <= _LARGEST


def _approximate_division(one: Any, divisor: Value, rewriter: PatternRewriter) -> Value:
    dividend = rewriter.create(arith.ConstantOp, (), [one.type], {"value": one})
    operands = (dividend.result, divisor)
    return rewriter.create(tt.ApproxDivFOp, operands, [one.type]).result


def _reciprocal(op: arith.DivFOp, value: Any, rewriter: PatternRewriter) -> Value:
    """1 / ``op.rhs``, which is ``value``; computed for one element if all are alike."""
    type = op.rhs.type
    if not isinstance(value, DenseElementsAttr):
        return _approximate_division(FloatAttr(_ONE, f32), op.rhs, rewriter)
    if not value.is_splat:
        return _approximate_division(splat(type, _ONE), op.rhs, rewriter)
    divisor = rewriter.create(
        arith.ConstantOp, (), [f32], {"value": FloatAttr(value.splat_value, f32)}
    )
    scalar = _approximate_division(FloatAttr(_ONE, f32), divisor.result, rewriter)
    return rewriter.create(tt.SplatOp, (scalar,), [type]).result


# x / c -> x * approx_divf(1, c) on CUDA targets
def _division_by_constant(op: arith.DivFOp, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if element_type_or_self(type) is not f32 or ttg_utils.compute_capability(op) is None:
        return False
    if type is not f32 and not isinstance(type, RankedTensorType):
        return False
    divisor = constant_value(op.rhs)
    if isinstance(divisor, DenseElementsAttr):
        all_bits = divisor.values if not divisor.is_splat else (divisor.splat_value,)
    elif isinstance(divisor, FloatAttr):
        all_bits = (divisor.bits,)
    else:
        return False
    if not all(_has_accurate_reciprocal(bits) for bits in all_bits):
        return False
    reciprocal = _reciprocal(op, divisor, rewriter)
    rewriter.replace_op_with(op, arith.MulFOp, (op.lhs, reciprocal))
    return True


PATTERNS: dict[type, list[Rewrite]] = {
    ttng.ArriveBarrierOp: [_own_barrier, _never_runs],
    ttng.AsyncTMACopyGlobalToLocalOp: [_never_runs],
    ttng.AsyncTMAGatherOp: [_never_runs],
    ttng.BarrierExpectOp: [_own_barrier, _never_runs],
    ttng.TCGen5CommitOp: [_never_runs],
    ttng.TMEMStoreOp: [_never_runs],
    ttng.WaitBarrierOp: [_never_runs],
}

#: What the dialect adds by itself; tried before the patterns of the operations.
DIALECT_PATTERNS: dict[type, list[Rewrite]] = {arith.DivFOp: [_division_by_constant]}
