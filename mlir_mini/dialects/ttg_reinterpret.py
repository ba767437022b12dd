"""ttg.memdesc_reinterpret and what it may do.

Source: lib/Dialect/TritonGPU/IR/Ops.cpp (MemDescReinterpretOp::verify).
"""

from __future__ import annotations

from mlir_mini.dialects.ttg_traits import LAYOUTS, MemDesc, MemDescView, TTGOp
from mlir_mini.dialects.ttg_types import MemDescType, memdesc_layout, tensor_memory_rows
from mlir_mini.dialects.ttng_attrs import TENSOR_MEMORY
from mlir_mini.ir.types import bit_width
from mlir_mini.layout import LinearLayout, PartitionedSharedEncoding
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout.memory_encodings import padded_encoding
from mlir_mini.layout.memory_to_linear import to_linear_ignoring_padding
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import operand, result


class MemDescReinterpretOp(TTGOp):
    """The same memory with other elements and another shape.

    %1 = ttg.memdesc_reinterpret %0
      : !ttg.memdesc<64xi32, #shared, #smem, mutable> ->
        !ttg.memdesc<128xi16, #shared, #smem, mutable>
    """

    name = "ttg.memdesc_reinterpret"
    src = operand(MemDesc)
    result_ = result(MemDesc)
    traits = LAYOUTS | {t.Pure, MemDescView}
    assembly_format = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.result_.type
        problem = _kind_problem(source, target) or _footprint_problem(source, target)
        return None if problem is None else self.plain_error(problem)


def _is_layout_subview(type: MemDescType) -> bool:
    return type.layout_shape != type.layout_alloc_shape


def _padding_pattern(type: MemDescType) -> list[tuple[int, int]]:
    """(interval, padding) in bytes."""
    encoding = padded_encoding(type.encoding)
    assert encoding is not None
    size = bit_width(type.element_type) // 8
    pairs = zip(encoding.intervals, encoding.paddings, strict=True)
    return [(interval * size, padding * size) for interval, padding in pairs]


def _kind_problem(source: MemDescType, target: MemDescType) -> str | None:
    encodings = (source.encoding, target.encoding)
    if any(isinstance(encoding, PartitionedSharedEncoding) for encoding in encodings):
        return "cannot reinterpret partitioned shared layouts"
    padded = padded_encoding(source.encoding) is not None
    if padded != (padded_encoding(target.encoding) is not None):
        return "cannot reinterpret between padded and non-padded layouts"
    if padded:
        if _is_layout_subview(source):
            return "cannot reinterpret a padded source subview"
        if _padding_pattern(source) != _padding_pattern(target):
            return "cannot reinterpret with different padding pattern"
    if source.memory_space is not target.memory_space:
        return "source and result must have the same memory space"
    if source.mutable != target.mutable:
        return "source and result must have the same mutability"
    if _is_layout_subview(target):
        return "result must not be a subview"
    return None


def _footprint_problem(source: MemDescType, target: MemDescType) -> str | None:
    """The result may only reach memory that the source view owns."""
    owned = to_linear_ignoring_padding(source.layout_alloc_shape, source.encoding)
    wanted = to_linear_ignoring_padding(target.layout_alloc_shape, target.encoding)
    shape = source.layout_shape
    for basis in owned.bases_of("block"):
        if any(part >= size for part, size in zip(basis, shape, strict=True)):
            return "cannot reinterpret a source subview sliced across CTAs"
    in_tensor_memory = source.memory_space is TENSOR_MEMORY
    if in_tensor_memory:
        problem = _row_problem(source, target, owned, wanted)
        if problem is not None:
            return problem
    address, unit_bits = ("col", 32) if in_tensor_memory else ("offset", 8)
    what = "tensor-memory column" if in_tensor_memory else "shared-memory"
    unit = "columns" if in_tensor_memory else "bytes"
    source_bits, target_bits = bit_width(source.element_type), bit_width(target.element_type)
    # A pipelining dimension counts copies of the layout's memory.
    stages = product(source.shape[: source.rank - len(shape)])
    target_stages = product(target.shape[: target.rank - len(target.layout_shape)])
    available = _divide_up(owned.in_dim_size(address) * source_bits, unit_bits) * stages
    needed = _divide_up(wanted.in_dim_size(address) * target_bits, unit_bits) * target_stages
    if needed > available:
        return (
            f"result {what} footprint ({needed} {unit}) exceeds the source view "
            f"({available} {unit})"
        )
    if not _is_layout_subview(source):
        return None
    contiguous = _contiguous_elements(owned, shape, address)
    if contiguous != owned.in_dim_size(address):
        available = _divide_up(contiguous * source_bits, unit_bits)
    if needed > available:
        names = "columns" if in_tensor_memory else "offsets"
        return (
            f"result {what} footprint includes {names} not owned by the source subview "
            f"({needed} {unit} requested; {available} contiguous {unit} available)"
        )
    return None


def _divide_up(a: int, b: int) -> int:
    return -(-a // b)


def _row_problem(
    source: MemDescType, target: MemDescType, owned: LinearLayout, wanted: LinearLayout
) -> str | None:
    rows, target_rows = tensor_memory_rows(source), tensor_memory_rows(target)
    if target_rows > rows:
        return (
            f"result tensor-memory row footprint ({target_rows}) exceeds the source view ({rows})"
        )
    names = owned.out_dim_names
    hidden = owned.input_basis_mask("row", names) & ~memdesc_layout(source).input_basis_mask(
        "row", names
    )
    if wanted.input_basis_mask("row", wanted.out_dim_names) & hidden:
        return "result accesses tensor-memory rows outside the source subview"
    return None


def _contiguous_elements(owned: LinearLayout, shape: tuple[int, ...], address: str) -> int:
    """Elements of a subview, from its start on, that lie at consecutive addresses.

    Addresses that no element of the allocation uses count as the subview's.
    """
    places = owned.pseudoinvert()
    names = places.in_dim_names
    for name, size in zip(names, shape, strict=True):
        places = places.resize_in_dim(name, size)
    places = places.sublayout(names, [address])
    unused = (owned.in_dim_size(address) - 1) & ~owned.input_basis_mask(address, names)
    free = [(1 << bit,) for bit in range(unused.bit_length()) if unused >> bit & 1]
    layout = LinearLayout.create(
        [*places.bases, ("free", free)], places.out_dims, require_surjective=False
    )
    return layout.contiguous_elems_along_out_dim(address)
