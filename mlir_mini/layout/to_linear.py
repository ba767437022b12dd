"""Encoding + tensor shape -> linear layout (lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp).

Register layouts map "register", "lane", "warp", "block" to "dim0", "dim1", ...; those of memory
are in `memory_to_linear.py`, those of AMD's matrix units in `amd_to_linear.py`. Shapes are in
elements, all powers of two. A *cta layout* covers one block and is repeated along registers
until it fills the block's part of the tensor; the *cga layout* adds the blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mlir_mini.layout.amd_to_linear import (
    mfma_dot_to_linear,
    mfma_to_linear,
    wmma_dot_to_linear,
    wmma_to_linear,
)
from mlir_mini.layout.combine import broadcasted_dot_operand, combine_cta_cga_with_shape
from mlir_mini.layout.encodings import (
    AMDMfmaEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LinearEncoding,
    LinearLayoutEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    apply_permutation,
    ensure_not_larger_than,
    ensure_not_smaller_than,
    identity_standard_nd,
    matrix_order,
    order_for_dot_operand,
    remove_standard_dim,
    standard_out_dim_names,
)
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_to_linear import memory_to_linear

__all__ = [
    "combine_cta_cga_with_shape",
    "to_generic_linear_encoding",
    "to_linear_encoding",
    "to_linear_layout",
]


def to_linear_layout(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    """The linear layout of a tensor of this shape; for memory pass the allocation's shape.

    Raises LayoutError if the encoding does not fit the shape or has a zero where one divides by it
    (upstream dies there), or for padded encodings, whose padding is not linear (see
    `memory_to_linear.padded_linear_layout`).
    """
    try:
        return _to_linear_layout(tuple(shape), encoding)
    except ZeroDivisionError:
        raise LayoutError("a field that must not be zero is zero") from None


def to_linear_encoding(shape: Sequence[int], encoding: LayoutEncoding) -> LinearEncoding:
    return LinearEncoding(to_linear_layout(shape, encoding))


def to_generic_linear_encoding(
    shape: Sequence[int], encoding: LayoutEncoding
) -> GenericLinearEncoding:
    return GenericLinearEncoding(to_linear_layout(shape, encoding))


@cache
def _to_linear_layout(shape: tuple[int, ...], encoding: LayoutEncoding) -> LinearLayout:
    if isinstance(encoding, BlockedEncoding):
        return _blocked(shape, encoding)
    if isinstance(encoding, SliceEncoding):
        return _slice(shape, encoding)
    if isinstance(encoding, LinearLayoutEncoding):
        return _linear(shape, encoding)
    if isinstance(encoding, NvidiaMmaEncoding):
        return _nvidia_mma(shape, encoding)
    if isinstance(encoding, DotOperandEncoding):
        return _dot_operand(shape, encoding)
    if isinstance(encoding, AMDMfmaEncoding):
        return mfma_to_linear(shape, encoding)
    if isinstance(encoding, AMDWmmaEncoding):
        return wmma_to_linear(shape, encoding)
    return memory_to_linear(shape, encoding)


def _blocked(shape: tuple[int, ...], encoding: BlockedEncoding) -> LinearLayout:
    order = encoding.order
    cta_layout = (
        identity_standard_nd("register", encoding.size_per_thread, order)
        * identity_standard_nd("lane", encoding.threads_per_warp, order)
        * identity_standard_nd("warp", encoding.warps_per_cta, order)
    )
    layout = combine_cta_cga_with_shape(cta_layout, encoding.cga_layout, shape)
    # A thread's tile that is larger than the tensor takes no registers for what lies outside.
    return layout.remove_zero_bases_along_dim("register")


def _slice(shape: tuple[int, ...], encoding: SliceEncoding) -> LinearLayout:
    parent = to_linear_layout(encoding.padded_shape(shape), encoding.parent)
    sliced = remove_standard_dim(parent, encoding.dim)
    return sliced.remove_zero_bases_along_dim("register")


def _linear(shape: tuple[int, ...], encoding: LinearLayoutEncoding) -> LinearLayout:
    layout = encoding.linear_layout
    names = layout.out_dim_names
    if len(shape) != len(names):
        raise LayoutError(f"a linear layout of rank {len(names)} has no shape {list(shape)}")
    named_shape = dict(zip(names, shape, strict=True))
    layout = layout.transpose_outs(apply_permutation(names, encoding.rep_order))
    layout = ensure_not_smaller_than(layout, named_shape)
    layout = ensure_not_larger_than(layout, named_shape, broadcast_registers=False)
    return layout.transpose_outs(names)


def _nvidia_mma(shape: tuple[int, ...], encoding: NvidiaMmaEncoding) -> LinearLayout:
    rank = len(shape)
    if encoding.is_ampere:
        tile_shape = encoding.instr_shape
    elif encoding.is_hopper:
        tile_shape = encoding.instr_shape[:2]
    else:
        raise LayoutError(f"no linear layout for MMA version {encoding.version_major}")
    order = matrix_order(rank, row_major=True)
    cta_layout = nvidia_mma_tile(tile_shape, 2, order, encoding.rep_order)
    # Hopper numbers its warps along m first.
    warp_order = matrix_order(rank, row_major=not encoding.is_hopper)
    warps = identity_standard_nd("warp", encoding.warps_per_cta, warp_order)
    cta_layout *= warps.transpose_outs(cta_layout.out_dim_names)
    return combine_cta_cga_with_shape(cta_layout, encoding.cga_layout, shape)


def nvidia_mma_tile(
    tile_shape: Sequence[int], k_width: int, order: Sequence[int], rep_order: Sequence[int]
) -> LinearLayout:
    """One warp's tile: rows of 4 lanes with `k_width` registers each, 8 rows of lanes.

    tile_shape, order: of the tile, `order[0]` being the dim along which rows lie; rep_order: the
    order of the output dims of the result. Raises LayoutError if the tile does not divide or is of
    another rank.
    """
    if len(tile_shape) != len(rep_order):
        raise LayoutError(f"instrShape {list(tile_shape)} is not of rank {len(rep_order)}")
    names = standard_out_dim_names(len(rep_order))
    inner, outer = order[:2]
    rows, columns = tile_shape[outer], tile_shape[inner]
    if rows % 8 or columns % (k_width * 4):
        raise LayoutError(f"no mma tile of shape {list(tile_shape)} with kWidth {k_width}")
    return (
        identity_standard_nd("register", (1,) * len(rep_order), rep_order)
        * LinearLayout.identity1d(k_width, "register", names[inner])
        * LinearLayout.identity1d(4, "lane", names[inner])
        * LinearLayout.identity1d(8, "lane", names[outer])
        * LinearLayout.identity1d(rows // 8, "register", names[outer])
        * LinearLayout.identity1d(columns // (k_width * 4), "register", names[inner])
    )


def _dot_operand(shape: tuple[int, ...], encoding: DotOperandEncoding) -> LinearLayout:
    parent = encoding.parent
    if isinstance(parent, BlockedEncoding):
        return _fma_dot(shape, encoding, parent)
    if isinstance(parent, AMDMfmaEncoding):
        return mfma_dot_to_linear(shape, encoding, parent)
    if isinstance(parent, AMDWmmaEncoding):
        return wmma_dot_to_linear(shape, encoding, parent)
    if isinstance(parent, NvidiaMmaEncoding):
        return _nvidia_dot(shape, encoding, parent)
    raise LayoutError("no linear layout for a dot operand with this parent")


def _fma_dot(
    shape: tuple[int, ...], encoding: DotOperandEncoding, parent: BlockedEncoding
) -> LinearLayout:
    rank = len(shape)
    order = parent.order
    k_dim = rank - 1 if encoding.op_idx == 0 else rank - 2
    thread_size = list(parent.size_per_thread)
    thread_size[k_dim] = shape[k_dim]
    names = apply_permutation(standard_out_dim_names(rank), order)
    lanes = broadcasted_dot_operand(parent.threads_per_warp, order, k_dim, "lane")
    warps = broadcasted_dot_operand(parent.warps_per_cta, order, k_dim, "warp")
    cta_layout = (
        identity_standard_nd("register", thread_size, order).transpose_outs(names)
        * lanes.transpose_outs(names)
        * warps.transpose_outs(names)
    )
    return combine_cta_cga_with_shape(cta_layout, encoding.cga_layout, shape)


def _nvidia_dot(
    shape: tuple[int, ...], encoding: DotOperandEncoding, parent: NvidiaMmaEncoding
) -> LinearLayout:
    rank = len(shape)
    is_a = encoding.op_idx == 0
    if not is_a and not parent.is_ampere:
        raise LayoutError("only the first operand of a Hopper MMA is in registers")
    if len(parent.instr_shape) < rank - 1:
        raise LayoutError(f"an instruction shape of {len(parent.instr_shape)} sizes has no M")
    instr_m = parent.instr_shape[rank - 2]
    # The f64 instruction, m8n8k4, has half the k of the others.
    k_tile = encoding.k_width * (4 if instr_m == 8 else 8)
    tile_shape = (1,) * (rank - 2) + ((instr_m, k_tile) if is_a else (k_tile, 8))
    order = order_for_dot_operand(encoding.op_idx, rank, k_contiguous=True)
    cta_layout = nvidia_mma_tile(tile_shape, encoding.k_width, order, encoding.rep_order)
    k_dim = rank - 1 if is_a else rank - 2
    warp_order = matrix_order(rank, row_major=not parent.is_hopper)
    warps = broadcasted_dot_operand(parent.warps_per_cta, warp_order, k_dim, "warp")
    cta_layout *= warps.transpose_outs(cta_layout.out_dim_names)
    return combine_cta_cga_with_shape(cta_layout, encoding.cga_layout, shape)
