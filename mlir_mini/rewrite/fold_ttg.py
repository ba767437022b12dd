"""Folders of ttg (lib/Dialect/TritonGPU/IR/Ops.cpp)."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import ttg
from mlir_mini.ir.attributes import i32_array
from mlir_mini.layout.layout_utils import apply_permutation
from mlir_mini.rewrite.folding import IN_PLACE, Constants, Folder, FoldResult
from mlir_mini.rewrite.matchers import defined_by


# memdesc_trans(m, [0, 1, ...]) -> m
# memdesc_trans(memdesc_trans(m, p), q) -> memdesc_trans(m, p then q)
def _transposed_buffer(op: ttg.MemDescTransOp, constants: Constants) -> FoldResult:
    if list(op.order) == list(range(len(op.order))):
        return op.src
    inner = defined_by(op.src, ttg.MemDescTransOp)
    if inner is None:
        return None
    op.set_attr("order", i32_array(apply_permutation(inner.order, op.order)))
    op.set_operand(0, inner.src)
    return IN_PLACE


# memdesc_reinterpret(m) -> m as its own type
def _reinterpreted_buffer(op: ttg.MemDescReinterpretOp, constants: Constants) -> FoldResult:
    return op.src if op.result.type is op.src.type else None


# memdesc_subslice(memdesc_subslice(m)[a])[b] -> memdesc_subslice(m)[a + b]
def _part_of_buffer(op: ttg.MemDescSubsliceOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.src, ttg.MemDescSubsliceOp)
    if inner is None:
        return None
    offsets = [a + b for a, b in zip(inner.offsets, op.offsets, strict=True)]
    op.set_operand(0, inner.src)
    op.set_attr("offsets", i32_array(offsets))
    return IN_PLACE


# local_alloc(local_load(m)) -> m if both buffers are alike and constant
def _copied_buffer(op: ttg.LocalAllocOp, constants: Constants) -> FoldResult:
    type: Any = op.result.type
    if type.mutable or op.src is None:
        return None
    load = defined_by(op.src, ttg.LocalLoadOp)
    return load.src if load is not None and load.src.type is type else None


FOLDERS: dict[type, Folder] = {
    ttg.MemDescTransOp: _transposed_buffer,
    ttg.MemDescReinterpretOp: _reinterpreted_buffer,
    ttg.MemDescSubsliceOp: _part_of_buffer,
    ttg.LocalAllocOp: _copied_buffer,
}
