"""A module without what addresses don't depend on, for trying many changes fast.

Pointers, masks, and what they are computed from stay, control flow included; AxisInfo says the same
of them as in the whole module. Other operands become ``ub.poison``, other operations go.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlir_mini.analysis.control_flow import (
    CALLS,
    FUNCTIONS,
    REGION_BRANCHES,
    branch_operands,
    region_flow,
)
from mlir_mini.dialects import ub
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.types import Type


def reduce_to_addresses(
    module: Operation, accesses: Iterable[Operation], roots: Iterable[Value]
) -> None:
    """Erases from ``module`` all but ``accesses`` and what ``roots`` are computed from.

    ``roots`` are values of interest, such as the pointers of the accesses.
    """
    needed = _needed_values(module, roots)
    kept = set(accesses)
    for function in list(module.walk()):
        if function.name in FUNCTIONS and function.regions[0].blocks:
            _Pruning(needed, kept, function.regions[0]).prune(function.regions[0])


class _Pruning:
    """Of one function."""

    def __init__(self, needed: set[Value], kept: set[Operation], body: Region) -> None:
        self._needed = needed
        self._kept = kept
        self._poison: dict[Type, Value] = {}
        self._body = body

    def prune(self, region: Region) -> None:
        doomed = self._cut(region)
        # Blocks may use each other's values in any order: all uses go first.
        for op in doomed:
            for each in op.walk():
                each.set_operands([])
        for op in doomed:
            op.erase()

    def _cut(self, region: Region) -> list[Operation]:
        """Puts poison for what isn't needed; returns the operations that are superfluous."""
        doomed: list[Operation] = []
        for block in region.blocks:
            for op in block.ops:
                if op.name in REGION_BRANCHES:
                    for inner in op.regions:
                        doomed += self._cut(inner)
                elif not self._stays(op):
                    doomed.append(op)
                    continue
                for use in op.op_operands:
                    if use.value not in self._needed:
                        use.set(self._poison_of(use.value.type))
        return doomed

    def _stays(self, op: Operation) -> bool:
        return (
            op in self._kept
            or op.is_terminator
            or op.name in CALLS
            or any(result in self._needed for result in op.results)
        )

    def _poison_of(self, type: Type) -> Value:
        if type not in self._poison:
            builder = OpBuilder()
            builder.at_start(self._body.blocks[0])
            self._poison[type] = builder.create(ub.PoisonOp, [], [type]).result
            self._needed.add(self._poison[type])
        return self._poison[type]


def _needed_values(module: Operation, roots: Iterable[Value]) -> set[Value]:
    """``roots`` and what they are computed from; also what decides where control goes."""
    handed: dict[Value, list[Value]] = {}
    pending = list(roots)
    for op in module.walk():
        if op.name in REGION_BRANCHES:
            flow = region_flow(op)
            slots = {slot for slot, _ in flow}
            for slot, target in flow:
                handed.setdefault(target, []).append(slot.value)
            ends = [block.last for region in op.regions for block in region.blocks]
            for each in (op, *ends):
                if each is not None:
                    pending += [use.value for use in each.op_operands if use not in slots]
        elif op.successors:
            forwarded: set[Value] = set()
            for i, block in enumerate(op.successors):
                values = branch_operands(op, i) or []
                for argument, value in zip(block.arguments, values, strict=False):
                    handed.setdefault(argument, []).append(value)
                forwarded.update(values)
            pending += [value for value in op.operands if value not in forwarded]
        elif op.name in CALLS:
            pending += op.operands
    needed: set[Value] = set()
    while pending:
        value = pending.pop()
        if value in needed:
            continue
        needed.add(value)
        pending += handed.get(value, ())
        op = value.defining_op
        if op is not None and op.name not in REGION_BRANCHES:
            pending += op.operands
            for inner in op.walk():
                pending += inner.operands
    return needed
