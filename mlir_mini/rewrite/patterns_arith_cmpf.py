"""Comparing an integer that was made a float with a constant, as integers.

    %f = arith.sitofp %i : i32 to f32
    %r = arith.cmpf olt, %f, %c4_5 : f32        // 4.5
  =>
    %r = arith.cmpi sle, %i, %c4 : i32

After ``CmpFIntToFPConst`` of mlir/lib/Dialect/Arith/IR/ArithOps.cpp.
"""

from __future__ import annotations

import math
from typing import Any

from mlir_mini.dialects import arith
from mlir_mini.ir.attributes import FloatAttr, IntegerAttr
from mlir_mini.ir.floats import FORMATS, exact_value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import IntegerType, i1
from mlir_mini.rewrite import float_arith as fa
from mlir_mini.rewrite.folding import constant_value

#: What is left of a comparison that always holds, or never.
ALWAYS, NEVER = True, False


def _exponent(bits: int, name: str) -> int:
    """Of the leading bit of a finite value; very small for zero."""
    value = abs(exact_value(bits, name))
    if value == 0:
        return -(1 << 30)
    above, below = value.numerator, value.denominator
    exponent = above.bit_length() - below.bit_length()
    larger = below << exponent > above if exponent > 0 else below > above << -exponent
    return exponent - 1 if larger else exponent


def _may_lose(bits: int, name: str, width: int, signed: bool) -> bool:
    """Whether the conversion to float could change how the integer compares."""
    precision = FORMATS[name].precision
    if width <= precision:
        return False
    value_bits = width - 1 if signed else width
    if fa.is_inf(bits, name):
        return FORMATS[name].max_exponent < value_bits
    return precision <= _exponent(bits, name) <= value_bits


def _predicate(name: str, signed: bool) -> str:
    """The predicate on integers for one on floats."""
    order = name[1:]
    return order if order in ("eq", "ne") else ("s" if signed else "u") + order


def _adjusted(predicate: str, negative: bool) -> str | bool:
    """The comparison with a fraction as one with the fraction truncated towards zero."""
    if predicate in ("eq", "ne"):
        return ALWAYS if predicate == "ne" else NEVER
    signedness, order = predicate[0], predicate[1:]
    if negative and signedness == "u":
        return ALWAYS if order in ("gt", "ge") else NEVER
    if negative:
        return signedness + {"le": "lt", "gt": "ge"}.get(order, order)
    return signedness + {"lt": "le", "ge": "gt"}.get(order, order)


def _decide(bits: int, name: str, predicate: str, width: int, signed: bool) -> Any:
    """The predicate and the integer to compare with, or the result; None if it can't be said."""
    lowest, highest = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    order = predicate if predicate in ("eq", "ne") else predicate[1:]
    if fa.compare(fa.from_integer(highest, name), bits, name) == -1:
        return order in ("ne", "lt", "le")
    if fa.compare(fa.from_integer(lowest, name), bits, name) == 1:
        return order in ("ne", "gt", "ge")
    value = fa.to_integer(bits, name, width, signed)
    if value is None:
        return None
    exact = exact_value(bits, name)
    if exact != 0 and fa.compare(fa.from_integer(math.trunc(exact), name), bits, name) != 0:
        adjusted = _adjusted(predicate, exact < 0)
        return adjusted if isinstance(adjusted, bool) else (adjusted, value)
    return predicate, value


def compare_int_as_float(op: arith.CmpFOp, rewriter: PatternRewriter) -> bool:
    """``cmpf(p, itofp(i), c) -> cmpi(p', i, c')``, or a constant."""
    constant = constant_value(op.rhs)
    if not isinstance(constant, FloatAttr) or op.predicate in ("true", "false"):
        return False
    bits, name = constant.bits, constant.type.name
    conversion = op.lhs.defining_op
    if fa.is_nan(bits, name) or not isinstance(conversion, (arith.SIToFPOp, arith.UIToFPOp)):
        return False
    source = conversion.operand(0)
    if not isinstance(source.type, IntegerType):
        return False
    signed = isinstance(conversion, arith.SIToFPOp)
    if _may_lose(bits, name, source.type.width, signed):
        return False
    if op.predicate in ("ord", "uno"):
        decision: Any = op.predicate == "ord"
    else:
        predicate = _predicate(op.predicate, signed)
        decision = _decide(bits, name, predicate, source.type.width, signed)
    if decision is None:
        return False
    if isinstance(decision, bool):
        rewriter.replace_op_with(
            op, arith.ConstantOp, (), [i1], {"value": IntegerAttr(int(decision), i1)}
        )
        return True
    predicate, value = decision
    limit = rewriter.create(
        arith.ConstantOp, (), [source.type], {"value": IntegerAttr(value, source.type)}
    )
    rewriter.replace_op_with(
        op,
        arith.CmpIOp,
        (source, limit.result),
        [i1],
        {"predicate": arith.CmpIOp.predicate.kind.from_python(predicate)},
    )
    return True
