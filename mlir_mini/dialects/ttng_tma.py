"""Transfers of blocks of tensors by the tensor memory accelerator (TMA).

Sources: include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUOps.td,
lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from typing import Any, ClassVar

from mlir_mini.dialects.tt_memory import verify_gather_scatter
from mlir_mini.dialects.tt_traits import Predicated
from mlir_mini.dialects.tt_types import (
    CachePolicy,
    DescriptorReduceKind,
    Ptr,
    TensorDesc,
    TensorDescType,
    attr_text,
)
from mlir_mini.dialects.tt_types import CachePolicyAttr as GenericCachePolicyAttr
from mlir_mini.dialects.ttg_traits import LAYOUTS, MBarrierLike, MemDesc, MemWait, TTGOp
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.dialects.ttng_attrs import CachePolicyAttr
from mlir_mini.dialects.ttng_checks import (
    has_cga_broadcast,
    is_fp4_padded,
    verify_tma_block,
    verify_tma_coordinates,
    verify_tma_load,
    verify_tma_mode,
    verify_tma_store,
)
from mlir_mini.dialects.ttng_types import TensorDescIm2ColType
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import IntegerType, RankedTensorType, Type, bf16, f16, f32
from mlir_mini.layout import CGALayout
from mlir_mini.layout.queries import contig_per_thread
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec import verify
from mlir_mini.spec.attr_kinds import BoolAttr, I32Attr, IntKind, UnitAttrKind
from mlir_mini.spec.constraints import I1, I16, I32, I64, instance_of, ranked_tensor_of
from mlir_mini.spec.effects import (
    READ_GLOBAL,
    READ_SHARED,
    READ_WRITE_GLOBAL,
    WRITE_GLOBAL,
    WRITE_SHARED,
)
from mlir_mini.spec.fields import attr, operand, optional_attr, result, variadic
from mlir_mini.spec.traits import Trait

AnyTensorDesc = instance_of((TensorDescType, TensorDescIm2ColType), "tensor descriptor type")
#: A pointer where upstream asks for the type's class rather than for its constraint.
PtrClass = instance_of(
    Ptr.kind[0] if Ptr.kind is not None else Type,
    "Pointer type (`::mlir::triton::PointerType`) in Triton IR type system",
    "tt.ptr",
)

#: Fill shared memory from global memory, and the reverse.
TMALoadLike = Trait("TMALoadLikeOpInterface")
TMAStoreLike = Trait("TMAStoreLikeOpInterface")


class AsyncTMACopyGlobalToLocalOp(TTGOp):
    """Copies a block, at coordinates of its tensor, to shared memory; a barrier tells when.

    `offsets` go with descriptors of images (im2col).

    ttng.async_tma_copy_global_to_local %d[%i, %j] %0, %1, %pred
      : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> ->
        !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    """

    name = "ttng.async_tma_copy_global_to_local"
    desc = operand(AnyTensorDesc)
    coord = variadic(I32)
    offsets = variadic(I16)
    barrier = operand(MemDesc)
    result_ = operand(MemDesc)
    pred = operand(I1)
    multicast = optional_attr(UnitAttrKind)
    cachePolicy = optional_attr(CachePolicy)
    isVolatile = attr(BoolAttr, default=False)
    traits = LAYOUTS | {t.AttrSizedOperandSegments, MBarrierLike, Predicated, TMALoadLike}
    effects: ClassVar = {"desc": READ_GLOBAL, "barrier": WRITE_SHARED, "result_": WRITE_SHARED}
    assembly_format = (
        "$desc `[` $coord `]` (`offsets` `=` `[` $offsets^ `]`)? $result `,` $barrier `,` $pred "
        "attr-dict `:` qualified(type($desc)) `,` qualified(type($barrier)) `->` "
        "qualified(type($result))"
    )

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.barrier]

    def verify(self) -> Diagnostic | None:
        desc, target = self.desc.type, self.result_.type
        im2col = isinstance(desc, TensorDescIm2ColType)
        if "cache" in self.attributes or "evict" in self.attributes:
            return self.op_error("use cachePolicy instead of legacy cache/evict attributes")
        if self.isVolatile:
            return self.op_error("volatile TMA loads are not supported")
        return (
            _policy_problem(self)
            or verify_tma_coordinates(self, self.coord, desc, im2col)
            or verify_tma_block(self, desc, target)
            or verify_tma_load(self, desc, self.barrier, target)
            or verify_tma_mode(self, im2col, self.coord, self.offsets)
            or _multicast_problem(self, target)
        )


def _multicast_problem(op: Any, target: MemDescType) -> Diagnostic | None:
    if op.multicast and not has_cga_broadcast(target):
        return op.op_error("multicast requires the shared layout to broadcast across CTAs")
    return None


def _policy_problem(op: Any) -> Diagnostic | None:
    """TMA takes hints for L2 only."""
    policy = op.cachePolicy
    if policy is None:
        return None
    problem = tma_policy_problem(policy)
    return None if problem is None else op.op_error(problem)


def tma_policy_problem(policy: Any) -> str | None:
    """What keeps a cache policy from being a hint of a TMA transfer."""
    if not isinstance(policy, (CachePolicyAttr, GenericCachePolicyAttr)):
        return f"unsupported TMA cache policy attribute {attr_text(policy)}"
    if policy.cache_modifier != "none":
        return "TMA operations do not support cache modifiers"
    if isinstance(policy, CachePolicyAttr):
        if policy.l1 != "none":
            return "TMA operations do not support L1 eviction policies"
        if policy.l2_prefetch_size is not None:
            return "TMA operations do not support L2 prefetch size"
    return None


class AsyncTMACopyLocalToGlobalOp(TTGOp):
    """Copies a block from shared to global memory.

    ttng.async_tma_copy_local_to_global %d[%i, %j] %0
      : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    """

    name = "ttng.async_tma_copy_local_to_global"
    desc = operand(TensorDesc)
    coord = variadic(I32)
    src = operand(MemDesc)
    cachePolicy = optional_attr(CachePolicy)
    traits = LAYOUTS | {TMAStoreLike}
    effects: ClassVar = {"desc": READ_WRITE_GLOBAL, "src": READ_SHARED}
    assembly_format = (
        "$desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` qualified(type($src))"
    )

    def verify(self) -> Diagnostic | None:
        desc, source = self.desc.type, self.src.type
        return (
            _policy_problem(self)
            or verify_tma_coordinates(self, self.coord, desc, False)
            or verify_tma_block(self, desc, source)
            or verify_tma_store(self, desc, source)
        )


class AsyncTMAReduceOp(TTGOp):
    """Combines a block in shared memory with one in global memory, atomically by element.

    ttng.async_tma_reduce add, %d[%i, %j] %0
      : !tt.tensordesc<64x64xf32, #shared>, !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
    """

    name = "ttng.async_tma_reduce"
    kind = attr(DescriptorReduceKind)
    desc = operand(TensorDesc)
    coord = variadic(I32)
    src = operand(MemDesc)
    traits = LAYOUTS | {TMAStoreLike}
    effects: ClassVar = {"desc": READ_WRITE_GLOBAL, "src": READ_SHARED}
    assembly_format = (
        "$kind `,` $desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` "
        "qualified(type($src))"
    )

    def verify(self) -> Diagnostic | None:
        desc, source = self.desc.type, self.src.type
        problem = (
            verify_tma_coordinates(self, self.coord, desc, False)
            or verify_tma_block(self, desc, source)
            or verify_tma_store(self, desc, source)
        )
        if problem is not None:
            return problem
        element = desc.element_type
        if not is_supported_reduction(self.kind, element):
            return self.op_error(
                f"unsupported reduce kind {self.kind} for element type "
                f"'{verify.type_text(element)}'"
            )
        return None


def is_supported_reduction(kind: str, element: Type) -> bool:
    """Can TMA reduce elements of this type?"""
    integer = element if isinstance(element, IntegerType) else None
    wide = integer is not None and integer.width in (32, 64)
    half = element in (f16, bf16)
    if kind == "add":
        if integer is not None:
            return wide and not (integer.width == 64 and integer.signedness == "signed")
        return half or element is f32
    if kind in ("min", "max"):
        return wide or half
    return wide and kind in ("and", "or", "xor")


class AsyncTMAGatherOp(TTGOp):
    """Copies rows, each with an index of its own, to shared memory.

    ttng.async_tma_gather %d[%x, %y] %0, %1, %pred
      : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32>, i32,
        !ttg.memdesc<1xi64, #shared1, #smem, mutable>,
        !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, i1
    """

    name = "ttng.async_tma_gather"
    desc = operand(TensorDesc)
    x_offsets = operand(ranked_tensor_of(I32))
    y_offset = operand(I32)
    barrier = operand(MemDesc)
    result_ = operand(MemDesc)
    pred = operand(I1)
    multicast = optional_attr(UnitAttrKind)
    cachePolicy = optional_attr(CachePolicy)
    traits = LAYOUTS | {MBarrierLike, Predicated, TMALoadLike}
    effects: ClassVar = {"desc": READ_GLOBAL, "barrier": WRITE_SHARED, "result_": WRITE_SHARED}
    assembly_format = (
        "$desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred attr-dict `:` "
        "type(operands)"
    )

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.barrier]

    def verify(self) -> Diagnostic | None:
        desc, target = self.desc.type, self.result_.type
        problem = _policy_problem(self) or verify_tma_load(self, desc, self.barrier, target)
        if problem is not None:
            return problem
        if is_fp4_padded(target.encoding):
            return self.op_error("does not support fp4_padded operands")
        return _multicast_problem(self, target) or _verify_rows(
            self, desc, target, self.x_offsets.type
        )


class AsyncTMAScatterOp(TTGOp):
    """Copies rows of shared memory to rows of global memory, each with an index of its own.

    ttng.async_tma_scatter %d[%x, %y] %0
      : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32>, i32,
        !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    """

    name = "ttng.async_tma_scatter"
    desc = operand(TensorDesc)
    x_offsets = operand(ranked_tensor_of(I32))
    y_offset = operand(I32)
    src = operand(MemDesc)
    cachePolicy = optional_attr(CachePolicy)
    traits = LAYOUTS | {TMAStoreLike}
    effects: ClassVar = {"desc": READ_WRITE_GLOBAL, "src": READ_SHARED}
    assembly_format = "$desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)"

    def verify(self) -> Diagnostic | None:
        desc, source = self.desc.type, self.src.type
        return (
            _policy_problem(self)
            or verify_tma_store(self, desc, source)
            or _verify_rows(self, desc, source, self.x_offsets.type)
        )


def _verify_rows(
    op: Operation, desc: TensorDescType, buffer: Any, offsets: RankedTensorType
) -> Diagnostic | None:
    """Indices of rows: four at a time in a thread, the same in all threads of a warp."""
    problem = verify_gather_scatter(op, desc.signless_block_type, buffer, offsets)
    if problem is not None or offsets.encoding is None:
        return problem
    encoding: Any = offsets.encoding
    if contig_per_thread(encoding, offsets.shape)[0] < 4:
        return op.op_error("x offsets must have at least 4 contiguous elements per thread")
    layout = to_linear_layout(offsets.shape, encoding)
    if layout.free_variable_masks()["lane"] != layout.in_dim_size("lane") - 1:
        return op.op_error("x offsets must be broadcasted across each warp")
    rows = buffer.encoding.cga_layout.linear_layout.sublayout(["block"], ["dim0"])
    if CGALayout(rows) is not encoding.cga_layout:
        return op.op_error("x offsets must have the same row CGA layout as the memdesc")
    return None


class TMAStoreWaitOp(TTGOp):
    """Waits until at most `pendings` transfers to global memory are under way.

    ttng.async_tma_store_wait {pendings = 0 : i32}
    """

    name = "ttng.async_tma_store_wait"
    pendings = attr(I32Attr)
    read_only = optional_attr(UnitAttrKind)
    traits = LAYOUTS | {MemWait}
    assembly_format = "attr-dict"


class ReinterpretTensorDescOp(TTGOp):
    """A pointer to a raw TMA descriptor as a tensor descriptor.

    %1 = ttng.reinterpret_tensor_descriptor %0 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16>
    """

    name = "ttng.reinterpret_tensor_descriptor"
    rawDesc = operand(Ptr)
    result_ = result(TensorDesc)
    traits = LAYOUTS | {t.Pure}
    assembly_format = (
        "$rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))"
    )


class _SmallInt(IntKind):
    """An i32 from 0 to a limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            I32Attr.type,
            f"{I32Attr.summary} whose value is non-negative whose maximum value is {limit}",
        )
        self.limit = limit

    def check(self, attr: Any) -> bool:
        return super().check(attr) and 0 <= attr.value <= self.limit


class TensormapCreateOp(TTGOp):
    """Writes a TMA descriptor to global memory.

    ttng.tensormap_create %p, %a, [%b], [%g], [], [%e]
      {elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32,
       swizzle_mode = 0 : i32}
      : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32) -> ()
    """

    name = "ttng.tensormap_create"
    desc_ptr = operand(PtrClass)
    global_address = operand(PtrClass)
    box_dim = variadic(I32)
    global_dim = variadic(I32)
    global_stride = variadic(I64)
    element_stride = variadic(I32)
    elem_type = attr(_SmallInt(15))
    interleave_layout = attr(_SmallInt(2))
    swizzle_mode = attr(_SmallInt(3))
    fill_mode = attr(_SmallInt(1))
    traits = LAYOUTS | {t.AttrSizedOperandSegments}
    effects: ClassVar = {"": READ_WRITE_GLOBAL}
    assembly_format = (
        "$desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,` "
        "`[` $global_stride `]` `,` `[` $element_stride `]` attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify(self) -> Diagnostic | None:
        rank = len(self.box_dim)
        for name, found, expected in (
            ("global dim", len(self.global_dim), rank),
            ("global stride", len(self.global_stride), rank - 1),
            ("element stride", len(self.element_stride), rank),
        ):
            if found != expected:
                return self.plain_error(
                    f"Rank mismatch for {name}. Got {found} but expected {expected}"
                )
        return None


class TensormapFenceproxyAcquireOp(TTGOp):
    """Makes a descriptor that was written on the device visible to TMA.

    ttng.tensormap_fenceproxy_acquire %0 : !tt.ptr<i8>
    """

    name = "ttng.tensormap_fenceproxy_acquire"
    desc_ptr = operand(PtrClass)
    effects: ClassVar = {"": WRITE_GLOBAL}
    assembly_format = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))"
