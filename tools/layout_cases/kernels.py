"""TTGIR of small kernels that copy one tile, for asking upstream what it makes of a layout.

A tensor of pointers is built out of ranges, one a dim, so any encoding of registers will do.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout import (
    DistributedEncoding,
    LayoutEncoding,
    LinearEncoding,
    LinearLayout,
    SliceEncoding,
)
from mlir_mini.layout.layout_utils import product, standard_out_dim_names
from mlir_mini.layout.sectors import TensorAccess
from mlir_mini.layout.to_linear import to_linear_layout

from .encoding_text import encoding_text

ELEMENT_TYPES = {8: "i8", 16: "f16", 32: "f32", 64: "i64"}
"""An element type of so many bits."""


class Kernel:
    """A function under construction: its lines, its types and the numbers of its values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.aliases: dict[LayoutEncoding, str] = {}

    def alias(self, encoding: DistributedEncoding) -> str:
        if encoding not in self.aliases:
            self.aliases[encoding] = f"#l{len(self.aliases)}"
        return self.aliases[encoding]

    def tensor(self, shape: Sequence[int], element: str, encoding: DistributedEncoding) -> str:
        return f"tensor<{''.join(f'{size}x' for size in shape)}{element}, {self.alias(encoding)}>"

    def add(self, operation: str) -> str:
        """Appends an operation with one result, whose name it gives."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"    {name} = {operation}")
        return name

    def index(self, shape: Sequence[int], dim: int, encoding: DistributedEncoding) -> str:
        """The index along `dim` as an i32 tensor of size 1 along the other dims."""
        rank = len(shape)
        parents = [encoding]
        others = [other for other in range(rank) if other != dim]
        # The last dim goes first, so that the numbers of the others stay what they are.
        for other in reversed(others):
            parents.append(SliceEncoding(other, parents[-1]))
        sizes = [shape[dim]]
        kind = self.tensor(sizes, "i32", parents.pop())
        value = self.add(f"tt.make_range {{end = {shape[dim]} : i32, start = 0 : i32}} : {kind}")
        for other in others:
            before = kind
            sizes.insert(other, 1)
            kind = self.tensor(sizes, "i32", parents.pop())
            value = self.add(
                f"tt.expand_dims {value} {{axis = {other} : i32}} : {before} -> {kind}"
            )
        return value

    def spread(
        self,
        value: str,
        shape: Sequence[int],
        dim: int,
        element: str,
        encoding: DistributedEncoding,
    ) -> str:
        """A tensor that varies along `dim` only, broadcast to the shape."""
        thin = [size if other == dim else 1 for other, size in enumerate(shape)]
        if tuple(thin) == tuple(shape):
            return value
        before, after = (self.tensor(sizes, element, encoding) for sizes in (thin, shape))
        return self.add(f"tt.broadcast {value} : {before} -> {after}")

    def pointers(
        self,
        base: str,
        shape: Sequence[int],
        element: str,
        strides: Sequence[int],
        encoding: DistributedEncoding,
    ) -> str:
        """`base + sum of index * stride`, strides in elements."""
        offsets = None
        kind = self.tensor(shape, "i32", encoding)
        for dim, stride in enumerate(strides):
            if shape[dim] == 1 and offsets is not None:
                continue
            value = self.index(shape, dim, encoding)
            if stride != 1:
                thin = [size if other == dim else 1 for other, size in enumerate(shape)]
                thin_kind = self.tensor(thin, "i32", encoding)
                factor = self.add(f"arith.constant dense<{stride}> : {thin_kind}")
                value = self.add(f"arith.muli {value}, {factor} : {thin_kind}")
            value = self.spread(value, shape, dim, "i32", encoding)
            offsets = (
                value if offsets is None else self.add(f"arith.addi {offsets}, {value} : {kind}")
            )
        pointers = self.tensor(shape, f"!tt.ptr<{element}>", encoding)
        start = self.add(f"tt.splat {base} : !tt.ptr<{element}> -> {pointers}")
        return self.add(f"tt.addptr {start}, {offsets} : {pointers}, {kind}")

    def mask(
        self, shape: Sequence[int], bounds: Sequence[int | None], encoding: DistributedEncoding
    ) -> str | None:
        """`index < bound` along each dim that has a bound."""
        whole = self.tensor(shape, "i1", encoding)
        result = None
        for dim, bound in enumerate(bounds):
            if bound is None:
                continue
            thin = [size if other == dim else 1 for other, size in enumerate(shape)]
            value = self.index(shape, dim, encoding)
            kind = self.tensor(thin, "i32", encoding)
            limit = self.add(f"arith.constant dense<{bound}> : {kind}")
            value = self.add(f"arith.cmpi slt, {value}, {limit} : {kind}")
            value = self.spread(value, shape, dim, "i1", encoding)
            result = (
                value if result is None else self.add(f"arith.andi {result}, {value} : {whole}")
            )
        return result

    def module(
        self, element: str, num_warps: int, num_ctas: int, capability: int, align: int = 16
    ) -> str:
        """The finished text: a function `copy` of two pointers aligned to `align` bytes."""
        definitions = [f"{name} = {encoding_text(e)}" for e, name in self.aliases.items()]
        argument = f"!tt.ptr<{element}> {{tt.divisibility = {align} : i32}}"
        return "\n".join(
            [
                *definitions,
                f'module attributes {{"ttg.num-ctas" = {num_ctas} : i32, '
                f'"ttg.num-warps" = {num_warps} : i32, ttg.target = "cuda:{capability}", '
                '"ttg.threads-per-warp" = 32 : i32} {',
                f"  tt.func public @copy(%src: {argument}, %dst: {argument}) {{",
                *self.lines,
                "    tt.return",
                "  }",
                "}",
                "",
            ]
        )


def strides_of(shape: Sequence[int], order: Sequence[int] | None = None) -> list[int]:
    """Strides in elements of a tensor stored densely, `order[0]` fastest (the last dim if None)."""
    strides, step = [0] * len(shape), 1
    for dim in order if order is not None else range(len(shape) - 1, -1, -1):
        strides[dim] = step
        step *= shape[dim]
    return strides


def conversion_kernel(
    source: DistributedEncoding,
    target: DistributedEncoding,
    shape: Sequence[int],
    bits: int,
    capability: int,
) -> str:
    """Loads a tile in one layout, converts it, stores it in the other."""
    element = ELEMENT_TYPES[bits]
    kernel = Kernel()
    pointers = kernel.pointers("%src", shape, element, strides_of(shape), source)
    pointer_kind = kernel.tensor(shape, f"!tt.ptr<{element}>", source)
    value = kernel.add(f"tt.load {pointers} : {pointer_kind}")
    kinds = [kernel.tensor(shape, element, encoding) for encoding in (source, target)]
    value = kernel.add(f"ttg.convert_layout {value} : {kinds[0]} -> {kinds[1]}")
    pointers = kernel.pointers("%dst", shape, element, strides_of(shape), target)
    pointer_kind = kernel.tensor(shape, f"!tt.ptr<{element}>", target)
    kernel.lines.append(f"    tt.store {pointers}, {value} : {pointer_kind}")
    layout = to_linear_layout(shape, source)
    return kernel.module(
        element, layout.in_dim_size("warp"), layout.in_dim_size("block"), capability
    )


def access_kernel(access: TensorAccess, capability: int) -> str:
    """Loads a tile and stores it elsewhere, both with the access's layout, strides and mask.

    A barrier stands between the two: in a bare copy ptxas may let threads whose store is redundant
    leave before they load.
    """
    element = ELEMENT_TYPES[access.elem_bits]
    encoding, shape = access.encoding, access.shape
    kernel = Kernel()
    kind = kernel.tensor(shape, f"!tt.ptr<{element}>", encoding)
    mask = kernel.mask(shape, access.bounds, encoding)
    pointers = kernel.pointers("%src", shape, element, access.strides, encoding)
    tail = "" if mask is None else f", {mask}"
    value = kernel.add(f"tt.load {pointers}{tail} : {kind}")
    kernel.lines.append("    ttg.barrier local")
    pointers = kernel.pointers("%dst", shape, element, access.strides, encoding)
    kernel.lines.append(f"    tt.store {pointers}, {value}{tail} : {kind}")
    layout = access.layout
    return kernel.module(
        element,
        layout.in_dim_size("warp"),
        layout.in_dim_size("block"),
        capability,
        access.base_align,
    )


def places_kernel(encoding: LayoutEncoding, shape: Sequence[int], bits: int, arch: str) -> str:
    """Stores a tensor whose elements are their own numbers, in row-major order, in shared memory.

    One thread holds them all, so each address and each value that is stored there is a constant.
    """
    whole = "".join(f"{size}x" for size in shape)
    size = product(shape)
    bases = []
    for dim, extent in reversed(list(enumerate(shape))):
        for bit in range(extent.bit_length() - 1):
            bases.append([1 << bit if other == dim else 0 for other in range(len(shape))])
    tile = f"tensor<{whole}i{bits}, #tile>"
    memory = f"!ttg.memdesc<{whole}i{bits}, #places, #ttg.shared_memory, mutable>"
    numbers, numbers_in_tile = f"tensor<{size}xi32, #line>", f"tensor<{whole}i32, #tile>"
    line = _of_one_thread([[1 << bit] for bit in range(size.bit_length() - 1)], [size])
    cast = {8: "arith.trunci", 16: "arith.trunci", 64: "arith.extui"}.get(bits)
    lines = [
        f"%n = tt.make_range {{end = {size} : i32, start = 0 : i32}} : {numbers}",
        f"%r = tt.reshape %n : {numbers} -> {numbers_in_tile}",
        f"%t = {cast} %r : {numbers_in_tile} to {tile}" if cast else "",
        f"%m = ttg.local_alloc : () -> {memory}",
        f"ttg.local_store {'%t' if cast else '%r'}, %m : {tile} -> {memory}",
        # Something has to read them, or they need not be stored.
        "ttg.barrier local",
        f"%l = ttg.local_load %m : {memory} -> {tile}",
        f"%p = tt.splat %dst : !tt.ptr<i{bits}> -> tensor<{whole}!tt.ptr<i{bits}>, #tile>",
        f"tt.store %p, %l : tensor<{whole}!tt.ptr<i{bits}>, #tile>",
        "tt.return",
    ]
    return "\n".join(
        [
            f"#line = {encoding_text(line)}",
            f"#tile = {encoding_text(_of_one_thread(bases, shape))}",
            f"#places = {encoding_text(encoding)}",
            'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, '
            f'ttg.target = "hip:{arch}", "ttg.threads-per-warp" = 64 : i32}} {{',
            f"  tt.func public @store(%dst: !tt.ptr<i{bits}>) {{",
            *(f"    {text}" for text in lines if text),
            "  }",
            "}",
            "",
        ]
    )


def _of_one_thread(bases: list[list[int]], shape: Sequence[int]) -> LinearEncoding:
    """Registers with these bases, the same in each of 64 threads."""
    names = standard_out_dim_names(len(shape))
    nothing = [[0] * len(shape)] * 6
    inputs = [("register", bases), ("lane", nothing), ("warp", []), ("block", [])]
    return LinearEncoding(LinearLayout.create(inputs, list(zip(names, shape, strict=True))))
