"""Random encodings of every kind with shapes to suit, the same for every run of a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mlir_mini.layout import (
    AMDMfmaEncoding,
    AMDRotatingSharedEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    CGALayout,
    DistributedEncoding,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LayoutError,
    LinearEncoding,
    LinearLayout,
    NvidiaMmaEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedLinearEncoding,
    SliceEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.amd_to_linear import wmma_cta_layout
from mlir_mini.layout.layout_utils import standard_out_dim_names
from mlir_mini.layout.to_linear import to_linear_layout

Shape = tuple[int, ...]
Case = tuple[LayoutEncoding, Shape]

WMMA_SHAPES = {
    1: ((16, 16, 16),),
    2: ((16, 16, 16), (16, 16, 32)),
    3: ((16, 16, 4), (16, 16, 32), (16, 16, 64), (16, 16, 128), (32, 16, 64), (32, 16, 128)),
}
WMMA_K_WIDTHS = {1: (8, 16), 2: (4, 8, 16), 3: (1, 2, 4, 8, 16, 32)}


class Grid:
    """A source of random encodings and shapes."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shape(self, rank: int, low: int = 0, high: int = 7) -> Shape:
        """Sizes from 2**low to 2**high."""
        return tuple(1 << self.random.randint(low, high) for _ in range(rank))

    def spread(self, bits: int, rank: int) -> Shape:
        """2**bits spread over the dims."""
        parts = [0] * rank
        for _ in range(bits):
            parts[self.random.randrange(rank)] += 1
        return tuple(1 << part for part in parts)

    def order(self, rank: int) -> Shape:
        order = list(range(rank))
        self.random.shuffle(order)
        return tuple(order)

    def cga(self, rank: int, choices: int = 6) -> CGALayout:
        """One of the first `choices` layouts of one, two or four blocks."""
        first, second = [1] + [0] * (rank - 1), ([0, 1] + [0] * rank)[:rank]
        bases = ([], [first], [second], [[0] * rank], [first, second], [[0] * rank, first])
        if rank == 1:
            bases = ([], [first])
        return CGALayout.from_bases(self.random.choice(bases[:choices]), rank)

    # Distributed encodings.

    def blocked(
        self, rank: int, warps_log2: int | None = None, cga: bool = True
    ) -> BlockedEncoding:
        warps = self.random.randint(0, 3) if warps_log2 is None else warps_log2
        return BlockedEncoding(
            self.spread(self.random.randint(0, 4), rank),
            self.spread(5, rank),
            self.spread(warps, rank),
            self.order(rank),
            self.cga(rank) if cga else None,
        )

    def mma(self) -> NvidiaMmaEncoding:
        pick = self.random
        rank = pick.choice((2, 2, 2, 3))
        warps = self.spread(pick.randint(0, 3), rank)
        if rank == 3:
            return NvidiaMmaEncoding(2, 0, warps, self.cga(3), (1, pick.choice((16, 16, 8)), 8))
        if pick.random() < 0.6:
            return NvidiaMmaEncoding(2, 0, warps, self.cga(2), (pick.choice((16, 16, 8)), 8))
        n = pick.choice((8, 16, 32, 64, 128, 256))
        warps = (pick.choice((4, 8)), pick.choice((1, 2)))
        return NvidiaMmaEncoding(3, 0, warps, self.cga(2), (16, n, 16))

    def mfma(self) -> AMDMfmaEncoding:
        pick = self.random
        rank = pick.choice((2, 2, 2, 3))
        m, n = pick.choice(((32, 32), (16, 16), (64, 4), (4, 64)))
        tiles = self.spread(pick.randint(0, 2), 2) if rank == 2 and pick.random() < 0.4 else ()
        return AMDMfmaEncoding(
            pick.randint(1, 4),
            self.spread(pick.randint(0, 3), rank),
            (m, n, pick.choice((4, 8, 16))),
            m == 64 or pick.random() < 0.5,
            self.cga(rank, 3),
            tiles,
            pick.choice((32, 32, 64)) if m == 16 else 32,
        )

    def wmma(self) -> AMDWmmaEncoding:
        pick = self.random
        rank = pick.choice((2, 2, 2, 3))
        version = pick.choice((1, 2, 3))
        warps = self.spread(pick.randint(0, 3), rank)
        cta_layout = wmma_cta_layout(warps, self.spread(pick.randint(0, 2), rank))
        if rank == 2 and pick.random() < 0.15:
            swizzled = [("register", [[2, 0]]), ("warp", [[2, 1], [1, 0]])]
            cta_layout = LinearLayout.create(swizzled, ("dim0", "dim1"))
        return AMDWmmaEncoding(
            version,
            cta_layout,
            pick.random() < 0.5,
            self.cga(rank, 3),
            pick.choice(WMMA_SHAPES[version]),
        )

    def dot_operand(self) -> DotOperandEncoding:
        pick = self.random
        kind = pick.randrange(4)
        if kind == 0:
            return DotOperandEncoding(pick.randrange(2), self.blocked(pick.choice((2, 2, 3))))
        if kind == 1:
            mma = self.mma()
            op_idx = pick.randrange(2) if mma.is_ampere else 0
            return DotOperandEncoding(op_idx, mma, pick.choice((1, 2, 4, 8)))
        if kind == 2:
            return DotOperandEncoding(pick.randrange(2), self.mfma(), pick.choice((1, 2, 4, 8, 16)))
        wmma = self.wmma()
        width = pick.choice(WMMA_K_WIDTHS[wmma.version])
        return DotOperandEncoding(pick.randrange(2), wmma, width)

    def linear(self) -> LinearEncoding:
        blocked = self.blocked(self.random.choice((1, 2, 3)))
        return LinearEncoding(to_linear_layout(self.shape(blocked.rank, 0, 6), blocked))

    def distributed(self) -> DistributedEncoding:
        pick = self.random
        kind = pick.randrange(8)
        if kind <= 1:
            return self.blocked(pick.choice((1, 2, 2, 2, 3, 3, 4)))
        if kind == 2:
            return self.mma()
        if kind == 3:
            return pick.choice((self.mfma(), self.wmma()))
        if kind == 4:
            return self.dot_operand()
        if kind == 5:
            linear = self.linear()
            generic = GenericLinearEncoding(linear.linear_layout)
            return generic if pick.random() < 0.2 else linear
        parent = self.distributed()
        while parent.rank == 1:
            parent = self.distributed()
        return SliceEncoding(pick.randrange(parent.rank), parent)

    def nvidia(self, rank: int, warps: int) -> DistributedEncoding:
        """A layout of NVIDIA's over 2**warps warps of one block."""
        pick = self.random
        kind = pick.randrange(6)
        if rank == 2 and kind <= 1:
            mma = self._nvidia_mma(warps)
            if kind == 0:
                return mma
            op_idx = pick.randrange(2) if mma.is_ampere else 0
            return DotOperandEncoding(op_idx, mma, pick.choice((1, 2, 4)))
        if kind == 2:
            if rank == 1 and pick.random() < 0.5:
                return SliceEncoding(pick.randrange(2), self._nvidia_mma(warps))
            return SliceEncoding(pick.randrange(rank + 1), self.blocked(rank + 1, warps, cga=False))
        return self.blocked(rank, warps, cga=False)

    def _nvidia_mma(self, warps: int) -> NvidiaMmaEncoding:
        pick = self.random
        if warps >= 2 and pick.random() < 0.4:
            return NvidiaMmaEncoding(
                3, 0, (1 << warps, 1), None, (16, pick.choice((8, 16, 32, 64)), 16)
            )
        return NvidiaMmaEncoding(2, 0, self.spread(warps, 2), None, (16, 8))

    # Encodings of memory, with shapes that suit them.

    def swizzled(self, choices: int = 6) -> SwizzledSharedEncoding:
        pick = self.random
        rank = pick.choice((1, 2, 2, 2, 3))
        vec, per_phase = pick.choice((1, 2, 4, 8)), pick.choice((1, 2, 4))
        max_phase = pick.choice((1, 2, 4, 8))
        return SwizzledSharedEncoding(
            vec, per_phase, max_phase, self.order(rank), self.cga(rank, choices)
        )

    def nvmma(self) -> Case:
        pick = self.random
        rank = pick.choice((1, 2, 2, 2, 2, 3, 4, 5))
        bits = pick.choice((8, 16, 32))
        padded = bits == 8 and rank == 2 and pick.random() < 0.4
        width = 0 if rank == 1 else 128 if padded else pick.choice((0, 32, 64, 128))
        shape = self.shape(rank, 3, 8) if rank < 4 else self.shape(rank, 1, 6)
        transposed = pick.random() < 0.4
        return NVMMASharedEncoding(width, transposed, bits, padded, self.cga(rank, 5)), shape

    def tensor_memory(self) -> Case:
        pick = self.random
        if pick.random() < 0.3:
            order = pick.choice(("mnThenK", "kThenMn"))
            shape = (1 << pick.randint(5, 9), 1 << pick.randint(1, 6))
            return TensorMemoryScalesEncoding(self.cga(2, 3), order), shape
        two_ctas, padded = pick.random() < 0.3, pick.random() < 0.15
        blocks = [[[1, 0]], [[1, 0], [0, 1]]]
        cga = CGALayout.from_bases(pick.choice(blocks), 2) if two_ctas else self.cga(2, 4)
        encoding = TensorMemoryEncoding(
            pick.choice((64, 128)),
            1 << pick.randint(3, 8),
            1 if padded else pick.choice((1, 1, 2)),
            cga,
            two_ctas,
            padded,
        )
        return encoding, (1 << pick.randint(6, 9), 1 << pick.randint(4, 9))

    def memory(self) -> Case:
        pick = self.random
        kind = pick.randrange(6)
        if kind == 0:
            swizzled = self.swizzled()
            return swizzled, self.shape(swizzled.rank, 0, 8)
        if kind == 1:
            rotating = AMDRotatingSharedEncoding(*self.swizzled(2).field_values)
            return rotating, self.shape(rotating.rank, 1, 7)
        if kind <= 3:
            return self.nvmma() if kind == 2 else self.tensor_memory()
        swizzled = self.swizzled(3)
        shape = self.shape(swizzled.rank, 5, 7)
        if kind == 4:
            parts, groups = pick.choice((2, 4)), pick.choice((1, 2, 4))
            dim = pick.randrange(swizzled.rank)
            return PartitionedSharedEncoding(parts, groups, dim, swizzled), shape
        return SharedLinearEncoding(
            to_linear_layout(shape, swizzled), pick.choice((16, 128))
        ), shape

    def padded(self, cga: CGALayout | None = None) -> Case:
        """Padding after one to three intervals, over dims in any order or with their bits mixed."""
        pick = self.random
        rank = pick.choice((1, 2, 2, 2, 3)) if cga is None else cga.rank
        shape = self.spread(pick.randint(5, 9), rank)
        intervals = [1 << bit for bit in pick.sample(range(1, 9), pick.choice((1, 1, 2, 2, 3)))]
        paddings = [1 << pick.randint(0, 5) for _ in intervals]
        bases = []
        for dim in self.order(rank):
            for bit in range(shape[dim].bit_length() - 1):
                basis = [0] * rank
                basis[dim] = 1 << bit
                bases.append(basis)
        if pick.random() < 0.5:
            pick.shuffle(bases)
        # A block has elements of its own: its part of a dim comes after that of the one before.
        blocks = [
            [size * part for size, part in zip(shape, basis, strict=True)]
            for basis in (cga.bases if cga else ())
        ]
        layout = LinearLayout.create(
            [("offset", bases), ("block", blocks)], standard_out_dim_names(rank)
        )
        return PaddedSharedEncoding(intervals, paddings, layout), layout.out_dim_sizes

    # Cases.

    def cases(self, registers: int, memory: int) -> Iterator[Case]:
        """So many distributed encodings and encodings of memory that `to_linear_layout` takes."""
        while registers:
            encoding = self.distributed()
            low = 3 if self.random.random() < 0.4 else 0
            shape = self.shape(encoding.rank, low, 7)
            if _fits(encoding, shape):
                registers -= 1
                yield encoding, shape
        while memory:
            encoding, shape = self.memory()
            if _fits(encoding, shape):
                memory -= 1
                yield encoding, shape


def _fits(encoding: LayoutEncoding, shape: Shape) -> bool:
    if encoding.verify() is not None:
        return False
    try:
        to_linear_layout(shape, encoding)
    except LayoutError:
        return False
    return True
