"""Operations, blocks, regions and values.

The model is MLIR's: an operation owns regions, a region owns blocks, a block owns operations in a
doubly linked list, and each value knows its uses.  Order is part of the result of many passes, so
it is kept the way MLIR keeps it: ``Value.uses`` yields the newest use first, and erasing operands
re-links the ones behind them.

Naming rule: ``owner`` is what holds a thing, ``parent`` what encloses it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseArrayAttr, i32_array
from mlir_mini.ir.locations import UNKNOWN_LOC, FileLineColLoc, Location
from mlir_mini.ir.types import Type
from mlir_mini.source import Diagnostic, Source, diagnostics

#: A location as operations store it: final, or a place in a source that nobody asked for yet.
RawLocation = Location | tuple[Source, int]


def resolve_location(raw: RawLocation) -> Location:
    if isinstance(raw, tuple):
        source, offset = raw
        return FileLineColLoc(source.name, *source.line_col(offset))
    return raw


def operation_to_string(op: Operation, generic: bool = False, regions: bool = True) -> str:
    """The operation's text; the printer puts its own function here."""
    return repr(op)


def _on_its_own_lines(text: str) -> str:
    """A text of several lines starts on a line of its own."""
    return "\n" + text if "\n" in text else text


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
    def num_uses(self) -> int:
        return len(self._uses)

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


_ORDER_STRIDE = 5


class Operation:
    """An operation; registered ones are instances of subclasses (see :mod:`mlir_mini.spec`).

    ``properties`` are the inherent attributes (printed as ``<{...}>`` in generic form),
    ``attributes`` the discardable ones.
    """

    __slots__ = (
        "_block_operands",
        "_capacity",
        "_loc",
        "_order",
        "attributes",
        "block",
        "next",
        "op_operands",
        "prev",
        "properties",
        "regions",
        "results",
    )

    #: Full name (``tt.load``); an instance attribute only for unregistered operations.
    name: ClassVar[str] = ""
    #: Traits of the declaration; empty for unregistered operations.
    traits: ClassVar[frozenset[Any]] = frozenset()

    def __init__(
        self,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        properties: Mapping[str, Interned] | None = None,
        attributes: Mapping[str, Interned] | None = None,
        regions: Iterable[Region] = (),
        successors: Sequence[Block] = (),
        loc: RawLocation = UNKNOWN_LOC,
    ) -> None:
        self._loc = loc
        self.block: Block | None = None
        self.prev: Operation | None = None
        self.next: Operation | None = None
        self._order: int | None = None
        self.properties: dict[str, Interned] = dict(properties) if properties else {}
        self.attributes: dict[str, Interned] = dict(attributes) if attributes else {}
        self.op_operands: list[OpOperand] = [OpOperand(self, i, v) for i, v in enumerate(operands)]
        self._capacity = len(self.op_operands)
        self.results: list[OpResult] = [OpResult(t, self, i) for i, t in enumerate(result_types)]
        self.regions: list[Region] = []
        for region in regions:
            region.parent_op = self
            self.regions.append(region)
        self._block_operands: list[BlockOperand] = [
            BlockOperand(self, i, b) for i, b in enumerate(successors)
        ]

    # -- location and diagnostics ------------------------------------------------------------

    @property
    def loc(self) -> Location:
        location = self._loc = resolve_location(self._loc)
        return location

    @loc.setter
    def loc(self, location: RawLocation) -> None:
        self._loc = location

    def diagnostic(self, severity: str, message: str) -> Diagnostic:
        """A diagnostic at this operation, which a note shows in full where that is asked for.

        Like MLIR, errors show it in generic form, since its own form may be what is broken.
        """
        diagnostic = Diagnostic(severity, self.loc.position(), message)
        if diagnostics.show_operations:
            text = _on_its_own_lines(operation_to_string(self, generic=severity == "error"))
            diagnostic.attach_note(f"see current operation: {text}")
        return diagnostic

    def op_error(self, message: str) -> Diagnostic:
        """An error prefixed with ``'op.name' op ``, as MLIR's emitOpError."""
        return self.diagnostic("error", f"'{self.name}' op {message}")

    def plain_error(self, message: str) -> Diagnostic:
        """An error without prefix, as MLIR's emitError."""
        return self.diagnostic("error", message)

    def generic_text(self) -> str:
        """The operation in generic form, as it is quoted in a message."""
        return _on_its_own_lines(operation_to_string(self, generic=True))

    def emit_op_error(self, message: str) -> Diagnostic:
        """Emit :meth:`op_error`."""
        return self._emit("error", f"'{self.name}' op {message}")

    def emit_error(self, message: str) -> Diagnostic:
        return self._emit("error", message)

    def emit_warning(self, message: str) -> Diagnostic:
        return self._emit("warning", message)

    def emit_remark(self, message: str) -> Diagnostic:
        return self._emit("remark", message)

    def _emit(self, severity: str, message: str) -> Diagnostic:
        diagnostic = self.diagnostic(severity, message)
        diagnostics.emit(diagnostic)
        return diagnostic

    # -- operands, results, successors -------------------------------------------------------

    @property
    def operands(self) -> tuple[Value, ...]:
        return tuple([use.value for use in self.op_operands])

    @operands.setter
    def operands(self, values: Sequence[Value]) -> None:
        self.set_operands(values)

    @property
    def num_operands(self) -> int:
        return len(self.op_operands)

    def operand(self, index: int) -> Value:
        return self.op_operands[index].value

    def set_operand(self, index: int, value: Value) -> None:
        self.op_operands[index].set(value)

    def set_operands(self, values: Sequence[Value]) -> None:
        """Replace all operands; slots that stay are re-set in order, as MLIR does."""
        values = list(values)
        slots = self.op_operands
        if len(values) < len(slots):
            for slot in slots[len(values) :]:
                slot.drop()
            del slots[len(values) :]
        self._reserve(len(values))
        for slot, value in zip(slots, values, strict=False):
            slot.set(value)
        for value in values[len(slots) :]:
            slots.append(OpOperand(self, len(slots), value))

    def _reserve(self, size: int) -> None:
        """Growing past the storage's capacity moves every operand, which re-links it."""
        if size > self._capacity:
            for slot in self.op_operands:
                slot.relink()
            self._capacity = max(1 << (self._capacity + 2).bit_length(), size)

    def insert_operands(self, index: int, values: Sequence[Value]) -> None:
        """Insert operands; the ones behind move up, last one first, and are re-linked."""
        slots = self.op_operands
        self._reserve(len(slots) + len(values))
        for slot in reversed(slots[index:]):
            slot.index += len(values)
            slot.relink()
        slots[index:index] = [OpOperand(self, index + i, v) for i, v in enumerate(values)]

    def append_operands(self, values: Sequence[Value]) -> None:
        self.insert_operands(len(self.op_operands), values)

    def erase_operands(self, start: int, count: int = 1) -> None:
        """Remove ``count`` operands from ``start``.

        MLIR moves the operands behind into the freed slots, which re-links each of them at the
        front of its value's use-list.
        """
        if count == 0:
            return
        for slot in self.op_operands[start : start + count]:
            slot.drop()
        behind = self.op_operands[start + count :]
        del self.op_operands[start : start + count]
        for slot in behind:
            slot.index -= count
            slot.relink()

    def erase_operand_indices(self, indices: Container[int]) -> None:
        """Remove the operands at ``indices`` at once: those behind are re-linked only once."""
        kept: list[OpOperand] = []
        for slot in self.op_operands:
            if slot.index in indices:
                slot.drop()
                continue
            if slot.index != len(kept):
                slot.index = len(kept)
                slot.relink()
            kept.append(slot)
        self.op_operands[:] = kept

    @property
    def result(self) -> OpResult:
        """The only result."""
        (result,) = self.results
        return result

    @property
    def num_results(self) -> int:
        return len(self.results)

    @property
    def result_types(self) -> list[Type]:
        return [result.type for result in self.results]

    @property
    def operand_types(self) -> list[Type]:
        return [use.value.type for use in self.op_operands]

    @property
    def successors(self) -> list[Block]:
        return [slot.block for slot in self._block_operands]

    def set_successor(self, index: int, block: Block) -> None:
        self._block_operands[index].set(block)

    @property
    def use_empty(self) -> bool:
        """No result is used."""
        return not any(result._uses for result in self.results)

    @property
    def users(self) -> Iterator[Operation]:
        """Users of all results, result by result."""
        return iter([use.owner for result in self.results for use in reversed(result._uses)])

    def replace_all_uses_with(self, values: Sequence[Value] | Operation) -> None:
        if isinstance(values, Operation):
            values = values.results
        for result, value in zip(self.results, values, strict=True):
            result.replace_all_uses_with(value)

    # -- attributes --------------------------------------------------------------------------

    def attr(self, name: str) -> Any:
        """The inherent or discardable attribute ``name``, or None."""
        found = self.properties.get(name)
        return self.attributes.get(name) if found is None else found

    def set_attr(self, name: str, value: Interned) -> None:
        """Set an attribute where it belongs: inherent if the operation declares it."""
        (self.properties if self.is_inherent(name) else self.attributes)[name] = value

    def remove_attr(self, name: str) -> None:
        self.properties.pop(name, None)
        self.attributes.pop(name, None)

    def is_inherent(self, name: str) -> bool:
        return name in self.properties

    @classmethod
    def with_default_properties(
        cls, properties: Mapping[str, Interned] | None
    ) -> Mapping[str, Interned] | None:
        """``properties`` completed with the declaration's default values."""
        return properties

    def has_trait(self, trait: Any) -> bool:
        return trait in self.traits

    def operand_segments(self) -> tuple[int, ...]:
        """Sizes of the declared operand groups, from ``operandSegmentSizes``."""
        sizes = self.properties.get("operandSegmentSizes")
        return sizes.values if isinstance(sizes, DenseArrayAttr) else (len(self.op_operands),)

    def set_operand_segments(self, sizes: Iterable[int]) -> None:
        self.properties["operandSegmentSizes"] = i32_array(sizes)

    # -- position ----------------------------------------------------------------------------

    @property
    def parent_region(self) -> Region | None:
        return self.block.parent if self.block else None

    @property
    def parent_op(self) -> Operation | None:
        region = self.parent_region
        return region.parent_op if region else None

    def parent_of_type(self, *types: type[Operation]) -> Operation | None:
        op = self.parent_op
        while op is not None and not isinstance(op, types):
            op = op.parent_op
        return op

    def is_ancestor(self, other: Operation | None) -> bool:
        """``other`` is this operation or nested in it."""
        while other is not None:
            if other is self:
                return True
            other = other.parent_op
        return False

    def is_proper_ancestor(self, other: Operation) -> bool:
        return other is not self and self.is_ancestor(other)

    def is_before_in_block(self, other: Operation) -> bool:
        block = self.block
        assert block is not None
        assert block is other.block, "operations of one block"
        # The second number may come with new ones for the whole block: read the first one last.
        block._order_of(self)
        number = block._order_of(other)
        assert self._order is not None
        return self._order < number

    def remove(self) -> None:
        """Unlink from the block without erasing."""
        if self.block is not None:
            self.block._unlink(self)

    def move_before(self, other: Operation) -> None:
        assert other.block is not None
        if other is self:
            return
        self.remove()
        other.block.insert_before(other, self)

    def move_after(self, other: Operation) -> None:
        assert other.block is not None
        if other is self:
            return
        self.remove()
        other.block.insert_after(other, self)

    def erase(self) -> None:
        """Unlink and destroy; no result may still be used."""
        assert self.use_empty, f"erasing {self.name} whose results are used"
        self.remove()
        self.drop_all_references()

    def drop_all_references(self) -> None:
        """Forget all operands and successors, here and in nested regions."""
        for slot in self.op_operands:
            slot.drop()
        self.op_operands = []
        for target in self._block_operands:
            target.drop()
        self._block_operands = []
        for region in self.regions:
            for block in region.blocks:
                for op in block.ops:
                    op.drop_all_references()

    # -- traversal and cloning ---------------------------------------------------------------

    def walk(self, pre_order: bool = False) -> Iterator[Operation]:
        """This operation and all nested ones; post-order by default, like MLIR's ``walk``.

        The operation just yielded may be erased.
        """
        if pre_order:
            yield self
        for region in self.regions:
            for block in list(region.blocks):
                op = block.first
                while op is not None:
                    following = op.next
                    if op.regions:
                        yield from op.walk(pre_order)
                    else:
                        yield op
                    op = following
        if not pre_order:
            yield self

    def clone(self, mapping: dict[Value, Value] | None = None, with_regions: bool = True) -> Any:
        """A detached copy; operands go through ``mapping``, which receives the new results."""
        mapping = {} if mapping is None else mapping
        new = self._empty_copy(mapping, {}, [mapping.get(v, v) for v in self.operands])
        for region, copy in zip(self.regions, new.regions, strict=True):
            if with_regions:
                region.clone_into(copy, mapping, {})
        return new

    def _empty_copy(
        self, mapping: dict[Value, Value], blocks: dict[Block, Block], operands: Sequence[Value]
    ) -> Operation:
        """A copy with empty regions whose results are entered into ``mapping``."""
        new = self._like(
            operands,
            [result.type for result in self.results],
            [blocks.get(slot.block, slot.block) for slot in self._block_operands],
        )
        for _ in self.regions:
            copy = Region()
            copy.parent_op = new
            new.regions.append(copy)
        mapping.update(zip(self.results, new.results, strict=False))
        return new

    def _like(
        self, operands: Sequence[Value], result_types: Sequence[Type], successors: Sequence[Block]
    ) -> Operation:
        return type(self)(
            operands, result_types, self.properties, self.attributes, (), successors, self._loc
        )

    # -- what the structural verifier asks -----------------------------------------------------

    #: Structural traits; declarations derive them from their traits.
    is_terminator: ClassVar[bool] = False
    no_terminator: ClassVar[bool] = False
    is_isolated: ClassVar[bool] = False
    #: The order of operations in the (single) block means nothing.
    is_graph: ClassVar[bool] = False
    is_symbol_table: ClassVar[bool] = False
    is_commutative: ClassVar[bool] = False

    def verify_invariants(self) -> Diagnostic | None:
        """The operation's own checks, before its regions are looked at."""
        return None

    def verify_region_invariants(self) -> Diagnostic | None:
        """Checks that rely on the regions' operations being valid themselves."""
        return None

    def __str__(self) -> str:
        return operation_to_string(self)

    def __repr__(self) -> str:
        return f"<{self.name} at {id(self):#x}>"


class UnregisteredOp(Operation):
    """An operation that no dialect declares; it prints in generic form only."""

    __slots__ = ("name",)
    #: Nothing is known of it, so it may end a block, and its own order may mean nothing.
    is_terminator = True
    is_graph = True

    def __init__(self, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name  # type: ignore[misc]

    def _like(
        self, operands: Sequence[Value], result_types: Sequence[Type], successors: Sequence[Block]
    ) -> Operation:
        return UnregisteredOp(
            self.name,
            operands,
            result_types,
            self.properties,
            self.attributes,
            (),
            successors,
            self._loc,
        )


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

    def insert_argument(
        self, index: int, type: Type, loc: RawLocation = UNKNOWN_LOC
    ) -> BlockArgument:
        argument = BlockArgument(type, self, index, loc)
        self.arguments.insert(index, argument)
        self._renumber()
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
