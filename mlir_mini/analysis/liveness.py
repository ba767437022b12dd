"""Liveness: which values matter to what the program does.

A value is live if an operation with effects takes it, if it decides where such an operation is
reached, if it leaves a function whose callers are not all known, or if a live value is computed
from it. Where control flow only hands a value on, it is live if what receives it is. Code that
cannot be reached uses nothing. After mlir/lib/Analysis/DataFlow/LivenessAnalysis.cpp; unlike there
constants do not cross calls, so a branch that only the constants of all callers decide counts as
open.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlir_mini.analysis.control_flow import (
    CALLS,
    FUNCTIONS,
    branch_operands,
    region_branch,
    region_flow,
)
from mlir_mini.analysis.reachability import reachability_solver
from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Block, Operation, OpResult, Value
from mlir_mini.ir.symbols import lookup_symbol, references
from mlir_mini.rewrite.effects import would_be_trivially_dead
from mlir_mini.spec.traits import RegionBranchTerminator


class Liveness:
    """Liveness of all values in ``module``, which must not change while it is asked."""

    def __init__(self, module: Operation) -> None:
        self._live: set[Value] = set()
        self._pending: list[Value] = []
        self._reached: set[Block] = set()
        #: Calls of each function; None once there may be others.
        self._callers: dict[Operation, list[Operation] | None] = {}
        #: For the arguments and results at region boundaries: the operands that feed them.
        self._sources: dict[Value, list[Value]] = {}
        #: Operands of a region branch, or of terminators in it, that only steer it.
        self._steering: dict[Operation, list[Value]] = {}
        self._find_callers(module)
        self._find_reached(module)
        for op in module.walk():
            if op.block in self._reached:
                self._visit(op)
        while self._pending:
            self._spread(self._pending.pop())

    def is_live(self, value: Value) -> bool:
        return value in self._live

    # -- functions and blocks that run -----------------------------------------------------------

    def _find_callers(self, module: Operation) -> None:
        functions = [op for op in module.walk() if op.name in FUNCTIONS]
        for function in functions:
            visibility = function.attr("sym_visibility")
            private = isinstance(visibility, StringAttr) and visibility.value == "private"
            nested = isinstance(visibility, StringAttr) and visibility.value == "nested"
            self._callers[function] = [] if private or nested else None
        for op in module.walk():
            for attribute in (*op.properties.values(), *op.attributes.values()):
                for reference in references(attribute):
                    function = lookup_symbol(op, reference)
                    if function not in self._callers:
                        continue
                    callers = self._callers[function]
                    if op.name not in CALLS:
                        self._callers[function] = None
                    elif callers is not None:
                        callers.append(op)

    def _find_reached(self, module: Operation) -> None:
        self._enter(module)
        pending = [function for function, callers in self._callers.items() if callers is None]
        entered = set(pending)
        while pending:
            function = pending.pop()
            solver = reachability_solver()
            solver.run(function)
            for op in function.walk():
                for block in (b for region in op.regions for b in region.blocks):
                    if solver.executable(block).live:
                        self._reached.add(block)
            for op in function.walk():
                if op.name in CALLS and op.block in self._reached:
                    callee = self._callee(op)
                    if callee is not None and callee not in entered:
                        entered.add(callee)
                        pending.append(callee)

    def _enter(self, op: Operation) -> None:
        """Regions of ``op`` run, and so do those nested in them outside of functions."""
        for region in op.regions:
            if region.blocks:
                self._reached.add(region.first_block)
                for nested in region.first_block.ops:
                    if nested.name not in FUNCTIONS:
                        self._enter(nested)

    def _callee(self, call: Operation) -> Operation | None:
        """The function that ``call`` runs, None where its body is not known."""
        function = lookup_symbol(call, call.attr("callee"))
        known = function is not None and function.name in FUNCTIONS and function.regions[0].blocks
        return function if known else None

    # -- what makes values live ------------------------------------------------------------------

    def _mark(self, values: Iterable[Value]) -> None:
        for value in values:
            if value not in self._live:
                self._live.add(value)
                self._pending.append(value)

    def _visit(self, op: Operation) -> None:
        """Note how values flow through ``op``, and mark what it needs for its effects."""
        if region_branch(op) is not None:
            self._visit_region_branch(op)
            return
        targets = [branch_operands(op, i) for i in range(len(op.successors))]
        if op.successors and None not in targets:
            self._visit_branch(op)
            return
        if op.name in CALLS:
            callee = self._callee(op)
            if callee is not None:
                arguments = callee.regions[0].first_block.arguments
                for argument, value in zip(arguments, op.operands, strict=False):
                    self._sources.setdefault(argument, []).append(value)
                return
        parent = op.parent_op
        if RegionBranchTerminator in op.traits and parent is not None:
            if region_branch(parent) is not None:
                return
            if parent.name in FUNCTIONS and self._callers[parent] is not None:
                for call in self._callers[parent] or ():
                    for result, value in zip(call.results, op.operands, strict=False):
                        self._sources.setdefault(result, []).append(value)
                return
        if not would_be_trivially_dead(op):
            self._mark(op.operands)

    def _visit_region_branch(self, op: Operation) -> None:
        handed_on = set()
        for slot, receiver in region_flow(op):
            handed_on.add(slot)
            if slot.owner.block in self._reached:
                self._sources.setdefault(receiver, []).append(slot.value)
        slots = list(op.op_operands)
        for region in op.regions:
            for block in region.blocks:
                if block in self._reached and block.last is not None and not block.last.successors:
                    slots += block.last.op_operands
        steering = [slot.value for slot in slots if slot not in handed_on]
        self._steering[op] = steering
        if not would_be_trivially_dead(op):
            self._mark(steering)

    def _visit_branch(self, op: Operation) -> None:
        handed_on = 0
        for i, block in enumerate(op.successors):
            values = branch_operands(op, i) or []
            handed_on += len(values)
            for argument, value in zip(block.arguments, values, strict=True):
                self._sources.setdefault(argument, []).append(value)
        # What is handed on comes after the condition.
        self._mark(op.operands[: op.num_operands - handed_on])

    def _spread(self, value: Value) -> None:
        """``value`` has become live: so does what it is made from."""
        self._mark(self._sources.get(value, ()))
        op = value.owner if isinstance(value, OpResult) else None
        if op is None or op.block not in self._reached:
            return
        if op in self._steering:
            self._mark(self._steering[op])
        elif op.name not in CALLS or self._callee(op) is None:
            self._mark(op.operands)
