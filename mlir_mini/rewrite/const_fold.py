"""Applying a function of numbers to constant attributes: scalars, splats, and element by element.

After mlir/include/mlir/Dialect/CommonFolders.h.  A poisoned operand poisons the result.  Functions
of integers take :class:`IntConstant` and return a Python int, which is wrapped; functions of floats
take and return bit patterns.  Returning None gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlir_mini.analysis.integers import INDEX_WIDTH, IntConstant
from mlir_mini.dialects import ub
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr, wrap_integer
from mlir_mini.ir.types import FloatType, IndexType, IntegerType, ShapedType, Type

BinaryInt = Callable[[IntConstant, IntConstant], "int | None"]
BinaryFloat = Callable[[int, int, str], "int | None"]


def is_poison(attribute: Any) -> bool:
    return isinstance(attribute, ub.PoisonAttr)


def _number_width(type: Type) -> int | None:
    """Width of an integer type, None for any other type."""
    if isinstance(type, IntegerType):
        return type.width
    return INDEX_WIDTH if isinstance(type, IndexType) else None


def integers(attribute: Any) -> list[IntConstant] | None:
    """The integers of a constant: one for a scalar or a splat."""
    if isinstance(attribute, IntegerAttr):
        width = _number_width(attribute.type)
        return None if width is None else [IntConstant(attribute.value, width)]
    if isinstance(attribute, DenseElementsAttr):
        width = _number_width(attribute.type.element_type)
        return None if width is None else [IntConstant(v, width) for v in attribute.values]
    return None


def floats(attribute: Any) -> tuple[Sequence[int], str] | None:
    """Bit patterns and format of the floats of a constant: one for a scalar or a splat."""
    if isinstance(attribute, FloatAttr):
        return [attribute.bits], attribute.type.name
    if isinstance(attribute, DenseElementsAttr):
        element = attribute.type.element_type
        return (attribute.values, element.name) if isinstance(element, FloatType) else None
    return None


def attribute_of(type: Type, values: Iterable[int | None]) -> Any:
    """The constant of ``type`` with ``values``; None if one of them is None."""
    found = list(values)
    if None in found:
        return None
    numbers: list[Any] = found
    if isinstance(type, ShapedType):
        element = type.element_type
        if not isinstance(element, FloatType):
            numbers = [wrap_integer(v, element) for v in numbers]
        return DenseElementsAttr(type, numbers)
    if isinstance(type, FloatType):
        return FloatAttr(numbers[0], type)
    return IntegerAttr(numbers[0], type)


def _pairs(lhs: Sequence[Any], rhs: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Elements side by side, where either may be a splat of one."""
    size = max(len(lhs), len(rhs))
    if len(lhs) != len(rhs):
        lhs = list(lhs) * size if len(lhs) == 1 else lhs
        rhs = list(rhs) * size if len(rhs) == 1 else rhs
    return list(zip(lhs, rhs, strict=True))


def _same_kind(lhs: Any, rhs: Any) -> bool:
    return type(lhs) is type(rhs) and lhs.type is rhs.type


def fold_binary_integers(
    constants: Sequence[Any], evaluate: BinaryInt, type: Type | None = None
) -> Any:
    """``evaluate`` of two integer constants, as one of ``type`` (by default that of the operands).

    Elements after one that gives up are not looked at.
    """
    lhs, rhs = constants
    for constant in (lhs, rhs):
        if is_poison(constant):
            return constant
    if lhs is None or rhs is None or not _same_kind(lhs, rhs):
        return None
    left, right = integers(lhs), integers(rhs)
    if left is None or right is None:
        return None
    values: list[int | None] = []
    for a, b in _pairs(left, right):
        value = evaluate(a, b)
        if value is None:
            return None
        values.append(value)
    return attribute_of(lhs.type if type is None else type, values)


def fold_binary_floats(constants: Sequence[Any], evaluate: BinaryFloat) -> Any:
    """``evaluate(a, b, format)`` of two float constants."""
    lhs, rhs = constants
    for constant in (lhs, rhs):
        if is_poison(constant):
            return constant
    if lhs is None or rhs is None or not _same_kind(lhs, rhs):
        return None
    left, right = floats(lhs), floats(rhs)
    if left is None or right is None:
        return None
    name = left[1]
    return attribute_of(lhs.type, [evaluate(a, b, name) for a, b in _pairs(left[0], right[0])])


def fold_unary_floats(constants: Sequence[Any], evaluate: Callable[[int, str], int | None]) -> Any:
    """``evaluate(a, format)`` of a float constant."""
    (operand,) = constants
    if operand is None or is_poison(operand):
        return operand
    found = floats(operand)
    if found is None:
        return None
    return attribute_of(operand.type, [evaluate(a, found[1]) for a in found[0]])


def fold_unary_integers(
    constants: Sequence[Any], evaluate: Callable[[IntConstant], int | None]
) -> Any:
    (operand,) = constants
    if operand is None or is_poison(operand):
        return operand
    found = integers(operand)
    return None if found is None else attribute_of(operand.type, map(evaluate, found))


def fold_integer_cast(
    constants: Sequence[Any], type: Type, evaluate: Callable[[IntConstant], int | None]
) -> Any:
    """``evaluate`` of an integer constant as a constant of another type."""
    (operand,) = constants
    if operand is None or is_poison(operand):
        return operand
    found = integers(operand)
    return None if found is None else attribute_of(type, map(evaluate, found))


def fold_float_cast(
    constants: Sequence[Any], type: Type, evaluate: Callable[[int, str], int | None]
) -> Any:
    """``evaluate(bits, format)`` of a float constant as a constant of another type."""
    (operand,) = constants
    if operand is None or is_poison(operand):
        return operand
    found = floats(operand)
    return None if found is None else attribute_of(type, [evaluate(a, found[1]) for a in found[0]])
