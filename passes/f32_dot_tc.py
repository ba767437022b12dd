"""tritongpu-F32DotTC: products of f32 matrices as sums of products that tensor cores do.

An operand x is split into a coarse part and what is left of it, in bf16 for bf16x3 and bf16x6 and
in tf32 for tf32x3 (only with ``emu-tf32``). For three products, with the small parts first:

    %d = tt.dot %a, %b, %c, inputPrecision = tf32x3
  =>
    %0 = tt.dot small(%a), big(%b), 0, inputPrecision = tf32
    %1 = tt.dot big(%a), small(%b), %0, inputPrecision = tf32
    %2 = %1 without NaN
    %3 = tt.dot big(%a), big(%b), %2, inputPrecision = tf32
    %d = arith.addf %3, %c

NaN in the small products come from infinite operands, whose small part is NaN; they are dropped so
that infinity remains what the large product makes of it. After
lib/Dialect/TritonGPU/Transforms/F32DotTC.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.tt_types import InputPrecision
from mlir_mini.ir.attributes import FloatAttr, StringAttr, bool_attr, i32_attr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import bf16, element_type_or_self, f32, i1
from mlir_mini.passmanager import AnalysisManager, Option, Pass, PassFailure
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.loops import value_loc
from mlir_mini.rewrite.patterns import PatternSet

#: How many bf16 values an operand is split into.
_BF16_PARTS = {"bf16x3": 2, "bf16x6": 3}


class F32DotTC(Pass):
    name = "tritongpu-F32DotTC"
    display_name = "TritonGPUF32DotTC"
    changes_rounding = True  # a product becomes several of less precision

    emu_tf32 = Option(bool, False, "split products of tf32x3 as well")

    def run(self, module: Operation, am: AnalysisManager) -> None:
        patterns = PatternSet()
        if self.emu_tf32:
            patterns.add(tt.DotOp, _split_to_tf32)
        patterns.add(tt.DotOp, _split_to_bf16)
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure


def _is_f32_product(op: tt.DotOp) -> bool:
    return all(element_type_or_self(value.type) is f32 for value in (op.a, op.b))


class _Emitter:
    """Creates operations; all are where the value that they start from was defined."""

    def __init__(self, rewriter: PatternRewriter) -> None:
        self._rewriter = rewriter

    def create(
        self, op_class: type[Operation], operands: list[Value], type: Any, **properties: Any
    ) -> Value:
        loc = value_loc(operands[0])
        return self._rewriter.create(op_class, operands, [type], properties, loc=loc).results[0]

    def zero_like(self, value: Value) -> Value:
        zero = FloatAttr.from_float(0.0, f32)
        loc = value_loc(value)
        scalar = self._rewriter.create(arith.ConstantOp, [], [f32], {"value": zero}, loc=loc)
        return self._rewriter.create(tt.SplatOp, scalar.results, [value.type], loc=loc).results[0]

    def dot(self, a: Value, b: Value, c: Value, precision: str, imprecise: int) -> Value:
        return self.create(
            tt.DotOp,
            [a, b, c],
            c.type,
            inputPrecision=InputPrecision.from_python(precision),
            maxNumImpreciseAcc=i32_attr(imprecise),
        )

    def without_nan(self, value: Value) -> Value:
        """``value`` with 0 in the place of NaN."""
        type: Any = value.type
        predicate = arith.CmpFOp.predicate.kind.from_python("uno")
        bits = type.with_element_type(i1)
        nan = self.create(arith.CmpFOp, [value, value], bits, predicate=predicate)
        zero = self.zero_like(value)
        loc = value_loc(value)
        select = self._rewriter.create(arith.SelectOp, [nan, zero, value], [type], loc=loc)
        return select.result

    def bf16_parts(self, value: Value, count: int) -> list[Value]:
        """``value`` as a sum of bf16 values, largest first."""
        type: Any = value.type
        parts = []
        for i in range(count):
            part = self.create(arith.TruncFOp, [value], type.with_element_type(bf16))
            if i != count - 1:
                wide = self.create(arith.ExtFOp, [part], type)
                value = self.create(arith.SubFOp, [value, wide], type)
            parts.append(part)
        return parts


def _split_to_bf16(op: tt.DotOp, rewriter: PatternRewriter) -> bool:
    count = _BF16_PARTS.get(op.inputPrecision)
    if count is None or not _is_f32_product(op):
        return False
    emit = _Emitter(rewriter)
    a = emit.bf16_parts(op.a, count)
    b = emit.bf16_parts(op.b, count)
    total = emit.zero_like(op.c)
    small = [(1, 0), (0, 1)]
    if count == 3:
        # Of nine products those that are too small to matter are left out.
        small = [(1, 1), (2, 0), (0, 2), *small]
    for i, j in small:
        total = emit.dot(a[i], b[j], total, "ieee", 0)
    total = emit.dot(a[0], b[0], emit.without_nan(total), "ieee", 0)
    rewriter.replace_op_with(op, arith.AddFOp, [total, op.c])
    return True


def _split_to_tf32(op: tt.DotOp, rewriter: PatternRewriter) -> bool:
    if op.inputPrecision != "tf32x3" or not _is_f32_product(op):
        return False
    emit = _Emitter(rewriter)
    a_big, a_small = _tf32_parts(op.a, rewriter)
    b_big, b_small = _tf32_parts(op.b, rewriter)
    total = emit.zero_like(op.c)
    imprecise = op.maxNumImpreciseAcc
    for a, b in ((a_small, b_big), (a_big, b_small)):
        total = emit.dot(a, b, total, "tf32", imprecise)
    total = emit.dot(a_big, b_big, emit.without_nan(total), "tf32", imprecise)
    rewriter.replace_op_with(op, arith.AddFOp, [total, op.c])
    return True


def _tf32_parts(value: Value, rewriter: PatternRewriter) -> tuple[Value, Value]:
    """``value`` rounded to tf32, and what is left of it."""
    rounding = {
        "asm_string": StringAttr("cvt.rna.tf32.f32 $0, $1;"),
        "constraints": StringAttr("=r,r"),
        "pure": bool_attr(True),
        "packed_element": i32_attr(1),
    }
    big = rewriter.create(tt.ElementwiseInlineAsmOp, [value], [value.type], rounding).results[0]
    small = rewriter.create(arith.SubFOp, [value, big], [value.type])
    return big, small.result
