"""triton-licm: moves what is the same in every iteration in front of the loop, loads included.

    scf.for %i = %lb to %ub step %s {
      %v = tt.load %p
    }
  =>
    %0 = arith.cmpi slt, %lb, %ub
    %v = tt.load %p, %0
    scf.for %i = %lb to %ub step %s {
    }

A load moves if nothing in the loop does more than reading; its mask keeps it from running where
the loop wouldn't. After lib/Dialect/Triton/Transforms/LoopInvariantCodeMotion.cpp and
mlir/lib/Transforms/Utils/LoopInvariantCodeMotionUtils.cpp.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from mlir_mini.dialects import arith, scf, tt
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.types import RankedTensorType, i1
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.rewrite.effects import is_memory_effect_free, is_speculatable
from mlir_mini.spec.effects import READ, memory_effects

_LOOPS = (scf.ForOp, scf.WhileOp, scf.ParallelOp, scf.ForallOp)


class LoopInvariantCodeMotion(Pass):
    name = "triton-licm"
    display_name = "TritonLoopInvariantCodeMotion"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        # Inner loops come first, so that what leaves them may leave the outer ones, too.
        for op in module.walk():
            if isinstance(op, _LOOPS):
                _Loop(op).move_invariant_code()


def _only_reads(op: Operation) -> bool:
    effects = memory_effects(op)
    return effects is not None and all(effect.kind == READ for effect in effects)


class _Loop:
    def __init__(self, op: Operation) -> None:
        self.op = op
        self._reads: bool | None = None

    def move_invariant_code(self) -> None:
        for region in self.op.regions:
            worklist = deque(region.ops)
            while worklist:
                op = worklist.popleft()
                if op.parent_region is not region:
                    continue
                if not self._may_move(op) or not self._is_invariant(op):
                    continue
                self._move(op)
                worklist += [user for user in op.users if user.parent_region is region]

    def _may_move(self, op: Operation) -> bool:
        """Moving ``op`` doesn't change what the program does."""
        if not isinstance(op, tt.LoadOp):
            return is_speculatable(op) and is_memory_effect_free(op)
        if self._reads is None:
            self._reads = _only_reads(self.op)
        return self._reads and _only_reads(op)

    def _is_invariant(self, op: Operation) -> bool:
        """Nothing in ``op`` uses a value of the loop, other than its own."""
        if op.is_terminator:
            return False
        return all(
            op.is_ancestor(_owner(use.value)) or not self.op.is_ancestor(_owner(use.value))
            for nested in op.walk()
            for use in nested.op_operands
        )

    def _move(self, op: Operation) -> None:
        if isinstance(op, tt.LoadOp):
            # It is not known whether a while loop runs, so its loads stay.
            if not isinstance(self.op, scf.ForOp):
                return
            op.mask = self._mask(self.op, op)
        op.move_before(self.op)

    def _mask(self, loop: scf.ForOp, load: tt.LoadOp) -> Value:
        """The mask of ``load``, off if the loop does not run."""
        builder = OpBuilder.before(loop)
        predicate = {"predicate": arith.CmpIOp.predicate.kind.from_python("slt")}
        bounds = [loop.lower_bound, loop.upper_bound]
        mask: Value = builder.create(arith.CmpIOp, bounds, [i1], predicate).result
        type: Any = load.ptr.type
        if isinstance(type, RankedTensorType):
            mask = builder.create(tt.SplatOp, [mask], [type.with_element_type(i1)]).results[0]
        if load.mask is not None:
            mask = builder.create(arith.AndIOp, [mask, load.mask], [mask.type]).results[0]
        return mask


def _owner(value: Value) -> Operation | None:
    """The operation in whose region ``value`` is defined."""
    region: Region | None = value.parent_region
    return region.parent_op if region is not None else None
