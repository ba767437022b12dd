"""Matrix products of Hopper's and Blackwell's tensor cores.

Sources: include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUOps.td,
lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.tt_traits import DotLike, InferTypes, Predicated
from mlir_mini.dialects.tt_types import FpIntTensor, InputPrecision
from mlir_mini.dialects.ttg_traits import (
    LAYOUTS,
    MBarrierLike,
    MemDesc,
    TensorOrMemDesc,
    TTGOp,
)
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.dialects.ttng_checks import verify_completion_barrier, verify_tcgen05
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import FloatType, Type, f32
from mlir_mini.layout import (
    DotOperandEncoding,
    NvidiaMmaEncoding,
    NVMMASharedEncoding,
    SharedLinearEncoding,
)
from mlir_mini.layout.inference import check_dot_operand
from mlir_mini.layout.queries import cta_shape
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, I32Attr, UnitAttrKind
from mlir_mini.spec.constraints import I1
from mlir_mini.spec.effects import READ, SHARED, WRITE_SHARED, Effect
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    optional_operand,
    result,
    same_as,
    variadic,
    variadic_result,
)

FP8 = frozenset(FloatType(name) for name in ("f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ"))
_MMA_ELEMENTS = frozenset({"f16", "bf16", "f32", "f64", "i8"})


def supports_mma(element: Type) -> bool:
    """Can mma or wgmma multiply such elements? (supportMMA in lib/Analysis/Utility.cpp)"""
    if element in FP8:
        # Where the hardware cannot, they are promoted to f16.
        return True
    if isinstance(element, FloatType):
        return element.name in _MMA_ELEMENTS
    return getattr(element, "width", 0) == 8


class WarpGroupDotOp(TTGOp):
    """`d = a * b + c`, by the warps of a group together (wgmma).

    %d = ttng.warp_group_dot %a, %b, %c {isAsync = true}
      : !ttg.memdesc<64x16xf16, #shared, #smem> * !ttg.memdesc<16x64xf16, #shared, #smem> ->
        tensor<64x64xf32>
    """

    name = "ttng.warp_group_dot"
    a = operand(TensorOrMemDesc)
    b = operand(MemDesc)
    c = operand(FpIntTensor, type=same_as("d", "result's type matches accumulator's type"))
    useC = optional_operand(I1)
    inputPrecision = attr(InputPrecision, default="ieee")
    maxNumImpreciseAcc = attr(I32Attr, default=0)
    isAsync = attr(BoolAttr, default=False)
    d = result(FpIntTensor)
    traits = LAYOUTS | {InferTypes, DotLike}
    assembly_format = (
        "$a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*` qualified(type($b)) `->` "
        "type($d)"
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

    def own_effects(self) -> list[Effect]:
        read = (value for value in (self.a, self.b) if isinstance(value.type, MemDescType))
        return [Effect(READ, SHARED, value) for value in read]

    def verify_dims(self) -> bool:
        return self.a.type.shape[-1] == self.b.type.shape[-2]

    def verify_output_dims(self) -> bool:
        a, b, c = self.a.type.shape, self.b.type.shape, self.c.type.shape
        return c[-2] == a[-2] and c[-1] == b[len(a) - 1]

    def verify(self) -> Diagnostic | None:
        problem = _warp_group_dot_problem(self)
        return None if problem is None else self.op_error(problem)


def _warp_group_dot_problem(op: WarpGroupDotOp) -> str | None:
    a, b, d = op.a.type, op.b.type, op.d.type
    encoding = d.encoding
    if not isinstance(encoding, NvidiaMmaEncoding) or not encoding.is_hopper:
        return "WGMMA result layout must be Hopper NVMMA"
    in_memory = (NVMMASharedEncoding, SharedLinearEncoding)
    if not isinstance(a.encoding, (*in_memory, DotOperandEncoding)):
        return "WGMMA A operand must have NVMMA shared or dot layout"
    if not isinstance(b.encoding, in_memory):
        return "WGMMA B operand must have NVMMA shared layout"
    if ttg_utils.num_warps(op) % 4:
        return "WGMMA requires num_warps to be divisible by 4"
    shape = cta_shape(encoding, d.shape)
    if len(shape) != 2:
        return "WGMMA result shape must be 2D"
    if shape[0] % 64:
        return "WGMMA result M dimension must be divisible by 64"
    if shape[1] % 8:
        return "WGMMA result N dimension must be divisible by 8"
    if not supports_mma(a.element_type) or not supports_mma(b.element_type):
        return "unsupported MMA version for the given operands"
    narrow = a.element_type in (FloatType("f8E5M2"), FloatType("f8E4M3FN"))
    if op.maxNumImpreciseAcc & 0xFFFFFFFF < 32 and narrow and d.element_type is f32:
        return (
            "Cannot use F32 as the accumulator element type when the max_num_imprecise_acc is less "
            "than 32"
        )
    if isinstance(a.encoding, DotOperandEncoding):
        expected, found = 32 // a.element_type.width, a.encoding.k_width
        if found != expected:
            return f"in-register LHS operand must have a kWidth of {expected} but got {found}"
    return None


class WarpGroupDotWaitOp(TTGOp):
    """Waits until at most `pendings` products are under way; passes the others' results on.

    %1 = ttng.warp_group_dot_wait %0 {pendings = 0 : i32} : tensor<64x64xf32>
    """

    name = "ttng.warp_group_dot_wait"
    inputs = variadic(TensorOrMemDesc)
    pendings = attr(I32Attr)
    warpGroupLocal = optional_attr(UnitAttrKind)
    outputs = variadic_result(TensorOrMemDesc)
    traits = LAYOUTS | {InferTypes}
    assembly_format = "$inputs attr-dict `:` type($inputs)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type]:
        return [value.type for value in operands]

    def verify(self) -> Diagnostic | None:
        if not self.op_operands:
            return self.op_error("expected to be waiting on at least one dependency")
        return None


class TCGen5CommitOp(TTGOp):
    """Has a barrier arrived at once all matrix products and copies issued so far are done.

    With `descs`, operands of such products, blocks that share their data are told as well.

    ttng.tc_gen5_commit %0, %pred : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    """

    name = "ttng.tc_gen5_commit"
    barrier = operand(MemDesc)
    pred = optional_operand(I1)
    descs = variadic(MemDesc)
    traits = LAYOUTS | {t.AttrSizedOperandSegments, MBarrierLike, Predicated}
    effects: ClassVar = {"barrier": WRITE_SHARED}
    assembly_format = (
        "$barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:` qualified(type($barrier)) "
        "(`,` qualified(type($descs))^)?"
    )

    @property
    def barrier_operands(self) -> list[Value]:
        return [self.barrier]

    def verify(self) -> Diagnostic | None:
        problem = verify_tcgen05(self)
        if problem is not None:
            return problem
        count = len(self.descs)
        if count > 4:
            return self.op_error(f"expected 0 to 4 descriptors, got {count}")
        return verify_completion_barrier(self, self.barrier)
