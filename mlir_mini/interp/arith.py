"""The arith dialect: numbers. Integers wrap; what MLIR leaves undefined is an InterpError.

Operations whose result MLIR calls poison (a shift by the width or more, an overflow that a flag
excludes, a float too large for an integer) are errors where they are computed, even if nothing
would use the result; a run can be told to go on with what a GPU would give instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlir_mini.dialects import arith, llvm, ub
from mlir_mini.interp.errors import InterpError, Unsupported
from mlir_mini.interp.rounding import rounded
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import (
    bits_of,
    constant,
    dtype_of,
    from_bits,
    from_float,
    is_float,
    shape_of,
    to_float,
    unsigned,
    zeros,
)
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from mlir_mini.ir.core import Operation
from mlir_mini.ir.floats import FORMATS, NEAREST_EVEN
from mlir_mini.ir.types import bit_width, element_type_or_self

# Constants ----------------------------------------------------------------------------------------


@rule(arith.ConstantOp)
def _constant(ev: Any, op: Any) -> Any:
    return constant_value(op.properties["value"], op.result.type)


@rule(llvm.ConstantOp)
def _llvm_constant(ev: Any, op: Any) -> Any:
    return constant_value(op.properties["value"], op.res.type)


def constant_value(attr: Any, type: Any) -> Any:
    """The value of an attribute; raises Unsupported for kinds other than numbers."""
    if isinstance(attr, IntegerAttr):
        return constant(attr.value, type)
    if isinstance(attr, FloatAttr):
        return constant(attr.bits, type)
    if isinstance(attr, DenseElementsAttr):
        if attr.is_splat:
            return np.broadcast_to(constant(attr.splat_value, type), shape_of(type))
        return constant(attr.values, type).reshape(shape_of(type))
    raise Unsupported(None, "of such an attribute")


@rule(ub.PoisonOp, llvm.UndefOp, llvm.PoisonOp, llvm.ZeroOp)
def _undefined(ev: Any, op: Operation) -> Any:
    return zeros(op.results[0].type)


@rule(llvm.AssumeOp)
def _assume(ev: Any, op: Operation, condition: Any, *bundles: Any) -> None:
    if not np.all(condition):
        raise InterpError("the assumption does not hold")


# Integers -----------------------------------------------------------------------------------------


def _overflow(
    ev: Any, op: Any, exact: Callable[[Any, Any], Any], a: Any, b: Any, result: Any
) -> None:
    """Check the promises nsw and nuw of an operation."""
    flags = op.overflowFlags
    if flags == "none":
        return
    for flag, read in (("nsw", lambda v: v), ("nuw", unsigned)):
        if flag in flags:
            # In Python's integers, which have no end.
            wanted = exact(_exact(read(a)), _exact(read(b)))
            ev.poison(wanted != _exact(read(result)), f"overflow in spite of '{flag}'")


def _exact(value: Any) -> Any:
    if value.dtype.itemsize <= 4:
        return value.astype(np.int64)
    return value.astype(object)


def _wrapping(exact: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def run(ev: Any, op: Operation, a: Any, b: Any) -> Any:
        if a.dtype == np.bool_:
            return (exact(a.astype(np.int8), b.astype(np.int8)) & 1).astype(np.bool_)
        result = exact(a, b)
        _overflow(ev, op, exact, a, b, result)
        return result

    return run


rule(arith.AddIOp)(_wrapping(lambda a, b: a + b))
rule(arith.SubIOp)(_wrapping(lambda a, b: a - b))
rule(arith.MulIOp)(_wrapping(lambda a, b: a * b))
rule(arith.AndIOp)(lambda ev, op, a, b: a & b)
rule(arith.OrIOp)(lambda ev, op, a, b: a | b)
rule(arith.XOrIOp)(lambda ev, op, a, b: a ^ b)


def _signed(value: Any) -> Any:
    """An integer read as signed; an i1 as 0 or -1."""
    return -value.astype(np.int8) if value.dtype == np.bool_ else value


def _like(result: Any, value: Any) -> Any:
    """An integer result in the type of ``value``."""
    if value.dtype == np.bool_:
        return (result & 1).astype(np.bool_)
    return result.astype(value.dtype) if result.dtype.kind == "i" else result.view(value.dtype)


def _minmax(function: Any, read: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda ev, op, a, b: _like(function(read(a), read(b)), a)


rule(arith.MaxSIOp)(_minmax(np.maximum, _signed))
rule(arith.MinSIOp)(_minmax(np.minimum, _signed))
rule(arith.MaxUIOp)(_minmax(np.maximum, unsigned))
rule(arith.MinUIOp)(_minmax(np.minimum, unsigned))


def _shift(function: Any, read: Callable[[Any], Any]) -> Callable[..., Any]:
    def run(ev: Any, op: Operation, a: Any, b: Any) -> Any:
        width = bit_width(op.results[0].type)
        amount = unsigned(b)
        too_far = amount >= width
        ev.poison(too_far, f"shift of {width} bits by {int(np.max(amount))}")
        value = read(a)
        within = np.minimum(amount, width - 1).astype(value.dtype)
        result = function(value, within)
        if op.properties.get("isExact") is not None:
            lost = np.left_shift(result, within) != value
            ev.poison(lost, "bits are shifted out in spite of 'exact'")
        if not isinstance(op, arith.ShRSIOp):
            result = np.where(too_far, np.zeros((), result.dtype), result)
        return _like(result, a)

    return run


@rule(arith.ShLIOp)
def _shl(ev: Any, op: Any, a: Any, b: Any) -> Any:
    result = _shift(np.left_shift, unsigned)(ev, op, a, b)
    _overflow(ev, op, lambda x, n: x * 2 ** (n & (bit_width(op.result.type) - 1)), a, b, result)
    return result


rule(arith.ShRUIOp)(_shift(np.right_shift, unsigned))
rule(arith.ShRSIOp)(_shift(np.right_shift, _signed))


def check_divisor(b: Any) -> None:
    if not np.all(b):
        raise InterpError("division by zero")


def _check_signed(a: Any, b: Any) -> None:
    check_divisor(b)
    if a.dtype != np.bool_ and np.any((b == -1) & (a == np.iinfo(a.dtype).min)):
        raise InterpError("the quotient overflows")


def _truncated(a: Any, b: Any) -> tuple[Any, Any]:
    """Quotient, rounded towards zero, and the rest, which has the sign of ``a``."""
    quotient = a // b
    rest = a - quotient * b
    inexact = (rest != 0) & ((rest < 0) != (a < 0))
    quotient = quotient + inexact
    return quotient.astype(a.dtype), (a - quotient * b).astype(a.dtype)


def _division(part: Callable[[Any, Any], Any], is_signed: bool) -> Callable[..., Any]:
    def run(ev: Any, op: Operation, a: Any, b: Any) -> Any:
        if is_signed:
            _check_signed(a, b)
        else:
            check_divisor(b)
        read = _signed if is_signed else unsigned
        x, y = read(a), read(b)
        result = part(x, y)
        if op.properties.get("isExact") is not None:
            ev.poison(result * y != x, "a division leaves a rest in spite of 'exact'")
        return _like(result, a)

    return run


def _rem_signed(ev: Any, op: Operation, a: Any, b: Any) -> Any:
    check_divisor(b)
    if a.dtype == np.bool_:
        return np.zeros_like(a)
    # The rest of the smallest number by -1 is 0, although the quotient overflows.
    divisor = np.where(b == -1, np.ones((), b.dtype), b)
    return np.where(b == -1, np.zeros((), a.dtype), _truncated(a, divisor)[1])


rule(arith.DivSIOp)(_division(lambda a, b: _truncated(a, b)[0], True))
rule(arith.DivUIOp)(_division(lambda a, b: a // b, False))
rule(arith.FloorDivSIOp)(_division(lambda a, b: a // b, True))
rule(arith.CeilDivSIOp)(_division(lambda a, b: a // b + (a % b != 0), True))
rule(arith.CeilDivUIOp)(_division(lambda a, b: a // b + (a % b != 0), False))
rule(arith.RemUIOp)(_division(lambda a, b: a % b, False))
rule(arith.RemSIOp)(_rem_signed)


@rule(arith.AddUIExtendedOp)
def _add_extended(ev: Any, op: Operation, a: Any, b: Any) -> Any:
    total = _wrapping(lambda x, y: x + y)(ev, _NoFlags, a, b)
    return total, unsigned(total) < unsigned(a)


@rule(arith.SubUIExtendedOp)
def _sub_extended(ev: Any, op: Operation, a: Any, b: Any) -> Any:
    return _wrapping(lambda x, y: x - y)(ev, _NoFlags, a, b), unsigned(a) < unsigned(b)


class _NoFlags:
    overflowFlags = "none"


def multiply_wide(a: Any, b: Any, is_signed: bool) -> tuple[Any, Any]:
    """Lower and upper half of a product, in the operands' type."""
    width = a.dtype.itemsize * 8
    if a.dtype == np.bool_:
        return a & b, (a & b) if is_signed and width == 1 else np.zeros_like(a & b)
    read = _signed if is_signed else unsigned
    if width <= 32:
        wide = np.int64 if is_signed else np.uint64
        whole = read(a).astype(wide) * read(b).astype(wide)
        high = (whole >> wide(width)).astype(read(a).dtype)
    else:
        whole = read(a).astype(object) * read(b).astype(object)
        high = np.asarray(whole >> width).astype(read(a).dtype)
    return a * b, high.view(a.dtype)


rule(arith.MulSIExtendedOp)(lambda ev, op, a, b: multiply_wide(a, b, True))
rule(arith.MulUIExtendedOp)(lambda ev, op, a, b: multiply_wide(a, b, False))

_COMPARE: dict[str, Any] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


@rule(arith.CmpIOp)
def _cmpi(ev: Any, op: Any, a: Any, b: Any) -> Any:
    predicate = op.predicate
    if predicate in ("eq", "ne"):
        return _COMPARE[predicate](a, b)
    read = _signed if predicate[0] == "s" else unsigned
    return _COMPARE[predicate[1:]](read(a), read(b))


@rule(arith.SelectOp)
def _select(ev: Any, op: Any, condition: Any, a: Any, b: Any) -> Any:
    if not isinstance(a, (np.ndarray, np.generic)):
        return a if ev.condition(condition) else b
    return np.where(condition, a, b)


# Floats -------------------------------------------------------------------------------------------


def float_rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that decodes floats, computes, and rounds to the result's type."""

    def run(ev: Any, op: Operation, *operands: Any) -> Any:
        type = op.results[0].type
        return _rounded(function, [to_float(v, type) for v in operands], type, op)

    return run


def _rounded(function: Callable[..., Any], operands: list[Any], type: Any, op: Any) -> Any:
    """A function of floats rounded to float ``type`` as the operation says."""
    nearest = from_float(function(*operands), type)
    mode = getattr(op, "roundingmode", None) or NEAREST_EVEN
    return nearest if mode == NEAREST_EVEN else rounded(function, operands, nearest, type, mode)


def minimum_number(a: Any, b: Any) -> Any:
    """The smaller one; of a NaN and a number, the number; -0 is below 0."""
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, minimum(a, b)))


def maximum_number(a: Any, b: Any) -> Any:
    """The larger one; of a NaN and a number, the number; -0 is below 0."""
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, maximum(a, b)))


def minimum(a: Any, b: Any) -> Any:
    """The smaller one, NaN if one is; -0 is below 0."""
    found = np.minimum(a, b)
    return np.where(
        (a == b) & (np.signbit(a) | np.signbit(b)), np.where(np.signbit(a), a, b), found
    )


def maximum(a: Any, b: Any) -> Any:
    """The larger one, NaN if one is; -0 is below 0."""
    found = np.maximum(a, b)
    return np.where(
        (a == b) & (np.signbit(a) | np.signbit(b)), np.where(np.signbit(a), b, a), found
    )


rule(arith.AddFOp)(float_rule(np.add))
rule(arith.SubFOp)(float_rule(np.subtract))
rule(arith.MulFOp)(float_rule(np.multiply))
rule(arith.DivFOp)(float_rule(np.divide))
rule(arith.RemFOp)(float_rule(np.fmod))
rule(arith.MaximumFOp)(float_rule(maximum))
rule(arith.MinimumFOp)(float_rule(minimum))
rule(arith.MaxNumFOp)(float_rule(maximum_number))
rule(arith.MinNumFOp)(float_rule(minimum_number))


@rule(arith.NegFOp)
def _negf(ev: Any, op: Operation, a: Any) -> Any:
    type = op.results[0].type
    return from_float(-to_float(a, type), type)


@rule(arith.FlushDenormalsOp)
def _flush(ev: Any, op: Operation, a: Any) -> Any:
    type = op.results[0].type
    value = to_float(a, type)
    return np.where(has_exponent(a, type), a, from_float(np.copysign(0.0 * value, value), type))


def has_exponent(a: Any, type: Any) -> Any:
    """Whether floats in the representation of ``type`` are neither zero nor denormal."""
    element: Any = element_type_or_self(type)
    fmt = FORMATS[element.name]
    bits = bits_of(a)
    field = bits.dtype.type((1 << fmt.exponent_bits) - 1)
    return (bits >> bits.dtype.type(fmt.mantissa_bits)) & field != 0


@rule(arith.CmpFOp)
def _cmpf(ev: Any, op: Any, a: Any, b: Any) -> Any:
    a, b = to_float(a, op.lhs.type), to_float(b, op.lhs.type)
    predicate = op.predicate
    unordered = np.isnan(a) | np.isnan(b)
    if predicate in ("false", "true"):
        return np.full(np.shape(unordered), predicate == "true")
    if predicate in ("ord", "uno"):
        return unordered == (predicate == "uno")
    found = _COMPARE[predicate[1:]](a, b)
    return found & ~unordered if predicate[0] == "o" else found | unordered


# Casts --------------------------------------------------------------------------------------------


@rule(arith.ExtSIOp, arith.IndexCastOp)
def _extsi(ev: Any, op: Operation, a: Any) -> Any:
    return _resize(_signed(a), op)


@rule(arith.ExtUIOp, arith.IndexCastUIOp)
def _extui(ev: Any, op: Operation, a: Any) -> Any:
    return _resize(unsigned(a), op)


@rule(arith.TruncIOp)
def _trunci(ev: Any, op: Any, a: Any) -> Any:
    result = _resize(a, op)
    flags = op.overflowFlags
    if "nsw" in flags:
        ev.poison(_signed(result) != a, "overflow in spite of 'nsw'")
    if "nuw" in flags:
        ev.poison(unsigned(result) != unsigned(a), "overflow in spite of 'nuw'")
    return result


def _resize(a: Any, op: Operation) -> Any:
    target = dtype_of(op.results[0].type)
    return (a & 1).astype(np.bool_) if target == np.bool_ else a.astype(target)


@rule(arith.ExtFOp, arith.TruncFOp, arith.ConvertFOp)
def _convert(ev: Any, op: Any, a: Any) -> Any:
    return _rounded(lambda value: value, [to_float(a, op.in_.type)], op.out.type, op)


@rule(arith.SIToFPOp)
def _sitofp(ev: Any, op: Operation, a: Any) -> Any:
    return _int_to_float(_signed(a), op)


@rule(arith.UIToFPOp)
def _uitofp(ev: Any, op: Operation, a: Any) -> Any:
    return _int_to_float(unsigned(a), op)


def _int_to_float(a: Any, op: Operation) -> Any:
    type = op.results[0].type
    target = dtype_of(type)
    if is_float(type) and target in (np.float32, np.float64):
        return a.astype(target)
    # From an f64 one rounding leads to the narrow format.
    return from_float(_in_double(a), type)


def _in_double(a: Any) -> Any:
    """Integers as f64 that round to a narrow format as they do.

    Of an integer that f64 can't hold, the lowest 11 bits leave a trace in the next one.
    """
    if a.dtype.itemsize < 8:
        return a.astype(np.float64)
    magnitude = np.where(a < 0, -a, a).astype(np.uint64)
    upper = magnitude >> np.uint64(11)
    odd = (upper | (magnitude & np.uint64(0x7FF) != 0)).astype(np.float64) * 2.0**11
    found = np.where(upper < 1 << 42, magnitude.astype(np.float64), odd)
    return np.where(a < 0, -found, found)


@rule(arith.FPToSIOp, arith.FPToUIOp)
def _float_to_int(ev: Any, op: Any, a: Any) -> Any:
    target = dtype_of(op.out.type)
    value = np.trunc(to_float(a, op.in_.type).astype(np.float64))
    width = bit_width(op.out.type)
    is_signed = isinstance(op, arith.FPToSIOp)
    low, high = (-(2.0 ** (width - 1)), 2.0 ** (width - 1)) if is_signed else (0.0, 2.0**width)
    ev.poison(
        ~((value >= low) & (value < high)), f"a float that an integer of {width} bits cannot hold"
    )
    # As on a GPU: the nearest integer there is, and zero for NaN.
    value = np.where(np.isnan(value), 0.0, np.clip(value, low, np.nextafter(high, 0)))
    if target == np.bool_:
        return value != 0
    whole = value.astype(np.int64) if is_signed else value.astype(np.uint64)
    return whole.astype(target)


@rule(arith.BitcastOp)
def bitcast(ev: Any, op: Operation, a: Any) -> Any:
    """The same bits as another type."""
    type = op.results[0].type
    return a if a.dtype == dtype_of(type) else from_bits(bits_of(a), type)
