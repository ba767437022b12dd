"""The coalesce drill as five functions: a student's own versions can be checked against them.

Shapes are tuples of elements, one power of two per dim; orders list dims from the fastest moving.
Layouts are `BlockedEncoding`s: `size_per_thread`, `threads_per_warp`, `warps_per_cta` and `order`
are tuples with one entry per dim; a student's functions may return the tuples alone. All raise
`LayoutError`, whose message names the argument.

    >>> layout = coalesced_layout((16, 16), (1, 0), 32, num_warps=2)
    >>> layout.size_per_thread, layout.threads_per_warp, layout.warps_per_cta
    ((1, 4), (8, 4), (2, 1))
    >>> first_load_sectors(layout, (16, 16), (16, 1), 32)
    16
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout import coalescing, conversion_cost
from mlir_mini.layout.derivation import check_arguments, derive_coalesced
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.sectors import TensorAccess, first_load

NAMES = (
    "elements_per_thread",
    "build_blocked",
    "coalesced_layout",
    "first_load_sectors",
    "classify_conversion",
)


def elements_per_thread(
    shape: Sequence[int],
    order: Sequence[int],
    elem_bits: int,
    num_warps: int,
    contiguity: int | None = None,
    divisibility: int = 16,
) -> int:
    """Elements that each thread loads at once along order[0].

    elem_bits: of one element; contiguity: elements that are known to be contiguous along
    order[0], by default the whole dim; divisibility: bytes of which the address of each such run
    is known to be a multiple. Warps have 32 threads.
    """
    layout = coalesced_layout(shape, order, elem_bits, num_warps, contiguity, divisibility)
    return layout.size_per_thread[order[0]]


def build_blocked(
    shape: Sequence[int], size_per_thread: Sequence[int], order: Sequence[int], num_warps: int
) -> BlockedEncoding:
    """Spreads threads over the tensor along `order`; what is left goes to the last dim.

    size_per_thread: elements of a thread along each dim.
    """
    check_arguments(shape, order, 32, num_warps, 32)
    if len(size_per_thread) != len(shape):
        raise LayoutError(
            f"size_per_thread: {len(size_per_thread)} given for a tensor of {len(shape)} dims"
        )
    return coalescing.build_blocked(shape, size_per_thread, order, num_warps)


def coalesced_layout(
    shape: Sequence[int],
    order: Sequence[int],
    elem_bits: int,
    num_warps: int,
    contiguity: int | None = None,
    divisibility: int = 16,
) -> BlockedEncoding:
    """The layout that coalescing gives a load; arguments as in `elements_per_thread`."""
    check_arguments(shape, order, elem_bits, num_warps, 32)
    known = [1] * len(shape)
    known[order[0]] = shape[order[0]] if contiguity is None else contiguity
    divisibilities = [divisibility] * len(shape)
    return derive_coalesced(shape, order, elem_bits, known, divisibilities, num_warps).encoding


def first_load_sectors(
    layout: BlockedEncoding, shape: Sequence[int], strides: Sequence[int], elem_bits: int
) -> int:
    """32-byte sectors that warp 0 touches to load the first elements of each lane.

    Those are the elements of `size_per_thread` along the fastest dim, at most 16 bytes. strides:
    in elements, per dim; the tensor starts at a multiple of 32 bytes.
    """
    return len(first_load(TensorAccess(layout, shape, elem_bits, strides)).sectors)


def classify_conversion(
    source: BlockedEncoding, target: BlockedEncoding, shape: Sequence[int]
) -> str:
    """What converting a tensor from one layout to the other takes.

    "none": nothing moves; "register": threads rename registers; "shuffle": lanes exchange words
    within their warp; "shared": all goes through shared memory.
    """
    return conversion_cost.classify(shape, source, target)
