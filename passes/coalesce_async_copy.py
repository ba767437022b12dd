"""tritongpu-coalesce-async-copy: layouts in which an asynchronous copy does what its threads own.

An asynchronous copy loads and stores in one instruction, so that it is no wider than what lies
together in shared memory. Where threads own longer runs than that, each has gaps between the
accesses of one instruction; their layout is changed so that they own as much as they copy:

    %t = ttg.async_copy_global_to_local %p, %m : tensor<.., #blocked> -> <.., #shared, ..>
  =>
    %q = ttg.convert_layout %p : tensor<.., #blocked> -> tensor<.., #blocked1>
    %t = ttg.async_copy_global_to_local %q, %m : tensor<.., #blocked1> -> <.., #shared, ..>

Copies of fewer elements than there are threads are coalesced as loads are: their layout was chosen
for the users of what they load, who now read shared memory. After
lib/Dialect/TritonGPU/Transforms/CoalesceAsyncCopy.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.dialects import ttg
from mlir_mini.dialects.ttg_types import memdesc_layout
from mlir_mini.dialects.ttg_utils import num_warps, threads_per_warp
from mlir_mini.ir.core import Operation
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.coalescing import build_blocked
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout.memory_encodings import SwizzledSharedEncoding
from mlir_mini.layout.queries import contig_per_thread
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.loops import value_loc
from mlir_mini.rewrite.patterns import PatternSet, Rewrite
from passes.coalesce import AccessLayouts

Copy = ttg.AsyncCopyGlobalToLocalOp


class CoalesceAsyncCopy(Pass):
    name = "tritongpu-coalesce-async-copy"
    display_name = "TritonGPUCoalesceAsyncCopy"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        # Once the first copy has changed, nothing is known of its operands any more.
        layouts = AccessLayouts(module, am.get(ModuleAxisInfoAnalysis))
        coalesced: dict[Operation, BlockedEncoding] = {}
        for op in module.walk():
            if isinstance(op, Copy) and _is_cheap(op):
                coalesced[op] = layouts.of(op, op.src, op.result_.type.encoding.cga_layout)
        patterns = PatternSet().add(Copy, _clip, _coalesce(coalesced))
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure


def _clip(op: Copy, rewriter: PatternRewriter) -> bool:
    """Let threads own no more elements in a row than lie together in shared memory."""
    type = _source_type(op)
    encoding, shared = type.encoding, op.result_.type.encoding
    if not isinstance(encoding, BlockedEncoding) or not isinstance(shared, SwizzledSharedEncoding):
        return False
    memory = memdesc_layout(op.result_.type)
    moved = to_linear_layout(type.shape, encoding).invert_and_compose(memory)
    copied = moved.num_consecutive_in_out()
    owned = list(contig_per_thread(encoding, type.shape))
    inner = encoding.order[0]
    if owned[inner] <= copied:
        return False
    owned[inner] = copied
    clipped = build_blocked(
        type.shape,
        owned,
        encoding.order,
        num_warps(op),
        threads_per_warp(op),
        encoding.cga_layout,
    )
    _convert_operands(op, clipped, rewriter)
    return True


def _is_cheap(op: Copy) -> bool:
    """Not all threads have something to copy. What is narrower than 32 bits is left alone."""
    elements = product(_source_type(op).shape)
    return (
        elements < num_warps(op) * threads_per_warp(op)
        and bit_width(op.result_.type.element_type) >= 32
    )


def _coalesce(layouts: Mapping[Operation, BlockedEncoding]) -> Rewrite:
    def rewrite(op: Copy, rewriter: PatternRewriter) -> bool:
        layout = layouts.get(op)
        if layout is None or layout is _source_type(op).encoding:
            return False
        _convert_operands(op, layout, rewriter)
        return True

    return rewrite


def _source_type(op: Copy) -> RankedTensorType:
    type = op.src.type
    assert isinstance(type, RankedTensorType)
    return type


def _convert_operands(op: Copy, encoding: BlockedEncoding, rewriter: PatternRewriter) -> None:
    """Convert the pointers, the mask and what stands for masked elements."""
    with rewriter.modify_in_place(op):
        converted = []
        for use in op.op_operands:
            value = use.value
            if isinstance(value.type, RankedTensorType):
                type = value.type.with_encoding(encoding)
                loc = value_loc(value)
                value = rewriter.create(ttg.ConvertLayoutOp, [value], [type], loc=loc).result
            converted.append(value)
        for use, value in zip(op.op_operands, converted, strict=True):
            if use.value is not value:
                use.set(value)
        # The analysis doesn't know the converted pointers, so that an access may take one element.
        op.contiguity = 1
