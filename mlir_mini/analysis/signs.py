"""Whether an integer may be negative, as far as the IR tells.

Needed where AxisInfo takes a division or remainder to round down although ``arith.divsi`` and
``arith.remsi`` round toward zero, which differ for negative numbers. Sums that overflow are not
considered, and what is divided by or multiplied with counts as positive, being a size: the question
is whether the dividend itself reaches below zero. Upstream has no counterpart.
"""

from __future__ import annotations

from mlir_mini.analysis.incoming import incoming, induction_sources, is_function_argument
from mlir_mini.analysis.integers import constant_of
from mlir_mini.analysis.op_kinds import (
    NON_NEGATIVE,
    NON_NEGATIVE_IF_ALL,
    NON_NEGATIVE_IF_FIRST,
    recast_chain,
)
from mlir_mini.dialects import arith
from mlir_mini.ir.core import Operation, Value


def negative_source(value: Value) -> Value | None:
    """The argument or result because of which ``value`` may be negative; None if it can't be."""
    return _Signs(value).blame(value)


class _Signs:
    def __init__(self, value: Value) -> None:
        #: Who is to blame for a value, if anyone.
        self._known: dict[Value, Value | None] = {}
        #: Values that are being looked at, and those of them that others took to be fine.
        self._pending: set[Value] = set()
        self._relied_on: set[Value] = set()
        self._assumed = _assumed_non_negative(value)

    def blame(self, value: Value) -> Value | None:
        if value in self._known:
            return self._known[value]
        if value in self._pending:
            # What a loop carries is taken to be fine while its turns are looked at.
            self._relied_on.add(value)
            return None
        before = len(self._known)
        self._pending.add(value)
        found = None if value in self._assumed else self._blame(value)
        self._pending.discard(value)
        if found is not None and value in self._relied_on:
            # It was not: what was found fine since may not be either.
            for later in list(self._known)[before:]:
                if self._known[later] is None:
                    del self._known[later]
        self._known[value] = found
        return found

    def _blame(self, value: Value) -> Value | None:
        constant = constant_of(value)
        if constant is not None:
            return value if constant.value < 0 else None
        op = value.defining_op
        if op is None or op.regions:
            return self._blame_carried(value)
        if op.name in NON_NEGATIVE:
            return None
        if op.name in NON_NEGATIVE_IF_FIRST:
            return self.blame(op.operand(0))
        if op.name in NON_NEGATIVE_IF_ALL:
            return self._first([*op.operands])
        if op.name == "arith.muli":
            return self._blame_product(op)
        if op.name == "arith.select":
            return self._first([op.operand(1), op.operand(2)])
        if op.name == "arith.maxsi":
            one, other = (self.blame(operand) for operand in op.operands)
            return None if other is None else one
        return value

    def _first(self, values: list[Value]) -> Value | None:
        for value in values:
            found = self.blame(value)
            if found is not None:
                return found
        return None

    def _blame_product(self, op: Operation) -> Value | None:
        # An argument that multiplies is a stride or a size; one that is alone an index.
        return self._first([each for each in op.operands if not _is_argument(each)])

    def _blame_carried(self, value: Value) -> Value | None:
        sources = incoming(value) or induction_sources(value)
        return self._first(sources) if sources else value


def _is_argument(value: Value) -> bool:
    """Whether ``value`` is an argument of the function, in whatever shape and type."""
    return any(is_function_argument(each) for each in recast_chain(value))


def _assumed_non_negative(value: Value) -> set[Value]:
    """What ``tl.assume`` says is at least 0 or above it, in the function around ``value``."""
    found: set[Value] = set()
    region = value.parent_region
    function = region.parent_op if region is not None else None
    while function is not None and function.name != "tt.func":
        function = function.parent_op
    if function is None:
        return found
    for op in function.walk():
        compare = op.operand(0).defining_op if op.name == "llvm.intr.assume" else None
        if not isinstance(compare, arith.CmpIOp):
            continue
        bound = constant_of(compare.operand(1))
        least = {"sge": 0, "sgt": -1}.get(compare.predicate)
        if bound is not None and least is not None and bound.value >= least:
            found.add(compare.operand(0))
    return found
