"""Sectors of 32 bytes that one request of an access touches, as far as strides are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as combinations
from math import gcd
from typing import NamedTuple

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.op_kinds import recasts
from mlir_mini.analysis.strides import Stride, strides_of
from mlir_mini.ir.core import Value
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.sectors import SECTOR_BYTES, efficiency, touched_sectors
from mlir_mini.layout.to_linear import to_linear_layout
from passes.explain.accesses import Access

#: A distance that puts rows into sectors of their own.
FAR_BITS = 20
FAR = 1 << FAR_BITS


class Requests(NamedTuple):
    """One request of warp 0, its tile unmasked and starting at a sector: sectors at least and at
    most, those that its bytes need, and why there is no one number: ``unknown`` is a scalar that
    is a stride, ``irregular`` says that addresses are not evenly spaced at all."""

    least: int
    most: int
    #: Bytes that the lanes ask for, each once.
    used_bytes: int
    unknown: Value | None
    irregular: bool

    @property
    def efficiency(self) -> tuple[float, float]:
        """Of the bytes moved, those used: at worst and at best."""
        return efficiency(self.used_bytes, self.most), efficiency(self.used_bytes, self.least)


def requests_of(access: Access, analysis: ModuleAxisInfoAnalysis) -> Requests | None:
    """Of an access of a tensor through pointers, under coalesce's layout; None for any other."""
    if access.encoding is None or access.width is None:
        return None
    return _requests(access, analysis, access.encoding, access.width.elements)


def requests_as_written(access: Access, analysis: ModuleAxisInfoAnalysis) -> Requests | None:
    """The same under the layout in the module, if the access was measured under it."""
    if access.written_encoding is None or access.written_width is None:
        return None
    return _requests(access, analysis, access.written_encoding, access.written_width.elements)


def _requests(
    access: Access, analysis: ModuleAxisInfoAnalysis, encoding: DistributedEncoding, elements: int
) -> Requests:
    """Each lane moves the bytes of one instruction; addresses count bytes from the tile's start."""
    assert access.pointer is not None
    width = elements * access.bits // 8
    lanes = lane_indices(encoding, access.shape)
    strides = strides_of(access.pointer)
    varying = [d for d in range(len(access.shape)) if any(index[d] for index in lanes)]
    irregular = [d for d in varying if strides[d] is None]
    runs = _Runs(access, analysis, irregular)
    least, most, used, unknown = None, 0, 0, None
    for numbers in _guesses(access, strides, analysis):
        addresses = [runs.offset(index) + _dot(index, numbers, access.bits // 8) for index in lanes]
        sectors = len(touched_sectors(addresses, width))
        used = max(used, width * len(set(addresses)))
        least = sectors if least is None else min(least, sectors)
        most = max(most, sectors)
    assert least is not None
    if irregular:
        # At best, all that is read lies together.
        least = min(least, -(-used // SECTOR_BYTES))
    for d in varying:
        stride = strides[d]
        if stride is not None and stride.scalar is not None:
            unknown = stride.scalar
    return Requests(least, most, used, unknown if least != most else None, bool(irregular))


def _dot(index: Sequence[int], strides: Sequence[int], size: int) -> int:
    """The offset in bytes of the element at ``index``; ``strides`` count elements of ``size``."""
    return size * sum(i * stride for i, stride in zip(index, strides, strict=True))


class _Runs:
    """Offsets in bytes along dims without a stride, as badly as what AxisInfo knows allows.

    Runs of consecutive elements, and of equal ones, lie far from each other and begin as late in a
    sector as their divisibility lets them.
    """

    def __init__(
        self, access: Access, analysis: ModuleAxisInfoAnalysis, dims: Sequence[int]
    ) -> None:
        assert access.pointer is not None
        self._size = access.bits // 8
        info = analysis.axis_info_or_unknown(access.pointer)
        self._contiguity, self._constancy = info.contiguity, info.constancy
        self._late = {
            d: (SECTOR_BYTES - _alignment(access.pointer, d, self._size, analysis)) for d in dims
        }

    def offset(self, index: Sequence[int]) -> int:
        """In bytes, of the element at ``index`` of the tensor."""
        total = 0
        for d, late in self._late.items():
            run = max(self._contiguity[d], self._constancy[d])
            number, place = divmod(index[d], run)
            if self._contiguity[d] >= self._constancy[d]:
                total += place * self._size
            # Each dim has distances of its own, so that no two runs meet.
            total += number * (FAR << (FAR_BITS * d)) + late
        return total


def _alignment(pointer: Value, dim: int, size: int, analysis: ModuleAxisInfoAnalysis) -> int:
    """What the runs of offsets from the tile's start are multiples of, in bytes up to a sector."""
    align = SECTOR_BYTES
    while True:
        op = pointer.defining_op
        if op is not None and op.name == "tt.addptr":
            offset = analysis.axis_info_or_unknown(op.operand(1))
            align = gcd(align, size * offset.divisibility[dim])
            pointer = op.operand(0)
        elif op is not None and op.name == "tt.splat":
            return align
        elif op is not None and recasts(op):
            if op.name == "tt.expand_dims":
                axis = op.attr("axis").value
                if dim == axis:
                    return align
                dim -= dim > axis
            pointer = op.operand(0)
        else:
            return gcd(align, analysis.axis_info_or_unknown(pointer).divisibility[dim])


def lane_indices(encoding: DistributedEncoding, shape: Sequence[int]) -> list[tuple[int, ...]]:
    """The element that each lane of warp 0 has in its first register."""
    layout = to_linear_layout(tuple(shape), encoding)
    found = []
    for lane in range(layout.in_dim_size("lane")):
        place = {"register": 0, "lane": lane, "warp": 0, "block": 0}
        found.append(tuple(layout.apply(place).values()))
    return found


def _guesses(
    access: Access, strides: Sequence[Stride | None], analysis: ModuleAxisInfoAnalysis
) -> Iterator[tuple[int, ...]]:
    """Strides in elements to try: of unknown ones, dense rows, and far ones well and badly placed.

    What AxisInfo knows to divide a stride is kept to.
    """
    assert access.encoding is not None
    fast = access.encoding.order
    choices: list[list[int]] = []
    for dim, stride in enumerate(strides):
        if stride is None:
            choices.append([0])
        elif stride.scalar is None:
            choices.append([stride.factor])
        else:
            known = analysis.axis_info_or_unknown(stride.scalar).divisibility[0]
            step = gcd(abs(stride.factor) * min(known, FAR), FAR)
            inner = 1
            for d in fast[: fast.index(dim)]:
                inner *= access.shape[d]
            dense = max(-(-inner // step) * step, step)
            choices.append(sorted({dense, FAR, FAR + step}))
    return combinations(*choices)
