"""What AxisInfo would say of a pointer or mask under changes, without a copy and a solver.

A quick sieve in front of the proof: most changes that don't work are found out here. Loops are
followed twice round at most, so the forecast may err, which costs a trial or a hint but never lets
a wrong one through.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_rules import RULES
from mlir_mini.analysis.axis_info_value import BOTTOM, AxisInfo, constant_info, join
from mlir_mini.analysis.exact_constants import exact_constant
from mlir_mini.analysis.incoming import induction_sources
from mlir_mini.analysis.integers import integer_width
from mlir_mini.ir.core import Value
from passes.explain.sources import Sources

ROUNDS = 2


class Forecast:
    """The infos of values, given those that ``changed`` makes of some."""

    def __init__(
        self,
        analysis: ModuleAxisInfoAnalysis,
        sources: Sources,
        changed: Mapping[Value, AxisInfo],
    ) -> None:
        self._analysis = analysis
        self._sources = sources
        self._known: dict[Value, AxisInfo] = dict(changed)
        #: Values that wait for one in a loop that is being followed.
        self._waiting: list[Value] = []

    def of(self, value: Value) -> AxisInfo:
        """What is known of ``value`` under the changes; what is known now where they tell nothing.

        Contiguity and constancy count elements, divisibility bytes of pointers.
        """
        found = self._of(value)
        return self._analysis.axis_info_or_unknown(value) if found is BOTTOM else found

    def _of(self, value: Value) -> AxisInfo:
        found = self._known.get(value)
        if found is None:
            # Until more is known, what comes round a loop takes nothing away.
            self._known[value] = BOTTOM
            found = self._known[value] = self._compute(value)
            if found is BOTTOM:
                self._waiting.append(value)
        return found

    def _compute(self, value: Value) -> AxisInfo:
        known = self._analysis.axis_info_or_unknown
        op = value.defining_op
        if op is None or op.regions:
            return self._carried(value)
        operands = [self._of(operand) for operand in op.operands]
        rule = RULES.get(op.name)
        if rule is None or all(
            new is known(old) for new, old in zip(operands, op.operands, strict=True)
        ):
            return known(value)
        if BOTTOM in operands:
            return BOTTOM
        constant = exact_constant(op, [info.constant_value for info in operands])
        if constant is not None:
            return constant_info(value.type, constant)
        info = rule(op, operands)
        if info is BOTTOM:
            return known(value)
        return _fitting(info, value)

    def _carried(self, value: Value) -> AxisInfo:
        bounds = induction_sources(value)
        if bounds:
            return self._induction(*bounds)
        sources = self._sources.of(value)
        if not sources:
            return self._analysis.axis_info_or_unknown(value)
        result = BOTTOM
        for _ in range(ROUNDS):
            for source in sources:
                result = self._known[value] = join(result, self._of(source))
            for waiting in self._waiting:
                if self._known.get(waiting) is BOTTOM:
                    del self._known[waiting]
            self._waiting.clear()
        return result

    def _induction(self, lower: Value, step: Value) -> AxisInfo:
        infos = self._of(lower), self._of(step)
        if BOTTOM in infos:
            return BOTTOM
        return AxisInfo((1,), (gcd(infos[0].divisibility[0], infos[1].divisibility[0]),), (1,))


def _fitting(info: AxisInfo, value: Value) -> AxisInfo:
    """``info`` with what a constant of the type of ``value`` has, if it says one."""
    if info.constant_value is None:
        return info
    if integer_width(value.type) == info.constant_value.width:
        return constant_info(value.type, info.constant_value)
    return info.without_constant()
