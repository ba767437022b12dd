"""Folders of tti (lib/Dialect/TritonInstrument/IR/Ops.cpp)."""

from __future__ import annotations

from mlir_mini.dialects import tti
from mlir_mini.rewrite.folding import Constants, Folder, FoldResult
from mlir_mini.rewrite.matchers import defined_by


# embed(unembed(x)) -> x of the same type
def _embed(op: tti.ExperimentalFPSanEmbedOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.val, tti.ExperimentalFPSanUnembedOp)
    return inner.val if inner is not None and inner.val.type is op.result.type else None


# unembed(embed(x)) -> x of the same type
def _unembed(op: tti.ExperimentalFPSanUnembedOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.val, tti.ExperimentalFPSanEmbedOp)
    return inner.val if inner is not None and inner.val.type is op.result.type else None


FOLDERS: dict[type, Folder] = {
    tti.ExperimentalFPSanEmbedOp: _embed,
    tti.ExperimentalFPSanUnembedOp: _unembed,
}
