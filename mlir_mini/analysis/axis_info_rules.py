"""How operations transform AxisInfo: one rule for each operation, gathered in :data:`RULES`.

A rule gets the operation and its operands' infos, all reached, and returns the info of the only
result, or BOTTOM where it has nothing to say. Constants of integer arithmetic are not computed
here (see :mod:`mlir_mini.analysis.exact_constants`): a rule bounds results that are not constant.
Below, ``a`` and ``b`` are the infos of the left and right operand, ``d`` the dimension; a run is a
stretch of consecutive integers as counted by contiguity. After the visitors of
lib/Analysis/AxisInfo.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import TYPE_CHECKING, cast

from mlir_mini.analysis.axis_info_value import (
    BOTTOM,
    MAX_DIVISOR,
    MAX_DIVISOR_LOG2,
    AxisInfo,
    constant_info,
    highest_power_of_two,
    join,
    joined_divisibility,
    multiply_divisors,
    unknown_info,
)
from mlir_mini.analysis.integers import IntConstant, integer_width
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import IntegerType, RankedTensorType, Type, bit_width, element_type_or_self

if TYPE_CHECKING:
    from mlir_mini.dialects.arith import CmpIOp

Rule = Callable[[Operation, Sequence[AxisInfo]], AxisInfo]


# -- casts and layout ------------------------------------------------------------------------


def _identity(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    return operands[0]


def _integer_cast(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    return operands[0].without_constant()


def _conversion_cast(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    if len(operands) != 1 or len(op.results) != 1:
        return BOTTOM
    type = op.result.type
    if isinstance(type, RankedTensorType) and type.rank != operands[0].rank:
        return unknown_info(type.rank)
    if op.operand(0).type is type:
        return operands[0]
    return operands[0].without_constant()


def _bitcast(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    info = operands[0]
    before = pointee_bytes(op.operand(0).type)
    after = pointee_bytes(op.result.type)
    if before is None or before == after:
        return info
    # A run of pointers is not one in elements of another size: each element starts its own run.
    divisibility = [
        gcd(divisor, before) if run > 1 else divisor
        for run, divisor in zip(info.contiguity, info.divisibility, strict=True)
    ]
    return AxisInfo((1,) * info.rank, tuple(divisibility), info.constancy, info.constant_value)


def pointee_bytes(type: Type) -> int | None:
    """Bytes of what a pointer (or a tensor's) points to, at least 1; None if it is none."""
    pointee = getattr(element_type_or_self(type), "pointee", None)
    if pointee is None:
        return None
    return max(1, bit_width(pointee) // 8)


# -- sources ---------------------------------------------------------------------------------


def _make_range(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    start, end = op.attr("start").value, op.attr("end").value
    return AxisInfo(((end - start) & 0xFFFFFFFF,), (highest_power_of_two(start, 32),), (1,))


def _poison(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    # Nothing may depend on a poison value, so the best case is assumed.
    type = op.result.type
    best = (MAX_DIVISOR,) * (type.rank if isinstance(type, RankedTensorType) else 1)
    return AxisInfo(best, best, best)


def _load(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    # Equal pointers load equal values, if they have equal masks and replacements too.
    rank = operands[0].rank
    constancy = tuple([gcd(*[info.constancy[d] for info in operands]) for d in range(rank)])
    return AxisInfo((1,) * rank, (1,) * rank, constancy)


# -- arithmetic ------------------------------------------------------------------------------

DimRule = Callable[[Operation, AxisInfo, AxisInfo, int], int]


def _one(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return 1


def _common_constancy(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return gcd(a.constancy[d], b.constancy[d])


class _Binary:
    """A rule for two operands, from one rule a dimension for each of the three numbers."""

    def __init__(
        self,
        contiguity: DimRule = _one,
        divisibility: DimRule = _one,
        constancy: DimRule = _common_constancy,
    ) -> None:
        self.contiguity = contiguity
        self.divisibility = divisibility
        self.constancy = constancy

    def __call__(self, op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
        a, b = operands
        dims = range(a.rank)
        return AxisInfo(
            tuple([self.contiguity(op, a, b, d) for d in dims]),
            tuple([self.divisibility(op, a, b, d) for d in dims]),
            tuple([self.constancy(op, a, b, d) for d in dims]),
        )


def _fills(runs: Sequence[int], op: Operation, d: int) -> bool:
    """Whether one run spans dimension ``d`` of the result."""
    type = op.result.type
    return isinstance(type, RankedTensorType) and runs[d] == type.shape[d]


# A run plus equal elements is a run. Two runs added make steps of two, no run.
def _sum_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return max(gcd(a.constancy[d], b.contiguity[d]), gcd(a.contiguity[d], b.constancy[d]))


# Subtracted, only the left operand's runs survive: the right one's would fall.
def _difference_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return gcd(a.contiguity[d], b.constancy[d])


def _sum_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    # The offset of tt.addptr counts elements, its pointers bytes.
    size = pointee_bytes(op.operand(0).type) or 1 if op.name == "tt.addptr" else 1
    left, right = a.divisibility[d], multiply_divisors(b.divisibility[d], size)
    runs = a.contiguity[d], b.contiguity[d]
    if min(runs) > 1:
        # Inside the runs, a sum is base + 2t and a difference of equal runs just base.
        if op.name == "arith.subi" and runs[0] == runs[1]:
            return gcd(left, right)
        return 2 if left % 2 == 0 and right % 2 == 0 else 1
    divisor = gcd(left, right)
    if max(runs) == 1:
        return divisor
    # The result's runs may be shorter than the operand's, so they start inside of them.
    contiguity = _difference_contiguity if op.name == "arith.subi" else _sum_contiguity
    return gcd(divisor, multiply_divisors(contiguity(op, a, b, d), size))


def _product_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return max(
        a.contiguity[d] if b.is_constant(1) else 1, b.contiguity[d] if a.is_constant(1) else 1
    )


def _product_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    # Of a run only the first element is divisible, unless the product leaves it a run.
    left = 1 if a.contiguity[d] > 1 and not b.is_constant(1) else a.divisibility[d]
    right = 1 if b.contiguity[d] > 1 and not a.is_constant(1) else b.divisibility[d]
    return multiply_divisors(left, right)


def _quotient_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return a.contiguity[d] if b.is_constant(1) else 1


def _quotient_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    if a.is_constant(0) or b.is_constant(1):
        return a.divisibility[d]
    divisor = b.constant_value
    if divisor is not None and a.contiguity[d] == 1:
        bits = divisor.unsigned
        if op.name == "arith.divsi":
            bits = IntConstant(abs(divisor.value), divisor.width).unsigned
        if bits and bits & (bits - 1) == 0:
            shift = min(divisor.trailing_zeros, MAX_DIVISOR_LOG2)
            return max(1, a.divisibility[d] >> shift)
    return 1


# A run across the dimension, divided by one number: equal for as long as the number, or less
# where run and number have a smaller divisor in common.
def _quotient_constancy(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    constancy = _common_constancy(op, a, b, d)
    if _fills(a.contiguity, op, d) and _fills(b.constancy, op, d):
        constancy = max(constancy, gcd(a.contiguity[d], a.divisibility[d], b.divisibility[d]))
    return constancy


# The remainder of a run across the dimension by one number starts anew at its multiples.
def _remainder_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    if _fills(a.contiguity, op, d) and _fills(b.constancy, op, d):
        return gcd(a.contiguity[d], a.divisibility[d], b.divisibility[d])
    return 1


def _remainder_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    divisor = gcd(a.divisibility[d], b.divisibility[d])
    run = _remainder_contiguity(op, a, b, d)
    if max(a.contiguity[d], b.contiguity[d]) > run:
        # Runs of the result start inside a run of an operand.
        return gcd(divisor, run)
    return divisor


def _shift_contiguity(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    return a.contiguity[d] if b.is_constant(0) else 1


def _shifted_divisibility(a: AxisInfo, b: AxisInfo, d: int) -> int:
    return 1 if a.contiguity[d] > 1 and not b.is_constant(0) else a.divisibility[d]


def _shift_left_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    divisor = _shifted_divisibility(a, b, d)
    if b.constant_value is None:
        return divisor
    amount = b.constant_value.unsigned
    if amount >= integer_width(op.result.type):
        return 1
    return multiply_divisors(divisor, 1 << min(amount, MAX_DIVISOR_LOG2))


def _shift_right_divisibility(op: Operation, a: AxisInfo, b: AxisInfo, d: int) -> int:
    if b.constant_value is None:
        return 1
    amount = b.constant_value.unsigned
    if amount >= integer_width(op.result.type):
        return 1
    return max(1, _shifted_divisibility(a, b, d) >> min(amount, MAX_DIVISOR_LOG2))


def _min_max(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    return join(operands[0], operands[1])


# -- comparison and selection ----------------------------------------------------------------


# Against one number, a run switches from true to false (or back) at a multiple of the common
# divisor. For gt and le the run must be on the right, for lt and ge on the left: else the switch
# is one element later.
def _compare(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    type = op.result.type
    if not isinstance(type, RankedTensorType):
        return BOTTOM
    a, b = operands
    predicate = cast("CmpIOp", op).predicate
    constancy = []
    for d in range(type.rank):
        length = gcd(a.constancy[d], b.constancy[d])
        divisor = gcd(a.divisibility[d], b.divisibility[d])
        if predicate[1:] in ("gt", "le") and _fills(a.constancy, op, d):
            length = max(length, gcd(b.contiguity[d], divisor))
        elif predicate[1:] in ("lt", "ge") and _fills(b.constancy, op, d):
            length = max(length, gcd(a.contiguity[d], divisor))
        constancy.append(length)
    ones = (1,) * type.rank
    return AxisInfo(ones, ones, tuple(constancy))


def _select(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    condition, a, b = operands
    if condition.constant_value is not None:
        return b if condition.is_constant(0) else a
    if isinstance(op.operand(0).type, IntegerType):
        return join(a, b)
    dims = range(a.rank)
    contiguity = tuple(
        [gcd(a.contiguity[d], b.contiguity[d], condition.constancy[d]) for d in dims]
    )
    return AxisInfo(
        contiguity,
        tuple([gcd(joined_divisibility(a, b, d), contiguity[d]) for d in dims]),
        tuple([gcd(a.constancy[d], b.constancy[d], condition.constancy[d]) for d in dims]),
    )


# -- shapes ----------------------------------------------------------------------------------


def _splat(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    type = op.result.type
    assert isinstance(type, RankedTensorType)
    info = operands[0]
    return AxisInfo(
        (1,) * type.rank, info.divisibility[:1] * type.rank, type.shape, info.constant_value
    )


def _expand_dims(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    info = operands[0]
    if info.constant_value is not None:
        return constant_info(op.result.type, info.constant_value)
    divisor = 1
    if info.rank:
        # The new dimension's runs start at every element, also inside the old ones'.
        divisor = gcd(
            *[
                1 if run > 1 else each
                for run, each in zip(info.contiguity, info.divisibility, strict=True)
            ]
        )
    at = op.attr("axis").value
    return AxisInfo(
        (*info.contiguity[:at], 1, *info.contiguity[at:]),
        (*info.divisibility[:at], divisor, *info.divisibility[at:]),
        (*info.constancy[:at], 1, *info.constancy[at:]),
    )


def _broadcast(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    source, target = op.operand(0).type, op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    info = operands[0]
    dims = range(target.rank)
    return AxisInfo(
        tuple([1 if source.shape[d] == 1 else info.contiguity[d] for d in dims]),
        info.divisibility,
        tuple([target.shape[d] if source.shape[d] == 1 else info.constancy[d] for d in dims]),
        info.constant_value,
    )


def _trans(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    info = operands[0]
    order = op.attr("order").values
    return AxisInfo(
        tuple([info.contiguity[d] for d in order]),
        tuple([info.divisibility[d] for d in order]),
        tuple([info.constancy[d] for d in order]),
        info.constant_value,
    )


def _strides(shape: Sequence[int]) -> list[int]:
    """Row-major distance of neighbours along each axis, preceded by the number of elements."""
    strides = [1]
    for size in reversed(shape):
        strides.append(strides[-1] * size)
    return strides[::-1]


def _reshape(op: Operation, operands: Sequence[AxisInfo]) -> AxisInfo:
    info = operands[0]
    source, target = op.operand(0).type, op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    if info.constant_value is not None:
        return constant_info(target, info.constant_value)
    source_strides, target_strides = _strides(source.shape), _strides(target.shape)
    contiguity = [1] * target.rank
    divisibility = [info.global_divisibility] * target.rank
    constancy = [1] * target.rank
    for d, size in enumerate(target.shape):
        stride = target_strides[d + 1]
        # The source axis that a step along d stays in; steps of size-1 axes in front leave the
        # tensor and count for the outermost axis.
        axis = 0
        for candidate in range(source.rank):
            if source_strides[candidate + 1] <= stride < source_strides[candidate]:
                axis = candidate
                break
        source_stride = source_strides[axis + 1]
        run = info.contiguity[axis]
        if run > 1:
            # A run survives where both axes begin at the same stride, cut to the new size.
            if stride == source_stride:
                contiguity[d] = min(run, size)
                divisor = info.divisibility[axis]
                if contiguity[d] != run:
                    divisor = min(divisor, contiguity[d])
                divisibility[d] = max(divisibility[d], divisor)
            continue
        # The product wraps in 64 bits, as upstream's does for the constancy of poison.
        equal = IntConstant(source_stride * info.constancy[axis], 64).value
        if stride <= equal:
            length = min(size, equal // stride)
            constancy[d] = length * _outer_constancy(info, source, axis, size // length)
    return AxisInfo(tuple(contiguity), tuple(divisibility), tuple(constancy))


def _outer_constancy(info: AxisInfo, source: RankedTensorType, axis: int, remaining: int) -> int:
    """By how much constant axes outside of ``axis`` prolong its equal elements.

    ``remaining`` is what is left of the new axis beyond ``axis``.
    """
    factor = 1
    if info.constancy[axis] != source.shape[axis]:
        return factor
    for outer in range(axis - 1, -1, -1):
        if remaining <= 1:
            break
        piece = min(source.shape[outer], remaining)
        equal = min(info.constancy[outer], piece)
        factor *= equal
        if equal < piece:
            break
        remaining //= piece
    return factor


#: The rule of each operation; those without one have results of which nothing is known.
RULES: dict[str, Rule] = {
    "builtin.unrealized_conversion_cast": _conversion_cast,
    "arith.extsi": _integer_cast,
    "arith.extui": _integer_cast,
    "arith.trunci": _integer_cast,
    "ttg.convert_layout": _identity,
    "tt.bitcast": _bitcast,
    "gluon.set_auto_layout": _identity,
    "tt.make_range": _make_range,
    "ub.poison": _poison,
    "tt.addptr": _Binary(_sum_contiguity, _sum_divisibility),
    "arith.addi": _Binary(_sum_contiguity, _sum_divisibility),
    "arith.subi": _Binary(_difference_contiguity, _sum_divisibility),
    "arith.muli": _Binary(_product_contiguity, _product_divisibility),
    "arith.divsi": _Binary(_quotient_contiguity, _quotient_divisibility, _quotient_constancy),
    "arith.divui": _Binary(_quotient_contiguity, _quotient_divisibility, _quotient_constancy),
    "arith.remsi": _Binary(_remainder_contiguity, _remainder_divisibility),
    "arith.remui": _Binary(_remainder_contiguity, _remainder_divisibility),
    "tt.broadcast": _broadcast,
    "tt.splat": _splat,
    "tt.expand_dims": _expand_dims,
    "tt.reshape": _reshape,
    "arith.cmpi": _compare,
    "arith.andi": _Binary(),
    "arith.ori": _Binary(),
    "arith.xori": _Binary(),
    "arith.select": _select,
    "arith.shli": _Binary(_shift_contiguity, _shift_left_divisibility),
    "arith.shrui": _Binary(_shift_contiguity, _shift_right_divisibility),
    "arith.shrsi": _Binary(_shift_contiguity, _shift_right_divisibility),
    "arith.maxsi": _min_max,
    "arith.maxui": _min_max,
    "arith.minsi": _min_max,
    "arith.minui": _min_max,
    "tt.load": _load,
    "tt.trans": _trans,
}
