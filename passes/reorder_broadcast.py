"""triton-reorder-broadcast: computes first, broadcasts and splats then.

    %1 = tt.splat %a : f32 -> tensor<64xf32>
    %2 = tt.splat %b : f32 -> tensor<64xf32>
    %3 = arith.addf %1, %2 : tensor<64xf32>
  =>
    %1 = arith.addf %a, %b : f32
    %3 = tt.splat %1 : f32 -> tensor<64xf32>

After lib/Dialect/Triton/Transforms/ReorderBroadcast.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import FloatType, RankedTensorType, Type
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.effects import is_memory_effect_free
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.matchers import defined_by
from mlir_mini.rewrite.patterns import PatternSet
from mlir_mini.spec.traits import Elementwise


def _is_elementwise(op: Operation) -> bool:
    return Elementwise in op.traits and is_memory_effect_free(op)


def _splat_constant(value: Value) -> DenseElementsAttr | None:
    constant = constant_value(value)
    if isinstance(constant, DenseElementsAttr) and constant.is_splat:
        return constant
    return None


def _is_splat(value: Value) -> bool:
    return defined_by(value, tt.SplatOp) is not None or _splat_constant(value) is not None


def _constant(rewriter: PatternRewriter, attribute: Any) -> Value:
    return rewriter.create(arith.ConstantOp, (), [attribute.type], {"value": attribute}).result


def _element(constant: DenseElementsAttr) -> FloatAttr | IntegerAttr:
    element: Any = constant.type.element_type
    if isinstance(element, FloatType):
        return FloatAttr(constant.splat_value, element)
    return IntegerAttr(constant.splat_value, element)


def _recompute(
    op: Operation, operands: Sequence[Value], types: Sequence[Type], rewriter: PatternRewriter
) -> Operation:
    """``op`` of other operands, with results of other types."""
    return rewriter.create(type(op), operands, types, op.properties, op.attributes)


# op(splat(%a), splat(%b), ...)  ->  splat(op(%a, %b, ...))
def _splat_after(op: Operation, rewriter: PatternRewriter) -> bool:
    if not _is_elementwise(op) or not op.num_operands:
        return False
    if not all(_is_splat(operand) for operand in op.operands):
        return False
    operands = []
    for operand in op.operands:
        splat = defined_by(operand, tt.SplatOp)
        constant = _splat_constant(operand)
        if splat is not None:
            operands.append(splat.src)
        elif constant is not None:
            operands.append(_constant(rewriter, _element(constant)))
    types: list[Any] = op.result_types
    new = _recompute(op, operands, [type.element_type for type in types], rewriter)
    for result, scalar in zip(op.results, new.results, strict=True):
        splat = rewriter.create(tt.SplatOp, (scalar,), [result.type])
        rewriter.replace_all_uses_with(result, splat.result)
    return True


def _unbroadcast(value: Value, shape_of: RankedTensorType, rewriter: PatternRewriter) -> Value:
    """``value``, a broadcast or splat, in the shape and layout of ``shape_of``."""
    broadcast = defined_by(value, tt.BroadcastOp)
    if broadcast is not None:
        return broadcast.src
    type: Any = value.type
    narrow = shape_of.with_element_type(type.element_type)
    splat = defined_by(value, tt.SplatOp)
    if splat is not None:
        return rewriter.create(tt.SplatOp, (splat.src,), [narrow]).result
    constant = _splat_constant(value)
    assert constant is not None
    return _constant(rewriter, constant.with_type(narrow))


# op(broadcast(%a), splat(%b), ...)  ->  broadcast(op(%a, splat(%b), ...))
def _broadcast_after(op: Operation, rewriter: PatternRewriter) -> bool:
    if not _is_elementwise(op):
        return False
    broadcasts = [defined_by(operand, tt.BroadcastOp) for operand in op.operands]
    sources: list[Any] = [each.src.type for each in broadcasts if each is not None]
    if not sources or any(source.shape != sources[0].shape for source in sources):
        return False
    for operand, broadcast in zip(op.operands, broadcasts, strict=True):
        if broadcast is None and not _is_splat(operand):
            return False
    narrow = sources[0]
    operands = [_unbroadcast(operand, narrow, rewriter) for operand in op.operands]
    types: list[Any] = op.result_types
    types = [narrow.with_element_type(type.element_type) for type in types]
    new = _recompute(op, operands, types, rewriter)
    for result, source in zip(op.results, new.results, strict=True):
        broadcast = rewriter.create(tt.BroadcastOp, (source,), [result.type])
        rewriter.replace_all_uses_with(result, broadcast.result)
    return True


class ReorderBroadcast(Pass):
    name = "triton-reorder-broadcast"
    display_name = "TritonReorderBroadcast"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        patterns = PatternSet()
        patterns.add_canonicalizations(tt.BroadcastOp, tt.ExpandDimsOp, tt.ReshapeOp)
        patterns.add_for_any(_broadcast_after, _splat_after)
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure
