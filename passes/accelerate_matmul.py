"""tritongpu-accelerate-matmul: computes matrix products with the instructions that there are.

1. Scaled products of which only the second operand has a scale are transposed.
2. Each product whose result is still blocked gets the layout of an instruction: tcgen05 if the
   hardware has it and it fits, else wgmma, else mma (``passes/matmul``). Scaled products without
   an instruction become ordinary ones.
3. Operands of what is left, and 8-bit floats that the hardware cannot multiply, are widened.

After lib/Dialect/TritonGPU/Transforms/AccelerateMatmul.cpp.
"""

from __future__ import annotations

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.ttg_utils import TARGET, compute_capability
from mlir_mini.dialects.ttng_mma import FP8
from mlir_mini.ir.attributes import StringAttr, i32_array
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import FloatType, RankedTensorType, Type, f16
from mlir_mini.layout.encodings import NvidiaMmaEncoding
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.patterns import PatternSet
from mlir_mini.source import Diagnostic, MLIRError
from passes.matmul.mma import MMA
from passes.matmul.scaled import decompose_scaled, transpose_last
from passes.matmul.tensor_memory import TensorMemoryMMA


class AccelerateMatmul(Pass):
    name = "tritongpu-accelerate-matmul"
    display_name = "TritonGPUAccelerateMatmul"
    changes_rounding = True  # tensor cores multiply in their own precision

    def run(self, module: Operation, am: AnalysisManager) -> None:
        capability = compute_capability(module)
        if capability is None:
            target = module.attr(TARGET)
            if isinstance(target, StringAttr):
                problem = f"'{target.value}' in {TARGET} isn't a GPU such as cuda:80"
            else:
                problem = f"'{module.name}' op needs the attribute '{TARGET}', such as \"cuda:80\""
            # The whole module in a note would hide this.
            raise MLIRError(Diagnostic("error", module.loc.position(), problem))
        _transpose_products(module)
        mma, tensor_memory = MMA(capability), TensorMemoryMMA(capability)
        patterns = PatternSet()
        patterns.add(tt.DotOp, mma.dot)
        patterns.add(tt.DotScaledOp, decompose_scaled)
        patterns.add(tt.DotScaledOp, mma.scaled, tensor_memory.scaled, benefit=10)
        patterns.add(tt.DotOp, tensor_memory.dot, benefit=10)
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure
        for op in module.walk():
            if isinstance(op, tt.DotOp):
                _widen_operands(op, capability)


# dot_scaled(a, b scale s, c) -> trans(dot_scaled(trans(b) scale s, trans(a), trans(c)))
def _transpose_products(module: Operation) -> None:
    found = [
        op
        for op in module.walk()
        if isinstance(op, tt.DotScaledOp) and op.a_scale is None and op.b_scale is not None
    ]
    for op in found:
        builder = OpBuilder.before(op)
        a, b, c = (transpose_last(value, builder) for value in (op.a, op.b, op.c))
        new = builder.create(
            tt.DotScaledOp,
            [b, a, c, op.b_scale],
            [c.type],
            {
                "a_elem_type": op.properties["b_elem_type"],
                "b_elem_type": op.properties["a_elem_type"],
                "fastMath": op.properties["fastMath"],
                "lhs_k_pack": op.properties["rhs_k_pack"],
                "rhs_k_pack": op.properties["lhs_k_pack"],
                "operandSegmentSizes": i32_array((1, 1, 1, 1, 0)),
            },
        )
        op.d.replace_all_uses_with(transpose_last(new.results[0], builder))
        op.erase()


def _widen_operands(dot: tt.DotOp, capability: int) -> None:
    """Convert operands to a type that the instruction, or FMA, can multiply."""
    element: Type = dot.a.type.element_type
    encoding = dot.d.type.encoding
    if isinstance(encoding, NvidiaMmaEncoding):
        if element not in (FloatType("f8E5M2"), FloatType("f8E4M3FN")):
            return
        if encoding.is_hopper or capability == 89 or capability // 10 == 12:
            return
        wide: Type = f16
    else:
        wide = dot.d.type.element_type
        if element is wide:
            return
    builder = OpBuilder.before(dot)
    operands = [_widened(value, wide, builder) for value in (dot.a, dot.b)]
    for index, value in enumerate(operands):
        dot.set_operand(index, value)


def _widened(value: Value, element: Type, builder: OpBuilder) -> Value:
    type = value.type
    assert isinstance(type, RankedTensorType)
    types = [type.with_element_type(element)]
    if type.element_type in FP8:
        return builder.create(tt.FpToFpOp, [value], types).result
    return builder.create(arith.ExtFOp, [value], types).result
