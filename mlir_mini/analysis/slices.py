"""Slices: what an operation depends on, and what depends on it.

After mlir/lib/Analysis/SliceAnalysis.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from mlir_mini.ir.core import Block, BlockArgument, Operation
from mlir_mini.spec.traits import IsolatedFromAbove


class ConnectedOps:
    """For an operation, all those reached by going back and forth along uses.

    The set that MLIR's getSlice finds, the operation included. Steps lead from an operation to the
    operations that define its operands, to the owner of the region whose argument it uses (if that
    has no other region or block), to its users and to the operations nested in it; not from a
    nested operation to the one around it. Results are kept, so the IR must not change in between.
    """

    def __init__(self) -> None:
        self._found: dict[Operation, Set[Operation]] = {}

    def of(self, root: Operation) -> Set[Operation]:
        """The set of ``root``; shared between roots that reach each other."""
        known = self._found.get(root)
        if known is not None:
            return known
        reached = {root}
        pending = [root]
        while pending:
            for op in _neighbours(pending.pop()):
                if op in reached:
                    continue
                beyond = self._found.get(op)
                if beyond is None:
                    reached.add(op)
                    pending.append(op)
                elif root in beyond:
                    self._found[root] = beyond
                    return beyond
                else:
                    reached |= beyond
        self._found[root] = reached
        return reached


def _neighbours(op: Operation) -> Iterator[Operation]:
    if not op.has_trait(IsolatedFromAbove):
        for use in op.op_operands:
            value = use.value
            if isinstance(value, BlockArgument):
                definition = _loop_around(value.block)
            else:
                definition = value.defining_op
            if definition is not None and not definition.has_trait(IsolatedFromAbove):
                yield definition
    for region in op.regions:
        yield from region.ops
    yield from op.users


def _loop_around(block: Block) -> Operation | None:
    """The operation around ``block`` if the block is all that is in it."""
    op = block.parent_op
    if op is None or len(op.regions) != 1 or not op.regions[0].has_one_block:
        return None
    return op
