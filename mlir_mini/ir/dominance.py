"""Which blocks and operations dominate which.

A block dominates another if every path from the region's entry to the other one goes through it;
it post-dominates if every path from the other one out of the region does.  Trees are computed when
first asked for, one for each region with several blocks, by the iterative algorithm of Cooper,
Harvey and Kennedy; they stay valid until blocks or branches change.
Source: mlir/lib/IR/Dominance.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value

#: Blocks next to one another in the direction of the analysis.
Neighbours = Callable[[Block], Iterable[Block]]


class DominatorTree:
    """The (post-)dominators of the blocks of one region.

    ``roots`` are what the walk starts from: the entry, or for post-dominance every block that
    leaves the region. Several roots hang below a virtual one.
    """

    __slots__ = ("_idom", "_span")

    def __init__(
        self, roots: Sequence[Block], following: Neighbours, preceding: Neighbours
    ) -> None:
        order = _reverse_postorder(roots, following)
        number = {block: n for n, block in enumerate(order, 1)}
        # Node 0 is the virtual root above all others.
        idom: list[int | None] = [0, *([None] * len(order))]
        top = set(roots)
        changed = True
        while changed:
            changed = False
            for n, block in enumerate(order, 1):
                best = 0 if block in top else None
                for before in preceding(block):
                    other = number.get(before)
                    if other is not None and idom[other] is not None:
                        best = other if best is None else _meet(idom, other, best)
                if best != idom[n]:
                    idom[n] = best
                    changed = True
        #: Block -> its immediate dominator, None for a root.
        self._idom: dict[Block, Block | None] = {
            block: order[parent - 1] if (parent := idom[n]) else None
            for n, block in enumerate(order, 1)
        }
        self._span = _spans(order, self._idom)

    def is_reachable(self, block: Block) -> bool:
        return block in self._idom

    def immediate(self, block: Block) -> Block | None:
        """The immediate dominator; None for a root and for what no root reaches."""
        return self._idom.get(block)

    def dominates(self, a: Block, b: Block) -> bool:
        """Like LLVM's trees: everything dominates an unreachable block, which dominates nothing."""
        if a is b:
            return True
        inner, outer = self._span.get(b), self._span.get(a)
        if inner is None:
            return True
        return outer is not None and outer[0] <= inner[0] and inner[1] <= outer[1]

    def nearest_common(self, a: Block, b: Block) -> Block | None:
        """The nearest block that dominates both; None if either is unreachable."""
        if a not in self._idom or b not in self._idom:
            return None
        found: Block | None = a
        while found is not None and not self.dominates(found, b):
            found = self._idom[found]
        return found


def _meet(idom: Sequence[int | None], a: int, b: int) -> int:
    """The nearest common ancestor; numbers grow away from the root."""
    while a != b:
        if a > b:
            a = idom[a] or 0
        else:
            b = idom[b] or 0
    return a


def _reverse_postorder(roots: Sequence[Block], following: Neighbours) -> list[Block]:
    postorder: list[Block] = []
    seen: set[Block] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(following(root)))]
        while stack:
            block, rest = stack[-1]
            for other in rest:
                if other not in seen:
                    seen.add(other)
                    stack.append((other, iter(following(other))))
                    break
            else:
                postorder.append(block)
                stack.pop()
    postorder.reverse()
    return postorder


def _spans(order: Sequence[Block], idom: dict[Block, Block | None]) -> dict[Block, tuple[int, int]]:
    """For each block a pair of numbers that encloses those of the blocks it dominates."""
    sizes: dict[Block, int] = dict.fromkeys(order, 1)
    # A block comes after its dominator in the order.
    for block in reversed(order):
        parent = idom[block]
        if parent is not None:
            sizes[parent] += sizes[block]
    free = 0
    next_free: dict[Block, int] = {}
    spans: dict[Block, tuple[int, int]] = {}
    for block in order:
        parent = idom[block]
        if parent is None:
            start = free
            free += sizes[block]
        else:
            start = next_free[parent]
            next_free[parent] += sizes[block]
        next_free[block] = start + 1
        spans[block] = (start, start + sizes[block])
    return spans


def has_ssa_dominance(region: Region) -> bool:
    """Whether definitions must come before uses; not so in a block whose order means nothing."""
    parent = region.parent_op
    return len(region.blocks) > 1 or parent is None or not parent.is_graph


class _BlockDominance:
    """What dominance and post-dominance have in common."""

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}

    def _make_tree(self, region: Region) -> DominatorTree:
        raise NotImplementedError

    def tree(self, region: Region) -> DominatorTree:
        found = self._trees.get(region)
        if found is None:
            found = self._trees[region] = self._make_tree(region)
        return found

    def invalidate(self, region: Region | None = None) -> None:
        """Forget the tree of ``region``, or all of them."""
        if region is None:
            self._trees.clear()
        else:
            self._trees.pop(region, None)

    def is_reachable(self, block: Block) -> bool:
        """Whether the root of the region's tree reaches ``block``."""
        region = block.parent
        return region is None or len(region.blocks) == 1 or self.tree(region).is_reachable(block)

    def _properly(self, a: Block, b: Block) -> bool:
        region = a.parent
        if a is b:
            return region is not None and not has_ssa_dominance(region)
        if region is not b.parent:
            inside = _ancestor_block(region, b)
            if inside is None or inside is a:
                return inside is a
            b = inside
        assert region is not None
        return self.tree(region).dominates(a, b)


class DominanceInfo(_BlockDominance):
    """Answers questions about dominance, in any region."""

    def _make_tree(self, region: Region) -> DominatorTree:
        return DominatorTree([region.first_block], _successors, _predecessors)

    def properly_dominates(
        self, a: Operation | Value | Block, b: Operation | Block, enclosing_ok: bool = True
    ) -> bool:
        """Whether ``a`` is available at ``b`` (an operation), or dominates it and is another block.

        ``b`` may lie in a nested region. An operation dominates what its regions hold, unless
        ``enclosing_ok`` is off; its results do not.
        """
        if isinstance(b, Block):
            assert isinstance(a, Block)
            return self._properly(a, b)
        if isinstance(a, BlockArgument):
            assert b.block is not None
            return self.dominates(a.block, b.block)
        if isinstance(a, Value):
            defining = a.defining_op
            assert defining is not None
            return self._operation_dominates(defining, b, False)
        assert isinstance(a, Operation)
        return self._operation_dominates(a, b, enclosing_ok)

    def dominates(self, a: Operation | Value | Block, b: Operation | Block) -> bool:
        """``a`` properly dominates ``b``, or is it or defines it."""
        if a is b or (isinstance(a, Value) and a.defining_op is b):
            return True
        return self.properly_dominates(a, b)

    def _operation_dominates(self, a: Operation, b: Operation, enclosing_ok: bool) -> bool:
        block = a.block
        assert block is not None
        assert block.parent is not None
        region = block.parent
        if a is b:
            return not has_ssa_dominance(region)
        if b.parent_region is not region:
            inside = _ancestor_op(region, b)
            if inside is None:
                return False
            if inside is a and enclosing_ok:
                return True
            b = inside
        if b.block is block:
            return a.is_before_in_block(b) if has_ssa_dominance(region) else True
        assert b.block is not None
        return self.tree(region).dominates(block, b.block)

    def nearest_common_dominator(self, blocks: Iterable[Block]) -> Block | None:
        """The nearest block that dominates all of ``blocks``, which may be in nested regions."""
        found: Block | None = None
        for block in blocks:
            if found is None:
                found = block
                continue
            pair = _same_region(found, block)
            if pair is None:
                return None
            found, other = pair
            if found is not other:
                assert found.parent is not None
                found = self.tree(found.parent).nearest_common(found, other)
                if found is None:
                    return None
        return found


class PostDominanceInfo(_BlockDominance):
    """Answers questions about post-dominance, in any region."""

    def _make_tree(self, region: Region) -> DominatorTree:
        leaving = [block for block in region.blocks if not _successors(block)]
        return DominatorTree(leaving, _predecessors, _successors)

    def properly_post_dominates(self, a: Operation | Block, b: Operation | Block) -> bool:
        """Whether control that has reached ``b`` gets to ``a`` before it leaves the region."""
        if isinstance(a, Block):
            assert isinstance(b, Block)
            return self._properly(a, b)
        assert isinstance(b, Operation)
        block = a.block
        assert block is not None
        assert block.parent is not None
        region = block.parent
        if a is b:
            return not has_ssa_dominance(region)
        if b.parent_region is not region:
            inside = _ancestor_op(region, b)
            if inside is None or inside is a:
                return inside is a
            b = inside
        if b.block is block:
            return b.is_before_in_block(a) if has_ssa_dominance(region) else True
        assert b.block is not None
        return self.tree(region).dominates(block, b.block)

    def post_dominates(self, a: Operation | Block, b: Operation | Block) -> bool:
        return a is b or self.properly_post_dominates(a, b)


def _successors(block: Block) -> list[Block]:
    return block.last.successors if block.last is not None else []


def _predecessors(block: Block) -> list[Block]:
    return block.predecessors


def _ancestor_op(region: Region, op: Operation) -> Operation | None:
    """The operation directly in ``region`` that encloses ``op``."""
    found: Operation | None = op
    while found is not None and found.parent_region is not region:
        found = found.parent_op
    return found


def _ancestor_block(region: Region | None, block: Block) -> Block | None:
    """The block of ``region`` that is or encloses ``block``."""
    found: Block | None = block
    while found is not None and found.parent is not region:
        parent = found.parent_op
        found = parent.block if parent is not None else None
    return found


def _same_region(a: Block, b: Block) -> tuple[Block, Block] | None:
    """Blocks of one region that are or enclose ``a`` and ``b``; None if there is no such region."""
    around: dict[Region | None, Block] = {}
    block: Block | None = a
    while block is not None:
        around[block.parent] = block
        parent = block.parent_op
        block = parent.block if parent is not None else None
    block = b
    while block is not None:
        if block.parent in around:
            return around[block.parent], block
        parent = block.parent_op
        block = parent.block if parent is not None else None
    return None
