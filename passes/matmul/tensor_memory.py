"""Products by tcgen05 (version 5), whose accumulator is in tensor memory.

    %d = tt.dot %a, %b, %c : ... -> tensor<128x128xf32, #blocked>
  =>
    %a1 = ttg.local_alloc %a : (...) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %b1 = ttg.local_alloc %b : (...) -> !ttg.memdesc<64x128xf16, #shared, #smem>
    %c1 = ttg.convert_layout %c : ... -> tensor<128x128xf32, #linear>
    %m, %t = ttng.tmem_alloc %c1 : (...) -> (!ttg.memdesc<128x128xf32, ...>, !ttg.async.token)
    %u = ttng.tc_gen5_mma %a1, %b1, %m[%t], %true, %true : ...
    %d1, %v = ttng.tmem_load %m[%u] : ... -> tensor<128x128xf32, #linear>
    %d = ttg.convert_layout %d1 : ... -> tensor<128x128xf32, #blocked>

After lib/Dialect/TritonGPU/Transforms/AccelerateMatmul.cpp (BlockedToMMAv5, ScaledBlockedToMMAv5).
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt, ttg, ttng
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType, memdesc_layout
from mlir_mini.dialects.ttg_utils import num_warps
from mlir_mini.dialects.ttng_attrs import TENSOR_MEMORY
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import bool_attr, i32_array
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import FloatType, RankedTensorType, bit_width, f32, i1, i8
from mlir_mini.layout.encodings import LinearEncoding
from mlir_mini.layout.matmul import (
    copied_scale_layout,
    instruction_shape,
    is_innermost_contiguous,
)
from mlir_mini.layout.memory_encodings import (
    NVMMASharedEncoding,
    SharedLinearEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.queries import cta_shape
from mlir_mini.layout.tensor_memory import distributed_layout
from mlir_mini.rewrite.loops import value_loc
from passes.matmul.mma import is_blocked, mma_version
from passes.matmul.operands import (
    LOADS,
    original_bit_width,
    shared_operand,
    without_conversions,
)

_UE4M3 = FloatType("f8E4M3FN")
#: Compute capabilities whose fp4 operands are padded to a byte an element in shared memory when
#: the other operand has wider elements.
_PADS_FP4 = (100, 103, 110)
#: The one that wants the scales of its first operand one row of blocks after the other.
_SCALES_BY_ROWS = 107


def _registers_for(memory: MemDescType, warps: int) -> LinearEncoding:
    """The layout in registers of what is moved to or from tensor memory."""
    layout = distributed_layout(
        memdesc_layout(memory), "32x32b", warps, bit_width(memory.element_type)
    )
    assert layout is not None
    return LinearEncoding(layout)


class _Accumulator:
    """The accumulator of ``product`` in tensor memory, filled with its third operand."""

    def __init__(
        self, product: Any, block: tuple[int, int], warps: int, rewriter: PatternRewriter
    ) -> None:
        type: RankedTensorType = product.d.type
        encoding: Any = type.encoding
        stride = 32 // bit_width(type.element_type)
        memory = MemDescType(
            type.shape,
            type.element_type,
            TensorMemoryEncoding(*block, stride, encoding.cga_layout),
            TENSOR_MEMORY,
            mutable=True,
        )
        self._type = type.with_encoding(_registers_for(memory, warps))
        initial = rewriter.create(ttg.ConvertLayoutOp, [product.c], [self._type]).result
        allocation = rewriter.create(ttng.TMEMAllocOp, [initial], [memory, AsyncTokenType()])
        self.memory, self.token = allocation.results

    def replace(self, product: Operation, token: Value, rewriter: PatternRewriter) -> None:
        """Put what is in memory after ``token`` in the place of the result of ``product``."""
        load = rewriter.create(
            ttng.TMEMLoadOp,
            [self.memory, token],
            [self._type, AsyncTokenType()],
            {"resultSegmentSizes": i32_array((1, 1, 0))},
        )
        rewriter.replace_op_with(product, ttg.ConvertLayoutOp, load.results[:1])


def _true(rewriter: PatternRewriter) -> Value:
    return rewriter.create(arith.ConstantOp, (), [i1], {"value": bool_attr(True)}).result


class TensorMemoryMMA:
    """The patterns for tcgen05 on hardware of a compute capability (100, 103, ...)."""

    def __init__(self, capability: int) -> None:
        self._capability = capability

    def dot(self, dot: tt.DotOp, rewriter: PatternRewriter) -> bool:
        """tt.dot -> ttng.tc_gen5_mma"""
        if not is_blocked(dot):
            return False
        type: RankedTensorType = dot.d.type
        encoding: Any = type.encoding
        shape = cta_shape(encoding, type.shape)
        warps = num_warps(dot)
        if mma_version(dot, self._capability) != 5:
            return False
        bits = min(original_bit_width(dot.a), original_bit_width(dot.b))
        if bits >= 32 and dot.inputPrecision != "tf32":
            return False
        element = dot.a.type.element_type
        allow_transpose = element is not f32
        a = shared_operand(dot.a, 0, rewriter, allow_transpose)
        b = shared_operand(dot.b, 1, rewriter, allow_transpose)
        m, n, _ = instruction_shape(5, shape, bit_width(element), False, warps)
        accumulator = _Accumulator(dot, (m, n), warps, rewriter)
        true = _true(rewriter)
        new = rewriter.create(
            ttng.TCGen5MMAOp,
            [a, b, accumulator.memory, accumulator.token, true, true],
            [AsyncTokenType()],
            {"operandSegmentSizes": i32_array((1, 1, 1, 1, 1, 1, 0, 0))},
        )
        accumulator.replace(dot, new.results[0], rewriter)
        return True

    def scaled(self, product: tt.DotScaledOp, rewriter: PatternRewriter) -> bool:
        """tt.dot_scaled -> ttng.tc_gen5_mma_scaled"""
        if not is_blocked(product) or product.a_scale is None or product.b_scale is None:
            return False
        type: RankedTensorType = product.d.type
        encoding: Any = type.encoding
        shape = cta_shape(encoding, type.shape)
        warps = num_warps(product)
        if not 100 <= self._capability < 120 or warps not in (4, 8):
            return False
        if shape[0] < 128 or shape[1] < 16:
            return False
        padded = _fp4_padding(product, self._capability)
        if padded is None:
            return False
        a_fp4, b_fp4 = product.a_elem_type == "e2m1", product.b_elem_type == "e2m1"
        a = shared_operand(
            product.a, 0, rewriter, not a_fp4, padded[0], not product.lhs_k_pack, product
        )
        b = shared_operand(
            product.b, 1, rewriter, not b_fp4, padded[1], not product.rhs_k_pack, product
        )
        accumulator = _Accumulator(product, (128, min(shape[1], 256)), warps, rewriter)
        scales = []
        for index, scale in enumerate((product.a_scale, product.b_scale)):
            by_rows = index == 0 and self._capability == _SCALES_BY_ROWS and _is_nvfp4(product)
            memory = TensorMemoryScalesEncoding(
                encoding.cga_layout, "kThenMn" if by_rows else "mnThenK"
            )
            copied = _scale_to_copy(scale, rewriter)
            scales.append(copied or _scale_in_tensor_memory(scale, memory, warps, rewriter))
        true = _true(rewriter)
        properties: dict[str, Interned] = {
            "a_type": product.properties["a_elem_type"],
            "b_type": product.properties["b_elem_type"],
            "operandSegmentSizes": i32_array((1, 1, 1, 1, 1, 1, 1, 1, 0, 0)),
        }
        new = rewriter.create(
            ttng.TCGen5MMAScaledOp,
            [a, b, accumulator.memory, accumulator.token, *scales, true, true],
            [AsyncTokenType()],
            properties,
        )
        accumulator.replace(product, new.results[0], rewriter)
        return True


def _is_nvfp4(product: tt.DotScaledOp) -> bool:
    """Both operands are fp4 with scales of 8-bit floats."""
    if (product.a_elem_type, product.b_elem_type) != ("e2m1", "e2m1"):
        return False
    return all(s.type.element_type is _UE4M3 for s in (product.a_scale, product.b_scale))


def _fp4_padding(product: tt.DotScaledOp, capability: int) -> tuple[bool, bool] | None:
    """Whether fp4 operands take a byte an element in shared memory; None if no kind of the
    instruction can multiply such operands."""
    a_fp4, b_fp4 = product.a_elem_type == "e2m1", product.b_elem_type == "e2m1"
    block_m = product.a.type.shape[0]
    block_k = product.a.type.shape[-1] * (2 if a_fp4 else 1)
    across_k = a_fp4 and b_fp4 and not (product.lhs_k_pack and product.rhs_k_pack)
    if across_k:
        # The kinds for fp4 alone want operands along k; the one for all small floats only takes
        # scales that are exponents, each for 32 elements.
        for scale in (product.a_scale.type, product.b_scale.type):
            is_exponent = scale.element_type is i8 and scale.shape[-1] * 16 != block_k
            if scale.element_type in (_UE4M3, i8) and not is_exponent:
                return None
        return True, True
    if a_fp4 == b_fp4:
        return False, False
    pads = capability in _PADS_FP4 or block_k == 32
    return (
        a_fp4 and (pads or block_m == 64 or not product.lhs_k_pack),
        b_fp4 and (pads or not product.rhs_k_pack),
    )


def _scale_in_tensor_memory(
    scale: Value, encoding: TensorMemoryScalesEncoding, warps: int, rewriter: PatternRewriter
) -> Value:
    """``scale`` written to tensor memory."""
    type: Any = scale.type
    memory = MemDescType(type.shape, type.element_type, encoding, TENSOR_MEMORY)
    registers = type.with_encoding(_registers_for(memory, warps))
    converted = rewriter.create(ttg.ConvertLayoutOp, [scale], [registers]).result
    return rewriter.create(ttng.TMEMAllocOp, [converted], [memory]).results[0]


def _scale_to_copy(scale: Value, rewriter: PatternRewriter) -> Value | None:
    """``scale`` in shared memory, if it was loaded in the order that copies to tensor memory take:

    load -> reshape to [m / 128, k / 4, 32, 4, 4] -> trans [0, 3, 2, 1, 4] -> reshape to [m, k]
    """
    flattened = without_conversions(scale).defining_op
    if not isinstance(flattened, tt.ReshapeOp):
        return None
    type: Any = flattened.result.type
    if type.rank != 2 or type.shape[0] % 128 or type.shape[1] % 4:
        return None
    rows, columns = type.shape
    transposed = without_conversions(flattened.src).defining_op
    if not isinstance(transposed, tt.TransOp) or tuple(transposed.order) != (0, 3, 2, 1, 4):
        return None
    tiled = without_conversions(transposed.src).defining_op
    if not isinstance(tiled, tt.ReshapeOp):
        return None
    tiled_type: Any = tiled.result.type
    if tuple(tiled_type.shape) != (rows // 128, columns // 4, 32, 4, 4):
        return None
    packed = without_conversions(tiled.src)
    if not isinstance(packed.defining_op, LOADS) or not _can_be_copied(packed):
        return None
    layout = SharedLinearEncoding(copied_scale_layout(type.shape, type.encoding.cga_layout), 128)
    memory = MemDescType(type.shape, type.element_type, layout, SHARED_MEMORY)
    with rewriter.keep_insertion_point():
        rewriter.set_insertion_point_after(flattened)
        operands, loc = [flattened.result], value_loc(flattened.result)
        return rewriter.create(ttg.LocalAllocOp, operands, [memory], loc=loc).result


def _can_be_copied(loaded: Value) -> bool:
    """Whether loaded scales can lie in shared memory without swizzling, chunk by chunk."""
    type: Any = loaded.type
    layout = NVMMASharedEncoding(0, False, 8, False, type.encoding.cga_layout)
    memory = MemDescType(type.shape, type.element_type, layout, SHARED_MEMORY)
    if not is_innermost_contiguous(memdesc_layout(memory), 512):
        return False
    if not isinstance(loaded.defining_op, tt.LoadOp):
        return True
    # Through pointers, only loads of whole rows of chunks go to shared memory directly.
    return type.rank == 2 and type.shape[-1] * 8 % (32 * 128) == 0
