"""Values and their uses.

Order is part of the result of many passes, so it is kept the way MLIR keeps it: ``Value.uses``
yields the newest use first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mlir_mini.ir.locations import UNKNOWN_LOC, FileLineColLoc, Location
from mlir_mini.ir.types import Type
from mlir_mini.source import Source

if TYPE_CHECKING:
    from mlir_mini.ir.blocks import Block, Region
    from mlir_mini.ir.core import Operation

#: A location as operations store it: final, or a place in a source that nobody asked for yet.
RawLocation = Location | tuple[Source, int]


def resolve_location(raw: RawLocation) -> Location:
    if isinstance(raw, tuple):
        source, offset = raw
        return FileLineColLoc(source.name, *source.line_col(offset))
    return raw


class Value:
    """An SSA value: the result of an operation or an argument of a block."""

    __slots__ = ("_uses", "type")

    def __init__(self, type: Type) -> None:
        self.type = type
        # Insertion order is oldest first; MLIR pushes new uses to the front of its list.
        self._uses: dict[OpOperand, None] = {}

    @property
    def uses(self) -> Iterator[OpOperand]:
        """Uses, newest first; a snapshot, so uses may change while iterating."""
        return iter(list(reversed(self._uses)))

    @property
    def users(self) -> Iterator[Operation]:
        """Owners of :attr:`uses`, one entry a use."""
        return iter([use.owner for use in reversed(self._uses)])

    @property
    def has_uses(self) -> bool:
        return bool(self._uses)

    @property
    def has_one_use(self) -> bool:
        return len(self._uses) == 1

    @property
    def defining_op(self) -> Operation | None:
        return None

    @property
    def parent_block(self) -> Block | None:
        raise NotImplementedError

    @property
    def parent_region(self) -> Region | None:
        block = self.parent_block
        return block.parent if block else None

    def replace_all_uses_with(self, value: Value) -> None:
        """Point every use at ``value``, newest use first, as MLIR does."""
        while self._uses:
            next(reversed(self._uses)).set(value)

    def replace_uses_except(self, value: Value, exceptions: Iterable[Operation]) -> None:
        kept = set(exceptions)
        for use in self.uses:
            if use.owner not in kept:
                use.set(value)


class OpResult(Value):
    __slots__ = ("index", "owner")

    def __init__(self, type: Type, owner: Operation, index: int) -> None:
        self.type = type
        self._uses = {}
        self.owner = owner
        self.index = index

    @property
    def defining_op(self) -> Operation:
        return self.owner

    @property
    def parent_block(self) -> Block | None:
        return self.owner.block


class BlockArgument(Value):
    __slots__ = ("_loc", "block", "index")

    def __init__(
        self, type: Type, block: Block, index: int, loc: RawLocation = UNKNOWN_LOC
    ) -> None:
        self.type = type
        self._uses = {}
        self.block = block
        self.index = index
        self._loc = loc

    @property
    def loc(self) -> Location:
        location = self._loc = resolve_location(self._loc)
        return location

    @loc.setter
    def loc(self, location: RawLocation) -> None:
        self._loc = location

    @property
    def parent_block(self) -> Block:
        return self.block


def location_of(value: Value) -> RawLocation:
    """Where ``value`` comes from: its operation's location or the argument's own."""
    if isinstance(value, OpResult):
        return value.owner._loc
    assert isinstance(value, BlockArgument)
    return value._loc


class OpOperand:
    """One operand slot of an operation."""

    __slots__ = ("index", "owner", "value")

    def __init__(self, owner: Operation, index: int, value: Value) -> None:
        self.owner = owner
        self.index = index
        self.value = value
        value._uses[self] = None

    def set(self, value: Value) -> None:
        del self.value._uses[self]
        self.value = value
        value._uses[self] = None

    def relink(self) -> None:
        """Become the newest use of the same value, as an operand that moves in memory does."""
        del self.value._uses[self]
        self.value._uses[self] = None

    def drop(self) -> None:
        del self.value._uses[self]


class BlockOperand:
    """One successor slot of a terminator."""

    __slots__ = ("block", "index", "owner")

    def __init__(self, owner: Operation, index: int, block: Block) -> None:
        self.owner = owner
        self.index = index
        self.block = block
        block._uses[self] = None

    def set(self, block: Block) -> None:
        del self.block._uses[self]
        self.block = block
        block._uses[self] = None

    def drop(self) -> None:
        del self.block._uses[self]
