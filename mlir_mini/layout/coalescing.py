"""Layouts for coalesced access to global memory.

From lib/Dialect/TritonGPU/Transforms/{Coalesce,CoalesceUtils,Utility}.cpp and the builders of
BlockedEncodingAttr in TritonGPUAttrDefs.td. Contiguity counts elements, divisibility bytes of an
address, widths bits; shapes are in elements and orders list dims from the fastest moving.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlir_mini.layout.cga import CGALayout, num_elements_per_cta, shape_per_cta
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.layout_utils import matrix_order

MAX_VECTOR_BITS = 128
"""Widest access of one thread."""


def order_from_contiguity(contiguity: Sequence[int]) -> tuple[int, ...]:
    """The dims from the most contiguous on; the last dim comes first among equals."""
    dims = range(len(contiguity) - 1, -1, -1)
    return tuple(sorted(dims, key=lambda dim: -contiguity[dim]))


def max_elements_per_thread(elem_bits: int, write_cap: int | None = None) -> int:
    """Elements in the widest access of one thread, at most `write_cap` if there is one."""
    widest = MAX_VECTOR_BITS // elem_bits
    return widest if write_cap is None else min(widest, write_cap)


def elements_per_thread(
    order: Sequence[int],
    contiguity: Sequence[int],
    divisibility: Sequence[int],
    elem_bits: int,
    cta_shape: Sequence[int],
    write_cap: int | None = None,
) -> int:
    """Elements that one thread may access at once along order[0].

    contiguity, divisibility: of the pointers, per dim; cta_shape: elements of one block;
    write_cap: bound on the elements of one atomic access (`atomic_elements_cap`), if any.
    """
    dim = order[0]
    # The quotient is taken in 32 bits, as upstream's type is.
    divisible = (divisibility[dim] & 0xFFFFFFFF) // max(elem_bits // 8, 1)
    contiguous = min(contiguity[dim], cta_shape[dim])
    alignment = min(max(divisible, 1), contiguous)
    return min(alignment, max_elements_per_thread(elem_bits, write_cap))


def atomic_elements_cap(
    elem_type: str,
    elem_bits: int,
    *,
    is_cas: bool = False,
    is_float_add: bool = False,
    is_amd: bool = False,
    compute_capability: int | None = None,
) -> int | None:
    """Bound on the elements of one atomic access, or None if there is none.

    elem_type: "f32", "i32", ... ("i..." being an integer); is_cas: compare-and-swap rather than
    read-modify-write; compute_capability: of the module's "cuda:" target, None without one.
    """
    if is_cas or elem_type == "f64" or elem_type.startswith("i"):
        return 1
    if is_amd:
        return max(1, 32 // elem_bits)
    if not is_float_add or compute_capability is None or compute_capability >= 90:
        return None
    return {"f32": 1, "bf16": 1, "f16": 2}.get(elem_type)


def build_blocked(
    shape: Sequence[int],
    size_per_thread: Sequence[int],
    order: Sequence[int],
    num_warps: int,
    threads_per_warp: int = 32,
    cga_layout: CGALayout | None = None,
) -> BlockedEncoding:
    """Spreads threads over a tensor of this shape along `order`, all that remain on the last dim.

    shape: of the whole tensor; size_per_thread: elements per thread along each dim.
    """
    rank = len(size_per_thread)
    cga_layout = cga_layout or CGALayout.one_cta(rank)
    cta_shape = shape_per_cta(cga_layout.cta_split_num, shape)
    threads = [1] * rank
    warps = [1] * rank
    lanes_left, warps_left = threads_per_warp, num_warps
    threads_left = num_warps * threads_per_warp
    lanes_used = warps_used = 1
    for dim in order[:-1]:
        wanted = max(1, cta_shape[dim] // size_per_thread[dim])
        count = _clamp(threads_left, wanted)
        threads[dim] = _clamp(count, lanes_left)
        warps[dim] = _clamp(count // threads[dim], warps_left)
        warps_left //= warps[dim]
        lanes_left //= threads[dim]
        threads_left //= count
        lanes_used *= threads[dim]
        warps_used *= warps[dim]
    threads[order[-1]] = threads_per_warp // lanes_used
    warps[order[-1]] = num_warps // warps_used
    return BlockedEncoding(size_per_thread, threads, warps, order, cga_layout)


def build_blocked_for_ctas(
    shape: Sequence[int],
    size_per_thread: Sequence[int],
    order: Sequence[int],
    num_warps: int,
    threads_per_warp: int,
    num_ctas: int,
) -> BlockedEncoding:
    """`build_blocked` with `num_ctas` blocks spread over the slowest dims first."""
    rank = len(size_per_thread)
    ctas = [1] * rank
    left = num_ctas
    for dim in reversed(order):
        ctas[dim] = _clamp(left, max(1, shape[dim] // size_per_thread[dim]))
        left //= ctas[dim]
    split = tuple(ctas)
    ctas[rank - 1] *= left
    cga_layout = CGALayout.from_split_params(ctas, split, order)
    return build_blocked(shape, size_per_thread, order, num_warps, threads_per_warp, cga_layout)


def default_blocked(
    shape: Sequence[int], num_warps: int, threads_per_warp: int = 32, num_ctas: int = 1
) -> BlockedEncoding:
    """One element per thread, the last dim fastest: what tensors start with."""
    rank = len(shape)
    order = range(rank - 1, -1, -1)
    return build_blocked_for_ctas(
        shape, (1,) * rank, tuple(order), num_warps, threads_per_warp, num_ctas
    )


def coalesced_layout(
    shape: Sequence[int],
    order: Sequence[int],
    per_thread: int,
    num_warps: int,
    threads_per_warp: int = 32,
    cga_layout: CGALayout | None = None,
    *,
    related: Iterable[int] = (),
    is_load: bool = True,
) -> BlockedEncoding:
    """The layout for accessing a tensor of pointers of this shape.

    per_thread: what `elements_per_thread` gives for the access; related: the same for accesses
    that share its slice, shape and order, which may widen it as far as the tensor has elements
    for all threads. An access that writes stays within its own `per_thread`, so that a warp's
    writes have no gaps.
    """
    cga_layout = cga_layout or CGALayout.one_cta(len(shape))
    elements = num_elements_per_cta(cga_layout.cta_split_num, shape)
    width = max((per_thread, *related))
    width = min(width, max(elements // (num_warps * threads_per_warp), 1))
    if not is_load:
        width = min(width, per_thread)
    size_per_thread = [1] * len(shape)
    size_per_thread[order[0]] = width
    return build_blocked(shape, size_per_thread, order, num_warps, threads_per_warp, cga_layout)


def descriptor_layout(
    shape: Sequence[int],
    elem_bits: int,
    num_warps: int,
    threads_per_warp: int = 32,
    cga_layout: CGALayout | None = None,
) -> BlockedEncoding:
    """The layout of a tensor loaded or stored through a descriptor: rows, up to 128 bits wide."""
    rank = len(shape)
    cga_layout = cga_layout or CGALayout.one_cta(rank)
    elements = num_elements_per_cta(cga_layout.cta_split_num, shape)
    width = min(
        max(elements // (num_warps * threads_per_warp), 1), max_elements_per_thread(elem_bits)
    )
    size_per_thread = (1,) * (rank - 1) + (width,)
    order = matrix_order(rank, row_major=True)
    return build_blocked(shape, size_per_thread, order, num_warps, threads_per_warp, cga_layout)


def _clamp(value: int, high: int) -> int:
    return max(1, min(value, high))
