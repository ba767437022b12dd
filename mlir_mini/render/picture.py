"""What there is to draw: a layout on a tensor of a given shape.

A *cell* is the smallest box of elements that one thread holds in consecutive low registers (or
that lies in consecutive offsets): the pictures label cells, not elements. The *tile* is what a
block covers before its registers repeat it, whole cells of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlir_mini.layout.encodings import BlockedEncoding, DistributedEncoding, LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import SharedEncoding
from mlir_mini.layout.memory_places import element_bits, memory_layout, paddings
from mlir_mini.layout.ownership import inputs_of, register_layout, tile_shape

REGISTERS, SHARED, TENSOR_MEMORY = "registers", "shared", "tensor memory"


class Picture:
    """A layout on a tensor.

    title: the layout as text; kind: what its places are; layout: from places to the tensor's
    elements; elem_bits: of an element, for bytes and banks; paddings: (interval, padding) pairs
    in elements; tile, cell: sizes per dim.
    """

    def __init__(
        self,
        title: str,
        encoding: LayoutEncoding,
        shape: Sequence[int],
        elem_bits: int | None = None,
    ) -> None:
        """Raises LayoutError, naming the field, if the shape does not suit the layout."""
        self.title = title
        self.encoding = encoding
        self.shape = tuple(shape)
        self.paddings = paddings(encoding)
        self.layout: LinearLayout
        if isinstance(encoding, DistributedEncoding):
            self.kind = REGISTERS
            self.layout = register_layout(shape, encoding)
            self.elem_bits = 32 if elem_bits is None else elem_bits
            self.cell = _cell(self.layout, "register")
            # What a thread holds in one cell is no repeat, however small its part of the layout is.
            tile = _tile(self.layout, encoding, self.shape)
            self.tile = tuple(map(max, tile, self.cell))
        else:
            shared = isinstance(encoding, SharedEncoding)
            self.kind = SHARED if shared else TENSOR_MEMORY
            self.layout = memory_layout(shape, encoding)
            self.elem_bits = element_bits(encoding, elem_bits)
            self.tile = self.shape
            if shared and self.elem_bits < 8:
                raise LayoutError(f"elem-bits: {self.elem_bits} is less than a byte")
            # A cell of shared memory lies within one bank's word, or within one padding interval.
            limit = max(1, 32 // self.elem_bits) if shared else 1
            limit = min([limit, *(interval for interval, _ in self.paddings)])
            self.cell = _cell(self.layout, "offset", limit) if shared else (1,) * len(shape)

    @property
    def rank(self) -> int:
        return len(self.shape)

    def size(self, dim: str) -> int:
        """How many registers, lanes, ... there are; 1 for a dim that the layout lacks."""
        return self.layout.in_dim_size(dim) if self.layout.has_in_dim(dim) else 1

    def places(self, element: Sequence[int]) -> list[dict[str, int]]:
        """Everywhere that an element is, by dim of the layout's input."""
        return inputs_of(self.layout, element)

    def cell_elements(
        self, corner: Sequence[int], sizes: Sequence[int] | None = None
    ) -> Iterator[tuple[int, ...]]:
        """The elements of the cell, or of the part of it with these sizes, that starts here."""
        points: list[tuple[int, ...]] = [()]
        for start, size in zip(corner, sizes or self.cell, strict=True):
            points = [(*point, start + step) for point in points for step in range(size)]
        return iter(points)


def _tile(
    layout: LinearLayout, encoding: DistributedEncoding, shape: Sequence[int]
) -> tuple[int, ...]:
    if not isinstance(encoding, BlockedEncoding):
        return tile_shape(layout)
    split = encoding.cga_layout.cta_split_num
    parts = zip(
        encoding.size_per_thread, encoding.threads_per_warp, encoding.warps_per_cta, strict=True
    )
    return tuple(
        min(size, per_thread * lanes * warps) if blocks == 1 else size
        for size, (per_thread, lanes, warps), blocks in zip(shape, parts, split, strict=True)
    )


def _cell(layout: LinearLayout, in_dim: str, limit: int | None = None) -> tuple[int, ...]:
    """The box spanned by the lowest bits of each dim that `in_dim` alone moves along.

    limit: the most elements of a cell.
    """
    names = layout.out_dim_names
    others = [name for name in layout.in_dim_names if name != in_dim]
    own = layout.bases_of(in_dim)
    cell = []
    left = limit
    for index, name in enumerate(names):
        taken = layout.output_basis_mask(others, name)
        for basis in own:
            if sum(map(bool, basis)) > 1 or basis[index] & (basis[index] - 1):
                taken |= basis[index]
        size = 1
        while (
            size < layout.out_dim_size(name)
            and not taken & size
            and any(basis[index] == size for basis in own)
            and (left is None or left >= 2)
        ):
            if limit is not None and not _is_next_bit(own, index, size, limit):
                break
            size *= 2
            left = None if left is None else left // 2
        cell.append(size)
    return tuple(cell)


def _is_next_bit(bases: Sequence[Sequence[int]], index: int, size: int, limit: int) -> bool:
    """Is this bit of the dim one of the lowest bits of the offset, below the limit?"""
    low = bases[: limit.bit_length() - 1]
    return any(basis[index] == size for basis in low)
