"""Canonicalization patterns of tti (lib/Dialect/TritonInstrument/IR/Ops.cpp)."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import tt, ttg, tti
from mlir_mini.ir.core import Operation
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.rewrite.matchers import defined_by
from mlir_mini.rewrite.patterns import Rewrite


def _after_view(op: Any, inner_class: type[Operation], rewriter: PatternRewriter) -> bool:
    inner: Any = defined_by(op.operand(0), inner_class)
    type = op.results[0].type
    if inner is None or not isinstance(type, RankedTensorType):
        return False
    view = rewriter.create(
        op.__class__,
        (inner.val,),
        [type.with_element_type(inner.val.type.element_type)],
        op.properties,
        op.attributes,
    )
    rewriter.replace_op_with(op, inner_class, (view.results[0],))
    return True


# view(embed(x)) -> embed(view(x))
def _embed_after_view(op: Operation, rewriter: PatternRewriter) -> bool:
    return _after_view(op, tti.ExperimentalFPSanEmbedOp, rewriter)


# view(unembed(x)) -> unembed(view(x))
def _unembed_after_view(op: Operation, rewriter: PatternRewriter) -> bool:
    return _after_view(op, tti.ExperimentalFPSanUnembedOp, rewriter)


_VIEWS = (ttg.ConvertLayoutOp, tt.TransOp, tt.ReshapeOp, tt.BroadcastOp, tt.ExpandDimsOp)

PATTERNS: dict[type, list[tuple[type[Operation], Rewrite]]] = {
    tti.ExperimentalFPSanEmbedOp: [(view, _embed_after_view) for view in _VIEWS],
    tti.ExperimentalFPSanUnembedOp: [(view, _unembed_after_view) for view in _VIEWS],
}
