#!/usr/bin/env python3
"""Records what upstream makes of conversions of layouts, for test/unit/layout_tool.

    record_conversions.py [FILE]      (needs triton==3.9.0, no GPU)

Compiles a kernel that loads a tile, converts it and stores it, to PTX for sm_80 and sm_90, and
counts what the conversion became: shuffles, stores to and loads from shared memory, barriers. The
pairs of layouts are random with a fixed seed. One record a line:
[source, target, shape, element bits, {capability: counts}].
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from checkout import ROOT
from layout_cases.encoding_json import to_json, write_records
from layout_cases.grid import Grid, Shape
from layout_cases.kernels import conversion_kernel
from mlir_mini.layout import (
    DistributedEncoding,
    LayoutError,
    LinearEncoding,
    LinearLayout,
)
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout.to_linear import to_linear_layout
from upstream.codegen import ptx_of
from upstream.layouts import ask
from upstream.recording import place

PAIRS = 320
CAPABILITIES = (80, 90)
COUNTED = {
    "shfl": r"\bshfl\.sync",
    "st": r"\bst\.shared",
    "ld": r"\bld\.shared",
    "stmatrix": r"\bstmatrix\.",
    "ldmatrix": r"\bldmatrix\.",
    "bar": r"\bbar(rier)?\.sync\b",
    "warp_bar": r"\bbar\.warp\.sync",
    "cluster_bar": r"\bbarrier\.cluster\.arrive",
}


def counts(text: str, capability: int) -> dict[str, int]:
    """How often each instruction stands in the PTX, and "bytes" of shared memory."""
    ptx, metadata = ptx_of(text, capability)
    found = {name: len(re.findall(pattern, ptx)) for name, pattern in COUNTED.items()}
    return {name: count for name, count in found.items() if count} | {"bytes": metadata["shared"]}


def pairs(seed: int) -> Iterator[tuple[DistributedEncoding, DistributedEncoding, Shape, int]]:
    """Two layouts of one tensor over the same warps, with a shape and an element width."""
    grid = Grid(seed)
    pick = grid.random
    while True:
        rank = pick.choice((1, 2, 2, 2, 2, 2, 3))
        warps = pick.randint(0, 3)
        if pick.random() < 0.08:
            yield from _over_blocks(grid, warps)
            continue
        shape = grid.shape(rank, 0 if pick.random() < 0.2 else 3, 7 if rank < 3 else 5)
        bits = pick.choice((8, 16, 16, 32, 32, 32, 64))
        source = grid.nvidia(rank, warps)
        if pick.random() < 0.55:
            target = grid.nvidia(rank, warps)
        else:
            target = neighbour(grid, source, shape)
        if target is None or product(shape) > 16384:
            continue
        try:
            layouts = [to_linear_layout(shape, encoding) for encoding in (source, target)]
        except LayoutError:
            continue
        if any(layout.in_dim_size("warp") != 1 << warps for layout in layouts):
            continue
        if any(layout.in_dim_size("register") > 128 for layout in layouts):
            continue
        yield source, target, shape, bits


def _over_blocks(
    grid: Grid, warps: int
) -> Iterator[tuple[DistributedEncoding, DistributedEncoding, Shape, int]]:
    """The same with two blocks, which may have to read each other's memory."""
    source, target = (grid.blocked(2, warps).replace(cga_layout=grid.cga(2, 4)) for _ in "ab")
    if source.cga_layout.num_ctas == target.cga_layout.num_ctas == 2:
        yield source, target, grid.shape(2, 4, 6), grid.random.choice((16, 32))


def neighbour(grid: Grid, source: DistributedEncoding, shape: Shape) -> DistributedEncoding | None:
    """The source with some bits of registers, lanes, warps swapped."""
    pick = grid.random
    try:
        layout = to_linear_layout(shape, source)
    except LayoutError:
        return None
    bases = {name: list(dim) for name, dim in layout.bases}
    for _ in range(pick.randint(0, 3)):
        swaps = (("register", "lane"), ("register", "lane"), ("lane", "lane"), ("lane", "warp"))
        first, second = pick.choice((*swaps, ("register", "register")))
        if bases[first] and bases[second]:
            i, j = pick.randrange(len(bases[first])), pick.randrange(len(bases[second]))
            bases[first][i], bases[second][j] = bases[second][j], bases[first][i]
    encoding = LinearEncoding(LinearLayout.create(bases, layout.out_dims))
    return None if encoding.verify() else encoding


def records(seed: int = 5) -> Iterator[Any]:
    left = PAIRS
    for source, target, shape, bits in pairs(seed):
        answers = {}
        for capability in CAPABILITIES:
            if capability < 90 and source.cga_layout.num_ctas > 1:
                continue  # without clusters
            text = conversion_kernel(source, target, shape, bits, capability)
            answers[str(capability)] = ask(lambda t=text, c=capability: counts(t, c))
        if None in answers.values():
            continue
        yield [to_json(source), to_json(target), shape, bits, answers]
        left -= 1
        if not left:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    default = ROOT / "test/unit/layout_tool/data/conversions.json"
    file = place(__doc__, "FILE", default, arguments)
    write_records(file, records())
    return 0


if __name__ == "__main__":
    sys.exit(main())
