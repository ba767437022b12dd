"""tritongpu-combine-tensor-select-and-if: an scf.if yields what selects on its condition choose.

    %s = arith.select %c, %a, %b : tensor<64xf32>
    %r = scf.if %c -> (i32) {
      scf.yield %x : i32
    } else {
      scf.yield %y : i32
    }
  =>
    %r:2 = scf.if %c -> (i32, tensor<64xf32>) {
      scf.yield %x, %a : i32, tensor<64xf32>
    } else {
      scf.yield %y, %b : i32, tensor<64xf32>
    }

Selects of scalars are left alone: they cost next to nothing. After
lib/Dialect/TritonGPU/Transforms/CombineTensorSelectAndIf.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.slices import topological_sort
from mlir_mini.dialects import arith, scf
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.passmanager import AnalysisManager, Pass


class CombineTensorSelectAndIf(Pass):
    name = "tritongpu-combine-tensor-select-and-if"
    display_name = "TritonGPUCombineTensorSelectAndIf"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        _resolve_uses_in_branches(module)
        dominance = DominanceInfo()
        merges: dict[scf.IfOp, list[arith.SelectOp]] = {}
        for op in module.walk():
            if isinstance(op, arith.SelectOp) and isinstance(op.result.type, RankedTensorType):
                conditional = _conditional_for(op, dominance)
                if conditional is not None:
                    merges.setdefault(conditional, []).append(op)
        for conditional, selects in merges.items():
            _merge(conditional, selects)


# select(c, a, b) is a in the then branch of an if on c, and b in its else branch
def _resolve_uses_in_branches(module: Operation) -> None:
    replacements: dict[tuple[Value, Value], list[Operation]] = {}
    for op in module.walk():
        if not isinstance(op, arith.SelectOp):
            continue
        for conditional in op.condition.users:
            if not isinstance(conditional, scf.IfOp):
                continue
            for user in op.result.users:
                if not conditional.is_proper_ancestor(user):
                    continue
                in_then = conditional.then_block.find_ancestor(user) is not None
                value = op.true_value if in_then else op.false_value
                replacements.setdefault((op.result, value), []).append(user)
    for (old, new), users in replacements.items():
        for user in users:
            for use in old.uses:
                if use.owner is user:
                    use.set(new)


def _conditional_for(select: arith.SelectOp, dominance: DominanceInfo) -> scf.IfOp | None:
    """The first scf.if on the condition, in the block of ``select``, that can take it in.

    It comes after the select, whose operands are known there, and before all users of it.
    """
    for user in topological_sort(select.condition.users):
        if not isinstance(user, scf.IfOp) or user.block is not select.block:
            continue
        if not dominance.dominates(select, user):
            continue
        if all(dominance.dominates(user, other) for other in select.result.users):
            return user
    return None


def _merge(conditional: scf.IfOp, selects: Sequence[arith.SelectOp]) -> None:
    """Replace ``conditional`` by one that yields what ``selects`` choose as well.

    Like upstream's, the new one has none of the discardable attributes.
    """
    builder = OpBuilder.before(conditional)
    types = [*conditional.result_types, *(select.result.type for select in selects)]
    new = builder.create(scf.IfOp, [conditional.condition], types, regions=[Region(), Region()])
    new.regions[0].take_body(conditional.regions[0])
    if conditional.else_block is not None:
        new.regions[1].take_body(conditional.regions[1])
    else:
        builder.at_end(new.regions[1].append(Block()))
        builder.create(scf.YieldOp)
    chosen = [select.true_value for select in selects], [select.false_value for select in selects]
    for old, values in zip((new.then_yield, new.else_yield), chosen, strict=True):
        builder.set_insertion_point(old)
        builder.create(scf.YieldOp, [*old.operands, *values])
        old.erase()
    count = conditional.num_results
    conditional.replace_all_uses_with(new.results[:count])
    for select, result in zip(selects, new.results[count:], strict=True):
        select.result.replace_all_uses_with(result)
        select.erase()
    conditional.erase()
