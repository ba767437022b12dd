"""Cleaning up the blocks of regions: what control can't reach, and what nothing needs.

After mlir/lib/Transforms/Utils/RegionUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.control_flow import branch_operands
from mlir_mini.ir.core import Block, BlockArgument, Operation, OpOperand, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.traversal import post_order, reachable_blocks
from mlir_mini.rewrite.branches import branch_operand_ranges, erase_branch_operand
from mlir_mini.rewrite.effects import would_be_trivially_dead
from mlir_mini.rewrite.merge_blocks import drop_redundant_arguments, merge_identical_blocks


def simplify_regions(
    rewriter: PatternRewriter, regions: Sequence[Region], merge_blocks: bool = False
) -> bool:
    """Erase unreachable blocks, dead operations and dead block arguments; whether any.

    With ``merge_blocks`` equal blocks become one.
    """
    changed = erase_unreachable_blocks(rewriter, regions)
    changed |= run_region_dce(rewriter, regions)
    if merge_blocks:
        changed |= merge_identical_blocks(rewriter, regions)
        changed |= drop_redundant_arguments(rewriter, regions)
    return changed


def erase_unreachable_blocks(rewriter: PatternRewriter, regions: Sequence[Region]) -> bool:
    """Erase blocks that control can't reach, also in nested regions."""
    changed = False
    pending = list(regions)
    while pending:
        region = pending.pop()
        blocks = region.blocks
        if len(blocks) > 1:
            reachable = reachable_blocks(region)
            blocks = []
            for block in list(region.blocks):
                if block in reachable:
                    blocks.append(block)
                else:
                    _drop_defined_uses(block)
                    rewriter.erase_block(block)
                    changed = True
        for block in blocks:
            for op in block.ops:
                pending += op.regions
    return changed


def _drop_defined_uses(block: Block) -> None:
    """Forget the uses of everything that ``block`` defines, itself included."""
    values: list[Value] = [*block.arguments]
    for op in block.ops:
        values += op.results
    for value in values:
        for use in value.uses:
            use.drop()
            use.owner.op_operands.remove(use)
    for target in block.uses:
        target.drop()
        target.owner._block_operands.remove(target)


# Dead code ---------------------------------------------------------------------------------------


class _Liveness:
    """What has been proved to be needed: operations, and arguments of blocks but the entry."""

    def __init__(self) -> None:
        self.live: set[Operation | BlockArgument] = set()
        self.changed = False

    def mark(self, thing: Operation | BlockArgument) -> None:
        if thing not in self.live:
            self.live.add(thing)
            self.changed = True

    def mark_value_if_used(self, value: Value) -> None:
        if any(self._is_live_use(use) for use in reversed(value._uses)):
            owner = value if isinstance(value, BlockArgument) else value.defining_op
            assert owner is not None
            self.mark(owner)

    def _is_live_use(self, use: OpOperand) -> bool:
        """The user needs the value; a branch only hands it on to an argument."""
        if use.owner.is_terminator:
            argument = _successor_argument(use)
            if argument is not None and argument not in self.live:
                return False
        return use.owner in self.live

    def visit_region(self, region: Region) -> None:
        if not region.blocks:
            return
        for block in post_order(region.first_block):
            op = block.last
            while op is not None:
                self._visit(op)
                op = op.prev
            if block is not region.first_block:
                for argument in block.arguments:
                    if argument not in self.live:
                        self.mark_value_if_used(argument)

    def _visit(self, op: Operation) -> None:
        for region in op.regions:
            self.visit_region(region)
        if op.is_terminator:
            self.mark(op)
            if op.successors and branch_operands(op, 0) is None:
                for block in op.successors:
                    for argument in block.arguments:
                        self.mark(argument)
        elif op not in self.live:
            if not would_be_trivially_dead(op):
                self.mark(op)
                return
            for result in op.results:
                self.mark_value_if_used(result)


def _successor_argument(use: OpOperand) -> BlockArgument | None:
    """The block argument that an operand of a branch becomes, if it does."""
    found = branch_operand_ranges(use.owner)
    for block, (start, end) in zip(use.owner.successors, found, strict=False):
        if start <= use.index < end:
            return block.arguments[use.index - start]
    return None


def run_region_dce(rewriter: PatternRewriter, regions: Sequence[Region]) -> bool:
    """Erase operations and block arguments that nothing needs; whether any."""
    liveness = _Liveness()
    while True:
        liveness.changed = False
        for region in regions:
            liveness.visit_region(region)
        if not liveness.changed:
            break
    return _erase_dead(rewriter, regions, liveness.live)


def _erase_dead(
    rewriter: PatternRewriter, regions: Sequence[Region], live: set[Operation | BlockArgument]
) -> bool:
    changed = False
    for region in regions:
        if not region.blocks:
            continue
        single = region.has_one_block
        for block in post_order(region.first_block):
            if not single:
                _erase_dead_branch_operands(block.terminator, live)
            op = block.last
            while op is not None:
                before = op.prev
                if op not in live:
                    changed = True
                    for result in op.results:
                        for use in result.uses:
                            use.drop()
                            use.owner.op_operands.remove(use)
                    rewriter.erase_op(op)
                else:
                    changed |= _erase_dead(rewriter, op.regions, live)
                op = before
        for block in region.blocks[1:]:
            for argument in reversed(list(block.arguments)):
                if argument not in live:
                    block.erase_argument(argument.index)
                    changed = True
    return changed


def _erase_dead_branch_operands(
    terminator: Operation, live: set[Operation | BlockArgument]
) -> None:
    """Drop the operands of a branch that go to dead arguments, the last ones first."""
    ranges = branch_operand_ranges(terminator)
    for i in reversed(range(len(ranges))):
        arguments = terminator.successors[i].arguments
        start, end = ranges[i]
        for index in reversed(range(start, end)):
            if arguments[index - start] not in live:
                erase_branch_operand(terminator, i, index - start)
