"""The encoding of a reshaped tensor (TritonGPUInferLayoutInterface::inferReshapeOpEncoding).

From lib/Dialect/TritonGPU/IR/Dialect.cpp and getReshapeDecomposition, lib/Analysis/Utility.cpp.
The result always lets every thread keep its elements. Dropping a dim of size 1 slices the
encoding, and inserting it again gives the encoding back, if that expresses the result exactly.
Otherwise a blocked encoding stays blocked if it can, and the rest become linear. Shapes are in
elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.coalescing import default_blocked
from mlir_mini.layout.encodings import (
    BlockedEncoding,
    DistributedEncoding,
    LayoutEncoding,
    LinearLayoutEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import inverse_permutation, product, reshape_layout
from mlir_mini.layout.queries import encoding_of_linear_layout, is_expensive_view
from mlir_mini.layout.to_linear import to_linear_layout

Chunk = tuple[list[int], list[int]]
"""Dims of the source that merge, and the dims of the result that they split into."""


def infer_reshape(
    source_shape: Sequence[int],
    encoding: LayoutEncoding,
    shape: Sequence[int],
    allow_reorder: bool = False,
    hint: DistributedEncoding | None = None,
) -> DistributedEncoding:
    """The encoding of a tensor of `source_shape` viewed with `shape`.

    With `allow_reorder` elements may change places in their thread, so an encoding given as a
    `hint` is taken if it moves nothing between threads. Raises LayoutError, with upstream's
    message, if the sizes differ or for a buffer in memory.
    """
    if product(source_shape) != product(shape):
        raise LayoutError("numel of dst shape does not match numel of src shape")
    if not isinstance(encoding, DistributedEncoding):
        raise LayoutError("Failed MemDescReshapeOp encoding inference")
    if (
        allow_reorder
        and hint is not None
        and not is_expensive_view(source_shape, encoding, shape, hint)
    ):
        return hint
    source_shape, shape = tuple(source_shape), tuple(shape)
    layout = reshape_layout(to_linear_layout(source_shape, encoding), shape)
    for candidate in _unit_dim_candidates(source_shape, encoding, shape):
        if to_linear_layout(shape, candidate) is layout:
            return candidate
    if isinstance(encoding, BlockedEncoding):
        blocked = _reshape_blocked(source_shape, encoding, shape)
        if blocked is not None:
            return blocked
    return encoding_of_linear_layout(layout, encoding)


def reshape_decomposition(source_shape: Sequence[int], shape: Sequence[int]) -> list[Chunk]:
    """Cuts a reshape into chunks of adjacent dims, each holding the same number of elements.

    [4, 4, 4] to [2, 2, 8, 2] is [([0], [0, 1]), ([1, 2], [2, 3])].
    """
    if not source_shape:
        return []
    chunks: list[Chunk] = [([], [])]
    i = j = 0
    source_size = size = 1
    while i < len(source_shape) or j < len(shape):
        more_source = i < len(source_shape)
        if source_size < size or (more_source and (source_size == 1 or source_shape[i] == 1)):
            source_size *= source_shape[i]
            chunks[-1][0].append(i)
            i += 1
        elif size < source_size or (j < len(shape) and shape[j] == 1):
            size *= shape[j]
            chunks[-1][1].append(j)
            j += 1
        else:
            chunks.append(([], []))
            source_size = size = 1
    return chunks


def _unit_dim_candidates(
    source_shape: tuple[int, ...], source: DistributedEncoding, shape: tuple[int, ...]
) -> Iterator[DistributedEncoding]:
    """What may result where one dim of size 1 is inserted or dropped."""
    if isinstance(source, SliceEncoding) and source.padded_shape(source_shape) == shape:
        yield source.parent
    if isinstance(source, LinearLayoutEncoding):
        return
    for dim, size in enumerate(source_shape):
        if size == 1 and shape and source_shape[:dim] + source_shape[dim + 1 :] == shape:
            yield SliceEncoding(dim, source)


def _reshape_blocked(
    source_shape: tuple[int, ...], source: BlockedEncoding, shape: tuple[int, ...]
) -> BlockedEncoding | None:
    """The blocked encoding of the result, if there is one."""
    if source_shape == shape:
        return source
    num_warps = product(source.warps_per_cta)
    lanes = product(source.threads_per_warp)
    num_ctas = product(source.cga_layout.ctas_per_cga)
    if source is default_blocked(source_shape, num_warps, lanes, num_ctas):
        return default_blocked(shape, num_warps, lanes, num_ctas)
    if num_ctas != 1:
        return None

    tiles = (source.size_per_thread, source.threads_per_warp, source.warps_per_cta)
    for tile in tiles:
        # A tile may exceed the tensor, but must not end inside it.
        if any(n >= part and n % part for n, part in zip(source_shape, tile, strict=True)):
            return None
    chunks = reshape_decomposition(source_shape, shape)
    place = inverse_permutation(source.order)
    if not all(_keeps_order(source_shape, chunk[0], place, tiles) for chunk in chunks):
        return None

    remaining = list(shape)
    sizes, threads, warps = (_spread(tile, chunks, remaining) for tile in tiles)
    # Chunks keep their places in the order, and the dims in a chunk run from the last on.
    chunks.sort(key=lambda chunk: place[chunk[0][0]])
    new_order = [dim for _, dims in chunks for dim in reversed(dims)]
    return BlockedEncoding(sizes, threads, warps, new_order, CGALayout.one_cta(len(shape)))


def _keeps_order(
    source_shape: Sequence[int],
    dims: Sequence[int],
    place: Sequence[int],
    tiles: Sequence[Sequence[int]],
) -> bool:
    """May these dims merge: adjacent in the order, the last fastest, and filled from the last on?

    Each tile may use a dim only once the faster ones are used up, and may exceed the tensor only
    along the slowest.
    """
    places = [place[dim] for dim in reversed(dims)]
    if places != list(range(places[0], places[0] + len(places))):
        return False
    remaining = [source_shape[dim] for dim in dims]
    for tile in tiles:
        for i in range(len(dims) - 1, -1, -1):
            part = tile[dims[i]]
            if part == 1:
                continue
            if any(left != 1 for left in remaining[i + 1 :]):
                return False
            remaining[i] = remaining[i] // part
            if remaining[i] == 0 and i != 0:
                return False
    return True


def _spread(tile: Sequence[int], chunks: Sequence[Chunk], remaining: list[int]) -> list[int]:
    """A tile's part in each chunk, laid over the chunk's new dims from the last on.

    remaining: what earlier tiles left of the result's shape; updated. An excess goes to the
    slowest dim of the chunk.
    """
    result = [1] * len(remaining)
    for source_dims, dims in chunks:
        left = product([tile[dim] for dim in source_dims])
        for dim in reversed(dims):
            result[dim] = min(left, remaining[dim])
            left //= result[dim]
            remaining[dim] //= result[dim]
        result[dims[0]] *= left
    return result
