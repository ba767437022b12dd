"""Constants and reachability across calls, for a whole module.

:class:`ModuleConstants` and :class:`ModuleDeadCode` are the analyses of
:mod:`mlir_mini.analysis.reachability` where what is passed and returned counts: arguments of a
function get the constants that all of its calls pass, unless it may be called from elsewhere; a
function that is never called is never reached (mlir/lib/Analysis/DataFlow/DeadCodeAnalysis.cpp and
SparseAnalysis.cpp).
"""

from __future__ import annotations

from typing import Any

from mlir_mini.analysis.control_flow import CALLS, FUNCTIONS
from mlir_mini.analysis.dataflow import DataFlowSolver, Lattice, Point
from mlir_mini.analysis.reachability import ConstantPropagation, DeadCode
from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Block, Operation, UnregisteredOp
from mlir_mini.ir.symbols import lookup_symbol, lookup_symbol_in, symbol_uses


def called_function(call: Operation) -> Operation | None:
    """The function with a body that ``call`` names."""
    found = lookup_symbol(call, call.attr("callee").root)
    if found is None or found.name not in FUNCTIONS or not found.regions[0].blocks:
        return None
    return found


def _is_public(function: Operation) -> bool:
    visibility = function.attr("sym_visibility")
    return not isinstance(visibility, StringAttr) or visibility.value == "public"


def open_functions(module: Operation) -> set[Operation]:
    """The functions in ``module`` that may be called from places unknown."""
    functions = [op for op in module.walk() if op.name in FUNCTIONS]
    if any(isinstance(op, UnregisteredOp) and op.regions for op in module.walk()):
        return set(functions)
    found = {function for function in functions if _is_public(function)}
    for table in [op for op in module.walk() if op.is_symbol_table]:
        for use in symbol_uses(table):
            symbol = lookup_symbol_in(module, use.reference)
            if use.user.name not in CALLS and symbol is not None:
                found.add(symbol)
    return found


class ModuleConstants(ConstantPropagation):
    """Constants that also go into functions and come back from them."""

    def __init__(self, solver: DataFlowSolver, open: set[Operation]) -> None:
        super().__init__(solver)
        self._open = open

    def _visit_operation(self, op: Operation) -> None:
        if op.name not in CALLS or called_function(op) is None:
            super()._visit_operation(op)
            return
        returns = self.solver.predecessors(op)
        returns.dependents[self, op] = None
        for ending in returns.known:
            for result, operand in zip(op.results, ending.operands, strict=True):
                self.update(self.lattice(result), self.lattice_for(op, operand).fact)

    def _visit_entry_block(self, block: Block, arguments: list[Lattice[Any]]) -> None:
        function = block.parent_op
        assert function is not None
        if function.name not in FUNCTIONS or function in self._open:
            super()._visit_entry_block(block, arguments)
            return
        calls = self.solver.predecessors(function)
        calls.dependents[self, block] = None
        for call in calls.known:
            for cell, operand in zip(arguments, call.operands, strict=True):
                self.update(cell, self.lattice_for(block, operand).fact)


class ModuleDeadCode(DeadCode):
    """Reachability that also knows which functions are called.

    Predecessors of a function are the calls, predecessors of a call what it comes back from.
    """

    def __init__(
        self, solver: DataFlowSolver, constants: ConstantPropagation, open: set[Operation]
    ) -> None:
        super().__init__(solver, constants)
        self._open = open

    def _initialize_nested(self, op: Operation) -> None:
        if op.name in CALLS or _is_return(op):
            assert op.block is not None
            self.solver.executable(op.block).subscribers[self] = None
            self.visit(op)
        super()._initialize_nested(op)

    def visit(self, point: Point) -> None:
        super().visit(point)
        if not isinstance(point, Operation) or point.block is None:
            return
        if not self.solver.executable(point.block).live:
            return
        if point.name in CALLS:
            callee = called_function(point)
            if callee is not None:
                self.solver.add_predecessor(callee, point)
        elif point.name in FUNCTIONS:
            calls = self.solver.predecessors(point)
            calls.dependents[self, point] = None
            if point in self._open or calls.known:
                self._mark_entries_live(point)
        elif _is_return(point):
            assert point.parent_op is not None
            calls = self.solver.predecessors(point.parent_op)
            calls.dependents[self, point] = None
            for call in calls.known:
                self.solver.add_predecessor(call, point)


def _is_return(op: Operation) -> bool:
    parent = op.parent_op
    return parent is not None and parent.name in FUNCTIONS and op.next is None and not op.successors


def module_constants(module: Operation) -> ModuleConstants:
    """What is constant in ``module``."""
    solver = DataFlowSolver()
    open = open_functions(module)
    constants = ModuleConstants(solver, open)
    solver.load(ModuleDeadCode(solver, constants, open))
    solver.load(constants)
    solver.run(module)
    return constants
