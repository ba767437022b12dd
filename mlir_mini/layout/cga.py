"""How the blocks (CTAs) of a cluster (CGA) map onto a tensor's dims.

From CGAEncodingAttr, lib/Dialect/TritonGPU/IR/Dialect.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mlir_mini.interned import Interned
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    bases_per_dim,
    divide_left,
    is_permutation_matrix_layout,
    order_per_dim,
    product,
    standard_out_dim_names,
)
from mlir_mini.layout.linear_layout import LinearLayout


class CGALayout(Interned):
    """A linear layout from "block" to "dim0", "dim1", ..."""

    fields = ("linear_layout",)
    __slots__ = fields
    linear_layout: LinearLayout

    @classmethod
    def one_cta(cls, rank: int) -> CGALayout:
        """The layout of a single block."""
        return _one_cta(rank)

    @classmethod
    def one_dim(cls, num_ctas: int) -> CGALayout:
        """`num_ctas` blocks along the only dim of a tensor."""
        return cls(LinearLayout.identity1d(num_ctas, "block", "dim0"))

    @classmethod
    def from_bases(cls, bases: Sequence[Sequence[int]], rank: int) -> CGALayout:
        """The layout whose block bases are listed, as the textual form `[[0, 1], ...]` does.

        Sizes are the least that fit; call `verify` for what upstream accepts. Raises LayoutError,
        with upstream's message, if a basis has not one number per dim.
        """
        if any(len(basis) != rank for basis in bases):
            raise LayoutError(f"'CGALayout' entry length does not match rank {rank}")
        sizes = [1] * rank
        for basis in bases:
            for index, part in enumerate(basis):
                sizes[index] = max(sizes[index], 1 << part.bit_length())
        dims = tuple(zip(standard_out_dim_names(rank), sizes, strict=True))
        return cls(LinearLayout.create([("block", bases)], dims, require_surjective=False))

    @classmethod
    def from_split_params(
        cls,
        ctas_per_cga: Sequence[int],
        cta_split_num: Sequence[int],
        cta_order: Sequence[int],
    ) -> CGALayout:
        """The layout of the older form: blocks per dim, of which some split it, in an order.

        The inverse of reading the three back only for some layouts.
        """
        names = standard_out_dim_names(len(cta_order))
        layout = LinearLayout.empty()
        for dim in cta_order:
            split, total = cta_split_num[dim], ctas_per_cga[dim]
            layout *= LinearLayout.identity1d(split, "block", names[dim])
            layout *= LinearLayout.zeros1d(total // split, "block", names[dim])
        return cls(layout.transpose_outs(names))

    @classmethod
    def of_linear(cls, layout: LinearLayout, split_num: Sequence[int]) -> CGALayout:
        """The block part of a layout `cta * cga`, which splits dim i in split_num[i] parts.

        Raises LayoutError if the layout is not of that form.
        """
        in_dims = [name for name in layout.in_dim_names if name != "block"]
        part = layout.sublayout(in_dims, layout.out_dim_names)
        sizes = tuple(
            (name, size // split)
            for (name, size), split in zip(layout.out_dims, split_num, strict=True)
        )
        cta = LinearLayout.create(part.bases, sizes, require_surjective=False)
        cga = divide_left(layout, cta)
        if cga is None:
            raise LayoutError(f"the blocks are not the most major part of the layout:{layout}")
        return cls(cga.sublayout(["block"], layout.out_dim_names))

    @property
    def rank(self) -> int:
        return len(self.linear_layout.out_dims)

    @property
    def bases(self) -> tuple[tuple[int, ...], ...]:
        return self.linear_layout.bases_of("block")

    @property
    def num_ctas(self) -> int:
        return self.linear_layout.total_in_size

    @property
    def ctas_per_cga(self) -> tuple[int, ...]:
        """Blocks along each dim, those that only repeat the data included."""
        return tuple(bases_per_dim(self.linear_layout, "block", skip_broadcast=False))

    @property
    def cta_split_num(self) -> tuple[int, ...]:
        """In how many parts each dim is split among blocks."""
        return tuple(bases_per_dim(self.linear_layout, "block"))

    @property
    def cta_order(self) -> tuple[int, ...]:
        """The dims along which blocks are numbered, fastest first."""
        return tuple(order_per_dim(self.linear_layout, "block", range(self.rank)))

    def verify(self) -> str | None:
        """Upstream's complaint about this layout, or None."""
        layout = self.linear_layout
        if layout.in_dim_names != ("block",):
            return "CGA encoding must have exactly one input dimension named 'block'."
        if layout.out_dim_names != standard_out_dim_names(self.rank):
            names = ", ".join(f'"{name}"' for name in layout.out_dim_names)
            return f"CGA encoding output dims must be [dim0, dim1, ...], but got [{names}]."
        if not is_permutation_matrix_layout(layout):
            return "After removing broadcast bases the CGA encoding must be a permutation matrix"
        return None


@cache
def _one_cta(rank: int) -> CGALayout:
    names = standard_out_dim_names(rank)
    return CGALayout(LinearLayout((("block", ()),), tuple((name, 1) for name in names)))


def shape_per_cta(cta_split_num: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    """The part of a tensor of this shape (elements) that one block holds.

    A layout of lower rank applies to the last dims (pipelining), one of higher rank lends its
    last dims (memory slicing).
    """
    rank = len(shape)
    split = tuple(cta_split_num)
    split = (1,) * (rank - len(split)) + split[max(0, len(split) - rank) :]
    return tuple(size // min(size, parts) for size, parts in zip(shape, split, strict=True))


def num_elements_per_cta(cta_split_num: Sequence[int], shape: Sequence[int]) -> int:
    """Elements of a tensor of this shape that one block holds."""
    return product(shape_per_cta(cta_split_num, shape))
