"""Arithmetic element by element: every operation of arith, math and tt that is declared as such."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from mlir_mini.dialects import arith, math, tt
from mlir_mini.dialects.arith_casts import CastOp
from mlir_mini.ir.core import Block, Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    element_type_or_self,
    i1,
)
from mlir_mini.spec import traits as t
from mlir_mini.spec.constraints import i1_same_shape, with_element
from mlir_mini.spec.op import Op
from programs.maker import ELEMENTS, FLOATS, INTEGERS, Maker

_DIVISIONS = frozenset(
    {
        "arith.divsi", "arith.divui", "arith.remsi", "arith.remui",
        "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi",
    }
)  # fmt: skip
_SHIFTS = frozenset({"arith.shli", "arith.shrsi", "arith.shrui"})
_COMMON = (
    arith.AddIOp, arith.AddFOp, arith.MulIOp, arith.MulFOp, arith.SubIOp, arith.SubFOp,
    arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.DivSIOp, arith.RemSIOp, arith.MaxSIOp,
    arith.MinSIOp, arith.ShLIOp, arith.MaxNumFOp, arith.MinNumFOp, math.FmaOp,
)  # fmt: skip


def _is_simple(cls: type[Op]) -> bool:
    spec = cls.spec
    return (
        spec.fixed_operands
        and spec.fixed_results
        and len(spec.results) == 1
        and bool(spec.operands)
        and not spec.regions
    )


@cache
def same_type_ops() -> dict[Type, tuple[type[Op], ...]]:
    """By element type: the operations whose operands and result are all of one type."""
    found: dict[Type, list[type[Op]]] = {element: [] for element in ELEMENTS}
    for dialect in (arith.dialect, math.dialect, tt.dialect):
        for cls in dialect.ops.values():
            if t.SameOperandsAndResultType not in cls.traits or not _is_simple(cls):
                continue
            fields = (*cls.spec.operands, *cls.spec.results)
            for element in ELEMENTS:
                forms = (element, RankedTensorType((2,), element))
                if all(f.constraint.predicate(form) for f in fields for form in forms):
                    found[element].append(cls)
    return {element: tuple(classes) for element, classes in found.items()}


@cache
def casts() -> dict[Type, tuple[tuple[type[Op], Type], ...]]:
    """By element type: casts and the element types that they lead to."""
    found: dict[Type, list[tuple[type[Op], Type]]] = {element: [] for element in ELEMENTS}
    classes = [cls for cls in arith.dialect.ops.values() if issubclass(cls, CastOp)]
    classes += [tt.FpToFpOp, tt.BitcastOp]
    for source in ELEMENTS:
        block = Block([source])
        for cls in classes:
            for target in ELEMENTS:
                extra = (
                    {"rounding": cls.spec.attrs["rounding"].kind.from_python("rtne")}
                    if (cls is tt.FpToFpOp)
                    else {}
                )
                op = cls(list(block.arguments), [target], cls.with_default_properties(extra))
                if source is not target and op.verify_invariants() is None:
                    found[source].append((cls, target))
                op.erase()
    return {element: tuple(each) for element, each in found.items()}


@cache
def tests() -> tuple[type[Op], ...]:
    """Predicates of one float."""
    return tuple(cls for name, cls in math.dialect.ops.items() if name.startswith("math.is"))


def compute(maker: Maker, type: Type) -> Value | None:
    """One operation that gives the type, a number or a tensor of numbers."""
    element = element_type_or_self(type)
    options = same_type_ops()[element]
    common = [cls for cls in _COMMON if cls in options]
    cls = maker.choices.pick(common if common and maker.choices.chance(70) else options)
    operands = [maker.value(type) for _ in cls.spec.operands]
    if maker.profile.defined:
        guarded = _guarded(maker, cls, operands)
        if guarded is None:
            return None
        operands = guarded
    op = maker.attempt(cls, operands, **maker.random_attributes(cls))
    return op.result if op is not None else None


def _guarded(maker: Maker, cls: type[Op], operands: list[Value]) -> list[Value] | None:
    """The operands, limited so that the operation is defined."""
    name = cls.name
    type = operands[0].type
    element = element_type_or_self(type)
    if name in _DIVISIONS:
        if element is i1:
            return None
        return [operands[0], _divisor(maker, operands[1])]
    if name in _SHIFTS:
        assert isinstance(element, IntegerType)
        return [operands[0], _masked(maker, operands[1], element.width - 1)]
    if name == "math.ipowi":
        return [operands[0], _masked(maker, operands[1], 3)] if element is not i1 else None
    return operands


def _masked(maker: Maker, value: Value, bits: int) -> Value:
    """The value with only these bits; as often a constant."""
    if maker.choices.chance(50):
        return maker.constant(value.type, maker.choices.integer(0, bits))
    mask = maker.constant(value.type, bits)
    return maker.create(arith.AndIOp, [value, mask]).result


def _divisor(maker: Maker, value: Value) -> Value:
    """Not zero, and not -1, where the quotient may be out of range."""
    if maker.choices.chance(60):
        return maker.constant(value.type, maker.choices.pick((1, 2, 3, 4, 8, 16, 7, -2, -3)))
    low = maker.create(arith.AndIOp, [value, maker.constant(value.type, 6)]).result
    return maker.create(arith.OrIOp, [low, maker.constant(value.type, 1)]).result


def _number_type(maker: Maker, elements: Sequence[Type]) -> Type:
    """The type of a visible number or tensor of numbers, or a new one."""
    found = maker.choose(lambda value: element_type_or_self(value.type) in elements)
    if found is not None and maker.choices.chance(85):
        return found.type
    element = maker.element(elements)
    return element if maker.choices.chance(30) else maker.tensor(maker.shape(), element)


def arithmetic(maker: Maker) -> None:
    """One of the operations that take and give one type."""
    compute(maker, _number_type(maker, ELEMENTS))


def compare(maker: Maker) -> None:
    """cmpi, cmpf, or a test such as isnan."""
    pick = maker.choices
    if pick.chance(60):
        type = _number_type(maker, INTEGERS)
        cls: Any = arith.CmpIOp
        predicate = pick.pick(arith.INTEGER_PREDICATES)
    else:
        type = _number_type(maker, FLOATS)
        if pick.chance(15):
            test = pick.pick(tests())
            maker.attempt(test, [maker.value(type)], [i1_same_shape(type)])
            return
        cls, predicate = arith.CmpFOp, pick.pick(arith.FLOAT_PREDICATES)
    operands = [maker.value(type), maker.value(type)]
    maker.create(cls, operands, [i1_same_shape(type)], predicate=predicate)


def select(maker: Maker) -> None:
    """A choice as a whole or element by element, pointers included."""
    found = maker.choose(lambda value: True)
    type = found.type if found is not None else maker.tensor(maker.shape(), maker.element())
    condition = i1_same_shape(type)
    if maker.choices.chance(30):
        condition = i1
    operands = [maker.value(condition), maker.value(type), maker.value(type)]
    maker.attempt(arith.SelectOp, operands, [type])


def cast(maker: Maker) -> None:
    """A change of the element type."""
    type = _number_type(maker, ELEMENTS)
    options = casts()[element_type_or_self(type)]
    if not options:
        return
    cls, target = maker.choices.pick(options)
    value = maker.value(type)
    if maker.profile.defined and cls in (arith.FPToSIOp, arith.FPToUIOp):
        value = _in_range(maker, value, signed=cls is arith.FPToSIOp, target=target)
    attributes = maker.random_attributes(cls)
    if cls is tt.FpToFpOp:
        attributes["rounding"] = "rtne"
    maker.attempt(cls, [value], [with_element(type, target)], **attributes)


def _in_range(maker: Maker, value: Value, signed: bool, target: Type) -> Value:
    """The float where an integer can hold it, else zero."""
    type = value.type
    size = maker.create(math.AbsFOp, [value]).result
    assert isinstance(target, IntegerType)
    limit = maker.constant(type, 100.0 if target.width > 1 else 0.5)
    small = maker.create(arith.CmpFOp, [size, limit], [i1_same_shape(type)], predicate="olt").result
    kept = value if signed else size
    zero = maker.constant(type, 0.0)
    return maker.create(arith.SelectOp, [small, kept, zero], [type]).result


_EXTENDED = (
    arith.AddUIExtendedOp,
    arith.SubUIExtendedOp,
    arith.MulSIExtendedOp,
    arith.MulUIExtendedOp,
)


def extended(maker: Maker) -> None:
    """An addition or product with its upper part, or sincos."""
    cls = maker.choices.pick(_EXTENDED)
    type = _number_type(maker, INTEGERS)
    operands = [maker.value(type), maker.value(type)]
    second = type if issubclass(cls, arith.MulExtendedOp) else i1_same_shape(type)
    maker.attempt(cls, operands, [type, second])


def is_number(type: Type) -> bool:
    return isinstance(element_type_or_self(type), (IntegerType, FloatType))
