"""The arith dialect's casts: between widths, between integers and floats, of bit patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from mlir_mini.dialects.arith_base import PURE, FastMath, Overflow, RoundingMode, dialect
from mlir_mini.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Type,
    UnrankedTensorType,
    VectorType,
    element_type_or_self,
)
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import UnitAttrKind
from mlir_mini.spec.constraints import (
    FloatLike,
    NonZeroSignlessIntegerOrFloat,
    NonZeroSignlessIntegerOrFloatLike,
    SignlessFixedWidthIntegerLike,
    SignlessIntegerOrIndex,
    SignlessIntegerOrIndexLike,
    TypeConstraint,
    any_of,
)
from mlir_mini.spec.fields import attr, operand, optional_attr, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import type_text


def _memref_of(element: TypeConstraint) -> TypeConstraint:
    return TypeConstraint(
        f"memref of {element.summary}",
        lambda t: isinstance(t, MemRefType) and element.predicate(t.element_type),
    )


_IndexCastable = any_of(
    f"{SignlessIntegerOrIndexLike.summary} or memref of signless-integer",
    SignlessIntegerOrIndexLike,
    _memref_of(SignlessIntegerOrIndex),
)
_Bitcastable = any_of(
    f"{NonZeroSignlessIntegerOrFloatLike.summary} or memref of "
    f"{NonZeroSignlessIntegerOrFloat.summary}",
    NonZeroSignlessIntegerOrFloatLike,
    _memref_of(NonZeroSignlessIntegerOrFloat),
)


def _tensor_shape(type: Type) -> tuple[int, ...]:
    return type.shape if isinstance(type, RankedTensorType) else ()


_SAME_DIMS = t.Predicate(
    "input and output have the same tensor dimensions",
    lambda op: _tensor_shape(op.operand(0).type) == _tensor_shape(op.results[0].type),
)

_CONTAINERS = (RankedTensorType, UnrankedTensorType, VectorType)


def _like_elements(source: Type, target: Type) -> bool:
    """Both scalars, or both containers of one kind (a scalar and a tensor never are)."""
    if isinstance(source, _CONTAINERS) != isinstance(target, _CONTAINERS):
        return False
    if isinstance(source, RankedTensorType) and isinstance(target, RankedTensorType):
        return source.encoding is target.encoding
    return type(source) is type(target) or not isinstance(source, _CONTAINERS)


#: Checks the element types of a cast, which are of the kinds that its operands allow.
Fits = Callable[[Type, Type], bool]


def _width(type: Type) -> int:
    return type.width if isinstance(type, (IntegerType, FloatType)) else 0


def _widens(source: Type, target: Type) -> bool:
    return _width(source) < _width(target)


def _narrows(source: Type, target: Type) -> bool:
    return _width(source) > _width(target)


class CastOp(Op):
    """Base of casts: one operand, one result, of one shape."""

    in_ = operand()
    out = result()
    traits = PURE | {t.SameOperandsAndResultShape, _SAME_DIMS}
    assembly_format = "$in attr-dict `:` type($in) `to` type($out)"
    #: What the element types must satisfy.
    fits: ClassVar[Fits | None] = None

    def verify(self) -> Diagnostic | None:
        source, target = self.operand(0).type, self.out.type
        elements = element_type_or_self(source), element_type_or_self(target)
        fits = type(self).fits
        if _like_elements(source, target) and (fits is None or fits(*elements)):
            return None
        return self.op_error(
            f"operand type '{type_text(source)}' and result type '{type_text(target)}' are cast "
            "incompatible"
        )


class ExtUIOp(CastOp):
    """To a wider integer, filling with zeros; ``nneg`` promises that the operand is none below 0.

    %0 = arith.extui %a nneg : i8 to i32
    """

    name = "arith.extui"
    in_ = operand(SignlessFixedWidthIntegerLike)
    nonNeg = optional_attr(UnitAttrKind)
    out = result(SignlessFixedWidthIntegerLike)
    assembly_format = "$in (`nneg` $nonNeg^)? attr-dict `:` type($in) `to` type($out)"
    fits = staticmethod(_widens)


class ExtSIOp(CastOp):
    """To a wider integer, keeping the sign.

    %0 = arith.extsi %a : i8 to i32
    """

    name = "arith.extsi"
    in_ = operand(SignlessFixedWidthIntegerLike)
    out = result(SignlessFixedWidthIntegerLike)
    fits = staticmethod(_widens)


class TruncIOp(CastOp):
    """To a narrower integer.

    %0 = arith.trunci %a overflow<nsw> : i32 to i8
    """

    name = "arith.trunci"
    in_ = operand(SignlessFixedWidthIntegerLike)
    overflowFlags = attr(Overflow, default="none")
    out = result(SignlessFixedWidthIntegerLike)
    assembly_format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"
    fits = staticmethod(_narrows)


class ExtFOp(CastOp):
    """To a wider float.

    %0 = arith.extf %a : f16 to f32
    """

    name = "arith.extf"
    in_ = operand(FloatLike)
    fastmath = optional_attr(FastMath)
    out = result(FloatLike)
    assembly_format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    fits = staticmethod(_widens)


class TruncFOp(CastOp):
    """To a narrower float.

    %0 = arith.truncf %a to_nearest_even fastmath<nnan> : f32 to f16
    """

    name = "arith.truncf"
    in_ = operand(FloatLike)
    roundingmode = optional_attr(RoundingMode)
    fastmath = optional_attr(FastMath)
    out = result(FloatLike)
    assembly_format = (
        "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    )
    fits = staticmethod(_narrows)


class ConvertFOp(CastOp):
    """To another float of the same width.

    %0 = arith.convertf %a : bf16 to f16
    """

    name = "arith.convertf"
    in_ = operand(FloatLike)
    roundingmode = optional_attr(RoundingMode)
    fastmath = optional_attr(FastMath)
    out = result(FloatLike)
    assembly_format = TruncFOp.assembly_format
    fits = staticmethod(lambda a, b: _width(a) == _width(b) and a is not b)


class SIToFPOp(CastOp):
    """A signed integer as a float.

    %0 = arith.sitofp %a : i32 to f32
    """

    name = "arith.sitofp"
    in_ = operand(SignlessFixedWidthIntegerLike)
    out = result(FloatLike)


class UIToFPOp(CastOp):
    """An unsigned integer as a float.

    %0 = arith.uitofp %a nneg : i32 to f32
    """

    name = "arith.uitofp"
    in_ = operand(SignlessFixedWidthIntegerLike)
    nonNeg = optional_attr(UnitAttrKind)
    out = result(FloatLike)
    assembly_format = ExtUIOp.assembly_format


class FPToSIOp(CastOp):
    """A float rounded towards zero, as a signed integer.

    %0 = arith.fptosi %a : f32 to i32
    """

    name = "arith.fptosi"
    in_ = operand(FloatLike)
    out = result(SignlessFixedWidthIntegerLike)


class FPToUIOp(CastOp):
    """A float rounded towards zero, as an unsigned integer.

    %0 = arith.fptoui %a : f32 to i32
    """

    name = "arith.fptoui"
    in_ = operand(FloatLike)
    out = result(SignlessFixedWidthIntegerLike)


def _one_index(source: Type, target: Type) -> bool:
    return isinstance(source, IndexType) != isinstance(target, IndexType)


class IndexCastOp(CastOp):
    """Between an index and an integer, keeping the sign.

    %0 = arith.index_cast %a : i32 to index
    """

    name = "arith.index_cast"
    in_ = operand(_IndexCastable)
    out = result(_IndexCastable)
    fits = staticmethod(_one_index)


class IndexCastUIOp(CastOp):
    """Between an index and an integer, filling with zeros.

    %0 = arith.index_castui %a : i32 to index
    """

    name = "arith.index_castui"
    in_ = operand(_IndexCastable)
    nonNeg = optional_attr(UnitAttrKind)
    out = result(_IndexCastable)
    assembly_format = ExtUIOp.assembly_format
    fits = staticmethod(_one_index)


class BitcastOp(CastOp):
    """The same bits as another type.

    %0 = arith.bitcast %a : f32 to i32
    """

    name = "arith.bitcast"
    in_ = operand(_Bitcastable)
    out = result(_Bitcastable)
    fits = staticmethod(lambda a, b: _width(a) == _width(b))


class ScaledCastOp(Op):
    """Base of casts that multiply or divide by a scale."""

    in_ = operand(FloatLike)
    scale = operand(FloatLike)
    fastmath = optional_attr(FastMath)
    out = result(FloatLike)
    traits = PURE | {_SAME_DIMS}
    fits: ClassVar[Fits]

    def verify(self) -> Diagnostic | None:
        source, scale, target = self.operand(0).type, self.scale.type, self.out.type
        elements = element_type_or_self(source), element_type_or_self(target)
        if _like_elements(source, target) and type(self).fits(*elements):
            return None
        return self.op_error(
            f"operand types '{type_text(source)}', '{type_text(scale)}' and result type "
            f"'{type_text(target)}' are cast incompatible"
        )


class ScalingExtFOp(ScaledCastOp):
    """To a wider float, times a scale.

    %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
    """

    name = "arith.scaling_extf"
    assembly_format = (
        "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict"
        " `:` type($in) `,` type($scale) `to` type($out)"
    )
    fits = staticmethod(_widens)


class ScalingTruncFOp(ScaledCastOp):
    """To a narrower float, divided by a scale.

    %0 = arith.scaling_truncf %a, %s upward : f32, f8E8M0FNU to f4E2M1FN
    """

    name = "arith.scaling_truncf"
    roundingmode = optional_attr(RoundingMode)
    assembly_format = (
        "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict"
        " `:` type($in) `,` type($scale) `to` type($out)"
    )
    fits = staticmethod(_narrows)


dialect.add_ops(globals())
