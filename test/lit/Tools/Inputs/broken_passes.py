"""Passes that go wrong, each in a way of its own, and one that only rounds otherwise."""

from __future__ import annotations

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import AnalysisManager, Pass


class SwapSubtraction(Pass):
    """Swaps what is subtracted from what."""

    name = "swap-subtraction"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in module.walk():
            if isinstance(op, arith.SubFOp):
                op.set_operands([op.rhs, op.lhs])


class DropMasks(Pass):
    """Lets loads read where their masks are off."""

    name = "drop-masks"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in list(module.walk()):
            if isinstance(op, tt.LoadOp) and op.mask is not None:
                builder = OpBuilder()
                builder.set_insertion_point(op)
                load = builder.create(
                    tt.LoadOp,
                    [op.ptr],
                    [op.result.type],
                    {n: v for n, v in op.properties.items() if n != "operandSegmentSizes"},
                    loc=op.loc,
                )
                load.set_operand_segments([1, 0, 0])
                op.result.replace_all_uses_with(load.result)
                op.erase()


class Reassociate(Pass):
    """Turns (a + b) + c into a + (b + c)."""

    name = "reassociate"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in list(module.walk()):
            inner = op.operand(0).defining_op if isinstance(op, arith.AddFOp) else None
            if isinstance(inner, arith.AddFOp):
                builder = OpBuilder()
                builder.set_insertion_point(op)
                right = builder.create(
                    arith.AddFOp, [inner.rhs, op.operand(1)], [op.results[0].type], loc=op.loc
                )
                op.set_operands([inner.lhs, right.result])


class ReassociateOpenly(Reassociate):
    """The same, and says so."""

    name = "reassociate-openly"
    changes_rounding = True
