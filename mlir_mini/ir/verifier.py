"""Structural verification: terminators, regions, dominance, and each operation's own checks.

The order is MLIR's: an operation's own checks before its regions, regions in order, then the
checks that look into regions; dominance last, once everything else is known to be sound.  The
first failure ends it, except that operations isolated from above, functions above all, are checked
each by itself after what is around them.  Source: mlir/lib/IR/Verifier.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.ir.core import Block, Operation, OpResult, Region, UnregisteredOp, Value
from mlir_mini.source import Diagnostic, MLIRError, diagnostics


class VerificationError(MLIRError):
    """Raised by :func:`verify` with what was found wrong."""


def verify(top: Operation) -> None:
    """Check ``top`` and everything in it; raises VerificationError.

    If several functions of a module are wrong, the errors of all but the last are emitted before.
    """
    _verify_operation(top)
    _verify_dominance(top, set())


def _fail(diagnostic: Diagnostic) -> None:
    raise VerificationError(diagnostic)


def _without_terminator(block: Block) -> bool:
    """The block may end without a terminator."""
    region = block.parent
    if region is None or len(region.blocks) != 1:
        return region is None
    op = region.parent_op
    return op is None or isinstance(op, UnregisteredOp) or op.no_terminator


def _verify_operation(op: Operation) -> None:
    problem = op.verify_invariants()
    if problem is not None:
        _fail(problem)
    isolated: list[Operation] = []
    for region in op.regions:
        if region.blocks and region.blocks[0]._uses:
            _fail(op.plain_error("entry block of region may not have predecessors"))
        for block in region.blocks:
            _verify_block(block, isolated)
    if isolated:
        _verify_each(isolated)
    if op.regions:
        problem = op.verify_region_invariants()
        if problem is not None:
            _fail(problem)


def _verify_each(ops: list[Operation]) -> None:
    """Check operations that are isolated from above, all of them even if some are wrong."""
    failure: VerificationError | None = None
    for op in ops:
        try:
            verify(op)
        except VerificationError as error:
            if failure is not None:
                diagnostics.emit(failure.diagnostic)
            failure = error
    if failure is not None:
        raise failure


def _verify_block(block: Block, isolated: list[Operation]) -> None:
    """Check the operations of a block; those ``isolated`` from above are only noted."""
    last = block.last
    if last is None:
        if not _without_terminator(block):
            parent = block.parent_op
            assert parent is not None
            _fail(
                Diagnostic(
                    "error", parent.loc.position(), "empty block: expect at least a terminator"
                )
            )
        return
    op = block.first
    while op is not None:
        if op._block_operands and op is not last:
            _fail(op.plain_error("operation with block successors must terminate its parent block"))
        op = op.next
    op = block.first
    while op is not None:
        if op.is_isolated and op.regions:
            isolated.append(op)
        else:
            _verify_operation(op)
        op = op.next
    for successor in last.successors:
        if successor.parent is not block.parent:
            _fail(last.op_error("branching to block of a different region"))
    if not _without_terminator(block) and not last.is_terminator:
        _fail(last.plain_error(f"block with no terminator, has {last.generic_text()}"))


# Dominance ---------------------------------------------------------------------------------------


def _verify_dominance(op: Operation, visible: set[Value]) -> None:
    """Check the regions of ``op``; ``visible`` holds the values defined before it."""
    for region in op.regions:
        if not region.blocks:
            continue
        if len(region.blocks) == 1:
            _verify_straight(region.blocks[0], visible, op.is_graph)
        else:
            _verify_graph(region, visible)


def _verify_straight(block: Block, visible: set[Value], graph: bool) -> None:
    """A single block: what is defined above is what may be used."""
    added: list[Value] = [*block.arguments]
    visible.update(added)
    if graph:
        # The order of a graph region's operations means nothing.
        for op in block.ops:
            added += op.results
        visible.update(added)
    op = block.first
    while op is not None:
        for slot in op.op_operands:
            if slot.value not in visible:
                _fail(_dominance_error(op, slot.index))
        if op.regions and not op.is_isolated:
            _verify_dominance(op, visible)
        if op.results and not graph:
            visible.update(op.results)
            added += op.results
        op = op.next
    visible.difference_update(added)


def _verify_graph(region: Region, visible: set[Value]) -> None:
    """Several blocks: a block sees what is defined in those that dominate it."""
    from mlir_mini.ir.dominance import DominanceInfo

    tree = DominanceInfo().tree(region)
    definitions: dict[Block, list[Value]] = {}
    for block in region.blocks:
        values: list[Value] = [*block.arguments]
        for op in block.ops:
            values += op.results
        definitions[block] = values
    for block in region.blocks:
        above: list[Value] = []
        if tree.is_reachable(block):
            dominator = tree.immediate(block)
            while dominator is not None:
                above += definitions[dominator]
                dominator = tree.immediate(dominator)
        else:
            # Nothing that is never reached can be used too early.
            for values in definitions.values():
                above += values
        visible.update(above)
        _verify_straight(block, visible, graph=not tree.is_reachable(block))
        visible.difference_update(above)


def _dominance_error(op: Operation, index: int) -> Diagnostic:
    error = op.plain_error(f"operand #{index} does not dominate this use")
    value: Any = op.operand(index)
    block = op.block
    assert block is not None
    region = block.parent
    if isinstance(value, OpResult):
        other_block = value.owner.block
        note, where = "operand defined here", value.owner.loc.position()
        forms = (
            " (op in the same block)",
            " (op in the same region)",
            " (op in a parent region)",
            " (op in a child region)",
            " (op is neither in a parent nor in a child region)",
        )
    else:
        other_block = value.block
        parent = other_block.parent_op
        where = parent.loc.position() if parent is not None else None
        siblings = other_block.parent.blocks if other_block.parent else [other_block]
        note = f"operand defined as a block argument (block #{siblings.index(other_block)}"
        forms = (
            " in the same block)",
            " in the same region)",
            " in a parent region)",
            " in a child region)",
            " neither in a parent nor in a child region)",
        )
    other = other_block.parent if other_block is not None else None
    if other_block is block:
        form = forms[0]
    elif other is region:
        form = forms[1]
    elif other is not None and region is not None and other.is_proper_ancestor(region):
        form = forms[2]
    elif other is not None and region is not None and region.is_proper_ancestor(other):
        form = forms[3]
    else:
        form = forms[4]
    error.notes.append(Diagnostic("note", where, note + form))
    return error
