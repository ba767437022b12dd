"""Scaled products by ordinary ones: operands are widened and multiplied by their scales.

    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = bf16 : ...
  =>
    %a1 = tt.fp_to_fp %a : ... -> tensor<32x64xbf16>
    %s1 = (the scale as a power of two in bf16, repeated for the elements that share it)
    %a2 = arith.mulf %a1, %s1
    %d = tt.dot %a2, %b, %c

After lib/Dialect/TritonGPU/Transforms/DecomposeScaledBlocked.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, math, tt, ttg
from mlir_mini.ir.attributes import UNIT, IntegerAttr, i32_array, i32_attr, splat
from mlir_mini.ir.core import RawLocation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    bf16,
    bit_width,
    f16,
    f32,
)
from mlir_mini.layout.encodings import DistributedEncoding, DotOperandEncoding, MmaEncoding
from mlir_mini.layout.inference import infer_fp4_to_fp
from mlir_mini.layout.reshape import infer_reshape
from mlir_mini.rewrite.loops import value_loc

#: Bits of the fraction of a float, behind which its exponent is.
_FRACTION_BITS = {bf16: 7, f32: 23}
#: The bit pattern in bf16 of 2 ** -127, which an exponent of 0 stands for.
_SMALLEST = 0x40


def decompose_scaled(product: tt.DotScaledOp, rewriter: PatternRewriter) -> bool:
    """tt.dot_scaled -> tt.dot of bf16, or of f16 if one operand is of that."""
    encoding = product.d.type.encoding
    if isinstance(encoding, MmaEncoding):
        return False
    half = "fp16" in (product.a_elem_type, product.b_elem_type)
    operands = []
    for index in (0, 1):
        value = _scaled_operand(product, index, f16 if half else bf16, rewriter)
        type: Any = value.type
        operand = DotOperandEncoding.for_bit_width(index, encoding, bit_width(type.element_type))
        types = [type.with_encoding(operand)]
        loc = value_loc(value)
        operands.append(rewriter.create(ttg.ConvertLayoutOp, [value], types, loc=loc).result)
    new = rewriter.create(tt.DotOp, [*operands, product.c], [product.c.type])
    rewriter.replace_op_with(product, ttg.ConvertLayoutOp, new.results)
    return True


def _scaled_operand(
    product: tt.DotScaledOp, index: int, compute: FloatType, rewriter: PatternRewriter
) -> Value:
    """Operand ``index`` as ``compute``, times its scale if it has one."""
    value, scale, kind, packed = (
        (product.a, product.a_scale, product.a_elem_type, product.lhs_k_pack),
        (product.b, product.b_scale, product.b_elem_type, product.rhs_k_pack),
    )[index]
    type: RankedTensorType = value.type
    k_dim = type.rank - 1 - index
    loc = value_loc(value)
    if kind == "e2m1":
        axis = k_dim if packed else 2 * type.rank - 3 - k_dim
        wide = _unpack_fp4(value, axis, compute, rewriter)
    else:
        types = [type.with_element_type(compute)]
        wide = rewriter.create(tt.FpToFpOp, [value], types, loc=loc).result
    if scale is None:
        return wide
    wide_type = wide.type
    assert isinstance(wide_type, RankedTensorType)
    # Scales have their k dim last, with either operand.
    if index == 1:
        scale = transpose_last(scale, rewriter)
    factor = _scale_value(scale, compute, not product.fastMath, rewriter)
    factor = _spread_scale(factor, k_dim, product.deduce_scale_factor(), wide_type, rewriter)
    return rewriter.create(arith.MulFOp, [wide, factor], [wide_type], loc=loc).result


def _unpack_fp4(value: Value, axis: int, compute: FloatType, rewriter: PatternRewriter) -> Value:
    type: Any = value.type
    shape = list(type.shape)
    shape[axis] *= 2
    encoding = infer_fp4_to_fp(type.encoding, shape, axis)
    types = [RankedTensorType(tuple(shape), compute, encoding)]
    properties = {"axis": i32_attr(axis)}
    return rewriter.create(ttg.Fp4ToFpOp, [value], types, properties, loc=value_loc(value)).result


def transpose_last(value: Value, rewriter: Any) -> Value:
    """``value`` with its last two dims swapped."""
    type: Any = value.type
    order = [*range(type.rank - 2), type.rank - 1, type.rank - 2]
    properties = {"order": i32_array(order)}
    types = tt.TransOp.infer_result_types([value], properties, ())
    assert types is not None
    return rewriter.create(tt.TransOp, [value], types, properties, loc=value_loc(value)).result


def _scale_value(
    scale: Value, compute: FloatType, handle_nan: bool, rewriter: PatternRewriter
) -> Value:
    """The number that ``scale``, a float or its exponent, stands for; 0xff is NaN."""
    type: Any = scale.type
    loc = value_loc(scale)
    if isinstance(type.element_type, FloatType):
        types = [type.with_element_type(compute)]
        return rewriter.create(tt.FpToFpOp, [scale], types, loc=loc).result
    # f16 has too few exponents.
    large = f32 if compute is f16 else compute
    bits = type.with_element_type(IntegerType(large.width))
    exponent = rewriter.create(arith.ExtUIOp, [scale], [bits], loc=loc).result
    shift = _constant(bits, _FRACTION_BITS[large], rewriter, loc)
    pattern = rewriter.create(arith.ShLIOp, [exponent, shift], [bits], loc=loc).result
    if large is compute:
        smallest = _constant(bits, _SMALLEST, rewriter, loc)
        pattern = rewriter.create(arith.MaxUIOp, [pattern, smallest], [bits], loc=loc).result
    floats = type.with_element_type(large)
    value: Value = rewriter.create(tt.BitcastOp, [pattern], [floats], loc=loc).result
    if handle_nan:
        # 0xff has become an infinity: times zero that is NaN.
        properties = {"value": splat(floats, 0)}
        zero = rewriter.create(arith.ConstantOp, (), [floats], properties, loc=loc).result
        value = rewriter.create(math.FmaOp, [value, zero, value], [floats], loc=loc).result
    if large is not compute:
        types = [type.with_element_type(compute)]
        value = rewriter.create(arith.TruncFOp, [value], types, loc=loc).result
    return value


def _constant(
    type: RankedTensorType, value: int, rewriter: PatternRewriter, loc: RawLocation
) -> Value:
    """An integer, spread over a tensor; it becomes one constant when the driver comes by."""
    element = type.element_type
    properties = {"value": IntegerAttr(value, element)}
    scalar = rewriter.create(arith.ConstantOp, (), [element], properties, loc=loc).result
    return rewriter.create(tt.SplatOp, [scalar], [type], loc=loc).result


def _spread_scale(
    scale: Value, k_dim: int, factor: int, target: RankedTensorType, rewriter: PatternRewriter
) -> Value:
    """Each element repeated ``factor`` times along ``k_dim``, in the layout of ``target``.

    It is converted first, while there are few elements, to a layout from which the rest is free.
    """
    type: Any = scale.type
    loc = value_loc(scale)
    shape = type.shape
    expanded = (*shape[: k_dim + 1], 1, *shape[k_dim + 1 :])
    repeated = (*shape[: k_dim + 1], factor, *shape[k_dim + 1 :])
    result = (*shape[:k_dim], shape[k_dim] * factor, *shape[k_dim + 1 :])
    encoding = target.encoding
    assert isinstance(encoding, DistributedEncoding)
    inner = infer_reshape(result, encoding, repeated)
    source = type.with_encoding(infer_reshape(expanded, inner, shape))
    element = type.element_type
    steps: list[tuple[Any, RankedTensorType, dict[str, Any]]] = [
        (ttg.ConvertLayoutOp, source, {}),
        # Propagation of layouts must not move the conversion behind it.
        (tt.ReshapeOp, RankedTensorType(expanded, element, inner), {"efficient_layout": UNIT}),
        (tt.BroadcastOp, RankedTensorType(repeated, element, inner), {}),
        (tt.ReshapeOp, RankedTensorType(result, element, encoding), {}),
    ]
    for kind, step_type, properties in steps:
        scale = rewriter.create(kind, [scale], [step_type], properties, loc=loc).result
    return scale
