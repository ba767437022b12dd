"""explain: for each memory access, how wide it is, why no wider, and what would help.

The pass leaves the module as it is and says its part instead of the IR: ``mini-opt --explain``.
In the order of the data:

  accesses.py   finds the accesses, lays them out as coalesce does, takes the width of the lowering
                (and of the layouts in the module, if it comes with layouts)
  traffic.py    counts the sectors of a request, as far as strides are known
  causes.py     walks back from pointer and mask to where contiguity or divisibility is lost,
                along sources.py where no operation computes a value
  fixes.py      changes that might help, sieved by forecast.py, and the proof on a copy of the
                module, of which skeleton.py leaves the addresses
  reasons.py    why there is no hint, where there is none
  verdicts.py   puts these together, access by access
  facts.py      the answer as data (``--explain=json``); text.py as text; names.py names things

Upstream has no such pass; what it builds on is AxisInfo, coalesce and the lowering of accesses.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.dialects.ttg_utils import NUM_WARPS, TARGET, num_ctas
from mlir_mini.ir.attributes import IntegerAttr, StringAttr
from mlir_mini.ir.core import Operation
from mlir_mini.pass_table import PipelineError
from mlir_mini.passmanager import AnalysisManager, Pass
from passes.coalesce import Coalesce
from passes.explain.facts import report_facts
from passes.explain.text import text_report
from passes.explain.verdicts import judge
from passes.prelude import convert_ttir
from passes.remove_layout.report import Conversion, conversions
from passes.remove_layout_conversions import RemoveLayoutConversions

FORMATS = ("text", "json")


class Explain(Pass):
    name = "explain"
    preserved = ()

    #: ``text`` or ``json``.
    format = "text"
    #: The module came with layouts of its own; else the conversion's are not worth a word.
    has_layouts = True

    @classmethod
    def from_text(cls, text: str) -> Explain:
        if text not in ("", *FORMATS):
            raise PipelineError(f"for the --explain option: '{text}' is none of text, json")
        made = cls()
        made.format = text or "text"
        return made

    def steps(self, module: Operation) -> Iterator[Pass]:
        conversion = convert_ttir(module, self.defaults)
        self.has_layouts = not conversion
        yield from conversion
        yield self

    def run(self, module: Operation, am: AnalysisManager) -> None:
        verdicts = judge(module.clone(), as_written=self.has_layouts)
        left = remaining_conversions(module.clone())
        setting = {
            "target": _attribute(module, TARGET),
            "num_warps": _attribute(module, NUM_WARPS),
            "num_ctas": num_ctas(module) if num_ctas(module) > 1 else None,
        }
        if self.format == "json":
            import json

            facts = report_facts(verdicts, left, setting)
            self.output = json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
        else:
            self.output = text_report(verdicts, left, setting)


def remaining_conversions(module: Operation) -> list[Conversion]:
    """The conversions that coalesce and remove-layout-conversions leave; changes ``module``."""
    for pass_ in (Coalesce(), RemoveLayoutConversions()):
        pass_.run(module, AnalysisManager(module))
    return conversions(module)


def _attribute(module: Operation, name: str) -> int | str | None:
    attribute = module.attr(name)
    return attribute.value if isinstance(attribute, (IntegerAttr, StringAttr)) else None
