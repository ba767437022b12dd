"""Operations of ttg on shared memory: allocations, loads, stores, gathers, scatters.

Sources: include/triton/Dialect/TritonGPU/IR/TritonGPUOps.td, lib/Dialect/TritonGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mlir_mini.dialects.tt_traits import InferTypes
from mlir_mini.dialects.tt_types import IntTensor, RMWOp, Tensor
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_traits import (
    LAYOUTS,
    AsyncToken,
    LocalLoad,
    MemDesc,
    TTGOp,
    is_shared,
    verify_alloc,
    verify_memory_types,
    verify_shared_rank,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import FloatType, IntegerType, Type, bit_width
from mlir_mini.source import Diagnostic
from mlir_mini.spec.attr_kinds import I32Attr
from mlir_mini.spec.constraints import I1, i1_same_shape, ranked_tensor_of
from mlir_mini.spec.effects import (
    ALLOCATE,
    FREE,
    READ_SHARED,
    READ_WRITE_SHARED,
    SHARED,
    WRITE,
    WRITE_SHARED,
    Effect,
)
from mlir_mini.spec.fields import (
    TypeRule,
    attr,
    operand,
    optional_attr,
    optional_operand,
    result,
    same_as,
)


class LocalAllocOp(TTGOp):
    """A buffer in shared memory, filled with `src` if there is one.

    %1 = ttg.local_alloc : () -> !ttg.memdesc<64xf16, #shared, #smem, mutable>
    """

    name = "ttg.local_alloc"
    src = optional_operand(Tensor)
    alignment = optional_attr(I32Attr)
    result_ = result(MemDesc)
    assembly_format = "($src^)? attr-dict `:` functional-type(operands, results)"

    def own_effects(self) -> list[Effect]:
        # An immutable buffer is a value until it has been placed.
        if not self.result_.type.mutable and "allocation.offset" not in self.attributes:
            return []
        effects = [Effect(ALLOCATE, SHARED, self.result_)]
        if self.src is not None:
            effects.append(Effect(WRITE, SHARED, self.result_))
        return effects

    def verify(self) -> Diagnostic | None:
        type = self.result_.type
        if type.memory_space is not SHARED_MEMORY:
            return self.op_error("should create a buffer of shared memory")
        if bit_width(type.element_type) % 8:
            return self.op_error("element type bit width must be a multiple of 8")
        source = self.src.type if self.src is not None else None
        if source is not None:
            problem = verify_shared_rank(self, source, type, "source")
            if problem is not None:
                return problem
        return verify_alloc(self, source, type)


class LocalDeallocOp(TTGOp):
    """Ends the life of a buffer; without one it ends where no use can follow.

    ttg.local_dealloc %0 : !ttg.memdesc<64xf16, #shared, #smem, mutable>
    """

    name = "ttg.local_dealloc"
    src = operand(MemDesc)
    effects: ClassVar = {"src": ((FREE, SHARED),)}
    assembly_format = "$src attr-dict `:` qualified(type($src))"


class LocalLoadOp(TTGOp):
    """Reads a buffer into registers.

    %1 = ttg.local_load %0 token %k : !ttg.memdesc<64xf16, #shared, #smem> -> tensor<64xf16>
    """

    name = "ttg.local_load"
    src = operand(MemDesc)
    token = optional_operand(AsyncToken)
    result_ = result(Tensor)
    traits = LAYOUTS | {LocalLoad}
    effects: ClassVar = {"src": READ_SHARED}
    assembly_format = (
        "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)"
    )

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.result_.type
        return verify_shared_rank(self, target, source, "result") or verify_memory_types(
            self, source, target
        )


class LocalStoreOp(TTGOp):
    """Writes registers to a buffer.

    ttg.local_store %1, %0 : tensor<64xf16> -> !ttg.memdesc<64xf16, #shared, #smem, mutable>
    """

    name = "ttg.local_store"
    src = operand(Tensor)
    dst = operand(MemDesc)
    effects: ClassVar = {"dst": WRITE_SHARED}
    assembly_format = "$src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))"

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.dst.type
        if not target.mutable:
            return self.op_error("Cannot store into immutable memory")
        return verify_shared_rank(self, source, target, "source") or verify_memory_types(
            self, source, target
        )


class LocalGatherOp(TTGOp):
    """Reads elements whose place along one axis comes from a tensor.

    %2 = ttg.local_gather %0[%1] {axis = 0 : i32}
      : !ttg.memdesc<64xf16, #shared, #smem>, tensor<8xi32> -> tensor<8xf16>
    """

    name = "ttg.local_gather"
    src = operand(MemDesc)
    indices = operand(IntTensor)
    axis = attr(I32Attr)
    token = optional_operand(AsyncToken)
    result_ = result(Tensor)
    traits = LAYOUTS | {LocalLoad}
    effects: ClassVar = {"src": READ_SHARED}
    assembly_format = (
        "$src `[` $indices `]` (`token` $token^)? attr-dict `:` qualified(type($src)) `,` "
        "type($indices) `->` type($result)"
    )

    def verify(self) -> Diagnostic | None:
        source, indices, target = self.src.type, self.indices.type, self.result_.type
        problem = None
        if not is_shared(source.encoding):
            problem = "source must have shared memory encoding"
        elif target.shape != indices.shape:
            problem = "result shape must match indices shape"
        elif source.rank != indices.rank:
            problem = "source and indices must have the same rank"
        elif not 0 <= self.axis < source.rank:
            problem = f"axis {self.axis} is out of bounds for source rank {source.rank}"
        elif source.element_type is not target.element_type:
            problem = "result element type must match source element type"
        elif indices.encoding is not target.encoding:
            problem = "indices and result must have the same layout"
        return None if problem is None else self.plain_error(problem)


class LocalScatterOp(TTGOp):
    """Writes elements whose place along one axis comes from a tensor.

    ttg.local_scatter %0[%1], %2 {axis = 0 : i32}
      : !ttg.memdesc<64xf16, #shared, #smem, mutable>, tensor<8xi32>, tensor<8xf16>
    """

    name = "ttg.local_scatter"
    dst = operand(MemDesc)
    values = operand(Tensor)
    indices = operand(IntTensor)
    axis = attr(I32Attr)
    token = optional_operand(AsyncToken)
    effects: ClassVar = {"dst": WRITE_SHARED}
    assembly_format = (
        "$dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:` "
        "qualified(type($dst)) `,` type($indices) `,` type($values)"
    )

    def verify(self) -> Diagnostic | None:
        target, indices, values = self.dst.type, self.indices.type, self.values.type
        problem = None
        if not is_shared(target.encoding):
            problem = "destination must have shared memory encoding"
        elif values.shape != indices.shape:
            problem = "values shape must match indices shape"
        elif target.rank != indices.rank:
            problem = "destination and indices must have the same rank"
        elif not 0 <= self.axis < target.rank:
            problem = f"axis {self.axis} is out of bounds for destination rank {target.rank}"
        elif values.encoding is not indices.encoding:
            problem = "values must have the same layout as indices"
        elif target.element_type is not values.element_type:
            problem = "values element type must match destination element type"
        return None if problem is None else self.plain_error(problem)


class LocalAtomicScatterRMWOp(TTGOp):
    """Combines a tensor with elements in memory, atomically; the result is what stood there.

    %3 = ttg.local_atomic_scatter_rmw add, %0[%1], %2 {axis = 0 : i32}
      : (!ttg.memdesc<64xi32, #shared, #smem, mutable>, tensor<8xi32>, tensor<8xi32>) ->
        tensor<8xi32>
    """

    name = "ttg.local_atomic_scatter_rmw"
    atomic_rmw_op = attr(RMWOp)
    dst = operand(MemDesc)
    values = operand(Tensor)
    indices = operand(IntTensor)
    mask = optional_operand(
        ranked_tensor_of(I1),
        type=TypeRule("values", i1_same_shape, "mask type matches values type"),
    )
    axis = attr(I32Attr)
    result_ = result(Tensor, type=same_as("values", "result type matches values type"))
    traits = LAYOUTS | {InferTypes}
    effects: ClassVar = {"dst": READ_WRITE_SHARED}
    assembly_format = (
        "$atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        return [operands[1].type]

    @property
    def is_commutative(self) -> bool:
        """Nobody looks at the old values, and the order of the updates does not matter."""
        return (
            self.use_empty
            and isinstance(self.dst.type.element_type, IntegerType)
            and self.atomic_rmw_op not in ("fadd", "exch")
        )

    def verify(self) -> Diagnostic | None:
        target, indices, values = self.dst.type, self.indices.type, self.values.type
        mask = self.mask.type if self.mask is not None else None
        if not target.mutable:
            return self.op_error("Cannot store into immutable memory")
        if not is_shared(target.encoding):
            return self.plain_error("destination must have shared memory encoding")
        if not isinstance(values.element_type, (IntegerType, FloatType)):
            return self.plain_error("values must have integer or floating element type")
        rank_problem = verify_shared_rank(self, values, target, "values")
        if rank_problem is not None:
            return rank_problem
        problem = None
        if values.shape != indices.shape:
            problem = "values shape must match indices shape"
        elif mask is not None and values.shape != mask.shape:
            problem = "values shape must match mask shape"
        elif not 0 <= self.axis < target.rank:
            problem = f"axis {self.axis} is out of bounds for destination rank {target.rank}"
        elif values.encoding is not indices.encoding:
            problem = "values must have the same layout as indices"
        elif mask is not None and values.encoding is not mask.encoding:
            problem = "values must have the same layout as mask"
        elif target.element_type is not values.element_type:
            problem = "values element type must match destination element type"
        return None if problem is None else self.plain_error(problem)
