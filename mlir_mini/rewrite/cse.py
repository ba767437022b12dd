"""Sharing of operations that compute the same (mlir/lib/Transforms/CSE.cpp).

  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  tt.print "sum: " : %0, %1 : i32, i32
=>
  %0 = arith.addi %a, %b : i32
  tt.print "sum: " : %0, %0 : i32, i32
"""

from __future__ import annotations

from collections.abc import Hashable

from mlir_mini.ir.core import Block, Operation, OpOperand, Region
from mlir_mini.ir.dominance import DominanceInfo, has_ssa_dominance
from mlir_mini.ir.equivalence import are_equivalent, key
from mlir_mini.ir.locations import UNKNOWN_LOC
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite.effects import (
    effects,
    is_memory_effect_free,
    is_trivially_dead,
    only_reads,
)
from mlir_mini.spec.effects import WRITE, memory_effects
from mlir_mini.spec.traits import IsolatedFromAbove


class _KnownOps:
    """The operations that are available at the point reached, in scopes."""

    def __init__(self) -> None:
        self._by_key: dict[Hashable, list[Operation]] = {}
        self._added: list[list[Hashable]] = []

    def open_scope(self) -> None:
        self._added.append([])

    def close_scope(self) -> None:
        """Forget what has been added since the scope was opened."""
        for known in self._added.pop():
            self._by_key[known].pop()

    def add(self, op: Operation) -> None:
        known = key(op)
        self._by_key.setdefault(known, []).append(op)
        self._added[-1].append(known)

    def find(self, op: Operation) -> Operation | None:
        """The operation added last that is equivalent to ``op``."""
        for known in reversed(self._by_key.get(key(op), ())):
            if not op.regions or are_equivalent(known, op):
                return known
        return None

    def has_seen(self, op: Operation) -> bool:
        return self.find(op) is not None


class _Driver:
    def __init__(self, rewriter: PatternRewriter, dominance: DominanceInfo) -> None:
        self.rewriter = rewriter
        self.dominance = dominance
        self.to_erase: list[Operation] = []

    def finish(self) -> bool:
        for op in self.to_erase:
            self.rewriter.erase_op(op)
        return bool(self.to_erase)

    def region(self, known: _KnownOps, region: Region) -> None:
        if not region.blocks:
            return
        in_order = has_ssa_dominance(region)
        if region.has_one_block:
            known.open_scope()
            self.block(known, region.first_block, in_order)
            known.close_scope()
        elif in_order:
            self._dominated_blocks(known, region)

    def _dominated_blocks(self, known: _KnownOps, region: Region) -> None:
        """Visit each block within the scopes of those that dominate it."""
        tree = self.dominance.tree(region)
        children: dict[Block, list[Block]] = {}
        for block in region.blocks:
            parent = tree.immediate(block)
            if parent is not None:
                children.setdefault(parent, []).append(block)
        #: None closes the scope of a block.
        pending: list[Block | None] = [region.first_block]
        while pending:
            block = pending.pop()
            if block is None:
                known.close_scope()
                continue
            known.open_scope()
            self.block(known, block, True)
            pending.append(None)
            pending += children.get(block, ())

    def block(self, known: _KnownOps, block: Block, in_order: bool) -> None:
        for op in block.ops:
            for region in op.regions:
                self.region(_KnownOps() if IsolatedFromAbove in op.traits else known, region)
            self.operation(known, op, in_order)

    def operation(self, known: _KnownOps, op: Operation, in_order: bool) -> None:
        if op.is_terminator:
            return
        if is_trivially_dead(op):
            self.to_erase.append(op)
            return
        if any(len(region.blocks) > 1 for region in op.regions):
            return
        free = is_memory_effect_free(op)
        if not free and not only_reads(op):
            return
        existing = known.find(op)
        if existing is None or not (free or _same_memory(existing, op)):
            known.add(op)
            return
        self._replace(known, op, existing, in_order)

    def _replace(
        self, known: _KnownOps, op: Operation, existing: Operation, in_order: bool
    ) -> None:
        rewriter = self.rewriter
        if in_order:
            rewriter.listener.operation_replaced(op, existing.results)
            for result, value in zip(op.results, existing.results, strict=True):
                rewriter.replace_all_uses_with(result, value)
            self.to_erase.append(op)
        else:
            self._replace_in_graph(known, op, existing)
        if existing.loc is UNKNOWN_LOC and op.loc is not UNKNOWN_LOC:
            existing.loc = op.loc

    def _replace_in_graph(self, known: _KnownOps, op: Operation, existing: Operation) -> None:
        """Users visited already have been keyed by their operands, which must stay."""

        def is_ahead(use: OpOperand) -> bool:
            return not known.has_seen(use.owner)

        for result, value in zip(op.results, existing.results, strict=True):
            self.rewriter.replace_uses_if(result, value, is_ahead)
        if op.use_empty:
            self.to_erase.append(op)


def _same_memory(first: Operation, last: Operation) -> bool:
    """Nothing between two readers in a block may have written what they read."""
    if first.block is not last.block:
        return False
    read = {effect.resource for effect in effects(first) or ()}
    op = first.next
    while op is not None and op is not last:
        found = memory_effects(op)
        if found is None:
            return False
        if any(effect.kind == WRITE and effect.resource in read for effect in found):
            return False
        op = op.next
    return True


def eliminate_common_subexpressions(
    rewriter: PatternRewriter, dominance: DominanceInfo, scope: Operation | Region
) -> bool:
    """Share equal operations in an operation or a region, erase dead ones; whether any."""
    driver = _Driver(rewriter, dominance)
    known = _KnownOps()
    for region in scope.regions if isinstance(scope, Operation) else (scope,):
        driver.region(known, region)
    return driver.finish()
