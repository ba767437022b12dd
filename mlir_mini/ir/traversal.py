"""Orders in which the blocks of a region are visited.

Both follow the successors of a block's last operation in their order, as LLVM's graph iterators do
(llvm/ADT/PostOrderIterator.h, llvm/ADT/DepthFirstIterator.h).
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.ir.core import Block, Operation, Region


def successors(block: Block) -> list[Block]:
    """Where control may go from ``block``; nowhere if it is empty."""
    return block.last.successors if block.last is not None else []


def post_order(entry: Block, visited: set[Block] | None = None) -> list[Block]:
    """Blocks reachable from ``entry``, each after those it leads to first.

    Blocks in ``visited`` are left out and not passed; the ones found are added to it.
    """
    seen = set() if visited is None else visited
    if entry in seen:
        return []
    seen.add(entry)
    order: list[Block] = []
    stack = [(entry, iter(successors(entry)))]
    while stack:
        block, remaining = stack[-1]
        for following in remaining:
            if following not in seen:
                seen.add(following)
                stack.append((following, iter(successors(following))))
                break
        else:
            order.append(block)
            stack.pop()
    return order


def reachable_blocks(region: Region) -> set[Block]:
    """The blocks of ``region`` that control can reach from its entry."""
    seen: set[Block] = set()
    if region.blocks:
        post_order(region.first_block, seen)
    return seen


def pre_order_ops(region: Region) -> Iterator[Operation]:
    """Operations of ``region`` and in them, outer ones first.

    The one just yielded may be erased or moved: what was in it is visited only if it is still in
    a block.
    """
    for block in list(region.blocks):
        for op in block.ops:
            yield op
            if op.regions and op.block is not None:
                for nested in op.regions:
                    yield from pre_order_ops(nested)
