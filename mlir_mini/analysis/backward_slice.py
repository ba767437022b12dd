"""Backward slices: what has to change for a value to have another encoding.

After getConvertBackwardSlice, lib/Dialect/TritonGPU/Transforms/Utility.cpp.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir_mini.analysis.encoding_transfer import (
    Encoding,
    can_be_rematerialized,
    encoding_of,
    infer_operand_encoding,
    is_free_conversion,
    pinned_operands,
)
from mlir_mini.dialects import scf, tt, ttg
from mlir_mini.ir.core import BlockArgument, Operation, OpOperand, OpResult, Value
from mlir_mini.ir.types import RankedTensorType

#: Whether a slice ends at an operation.
Stop = Callable[[Operation], bool]
#: A value that could take the place of an operand with another encoding, if there is one.
Existing = Callable[[OpOperand, Encoding], Value | None]


class Slice:
    """Values that a change of encoding reaches.

    ``values`` are those to compute anew, in the order in which they were found. ``encodings`` has
    what each needs, and what the values at the edge of the slice have.
    """

    __slots__ = ("encodings", "values")

    def __init__(self) -> None:
        self.values: dict[Value, None] = {}
        self.encodings: dict[Value, Encoding] = {}

    def copy(self) -> Slice:
        new = Slice()
        new.values = dict(self.values)
        new.encodings = dict(self.encodings)
        return new

    def assign(self, other: Slice) -> None:
        """Become what ``other`` is."""
        self.values, self.encodings = other.values, other.encodings

    def require(self, value: Value, encoding: Encoding) -> bool:
        """Note that ``value`` needs ``encoding``; False if it already needs another one."""
        return self.encodings.setdefault(value, encoding) is encoding

    @property
    def operations(self) -> list[Operation]:
        """The operations that define values of the slice, in its order, each once."""
        found = dict.fromkeys(value.defining_op for value in self.values)
        return [op for op in found if op is not None]

    def is_rematerializable(self) -> bool:
        return all(can_be_rematerialized(op) for op in self.operations)


def extend_backward(
    found: Slice,
    root: OpOperand,
    encoding: Encoding,
    stop: Stop | None = None,
    existing: Existing | None = None,
) -> bool:
    """Add to ``found`` all that has to change for ``root`` to have ``encoding``.

    Ends at values that have the right encoding already, at operations that can give any, at
    ``stop``, and at values with a replacement in ``existing``. False if it cannot be done: a value
    would need two encodings, or one comes out of a loop; ``found`` is then of no use.
    """
    pending = [(root, encoding)]
    seen = {(root, encoding)}

    def enqueue(operand: OpOperand, encoding: Encoding) -> None:
        entry = (operand, encoding)
        if entry not in seen:
            seen.add(entry)
            pending.append(entry)

    # The last operand found comes first: it decides about the order of the slice.
    while pending:
        use, encoding = pending.pop()
        value = use.value
        if not isinstance(value.type, RankedTensorType):
            continue
        if not found.require(value, encoding):
            return False
        if value.type.encoding is encoding:
            continue
        # This is about one use: another one may still lead to the operands.
        if existing is not None and existing(use, encoding) is not None:
            continue
        feeders = _feeders(found, value, encoding, stop)
        if feeders is None:
            return False
        for operand, needed in feeders:
            enqueue(operand, needed)
    return True


Feeders = list[tuple[OpOperand, Encoding]]


def _feeders(found: Slice, value: Value, encoding: Encoding, stop: Stop | None) -> Feeders | None:
    """Put ``value`` into the slice: the operands it comes from, with the encodings they need."""
    if isinstance(value, BlockArgument):
        return _argument_feeders(found, value, encoding)
    assert isinstance(value, OpResult)
    op = value.owner
    if isinstance(op, (scf.ForOp, scf.WhileOp, ttg.WarpSpecializeOp)):
        return None
    found.values[value] = None
    if isinstance(op, scf.IfOp):
        if stop is not None and stop(op):
            return []
        yields = [region.first_block.terminator for region in op.regions]
        return [(each.op_operands[value.index], encoding) for each in yields]

    for result in op.results:
        if result is value or not isinstance(result.type, RankedTensorType):
            continue
        if not found.require(result, encoding):
            return None
        found.values[result] = None
    if is_free_conversion(op):
        return [(op.op_operands[0], encoding)]
    pinned = pinned_operands(op, encoding)
    if pinned is not None:
        kept = all(found.require(slot.value, encoding_of(slot.value)) for slot in pinned)
        return [] if kept else None
    if stop is not None and stop(op):
        return []
    if isinstance(op, tt.CatOp):
        return None
    needed = infer_operand_encoding(op, encoding)
    if needed is None:
        # An operation without operands needs nothing.
        return None if op.op_operands or isinstance(op, tt.GatherOp) else []
    if isinstance(op, tt.GatherOp):
        # The source of a gather may have any encoding.
        return [(op.op_operands[1], needed)]
    return [(slot, needed) for slot in op.op_operands]


def _argument_feeders(found: Slice, value: BlockArgument, encoding: Encoding) -> Feeders | None:
    found.values[value] = None
    loop = value.block.parent_op
    if not isinstance(loop, scf.ForOp):
        return None
    index = value.index - 1
    initial = loop.op_operands[3 + index]
    return [(initial, encoding), (value.block.terminator.op_operands[index], encoding)]
