"""Canonicalization patterns of arith (mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td).

A new operation that stands for several gets the locations of all of them.  In upstream's generated
code these are the first few of the operations matched, as many as the pattern has operations that
aren't constants; constants count when it is their turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.dialects import arith
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.locations import fuse
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import IntegerType, Type, element_type_or_self, i1
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.matchers import (
    defined_by,
    integer_attribute,
    integer_value,
    is_float,
    zero_attribute,
)
from mlir_mini.rewrite.patterns import Rewrite
from mlir_mini.rewrite.patterns_arith_cmpf import compare_int_as_float


#: Constants that patterns compute with are scalars; a splat stays as it is.
def _scalar(value: Value) -> int | None:
    attribute = constant_value(value)
    if isinstance(attribute, IntegerAttr) and value.defining_op is not None:
        return attribute.value
    return None


def _constant(rewriter: PatternRewriter, attribute: Any) -> Value:
    return rewriter.create(arith.ConstantOp, (), [attribute.type], {"value": attribute}).result


def _integer(rewriter: PatternRewriter, type: Type, value: int) -> Value:
    return _constant(rewriter, integer_attribute(type, value))


def _stand_for(rewriter: PatternRewriter, *ops: Operation | Value) -> None:
    """New operations get the locations of ``ops`` (or of what defines them)."""
    found = [op.defining_op if isinstance(op, Value) else op for op in ops]
    rewriter.loc = fuse(op.loc for op in found if op is not None)


def _common_flags(first: Any, second: Any) -> dict[str, Any]:
    """The promises about overflow that both operations make."""
    flags = first.properties["overflowFlags"], second.properties["overflowFlags"]
    return {"overflowFlags": type(flags[0])(flags[0].value & flags[1].value)}


# Sums with constants -----------------------------------------------------------------------------


class _Terms:
    """``op`` as a sum or difference of an operation ``inner``, its operand ``x`` and constants."""

    __slots__ = ("c0", "c1", "inner", "x")

    def __init__(self, inner: Any, x: Value, c0: int, c1: int) -> None:
        self.inner = inner
        self.x = x
        self.c0 = c0
        self.c1 = c1


def _match_terms(op: Any, inner_class: type, inner_on_left: bool, x_on_left: bool) -> _Terms | None:
    """Match ``op(inner(x, c0), c1)`` with either pair of operands the other way round."""
    nested, outer = (op.lhs, op.rhs) if inner_on_left else (op.rhs, op.lhs)
    inner: Any = defined_by(nested, inner_class)
    c1 = _scalar(outer)
    if inner is None or c1 is None:
        return None
    x, constant = (inner.lhs, inner.rhs) if x_on_left else (inner.rhs, inner.lhs)
    c0 = _scalar(constant)
    return None if c0 is None else _Terms(inner, x, c0, c1)


def _sum_pattern(
    inner_class: type,
    result_class: Any,
    combine: Callable[[int, int], int],
    inner_on_left: bool = True,
    x_on_left: bool = True,
    constant_first: bool = False,
    keep_flags: bool = True,
) -> Rewrite:
    """The rewrite of ``op(inner(x, c0), c1)`` to ``result(x, combine(c0, c1))``."""

    def rewrite(op: Any, rewriter: PatternRewriter) -> bool:
        terms = _match_terms(op, inner_class, inner_on_left, x_on_left)
        if terms is None:
            return False
        inner = terms.inner
        inner_constant = inner.rhs if x_on_left else inner.lhs
        _stand_for(rewriter, op, inner_constant if inner_on_left else op.lhs)
        value = _integer(rewriter, op.result.type, combine(terms.c0, terms.c1))
        operands = (value, terms.x) if constant_first else (terms.x, value)
        flags = _common_flags(op, inner) if keep_flags else None
        new = rewriter.create(result_class, operands, op.result_types, flags)
        rewriter.replace_op(op, new)
        return True

    return rewrite


# (x + c0) + c1 -> x + (c0 + c1)
_add_add = _sum_pattern(arith.AddIOp, arith.AddIOp, lambda c0, c1: c0 + c1)
# (x - c0) + c1 -> x + (c1 - c0)
_add_sub_right = _sum_pattern(arith.SubIOp, arith.AddIOp, lambda c0, c1: c1 - c0)
# (c0 - x) + c1 -> (c0 + c1) - x
_add_sub_left = _sum_pattern(
    arith.SubIOp, arith.SubIOp, lambda c0, c1: c0 + c1, x_on_left=False, constant_first=True
)
# (x + c0) - c1 -> x + (c0 - c1)
_sub_add_right = _sum_pattern(arith.AddIOp, arith.AddIOp, lambda c0, c1: c0 - c1, keep_flags=False)
# c1 - (x + c0) -> (c1 - c0) - x
_sub_add_left = _sum_pattern(
    arith.AddIOp, arith.SubIOp, lambda c0, c1: c1 - c0, inner_on_left=False, constant_first=True
)
# (x - c0) - c1 -> x - (c0 + c1)
_sub_sub_right = _sum_pattern(arith.SubIOp, arith.SubIOp, lambda c0, c1: c0 + c1)
# (c0 - x) - c1 -> (c0 - c1) - x
_sub_right_sub_left = _sum_pattern(
    arith.SubIOp, arith.SubIOp, lambda c0, c1: c0 - c1, x_on_left=False, constant_first=True
)
# c1 - (x - c0) -> (c0 + c1) - x
_sub_left_sub_right = _sum_pattern(
    arith.SubIOp, arith.SubIOp, lambda c0, c1: c0 + c1, inner_on_left=False, constant_first=True
)
# c1 - (c0 - x) -> x + (c1 - c0)
_sub_left_sub_left = _sum_pattern(
    arith.SubIOp, arith.AddIOp, lambda c0, c1: c1 - c0, inner_on_left=False, x_on_left=False
)
# (x * c0) * c1 -> x * (c0 * c1)
_mul_mul = _sum_pattern(arith.MulIOp, arith.MulIOp, lambda c0, c1: c0 * c1)


def _bits_pattern(op_class: Any, combine: Callable[[int, int], int]) -> Rewrite:
    """The rewrite of ``op(op(x, c0), c1)`` to ``op(x, combine(c0, c1))``."""

    def rewrite(op: Any, rewriter: PatternRewriter) -> bool:
        terms = _match_terms(op, op_class, inner_on_left=True, x_on_left=True)
        if terms is None:
            return False
        _stand_for(rewriter, op, terms.inner.rhs)
        value = _integer(rewriter, op.result.type, combine(terms.c0, terms.c1))
        rewriter.replace_op(op, rewriter.create(op_class, (terms.x, value), op.result_types))
        return True

    return rewrite


_and_and = _bits_pattern(arith.AndIOp, lambda a, b: a & b)
_or_or = _bits_pattern(arith.OrIOp, lambda a, b: a | b)
_xor_xor = _bits_pattern(arith.XOrIOp, lambda a, b: a ^ b)


def _negated(value: Value) -> arith.MulIOp | None:
    """The multiplication by -1 that ``value`` is."""
    product = defined_by(value, arith.MulIOp)
    if product is None:
        return None
    factor = integer_value(product.rhs)
    return product if factor is not None and factor.is_all_ones else None


# x + y * -1 -> x - y
def _add_negated_right(op: arith.AddIOp, rewriter: PatternRewriter) -> bool:
    product = _negated(op.rhs)
    if product is None:
        return False
    _stand_for(rewriter, op, product.rhs)
    rewriter.replace_op(op, rewriter.create(arith.SubIOp, (op.lhs, product.lhs), op.result_types))
    return True


# y * -1 + x -> x - y
def _add_negated_left(op: arith.AddIOp, rewriter: PatternRewriter) -> bool:
    product = _negated(op.lhs)
    if product is None:
        return False
    _stand_for(rewriter, op, product.rhs)
    rewriter.replace_op(op, rewriter.create(arith.SubIOp, (op.rhs, product.lhs), op.result_types))
    return True


# (a - b) - a -> 0 - b
def _sub_of_difference(op: arith.SubIOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.lhs, arith.SubIOp)
    if inner is None or inner.lhs is not op.rhs:
        return False
    _stand_for(rewriter, op, inner)
    zero = _constant(rewriter, zero_attribute(inner.rhs.type))
    new = rewriter.create(
        arith.SubIOp, (zero, inner.rhs), op.result_types, _common_flags(op, inner)
    )
    rewriter.replace_op(op, new)
    return True


# Extended arithmetic -----------------------------------------------------------------------------


def _narrow(op_class: Any, first: str, second: str) -> Rewrite:
    """Replace an operation whose second result nobody uses by one without it."""

    def rewrite(op: Any, rewriter: PatternRewriter) -> bool:
        unused = getattr(op, second)
        if unused.has_uses:
            return False
        new = rewriter.create(op_class, op.operands, [getattr(op, first).type])
        # Something has to stand for the unused result, of whatever type.
        rewriter.replace_all_uses_with(getattr(op, first), new.result)
        rewriter.erase_op(op)
        return True

    return rewrite


# mulsi_extended(x, 1) -> x, x < 0 ? -1 : 0
def _mul_signed_by_one(op: arith.MulSIExtendedOp, rewriter: PatternRewriter) -> bool:
    factor = integer_value(op.rhs)
    # The one bit of an i1 is the sign: true is -1.
    if factor is None or factor.value != 1:
        return False
    type = op.lhs.type
    zero = _constant(rewriter, zero_attribute(type))
    negative = rewriter.create(
        arith.CmpIOp,
        (op.lhs, zero),
        [_bools_like(type)],
        {"predicate": arith.CmpIOp.predicate.kind.from_python("slt")},
    )
    high = rewriter.create(arith.ExtSIOp, (negative.result,), [type])
    rewriter.replace_op(op, (op.lhs, high.result))
    return True


def _bools_like(type: Type) -> Type:
    from mlir_mini.spec.constraints import i1_same_shape

    return i1_same_shape(type)


# Bits of casts -----------------------------------------------------------------------------------


def _under_cast(cast_class: Any) -> Rewrite:
    """``op(cast(x), cast(y)) -> cast(op(x, y))`` for operands of one type."""

    def rewrite(op: Any, rewriter: PatternRewriter) -> bool:
        lhs, rhs = defined_by(op.lhs, cast_class), defined_by(op.rhs, cast_class)
        if lhs is None or rhs is None:
            return False
        x, y = lhs.operand(0), rhs.operand(0)
        if x.type is not y.type:
            return False
        _stand_for(rewriter, op, lhs, rhs)
        narrow = rewriter.create(type(op), (x, y), [x.type])
        rewriter.replace_op(op, rewriter.create(cast_class, (narrow.results[0],), op.result_types))
        return True

    return rewrite


#: arith.cmpi predicate -> the one that holds where it does not.
INVERSE_PREDICATES = {
    "eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle",
    "ult": "uge", "uge": "ult", "ule": "ugt", "ugt": "ule",
}  # fmt: skip


def _predicate(name: str) -> dict[str, Any]:
    return {"predicate": arith.CmpIOp.predicate.kind.from_python(name)}


# not(cmp(p, a, b)) -> cmp(!p, a, b)
def _not_compare(op: arith.XOrIOp, rewriter: PatternRewriter) -> bool:
    comparison = defined_by(op.lhs, arith.CmpIOp)
    if comparison is None or op.result.type is not i1 or _scalar(op.rhs) != 1:
        return False
    _stand_for(rewriter, op, comparison)
    new = rewriter.create(
        arith.CmpIOp,
        comparison.operands,
        op.result_types,
        _predicate(INVERSE_PREDICATES[comparison.predicate]),
    )
    rewriter.replace_op(op, new)
    return True


def _compare_under_cast(cast_class: Any) -> Rewrite:
    """``cmp(ext(a), ext(b)) -> cmp(a, b)`` for eq and ne."""

    def rewrite(op: arith.CmpIOp, rewriter: PatternRewriter) -> bool:
        lhs, rhs = defined_by(op.lhs, cast_class), defined_by(op.rhs, cast_class)
        if lhs is None or rhs is None or op.predicate not in ("eq", "ne"):
            return False
        a, b = lhs.operand(0), rhs.operand(0)
        if a.type is not b.type:
            return False
        _stand_for(rewriter, op, lhs, rhs)
        new = rewriter.create(arith.CmpIOp, (a, b), op.result_types, _predicate(op.predicate))
        rewriter.replace_op(op, new)
        return True

    return rewrite


def _cast_of_cast(inner_class: Any, result_class: Any) -> Rewrite:
    """``cast(inner(x)) -> result(x)``."""

    def rewrite(op: Any, rewriter: PatternRewriter) -> bool:
        inner = defined_by(op.operand(0), inner_class)
        if inner is None:
            return False
        _stand_for(rewriter, op, inner)
        new = rewriter.create(result_class, (inner.operand(0),), op.result_types)
        rewriter.replace_op(op, new)
        return True

    return rewrite


def _cast_back(op: Any, rewriter: PatternRewriter) -> bool:
    """``cast(cast(x)) -> x`` where that has the type of the result."""
    inner = defined_by(op.operand(0), type(op))
    if inner is None or inner.operand(0).type is not op.result.type:
        return False
    rewriter.replace_op(op, inner.operand(0))
    return True


# bitcast(bitcast(x)) -> bitcast(x) or x
def _bitcast_of_bitcast(op: arith.BitcastOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.operand(0), arith.BitcastOp)
    if inner is None:
        return False
    source = inner.operand(0)
    if source.type is op.result.type:
        rewriter.replace_op(op, source)
        return True
    _stand_for(rewriter, op, inner)
    rewriter.replace_op(op, rewriter.create(arith.BitcastOp, (source,), op.result_types))
    return True


def _width(type: Type) -> int | None:
    """Width of integers; None for index."""
    element = element_type_or_self(type)
    return element.width if isinstance(element, IntegerType) else None


def _truncate_extension(cast_class: Any) -> Rewrite:
    """``trunci(ext(x)) -> ext(x)`` where the result is still wider than ``x``."""

    def rewrite(op: arith.TruncIOp, rewriter: PatternRewriter) -> bool:
        inner = defined_by(op.operand(0), cast_class)
        if inner is None:
            return False
        source = inner.operand(0)
        if (_width(source.type) or 0) >= (_width(op.result.type) or 0):
            return False
        _stand_for(rewriter, op, inner)
        rewriter.replace_op(op, rewriter.create(cast_class, (source,), op.result_types))
        return True

    return rewrite


# trunci(x >>s c) -> trunci(x >>u c) where the upper bits of x are what is left
def _truncate_signed_shift(op: arith.TruncIOp, rewriter: PatternRewriter) -> bool:
    shift = defined_by(op.operand(0), arith.ShRSIOp)
    if shift is None:
        return False
    amount = integer_value(shift.rhs)
    wide, narrow = _width(shift.lhs.type), _width(op.result.type)
    if amount is None or wide is None or narrow is None or wide - narrow != amount.unsigned:
        return False
    _stand_for(rewriter, op, shift.rhs)
    constant = _constant(rewriter, constant_value(shift.rhs))
    logical = rewriter.create(arith.ShRUIOp, (shift.lhs, constant), [shift.lhs.type])
    new = rewriter.create(
        arith.TruncIOp,
        (logical.result,),
        op.result_types,
        {"overflowFlags": op.properties["overflowFlags"]},
    )
    rewriter.replace_op(op, new)
    return True


# Floats ------------------------------------------------------------------------------------------


def _flags(op: Any) -> dict[str, Any]:
    return {"fastmath": op.properties["fastmath"]}


# -x + y -> y - x
def _add_negated_float_left(op: arith.AddFOp, rewriter: PatternRewriter) -> bool:
    negation = defined_by(op.lhs, arith.NegFOp)
    if negation is None:
        return False
    _stand_for(rewriter, op, negation)
    operands = (op.rhs, negation.operand(0))
    rewriter.replace_op(op, rewriter.create(arith.SubFOp, operands, op.result_types, _flags(op)))
    return True


# x + -y -> x - y
def _add_negated_float_right(op: arith.AddFOp, rewriter: PatternRewriter) -> bool:
    negation = defined_by(op.rhs, arith.NegFOp)
    if negation is None:
        return False
    _stand_for(rewriter, op, negation)
    operands = (op.lhs, negation.operand(0))
    rewriter.replace_op(op, rewriter.create(arith.SubFOp, operands, op.result_types, _flags(op)))
    return True


# -0.0 - x -> -x
def _sub_from_negative_zero(op: arith.SubFOp, rewriter: PatternRewriter) -> bool:
    if not is_float(constant_value(op.lhs), -0.0):
        return False
    rewriter.replace_op(op, rewriter.create(arith.NegFOp, (op.rhs,), op.result_types, _flags(op)))
    return True


# -x * -y -> x * y,  -x / -y -> x / y
def _of_negations(op: Any, rewriter: PatternRewriter) -> bool:
    lhs, rhs = defined_by(op.lhs, arith.NegFOp), defined_by(op.rhs, arith.NegFOp)
    if lhs is None or rhs is None:
        return False
    _stand_for(rewriter, op, lhs, rhs)
    new = rewriter.create(type(op), (lhs.operand(0), rhs.operand(0)), op.result_types, _flags(op))
    rewriter.replace_op(op, new)
    return True


# Selection ---------------------------------------------------------------------------------------


# select(c, select(c, a, b), d) -> select(c, a, d)
def _select_in_true(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.true_value, arith.SelectOp)
    if inner is None or inner.condition is not op.condition:
        return False
    _stand_for(rewriter, op, inner)
    operands = (op.condition, inner.true_value, op.false_value)
    rewriter.replace_op(op, rewriter.create(arith.SelectOp, operands, op.result_types))
    return True


# select(c, a, select(c, b, d)) -> select(c, a, d)
def _select_in_false(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    inner = defined_by(op.false_value, arith.SelectOp)
    if inner is None or inner.condition is not op.condition:
        return False
    _stand_for(rewriter, op, inner)
    operands = (op.condition, op.true_value, inner.false_value)
    rewriter.replace_op(op, rewriter.create(arith.SelectOp, operands, op.result_types))
    return True


# select(not(c), a, b) -> select(c, b, a)
def _select_of_not(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    inversion = defined_by(op.condition, arith.XOrIOp)
    if inversion is None or inversion.result.type is not i1 or _scalar(inversion.rhs) != 1:
        return False
    _stand_for(rewriter, op, inversion.rhs)
    operands = (inversion.lhs, op.false_value, op.true_value)
    rewriter.replace_op(op, rewriter.create(arith.SelectOp, operands, op.result_types))
    return True


# select(c, false, true) -> not(c)
def _select_to_not(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    if op.result.type is not i1:
        return False
    if _scalar(op.true_value) != 0 or _scalar(op.false_value) != 1:
        return False
    true = _integer(rewriter, i1, 1)
    new = rewriter.create(arith.XOrIOp, (op.condition, true), op.result_types)
    rewriter.replace_op(op, new)
    return True


# select(c, 1, 0) -> extui(c),  select(c, 0, 1) -> extui(not(c))
def _select_to_extension(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
    type = op.result.type
    if not isinstance(type, IntegerType) or type.width == 1:
        return False
    when_true, when_false = _scalar(op.true_value), _scalar(op.false_value)
    condition = op.condition
    if when_true == 0 and when_false == 1:
        true = _integer(rewriter, condition.type, 1)
        condition = rewriter.create(arith.XOrIOp, (condition, true), [condition.type]).result
    elif when_true != 1 or when_false != 0:
        return False
    rewriter.replace_op(op, rewriter.create(arith.ExtUIOp, (condition,), [type]))
    return True


def _select_to_extremum(predicate: str, swapped: bool, result_class: Any) -> Rewrite:
    """``select(cmp(predicate, x, y), x, y) -> max or min``; swapped: of ``y, x``."""

    def rewrite(op: arith.SelectOp, rewriter: PatternRewriter) -> bool:
        comparison = defined_by(op.condition, arith.CmpIOp)
        if comparison is None or comparison.predicate != predicate:
            return False
        x, y = comparison.operands
        if (op.true_value, op.false_value) != ((y, x) if swapped else (x, y)):
            return False
        _stand_for(rewriter, op, comparison)
        rewriter.replace_op(op, rewriter.create(result_class, (x, y), op.result_types))
        return True

    return rewrite


PATTERNS: dict[type, list[Rewrite]] = {
    arith.AddIOp: [
        _add_add,
        _add_sub_right,
        _add_sub_left,
        _add_negated_right,
        _add_negated_left,
    ],
    arith.SubIOp: [
        _sub_add_right,
        _sub_add_left,
        _sub_sub_right,
        _sub_right_sub_left,
        _sub_left_sub_right,
        _sub_left_sub_left,
        _sub_of_difference,
    ],
    arith.MulIOp: [_mul_mul],
    arith.AddUIExtendedOp: [_narrow(arith.AddIOp, "sum", "overflow")],
    arith.SubUIExtendedOp: [_narrow(arith.SubIOp, "diff", "borrow")],
    arith.MulSIExtendedOp: [_narrow(arith.MulIOp, "low", "high"), _mul_signed_by_one],
    arith.MulUIExtendedOp: [_narrow(arith.MulIOp, "low", "high")],
    arith.AndIOp: [_under_cast(arith.ExtUIOp), _under_cast(arith.ExtSIOp), _and_and],
    arith.OrIOp: [_under_cast(arith.ExtUIOp), _under_cast(arith.ExtSIOp), _or_or],
    arith.XOrIOp: [
        _not_compare,
        _under_cast(arith.ExtUIOp),
        _under_cast(arith.ExtSIOp),
        _xor_xor,
    ],
    arith.AddFOp: [_add_negated_float_left, _add_negated_float_right],
    arith.SubFOp: [_sub_from_negative_zero],
    arith.MulFOp: [_of_negations],
    arith.DivFOp: [_of_negations],
    arith.CmpIOp: [_compare_under_cast(arith.ExtSIOp), _compare_under_cast(arith.ExtUIOp)],
    arith.CmpFOp: [compare_int_as_float],
    arith.SelectOp: [
        _select_in_false,
        _select_in_true,
        _select_of_not,
        _select_to_not,
        _select_to_extension,
        _select_to_extremum("sgt", False, arith.MaxSIOp),
        _select_to_extremum("sge", False, arith.MaxSIOp),
        _select_to_extremum("slt", True, arith.MaxSIOp),
        _select_to_extremum("sle", True, arith.MaxSIOp),
        _select_to_extremum("slt", False, arith.MinSIOp),
        _select_to_extremum("sle", False, arith.MinSIOp),
        _select_to_extremum("sgt", True, arith.MinSIOp),
        _select_to_extremum("sge", True, arith.MinSIOp),
        _select_to_extremum("ugt", False, arith.MaxUIOp),
        _select_to_extremum("uge", False, arith.MaxUIOp),
        _select_to_extremum("ult", True, arith.MaxUIOp),
        _select_to_extremum("ule", True, arith.MaxUIOp),
        _select_to_extremum("ult", False, arith.MinUIOp),
        _select_to_extremum("ule", False, arith.MinUIOp),
        _select_to_extremum("ugt", True, arith.MinUIOp),
        _select_to_extremum("uge", True, arith.MinUIOp),
    ],
    arith.ExtSIOp: [_cast_of_cast(arith.ExtUIOp, arith.ExtUIOp)],
    arith.TruncIOp: [
        _truncate_extension(arith.ExtSIOp),
        _truncate_extension(arith.ExtUIOp),
        _truncate_signed_shift,
    ],
    arith.TruncFOp: [
        _cast_of_cast(arith.SIToFPOp, arith.SIToFPOp),
        _cast_of_cast(arith.UIToFPOp, arith.UIToFPOp),
    ],
    arith.SIToFPOp: [
        _cast_of_cast(arith.ExtSIOp, arith.SIToFPOp),
        _cast_of_cast(arith.ExtUIOp, arith.UIToFPOp),
    ],
    arith.UIToFPOp: [_cast_of_cast(arith.ExtUIOp, arith.UIToFPOp)],
    arith.IndexCastOp: [_cast_back, _cast_of_cast(arith.ExtSIOp, arith.IndexCastOp)],
    arith.IndexCastUIOp: [_cast_back, _cast_of_cast(arith.ExtUIOp, arith.IndexCastUIOp)],
    arith.BitcastOp: [_bitcast_of_bitcast],
}
