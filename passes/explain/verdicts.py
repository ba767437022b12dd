"""What is said of each access: its width, the bound that decides, the cause and the hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlir_mini.analysis.access_width import (
    ATOMIC,
    CONTIGUITY,
    INSTRUCTION,
    REGISTERS,
    AccessWidth,
)
from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_value import AxisInfo
from mlir_mini.analysis.op_kinds import PROGRAM, SIGNED, UNSIGNED
from mlir_mini.analysis.signs import negative_source
from mlir_mini.analysis.slices import ConnectedOps
from mlir_mini.dialects.ttg_utils import num_warps
from mlir_mini.ir.core import Operation, Value
from mlir_mini.layout.layout_utils import product
from passes.explain.accesses import Access, Measuring, find_accesses
from passes.explain.causes import Cause, CauseFinder, Need
from passes.explain.fixes import Distrust, DivisibleArgument, FewerWarps, Fix, Prover, fixes_of
from passes.explain.forecast import Forecast
from passes.explain.names import count
from passes.explain.reasons import why_none
from passes.explain.sources import Sources
from passes.explain.traffic import Requests, requests_as_written, requests_of

#: A hint asks for at most so many changes besides better arguments.
MOST_CHANGES = 2


class Verdict:
    """The judgement on one access.

    ``causes`` all have to change; ``fixes`` do that, proved to bring ``brings`` elements an
    instruction; each of ``alternatives`` does so in the place of the fix beside it. Without fixes,
    ``reason`` says why there are none. ``doubts`` are operations whose AxisInfo is wrong if the
    value beside them is negative, and on which the width rests. ``written`` are the requests under
    the layout that the module has, None where these are no news.
    """

    def __init__(self, access: Access) -> None:
        self.access = access
        self.causes: list[Cause] = []
        self.fixes: list[Fix] = []
        self.alternatives: list[tuple[Fix, Fix]] = []
        self.brings = 0
        self.reason = ""
        self.requests: Requests | None = None
        self.written: Requests | None = None
        self.doubts: list[tuple[Operation, Value]] = []

    @property
    def limit(self) -> str:
        """The bound that decides, by name; the one that comes first if several do."""
        access = self.access
        if access.width is None:
            return "scalar" if access.is_scalar else "hardware"
        return _limit(access, access.width)

    @property
    def written_limit(self) -> str:
        """The bound that decides as written."""
        assert self.access.written_width is not None
        return _limit(self.access, self.access.written_width)

    @property
    def written_bytes(self) -> int:
        """Bytes of one instruction of a thread as written."""
        assert self.access.written_width is not None
        return self.access.written_width.elements * self.access.bits // 8

    @property
    def is_worse_as_written(self) -> bool:
        """Whether the layout in the module makes instructions narrower or wastes more of sectors
        than coalesce's."""
        if self.written is None or self.requests is None:
            return False
        if self.written_bytes < self.access.bytes_now:
            return True
        written, coalesced = self.written.efficiency, self.requests.efficiency
        return written[0] < coalesced[0] or written[1] < coalesced[1]

    @property
    def bytes_brought(self) -> int:
        return self.brings * self.access.bits // 8


def _limit(access: Access, width: AccessWidth) -> str:
    decisive = width.decisive
    for name in (ATOMIC, INSTRUCTION):
        if name in decisive:
            return name
    if REGISTERS in decisive and width.elements >= spread(access):
        return REGISTERS
    return decisive[0]


def spread(access: Access) -> int:
    """Elements of the tensor for each thread, at least 1."""
    return max(product(access.shape) // access.threads, 1)


def judge(module: Operation, as_written: bool = False) -> list[Verdict]:
    """A verdict on every access of a TritonGPU ``module``, in order.

    With ``as_written``, each also has what the layouts in the module come to where that is not
    what coalesce's do.
    What callers know of arguments is written to the module, as by any run of AxisInfo.
    """
    return _Judge(module, as_written).verdicts()


class _Judge:
    def __init__(self, module: Operation, as_written: bool) -> None:
        self.module = module
        self.as_written = as_written
        connected = ConnectedOps().of
        self.prover = Prover(module, connected)
        self.analysis = ModuleAxisInfoAnalysis(module)
        self.sources = Sources(module)
        self.finder = CauseFinder(self.analysis, self.sources)
        self.accesses = find_accesses(module)
        measuring = Measuring(module, self.analysis, connected)
        for access in self.accesses:
            measuring.measure(access)
            if as_written:
                measuring.measure_written(access)
        measuring.find_widened(self.accesses)
        #: Bytes of the largest tensor accessed: next to it, small ones don't matter.
        self.largest = max((access.tensor_bytes for access in self.accesses), default=0)

    def verdicts(self) -> list[Verdict]:
        found = [Verdict(access) for access in self.accesses]
        for i, verdict in enumerate(found):
            verdict.requests = requests_of(verdict.access, self.analysis)
            self._compare_written(verdict)
            if not verdict.access.is_full:
                self._explain(i, verdict)
        self._doubt(found)
        return found

    def _compare_written(self, verdict: Verdict) -> None:
        written = requests_as_written(verdict.access, self.analysis)
        if written is None or verdict.requests is None:
            return
        same_width = verdict.written_bytes == verdict.access.bytes_now
        if not same_width or written.efficiency != verdict.requests.efficiency:
            verdict.written = written

    def _explain(self, i: int, verdict: Verdict) -> None:
        access = verdict.access
        if verdict.limit == REGISTERS:
            self._want_registers(i, verdict)
            return
        assert access.width is not None
        fast = access.width.dim
        blocking: list[Cause] = []
        goal = min(access.most, spread(access))
        dims = self._dims(access)
        while goal > access.elements and dims:
            for dim in list(dims):
                if goal > access.shape[dim]:
                    continue
                causes = self._causes(access, dim, goal)
                verdict.causes = verdict.causes or causes
                blocking = blocking or [cause for cause in causes if not fixes_of(cause)]
                if self._try(i, verdict, causes, goal):
                    return
                if any(cause.wants_runs for cause in causes):
                    # Nor would shorter runs be there.
                    dims.remove(dim)
            goal //= 2
        if not verdict.causes:
            verdict.reason = _short_dim(access, fast)
            return
        verdict.causes.sort(key=_weight)
        verdict.reason = why_none(access, sorted([*blocking, *verdict.causes], key=_weight))

    def _dims(self, access: Access) -> list[int]:
        """Dims to try: the fast one, and the others if it is only fast for want of a better."""
        assert access.width is not None
        fast = access.width.dim
        if access.width.bound(CONTIGUITY) != 1:
            return [fast]
        others = [dim for dim in reversed(range(len(access.shape))) if dim != fast]
        return [fast, *others]

    def _causes(self, access: Access, dim: int, goal: int) -> list[Cause]:
        """What keeps an access from ``goal`` elements along ``dim``."""
        assert access.pointer is not None
        size = access.bits // 8
        need = Need(dim, contiguity=goal, divisibility=goal * size)
        causes = self.finder.find(access.pointer, need)
        if access.mask is not None:
            causes += self.finder.find(access.mask, Need(dim, constancy=goal))
        return causes

    def _try(self, i: int, verdict: Verdict, causes: list[Cause], goal: int) -> bool:
        """Takes over causes and their fixes if these prove to widen access ``i``."""
        for fixes in self._choices(causes):
            if self._promises(verdict.access, fixes) and self._prove(i, verdict, fixes, goal):
                verdict.causes = causes
                return True
        return False

    def _choices(self, causes: Sequence[Cause]) -> Iterator[list[Fix]]:
        """A fix for each cause, the safest first, then later ones where a cause has several.

        Nothing if a cause has none, or if they are too many to ask for.
        """
        candidates = [fixes_of(cause) for cause in causes]
        if not all(candidates):
            return
        for n in range(max(map(len, candidates), default=0)):
            chosen = [each[min(n, len(each) - 1)] for each in candidates]
            fixes = list({fix.key: fix for fix in chosen}.values())
            asked = {fix.text for fix in fixes if not isinstance(fix, DivisibleArgument)}
            if len(asked) <= MOST_CHANGES:
                yield fixes

    def _promises(self, access: Access, fixes: Sequence[Fix]) -> bool:
        """Whether it looks as if ``fixes`` would widen ``access``."""
        changed: dict[Value, AxisInfo] = {}
        for fix in fixes:
            changed.update(fix.changed(self.analysis))
        forecast = Forecast(self.analysis, self.sources, changed)
        assert access.pointer is not None
        pointer = forecast.of(access.pointer)
        size = access.bits // 8
        widest = 1
        for dim in range(len(access.shape)):
            runs = min(pointer.contiguity[dim], max(pointer.divisibility[dim] // size, 1))
            if access.mask is not None:
                runs = min(runs, forecast.of(access.mask).constancy[dim])
            widest = max(widest, runs)
        return widest > access.elements

    def _prove(self, i: int, verdict: Verdict, fixes: list[Fix], goal: int) -> bool:
        """Takes over those of ``fixes`` that are needed if they widen access ``i``.

        All are if they reach ``goal`` elements, for which each was found to be wanted.
        """
        brings = self._brings(fixes, i)
        if brings <= verdict.access.elements:
            return False
        if brings < goal:
            # Not all of them came to bear.
            for fix in list(fixes):
                others = [each for each in fixes if each is not fix]
                if others and self._brings(others, i) >= brings:
                    fixes = others
        verdict.fixes, verdict.brings = fixes, brings
        for fix in fixes:
            weaker = fix.alternative
            if weaker is not None:
                instead = [weaker if each is fix else each for each in fixes]
                if self._brings(instead, i) >= brings:
                    verdict.alternatives.append((fix, weaker))
        return True

    def _brings(self, fixes: Sequence[Fix], i: int) -> int:
        """Elements an instruction of access ``i`` under ``fixes``; 0 if they narrow another one.

        Only fewer warps are suspected of that: other changes add to what is known.
        """
        if any(isinstance(fix, FewerWarps) for fix in fixes):
            for other, access in enumerate(self.accesses):
                if self.prover.width(fixes, other) < access.elements:
                    return 0
        return self.prover.width(fixes, i)

    def _want_registers(self, i: int, verdict: Verdict) -> None:
        """A tensor too small for its threads: fewer of them help."""
        access = verdict.access
        warps_now = num_warps(access.op)
        elements, lanes = product(access.shape), access.threads // warps_now
        verdict.reason = f"the tensor has {count(elements, 'element')} for {access.threads} threads"
        if elements <= lanes:
            verdict.reason += ", and a single warp has as many"
            return
        if access.tensor_bytes * 2 < self.largest:
            verdict.reason += ", and other accesses move most of the bytes"
            return
        fast = self._dims(access)[0]
        if access.shape[fast] <= access.elements:
            verdict.reason = _short_dim(access, fast)
            return
        warps = max(elements // (access.most * lanes), 1)
        if warps >= warps_now:
            return
        fewer = FewerWarps(warps)
        goal = min(access.most, elements // (warps * lanes), access.shape[fast])
        causes = self._causes(access, fast, goal)
        for fixes in self._choices(causes):
            if self._promises(access, fixes) and self._prove(i, verdict, [fewer, *fixes], goal):
                verdict.causes = causes
                return
        if not self._prove(i, verdict, [fewer], goal):
            verdict.causes = causes
            verdict.reason = why_none(access, causes)

    def _doubt(self, verdicts: Sequence[Verdict]) -> None:
        """Finds the widths that rest on AxisInfo of numbers that may be negative."""
        if not any(verdict.access.elements > 1 for verdict in verdicts):
            return
        for op, value in self._dubious():
            distrust = Distrust(op.results[0])
            for i, verdict in enumerate(verdicts):
                if self.prover.width([distrust], i) < verdict.access.elements:
                    verdict.doubts.append((op, value))

    def _dubious(self) -> Iterator[tuple[Operation, Value]]:
        """Operations with the value because of which what AxisInfo says may be wrong."""
        for op in self.module.walk():
            if op.name not in SIGNED and op.name not in UNSIGNED:
                continue
            info = self.analysis.axis_info_or_unknown(op.results[0])
            if max(*info.contiguity, *info.constancy) == 1 or info.constant_value is not None:
                continue
            for operand in op.operands[: 1 if op.name in SIGNED else 2]:
                source = negative_source(operand)
                if source is not None:
                    yield op, source
                    break


def _weight(cause: Cause) -> int:
    """What to say first where there is no hint: what stands in the way of one."""
    if cause.op is not None and cause.op.name in PROGRAM:
        return 2
    if not fixes_of(cause):
        return 0
    # That neighbours are far apart outweighs how they are aligned.
    return 1 if cause.need.one else 3


def _short_dim(access: Access, dim: int) -> str:
    return f"dim {dim}, the fast one, has only {count(access.shape[dim], 'element')}"
