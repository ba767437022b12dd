"""The passes, one file each.

``PASSES`` is the table that the driver works from: full name, short names, one line of help, and
the class, which is imported when the pass is used. Under a short name, passes that need TTGIR
convert TTIR first.
"""

from __future__ import annotations

from mlir_mini.pass_table import PassInfo

CONVERT_TTIR = "passes.prelude:convert_ttir"

PASSES = [
    PassInfo(
        "convert-triton-to-tritongpu",
        ("convert",),
        "give every tensor of TTIR a layout, for a target and a number of warps",
        "passes.convert_triton_to_tritongpu:ConvertTritonToTritonGPU",
    ),
    PassInfo(
        "relayout-tritongpu",
        ("relayout",),
        "give operations on tensor memory the layouts they ask for",
        "passes.relayout_tritongpu:RelayoutTritonGPU",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-coalesce",
        ("coalesce",),
        "lay out global memory accesses so that warps access whole lines",
        "passes.coalesce:Coalesce",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-remove-layout-conversions",
        ("remove-layout-conversions",),
        "pick layouts so that few conversions are left, and move those to where they cost less",
        "passes.remove_layout_conversions:RemoveLayoutConversions",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-accelerate-matmul",
        ("accelerate-matmul",),
        "compute matrix products with mma, wgmma or tcgen05 instructions",
        "passes.accelerate_matmul:AccelerateMatmul",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-prefetch",
        ("prefetch",),
        "load the first part of a dot's operands one turn of the loop ahead",
        "passes.prefetch:Prefetch",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-combine-tensor-select-and-if",
        ("combine-tensor-select-and-if",),
        "let an scf.if yield what selects on its condition choose",
        "passes.combine_tensor_select_and_if:CombineTensorSelectAndIf",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-reduce-data-duplication",
        ("reduce-data-duplication",),
        "convert to dot operands through buffers of their own in shared memory",
        "passes.reduce_data_duplication:ReduceDataDuplication",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-reorder-instructions",
        ("reorder-instructions",),
        "move what fills registers or shared memory to where that is cheap",
        "passes.reorder_instructions:ReorderInstructions",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-F32DotTC",
        ("F32DotTC",),
        "split products of f32 matrices into products for tensor cores",
        "passes.f32_dot_tc:F32DotTC",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-optimize-dot-operands",
        ("optimize-dot-operands",),
        "transpose and reshape operands of dots in shared memory",
        "passes.optimize_dot_operands:OptimizeDotOperands",
        CONVERT_TTIR,
    ),
    PassInfo(
        "tritongpu-coalesce-async-copy",
        ("coalesce-async-copy",),
        "lay out asynchronous copies for what one instruction copies",
        "passes.coalesce_async_copy:CoalesceAsyncCopy",
        CONVERT_TTIR,
    ),
    PassInfo(
        "triton-loop-aware-cse",
        ("loop-aware-cse",),
        "compute once what is the same, also in every iteration of a loop",
        "passes.loop_aware_cse:LoopAwareCSE",
    ),
    PassInfo(
        "triton-licm",
        ("licm",),
        "move what is the same in every iteration in front of the loop, loads included",
        "passes.loop_invariant_code_motion:LoopInvariantCodeMotion",
    ),
    PassInfo(
        "canonicalize",
        (),
        "fold operations and apply the canonicalization patterns",
        "passes.canonicalize:Canonicalize",
    ),
    PassInfo(
        "cse",
        (),
        "compute things once",
        "passes.cse:CSE",
    ),
    PassInfo(
        "symbol-dce",
        (),
        "erase private symbols that nothing refers to",
        "passes.symbol_dce:SymbolDCE",
    ),
    PassInfo(
        "inline",
        (),
        "put functions in the place of their calls",
        "passes.inline:Inline",
    ),
    PassInfo(
        "triton-combine",
        ("combine",),
        "combine additions to pointers, dots and sums, loads and selects",
        "passes.triton_combine:TritonCombine",
    ),
    PassInfo(
        "triton-reorder-broadcast",
        ("reorder-broadcast",),
        "compute before broadcasts and splats rather than after them",
        "passes.reorder_broadcast:ReorderBroadcast",
    ),
    PassInfo(
        "sccp",
        (),
        "replace what is constant in every execution that can happen",
        "passes.sccp:SCCP",
    ),
    PassInfo(
        "test-print-alignment",
        (),
        "remark what AxisInfo knows of every value",
        "passes.test_print_alignment:TestPrintAlignment",
    ),
    PassInfo(
        "explain",
        (),
        "say how wide each memory access is once coalesced, and as TTGIR is written where that "
        "differs, why, and what would help (=json for tools)",
        "passes.explain:Explain",
    ),
    PassInfo(
        "ttgir",
        (),
        "upstream's passes from TTIR to TTGIR, as far as they are here",
        "passes.pipelines:TTGIR",
    ),
]
