"""tritongpu-reduce-data-duplication: conversions to dot operands go through a buffer of their own.

    %d = ttg.convert_layout %s : tensor<.., #blocked> -> tensor<.., #ttg.dot_op<..>>
  =>
    %m = ttg.local_alloc %s : (tensor<.., #blocked>) -> !ttg.memdesc<.., #shared, #smem>
    %d = ttg.local_load %m : !ttg.memdesc<.., #shared, #smem> -> tensor<.., #ttg.dot_op<..>>

Each thread of a dot operand holds elements that others hold, too: written once to swizzled shared
memory, they can be read as often as needed. Conversions that need no shared memory stay. After
lib/Dialect/TritonGPU/Transforms/ReduceDataDuplication.cpp.
"""

from __future__ import annotations

from mlir_mini.dialects import ttg
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.conversion import cvt_needs_shared_memory
from mlir_mini.layout.encodings import DistributedEncoding, DotOperandEncoding
from mlir_mini.layout.memory_encodings import SwizzledSharedEncoding
from mlir_mini.layout.queries import order_for_memory
from mlir_mini.passmanager import AnalysisManager, Pass


class ReduceDataDuplication(Pass):
    name = "tritongpu-reduce-data-duplication"
    display_name = "TritonGPUReduceDataDuplication"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in module.walk():
            if isinstance(op, ttg.ConvertLayoutOp):
                _convert_through_memory(op)


def _convert_through_memory(op: ttg.ConvertLayoutOp) -> None:
    source, target = op.src.type, op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    if not isinstance(target.encoding, DotOperandEncoding):
        return
    assert isinstance(source.encoding, DistributedEncoding)
    if not cvt_needs_shared_memory(source.shape, source.encoding, target.encoding):
        return
    shared = SwizzledSharedEncoding.for_dot_operand(
        target.encoding,
        source.shape,
        order_for_memory(source.encoding, source.shape),
        source.encoding.cga_layout,
        bit_width(source.element_type),
    )
    type = ttg.MemDescType(target.shape, target.element_type, shared, ttg.SHARED_MEMORY)
    builder = OpBuilder.before(op)
    buffer = builder.create(ttg.LocalAllocOp, [op.src], [type])
    loaded = builder.create(ttg.LocalLoadOp, buffer.results, [target])
    op.replace_all_uses_with(loaded)
    op.erase()
