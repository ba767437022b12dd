"""What short pass names add: TTIR is converted before the pass runs.

    mini-opt --coalesce kernel.ttir     is     mini-opt \\
        --convert-triton-to-tritongpu='target=cuda:80 num-warps=4' --tritongpu-coalesce kernel.ttir

if nothing in ``kernel.ttir`` says with how many warps it runs. What its attributes do say counts:
a module for cuda:90 stays one. Under its full name a pass does what upstream's does and no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlir_mini.dialects.ttg_utils import NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP
from mlir_mini.flag_values import said
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import Pass
from mlir_mini.source import Diagnostic, diagnostics

DEFAULT_TARGET = "cuda:80"
DEFAULT_NUM_WARPS = 4
#: What a conversion has to know: its options, and the attributes in which a module may say it.
SETTINGS = {
    "target": TARGET,
    "num-warps": NUM_WARPS,
    "threads-per-warp": THREADS_PER_WARP,
    "num-ctas": NUM_CTAS,
}


def convert_ttir(module: Operation, defaults: Mapping[str, str]) -> list[Pass]:
    """The conversion, announced in a remark, if ``module`` has no number of warps."""
    if module.attr(NUM_WARPS) is not None:
        return []
    from passes.convert_triton_to_tritongpu import ConvertTritonToTritonGPU

    given = {flag: said(module, attribute) for flag, attribute in SETTINGS.items()}
    given["target"] = given["target"] or defaults.get("target", DEFAULT_TARGET)
    given["num-warps"] = defaults.get("num-warps", str(DEFAULT_NUM_WARPS))
    known = {flag: text for flag, text in given.items() if text is not None}
    options = " ".join(f"{flag}={text}" for flag, text in known.items())
    declared = ConvertTritonToTritonGPU.options()
    conversion = ConvertTritonToTritonGPU(
        **{declared[flag].attribute: declared[flag].parse(text) for flag, text in known.items()}
    )
    remark = (
        f"the module has no '{NUM_WARPS}', so --{conversion.name}='{options}' runs first; "
        "--target and --num-warps change that"
    )
    diagnostics.emit(Diagnostic("remark", module.loc.position(), remark))
    return [conversion]
