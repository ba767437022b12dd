"""Encodings of the results of view-like operations (TritonGPUInferLayoutInterface, Dialect.cpp).

Each function takes the operand's encoding, with shapes in elements where they matter, and gives
the encoding with which the operation moves no data; it raises LayoutError with upstream's message
if the operand cannot have that encoding. Reshapes are in `reshape.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.encodings import (
    AMDWmmaEncoding,
    BlockedEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    LayoutEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    apply_permutation,
    divide_left,
    inverse_permutation,
    standard_out_dim_pairs,
    transpose_layout,
)
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import (
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.queries import encoding_of_linear_layout, order, unique_elems_per_thread
from mlir_mini.layout.to_linear import to_linear_layout


def infer_reduce(encoding: DistributedEncoding, axis: int) -> SliceEncoding:
    """The result of reducing along `axis`. Raises LayoutError if there is no such dim."""
    return _checked_slice(axis, encoding)


def infer_expand_dims(encoding: LayoutEncoding, axis: int) -> DistributedEncoding:
    """The result of inserting a dim of size 1 at `axis`."""
    if not isinstance(encoding, SliceEncoding):
        raise LayoutError("ExpandDimsOp operand encoding must be SliceEncodingAttr")
    if encoding.dim != axis:
        raise LayoutError("Incompatible slice dimension for ExpandDimsOp operand")
    return encoding.parent


def infer_trans(
    encoding: LayoutEncoding, shape: Sequence[int], permutation: Sequence[int]
) -> LayoutEncoding:
    """The result of transposing a tensor or buffer of `shape`: dim i is dim permutation[i].

    What is told per dim is permuted like the shape; an order, which lists dims, is renamed.
    """
    if list(permutation) == list(range(len(permutation))):
        return encoding
    rank = len(permutation)
    if len(shape) != rank:
        raise LayoutError(f"shape and order rank do not match: {len(shape)} vs {rank}")
    inverse = inverse_permutation(permutation)

    if isinstance(encoding, SwizzledSharedEncoding):
        _check_rank(encoding.cga_layout.rank, rank)
        return encoding.replace(
            order=apply_permutation(inverse, encoding.order),
            cga_layout=_transposed_cga(encoding.cga_layout, permutation),
        )
    if isinstance(encoding, NVMMASharedEncoding) and tuple(permutation) == (1, 0):
        _check_rank(encoding.cga_layout.rank, rank)
        return encoding.replace(
            transposed=not encoding.transposed,
            cga_layout=_transposed_cga(encoding.cga_layout, permutation),
        )
    if isinstance(encoding, BlockedEncoding):
        _check_rank(encoding.cga_layout.rank, rank)
        return BlockedEncoding(
            apply_permutation(encoding.size_per_thread, permutation),
            apply_permutation(encoding.threads_per_warp, permutation),
            apply_permutation(encoding.warps_per_cta, permutation),
            apply_permutation(inverse, encoding.order),
            _transposed_cga(encoding.cga_layout, permutation),
        )
    if isinstance(encoding, PartitionedSharedEncoding):
        piece = list(shape)
        piece[encoding.partition_dim] //= encoding.num_logical_pieces
        return encoding.replace(
            partition_dim=inverse[encoding.partition_dim],
            partition_layout=infer_trans(encoding.partition_layout, piece, permutation),
        )
    if isinstance(encoding, PaddedSharedEncoding):
        _check_rank(encoding.rank, rank)
        layout = transpose_layout(encoding.linear_component, permutation)
        return encoding.replace(linear_component=layout)
    layout = to_linear_layout(shape, encoding)
    _check_rank(len(layout.out_dims), rank)
    layout = transpose_layout(layout, permutation)
    if isinstance(encoding, SharedEncoding):
        return SharedLinearEncoding(layout, encoding.alignment)
    return encoding_of_linear_layout(layout, encoding)


def infer_join(encoding: DistributedEncoding, shape: Sequence[int]) -> DistributedEncoding:
    """The result of joining two tensors of `shape` along a new last dim of size 2."""
    if isinstance(encoding, SliceEncoding) and encoding.dim == len(shape):
        parent = encoding.parent
        if _splits_into(parent, (*shape, 2), encoding, shape):
            return parent
    elif isinstance(encoding, BlockedEncoding):
        return BlockedEncoding(
            (*encoding.size_per_thread, 2),
            (*encoding.threads_per_warp, 1),
            (*encoding.warps_per_cta, 1),
            (len(encoding.order), *encoding.order),
            CGALayout(encoding.cga_layout.linear_layout.unsqueeze_out(f"dim{len(shape)}")),
        )
    layout = to_linear_layout(shape, encoding).unsqueeze_out(f"dim{len(shape)}")
    layout = LinearLayout.identity1d(2, "register", f"dim{len(shape)}") * layout
    return encoding_of_linear_layout(
        layout.transpose_outs(tuple(f"dim{i}" for i in range(len(shape) + 1))), encoding
    )


def infer_split(encoding: DistributedEncoding, shape: Sequence[int]) -> DistributedEncoding:
    """The results of splitting a tensor of `shape` along its last dim, of size 2."""
    if isinstance(encoding, BlockedEncoding) and (
        encoding.size_per_thread[-1] == 2
        and encoding.threads_per_warp[-1] == 1
        and encoding.warps_per_cta[-1] == 1
        and encoding.cga_layout.ctas_per_cga[-1] == 1
    ):
        last = len(encoding.order) - 1
        return BlockedEncoding(
            encoding.size_per_thread[:-1],
            encoding.threads_per_warp[:-1],
            encoding.warps_per_cta[:-1],
            tuple(dim for dim in encoding.order if dim != last),
            CGALayout(encoding.cga_layout.linear_layout.squeeze_outs(f"dim{last}")),
        )
    axis = len(shape) - 1
    if shape[axis] != 2:
        raise LayoutError("SplitOp input shape should have 2 in the last dim")
    layout = _halved(to_linear_layout(shape, encoding), axis)
    layout = layout.reshape_outs(standard_out_dim_pairs(shape[:-1]))
    return encoding_of_linear_layout(layout, encoding)


def infer_fp4_to_fp(
    encoding: DistributedEncoding, shape: Sequence[int], axis: int, forward: bool = True
) -> DistributedEncoding:
    """The encoding after unpacking fp4 along `axis`, or before it if not `forward`.

    shape: of the unpacked tensor.
    """
    # Upstream asks whether dim 0 has place `axis` in the order, not whether `axis` is fastest.
    if order(encoding, shape)[axis] == 0:
        if isinstance(encoding, DotOperandEncoding):
            width = _scaled(encoding.k_width, forward)
            return DotOperandEncoding(encoding.op_idx, encoding.parent, width)
        if isinstance(encoding, BlockedEncoding):
            sizes = list(encoding.size_per_thread)
            sizes[axis] = _scaled(sizes[axis], forward)
            return encoding.replace(size_per_thread=tuple(sizes))
    layout = to_linear_layout(shape, encoding)
    pair = LinearLayout.identity1d(2, "register", layout.out_dim_names[axis])
    if forward:
        names = layout.out_dim_names
        return encoding_of_linear_layout((pair * layout).transpose_outs(names), encoding)
    halved = divide_left(layout, pair)
    if halved is None:
        raise LayoutError("invalid result layout for Fp4ToFpOp")
    return encoding_of_linear_layout(halved, encoding)


def check_dot_operand(encoding: LayoutEncoding, op_idx: int, result: LayoutEncoding) -> None:
    """Raises LayoutError if an operand of a dot with this result cannot have this encoding."""
    operand = encoding if isinstance(encoding, DotOperandEncoding) else None
    if isinstance(result, NvidiaMmaEncoding) and result.is_hopper:
        in_memory = isinstance(encoding, (NVMMASharedEncoding, SharedLinearEncoding))
        in_registers = (
            op_idx == 0
            and operand is not None
            and operand.op_idx == 0
            and isinstance(operand.parent, NvidiaMmaEncoding)
        )
        if not in_memory and not in_registers:
            raise LayoutError("unexpected operand layout for NvidiaMmaEncodingAttr v3")
        return
    if operand is None:
        raise LayoutError("Dot's a/b's encoding should be of DotOperandEncodingAttr")
    if op_idx != operand.op_idx:
        raise LayoutError("Wrong opIdx")
    parent = operand.parent
    if result is parent:
        return
    # With several blocks the operands of wmma have CGA layouts of their own.
    if (
        isinstance(result, AMDWmmaEncoding)
        and isinstance(parent, AMDWmmaEncoding)
        and result.equal_ignoring_cga_layout(parent)
    ):
        return
    raise LayoutError("Incompatible parent encoding")


def broadcast_is_compatible(
    source_shape: Sequence[int],
    source: DistributedEncoding,
    shape: Sequence[int],
    target: DistributedEncoding,
) -> bool:
    """Does broadcasting from one shape to another leave the elements with their threads?

    The target must place them like the source along the dims that do not grow.
    """
    layout = to_linear_layout(shape, target)
    for name, size in zip(layout.out_dim_names, source_shape, strict=True):
        layout = layout.resize_out_dim(name, size)
    source_layout = to_linear_layout(source_shape, source)
    return layout.remove_zero_bases_along_dim(
        "register"
    ) is source_layout.remove_zero_bases_along_dim("register")


def check_cat(
    operand_shapes: Sequence[Sequence[int]],
    operands: Sequence[DistributedEncoding],
    shape: Sequence[int],
    result: DistributedEncoding,
) -> None:
    """Raises LayoutError unless the result of tt.cat holds as many elements as the operands."""
    wanted = unique_elems_per_thread(result, shape)
    provided = sum(
        unique_elems_per_thread(operand, operand_shape)
        for operand, operand_shape in zip(operands, operand_shapes, strict=True)
    )
    if wanted != provided:
        raise LayoutError(
            f"tt.cat result encoding requires {wanted} non-broadcast register values, but "
            f"operands provide {provided}"
        )


def layouts_are_equal(
    shape: Sequence[int],
    first: LayoutEncoding | None,
    second: LayoutEncoding | None,
    ignore_register_broadcast: bool = False,
) -> bool:
    """Do two encodings, of which either may be missing, place a tensor's elements alike?"""
    if first is second:
        return True
    if first is None or second is None:
        return False
    first_layout, second_layout = (to_linear_layout(shape, e) for e in (first, second))
    if ignore_register_broadcast:
        first_layout = first_layout.remove_zero_bases_along_dim("register")
        second_layout = second_layout.remove_zero_bases_along_dim("register")
    return first_layout is second_layout


def _checked_slice(dim: int, parent: DistributedEncoding) -> SliceEncoding:
    encoding = SliceEncoding(dim, parent)
    problem = encoding.verify()
    if problem is not None:
        raise LayoutError(problem)
    return encoding


def _check_rank(rank: int, expected: int) -> None:
    if rank != expected:
        raise LayoutError(f"rank of encoding does not match order: {rank} vs {expected}")


def _transposed_cga(cga_layout: CGALayout, permutation: Sequence[int]) -> CGALayout:
    return CGALayout(transpose_layout(cga_layout.linear_layout, permutation))


def _splits_into(
    parent: DistributedEncoding,
    joined_shape: Sequence[int],
    part: DistributedEncoding,
    shape: Sequence[int],
) -> bool:
    """Does splitting the joined tensor give the parts their encoding, extra registers aside?"""
    try:
        split = infer_split(parent, joined_shape)
    except LayoutError:
        return False
    return layouts_are_equal(shape, split, part, ignore_register_broadcast=True)


def _halved(layout: LinearLayout, axis: int) -> LinearLayout:
    """The layout without its lowest bit along `axis`, which must be in registers."""
    found = False
    bases = []
    for name, dim in layout.bases:
        kept = []
        for basis in dim:
            if name == "register" and basis[axis] == 1:
                found = True
            else:
                kept.append((*basis[:axis], basis[axis] // 2, *basis[axis + 1 :]))
        bases.append((name, kept))
    if not found:
        raise LayoutError(
            "Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension"
        )
    return LinearLayout.create(bases, layout.out_dim_names)


def _scaled(width: int, forward: bool) -> int:
    if forward:
        return width * 2
    if width <= 1:
        raise LayoutError("Fp4ToFpOp requires at least 2 elements per thread in the axis dimension")
    return width // 2
