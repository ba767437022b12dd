"""What an encoding makes of a tensor's shape (lib/Dialect/TritonGPU/IR/Dialect.cpp).

Shapes are in elements, all powers of two; results have one entry per dim of the tensor unless
they are a single number. Orders list dims from the fastest moving. All raise LayoutError where
the encoding does not fit the shape.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.encodings import (
    AMDWmmaEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LinearEncoding,
    LinearLayoutEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    bases_per_dim,
    is_permutation_matrix_layout,
    matrix_order,
    order_per_dim,
    product,
)
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import (
    AMDRotatingSharedEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.to_linear import (
    to_generic_linear_encoding,
    to_linear_encoding,
    to_linear_layout,
)

# Registers.


def elems_per_thread(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """Registers of a thread along each dim, those that repeat an element included."""
    layout = to_linear_layout(shape, encoding)
    return tuple(bases_per_dim(layout, "register", skip_broadcast=False))


def total_elems_per_thread(encoding: DistributedEncoding, shape: Sequence[int]) -> int:
    """Registers of a thread, those that repeat an element included."""
    return product(elems_per_thread(encoding, shape))


def unique_elems_per_thread(encoding: DistributedEncoding, shape: Sequence[int]) -> int:
    """Elements of a thread, those that it holds twice counted once."""
    layout = to_linear_layout(shape, encoding)
    return layout.remove_zero_bases_along_dim("register").in_dim_size("register")


def contig_per_thread(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """Contiguous elements of a thread along each dim."""
    return to_generic_linear_encoding(shape, encoding).contig_per_thread


def size_per_thread(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """Elements of a thread along each dim before the encoding's tile repeats."""
    return to_generic_linear_encoding(shape, encoding).size_per_thread


# Threads and warps.


def threads_per_warp(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """Lanes along each dim, those that repeat others' elements left out."""
    return to_generic_linear_encoding(shape, encoding).threads_per_warp


def warps_per_cta(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """Warps along each dim, those that repeat others' elements left out."""
    return to_linear_encoding(shape, encoding).warps_per_cta


def thread_order(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    return to_generic_linear_encoding(shape, encoding).thread_order


def warp_order(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    return to_linear_encoding(shape, encoding).warp_order


# Orders of elements.


def order(encoding: LayoutEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """The order in which registers, or offsets in shared memory, run over the tensor."""
    if isinstance(encoding, DistributedEncoding):
        return to_generic_linear_encoding(shape, encoding).order
    if isinstance(encoding, NVMMASharedEncoding):
        if len(shape) == 1:
            return (0,)
        return matrix_order(len(shape), row_major=not encoding.transposed)
    if isinstance(encoding, PartitionedSharedEncoding):
        return order(encoding.partition_layout, shape)
    if isinstance(
        encoding,
        (
            SwizzledSharedEncoding,
            AMDRotatingSharedEncoding,
            PaddedSharedEncoding,
            SharedLinearEncoding,
        ),
    ):
        return encoding.order
    raise LayoutError("Unimplemented usage of getOrder for MemDescType")


def order_for_memory(encoding: DistributedEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """The order in which to lay the tensor out in memory.

    The threads' order wins over the elements' where a thread holds one element along the
    threads' fastest dim, so that its place in the elements' order means nothing.
    """
    linear = to_generic_linear_encoding(shape, encoding)
    if elems_per_thread(encoding, shape)[linear.thread_order[0]] == 1:
        return linear.thread_order
    return linear.order


# Blocks.


def ctas_per_cga(encoding: LayoutEncoding) -> tuple[int, ...]:
    """Blocks along each dim, those that only repeat the data included."""
    layout = _linear_with_blocks(encoding)
    if layout is not None:
        return tuple(bases_per_dim(layout, "block", skip_broadcast=False))
    return encoding.cga_layout.ctas_per_cga


def cta_split_num(encoding: LayoutEncoding) -> tuple[int, ...]:
    """In how many parts each dim is split among blocks."""
    layout = _linear_with_blocks(encoding)
    if layout is not None:
        return tuple(bases_per_dim(layout, "block"))
    return encoding.cga_layout.cta_split_num


def cta_order(encoding: LayoutEncoding) -> tuple[int, ...]:
    """The dims along which blocks are numbered."""
    layout = _linear_with_blocks(encoding)
    if layout is None:
        return encoding.cga_layout.cta_order
    elements = "offset" if isinstance(encoding, SharedLinearEncoding) else "register"
    default = order_per_dim(layout, elements, range(len(layout.out_dims) - 1, -1, -1))
    return tuple(order_per_dim(layout, "block", default))


def num_ctas(encoding: LayoutEncoding) -> int:
    return product(ctas_per_cga(encoding))


def cta_shape(encoding: LayoutEncoding, shape: Sequence[int]) -> tuple[int, ...]:
    """The part of the tensor that one block holds; the ranks may differ (`cga.shape_per_cta`)."""
    return shape_per_cta(cta_split_num(encoding), shape)


def _linear_with_blocks(encoding: LayoutEncoding) -> LinearLayout | None:
    """The linear layout of an encoding that is made of one, slices of LinearEncoding included.

    Such a layout need not be that of a block times a CGALayout.
    """
    if isinstance(encoding, (LinearLayoutEncoding, SharedLinearEncoding)):
        return encoding.linear_layout
    if not isinstance(encoding, SliceEncoding):
        return None
    dims, parent = [], encoding
    while isinstance(parent, SliceEncoding):
        dims.append(parent.dim)
        parent = parent.parent
    if not isinstance(parent, LinearEncoding):
        return None
    sizes = list(parent.linear_layout.out_dim_sizes)
    for dim in reversed(dims):
        del sizes[dim]
    return to_linear_layout(sizes, encoding)


# Comparisons and memory.


def are_layouts_equivalent(
    shape: Sequence[int], first: LayoutEncoding, second: LayoutEncoding
) -> bool:
    """Do both place every element of the tensor alike?"""
    return to_linear_layout(shape, first) is to_linear_layout(shape, second)


def is_expensive_view(
    source_shape: Sequence[int],
    source: DistributedEncoding,
    shape: Sequence[int],
    target: DistributedEncoding,
) -> bool:
    """Would viewing a tensor with another shape and encoding have to move data?"""
    source_masks = to_linear_layout(source_shape, source).free_variable_masks()
    masks = to_linear_layout(shape, target).free_variable_masks()
    if source_masks != masks:
        return True
    return total_elems_per_thread(source, source_shape) != total_elems_per_thread(target, shape)


def is_generic_linear_encoding(encoding: object) -> bool:
    """Does the encoding need GenericLinearEncoding as its linear form?"""
    if isinstance(encoding, GenericLinearEncoding):
        return True
    if isinstance(encoding, (DotOperandEncoding, SliceEncoding)):
        return is_generic_linear_encoding(encoding.parent)
    if isinstance(encoding, AMDWmmaEncoding):
        return not is_permutation_matrix_layout(encoding.cta_layout)
    return False


def encoding_of_linear_layout(layout: LinearLayout, source: object) -> LinearLayoutEncoding:
    """The encoding with this layout, generic if `source`, which it derives from, is.

    Raises LayoutError, with upstream's message, if there is none.
    """
    generic = is_generic_linear_encoding(source)
    encoding = (GenericLinearEncoding if generic else LinearEncoding)(layout)
    problem = encoding.verify()
    if problem is not None:
        raise LayoutError(problem)
    return encoding


def mma_v2_warps_per_cta(shape: Sequence[int], num_warps: int) -> tuple[int, ...]:
    """How to spread warps over the result of an mma, balancing the instruction's repetitions."""
    if len(shape) == 3:
        batch = min(shape[0], num_warps)
        return (batch, *mma_v2_warps_per_cta(shape[1:], num_warps // batch))
    reps = [-(-shape[0] // 16), -(-shape[1] // 8)]
    warps = [1, 1]
    while product(warps) < num_warps:
        if reps[0] >= reps[1]:
            warps[0] *= 2
            if reps[0] != 1:
                reps[0] //= 2
        else:
            warps[1] *= 2
            reps[1] //= 2
    return tuple(warps)
