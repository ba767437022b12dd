"""Values as the interpreter holds them.

=====================  ====================================================================
type                   value
=====================  ====================================================================
``i1``                 numpy ``bool``
``i8`` ... ``i64``     numpy ``int8`` ... ``int64``: two's complement, which has no sign of its
                       own; operations that read it as unsigned say so
``index``              numpy ``int64``
``f16 f32 f64``        numpy floats
``bf16``, ``f8...``    bit patterns, ``uint16`` and ``uint8`` (:mod:`.floats`)
``!tt.ptr<T>``         ``int64`` addresses of bytes; an address names a buffer and an offset in it
tensor of these        an array of that shape; a scalar is an array of shape ``()``
``!tt.tensordesc``     :class:`Descriptor`
``!ttg.memdesc``       :class:`MemDesc`
tokens                 ``None``
=====================  ====================================================================

In the region of a reduction or a scan all lanes run at once, and a scalar of the region is an array
with an element per lane. Values are never changed in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects.tt_types import PointerType, TensorDescType
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType
from mlir_mini.interp.errors import Unsupported
from mlir_mini.interp.floats import NATIVE, decode, encode
from mlir_mini.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    Type,
    element_type_or_self,
)
from mlir_mini.spec.verify import type_text

_INTEGERS: dict[int, Any] = {1: np.bool_, 8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
_UNSIGNED: dict[int, Any] = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
_dtypes: dict[Type, Any] = {}


def dtype_of(type: Type) -> Any:
    """numpy's type for an element of ``type`` (a tensor or a scalar); raises Unsupported."""
    found = _dtypes.get(type)
    if found is None:
        found = _dtypes[type] = np.dtype(_dtype(element_type_or_self(type)))
    return found


def _dtype(element: Type) -> Any:
    if isinstance(element, IntegerType) and element.width in _INTEGERS:
        return _INTEGERS[element.width]
    if isinstance(element, FloatType):
        if element.name in NATIVE:
            return NATIVE[element.name]
        if element.name == "bf16":
            return np.uint16
        if element.width <= 8:
            return np.uint8
    if isinstance(element, (IndexType, PointerType)):
        return np.int64
    raise Unsupported(None, f"values of type '{type_text(element)}'")


def shape_of(type: Type) -> tuple[int, ...]:
    return type.shape if isinstance(type, RankedTensorType) else ()


def is_float(type: Type) -> bool:
    return isinstance(element_type_or_self(type), FloatType)


def to_float(value: Any, type: Type) -> Any:
    """A value of float ``type`` as what arithmetic works on: f64 for f64, f32 for all others."""
    element: Any = element_type_or_self(type)
    if element.name in ("f32", "f64"):
        return value
    if element.name == "f16":
        return value.astype(np.float32)
    dtype_of(element)
    return decode(value, element.name)


def from_float(value: Any, type: Type, rounding: str = "rtne") -> Any:
    """A value rounded to float ``type``."""
    element: Any = element_type_or_self(type)
    if element.name not in NATIVE:
        dtype_of(element)
        return encode(value, element.name, rounding)
    target = NATIVE[element.name]
    if value.dtype == target:
        return value
    rounded = value.astype(target)
    if rounding == "rtz":
        over = np.abs(rounded.astype(value.dtype)) > np.abs(value)
        rounded = np.where(over, np.nextafter(rounded, target(0)), rounded)
    return rounded


def unsigned(value: Any) -> Any:
    """An integer read as unsigned; an i1 as 0 or 1."""
    if value.dtype == np.bool_:
        return value.astype(np.uint8)
    return value.view(_UNSIGNED[value.dtype.itemsize])


def bits_of(value: Any) -> Any:
    """The pattern of any numeric value, as an unsigned integer."""
    return unsigned(value)


def from_bits(bits: Any, type: Type) -> Any:
    """The value of ``type`` that has this pattern."""
    target = dtype_of(type)
    if target == np.bool_:
        return (bits & bits.dtype.type(1)).astype(np.bool_)
    return bits.view(target)


def byte_width(type: Type) -> int:
    """Bytes that an element takes in memory."""
    return dtype_of(type).itemsize


def zeros(type: Type) -> Any:
    """Zeros, which also stand for values that are not defined."""
    if isinstance(type, AsyncTokenType):
        return None
    return np.zeros(shape_of(type), dtype_of(type))


def constant(attr_values: Any, type: Type) -> Any:
    """Elements from the integers and bit patterns of an attribute."""
    target = dtype_of(type)
    if is_float(type):
        return np.array(attr_values, _UNSIGNED[target.itemsize]).view(target)
    return np.array(attr_values, target)


class Descriptor:
    """A tensor in memory: base address, sizes and strides in elements, what pads reads outside."""

    __slots__ = ("base", "block", "element_type", "padding", "shape", "strides")

    def __init__(
        self,
        base: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        type: TensorDescType,
        padding: str = "zero",
    ) -> None:
        self.base = base
        self.shape = shape
        self.strides = strides
        self.block = type.shape
        self.element_type = type.signless_block_type.element_type
        self.padding = padding

    def addresses(self, indices: list[Any]) -> tuple[Any, Any]:
        """Addresses of elements by their indices, and which of them are inside."""
        inside: Any = True
        offset: Any = np.int64(0)
        for index, size, stride in zip(indices, self.shape, self.strides, strict=True):
            index = np.asarray(index, np.int64)
            inside = inside & (index >= 0) & (index < size)
            offset = offset + index * stride
        return self.base + offset * byte_width(self.element_type), inside


class MemDesc:
    """A view of shared or tensor memory: places of elements in a flat allocation."""

    __slots__ = ("places", "storage")

    def __init__(self, storage: Any, places: Any) -> None:
        self.storage = storage
        self.places = places

    @classmethod
    def allocate(cls, type: MemDescType) -> MemDesc:
        """A fresh buffer; what has not been written is zero."""
        storage = np.zeros(type.num_elements, dtype_of(type.element_type))
        return cls(storage, np.arange(type.num_elements).reshape(type.shape))

    def copy(self) -> MemDesc:
        """The same view of a copy of the memory."""
        return MemDesc(self.storage.copy(), self.places)

    def view(self, places: Any) -> MemDesc:
        return MemDesc(self.storage, places)

    def read(self) -> Any:
        return self.storage[self.places]

    def write(self, value: Any, mask: Any = True) -> None:
        if mask is True:
            self.storage[self.places] = value.reshape(self.places.shape)
        else:
            self.storage[self.places[mask]] = value[mask]
