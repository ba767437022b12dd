"""Synchronization in ttng: mbarriers, fences, cluster barriers, cluster launch control.

Sources: include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUOps.td,
lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from typing import ClassVar

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.tt_traits import Predicated
from mlir_mini.dialects.tt_types import ProgramDim, Tensor
from mlir_mini.dialects.ttg_traits import LAYOUTS, MBarrierLike, MemDesc, TTGOp, verify_memory_types
from mlir_mini.dialects.ttng_checks import (
    verify_barrier_cga,
    verify_clc_result,
    verify_completion_barrier,
    verify_from_cta,
    verify_multiple_ctas,
)
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import IntegerType, bit_width, i64
from mlir_mini.layout import CGALayout
from mlir_mini.layout.layout_utils import invert_and_compose_local
from mlir_mini.layout.memory_encodings import padded_encoding
from mlir_mini.layout.memory_to_linear import to_linear_ignoring_padding
from mlir_mini.layout.tensor_memory import largest_vector
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, I32Attr, UnitAttrKind
from mlir_mini.spec.constraints import I1, I32, exactly
from mlir_mini.spec.effects import READ_SHARED, READ_WRITE_SHARED, WRITE_SHARED
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    optional_operand,
    result,
    variadic,
)

I128 = exactly(IntegerType(128), "128-bit signless integer")


class FenceAsyncSharedOp(TTGOp):
    """Makes writes to shared memory visible to asynchronous units.

    ttng.fence_async_shared {bCluster = false}
    """

    name = "ttng.fence_async_shared"
    bCluster = attr(BoolAttr)
    assembly_format = "attr-dict"


class FenceMBarrierInitReleaseClusterOp(TTGOp):
    """Makes the initialization of mbarriers visible to the cluster.

    ttng.fence_mbarrier_init_release_cluster
    """

    name = "ttng.fence_mbarrier_init_release_cluster"
    assembly_format = "attr-dict"

    def verify(self) -> Diagnostic | None:
        return verify_multiple_ctas(self)


class ClusterBarrierOp(TTGOp):
    """All warps of the cluster wait for each other.

    ttng.cluster_barrier {relaxed = true}
    """

    name = "ttng.cluster_barrier"
    relaxed = attr(BoolAttr, default=False)
    assembly_format = "attr-dict"

    def verify(self) -> Diagnostic | None:
        problem = verify_multiple_ctas(self)
        if problem is not None:
            return problem
        function = self.parent_op
        while function is not None and not function.has_trait(t.FunctionLike):
            function = function.parent_op
        if function is not None:
            visibility = getattr(function.attr("sym_visibility"), "value", "public")
            if visibility == "public":
                return None
            # Helpers that will be inlined into the kernel are fine.
            noinline = getattr(function.attr("noinline"), "value", 0)
            if function.name == "tt.func" and not noinline:
                return None
        return self.op_error("must be inside a kernel function")


class CLCTryCancelSyncOp(TTGOp):
    """Asks for the cancellation of a cluster that has not started, and waits for the answer.

    %0 = ttng.clc_try_cancel_sync : tensor<2xi64>
    """

    name = "ttng.clc_try_cancel_sync"
    response = result(Tensor)
    assembly_format = "attr-dict `:` type($response)"

    def verify(self) -> Diagnostic | None:
        type = self.response.type
        if type.rank != 1:
            return self.op_error("response must be a rank-one tensor")
        if type.shape != (2,):
            return self.op_error("response must have shape [2]")
        if type.element_type is not i64:
            return self.op_error("response element type must be i64")
        return None


class CLCTryCancelOp(TTGOp):
    """Asks for the cancellation of a cluster that has not started; a barrier tells of the answer.

    ttng.clc_try_cancel %0, %1
      : !ttg.memdesc<2xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.clc_try_cancel"
    result_ = operand(MemDesc)
    mbarrier = operand(MemDesc)
    traits = LAYOUTS | {MBarrierLike}
    effects: ClassVar = {"result_": WRITE_SHARED, "mbarrier": WRITE_SHARED}
    assembly_format = (
        "$result `,` $mbarrier attr-dict `:` qualified(type($result)) `,` "
        "qualified(type($mbarrier))"
    )

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.mbarrier]

    def verify(self) -> Diagnostic | None:
        problem = verify_clc_result(self, self.result_.type)
        if problem is not None:
            return self.plain_error(problem)
        return verify_completion_barrier(self, self.mbarrier)


class CLCLoadResultOp(TTGOp):
    """Reads the answer of cluster launch control.

    %1 = ttng.clc_load_result %0 : !ttg.memdesc<2xi64, #shared, #smem, mutable> -> i128
    """

    name = "ttng.clc_load_result"
    src = operand(MemDesc)
    clcResult = result(I128)
    effects: ClassVar = {"src": READ_SHARED}
    assembly_format = "$src attr-dict `:` qualified(type($src)) `->` type($clcResult)"

    def verify(self) -> Diagnostic | None:
        problem = verify_clc_result(self, self.src.type)
        return None if problem is None else self.plain_error(problem)


class CLCIsCanceledOp(TTGOp):
    """Whether a cluster was cancelled.

    %1 = ttng.clc_is_canceled %0 : i128 -> i1
    """

    name = "ttng.clc_is_canceled"
    clcResult = operand(I128)
    is_canceled = result(I1)
    traits = LAYOUTS | {t.Pure}
    assembly_format = "$clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)"


class CLCGetProgramIdOp(TTGOp):
    """A coordinate of the cancelled cluster.

    %1 = ttng.clc_get_program_id %0, x : i128 -> i32
    """

    name = "ttng.clc_get_program_id"
    clcResult = operand(I128)
    dim = attr(ProgramDim)
    result_ = result(I32)
    traits = LAYOUTS | {t.Pure}
    assembly_format = "$clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)"


class _AllocBarrierOp(TTGOp):
    """Base of the operations on one barrier called `alloc`."""

    traits = LAYOUTS | {MBarrierLike}
    alloc = operand(MemDesc)

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.alloc]


class InitBarrierOp(_AllocBarrierOp):
    """Makes a barrier that expects `count` arrivals.

    ttng.init_barrier %0, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.init_barrier"
    count = attr(I32Attr)
    effects: ClassVar = {"alloc": WRITE_SHARED}
    assembly_format = "$alloc `,` $count attr-dict `:` qualified(type($alloc))"

    def verify(self) -> Diagnostic | None:
        if self.count < 1:
            return self.op_error("count must be greater than or equal to 1")
        crosses = self.alloc.type.shape[0] != ttg_utils.num_ctas(self)
        if crosses:
            parent = self.parent_op
            while parent is not None:
                if parent.name == "ttg.warp_specialize":
                    return self.op_error("cannot be used inside `ttg.warp_specialize`")
                parent = parent.parent_op
        return None


class InvalBarrierOp(_AllocBarrierOp):
    """Frees a barrier's memory for other use.

    ttng.inval_barrier %0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.inval_barrier"
    effects: ClassVar = {"alloc": WRITE_SHARED}
    assembly_format = "$alloc attr-dict `:` qualified(type($alloc))"


class BarrierExpectOp(_AllocBarrierOp):
    """Tells a barrier how many bytes will arrive.

    ttng.barrier_expect %0, 16384, %pred : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.barrier_expect"
    size = attr(I32Attr)
    pred = operand(I1)
    fromCTA = optional_attr(I32Attr)
    traits = LAYOUTS | {MBarrierLike, Predicated}
    effects: ClassVar = {"alloc": WRITE_SHARED}
    assembly_format = "$alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))"

    def verify(self) -> Diagnostic | None:
        return verify_from_cta(self, self.alloc, self.fromCTA)


class WaitBarrierOp(_AllocBarrierOp):
    """Waits until a phase of a barrier is over; `deps` may be in use until then.

    ttng.wait_barrier %0, %phase, %pred : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.wait_barrier"
    phase = operand(I32)
    pred = optional_operand(I1)
    deps = variadic(MemDesc)
    traits = LAYOUTS | {t.AttrSizedOperandSegments, MBarrierLike, Predicated}
    effects: ClassVar = {"alloc": READ_WRITE_SHARED}
    assembly_format = (
        "$alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` "
        "qualified(type($alloc)) (`,` type($deps)^)?"
    )


class ArriveBarrierOp(_AllocBarrierOp):
    """Arrives at a barrier `count` times; `multicastCTA` marks dims of the cluster to repeat along.

    ttng.arrive_barrier %0, 2, %pred : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.arrive_barrier"
    count = attr(I32Attr)
    pred = optional_operand(I1)
    fromCTA = optional_attr(I32Attr)
    multicastCTA = attr(I32Attr, default=0, populate=False)
    traits = LAYOUTS | {MBarrierLike, Predicated}
    effects: ClassVar = {"alloc": READ_WRITE_SHARED}
    assembly_format = "$alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))"

    def verify(self) -> Diagnostic | None:
        if self.count < 1:
            return self.op_error("count must be greater than or equal to 1")
        blocks = ttg_utils.num_ctas(self)
        mask = self.multicastCTA & 0xFFFFFFFF
        if mask:
            if blocks <= 1:
                return self.op_error("multicast arrive requires num_ctas > 1")
            if mask > blocks - 1:
                return self.op_error("multicastCTA exceeds numCTAs - 1")
            expected = CGALayout.one_dim(blocks)
            problem = verify_barrier_cga(self, self.alloc, expected, "multicast barrier")
            if problem is not None:
                return problem
        problem = verify_from_cta(self, self.alloc, self.fromCTA)
        if problem is None and mask and self.fromCTA not in (None, blocks - 1):
            return self.op_error("fromCTA cannot be combined with multicast arrive")
        return problem


class AsyncCopyMbarrierArriveOp(TTGOp):
    """Arrives at a barrier once all asynchronous copies issued so far are done.

    ttng.async_copy_mbarrier_arrive %0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.async_copy_mbarrier_arrive"
    barrier = operand(MemDesc)
    noIncrement = optional_attr(UnitAttrKind)
    traits = LAYOUTS | {MBarrierLike}
    effects: ClassVar = {"barrier": WRITE_SHARED}
    assembly_format = "$barrier attr-dict `:` qualified(type($barrier))"

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.barrier]


class AsyncSharedStoreOp(TTGOp):
    """Writes registers to shared memory of the cluster; a barrier counts the bytes.

    ttng.async_shared_store %1, %0, %2
      : tensor<64xf32> -> !ttg.memdesc<64xf32, #shared, #smem, mutable>,
        !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.async_shared_store"
    src = operand(Tensor)
    dst = operand(MemDesc)
    mbarrier = operand(MemDesc)
    traits = LAYOUTS | {MBarrierLike}
    effects: ClassVar = {"dst": WRITE_SHARED, "mbarrier": WRITE_SHARED}
    assembly_format = (
        "$src `,` $dst `,` $mbarrier attr-dict `:` type($src) `->` qualified(type($dst)) `,` "
        "qualified(type($mbarrier))"
    )

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.mbarrier]

    def verify(self) -> Diagnostic | None:
        if ttg_utils.num_ctas(self) < 2:
            return self.op_error("requires at least two CTAs in the cluster")
        source, target = self.src.type, self.dst.type
        if not target.mutable:
            return self.op_error("cannot store into immutable memory")
        problem = verify_memory_types(self, source, target)
        if problem is not None:
            return problem
        registers = to_linear_layout(source.shape, source.encoding)
        memory = to_linear_ignoring_padding(target.layout_alloc_shape, target.encoding)
        moved = invert_and_compose_local(memory, registers)
        padded = padded_encoding(target.encoding)
        bits = bit_width(source.element_type)
        together = largest_vector(moved, bits, padded.min_interval if padded else None)
        if together * bits < 32:
            return self.op_error("requires a layout vectorizing stores to at least 32 bits")
        return None
