"""Whether an integer may be negative, as far as the IR tells.

Needed where AxisInfo takes a division or remainder to round down although ``arith.divsi`` and
``arith.remsi`` round toward zero, which differ for negative numbers. Sums that overflow are not
considered, and what is divided by or multiplied with counts as positive, being a size: the question
is whether the dividend itself reaches below zero. Upstream has no counterpart.
"""

from __future__ import annotations

from mlir_mini.analysis.incoming import incoming, induction_sources, is_function_argument
from mlir_mini.analysis.integers import constant_of
from mlir_mini.dialects import arith
from mlir_mini.ir.core import Operation, Value

#: All operands must be non-negative for the result to be.
_ALL = frozenset(
    (
        *("tt.splat", "tt.broadcast", "tt.expand_dims", "tt.reshape", "tt.trans", "tt.join"),
        *("ttg.convert_layout", "arith.extsi", "arith.trunci", "arith.addi", "arith.minsi"),
        *("arith.andi", "arith.ori", "arith.xori", "arith.shrsi", "tt.cat", "tt.gather"),
    )
)
#: The first operand must be.
_FIRST = frozenset(("arith.divsi", "arith.remsi", "arith.shli"))
#: Never negative.
_NEVER = frozenset(
    (
        *("tt.make_range", "tt.get_program_id", "tt.get_num_programs", "arith.extui"),
        *("arith.divui", "arith.remui", "arith.shrui", "gpu.thread_id", "tt.histogram"),
    )
)


def negative_source(value: Value) -> Value | None:
    """The argument or result because of which ``value`` may be negative; None if it can't be."""
    return _Signs(value).blame(value)


class _Signs:
    def __init__(self, value: Value) -> None:
        self._seen: set[Value] = set()
        self._assumed = _assumed_non_negative(value)

    def blame(self, value: Value) -> Value | None:
        # What a loop carries is assumed to be fine while its turns are looked at.
        if value in self._seen or value in self._assumed:
            return None
        self._seen.add(value)
        constant = constant_of(value)
        if constant is not None:
            return value if constant.value < 0 else None
        op = value.defining_op
        if op is None or op.regions:
            return self._blame_carried(value)
        if op.name in _NEVER:
            return None
        if op.name in _FIRST:
            return self.blame(op.operand(0))
        if op.name in _ALL:
            return self._first([*op.operands])
        if op.name == "arith.muli":
            return self._blame_product(op)
        if op.name == "arith.select":
            return self._first([op.operand(1), op.operand(2)])
        if op.name == "arith.maxsi":
            found = [self.blame(operand) for operand in op.operands]
            return found[0] if all(found) else None
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
    while True:
        op = value.defining_op
        if op is None:
            return is_function_argument(value)
        if op.name not in ("tt.splat", "arith.extsi", "tt.broadcast", "tt.expand_dims"):
            return False
        value = op.operand(0)


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
