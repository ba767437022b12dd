"""A solver for sparse forward dataflow analyses, in the order of MLIR's.

A *fact* is an immutable value of an analysis's lattice; a :class:`Lattice` is the cell that holds
the current fact of one SSA value. A *point* is what an analysis can be asked to visit: an
operation (meaning the place after it) or a block (its start). When a cell changes, the points that
read it go to the back of one first-in first-out queue that all analyses share.

The transfer functions of real analyses are not monotone in every corner, so the fixed point can
depend on the order of visits. The order here is the one of MLIR's solver
(mlir/lib/Analysis/DataFlowFramework.cpp, DataFlow/SparseAnalysis.cpp): analyses are initialised
one after another, nothing is removed from the queue as a duplicate, and the users of a value are
visited newest use first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from mlir_mini.analysis.control_flow import (
    CALLS,
    FUNCTIONS,
    branch_operands,
    exit_operands,
    region_branch,
)
from mlir_mini.ir.core import Block, Operation, Region, Value

Fact = TypeVar("Fact")
Point = Operation | Block


class State:
    """Something that analyses read and that can change: cells, liveness, predecessors."""

    __slots__ = ("dependents",)

    def __init__(self) -> None:
        #: Visits to repeat on a change; a dict for its order.
        self.dependents: dict[tuple[Analysis, Point], None] = {}

    def enqueue_readers(self, queue: deque[tuple[Analysis, Point]]) -> None:
        queue.extend(self.dependents)


class Lattice(State, Generic[Fact]):
    """The fact known of one SSA value; its subscribers are visited at every user."""

    __slots__ = ("anchor", "fact", "subscribers")

    def __init__(self, anchor: Value, fact: Fact) -> None:
        self.dependents = {}
        self.anchor = anchor
        self.fact = fact
        self.subscribers: dict[Analysis, None] = {}

    def enqueue_readers(self, queue: deque[tuple[Analysis, Point]]) -> None:
        queue.extend(self.dependents)
        for user in self.anchor.users:
            for analysis in self.subscribers:
                queue.append((analysis, user))


class Executable(State):
    """Whether a block, or the edge between two blocks, can be reached."""

    __slots__ = ("block", "is_edge", "live", "subscribers")

    def __init__(self, block: Block, is_edge: bool) -> None:
        super().__init__()
        self.block = block
        self.is_edge = is_edge
        self.live = False
        self.subscribers: dict[Analysis, None] = {}

    def enqueue_readers(self, queue: deque[tuple[Analysis, Point]]) -> None:
        super().enqueue_readers(queue)
        for analysis in self.subscribers:
            queue.append((analysis, self.block))
        if not self.is_edge:
            for analysis in self.subscribers:
                for op in self.block.ops:
                    queue.append((analysis, op))


class Predecessors(State):
    """The operations that control comes from at a point, in the order they were found."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[Operation, None] = {}


class Analysis:
    """An analysis that the solver can run."""

    def __init__(self, solver: DataFlowSolver) -> None:
        self.solver = solver

    def initialize(self, top: Operation) -> None:
        """Visit everything below ``top`` once and subscribe to what was read."""
        raise NotImplementedError

    def visit(self, point: Point) -> None:
        """Read states, note the dependence on them, and update other states."""
        raise NotImplementedError


class DataFlowSolver:
    """Runs analyses to their common fixed point; holds the states that they share."""

    def __init__(self) -> None:
        self.queue: deque[tuple[Analysis, Point]] = deque()
        self._analyses: list[Analysis] = []
        self._executable: dict[Block | tuple[Block, Block], Executable] = {}
        self._predecessors: dict[Point, Predecessors] = {}

    def load(self, analysis: Analysis) -> None:
        """Add an analysis; they are initialised in the order in which they were added."""
        self._analyses.append(analysis)

    def run(self, top: Operation) -> None:
        for analysis in self._analyses:
            analysis.initialize(top)
        queue = self.queue
        while queue:
            analysis, point = queue.popleft()
            analysis.visit(point)

    def executable(self, block: Block) -> Executable:
        state = self._executable.get(block)
        if state is None:
            state = self._executable[block] = Executable(block, is_edge=False)
        return state

    def edge(self, source: Block, target: Block) -> Executable:
        state = self._executable.get((source, target))
        if state is None:
            state = self._executable[(source, target)] = Executable(target, is_edge=True)
        return state

    def predecessors(self, point: Point) -> Predecessors:
        state = self._predecessors.get(point)
        if state is None:
            state = self._predecessors[point] = Predecessors()
        return state

    def mark_live(self, state: Executable) -> None:
        if not state.live:
            state.live = True
            state.enqueue_readers(self.queue)

    def add_predecessor(self, point: Point, predecessor: Operation) -> None:
        state = self.predecessors(point)
        if predecessor not in state.known:
            state.known[predecessor] = None
            state.enqueue_readers(self.queue)


class SparseForwardAnalysis(Analysis, Generic[Fact]):
    """Propagates facts from operands to results and along live control flow.

    A subclass says what its lattice is (:attr:`bottom`, :meth:`join`, :meth:`entry_fact`) and how
    an operation transforms facts (:meth:`transfer`). Runs on one function: facts do not cross
    calls.
    """

    #: The fact of a value that has not been reached.
    bottom: Any = None

    def __init__(self, solver: DataFlowSolver) -> None:
        super().__init__(solver)
        self._lattices: dict[Value, Lattice[Fact]] = {}

    # -- what an analysis defines ------------------------------------------------------------

    def join(self, lhs: Fact, rhs: Fact) -> Fact:
        """The fact that holds whichever of the two holds."""
        raise NotImplementedError

    def entry_fact(self, value: Value) -> Fact:
        """The fact of a value about which the operation that makes it says nothing."""
        raise NotImplementedError

    def transfer(self, op: Operation, operands: list[Fact]) -> Sequence[Fact] | None:
        """One fact for each result, or None while the operands' facts do not suffice."""
        raise NotImplementedError

    def visit_free_arguments(
        self, op: Operation, region: Region | None, lattices: Sequence[Lattice[Fact]]
    ) -> None:
        """Sets values that control flow passes nothing to, as a loop's induction variable.

        ``lattices`` belong to arguments of ``region``, or for None to results of ``op``.
        """
        self.set_to_entry(lattices)

    # -- cells -------------------------------------------------------------------------------

    def lattice(self, value: Value) -> Lattice[Fact]:
        cell = self._lattices.get(value)
        if cell is None:
            cell = self._lattices[value] = Lattice(value, self.bottom)
        return cell

    def lattice_for(self, point: Point, value: Value) -> Lattice[Fact]:
        """The cell of ``value``; ``point`` is visited again when it changes."""
        cell = self.lattice(value)
        cell.dependents[(self, point)] = None
        return cell

    def update(self, cell: Lattice[Fact], fact: Fact) -> None:
        """Join ``fact`` into a cell, and wake its readers if that changed it."""
        joined = self.join(cell.fact, fact)
        if joined != cell.fact:
            cell.fact = joined
            cell.enqueue_readers(self.solver.queue)

    def set_to_entry(self, lattices: Sequence[Lattice[Fact]]) -> None:
        for cell in lattices:
            self.update(cell, self.entry_fact(cell.anchor))

    # -- visits ------------------------------------------------------------------------------

    def initialize(self, top: Operation) -> None:
        for region in top.regions:
            if region.blocks:
                self.set_to_entry([self.lattice(a) for a in region.first_block.arguments])
        self._initialize_nested(top)

    def _initialize_nested(self, op: Operation) -> None:
        self._visit_operation(op)
        for region in op.regions:
            for block in region.blocks:
                self.solver.executable(block).subscribers[self] = None
                self._visit_block(block)
                for nested in block.ops:
                    self._initialize_nested(nested)

    def visit(self, point: Point) -> None:
        if isinstance(point, Block):
            self._visit_block(point)
        else:
            self._visit_operation(point)

    def _visit_operation(self, op: Operation) -> None:
        if not op.results:
            return
        if op.block is not None and not self.solver.executable(op.block).live:
            return
        results = [self.lattice(result) for result in op.results]
        if region_branch(op) is not None:
            self._visit_region_successor(op, op, None, results)
            return
        facts = []
        for operand in op.op_operands:
            cell = self.lattice(operand.value)
            cell.subscribers[self] = None
            facts.append(cell.fact)
        if op.name in CALLS:
            self.set_to_entry(results)
            return
        outcome = self.transfer(op, facts)
        if outcome is not None:
            for cell, fact in zip(results, outcome, strict=True):
                self.update(cell, fact)

    def _visit_block(self, block: Block) -> None:
        if not block.arguments or not self.solver.executable(block).live:
            return
        arguments = [self.lattice(argument) for argument in block.arguments]
        if block.is_entry_block:
            self._visit_entry_block(block, arguments)
            return
        for slot in block.uses:
            source = slot.owner.block
            assert source is not None
            edge = self.solver.edge(source, block)
            edge.subscribers[self] = None
            if not edge.live:
                continue
            operands = branch_operands(slot.owner, slot.index)
            if operands is None:
                self.set_to_entry(arguments)
                return
            for cell, operand in zip(arguments, operands, strict=True):
                self.update(cell, self.lattice_for(block, operand).fact)

    def _visit_entry_block(self, block: Block, arguments: list[Lattice[Fact]]) -> None:
        op = block.parent_op
        assert op is not None
        if op.name in FUNCTIONS:
            self.set_to_entry(arguments)
        elif region_branch(op) is not None:
            self._visit_region_successor(block, op, block.parent, arguments)
        else:
            self.visit_free_arguments(op, block.parent, arguments)

    def _visit_region_successor(
        self, point: Point, op: Operation, successor: Region | None, lattices: list[Lattice[Fact]]
    ) -> None:
        """Joins what flows into ``successor`` (None: the results) of the region branch ``op``."""
        branch = region_branch(op)
        assert branch is not None
        predecessors = self.solver.predecessors(point)
        predecessors.dependents[(self, point)] = None
        inputs = branch.inputs(op, successor)
        for predecessor in predecessors.known:
            if predecessor is op:
                operands = branch.entry_operands(op, successor)
            else:
                operands = exit_operands(predecessor)
            if operands is None:
                self.set_to_entry(lattices)
                return
            first = 0
            if len(inputs) != len(lattices):
                if inputs:
                    first = inputs[0].index
                passed = set(inputs)
                free = [cell for cell in lattices if cell.anchor not in passed]
                self.visit_free_arguments(op, successor, free)
            for cell, operand in zip(lattices[first:], operands, strict=False):
                self.update(cell, self.lattice_for(point, operand).fact)
