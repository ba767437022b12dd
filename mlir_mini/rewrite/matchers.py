"""What folders and patterns ask of values and constants (after mlir/include/mlir/IR/Matchers.h).

Questions about a number hold for a scalar constant and for a splat of it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from mlir_mini.analysis.integers import IntConstant, constant_of_attribute
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr, splat
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.floats import float_to_bits
from mlir_mini.ir.types import FloatType, IntegerType, ShapedType, Type, element_type_or_self
from mlir_mini.rewrite.folding import constant_value

OpT = TypeVar("OpT", bound=Operation)


def defined_by(value: Value, op_class: type[OpT]) -> OpT | None:
    """The operation of class ``op_class`` that defines ``value``, or None."""
    op = value.defining_op
    return op if isinstance(op, op_class) else None


def integer(attribute: Any) -> IntConstant | None:
    """The integer that a constant's attribute is, or is a splat of."""
    return constant_of_attribute(attribute)


def integer_value(value: Value) -> IntConstant | None:
    """The integer that ``value`` is, or is a splat of, if a constant defines it."""
    return constant_of_attribute(constant_value(value))


def is_zero(attribute: Any) -> bool:
    found = constant_of_attribute(attribute)
    return found is not None and found.value == 0


def is_one(attribute: Any) -> bool:
    found = constant_of_attribute(attribute)
    return found is not None and found.is_one


def float_bits(attribute: Any) -> tuple[int, str] | None:
    """Bit pattern and format of the float that a constant's attribute is, or is a splat of."""
    if isinstance(attribute, FloatAttr):
        return attribute.bits, attribute.type.name
    if isinstance(attribute, DenseElementsAttr) and attribute.is_splat:
        element = attribute.type.element_type
        if isinstance(element, FloatType):
            return attribute.splat_value, element.name
    return None


def is_float(attribute: Any, value: float) -> bool:
    """The constant is exactly ``value``; zeros differ by their sign."""
    found = float_bits(attribute)
    return found is not None and found[0] == float_to_bits(value, found[1])


def is_any_zero_float(attribute: Any) -> bool:
    return is_float(attribute, 0.0) or is_float(attribute, -0.0)


def zero_attribute(type: Type) -> Any:
    """The zero of a type of integers or floats, scalar or shaped."""
    element = element_type_or_self(type)
    bits = float_to_bits(0.0, element.name) if isinstance(element, FloatType) else 0
    if isinstance(type, ShapedType):
        return splat(type, bits)
    return FloatAttr(bits, type) if isinstance(type, FloatType) else IntegerAttr(0, type)


def integer_attribute(type: Type, value: int) -> Any:
    """``value`` as an attribute of a type of integers, scalar or shaped."""
    return splat(type, value) if isinstance(type, ShapedType) else IntegerAttr(value, type)


def is_bool(type: Type) -> bool:
    """The type or its elements are ``i1``."""
    element = element_type_or_self(type)
    return isinstance(element, IntegerType) and element.width == 1
