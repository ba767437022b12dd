"""Global memory: buffers of bytes, each in an address range of its own.

The upper bits of an address number the buffer, the lower ones are the offset, so that no offset a
program is likely to compute leads from one buffer into another. Every access is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlir_mini.interp.errors import OutOfBounds
from mlir_mini.interp.values import byte_width, dtype_of
from mlir_mini.ir.types import Type

#: Address bits within a buffer's range; its first byte lies in the middle.
RANGE_BITS = 40
MIDDLE = 1 << (RANGE_BITS - 1)


class Buffer:
    """Bytes from address ``start`` on; ``origin`` is where the program's pointer points."""

    def __init__(self, name: str, data: Any, start: int, origin: int, element_type: Type) -> None:
        self.name = name
        self.data = data
        self.start = start
        self.origin = origin
        self.element_type = element_type

    @property
    def elements(self) -> Any:
        """The contents as elements (bit patterns for floats that numpy lacks)."""
        width = byte_width(self.element_type)
        whole = len(self.data) // width * width
        return self.data[:whole].view(dtype_of(self.element_type))

    def copy(self) -> Buffer:
        return Buffer(self.name, self.data.copy(), self.start, self.origin, self.element_type)

    def require(self, first: int, last: int) -> None:
        """Check an access to the addresses from ``first`` up to ``last``; raises OutOfBounds."""
        if first < self.start or last > self.start + len(self.data):
            width = byte_width(self.element_type)
            address = first if first < self.start else last - 1
            size = len(self.data) // width
            raise OutOfBounds(
                f"element {(address - self.origin) // width} of {self.name}, which has {size} "
                f"elements from {(self.start - self.origin) // width} on"
            )


class ElasticBuffer(Buffer):
    """A buffer that grows to hold what is accessed, to find out how much that is.

    ``fill`` gives the contents of a page; :meth:`fixed` is the buffer with what was accessed, as
    it was before the accesses.
    """

    PAGE = 1 << 12
    LIMIT = 1 << 26

    def __init__(
        self, name: str, origin: int, element_type: Type, fill: Callable[[int], Any]
    ) -> None:
        super().__init__(name, np.zeros(0, np.uint8), origin, origin, element_type)
        self.fill = fill
        self.first = self.last = origin
        self._page = origin // self.PAGE

    def require(self, first: int, last: int) -> None:
        if self.first == self.last:
            self.first, self.last = first, last
        self.first, self.last = min(first, self.first), max(last, self.last)
        if self.last - self.first > self.LIMIT:
            raise OutOfBounds(f"{self.name} would need {self.last - self.first} bytes")
        end = self.start + len(self.data)
        if first >= self.start and last <= end:
            return
        if not len(self.data):
            self.start = end = first // self.PAGE * self.PAGE
        # Grow by a half at least, so that a loop doesn't copy again and again.
        spare = len(self.data) // 2
        low = self.start if first >= self.start else (first - spare) // self.PAGE * self.PAGE
        high = end if last <= end else -(-(last + spare) // self.PAGE) * self.PAGE
        below = [self.fill(page) for page in range(low // self.PAGE, self.start // self.PAGE)]
        above = [self.fill(page) for page in range(end // self.PAGE, high // self.PAGE)]
        self.data = np.concatenate([*below, self.data, *above])
        self.start = low

    def fixed(self) -> Buffer:
        width = byte_width(self.element_type)
        first = self.origin + (self.first - self.origin) // width * width
        last = self.origin + -(-(self.last - self.origin) // width) * width
        if first == last:
            last = first + width
        low = first // self.PAGE
        pages = [self.fill(page) for page in range(low, -(-last // self.PAGE))]
        data = np.concatenate(pages)[first - low * self.PAGE : last - low * self.PAGE]
        return Buffer(self.name, data.copy(), first, self.origin, self.element_type)


class Memory:
    """Buffers by the upper bits of their addresses."""

    def __init__(self) -> None:
        self.buffers: dict[int, Buffer] = {}
        #: Elements written so far, those written again included.
        self.written = 0

    def add(self, buffer: Buffer) -> None:
        self.buffers[buffer.origin >> RANGE_BITS] = buffer

    def fresh_origin(self) -> int:
        """An address for a new buffer."""
        return ((max(self.buffers, default=0) + 1) << RANGE_BITS) + MIDDLE

    def allocate(self, name: str, size: int, element_type: Type) -> int:
        """The address of a new buffer of ``size`` zero bytes."""
        origin = self.fresh_origin()
        self.add(Buffer(name, np.zeros(size, np.uint8), origin, origin, element_type))
        return origin

    def _locate(self, addresses: Any, width: int) -> list[tuple[Buffer, Any]]:
        """Which buffer each address is in, as (buffer, positions in ``addresses``)."""
        ids = addresses >> RANGE_BITS
        first = ids[0]
        parts = (
            [(first, slice(None))]
            if (ids == first).all()
            else [(each, np.flatnonzero(ids == each)) for each in np.unique(ids)]
        )
        found = []
        for each, positions in parts:
            buffer = self.buffers.get(int(each))
            mine = addresses[positions]
            if buffer is None:
                raise OutOfBounds(f"address {int(mine[0]):#x} is in no buffer")
            buffer.require(int(mine.min()), int(mine.max()) + width)
            found.append((buffer, positions))
        return found

    def read(self, addresses: Any, element: Type, mask: Any = None, other: Any = None) -> Any:
        """Elements at ``addresses``; where ``mask`` is off, ``other`` or zero."""
        dtype = dtype_of(element)
        addresses = np.asarray(addresses)
        if mask is None:
            return self._gather(addresses.reshape(-1), dtype).reshape(addresses.shape)
        mask = np.broadcast_to(mask, addresses.shape)
        if other is None:
            result = np.zeros(addresses.shape, dtype)
        else:
            result = np.array(np.broadcast_to(other, addresses.shape), dtype)
        if mask.any():
            result[mask] = self._gather(addresses[mask], dtype)
        return result

    def _gather(self, flat: Any, dtype: Any) -> Any:
        if not flat.size:
            return np.zeros(0, dtype)
        result = np.empty(flat.size, dtype)
        for buffer, positions in self._locate(flat, dtype.itemsize):
            view, places = _view(buffer, flat[positions], dtype)
            result[positions] = view[places] if places.ndim == 1 else _join(view[places], dtype)
        return result

    def write(self, addresses: Any, values: Any, element: Type, mask: Any = None) -> None:
        """Store ``values``; of several to one address, the last one stays."""
        dtype = dtype_of(element)
        addresses = np.asarray(addresses)
        values = np.broadcast_to(values, addresses.shape)
        if mask is not None:
            mask = np.broadcast_to(mask, addresses.shape)
            addresses, values = addresses[mask], values[mask]
        flat, values = addresses.reshape(-1), values.reshape(-1)
        if not flat.size:
            return
        self.written += flat.size
        for buffer, positions in self._locate(flat, dtype.itemsize):
            view, places = _view(buffer, flat[positions], dtype)
            mine = values[positions]
            view[places] = mine if places.ndim == 1 else _split(mine, dtype)


def _view(buffer: Buffer, addresses: Any, dtype: Any) -> tuple[Any, Any]:
    """An array and the places in it of the elements at ``addresses``.

    Places are those of elements, or of their bytes (a row an element) where an element lies across
    the boundaries of others.
    """
    offsets = addresses - buffer.start
    width = dtype.itemsize
    stored = np.dtype(np.uint8) if dtype == np.bool_ else dtype
    if width == 1:
        return buffer.data.view(stored), offsets
    if len(buffer.data) % width == 0 and not (offsets & (width - 1)).any():
        return buffer.data.view(stored), offsets // width
    return buffer.data, offsets[:, None] + np.arange(width)


def _join(data: Any, dtype: Any) -> Any:
    return np.ascontiguousarray(data).view(dtype)[:, 0]


def _split(values: Any, dtype: Any) -> Any:
    return np.ascontiguousarray(values, dtype).view(np.uint8).reshape(len(values), dtype.itemsize)
