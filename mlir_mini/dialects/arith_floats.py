"""The arith dialect's operations on floats."""

from __future__ import annotations

from mlir_mini.dialects.arith_base import (
    COMMUTATIVE,
    SAME_TYPE,
    FastMath,
    RoundingMode,
    dialect,
)
from mlir_mini.spec.constraints import FloatLike
from mlir_mini.spec.fields import attr, operand, optional_attr, result
from mlir_mini.spec.op import Op


class FloatUnaryOp(Op):
    """Base of the operations on one float; ``fastmath`` is ``nnan,ninf``."""

    operand_ = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(FloatLike)
    traits = SAME_TYPE
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class FloatBinaryOp(Op):
    """Base of the operations on two floats of one type."""

    lhs = operand(FloatLike)
    rhs = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(FloatLike)
    traits = SAME_TYPE
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class RoundedFloatBinaryOp(FloatBinaryOp):
    """Base of those that may say how to round."""

    roundingmode = optional_attr(RoundingMode)
    assembly_format = (
        "$lhs `,` $rhs ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
    )


class AddFOp(RoundedFloatBinaryOp):
    """Sum.

    %0 = arith.addf %a, %b fastmath<nnan,ninf> : f32
    """

    name = "arith.addf"
    traits = COMMUTATIVE


class SubFOp(RoundedFloatBinaryOp):
    """Difference.

    %0 = arith.subf %a, %b : f32
    """

    name = "arith.subf"


class MulFOp(RoundedFloatBinaryOp):
    """Product.

    %0 = arith.mulf %a, %b to_nearest_even : tensor<8xf32>
    """

    name = "arith.mulf"
    traits = COMMUTATIVE


class DivFOp(RoundedFloatBinaryOp):
    """Quotient.

    %0 = arith.divf %a, %b : f32
    """

    name = "arith.divf"


class RemFOp(FloatBinaryOp):
    """Remainder, with the sign of ``lhs``.

    %0 = arith.remf %a, %b : f32
    """

    name = "arith.remf"


class MaximumFOp(FloatBinaryOp):
    """The larger one; NaN if either is.

    %0 = arith.maximumf %a, %b : f32
    """

    name = "arith.maximumf"
    traits = COMMUTATIVE


class MaxNumFOp(FloatBinaryOp):
    """The larger one; the other if one is NaN.

    %0 = arith.maxnumf %a, %b : f32
    """

    name = "arith.maxnumf"
    traits = COMMUTATIVE


class MinimumFOp(FloatBinaryOp):
    """The smaller one; NaN if either is.

    %0 = arith.minimumf %a, %b : f32
    """

    name = "arith.minimumf"
    traits = COMMUTATIVE


class MinNumFOp(FloatBinaryOp):
    """The smaller one; the other if one is NaN.

    %0 = arith.minnumf %a, %b : f32
    """

    name = "arith.minnumf"
    traits = COMMUTATIVE


class NegFOp(FloatUnaryOp):
    """The value with its sign changed.

    %0 = arith.negf %a : f32
    """

    name = "arith.negf"


class FlushDenormalsOp(FloatUnaryOp):
    """The value, or zero where it is denormal.

    %0 = arith.flush_denormals %a : f32
    """

    name = "arith.flush_denormals"


dialect.add_ops(globals())
