"""What a conversion between two distributed encodings of one tensor has to move.

From lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and lib/Analysis/Utility.cpp. Shapes are
in elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import (
    invert_and_compose_local,
    is_permutation_matrix_layout,
)
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.to_linear import to_linear_layout


def minimal_conversion(source: LinearLayout, target: LinearLayout) -> LinearLayout:
    """The map from the places of the target to those of the source, identities left out.

    Blocks, warps, lanes are dropped in that order as long as the map leaves each alone; an empty
    layout means that nothing moves. Raises LayoutError if `source` lacks elements of `target`.
    """
    conversion = target.invert_and_compose(source)
    pairs = zip(reversed(source.in_dim_names), reversed(target.in_dim_names), strict=False)
    for source_dim, target_dim in pairs:
        rest = conversion.quotient([source_dim]) if source_dim == target_dim else None
        if rest is None:
            break
        conversion = rest
    return conversion


@cache
def _conversion(
    shape: tuple[int, ...], source: DistributedEncoding, target: DistributedEncoding
) -> LinearLayout:
    return minimal_conversion(to_linear_layout(shape, source), to_linear_layout(shape, target))


def minimal_cvt_layout(
    shape: Sequence[int], source: DistributedEncoding, target: DistributedEncoding
) -> LinearLayout:
    """`minimal_conversion` of a tensor of this shape."""
    return _conversion(tuple(shape), source, target)


def cvt_is_noop(
    shape: Sequence[int], source: DistributedEncoding, target: DistributedEncoding
) -> bool:
    """Do both encodings place every element alike?"""
    return minimal_cvt_layout(shape, source, target) is LinearLayout.empty()


def cvt_reorders_registers(
    shape: Sequence[int], source: DistributedEncoding, target: DistributedEncoding
) -> bool:
    """Does every element stay in its thread?"""
    names = minimal_cvt_layout(shape, source, target).out_dim_names
    return names in ((), ("register",))


def cvt_needs_warp_shuffle(
    shape: Sequence[int],
    source: DistributedEncoding,
    target: DistributedEncoding,
    force_warp_shuffle: bool = False,
) -> bool:
    """Does data move between lanes, but within warps and simply enough to shuffle it?"""
    if force_warp_shuffle:
        return True
    if cvt_reorders_registers(shape, source, target):
        return False
    source_layout = to_linear_layout(shape, source).remove_zero_bases_along_dim("register")
    target_layout = to_linear_layout(shape, target).remove_zero_bases_along_dim("register")
    if not _is_warp_local(source_layout, target_layout):
        return False
    return mixed_transpositions(source_layout, target_layout) < 2


def _is_warp_local(source: LinearLayout, target: LinearLayout) -> bool:
    """Can every warp find what it needs in its own lanes, in the same registers as the others?"""
    if not (is_permutation_matrix_layout(source) and is_permutation_matrix_layout(target)):
        return False
    outer = ("warp", "block")
    conversion = invert_and_compose_local(source, target, outer)
    return all(
        conversion.is_identity_on_out_dim(dim) for dim in outer
    ) and conversion.sublayout_is_zero(outer, ["register"])


def cvt_needs_shared_memory(
    shape: Sequence[int],
    source: DistributedEncoding,
    target: DistributedEncoding,
    force_warp_shuffle: bool = False,
) -> bool:
    """Does the conversion go through shared memory?"""
    return not cvt_reorders_registers(shape, source, target) and not cvt_needs_warp_shuffle(
        shape, source, target, force_warp_shuffle
    )


def mixed_transpositions(source: LinearLayout, target: LinearLayout) -> int:
    """How many register bits become lane bits in a conversion within warps.

    Both layouts come without registers that repeat elements. Raises LayoutError if the conversion
    is no permutation of bits.
    """
    moves = bit_permutation(source, target)
    return sum(dim == "register" and image == "lane" for (dim, _), (image, _) in moves.items())


def bit_permutation(
    source: LinearLayout, target: LinearLayout
) -> dict[tuple[str, int], tuple[str, int]]:
    """A conversion within warps as a permutation of register and lane bits, source to target.

    Both layouts come without registers that repeat elements, and get as many register and lane
    bits as the larger. Bits that one layout leaves unused are paired with themselves where both
    do, else in order. Raises LayoutError if that gives no permutation.
    """
    dims = ("register", "lane")
    counts = [max(source.in_dim_size(dim), target.in_dim_size(dim)) for dim in dims]
    fixed = lanes_picked_by_warps(source, target)
    source, target = (_lanes_and_registers(layout, counts) for layout in (source, target))
    zero = (0,) * len(source.out_dims)
    lanes = tuple(
        zero if fixed >> bit & 1 else basis for bit, basis in enumerate(source.bases_of("lane"))
    )
    source = LinearLayout(
        (("register", source.bases_of("register")), ("lane", lanes)), source.out_dims
    )
    bits = [(dim, bit) for dim in dims for bit in range(source.in_dim_size_log2(dim))]
    skeleton = source.invert_and_compose(target)

    images: dict[tuple[str, int], tuple[str, int]] = {}
    unused_sources: list[tuple[str, int]] = []
    unused_targets: list[tuple[str, int]] = []
    for dim, bit in bits:
        in_source, in_target = any(source.basis(dim, bit)), any(target.basis(dim, bit))
        if in_source:
            images[dim, bit] = _image(dims, skeleton.basis(dim, bit))
        elif not in_target:
            images[dim, bit] = (dim, bit)
        else:
            unused_sources.append((dim, bit))
        if in_source and not in_target:
            unused_targets.append((dim, bit))
    images.update(zip(unused_sources, unused_targets, strict=False))
    if len(set(images.values())) != len(bits):
        raise LayoutError(f"the conversion is not a permutation:{source}{target}")
    return images


def lanes_picked_by_warps(source: LinearLayout, target: LinearLayout) -> int:
    """The source's lane bits that the target's warp or block decides, the same for a whole warp."""
    return target.invert_and_compose(source).output_basis_mask(("warp", "block"), "lane")


def _lanes_and_registers(layout: LinearLayout, counts: Sequence[int]) -> LinearLayout:
    """The part of a layout within a warp, with so many registers and lanes."""
    part = layout.sublayout(("register", "lane"), layout.out_dim_names)
    registers, lanes = counts
    return part.resize_in_dim("register", registers).resize_in_dim("lane", lanes)


def _image(dims: Sequence[str], basis: Sequence[int]) -> tuple[str, int]:
    """The bit that a basis with one bit set stands for."""
    for dim, part in zip(dims, basis, strict=True):
        if part:
            return dim, part.bit_length() - 1
    raise LayoutError("a basis of the conversion is 0")
