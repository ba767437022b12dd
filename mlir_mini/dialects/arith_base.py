"""What the files of the arith dialect share: the dialect itself, its enums, sets of traits."""

from __future__ import annotations

from typing import ClassVar

from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import EnumKind
from mlir_mini.spec.enums import EnumAttr, EnumAttrKind, register
from mlir_mini.spec.registry import Dialect

dialect = Dialect("arith")


class IntegerOverflowFlagsAttr(EnumAttr):
    """``#arith.overflow<nsw, nuw>``: promises that an operation does not overflow."""

    __slots__ = ()
    cases: ClassVar = {"none": 0, "nsw": 1, "nuw": 2}
    separator = ", "
    mnemonic = "overflow"
    cpp_name = "::mlir::arith::IntegerOverflowFlags"
    td_name = "Arith_IntegerOverflowAttr"


class FastMathFlagsAttr(EnumAttr):
    """``#arith.fastmath<nnan,ninf>``: liberties that a float operation may take."""

    __slots__ = ()
    cases: ClassVar = {
        "none": 0,
        "reassoc": 1,
        "nnan": 2,
        "ninf": 4,
        "nsz": 8,
        "arcp": 16,
        "contract": 32,
        "afn": 64,
        "fast": 127,
    }
    separator = ","
    mnemonic = "fastmath"
    cpp_name = "::mlir::arith::FastMathFlags"
    td_name = "Arith_FastMathAttr"


register(dialect, IntegerOverflowFlagsAttr)
register(dialect, FastMathFlagsAttr)

Overflow = EnumAttrKind(IntegerOverflowFlagsAttr, "Integer overflow arith flags")
FastMath = EnumAttrKind(FastMathFlagsAttr, "Floating point fast math flags")
RoundingMode = EnumKind(
    {"to_nearest_even": 0, "downward": 1, "upward": 2, "toward_zero": 3, "to_nearest_away": 4},
    summary="Floating point rounding mode",
)

#: Traits of every operation of arith but constants; those that cannot trap are also pure.
ELEMENTWISE = frozenset({t.NoMemoryEffect, t.ElementwiseMappable, t.Elementwise})
PURE = ELEMENTWISE | {t.Pure}
SAME_TYPE = PURE | {t.SameOperandsAndResultType}
COMMUTATIVE = SAME_TYPE | {t.Commutative}
