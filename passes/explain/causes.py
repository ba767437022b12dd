"""Where the width of an access is lost: the walk back from its pointer or mask.

At each operation the question is what its operands would have to be for the result to be good
enough, and AxisInfo's own rule for the operation answers it: an operand's info is raised step by
step until the rule's result suffices. The walk goes on at that operand. It ends at an argument, or
at an operation that no operands would help.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as combinations
from typing import NamedTuple

from mlir_mini.analysis.axis_info import HINTS, ModuleAxisInfoAnalysis, value_rank
from mlir_mini.analysis.axis_info_rules import RULES
from mlir_mini.analysis.axis_info_value import AxisInfo, constant_info
from mlir_mini.analysis.control_flow import FUNCTIONS
from mlir_mini.analysis.incoming import induction_sources, is_function_argument
from mlir_mini.analysis.integers import IntConstant, constant_of, integer_width
from mlir_mini.analysis.op_kinds import (
    BREAKING,
    DATA,
    EXACT,
    MOVING,
    PROGRAM,
    SPREADING,
    recasts,
)
from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.types import RankedTensorType
from passes.explain.sources import Sources


class Need(NamedTuple):
    """What an AxisInfo must at least say along one dim."""

    dim: int
    contiguity: int = 1
    divisibility: int = 1
    constancy: int = 1
    #: The value must be known to be 1.
    one: bool = False

    def met_by(self, info: AxisInfo) -> bool:
        return (
            info.contiguity[self.dim] >= self.contiguity
            and info.divisibility[self.dim] % self.divisibility == 0
            and info.constancy[self.dim] >= self.constancy
            and (not self.one or info.is_constant(1))
        )

    def raised(self, info: AxisInfo, value: Value) -> AxisInfo:
        """``info`` of ``value``, made as good as is needed."""
        if self.one:
            width = integer_width(value.type)
            return constant_info(value.type, IntConstant(1, width)) if width else info

        def at_dim(numbers: Sequence[int], least: int) -> tuple[int, ...]:
            changed = list(numbers)
            changed[self.dim] = max(changed[self.dim], least)
            return tuple(changed)

        return AxisInfo(
            at_dim(info.contiguity, self.contiguity),
            at_dim(info.divisibility, self.divisibility),
            at_dim(info.constancy, self.constancy),
            info.constant_value,
        )

    def missed_by(self, info: AxisInfo) -> tuple[str, int, int]:
        """The first number of ``info`` that falls short: its name, what it is, what is needed."""
        dim = min(self.dim, info.rank - 1)
        for metric in ("constancy", "contiguity", "divisibility"):
            known, needed = getattr(info, metric)[dim], getattr(self, metric)
            short = known % needed if metric == "divisibility" else known < needed
            if short:
                return metric, known, needed
        return "contiguity", info.contiguity[dim], self.contiguity

    @property
    def amount(self) -> int:
        return max(self.contiguity, self.divisibility, self.constancy)


class Cause(NamedTuple):
    """A value that is the first on its way to be short of what is needed.

    ``steps`` are the values from the access's operand to this one with what is needed of each,
    ``infos`` what is known of each, and ``operands`` what is known of the operands of the operation
    that computes the last one.
    """

    value: Value
    need: Need
    steps: tuple[tuple[Value, Need], ...]
    infos: tuple[AxisInfo, ...] = ()
    operands: tuple[AxisInfo, ...] = ()

    @property
    def op(self) -> Operation | None:
        return self.value.defining_op

    @property
    def worker(self) -> Operation | None:
        """The first operation on the way to the access that does more than recast the value."""
        return next((op for op in self._way() if not recasts(op)), None)

    @property
    def entry(self) -> tuple[Operation, int] | None:
        """The worker and the number of its operand on the way; None where none is, as of a loop."""
        worker = self.worker
        for (value, _), (result, _) in zip(self.steps[::-1], self.steps[-2::-1], strict=False):
            if worker is not None and result.defining_op is worker and value in worker.operands:
                return worker, worker.operands.index(value)
        return None

    @property
    def comparison(self) -> Operation | None:
        """The comparison on the way, of a mask."""
        return next((op for op in self._way() if op.name == "arith.cmpi"), self.worker)

    @property
    def effect(self) -> tuple[Operation, Value, Need, AxisInfo] | None:
        """The same operation and its result, with what is needed and known of that."""
        steps = zip(self._way(), self.steps[-2::-1], self.infos[-2::-1], strict=True)
        return next(
            ((op, *step, info) for op, step, info in steps if op is self.worker),
            None,
        )

    def _way(self) -> list[Operation]:
        """The operations on the way to the access; for what they hand on, loops and functions."""
        found = []
        for value, _ in self.steps[-2::-1]:
            owner = value.defining_op
            if owner is None and value.parent_block is not None:
                owner = value.parent_block.parent_op
            assert owner is not None
            found.append(owner)
        return found

    @property
    def wants_runs(self) -> bool:
        """Whether there are no runs at all, rather than badly aligned ones."""
        return self.need.one or (
            self.need.contiguity > 1 and self.infos[-1].contiguity[self.need.dim] == 1
        )

    @property
    def is_argument(self) -> bool:
        """Of a function."""
        return is_function_argument(self.value)

    @property
    def is_data(self) -> bool:
        """Whether the value is read, reduced or otherwise no arithmetic on indices."""
        return self.op is not None and self.op.name in DATA

    @property
    def is_step(self) -> bool:
        """Whether a loop adds the value in each turn to what it carries."""
        worker = self.worker
        around = [] if worker is None else list(_ancestors(worker))
        return any(
            isinstance(value, BlockArgument) and value.block.parent_op in around
            for value, _ in self.steps
        )

    @property
    def is_of_mask(self) -> bool:
        """Whether the mask is short of it rather than the pointer."""
        return self.steps[0][1].constancy > 1


def _ancestors(op: Operation) -> Iterator[Operation]:
    parent = op.parent_op
    while parent is not None and parent.name not in FUNCTIONS:
        yield parent
        parent = parent.parent_op


#: How hard a cause is to mend, from "pass a better argument" to "the addresses are data".
ARGUMENT, CONSTANT, SCALAR, TENSOR, HOPELESS = range(5)


def difficulty(cause: Cause) -> int:
    """The least of the constants above that fits."""
    if cause.is_argument:
        return ARGUMENT
    op = cause.op
    if op is None or op.name in PROGRAM:
        return HOPELESS
    if op.name == "arith.constant":
        return CONSTANT if constant_of(cause.value) is not None else HOPELESS
    if cause.need.one:
        return HOPELESS
    if not isinstance(cause.value.type, RankedTensorType):
        return SCALAR
    if op.name in EXACT or op.name in DATA or op.name in SPREADING:
        return HOPELESS
    if op.name in BREAKING and cause.need.contiguity > 1:
        return HOPELESS
    return TENSOR if data_source(cause.value) is None else HOPELESS


def data_source(value: Value) -> Value | None:
    """The tensor of data that the elements of a tensor are computed from, if any are."""
    pending, seen = [value], set[Value]()
    while pending:
        each = pending.pop()
        op = each.defining_op
        if each in seen or op is None or not isinstance(each.type, RankedTensorType):
            continue
        if op.name in DATA:
            return each
        seen.add(each)
        pending += reversed(op.operands)
    return None


class CauseFinder:
    """Looks for causes in one module, given its AxisInfo."""

    def __init__(self, analysis: ModuleAxisInfoAnalysis, sources: Sources) -> None:
        self._analysis = analysis
        self._sources = sources
        self._assumed: dict[Value, AxisInfo] = {}

    def find(self, value: Value, need: Need) -> list[Cause]:
        """What has to change for ``value`` to meet ``need``: all of the causes together."""
        self._assumed.clear()
        return [self._with_infos(cause) for cause in self._find(value, need, ())]

    def _with_infos(self, cause: Cause) -> Cause:
        known = self._analysis.axis_info_or_unknown
        op = cause.op
        return cause._replace(
            infos=tuple([known(value) for value, _ in cause.steps]),
            operands=tuple([known(each) for each in op.operands]) if op is not None else (),
        )

    def info(self, value: Value) -> AxisInfo:
        assumed = self._assumed.get(value)
        return assumed if assumed is not None else self._analysis.axis_info_or_unknown(value)

    def _find(
        self,
        value: Value,
        need: Need,
        steps: tuple[tuple[Value, Need], ...],
    ) -> list[Cause]:
        info = self.info(value)
        if need.met_by(info):
            return []
        here = [Cause(value, need, (*steps, (value, need)))]
        op = value.defining_op
        if op is None or op.regions:
            return self._through_control_flow(value, need, here)
        rule = RULES.get(op.name)
        if rule is None or op.name == "tt.load" or any(name in op.attributes for name in HINTS):
            return here
        best: list[Cause] | None = None
        for wanted in self._ways(op, need):
            causes = [
                cause
                for operand, each in wanted
                for cause in self._find(operand, each, here[0].steps)
            ]
            if best is None or _hardness(causes) < _hardness(best):
                best = causes
            if _hardness(best) <= (ARGUMENT, 1):
                break
        return here if best is None else best

    def _ways(self, op: Operation, need: Need) -> Iterator[list[tuple[Value, Need]]]:
        """Sets of needs of operands, each of which would make the result meet ``need``."""
        operands = list(op.operands)
        infos = [self.info(operand) for operand in operands]
        rule = RULES[op.name]

        def suffices(changed: Sequence[AxisInfo]) -> bool:
            result = rule(op, changed)
            return bool(result.contiguity) and need.met_by(result)

        if need.one and recasts(op):
            yield [(operands[0], Need(0, one=True))]
            return
        if suffices(infos):
            # What was assumed of a loop's value already helps.
            yield []
            return
        options: list[list[tuple[Need, AxisInfo]]] = []
        for operand, info in zip(operands, infos, strict=True):
            found = []
            for each in _raises(op, operand, info, need):
                raised = each.raised(info, operand)
                if raised is not info:
                    found.append((each, raised))
            options.append(found)
        single = False
        for i, operand in enumerate(operands):
            for each, raised in options[i]:
                if suffices([*infos[:i], raised, *infos[i + 1 :]]):
                    single = True
                    yield [(operand, each)]
                    break
        if single or len(operands) < 2:
            return
        for i in range(len(operands)):
            for j in range(i + 1, len(operands)):
                for (one, raised_i), (two, raised_j) in combinations(options[i], options[j]):
                    changed = list(infos)
                    changed[i], changed[j] = raised_i, raised_j
                    if suffices(changed):
                        yield [(operands[i], one), (operands[j], two)]
                        return

    def _through_control_flow(self, value: Value, need: Need, here: list[Cause]) -> list[Cause]:
        """Causes among what a loop or a conditional hands over to ``value``."""
        sources = self._sources.of(value)
        steps = here[0].steps
        if not sources:
            if need.contiguity > 1 or need.constancy > 1:
                return here
            # The induction variable is divisible by what divides both lower bound and step.
            sources = induction_sources(value)
        if not sources:
            return here
        self._assumed[value] = need.raised(self.info(value), value)
        causes = [c for source in sources for c in self._find(source, need, steps)]
        return causes or here


def _hardness(causes: Sequence[Cause]) -> tuple[int, int]:
    return max((difficulty(cause) for cause in causes), default=ARGUMENT), len(causes)


def _raises(op: Operation, operand: Value, info: AxisInfo, need: Need) -> Iterator[Need]:
    """Needs of an operand of ``op`` to try, the weakest first; of a factor, at last, to be 1."""
    powers = [1 << i for i in range(1, need.amount.bit_length())]
    runs = max(need.contiguity, need.constancy)
    for dim in _source_dims(op, info, need.dim):
        for power in powers:
            yield Need(dim, divisibility=power)
        type = operand.type
        if runs > 1 and isinstance(type, RankedTensorType) and info.constancy != type.shape:
            yield Need(dim, constancy=runs)
            yield Need(dim, contiguity=runs)
            for power in powers:
                yield Need(dim, contiguity=runs, divisibility=power)
        if (need.one or op.name == "arith.muli") and integer_width(operand.type):
            yield Need(dim, one=True)


def _source_dims(op: Operation, info: AxisInfo, dim: int) -> list[int]:
    """Dims of an operand of ``op``, known by ``info``, that ``dim`` of the result may come from."""
    if op.name == "tt.trans":
        return [op.attr("order").values[dim]]
    if op.name not in MOVING and 1 < info.rank == value_rank(op.results[0]):
        return [dim]
    # Divisibility belongs to runs: where there are some, it is theirs that counts.
    return sorted(range(info.rank), key=lambda each: -info.contiguity[each])
