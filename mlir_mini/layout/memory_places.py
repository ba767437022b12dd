"""Where in memory an element lies, and the reverse: shared memory's bytes and banks, tensor memory.

Offsets count elements; bytes come from them by the element's width. Shared memory has 32 banks of
4 bytes side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.interned import Interned
from mlir_mini.layout.encodings import LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import (
    NVMMASharedEncoding,
    SharedEncoding,
    padded_encoding,
)
from mlir_mini.layout.memory_to_linear import to_linear_ignoring_padding
from mlir_mini.layout.ownership import check_shape, inputs_of

BANKS, BANK_BYTES = 32, 4


class MemoryPlace(Interned):
    """A place in shared memory; `offset` leaves padding out, `byte` and `bank` do not."""

    fields = ("block", "partition", "offset", "byte", "bank")
    __slots__ = fields
    block: int
    partition: int
    offset: int
    byte: int
    bank: int


def memory_layout(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    """The layout of an allocation of this shape. LayoutError names the field that is wrong."""
    check_shape(shape, encoding.rank)
    try:
        layout = to_linear_ignoring_padding(tuple(shape), encoding)
    except LayoutError as error:
        raise LayoutError(f"shape: {error}") from None
    if layout.out_dim_sizes != tuple(shape):
        sizes = "x".join(map(str, layout.out_dim_sizes))
        raise LayoutError(f"shape: the layout is made for {sizes}")
    return layout


def paddings(encoding: LayoutEncoding) -> tuple[tuple[int, int], ...]:
    """(interval, elements of padding after each) pairs; none for most encodings."""
    padded = padded_encoding(encoding)
    return () if padded is None else tuple(zip(padded.intervals, padded.paddings, strict=True))


def padded_offset(offset: int, pairs: Sequence[tuple[int, int]]) -> int:
    """The offset with the padding before it."""
    return offset + sum(offset // interval * padding for interval, padding in pairs)


def element_bits(encoding: LayoutEncoding, elem_bits: int | None) -> int:
    """The width of elements in bits, 32 if nothing says otherwise."""
    if isinstance(encoding, NVMMASharedEncoding):
        if elem_bits not in (None, encoding.element_bit_width):
            raise LayoutError(
                f"elem-bits: the layout is made for {encoding.element_bit_width}, not {elem_bits}"
            )
        return encoding.element_bit_width
    return 32 if elem_bits is None else elem_bits


def shared_place(
    encoding: SharedEncoding, elem_bits: int, offset: int, partition: int = 0, block: int = 0
) -> MemoryPlace:
    """The place with this offset. elem_bits: at least 8, or several elements share a byte."""
    byte = padded_offset(offset, paddings(encoding)) * elem_bits // 8
    return MemoryPlace(block, partition, offset, byte, byte // BANK_BYTES % BANKS)


def places_of_element(
    shape: Sequence[int], encoding: SharedEncoding, element: Sequence[int], elem_bits: int
) -> list[MemoryPlace]:
    """Everywhere that an element is stored."""
    layout = memory_layout(shape, encoding)
    return [
        shared_place(
            encoding,
            elem_bits,
            inputs["offset"],
            inputs.get("partition", 0),
            inputs.get("block", 0),
        )
        for inputs in inputs_of(layout, element)
    ]
