"""Triton's accesses to memory: loads, stores, atomics, tensor descriptors.

Source: include/triton/Dialect/Triton/IR/TritonOps.td, lib/Dialect/Triton/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mlir_mini.dialects import tt_traits
from mlir_mini.dialects.tt_types import (
    AnyTritonType,
    BoolLike,
    CachePolicy,
    DescriptorReduceKind,
    IntLike,
    MemSemantic,
    MemSyncScope,
    OffsetTensor,
    PaddingOption,
    Ptr,
    PtrLike,
    RMWOp,
    Tensor,
    TensorDesc,
    TensorDescType,
    mask_type_of_pointer,
    pointee_type,
    pointer_type_same_shape,
    verify_cache_policy,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import RankedTensorType, Type, bit_width
from mlir_mini.layout.layout_utils import product
from mlir_mini.source import Diagnostic
from mlir_mini.spec import effects as fx
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, UnitAttrKind
from mlir_mini.spec.constraints import I32, I64, i1_same_shape
from mlir_mini.spec.fields import (
    TypeRule,
    attr,
    operand,
    optional_attr,
    optional_operand,
    result,
    variadic,
)
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import type_text

_POINTEE = TypeRule("ptr", pointee_type)
_MASK = TypeRule("ptr", mask_type_of_pointer, "mask type matches ptr type")
_VALUE = TypeRule("ptr", pointee_type, "value type matches ptr type")


class LoadOp(Op):
    """Reads through a pointer or a tensor of pointers; where the mask is off, gives `other`.

    %v = tt.load %p, %mask, %other {cachePolicy = #tt.cache_policy<cache_modifier = ca,
      eviction_policy = evict_normal>} : tensor<8x!tt.ptr<f32>>
    """

    name = "tt.load"
    ptr = operand(PtrLike)
    mask = optional_operand(BoolLike, type=_MASK)
    other = optional_operand(AnyTritonType, type=_POINTEE)
    cachePolicy = optional_attr(CachePolicy)
    isVolatile = attr(BoolAttr, default=False)
    result_ = result(AnyTritonType, type=_POINTEE)
    traits = tt_traits.COMMON | {
        tt_traits.SameLoadStoreOperandsAndResultShape,
        tt_traits.SameLoadStoreOperandsAndResultEncoding,
        t.AttrSizedOperandSegments,
        tt_traits.Predicated,
        t.MemRead,
    }
    type_checks = (
        ("result", TypeRule("ptr", pointee_type, "result matches ptr type")),
        ("mask", _MASK),
        ("other", TypeRule("ptr", pointee_type, "other matches ptr type")),
    )
    assembly_format = "$ptr (`,` $mask^)? (`,` $other^)? attr-dict `:` type($ptr)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        return [pointee_type(operands[0].type)]

    def own_effects(self) -> list[fx.Effect]:
        found = [fx.Effect(fx.READ, fx.GLOBAL, self.ptr)]
        return [*found, fx.Effect(fx.WRITE)] if self.isVolatile else found

    def verify(self) -> Diagnostic | None:
        return verify_cache_policy(self, is_store=False)


class StoreOp(Op):
    """Writes through a pointer or a tensor of pointers, where the mask is on.

    tt.store %p, %v, %mask : tensor<8x!tt.ptr<f32>>
    """

    name = "tt.store"
    ptr = operand(PtrLike)
    value = operand(AnyTritonType, type=_VALUE)
    mask = optional_operand(BoolLike, type=_MASK)
    cachePolicy = optional_attr(CachePolicy)
    ignore_cta = optional_attr(UnitAttrKind)
    traits = tt_traits.COMMON | {
        tt_traits.SameLoadStoreOperandsShape,
        tt_traits.SameLoadStoreOperandsEncoding,
        tt_traits.Predicated,
        t.MemWrite,
    }
    effects: ClassVar = {"ptr": fx.WRITE_GLOBAL}
    assembly_format = "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)"

    def verify(self) -> Diagnostic | None:
        return verify_cache_policy(self, is_store=True)


def _verify_whole_bytes(op: AtomicLoadOp | AtomicStoreOp) -> Diagnostic | None:
    if bit_width(pointee_type(op.ptr.type)) < 8:
        return op.op_error("does not support sub-byte elements")
    return None


class AtomicLoadOp(Op):
    """Reads atomically.

    %v = tt.atomic_load acquire, gpu, %p, %mask
      : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
    """

    name = "tt.atomic_load"
    ptr = operand(PtrLike)
    mask = optional_operand(BoolLike)
    sem = attr(MemSemantic)
    scope = attr(MemSyncScope)
    result_ = result(AnyTritonType)
    traits = tt_traits.COMMON | {
        tt_traits.AtomicLike,
        tt_traits.SameLoadStoreOperandsAndResultShape,
        tt_traits.SameLoadStoreOperandsAndResultEncoding,
        tt_traits.Predicated,
        t.MemRead,
        t.MemWrite,
    }
    type_checks = (
        ("result", TypeRule("ptr", pointee_type, "result matches ptr type")),
        ("mask", _MASK),
    )
    effects: ClassVar = {"ptr": fx.READ_WRITE_GLOBAL}
    assembly_format = (
        "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type(operands, $result)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        return [pointee_type(operands[0].type)]

    def verify(self) -> Diagnostic | None:
        if self.sem not in ("acquire", "relaxed"):
            return self.op_error("only supports acquire and relaxed semantics")
        return _verify_whole_bytes(self)


class AtomicStoreOp(Op):
    """Writes atomically.

    tt.atomic_store release, gpu, %p, %v : tensor<8x!tt.ptr<i32>>
    """

    name = "tt.atomic_store"
    ptr = operand(PtrLike)
    value = operand(AnyTritonType, type=_VALUE)
    mask = optional_operand(BoolLike, type=_MASK)
    sem = attr(MemSemantic)
    scope = attr(MemSyncScope)
    traits = tt_traits.COMMON | {
        tt_traits.AtomicLike,
        tt_traits.SameLoadStoreOperandsShape,
        tt_traits.SameLoadStoreOperandsEncoding,
        tt_traits.Predicated,
        t.MemRead,
        t.MemWrite,
    }
    effects: ClassVar = {"ptr": fx.READ_WRITE_GLOBAL}
    assembly_format = "$sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)"

    def verify(self) -> Diagnostic | None:
        if self.sem not in ("release", "relaxed"):
            return self.op_error("only supports release and relaxed semantics")
        return _verify_whole_bytes(self)


class AtomicPollOp(Op):
    """Reads until the value is the expected one, or the timeout in nanoseconds is over.

    %ok = tt.atomic_poll acquire, gpu, %p, %expected timeout %t : !tt.ptr<i32>, i32 -> i1
    """

    name = "tt.atomic_poll"
    ptr = operand(PtrLike)
    expected = operand(IntLike)
    timeout = optional_operand(I64)
    sem = attr(MemSemantic)
    scope = attr(MemSyncScope)
    result_ = result(BoolLike)
    traits = tt_traits.COMMON | {tt_traits.SameOperandsAndResultEncoding, t.MemRead, t.MemWrite}
    type_checks = (
        (
            "ptr",
            TypeRule("expected", pointer_type_same_shape, "ptr type matches expected type"),
        ),
        ("result", TypeRule("expected", i1_same_shape, "result type matches expected shape")),
    )
    effects: ClassVar = {"ptr": fx.READ_WRITE_GLOBAL}
    assembly_format = (
        "$sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:` "
        "qualified(type($ptr)) `,` type($expected) `->` type($result)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        return [i1_same_shape(operands[1].type)]

    def verify(self) -> Diagnostic | None:
        if self.sem not in ("acquire", "relaxed"):
            return self.op_error("only supports acquire and relaxed semantics")
        if bit_width(self.expected.type) not in (16, 32, 64):
            return self.op_error("only supports integer elements with width {16, 32, 64}")
        return None


class _AtomicUpdateOp(Op):
    """Base of those that read and write atomically; their result is what was there before."""

    ptr = operand(PtrLike)
    sem = attr(MemSemantic)
    scope = attr(MemSyncScope)
    result_ = result(AnyTritonType)
    traits = tt_traits.COMMON | {
        tt_traits.AtomicLike,
        t.SameOperandsAndResultShape,
        tt_traits.SameOperandsAndResultEncoding,
        t.MemRead,
        t.MemWrite,
    }
    effects: ClassVar = {"ptr": fx.READ_WRITE_GLOBAL}


class AtomicRMWOp(_AtomicUpdateOp):
    """Reads, combines and writes atomically; gives what was there before.

    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %mask
      : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
    """

    name = "tt.atomic_rmw"
    atomic_rmw_op = attr(RMWOp)
    val = operand(AnyTritonType)
    mask = optional_operand(BoolLike)
    traits = _AtomicUpdateOp.traits | {tt_traits.Predicated}
    type_checks = (
        ("ptr", TypeRule("val", pointer_type_same_shape, "ptr type matches value type")),
        ("mask", TypeRule("val", i1_same_shape, "mask type matches value type")),
    )
    assembly_format = (
        "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` "
        "functional-type(operands, $result)"
    )


class AtomicCASOp(_AtomicUpdateOp):
    """Writes `val` if the value is `cmp`, atomically; gives what was there before.

    %old = tt.atomic_cas acq_rel, gpu, %p, %cmp, %val : (!tt.ptr<i32>, i32, i32) -> i32
    """

    name = "tt.atomic_cas"
    cmp = operand(AnyTritonType)
    val = operand(AnyTritonType)
    type_checks = (
        ("ptr", TypeRule("cmp", pointer_type_same_shape, "ptr type matches cmp type")),
        ("ptr", TypeRule("val", pointer_type_same_shape, "ptr type matches value type")),
    )
    assembly_format = (
        "$sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` "
        "functional-type(operands, $result)"
    )


class GridDependencyWaitOp(Op):
    """Waits for the grids that this one depends on, and for their writes.

    tt.grid_dependency_wait
    """

    name = "tt.grid_dependency_wait"
    traits = tt_traits.COMMON | {t.MemRead, t.MemWrite}
    effects: ClassVar = {"": fx.READ_WRITE_GLOBAL}
    assembly_format = "attr-dict"


class GridDependencyLaunchDependentsOp(Op):
    """Lets the grids that depend on this one start.

    tt.grid_dependency_launch_dependents
    """

    name = "tt.grid_dependency_launch_dependents"
    traits = tt_traits.COMMON | {t.MemWrite}
    effects: ClassVar = {"": fx.WRITE_GLOBAL}
    assembly_format = "attr-dict"


# Tensor descriptors -------------------------------------------------------------------------------


class MakeTensorDescOp(Op):
    """Describes a tensor in memory by base, shape and strides; the type gives the block's shape.

    %d = tt.make_tensor_descriptor %p, [%n, %m], [%s, %one] : <f16>, <16x64xf16>
    """

    name = "tt.make_tensor_descriptor"
    base = operand(Ptr)
    shape = variadic(I32)
    strides = variadic(I64)
    padding = attr(PaddingOption, default="zero")
    result_ = result(TensorDesc)
    traits = tt_traits.COMMON | {t.Pure}
    assembly_format = (
        "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)"
    )


def _verify_block_access(
    op: Operation, desc: TensorDescType, tensor: RankedTensorType
) -> Diagnostic | None:
    """A block and the tensor read or written have the same elements, and as many."""
    block = desc.signless_block_type
    if block.element_type is not tensor.element_type:
        return op.op_error(
            "descriptor block and tensor element types must match, but got descriptor element type "
            f"'{type_text(block.element_type)}' and tensor element type "
            f"'{type_text(tensor.element_type)}'"
        )
    sizes = product(block.shape), product(tensor.shape)
    if sizes[0] != sizes[1]:
        return op.op_error(
            "descriptor block and tensor must have the same number of elements, but got descriptor "
            f"block with {sizes[0]} elements tensor with {sizes[1]} elements"
        )
    return None


class DescriptorLoadOp(Op):
    """Reads a block of a described tensor.

    %v = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    """

    name = "tt.descriptor_load"
    desc = operand(TensorDesc)
    indices = variadic(I32)
    cachePolicy = optional_attr(CachePolicy)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {tt_traits.DescriptorLoadLike, t.MemRead}
    effects: ClassVar = {"desc": fx.READ_GLOBAL}
    assembly_format = (
        "$desc `[` $indices `]` attr-dict `:` qualified(type($desc)) `->` type($result)"
    )

    def verify(self) -> Diagnostic | None:
        tensor: Any = self.result.type
        return _verify_block_access(self, self.desc.type, tensor)


class DescriptorStoreOp(Op):
    """Writes a block of a described tensor.

    tt.descriptor_store %d[%i, %j], %v : !tt.tensordesc<16x64xf16>, tensor<16x64xf16>
    """

    name = "tt.descriptor_store"
    desc = operand(TensorDesc)
    src = operand(Tensor)
    indices = variadic(I32)
    traits = tt_traits.COMMON | {tt_traits.DescriptorStoreLike, t.MemRead, t.MemWrite}
    effects: ClassVar = {"desc": fx.READ_WRITE_GLOBAL}
    assembly_format = (
        "$desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)"
    )

    def verify(self) -> Diagnostic | None:
        return _verify_block_access(self, self.desc.type, self.src.type)


class DescriptorReduceOp(Op):
    """Combines a tensor into a block of a described tensor.

    tt.descriptor_reduce add, %d[%i, %j], %v : !tt.tensordesc<16x64xf32>, tensor<16x64xf32>
    """

    name = "tt.descriptor_reduce"
    kind = attr(DescriptorReduceKind)
    desc = operand(TensorDesc)
    src = operand(Tensor)
    indices = variadic(I32)
    traits = tt_traits.COMMON | {tt_traits.DescriptorStoreLike, t.MemRead, t.MemWrite}
    effects: ClassVar = {"desc": fx.READ_WRITE_GLOBAL}
    assembly_format = (
        "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` "
        "type($src)"
    )

    def verify(self) -> Diagnostic | None:
        return _verify_block_access(self, self.desc.type, self.src.type)


def verify_gather_scatter_result(
    op: Operation, tensor: RankedTensorType, offsets: RankedTensorType
) -> Diagnostic | None:
    """What the hardware can gather: at least 8 rows, and 32 bytes of each."""
    if offsets.rank != 1:
        return op.op_error(f"x offsets must be a 1D tensor, but got '{type_text(offsets)}'")
    if tensor.rank != 2:
        return op.op_error(f"result must be a 2D tensor, but got '{type_text(tensor)}'")
    rows, columns = tensor.shape
    if rows < 8:
        return op.op_error(f"must have at least 8 rows, but got {rows}")
    element = tensor.element_type
    width = bit_width(element)
    if width > 32:
        return op.op_error("TMA dtype cannot be greater than 32 bits")
    least = 32 // width * 8
    if columns < least:
        return op.op_error(
            f"must have at least {least} columns for '{type_text(element)}', but got {columns}"
        )
    if rows != offsets.shape[0]:
        return op.op_error(
            f"result tensor must have as many rows as indices ({offsets.shape[0]}), but got "
            f"'{type_text(tensor)}'"
        )
    return None


def verify_gather_scatter(
    op: Operation, block: RankedTensorType, tensor: RankedTensorType, offsets: RankedTensorType
) -> Diagnostic | None:
    """Rows of a described tensor, whose block is one row, make up ``tensor``."""
    if block.rank != 2:
        return op.op_error(f"descriptor block must be a 2D tensor, but got '{type_text(block)}'")
    if block.shape[0] != 1:
        return op.op_error(
            f"descriptor block must have exactly 1 row, but got '{type_text(block)}'"
        )
    problem = verify_gather_scatter_result(op, tensor, offsets)
    if problem is not None:
        return problem
    if tensor.shape[1] != block.shape[1]:
        return op.op_error(
            f"result tensor number of columns must match block ({block.shape[1]}), but got "
            f"'{type_text(tensor)}'"
        )
    if tensor.element_type is not block.element_type:
        return op.op_error(
            f"result tensor element type must match block ('{type_text(block.element_type)}'), "
            f"but got '{type_text(tensor)}'"
        )
    return None


class DescriptorGatherOp(Op):
    """Reads rows of a described tensor, by row number, from one column on.

    %v = tt.descriptor_gather %d[%rows, %column]
      : (!tt.tensordesc<1x64xf16>, tensor<32xi32>, i32) -> tensor<32x64xf16>
    """

    name = "tt.descriptor_gather"
    desc = operand(TensorDesc)
    x_offsets = operand(OffsetTensor)
    y_offset = operand(I32)
    result_ = result(Tensor)
    traits = tt_traits.COMMON | {tt_traits.DescriptorLoadLike, t.MemRead}
    effects: ClassVar = {"desc": fx.READ_GLOBAL}
    assembly_format = (
        "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)"
    )

    def verify(self) -> Diagnostic | None:
        tensor: Any = self.result.type
        block = self.desc.type.signless_block_type
        return verify_gather_scatter(self, block, tensor, self.x_offsets.type)


class DescriptorScatterOp(Op):
    """Writes rows of a described tensor, by row number, from one column on.

    tt.descriptor_scatter %d[%rows, %column], %v
      : !tt.tensordesc<1x64xf16>, tensor<32xi32>, i32, tensor<32x64xf16>
    """

    name = "tt.descriptor_scatter"
    desc = operand(TensorDesc)
    x_offsets = operand(OffsetTensor)
    y_offset = operand(I32)
    src = operand(Tensor)
    traits = tt_traits.COMMON | {tt_traits.DescriptorStoreLike, t.MemRead, t.MemWrite}
    effects: ClassVar = {"desc": fx.READ_WRITE_GLOBAL}
    assembly_format = "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)"

    def verify(self) -> Diagnostic | None:
        block = self.desc.type.signless_block_type
        return verify_gather_scatter(self, block, self.src.type, self.x_offsets.type)
