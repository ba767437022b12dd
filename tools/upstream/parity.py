"""Upstream's own lit tests that its parity table lists: paths below a checkout's test folder.

These are all whose RUN lines call only passes and flags that are here, and whose operations belong
to dialects that are here.
"""

from __future__ import annotations

PARITY_FILES = (
    "Analysis/test-alignment.mlir",
    "Conversion/nvgpu_invalid.mlir",
    "Conversion/relayout_tritongpu.mlir",
    "Conversion/triton_to_tritongpu.mlir",
    "Triton/canonicalize.mlir",
    "Triton/combine.mlir",
    "Triton/inline-hints.mlir",
    "Triton/invalid.mlir",
    "Triton/loop-invariant-code-motion.mlir",
    "Triton/loop_cse.mlir",
    "Triton/ops.mlir",
    "Triton/reorder-broadcast.mlir",
    "Triton/vecadd.mlir",
    "Triton/verify-make-range.mlir",
    "TritonGPU/accelerate-matmul.mlir",
    "TritonGPU/bf16x3-matmul.mlir",
    "TritonGPU/canonicalize.mlir",
    "TritonGPU/coalesce-async-copy.mlir",
    "TritonGPU/coalesce.mlir",
    "TritonGPU/combine-select-if.mlir",
    "TritonGPU/combine.mlir",
    "TritonGPU/dot-operands.mlir",
    "TritonGPU/inline.mlir",
    "TritonGPU/invalid-attributes.mlir",
    "TritonGPU/invalid.mlir",
    "TritonGPU/memdesc-subview-split.mlir",
    "TritonGPU/ops.mlir",
    "TritonGPU/prefetch.mlir",
    "TritonGPU/reduce-data-duplication.mlir",
    "TritonGPU/remove-layout-conversions-backward-remat-reuse.mlir",
    "TritonGPU/remove-layout-conversions-disable-remat.mlir",
    "TritonGPU/remove-layout-conversions-scf-cleanup.mlir",
    "TritonGPU/reorder-instructions.mlir",
    "TritonGPU/tf32x3-matmul.mlir",
    "TritonGPU/verify-blocked-layout.mlir",
    "TritonGPU/verify-padded-layouts.mlir",
    "TritonNvidiaGPU/inline.mlir",
    "TritonNvidiaGPU/invalid.mlir",
    "TritonNvidiaGPU/ops.mlir",
)

#: Those that fail as tests: files in which Triton 3.9.0 itself misses a few CHECK lines or expected
#: messages.
UNMET_FILES = frozenset(
    {
        "TritonGPU/accelerate-matmul.mlir",
        "TritonGPU/combine.mlir",
        "TritonGPU/dot-operands.mlir",
        "TritonGPU/invalid-attributes.mlir",
        "TritonGPU/reduce-data-duplication.mlir",
    }
)

#: What lit runs, given a checkout (test/lit/Upstream).
LIT_FILES = frozenset(PARITY_FILES) - UNMET_FILES
