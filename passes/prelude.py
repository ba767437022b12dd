"""What short pass names add: TTIR is converted before the pass runs.

    mini-opt --coalesce kernel.ttir     is     mini-opt \\
        --convert-triton-to-tritongpu='target=cuda:80 num-warps=4' --tritongpu-coalesce kernel.ttir

if nothing in ``kernel.ttir`` says with how many warps it runs. Under its full name a pass does what
upstream's does and no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlir_mini.dialects.ttg_utils import NUM_WARPS
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import Pass
from mlir_mini.source import Diagnostic, diagnostics

DEFAULT_TARGET = "cuda:80"
DEFAULT_NUM_WARPS = 4


def convert_ttir(module: Operation, defaults: Mapping[str, str]) -> list[Pass]:
    """The conversion, announced in a remark, if ``module`` has no number of warps."""
    if module.attr(NUM_WARPS) is not None:
        return []
    from passes.convert_triton_to_tritongpu import ConvertTritonToTritonGPU

    target = defaults.get("target", DEFAULT_TARGET)
    num_warps = int(defaults.get("num-warps", DEFAULT_NUM_WARPS))
    conversion = ConvertTritonToTritonGPU(target=target, num_warps=num_warps)
    remark = (
        f"the module has no '{NUM_WARPS}', so --{conversion.name}='target={target} "
        f"num-warps={num_warps}' runs first; --target and --num-warps change that"
    )
    diagnostics.emit(Diagnostic("remark", module.loc.position(), remark))
    return [conversion]
