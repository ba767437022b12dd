"""Triton's operations that run code of a region on elements: reductions, scans, maps.

Source: include/triton/Dialect/Triton/IR/TritonOps.td, lib/Dialect/Triton/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlir_mini.dialects import tt_traits
from mlir_mini.dialects.tt_types import AnyTritonType, Tensor
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import RankedTensorType, Type, element_type_or_self
from mlir_mini.layout.inference import infer_reduce
from mlir_mini.source import Diagnostic
from mlir_mini.spec import effects as fx
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, I32Attr
from mlir_mini.spec.fields import attr, region, variadic, variadic_result
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import type_text

_Properties = Mapping[str, Interned]


def _tensor(value: Value) -> RankedTensorType:
    assert isinstance(value.type, RankedTensorType)
    return value.type


class _CombiningOp(Op):
    """Combines elements of each of `srcs` along `axis` with the operations of a region."""

    traits = tt_traits.COMMON

    @property
    def input_types(self) -> list[RankedTensorType]:
        return [_tensor(value) for value in self.operands]

    @property
    def element_types(self) -> list[Type]:
        return [type.element_type for type in self.input_types]

    def verify(self) -> Diagnostic | None:
        if not self.op_operands:
            return self.op_error("must have at least 1 operand")
        if len(self.op_operands) != len(self.results):
            return self.op_error("must have the same number of inputs as outputs")
        axis: int = self.attr("axis").value
        first = 0
        for type in self.input_types:
            if not 0 <= axis < type.rank:
                return self.op_error(f"axis out of bounds for operand rank {type.rank}")
            if first and type.rank != first:
                return self.op_error(
                    f"all operands must have the same rank, but got ranks {first} and {type.rank}"
                )
            first = first or type.rank
        for element, result_type in zip(self.element_types, self.result_types, strict=True):
            if element is not element_type_or_self(result_type):
                return self.op_error("operand types and result types must agree")
        return None

    def _verify_combine(self, terminator_name: str) -> Diagnostic | None:
        elements = self.element_types
        block = self.regions[0].first_block
        count = 2 * len(elements)
        if len(block.arguments) != count:
            return self.op_error(
                f"nested block must take {count} arguments, but given block with "
                f"{len(block.arguments)} arguments"
            )
        for i, argument in enumerate(block.arguments):
            if argument.type is not elements[i % len(elements)]:
                return self._mismatch(i, elements[i % len(elements)], argument.type)
        terminator = block.terminator
        if terminator.name != terminator_name:
            return self.op_error(
                "combine operation must be terminated with a ReduceReturnOp but got "
                f"{terminator.generic_text()}"
            )
        if terminator.num_operands != len(elements):
            return self.op_error(
                f"expected combine operation to return {len(elements)} values but got "
                f"{terminator.num_operands}"
            )
        for i, (expected, found) in enumerate(zip(elements, terminator.operand_types, strict=True)):
            if found is not expected:
                return self._mismatch(i, expected, found)
        return None

    def _mismatch(self, index: int, expected: Type, found: Type) -> Diagnostic:
        return self.op_error(
            f"type mismatch on combine operation. Expected argument {index} to have type "
            f"'{type_text(expected)}' but got '{type_text(found)}'"
        )


class ReduceOp(_CombiningOp):
    """Reduces tensors along an axis.

    %v = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<8xf32>) -> f32
    """

    name = "tt.reduce"
    srcs = variadic(Tensor)
    axis = attr(I32Attr)
    result_ = variadic_result(AnyTritonType)
    combineOp = region(sized=True)
    traits = tt_traits.COMMON | {
        t.Pure,
        t.SameOperandsShape,
        tt_traits.SameOperandsEncoding,
        t.SingleBlock,
        tt_traits.InferTypes,
    }

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        """Raises LayoutError if an encoding cannot lose the axis."""
        axis: Any = properties["axis"]
        return [reduced_type(_tensor(value), axis.value) for value in operands]

    @property
    def single_combiner(self) -> Operation | None:
        """The one operation that combines two elements, if the region holds nothing else."""
        if len(self.op_operands) != 1 or len(self.results) != 1:
            return None
        block = self.regions[0].first_block
        combiner = block.terminator.operand(0).defining_op
        if combiner is None or combiner.num_operands != 2 or combiner.num_results != 1:
            return None
        arguments = tuple(block.arguments[:2])
        found = combiner.operands
        swapped = found == arguments[::-1] and combiner.has_trait(t.Commutative)
        return combiner if found == arguments or swapped else None

    def verify_regions(self) -> Diagnostic | None:
        return self._verify_combine("tt.reduce.return")


def reduced_type(type: RankedTensorType, axis: int) -> Type:
    """The type of a tensor reduced along ``axis``; a scalar if no dim is left."""
    if not 0 <= axis < type.rank:
        # Reported by the operation's own check.
        return type
    shape = (*type.shape[:axis], *type.shape[axis + 1 :])
    if not shape:
        return type.element_type
    encoding: Any = type.encoding
    if encoding is not None:
        encoding = infer_reduce(encoding, axis)
    return RankedTensorType(shape, type.element_type, encoding)


class _ReturnOp(Op):
    """Ends a region with the values it gives."""

    traits = tt_traits.COMMON | {t.Pure, t.IsTerminator, t.ReturnLike, t.RegionBranchTerminator}


class ReduceReturnOp(_ReturnOp):
    """Ends the region of a reduction.

    tt.reduce.return %s : f32
    """

    name = "tt.reduce.return"
    result_ = variadic()
    traits = _ReturnOp.traits | {t.HasParent("tt.reduce")}
    assembly_format = "$result attr-dict `:` type($result)"


class ScanOp(_CombiningOp):
    """Accumulates tensors along an axis.

    %v = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.scan.return %s : f32
    }) : (tensor<8xf32>) -> tensor<8xf32>
    """

    name = "tt.scan"
    srcs = variadic(Tensor)
    axis = attr(I32Attr)
    reverse = attr(BoolAttr)
    result_ = variadic_result(Tensor)
    combineOp = region(sized=True)
    traits = tt_traits.COMMON | {
        t.Pure,
        tt_traits.SameOperandsAndResultEncoding,
        t.SameOperandsAndResultShape,
        t.SingleBlock,
        tt_traits.InferTypes,
    }

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: _Properties, regions: Sequence[Any]
    ) -> list[Type]:
        return [value.type for value in operands]

    def verify_regions(self) -> Diagnostic | None:
        return self._verify_combine("tt.scan.return")


class ScanReturnOp(_ReturnOp):
    """Ends the region of a scan.

    tt.scan.return %s : f32
    """

    name = "tt.scan.return"
    result_ = variadic()
    traits = _ReturnOp.traits | {t.HasParent("tt.scan")}
    assembly_format = "$result attr-dict `:` type($result)"


class MapElementwiseOp(Op):
    """Applies scalar code to each group of `pack` elements; it may branch.

    %v = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: i32):
      tt.map_elementwise.return %a : i32
    }) : (tensor<8xi32>) -> tensor<8xi32>
    """

    name = "tt.map_elementwise"
    srcs = variadic(Tensor)
    pack = attr(I32Attr)
    result_ = variadic_result(Tensor)
    scalarOp = region()
    traits = tt_traits.COMMON | {
        tt_traits.SameOperandsAndResultEncoding,
        t.SameOperandsAndResultShape,
        t.RecursiveMemoryEffects,
    }

    def verify(self) -> Diagnostic | None:
        if not self.op_operands:
            return self.op_error("MapElementwiseOp must have at least 1 operand")
        pack = self.pack & 0xFFFFFFFF
        if pack == 0 or pack & (pack - 1):
            return self.op_error("Pack must be a power of 2")
        return None

    def verify_regions(self) -> Diagnostic | None:
        pack, body = self.pack, self.regions[0]
        arguments = [] if body.empty else body.first_block.arguments
        if len(arguments) != len(self.op_operands) * pack:
            return self.op_error("region has wrong number of arguments")
        if [a.type for a in arguments] != _interleaved(self.operands, pack):
            return self.plain_error("argument types did not match")
        expected = _interleaved(self.results, pack)
        for op in body.ops:
            for nested in op.walk():
                # A store would not be masked where elements are repeated.
                if any(effect.kind == fx.WRITE for effect in fx.memory_effects(nested) or ()):
                    return nested.op_error("Stores are not supported inside map_elementwise")
                if nested.name == "tt.map_elementwise.return" and nested.operand_types != expected:
                    return nested.plain_error("region return does not match map_elementwise result")
        return None


def _interleaved(values: Sequence[Value], count: int) -> list[Type]:
    """Each tensor's element type ``count`` times."""
    return [element_type_or_self(v.type) for v in values for _ in range(count)]


class MapElementwiseReturnOp(_ReturnOp):
    """Ends the region of a map.

    tt.map_elementwise.return %a : i32
    """

    name = "tt.map_elementwise.return"
    result_ = variadic()
    traits = _ReturnOp.traits | {t.HasParent("tt.map_elementwise")}
    assembly_format = "attr-dict ($result^ `:` type($result))?"
