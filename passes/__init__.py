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
        "canonicalize",
        (),
        "fold operations and apply the canonicalization patterns",
        "passes.canonicalize:Canonicalize",
    ),
    PassInfo(
        "test-print-alignment",
        (),
        "remark what AxisInfo knows of every value",
        "passes.test_print_alignment:TestPrintAlignment",
    ),
    PassInfo(
        "ttgir",
        (),
        "upstream's passes from TTIR to TTGIR, as far as they are here",
        "passes.pipelines:TTGIR",
    ),
]
