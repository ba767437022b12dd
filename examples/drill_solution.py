"""A start on the coalesce drill: `mini-layout check examples/drill_solution.py`.

The first function is right. The second forgets something; docs/drill.md says what. The other
three, `coalesced_layout`, `first_load_sectors` and `classify_conversion`, are left to you.
"""

from __future__ import annotations


def elements_per_thread(shape, order, elem_bits, num_warps, contiguity=None, divisibility=16):
    """Elements that each thread loads at once along order[0]."""
    size = shape[order[0]]
    elements = 1
    for extent in shape:
        elements *= extent
    return max(
        1,
        min(
            divisibility // (elem_bits // 8),
            size if contiguity is None else min(contiguity, size),
            128 // elem_bits,
            elements // (32 * num_warps),
        ),
    )


def build_blocked(shape, size_per_thread, order, num_warps):
    """sizePerThread, threadsPerWarp and warpsPerCTA of the blocked layout."""
    lanes, warps = 32, num_warps
    threads_per_warp, warps_per_cta = [1] * len(shape), [1] * len(shape)
    for dim in order:
        wanted = max(1, shape[dim] // size_per_thread[dim])
        threads_per_warp[dim] = min(wanted, lanes)
        lanes //= threads_per_warp[dim]
        warps_per_cta[dim] = min(wanted // threads_per_warp[dim], warps)
        warps //= max(1, warps_per_cta[dim])
    return size_per_thread, threads_per_warp, warps_per_cta
