"""The math dialect: functions of floats and integers, element by element.

Source: mlir/include/mlir/Dialect/Math/IR/MathOps.td.
"""

from __future__ import annotations

from mlir_mini.dialects.arith_base import PURE, SAME_TYPE, FastMath
from mlir_mini.dialects.arith_floats import FloatBinaryOp, FloatUnaryOp
from mlir_mini.spec import traits as t
from mlir_mini.spec.constraints import BoolLike, FloatLike, SignlessIntegerLike, i1_same_shape
from mlir_mini.spec.fields import TypeRule, attr, operand, result, same_as
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("math")


# Functions of one float --------------------------------------------------------------------------


class AbsFOp(FloatUnaryOp):
    """Absolute value.

    %0 = math.absf %a : f32
    """

    name = "math.absf"


class AcosOp(FloatUnaryOp):
    """Arc cosine.

    %0 = math.acos %a : f32
    """

    name = "math.acos"


class AcoshOp(FloatUnaryOp):
    """Inverse hyperbolic cosine.

    %0 = math.acosh %a : f32
    """

    name = "math.acosh"


class AsinOp(FloatUnaryOp):
    """Arc sine.

    %0 = math.asin %a : f32
    """

    name = "math.asin"


class AsinhOp(FloatUnaryOp):
    """Inverse hyperbolic sine.

    %0 = math.asinh %a : f32
    """

    name = "math.asinh"


class AtanOp(FloatUnaryOp):
    """Arc tangent.

    %0 = math.atan %a : f32
    """

    name = "math.atan"


class AtanhOp(FloatUnaryOp):
    """Inverse hyperbolic tangent.

    %0 = math.atanh %a : f32
    """

    name = "math.atanh"


class CbrtOp(FloatUnaryOp):
    """Cube root.

    %0 = math.cbrt %a : f32
    """

    name = "math.cbrt"


class CeilOp(FloatUnaryOp):
    """The smallest whole number that is not below.

    %0 = math.ceil %a : f32
    """

    name = "math.ceil"


class CosOp(FloatUnaryOp):
    """Cosine.

    %0 = math.cos %a : f32
    """

    name = "math.cos"


class CoshOp(FloatUnaryOp):
    """Hyperbolic cosine.

    %0 = math.cosh %a : f32
    """

    name = "math.cosh"


class ErfOp(FloatUnaryOp):
    """Error function.

    %0 = math.erf %a : f32
    """

    name = "math.erf"


class ErfcOp(FloatUnaryOp):
    """One minus the error function.

    %0 = math.erfc %a : f32
    """

    name = "math.erfc"


class ExpOp(FloatUnaryOp):
    """e to the power of the value.

    %0 = math.exp %a : f32
    """

    name = "math.exp"


class Exp2Op(FloatUnaryOp):
    """2 to the power of the value.

    %0 = math.exp2 %a : f32
    """

    name = "math.exp2"


class ExpM1Op(FloatUnaryOp):
    """e to the power of the value, minus one.

    %0 = math.expm1 %a : f32
    """

    name = "math.expm1"


class FloorOp(FloatUnaryOp):
    """The largest whole number that is not above.

    %0 = math.floor %a : f32
    """

    name = "math.floor"


class LogOp(FloatUnaryOp):
    """Natural logarithm.

    %0 = math.log %a : f32
    """

    name = "math.log"


class Log10Op(FloatUnaryOp):
    """Logarithm to base 10.

    %0 = math.log10 %a : f32
    """

    name = "math.log10"


class Log1pOp(FloatUnaryOp):
    """Natural logarithm of the value plus one.

    %0 = math.log1p %a : f32
    """

    name = "math.log1p"


class Log2Op(FloatUnaryOp):
    """Logarithm to base 2.

    %0 = math.log2 %a : f32
    """

    name = "math.log2"


class RoundOp(FloatUnaryOp):
    """The nearest whole number; of two, the one away from zero.

    %0 = math.round %a : f32
    """

    name = "math.round"


class RoundEvenOp(FloatUnaryOp):
    """The nearest whole number; of two, the even one.

    %0 = math.roundeven %a : f32
    """

    name = "math.roundeven"


class RsqrtOp(FloatUnaryOp):
    """One over the square root.

    %0 = math.rsqrt %a : f32
    """

    name = "math.rsqrt"


class SinOp(FloatUnaryOp):
    """Sine.

    %0 = math.sin %a : f32
    """

    name = "math.sin"


class SinhOp(FloatUnaryOp):
    """Hyperbolic sine.

    %0 = math.sinh %a : f32
    """

    name = "math.sinh"


class SqrtOp(FloatUnaryOp):
    """Square root.

    %0 = math.sqrt %a : f32
    """

    name = "math.sqrt"


class TanOp(FloatUnaryOp):
    """Tangent.

    %0 = math.tan %a : f32
    """

    name = "math.tan"


class TanhOp(FloatUnaryOp):
    """Hyperbolic tangent.

    %0 = math.tanh %a : f32
    """

    name = "math.tanh"


class TruncOp(FloatUnaryOp):
    """The next whole number towards zero.

    %0 = math.trunc %a : f32
    """

    name = "math.trunc"


class SincosOp(Op):
    """Sine and cosine at once.

    %sin, %cos = math.sincos %a : f32
    """

    name = "math.sincos"
    operand_ = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    sin = result(FloatLike, type=same_as("operand"))
    cos = result(FloatLike, type=same_as("operand"))
    traits = SAME_TYPE
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($sin)"


class FloatClassOp(Op):
    """Base of questions about a float."""

    operand_ = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(
        BoolLike,
        type=TypeRule(
            "operand",
            i1_same_shape,
            "result type has i1 element type and same shape as operands",
        ),
    )
    traits = PURE
    assembly_format = "$operand attr-dict `:` type($operand)"


class IsFiniteOp(FloatClassOp):
    """Neither infinite nor NaN.

    %0 = math.isfinite %a : f32
    """

    name = "math.isfinite"


class IsInfOp(FloatClassOp):
    """Infinite.

    %0 = math.isinf %a : f32
    """

    name = "math.isinf"


class IsNaNOp(FloatClassOp):
    """Not a number.

    %0 = math.isnan %a : f32
    """

    name = "math.isnan"


class IsNormalOp(FloatClassOp):
    """Neither zero, denormal, infinite nor NaN.

    %0 = math.isnormal %a : f32
    """

    name = "math.isnormal"


# Functions of several floats ---------------------------------------------------------------------


class Atan2Op(FloatBinaryOp):
    """Arc tangent of a quotient.

    %0 = math.atan2 %a, %b : f32
    """

    name = "math.atan2"


class CopySignOp(FloatBinaryOp):
    """The first value with the sign of the second.

    %0 = math.copysign %a, %b : f32
    """

    name = "math.copysign"


class PowFOp(FloatBinaryOp):
    """The first value to the power of the second.

    %0 = math.powf %a, %b : f32
    """

    name = "math.powf"


class FmaOp(Op):
    """Product plus a third value, rounded once.

    %0 = math.fma %a, %b, %c : f32
    """

    name = "math.fma"
    a = operand(FloatLike)
    b = operand(FloatLike)
    c = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(FloatLike)
    traits = SAME_TYPE
    assembly_format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class ClampFOp(Op):
    """A value held within bounds.

    %0 = math.clampf %a to [%min, %max] : f32
    """

    name = "math.clampf"
    value = operand(FloatLike)
    min = operand(FloatLike)
    max = operand(FloatLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(FloatLike)
    traits = SAME_TYPE
    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict"
        " `:` type($result)"
    )


class FPowIOp(Op):
    """A float to the power of an integer.

    %0 = math.fpowi %a, %n : f32, i32
    """

    name = "math.fpowi"
    lhs = operand(FloatLike)
    rhs = operand(SignlessIntegerLike)
    fastmath = attr(FastMath, default="none")
    result_ = result(FloatLike, type=same_as("lhs"))
    traits = PURE | {t.SameOperandsAndResultShape, t.AllTypesMatch("lhs", "result")}
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"
    )


# Functions of integers ---------------------------------------------------------------------------


class IntegerUnaryOp(Op):
    """Base of the functions of one integer."""

    operand_ = operand(SignlessIntegerLike)
    result_ = result(SignlessIntegerLike)
    traits = SAME_TYPE
    assembly_format = "$operand attr-dict `:` type($result)"


class AbsIOp(IntegerUnaryOp):
    """Absolute value.

    %0 = math.absi %a : i32
    """

    name = "math.absi"


class CountLeadingZerosOp(IntegerUnaryOp):
    """Number of zero bits above the highest one.

    %0 = math.ctlz %a : i32
    """

    name = "math.ctlz"


class CountTrailingZerosOp(IntegerUnaryOp):
    """Number of zero bits below the lowest one.

    %0 = math.cttz %a : i32
    """

    name = "math.cttz"


class CtPopOp(IntegerUnaryOp):
    """Number of one bits.

    %0 = math.ctpop %a : i32
    """

    name = "math.ctpop"


class IPowIOp(Op):
    """The first value to the power of the second.

    %0 = math.ipowi %a, %b : i32
    """

    name = "math.ipowi"
    lhs = operand(SignlessIntegerLike)
    rhs = operand(SignlessIntegerLike)
    result_ = result(SignlessIntegerLike)
    traits = SAME_TYPE
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"


dialect.add_ops(globals())
