"""Blocks, which hold operations in a doubly linked list, and regions, which hold blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.types import Type
from mlir_mini.ir.values import BlockArgument, BlockOperand, RawLocation, Value

if TYPE_CHECKING:
    from mlir_mini.ir.core import Operation

_ORDER_STRIDE = 5


class Block:
    """A list of operations with arguments."""

    __slots__ = ("_uses", "arguments", "first", "last", "parent")

    def __init__(
        self, argument_types: Iterable[Type] = (), locs: Sequence[RawLocation] | None = None
    ) -> None:
        self.parent: Region | None = None
        self.first: Operation | None = None
        self.last: Operation | None = None
        self._uses: dict[BlockOperand, None] = {}
        self.arguments: list[BlockArgument] = []
        for i, type in enumerate(argument_types):
            self.add_argument(type, locs[i] if locs else UNKNOWN_LOC)

    def add_argument(self, type: Type, loc: RawLocation = UNKNOWN_LOC) -> BlockArgument:
        argument = BlockArgument(type, self, len(self.arguments), loc)
        self.arguments.append(argument)
        return argument

    def erase_argument(self, index: int) -> None:
        assert not self.arguments[index].has_uses
        del self.arguments[index]
        self._renumber()

    def _renumber(self) -> None:
        for i, argument in enumerate(self.arguments):
            argument.index = i

    @property
    def parent_op(self) -> Operation | None:
        return self.parent.parent_op if self.parent else None

    @property
    def ops(self) -> Iterator[Operation]:
        """Operations in order; the one just yielded may be erased or moved."""
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    def __iter__(self) -> Iterator[Operation]:
        return self.ops

    @property
    def empty(self) -> bool:
        return self.first is None

    @property
    def terminator(self) -> Operation:
        assert self.last is not None, "block has no terminator"
        return self.last

    @property
    def predecessors(self) -> list[Block]:
        """Blocks whose terminator names this one, newest reference first."""
        return [slot.owner.block for slot in reversed(self._uses) if slot.owner.block is not None]

    @property
    def uses(self) -> list[BlockOperand]:
        return list(reversed(self._uses))

    @property
    def is_entry_block(self) -> bool:
        return self.parent is not None and self.parent.blocks[0] is self

    def append(self, op: Operation) -> None:
        op.block = self
        op._order = None
        last = self.last
        op.prev = last
        op.next = None
        if last is None:
            self.first = op
        else:
            last.next = op
        self.last = op

    def prepend(self, op: Operation) -> None:
        if self.first is None:
            self.append(op)
        else:
            self.insert_before(self.first, op)

    def insert_before(self, anchor: Operation, op: Operation) -> None:
        op.block = self
        op._order = None
        before = anchor.prev
        op.prev, op.next = before, anchor
        anchor.prev = op
        if before is None:
            self.first = op
        else:
            before.next = op

    def insert_after(self, anchor: Operation, op: Operation) -> None:
        if anchor.next is None:
            self.append(op)
        else:
            self.insert_before(anchor.next, op)

    def _unlink(self, op: Operation) -> None:
        if op.prev is None:
            self.first = op.next
        else:
            op.prev.next = op.next
        if op.next is None:
            self.last = op.prev
        else:
            op.next.prev = op.prev
        op.prev = op.next = op.block = None

    def _order_of(self, op: Operation) -> int:
        """Position number of ``op``; numbers leave gaps so that an insertion rarely renumbers."""
        if op._order is None:
            before = op.prev._order if op.prev is not None else 0
            after = op.next._order if op.next is not None else None
            if before is not None and op.next is None:
                op._order = before + _ORDER_STRIDE
            elif before is not None and after is not None and after - before > 1:
                op._order = (before + after) // 2
            else:
                number = 0
                for each in self.ops:
                    number += _ORDER_STRIDE
                    each._order = number
                assert op._order is not None
        return op._order

    def find_ancestor(self, op: Operation | None) -> Operation | None:
        """The operation of this block that is or encloses ``op``."""
        while op is not None and op.block is not self:
            op = op.parent_op
        return op

    def erase(self) -> None:
        """Destroy the block with everything in it."""
        assert not self._uses, "erasing a block that is still branched to"
        self.drop_all_defined_uses()
        for op in self.ops:
            op.drop_all_references()
        if self.parent is not None:
            self.parent.blocks.remove(self)
            self.parent = None

    def drop_all_defined_uses(self) -> None:
        """Detach users of this block's values that lie in the block itself."""
        for op in list(self.ops):
            op.drop_all_references()


class Region:
    """A list of blocks; the first one is the entry."""

    __slots__ = ("blocks", "parent_op")

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self.parent_op: Operation | None = None
        self.blocks: list[Block] = []
        for block in blocks:
            self.append(block)

    def append(self, block: Block) -> Block:
        block.parent = self
        self.blocks.append(block)
        return block

    def insert(self, index: int, block: Block) -> Block:
        block.parent = self
        self.blocks.insert(index, block)
        return block

    @property
    def empty(self) -> bool:
        return not self.blocks

    @property
    def first_block(self) -> Block:
        return self.blocks[0]

    @property
    def has_one_block(self) -> bool:
        return len(self.blocks) == 1

    @property
    def ops(self) -> Iterator[Operation]:
        for block in self.blocks:
            yield from block.ops

    def is_ancestor(self, other: Region | None) -> bool:
        """``other`` is this region or nested in it."""
        while other is not None:
            if other is self:
                return True
            other = other.parent_op.parent_region if other.parent_op else None
        return False

    def is_proper_ancestor(self, other: Region) -> bool:
        return other is not self and self.is_ancestor(other)

    def take_body(self, other: Region) -> None:
        """Replace the blocks by those of ``other``, which is left empty."""
        for block in list(self.blocks):
            for op in block.ops:
                op.drop_all_references()
        self.blocks = []
        for block in other.blocks:
            self.append(block)
        other.blocks = []

    def clone_into(
        self, target: Region, mapping: dict[Value, Value], blocks: dict[Block, Block]
    ) -> None:
        """Copy the blocks to the end of ``target``.

        Like MLIR, all operations of the region are created first; operands are set and nested
        regions filled in a second sweep, which is the order in which uses are linked.
        """
        copies: list[tuple[Block, Block]] = []
        for block in self.blocks:
            copy = target.append(Block())
            blocks[block] = copy
            for argument in block.arguments:
                if argument not in mapping:
                    mapping[argument] = copy.add_argument(argument.type, argument._loc)
            copies.append((block, copy))
        cloned: list[tuple[Operation, Operation]] = []
        for block, copy in copies:
            for op in block.ops:
                new = op._empty_copy(mapping, blocks, ())
                copy.append(new)
                cloned.append((op, new))
        for op, new in cloned:
            new.set_operands([mapping.get(v, v) for v in op.operands])
            for region, new_region in zip(op.regions, new.regions, strict=True):
                region.clone_into(new_region, mapping, blocks)
