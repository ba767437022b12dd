"""Sets of rewrite patterns, and which of them is tried first.

A pattern is a function ``(op, rewriter) -> bool``: it looks at ``op``, returns False without having
changed anything, or rewrites and returns True.  The rewriter stands before ``op`` and creates
operations at its location.  Patterns with a higher benefit are tried first, others in the order in
which they were added (mlir/lib/Rewrite/PatternApplicator.cpp).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.ir.core import Operation
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite import tables

Rewrite = Callable[[Any, PatternRewriter], bool]


class PatternSet:
    """Patterns by the class that they start from."""

    def __init__(self) -> None:
        self._patterns: dict[type[Operation], list[tuple[int, Rewrite]]] = {}
        self._for_any: list[tuple[int, Rewrite]] = []
        self._ordered: dict[type[Operation], Sequence[Rewrite]] = {}

    def add(self, root: type[Operation], *rewrites: Rewrite, benefit: int = 1) -> PatternSet:
        """Add patterns that start from operations of exactly the class ``root``."""
        rows = self._patterns.setdefault(root, [])
        rows += [(benefit, rewrite) for rewrite in rewrites]
        self._ordered.clear()
        return self

    def add_for_any(self, *rewrites: Rewrite, benefit: int = 1) -> PatternSet:
        """Add patterns that look at every operation."""
        self._for_any += [(benefit, rewrite) for rewrite in rewrites]
        self._ordered.clear()
        return self

    def add_canonicalizations(self, *owners: type[Operation]) -> PatternSet:
        """Add the patterns that upstream registers with each of ``owners``."""
        for owner in owners:
            for root, rewrite in tables.registered_patterns(owner):
                self.add(root, rewrite)
        return self

    def of(self, op: Operation) -> Sequence[Rewrite]:
        """The patterns to try on ``op``, best first."""
        cls = type(op)
        found = self._ordered.get(cls)
        if found is None:
            found = self._ordered[cls] = self._order(cls)
        return found

    def _order(self, cls: type[Operation]) -> Sequence[Rewrite]:
        # At equal benefit, patterns of this class come before those for any operation.
        rows = self._patterns.get(cls, []) + self._for_any
        return [rewrite for _, rewrite in sorted(rows, key=lambda row: -row[0])]

    def apply(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """Apply the first pattern that matches; whether one did."""
        for rewrite in self.of(op):
            rewriter.set_insertion_point(op)
            rewriter.loc = op._loc
            if rewrite(op, rewriter):
                return True
        return False


class CanonicalPatterns(PatternSet):
    """The canonicalization patterns of all dialects."""

    def _order(self, cls: type[Operation]) -> Sequence[Rewrite]:
        return tables.canonicalizations(cls)
