"""Integers of a fixed width, as constants in the IR have them.

:class:`IntConstant` holds the value as a signed number, so an ``i1`` that is true is -1. Functions
named after an operation of the arith dialect take and return constants of one width; overflow and
poison are for the caller to judge, with the ``*_overflows`` helpers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseElementsAttr, IntegerAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import IndexType, IntegerType, Type, element_type_or_self

if TYPE_CHECKING:
    from mlir_mini.dialects.arith_integers import IntBinaryOpWithOverflowFlags

INDEX_WIDTH = 64


class IntConstant(Interned):
    """The integer of ``width`` bits whose signed value is ``value``; any int is wrapped."""

    fields = ("value", "width")
    __slots__ = fields
    value: int
    width: int

    def __new__(cls, value: int, width: int) -> IntConstant:
        value &= (1 << width) - 1
        if width and value >> (width - 1):
            value -= 1 << width
        return super().__new__(cls, value, width)

    @property
    def unsigned(self) -> int:
        return self.value & ((1 << self.width) - 1)

    @property
    def is_one(self) -> bool:
        """The bits are those of 1; for one bit that is also -1."""
        return self.unsigned == 1

    @property
    def is_all_ones(self) -> bool:
        return self.value == -1

    @property
    def is_min_signed(self) -> bool:
        return self.width > 0 and self.value == -(1 << (self.width - 1))

    @property
    def is_max_signed(self) -> bool:
        return self.width > 0 and self.value == (1 << (self.width - 1)) - 1

    @property
    def trailing_zeros(self) -> int:
        """Number of zero bits below the lowest set one; ``width`` for zero."""
        bits = self.unsigned
        return (bits & -bits).bit_length() - 1 if bits else self.width


def integer_width(type: Type) -> int:
    """Width of an integer type or of a shaped type's integer elements; 0 for anything else."""
    element = element_type_or_self(type)
    return element.width if isinstance(element, IntegerType) else 0


def constant_of_attribute(attribute: Any) -> IntConstant | None:
    """The integer that an attribute is or is a splat of (MLIR's m_ConstantInt)."""
    if isinstance(attribute, IntegerAttr):
        value, type = attribute.value, attribute.type
    elif isinstance(attribute, DenseElementsAttr) and attribute.is_splat:
        value, type = attribute.splat_value, attribute.type.element_type
    else:
        return None
    if isinstance(type, IntegerType):
        return IntConstant(value, type.width)
    return IntConstant(value, INDEX_WIDTH) if isinstance(type, IndexType) else None


def constant_of(value: Value) -> IntConstant | None:
    """The integer that ``value`` is or is a splat of, if a constant operation defines it."""
    op = value.defining_op
    if op is None or op.name != "arith.constant":
        return None
    return constant_of_attribute(op.attr("value"))


def overflow_flags(op: Operation) -> str:
    """The flags of an arith operation that promise no overflow, as one text (``nsw, nuw``)."""
    return cast("IntBinaryOpWithOverflowFlags", op).overflowFlags


def has_unit(op: Operation, name: str) -> bool:
    """Whether ``op`` has the unit attribute ``name``."""
    return op.attr(name) is not None


def divide(lhs: int, rhs: int) -> int:
    """Quotient of two numbers rounded towards zero."""
    quotient = abs(lhs) // abs(rhs)
    return quotient if (lhs < 0) == (rhs < 0) else -quotient


def remainder(lhs: int, rhs: int) -> int:
    """Remainder that goes with :func:`divide`; it has the sign of ``lhs``."""
    return lhs - rhs * divide(lhs, rhs)


def fits_signed(value: int, width: int) -> bool:
    return -(1 << (width - 1)) <= value < 1 << (width - 1)


def fits_unsigned(value: int, width: int) -> bool:
    return 0 <= value < 1 << width


_COMPARISONS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def compare(predicate: str, lhs: IntConstant, rhs: IntConstant) -> bool:
    """The result of arith.cmpi with ``predicate`` (``eq``, ``slt``, ``uge``, ...)."""
    if predicate in ("eq", "ne"):
        return _COMPARISONS[predicate](lhs.value, rhs.value)
    if predicate[0] == "s":
        return _COMPARISONS[predicate[1:]](lhs.value, rhs.value)
    return _COMPARISONS[predicate[1:]](lhs.unsigned, rhs.unsigned)


def _signed_quotient(a: IntConstant, b: IntConstant) -> int | None:
    if b.value == 0 or (a.is_min_signed and b.is_all_ones):
        return None
    return divide(a.value, b.value)


def _shift(a: IntConstant, b: IntConstant, left: bool, signed: bool) -> int | None:
    amount = b.unsigned
    if amount >= a.width:
        return None
    if left:
        return a.value << amount
    return (a.value if signed else a.unsigned) >> amount


_BINARY = {
    "arith.addi": lambda a, b: a.value + b.value,
    "arith.subi": lambda a, b: a.value - b.value,
    "arith.muli": lambda a, b: a.value * b.value,
    "arith.divsi": _signed_quotient,
    "arith.divui": lambda a, b: a.unsigned // b.unsigned if b.value else None,
    "arith.remsi": lambda a, b: remainder(a.value, b.value) if b.value else None,
    "arith.remui": lambda a, b: a.unsigned % b.unsigned if b.value else None,
    "arith.andi": lambda a, b: a.value & b.value,
    "arith.ori": lambda a, b: a.value | b.value,
    "arith.xori": lambda a, b: a.value ^ b.value,
    "arith.shli": lambda a, b: _shift(a, b, left=True, signed=False),
    "arith.shrsi": lambda a, b: _shift(a, b, left=False, signed=True),
    "arith.shrui": lambda a, b: _shift(a, b, left=False, signed=False),
    "arith.minsi": lambda a, b: min(a.value, b.value),
    "arith.maxsi": lambda a, b: max(a.value, b.value),
    "arith.minui": lambda a, b: min(a.unsigned, b.unsigned),
    "arith.maxui": lambda a, b: max(a.unsigned, b.unsigned),
}

#: Binary operations of the arith dialect that :func:`evaluate_binary` knows.
BINARY_OPS = frozenset(_BINARY)


def evaluate_binary(name: str, lhs: IntConstant, rhs: IntConstant) -> IntConstant | None:
    """The wrapped result of a binary operation of :data:`BINARY_OPS`.

    None where it has none: division by zero, a quotient that overflows, a shift by the width or
    more.
    """
    value = _BINARY[name](lhs, rhs)
    return None if value is None else IntConstant(value, lhs.width)


def binary_overflows(name: str, lhs: IntConstant, rhs: IntConstant, signed: bool) -> bool:
    """Whether addi, subi, muli or shli of the operands, both read as signed or unsigned, overflow.

    The amount of a shift is always unsigned.
    """
    a, b = (lhs.value, rhs.value) if signed else (lhs.unsigned, rhs.unsigned)
    if name == "arith.addi":
        exact = a + b
    elif name == "arith.subi":
        exact = a - b
    elif name == "arith.muli":
        exact = a * b
    else:
        exact = a << rhs.unsigned
    return not (fits_signed if signed else fits_unsigned)(exact, lhs.width)
