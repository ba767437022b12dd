"""Matrix products.

Products of floats are summed in f64 and rounded once, so that the order of summation hardly ever
shows; input precision ``tf32`` rounds the operands first, the others count as exact (they split
operands so that little is lost). Integers are exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.interp.errors import Unsupported
from mlir_mini.interp.floats import decode, round_tf32
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import dtype_of, from_float, is_float, to_float
from mlir_mini.ir.types import FloatType, Type, element_type_or_self, f32

#: Formats of scaled operands by the names of the attribute.
ELEMENTS = {
    "e4m3": "f8E4M3FN",
    "e5m2": "f8E5M2",
    "e2m3": "f6E2M3FN",
    "e3m2": "f6E3M2FN",
    "e2m1": "f4E2M1FN",
    "bf16": "bf16",
    "fp16": "f16",
}


def _operand(value: Any, type: Type, precision: str) -> Any:
    value = to_float(value, type)
    if precision == "tf32" and element_type_or_self(type) is f32:
        value = round_tf32(value)
    return np.ascontiguousarray(value, np.float64)


def multiply_add(
    a: Any, a_type: Type, b: Any, b_type: Type, c: Any, type: Type, precision: str = "ieee"
) -> Any:
    """``a @ b + c`` in the type of ``c``; ``c`` may be None for zero."""
    if not is_float(type):
        total = np.matmul(a.astype(np.int64), b.astype(np.int64))
        return (total if c is None else total + c).astype(dtype_of(type))
    return _sum(_operand(a, a_type, precision), _operand(b, b_type, precision), c, type)


def _sum(a: Any, b: Any, c: Any, type: Type) -> Any:
    total = np.matmul(a, b)
    if c is not None:
        total = total + to_float(c, type).astype(np.float64)
    return from_float(total, type)


@rule(tt.DotOp)
def _dot(ev: Any, op: Any, a: Any, b: Any, c: Any) -> Any:
    ev.count(c.size * a.shape[-1] >> 17)
    return multiply_add(a, op.a.type, b, op.b.type, c, op.result.type, op.inputPrecision)


def unpack_fp4(packed: Any, axis: int) -> Any:
    """The e2m1 values of bytes as f32, the lower half of a byte first along ``axis``."""
    bits = packed.view(np.uint8)
    halves = np.stack([bits & 15, bits >> 4], axis=axis + 1)
    shape = list(packed.shape)
    shape[axis] *= 2
    return decode(halves.reshape(shape), "f4E2M1FN")


def _decoded(value: Any, type: Type, name: str, packed_axis: int) -> Any:
    """Elements of a scaled operand as f32; bytes are read in the format ``name``."""
    if name == "e2m1":
        return unpack_fp4(value, packed_axis % value.ndim)
    if is_float(type):
        return to_float(value, type)
    return decode(value.view(np.uint8), ELEMENTS[name])


def _scale_factors(scale: Any, type: Type) -> Any:
    element = element_type_or_self(type)
    if isinstance(element, FloatType):
        return to_float(scale, type)
    return decode(scale.view(np.uint8), "f8E8M0FNU")


def _scaled(value: Any, scale: Any, axis: int) -> Any:
    """Multiply blocks along ``axis`` by their scales, which lie along the last axis of ``scale``"""
    value = value.astype(np.float64)
    if scale is None:
        return value
    if axis == -2:
        scale = scale.swapaxes(-1, -2)
    if scale.size > 1:
        if scale.shape[-2 if axis == -1 else -1] != value.shape[-2 if axis == -1 else -1]:
            raise Unsupported(None, "with scales for another number of rows")
        scale = np.repeat(scale, value.shape[axis] // scale.shape[axis], axis)
    return value * scale


def multiply_scaled(op: Any, a: Any, b: Any, c: Any, a_scale: Any, b_scale: Any, type: Type) -> Any:
    """The product of scaled operands; ``op`` says the formats by ``a_elem_type`` and so on."""
    left = _decoded(a, op.a.type, op.a_elem_type, -1 if op.lhs_k_pack else -2)
    right = _decoded(b, op.b.type, op.b_elem_type, -2 if op.rhs_k_pack else -1)
    if a_scale is not None:
        a_scale = _scale_factors(a_scale, op.a_scale.type)
    if b_scale is not None:
        b_scale = _scale_factors(b_scale, op.b_scale.type)
    return _sum(_scaled(left, a_scale, -1), _scaled(right, b_scale, -2), c, type)


@rule(tt.DotScaledOp)
def _dot_scaled(ev: Any, op: Any, a: Any, b: Any, c: Any, *scales: Any) -> Any:
    left = list(scales)
    a_scale = left.pop(0) if op.a_scale is not None else None
    b_scale = left.pop(0) if op.b_scale is not None else None
    return multiply_scaled(op, a, b, c, a_scale, b_scale, op.result.type)
