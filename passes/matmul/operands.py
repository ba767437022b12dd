"""Operands of matrix instructions: where they come from, and moving them to where they are read.

After lib/Dialect/TritonGPU/Transforms/AccelerateMatmul.cpp.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from mlir_mini.analysis.slices import backward_slice
from mlir_mini.dialects import tt, ttg
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_traits import MemDescView
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType, bit_width, element_type_or_self
from mlir_mini.layout.encodings import DistributedEncoding, DotOperandEncoding
from mlir_mini.layout.memory_encodings import NVMMASharedEncoding
from mlir_mini.layout.queries import order, order_for_memory
from mlir_mini.rewrite.effects import is_memory_effect_free
from mlir_mini.rewrite.loops import value_loc
from mlir_mini.spec.traits import Elementwise

#: Loads from global memory, through pointers or descriptors.
LOADS = (tt.LoadOp, tt.DescriptorLoadOp, tt.DescriptorGatherOp)
_VIEWS = (tt.ExpandDimsOp, tt.ReshapeOp, tt.TransOp, tt.JoinOp, tt.SplitOp)
_FOLLOWED = (*_VIEWS, *LOADS, ttg.Fp4ToFpOp, tt.BroadcastOp, ttg.ConvertLayoutOp)


def convert(value: Value, encoding: DistributedEncoding, rewriter: PatternRewriter) -> Value:
    """``value`` converted to ``encoding``, at its own location."""
    type = value.type
    assert isinstance(type, RankedTensorType)
    types = [type.with_encoding(encoding)]
    return rewriter.create(ttg.ConvertLayoutOp, [value], types, loc=value_loc(value)).result


def convert_operand(
    value: Value, index: int, bits: int, result: DistributedEncoding, rewriter: PatternRewriter
) -> Value:
    """Operand ``index`` in registers, for a result with an mma encoding.

    ``bits`` is the width of the elements by which to choose how many a thread holds in a row.
    """
    encoding = DotOperandEncoding.for_bit_width(index, result, bits)
    return convert(value, encoding, rewriter)


def without_conversions(value: Value) -> Value:
    """What ``value`` was before its layout was converted."""
    op = value.defining_op
    while isinstance(op, ttg.ConvertLayoutOp):
        value = op.src
        op = value.defining_op
    return value


def shared_operand(
    value: Value,
    index: int,
    rewriter: PatternRewriter,
    allow_transpose: bool,
    fp4_padded: bool = False,
    force_transpose: bool = False,
    warn_at: Operation | None = None,
) -> Value:
    """Operand ``index`` in shared memory, in the order of its registers if that is possible.

    Unless ``allow_transpose`` it lies along k, or across it with ``force_transpose``; a warning at
    ``warn_at`` says so if that is another order. (getSharedMemoryMMAOperand)
    """
    source = without_conversions(value)
    type = source.type
    assert isinstance(type, RankedTensorType)
    encoding = type.encoding
    assert isinstance(encoding, DistributedEncoding)
    found = order_for_memory(encoding, type.shape)
    wanted = found
    if not allow_transpose:
        wanted = (0, 1) if (index == 1) != force_transpose else (1, 0)
    if wanted != found and warn_at is not None:
        warn_at.emit_warning(
            f"Warning: Forcing a different order [{wanted[0]}, {wanted[1]}] on SMEM than the "
            f"register order for the operand {index}. Registers will be transposed before SMEM "
            "store and the pipelined load for this operand will be disabled, so poor performance "
            "is expected. Recommendation: consider transposing the operand in global memory to "
            "remove the need to transpose the tensor in registers."
        )
    layout = NVMMASharedEncoding.for_shape(
        type.shape, wanted, encoding.cga_layout, bit_width(type.element_type), fp4_padded
    )
    memory = MemDescType(type.shape, type.element_type, layout, SHARED_MEMORY)
    with rewriter.keep_insertion_point():
        rewriter.set_insertion_point_after_value(source)
        loc = value_loc(source)
        return rewriter.create(ttg.LocalAllocOp, [source], [memory], loc=loc).result


def comes_from_load(value: Value) -> bool:
    """Whether ``value`` is what was loaded or given to a block, in another layout perhaps."""
    while True:
        op = value.defining_op
        if isinstance(op, (ttg.ConvertLayoutOp, tt.TransOp)):
            value = op.src
        elif op is not None and op.has_trait(MemDescView):
            value = op.operand(0)
        else:
            return isinstance(value, BlockArgument) or isinstance(op, LOADS)


def _is_followed(op: Operation) -> bool:
    if op.has_trait(Elementwise) and is_memory_effect_free(op):
        return True
    return isinstance(op, _FOLLOWED)


def original_bit_width(value: Value) -> int:
    """Bits of an element of ``value`` when it was loaded: by them layouts are chosen.

    Loads then get as many elements in a row as the instruction's operand will have after they were
    widened.
    """
    found = backward_slice(value, _is_followed)
    if any(isinstance(op, ttg.Fp4ToFpOp) for op in found):
        return 4
    bits = bit_width(element_type_or_self(value.type))
    for op in found:
        if isinstance(op, LOADS):
            type = op.result_types[0]
            if isinstance(type, RankedTensorType):
                bits = min(bits, bit_width(type.element_type))
    return bits // 2 if _joins_halves(bits, found) else bits


def _joins_halves(bits: int, ops: Set[Operation]) -> bool:
    """Whether each loaded element is made two of the same size that lie next to each other."""
    for op in ops:
        if not isinstance(op, tt.JoinOp):
            continue
        type: Any = op.result.type
        rank = type.rank
        if bit_width(type.element_type) == 2 * bits and rank >= 2:
            fastest = order(type.encoding, type.shape)
            if fastest[0] == rank - 1 and fastest[1] == rank - 2:
                return True
    return False
