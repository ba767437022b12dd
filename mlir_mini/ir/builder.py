"""Creating operations at an insertion point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from mlir_mini.interned import Interned
from mlir_mini.ir.core import Block, Operation, RawLocation, Region, Value
from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.types import Type

OpT = TypeVar("OpT", bound=Operation)


class OpBuilder:
    """Inserts before ``anchor``, or at the end of ``block`` when that is None.

    ``loc`` is given to new operations that name no location of their own; moving the insertion
    point to an operation takes over its location only in :meth:`set_location_of`.
    """

    def __init__(self, loc: RawLocation = UNKNOWN_LOC) -> None:
        self.loc: RawLocation = loc
        self.block: Block | None = None
        self.anchor: Operation | None = None

    @classmethod
    def before(cls, op: Operation) -> OpBuilder:
        """A builder that inserts before ``op`` with its location."""
        builder = cls(op._loc)
        builder.set_insertion_point(op)
        return builder

    @classmethod
    def after(cls, op: Operation) -> OpBuilder:
        builder = cls(op._loc)
        builder.set_insertion_point_after(op)
        return builder

    def set_insertion_point(self, op: Operation) -> None:
        """Insert before ``op``."""
        self.block, self.anchor = op.block, op

    def set_insertion_point_after(self, op: Operation) -> None:
        self.block, self.anchor = op.block, op.next

    def set_insertion_point_after_value(self, value: Value) -> None:
        """After the defining operation, or at the start of the argument's block."""
        op = value.defining_op
        if op is not None:
            self.set_insertion_point_after(op)
        else:
            block = value.parent_block
            assert block is not None
            self.at_start(block)

    def at_start(self, block: Block) -> None:
        self.block, self.anchor = block, block.first

    def at_end(self, block: Block) -> None:
        self.block, self.anchor = block, None

    def save(self) -> tuple[Block | None, Operation | None]:
        return self.block, self.anchor

    def restore(self, point: tuple[Block | None, Operation | None]) -> None:
        self.block, self.anchor = point

    def insert(self, op: OpT) -> OpT:
        if self.block is not None:
            if self.anchor is not None:
                self.block.insert_before(self.anchor, op)
            else:
                self.block.append(op)
            self.inserted(op)
        return op

    def inserted(self, op: Operation) -> None:
        """Called for every operation put in place; rewriters override it."""

    def create(
        self,
        op_class: type[OpT],
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        properties: Mapping[str, Interned] | None = None,
        attributes: Mapping[str, Interned] | None = None,
        regions: Iterable[Region] = (),
        successors: Sequence[Block] = (),
        loc: RawLocation | None = None,
    ) -> OpT:
        """Build an operation and insert it; declared defaults of properties are filled in."""
        op = op_class(
            operands,
            result_types,
            op_class.with_default_properties(properties),
            attributes,
            regions,
            successors,
            self.loc if loc is None else loc,
        )
        return self.insert(op)

    def clone(self, op: OpT, mapping: dict[Value, Value] | None = None) -> OpT:
        """Clone ``op`` with its regions and insert the copy."""
        return self.insert(op.clone(mapping))

    def create_block(
        self, region: Region, argument_types: Iterable[Type] = (), at: int | None = None
    ) -> Block:
        """Add a block to ``region`` and move the insertion point to its end."""
        block = Block(argument_types)
        region.insert(len(region.blocks) if at is None else at, block)
        self.at_end(block)
        return block
