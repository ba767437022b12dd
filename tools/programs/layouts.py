"""The encodings that a TTGIR program uses: a few a rank, as in real kernels."""

from __future__ import annotations

from typing import Any

from layout_cases.grid import Grid
from mlir_mini.layout import (
    BlockedEncoding,
    DotOperandEncoding,
    LayoutError,
    LinearEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.to_linear import to_linear_layout
from programs.choices import AsRandom, Choices

_KEPT = 3  # encodings a rank


class Layouts:
    """Encodings over `num_warps` warps of 32 threads, drawn when first needed."""

    def __init__(self, choices: Choices, num_warps: int) -> None:
        self.choices = choices
        self.warps = num_warps.bit_length() - 1
        self._grid = Grid(0)
        self._grid.random = AsRandom(choices)
        self._pools: dict[int, list[Any]] = {}

    def pick(self, shape: tuple[int, ...]) -> Any:
        """An encoding for tensors of that shape."""
        pool = self._pools.setdefault(len(shape), [])
        fitting = [encoding for encoding in pool if _fits(encoding, shape)]
        if len(pool) < _KEPT and (not fitting or self.choices.chance(30)):
            encoding = self._grid.nvidia(len(shape), self.warps)
            if self.choices.chance(10) and _fits(encoding, shape):
                encoding = LinearEncoding(to_linear_layout(shape, encoding))
            if _fits(encoding, shape):
                pool.append(encoding)
                return encoding
        return self.choices.pick(fitting) if fitting else self.blocked(len(shape))

    def blocked(self, rank: int) -> BlockedEncoding:
        """A blocked encoding, which suits every shape."""
        for encoding in self._pools.setdefault(rank, []):
            if isinstance(encoding, BlockedEncoding):
                return encoding
        encoding = self._grid.blocked(rank, self.warps, cga=False)
        self._pools[rank].append(encoding)
        return encoding

    def mma(self) -> NvidiaMmaEncoding:
        """Of mma.sync, for products."""
        return NvidiaMmaEncoding(2, 0, self._grid.spread(self.warps, 2), None, (16, 8))


def _fits(encoding: Any, shape: tuple[int, ...]) -> bool:
    if isinstance(encoding, (NvidiaMmaEncoding, DotOperandEncoding)) and min(shape) < 16:
        return False
    if isinstance(encoding, SliceEncoding) and not _fits(
        encoding.parent, (*shape[: encoding.dim], 16, *shape[encoding.dim :])
    ):
        return False
    if isinstance(encoding, LinearEncoding):
        layout = encoding.linear_layout
        if tuple(layout.out_dim_sizes) != shape:
            return False
    if encoding.verify() is not None:
        return False
    try:
        to_linear_layout(shape, encoding)
    except LayoutError:
        return False
    return True
