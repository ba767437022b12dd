"""What matrix instructions can do, and whether a product's encodings fit together.

Sources: lib/Analysis/Utility.cpp (supportMMA), lib/Dialect/TritonGPU/IR/Dialect.cpp
(verifyDotOpEncodingCompatibility).
"""

from __future__ import annotations

import os
from typing import Any

from mlir_mini.dialects import ttg_utils
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import FloatType, RankedTensorType, Type, bf16, f16, f32, f64, i8, i32
from mlir_mini.layout.encodings import AMDWmmaEncoding, DotOperandEncoding, NvidiaMmaEncoding
from mlir_mini.layout.queries import cta_shape
from mlir_mini.source import Diagnostic

_FP8 = frozenset(
    map(FloatType, ("f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ")),
)
#: The 8-bit floats that wgmma knows.
_NATIVE_FP8 = frozenset(map(FloatType, ("f8E5M2", "f8E4M3FN")))


def _switched_off(variable: str) -> bool:
    """An environment variable of upstream's is set to a true value."""
    return os.environ.get(variable, "").lower() in ("1", "true", "on", "yes", "y")


def element_supports_mma(element: Type, version: int) -> bool:
    """Operands of ``element`` type can be multiplied by instructions of that generation."""
    if element in _FP8 or element in (f16, bf16):
        return True
    return version >= 2 and element in (f32, f64, i8)


def supports_mma(op: Operation, version: int) -> bool:
    """A product can be computed by mma instructions of generation 2, 3 (wgmma) or 5 (tcgen05).

    For a ``tt.dot`` sizes, precision and warps count as well; of other products only the elements
    are looked at.
    """
    product: Any = op
    a, b = product.a.type.element_type, product.b.type.element_type
    if op.name != "tt.dot":
        return element_supports_mma(a, version) and element_supports_mma(b, version)
    if a is f32 and b is f32 and product.inputPrecision != "tf32":
        return False
    if version == 5:
        return _supports_tcgen05(product, a, b)
    if version == 3 and not _supports_wgmma(product, a):
        return False
    if a is f32 and b is f32:
        return version >= 2
    return element_supports_mma(a, version) and element_supports_mma(b, version)


def _shape_per_cta(type: RankedTensorType) -> tuple[int, ...]:
    encoding: Any = type.encoding
    return cta_shape(encoding, type.shape)


def _supports_tcgen05(dot: Any, a: Any, b: Any) -> bool:
    if _switched_off("DISABLE_MMA_V5"):
        return False
    result: RankedTensorType = dot.d.type
    element = result.element_type
    integer = any(not isinstance(each, FloatType) for each in (a, b, element))
    if integer and (a is not i8 or b is not i8 or element is not i32):
        return False
    if result.rank != 2 or ttg_utils.num_warps(dot) not in (4, 8):
        return False
    rows, columns = _shape_per_cta(result)[-2:]
    k = dot.a.type.shape[-1]
    if k < 256 // a.width or rows % 64 or columns % 8:
        return False
    return f64 not in (a, b, element)


def _supports_wgmma(dot: Any, a: Any) -> bool:
    if _switched_off("DISABLE_MMA_V3"):
        return False
    result: RankedTensorType = dot.d.type
    if dot.a.type.shape[-1] < 256 // a.width:
        return False
    shape = _shape_per_cta(result)
    warps = ttg_utils.num_warps(dot)
    if len(shape) == 3 or warps % 4 or shape[-2] % 64 or shape[-1] % 8:
        return False
    if a not in _NATIVE_FP8 and a not in (i8, f16, bf16, f32):
        return False
    # The instruction adds up 8-bit floats with less than the precision of f32.
    return not (dot.maxNumImpreciseAcc < 32 and a in _NATIVE_FP8 and result.element_type is f32)


def verify_dot_encodings(op: Operation) -> Diagnostic | None:
    """The encodings of a product's operands go with each other and with the result's."""
    product: Any = op
    a, b = product.a.type.encoding, product.b.type.encoding
    if not isinstance(a, DotOperandEncoding) and not isinstance(b, DotOperandEncoding):
        return None
    if not isinstance(a, DotOperandEncoding) or not isinstance(b, DotOperandEncoding):
        return op.plain_error("mismatching encoding between A and B operands")
    if a.k_width != b.k_width:
        return op.plain_error("mismatching kWidth between A and B operands")
    result = product.d.type.encoding
    encodings = [a.parent, b.parent, result]
    found = [e for e in encodings if isinstance(e, NvidiaMmaEncoding)]
    if found:
        if len(found) != len(encodings):
            return op.plain_error("mismatching MMA encoding")
        if any(e.version_major != found[0].version_major for e in found):
            return op.plain_error("mismatched MMA version.")
        if not supports_mma(op, found[0].version_major):
            return op.plain_error("unsupported MMA version")
        if product.a.type.shape[-1] < 4 * a.k_width:
            return op.plain_error("MMA operand layout requires K >= 4 * kWidth")
    if all(isinstance(e, AMDWmmaEncoding) for e in encodings):
        return _verify_wmma_blocks(op, a, b, result)
    return None


def _verify_wmma_blocks(op: Operation, a: Any, b: Any, result: Any) -> Diagnostic | None:
    """Blocks that differ in a result's column share the operand's rows, and the reverse."""
    layout = result.cga_layout.linear_layout
    if not layout.is_invertible():
        return op.plain_error("Accumulator CGA layout should not broadcast or have repeated rows")
    rank = len(layout.out_dims)
    for index, (operand, shared) in enumerate(((a, rank - 1), (b, rank - 2))):
        expected = layout.resize_out_dim(f"dim{shared}", 1)
        if operand.cga_layout.linear_layout is not expected:
            return op.plain_error(f"Incompatible CGA layout for operand {index}")
    return None
