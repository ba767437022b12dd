"""Builtin types.  Interned: two equal types are the same object."""

from __future__ import annotations

from mlir_mini.interned import Interned


class Type(Interned):
    """Base of every type, builtin or of a dialect."""

    __slots__ = ()


class IntegerType(Type):
    """``i32``, ``si8``, ``ui1``; ``width`` in bits."""

    fields = ("width", "signedness")
    __slots__ = fields
    width: int
    signedness: str

    def __new__(cls, width: int, signedness: str = "signless") -> IntegerType:
        return super().__new__(cls, width, signedness)


class IndexType(Type):
    fields = ()
    __slots__ = fields


class NoneType(Type):
    fields = ()
    __slots__ = fields


#: Bit widths of the floating point types that MLIR's builtin dialect names.
FLOAT_WIDTHS = {
    "f16": 16,
    "bf16": 16,
    "f32": 32,
    "f64": 64,
    "f80": 80,
    "f128": 128,
    "tf32": 19,
    "f8E5M2": 8,
    "f8E4M3": 8,
    "f8E4M3FN": 8,
    "f8E5M2FNUZ": 8,
    "f8E4M3FNUZ": 8,
    "f8E4M3B11FNUZ": 8,
    "f8E3M4": 8,
    "f8E8M0FNU": 8,
    "f6E2M3FN": 6,
    "f6E3M2FN": 6,
    "f4E2M1FN": 4,
}


class FloatType(Type):
    """A floating point type by its MLIR keyword (``f32``, ``f8E4M3FN``)."""

    fields = ("name",)
    __slots__ = fields
    name: str

    @property
    def width(self) -> int:
        return FLOAT_WIDTHS[self.name]


class ShapedType(Type):
    """Base of tensors, vectors and other types with ``shape`` and ``element_type``."""

    __slots__ = ()
    shape: tuple[int, ...]
    element_type: Type

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def num_elements(self) -> int:
        count = 1
        for size in self.shape:
            count *= size
        return count


#: Size of a dimension written ``?``.
DYNAMIC = -1


class RankedTensorType(ShapedType):
    """``tensor<16x16xf32, #encoding>``; a dynamic size is :data:`DYNAMIC`."""

    fields = ("shape", "element_type", "encoding")
    __slots__ = fields
    encoding: Interned | None

    def __new__(
        cls, shape: tuple[int, ...], element_type: Type, encoding: Interned | None = None
    ) -> RankedTensorType:
        return super().__new__(cls, shape, element_type, encoding)

    def with_encoding(self, encoding: Interned | None) -> RankedTensorType:
        return RankedTensorType(self.shape, self.element_type, encoding)

    def with_element_type(self, element_type: Type) -> RankedTensorType:
        return RankedTensorType(self.shape, element_type, self.encoding)


class UnrankedTensorType(Type):
    """``tensor<*xf32>``."""

    fields = ("element_type",)
    __slots__ = fields
    element_type: Type


class VectorType(ShapedType):
    """``vector<4xi32>``; ``scalable`` marks the dimensions written ``[4]``."""

    fields = ("shape", "element_type", "scalable")
    __slots__ = fields
    scalable: tuple[bool, ...]

    def __new__(
        cls, shape: tuple[int, ...], element_type: Type, scalable: tuple[bool, ...] = ()
    ) -> VectorType:
        return super().__new__(cls, shape, element_type, scalable or (False,) * len(shape))


class MemRefType(ShapedType):
    """``memref<4x4xf32, layout, space>``."""

    fields = ("shape", "element_type", "layout", "memory_space")
    __slots__ = fields
    layout: Interned | None
    memory_space: Interned | None


class FunctionType(Type):
    """``(i32, f32) -> i1``."""

    fields = ("inputs", "results")
    __slots__ = fields
    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


class TupleType(Type):
    fields = ("types",)
    __slots__ = fields
    types: tuple[Type, ...]


class ComplexType(Type):
    fields = ("element_type",)
    __slots__ = fields
    element_type: Type


class OpaqueType(Type):
    """A type of a dialect that is not registered, kept as written: ``!dialect.text``."""

    fields = ("dialect", "text")
    __slots__ = fields
    dialect: str
    text: str


i1 = IntegerType(1)
i8 = IntegerType(8)
i16 = IntegerType(16)
i32 = IntegerType(32)
i64 = IntegerType(64)
f16 = FloatType("f16")
bf16 = FloatType("bf16")
f32 = FloatType("f32")
f64 = FloatType("f64")
index = IndexType()
none = NoneType()


def element_type_or_self(type: Type) -> Type:
    """The element type of a tensor, vector or memref; any other type itself."""
    return type.element_type if isinstance(type, ShapedType) else type


def bit_width(type: Type) -> int:
    """Width in bits of an integer, float or pointer (64), or of a shaped type's element."""
    element = element_type_or_self(type)
    if isinstance(element, (IntegerType, FloatType)):
        return element.width
    return 64


def is_integer(type: Type, width: int | None = None) -> bool:
    return isinstance(type, IntegerType) and (width is None or type.width == width)
