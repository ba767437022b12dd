"""triton-loop-aware-cse: computes things once, also what is the same in every iteration of a loop.

Two values that a loop carries along are the same if they start as the same value and, supposing
that they are, the loop yields the same values for them:

    %r:2 = scf.for .. iter_args(%a = %c0, %b = %c0) {
      %0 = arith.addi %a, %c1
      %1 = arith.addi %b, %c1
      scf.yield %0, %1
    }
  =>
    %r = scf.for .. iter_args(%a = %c0) {
      %0 = arith.addi %a, %c1
      scf.yield %0
    }

After lib/Dialect/Triton/Transforms/LoopAwareCSE.cpp.
"""

from __future__ import annotations

from mlir_mini.dialects import scf
from mlir_mini.ir.core import BlockArgument, Operation, OpResult, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.equivalence import signature
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.cse import eliminate_common_subexpressions
from mlir_mini.rewrite.effects import is_memory_effect_free
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.patterns import PatternSet


class LoopAwareCSE(Pass):
    name = "triton-loop-aware-cse"
    display_name = "TritonLoopAwareCSE"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        # What is equal outside of the loops must be the same value before they are looked at.
        eliminate_common_subexpressions(PatternRewriter(), DominanceInfo(), module)
        for op in module.walk():
            if isinstance(op, scf.ForOp):
                _merge_equal_arguments(op)
        eliminate_common_subexpressions(PatternRewriter(), DominanceInfo(), module)
        if not apply_patterns_greedily(module, PatternSet().add_canonicalizations(scf.ForOp)):
            raise PassFailure


def _merge_equal_arguments(loop: scf.ForOp) -> None:
    """Let one of each class of equal iteration arguments stand for all.

    The others then yield themselves, which canonicalization cleans up.
    """
    equality = _Equality(loop)
    arguments = loop.body.arguments[1:]
    leaders = list(range(len(arguments)))
    for i in range(len(arguments)):
        for j in range(i + 1, len(arguments)):
            if equality.of_arguments(i, j):
                joined = {leaders[i], leaders[j]}
                leaders = [min(joined) if leader in joined else leader for leader in leaders]
    for j, leader in enumerate(leaders):
        if j == leader:
            continue
        arguments[j].replace_all_uses_with(arguments[leader])
        loop.yield_op.set_operand(j, arguments[j])
        loop.results[j].replace_all_uses_with(loop.results[leader])


class _Equality:
    """Which values of a loop's body are equal in each iteration."""

    def __init__(self, loop: scf.ForOp) -> None:
        self._loop = loop
        #: Pairs of arguments that are supposed to be equal, since it is being looked at whether
        #: they are.
        self._supposed: list[tuple[int, int]] = []

    def of_arguments(self, i: int, j: int) -> bool:
        if i == j:
            return True
        starts = self._loop.init_args
        if starts[i] is not starts[j]:
            return False
        if (i, j) in self._supposed:
            return True
        self._supposed.append((i, j))
        yielded = self._loop.yield_op.operands
        equal = self._of_values(yielded[i], yielded[j])
        self._supposed.pop()
        return equal

    def _of_values(self, a: Value, b: Value) -> bool:
        if a is b:
            return True
        body = self._loop.body
        if a.type is not b.type or a.parent_block is not body or b.parent_block is not body:
            return False
        if isinstance(a, BlockArgument) and isinstance(b, BlockArgument):
            # The first argument is the induction variable.
            return a.index > 0 and b.index > 0 and self.of_arguments(a.index - 1, b.index - 1)
        if not isinstance(a, OpResult) or not isinstance(b, OpResult) or a.index != b.index:
            return False
        return self._of_ops(a.owner, b.owner)

    def _of_ops(self, a: Operation, b: Operation) -> bool:
        if a.regions or b.regions or not (is_memory_effect_free(a) and is_memory_effect_free(b)):
            return False
        if signature(a) != signature(b):
            return False
        # In order, even where the order doesn't matter, as upstream does.
        return all(map(self._of_values, a.operands, b.operands))
