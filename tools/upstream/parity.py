"""Upstream's own lit tests that its parity table lists: paths below a checkout's test folder."""

from __future__ import annotations

PARITY_FILES = (
    "Analysis/test-alignment.mlir",
    "Conversion/triton_to_tritongpu.mlir",
    "Triton/canonicalize.mlir",
    "Triton/combine.mlir",
    "Triton/invalid.mlir",
    "Triton/ops.mlir",
    "Triton/reorder-broadcast.mlir",
    "Triton/vecadd.mlir",
    "Triton/verify-make-range.mlir",
    "TritonGPU/accelerate-matmul.mlir",
    "TritonGPU/canonicalize.mlir",
    "TritonGPU/coalesce-async-copy.mlir",
    "TritonGPU/coalesce.mlir",
    "TritonGPU/combine-select-if.mlir",
    "TritonGPU/combine.mlir",
    "TritonGPU/dot-operands.mlir",
    "TritonGPU/prefetch.mlir",
    "TritonGPU/reduce-data-duplication.mlir",
    "TritonGPU/remove-layout-conversions-backward-remat-reuse.mlir",
    "TritonGPU/remove-layout-conversions-disable-remat.mlir",
    "TritonGPU/remove-layout-conversions-scf-cleanup.mlir",
    "TritonGPU/reorder-instructions.mlir",
)
