#!/usr/bin/env python3
"""Records what upstream makes of conversions of layouts, for test/unit/layout_tool.

    record_conversions.py [FILE]      (needs triton==3.9.0, no GPU)

Compiles a kernel that loads a tile, converts it and stores it, to PTX for sm_80 and sm_90, and
counts what the conversion became: shuffles, stores to and loads from shared memory, barriers. The
pairs of layouts are random with a fixed seed. One record a line:
[source, target, shape, element bits, {capability: counts}].
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from encoding_json import to_json  # noqa: E402
from layout_grid import Grid, Shape  # noqa: E402
from layout_oracle import ask  # noqa: E402
from mlir_mini.layout import (  # noqa: E402
    DistributedEncoding,
    DotOperandEncoding,
    LayoutError,
    LinearEncoding,
    LinearLayout,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.layout_utils import product  # noqa: E402
from mlir_mini.layout.to_linear import to_linear_layout  # noqa: E402
from ptx_of_ttgir import ptx_of  # noqa: E402
from ttgir_text import conversion_kernel  # noqa: E402

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
        source = distributed(grid, rank, warps)
        if pick.random() < 0.55:
            target = distributed(grid, rank, warps)
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


def distributed(grid: Grid, rank: int, warps: int) -> DistributedEncoding:
    """A random layout of NVIDIA's over 2**warps warps of one block."""
    pick = grid.random
    kind = pick.randrange(6)
    if rank == 2 and kind <= 1:
        mma = _mma(grid, warps)
        if kind == 0:
            return mma
        op_idx = pick.randrange(2) if mma.is_ampere else 0
        return DotOperandEncoding(op_idx, mma, pick.choice((1, 2, 4)))
    if kind == 2:
        if rank == 1 and pick.random() < 0.5:
            return SliceEncoding(pick.randrange(2), _mma(grid, warps))
        return SliceEncoding(pick.randrange(rank + 1), grid.blocked(rank + 1, warps, cga=False))
    return grid.blocked(rank, warps, cga=False)


def _mma(grid: Grid, warps: int) -> NvidiaMmaEncoding:
    pick = grid.random
    if warps >= 2 and pick.random() < 0.4:
        return NvidiaMmaEncoding(
            3, 0, (1 << warps, 1), None, (16, pick.choice((8, 16, 32, 64)), 16)
        )
    return NvidiaMmaEncoding(2, 0, grid.spread(warps, 2), None, (16, 8))


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


def main() -> int:
    default = ROOT / "test/unit/layout_tool/data/conversions.json"
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    file.parent.mkdir(parents=True, exist_ok=True)
    # Loaded once, so that forked children need not.
    import triton  # noqa: F401 # pyright: ignore

    lines = [json.dumps(record, separators=(",", ":")) for record in records()]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{file}: {len(lines)} pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
