"""AxisInfo: what is known of the contents of a tensor along each axis.

For every integer or pointer value the analysis bounds three numbers a dimension:

  contiguity    length of runs ``b, b+1, b+2, ...`` (of a pointer: in elements)
  divisibility  a number that divides the first element of every such run (of a pointer: in bytes)
  constancy     length of runs of equal elements

and, where there is one, the single integer of all elements. ``[8, 9, 10, 11, 16, 17, 18, 19]`` has
contiguity 4, divisibility 8 and constancy 1. A scalar counts as a tensor of one dimension.

The lattice is in :mod:`mlir_mini.analysis.axis_info_value`, the effect of operations in
:mod:`mlir_mini.analysis.axis_info_rules`; here are the analysis of one function and that of a
module. After lib/Analysis/AxisInfo.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING

from mlir_mini.analysis.axis_info_rules import RULES
from mlir_mini.analysis.axis_info_value import (
    BOTTOM,
    MAX_DIVISOR,
    AxisInfo,
    Dims,
    constant_info,
    join,
    unknown_info,
)
from mlir_mini.analysis.call_graph import CallGraph, enclosing_function
from mlir_mini.analysis.control_flow import CALLS, FUNCTIONS
from mlir_mini.analysis.dataflow import DataFlowSolver, Lattice, SparseForwardAnalysis
from mlir_mini.analysis.exact_constants import exact_constant
from mlir_mini.analysis.integers import integer_width
from mlir_mini.analysis.reachability import reachability_solver
from mlir_mini.dialects.functions import argument_attr, set_argument_attr
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseElementsAttr, IntegerAttr
from mlir_mini.ir.core import BlockArgument, Operation, Region, Value
from mlir_mini.ir.types import RankedTensorType, i64
from mlir_mini.source import MLIRError

if TYPE_CHECKING:
    from mlir_mini.passmanager import AnalysisManager

#: Names of the hints, in the order of AxisInfo's fields.
HINTS = ("tt.contiguity", "tt.divisibility", "tt.constancy")


class AxisInfoAnalysis(SparseForwardAnalysis[AxisInfo]):
    """AxisInfo of the values of one function."""

    bottom = BOTTOM

    def __init__(self, solver: DataFlowSolver) -> None:
        super().__init__(solver)
        solver.load(self)

    def join(self, lhs: AxisInfo, rhs: AxisInfo) -> AxisInfo:
        return join(lhs, rhs)

    def entry_fact(self, value: Value) -> AxisInfo:
        return pessimistic_info(value)

    def transfer(self, op: Operation, operands: list[AxisInfo]) -> Sequence[AxisInfo] | None:
        if BOTTOM in operands:
            return None
        info = self._result_info(op, operands)
        if info is BOTTOM:
            return [pessimistic_info(result) for result in op.results]
        if op.attributes:
            info = with_hints(info, op, [op.attributes.get(name) for name in HINTS])
        return [info] * len(op.results)

    def _result_info(self, op: Operation, operands: list[AxisInfo]) -> AxisInfo:
        constant = exact_constant(op, [info.constant_value for info in operands])
        if constant is not None:
            return constant_info(op.result.type, constant)
        rule = RULES.get(op.name)
        if rule is None:
            return BOTTOM
        info = rule(op, operands)
        if info.constant_value is None:
            return info
        # A rule that hands a constant on may know less of the result's shape than a constant has.
        if len(op.results) == 1 and integer_width(op.result.type) == info.constant_value.width:
            return constant_info(op.result.type, info.constant_value)
        return info.without_constant()

    def visit_free_arguments(
        self, op: Operation, region: Region | None, lattices: Sequence[Lattice[AxisInfo]]
    ) -> None:
        if op.name != "scf.for":
            self.set_to_entry(lattices)
            return
        lower, step = (self.lattice_for(op, op.operand(i)).fact for i in (0, 2))
        if lower is BOTTOM or step is BOTTOM:
            return
        divisor = gcd(lower.divisibility[0], step.divisibility[0])
        # MLIR's solver isn't told of this change: users see it when they are visited otherwise.
        induction = lattices[0]
        induction.fact = join(induction.fact, AxisInfo((1,), (divisor,), (1,)))


def pessimistic_info(value: Value) -> AxisInfo:
    """What hints say of ``value``, of a function's argument or a result; else that of any value."""
    rank = value_rank(value)
    op = value.defining_op
    if op is not None:
        hints = [op.attributes.get(name) for name in HINTS] if op.attributes else []
        return with_hints(unknown_info(rank), op, hints)
    assert isinstance(value, BlockArgument)
    function = value.block.parent_op
    if function is None or function.name not in FUNCTIONS or not value.block.is_entry_block:
        return unknown_info(rank)
    hints = [argument_attr(function, value.index, name) for name in HINTS]
    return with_hints(unknown_info(rank), function, hints)


def value_rank(value: Value) -> int:
    """Number of dimensions that the info of ``value`` has: 1 for a scalar."""
    type = value.type
    pointee = getattr(type, "pointee", None)
    tensor = pointee if isinstance(pointee, RankedTensorType) else type
    return tensor.rank if isinstance(tensor, RankedTensorType) else 1


def with_hints(info: AxisInfo, op: Operation, hints: Sequence[Interned | None]) -> AxisInfo:
    """``info`` with the numbers that attributes named :data:`HINTS` give instead.

    A hint is an integer for one dimension or dense elements, one for each; other attributes are
    ignored. Raises MLIRError at ``op`` if the number of entries is not the rank.
    """
    if not any(hints):
        return info
    dims = [info.contiguity, info.divisibility, info.constancy]
    for i, hint in enumerate(hints):
        given = _hinted_dims(hint)
        if given is None:
            continue
        if len(given) != info.rank:
            raise MLIRError(
                op.plain_error(
                    f"hint '{HINTS[i]}' has {len(given)} entries for a value of rank {info.rank}"
                )
            )
        dims[i] = given
    contiguity, divisibility, constancy = dims
    return AxisInfo(contiguity, divisibility, constancy, info.constant_value)


def _hinted_dims(hint: Interned | None) -> Dims | None:
    if isinstance(hint, IntegerAttr):
        width = integer_width(hint.type) or 64
        return (hint.value & ((1 << width) - 1),)
    if isinstance(hint, DenseElementsAttr):
        return tuple([hint.element(i) for i in range(hint.type.num_elements)])
    return None


class ModuleAxisInfoAnalysis:
    """AxisInfo of the values of all functions of a module; callers inform their callees.

    What all callers know of a scalar argument is written to the callee as argument attributes, as
    upstream does, so running the analysis can change the text of a module that has calls. Get it
    from an analysis manager: ``am.get(ModuleAxisInfoAnalysis)``.

    Raises MLIRError for recursive calls and for hints of the wrong rank.
    """

    def __init__(self, module: Operation, am: AnalysisManager | None = None) -> None:
        self._infos: dict[Operation, dict[Value, AxisInfo]] = {}
        graph = CallGraph(module)
        for function in graph.callers_first():
            self._infos[function] = _function_infos(function)
            for op in function.walk():
                if op.name in CALLS:
                    callee = graph.callee(op)
                    if callee is not None:
                        self._inform(callee, op)

    def axis_info(self, value: Value) -> AxisInfo | None:
        """The info of ``value``; None outside of functions and for values made since."""
        region = value.parent_region
        function = region.parent_op if region is not None else None
        if function is not None and function.name not in FUNCTIONS:
            function = enclosing_function(function)
        infos = self._infos.get(function) if function is not None else None
        return infos.get(value) if infos is not None else None

    def axis_info_or_unknown(self, value: Value) -> AxisInfo:
        """The info of ``value``, or what holds of any value of its rank."""
        return self.axis_info(value) or unknown_info(value_rank(value))

    def _inform(self, callee: Operation, call: Operation) -> None:
        """Narrows the hints of the callee's scalar arguments to what ``call`` passes."""
        caller = enclosing_function(call)
        assert caller is not None
        for index, operand in enumerate(call.operands):
            info = self._infos[caller].get(operand, BOTTOM)
            if info.rank != 1:
                continue
            numbers = (info.contiguity[0], info.divisibility[0], info.constancy[0])
            for name, number in zip(HINTS, numbers, strict=True):
                before = argument_attr(callee, index, name)
                known = before.value if isinstance(before, IntegerAttr) else MAX_DIVISOR
                set_argument_attr(callee, index, name, IntegerAttr(gcd(number, known), i64))


def _function_infos(function: Operation) -> dict[Value, AxisInfo]:
    solver = reachability_solver()
    analysis = AxisInfoAnalysis(solver)
    solver.run(function)
    infos: dict[Value, AxisInfo] = {}

    def record(value: Value) -> None:
        info = analysis.lattice(value).fact
        infos[value] = pessimistic_info(value) if info is BOTTOM else info

    for op in function.walk():
        for result in op.results:
            record(result)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    record(argument)
    return infos
