"""Building blocks of the conversions (lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp)."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    ensure_not_larger_than,
    ensure_not_smaller_than,
    standard_out_dim_names,
    standard_out_dim_pairs,
)
from mlir_mini.layout.linear_layout import LinearLayout


def combine_cta_cga_with_shape(
    cta_layout: LinearLayout, cga_layout: CGALayout, shape: Sequence[int]
) -> LinearLayout:
    """Fits a block's layout to its part of the tensor, then adds the blocks.

    The output dims of `cta_layout` say in which order it is repeated; the result has standard
    dims. Raises LayoutError if the ranks differ or a size is no power of two.
    """
    rank = len(shape)
    if len(cta_layout.out_dims) != rank or cga_layout.rank != rank:
        raise LayoutError(f"the layout does not have the rank of the shape {list(shape)}")
    named_shape = dict(standard_out_dim_pairs(shape))
    cga = ensure_not_larger_than(cga_layout.linear_layout, named_shape)
    cga = cga.transpose_outs(cta_layout.out_dim_names)
    cta_shape = {name: max(1, named_shape[name] // size) for name, size in cga.out_dims}
    cta_layout = ensure_not_smaller_than(cta_layout, cta_shape)
    cta_layout = ensure_not_larger_than(cta_layout, cta_shape)
    return (cta_layout * cga).transpose_outs(standard_out_dim_names(rank))


def broadcasted_dot_operand(
    shape: Sequence[int], order: Sequence[int], k_dim: int, in_dim: str
) -> LinearLayout:
    """Lanes or warps of a dot's result, `shape` along each dim, placed on one of its operands.

    Moving along the k dim of the operand reaches the same lanes or warps again.
    """
    names = standard_out_dim_names(len(shape))
    layout = LinearLayout.empty()
    for dim in order:
        make = LinearLayout.zeros1d if dim == k_dim else LinearLayout.identity1d
        layout *= make(shape[dim], in_dim, names[dim])
    return layout
