"""Canonicalization patterns of gpu (mlir/lib/Dialect/GPU/IR/GPUDialect.cpp)."""

from __future__ import annotations

from mlir_mini.dialects import gpu
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite.patterns import Rewrite


# barrier memfence [a];  barrier memfence [b]  ->  barrier memfence [a, b]
def _barrier_before_barrier(op: gpu.BarrierOp, rewriter: PatternRewriter) -> bool:
    following = op.next
    if not isinstance(following, gpu.BarrierOp) or following.scope != op.scope:
        return False
    spaces, more = op.attr("address_spaces"), following.attr("address_spaces")
    if spaces is not None:
        # A barrier that says nothing about memory fences all of it.
        with rewriter.modify_in_place(op):
            if more is None:
                op.remove_attr("address_spaces")
            else:
                merged = dict.fromkeys((*spaces.elements, *more.elements))
                op.set_attr("address_spaces", spaces.replace(elements=tuple(merged)))
    rewriter.erase_op(following)
    return True


PATTERNS: dict[type, list[Rewrite]] = {gpu.BarrierOp: [_barrier_before_barrier]}
