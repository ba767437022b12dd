"""The passes, one file each.

``PASSES`` is the table that the driver works from: full name, short names, one line of help, and
the class, which is imported when the pass is used.
"""

from __future__ import annotations

from mlir_mini.pass_table import PassInfo

PASSES = [
    PassInfo(
        "tritongpu-coalesce",
        ("coalesce",),
        "lay out global memory accesses so that warps access whole lines",
        "passes.coalesce:Coalesce",
    ),
    PassInfo(
        "test-print-alignment",
        (),
        "remark what AxisInfo knows of every value",
        "passes.test_print_alignment:TestPrintAlignment",
    ),
]
