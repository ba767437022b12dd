"""The whole of --explain: its form, and that its proof is one of the module as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.slices import ConnectedOps
from mlir_mini.passmanager import AnalysisManager
from mlir_mini.syntax.printer import PrintOptions, print_module
from passes.explain import Explain
from passes.explain.accesses import Measuring, find_accesses
from passes.explain.fixes import Prover
from passes.explain.verdicts import judge

from .cases import converted, explained, lit_modules

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explain.md"
MODULES = [pytest.param(text, id=name) for name, text in lit_modules()]


def test_there_are_modules() -> None:
    assert len(MODULES) >= 60


@pytest.mark.parametrize("text", MODULES)
def test_the_skeleton_is_as_wide_as_the_module(text: str) -> None:
    """Hints are proved on a copy with addresses only: without any, widths are the module's."""
    whole = converted(text)
    prover = Prover(whole, ConnectedOps().of)
    accesses = find_accesses(whole)
    measuring = Measuring(whole, ModuleAxisInfoAnalysis(whole))
    for i, access in enumerate(accesses):
        measuring.measure(access)
        assert prover.width([], i) == access.elements
    assert prover.trials == (1 if accesses else 0)


@pytest.mark.parametrize("text", MODULES)
def test_hints_bring_more(text: str) -> None:
    for verdict in judge(converted(text)):
        access = verdict.access
        if verdict.fixes:
            assert access.elements < verdict.brings <= access.most
            assert verdict.limit
        elif not access.is_full:
            assert verdict.reason


@pytest.mark.parametrize("text", MODULES)
def test_three_lines_an_access(text: str) -> None:
    summary, _, rest = explained(text).partition("\n\n")
    assert len(summary.splitlines()) == 3
    accesses = rest.partition("\n\nconversions:")[0]
    tails = 0
    for line in accesses.splitlines():
        tails = tails + 1 if line.startswith("    ") else 0
        assert tails <= 2, line
        if tails:
            assert re.match(r" {4}(cause|hint|no hint|beware): \S", line)


@pytest.mark.parametrize("text", MODULES)
def test_the_module_stays(text: str) -> None:
    module = converted(text)
    options = PrintOptions(debuginfo=True)
    before = print_module(module, options)
    for form in ("text", "json"):
        explain = Explain.from_text(form)
        explain.run(module, AnalysisManager(module))
        assert explain.output
        assert print_module(module, options) == before


def documented_keys() -> tuple[set[str], set[str]]:
    """Keys of the whole object and of an access, from the tables of the page."""
    section = PAGE.read_text().partition("## As data")[2].partition("\n## ")[0]
    whole, access = section.split("An access:")
    first_cells = (re.findall(r"^\| (`[^|]*) \|", part, re.M) for part in (whole, access))
    found = [
        {key for cell in cells for key in re.findall(r"`(\w+)`", cell)} for cells in first_cells
    ]
    return found[0], found[1]


def test_keys_are_documented() -> None:
    whole, access = documented_keys()
    seen_whole: set[str] = set()
    seen_access: set[str] = set()
    inner: dict[str, set[str]] = {}
    for _, text in lit_modules():
        facts = json.loads(explained(text, "--explain=json"))
        seen_whole |= facts.keys()
        for each in facts["accesses"]:
            seen_access |= each.keys()
            for key in ("sectors", "hint"):
                inner.setdefault(key, set()).update(each.get(key, {}))
            for key in ("causes", "unsound_if_negative"):
                for entry in each.get(key, []):
                    inner.setdefault(key, set()).update(entry)
    assert seen_whole == whole
    assert seen_access == access
    page = PAGE.read_text()
    for key, names in inner.items():
        (row,) = re.findall(rf"^\| `{key}` \|.*$", page, re.M)
        assert names == set(re.findall(r"`(\w+)`", row)) - {key} - _effects(row), key


def _effects(row: str) -> set[str]:
    """Keys of objects further inside, which a row names after a colon behind their own."""
    outer, _, deeper = row.partition("`alternatives`: ")
    return set(re.findall(r"`(\w+)`", deeper)) - set(re.findall(r"`(\w+)`", outer))
