"""How control moves: between blocks, into and out of the regions of operations, and by calls.

One entry of :data:`REGION_BRANCHES` for each operation whose regions have known control flow; the
regions of any other operation are entered unconditionally and what they yield is not followed.
A *successor* is a region of the operation, or None for its results. Constants of operands are
given as attributes, None where unknown. The algorithms are those of the operations'
RegionBranchOpInterface and BranchOpInterface (mlir/lib/Dialect/SCF/IR/SCF.cpp,
lib/Dialect/TritonGPU/IR/Ops.cpp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import (
    Block,
    BlockArgument,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Value,
)
from mlir_mini.ir.types import i1

Successor = Region | None
Constants = Sequence[Any]

FUNCTIONS = frozenset({"tt.func", "llvm.func"})
CALLS = frozenset({"tt.call", "llvm.call"})


def _known_bool(attribute: Any) -> bool | None:
    if isinstance(attribute, IntegerAttr) and attribute.type is i1:
        return attribute.value != 0
    return None


# -- regions ---------------------------------------------------------------------------------


class RegionBranch:
    """Control flow of an operation that enters its region or regions once, in any order."""

    def entries(self, op: Operation, constants: Constants) -> list[Successor]:
        """Where control can go when it reaches ``op``."""
        return list(op.regions)

    def exits(self, op: Operation, terminator: Operation, constants: Constants) -> list[Successor]:
        """Where control can go from ``terminator``, which ends one of the regions of ``op``."""
        return [None]

    def entry_slots(self, op: Operation, successor: Successor) -> list[OpOperand]:
        """Operands of ``op`` that go to ``successor``."""
        return []

    def entry_operands(self, op: Operation, successor: Successor) -> list[Value]:
        """The values of :meth:`entry_slots`."""
        return [slot.value for slot in self.entry_slots(op, successor)]

    def inputs(
        self, op: Operation, successor: Successor
    ) -> Sequence[BlockArgument] | Sequence[OpResult]:
        """What receives the values that go to ``successor``."""
        return op.results if successor is None else ()


class _For(RegionBranch):
    """scf.for: operands are the bounds, the step and the initial values."""

    def _successors(self, op: Operation, from_body: bool) -> list[Successor]:
        from mlir_mini.dialects.scf import ForOp

        assert isinstance(op, ForOp)
        body = op.regions[0]
        trips = op.static_trip_count()
        if trips is not None:
            if not from_body:
                return [None] if trips == 0 else [body]
            if trips == 1:
                return [None]
        return [body, None]

    def entries(self, op: Operation, constants: Constants) -> list[Successor]:
        return self._successors(op, from_body=False)

    def exits(self, op: Operation, terminator: Operation, constants: Constants) -> list[Successor]:
        return self._successors(op, from_body=True)

    def entry_slots(self, op: Operation, successor: Successor) -> list[OpOperand]:
        return op.op_operands[3:]

    def inputs(
        self, op: Operation, successor: Successor
    ) -> Sequence[BlockArgument] | Sequence[OpResult]:
        return op.results if successor is None else successor.first_block.arguments[1:]


class _If(RegionBranch):
    """scf.if: the second region is empty where there is no else branch."""

    def entries(self, op: Operation, constants: Constants) -> list[Successor]:
        then, otherwise = op.regions
        taken = _known_bool(constants[0])
        found: list[Successor] = []
        if taken is not False:
            found.append(then)
        if taken is not True:
            found.append(otherwise if otherwise.blocks else None)
        return found


class _While(RegionBranch):
    """scf.while: the first region ends in scf.condition, the second one goes back to the first."""

    def entries(self, op: Operation, constants: Constants) -> list[Successor]:
        return [op.regions[0]]

    def exits(self, op: Operation, terminator: Operation, constants: Constants) -> list[Successor]:
        before, after = op.regions
        if terminator.parent_region is after:
            return [before]
        goes_on = _known_bool(constants[0]) if terminator.name == "scf.condition" else None
        found: list[Successor] = []
        if goes_on is not False:
            found.append(after)
        if goes_on is not True:
            found.append(None)
        return found

    def entry_slots(self, op: Operation, successor: Successor) -> list[OpOperand]:
        return list(op.op_operands)

    def inputs(
        self, op: Operation, successor: Successor
    ) -> Sequence[BlockArgument] | Sequence[OpResult]:
        return op.results if successor is None else successor.first_block.arguments


class _IndexSwitch(RegionBranch):
    """scf.index_switch: the default region comes first, then one for each entry of ``cases``."""

    def entries(self, op: Operation, constants: Constants) -> list[Successor]:
        if not isinstance(constants[0], IntegerAttr):
            return list(op.regions)
        cases = list(op.attr("cases").values)
        chosen = constants[0].value
        return [op.regions[1 + cases.index(chosen) if chosen in cases else 0]]


class _WarpSpecialize(RegionBranch):
    """ttg.warp_specialize: only the default region comes back with results."""

    def exits(self, op: Operation, terminator: Operation, constants: Constants) -> list[Successor]:
        return [None] if terminator.parent_region is op.regions[0] else []


class _WarpSpecializePartitions(RegionBranch):
    """ttg.warp_specialize.partitions: every partition gets the captures, none comes back."""

    def exits(self, op: Operation, terminator: Operation, constants: Constants) -> list[Successor]:
        return []

    def entry_slots(self, op: Operation, successor: Successor) -> list[OpOperand]:
        return list(op.op_operands)

    def inputs(
        self, op: Operation, successor: Successor
    ) -> Sequence[BlockArgument] | Sequence[OpResult]:
        return () if successor is None else successor.first_block.arguments


REGION_BRANCHES: dict[str, RegionBranch] = {
    "scf.for": _For(),
    "scf.if": _If(),
    "scf.while": _While(),
    "scf.execute_region": RegionBranch(),
    "scf.index_switch": _IndexSwitch(),
    "ttg.warp_specialize": _WarpSpecialize(),
    "ttg.warp_specialize.partitions": _WarpSpecializePartitions(),
}

#: Terminators of region branches: how many operands come before those handed on.
_EXIT_OPERANDS_START = {
    "scf.yield": 0,
    "scf.condition": 1,
    "ttg.warp_yield": 0,
    "ttg.warp_return": 0,
}


def region_branch(op: Operation) -> RegionBranch | None:
    """The control flow of the regions of ``op``, or None where nothing is known of it."""
    return REGION_BRANCHES.get(op.name)


def exit_slots(terminator: Operation) -> list[OpOperand] | None:
    """Operands that leave a region through ``terminator``; None when it is not known."""
    start = _EXIT_OPERANDS_START.get(terminator.name)
    return None if start is None else terminator.op_operands[start:]


def exit_operands(terminator: Operation) -> list[Value] | None:
    """The values of :func:`exit_slots`."""
    slots = exit_slots(terminator)
    return None if slots is None else [slot.value for slot in slots]


def region_flow(op: Operation) -> list[tuple[OpOperand, Value]]:
    """What is handed to what at the boundaries of the regions of ``op``.

    Pairs of an operand, of ``op`` or of a terminator in it, and the argument or result that
    receives its value, whatever conditions are (getSuccessorOperandInputMapping of
    mlir/lib/Interfaces/ControlFlowInterfaces.cpp). Empty for an operation without known flow.
    """
    branch = region_branch(op)
    if branch is None:
        return []
    pairs: list[tuple[OpOperand, Value]] = []
    for successor in branch.entries(op, [None] * op.num_operands):
        slots = branch.entry_slots(op, successor)
        pairs += zip(slots, branch.inputs(op, successor), strict=False)
    for region in op.regions:
        for block in region.blocks:
            terminator = block.last
            handed_on = exit_slots(terminator) if terminator is not None else None
            if terminator is None or handed_on is None:
                continue
            for successor in branch.exits(op, terminator, [None] * terminator.num_operands):
                pairs += zip(handed_on, branch.inputs(op, successor), strict=False)
    return pairs


# -- blocks ----------------------------------------------------------------------------------


def branch_operands(terminator: Operation, index: int) -> list[Value] | None:
    """Values that ``terminator`` passes to the arguments of its successor ``index``.

    None for terminators whose operands do not tell.
    """
    operands = terminator.operands
    if terminator.name == "cf.br":
        return list(operands)
    if terminator.name == "cf.cond_br":
        _, when_true, when_false = terminator.operand_segments()
        start = 1 if index == 0 else 1 + when_true
        return list(operands[start : start + (when_false if index else when_true)])
    if terminator.name == "cf.switch":
        sizes = [terminator.operand_segments()[1], *terminator.attr("case_operand_segments").values]
        start = 1 + sum(sizes[:index])
        return list(operands[start : start + sizes[index]])
    return None


def branch_targets(terminator: Operation, constants: Constants) -> list[Block]:
    """Successors that ``terminator`` can go to, given the constants of its operands."""
    successors = terminator.successors
    if terminator.name == "cf.cond_br" and isinstance(constants[0], IntegerAttr):
        return [successors[0 if constants[0].value else 1]]
    if terminator.name == "cf.switch" and isinstance(constants[0], IntegerAttr):
        values = terminator.attr("case_values")
        cases = [] if values is None else [values.element(i) for i in range(len(successors) - 1)]
        chosen = constants[0].value
        return [successors[1 + cases.index(chosen) if chosen in cases else 0]]
    return successors
