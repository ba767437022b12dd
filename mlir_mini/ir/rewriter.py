"""Changing the IR while a listener watches: what patterns and passes rewrite with.

:class:`PatternRewriter` is a builder whose changes are announced one by one to a
:class:`RewriteListener`, which is how the greedy driver learns what to look at again.  The order
of announcements is MLIR's (mlir/lib/IR/PatternMatch.cpp): it decides in which order operations are
revisited, and so the order of what rewrites create.

Naming rule: a method named after an operation (``erase_op``, ``replace_op``) announces; the
methods of the IR itself (``op.erase()``) don't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from mlir_mini.interned import Interned
from mlir_mini.ir.builder import OpBuilder, OpT
from mlir_mini.ir.core import Block, Operation, OpOperand, RawLocation, Region, Value
from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.traversal import post_order
from mlir_mini.ir.types import Type


class RewriteListener:
    """Hooks for each change; they do nothing by default."""

    def operation_inserted(self, op: Operation) -> None:
        """``op`` was created or moved and is in place."""

    def operation_modified(self, op: Operation) -> None:
        """Operands, attributes or regions of ``op`` have changed."""

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        """``op`` is about to be replaced by ``values``."""

    def operation_erased(self, op: Operation) -> None:
        """``op`` is about to be erased; nothing uses it any more."""

    def block_inserted(self, block: Block) -> None:
        """``block`` was created or moved and is in place."""

    def block_erased(self, block: Block) -> None:
        """``block`` is about to be erased; it is empty."""


class PatternRewriter(OpBuilder):
    """A builder that also replaces, moves and erases, and tells its listener."""

    def __init__(
        self, listener: RewriteListener | None = None, loc: RawLocation = UNKNOWN_LOC
    ) -> None:
        super().__init__(loc)
        self.listener = listener if listener is not None else RewriteListener()

    # -- creating ------------------------------------------------------------------------------

    def inserted(self, op: Operation) -> None:
        self.listener.operation_inserted(op)

    def clone(self, op: OpT, mapping: dict[Value, Value] | None = None) -> OpT:
        """Clone ``op`` with its regions and insert the copy; nested copies are announced too."""
        new = self.insert(op.clone(mapping))
        for nested in new.walk(pre_order=True):
            if nested is not new:
                self.listener.operation_inserted(nested)
        return new

    def clone_without_regions(self, op: OpT) -> OpT:
        """Insert a copy of ``op`` whose regions are empty."""
        return self.insert(op.clone(with_regions=False))

    def create_block(
        self,
        region: Region,
        argument_types: Sequence[Type] = (),
        at: int | None = None,
        locs: Sequence[RawLocation] | None = None,
    ) -> Block:
        """Add a block to ``region`` and move the insertion point to its end."""
        block = region.insert(len(region.blocks) if at is None else at, Block(argument_types, locs))
        self.at_end(block)
        self.listener.block_inserted(block)
        return block

    @contextmanager
    def keep_insertion_point(self) -> Iterator[None]:
        """Come back to the current insertion point at the end."""
        point = self.save()
        try:
            yield
        finally:
            self.restore(point)

    # -- replacing -----------------------------------------------------------------------------

    def replace_all_uses_with(
        self, old: Value | Sequence[Value], new: Value | Sequence[Value]
    ) -> None:
        """Point every use at ``new``, newest use first; each owner counts as modified."""
        if isinstance(old, Value):
            assert isinstance(new, Value)
            for use in old.uses:
                use.set(new)
                self.listener.operation_modified(use.owner)
            return
        assert not isinstance(new, Value)
        for old_value, new_value in zip(old, new, strict=True):
            self.replace_all_uses_with(old_value, new_value)

    def replace_uses_if(
        self, old: Value, new: Value, condition: Callable[[OpOperand], bool]
    ) -> bool:
        """Point the uses that satisfy ``condition`` at ``new``; whether these were all."""
        every = True
        for use in old.uses:
            if condition(use):
                use.set(new)
                self.listener.operation_modified(use.owner)
            else:
                every = False
        return every

    def replace_op(self, op: Operation, values: Sequence[Value] | Value | Operation) -> None:
        """Replace the results of ``op`` by ``values`` and erase it."""
        if isinstance(values, Operation):
            values = values.results
        elif isinstance(values, Value):
            values = (values,)
        self.listener.operation_replaced(op, values)
        self.replace_all_uses_with(op.results, values)
        self.erase_op(op)

    def replace_op_with(
        self,
        op: Operation,
        op_class: type[OpT],
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] | None = None,
        properties: Mapping[str, Interned] | None = None,
        attributes: Mapping[str, Interned] | None = None,
        successors: Sequence[Block] = (),
        loc: RawLocation | None = None,
    ) -> OpT:
        """Create an operation at the insertion point and put it in the place of ``op``.

        It gets the result types and the location of ``op`` unless others are given.
        """
        new = self.create(
            op_class,
            operands,
            op.result_types if result_types is None else result_types,
            properties,
            attributes,
            successors=successors,
            loc=op._loc if loc is None else loc,
        )
        self.replace_op(op, new.results)
        return new

    # -- modifying -----------------------------------------------------------------------------

    def modified(self, op: Operation) -> None:
        """Announce that ``op`` was changed in place."""
        self.listener.operation_modified(op)

    @contextmanager
    def modify_in_place(self, op: OpT) -> Iterator[OpT]:
        """Announce at the end that ``op`` was changed."""
        yield op
        self.listener.operation_modified(op)

    # -- erasing -------------------------------------------------------------------------------

    def erase_op(self, op: Operation) -> None:
        """Erase ``op`` and what is in it, users before definitions, announcing each."""
        assert op.use_empty, f"erasing {op.name} whose results are used"
        if self.anchor is op:
            self.set_insertion_point_after(op)
        self._erase_tree(op)

    def _erase_tree(self, op: Operation) -> None:
        for region in reversed(op.regions):
            # Blocks come after the ones they lead to; repeated for unconnected ones.
            visited: set[Block] = set()
            while region.blocks:
                order = post_order(region.blocks[0], visited)
                for block in order:
                    nested = block.last
                    while nested is not None:
                        before = nested.prev
                        self._erase_tree(nested)
                        nested = before
                for block in order:
                    for argument in block.arguments:
                        _drop_uses(argument)
                    for use in block.uses:
                        use.drop()
                    self.erase_block(block)
        self.listener.operation_erased(op)
        for result in op.results:
            _drop_uses(result)
        op.erase()

    def erase_block(self, block: Block) -> None:
        """Erase an unused block with its operations, the last one first."""
        op = block.last
        while op is not None:
            before = op.prev
            self.erase_op(op)
            op = before
        self.listener.block_erased(block)
        block.erase()

    def erase_op_results(self, op: Operation, indices: Sequence[int]) -> Operation:
        """Replace ``op`` by one without the results at ``indices``; it gets the regions."""
        gone = set(indices)
        kept = [result for result in op.results if result.index not in gone]
        with self.keep_insertion_point():
            self.set_insertion_point(op)
            new = self.insert(op._like(op.operands, [r.type for r in kept], op.successors))
            for region in op.regions:
                copy = Region()
                copy.parent_op = new
                new.regions.append(copy)
                self.inline_region(region, copy)
            self.listener.operation_replaced(op, [])
            for old, value in zip(kept, new.results, strict=True):
                self.replace_all_uses_with(old, value)
            self.erase_op(op)
        return new

    # -- moving --------------------------------------------------------------------------------

    def move_op_before(self, op: Operation, anchor: Operation) -> None:
        if op is not anchor:
            op.move_before(anchor)
            self.listener.operation_inserted(op)

    def inline_block(
        self,
        source: Block,
        target: Block,
        before: Operation | None,
        arguments: Sequence[Value] = (),
    ) -> None:
        """Move the operations of ``source`` into ``target``, before ``before`` or to the end.

        The arguments of ``source`` are replaced by ``arguments``, and the block is erased.
        """
        for argument, value in zip(source.arguments, arguments, strict=True):
            self.replace_all_uses_with(argument, value)
        while source.first is not None:
            op = source.first
            op.remove()
            if before is None:
                target.append(op)
            else:
                target.insert_before(before, op)
            self.listener.operation_inserted(op)
        if self.block is source:
            self.block, self.anchor = target, before
        self.erase_block(source)

    def merge_blocks(self, source: Block, target: Block, arguments: Sequence[Value] = ()) -> None:
        """Append the operations of ``source`` to ``target`` and erase ``source``."""
        self.inline_block(source, target, None, arguments)

    def inline_region(self, source: Region, target: Region, at: int | None = None) -> None:
        """Move the blocks of ``source`` into ``target`` at index ``at``, by default the end."""
        at = len(target.blocks) if at is None else at
        for offset, block in enumerate(list(source.blocks)):
            source.blocks.remove(block)
            target.insert(at + offset, block)
            self.listener.block_inserted(block)

    def split_block(self, op: Operation) -> Block:
        """Move ``op`` and what follows it into a new block after its own; returns that block."""
        block = op.block
        assert block is not None
        assert block.parent is not None
        region = block.parent
        new = region.insert(region.blocks.index(block) + 1, Block())
        self.listener.block_inserted(new)
        while op.block is not new:
            # One by one from the end, as MLIR does it; the order is that of announcements.
            last = block.terminator
            last.remove()
            new.prepend(last)
            self.listener.operation_inserted(last)
        return new


def _drop_uses(value: Value) -> None:
    """Forget the uses of ``value`` in operations that are erased with it."""
    for use in value.uses:
        use.drop()
        use.owner.op_operands.remove(use)
