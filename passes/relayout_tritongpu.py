"""relayout-tritongpu: layouts for operations of ttg and ttng that ask for certain ones.

    %0 = ttng.tmem_load %buffer           %0 = ttng.tmem_load %buffer : ... -> tensor<..., #linear>
       : ... -> tensor<128x64xf32>    ->  %1 = ttg.convert_layout %0 : ... -> tensor<..., #blocked>

Warp specialization gives part of a kernel to other warps and drops its layouts; this pass makes up
new ones where the default ones will not do. The rest has been converted by
convert-triton-to-tritongpu. After lib/Conversion/TritonToTritonGPU/RelayoutTritonGPU.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import ttng
from mlir_mini.dialects.ttg_types import memdesc_layout
from mlir_mini.dialects.ttg_utils import num_ctas, num_warps, threads_per_warp
from mlir_mini.dialects.ttng_tmem import tmem_access
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.encodings import LinearEncoding
from mlir_mini.layout.tensor_memory import distributed_layout
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.rewrite.conversion import (
    ConversionPattern,
    ConversionRewriter,
    TypeConverter,
    apply_partial_conversion,
)
from mlir_mini.source import MLIRError
from passes.tritongpu_conversion import (
    LayoutConverter,
    convert_gather_scatter,
    convert_layout,
    encoding_of,
    legality,
    with_encoding,
)


class RelayoutTritonGPU(Pass):
    name = "relayout-tritongpu"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        converter = LayoutConverter(
            num_warps(module), threads_per_warp(module), num_ctas(module), source_remat=True
        )
        apply_partial_conversion(module, converter, lambda op: _legality(op, converter), PATTERNS)


def _legality(op: Operation, converter: TypeConverter) -> bool | None:
    if op.name != "ttg.local_load" and not op.name.startswith("ttng."):
        return legality(op, converter)
    tensor, memory = _tensor_and_memory(op)
    if tensor is None or not converter.is_legal(op):
        return converter.is_legal(op)
    return encoding_of(tensor) is not None and tmem_access(op, tensor.type, memory.type) is not None


def _tensor_and_memory(op: Any) -> tuple[Value | None, Any]:
    """The tensor that ``op`` moves to or from tensor memory, and that memory."""
    if isinstance(op, ttng.TMEMLoadOp):
        return op.result, op.src
    if isinstance(op, ttng.TMEMStoreOp):
        return op.src, op.dst
    if isinstance(op, ttng.TMEMAllocOp):
        return op.src, op.result
    return None, None


def _tensor_memory_type(op: Operation, tensor: Value, memory: Any) -> RankedTensorType:
    """The type of ``tensor`` with the layout in which each warp moves 32 whole rows.

    Raises MLIRError at ``op`` if there is none.
    """
    warps = num_warps(op)
    layout = None
    if warps >= 4:
        bits = bit_width(memory.type)
        layout = distributed_layout(memdesc_layout(memory.type), "32x32b", warps, bits)
    if layout is None:
        raise MLIRError(op.op_error(f"cannot access this tensor memory with {warps} warps"))
    return with_encoding(tensor, LinearEncoding(layout))


def _load(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    result = op.result
    wanted = rewriter.converter.convert(result.type)
    result.type = _tensor_memory_type(op, result, op.src)
    rewriter.modified(op)
    if result.type is wanted:
        return True
    rewriter.set_insertion_point_after(op)
    converted = convert_layout(rewriter, result, wanted)
    user = converted.defining_op
    assert user is not None
    result.replace_uses_except(converted, [user])
    return True


def _store(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    """ttng.tmem_store, and ttng.tmem_alloc with a tensor."""
    tensor, memory = _tensor_and_memory(op)
    if tensor is None:
        return True
    index = op.operands.index(tensor)
    new_type = _tensor_memory_type(op, tensor, memory)
    op.set_operand(index, convert_layout(rewriter, operands[index], new_type))
    rewriter.modified(op)
    return True


def _local_load(op: Any, operands: Sequence[Value], rewriter: ConversionRewriter) -> bool:
    op.result.type = rewriter.converter.convert(op.result.type)
    rewriter.modified(op)
    return True


#: How each operation is converted, by its name.
PATTERNS: dict[str, ConversionPattern] = {
    "ttng.async_tma_gather": convert_gather_scatter,
    "ttng.async_tma_scatter": convert_gather_scatter,
    "ttg.local_load": _local_load,
    "ttng.tmem_load": _load,
    "ttng.tmem_store": _store,
    "ttng.tmem_alloc": _store,
}
