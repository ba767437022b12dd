"""Which blocks and control flow edges can be reached, by constants of branch conditions.

Two analyses that feed each other: :class:`ConstantPropagation` finds constants by folding,
:class:`DeadCode` follows only the branches that these leave open. They are the pair that every
dataflow analysis runs together with (createDataFlowSolver, lib/Analysis/Utility.cpp); the
algorithms are those of mlir/lib/Analysis/DataFlow/ConstantPropagationAnalysis.cpp and
DeadCodeAnalysis.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.analysis.control_flow import (
    FUNCTIONS,
    branch_operands,
    branch_targets,
    region_branch,
)
from mlir_mini.analysis.dataflow import Analysis, DataFlowSolver, Point, SparseForwardAnalysis
from mlir_mini.ir.core import Operation, UnregisteredOp, Value
from mlir_mini.rewrite.folding import InPlace, fold_with
from mlir_mini.spec.traits import ConstantLike


class _NotConstant:
    def __repr__(self) -> str:
        return "NOT_CONSTANT"


#: The fact of a value that is reached but has no single constant.
NOT_CONSTANT = _NotConstant()


class ConstantPropagation(SparseForwardAnalysis[Any]):
    """Facts: None (not reached), the attribute of a constant, or :data:`NOT_CONSTANT`."""

    bottom = None

    def join(self, lhs: Any, rhs: Any) -> Any:
        if lhs is None or lhs is rhs:
            return rhs
        return lhs if rhs is None else NOT_CONSTANT

    def entry_fact(self, value: Value) -> Any:
        return NOT_CONSTANT

    def transfer(self, op: Operation, operands: list[Any]) -> Sequence[Any] | None:
        if op.regions or isinstance(op, UnregisteredOp):
            return self._nothing(op)
        if ConstantLike in op.traits:
            return [op.attr("value")]
        if None in operands:
            return None
        folded = self._fold(op, [None if fact is NOT_CONSTANT else fact for fact in operands])
        if folded is None:
            return self._nothing(op)
        return [self.lattice(x).fact if isinstance(x, Value) else x for x in folded]

    def _nothing(self, op: Operation) -> list[Any]:
        return [NOT_CONSTANT] * len(op.results)

    def _fold(self, op: Operation, constants: list[Any]) -> Sequence[Any] | None:
        """What ``op`` folds to on these constants of its operands; the operation stays as it is.

        Where folding rearranges the operation it is undone as MLIR does, so the operands count as
        used anew and the order of uses may change.
        """
        operands, properties = op.operands, dict(op.properties)
        folded = fold_with(op, constants)
        if isinstance(folded, InPlace):
            op.set_operands(operands)
            op.properties = properties
            return None
        return folded


class DeadCode(Analysis):
    """Marks blocks and edges live and collects where control comes from at region boundaries."""

    def __init__(self, solver: DataFlowSolver, constants: ConstantPropagation) -> None:
        super().__init__(solver)
        self._constants = constants

    def initialize(self, top: Operation) -> None:
        self._mark_entries_live(top)
        self._initialize_nested(top)

    def _initialize_nested(self, op: Operation) -> None:
        if op.regions or op.successors or _ends_region(op):
            if op.block is not None:
                self.solver.executable(op.block).subscribers[self] = None
            self.visit(op)
        for region in op.regions:
            for nested in region.ops:
                self._initialize_nested(nested)

    def visit(self, point: Point) -> None:
        if not isinstance(point, Operation):
            return
        op = point
        if op.block is not None and not self.solver.executable(op.block).live:
            return
        if op.regions and op.name not in FUNCTIONS:
            if region_branch(op) is not None:
                self._enter_regions(op)
            else:
                self._mark_entries_live(op)
        if op.next is None:
            if op.successors:
                self._follow_branch(op)
            elif _ends_region(op):
                self._leave_region(op)

    def _mark_entries_live(self, op: Operation) -> None:
        for region in op.regions:
            if region.blocks:
                self.solver.mark_live(self.solver.executable(region.first_block))

    def _operand_constants(self, op: Operation) -> list[Any] | None:
        """Constants of the operands, None for one that has none; None if one is not reached yet."""
        constants = []
        for use in op.op_operands:
            cell = self._constants.lattice(use.value)
            cell.subscribers[self] = None
            if cell.fact is None:
                return None
            constants.append(None if cell.fact is NOT_CONSTANT else cell.fact)
        return constants

    def _enter_regions(self, op: Operation) -> None:
        branch = region_branch(op)
        constants = self._operand_constants(op)
        if branch is None or constants is None:
            return
        for region in branch.entries(op, constants):
            point: Point = op
            if region is not None:
                point = region.first_block
                self.solver.mark_live(self.solver.executable(point))
            self.solver.add_predecessor(point, op)

    def _leave_region(self, terminator: Operation) -> None:
        op = terminator.parent_op
        assert op is not None
        branch = region_branch(op)
        constants = self._operand_constants(terminator)
        if branch is None or constants is None:
            return
        for region in branch.exits(op, terminator, constants):
            point: Point = op
            if region is not None:
                point = region.first_block
                self.solver.mark_live(self.solver.executable(point))
            self.solver.add_predecessor(point, terminator)

    def _follow_branch(self, terminator: Operation) -> None:
        targets = terminator.successors
        if branch_operands(terminator, 0) is not None:
            constants = self._operand_constants(terminator)
            if constants is None:
                return
            targets = branch_targets(terminator, constants)
        source = terminator.block
        assert source is not None
        for target in targets:
            self.solver.mark_live(self.solver.executable(target))
            self.solver.mark_live(self.solver.edge(source, target))


def _ends_region(op: Operation) -> bool:
    """Whether ``op`` ends a block of a region branch without going to another block."""
    parent = op.parent_op
    return (
        parent is not None
        and op.next is None
        and region_branch(parent) is not None
        and not op.successors
    )


def reachability_solver() -> DataFlowSolver:
    """A solver with reachability loaded, for an analysis to be loaded on top."""
    solver = DataFlowSolver()
    constants = ConstantPropagation(solver)
    solver.load(DeadCode(solver, constants))
    solver.load(constants)
    return solver
