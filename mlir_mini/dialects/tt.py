"""The Triton dialect: tensors of numbers and pointers, and programs that work on them.

Operations on memory are declared in :mod:`.tt_memory`, those on shapes in :mod:`.tt_shape`,
reductions and scans in :mod:`.tt_reduce`, products in :mod:`.tt_dot`; all of them, the types and
the attributes are names of this module.
Source: include/triton/Dialect/Triton/IR/TritonOps.td, lib/Dialect/Triton/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mlir_mini.dialects import tt_traits, tt_types
from mlir_mini.dialects.function_like import FUNCTION_TRAITS, FunctionOp, FunctionTypeKind
from mlir_mini.dialects.tt_dot import DotOp, DotScaledOp
from mlir_mini.dialects.tt_memory import (
    AtomicCASOp,
    AtomicLoadOp,
    AtomicPollOp,
    AtomicRMWOp,
    AtomicStoreOp,
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    GridDependencyLaunchDependentsOp,
    GridDependencyWaitOp,
    LoadOp,
    MakeTensorDescOp,
    StoreOp,
)
from mlir_mini.dialects.tt_reduce import (
    MapElementwiseOp,
    MapElementwiseReturnOp,
    ReduceOp,
    ReduceReturnOp,
    ScanOp,
    ScanReturnOp,
)
from mlir_mini.dialects.tt_shape import (
    BroadcastOp,
    CatOp,
    ExpandDimsOp,
    GatherOp,
    HistogramOp,
    JoinOp,
    MakeRangeOp,
    ReshapeOp,
    SplatOp,
    SplitOp,
    TransOp,
    UnsplatOp,
)
from mlir_mini.dialects.tt_types import (
    AnyTritonType,
    BoolOrTensor,
    CachePolicyAttr,
    FloatLike,
    I64Like,
    IntLike,
    PointerType,
    ProgramDim,
    PropagateNan,
    PtrLike,
    RoundingMode,
    TensorDescType,
)
from mlir_mini.ir.attributes import SymbolRefAttr
from mlir_mini.ir.symbols import lookup_symbol
from mlir_mini.ir.types import RankedTensorType, Type, bit_width, element_type_or_self
from mlir_mini.source import Diagnostic
from mlir_mini.spec import effects as fx
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import (
    BoolAttr,
    DenseI32Array,
    DictAttrs,
    FlatSymbolRef,
    I32Attr,
    StrAttr,
    SymbolNameAttr,
)
from mlir_mini.spec.constraints import F32, I32, like
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    region,
    result,
    same_as,
    variadic,
    variadic_result,
)
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect
from mlir_mini.spec.verify import type_text

dialect = Dialect("tt")
tt_types.register(dialect)

COMMON = tt_traits.COMMON
_CAST = (
    COMMON
    | tt_traits.ELEMENTWISE
    | {
        t.SameOperandsAndResultShape,
        tt_traits.SameOperandsAndResultEncoding,
        t.Pure,
    }
)
_F32Like = like(F32)
_ARITHMETIC = COMMON | tt_traits.ELEMENTWISE | {t.SameOperandsAndResultType, t.Pure}


# Functions ----------------------------------------------------------------------------------------


class FuncOp(FunctionOp):
    """A function; public ones are kernels.

    tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32)
        attributes {noinline = false} {
      tt.return
    }
    """

    name = "tt.func"
    sym_name = attr(SymbolNameAttr)
    function_type = attr(FunctionTypeKind())
    sym_visibility = optional_attr(StrAttr)
    arg_attrs = optional_attr(DictAttrs)
    res_attrs = optional_attr(DictAttrs)
    body = region()
    traits = COMMON | FUNCTION_TRAITS | {t.HasParent("builtin.module")}
    assembly_format = "custom<Function>()"


class CallOp(Op):
    """Calls a function by its name.

    %r = tt.call @add(%x, %y) : (f32, f32) -> f32
    """

    name = "tt.call"
    callee = attr(FlatSymbolRef)
    args = variadic()
    arg_attrs = optional_attr(DictAttrs)
    res_attrs = optional_attr(DictAttrs)
    values = variadic_result()
    traits = COMMON | {t.CallLike}
    assembly_format = "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"

    def verify_symbol_uses(self) -> Diagnostic | None:
        """The callee is a function of the module, of the type that the call needs."""
        callee: Any = self.properties["callee"]
        assert isinstance(callee, SymbolRefAttr)
        function = lookup_symbol(self, callee.root)
        if not isinstance(function, FuncOp):
            return self.op_error(f"'{callee.root}' does not reference a valid function")
        inputs, outputs = function.argument_types, function.returned_types
        if len(inputs) != self.num_operands:
            return self.op_error("incorrect number of operands for callee")
        for i, (expected, found) in enumerate(zip(inputs, self.operand_types, strict=True)):
            if expected is not found:
                return self.op_error(
                    f"operand type mismatch: expected operand type '{type_text(expected)}', but "
                    f"provided '{type_text(found)}' for operand number {i}"
                )
        if len(outputs) != self.num_results:
            return self.op_error("incorrect number of results for callee")
        for i, (expected, found) in enumerate(zip(outputs, self.result_types, strict=True)):
            if expected is not found:
                error = self.op_error(f"result type mismatch at index {i}")
                error.attach_note(f"      op result types: {_types_text(self.result_types)}")
                error.attach_note(f"function result types: {_types_text(outputs)}")
                return error
        return None


class ReturnOp(Op):
    """Ends a function with its results.

    tt.return %x, %y : i32, f32
    """

    name = "tt.return"
    srcs = variadic()
    traits = COMMON | {
        t.Pure,
        t.HasParent("tt.func"),
        t.ReturnLike,
        t.RegionBranchTerminator,
        t.IsTerminator,
    }
    assembly_format = "attr-dict ($srcs^ `:` type($srcs))?"

    def verify(self) -> Diagnostic | None:
        function: Any = self.parent_op
        name = function.attr("sym_name").value
        results = function.returned_types
        if len(results) != self.num_operands:
            return self.op_error(
                f"has {self.num_operands} operands, but enclosing function (@{name}) returns "
                f"{len(results)}"
            )
        for i, (expected, found) in enumerate(zip(results, self.operand_types, strict=True)):
            if expected is not found:
                return self.plain_error(
                    f"type of return operand {i} ('{type_text(found)}') doesn't match function "
                    f"result type ('{type_text(expected)}') in function @{name}"
                )
        return None


def _types_text(types: Sequence[Type]) -> str:
    return ", ".join([f"'{type_text(type)}'" for type in types])


# Casts --------------------------------------------------------------------------------------------


class IntToPtrOp(Op):
    """An address as a pointer.

    %p = tt.int_to_ptr %x : i64 -> !tt.ptr<f32>
    """

    name = "tt.int_to_ptr"
    src = operand(I64Like)
    result_ = result(PtrLike)
    traits = _CAST
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"


class PtrToIntOp(Op):
    """The address that a pointer holds.

    %x = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    """

    name = "tt.ptr_to_int"
    src = operand(PtrLike)
    result_ = result(I64Like)
    traits = _CAST
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"


class BitcastOp(Op):
    """The same bits as another type, which may be a pointer's.

    %y = tt.bitcast %x : tensor<8xf32> -> tensor<8xi32>
    """

    name = "tt.bitcast"
    src = operand(AnyTritonType)
    result_ = result(AnyTritonType)
    traits = _CAST
    assembly_format = "$src attr-dict `:` type($src) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        source = element_type_or_self(self.src.type)
        target = element_type_or_self(self.result.type)
        if isinstance(source, PointerType) and isinstance(target, PointerType):
            if source.address_space != target.address_space:
                return self.plain_error("Cannot bitcast pointer between different address spaces")
            return None
        if isinstance(source, PointerType) or isinstance(target, PointerType):
            return self.plain_error("Cannot bitcast pointer to non-pointer type")
        before, after = bit_width(source), bit_width(target)
        if before != after:
            return self.plain_error(
                f"Cannot bitcast data-type of size {before} to data-type of size {after}"
            )
        return None


class FpToFpOp(Op):
    """Converts between floating point types, those of 8 bits included.

    %y = tt.fp_to_fp %x, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
    """

    name = "tt.fp_to_fp"
    src = operand(FloatLike)
    rounding = optional_attr(RoundingMode)
    result_ = result(FloatLike)
    traits = _CAST
    assembly_format = (
        "$src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)"
    )

    def verify(self) -> Diagnostic | None:
        if bit_width(self.result.type) < bit_width(self.src.type) and self.rounding is None:
            return self.plain_error("Rounding mode is required for FP downcast")
        return None


# Arithmetic ---------------------------------------------------------------------------------------


class ClampFOp(Op):
    """`x` limited to the range from `min` to `max`.

    %y = tt.clampf %x, %min, %max, propagateNan = none : tensor<8xf32>
    """

    name = "tt.clampf"
    x = operand(FloatLike)
    min = operand(FloatLike)
    max = operand(FloatLike)
    propagateNan = attr(PropagateNan)
    result_ = result(FloatLike)
    traits = _ARITHMETIC
    assembly_format = (
        "$x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)"
    )


class PreciseSqrtOp(Op):
    """A square root rounded to nearest.

    %y = tt.precise_sqrt %x : tensor<8xf32>
    """

    name = "tt.precise_sqrt"
    x = operand(FloatLike)
    result_ = result(FloatLike)
    traits = _ARITHMETIC
    assembly_format = "$x attr-dict `:` type($x)"


class PreciseDivFOp(Op):
    """A quotient rounded to nearest.

    %z = tt.precise_divf %x, %y : tensor<8xf32>
    """

    name = "tt.precise_divf"
    x = operand(FloatLike)
    y = operand(FloatLike)
    result_ = result(FloatLike)
    traits = _ARITHMETIC
    assembly_format = "$x `,` $y attr-dict `:` type($x)"


class ApproxDivFOp(Op):
    """A quotient that may be off by some units in the last place.

    %z = tt.approx_divf %x, %y : tensor<8xf32>
    """

    name = "tt.approx_divf"
    x = operand(_F32Like)
    y = operand(_F32Like)
    result_ = result(_F32Like)
    traits = _ARITHMETIC
    assembly_format = "$x `,` $y attr-dict `:` type($x)"


class MulhiUIOp(Op):
    """The upper half of the product of unsigned integers.

    %z = tt.mulhiui %x, %y : tensor<8xi32>
    """

    name = "tt.mulhiui"
    x = operand(IntLike)
    y = operand(IntLike)
    result_ = result(IntLike)
    traits = _ARITHMETIC
    assembly_format = "$x `,` $y attr-dict `:` type($x)"


class AddPtrOp(Op):
    """Moves pointers by an offset in elements.

    %q = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    """

    name = "tt.addptr"
    ptr = operand(PtrLike, type=same_as("result"))
    offset = operand(IntLike)
    result_ = result(PtrLike, type=same_as("ptr", "result type matches ptr type"))
    traits = _CAST
    assembly_format = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)"


# Programs -----------------------------------------------------------------------------------------


class GetProgramIdOp(Op):
    """The number of this program along a dimension of the grid.

    %i = tt.get_program_id x : i32
    """

    name = "tt.get_program_id"
    axis = attr(ProgramDim)
    result_ = result(I32)
    traits = COMMON | {t.Pure}
    assembly_format = "$axis attr-dict `:` type($result)"


class GetNumProgramsOp(Op):
    """The size of the grid along a dimension.

    %n = tt.get_num_programs x : i32
    """

    name = "tt.get_num_programs"
    axis = attr(ProgramDim)
    result_ = result(I32)
    traits = COMMON | {t.Pure}
    assembly_format = "$axis attr-dict `:` type($result)"


# Foreign code, output -----------------------------------------------------------------------------


class ExternElementwiseOp(Op):
    """Calls a function of a library for each element.

    %y = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true,
      symbol = "__nv_sinf"} : (tensor<8xf32>) -> tensor<8xf32>
    """

    name = "tt.extern_elementwise"
    srcs = variadic(AnyTritonType)
    libname = attr(StrAttr)
    libpath = attr(StrAttr)
    symbol = attr(StrAttr)
    pure = attr(BoolAttr)
    result_ = result(AnyTritonType)
    traits = COMMON | tt_traits.ELEMENTWISE | {tt_traits.SameOperandsAndResultEncoding}
    assembly_format = "operands attr-dict `:` functional-type(operands, $result)"

    def own_effects(self) -> list[fx.Effect]:
        return [] if self.pure else [fx.Effect(fx.WRITE), fx.Effect(fx.READ)]

    @property
    def is_speculatable(self) -> bool:
        return self.pure


class ElementwiseInlineAsmOp(Op):
    """Assembly that works on groups of `packed_element` elements.

    %y = tt.elementwise_inline_asm "shl.b32 $0, $0, 3;" {constraints = "=r,r",
      packed_element = 4 : i32, pure = true} %x : tensor<8xi8> -> tensor<8xi8>
    """

    name = "tt.elementwise_inline_asm"
    asm_string = attr(StrAttr)
    constraints = attr(StrAttr)
    pure = attr(BoolAttr)
    packed_element = attr(I32Attr)
    args = variadic()
    result_ = variadic_result(AnyTritonType)
    traits = COMMON | tt_traits.ELEMENTWISE | {tt_traits.SameOperandsAndResultEncoding}
    assembly_format = (
        "$asm_string attr-dict ($args^ `:` type($args) `->` type($result)) : (`->` type($result))?"
    )

    def own_effects(self) -> list[fx.Effect]:
        return [] if self.pure else [fx.Effect(fx.WRITE), fx.Effect(fx.READ)]

    @property
    def is_speculatable(self) -> bool:
        return self.pure

    def verify(self) -> Diagnostic | None:
        if self.packed_element <= 0:
            return self.op_error("packed_element must be positive")
        if not self.op_operands:
            return None
        first = self.operand(0).type
        count = first.num_elements if isinstance(first, RankedTensorType) else 0
        if count % self.packed_element:
            return self.plain_error(
                f"number of input elements {count} must be a multiple of the op's packed_element "
                f"attribute, {self.packed_element}"
            )
        return None


class PrintOp(Op):
    """Prints values from the device.

    tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<8xi32>
    """

    name = "tt.print"
    prefix = attr(StrAttr)
    hex = attr(BoolAttr)
    args = variadic(AnyTritonType)
    isSigned = attr(DenseI32Array)
    traits = COMMON | {t.MemWrite}
    effects: ClassVar = {"": fx.WRITE_GLOBAL}
    assembly_format = "$prefix attr-dict (`:` $args^ `:` type($args))?"


class AssertOp(Op):
    """Stops the program with a message where the condition does not hold.

    tt.assert %ok, "out of range" : tensor<8xi1>
    """

    name = "tt.assert"
    condition = operand(BoolOrTensor)
    message = attr(StrAttr)
    traits = COMMON | {t.MemWrite}
    effects: ClassVar = {"": fx.WRITE_GLOBAL}
    assembly_format = "$condition `,` $message attr-dict `:` type($condition)"


dialect.add_ops(globals())

__all__ = [
    "AddPtrOp",
    "ApproxDivFOp",
    "AssertOp",
    "AtomicCASOp",
    "AtomicLoadOp",
    "AtomicPollOp",
    "AtomicRMWOp",
    "AtomicStoreOp",
    "BitcastOp",
    "BroadcastOp",
    "CachePolicyAttr",
    "CallOp",
    "CatOp",
    "ClampFOp",
    "DescriptorGatherOp",
    "DescriptorLoadOp",
    "DescriptorReduceOp",
    "DescriptorScatterOp",
    "DescriptorStoreOp",
    "DotOp",
    "DotScaledOp",
    "ElementwiseInlineAsmOp",
    "ExpandDimsOp",
    "ExternElementwiseOp",
    "FpToFpOp",
    "FuncOp",
    "GatherOp",
    "GetNumProgramsOp",
    "GetProgramIdOp",
    "GridDependencyLaunchDependentsOp",
    "GridDependencyWaitOp",
    "HistogramOp",
    "IntToPtrOp",
    "JoinOp",
    "LoadOp",
    "MakeRangeOp",
    "MakeTensorDescOp",
    "MapElementwiseOp",
    "MapElementwiseReturnOp",
    "MulhiUIOp",
    "PointerType",
    "PreciseDivFOp",
    "PreciseSqrtOp",
    "PrintOp",
    "PtrToIntOp",
    "ReduceOp",
    "ReduceReturnOp",
    "ReshapeOp",
    "ReturnOp",
    "ScanOp",
    "ScanReturnOp",
    "SplatOp",
    "SplitOp",
    "StoreOp",
    "TensorDescType",
    "TransOp",
    "UnsplatOp",
]
