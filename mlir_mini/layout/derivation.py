"""The coalesced layout of one access, derived step by step.

The same results as `coalescing.py` gives, with the numbers on the way, for showing how they come
about (lib/Dialect/TritonGPU/Transforms/CoalesceUtils.cpp and the blocked layout's builder in
TritonGPUAttrDefs.td). Contiguity counts elements, divisibility bytes, widths bits.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.interned import Interned
from mlir_mini.layout.coalescing import (
    MAX_VECTOR_BITS,
    build_blocked,
    coalesced_layout,
    elements_per_thread,
    order_from_contiguity,
)
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.layout_utils import is_permutation_of_iota, matrix_order, product
from mlir_mini.layout.ownership import check_shape


class WidthCandidate(Interned):
    """One of the numbers whose minimum is the elements per thread."""

    fields = ("name", "formula", "value")
    __slots__ = fields
    name: str
    formula: str
    value: int


class BuilderRow(Interned):
    """One step of the blocked layout's builder, along one dim.

    size, per_thread: of the tensor and of a thread along the dim; wanted: threads that cover it;
    before, after: (threads, lanes, warps) left; threads: those spent on this dim; lanes, warps:
    threadsPerWarp and warpsPerCTA along it. The last row takes all that is left (wanted is None).
    """

    fields = (
        "dim",
        "size",
        "per_thread",
        "wanted",
        "before",
        "threads",
        "lanes",
        "warps",
        "after",
    )
    __slots__ = fields
    dim: int
    size: int
    per_thread: int
    wanted: int | None
    before: tuple[int, int, int]
    threads: int
    lanes: int
    warps: int
    after: tuple[int, int, int]


class Derivation(Interned):
    """A layout with the way to it.

    candidates: what bounds the elements per thread; decided_by: the names of the least of them;
    rows: from the fastest dim to the slowest.
    """

    fields = ("order", "candidates", "per_thread", "decided_by", "rows", "encoding")
    __slots__ = fields
    order: tuple[int, ...]
    candidates: tuple[WidthCandidate, ...]
    per_thread: int
    decided_by: tuple[str, ...]
    rows: tuple[BuilderRow, ...]
    encoding: BlockedEncoding


def derive_coalesced(
    shape: Sequence[int],
    order: Sequence[int] | None,
    elem_bits: int,
    contiguity: Sequence[int],
    divisibility: Sequence[int],
    num_warps: int,
    threads_per_warp: int = 32,
) -> Derivation:
    """The layout for loading through pointers of which this is known, per dim.

    Without an order, it follows from the contiguity. Raises LayoutError naming the wrong field.
    """
    order = check_arguments(shape, order, elem_bits, num_warps, threads_per_warp, contiguity)
    check_list("divisibility", divisibility, len(shape))
    dim = order[0]
    size = max(elem_bits // 8, 1)
    threads = num_warps * threads_per_warp
    elements = product(shape)
    align = divisibility[dim]
    candidates = (
        WidthCandidate(
            "alignment", f"divisibility / bytes of an element = {align} / {size}", align // size
        ),
        WidthCandidate(
            "contiguity",
            f"min(contiguity, shape) along dim {dim} = min({contiguity[dim]}, {shape[dim]})",
            min(contiguity[dim], shape[dim]),
        ),
        _instruction(elem_bits),
        _share(elements, threads),
    )
    width = elements_per_thread(order, contiguity, divisibility, elem_bits, shape)
    encoding = coalesced_layout(shape, order, width, num_warps, threads_per_warp)
    return _derivation(shape, order, candidates, encoding, num_warps, threads_per_warp)


def derive_descriptor(
    shape: Sequence[int], elem_bits: int, num_warps: int, threads_per_warp: int = 32
) -> Derivation:
    """The layout of a tensor loaded through a descriptor, whose rows are contiguous."""
    order = matrix_order(len(shape), row_major=True)
    check_arguments(shape, order, elem_bits, num_warps, threads_per_warp)
    candidates = (
        _instruction(elem_bits),
        _share(product(shape), num_warps * threads_per_warp),
    )
    width = max(1, min(candidate.value for candidate in candidates))
    size_per_thread = [1] * len(shape)
    size_per_thread[order[0]] = width
    encoding = build_blocked(shape, size_per_thread, order, num_warps, threads_per_warp)
    return _derivation(shape, order, candidates, encoding, num_warps, threads_per_warp)


def builder_rows(
    shape: Sequence[int],
    size_per_thread: Sequence[int],
    order: Sequence[int],
    num_warps: int,
    threads_per_warp: int = 32,
) -> list[BuilderRow]:
    """The steps of `build_blocked`, from the fastest dim to the slowest."""
    threads, lanes, warps = num_warps * threads_per_warp, threads_per_warp, num_warps
    rows = []
    for dim in order[:-1]:
        before = (threads, lanes, warps)
        wanted = max(1, shape[dim] // size_per_thread[dim])
        count = max(1, min(threads, wanted))
        here_lanes = max(1, min(count, lanes))
        here_warps = max(1, min(count // here_lanes, warps))
        threads, lanes, warps = threads // count, lanes // here_lanes, warps // here_warps
        rows.append(
            BuilderRow(
                dim,
                shape[dim],
                size_per_thread[dim],
                wanted,
                before,
                count,
                here_lanes,
                here_warps,
                (threads, lanes, warps),
            )
        )
    dim = order[-1]
    rows.append(
        BuilderRow(
            dim,
            shape[dim],
            size_per_thread[dim],
            None,
            (threads, lanes, warps),
            lanes * warps,
            lanes,
            warps,
            (1, 1, 1),
        )
    )
    return rows


def check_arguments(
    shape: Sequence[int],
    order: Sequence[int] | None,
    elem_bits: int,
    num_warps: int,
    threads_per_warp: int,
    contiguity: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """The order; LayoutError names the field that is wrong."""
    check_shape(shape, len(shape))
    if not shape:
        raise LayoutError("shape: no dims")
    if elem_bits not in (1, 2, 4, 8, 16, 32, 64, 128):
        raise LayoutError(f"elem-bits: {elem_bits} is none of 1, 2, 4, 8, 16, 32, 64, 128")
    for name, value in (("num-warps", num_warps), ("threads-per-warp", threads_per_warp)):
        if not is_power_of_2(value):
            raise LayoutError(f"{name}: {value} is not a power of two")
    if contiguity is not None:
        check_list("contiguity", contiguity, len(shape))
    if order is None:
        order = order_from_contiguity(contiguity or shape)
    if not is_permutation_of_iota(order) or len(order) != len(shape):
        text = ",".join(map(str, order))
        raise LayoutError(f"order: {text} does not list the dims 0 to {len(shape) - 1} once each")
    return tuple(order)


def check_list(name: str, values: Sequence[int], rank: int) -> None:
    """Raises LayoutError unless there is one power of two per dim."""
    if len(values) != rank:
        raise LayoutError(f"{name}: {len(values)} given for a tensor of {rank} dims")
    for value in values:
        if not is_power_of_2(value):
            raise LayoutError(f"{name}: {value} is not a power of two")


def _instruction(elem_bits: int) -> WidthCandidate:
    return WidthCandidate(
        "instruction",
        f"{MAX_VECTOR_BITS} bits / bits of an element = {MAX_VECTOR_BITS} / {elem_bits}",
        MAX_VECTOR_BITS // elem_bits,
    )


def _share(elements: int, threads: int) -> WidthCandidate:
    return WidthCandidate(
        "share", f"elements / threads = {elements} / {threads}", elements // threads
    )


def _derivation(
    shape: Sequence[int],
    order: Sequence[int],
    candidates: tuple[WidthCandidate, ...],
    encoding: BlockedEncoding,
    num_warps: int,
    threads_per_warp: int,
) -> Derivation:
    least = min(candidate.value for candidate in candidates)
    # Below 1 the minimum counts as 1.
    decided = tuple(candidate.name for candidate in candidates if candidate.value == least)
    per_thread = encoding.size_per_thread[order[0]]
    rows = builder_rows(shape, encoding.size_per_thread, order, num_warps, threads_per_warp)
    return Derivation(tuple(order), candidates, per_thread, decided, tuple(rows), encoding)
