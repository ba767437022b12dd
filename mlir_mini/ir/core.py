"""Operations; with the blocks and regions of :mod:`.blocks` and the values of :mod:`.values`.

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
from mlir_mini.ir.blocks import Block, Region
from mlir_mini.ir.locations import UNKNOWN_LOC, Location
from mlir_mini.ir.types import Type
from mlir_mini.ir.values import (
    BlockArgument,
    BlockOperand,
    OpOperand,
    OpResult,
    RawLocation,
    Value,
    resolve_location,
)
from mlir_mini.source import Diagnostic, diagnostics

__all__ = [
    "Block",
    "BlockArgument",
    "BlockOperand",
    "OpOperand",
    "OpResult",
    "Operation",
    "RawLocation",
    "Region",
    "UnregisteredOp",
    "Value",
    "operation_to_string",
    "resolve_location",
]


def operation_to_string(op: Operation, generic: bool = False, regions: bool = True) -> str:
    """The operation's text; the printer puts its own function here."""
    return repr(op)


def _on_its_own_lines(text: str) -> str:
    """A text of several lines starts on a line of its own."""
    return "\n" + text if "\n" in text else text


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

    def use_operands_before_regions(self) -> None:
        """Make the uses of operands older than those by nested operations, in all use-lists.

        That is how MLIR's parser leaves them, although it creates nested operations first.
        """
        for value in dict.fromkeys(self.operands):
            uses = value._uses
            nested = []
            for use in reversed(uses):
                if use.owner is not self:
                    if not self.is_proper_ancestor(use.owner):
                        break
                    nested.append(use)
            for use in reversed(nested):
                del uses[use]
                uses[use] = None

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
    """An operation that no dialect declares; it prints in generic form only.

    ``tolerated`` says whether it may be there all the same.
    """

    __slots__ = ("name", "tolerated")
    #: Nothing is known of it, so it may end a block, and its own order may mean nothing.
    is_terminator = True
    is_graph = True

    def __init__(self, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name  # type: ignore[misc]
        self.tolerated = True

    def verify_invariants(self) -> Diagnostic | None:
        # Upstream looks at what is in the regions first.
        return None if self.regions else self.verify_region_invariants()

    def verify_region_invariants(self) -> Diagnostic | None:
        if self.tolerated:
            return None
        dialect = self.name.partition(".")[0]
        return self.plain_error(
            f"unregistered operation '{self.name}' found in dialect ('{dialect}') that does not "
            "allow unknown operations"
        )

    def _like(
        self, operands: Sequence[Value], result_types: Sequence[Type], successors: Sequence[Block]
    ) -> Operation:
        like = UnregisteredOp(
            self.name,
            operands,
            result_types,
            self.properties,
            self.attributes,
            (),
            successors,
            self._loc,
        )
        like.tolerated = self.tolerated
        return like
