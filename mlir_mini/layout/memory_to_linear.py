"""Layouts of shared and tensor memory (lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp).

Shared memory maps "offset" (in elements) and "block" to the tensor's dims, tensor memory "row",
"col" and "block". Shapes are those of the allocation, in elements, without a pipelining dim.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.combine import combine_cta_cga_with_shape
from mlir_mini.layout.encodings import LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.layout_utils import (
    ensure_not_larger_than,
    ensure_not_smaller_than,
    product,
    reshape_layout,
    standard_out_dim_names,
    standard_out_dim_pairs,
    transpose_layout,
)
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import (
    AMDRotatingSharedEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
    padded_encoding,
)


def memory_to_linear(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    """The layout of an allocation. Raises LayoutError for padded encodings and bad shapes."""
    if not all(map(is_power_of_2, shape)):
        raise LayoutError("shape must be a postive power of 2")
    if isinstance(encoding, (SwizzledSharedEncoding, AMDRotatingSharedEncoding)):
        return _swizzled(shape, encoding)
    if isinstance(encoding, SharedLinearEncoding):
        if tuple(shape) != encoding.linear_layout.out_dim_sizes:
            sizes = "x".join(map(str, encoding.linear_layout.out_dim_sizes))
            raise LayoutError(f"a shared linear layout only has its own shape, {sizes}")
        return encoding.linear_layout
    if isinstance(encoding, NVMMASharedEncoding):
        return nvmma_shared_to_linear(shape, encoding)
    if isinstance(encoding, PartitionedSharedEncoding):
        if isinstance(encoding.partition_layout, PaddedSharedEncoding):
            raise LayoutError("toLinearLayout does not support padded partitions")
        return _partitioned(shape, encoding)
    if isinstance(encoding, TensorMemoryEncoding):
        return _tensor_memory(shape, encoding)
    if isinstance(encoding, TensorMemoryScalesEncoding):
        return _tensor_memory_scales(shape, encoding)
    raise LayoutError(f"no linear layout for {type(encoding).__name__}")


def padded_linear_layout(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    """The layout of a padded encoding, or of partitions of one, padding left out."""
    if isinstance(encoding, PaddedSharedEncoding):
        return encoding.linear_component
    if isinstance(encoding, PartitionedSharedEncoding):
        return _partitioned(shape, encoding)
    raise LayoutError("expected padded encoding or partitioned wrapping padded")


def to_linear_ignoring_padding(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    if padded_encoding(encoding) is not None:
        return padded_linear_layout(shape, encoding)
    return memory_to_linear(shape, encoding)


def memdesc_linear_layout(
    shape: Sequence[int],
    alloc_shape: Sequence[int],
    encoding: LayoutEncoding,
    elem_bits: int,
    in_tensor_memory: bool,
) -> LinearLayout:
    """The layout of a memory descriptor: a view of `shape` into an allocation of `alloc_shape`.

    Leading pipelining dims are dropped. A view of tensor memory keeps only its own rows and
    columns, at least 32 bits of the latter; one of shared memory is that of the allocation.
    """
    rank = encoding.rank
    alloc_shape = alloc_shape[len(alloc_shape) - rank :]
    layout = memory_to_linear(alloc_shape, encoding)
    if not in_tensor_memory:
        return layout
    names = layout.out_dim_names
    for name, size in zip(names, shape[len(shape) - rank :], strict=True):
        layout = layout.resize_out_dim(name, size)
    columns = layout.input_basis_mask("col", names).bit_length()
    columns = max((32 // elem_bits).bit_length() - 1, columns)
    return layout.resize_in_dim("col", 1 << columns)


def _swizzled(
    shape: Sequence[int], encoding: SwizzledSharedEncoding | AMDRotatingSharedEncoding
) -> LinearLayout:
    cga_layout = encoding.cga_layout
    cta_shape = shape_per_cta(cga_layout.cta_split_num, shape)
    rank = len(shape)
    names = standard_out_dim_names(rank)
    for name, number in (("perPhase", encoding.per_phase), ("maxPhase", encoding.max_phase)):
        # Upstream divides by zero.
        if not number and rank > 1:
            raise LayoutError(f"{name} of a swizzled layout must not be 0")
    if rank == 1:
        line = LinearLayout.identity1d(cta_shape[0], "offset", "dim0")
        return combine_cta_cga_with_shape(line, cga_layout, shape)
    rotating = isinstance(encoding, AMDRotatingSharedEncoding)
    # Upstream builds the rotating layout for the whole tensor, not for the block's part.
    sizes = tuple(shape) if rotating else cta_shape
    column_dim, row_dim = encoding.order[:2]
    columns = sizes[column_dim]
    bases = [(0, 1 << bit) for bit in range(columns.bit_length() - 1)]
    for bit in range(sizes[row_dim].bit_length() - 1):
        row = 1 << bit
        phase = row // encoding.per_phase % encoding.max_phase
        if rotating:
            phase ^= row // encoding.max_phase // encoding.per_phase % encoding.max_phase
        bases.append((row, encoding.vec * phase % columns))
    layout = LinearLayout.create([("offset", bases)], (names[row_dim], names[column_dim]))
    for dim in encoding.order[2:]:
        layout *= LinearLayout.identity1d(sizes[dim], "offset", names[dim])
    return combine_cta_cga_with_shape(layout, cga_layout, shape)


def tma_block_shape(
    cta_shape: Sequence[int],
    elem_bits: int,
    swizzle_bytes: int,
    fp4_padded: bool,
    transposed: bool,
    packed_size: bool,
) -> tuple[int, ...]:
    """The shape, in elements, of one tiled TMA message that covers a block's part.

    Raises LayoutError, with upstream's message, if the part is narrower than the swizzle.
    """
    block = list(cta_shape)
    contiguous = 0 if transposed else len(block) - 1
    if fp4_padded:
        block[contiguous] *= 2
    block = [min(size, 256) for size in block]
    if swizzle_bytes:
        width = 8 * swizzle_bytes // elem_bits
        if block[contiguous] < width:
            raise LayoutError(
                f"block shape along the contiguous dimension {contiguous} is too small for the "
                f"swizzle byte size {swizzle_bytes} in an NVMMASharedLayout, got "
                f"{block[contiguous]} but expected at least {width}"
            )
        block[contiguous] = width
    if fp4_padded and packed_size:
        block[contiguous] //= 2
    return tuple(block)


def core_matrix_layout(
    encoding: NVMMASharedEncoding, disable_swizzle: bool = False
) -> LinearLayout:
    """The core matrix, 8 swizzled rows, that tiles an nvmma layout."""
    columns = 8 * max(16, encoding.swizzling_byte_width) // encoding.element_bit_width

    def packed(column: int) -> int:
        # Of 16 padded fp4 columns 8 are real; the others repeat them.
        return column // 16 * 8 + column % 8 if encoding.fp4_padded else column

    bases = [(0, packed(1 << bit)) for bit in range(columns.bit_length() - 1)]
    for row in (1, 2, 4):
        phase = row // encoding.per_phase % encoding.max_phase
        bases.append((row, 0 if disable_swizzle else packed(encoding.vec * phase)))
    return LinearLayout.create([("offset", bases)], standard_out_dim_names(2))


def nvmma_shared_to_linear(
    shape: Sequence[int], encoding: NVMMASharedEncoding, disable_swizzle: bool = False
) -> LinearLayout:
    """The layout of an nvmma buffer. Raises LayoutError if the shape is too small for it."""
    rank = len(shape)
    names = standard_out_dim_names(rank)
    cta_shape = shape_per_cta(encoding.cga_layout.cta_split_num, shape)
    tma_shape = tma_block_shape(
        cta_shape,
        encoding.element_bit_width,
        encoding.swizzling_byte_width,
        encoding.fp4_padded,
        encoding.transposed,
        packed_size=True,
    )
    # A transposed buffer is laid out with its outermost dim innermost, then turned back.
    stored_shape = (*tma_shape[1:], tma_shape[0]) if encoding.transposed else tma_shape
    if encoding.swizzling_byte_width == 0:
        layout = LinearLayout.empty()
        for dim in range(rank - 1, -1, -1):
            layout *= LinearLayout.identity1d(stored_shape[dim], "offset", names[dim])
    else:
        layout = _swizzled_nvmma(tma_shape, stored_shape, encoding, disable_swizzle)
    if encoding.transposed:
        # Without a swizzle the dims come fastest first, and this order applies to that list.
        layout = transpose_layout(layout, (rank - 1, *range(rank - 1)))
    layout = ensure_not_smaller_than(layout, dict(standard_out_dim_pairs(cta_shape)))
    return combine_cta_cga_with_shape(layout, encoding.cga_layout, shape)


def _swizzled_nvmma(
    tma_shape: Sequence[int],
    stored_shape: Sequence[int],
    encoding: NVMMASharedEncoding,
    disable_swizzle: bool,
) -> LinearLayout:
    if len(tma_shape) < 2:
        raise LayoutError("a swizzled nvmma layout has at least two dims")
    rows, columns = product(tma_shape[:-1]), tma_shape[-1]
    if encoding.transposed:
        rows, columns = columns, rows
    tile = core_matrix_layout(encoding, disable_swizzle)
    tile_rows, tile_columns = tile.out_dim_sizes
    packing = 2 if encoding.fp4_padded else 1
    if columns * packing < tile_columns or rows < tile_rows:
        raise LayoutError(
            "Illegal shared layout; expected collapsed shapePerCTA to be at least "
            f"[{tile_rows}, {tile_columns // packing}], collapsedTmaShape: [{rows}, {columns}]"
        )
    layout = ensure_not_smaller_than(tile, {"dim0": rows, "dim1": columns})
    if layout.total_out_size != product(stored_shape):
        raise LayoutError("Illegal shared layout")
    return reshape_layout(layout, stored_shape)


def _partitioned(shape: Sequence[int], encoding: PartitionedSharedEncoding) -> LinearLayout:
    dim = encoding.partition_dim
    piece = list(shape)
    piece[dim] //= encoding.num_logical_pieces
    layout = to_linear_ignoring_padding(piece, encoding.partition_layout)
    name = f"dim{dim}"
    partitions = LinearLayout.identity1d(encoding.num_partitions, "partition", name)
    groups = LinearLayout.identity1d(encoding.num_groups, "offset", name)
    return layout * partitions * groups


def _tensor_memory(shape: Sequence[int], encoding: TensorMemoryEncoding) -> LinearLayout:
    """Rows and columns of tensor memory.

    A zero basis of row 32 or 64 means that the blocks of rows repeat the elements; any other zero
    basis means that nothing is stored there.
    """
    if len(shape) != 2:
        raise LayoutError("tensor memory layouts have rank 2")
    cga_layout = encoding.cga_layout
    cta_m, cta_n = shape_per_cta(cga_layout.cta_split_num, shape)
    block_m, block_n = encoding.block_m, min(encoding.block_n, cta_n)
    columns = LinearLayout.identity1d(block_n, "col", "dim1")
    if encoding.fp4_padded:
        # The lowest column bit selects the real or the padded half.
        columns = LinearLayout.zeros1d(2, "col", "dim1") * columns
    tile = LinearLayout.zeros1d(encoding.col_stride, "col", "dim1")
    if block_m == 64 and not encoding.two_ctas:
        tile = tile * (LinearLayout.identity1d(16, "row", "dim0") * columns)
        # Row 16 holds the next block of the tensor, if there is one.
        row16 = (64, 0) if cta_m > block_m else (0, block_n) if cta_n > block_n else (0, 0)
        tile = _append_rows(tile, [row16, (16, 0), (32, 0)])
    else:
        tile = tile * (LinearLayout.identity1d(block_m, "row", "dim0") * columns)
        if block_m == 64:
            bases = dict(tile.bases)
            bases["row"] += bases["col"][-1:]
            bases["col"] = bases["col"][:-1]
            tile = LinearLayout(tuple(bases.items()), tile.out_dims)
    reps_m = cta_m // tile.out_dim_size("dim0")
    reps_n = cta_n // tile.out_dim_size("dim1")
    if reps_m < 1 or reps_n < 1:
        raise LayoutError("the tensor memory layout is larger than the shape")
    tile *= LinearLayout.identity1d(reps_m, "col", "dim0")
    tile *= LinearLayout.identity1d(reps_n, "col", "dim1")
    return tile * cga_layout.linear_layout


def _append_rows(tile: LinearLayout, rows: list[tuple[int, int]]) -> LinearLayout:
    """Appends bases, given as (dim0, dim1), to the rows; sizes grow to fit."""
    bases = {name: list(dim) for name, dim in tile.transpose_outs(("dim0", "dim1")).bases}
    bases["row"] += rows
    return LinearLayout.create(bases, ("dim0", "dim1"))


def _tensor_memory_scales(
    shape: Sequence[int], encoding: TensorMemoryScalesEncoding
) -> LinearLayout:
    if len(shape) != 2:
        raise LayoutError("tensor memory layouts have rank 2")
    cga_layout = encoding.cga_layout
    cta_shape = shape_per_cta(cga_layout.cta_split_num, shape)
    # 32x4 scales, repeated for each of the four warps, then two of them side by side.
    tile = (
        LinearLayout.identity1d(32, "row", "dim0")
        * LinearLayout.zeros1d(4, "row", "dim0")
        * LinearLayout.identity1d(4, "col", "dim1")
        * LinearLayout.identity1d(2, "col", "dim0")
    )
    reps_mn = -(-cta_shape[0] // tile.out_dim_size("dim0"))
    reps_k = -(-cta_shape[1] // tile.out_dim_size("dim1"))
    if reps_mn > 1:
        tile *= LinearLayout.identity1d(2, "col", "dim0")
        reps_mn //= 2
    along_mn = LinearLayout.identity1d(reps_mn, "col", "dim0")
    along_k = LinearLayout.identity1d(reps_k, "col", "dim1")
    if encoding.block_rep_order == "kThenMn":
        tile *= along_k * along_mn
    else:
        tile *= along_mn * along_k
    tile *= LinearLayout.identity1d(1, "block", "dim0")
    tile = ensure_not_larger_than(tile, dict(standard_out_dim_pairs(cta_shape)))
    return tile * cga_layout.linear_layout
