"""Triton's operations on whole tensors: making, shaping, joining and gathering them.

Source: include/triton/Dialect/Triton/IR/TritonOps.td, lib/Dialect/Triton/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlir_mini.dialects import tt_traits
from mlir_mini.dialects.tt_types import AnyTritonType, BoolLike, IntTensor, Tensor
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import RankedTensorType, Type, element_type_or_self, i32
from mlir_mini.layout.encodings import LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.inference import (
    infer_expand_dims,
    infer_split,
    infer_trans,
    layouts_are_equal,
)
from mlir_mini.layout.layout_utils import apply_permutation
from mlir_mini.layout.queries import unique_elems_per_thread
from mlir_mini.layout.reshape import infer_reshape
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import DenseI32Array, I32Attr, UnitAttrKind
from mlir_mini.spec.constraints import i1_same_shape
from mlir_mini.spec.fields import (
    TypeRule,
    attr,
    operand,
    optional_attr,
    optional_operand,
    result,
    same_as,
)
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import attr_text

_Properties = Mapping[str, Interned]


def _axis(properties: _Properties) -> int:
    found: Any = properties["axis"]
    return found.value


def _tensor(value: Value) -> RankedTensorType:
    assert isinstance(value.type, RankedTensorType)
    return value.type


# Views --------------------------------------------------------------------------------------------


class SplatOp(Op):
    """A tensor with the same value everywhere.

    %v = tt.splat %x : f32 -> tensor<8x16xf32>
    """

    name = "tt.splat"
    src = operand(AnyTritonType)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {
        t.Pure,
        t.SameOperandsAndResultElementType,
        tt_traits.SameOperandsAndResultEncoding,
    }
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"


class UnsplatOp(Op):
    """The only element of a tensor.

    %x = tt.unsplat %v : tensor<1x1xf32>
    """

    name = "tt.unsplat"
    src = operand(Tensor)
    result_ = result(AnyTritonType)
    traits = tt_traits.COMMON | {t.Pure, tt_traits.InferTypes}
    assembly_format = "$src attr-dict `:` type($src)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        return [element_type_or_self(operands[0].type)]

    def verify(self) -> Diagnostic | None:
        if self.src.type.num_elements != 1:
            return self.plain_error("source tensor must have exactly one element")
        return None


class ExpandDimsOp(Op):
    """Inserts a dim of size 1 at `axis`.

    %v = tt.expand_dims %x {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
    """

    name = "tt.expand_dims"
    src = operand(Tensor)
    axis = attr(I32Attr)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {t.Pure, tt_traits.InferTypes, t.SameOperandsAndResultElementType}
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        """Raises LayoutError if the operand's encoding has no such dim to give back."""
        source, axis = _tensor(operands[0]), _axis(properties)
        if not 0 <= axis <= source.rank:
            raise LayoutError(f"axis {axis} is out of range for a tensor of rank {source.rank}")
        shape = (*source.shape[:axis], 1, *source.shape[axis:])
        encoding: Any = source.encoding
        if encoding is not None:
            try:
                encoding = infer_expand_dims(encoding, axis)
            except LayoutError as problem:
                raise LayoutError(str(problem), "failed to infer layout for ExpandDimsOp") from None
        return [RankedTensorType(shape, source.element_type, encoding)]


class ReshapeOp(Op):
    """The same elements with another shape, in the same order unless that may change.

    %v = tt.reshape %x allow_reorder : tensor<128xf32> -> tensor<8x16xf32>
    """

    name = "tt.reshape"
    src = operand(Tensor)
    allow_reorder = optional_attr(UnitAttrKind)
    efficient_layout = optional_attr(UnitAttrKind)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {
        t.Pure,
        t.SameOperandsAndResultElementType,
        tt_traits.EfficientLayoutLike,
    }
    assembly_format = (
        "$src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? "
        "attr-dict `:` type($src) `->` type($result)"
    )

    @property
    def expand_dims_axis(self) -> int | None:
        """The axis if this does what expand_dims does."""
        source, target = self.src.type.shape, _tensor(self.result).shape
        if len(source) + 1 != len(target):
            return None
        for axis, size in enumerate(target):
            if size == 1 and source[:axis] == target[:axis] and source[axis:] == target[axis + 1 :]:
                return axis
        return None

    def verify(self) -> Diagnostic | None:
        source, target = _tensor(self.src), _tensor(self.result)
        if source.num_elements != target.num_elements:
            return self.plain_error("number of src and dst elements of reshape must be the same")
        given: Any = source.encoding
        wanted: Any = target.encoding
        if (given is None) != (wanted is None):
            return self.plain_error(
                "Op requires that either (a) src and dst both have encodings, or (b) neither does."
            )
        if given is None:
            return None
        # The encoding it has is the hint, so that a reorder that gives it is found.
        try:
            inferred = infer_reshape(source.shape, given, target.shape, self.allow_reorder, wanted)
        except LayoutError as problem:
            return location_error(self, str(problem))
        if not layouts_are_equal(target.shape, inferred, wanted):
            return location_error(
                self,
                f"Expected result encoding {attr_text(inferred)} but was {attr_text(wanted)}",
            )
        return None


class BroadcastOp(Op):
    """Repeats a tensor along its dims of size 1.

    %v = tt.broadcast %x : tensor<8x1xf32> -> tensor<8x16xf32>
    """

    name = "tt.broadcast"
    src = operand(Tensor)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {t.Pure, t.SameOperandsAndResultElementType}
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type.shape, _tensor(self.result).shape
        if len(source) != len(target):
            return self.plain_error("rank of source must be same as rank of result")
        for i, (before, after) in enumerate(zip(source, target, strict=True)):
            if before not in (1, after):
                return self.plain_error(
                    f"Different dimensions at index {i} between source and result.  "
                    "Broadcast requires the source dimension to be 1."
                )
        given: Any = self.src.type.encoding
        wanted: Any = _tensor(self.result).encoding
        if given is None or wanted is None or _broadcasts_to(source, given, target, wanted):
            return None
        return self.op_error("requires matching source and result layouts up to broadcasting")


def _broadcasts_to(
    source: Sequence[int], given: LayoutEncoding, target: Sequence[int], wanted: LayoutEncoding
) -> bool:
    """Do threads of the result need only elements that they have in the source?

    They do if the result's layout, with the repeated dims left out, is the source's.
    """
    layout = to_linear_layout(target, wanted)
    for dim, (before, after) in enumerate(zip(source, target, strict=True)):
        if before != after:
            layout = layout.resize_out_dim(f"dim{dim}", 1)
    layout = layout.remove_zero_bases_along_dim("register")
    return layout is to_linear_layout(source, given).remove_zero_bases_along_dim("register")


class CatOp(Op):
    """One tensor behind the other, in an order that is not specified.

    %v = tt.cat %x, %y : tensor<8xf32> -> tensor<16xf32>
    """

    name = "tt.cat"
    lhs = operand(Tensor)
    rhs = operand(Tensor, type=same_as("lhs"))
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {
        t.NoMemoryEffect,
        t.SameTypeOperands,
        t.SameOperandsAndResultElementType,
    }
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        expected = self.lhs.type.num_elements + self.rhs.type.num_elements
        found = _tensor(self.result).num_elements
        if found != expected:
            return self.op_error(
                "result element count must equal the sum of the operand element counts, expected "
                f"{expected} but got {found}"
            )
        parts, whole = _tensor(self.lhs), _tensor(self.result)
        given: Any = parts.encoding
        wanted: Any = whole.encoding
        if (given is None) != (wanted is None):
            return self.op_error(
                "requires that either (a) operands and result all have encodings, or (b) none do."
            )
        if given is None:
            return None
        provided = 2 * unique_elems_per_thread(given, parts.shape)
        required = unique_elems_per_thread(wanted, whole.shape)
        if provided != required:
            return self.plain_error(
                f"tt.cat result encoding requires {required} non-broadcast register values, but "
                f"operands provide {provided}"
            )
        return None


class JoinOp(Op):
    """Two tensors along a new last dim.

    %v = tt.join %x, %y : tensor<8xf32> -> tensor<8x2xf32>
    """

    name = "tt.join"
    lhs = operand(Tensor)
    rhs = operand(Tensor, type=same_as("lhs"))
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {t.Pure, t.SameTypeOperands}
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        source, target = _tensor(self.lhs), _tensor(self.result)
        expected = (*source.shape, 2)
        if target.shape != expected:
            return self.op_error(
                f"result shape must be ({_listed(expected)}), but got {_listed(target.shape)}"
            )
        if target.element_type is not source.element_type:
            return self.op_error("result element type must match the input element type")
        joined: Any = target.encoding
        if joined is None:
            if source.encoding is not None:
                return self.op_error("result encoding must be specified")
            return None
        # Several joined encodings go with one source, but each goes with one source only.
        try:
            part = infer_split(joined, expected)
        except LayoutError as problem:
            return location_error(self, str(problem))
        given: Any = source.encoding
        if not layouts_are_equal(source.shape, part, given, ignore_register_broadcast=True):
            return self.op_error("incompatible join layout")
        return None


class SplitOp(Op):
    """Two tensors from the two halves of the last dim, which is of size 2.

    %x, %y = tt.split %v : tensor<8x2xf32> -> tensor<8xf32>
    """

    name = "tt.split"
    src = operand(Tensor)
    outLHS = result(Tensor)
    outRHS = result(Tensor, type=same_as("outLHS", "outLHS and outRHS types match"))
    traits = tt_traits.COMMON | {t.Pure, tt_traits.InferTypes}
    assembly_format = "$src attr-dict `:` type($src) `->` type($outLHS)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        """Raises LayoutError if the last dim, or the encoding along it, cannot be halved."""
        source = _tensor(operands[0])
        if not source.shape or source.shape[-1] != 2:
            raise LayoutError("last dimension of input tensor must be 2")
        encoding: Any = source.encoding
        if encoding is not None:
            encoding = infer_split(encoding, source.shape)
        return [RankedTensorType(source.shape[:-1], source.element_type, encoding)] * 2

    @staticmethod
    def compatible_result_types(first: Type, second: Type) -> bool:
        return tt_traits.equivalent_tensor_types(first, second, ignore_broadcast=True)


class TransOp(Op):
    """Dim i of the result is dim order[i] of the operand.

    %v = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
    """

    name = "tt.trans"
    src = operand(Tensor)
    order = attr(DenseI32Array)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {
        t.Pure,
        tt_traits.TransposeLike,
        tt_traits.InferTypes,
        t.SameOperandsAndResultElementType,
    }
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        """Raises LayoutError if the encoding cannot be transposed."""
        source = _tensor(operands[0])
        found: Any = properties["order"]
        shape = apply_permutation(source.shape, found.values)
        encoding: Any = source.encoding
        if encoding is not None:
            encoding = infer_trans(encoding, source.shape, found.values)
        return [RankedTensorType(shape, source.element_type, encoding)]

    compatible_result_types = staticmethod(tt_traits.equivalent_tensor_types)

    def verify(self) -> Diagnostic | None:
        source, order = _tensor(self.src), self.order
        if len(order) != source.rank:
            return self.plain_error("order must have the same size as the source tensor")
        if sorted(order) != list(range(source.rank)):
            return self.plain_error("order must be a permutation of 0..n-1")
        if apply_permutation(source.shape, order) != _tensor(self.result).shape:
            return self.plain_error("result shape must match the permutation of the source shape")
        return None


# Indexing -----------------------------------------------------------------------------------------


class MakeRangeOp(Op):
    """The integers from `start` up to `end`, which is not included.

    %v = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    """

    name = "tt.make_range"
    start = attr(I32Attr)
    end = attr(I32Attr)
    result_ = result(IntTensor)
    traits = tt_traits.COMMON | {t.Pure}
    assembly_format = "attr-dict `:` type($result)"

    def verify(self) -> Diagnostic | None:
        start, end = self.start, self.end
        if start >= end:
            return self.op_error("start must be less than end")
        type = _tensor(self.result)
        if type.rank != 1:
            return self.op_error("return type must be a 1D tensor")
        if end - start != type.shape[0]:
            return self.op_error(
                f"number of elements in returned tensor, {type.shape[0]}, must match size of range "
                f"[{start}, {end}), which has {end - start} elements"
            )
        if type.element_type is not i32:
            return self.op_error("returned tensor must have i32 elements")
        return None


class HistogramOp(Op):
    """How often each number below the result's size occurs, where the mask is on.

    %h = tt.histogram %x, %mask : tensor<64xi32> -> tensor<8xi32>
    """

    name = "tt.histogram"
    src = operand(IntTensor)
    mask = optional_operand(
        BoolLike, type=TypeRule("src", i1_same_shape, "mask type matches src type")
    )
    result_ = result(IntTensor)
    traits = tt_traits.COMMON | {t.Pure}
    assembly_format = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)"


class GatherOp(Op):
    """Elements by their index along `axis`.

    %v = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
    """

    name = "tt.gather"
    src = operand(Tensor)
    indices = operand(IntTensor)
    axis = attr(I32Attr)
    efficient_layout = optional_attr(UnitAttrKind)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {t.Pure, tt_traits.InferTypes, tt_traits.EfficientLayoutLike}
    assembly_format = "$src `[` $indices `]` attr-dict `:` functional-type(operands, results)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        source = _tensor(operands[0])
        return [_tensor(operands[1]).with_element_type(source.element_type)]

    def verify(self) -> Diagnostic | None:
        indices, source, target = _tensor(self.indices), _tensor(self.src), _tensor(self.result)
        if indices.shape != target.shape:
            return self.op_error("indices and output shapes must match")
        if indices.encoding is not target.encoding:
            return self.op_error("indices and output encodings must match")
        if source.element_type is not target.element_type:
            return self.op_error("input and output element types must match")
        if source.rank != indices.rank:
            return self.op_error("input and indices ranks must match")
        axis = self.axis & 0xFFFFFFFF
        if axis >= source.rank:
            return self.op_error("gather dimension must be less than the input rank")
        for dim, (size, whole) in enumerate(zip(indices.shape, source.shape, strict=True)):
            if dim != axis and size != whole:
                return self.op_error(
                    f"indices dimension {dim} must match the corresponding input dimension"
                )
        return None


def _listed(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def location_error(op: Op, message: str) -> Diagnostic:
    """An error where an operation stands that does not show it, as layout inference reports."""
    return Diagnostic("error", op.loc.position(), message)
