"""Layouts for global memory accesses, worked by hand."""

from __future__ import annotations

import pytest

from mlir_mini.layout import BlockedEncoding, CGALayout
from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.coalescing import (
    atomic_elements_cap,
    build_blocked,
    coalesced_layout,
    default_blocked,
    descriptor_layout,
    elements_per_thread,
    order_from_contiguity,
)


def tiles(encoding: BlockedEncoding) -> tuple[tuple[int, ...], ...]:
    return encoding.size_per_thread, encoding.threads_per_warp, encoding.warps_per_cta


def layout_of(
    shape: tuple[int, ...],
    contiguity: tuple[int, ...],
    divisibility: tuple[int, ...],
    bits: int,
    num_warps: int,
    cga: CGALayout | None = None,
) -> BlockedEncoding:
    """The coalesced layout of a load whose pointers are known like this."""
    cga = cga or CGALayout.one_cta(len(shape))
    order = order_from_contiguity(contiguity)
    cta_shape = shape_per_cta(cga.cta_split_num, shape)
    per_thread = elements_per_thread(order, contiguity, divisibility, bits, cta_shape)
    return coalesced_layout(shape, order, per_thread, num_warps, 32, cga)


@pytest.mark.parametrize(
    ("shape", "bits", "divisibility", "num_warps", "expected"),
    [
        # 4096 elements, 128 threads: 128 bits are 4 floats each.
        ((64, 64), 32, 16, 4, ((1, 4), (2, 16), (4, 1))),
        # Halves come 8 at a time.
        ((128, 64), 16, 16, 4, ((1, 8), (4, 8), (4, 1))),
        # Fewer elements than threads.
        ((64,), 32, 16, 4, ((1,), (32,), (4,))),
        # Addresses that are multiples of 8 bytes allow 2 floats.
        ((64, 64), 32, 8, 4, ((1, 2), (1, 32), (4, 1))),
        # 256 elements, 64 threads: 4 each, though a row takes 4 threads only.
        ((16, 16), 32, 16, 2, ((1, 4), (8, 4), (2, 1))),
    ],
)
def test_rows(
    shape: tuple[int, ...],
    bits: int,
    divisibility: int,
    num_warps: int,
    expected: tuple[tuple[int, ...], ...],
) -> None:
    contiguity = (1,) * (len(shape) - 1) + (shape[-1],)
    encoding = layout_of(shape, contiguity, (divisibility,) * len(shape), bits, num_warps)
    assert tiles(encoding) == expected
    assert encoding.order == tuple(range(len(shape)))[::-1]


def test_order_follows_contiguity() -> None:
    assert order_from_contiguity((1, 64)) == (1, 0)
    assert order_from_contiguity((64, 1)) == (0, 1)
    assert order_from_contiguity((1, 1, 1)) == (2, 1, 0)
    assert order_from_contiguity((8, 1, 8)) == (2, 0, 1)


def test_columns() -> None:
    encoding = layout_of((64, 64), (64, 1), (16, 1), 32, 4)
    assert tiles(encoding) == ((4, 1), (16, 2), (1, 4))
    assert encoding.order == (0, 1)


def test_contiguity_bounds_the_vector() -> None:
    assert elements_per_thread((1, 0), (1, 2), (1, 16), 32, (64, 64)) == 2
    assert elements_per_thread((1, 0), (1, 64), (1, 16), 32, (64, 1)) == 1
    # Booleans take a byte in memory, but 128 of them would fit one access.
    assert elements_per_thread((0,), (256,), (256,), 1, (256,)) == 128


def test_divisibility_is_read_as_32_bits() -> None:
    assert elements_per_thread((0,), (64,), (1 << 62,), 32, (64,)) == 1
    assert elements_per_thread((0,), (64,), (1 << 31,), 32, (64,)) == 4


def test_related_accesses_widen_loads_only() -> None:
    load = coalesced_layout((64, 64), (1, 0), 1, 4, related=(4,))
    assert load.size_per_thread == (1, 4)
    store = coalesced_layout((64, 64), (1, 0), 1, 4, related=(4,), is_load=False)
    assert store.size_per_thread == (1, 1)
    # As many elements as there are for all threads.
    assert coalesced_layout((16, 16), (1, 0), 1, 4, related=(8,)).size_per_thread == (1, 2)


@pytest.mark.parametrize(
    ("bits", "width"), [(8, 16), (16, 8), (32, 4), (64, 2)], ids=lambda value: str(value)
)
def test_descriptors_take_up_to_16_bytes(bits: int, width: int) -> None:
    encoding = descriptor_layout((128, 64), bits, 4)
    assert encoding.size_per_thread == (1, width)
    assert encoding.order == (1, 0)


def test_descriptors_of_small_tensors() -> None:
    assert descriptor_layout((8, 32), 16, 4).size_per_thread == (1, 2)
    assert descriptor_layout((8, 8), 16, 4).size_per_thread == (1, 1)


def test_blocks_share_the_tensor() -> None:
    cga = CGALayout.from_split_params((2, 1), (2, 1), (1, 0))
    encoding = layout_of((16, 16), (1, 16), (16, 16), 32, 2, cga)
    # Each block has 128 elements for 64 threads.
    assert tiles(encoding) == ((1, 2), (4, 8), (2, 1))
    assert encoding.cga_layout is cga


def test_build_blocked_fills_the_slowest_dim() -> None:
    encoding = build_blocked((4, 4), (1, 1), (1, 0), num_warps=4)
    assert tiles(encoding) == ((1, 1), (8, 4), (4, 1))


def test_default_blocked() -> None:
    encoding = default_blocked((32, 32), 4, 32, num_ctas=2)
    assert tiles(encoding) == ((1, 1), (1, 32), (4, 1))
    assert encoding.cga_layout.bases == ((1, 0),)


def test_atomics() -> None:
    assert atomic_elements_cap("i32", 32) == 1
    assert atomic_elements_cap("f32", 32, is_cas=True) == 1
    assert atomic_elements_cap("f16", 16, is_float_add=True, compute_capability=80) == 2
    assert atomic_elements_cap("bf16", 16, is_float_add=True, compute_capability=80) == 1
    assert atomic_elements_cap("f16", 16, is_float_add=True, compute_capability=90) is None
    assert atomic_elements_cap("f16", 16, is_float_add=True) is None
    assert atomic_elements_cap("f16", 16, is_amd=True) == 2
