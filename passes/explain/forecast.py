"""What AxisInfo would say of a pointer or mask under changes, without a copy and a solver.

A quick sieve in front of the proof: most changes that don't work are found out here. Loops are
followed once round, so the forecast may err, which costs a trial or a hint but never lets a wrong
one through.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_rules import RULES
from mlir_mini.analysis.axis_info_value import BOTTOM, AxisInfo, constant_info, join
from mlir_mini.analysis.exact_constants import exact_constant
from mlir_mini.analysis.integers import integer_width
from mlir_mini.analysis.strides import incoming
from mlir_mini.ir.core import Value


class Forecast:
    """The infos of values, given those that ``changed`` makes of some."""

    def __init__(self, analysis: ModuleAxisInfoAnalysis, changed: Mapping[Value, AxisInfo]) -> None:
        self._analysis = analysis
        self._known: dict[Value, AxisInfo] = dict(changed)

    def of(self, value: Value) -> AxisInfo:
        found = self._known.get(value)
        if found is None:
            self._known[value] = self._analysis.axis_info_or_unknown(value)
            found = self._known[value] = self._compute(value)
        return found

    def _compute(self, value: Value) -> AxisInfo:
        before = self._known[value]
        op = value.defining_op
        if op is None or op.regions:
            return self._carried(value, before)
        rule = RULES.get(op.name)
        operands = [self.of(operand) for operand in op.operands]
        known = self._analysis.axis_info_or_unknown
        if all(new is known(old) for new, old in zip(operands, op.operands, strict=True)):
            return before
        constant = exact_constant(op, [info.constant_value for info in operands])
        if constant is not None:
            return constant_info(value.type, constant)
        if rule is None:
            return before
        info = rule(op, operands)
        if info is BOTTOM:
            return before
        if info.constant_value is not None:
            if integer_width(value.type) == info.constant_value.width:
                return constant_info(value.type, info.constant_value)
            return info.without_constant()
        return info

    def _carried(self, value: Value, before: AxisInfo) -> AxisInfo:
        sources = incoming(value)
        if not sources:
            return before
        self._known[value] = result = self.of(sources[0])
        for source in sources[1:]:
            result = join(result, self.of(source))
        return result
