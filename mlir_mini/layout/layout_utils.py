"""Helpers over linear layouts (lib/Tools/LayoutUtils.cpp, lib/Dialect/TritonGPU/IR/Dialect.cpp).

Orders list dimensions from the fastest moving to the slowest. Tensor layouts name their outputs
"dim0", "dim1", ... ("standard" dims); register layouts name their inputs "register", "lane",
"warp", "block", shared memory "offset", "block", tensor memory "row", "col", "block".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from mlir_mini.layout.bases_table import Bases
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2, log2
from mlir_mini.layout.linear_layout import LinearLayout

T = TypeVar("T")
Shape = Sequence[int]


# Permutations and orders.


def apply_permutation(items: Sequence[T], permutation: Sequence[int]) -> tuple[T, ...]:
    """`result[i] = items[permutation[i]]`."""
    return tuple(items[i] for i in permutation)


def inverse_permutation(permutation: Sequence[int]) -> tuple[int, ...]:
    result = [0] * len(permutation)
    for index, value in enumerate(permutation):
        result[value] = index
    return tuple(result)


def is_permutation_of_iota(values: Sequence[int]) -> bool:
    return sorted(values) == list(range(len(values)))


def matrix_order(rank: int, row_major: bool) -> tuple[int, ...]:
    """The order of a batch of row-major or column-major matrices of shape [*, m, n]."""
    if rank < 2:
        return (0,) * rank
    order = list(range(rank - 1, -1, -1))
    if not row_major:
        order[0], order[1] = order[1], order[0]
    return tuple(order)


def order_for_dot_operand(op_idx: int, rank: int, k_contiguous: bool) -> tuple[int, ...]:
    """The order of operand 0, [*, m, k], or 1, [*, k, n], whose k dim is the fastest or not."""
    return matrix_order(rank, bool(op_idx) != k_contiguous)


def product(sizes: Sequence[int]) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result


# Standard dims.


@cache
def standard_out_dim_names(rank: int) -> tuple[str, ...]:
    """("dim0", ..., "dim<rank-1>")."""
    return tuple(f"dim{i}" for i in range(rank))


def standard_out_dim_pairs(shape: Shape) -> tuple[tuple[str, int], ...]:
    return tuple(zip(standard_out_dim_names(len(shape)), shape, strict=True))


def identity_standard_nd(in_dim: str, shape: Shape, order: Sequence[int]) -> LinearLayout:
    """`in_dim` -> a tensor of this shape laid out contiguously in this order.

    The output dims come in the order `order`, not in the standard one.
    """
    return _identity_standard_nd(in_dim, tuple(shape), tuple(order))


@cache
def _identity_standard_nd(
    in_dim: str, shape: tuple[int, ...], order: tuple[int, ...]
) -> LinearLayout:
    names = standard_out_dim_names(len(shape))
    result = LinearLayout.empty()
    for dim in order:
        result *= LinearLayout.identity1d(shape[dim], in_dim, names[dim])
    return result


def remove_standard_dim(layout: LinearLayout, dim: int) -> LinearLayout:
    """Drops output `dim` and renumbers the others."""
    rank = len(layout.out_dims)
    kept = [name for i, name in enumerate(standard_out_dim_names(rank)) if i != dim]
    renames = dict(zip(kept, standard_out_dim_names(rank - 1), strict=True))
    return layout.sublayout(layout.in_dim_names, kept).rename_dims(outs=renames)


def reshape_layout(layout: LinearLayout, shape: Shape) -> LinearLayout:
    """The layout of the tensor viewed row-major with another shape of the same size."""
    reversed_dims = tuple(reversed(standard_out_dim_pairs(shape)))
    return (
        layout.transpose_outs(layout.out_dim_names[::-1])
        .reshape_outs(reversed_dims)
        .transpose_outs(standard_out_dim_names(len(shape)))
    )


def transpose_layout(layout: LinearLayout, order: Sequence[int]) -> LinearLayout:
    """Output i of the result is output order[i] of the layout; names stay where they are.

    Raises LayoutError if the layout is not surjective.
    """
    bases = [(name, [[b[i] for i in order] for b in dim]) for name, dim in layout.bases]
    return LinearLayout.create(bases, layout.out_dim_names)


# Fitting a layout to a shape.


def ensure_not_larger_than(
    layout: LinearLayout, shape: Mapping[str, int], broadcast_registers: bool = True
) -> LinearLayout:
    """Clears every basis component that lies outside `shape`, so that those inputs broadcast.

    shape: elements per output dim. Without `broadcast_registers`, a register basis that becomes
    zero that way is dropped.
    """
    if not shape:
        return layout
    sizes = tuple(min(size, shape[name]) for name, size in layout.out_dims)
    for size in shape.values():
        log2(size)
    if sizes == tuple([size for _, size in layout.out_dims]):
        return layout
    bases = []
    for name, dim in layout.bases:
        drop = not broadcast_registers and name == "register"
        clipped = []
        for basis in dim:
            new = tuple(part if part < size else 0 for part, size in zip(basis, sizes, strict=True))
            if not drop or any(new) or not any(basis):
                clipped.append(new)
        bases.append((name, tuple(clipped)))
    return LinearLayout(tuple(bases), tuple(zip(layout.out_dim_names, sizes, strict=True)))


def ensure_not_smaller_than(layout: LinearLayout, shape: Mapping[str, int]) -> LinearLayout:
    """Repeats the layout along its first input dim until it covers `shape`.

    The output dims are filled in the layout's order, which should be minor to major.
    """
    if not shape:
        return layout
    in_dim = layout.bases[0][0]
    result = layout
    for name, size in layout.out_dims:
        repeat = shape[name] // size
        if repeat > 1:
            result *= LinearLayout.identity1d(repeat, in_dim, name)
    return result


def zeros_like(layout: LinearLayout) -> LinearLayout:
    """The same dims, all bases 0."""
    zero = (0,) * len(layout.out_dims)
    bases = tuple((name, (zero,) * len(dim)) for name, dim in layout.bases)
    return LinearLayout(bases, layout.out_dims)


# Division.


def divide_left(whole: LinearLayout, left: LinearLayout) -> LinearLayout | None:
    """The layout C with `whole == left * C` and the dims of `whole`, or None."""
    if not _dims_within(left, whole):
        return None
    sizes = dict(left.out_dims)
    widths = [log2(sizes.get(name, 1)) for name in whole.out_dim_names]
    if any(size >> width == 0 for (_, size), width in zip(whole.out_dims, widths, strict=True)):
        return None
    embedded = _embed(left, whole)
    bases = []
    for name, dim in whole.bases:
        prefix = embedded.get(name, ())
        if dim[: len(prefix)] != prefix:
            return None
        rest = []
        for basis in dim[len(prefix) :]:
            if any(part & ((1 << width) - 1) for part, width in zip(basis, widths, strict=True)):
                return None
            rest.append(tuple(part >> width for part, width in zip(basis, widths, strict=True)))
        bases.append((name, tuple(rest)))
    out_dims = tuple(
        (name, size >> width) for (name, size), width in zip(whole.out_dims, widths, strict=True)
    )
    return LinearLayout(tuple(bases), out_dims)


def divide_right(whole: LinearLayout, right: LinearLayout) -> LinearLayout | None:
    """The layout C with `whole == C * right` and the dims of `whole`, or None."""
    if not _dims_within(right, whole):
        return None
    sizes, right_bases = dict(right.out_dims), dict(right.bases)
    if any(size < sizes.get(name, 1) for name, size in whole.out_dims):
        return None
    out_dims = tuple((name, size // sizes.get(name, 1)) for name, size in whole.out_dims)
    shifts = {name: log2(size) for name, size in out_dims}
    bases = []
    for name, dim in whole.bases:
        suffix = right_bases.get(name, ())
        kept = len(dim) - len(suffix)
        if kept < 0:
            return None
        for basis, expected in zip(dim[kept:], suffix, strict=True):
            # Only the dims of `right` are compared; upstream leaves the others unchecked.
            for out_dim, part in zip(right.out_dim_names, expected, strict=True):
                if basis[whole.out_dim_index(out_dim)] != part << shifts[out_dim]:
                    return None
        bases.append((name, dim[:kept]))
    return LinearLayout(tuple(bases), out_dims)


# What the bases say about each output dim.


def bases_per_dim(layout: LinearLayout, in_dim: str, skip_broadcast: bool = True) -> list[int]:
    """How many elements the bases of `in_dim` span along each output dim.

    A zero basis counts for the dim of the basis before it unless `skip_broadcast`.
    """
    result = [1] * len(layout.out_dims)
    last = 0
    for basis in layout.bases_of(in_dim):
        dim = _first_nonzero(basis)
        if dim is not None:
            last = dim
        elif skip_broadcast:
            continue
        result[last] *= 2
    return result


def order_per_dim(layout: LinearLayout, in_dim: str, default_order: Sequence[int]) -> list[int]:
    """The output dims in the order in which the bases of `in_dim` first move along them.

    Dims without a basis follow in `default_order`.
    """
    order: list[int] = []
    for basis in layout.bases_of(in_dim):
        dim = _first_nonzero(basis)
        if dim is not None and dim not in order:
            order.append(dim)
    return order + [dim for dim in default_order if dim not in order]


def is_permutation_matrix_layout(layout: LinearLayout) -> bool:
    """Is the layout, without its zero bases, a permutation of bits?"""
    columns = [column for column in layout.columns() if column]
    return (
        all(is_power_of_2(column) for column in columns)
        and len(set(columns)) == len(columns) == layout.total_out_size_log2
    )


def invert_and_compose_local(
    a: LinearLayout, b: LinearLayout, dims: Sequence[str] = ("block",)
) -> LinearLayout:
    """`b.invert_and_compose(a)`, sending bits of `dims` that `a` broadcasts to themselves.

    Data that `a` repeats along such a dim is then taken from where it is wanted.
    """
    conversion = b.invert_and_compose(a)
    bases = {name: [list(basis) for basis in dim] for name, dim in conversion.bases}
    for dim in dims:
        index = conversion.out_dim_index(dim)
        touched = a.input_basis_mask(dim, a.out_dim_names)
        broadcast = ~touched & (a.in_dim_size(dim) - 1)
        for name, dim_bases in bases.items():
            for bit, basis in enumerate(dim_bases):
                basis[index] &= ~broadcast
                if name == dim:
                    basis[index] |= (1 << bit) & broadcast
    return LinearLayout.create(bases, conversion.out_dims, require_surjective=False)


def get_reps(layout: LinearLayout, tile: LinearLayout) -> LinearLayout | None:
    """The layout with the bases of `tile` cleared, if it starts with them and does not overlap.

    Close to `zeros_like(tile) * divide_left(layout, tile)`, but the other bases need not lie
    above the tile. None if the layout does not consist of such repetitions.
    """
    if not set(tile.out_dim_names) <= set(layout.out_dim_names):
        raise LayoutError("tile out-dims must be contained in the layout")
    sizes = dict(tile.out_dims)
    masks = [
        tile.output_basis_mask(tile.in_dim_names, name) if name in sizes else 0
        for name in layout.out_dim_names
    ]
    embedded = _embed(tile, layout)
    zero = (0,) * len(layout.out_dims)
    bases: list[tuple[str, Bases]] = []
    for name, dim in layout.bases:
        prefix = embedded.get(name, ())
        rest = dim[len(prefix) :]
        if dim[: len(prefix)] != prefix:
            return None
        if any(part & mask for basis in rest for part, mask in zip(basis, masks, strict=True)):
            return None
        bases.append((name, (zero,) * len(prefix) + rest))
    return LinearLayout(tuple(bases), layout.out_dims)


def _first_nonzero(basis: Sequence[int]) -> int | None:
    for index, part in enumerate(basis):
        if part:
            return index
    return None


def _dims_within(part: LinearLayout, whole: LinearLayout) -> bool:
    return set(part.in_dim_names) <= set(whole.in_dim_names) and set(part.out_dim_names) <= set(
        whole.out_dim_names
    )


def _embed(part: LinearLayout, whole: LinearLayout) -> dict[str, Bases]:
    """The bases of `part` with one component per output dim of `whole`."""
    positions = {name: index for index, name in enumerate(part.out_dim_names)}
    pick = [positions.get(name) for name in whole.out_dim_names]
    return {
        name: tuple(tuple(0 if p is None else basis[p] for p in pick) for basis in dim)
        for name, dim in part.bases
    }
