"""Making one of blocks that do the same, and values of arguments that are always the same.

After mlir/lib/Transforms/Utils/RegionUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir_mini.analysis.control_flow import branch_operands
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.equivalence import signature
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.values import location_of
from mlir_mini.rewrite.branches import append_branch_operands, erase_branch_operand

#: An operand in a block: the number of its operation, and its own.
Place = tuple[int, int]


def _in_nested_regions(regions: Sequence[Region], change: Callable[[Region], bool]) -> bool:
    """Call ``change`` with each region, and again where it has changed something; whether any."""
    changed = False
    pending = dict.fromkeys(regions)
    while pending:
        region, _ = pending.popitem()
        if change(region):
            pending[region] = None
            changed = True
        for op in region.ops:
            for nested in op.regions:
                pending.setdefault(nested)
    return changed


# Blocks that do the same -------------------------------------------------------------------------


def merge_identical_blocks(rewriter: PatternRewriter, regions: Sequence[Region]) -> bool:
    """Merge equal blocks with the same successors; what differs outside becomes an argument."""
    return _in_nested_regions(regions, lambda region: _merge_blocks_of(rewriter, region))


def _merge_blocks_of(rewriter: PatternRewriter, region: Region) -> bool:
    by_successors: dict[tuple[Block, ...], list[Block]] = {}
    for block in region.blocks[1:]:
        by_successors.setdefault(_successors(block), []).append(block)
    merged = False
    for blocks in by_successors.values():
        clusters: list[_Cluster] = []
        for block in blocks if len(blocks) > 1 else ():
            if any(nested.blocks for op in block.ops for nested in op.regions):
                continue
            if any(_used_elsewhere(argument, block) for argument in block.arguments):
                continue
            if not any(cluster.take(block) for cluster in clusters):
                clusters.append(_Cluster(block))
        for cluster in clusters:
            merged |= cluster.merge(rewriter)
    return merged


def _successors(block: Block) -> tuple[Block, ...]:
    return tuple(block.last.successors) if block.last is not None else ()


def _used_elsewhere(value: Value, block: Block | None) -> bool:
    return any(user.block is not block for user in value.users)


class _Cluster:
    """A block and the others that can be merged into it."""

    def __init__(self, leader: Block) -> None:
        self.leader = leader
        self.others: list[Block] = []
        #: Operands that differ, and so become arguments.
        self.places: set[Place] = set()

    def take(self, block: Block) -> bool:
        """Add ``block`` if it does what the leader does."""
        places = _differences(self.leader, block)
        if places is None:
            return False
        self.places.update(places)
        self.others.append(block)
        return True

    def merge(self, rewriter: PatternRewriter) -> bool:
        if not self.others:
            return False
        blocks = [self.leader, *self.others]
        if self.places:
            predecessors = (each for block in blocks for each in block.predecessors)
            if not all(_is_branch(each.terminator) for each in predecessors):
                return False
            self._add_arguments(rewriter, blocks)
        for block in self.others:
            for use in list(block.uses):
                use.set(self.leader)
            rewriter.erase_block(block)
        return True

    def _add_arguments(self, rewriter: PatternRewriter, blocks: list[Block]) -> None:
        operations = [list(block.ops) for block in blocks]
        passed: list[list[Value]] = [[] for _ in blocks]
        arguments = []
        for number, index in sorted(self.places):
            for ops, values in zip(operations, passed, strict=True):
                values.append(ops[number].operand(index))
            value = passed[0][-1]
            argument = self.leader.add_argument(value.type, location_of(value))
            operations[0][number].set_operand(index, argument)
            arguments.append(argument)
        kept = _distinct(rewriter, passed, arguments)
        for block, values in zip(blocks, passed, strict=True):
            for use in block.uses:
                append_branch_operands(use.owner, use.index, [values[i] for i in kept])


def _is_branch(terminator: Operation) -> bool:
    return branch_operands(terminator, 0) is not None


def _differences(leader: Block, block: Block) -> list[Place] | None:
    """Operands from outside that differ between two blocks; None if more than that does."""
    if [a.type for a in leader.arguments] != [a.type for a in block.arguments]:
        return None
    ops, others = list(leader.ops), list(block.ops)
    if len(ops) != len(others):
        return None
    same: dict[Value, Value] = dict(zip(leader.arguments, block.arguments, strict=True))
    places: list[Place] = []
    for number, (op, other) in enumerate(zip(ops, others, strict=True)):
        if signature(op) != signature(other):
            return None
        for index in range(op.num_operands):
            left, right = op.operand(index), other.operand(index)
            if left is right:
                continue
            inside = left.parent_block is leader
            if left.type is not right.type or inside != (right.parent_block is block):
                return None
            if inside:
                if same.get(left) is not right:
                    return None
                continue
            if not (_can_be_passed(leader, left) and _can_be_passed(block, right)):
                return None
            places.append((number, index))
        for result in (*op.results, *other.results):
            if _used_elsewhere(result, result.parent_block):
                return None
        same.update(zip(op.results, other.results, strict=True))
    return places


def _can_be_passed(block: Block, value: Value) -> bool:
    """``value`` is not made by the terminator that branches to ``block``."""
    op = value.defining_op
    if op is None or op.next is not None:
        return True
    return value.parent_block not in block.predecessors


def _distinct(
    rewriter: PatternRewriter, passed: list[list[Value]], arguments: list[BlockArgument]
) -> list[int]:
    """Erase those new arguments that repeat the first one with the same value; the rest."""
    first_of: dict[Value, int] = {}
    repeats: dict[int, int] = {}
    for index, value in enumerate(passed[0]):
        first = first_of.setdefault(value, index)
        if first != index and all(values[first] is values[index] for values in passed):
            repeats[index] = first
    for index, first in repeats.items():
        rewriter.replace_all_uses_with(arguments[index], arguments[first])
    for index in reversed(repeats):
        arguments[index].parent_block.erase_argument(arguments[index].index)
    return [index for index in range(len(arguments)) if index not in repeats]


# Arguments that are always the same --------------------------------------------------------------


def drop_redundant_arguments(rewriter: PatternRewriter, regions: Sequence[Region]) -> bool:
    """Replace arguments that are the same value wherever control comes from."""
    changed = False

    def visit(region: Region) -> bool:
        nonlocal changed
        for block in region.blocks:
            changed |= _drop_arguments_of(rewriter, block)
        return False

    _in_nested_regions(regions, visit)
    return changed


def _drop_arguments_of(rewriter: PatternRewriter, block: Block) -> bool:
    redundant = []
    for argument in block.arguments:
        value = _only_value(block, argument.index)
        if value is not None:
            redundant.append(argument.index)
            rewriter.replace_all_uses_with(argument, value)
    for index in reversed(redundant):
        block.erase_argument(index)
        for use in block.uses:
            erase_branch_operand(use.owner, use.index, index)
    return bool(redundant)


def _only_value(block: Block, index: int) -> Value | None:
    """The value that every branch to ``block`` passes to its argument ``index``."""
    found: Value | None = None
    for use in block.uses:
        operands = branch_operands(use.owner, use.index)
        if operands is None or (found is not None and operands[index] is not found):
            return None
        found = operands[index]
    return found
