#!/usr/bin/env python3
"""Records what upstream makes of loads and stores, for test/unit/layout_tool.

    record_accesses.py [FILE]      (needs triton==3.9.0, no GPU)

Compiles a kernel that copies a tile for sm_90 and counts its accesses to global memory, in PTX by
width and in the machine code, from which ptxas leaves out those that are never needed. Layouts,
strides, alignments and masks are random with a fixed seed. One record a line:
[encoding, shape, element bits, strides, alignment, bounds, {instruction: count},
loads in machine code, stores in machine code].
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from checkout import ROOT
from layout_cases.encoding_json import to_json, write_records
from layout_cases.grid import Grid
from layout_cases.kernels import access_kernel, strides_of
from mlir_mini.layout import LayoutError
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout.sectors import TensorAccess
from upstream.codegen import cubin_of
from upstream.layouts import ask
from upstream.recording import place

ACCESSES = 300
CAPABILITY = 90
INSTRUCTION = re.compile(r"\b((?:ld|st)\.global(?:\.v\d)?\.b\d+)\b")


def counts(text: str) -> list[Any]:
    """[{instruction: count} in the PTX, loads, stores in the machine code]."""
    cubin, ptx, _ = cubin_of(text, CAPABILITY)
    code = machine_code(cubin)
    machine = [len(re.findall(rf"\b{name}\.", code)) for name in ("LDG", "STG")]
    return [dict(Counter(INSTRUCTION.findall(ptx))), *machine]


def machine_code(cubin: bytes) -> str:
    """SASS, by the nvdisasm that triton ships."""
    import triton  # pyright: ignore

    program = Path(triton.__path__[0]) / "backends" / "nvidia" / "bin" / "nvdisasm"
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        done = subprocess.run(
            [program, "-c", file.name], capture_output=True, text=True, check=True
        )
    return done.stdout


def accesses(seed: int) -> Iterator[TensorAccess]:
    """Random accesses whose registers are few enough for a quick compilation."""
    grid = Grid(seed)
    pick = grid.random
    while True:
        rank = pick.choice((1, 1, 2, 2, 2, 2, 3))
        encoding = grid.nvidia(rank, pick.randint(0, 3))
        shape = grid.shape(rank, 0 if pick.random() < 0.2 else 3, 8 if rank == 1 else 6)
        if product(shape) > 4096:
            continue
        strides = strides_of(shape, grid.order(rank))
        if pick.random() < 0.3:
            dim = pick.randrange(rank)
            strides[dim] = pick.choice((0, 1, 2, 3, strides[dim] + 8, strides[dim] + 2, 40))
        bounds: list[int | None] = [None] * rank
        if pick.random() < 0.35:
            dim = pick.randrange(rank)
            bounds[dim] = pick.randint(1, shape[dim] + 4)
        bits = pick.choice((8, 16, 32, 32, 64))
        align = max(bits // 8, pick.choice((4, 8, 16, 16, 16, 32)))
        try:
            access = TensorAccess(encoding, shape, bits, strides, align, bounds=bounds)
        except LayoutError:
            continue
        if access.layout.in_dim_size("register") <= 64:
            yield access


def records(seed: int = 6) -> Iterator[Any]:
    left = ACCESSES
    for access in accesses(seed):
        text = access_kernel(access, CAPABILITY)
        answer = ask(lambda t=text: counts(t))
        if answer is None:
            continue
        yield [
            to_json(access.encoding),
            access.shape,
            access.elem_bits,
            access.strides,
            access.base_align,
            access.bounds,
            *answer,
        ]
        left -= 1
        if not left:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    default = ROOT / "test/unit/layout_tool/data/accesses.json"
    file = place(__doc__, "FILE", default, arguments)
    write_records(file, records())
    return 0


if __name__ == "__main__":
    sys.exit(main())
