"""Asking an operation for a simpler form of its results.

A *folder* is a function of an operation and the attributes of those operands that are constants
(None for the others).  It returns, for each result, a value that exists already or the attribute
of a constant; :data:`IN_PLACE` if it has changed the operation itself; or None.  It creates no
operations.  Folders stand in tables by class, in the ``fold_*`` files.  After
mlir/lib/IR/Operation.cpp and mlir/include/mlir/IR/OpDefinition.h.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation, Value
from mlir_mini.rewrite import tables
from mlir_mini.spec.traits import Commutative, ConstantLike, Idempotent, Involution

#: The attributes of constant operands, None for the others.
Constants = Sequence[Any]
Folded = Value | Interned


class InPlace:
    """The type of :data:`IN_PLACE`."""

    def __repr__(self) -> str:
        return "IN_PLACE"


#: The operation has changed, its results stay its own.
IN_PLACE = InPlace()

#: What a folder returns; a tuple for an operation that doesn't have exactly one result.
FoldResult = Folded | InPlace | tuple[Folded, ...] | None
Folder = Callable[[Any, Constants], FoldResult]


def constant_value(value: Value) -> Any:
    """The attribute that ``value`` is, if a constant operation defines it (MLIR's m_Constant)."""
    op = value.defining_op
    if op is None or ConstantLike not in op.traits:
        return None
    return op.properties.get("value")


def fold(op: Operation) -> tuple[Folded, ...] | InPlace | None:
    """Fold ``op`` with what is known of its operands."""
    return fold_with(op, [constant_value(use.value) for use in op.op_operands])


def fold_with(op: Operation, constants: Constants) -> tuple[Folded, ...] | InPlace | None:
    """Fold ``op`` given its operands' constants: one entry a result, IN_PLACE, or None.

    Traits have their say where the operation's own folder has not found other results.
    """
    folder = tables.folder(type(op))
    result = folder(op, constants) if folder is not None else None
    if result is None or isinstance(result, InPlace):
        return _fold_traits(op, constants) or result
    return result if isinstance(result, tuple) else (result,)


def _fold_traits(op: Operation, constants: Constants) -> tuple[Folded, ...] | InPlace | None:
    traits = op.traits
    if Commutative in traits and _move_constants_back(op, constants):
        return IN_PLACE
    if Idempotent in traits:
        found = _fold_idempotent(op)
        if found is not None:
            return (found,)
    if Involution in traits:
        inner = op.operand(0).defining_op
        if inner is not None and inner.name == op.name:
            return (inner.operand(0),)
    return None


# add(c, x) -> add(x, c)
def _move_constants_back(op: Operation, constants: Constants) -> bool:
    slots = op.op_operands
    order = sorted(range(len(slots)), key=lambda i: constants[i] is not None)
    if order == list(range(len(slots))):
        return False
    values = op.operands
    for slot, i in zip(slots, order, strict=True):
        if slot.index != i:
            slot.set(values[i])
    return True


# f(f(x)) -> f(x),  f(x, x) -> x
def _fold_idempotent(op: Operation) -> Value | None:
    first = op.operand(0)
    if op.num_operands == 1:
        inner = first.defining_op
        return first if inner is not None and inner.name == op.name else None
    return first if op.operand(1) is first else None
