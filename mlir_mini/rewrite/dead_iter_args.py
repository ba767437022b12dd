"""Values that loops carry along for nothing.

    %r = scf.for ... iter_args(%a = %init) { %b = f(%a)  yield %b }     (%r unused)
  =>
    %r = scf.for ... iter_args(%a = %init) { %b = f(%init)  yield %b }

An argument that does not matter is replaced by its initial value, so that the folding of loops can
drop it with what computed it. After runDeadIterArgElimination,
lib/Dialect/TritonGPU/Transforms/Utility.cpp.
"""

from __future__ import annotations

from mlir_mini.analysis.liveness import Liveness
from mlir_mini.dialects import scf
from mlir_mini.ir.core import Operation


def drop_dead_iter_args(module: Operation) -> None:
    """Replace arguments of loops in ``module`` that are not live by what they start from."""
    loops = [op for op in module.walk() if isinstance(op, (scf.ForOp, scf.WhileOp))]
    if not any(loop.region_iter_args for loop in loops):
        return
    liveness = Liveness(module)
    for loop in loops:
        for argument, start in zip(loop.region_iter_args, loop.init_args, strict=True):
            if not liveness.is_live(argument):
                argument.replace_all_uses_with(start)
