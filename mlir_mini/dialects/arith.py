"""The arith dialect: arithmetic on integers, floats, and tensors and vectors of them.

Families share a base class that declares the operands, the result and the assembly.  This
file has what works on all kinds of values and hands on the rest, from :mod:`.arith_integers`,
:mod:`.arith_floats` and :mod:`.arith_casts`.
Source: mlir/include/mlir/Dialect/Arith/IR/ArithOps.td.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.arith_base import (
    PURE,
    FastMath,
    FastMathFlagsAttr,
    IntegerOverflowFlagsAttr,
    dialect,
)
from mlir_mini.dialects.arith_casts import (
    BitcastOp,
    ConvertFOp,
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    ScalingExtFOp,
    ScalingTruncFOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from mlir_mini.dialects.arith_floats import (
    AddFOp,
    DivFOp,
    FloatBinaryOp,
    FloatUnaryOp,
    FlushDenormalsOp,
    MaximumFOp,
    MaxNumFOp,
    MinimumFOp,
    MinNumFOp,
    MulFOp,
    NegFOp,
    RemFOp,
    SubFOp,
)
from mlir_mini.dialects.arith_integers import (
    AddIOp,
    AddUIExtendedOp,
    AndIOp,
    CeilDivSIOp,
    CeilDivUIOp,
    DivSIOp,
    DivUIOp,
    FloorDivSIOp,
    IntBinaryOp,
    MaxSIOp,
    MaxUIOp,
    MinSIOp,
    MinUIOp,
    MulExtendedOp,
    MulIOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
    OrIOp,
    RemSIOp,
    RemUIOp,
    ShLIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    SubUIExtendedOp,
    XOrIOp,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import (
    DenseElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from mlir_mini.ir.core import Operation, OpResult, Value
from mlir_mini.ir.types import (
    IntegerType,
    RankedTensorType,
    Type,
    VectorType,
    element_type_or_self,
    i1,
    i64,
    none,
)
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import EnumKind, TypedKind
from mlir_mini.spec.constraints import (
    AnyType,
    BoolLike,
    FloatLike,
    SignlessIntegerOrIndexLike,
    i1_same_shape,
    shape_of,
)
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import TypeRule, attr, operand, result, same_as
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import type_text

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer

INTEGER_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = (
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
    "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
)  # fmt: skip
#: Attributes that have a type (TypedAttrInterface).
_TYPED = (IntegerAttr, FloatAttr, StringAttr, DenseElementsAttr, DenseResourceAttr)
_CmpIPredicate = EnumKind({name: n for n, name in enumerate(INTEGER_PREDICATES)}, i64)
_CmpFPredicate = EnumKind({name: n for n, name in enumerate(FLOAT_PREDICATES)}, i64)


def _value_type(value: Any) -> Type:
    """The type of a constant's value; strings need not have one."""
    return none if value.type is None else value.type


_VALUE_HAS_RESULT_TYPE = t.Predicate(
    "all of {value, result} have same type",
    lambda op: _value_type(op.value) is op.result.type,
)


class _ValueKind(TypedKind):
    """The value of a constant, whose type is that of the result."""

    def check(self, attr: Any) -> bool:
        return isinstance(attr, _TYPED)

    def parse(self, token: Any, state: Any) -> Interned:
        value = state.parser.attribute(token)
        if not self.check(value):
            raise state.op_error(token.pos, "invalid kind of attribute specified")
        return value


class ConstantOp(Op):
    """An integer, float or dense value.

    %c42_i32 = arith.constant 42 : i32
    """

    name = "arith.constant"
    value = attr(_ValueKind())
    result_ = result()
    traits = frozenset({t.ConstantLike, t.Pure, t.NoMemoryEffect, _VALUE_HAS_RESULT_TYPE})
    assembly_format = "attr-dict $value"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Any], regions: Sequence[Any]
    ) -> list[Type]:
        return [_value_type(properties["value"])]

    def asm_result_names(self) -> list[tuple[OpResult, str]]:
        """``c42_i32``, ``c7`` for an index, ``true``; ``cst`` for anything that is no integer."""
        value, type = self.value, self.result.type
        if not isinstance(value, IntegerAttr):
            return [(self.result, "cst")]
        if type is i1:
            return [(self.result, "true" if value.value else "false")]
        if isinstance(type, IntegerType):
            return [(self.result, f"c{value.value}_{type_text(type)}")]
        return [(self.result, f"c{value.value}")]

    def verify(self) -> Diagnostic | None:
        element = element_type_or_self(self.result.type)
        if isinstance(element, IntegerType) and element.signedness != "signless":
            return self.op_error("integer return type must be signless")
        value = self.value
        if not isinstance(value, (IntegerAttr, FloatAttr, DenseElementsAttr, DenseResourceAttr)):
            return self.op_error("value must be an integer, float, or elements attribute")
        type = self.result.type
        splat = isinstance(value, DenseElementsAttr) and value.is_splat
        if isinstance(type, VectorType) and any(type.scalable) and not splat:
            return self.op_error(
                "initializing scalable vectors with elements attribute is not supported unless "
                "it's a vector splat"
            )
        return None


# Comparison and selection ------------------------------------------------------------------------

_COMPARISON = TypeRule(
    "lhs", i1_same_shape, "result type has i1 element type and same shape as operands"
)


class CmpIOp(Op):
    """Compares integers; ``predicate`` is one of :data:`INTEGER_PREDICATES`.

    %0 = arith.cmpi slt, %a, %b : i32
    """

    name = "arith.cmpi"
    predicate = attr(_CmpIPredicate)
    lhs = operand(SignlessIntegerOrIndexLike)
    rhs = operand(SignlessIntegerOrIndexLike, type=same_as("lhs"))
    result_ = result(BoolLike, type=_COMPARISON)
    traits = PURE | {t.SameTypeOperands}
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


class CmpFOp(Op):
    """Compares floats; ``predicate`` is one of :data:`FLOAT_PREDICATES`.

    %0 = arith.cmpf oeq, %a, %b : f32
    """

    name = "arith.cmpf"
    predicate = attr(_CmpFPredicate)
    lhs = operand(FloatLike)
    rhs = operand(FloatLike, type=same_as("lhs"))
    fastmath = attr(FastMath, default="none")
    result_ = result(BoolLike, type=_COMPARISON)
    traits = PURE | {t.SameTypeOperands}
    assembly_format = (
        "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
    )


def _condition_fits(op: SelectOp) -> bool:
    condition, type = op.condition.type, op.result.type
    return condition is i1 or (
        shape_of(condition) is not None and shape_of(condition) == shape_of(type)
    )


@custom_directive("SelectOperands")
class SelectOperands(CustomDirective):
    """The three operands of a selection."""

    grammar = "OPERANDS"

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        names = state.parser.operand_names(children[i])
        if len(names) != 3:
            raise state.op_error(names[0][1], "expected 3 operands")
        for field, name in zip(self.spec.operands, names, strict=True):
            state.names[field.name] = [name]
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        p.operands(op.operands)


@custom_directive("SelectTypes")
class SelectTypes(CustomDirective):
    """``: result`` or, with a condition other than i1, ``: condition, result``."""

    grammar = "SIGNATURE"

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        types = state.parser.signature(children[i])
        if len(types) not in (1, 3) or (len(types) == 3 and types[1] != ","):
            at = state.parser.signature_position(children[i], 1)
            raise state.error(at, f"unexpected '{types[1]}' in the operation's types")
        state.types["condition"] = [types[0] if len(types) == 3 else i1]
        state.types["result"] = [types[-1]]
        return i + 1

    def print(self, op: Operation, p: Printer) -> None:
        p.write(": ")
        condition = op.operand(0).type
        if shape_of(condition) is not None:
            p.type(condition)
            p.write(", ")
        p.type(op.results[0].type)


class SelectOp(Op):
    """One of two values, chosen as a whole or element by element.

    %0 = arith.select %cond, %a, %b : tensor<8xi1>, tensor<8xf32>
    """

    name = "arith.select"
    condition = operand(BoolLike)
    true_value = operand(type=same_as("result"))
    false_value = operand(type=same_as("result"))
    result_ = result(AnyType)
    traits = PURE | {
        t.AllTypesMatch("true_value", "false_value", "result"),
        t.Predicate("condition is signless i1 or has matching shape", _condition_fits),
    }
    assembly_format = "custom<SelectOperands>() attr-dict custom<SelectTypes>()"

    def verify(self) -> Diagnostic | None:
        condition = self.condition.type
        if condition is i1:
            return None
        type = self.result.type
        if not isinstance(type, (RankedTensorType, VectorType)):
            return self.op_error(
                f"expected condition to be a signless i1, but got '{type_text(condition)}'"
            )
        expected = i1_same_shape(type)
        if condition is not expected:
            return self.op_error(
                "expected condition type to have the same shape as the result type, expected "
                f"'{type_text(expected)}', but got '{type_text(condition)}'"
            )
        return None


__all__ = [
    "FLOAT_PREDICATES",
    "INTEGER_PREDICATES",
    "AddFOp",
    "AddIOp",
    "AddUIExtendedOp",
    "AndIOp",
    "BitcastOp",
    "CeilDivSIOp",
    "CeilDivUIOp",
    "CmpFOp",
    "CmpIOp",
    "ConstantOp",
    "ConvertFOp",
    "DivFOp",
    "DivSIOp",
    "DivUIOp",
    "ExtFOp",
    "ExtSIOp",
    "ExtUIOp",
    "FPToSIOp",
    "FPToUIOp",
    "FastMathFlagsAttr",
    "FloatBinaryOp",
    "FloatUnaryOp",
    "FloorDivSIOp",
    "FlushDenormalsOp",
    "IndexCastOp",
    "IndexCastUIOp",
    "IntBinaryOp",
    "IntegerOverflowFlagsAttr",
    "MaxNumFOp",
    "MaxSIOp",
    "MaxUIOp",
    "MaximumFOp",
    "MinNumFOp",
    "MinSIOp",
    "MinUIOp",
    "MinimumFOp",
    "MulExtendedOp",
    "MulFOp",
    "MulIOp",
    "MulSIExtendedOp",
    "MulUIExtendedOp",
    "NegFOp",
    "OrIOp",
    "RemFOp",
    "RemSIOp",
    "RemUIOp",
    "SIToFPOp",
    "ScalingExtFOp",
    "ScalingTruncFOp",
    "SelectOp",
    "ShLIOp",
    "ShRSIOp",
    "ShRUIOp",
    "SubFOp",
    "SubIOp",
    "SubUIExtendedOp",
    "TruncFOp",
    "TruncIOp",
    "UIToFPOp",
    "XOrIOp",
    "dialect",
]  # fmt: skip

dialect.add_ops(globals())
