"""From a module in TTIR to questions: the module under hints, and the widths promised for it.

Accesses are told apart by their locations: access number i starts at line (i + 1) * SPAN of a file
of its own, everything else is at line 1. Upstream writes an access as inline assembly, whose lines
LLVM counts on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlir_mini.analysis.access_width import is_emulated
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.locations import FileLineColLoc
from mlir_mini.passmanager import AnalysisManager
from mlir_mini.source import MLIRError, Source, diagnostics
from mlir_mini.syntax.parser import ModuleParser
from mlir_mini.syntax.printer import PrintOptions, print_module
from passes.convert_triton_to_tritongpu import ConvertTritonToTritonGPU
from passes.explain.accesses import Access, find_accesses
from passes.explain.fixes import FewerWarps, Fix
from passes.explain.verdicts import Verdict, judge

FILE = "accesses"
SPAN = 1000
CONVERSION = "ttg.convert_layout"


@dataclass(frozen=True)
class Question:
    """A module, with locations, and the elements per instruction promised for its accesses."""

    title: str
    text: str
    promised: dict[int, int]
    bits: dict[int, int]


class UnmatchedError(Exception):
    """Values of a module have no counterparts in the same one, converted for other warps."""


class Case:
    """A module in TTIR and its verdicts. Raises MLIRError where it does not parse or convert.

    ``unread`` counts the hints that :meth:`hints` could make no question of.
    """

    def __init__(self, name: str, text: str, capability: int, num_warps: int = 4) -> None:
        self.name = name
        self._source = Source(name, text)
        diagnostics.register(self._source)
        self.capability = capability
        self.num_warps = num_warps
        self.module = self._converted(num_warps)
        self.verdicts = judge(self.module)
        self.unread = 0

    def _converted(self, num_warps: int) -> Operation:
        module = ModuleParser(self._source, False).parse_module()
        if module.attr("ttg.num-warps") is None:
            target = f"cuda:{self.capability}"
            conversion = ConvertTritonToTritonGPU(target=target, num_warps=num_warps)
            conversion.run(module, AnalysisManager(module))
        return module

    def module_with(self, fixes: Sequence[Fix]) -> Operation:
        """The module under ``fixes``, converted for as many warps as they say.

        Raises UnmatchedError where that gives another module.
        """
        warps = next((fix.warps for fix in fixes if isinstance(fix, FewerWarps)), self.num_warps)
        module = self._converted(warps)
        values = counterparts(self.module, module)
        for fix in fixes:
            fix.apply(module, values)
        return module

    def base(self) -> Question:
        """The module as it is, with the widths of its accesses now."""
        now = {i: verdict.access.elements for i, verdict in enumerate(self.verdicts)}
        return self._question(self.name, [], now)

    def hints(self) -> Iterator[Question]:
        """The module under each access's hint, and under each alternative to a part of one."""
        for i, verdict in enumerate(self.verdicts):
            for fixes in variants(verdict):
                title = f"{self.name}, access {i}: {' and '.join(fix.text for fix in fixes)}"
                try:
                    question = self._question(title, fixes, {i: verdict.brings})
                except (UnmatchedError, MLIRError):
                    self.unread += 1
                else:
                    yield question

    def _question(self, title: str, fixes: Sequence[Fix], promised: dict[int, int]) -> Question:
        module = self.module_with(fixes)
        accesses = find_accesses(module)
        locate(module, accesses)
        wanted = {i: n for i, n in promised.items() if _has_instructions(accesses[i])}
        bits = {i: accesses[i].bits for i in wanted}
        return Question(title, print_module(module, PrintOptions(debuginfo=True)), wanted, bits)


def variants(verdict: Verdict) -> list[list[Fix]]:
    """The hint of a verdict, if any, and its alternatives."""
    if not verdict.fixes:
        return []
    found = [verdict.fixes]
    for fix, weaker in verdict.alternatives:
        found.append([weaker if each is fix else each for each in verdict.fixes])
    return found


def locate(module: Operation, accesses: Sequence[Access]) -> None:
    """Gives every access a line of its own."""
    for op in module.walk():
        op.loc = FileLineColLoc(FILE, 1, 1)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.loc = FileLineColLoc(FILE, 1, 1)
    for i, access in enumerate(accesses):
        access.op.loc = FileLineColLoc(FILE, (i + 1) * SPAN, 1)


def _has_instructions(access: Access) -> bool:
    """Of its own width: neither the hardware's nor words that a loop compares and swaps."""
    return not access.is_scalar and not access.is_descriptor and not is_emulated(access.op)


def counterparts(module: Operation, other: Operation) -> dict[Value, Value]:
    """Value of ``module`` -> the same of ``other``, which may have other layouts.

    Layouts decide where a conversion to TritonGPU puts ttg.convert_layout; a result of one counts
    as what is converted. Raises UnmatchedError where the modules differ in more than that.
    """
    own, others = _values(module), _values(other)
    if [_origin(value) for value in own] != [_origin(value) for value in others]:
        raise UnmatchedError("the modules have other operations")
    found = dict(zip(own, others, strict=True))
    for op in module.walk():
        if op.name == CONVERSION:
            source = op.operand(0)
            while source not in found:
                inner = source.defining_op
                assert inner is not None
                source = inner.operand(0)
            found[op.results[0]] = found[source]
    return found


def _origin(value: Value) -> str:
    op = value.defining_op
    return "" if op is None else op.name


def _values(module: Operation) -> list[Value]:
    """Every value but converted ones, in an order that only depends on the structure."""
    found: list[Value] = []
    for op in module.walk():
        if op.name != CONVERSION:
            found += op.results
        for region in op.regions:
            for block in region.blocks:
                found += block.arguments
    return found
