"""The table of passes, by name and short name; light enough for ``--help`` to start at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mlir_mini.passmanager import Pass


class PipelineError(Exception):
    """A pipeline or an option that makes no sense; the message is for the user."""


class PassInfo:
    """A row: full name, short names, one line of help, and ``module:Class``, imported on use.

    ``prelude``, a ``module:function``, is what the short names add to the pass: see
    :attr:`mlir_mini.passmanager.Pass.prelude`.
    """

    __slots__ = ("aliases", "description", "name", "prelude", "target")

    def __init__(
        self,
        name: str,
        aliases: tuple[str, ...],
        description: str,
        target: str,
        prelude: str | None = None,
    ) -> None:
        self.name = name
        self.aliases = aliases
        self.description = description
        self.target = target
        self.prelude = prelude

    def load(self) -> type[Pass]:
        return _load(self.target)


def _load(path: str) -> Any:
    from importlib import import_module

    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)


class PassTable:
    """Passes by full name and by short name."""

    def __init__(self, rows: Iterable[PassInfo]) -> None:
        #: Handed to every pass as :attr:`mlir_mini.passmanager.Pass.defaults`.
        self.defaults: Mapping[str, str] = {}
        self.rows: list[PassInfo] = []
        self._by_name: dict[str, PassInfo] = {}
        for row in rows:
            self.add(row)

    def add(self, row: PassInfo) -> None:
        self.rows.append(row)
        for name in (row.name, *row.aliases):
            self._by_name[name] = row

    def get(self, name: str) -> PassInfo | None:
        return self._by_name.get(name)

    def row(self, name: str) -> PassInfo:
        """The row of a full or short name; raises PipelineError."""
        row = self._by_name.get(name)
        if row is None:
            raise PipelineError(
                f"'{name}' does not refer to a registered pass{did_you_mean(name, self._by_name)}"
            )
        return row

    def listing(self) -> str:
        """``--list-passes``: a line a pass, upstream's full name first."""
        return "".join(" ".join([row.name, *row.aliases]) + "\n" for row in self.rows)

    def names(self) -> list[str]:
        return list(self._by_name)

    def create(self, name: str, options: str = "") -> Pass:
        """A pass with options as written; raises PipelineError."""
        row = self.row(name)
        made = row.load().from_text(options)
        made.defaults = self.defaults
        if row.prelude is not None and name != row.name:
            made.prelude = _load(row.prelude)
        return made


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """``; did you mean 'x'?`` for the nearest known word, or nothing.

    ``word`` may lack a ``prefix`` that known words have.
    """
    from difflib import get_close_matches

    words = list(known)
    full = {word.removeprefix(prefix): word for word in words} | {word: word for word in words}
    near = get_close_matches(word, full, 1)
    return f"; did you mean '{full[near[0]]}'?" if near else ""
