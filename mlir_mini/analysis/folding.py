"""What scalar integer operations fold to, for deciding which code is reachable.

A fold yields a constant, one of the values at hand (an operand, or an operand of an operand's
definition), or None. Only folds that can end in a constant are here, in the order in which the
operations try them (mlir/lib/Dialect/Arith/IR/ArithOps.cpp). Floating point results and tensors do
not fold: of those only a comparison of two float constants can decide a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir_mini.analysis.integers import (
    INDEX_WIDTH,
    IntConstant,
    compare,
    constant_of,
    constant_of_attribute,
    evaluate_binary,
    integer_width,
    overflow_flags,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import FloatAttr, OpaqueAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import IndexType, i1

Folded = IntConstant | Value | None
Constants = Sequence[Interned | None]
Fold = Callable[[Operation, Constants], Folded]

#: Stands in a list of constants for one that is poison.
POISON = OpaqueAttr("ub", "poison")

_TRUE, _FALSE = IntConstant(1, 1), IntConstant(0, 1)


def fold_integer(op: Operation, constants: Constants) -> Folded:
    """What the only result of ``op``, an integer or index, folds to.

    ``constants`` has the attribute of each operand that is known, else None.
    """
    fold = _FOLDS.get(op.name)
    if fold is None or len(op.results) != 1 or not _width(op.result):
        return None
    return fold(op, constants)


def _width(value: Value) -> int:
    return INDEX_WIDTH if isinstance(value.type, IndexType) else integer_width(value.type)


def _both(op: Operation, constants: Constants) -> IntConstant | None:
    lhs, rhs = constant_of_attribute(constants[0]), constant_of_attribute(constants[1])
    if lhs is None or rhs is None:
        return None
    return evaluate_binary(op.name, lhs, rhs)


def _zero(op: Operation) -> IntConstant:
    return IntConstant(0, _width(op.result))


def _defined_by(value: Value, name: str) -> Operation | None:
    op = value.defining_op
    return op if op is not None and op.name == name else None


def _other_operand(op: Operation, value: Value) -> Value | None:
    """The operand beside ``value`` of a binary operation, or None if ``value`` is none of them."""
    lhs, rhs = op.operands
    if rhs is value:
        return lhs
    return rhs if lhs is value else None


def _negates(value: Value, of: Value) -> bool:
    """``value`` is ``of`` with all bits inverted."""
    xor = _defined_by(value, "arith.xori")
    if xor is None or xor.operand(0) is not of:
        return False
    mask = constant_of(xor.operand(1))
    return mask is not None and mask.is_all_ones


# addi(x, 0) -> x,  addi(subi(a, b), b) -> a,  addi(b, subi(a, b)) -> a
def _add(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return lhs
    for difference, other in ((lhs, rhs), (rhs, lhs)):
        sub = _defined_by(difference, "arith.subi")
        if sub is not None and sub.operand(1) is other:
            return sub.operand(0)
    return _both(op, constants)


# subi(x, x) -> 0,  subi(x, 0) -> x,  subi(addi(a, b), b) -> a,  subi(addi(a, b), a) -> b
def _sub(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    if lhs is rhs:
        return _zero(op)
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return lhs
    add = _defined_by(lhs, "arith.addi")
    if add is not None:
        other = _other_operand(add, rhs)
        if other is not None:
            return other
    return _both(op, constants)


# muli(x, 0) -> 0,  muli(x, 1) -> x
def _mul(op: Operation, constants: Constants) -> Folded:
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return known
    if known is not None and known.is_one:
        return op.operand(0)
    return _both(op, constants)


# div(x, 1) -> x,  div(muli(a, b), b) -> a without overflow,  div(0, x) -> 0,  div(x, x) -> 1
def _div(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    dividend, divisor = (constant_of_attribute(c) for c in constants)
    if divisor is not None and divisor.is_one:
        return lhs
    mul = _defined_by(lhs, "arith.muli")
    flag = "nsw" if op.name == "arith.divsi" else "nuw"
    if mul is not None and flag in overflow_flags(mul):
        other = _other_operand(mul, rhs)
        if other is not None:
            return other
    if dividend is not None and dividend.value == 0:
        return dividend
    if lhs is rhs:
        return IntConstant(1, _width(op.result))
    return _both(op, constants)


# div(x, 1) -> x
def _rounded_div(op: Operation, constants: Constants) -> Folded:
    divisor = constant_of_attribute(constants[1])
    return op.operand(0) if divisor is not None and divisor.is_one else None


# rem(x, 1) -> 0,  rem(0, x) -> 0,  rem(x, x) -> 0
def _rem(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    dividend, divisor = (constant_of_attribute(c) for c in constants)
    if divisor is not None and divisor.is_one:
        return _zero(op)
    if lhs is rhs or (dividend is not None and dividend.value == 0):
        return _zero(op)
    return _both(op, constants)


# andi(x, 0) -> 0,  andi(x, ones) -> x,  andi(x, not x) -> 0,  andi(a, andi(a, b)) -> andi(a, b)
def _and(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return known
    if known is not None and known.is_all_ones:
        return lhs
    if _negates(rhs, lhs) or _negates(lhs, rhs):
        return _zero(op)
    for inner, other in ((lhs, rhs), (rhs, lhs)):
        conjunction = _defined_by(inner, "arith.andi")
        if conjunction is not None and _other_operand(conjunction, other) is not None:
            return inner
    return _both(op, constants) or (lhs if lhs is rhs else None)


# ori(x, 0) -> x,  ori(x, ones) -> ones,  ori(x, not x) -> ones
def _or(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return lhs
    if known is not None and known.is_all_ones:
        return known
    if _negates(rhs, lhs) or _negates(lhs, rhs):
        return IntConstant(-1, _width(op.result))
    return _both(op, constants) or (lhs if lhs is rhs else None)


# xori(x, 0) -> x,  xori(x, x) -> 0,  xori(xori(x, a), a) -> x
def _xor(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    known = constant_of_attribute(constants[1])
    if known is not None and known.value == 0:
        return lhs
    if lhs is rhs:
        return _zero(op)
    for inner, other in ((lhs, rhs), (rhs, lhs)):
        xor = _defined_by(inner, "arith.xori")
        if xor is not None:
            rest = _other_operand(xor, other)
            if rest is not None:
                return rest
    return _both(op, constants)


# x op x -> x,  and for the ends of the range: x op absorbing -> absorbing,  x op neutral -> x
def _min_max(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    if lhs is rhs:
        return rhs
    known = constant_of_attribute(constants[1])
    if known is not None:
        at_bottom = known.is_min_signed if op.name[-2] == "s" else known.value == 0
        at_top = known.is_max_signed if op.name[-2] == "s" else known.is_all_ones
        is_max = op.name.startswith("arith.max")
        if at_top if is_max else at_bottom:
            return known
        if at_bottom if is_max else at_top:
            return lhs
    return _both(op, constants)


# shift(x, 0) -> x,  shift(0, x) -> 0,  right shifts: shr(x, x) -> 0,  shrsi(ones, x) -> ones
def _shift(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    shifted, amount = (constant_of_attribute(c) for c in constants)
    if amount is not None and amount.value == 0:
        return lhs
    if lhs is rhs and op.name != "arith.shli":
        return _zero(op)
    if shifted is not None and shifted.value == 0:
        return shifted
    if shifted is not None and shifted.is_all_ones and op.name == "arith.shrsi":
        return shifted
    return _both(op, constants)


def _sign_extend(op: Operation, constants: Constants) -> Folded:
    known = constant_of_attribute(constants[0])
    return None if known is None else IntConstant(known.value, _width(op.result))


def _zero_extend(op: Operation, constants: Constants) -> Folded:
    known = constant_of_attribute(constants[0])
    return None if known is None else IntConstant(known.unsigned, _width(op.result))


# trunci(ext(x)) -> x
def _truncate(op: Operation, constants: Constants) -> Folded:
    source = op.operand(0)
    extension = _defined_by(source, "arith.extsi") or _defined_by(source, "arith.extui")
    if extension is not None and extension.operand(0).type is op.result.type:
        return extension.operand(0)
    return _sign_extend(op, constants)


def _absolute(op: Operation, constants: Constants) -> Folded:
    known = constant_of_attribute(constants[0])
    return None if known is None else IntConstant(abs(known.value), known.width)


# cmpi(x, x) -> constant,  cmpi(ne, ext(x : i1), 0) -> x,  cmpi(ne, x, false) -> x,
# cmpi(eq, x, true) -> x
def _compare(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = op.operands
    predicate: str = op.predicate  # type: ignore[attr-defined]
    if lhs is rhs:
        return IntConstant(int(predicate in ("eq", "sle", "sge", "ule", "uge")), 1)
    left, right = (constant_of_attribute(c) for c in constants)
    if right is not None and right.value == 0 and predicate == "ne":
        extension = _defined_by(lhs, "arith.extsi") or _defined_by(lhs, "arith.extui")
        if extension is not None and extension.operand(0).type is i1:
            return extension.operand(0)
        if lhs.type is i1:
            return lhs
    if right is not None and right.is_one and predicate == "eq" and lhs.type is i1:
        return lhs
    if left is None or right is None:
        return None
    return IntConstant(int(compare(predicate, left, right)), 1)


def _compare_floats(op: Operation, constants: Constants) -> Folded:
    lhs, rhs = constants
    predicate: str = op.predicate  # type: ignore[attr-defined]
    if not isinstance(lhs, FloatAttr) or not isinstance(rhs, FloatAttr):
        return None
    if predicate in ("false", "true"):
        return IntConstant(int(predicate == "true"), 1)
    a, b = lhs.value, rhs.value
    if a != a or b != b:
        return IntConstant(int(predicate[0] == "u"), 1)
    holds = {
        "ord": True,
        "uno": False,
        "eq": a == b,
        "ne": a != b,
        "lt": a < b,
        "le": a <= b,
        "gt": a > b,
        "ge": a >= b,
    }[predicate if predicate in ("ord", "uno") else predicate[1:]]
    return IntConstant(int(holds), 1)


# select(c, x, x) -> x,  select(true, x, y) -> x,  select(c, poison, y) -> y,
# select(c, true, false) -> c,  select(cmpi(eq, x, y), x, y) -> y
def _select(op: Operation, constants: Constants) -> Folded:
    condition, when_true, when_false = op.operands
    if when_true is when_false:
        return when_true
    chosen, first, second = (constant_of_attribute(c) for c in constants)
    if chosen is not None:
        return when_true if chosen.value else when_false
    if POISON in constants[1:]:
        return when_false if constants[1] is POISON else when_true
    if op.result.type is i1 and first is _TRUE and second is _FALSE:
        return condition
    comparison = _defined_by(condition, "arith.cmpi")
    if comparison is not None and comparison.predicate in ("eq", "ne"):  # type: ignore[attr-defined]
        lhs, rhs = comparison.operands
        if (lhs, rhs) in ((when_true, when_false), (when_false, when_true)):
            return when_true if comparison.predicate == "ne" else when_false  # type: ignore[attr-defined]
    return None


_FOLDS: dict[str, Fold] = {
    "arith.addi": _add,
    "arith.subi": _sub,
    "arith.muli": _mul,
    "arith.divsi": _div,
    "arith.divui": _div,
    "arith.ceildivsi": _rounded_div,
    "arith.ceildivui": _rounded_div,
    "arith.floordivsi": _rounded_div,
    "arith.remsi": _rem,
    "arith.remui": _rem,
    "arith.andi": _and,
    "arith.ori": _or,
    "arith.xori": _xor,
    "arith.minsi": _min_max,
    "arith.maxsi": _min_max,
    "arith.minui": _min_max,
    "arith.maxui": _min_max,
    "arith.shli": _shift,
    "arith.shrsi": _shift,
    "arith.shrui": _shift,
    "arith.extsi": _sign_extend,
    "arith.extui": _zero_extend,
    "arith.index_cast": _sign_extend,
    "arith.index_castui": _zero_extend,
    "arith.trunci": _truncate,
    "arith.cmpi": _compare,
    "arith.cmpf": _compare_floats,
    "arith.select": _select,
    "math.absi": _absolute,
}
