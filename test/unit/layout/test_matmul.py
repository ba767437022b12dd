"""Shapes of matrix instructions and layouts of scales.

Figures are those that the passes of upstream 3.9.0 print for such products.
"""

from __future__ import annotations

import pytest

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.matmul import (
    copied_scale_layout,
    instruction_shape,
    is_innermost_contiguous,
    mma_scale_layout,
    warp_group_warps,
)

ONE = CGALayout.one_cta(2)


@pytest.mark.parametrize(
    ("version", "shape", "bits", "is_integer", "warps", "expected"),
    [
        (2, (64, 64), 16, False, 4, (16, 8)),
        (2, (64, 64), 64, False, 4, (8, 8)),
        (2, (2, 16, 16), 32, False, 4, (1, 16, 8)),
        (3, (64, 64), 16, False, 4, (16, 64, 16)),
        (3, (128, 128), 16, False, 32, (16, 32, 16)),
        (3, (64, 512), 16, False, 4, (16, 256, 16)),
        (3, (64, 256), 8, True, 4, (16, 128, 32)),
        (3, (64, 8), 32, False, 4, (16, 8, 8)),
        (5, (128, 512), 16, False, 4, (128, 256, 16)),
        (5, (64, 32), 8, False, 4, (64, 32, 32)),
    ],
)
def test_instruction_shape(
    version: int,
    shape: tuple[int, ...],
    bits: int,
    is_integer: bool,
    warps: int,
    expected: tuple[int, ...],
) -> None:
    assert instruction_shape(version, shape, bits, is_integer, warps) == expected


def test_warp_groups_take_rows_first() -> None:
    assert warp_group_warps((64, 64), (16, 64, 16), 4) == (4, 1)
    assert warp_group_warps((64, 256), (16, 128, 16), 8) == (4, 2)
    assert warp_group_warps((128, 128), (16, 32, 16), 32) == (8, 4)


def test_lanes_of_a_quad_share_a_scale() -> None:
    first = mma_scale_layout((64, 2), 0, (2, 2), ONE)
    second = mma_scale_layout((64, 2), 1, (2, 2), ONE)
    assert first.bases_of("lane") == ((8, 0), (0, 0), (1, 0), (2, 0), (4, 0))
    assert second.bases_of("lane") == ((0, 0), (0, 0), (1, 0), (2, 0), (4, 0))
    assert first.out_dim_sizes == second.out_dim_sizes == (64, 2)


def test_copied_scales_lie_in_chunks() -> None:
    layout = copied_scale_layout((128, 4), ONE)
    expected = ((0, 1), (0, 2), (32, 0), (64, 0), (1, 0), (2, 0), (4, 0), (8, 0), (16, 0))
    assert layout.bases_of("offset") == expected
    assert not is_innermost_contiguous(layout, 512)
    assert is_innermost_contiguous(layout, 4)
