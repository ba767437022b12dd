"""Slices: what an operation depends on, and what depends on it; and orders of their operations.

After mlir/lib/Analysis/SliceAnalysis.cpp and TopologicalSortUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cmp_to_key

from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.traversal import post_order
from mlir_mini.spec.traits import IsolatedFromAbove


class ConnectedOps:
    """For an operation, all those reached by going back and forth along uses.

    The set that MLIR's getSlice finds, the operation included. Steps lead from an operation to the
    operations that define its operands, to the owner of the region whose argument it uses (if that
    has no other region or block), to its users and to the operations nested in it; not from a
    nested operation to the one around it. Results are kept, so the IR must not change in between.

    ``keep`` says which operations may be entered at all, the roots apart; by default all.
    """

    def __init__(self, keep: Callable[[Operation], bool] | None = None) -> None:
        self._keep = keep
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
                if op in reached or (self._keep is not None and not self._keep(op)):
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


def backward_slice(root: Value, keep: Callable[[Operation], bool]) -> set[Operation]:
    """What ``root`` is computed from by operations that ``keep`` accepts.

    Arguments of blocks end it. The operation that defines ``root`` must be accepted too, but is
    not part of the result.
    """
    found: set[Operation] = set()
    pending = [root.defining_op]
    while pending:
        op = pending.pop()
        if op is None or op in found or op.has_trait(IsolatedFromAbove) or not keep(op):
            continue
        found.add(op)
        pending += [value.defining_op for value in op.operands]
    return {op for op in found if op is not root.defining_op}


def forward_slice(root: Value) -> set[Operation]:
    """Operations that use ``root`` or a result of one of these, and those nested in them."""
    found: set[Operation] = set()
    pending = list(root.users)
    while pending:
        op = pending.pop()
        if op in found:
            continue
        found.add(op)
        for region in op.regions:
            pending += region.ops
        pending += op.users
    return found


def topological_sort(ops: Iterable[Operation]) -> list[Operation]:
    """``ops``, each once, ordered so that definitions come before their uses.

    The order is that of a walk of the IR with outer operations first, in which the regions of an
    operation are entered last one first: MLIR keeps them on a stack.
    """
    wanted = set(ops)
    # Block -> its operations that are wanted or hold wanted ones.
    on_the_way: dict[Block, set[Operation]] = {}
    top: Operation | None = None
    for op in wanted:
        each = op
        while each.block is not None and each.parent_op is not None:
            siblings = on_the_way.setdefault(each.block, set())
            if each in siblings:
                break
            siblings.add(each)
            each = each.parent_op
        else:
            top = each
    return [op for op in _walk(top, on_the_way) if op in wanted] if top is not None else []


def _walk(op: Operation, on_the_way: Mapping[Block, Set[Operation]]) -> Iterator[Operation]:
    yield op
    for region in reversed(op.regions):
        for block in blocks_in_dominance_order(region):
            for nested in sorted(on_the_way.get(block, ()), key=cmp_to_key(_compare_in_block)):
                yield from _walk(nested, on_the_way)


def _compare_in_block(a: Operation, b: Operation) -> int:
    return 0 if a is b else -1 if a.is_before_in_block(b) else 1


def blocks_in_dominance_order(region: Region) -> list[Block]:
    """The blocks of ``region``, each after those that dominate it."""
    if len(region.blocks) < 2:
        return region.blocks
    order: dict[Block, None] = {}
    for block in region.blocks:
        if block not in order:
            order.update(dict.fromkeys(reversed(post_order(block))))
    return list(order)
