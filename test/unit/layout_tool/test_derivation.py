"""The steps of a derivation lead to what `coalescing` computes."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from mlir_mini.layout import LayoutError
from mlir_mini.layout.coalescing import (
    build_blocked,
    coalesced_layout,
    descriptor_layout,
    elements_per_thread,
)
from mlir_mini.layout.derivation import builder_rows, derive_coalesced, derive_descriptor


def arguments(seed: int) -> tuple[tuple[int, ...], tuple[int, ...], random.Random]:
    pick = random.Random(seed)
    rank = pick.randint(1, 4)
    order = list(range(rank))
    pick.shuffle(order)
    return tuple(1 << pick.randint(0, 8) for _ in range(rank)), tuple(order), pick


@pytest.mark.parametrize("seed", range(300))
def test_the_builder_s_rows(seed: int) -> None:
    shape, order, pick = arguments(seed)
    per_thread = [1 << pick.randint(0, 4) for _ in shape]
    warps, lanes = 1 << pick.randint(0, 4), pick.choice((32, 64))
    encoding = build_blocked(shape, per_thread, order, warps, lanes)
    rows = builder_rows(shape, per_thread, order, warps, lanes)
    assert [row.dim for row in rows] == list(order)
    for row in rows:
        assert row.lanes == encoding.threads_per_warp[row.dim]
        assert row.warps == encoding.warps_per_cta[row.dim]
    for row, following in pairwise(rows):
        assert row.after == following.before


@pytest.mark.parametrize("seed", range(300))
def test_the_layout(seed: int) -> None:
    shape, order, pick = arguments(seed)
    contiguity = [1 << pick.randint(0, 6) for _ in shape]
    divisibility = [1 << pick.randint(0, 6) for _ in shape]
    bits, warps = pick.choice((8, 16, 32, 64)), 1 << pick.randint(0, 3)
    found = derive_coalesced(shape, order, bits, contiguity, divisibility, warps)
    per_thread = elements_per_thread(order, contiguity, divisibility, bits, shape)
    expected = coalesced_layout(shape, order, per_thread, warps)
    assert found.encoding is expected
    least = max(1, min(candidate.value for candidate in found.candidates))
    assert found.per_thread == least
    deciding = {c.value for c in found.candidates if c.name in found.decided_by}
    assert {max(1, value) for value in deciding} == {least}


@pytest.mark.parametrize("seed", range(60))
def test_descriptors(seed: int) -> None:
    shape, _, pick = arguments(seed)
    bits, warps = pick.choice((8, 16, 32)), 1 << pick.randint(0, 3)
    assert derive_descriptor(shape, bits, warps).encoding is descriptor_layout(shape, bits, warps)


def test_the_order_follows_from_the_contiguity() -> None:
    assert derive_coalesced((16, 16), None, 32, (16, 1), (16, 16), 4).order == (0, 1)
    assert derive_coalesced((16, 16), None, 32, (1, 1), (16, 16), 4).order == (1, 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shape": (64, 48)}, "shape: 48 in 64x48 is not a positive power of two"),
        ({"shape": (64, 0)}, "shape: 0 in 64x0 is not a positive power of two"),
        ({"order": (0, 0)}, "order: 0,0 does not list the dims 0 to 1 once each"),
        ({"order": (0,)}, "order: 0 does not list the dims 0 to 1 once each"),
        ({"elem_bits": 24}, "elem-bits: 24 is none of 1, 2, 4, 8, 16, 32, 64, 128"),
        ({"num_warps": 0}, "num-warps: 0 is not a power of two"),
        ({"num_warps": -4}, "num-warps: -4 is not a power of two"),
        ({"threads_per_warp": 33}, "threads-per-warp: 33 is not a power of two"),
        ({"contiguity": (64,)}, "contiguity: 1 given for a tensor of 2 dims"),
        ({"contiguity": (1, 3)}, "contiguity: 3 is not a power of two"),
        ({"divisibility": (0, 16)}, "divisibility: 0 is not a power of two"),
    ],
)
def test_bad_arguments(change: dict[str, object], message: str) -> None:
    good: dict[str, object] = {
        "shape": (64, 64),
        "order": (1, 0),
        "elem_bits": 32,
        "contiguity": (1, 64),
        "divisibility": (16, 16),
        "num_warps": 4,
        "threads_per_warp": 32,
    }
    with pytest.raises(LayoutError) as caught:
        derive_coalesced(**(good | change))  # pyright: ignore[reportArgumentType]
    assert str(caught.value) == message
