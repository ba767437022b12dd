"""Making constants, and keeping one of each at the start of a function.

After mlir/lib/Transforms/Utils/FoldUtils.cpp and the dialects' ``materializeConstant``.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, ub
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseElementsAttr, DenseResourceAttr, FloatAttr, IntegerAttr
from mlir_mini.ir.core import Block, Operation, RawLocation, Region, UnregisteredOp
from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import IntegerType, Type
from mlir_mini.rewrite.folding import constant_value


def materialize(
    rewriter: PatternRewriter, dialect: str, value: Any, type: Type, loc: RawLocation
) -> Operation | None:
    """A constant operation for ``value``, made the way ``dialect`` makes constants; or None."""
    if isinstance(value, ub.PoisonAttr):
        if dialect in ("arith", "math", "ub"):
            return rewriter.create(ub.PoisonOp, (), [type], {"value": value}, loc=loc)
        return None
    if dialect not in ("arith", "math", "tt") or not _is_constant_of(value, type):
        return None
    return rewriter.create(arith.ConstantOp, (), [type], {"value": value}, loc=loc)


def _is_constant_of(value: Any, type: Type) -> bool:
    """Whether arith.constant can hold ``value`` as one of ``type``."""
    if getattr(value, "type", None) is not type:
        return False
    if isinstance(type, IntegerType) and type.signedness != "signless":
        return False
    return isinstance(value, (IntegerAttr, FloatAttr, DenseElementsAttr, DenseResourceAttr))


def insertion_region(block: Block) -> Region:
    """The region whose first block constants used in ``block`` go to: that of the function."""
    while True:
        region = block.parent
        assert region is not None
        assert region.parent_op is not None
        op = region.parent_op
        if op.is_isolated or isinstance(op, UnregisteredOp) or op.block is None:
            return region
        block = op.block


class ConstantFolder:
    """Keeps constants unique within an insertion region, at the start of its first block.

    The first constant of each kind moves there and stays; later ones are replaced by it.  What is
    shared or has moved to another block loses its location, as in upstream.
    """

    def __init__(self, rewriter: PatternRewriter) -> None:
        self._rewriter = rewriter
        self._known: dict[Region, dict[tuple[str, Interned, Type], Operation]] = {}
        self._owned: set[Operation] = set()

    def insert_known_constant(self, op: Operation) -> bool:
        """Take in a constant; False if it was replaced by one that is known."""
        block = op.block
        assert block is not None
        if op in self._owned:
            if block.first is not op and op.prev not in self._owned:
                _move_to_front(op, block)
                op.loc = UNKNOWN_LOC
            return True
        value = constant_value(op.results[0])
        region = insertion_region(block)
        known = self._known.setdefault(region, {})
        key = (op.name.partition(".")[0], value, op.results[0].type)
        found = known.get(key)
        if found is not None:
            self._rewriter.replace_op(op, found)
            found.loc = UNKNOWN_LOC
            return False
        entry = region.first_block
        if block is not entry:
            _move_to_front(op, entry)
            op.loc = UNKNOWN_LOC
        elif entry.first is not op and op.prev not in self._owned:
            _move_to_front(op, entry)
        known[key] = op
        self._owned.add(op)
        return True

    def get_or_create(self, block: Block, value: Any, type: Type) -> Operation | None:
        """The constant ``value`` for uses in ``block``, made if there is none yet; or None."""
        region = insertion_region(block)
        dialect = "ub" if isinstance(value, ub.PoisonAttr) else "arith"
        known = self._known.setdefault(region, {})
        found = known.get((dialect, value, type))
        if found is None:
            self._rewriter.at_start(region.first_block)
            found = materialize(self._rewriter, dialect, value, type, UNKNOWN_LOC)
            if found is not None:
                known[dialect, value, type] = found
                self._owned.add(found)
        return found


def _move_to_front(op: Operation, block: Block) -> None:
    if block.first is None:
        op.remove()
        block.append(op)
    elif block.first is not op:
        op.move_before(block.first)
