"""tritongpu-remove-layout-conversions: picks layouts so that few conversions are left.

1. Layouts of anchors are propagated forward.
2. What remaining conversions convert is computed again in the layout that is wanted, where that is
   cheaper, until nothing changes.
3. Conversions that are left move to where they cost less.
4. Values that loops carry along for nothing are dropped, and everything is cleaned up.

After lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.analysis.encoding_transfer import tensor_type
from mlir_mini.dialects import scf, tt, ttg
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import AnalysisManager, Option, Pass, PassFailure
from mlir_mini.rewrite.dead_iter_args import drop_dead_iter_args
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.patterns import PatternSet
from passes.remove_layout.hoisting import hoist_conversions
from passes.remove_layout.propagation import propagate_layouts
from passes.remove_layout.rematerialization import rematerialize_backward
from passes.remove_layout.report import conversions, report, totals

#: Of rematerialization; a function takes one or two, and hardly ever more than ten.
MOST_ROUNDS = 100


class RemoveLayoutConversions(Pass):
    name = "tritongpu-remove-layout-conversions"
    display_name = "TritonGPURemoveLayoutConversions"

    disable_remat_splitting = Option(
        bool, False, "compute again only what is then no longer used in its old layout"
    )

    def survey(self, module: Operation) -> object:
        return totals(conversions(module))

    def report(self, before: Any, module: Operation) -> list[str]:
        return report(before, module)

    def run(self, module: Operation, am: AnalysisManager) -> None:
        _check_layouts(module)
        splitting = self.disable_remat_splitting
        for function in _functions(module):
            propagate_layouts(function)
        _clean_up(module)
        _rematerialize(module, splitting)
        for function in _functions(module):
            hoist_conversions(function, splitting)
        drop_dead_iter_args(module)
        _clean_up(module)
        # Loops and conditionals are simplified as far as it goes; it need not come to an end.
        apply_patterns_greedily(module, PatternSet().add_canonicalizations(scf.ForOp, scf.IfOp))


def _check_layouts(module: Operation) -> None:
    """Fail at a conversion between tensors that have no layouts; upstream aborts there."""
    for op in module.walk():
        if not isinstance(op, ttg.ConvertLayoutOp):
            continue
        if None in (tensor_type(op.src).encoding, tensor_type(op.result).encoding):
            op.emit_op_error("needs layouts on both sides: run convert-triton-to-tritongpu first")
            raise PassFailure


def _rematerialize(module: Operation, splitting: bool) -> None:
    """Compute again in the other layout until that changes nothing.

    Upstream has no end where each round undoes what the one before has done.
    """
    for _ in range(MOST_ROUNDS):
        changed = False
        for function in _functions(module):
            changed |= rematerialize_backward(function, splitting)
        _clean_up(module)
        if not changed:
            return
    module.emit_op_error(
        f"computing again in other layouts does not come to an end, after {MOST_ROUNDS} rounds"
    )
    raise PassFailure


def _functions(module: Operation) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, tt.FuncOp) and op.regions[0].blocks]


def _clean_up(module: Operation) -> None:
    """Apply the canonicalizations of conversions."""
    patterns = PatternSet().add_canonicalizations(ttg.ConvertLayoutOp)
    if not apply_patterns_greedily(module, patterns):
        raise PassFailure
