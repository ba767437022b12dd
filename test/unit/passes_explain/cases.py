"""Modules for the tests of --explain, as the pass sees them, and values of them by name."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import passes
from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.ir.core import Operation, Value
from mlir_mini.opt_main import opt_main
from mlir_mini.passmanager import AnalysisManager
from mlir_mini.source import Source, diagnostics
from mlir_mini.split import split_input
from mlir_mini.syntax.parser import ModuleParser
from passes.convert_triton_to_tritongpu import ConvertTritonToTritonGPU
from passes.explain.accesses import Access, Measuring, find_accesses
from passes.explain.names import name

LIT = Path(__file__).resolve().parents[2] / "lit" / "Tools"


def converted(text: str, num_warps: int = 4, target: str = "cuda:80") -> Operation:
    """The module of ``text`` as TTGIR."""
    source = Source("case.mlir", text)
    diagnostics.register(source)
    module = ModuleParser(source, False).parse_module()
    if module.attr("ttg.num-warps") is None:
        conversion = ConvertTritonToTritonGPU(target=target, num_warps=num_warps)
        conversion.run(module, AnalysisManager(module))
    return module


class Measured:
    """A module with AxisInfo and its accesses, measured."""

    def __init__(self, text: str, num_warps: int = 4, target: str = "cuda:80") -> None:
        self.module = converted(text, num_warps, target)
        self.analysis = ModuleAxisInfoAnalysis(self.module)
        self.accesses = find_accesses(self.module)
        measuring = Measuring(self.module, self.analysis)
        for access in self.accesses:
            measuring.measure(access)

    @property
    def only(self) -> Access:
        (access,) = self.accesses
        return access

    def value(self, written: str) -> Value:
        """The argument or result that the text calls ``written``."""
        found = [value for value in _values(self.module) if name(value) == written]
        assert len(found) == 1, f"{len(found)} values called {written}"
        return found[0]


def _values(module: Operation) -> Iterator[Value]:
    for op in module.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.arguments


def lit_modules() -> list[tuple[str, str]]:
    """Name and text of every module in the lit files about --explain."""
    return [
        (f"{file.stem}-{n}", text)
        for file in sorted(LIT.glob("explain*.mlir"))
        for n, (_, text) in enumerate(split_input(file.read_text())[0])
    ]


def explained(text: str, *flags: str) -> str:
    """What mini-opt prints for ``text``."""
    output, errors = io.StringIO(), io.StringIO()
    status = opt_main(
        [*(flags or ("--explain",)), "-"],
        passes.PASSES,
        stdin=io.StringIO(text),
        stdout=output,
        stderr=errors,
    )
    assert status == 0, errors.getvalue()
    return output.getvalue()
