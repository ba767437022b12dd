"""The tti dialect: operations of Triton's instrumentation passes.

Source: include/triton/Dialect/TritonInstrument/IR/TritonInstrumentOps.td.
"""

from __future__ import annotations

from mlir_mini.dialects import tt_traits
from mlir_mini.dialects.dot_checks import verify_dot_encodings
from mlir_mini.dialects.tt_types import FloatLike, IntLike
from mlir_mini.layout.encodings import DotOperandEncoding, NvidiaMmaEncoding
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr
from mlir_mini.spec.constraints import I8, I32, ranked_tensor_of
from mlir_mini.spec.fields import attr, operand, result, same_as
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("tti")

_ELEMENTWISE = tt_traits.ELEMENTWISE | {
    t.Pure,
    t.SameOperandsAndResultShape,
    tt_traits.SameOperandsAndResultEncoding,
}


class ExperimentalClusterCTAIdOp(Op):
    """Position of the block in its cluster.

    %0 = tti.experimental_cluster_cta_id : i32
    """

    name = "tti.experimental_cluster_cta_id"
    result_ = result(I32)
    traits = frozenset({t.Pure})
    assembly_format = "attr-dict `:` type($result)"


class DotI8Op(Op):
    """A matrix product that wraps, each operand with or without sign.

    %d = tti.dot_i8 %a, %b, %c, aSigned = true, bSigned = false
      : tensor<16x32xi8> * tensor<32x8xi8> -> tensor<16x8xi32>
    """

    name = "tti.dot_i8"
    a = operand(ranked_tensor_of(I8))
    b = operand(ranked_tensor_of(I8))
    c = operand(ranked_tensor_of(I32), type=same_as("d"))
    aSigned = attr(BoolAttr)
    bSigned = attr(BoolAttr)
    d = result(ranked_tensor_of(I32), type=same_as("c", "result's type matches accumulator's type"))
    traits = frozenset({t.Pure, tt_traits.DotLike})
    assembly_format = (
        "$a `,` $b `,` $c `,` `aSigned` `=` $aSigned `,` `bSigned` `=` $bSigned attr-dict"
        " `:` type($a) `*` type($b) `->` type($d)"
    )

    def verify_dims(self) -> bool:
        return self.a.type.shape[-1] == self.b.type.shape[-2]

    def verify_output_dims(self) -> bool:
        a, b, d = self.a.type.shape, self.b.type.shape, self.d.type.shape
        return d[-2] == a[-2] and d[-1] == b[-1]

    def verify(self) -> Diagnostic | None:
        a, b, d = self.a.type.encoding, self.b.type.encoding, self.d.type.encoding
        if not isinstance(a, DotOperandEncoding) or not isinstance(b, DotOperandEncoding):
            return self.plain_error("requires dot operand encodings for A and B")
        layouts = (a.parent, b.parent, d)
        if not all(isinstance(x, NvidiaMmaEncoding) and x.version_major == 2 for x in layouts):
            return self.plain_error("requires NVIDIA MMAv2 operand and result layouts")
        if a.parent is not b.parent or a.parent is not d:
            return self.plain_error("requires matching NVIDIA MMAv2 layouts")
        return verify_dot_encodings(self)


class ExperimentalFPSanEmbedOp(Op):
    """Floats as numbers of the sanitizer's integer ring.

    %0 = tti.experimental_fpsan_embed %a : (tensor<4xf32>) -> tensor<4xi32>
    """

    name = "tti.experimental_fpsan_embed"
    val = operand(FloatLike)
    result_ = result(IntLike)
    traits = _ELEMENTWISE
    assembly_format = "$val attr-dict `:` functional-type(operands, $result)"


class ExperimentalFPSanUnembedOp(Op):
    """Numbers of the sanitizer's integer ring as floats.

    %0 = tti.experimental_fpsan_unembed %a : (tensor<4xi32>) -> tensor<4xf32>
    """

    name = "tti.experimental_fpsan_unembed"
    val = operand(IntLike)
    result_ = result(FloatLike)
    traits = _ELEMENTWISE
    assembly_format = "$val attr-dict `:` functional-type(operands, $result)"


dialect.add_ops(globals())
