"""The passes that a comparison is asked for, by the names that either side knows."""

from __future__ import annotations

from typing import NamedTuple

from mlir_mini.pass_table import PassTable, did_you_mean
from passes import PASSES as MINI_PASSES

from .passes import PASSES, PRINT_ALIGNMENT, resolve

_PREFIXES = ("tritongpu-", "triton-")


class Chosen(NamedTuple):
    """A pass: its full name, `=options` where there are some, and whether it takes TTIR as well.

    mini-opt's short names of passes that need layouts do: they convert TTIR first.
    """

    name: str
    options: str = ""
    converts: bool = False

    @property
    def flag(self) -> str:
        """The flag that asks for it."""
        return f"--{self.name}{self.options}"


def choose(listed: str) -> list[Chosen]:
    """The passes of a comma list.  Raises ValueError for a name that upstream has no pass for."""
    return [_chosen(word) for word in listed.split(",")]


def _chosen(word: str) -> Chosen:
    name, equals, options = word.strip().lstrip("-").partition("=")
    row = PassTable(MINI_PASSES).get(name)
    full = resolve(row.name if row is not None else name)
    if full is None:
        raise ValueError(f"no pass '{name}' in upstream{did_you_mean(name, _known())}")
    converts = row is not None and row.prelude is not None and name != row.name
    return Chosen(full, equals + options, converts)


def _known() -> list[str]:
    """Every name that a pass may be given by."""
    full = [*PASSES, PRINT_ALIGNMENT]
    short = [
        name[len(prefix) :] for name in full for prefix in _PREFIXES if name.startswith(prefix)
    ]
    return list(dict.fromkeys([*short, *full, *PassTable(MINI_PASSES).names()]))
