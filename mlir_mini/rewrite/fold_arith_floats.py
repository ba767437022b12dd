"""Folders of arith: floats and casts (mlir/lib/Dialect/Arith/IR/ArithOps.cpp)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.dialects import arith, ub
from mlir_mini.ir.attributes import (
    DenseElementsAttr,
    FloatAttr,
    IntegerAttr,
    bool_attr,
    wrap_integer,
)
from mlir_mini.ir.floats import FORMATS
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    ShapedType,
    Type,
    bit_width,
    element_type_or_self,
)
from mlir_mini.rewrite import float_arith as fa
from mlir_mini.rewrite.const_fold import (
    fold_binary_floats,
    fold_float_cast,
    fold_integer_cast,
    fold_unary_floats,
)
from mlir_mini.rewrite.folding import IN_PLACE, Constants, Folder, FoldResult
from mlir_mini.rewrite.matchers import defined_by, float_bits, is_any_zero_float, is_float

# Arithmetic --------------------------------------------------------------------------------------


# -(-x) -> x
def _neg(op: arith.NegFOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.operand(0), arith.NegFOp)
    if inner is not None:
        return inner.operand(0)
    return fold_unary_floats(constants, fa.negate)


def _rounded(op: Any, constants: Constants, compute: Callable[..., int]) -> FoldResult:
    """The result of an operation that may name a rounding mode."""
    mode = op.roundingmode
    if mode is None:
        return fold_binary_floats(constants, compute)
    return fold_binary_floats(constants, lambda a, b, name: compute(a, b, name, mode))


# x + -0.0 -> x
def _add(op: arith.AddFOp, constants: Constants) -> FoldResult:
    if is_float(constants[1], -0.0):
        return op.lhs
    return _rounded(op, constants, fa.add)


# x - 0.0 -> x
def _sub(op: arith.SubFOp, constants: Constants) -> FoldResult:
    if is_float(constants[1], 0.0):
        return op.lhs
    return _rounded(op, constants, fa.subtract)


# x * 1.0 -> x,  x * 0.0 -> 0.0 where neither NaNs nor the sign of zero matter
def _mul(op: arith.MulFOp, constants: Constants) -> FoldResult:
    if is_float(constants[1], 1.0):
        return op.lhs
    if is_any_zero_float(constants[1]) and _has_flags(op, "nnan", "nsz"):
        return constants[1]
    return _rounded(op, constants, fa.multiply)


# x / 1.0 -> x
def _div(op: arith.DivFOp, constants: Constants) -> FoldResult:
    if is_float(constants[1], 1.0):
        return op.lhs
    return _rounded(op, constants, fa.divide)


def _rem(op: arith.RemFOp, constants: Constants) -> FoldResult:
    return fold_binary_floats(constants, fa.remainder)


def _extremum(evaluate: Callable[[int, int, str], int], neutral: Callable[[int, str], bool]) -> Any:
    """Folder of a maximum or minimum that ``neutral`` on the right has no influence on."""

    def folder(op: Any, constants: Constants) -> FoldResult:
        if op.lhs is op.rhs:
            return op.rhs
        found = float_bits(constants[1])
        if found is not None and neutral(*found):
            return op.lhs
        return fold_binary_floats(constants, evaluate)

    return folder


def _is_negative_infinity(bits: int, name: str) -> bool:
    return fa.is_inf(bits, name) and fa.is_negative(bits, name)


def _is_positive_infinity(bits: int, name: str) -> bool:
    return fa.is_inf(bits, name) and not fa.is_negative(bits, name)


def _flush(bits: int, name: str) -> int:
    """Denormal numbers become zeros of their sign."""
    fmt = FORMATS[name]
    exponent = bits >> fmt.mantissa_bits & ((1 << fmt.exponent_bits) - 1)
    if exponent or fa.is_nan(bits, name):
        return bits
    return fa.zero(name, fa.is_negative(bits, name))


def _flush_denormals(op: arith.FlushDenormalsOp, constants: Constants) -> FoldResult:
    return fold_unary_floats(constants, _flush)


_ORDERINGS = {
    "eq": (0,), "gt": (1,), "ge": (1, 0), "lt": (-1,), "le": (-1, 0), "ne": (-1, 1),
}  # fmt: skip


def compare_floats(predicate: str, a: int, b: int, name: str) -> bool:
    """The result of arith.cmpf."""
    if predicate in ("true", "false"):
        return predicate == "true"
    order = fa.compare(a, b, name)
    if predicate in ("ord", "uno"):
        return (order is None) == (predicate == "uno")
    if order is None:
        return predicate[0] == "u"
    return order in _ORDERINGS[predicate[1:]]


# cmpf(p, x, nan) -> true if p is unordered
def _compare(op: arith.CmpFOp, constants: Constants) -> FoldResult:
    lhs, rhs = (c if isinstance(c, FloatAttr) else None for c in constants)
    if lhs is not None and fa.is_nan(lhs.bits, lhs.type.name):
        rhs = lhs
    if rhs is not None and fa.is_nan(rhs.bits, rhs.type.name):
        lhs = rhs
    if lhs is None or rhs is None:
        return None
    return bool_attr(compare_floats(op.predicate, lhs.bits, rhs.bits, lhs.type.name))


# Casts -------------------------------------------------------------------------------------------


def _width(type: Type) -> int:
    return bit_width(element_type_or_self(type))


# extui(extui(x)) -> extui(x)
def _extend_unsigned(op: arith.ExtUIOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.operand(0), arith.ExtUIOp)
    if inner is not None:
        op.set_operand(0, inner.operand(0))
        return IN_PLACE
    return fold_integer_cast(constants, op.result.type, lambda a: a.unsigned)


# extsi(extsi(x)) -> extsi(x)
def _extend_signed(op: arith.ExtSIOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.operand(0), arith.ExtSIOp)
    if inner is not None:
        op.set_operand(0, inner.operand(0))
        return IN_PLACE
    return fold_integer_cast(constants, op.result.type, lambda a: a.value)


# trunci(ext(x)) -> trunci(x) or x,  trunci(trunci(x)) -> trunci(x)
def _truncate(op: arith.TruncIOp, constants: Constants) -> FoldResult:
    inner = op.operand(0).defining_op
    if isinstance(inner, (arith.ExtUIOp, arith.ExtSIOp)):
        source = inner.operand(0)
        if _width(source.type) > _width(op.result.type):
            op.set_operand(0, source)
            return IN_PLACE
        if element_type_or_self(source.type) is element_type_or_self(op.result.type):
            return source
    if isinstance(inner, arith.TruncIOp):
        op.set_operand(0, inner.operand(0))
        return IN_PLACE
    return fold_integer_cast(constants, op.result.type, lambda a: a.value)


# extf(truncf(x)) -> x where both may be contracted
def _extend_float(op: arith.ExtFOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.operand(0), arith.TruncFOp)
    if (
        inner is not None
        and inner.operand(0).type is op.result.type
        and _has_flags(inner, "contract")
        and _has_flags(op, "contract")
    ):
        return inner.operand(0)
    return _convert_constant(op, constants)


def _has_flags(op: Any, *names: str) -> bool:
    """The operation takes all of the named liberties."""
    flags = (op.fastmath or "").split(",")
    return "fast" in flags or all(name in flags for name in names)


def _convert_constant(op: Any, constants: Constants) -> FoldResult:
    """The same number in the format of the result, where nothing is lost."""
    target = element_type_or_self(op.result.type)
    assert isinstance(target, FloatType)
    return fold_float_cast(
        constants, op.result.type, lambda bits, name: fa.convert_exactly(bits, name, target.name)
    )


# truncf(extf(x)) -> truncf(x) or x
def _truncate_float(op: arith.TruncFOp, constants: Constants) -> FoldResult:
    inner = defined_by(op.operand(0), arith.ExtFOp)
    if inner is not None:
        source = inner.operand(0)
        narrow, wide, target = (
            element_type_or_self(type) for type in (source.type, inner.result.type, op.result.type)
        )
        assert isinstance(narrow, FloatType)
        assert isinstance(wide, FloatType)
        if fa.representable(FORMATS[narrow.name], FORMATS[wide.name]):
            if narrow.width > _width(target):
                op.set_operand(0, source)
                return IN_PLACE
            if narrow is target:
                return source
    return _convert_constant(op, constants)


def _int_to_float(signed: bool) -> Folder:
    def folder(op: Any, constants: Constants) -> FoldResult:
        target = element_type_or_self(op.result.type)
        assert isinstance(target, FloatType)
        return fold_integer_cast(
            constants,
            op.result.type,
            lambda a: fa.from_integer(a.value if signed else a.unsigned, target.name),
        )

    return folder


def _float_to_int(signed: bool) -> Folder:
    def folder(op: Any, constants: Constants) -> FoldResult:
        width = _width(op.result.type)
        return fold_float_cast(
            constants,
            op.result.type,
            lambda bits, name: fa.to_integer(bits, name, width, signed),
        )

    return folder


def _index_cast(op: Any, constants: Constants) -> FoldResult:
    signed = isinstance(op, arith.IndexCastOp)
    return fold_integer_cast(constants, op.result.type, lambda a: a.value if signed else a.unsigned)


def _bitcast(op: arith.BitcastOp, constants: Constants) -> FoldResult:
    (operand,) = constants
    type = op.result.type
    if operand is None:
        return None
    if isinstance(operand, DenseElementsAttr) and isinstance(type, ShapedType):
        return DenseElementsAttr(
            type, [_bits_as(bits, type.element_type) for bits in operand.values]
        )
    if isinstance(type, ShapedType):
        return None
    if isinstance(operand, ub.PoisonAttr):
        return operand
    if isinstance(operand, FloatAttr):
        bits = operand.bits
    elif isinstance(operand, IntegerAttr):
        bits = operand.value
    else:
        return None
    if isinstance(type, FloatType):
        return FloatAttr(_bits_as(bits, type), type)
    return IntegerAttr(bits, type)


def _bits_as(bits: int, type: Type) -> int:
    """A number's bits as those of another type of the same width."""
    if isinstance(type, IntegerType):
        return wrap_integer(bits, type)
    return bits & ((1 << bit_width(type)) - 1)


FOLDERS: dict[type, Folder] = {
    arith.NegFOp: _neg,
    arith.AddFOp: _add,
    arith.SubFOp: _sub,
    arith.MulFOp: _mul,
    arith.DivFOp: _div,
    arith.RemFOp: _rem,
    arith.MaximumFOp: _extremum(fa.maximum, _is_negative_infinity),
    arith.MinimumFOp: _extremum(fa.minimum, _is_positive_infinity),
    arith.MaxNumFOp: _extremum(fa.max_num, fa.is_nan),
    arith.MinNumFOp: _extremum(fa.min_num, fa.is_nan),
    arith.FlushDenormalsOp: _flush_denormals,
    arith.CmpFOp: _compare,
    arith.ExtUIOp: _extend_unsigned,
    arith.ExtSIOp: _extend_signed,
    arith.TruncIOp: _truncate,
    arith.ExtFOp: _extend_float,
    arith.TruncFOp: _truncate_float,
    arith.ConvertFOp: _convert_constant,
    arith.SIToFPOp: _int_to_float(signed=True),
    arith.UIToFPOp: _int_to_float(signed=False),
    arith.FPToSIOp: _float_to_int(signed=True),
    arith.FPToUIOp: _float_to_int(signed=False),
    arith.IndexCastOp: _index_cast,
    arith.IndexCastUIOp: _index_cast,
    arith.BitcastOp: _bitcast,
}
