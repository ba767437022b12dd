"""Arithmetic on constants of all kinds: extreme numbers, NaNs, several elements, hidden ones."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.arith_casts import CastOp
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    i1,
)
from mlir_mini.spec.constraints import i1_same_shape, with_element
from programs.elementwise import casts, same_type_ops, tests
from programs.maker import ELEMENTS, FLOATS, INTEGERS, Maker

_INTEGERS = (0, 1, 2, -1, 3, 7, 8, 16, 31, 63, 127, 128, 255, -2, -7, -8, -128)
_FLOATS = (
    0.0, 1.0, -0.0, -1.0, 2.0, 0.5, 3.0, 0.625, -2.5, 100.0, 0.1, 1e-3, 6e4,
    float("inf"), float("-inf"), float("nan"),
)  # fmt: skip


def _bits(maker: Maker, element: Type) -> int:
    """An element of a constant: a usual one, any, or an extreme one."""
    pick = maker.choices
    kind = pick.weighted(((5, 0), (3, 1), (1, 2)))
    if isinstance(element, IntegerType):
        width = element.width
        number = pick.pick(_INTEGERS)
        if kind == 1:
            number = _any_bits(maker, width)
        elif kind == 2:
            number = 1 << (width - 1)
        return IntegerAttr(number, element).value
    assert isinstance(element, FloatType)
    if kind == 0:
        return FloatAttr.from_float(pick.pick(_FLOATS), element).bits
    return _any_bits(maker, element.width)


def _any_bits(maker: Maker, width: int) -> int:
    bits = 0
    for _ in range(0, width, 8):
        bits = bits << 8 | maker.choices.integer(0, 255)
    return bits & ((1 << width) - 1)


def _scalar(maker: Maker, element: Type) -> Value:
    bits = _bits(maker, element)
    attr = IntegerAttr(bits, element) if isinstance(element, IntegerType) else None
    if attr is None:
        assert isinstance(element, FloatType)
        return maker.create(arith.ConstantOp, [], [element], value=FloatAttr(bits, element)).result
    return maker.create(arith.ConstantOp, [], [element], value=attr).result


def _operand(maker: Maker, type: Type) -> Value:
    """A constant, one behind a splat, or something that is none."""
    pick = maker.choices
    if pick.chance(12):
        return maker.argument(type)
    if not isinstance(type, RankedTensorType):
        return _scalar(maker, type)
    element = type.element_type
    if pick.chance(25):
        return maker.create(tt.SplatOp, [_scalar(maker, element)], [type]).result
    count = type.num_elements if pick.chance(50) else 1
    value = DenseElementsAttr(type, [_bits(maker, element) for _ in range(count)])
    return maker.create(arith.ConstantOp, [], [type], value=value).result


def step(maker: Maker) -> list[Value]:
    """One operation on constants; its results."""
    pick = maker.choices
    element = pick.pick(ELEMENTS)
    type: Type = element if pick.chance(50) else RankedTensorType((2,), element)
    op: Any = None
    kind = pick.weighted(((12, 0), (3, 1), (3, 2), (2, 3), (1, 4)))
    if kind == 1 and casts()[element]:
        cls, target = pick.pick(casts()[element])
        attributes = maker.random_attributes(cls)
        if not issubclass(cls, CastOp) and "rounding" in cls.spec.attrs:
            attributes["rounding"] = pick.pick(("rtne", "rtz"))
        operands = [_operand(maker, type)]
        op = maker.attempt(cls, operands, [with_element(type, target)], **attributes)
    elif kind == 2:
        is_integer = element in INTEGERS
        names = arith.INTEGER_PREDICATES if is_integer else arith.FLOAT_PREDICATES
        cls = arith.CmpIOp if is_integer else arith.CmpFOp
        operands = [_operand(maker, type), _operand(maker, type)]
        result = i1_same_shape(type)
        op = maker.attempt(cls, operands, [result], predicate=pick.pick(names))
    elif kind == 3:
        condition = _operand(maker, pick.pick((i1, i1_same_shape(type))))
        operands = [condition, _operand(maker, type), _operand(maker, type)]
        op = maker.attempt(arith.SelectOp, operands, [type])
    elif kind == 4 and element in FLOATS:
        op = maker.attempt(pick.pick(tests()), [_operand(maker, type)], [i1_same_shape(type)])
    elif kind == 4:
        cls = pick.pick((arith.AddUIExtendedOp, arith.SubUIExtendedOp, arith.MulSIExtendedOp))
        second = type if issubclass(cls, arith.MulExtendedOp) else i1_same_shape(type)
        operands = [_operand(maker, type), _operand(maker, type)]
        op = maker.attempt(cls, operands, [type, second])
    else:
        cls = pick.pick(same_type_ops()[element])
        same = _operand(maker, type)
        operands = [same if pick.chance(10) else _operand(maker, type) for _ in cls.spec.operands]
        op = maker.attempt(cls, operands, **maker.random_attributes(cls))
    return list(op.results) if op is not None else []
