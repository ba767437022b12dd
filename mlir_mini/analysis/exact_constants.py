"""Exact integer results of operations, for AxisInfo's constant values.

A result counts as known only where the operation is defined on its operands: flags that make a
result poison (``nsw``, ``exact``, ``nneg``) are checked. After the constant evaluation of
lib/Analysis/AxisInfo.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from mlir_mini.analysis.integers import (
    BINARY_OPS,
    IntConstant,
    binary_overflows,
    compare,
    constant_of_attribute,
    evaluate_binary,
    fits_signed,
    fits_unsigned,
    has_unit,
    integer_width,
    overflow_flags,
)
from mlir_mini.ir.core import Operation

if TYPE_CHECKING:
    from mlir_mini.dialects.arith import CmpIOp

Known = IntConstant | None
Evaluator = Callable[[Operation, Sequence[Known], int], Known]


def exact_constant(op: Operation, operands: Sequence[Known]) -> Known:
    """The integer (or splat of it) that ``op`` results in, given those its operands are.

    None for anything but one integer result, and for a result that is not known or poison.
    """
    evaluate = _EVALUATORS.get(op.name)
    if evaluate is None or len(op.results) != 1:
        return None
    width = integer_width(op.results[0].type)
    return evaluate(op, operands, width) if width else None


def _constant(op: Operation, operands: Sequence[Known], width: int) -> Known:
    return constant_of_attribute(op.attr("value"))


def _binary(op: Operation, operands: Sequence[Known], width: int) -> Known:
    lhs, rhs = operands
    if lhs is None or rhs is None or lhs.width != rhs.width:
        return None
    result = evaluate_binary(op.name, lhs, rhs)
    breaks_promise = _BROKEN_PROMISES.get(op.name)
    if result is None or (breaks_promise is not None and breaks_promise(op, lhs, rhs)):
        return None
    return result


def _overflows(op: Operation, lhs: IntConstant, rhs: IntConstant) -> bool:
    flags = overflow_flags(op)
    return ("nuw" in flags and binary_overflows(op.name, lhs, rhs, signed=False)) or (
        "nsw" in flags and binary_overflows(op.name, lhs, rhs, signed=True)
    )


def _leaves_rest(op: Operation, lhs: IntConstant, rhs: IntConstant) -> bool:
    if not has_unit(op, "isExact"):
        return False
    rest = evaluate_binary("arith.rem" + op.name[-2:], lhs, rhs)
    return rest is None or rest.value != 0


def _loses_bits(op: Operation, lhs: IntConstant, rhs: IntConstant) -> bool:
    return has_unit(op, "isExact") and lhs.trailing_zeros < rhs.unsigned


#: Whether the result of a binary operation is poison by the flags of the operation.
_BROKEN_PROMISES: dict[str, Callable[[Operation, IntConstant, IntConstant], bool]] = {
    "arith.addi": _overflows,
    "arith.subi": _overflows,
    "arith.muli": _overflows,
    "arith.shli": _overflows,
    "arith.divsi": _leaves_rest,
    "arith.divui": _leaves_rest,
    "arith.shrsi": _loses_bits,
    "arith.shrui": _loses_bits,
}


def _product(op: Operation, operands: Sequence[Known], width: int) -> Known:
    if any(operand is not None and operand.value == 0 for operand in operands):
        return IntConstant(0, width)
    return _binary(op, operands, width)


def _remainder(op: Operation, operands: Sequence[Known], width: int) -> Known:
    rhs = operands[1]
    if rhs is not None and (rhs.is_one or (op.name == "arith.remsi" and rhs.is_all_ones)):
        return IntConstant(0, width)
    return _binary(op, operands, width)


def _sign_extension(op: Operation, operands: Sequence[Known], width: int) -> Known:
    (source,) = operands
    return None if source is None else IntConstant(source.value, width)


def _zero_extension(op: Operation, operands: Sequence[Known], width: int) -> Known:
    (source,) = operands
    if source is None or (source.value < 0 and has_unit(op, "nonNeg")):
        return None
    return IntConstant(source.unsigned, width)


def _truncation(op: Operation, operands: Sequence[Known], width: int) -> Known:
    (source,) = operands
    if source is None:
        return None
    flags = overflow_flags(op)
    if "nuw" in flags and not fits_unsigned(source.unsigned, width):
        return None
    if "nsw" in flags and not fits_signed(source.value, width):
        return None
    return IntConstant(source.value, width)


def _comparison(op: Operation, operands: Sequence[Known], width: int) -> Known:
    lhs, rhs = operands
    if lhs is None or rhs is None or lhs.width != rhs.width:
        return None
    return IntConstant(int(compare(cast("CmpIOp", op).predicate, lhs, rhs)), 1)


def _selection(op: Operation, operands: Sequence[Known], width: int) -> Known:
    condition, when_true, when_false = operands
    if condition is not None:
        return when_false if condition.value == 0 else when_true
    return when_true if when_true is when_false else None


_EVALUATORS: dict[str, Evaluator] = {
    **dict.fromkeys(BINARY_OPS, _binary),
    "arith.constant": _constant,
    "arith.extsi": _sign_extension,
    "arith.extui": _zero_extension,
    "arith.trunci": _truncation,
    "arith.muli": _product,
    "arith.remsi": _remainder,
    "arith.remui": _remainder,
    "arith.cmpi": _comparison,
    "arith.select": _selection,
}
