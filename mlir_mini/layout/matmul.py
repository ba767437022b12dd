"""Shapes of matrix instructions, and layouts of the scales of a scaled product.

From lib/Dialect/TritonGPU/Transforms/Utility.cpp (mmaVersionToInstrShape),
lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and Dialect.cpp. Shapes are in elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.combine import broadcasted_dot_operand, combine_cta_cga_with_shape
from mlir_mini.layout.layout_utils import matrix_order, standard_out_dim_names
from mlir_mini.layout.linear_layout import LinearLayout

#: Sizes along n of wgmma, widest first.
_WGMMA_N = tuple(range(256, 0, -8))
_WGMMA_INTEGER_N = (*range(224, 31, -16), 24, 16, 8)


def instruction_shape(
    version: int, shape: Sequence[int], bits: int, is_integer: bool, num_warps: int
) -> tuple[int, ...]:
    """The shape of the instruction for a result of which a block holds ``shape``.

    ``bits`` and ``is_integer`` describe the elements of the first operand. Version 2 (mma) gives
    [m, n] behind a 1 for the batch, if any, 3 (wgmma) and 5 (tcgen05) [m, n, k].
    """
    if version == 2:
        return (*(1,) * (len(shape) - 2), 8 if bits == 64 and not is_integer else 16, 8)
    k = 256 // bits
    if version == 5:
        return (128 if shape[0] >= 128 else 64, min(shape[1], 256), k)
    m_warps = max(shape[0] // 16, 1)
    limit = max(shape[1] // max(num_warps // m_warps, 1), 8)
    sizes = _WGMMA_INTEGER_N if is_integer else _WGMMA_N
    return (16, next(n for n in sizes if shape[1] % n == 0 and n <= limit), k)


def warp_group_warps(
    shape: Sequence[int], instr_shape: Sequence[int], num_warps: int
) -> tuple[int, int]:
    """How wgmma spreads warps over a result of which a block holds ``shape``: four rows first."""
    rows, columns = 4, 1
    while rows * columns < num_warps:
        if shape[0] > instr_shape[0] * rows:
            rows *= 2
        else:
            columns *= 2
    return rows, columns


def mma_scale_layout(
    shape: Sequence[int], op_idx: int, warps_per_cta: Sequence[int], cga_layout: CGALayout
) -> LinearLayout:
    """The layout in registers of an operand's scales, [m or n, k], for mma with block scales.

    ``warps_per_cta`` is the result's. All lanes of a quad have the same scale.
    """
    rank = len(shape)
    k_dim, mn_dim = rank - 1, rank - 2
    names = standard_out_dim_names(rank)

    def rows(count: int) -> tuple[int, ...]:
        return tuple(count if dim == mn_dim else 0 for dim in range(rank))

    lanes = [rows(8 if op_idx == 0 else 0), rows(0), rows(1), rows(2), rows(4)]
    lane_layout = LinearLayout.create(
        [("lane", lanes)],
        tuple(
            (name, (16 if op_idx == 0 else 8) if dim == mn_dim else 1)
            for dim, name in enumerate(names)
        ),
    )
    order = list(matrix_order(rank, row_major=True))
    warps = list(warps_per_cta)
    if op_idx == 1:
        warps[mn_dim], warps[k_dim] = warps[k_dim], warps[mn_dim]
        swapped = {mn_dim: k_dim, k_dim: mn_dim}
        order = [swapped.get(dim, dim) for dim in order]
    layout = LinearLayout.identity1d(shape[k_dim], "register", names[k_dim])
    layout *= lane_layout
    layout *= broadcasted_dot_operand(warps, order, k_dim, "warp")
    return combine_cta_cga_with_shape(layout, cga_layout, shape)


def copied_scale_layout(shape: Sequence[int], cga_layout: CGALayout) -> LinearLayout:
    """The layout in shared memory of scales, [m or n, k], that a copy to tensor memory takes.

    Blocks of 128 x 4 scales follow each other, each in the order [32, 4, 4] that the copy expects.
    """
    rows, columns = shape
    first, second = standard_out_dim_names(2)
    identity = LinearLayout.identity1d
    chunks = (
        ("colLo", 4),
        ("rowMid", 4),
        ("rowLo", 32),
        ("outerCol", columns // 4),
        ("outerRow", rows // 128),
    )
    chunked = identity(rows * columns, "offset", "flat").reshape_outs(chunks)
    logical = (
        identity(32, "rowLo", first)
        * identity(4, "rowMid", first)
        * identity(rows // 128, "outerRow", first)
        * identity(4, "colLo", second)
        * identity(columns // 4, "outerCol", second)
    )
    layout = chunked.compose(logical).transpose_outs((first, second))
    return combine_cta_cga_with_shape(layout, cga_layout, shape)


def is_innermost_contiguous(memory: LinearLayout, count: int) -> bool:
    """Whether runs of ``count`` elements, in row-major order, follow each other in memory."""
    flat = memory.transpose_outs(memory.out_dim_names[::-1]).flatten_outs()
    return flat.num_consecutive_in_out() >= count
