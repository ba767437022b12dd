"""Folders of arith: integers, comparisons and selection (mlir/lib/Dialect/Arith/IR/ArithOps.cpp).

Those of floats and casts are in ``fold_arith_floats``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.analysis.integers import IntConstant, compare, divide, fits_signed, remainder
from mlir_mini.dialects import arith
from mlir_mini.ir.attributes import DenseElementsAttr
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import IntegerType, VectorType, i1
from mlir_mini.rewrite import fold_arith_floats
from mlir_mini.rewrite.const_fold import fold_binary_integers, is_poison
from mlir_mini.rewrite.folding import IN_PLACE, Constants, Folder, FoldResult, constant_value
from mlir_mini.rewrite.matchers import (
    defined_by,
    integer,
    integer_attribute,
    integer_value,
    is_bool,
    is_one,
    is_zero,
    zero_attribute,
)
from mlir_mini.spec.constraints import i1_same_shape


def _constant(op: Any, constants: Constants) -> FoldResult:
    return op.value


# Sums and products -------------------------------------------------------------------------------


# x + 0 -> x,  (a - b) + b -> a,  b + (a - b) -> a
def _add(op: arith.AddIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return op.lhs
    difference = defined_by(op.lhs, arith.SubIOp)
    if difference is not None and difference.rhs is op.rhs:
        return difference.lhs
    difference = defined_by(op.rhs, arith.SubIOp)
    if difference is not None and difference.rhs is op.lhs:
        return difference.lhs
    return fold_binary_integers(constants, lambda a, b: a.value + b.value)


# x - x -> 0,  x - 0 -> x,  (a + b) - b -> a,  (a + b) - a -> b,  a - (a - b) -> b
def _sub(op: arith.SubIOp, constants: Constants) -> FoldResult:
    if op.lhs is op.rhs:
        return zero_attribute(op.result.type)
    if is_zero(constants[1]):
        return op.lhs
    total = defined_by(op.lhs, arith.AddIOp)
    if total is not None:
        if total.rhs is op.rhs:
            return total.lhs
        if total.lhs is op.rhs:
            return total.rhs
    difference = defined_by(op.rhs, arith.SubIOp)
    if difference is not None and difference.lhs is op.lhs:
        return difference.rhs
    return fold_binary_integers(constants, lambda a, b: a.value - b.value)


# x * 0 -> 0,  x * 1 -> x
def _mul(op: arith.MulIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return op.rhs
    if is_one(constants[1]):
        return op.lhs
    return fold_binary_integers(constants, lambda a, b: a.value * b.value)


def _carry(total: IntConstant, operand: IntConstant) -> int:
    return int(total.unsigned < operand.unsigned)


# addui_extended(x, 0) -> x, false
def _add_extended(op: arith.AddUIExtendedOp, constants: Constants) -> FoldResult:
    overflow = op.overflow.type
    # Like upstream, only a constant operation's 0, not one that sccp has found out.
    if is_zero(constant_value(op.rhs)):
        return op.lhs, zero_attribute(overflow)
    total = fold_binary_integers(constants, lambda a, b: a.value + b.value)
    if total is None or is_poison(total):
        return None if total is None else (total, total)
    carry = fold_binary_integers((total, constants[0]), _carry, overflow)
    return None if carry is None else (total, carry)


# subui_extended(x, 0) -> x, false,  subui_extended(x, x) -> 0, false
def _sub_extended(op: arith.SubUIExtendedOp, constants: Constants) -> FoldResult:
    borrow_type = op.borrow.type
    # As in the addition.
    if is_zero(constant_value(op.rhs)):
        return op.lhs, zero_attribute(borrow_type)
    if op.lhs is op.rhs:
        return zero_attribute(op.diff.type), zero_attribute(borrow_type)
    difference = fold_binary_integers(constants, lambda a, b: a.value - b.value)
    if difference is None or is_poison(difference):
        return None if difference is None else (difference, difference)
    borrow = fold_binary_integers(constants, _carry, borrow_type)
    return None if borrow is None else (difference, borrow)


# mulsi_extended(x, 0) -> 0, 0
def _mul_signed_extended(op: arith.MulSIExtendedOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return constants[1], constants[1]
    low = fold_binary_integers(constants, lambda a, b: a.value * b.value)
    if low is None:
        return None
    return low, fold_binary_integers(constants, lambda a, b: (a.value * b.value) >> a.width)


# mului_extended(x, 0) -> 0, 0,  mului_extended(x, 1) -> x, 0
def _mul_unsigned_extended(op: arith.MulUIExtendedOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return constants[1], constants[1]
    if is_one(constants[1]):
        return op.lhs, zero_attribute(op.lhs.type)
    low = fold_binary_integers(constants, lambda a, b: a.value * b.value)
    if low is None:
        return None
    return low, fold_binary_integers(constants, lambda a, b: (a.unsigned * b.unsigned) >> a.width)


# Division ----------------------------------------------------------------------------------------


# x / 1 -> x,  0 / x -> 0,  x / x -> 1
def _simple_quotient(op: Any, constants: Constants) -> Any:
    if is_one(constants[1]):
        return op.lhs
    if is_zero(constants[0]):
        return op.lhs
    return integer_attribute(op.result.type, 1) if op.lhs is op.rhs else None


# (a * b) / b -> a where the product can't overflow
def _divided_product(op: Any, flag: str) -> Value | None:
    product = defined_by(op.lhs, arith.MulIOp)
    if product is None or flag not in product.overflowFlags:
        return None
    if product.lhs is op.rhs:
        return product.rhs
    return product.lhs if product.rhs is op.rhs else None


def _quotient(a: IntConstant, b: IntConstant) -> int | None:
    """Signed, towards zero; None by zero or where it overflows."""
    if b.value == 0:
        return None
    value = divide(a.value, b.value)
    return value if fits_signed(value, a.width) else None


def _ceil_quotient(a: IntConstant, b: IntConstant) -> int | None:
    """Signed, upwards; None also where upstream's way of computing it overflows."""
    if b.value == 0:
        return None
    if a.value == 0:
        return 0
    low = -(1 << (a.width - 1))
    if (a.value < 0 and a.value == low) or (b.value < 0 and b.value == low):
        return None
    return -(-a.value // b.value)


def _ceil_quotient_unsigned(a: IntConstant, b: IntConstant) -> int | None:
    if b.value == 0:
        return None
    return -(-a.unsigned // b.unsigned)


def _div_unsigned(op: arith.DivUIOp, constants: Constants) -> FoldResult:
    simple = _simple_quotient(op, constants)
    if simple is not None:
        return simple
    return _divided_product(op, "nuw") or fold_binary_integers(
        constants, lambda a, b: a.unsigned // b.unsigned if b.value else None
    )


def _div_signed(op: arith.DivSIOp, constants: Constants) -> FoldResult:
    simple = _simple_quotient(op, constants)
    if simple is not None:
        return simple
    return _divided_product(op, "nsw") or fold_binary_integers(constants, _quotient)


def _ceil_div_unsigned(op: arith.CeilDivUIOp, constants: Constants) -> FoldResult:
    simple = _simple_quotient(op, constants)
    if simple is not None:
        return simple
    return fold_binary_integers(constants, _ceil_quotient_unsigned)


def _ceil_div_signed(op: arith.CeilDivSIOp, constants: Constants) -> FoldResult:
    simple = _simple_quotient(op, constants)
    if simple is not None:
        return simple
    return fold_binary_integers(constants, _ceil_quotient)


def _floor_div(op: arith.FloorDivSIOp, constants: Constants) -> FoldResult:
    simple = _simple_quotient(op, constants)
    if simple is not None:
        return simple
    failed = False

    def divide_down(a: IntConstant, b: IntConstant) -> int:
        # Whether the quotient overflows is, as in upstream, a question to the last element only.
        nonlocal failed
        failed = b.value == 0 or not fits_signed(a.value // b.value, a.width)
        return a.value if b.value == 0 else a.value // b.value

    result = fold_binary_integers(constants, divide_down)
    return None if failed else result


# x % 1 -> 0,  0 % x -> 0,  x % x -> 0
def _rem_unsigned(op: arith.RemUIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[0]) or is_one(constants[1]) or op.lhs is op.rhs:
        return zero_attribute(op.result.type)
    return fold_binary_integers(
        constants, lambda a, b: a.unsigned % b.unsigned if b.value else None
    )


def _rem_signed(op: arith.RemSIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[0]) or is_one(constants[1]) or op.lhs is op.rhs:
        return zero_attribute(op.result.type)
    return fold_binary_integers(
        constants, lambda a, b: remainder(a.value, b.value) if b.value else None
    )


# Bits --------------------------------------------------------------------------------------------


def _is_complement(value: Value, of: Value) -> bool:
    """``value`` is ``of ^ -1``."""
    inversion = defined_by(value, arith.XOrIOp)
    if inversion is None or inversion.lhs is not of:
        return False
    mask = integer_value(inversion.rhs)
    return mask is not None and mask.is_all_ones


# x & 0 -> 0,  x & -1 -> x,  x & ~x -> 0,  a & (a & b) -> a & b
def _and(op: arith.AndIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return op.rhs
    mask = integer(constants[1])
    if mask is not None and mask.is_all_ones:
        return op.lhs
    if _is_complement(op.rhs, op.lhs) or _is_complement(op.lhs, op.rhs):
        return zero_attribute(op.result.type)
    for inner, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        before = defined_by(inner, arith.AndIOp)
        if before is not None and (other is before.lhs or other is before.rhs):
            return inner
    return fold_binary_integers(constants, lambda a, b: a.value & b.value)


# x | 0 -> x,  x | -1 -> -1,  x | ~x -> -1
def _or(op: arith.OrIOp, constants: Constants) -> FoldResult:
    mask = integer(constants[1])
    if mask is not None:
        if mask.value == 0:
            return op.lhs
        if mask.is_all_ones:
            return constants[1]
    for inverted, other in ((op.rhs, op.lhs), (op.lhs, op.rhs)):
        if _is_complement(inverted, other):
            return inverted.defining_op.operand(1)
    return fold_binary_integers(constants, lambda a, b: a.value | b.value)


# x ^ 0 -> x,  x ^ x -> 0,  (x ^ a) ^ a -> x,  a ^ (x ^ a) -> x
def _xor(op: arith.XOrIOp, constants: Constants) -> FoldResult:
    if is_zero(constants[1]):
        return op.lhs
    if op.lhs is op.rhs:
        return zero_attribute(op.result.type)
    for inner, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        before = defined_by(inner, arith.XOrIOp)
        if before is not None:
            if before.rhs is other:
                return before.lhs
            if before.lhs is other:
                return before.rhs
    return fold_binary_integers(constants, lambda a, b: a.value ^ b.value)


def _shifted(a: IntConstant, amount: int, name: str) -> int:
    if name == "arith.shli":
        return a.value << amount if amount < a.width else 0
    return (a.value if name == "arith.shrsi" else a.unsigned) >> min(amount, a.width)


# x << 0 -> x,  0 << x -> 0,  x >> x -> 0,  -1 >>s x -> -1
def _shift(op: Any, constants: Constants) -> FoldResult:
    if is_zero(constants[1]) or is_zero(constants[0]):
        return op.lhs
    if op.lhs is op.rhs and op.name != "arith.shli":
        return zero_attribute(op.result.type)
    shifted = integer(constants[0])
    if op.name == "arith.shrsi" and shifted is not None and shifted.is_all_ones:
        return op.lhs
    bounded = False

    def shift(a: IntConstant, b: IntConstant) -> int:
        # Whether the amount is too large is, as in upstream, a question to the last element only.
        nonlocal bounded
        bounded = b.unsigned < b.width
        return _shifted(a, b.unsigned, op.name)

    result = fold_binary_integers(constants, shift)
    return result if bounded or is_poison(result) else None


def _extremum(op: Any, constants: Constants) -> FoldResult:
    """max(x, x) -> x, max(x, highest) -> highest, max(x, lowest) -> x, and for min likewise."""
    if op.lhs is op.rhs:
        return op.rhs
    signed, largest = op.name.endswith("si"), op.name.startswith("arith.max")
    bound = integer(constants[1])
    if bound is not None:
        highest = bound.is_max_signed if signed else bound.is_all_ones
        lowest = bound.is_min_signed if signed else bound.value == 0
        if highest if largest else lowest:
            return op.rhs
        if lowest if largest else highest:
            return op.lhs
    choose = max if largest else min
    return fold_binary_integers(
        constants,
        lambda a, b: choose(a, b, key=lambda x: x.value if signed else x.unsigned).value,
    )


# Comparison and selection ------------------------------------------------------------------------

_SWAPPED = {
    "slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle",
    "ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule",
    "eq": "eq", "ne": "ne",
}  # fmt: skip
_TRUE_OF_EQUALS = ("eq", "sle", "sge", "ule", "uge")


def _extended_bool(value: Value) -> Value | None:
    """The i1 that ``value`` is an extension of (of a scalar or a vector)."""
    extension = value.defining_op
    if not isinstance(extension, (arith.ExtSIOp, arith.ExtUIOp)):
        return None
    source = extension.operand(0)
    element = source.type.element_type if isinstance(source.type, VectorType) else source.type
    return source if isinstance(element, IntegerType) and element.width == 1 else None


# cmp(x, x) -> true or false,  ext(b : i1) != 0 -> b,  b != 0 -> b,  b == 1 -> b,
# cmp(c, x) -> swapped cmp(x, c)
def _compare(op: arith.CmpIOp, constants: Constants) -> FoldResult:
    predicate = op.predicate
    if op.lhs is op.rhs:
        return integer_attribute(op.result.type, int(predicate in _TRUE_OF_EQUALS))
    if is_zero(constants[1]) and predicate == "ne":
        source = _extended_bool(op.lhs)
        if source is not None:
            return source
        if is_bool(op.lhs.type):
            return op.lhs
    if is_one(constants[1]) and predicate == "eq" and is_bool(op.lhs.type):
        return op.lhs
    if constants[0] is not None and constants[1] is None:
        lhs, rhs = op.operands
        op.predicate = _SWAPPED[predicate]
        op.set_operand(0, rhs)
        op.set_operand(1, lhs)
        return IN_PLACE
    return fold_binary_integers(
        constants, lambda a, b: int(compare(predicate, a, b)), i1_same_shape(op.lhs.type)
    )


# select(c, x, x) -> x,  select(true, x, y) -> x,  select(c, poison, y) -> y,
# select(c, true, false) -> c,  select(x == y, x, y) -> y
def _select(op: arith.SelectOp, constants: Constants) -> FoldResult:
    condition, when_true, when_false = op.operands
    if when_true is when_false:
        return when_true
    if is_one(constants[0]):
        return when_true
    if is_zero(constants[0]):
        return when_false
    if is_poison(constants[1]):
        return when_false
    if is_poison(constants[2]):
        return when_true
    if op.result.type is i1 and is_one(constants[1]) and is_zero(constants[2]):
        return condition
    comparison = defined_by(condition, arith.CmpIOp)
    if comparison is not None and comparison.predicate in ("eq", "ne"):
        compared = (comparison.lhs, comparison.rhs)
        if compared in ((when_true, when_false), (when_false, when_true)):
            return when_true if comparison.predicate == "ne" else when_false
    return _select_elements(constants)


def _select_elements(constants: Sequence[Any]) -> FoldResult:
    if not all(isinstance(constant, DenseElementsAttr) for constant in constants):
        return None
    condition, when_true, when_false = constants
    return DenseElementsAttr(
        when_true.type,
        [
            (when_true if condition.element(i) else when_false).element(i)
            for i in range(condition.type.num_elements)
        ],
    )


FOLDERS: dict[type, Folder] = {
    arith.ConstantOp: _constant,
    arith.AddIOp: _add,
    arith.SubIOp: _sub,
    arith.MulIOp: _mul,
    arith.AddUIExtendedOp: _add_extended,
    arith.SubUIExtendedOp: _sub_extended,
    arith.MulSIExtendedOp: _mul_signed_extended,
    arith.MulUIExtendedOp: _mul_unsigned_extended,
    arith.DivUIOp: _div_unsigned,
    arith.DivSIOp: _div_signed,
    arith.CeilDivUIOp: _ceil_div_unsigned,
    arith.CeilDivSIOp: _ceil_div_signed,
    arith.FloorDivSIOp: _floor_div,
    arith.RemUIOp: _rem_unsigned,
    arith.RemSIOp: _rem_signed,
    arith.AndIOp: _and,
    arith.OrIOp: _or,
    arith.XOrIOp: _xor,
    arith.ShLIOp: _shift,
    arith.ShRSIOp: _shift,
    arith.ShRUIOp: _shift,
    arith.MaxSIOp: _extremum,
    arith.MaxUIOp: _extremum,
    arith.MinSIOp: _extremum,
    arith.MinUIOp: _extremum,
    arith.CmpIOp: _compare,
    arith.SelectOp: _select,
    **fold_arith_floats.FOLDERS,
}
