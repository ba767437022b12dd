"""Products by mma (version 2) and wgmma (version 3), and which version to use.

    %d = tt.dot %a, %b, %c : ... -> tensor<64x64xf32, #blocked>
  =>
    %c1 = ttg.convert_layout %c : ... -> tensor<64x64xf32, #mma>
    %a1 = ttg.convert_layout %a : ... -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma}>>
    %b1 = ttg.convert_layout %b : ... -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma}>>
    %d1 = tt.dot %a1, %b1, %c1 : ... -> tensor<64x64xf32, #mma>
    %d = ttg.convert_layout %d1 : ... -> tensor<64x64xf32, #blocked>

With wgmma, %b is put into shared memory, and %a as well if it was loaded from global memory.
After lib/Dialect/TritonGPU/Transforms/AccelerateMatmul.cpp (BlockedToMMA, ScaledBlockedToMMA).
"""

from __future__ import annotations

from typing import Any

from mlir_mini.analysis.slices import ConnectedOps, forward_slice, topological_sort
from mlir_mini.dialects import tt, ttg, ttng
from mlir_mini.dialects.dot_checks import supports_mma
from mlir_mini.dialects.tt_traits import DotLike
from mlir_mini.dialects.ttg_utils import num_ctas, num_warps
from mlir_mini.ir.core import Operation
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import IntegerType, RankedTensorType, bf16, bit_width, f16, f64, i8
from mlir_mini.layout.encodings import (
    BlockedEncoding,
    LinearEncoding,
    NvidiaMmaEncoding,
)
from mlir_mini.layout.matmul import instruction_shape, mma_scale_layout, warp_group_warps
from mlir_mini.layout.queries import cta_shape, mma_v2_warps_per_cta
from mlir_mini.source import diagnostics
from passes.matmul.operands import (
    comes_from_load,
    convert,
    convert_operand,
    original_bit_width,
    shared_operand,
)


def is_blocked(product: Any) -> bool:
    """Whether the result of a product has a layout, but none of an mma yet."""
    encoding = product.d.type.encoding
    return encoding is not None and not isinstance(encoding, NvidiaMmaEncoding)


def mma_version(dot: tt.DotOp, capability: int) -> int:
    """The latest kind of instruction that can compute ``dot``: 5, 3, 2 or 0 for none.

    A remark says if that is not the latest one that the hardware has.
    """
    for version in _versions(dot, capability):
        if supports_mma(dot, version):
            return version
        if version > 2:
            remark = dot.diagnostic(
                "remark",
                f"MMA version {version} acceleration not applied due to unsupported shapes or data "
                "types.",
            )
            remark.attach_note(f"Target compute capability ({capability}) supports MMA v{version}.")
            diagnostics.emit(remark)
    return 0


def _versions(dot: tt.DotOp, capability: int) -> tuple[int, ...]:
    if capability < 90 or capability >= 120:
        return (2,)
    if capability < 100:
        return (3, 2)
    # Of the parts with tcgen05, only the first one multiplies integers with it.
    integers = dot.a.type.element_type is i8 and dot.b.type.element_type is i8
    return (2,) if integers and capability != 100 else (5, 2)


def mma_encoding(product: Any, version: int) -> NvidiaMmaEncoding:
    """The encoding of the result of a product computed by mma (2) or wgmma (3)."""
    type: RankedTensorType = product.d.type
    encoding: Any = type.encoding
    shape = cta_shape(encoding, type.shape)
    warps = num_warps(product)
    element = product.a.type.element_type
    instr_shape = instruction_shape(
        version, shape, bit_width(element), isinstance(element, IntegerType), warps
    )
    if version == 2:
        warps_per_cta = _mma_warps(product, shape, warps)
    elif any(op.has_trait(DotLike) for op in forward_slice(product.d)):
        # So that what is between two products, reductions of rows, stays within a warp.
        warps_per_cta = (warps, 1)
    else:
        warps_per_cta = warp_group_warps(shape, instr_shape, warps)
    return NvidiaMmaEncoding(version, 0, warps_per_cta, encoding.cga_layout, instr_shape)


def _mma_warps(product: Operation, shape: tuple[int, ...], warps: int) -> tuple[int, ...]:
    """How to spread warps over a result; the products of a chain do it alike, along one dim."""
    rank = len(shape)
    if rank == 3:
        return mma_v2_warps_per_cta(shape, warps)
    region = product.parent_region

    def keep(op: Operation) -> bool:
        return op.parent_region is region and not isinstance(op, tt.TransOp)

    is_chained = False
    for op in topological_sort(ConnectedOps(keep).of(product)):
        if op is product or not isinstance(op, (tt.DotOp, tt.DotScaledOp)):
            continue
        type: Any = op.d.type
        if type.rank != rank:
            continue
        if isinstance(type.encoding, NvidiaMmaEncoding):
            return type.encoding.warps_per_cta
        is_chained = True
    if is_chained:
        return (warps, 1) if shape[0] >= shape[1] else (1, warps)
    return mma_v2_warps_per_cta(shape, warps)


class MMA:
    """The patterns for mma and wgmma on hardware of a compute capability (80, 90, ...)."""

    def __init__(self, capability: int) -> None:
        self._capability = capability

    def dot(self, dot: tt.DotOp, rewriter: PatternRewriter) -> bool:
        """tt.dot -> tt.dot or ttng.warp_group_dot"""
        capability = self._capability
        if capability < 70:
            return False
        if capability < 80:
            dot.emit_remark(
                f"Dot op using MMA for compute capability {capability} has been deprecated. It "
                "falls back to the FMA path."
            )
            return False
        if not is_blocked(dot) or (_is_double(dot) and not _has_fast_doubles(capability)):
            return False
        version = mma_version(dot, capability)
        if version not in (2, 3):
            return False
        encoding = mma_encoding(dot, version)
        c = convert(dot.c, encoding, rewriter)
        properties = {
            name: dot.properties[name] for name in ("inputPrecision", "maxNumImpreciseAcc")
        }
        if version == 3:
            allow_transpose = dot.a.type.element_type in (f16, bf16)
            if comes_from_load(dot.a):
                a = shared_operand(dot.a, 0, rewriter, allow_transpose, warn_at=dot)
            else:
                bits = bit_width(dot.a.type.element_type)
                a = convert_operand(dot.a, 0, bits, encoding, rewriter)
            b = shared_operand(dot.b, 1, rewriter, allow_transpose, warn_at=dot)
            kind: Any = ttng.WarpGroupDotOp
        else:
            bits = min(original_bit_width(dot.a), original_bit_width(dot.b))
            a = convert_operand(dot.a, 0, bits, encoding, rewriter)
            b = convert_operand(dot.b, 1, bits, encoding, rewriter)
            kind = tt.DotOp
        new = rewriter.create(kind, [a, b, c], [c.type], properties)
        rewriter.replace_op_with(dot, ttg.ConvertLayoutOp, new.results)
        return True

    def scaled(self, product: tt.DotScaledOp, rewriter: PatternRewriter) -> bool:
        """tt.dot_scaled -> tt.dot_scaled by mma with block scales, which sm_120 has"""
        if self._capability // 10 != 12 or num_ctas(product) != 1:
            return False
        scales = product.a_scale, product.b_scale
        if scales[0] is None or scales[1] is None:
            return False
        if any(isinstance(scale.type.encoding, LinearEncoding) for scale in scales):
            return False
        kinds = {product.a_elem_type, product.b_elem_type}
        if kinds == {"e2m1"}:
            if not product.lhs_k_pack or not product.rhs_k_pack:
                return False
        elif not kinds <= {"e4m3", "e5m2"}:
            return False
        if scales[0].type.element_type is not scales[1].type.element_type:
            return False
        encoding = mma_encoding(product, 2)
        c = convert(product.c, encoding, rewriter)
        bits = min(bit_width(value.type.element_type) for value in (product.a, product.b))
        a = convert_operand(product.a, 0, bits, encoding, rewriter)
        b = convert_operand(product.b, 1, bits, encoding, rewriter)
        new_scales = []
        for index, scale in enumerate(scales):
            blocked = scale.type.encoding
            assert isinstance(blocked, BlockedEncoding)
            layout = mma_scale_layout(
                scale.type.shape, index, encoding.warps_per_cta, blocked.cga_layout
            )
            new_scales.append(convert(scale, LinearEncoding(layout), rewriter))
        new = rewriter.create(tt.DotScaledOp, [a, b, c, *new_scales], [c.type], product.properties)
        rewriter.replace_op_with(product, ttg.ConvertLayoutOp, new.results)
        return True


def _is_double(dot: tt.DotOp) -> bool:
    return f64 in [value.type.element_type for value in (dot.a, dot.b, dot.d)]


def _has_fast_doubles(capability: int) -> bool:
    """Whether mma of doubles beats FMA."""
    return capability in (80, 90) or 100 <= capability < 120
