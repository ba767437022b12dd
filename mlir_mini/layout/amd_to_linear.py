"""Layouts of AMD's mfma and wmma instructions and of their operands.

From lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp. Shapes are in elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.combine import combine_cta_cga_with_shape
from mlir_mini.layout.encodings import AMDMfmaEncoding, AMDWmmaEncoding, DotOperandEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    apply_permutation,
    identity_standard_nd,
    matrix_order,
    order_for_dot_operand,
    standard_out_dim_names,
)
from mlir_mini.layout.linear_layout import LinearLayout

MFMA_LANES = 64
WMMA_LANES = 32
WMMA_TILE = 16


def mfma_to_linear(shape: Sequence[int], encoding: AMDMfmaEncoding) -> LinearLayout:
    """The result of mfma, its tiles contiguous along n over the whole tensor."""
    rank = len(shape)
    names = standard_out_dim_names(rank)
    m_index, n_index = rank - 2, rank - 1
    dim_m, dim_n = names[m_index], names[n_index]
    m, n = encoding.instr_shape[:2]
    if (m, n) == (64, 4) and not encoding.is_transposed:
        raise LayoutError("64x4 mfma must be transposed")

    # A lane holds `height` consecutive elements; lanes run across them first.
    height = 1 if encoding.element_bit_width == 64 else 4
    across, along, count = (dim_m, dim_n, m) if encoding.is_transposed else (dim_n, dim_m, n)
    tile = (
        LinearLayout.identity1d(height, "register", along)
        * LinearLayout.identity1d(count, "lane", across)
        * LinearLayout.identity1d(MFMA_LANES // count, "lane", along)
        * LinearLayout.identity1d(m * n // (MFMA_LANES * height), "register", along)
    )
    tile = tile.transpose_outs((dim_n, dim_m))

    tiles_m, tiles_n = encoding.tiles_per_warp[m_index], encoding.tiles_per_warp[n_index]
    warps_m, warps_n = encoding.warps_per_cta[m_index], encoding.warps_per_cta[n_index]
    tile *= LinearLayout.identity1d(tiles_n, "register", dim_n)
    tile *= LinearLayout.identity1d(warps_n, "warp", dim_n)
    # The rest of the n dim comes before m, also across tiles of the block.
    tile *= LinearLayout.identity1d(shape[n_index] // (n * warps_n * tiles_n), "register", dim_n)
    tile *= LinearLayout.identity1d(tiles_m, "register", dim_m)
    tile *= LinearLayout.identity1d(warps_m, "warp", dim_m)
    if rank == 3:
        tile *= LinearLayout.identity1d(1, "register", names[0])
        tile *= LinearLayout.identity1d(1, "lane", names[0])
        tile *= LinearLayout.identity1d(encoding.warps_per_cta[0], "warp", names[0])
    return combine_cta_cga_with_shape(tile, encoding.cga_layout, shape)


def mfma_dot_to_linear(
    shape: Sequence[int], encoding: DotOperandEncoding, parent: AMDMfmaEncoding
) -> LinearLayout:
    """An operand of mfma, `k_width` consecutive elements along k per lane."""
    rank = len(shape)
    op_idx, k_width = encoding.op_idx, encoding.k_width
    names = standard_out_dim_names(rank)
    order = order_for_dot_operand(op_idx, rank, k_contiguous=True)
    dim_k, dim_non_k = names[order[0]], names[order[1]]
    k_index = rank - 1 if op_idx == 0 else rank - 2
    non_k_index = rank - 2 if op_idx == 0 else rank - 1
    m, n = parent.instr_shape[:2]
    non_k = m if op_idx == 0 else n

    tile = (
        LinearLayout.identity1d(k_width, "register", dim_k)
        * LinearLayout.identity1d(non_k, "lane", dim_non_k)
        * LinearLayout.identity1d(MFMA_LANES // non_k, "lane", dim_k)
    )
    k_tile = MFMA_LANES // non_k * k_width
    # The 64x64 operand of the 64x4 and 4x64 instructions repeats 16 times along k.
    if non_k == 64:
        tile *= LinearLayout.identity1d(16, "register", dim_k)
        k_tile *= 16
    if shape[k_index] > k_tile:
        tile *= LinearLayout.identity1d(shape[k_index] // k_tile, "register", dim_k)
    tile *= LinearLayout.identity1d(parent.tiles_per_warp[non_k_index], "register", dim_non_k)
    tile = tile.transpose_outs((dim_k, dim_non_k))
    if rank == 3:
        tile *= LinearLayout.identity1d(1, "register", names[0])
        tile *= LinearLayout.identity1d(1, "lane", names[0])
    warps = identity_standard_nd("warp", parent.warps_per_cta, matrix_order(rank, row_major=True))
    # The k dim of the warps is not cleared: it falls off when the tile is fitted to the shape.
    return combine_cta_cga_with_shape(tile * warps, parent.cga_layout, shape)


def wmma_tile(rank: int, encoding: AMDWmmaEncoding) -> LinearLayout:
    """The result of one wmma instruction."""
    names = standard_out_dim_names(rank)
    order = matrix_order(rank, row_major=not encoding.is_transposed)
    if encoding.version == 1:
        registers = [(0, 2), (0, 4), (0, 8)]
        lanes = [(1, 0), (2, 0), (4, 0), (8, 0), (0, 1)]
    else:
        registers = [(0, 1), (0, 2), (0, 4)]
        lanes = [(1, 0), (2, 0), (4, 0), (8, 0), (0, 8)]
        # 32x16 is two 16x16 results, the second in further registers.
        if encoding.instr_shape[:2] == (32, 16):
            registers.append((0, 16))
    tile = LinearLayout.create(
        [("register", registers), ("lane", lanes)], (names[order[0]], names[order[1]])
    )
    if rank == 3:
        tile *= LinearLayout.identity1d(1, "register", names[0])
        tile *= LinearLayout.identity1d(1, "lane", names[0])
    return tile.transpose_outs(names)


def wmma_to_linear(shape: Sequence[int], encoding: AMDWmmaEncoding) -> LinearLayout:
    """The result of wmma, tiles placed by the encoding's cta_layout."""
    rank = len(shape)
    layout = wmma_tile(rank, encoding) * encoding.cta_layout
    rep_order = matrix_order(rank, row_major=True)
    names = apply_permutation(standard_out_dim_names(rank), rep_order)
    return combine_cta_cga_with_shape(layout.transpose_outs(names), encoding.cga_layout, shape)


def wmma_dot_to_linear(
    shape: Sequence[int], encoding: DotOperandEncoding, parent: AMDWmmaEncoding
) -> LinearLayout:
    """An operand of wmma: version 1 repeats it over the two halves of a warp."""
    rank = len(shape)
    names = standard_out_dim_names(rank)
    order = order_for_dot_operand(encoding.op_idx, rank, k_contiguous=True)
    dim_k, dim_non_k = names[order[0]], names[order[1]]
    k_depth = WMMA_LANES // WMMA_TILE
    split = LinearLayout.zeros1d if parent.version == 1 else LinearLayout.identity1d
    tile = (
        LinearLayout.identity1d(encoding.k_width, "register", dim_k)
        * LinearLayout.identity1d(WMMA_TILE, "lane", dim_non_k)
        * split(k_depth, "lane", dim_k)
    )
    k_repeat = parent.instr_shape[2] // (k_depth * encoding.k_width)
    tile *= LinearLayout.identity1d(k_repeat, "register", dim_k)
    non_k_repeat = parent.operand_non_k_dim(encoding.op_idx) // WMMA_TILE
    if non_k_repeat > 1:
        tile *= LinearLayout.identity1d(non_k_repeat, "register", dim_non_k)

    # A repetition along the dim that this operand does not have is none.
    cta_layout = parent.cta_layout.resize_out_dim(dim_k, 1)
    layout = tile * cta_layout.remove_zero_bases_along_dim("register")
    names = apply_permutation(names, order)
    return combine_cta_cga_with_shape(layout.transpose_outs(names), encoding.cga_layout, shape)


def wmma_cta_layout(warps_per_cta: Sequence[int], tiles_per_warp: Sequence[int]) -> LinearLayout:
    """The cta_layout of a wmma encoding with so many warps and tiles per warp along each dim."""
    rank = len(warps_per_cta)
    names = standard_out_dim_names(rank)
    layout = LinearLayout.empty()
    for dim in matrix_order(rank, row_major=True):
        layout *= LinearLayout.identity1d(tiles_per_warp[dim], "register", names[dim])
        layout *= LinearLayout.identity1d(warps_per_cta[dim], "warp", names[dim])
    return layout.transpose_outs(names)
