"""Operations of ttg on registers and control: conversions, waits, barriers, masks.

Sources: include/triton/Dialect/TritonGPU/IR/TritonGPUOps.td, lib/Dialect/TritonGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mlir_mini.dialects.layout_text import listed
from mlir_mini.dialects.tt_traits import Predicated
from mlir_mini.dialects.tt_types import (
    AnyTritonType,
    CachePolicy,
    FloatTensor,
    Ptr,
    Tensor,
    pointee_type,
)
from mlir_mini.dialects.ttg_traits import (
    LAYOUTS,
    AsyncToken,
    GlobalToLocalCopy,
    MemDesc,
    MemWait,
    TTGOp,
)
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.types import RankedTensorType, bf16, f16, i32
from mlir_mini.layout import LayoutError
from mlir_mini.layout.conversion import minimal_cvt_layout
from mlir_mini.layout.inference import infer_fp4_to_fp
from mlir_mini.layout.queries import are_layouts_equivalent
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec import verify
from mlir_mini.spec.attr_kinds import BoolAttr, EnumKind, I32Attr, StrAttr, UnitAttrKind
from mlir_mini.spec.constraints import (
    I1,
    I8,
    I32,
    SignlessIntegerOrIndex,
    any_of,
    i1_same_shape,
    ranked_tensor_of,
)
from mlir_mini.spec.effects import ALLOCATE, GLOBAL, READ_GLOBAL, WRITE_SHARED
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    TypeRule,
    attr,
    operand,
    optional_attr,
    optional_operand,
    region,
    result,
    same_as,
    variadic,
    variadic_result,
)

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer


class ConvertLayoutOp(TTGOp):
    """Moves a tensor's elements to where another layout wants them.

    %1 = ttg.convert_layout %0 : tensor<128xf32> -> tensor<128xf32>
    """

    name = "ttg.convert_layout"
    src = operand(Tensor)
    force_warp_shuffle = optional_attr(UnitAttrKind)
    result_ = result(Tensor)
    traits = LAYOUTS | {
        t.SameOperandsAndResultShape,
        t.SameOperandsAndResultElementType,
        t.Pure,
    }
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        if not self.force_warp_shuffle:
            return None
        source, target = self.src.type, self.result_.type
        moved = minimal_cvt_layout(source.shape, source.encoding, target.encoding)
        if "warp" in moved.in_dim_names or "block" in moved.in_dim_names:
            return self.op_error("force_warp_shuffle requires a conversion within one warp")
        return None


class InlineAsmOp(TTGOp):
    """Assembly text, run once per thread on all elements that the thread holds.

    %1 = ttg.inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", pure = true} %0 : (i32) -> i32
    """

    name = "ttg.inline_asm"
    asm_string = attr(StrAttr)
    constraints = attr(StrAttr)
    pure = attr(BoolAttr)
    args = variadic(any_of(f"{AnyTritonType.summary} or {MemDesc.summary}", AnyTritonType, MemDesc))
    result_ = variadic_result(AnyTritonType)
    assembly_format = "$asm_string attr-dict ($args^)? `:` functional-type($args, $result)"

    def own_effects(self) -> list[Any] | None:
        return [] if self.pure else None

    def verify(self) -> Diagnostic | None:
        memdesc = any(isinstance(type, MemDescType) for type in self.operand_types)
        if self.pure and memdesc:
            return self.op_error("requires pure=false for memory descriptor operands")
        return None


class AsyncWaitOp(TTGOp):
    """Waits until at most `num` groups of asynchronous copies are under way.

    %1 = ttg.async_wait %0 {num = 2 : i32}
    """

    name = "ttg.async_wait"
    asyncToken = variadic(AsyncToken)
    num = attr(I32Attr)
    retToken = result(AsyncToken)
    traits = LAYOUTS | {MemWait}
    assembly_format = "($asyncToken^)? attr-dict"


class AsyncCommitGroupOp(TTGOp):
    """Makes a group, to wait for, of the asynchronous copies issued since the last one.

    %1 = ttg.async_commit_group tokens %0
    """

    name = "ttg.async_commit_group"
    inputTokens = variadic(AsyncToken)
    asyncToken = result(AsyncToken)
    assembly_format = "(`tokens` $inputTokens^)? attr-dict"


class AsyncCopyGlobalToLocalOp(TTGOp):
    """Copies from global to shared memory without waiting for it.

    `contiguity` is the number of elements that one access may take.

    %1 = ttg.async_copy_global_to_local %p, %0 mask %m {contiguity = 4 : i32}
      : tensor<64x!tt.ptr<f16>> -> <64xf16, #shared, #smem, mutable>
    """

    name = "ttg.async_copy_global_to_local"
    src = operand(ranked_tensor_of(Ptr))
    result_ = operand(MemDesc)
    mask = optional_operand(
        ranked_tensor_of(I1), type=TypeRule("src", i1_same_shape, "infer mask type from src type")
    )
    other = optional_operand(
        AnyTritonType, type=TypeRule("src", pointee_type, "infer other type from src type")
    )
    cachePolicy = optional_attr(CachePolicy)
    isVolatile = attr(BoolAttr, default=False)
    contiguity = attr(I32Attr, default=1)
    token = result(AsyncToken)
    traits = LAYOUTS | {t.AttrSizedOperandSegments, GlobalToLocalCopy, Predicated}
    effects: ClassVar = {"src": READ_GLOBAL, "result_": WRITE_SHARED}
    assembly_format = (
        "$src `,` $result (`mask` $mask^)? (`other` $other^)? attr-dict `:` type($src) `->` "
        "type($result)"
    )

    def verify(self) -> Diagnostic | None:
        if not self.result_.type.mutable:
            return self.op_error("Cannot store into immutable memory")
        return None


class PredicateStageOp(TTGOp):
    """Whether a stage of a software pipeline is active in this iteration.

    %1 = ttg.predicate_stage %iv, %ub, %step maxStage 2 stage 1 : i32 -> i1
    """

    name = "ttg.predicate_stage"
    iv = operand(SignlessIntegerOrIndex)
    ub = operand(SignlessIntegerOrIndex, type=same_as("iv"))
    step = operand(SignlessIntegerOrIndex, type=same_as("iv"))
    maxStage = attr(I32Attr)
    stage = attr(I32Attr)
    result_ = result(I1)
    traits = LAYOUTS | {t.Pure, t.AllTypesMatch("iv", "ub", "step")}
    assembly_format = (
        "$iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:` type($iv) `->` "
        "type($result)"
    )


class MaskOp(TTGOp):
    """Runs its region where the predicate holds.

    %1 = "ttg.mask"(%0) ({
      ttg.mask.return %a : i32
    }) : (i1) -> i32
    """

    name = "ttg.mask"
    pred = operand(I1)
    result_ = variadic_result()
    region_ = region(sized=True)
    traits = LAYOUTS | {t.SingleBlock}


class MaskReturnOp(TTGOp):
    """Ends the region of a mask.

    ttg.mask.return %a : i32
    """

    name = "ttg.mask.return"
    result_ = variadic()
    traits = LAYOUTS | {t.HasParent("ttg.mask"), t.Pure, t.IsTerminator, t.ReturnLike}
    assembly_format = "$result attr-dict `:` type($result)"


class Fp4ToFpOp(TTGOp):
    """Unpacks pairs of fp4 (e2m1) values, the first one in the low half of each byte.

    %1 = ttg.fp4_to_fp %0 {axis = 1 : i32} : tensor<64x32xi8> -> tensor<64x64xbf16>
    """

    name = "ttg.fp4_to_fp"
    src = operand(ranked_tensor_of(I8))
    axis = attr(I32Attr)
    result_ = result(FloatTensor)
    traits = LAYOUTS | {t.Pure}
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        target = self.result_.type
        element = target.element_type
        if element not in (f16, bf16):
            shown = verify.type_text(element)
            return self.plain_error(f"only bf16 or f16 is supported for now, got '{shown}'")
        problem = fp4_shape_problem(self.src.type, target, self.axis & 0xFFFFFFFF)
        return None if problem is None else self.plain_error(problem)


def fp4_shape_problem(source: RankedTensorType, target: RankedTensorType, axis: int) -> str | None:
    """What keeps `target` from being `source` with each byte along `axis` made two elements."""
    rank = source.rank
    if rank != target.rank:
        return f"source rank {rank} != result rank {target.rank}"
    if axis >= rank:
        return f"axis {axis} out of range for rank {rank}"
    for dim, (packed, size) in enumerate(zip(source.shape, target.shape, strict=True)):
        if dim == axis:
            if size != 2 * packed:
                return (
                    f"axis {axis} dimension must be 2x source dimension (src={packed}, dst={size})"
                )
        elif size != packed:
            return f"dimension {dim} mismatch (src={packed}, dst={size}, axis={axis})"
    if (source.encoding is None) != (target.encoding is None):
        return "source and result must both have an encoding, or neither"
    if target.encoding is None:
        return None
    return _fp4_encoding_problem(source, target, axis)


def _fp4_encoding_problem(
    source: RankedTensorType, target: RankedTensorType, axis: int
) -> str | None:
    encoding: Any = source.encoding
    try:
        # Backwards, which is the more general direction.
        result: Any = target.encoding
        expected = infer_fp4_to_fp(result, target.shape, axis, forward=False)
    except LayoutError:
        return "failed to infer encoding"
    if are_layouts_equivalent(source.shape, expected, encoding):
        return None
    return (
        f"Src and Dst encodings are not compatible:\n{to_linear_layout(source.shape, expected)}\n"
        f"{to_linear_layout(source.shape, encoding)}"
    )


class GlobalScratchAllocOp(TTGOp):
    """A buffer in global memory of the program's own, `nbytes` bytes long.

    %0 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 64 : i32} : !tt.ptr<i8>
    """

    name = "ttg.global_scratch_alloc"
    nbytes = attr(I32Attr)
    alignment = attr(I32Attr)
    third_party_allocation = optional_attr(UnitAttrKind)
    shared_cluster_state = optional_attr(UnitAttrKind)
    result_ = result(Ptr)
    effects: ClassVar = {"result": ((ALLOCATE, GLOBAL),)}
    assembly_format = "attr-dict `:` qualified(type($result))"


class AddrSpaceKind(EnumKind):
    """Memories whose accesses a barrier orders: bits, written `local|global_read`."""

    def check(self, attr: Any) -> bool:
        return isinstance(attr, IntegerAttr) and attr.type is i32 and not attr.value & ~self.all

    @property
    def all(self) -> int:
        return self.cases["all"]

    def to_python(self, attr: Any) -> str:
        value = attr.value
        if value in (0, self.all):
            return self.names[value]
        return "|".join(name for bit, name in self.names.items() if bit and bit & ~value == 0)

    def from_python(self, value: Any) -> Interned:
        if isinstance(value, Interned):
            return value
        bits = 0
        for word in value.split("|"):
            bits |= self.cases[word]
        return IntegerAttr(bits, i32)


AddrSpace = AddrSpaceKind(
    {
        "none": 0,
        "local": 1,
        "global_read": 2,
        "global_write": 4,
        "tensor_read": 8,
        "tensor_write": 16,
        "all": 31,
    }
)


@custom_directive("AddrSpaces")
class _AddrSpaces(CustomDirective):
    """`local|global_read`."""

    grammar = "addr_spaces"
    rules = """
addr_spaces: KEYWORD -> first
 | STRING -> first
 | addr_spaces BAR KEYWORD -> append_item
 | addr_spaces BAR STRING -> append_item
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        bits = 0
        for token in children[i]:
            word = token.value.strip('"')
            if word not in AddrSpace.cases:
                behind = state.parser.skip_gap(token.pos + len(token.value))
                raise state.op_error(behind, f"unknown addrSpace '{word}'")
            bits |= AddrSpace.cases[word]
        state.properties["addrSpace"] = IntegerAttr(bits, i32)
        return i + 1

    def print(self, op: Any, p: Printer) -> None:
        p.write(op.addrSpace)

    def field_names(self) -> list[str]:
        return ["addrSpace"]


class BarrierOp(TTGOp):
    """Threads of the block wait for each other; their accesses to some memories become visible.

    ttg.barrier local|global_read
    """

    name = "ttg.barrier"
    addrSpace = attr(AddrSpace)
    assembly_format = "custom<AddrSpaces>($addrSpace)"


class WarpIdOp(TTGOp):
    """The number of the warp that runs this.

    %0 = ttg.warp_id
    """

    name = "ttg.warp_id"
    omitUniformHint = optional_attr(UnitAttrKind)
    result_ = result(I32)
    traits = LAYOUTS | {t.Pure}
    assembly_format = "attr-dict"


@custom_directive("Offsets")
class Offsets(CustomDirective):
    """`[0, 16]` behind an operand."""

    grammar = "LSQB number_list RSQB"
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        from mlir_mini.ir.attributes import i32_array

        parser = state.parser
        values = [parser.integer(token, i32) for token in children[i + 1]]
        state.properties["offsets"] = i32_array(values)
        return i + 3

    def print(self, op: Any, p: Printer) -> None:
        p.write(listed(op.offsets))

    def field_names(self) -> list[str]:
        return ["offsets"]
