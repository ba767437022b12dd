"""Fields of an operation's declaration: operands, results, attributes, regions, successors.

Each is a descriptor: ``op.mask`` reads the operand called ``mask``.  ``kind`` is ``one``,
``optional`` (None when absent) or ``variadic`` (a list).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.ir.types import Type
from mlir_mini.spec.attr_kinds import AnyAttr, AttrKind
from mlir_mini.spec.constraints import AnyType, TypeConstraint


class TypeRule:
    """The type of a field as a function of the type of another one (``TypesMatchWith``).

    ``message`` is the check's name in upstream's error, ``failed to verify that <message>``;
    without one the rule only serves to read the assembly.
    """

    __slots__ = ("fn", "message", "source")

    def __init__(
        self, source: str, fn: Callable[[Type], Type] | None = None, message: str | None = None
    ) -> None:
        self.source = source
        self.fn = fn
        self.message = message

    def apply(self, type: Type) -> Type:
        return self.fn(type) if self.fn else type


def same_as(source: str, message: str | None = None) -> TypeRule:
    return TypeRule(source, None, message)


class Field:
    """Base: ``name`` is filled in by the class that the field is declared in."""

    __slots__ = ("name",)
    name: str

    def __set_name__(self, owner: type, name: str) -> None:
        if not hasattr(self, "name"):
            self.name = name.rstrip("_")


class PositionalField(Field):
    """A field that is one of a row: ``index`` is its place among those of its sort."""

    __slots__ = ("index", "kind")
    index: int
    kind: str


class ValueField(PositionalField):
    __slots__ = ("constraint", "rule")

    def __init__(
        self,
        constraint: TypeConstraint = AnyType,
        kind: str = "one",
        type: TypeRule | None = None,
        name: str | None = None,
    ) -> None:
        self.constraint = constraint
        self.kind = kind
        self.rule = type
        self.index = -1
        if name is not None:
            self.name = name


class OperandField(ValueField):
    __slots__ = ()

    def __get__(self, op: Any, owner: Any = None) -> Any:
        if op is None:
            return self
        spec = op.spec
        if spec.fixed_operands:
            return op.op_operands[self.index].value
        group = spec.operand_group(op, self.index)
        if self.kind == "variadic":
            return [slot.value for slot in group]
        return group[0].value if group else None

    def __set__(self, op: Any, value: Any) -> None:
        op.spec.set_operand_group(op, self.index, value)


class ResultField(ValueField):
    __slots__ = ()

    def __get__(self, op: Any, owner: Any = None) -> Any:
        if op is None:
            return self
        group = op.spec.result_group(op, self.index)
        if self.kind == "variadic":
            return group
        return group[0] if group else None


class AttrField(Field):
    """A declared (inherent) attribute.

    ``default`` is the value an absent attribute stands for; it is stored on creation unless
    ``populate`` is off, and left out of the custom assembly where the attribute equals it.
    """

    __slots__ = ("default", "kind", "optional", "populate")

    def __init__(
        self,
        kind: AttrKind = AnyAttr,
        optional: bool = False,
        default: Any = None,
        populate: bool = True,
        name: str | None = None,
    ) -> None:
        self.kind = kind
        self.default: Interned | None = None if default is None else kind.from_python(default)
        self.optional = optional or default is not None
        self.populate = populate
        if name is not None:
            self.name = name

    def __get__(self, op: Any, owner: Any = None) -> Any:
        if op is None:
            return self
        attr = op.properties.get(self.name)
        if attr is None:
            attr = self.default
        if attr is None:
            return False if self.kind.is_flag else None
        return self.kind.to_python(attr)

    def __set__(self, op: Any, value: Any) -> None:
        if value is None or (value is False and self.kind.is_flag):
            op.properties.pop(self.name, None)
        else:
            op.properties[self.name] = self.kind.from_python(value)


class RegionField(PositionalField):
    """A region; ``kind`` as for operands."""

    __slots__ = ("nonempty", "sized")

    def __init__(
        self,
        kind: str = "one",
        sized: bool = False,
        nonempty: bool = False,
        name: str | None = None,
    ) -> None:
        self.kind = kind
        #: The region must have exactly one block.
        self.sized = sized
        #: The region must have a block.
        self.nonempty = nonempty
        self.index = -1
        if name is not None:
            self.name = name

    def __get__(self, op: Any, owner: Any = None) -> Any:
        if op is None:
            return self
        if self.kind == "variadic":
            return op.regions[self.index :]
        return op.regions[self.index] if self.index < len(op.regions) else None


class SuccessorField(PositionalField):
    __slots__ = ()

    def __init__(self, kind: str = "one", name: str | None = None) -> None:
        self.kind = kind
        self.index = -1
        if name is not None:
            self.name = name

    def __get__(self, op: Any, owner: Any = None) -> Any:
        if op is None:
            return self
        if self.kind == "variadic":
            return op.successors[self.index :]
        return op.successors[self.index]


def operand(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return OperandField(constraint, "one", **options)


def optional_operand(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return OperandField(constraint, "optional", **options)


def variadic(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return OperandField(constraint, "variadic", **options)


def result(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return ResultField(constraint, "one", **options)


def optional_result(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return ResultField(constraint, "optional", **options)


def variadic_result(constraint: TypeConstraint = AnyType, **options: Any) -> Any:
    return ResultField(constraint, "variadic", **options)


def attr(kind: AttrKind = AnyAttr, **options: Any) -> Any:
    return AttrField(kind, **options)


def optional_attr(kind: AttrKind = AnyAttr, **options: Any) -> Any:
    return AttrField(kind, optional=True, **options)


def region(**options: Any) -> Any:
    return RegionField("one", **options)


def variadic_region(**options: Any) -> Any:
    return RegionField("variadic", **options)


def successor(**options: Any) -> Any:
    return SuccessorField("one", **options)


def variadic_successor(**options: Any) -> Any:
    return SuccessorField("variadic", **options)
