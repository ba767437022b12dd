"""The arith dialect's operations on integers, also on indices."""

from __future__ import annotations

from mlir_mini.dialects.arith_base import (
    COMMUTATIVE,
    ELEMENTWISE,
    PURE,
    SAME_TYPE,
    Overflow,
    dialect,
)
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import UnitAttrKind
from mlir_mini.spec.constraints import BoolLike, SignlessIntegerOrIndexLike
from mlir_mini.spec.fields import attr, operand, optional_attr, result, same_as
from mlir_mini.spec.op import Op


class IntBinaryOp(Op):
    """Base of the operations on two integers of one type."""

    lhs = operand(SignlessIntegerOrIndexLike)
    rhs = operand(SignlessIntegerOrIndexLike)
    result_ = result(SignlessIntegerOrIndexLike)
    traits = SAME_TYPE
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"


class IntBinaryOpWithOverflowFlags(IntBinaryOp):
    """Base of those that may promise not to overflow; ``overflowFlags`` is ``nsw, nuw``."""

    overflowFlags = attr(Overflow, default="none")
    assembly_format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"


class IntBinaryOpWithExactFlag(IntBinaryOp):
    """Base of those that may promise to leave no rest."""

    isExact = optional_attr(UnitAttrKind)
    assembly_format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


class AddIOp(IntBinaryOpWithOverflowFlags):
    """Sum modulo 2**width.

    %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
    """

    name = "arith.addi"
    traits = COMMUTATIVE


class SubIOp(IntBinaryOpWithOverflowFlags):
    """Difference modulo 2**width.

    %0 = arith.subi %a, %b : i32
    """

    name = "arith.subi"


class MulIOp(IntBinaryOpWithOverflowFlags):
    """Product modulo 2**width.

    %0 = arith.muli %a, %b : tensor<8xi32>
    """

    name = "arith.muli"
    traits = COMMUTATIVE


class ShLIOp(IntBinaryOpWithOverflowFlags):
    """Shift to the left.

    %0 = arith.shli %a, %b : i32
    """

    name = "arith.shli"


class ShRUIOp(IntBinaryOpWithExactFlag):
    """Shift to the right that fills with zeros.

    %0 = arith.shrui %a, %b : i32
    """

    name = "arith.shrui"


class ShRSIOp(IntBinaryOpWithExactFlag):
    """Shift to the right that keeps the sign.

    %0 = arith.shrsi %a, %b exact : i32
    """

    name = "arith.shrsi"


class DivUIOp(IntBinaryOpWithExactFlag):
    """Unsigned quotient.

    %0 = arith.divui %a, %b exact : i32
    """

    name = "arith.divui"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class DivSIOp(IntBinaryOpWithExactFlag):
    """Signed quotient, rounded towards zero.

    %0 = arith.divsi %a, %b : i32
    """

    name = "arith.divsi"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class CeilDivUIOp(IntBinaryOp):
    """Unsigned quotient, rounded up.

    %0 = arith.ceildivui %a, %b : i32
    """

    name = "arith.ceildivui"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class CeilDivSIOp(IntBinaryOp):
    """Signed quotient, rounded up.

    %0 = arith.ceildivsi %a, %b : i32
    """

    name = "arith.ceildivsi"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class FloorDivSIOp(IntBinaryOp):
    """Signed quotient, rounded down.

    %0 = arith.floordivsi %a, %b : i32
    """

    name = "arith.floordivsi"


class RemUIOp(IntBinaryOp):
    """Remainder of the unsigned quotient.

    %0 = arith.remui %a, %b : i32
    """

    name = "arith.remui"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class RemSIOp(IntBinaryOp):
    """Remainder of the signed quotient, with the sign of ``lhs``.

    %0 = arith.remsi %a, %b : i32
    """

    name = "arith.remsi"
    traits = ELEMENTWISE | {t.SameOperandsAndResultType}


class AndIOp(IntBinaryOp):
    """Bitwise and.

    %0 = arith.andi %a, %b : tensor<8xi1>
    """

    name = "arith.andi"
    traits = COMMUTATIVE | {t.Idempotent}


class OrIOp(IntBinaryOp):
    """Bitwise or.

    %0 = arith.ori %a, %b : i32
    """

    name = "arith.ori"
    traits = COMMUTATIVE | {t.Idempotent}


class XOrIOp(IntBinaryOp):
    """Bitwise exclusive or.

    %0 = arith.xori %a, %b : i1
    """

    name = "arith.xori"
    traits = COMMUTATIVE


class MaxSIOp(IntBinaryOp):
    """The larger one, signed.

    %0 = arith.maxsi %a, %b : i32
    """

    name = "arith.maxsi"
    traits = COMMUTATIVE


class MaxUIOp(IntBinaryOp):
    """The larger one, unsigned.

    %0 = arith.maxui %a, %b : i32
    """

    name = "arith.maxui"
    traits = COMMUTATIVE


class MinSIOp(IntBinaryOp):
    """The smaller one, signed.

    %0 = arith.minsi %a, %b : i32
    """

    name = "arith.minsi"
    traits = COMMUTATIVE


class MinUIOp(IntBinaryOp):
    """The smaller one, unsigned.

    %0 = arith.minui %a, %b : i32
    """

    name = "arith.minui"
    traits = COMMUTATIVE


class AddUIExtendedOp(Op):
    """Sum and whether it overflowed.

    %sum, %overflow = arith.addui_extended %a, %b : i32, i1
    """

    name = "arith.addui_extended"
    lhs = operand(SignlessIntegerOrIndexLike, type=same_as("sum"))
    rhs = operand(SignlessIntegerOrIndexLike, type=same_as("sum"))
    sum = result(SignlessIntegerOrIndexLike)
    overflow = result(BoolLike)
    traits = PURE | {t.Commutative, t.AllTypesMatch("lhs", "rhs", "sum")}
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"


class SubUIExtendedOp(Op):
    """Difference and whether it borrowed.

    %diff, %borrow = arith.subui_extended %a, %b : i32, i1
    """

    name = "arith.subui_extended"
    lhs = operand(SignlessIntegerOrIndexLike, type=same_as("diff"))
    rhs = operand(SignlessIntegerOrIndexLike, type=same_as("diff"))
    diff = result(SignlessIntegerOrIndexLike)
    borrow = result(BoolLike)
    traits = PURE | {t.AllTypesMatch("lhs", "rhs", "diff")}
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($diff) `,` type($borrow)"


class MulExtendedOp(Op):
    """Base of products of twice the width."""

    lhs = operand(SignlessIntegerOrIndexLike)
    rhs = operand(SignlessIntegerOrIndexLike, type=same_as("lhs"))
    low = result(SignlessIntegerOrIndexLike, type=same_as("lhs"))
    high = result(SignlessIntegerOrIndexLike, type=same_as("lhs"))
    traits = PURE | {t.Commutative, t.AllTypesMatch("lhs", "rhs", "low", "high")}
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


class MulSIExtendedOp(MulExtendedOp):
    """Both halves of a signed product.

    %low, %high = arith.mulsi_extended %a, %b : i32
    """

    name = "arith.mulsi_extended"


class MulUIExtendedOp(MulExtendedOp):
    """Both halves of an unsigned product.

    %low, %high = arith.mului_extended %a, %b : i32
    """

    name = "arith.mului_extended"


dialect.add_ops(globals())
