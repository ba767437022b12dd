"""Canonicalization patterns of tti."""

from __future__ import annotations

from mlir_mini.dialects import tti
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite.matchers import defined_by
from mlir_mini.rewrite.patterns import Rewrite


# embed(unembed(x)) -> x of the same type
def _embed(op: tti.ExperimentalFPSanEmbedOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.val, tti.ExperimentalFPSanUnembedOp)
    if inner is None or inner.val.type is not op.result.type:
        return False
    rewriter.replace_op(op, inner.val)
    return True


# unembed(embed(x)) -> x of the same type
def _unembed(op: tti.ExperimentalFPSanUnembedOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.val, tti.ExperimentalFPSanEmbedOp)
    if inner is None or inner.val.type is not op.result.type:
        return False
    rewriter.replace_op(op, inner.val)
    return True


PATTERNS: dict[type, list[Rewrite]] = {
    tti.ExperimentalFPSanEmbedOp: [_embed],
    tti.ExperimentalFPSanUnembedOp: [_unembed],
}
