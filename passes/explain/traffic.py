"""Sectors of 32 bytes that one request of an access touches, as far as strides are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as combinations
from math import gcd
from typing import NamedTuple

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.strides import Stride, strides_of
from mlir_mini.ir.core import Value
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.sectors import SECTOR_BYTES, efficiency, touched_sectors
from mlir_mini.layout.to_linear import to_linear_layout
from passes.explain.accesses import Access

#: A distance that puts rows into sectors of their own.
FAR = 1 << 20


class Requests(NamedTuple):
    """One request of warp 0, its tile unmasked and starting at a sector: sectors at least and at
    most, those that its bytes need, and why there is no one number: ``unknown`` is a scalar that
    is a stride, ``irregular`` says that addresses are not evenly spaced at all."""

    least: int
    most: int
    used_bytes: int
    unknown: Value | None
    irregular: bool

    @property
    def efficiency(self) -> tuple[float, float]:
        """Of the bytes moved, those used: at worst and at best."""
        return efficiency(self.used_bytes, self.most), efficiency(self.used_bytes, self.least)


def requests_of(access: Access, analysis: ModuleAxisInfoAnalysis) -> Requests | None:
    """Of an access of a tensor through pointers; None for any other."""
    if access.pointer is None or access.encoding is None:
        return None
    size = access.bits // 8
    width = access.elements * size
    lanes = lane_indices(access.encoding, access.shape)
    strides = strides_of(access.pointer)
    varying = [d for d in range(len(access.shape)) if any(index[d] for index in lanes)]
    if any(strides[d] is None for d in varying):
        used = len(lanes) * width
        sectors_each = -(-width // SECTOR_BYTES)
        return Requests(-(-used // SECTOR_BYTES), len(lanes) * sectors_each, used, None, True)
    least, most, used, unknown = None, 0, 0, None
    for numbers in _guesses(access, strides, analysis):
        addresses = [
            size * sum(index[d] * numbers[d] for d in range(len(index))) for index in lanes
        ]
        sectors = len(touched_sectors(addresses, width))
        used = max(used, width * len(set(addresses)))
        least = sectors if least is None else min(least, sectors)
        most = max(most, sectors)
    for d in varying:
        stride = strides[d]
        if stride is not None and stride.scalar is not None:
            unknown = stride.scalar
    assert least is not None
    return Requests(least, most, used, unknown if least != most else None, False)


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
