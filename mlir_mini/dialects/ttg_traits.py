"""Traits and type constraints of ttg's and ttng's operations.

Sources: lib/Dialect/TritonGPU/IR/Traits.cpp, lib/Dialect/TritonGPU/IR/Dialect.cpp
(TritonGPUVerifyTensorLayoutInterface), include/triton/Dialect/TritonGPU/IR/TritonGPUTypes.td.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mlir_mini.dialects.layout_checks import cta_problem, value_text
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType, comma_separated
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.layout import LayoutEncoding, SharedEncoding, SharedLinearEncoding
from mlir_mini.layout.memory_to_linear import memory_to_linear
from mlir_mini.source import Diagnostic
from mlir_mini.spec import verify
from mlir_mini.spec.constraints import exactly, instance_of
from mlir_mini.spec.op import Op
from mlir_mini.spec.traits import Trait

# tt's traits come before ours, as upstream checks them.
from mlir_mini.dialects.tt_traits import VerifyTensorLayouts  # isort: skip
from mlir_mini.dialects import ttg_utils  # isort: skip

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from mlir_mini.ir.core import Value

    class _BarrierUser(Protocol):
        """What :func:`_verify_barriers` checks."""

        @property
        def barrier_operands(self) -> Sequence[Value]: ...


MemDesc = instance_of(
    MemDescType,
    "memory descriptor type (`::mlir::triton::gpu::MemDescType`) in Triton IR type system",
    "ttg.memdesc",
)
AsyncToken = exactly(AsyncTokenType(), "async token type")
TensorOrMemDesc = instance_of((RankedTensorType, MemDescType), "TensorOrMemDesc instance")


def _memdesc_problem(layout: LayoutEncoding, type: MemDescType, op: Operation) -> str | None:
    rank = type.rank
    if layout.rank not in (rank, rank - 1):
        return (
            f"Layout has rank {layout.rank}, but the memdesc it's attached to has rank {rank}. "
            "Memdesc rank must equal the layout rank or be exactly one greater for multibuffering."
        )
    problem = cta_problem(layout, ttg_utils.num_ctas(op))
    if problem is None and isinstance(layout, SharedLinearEncoding):
        shape, sizes = type.layout_alloc_shape, layout.linear_layout.out_dim_sizes
        if shape != sizes:
            problem = (
                f"{verify.attr_text(layout)}.\nLayout has shape {comma_separated(sizes)}, but the "
                f"memdesc type has shape {comma_separated(shape)}."
            )
    return problem


def _verify_memdesc_layouts(op: Operation) -> Diagnostic | None:
    for i, slot in enumerate(op.op_operands):
        type = slot.value.type
        if isinstance(type, MemDescType):
            problem = _memdesc_problem(type.encoding, type, op)
            if problem is not None:
                text = value_text(slot.value)
                return op.plain_error(f"Operand {i} ({text}) has an invalid layout: {problem}")
    for i, result in enumerate(op.results):
        type = result.type
        if isinstance(type, MemDescType):
            problem = _memdesc_problem(type.encoding, type, op)
            if problem is not None:
                which = "Result" if len(op.results) == 1 else f"Result {i}"
                return op.plain_error(f"{which} has an invalid layout: {problem}")
    return None


def _verify_barriers(op: Operation) -> Diagnostic | None:
    for barrier in cast("_BarrierUser", op).barrier_operands:
        assert isinstance(barrier.type, MemDescType)
        problem = barrier_type_problem(op, barrier.type)
        if problem is not None:
            return op.op_error(problem)
    return None


def barrier_type_problem(op: Operation, type: MemDescType) -> str | None:
    """What keeps a descriptor from holding mbarriers of the cluster; None if nothing does."""
    blocks = ttg_utils.num_ctas(op)
    element = type.element_type
    if getattr(element, "width", 0) != 64 or type.rank != 1 or type.shape[0] > blocks:
        return "barrier allocation must be a descriptor of Nxi64 type with N <= number of CTAs"
    layout = memory_to_linear(type.layout_alloc_shape, type.encoding).flatten_outs()
    used = 0
    for (base,) in layout.bases_of("block"):
        if base not in (0, 1 << used):
            return (
                "broadcasted cluster barriers require bases to be the sequence 1, 2, 4, 8, ... "
                "perhaps with zero bases interleaved."
            )
        used += base != 0
    return None


VerifyMemDescLayouts = Trait("VerifyMemDescLayoutsTrait", _verify_memdesc_layouts)
#: Signals or waits on the mbarriers that ``barrier_operands`` lists.
MBarrierLike = Trait("MBarrierOpInterface", _verify_barriers, before=VerifyTensorLayouts)

# Markers that passes ask for.
#: A view of its operand's memory.
MemDescView = Trait("MemDescViewTrait")
LocalLoad = Trait("LocalLoadTrait")
GlobalToLocalCopy = Trait("GlobalToLocalCopyTrait")
MemWait = Trait("MemWaitOpTrait")
#: Its regions run beside each other.
AsyncRegions = Trait("AsyncRegions")

#: What every operation of both dialects carries.
LAYOUTS = frozenset({VerifyTensorLayouts, VerifyMemDescLayouts})


class TTGOp(Op):
    """Base of ttg's and ttng's operations."""

    traits = LAYOUTS


def verify_memory_types(
    op: Operation, source: RankedTensorType | MemDescType, target: RankedTensorType | MemDescType
) -> Diagnostic | None:
    """A transfer between registers and memory keeps elements and shape."""
    if source.element_type is not target.element_type:
        return op.op_error(
            f"source element type '{verify.type_text(source)}' must match destination element "
            f"type '{verify.type_text(target.element_type)}'"
        )
    if source.shape != target.shape:
        return op.op_error(
            f"source shape [{comma_separated(source.shape)}] must match [destination shape "
            f"{comma_separated(target.shape)}]"
        )
    return None


def verify_alloc(
    op: Operation, source: RankedTensorType | None, type: MemDescType
) -> Diagnostic | None:
    """An allocation is no subview, and is mutable unless it starts with a value."""
    if type.shape != type.alloc_shape:
        return op.op_error("result shape and its alloc shape must match")
    if source is not None:
        return verify_memory_types(op, source, type)
    if not type.mutable:
        return op.op_error("uninitialized alloc must have a mutable memdesc type")
    return None


def verify_shared_rank(
    op: Operation, tensor: RankedTensorType, memdesc: MemDescType, name: str
) -> Diagnostic | None:
    """A tensor that goes to or comes from memory has the rank of the memory's encoding."""
    rank = memdesc.encoding.rank
    if tensor.rank == rank:
        return None
    return op.op_error(f"{name} has rank {tensor.rank} but memdesc encoding has rank {rank}")


def is_shared(encoding: object) -> bool:
    return isinstance(encoding, SharedEncoding)
