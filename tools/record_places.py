#!/usr/bin/env python3
"""Records where in shared memory upstream puts elements, for test/unit/layout.

    record_places.py [FILE]      (needs triton==3.9.0, no GPU)

Padding is in no linear layout: it is added when addresses are computed. So a kernel that stores a
tensor of numbers in shared memory is compiled for gfx950, by one thread that holds them all; then
the optimized LLVM IR has each number and its address as constants. Encodings, shapes and widths of
elements are random with a fixed seed. One record a line:
[encoding, shape, element bits, [bases, out dims], bytes in all, byte of each element].
For encodings over several blocks and for partitions of padded memory there is the linear layout
alone, which is what upstream adds the padding to; the last two are null then.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from checkout import ROOT
from layout_cases.encoding_json import to_json, write_records
from layout_cases.encoding_text import encoding_text
from layout_cases.grid import Case, Grid
from layout_cases.kernels import places_kernel
from mlir_mini.layout import (
    AMDRotatingSharedEncoding,
    CGALayout,
    LayoutEncoding,
    NVMMASharedEncoding,
    PartitionedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.layout_utils import product
from upstream.codegen import amd_llvm_of
from upstream.layouts import LayoutOracle, ask
from upstream.recording import place

PADDED, PADDED_BLOCKS, PADDED_PARTS, OF_EACH_OTHER = 100, 20, 20, 25
OTHERS = (
    SwizzledSharedEncoding,
    AMDRotatingSharedEncoding,
    SharedLinearEncoding,
    NVMMASharedEncoding,
)
ARCH, WARP_SIZE = "gfx950", 64
# A store of one number or of a vector of numbers, and the address of shared memory it goes to.
STORE = re.compile(
    r"store (?:<(\d+) x i(\d+)> (.*?)|i(\d+) (-?\d+)), ptr addrspace\(3\) (.*), align"
)
ADDRESS = re.compile(
    r"@global_smem$|getelementptr .*\(i8, ptr addrspace\(3\) @global_smem, i32 (\d+)\)$"
)


def places(code: str, size: int, bits: int) -> list[int]:
    """The byte of each element, by the compiled kernel. Raises ValueError at stores of others."""
    found: dict[int, int] = {}
    for line in code.splitlines():
        if " store " not in line or "addrspace(3)" not in line:
            continue
        store = STORE.search(line)
        address = ADDRESS.match(store[6]) if store else None
        if store is None or address is None:
            raise ValueError(f"not a store of constants: {line}")
        width, count = int(store[2] or store[4]), int(store[1] or 1)
        values = [int(value) for value in re.findall(r"i\d+ (-?\d+)", store[3] or "")]
        if not values:  # zeroinitializer, or a single number
            values = [int(store[5] or 0)]
        if len(values) < count:
            values = values * count
        stored = b"".join((value % (1 << width)).to_bytes(width // 8, "little") for value in values)
        start, step = int(address[1] or 0), bits // 8
        for at in range(0, len(stored), step):
            number = int.from_bytes(stored[at : at + step], "little")
            if number in found:
                raise ValueError(f"element {number} is stored twice")
            found[number] = start + at
    if sorted(found) != list(range(size)):
        raise ValueError(f"stored are {len(found)} of {size} elements")
    return [found[number] for number in range(size)]


class Recorder:
    def __init__(self) -> None:
        self.oracle = LayoutOracle()

    def records(self, grid: Grid) -> Iterator[Any]:
        def parts() -> Case:
            encoding, shape = grid.padded()
            parts, groups = grid.random.choice((2, 4)), grid.random.choice((1, 2))
            dim = grid.random.randrange(len(shape))
            pieces = tuple(
                size * parts * groups if index == dim else size for index, size in enumerate(shape)
            )
            return PartitionedSharedEncoding(parts, groups, dim, encoding), pieces

        yield from self.some(PADDED, grid, grid.padded)
        yield from self.some(PADDED_BLOCKS, grid, lambda: grid.padded(_several_blocks(grid)))
        yield from self.some(PADDED_PARTS, grid, parts)
        for kind in OTHERS:
            yield from self.some(OF_EACH_OTHER, grid, lambda kind=kind: _other(grid, kind))

    def some(self, count: int, grid: Grid, case: Callable[[], Case]) -> Iterator[Any]:
        while count:
            encoding, shape = case()
            if encoding.verify() is not None:
                continue
            size = product(shape)
            bits = grid.random.choice((8, 16, 32, 64) if size <= 256 else (16, 32, 64))
            if isinstance(encoding, NVMMASharedEncoding):
                bits = encoding.element_bit_width
            text = encoding_text(encoding, explicit=True)
            layout = ask(lambda t=text, s=shape: self.layout(t, s))
            if layout is None:
                continue
            answer: list[Any] = [None, None]
            if not isinstance(encoding, PartitionedSharedEncoding) and _blocks(encoding) == 1:
                kernel = places_kernel(encoding, shape, bits, ARCH)
                compiled = ask(lambda k=kernel: _compiled(k))
                if compiled is None:
                    continue
                code, in_all = compiled
                answer = [in_all, places(code, size, bits)]
            count -= 1
            yield [to_json(encoding), shape, bits, layout, *answer]

    def layout(self, text: str, shape: tuple[int, ...]) -> Any:
        layout = self.oracle.layout_without_padding(self.oracle.attribute(text), shape)
        return [layout["bases"], layout["out_dims"]]


def _compiled(kernel: str) -> tuple[str, int]:
    """LLVM IR and how many bytes of shared memory it uses."""
    code, metadata = amd_llvm_of(kernel, ARCH, WARP_SIZE)
    return code, metadata["shared"]


def _blocks(encoding: LayoutEncoding) -> int:
    return encoding.cga_layout.num_ctas


def _several_blocks(grid: Grid) -> CGALayout:
    while True:
        cga = grid.cga(grid.random.choice((1, 2, 2, 3)))
        if cga.num_ctas > 1:
            return cga


def _other(grid: Grid, kind: type[SharedEncoding]) -> Case:
    """Shared memory of this kind, with few elements if only 8 bits tell them apart."""
    while True:
        encoding, shape = grid.memory()
        if (
            isinstance(encoding, kind)
            and (encoding.rank > 1 or kind is not NVMMASharedEncoding)
            and _blocks(encoding) == 1
            and encoding.verify() is None
            and product(shape) <= (256 if _is_byte_wide(encoding) else 1024)
        ):
            return encoding, shape


def _is_byte_wide(encoding: LayoutEncoding) -> bool:
    return isinstance(encoding, NVMMASharedEncoding) and encoding.element_bit_width == 8


def main(arguments: Sequence[str] | None = None) -> int:
    default = ROOT / "test/unit/layout/data/places.json"
    file = place(__doc__, "FILE", default, arguments)
    write_records(file, Recorder().records(Grid(7)))
    sys.stdout.flush()
    # The bindings complain about what is alive when Python ends.
    os._exit(0)


if __name__ == "__main__":
    main()
