"""Operations of ttg that view memory in another way, without touching it.

Sources: include/triton/Dialect/TritonGPU/IR/TritonGPUOps.td, lib/Dialect/TritonGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlir_mini.dialects.tt_traits import InferTypes, TransposeLike
from mlir_mini.dialects.ttg_traits import LAYOUTS, MemDesc, MemDescView, TTGOp, is_shared
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import Type
from mlir_mini.layout import (
    CGALayout,
    LayoutEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    TensorMemoryEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.inference import infer_trans, layouts_are_equal
from mlir_mini.layout.layout_utils import apply_permutation, product, reshape_layout
from mlir_mini.layout.memory_encodings import padded_encoding
from mlir_mini.layout.memory_to_linear import memory_to_linear, to_linear_ignoring_padding
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import DenseI32Array
from mlir_mini.spec.constraints import I32
from mlir_mini.spec.fields import attr, operand, result

_VIEW = LAYOUTS | {t.Pure, MemDescView}


def equivalent_memdescs(first: Type, second: Type) -> bool:
    """The same view, with encodings that place elements alike."""
    if not isinstance(first, MemDescType) or not isinstance(second, MemDescType):
        return first is second
    return first.replace(encoding=second.encoding) is second and layouts_are_equal(
        first.layout_shape, first.encoding, second.encoding
    )


class MemDescIndexOp(TTGOp):
    """One of the buffers that a leading dimension counts.

    %1 = ttg.memdesc_index %0[%i]
      : !ttg.memdesc<2x64xf16, #shared, #smem, mutable> ->
        !ttg.memdesc<64xf16, #shared, #smem, mutable>
    """

    name = "ttg.memdesc_index"
    src = operand(MemDesc)
    index = operand(I32)
    result_ = result(MemDesc)
    traits = _VIEW
    assembly_format = (
        "$src `[` $index `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))"
    )

    def verify(self) -> Diagnostic | None:
        problem = _index_problem(self.src.type, self.result_.type)
        return None if problem is None else self.plain_error(problem)


def _index_problem(source: MemDescType, target: MemDescType) -> str | None:
    if source.element_type is not target.element_type:
        return "result element type must match desc element type"
    if source.encoding is not target.encoding:
        return "src and result must have the same encoding"
    if source.rank != target.rank + 1:
        return "result rank must be input rank - 1"
    if len(source.alloc_shape) != source.rank:
        return "We don't allow taking memdesc_index of a memdesc_index"
    if source.layout_shape != target.shape:
        return "result shape must equal to srcShape[1:]"
    if source.layout_alloc_shape != source.layout_shape:
        return "We only support memdesc_index of a multibuffer-prefix subview"
    if target.alloc_shape != target.shape:
        return "alloc shape must match shape for the result"
    if isinstance(source.encoding, TensorMemoryEncoding) and source.rank != 3:
        return "only 3D -> 2D subviews are supported for TensorMemoryEncodingAttr"
    return None


class MemDescSubsliceOp(TTGOp):
    """A part of a buffer that starts at constant offsets.

    %1 = ttg.memdesc_subslice %0[0, 16]
      : !ttg.memdesc<8x32xf16, #shared, #smem, mutable> ->
        !ttg.memdesc<8x16xf16, #shared, #smem, mutable, 8x32>
    """

    name = "ttg.memdesc_subslice"
    src = operand(MemDesc)
    offsets = attr(DenseI32Array)
    result_ = result(MemDesc)
    traits = _VIEW
    assembly_format = (
        "$src custom<Offsets>($offsets) attr-dict `:` qualified(type($src)) `->` "
        "qualified(type($result))"
    )

    def verify(self) -> Diagnostic | None:
        try:
            problem = _subslice_problem(self.src.type, self.result_.type, self.offsets)
        except LayoutError as error:
            problem = str(error)
        return None if problem is None else self.plain_error(problem)


def _subslice_problem(
    source: MemDescType, target: MemDescType, offsets: Sequence[int]
) -> str | None:
    if source.element_type is not target.element_type:
        return "result element type must match desc element type"
    if source.encoding is not target.encoding:
        return "src and result must have the same encoding"
    if len(offsets) != source.rank:
        return "offsets must have the same rank as input"
    if source.rank != target.rank:
        return "result rank must equal to input rank"
    if source.alloc_shape != target.alloc_shape:
        return "source and result must have the same allocation shape"
    encoding = source.encoding
    if not is_shared(encoding):
        return "src and dst must both be of shared memory encoding"
    prefix = source.rank - encoding.rank
    split = [dim for dim in range(source.rank) if source.shape[dim] != target.shape[dim]]
    for dim, offset in enumerate(offsets):
        size = target.shape[dim]
        if dim not in split:
            if offset:
                return "A non zero offset found in a dimension that is not being split"
        elif not 0 <= offset <= source.shape[dim] - size:
            return "The split offset may not exceed the source shape"
        elif dim >= prefix and offset & (size - 1):
            return "The split offset may not touch the tile"
    return _swizzle_problem(source, target, split, prefix) if split else None


def _swizzle_problem(
    source: MemDescType, target: MemDescType, split: Sequence[int], prefix: int
) -> str | None:
    """Offsets of the parts must be single address bits, that is, no part of a swizzle."""
    encoding = source.encoding
    padded = padded_encoding(encoding)
    if padded is not None and padded.rank < source.rank:
        return (
            "SubSlice of low rank PaddedSharedEncoding from higher rank tensors is not supported "
            "yet"
        )
    inverse = to_linear_ignoring_padding(source.layout_alloc_shape, encoding).pseudoinvert()
    for dim in split:
        if dim < prefix:
            continue
        point = dict.fromkeys(inverse.in_dim_names, 0)
        size = target.shape[dim]
        while size < source.shape[dim]:
            point[f"dim{dim - prefix}"] = size
            offset = inverse.apply(point)["offset"]
            if offset and not is_power_of_2(offset):
                return "We don't support splitting along the swizzling pattern"
            size *= 2
    return None


class MemDescTransOp(TTGOp):
    """A buffer with its dimensions in another order.

    %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>}
      : !ttg.memdesc<8x32xf16, #shared, #smem> -> !ttg.memdesc<32x8xf16, #shared1, #smem>
    """

    name = "ttg.memdesc_trans"
    src = operand(MemDesc)
    order = attr(DenseI32Array)
    result_ = result(MemDesc)
    traits = _VIEW | {TransposeLike, InferTypes, t.SameOperandsAndResultElementType}
    assembly_format = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"
    compatible_result_types = staticmethod(equivalent_memdescs)

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        source = operands[0].type
        order: Any = properties["order"]
        assert isinstance(source, MemDescType)
        return [transposed(source, order.values)]


def transposed(source: MemDescType, order: Sequence[int]) -> MemDescType:
    """The type of a transposed view: its dim i is dim order[i]. Raises LayoutError without one."""
    rank = len(order)
    prefix = len(source.alloc_shape) - rank
    return MemDescType(
        apply_permutation(source.shape, order),
        source.element_type,
        infer_trans(source.encoding, source.shape, order),
        source.memory_space,
        source.mutable,
        source.alloc_shape[:prefix] + apply_permutation(source.alloc_shape[prefix:], order),
    )


class MemDescReshapeOp(TTGOp):
    """A buffer with another shape.

    %1 = ttg.memdesc_reshape %0
      : !ttg.memdesc<8x32xf16, #shared, #smem> -> !ttg.memdesc<256xf16, #shared1, #smem>
    """

    name = "ttg.memdesc_reshape"
    src = operand(MemDesc)
    result_ = result(MemDesc)
    traits = _VIEW | {t.SameOperandsAndResultElementType}
    assembly_format = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.result_.type
        if product(source.shape) != product(target.shape):
            return self.plain_error("number of src and dst elements of reshape must be the same")
        if source.element_type is not target.element_type:
            return self.plain_error("result element type must match src element type")
        if source.alloc_shape[len(source.alloc_shape) - source.rank :] != source.shape:
            return self.plain_error("NYI: memdesc_reshape of memdesc_subslice")
        if not equivalent_memdescs(reshaped(source, target.shape), target):
            # Upstream says nothing here.
            return self.op_error("result has another encoding than the reshaped source")
        return None


def reshaped(source: MemDescType, shape: Sequence[int]) -> MemDescType:
    """The type of a view of the same elements with another shape."""
    shape = tuple(shape)
    return MemDescType(
        shape,
        source.element_type,
        _reshaped_encoding(source.shape, source.encoding, shape),
        source.memory_space,
        source.mutable,
        source.alloc_shape[: len(source.alloc_shape) - source.rank] + shape,
    )


def _reshaped_encoding(
    source_shape: Sequence[int], encoding: LayoutEncoding, shape: Sequence[int]
) -> LayoutEncoding:
    if isinstance(encoding, PaddedSharedEncoding):
        component = reshape_layout(encoding.linear_component, shape)
        return encoding.replace(linear_component=component)
    if isinstance(encoding, NVMMASharedEncoding) and encoding.cga_layout.num_ctas == 1:
        inner = 0 if encoding.transposed else -1
        if source_shape[inner] == shape[inner]:
            candidate = encoding.replace(cga_layout=CGALayout.one_cta(len(shape)))
            layout = reshape_layout(memory_to_linear(source_shape, encoding), shape)
            if memory_to_linear(shape, candidate) is layout:
                return candidate
    assert isinstance(encoding, SharedEncoding)
    layout = reshape_layout(memory_to_linear(source_shape, encoding), shape)
    return SharedLinearEncoding(layout, encoding.alignment)
