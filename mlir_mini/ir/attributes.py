"""Builtin attributes.  Interned: two equal attributes are the same object.

Numbers are stored so that equality is bitwise: floats as their bit pattern in the type's own
format (``mlir_mini.ir.floats`` converts), integers as Python ints, signed for signless types,
with ``i1`` true stored as 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mlir_mini.interned import Interned
from mlir_mini.ir.floats import bits_to_float, float_to_bits
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    ShapedType,
    Type,
    i1,
    i32,
    i64,
    index,
)


class Attribute(Interned):
    """Base of the builtin attributes; encodings and other dialect attributes need not derive."""

    __slots__ = ()


def wrap_integer(value: int, type: Type) -> int:
    """``value`` modulo the width of ``type``: signed for signless types, 0 or 1 for ``i1``.

    An index is kept in 64 bits.
    """
    if isinstance(type, IntegerType):
        mask = (1 << type.width) - 1
        value &= mask
        if type.width > 1 and type.signedness != "unsigned" and value >> (type.width - 1):
            value -= mask + 1
    elif type is index and not -(1 << 63) <= value < 1 << 63:
        value = (value + (1 << 63)) % (1 << 64) - (1 << 63)
    return value


class IntegerAttr(Attribute):
    """``5 : i32``; booleans are IntegerAttr of ``i1`` with value 0 or 1."""

    fields = ("value", "type")
    __slots__ = fields
    value: int
    type: Type

    def __new__(cls, value: int, type: Type = i64) -> IntegerAttr:
        return super().__new__(cls, wrap_integer(int(value), type), type)


class FloatAttr(Attribute):
    """``1.0 : f32``; ``bits`` is the pattern in the format of ``type``."""

    fields = ("bits", "type")
    __slots__ = fields
    bits: int
    type: FloatType

    @classmethod
    def from_float(cls, value: float, type: FloatType) -> FloatAttr:
        return cls(float_to_bits(value, type.name), type)

    @property
    def value(self) -> float:
        return bits_to_float(self.bits, self.type.name)


class StringAttr(Attribute):
    """``"text"``, with a type where one was written (``"x" : i32``)."""

    fields = ("value", "type")
    __slots__ = fields
    value: str
    type: Type | None

    def __new__(cls, value: str, type: Type | None = None) -> StringAttr:
        return super().__new__(cls, value, type)


class UnitAttr(Attribute):
    fields = ()
    __slots__ = fields


class ArrayAttr(Attribute):
    fields = ("elements",)
    __slots__ = fields
    elements: tuple[Interned, ...]


class DictionaryAttr(Attribute):
    """Entries sorted by name, as MLIR keeps them."""

    fields = ("entries",)
    __slots__ = fields
    entries: tuple[tuple[str, Interned], ...]

    @classmethod
    def of(cls, mapping: Mapping[str, Interned]) -> DictionaryAttr:
        return cls(tuple(sorted(mapping.items())))

    def get(self, name: str) -> Interned | None:
        for key, value in self.entries:
            if key == name:
                return value
        return None

    def as_dict(self) -> dict[str, Interned]:
        return dict(self.entries)


class DenseArrayAttr(Attribute):
    """``array<i32: 1, 2>``; floats as bit patterns, i1 as 0 or 1."""

    fields = ("element_type", "values")
    __slots__ = fields
    element_type: Type
    values: tuple[int, ...]


class DenseElementsAttr(Attribute):
    """``dense<...> : tensor<4xi32>``; ``values`` has one entry for a splat, else one an element."""

    fields = ("type", "values")
    __slots__ = fields
    type: ShapedType
    values: tuple[int, ...]

    def __new__(cls, type: ShapedType, values: Iterable[int]) -> DenseElementsAttr:
        values = tuple(values)
        if len(values) > 1 and values.count(values[0]) == len(values):
            values = values[:1]
        return super().__new__(cls, type, values)

    @property
    def is_splat(self) -> bool:
        return len(self.values) == 1

    @property
    def splat_value(self) -> int:
        """The one value (a bit pattern for floats); valid only when :attr:`is_splat`."""
        return self.values[0]

    def element(self, i: int) -> int:
        return self.values[0] if len(self.values) == 1 else self.values[i]

    def with_type(self, type: ShapedType) -> DenseElementsAttr:
        """The same data under another type with as many elements."""
        return DenseElementsAttr(type, self.values)


class TypeAttr(Attribute):
    fields = ("type",)
    __slots__ = fields
    type: Type


class SymbolRefAttr(Attribute):
    """``@root::@nested``."""

    fields = ("root", "nested")
    __slots__ = fields
    root: str
    nested: tuple[str, ...]

    def __new__(cls, root: str, nested: tuple[str, ...] = ()) -> SymbolRefAttr:
        return super().__new__(cls, root, nested)


class OpaqueAttr(Attribute):
    """An attribute of a dialect that is not registered, kept as written: ``#dialect.text``."""

    fields = ("dialect", "text")
    __slots__ = fields
    dialect: str
    text: str


class DenseResourceAttr(Attribute):
    """``dense_resource<name> : tensor<...>``; ``blob`` is its text in the resource block."""

    fields = ("name", "type", "blob")
    __slots__ = fields
    name: str
    type: Type
    blob: str | None


TRUE = IntegerAttr(1, i1)
FALSE = IntegerAttr(0, i1)
UNIT = UnitAttr()


def bool_attr(value: bool) -> IntegerAttr:
    return TRUE if value else FALSE


def i32_attr(value: int) -> IntegerAttr:
    return IntegerAttr(value, i32)


def i32_array(values: Iterable[int]) -> DenseArrayAttr:
    return DenseArrayAttr(i32, tuple(values))


def i64_array(values: Iterable[int]) -> DenseArrayAttr:
    return DenseArrayAttr(i64, tuple(values))


def splat(type: ShapedType, value: int) -> DenseElementsAttr:
    """A splat of an integer value or of a float's bit pattern."""
    element = type.element_type
    if isinstance(element, IntegerType):
        value = wrap_integer(value, element)
    return DenseElementsAttr(type, (value,))
