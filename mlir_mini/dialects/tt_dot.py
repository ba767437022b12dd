"""Triton's matrix products.

Source: include/triton/Dialect/Triton/IR/TritonOps.td, TritonOpInterfaces.td,
lib/Dialect/Triton/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlir_mini.dialects import tt_traits
from mlir_mini.dialects.dot_checks import verify_dot_encodings
from mlir_mini.dialects.tt_types import (
    FloatTensor,
    FpIntTensor,
    InputPrecision,
    ScaleDotElemType,
    ScaleTensor,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import Type, bit_width
from mlir_mini.layout.inference import check_dot_operand
from mlir_mini.layout.layout_utils import product
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, I32Attr
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import attr, operand, optional_operand, result, same_as
from mlir_mini.spec.op import Op
from mlir_mini.spec.op_state import OpState


class DotOp(Op):
    """The product of two matrices, added to a third; the first dim of three is the batch.

    %d = tt.dot %a, %b, %c, inputPrecision = tf32
      : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    """

    name = "tt.dot"
    a = operand(FpIntTensor)
    b = operand(FpIntTensor)
    c = operand(FpIntTensor, type=same_as("d"))
    inputPrecision = attr(InputPrecision, default="ieee")
    maxNumImpreciseAcc = attr(I32Attr, default=0)
    d = result(FpIntTensor, type=same_as("c", "result's type matches accumulator's type"))
    traits = tt_traits.COMMON | {t.Pure, tt_traits.InferTypes, tt_traits.DotLike}
    assembly_format = (
        "$a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:` "
        "type($a) `*` type($b) `->` type($d)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        """Raises LayoutError if the operands' encodings do not fit the result's."""
        types: list[Any] = [value.type for value in operands]
        if types[0].encoding is not None:
            for index in (0, 1):
                check_dot_operand(types[index].encoding, index, types[2].encoding)
        return [types[2]]

    def verify_dims(self) -> bool:
        return self.a.type.shape[-1] == self.b.type.shape[-2]

    def verify_output_dims(self) -> bool:
        a, b, c = self.a.type.shape, self.b.type.shape, self.c.type.shape
        return c[-2] == a[-2] and c[-1] == b[len(a) - 1]

    def verify(self) -> Diagnostic | None:
        a, b, c = self.a.type, self.b.type, self.c.type
        if bit_width(a.element_type) != bit_width(b.element_type):
            return self.plain_error("element types of operands A and B must have same bit width")
        if a.encoding is None and b.encoding is None:
            return None
        if a.encoding is None or b.encoding is None:
            return self.plain_error("mismatching encoding between A and B operands")
        if c.encoding is None:
            return self.plain_error("miss encoding of C operand")
        return verify_dot_encodings(self)


@custom_directive("ScaledOperands")
class ScaledOperands(CustomDirective):
    """``%a scale %sa, %b scale %sb, %c``, each scale optional."""

    __slots__ = ()
    grammar = "scaled_operands"
    rules = """
scaled_operands: OPERANDS -> seq
 | OPERANDS 'scale' OPERANDS -> seq
 | OPERANDS 'scale' OPERANDS 'scale' OPERANDS -> seq
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        words: list[Any] = []
        for token in children[i]:
            words += state.parser.operand_names(token) if token.type == "OPERANDS" else [token]
        names = state.names
        at = 0
        for field in ("a", "b", "c"):
            if at >= len(words) or not isinstance(words[at], tuple):
                raise state.error(_end(words[at - 1]), "expected SSA operand")
            names[field] = [words[at]]
            at += 1
            if field != "c":
                scaled = at < len(words) and not isinstance(words[at], tuple)
                names[f"{field}_scale"] = [words[at + 1]] if scaled else []
                at += 2 * scaled
        if at < len(words):
            raise state.error(_end(words[at - 1]), "expected 'lhs'")
        return i + 1

    def print(self, op: Operation, p: Any) -> None:
        product: Any = op
        for value, scale in ((product.a, product.a_scale), (product.b, product.b_scale)):
            p.operand(value)
            if scale is not None:
                p.write(" scale ")
                p.operand(scale)
            p.write(", ")
        p.operand(product.c)


def _end(word: Any) -> int:
    if isinstance(word, tuple):
        return word[1] + len(word[0])
    return word.pos + len(word.value)


class DotScaledOp(Op):
    """The product of two matrices of small floats, each block of which has a scale.

    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false}
      : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> * tensor<64x16xf8E5M2> -> tensor<16x16xf32>
    """

    name = "tt.dot_scaled"
    a = operand(ScaleTensor)
    b = operand(ScaleTensor)
    c = operand(FloatTensor, type=same_as("d"))
    a_scale = optional_operand(ScaleTensor)
    b_scale = optional_operand(ScaleTensor)
    a_elem_type = attr(ScaleDotElemType)
    b_elem_type = attr(ScaleDotElemType)
    fastMath = attr(BoolAttr)
    lhs_k_pack = attr(BoolAttr, default=True)
    rhs_k_pack = attr(BoolAttr, default=True)
    d = result(FloatTensor, type=same_as("c", "result's type matches accumulator's type"))
    traits = tt_traits.COMMON | {t.Pure, t.AttrSizedOperandSegments, tt_traits.DotLike}
    assembly_format = (
        "custom<ScaledOperands>() `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict `:` "
        "type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)"
    )

    def verify_dims(self) -> bool:
        rank = len(self.a.type.shape)
        a, b = self.a.type.shape[-1], self.b.type.shape[rank - 2]
        if self.a_elem_type == "e2m1" and self.lhs_k_pack:
            a *= 2
        if self.b_elem_type == "e2m1" and self.rhs_k_pack:
            b *= 2
        return a == b

    def verify_output_dims(self) -> bool:
        rows, columns = self.c.type.shape[-2:]
        a, b = self.a.type.shape[-2], self.b.type.shape[-1]
        if self.a_elem_type == "e2m1" and not self.lhs_k_pack:
            a *= 2
        if self.b_elem_type == "e2m1" and not self.rhs_k_pack:
            b *= 2
        return a == rows and b == columns

    def deduce_scale_factor(self) -> int:
        """How many elements share a scale: 16 or 32.

        Raises ValueError, with upstream's message, if the shapes say something else.
        """
        factors = (
            _scale_factor(self.a, self.a_scale, -1, self.a_elem_type, self.lhs_k_pack),
            _scale_factor(self.b, self.b_scale, -2, self.b_elem_type, self.rhs_k_pack),
        )
        if 0 not in factors and factors[0] != factors[1]:
            raise ValueError(
                f"Operands must have the same scale factor; (lhs: {factors[0]} vs rhs: "
                f"{factors[1]})"
            )
        return factors[0] or factors[1] or 32

    def verify(self) -> Diagnostic | None:
        shape = self.a.type.shape
        rank = len(shape)
        if rank < 2:
            return self.plain_error("operands must be at least 2D")
        k = shape[-1]
        if self.a_elem_type == "e2m1" and self.lhs_k_pack:
            k *= 2
        rows, columns = self.c.type.shape[-2:]
        try:
            factor = self.deduce_scale_factor()
        except ValueError as problem:
            return self.plain_error(str(problem))
        for scale, size, dim in ((self.a_scale, rows, "M"), (self.b_scale, columns, "N")):
            if scale is None:
                continue
            if scale.type.shape[rank - 2] != size:
                return self.plain_error(
                    f"scales {dim} dimension must match the operand {dim} dimension"
                )
            if scale.type.shape[rank - 1] != k // factor:
                return self.plain_error(
                    "scales K dimension must match the operand K divided by the scale factor"
                )
        return None


def _scale_factor(value: Any, scale: Any, k_dim: int, element: str, packed: bool) -> int:
    """Elements of one scale by the shapes; 0 if they do not say."""
    if scale is None or product(scale.type.shape) == 1:
        return 0
    k = value.type.shape[k_dim] * (2 if element == "e2m1" and packed else 1)
    factor = k // scale.type.shape[-1]
    if factor not in (16, 32):
        raise ValueError(f"scale factor must be 16 or 32. Got {factor}")
    return factor
