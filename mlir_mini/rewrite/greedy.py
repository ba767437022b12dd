"""The greedy pattern rewrite driver.

Operations wait in a worklist, a stack without duplicates.  Each one popped is erased if it is
dead, else folded, else offered to the patterns; whatever a change may have made simpler is pushed
again.  When the worklist is empty and something has changed, blocks are cleaned up and it all
starts over.  The order of pushes is MLIR's, since it decides where new operations and constants
end up (mlir/lib/Transforms/Utils/GreedyPatternRewriteDriver.cpp).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.rewriter import PatternRewriter, RewriteListener
from mlir_mini.ir.traversal import pre_order_ops
from mlir_mini.rewrite.constants import ConstantFolder, materialize
from mlir_mini.rewrite.cse import eliminate_common_subexpressions
from mlir_mini.rewrite.effects import is_trivially_dead
from mlir_mini.rewrite.folding import InPlace, fold
from mlir_mini.rewrite.patterns import PatternSet
from mlir_mini.rewrite.simplify_regions import erase_unreachable_blocks, simplify_regions
from mlir_mini.spec.traits import ConstantLike

#: How far blocks are cleaned up between iterations.
DISABLED, NORMAL, AGGRESSIVE = "disabled", "normal", "aggressive"


class GreedyConfig:
    """How the driver works; the defaults are those of MLIR's GreedyRewriteConfig.

    ``top_down`` fills the worklist so that outer and earlier operations come first.
    ``only_existing`` and ``only_existing_and_new`` restrict which operations are looked at: those
    there from the start, or also those that rewrites create.  ``scope`` is the region outside of
    which nothing is touched.  ``cse_between_iterations`` shares all that is equal, not constants
    alone.
    """

    __slots__ = (
        "cse_between_iterations",
        "cse_constants",
        "fold",
        "listener",
        "max_iterations",
        "max_rewrites",
        "only_existing",
        "only_existing_and_new",
        "region_simplification",
        "scope",
        "top_down",
    )

    def __init__(
        self,
        top_down: bool = False,
        region_simplification: str = AGGRESSIVE,
        max_iterations: int | None = 10,
        max_rewrites: int | None = None,
        fold: bool = True,
        cse_constants: bool = True,
        cse_between_iterations: bool = False,
        only_existing: bool = False,
        only_existing_and_new: bool = False,
        scope: Region | None = None,
        listener: RewriteListener | None = None,
    ) -> None:
        self.top_down = top_down
        self.region_simplification = region_simplification
        self.max_iterations = max_iterations
        self.max_rewrites = max_rewrites
        self.fold = fold
        self.cse_constants = cse_constants
        self.cse_between_iterations = cse_between_iterations
        self.only_existing = only_existing
        self.only_existing_and_new = only_existing_and_new
        self.scope = scope
        self.listener = listener


class Worklist:
    """A stack of operations without duplicates, from which any one can be taken out."""

    def __init__(self) -> None:
        self._stack: list[Operation | None] = []
        self._index: dict[Operation, int] = {}

    def __bool__(self) -> bool:
        return bool(self._index)

    def push(self, op: Operation) -> None:
        """Put ``op`` on top, unless it is in the list already: then it stays where it is."""
        if op not in self._index:
            self._index[op] = len(self._stack)
            self._stack.append(op)

    def pop(self) -> Operation:
        while True:
            op = self._stack.pop()
            if op is not None:
                del self._index[op]
                return op

    def remove(self, op: Operation) -> None:
        index = self._index.pop(op, None)
        if index is not None:
            self._stack[index] = None

    def clear(self) -> None:
        self._stack = []
        self._index = {}

    def reverse(self) -> None:
        self._stack = [op for op in reversed(self._stack) if op is not None]
        self._index = {op: i for i, op in enumerate(self._stack) if op is not None}


class _Driver(RewriteListener):
    """Works off the worklist; listens to its own rewriter to fill it."""

    def __init__(self, patterns: PatternSet, config: GreedyConfig, scope: Region | None) -> None:
        self.patterns = patterns
        self.config = config
        self.scope = scope
        self.worklist = Worklist()
        self.rewriter = PatternRewriter(self)
        self._restricted = config.only_existing or config.only_existing_and_new
        self._allowed: set[Operation] = set()

    # -- what goes into the worklist -------------------------------------------------------------

    def allow(self, ops: Iterable[Operation]) -> None:
        """Operations to look at, where the configuration restricts them."""
        if self._restricted:
            self._allowed.update(ops)

    def enqueue_one(self, op: Operation) -> None:
        if not self._restricted or op in self._allowed:
            self.worklist.push(op)

    def enqueue(self, op: Operation) -> None:
        """Push ``op``, then those around it, if it is in scope."""
        around = [op]
        region = op.parent_region
        while region is not self.scope:
            if region is None or region.parent_op is None:
                return
            around.append(region.parent_op)
            region = region.parent_op.parent_region
        for each in around:
            self.enqueue_one(each)

    def operation_inserted(self, op: Operation) -> None:
        if self.config.listener is not None:
            self.config.listener.operation_inserted(op)
        if self.config.only_existing_and_new:
            self._allowed.add(op)
        self.enqueue(op)

    def operation_modified(self, op: Operation) -> None:
        if self.config.listener is not None:
            self.config.listener.operation_modified(op)
        self.enqueue(op)

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        if self.config.listener is not None:
            self.config.listener.operation_replaced(op, values)

    def operation_erased(self, op: Operation) -> None:
        if self.config.listener is not None:
            self.config.listener.operation_erased(op)
        self._enqueue_definitions(op)
        self.worklist.remove(op)
        self._allowed.discard(op)

    def _enqueue_definitions(self, op: Operation) -> None:
        """Push what defines the operands of ``op``, if at most one other operation uses them."""
        for slot in op.op_operands:
            definition = slot.value.defining_op
            if definition is None:
                continue
            other: Operation | None = None
            for use in reversed(slot.value._uses):
                user = use.owner
                if user is op or user is other:
                    continue
                if other is not None:
                    break
                other = user
            else:
                self.enqueue(definition)

    # -- working it off --------------------------------------------------------------------------

    def work(self) -> bool:
        """Process the worklist until it is empty; whether anything changed."""
        changed = False
        rewrites = 0
        limit = self.config.max_rewrites
        worklist = self.worklist
        while worklist and (limit is None or rewrites < limit):
            op = worklist.pop()
            if is_trivially_dead(op):
                self.rewriter.erase_op(op)
                changed = True
            elif self.config.fold and ConstantLike not in op.traits and self._fold(op):
                changed = True
            elif self.patterns.apply(op, self.rewriter):
                changed = True
                rewrites += 1
        return changed

    def _fold(self, op: Operation) -> bool:
        """Fold ``op``; constants it folds to are made before it."""
        folded = fold(op)
        if folded is None:
            return False
        if isinstance(folded, InPlace):
            self.operation_modified(op)
            return True
        rewriter = self.rewriter
        rewriter.set_insertion_point(op)
        dialect = op.name.partition(".")[0]
        values: list[Value] = []
        for result, found in zip(op.results, folded, strict=True):
            if isinstance(found, Value):
                values.append(found)
                continue
            constant = materialize(rewriter, dialect, found, result.type, op._loc)
            if constant is None:
                for made in {value.defining_op: None for value in values}:
                    if made is not None:
                        rewriter.erase_op(made)
                return False
            values.append(constant.results[0])
        rewriter.replace_op(op, values)
        return True

    # -- regions ---------------------------------------------------------------------------------

    def simplify_region(self, region: Region) -> tuple[bool, bool]:
        """Rewrite ``region`` until nothing changes: (whether it came to that, any change)."""
        config = self.config
        self.allow(op for op in pre_order_ops(region))
        iteration = 0
        while True:
            iteration += 1
            if config.max_iterations is not None and iteration > config.max_iterations:
                return False, iteration > 1
            self.worklist.clear()
            self._fill(region)
            changed = erase_unreachable_blocks(self.rewriter, [region])
            changed |= self.work()
            if config.region_simplification != DISABLED:
                merge = config.region_simplification == AGGRESSIVE
                changed |= simplify_regions(self.rewriter, [region], merge)
            if config.cse_between_iterations:
                changed |= eliminate_common_subexpressions(self.rewriter, DominanceInfo(), region)
            if not changed:
                return True, iteration > 1

    def _fill(self, region: Region) -> None:
        """Push all operations; constants move to the front of their function and merge."""
        constants = ConstantFolder(self.rewriter)

        def is_replaced(op: Operation) -> bool:
            return (
                self.config.cse_constants
                and ConstantLike in op.traits
                and not constants.insert_known_constant(op)
            )

        if self.config.top_down:
            for op in pre_order_ops(region):
                if not is_replaced(op):
                    self.enqueue(op)
            self.worklist.reverse()
            return
        for block in list(region.blocks):
            for top in block.ops:
                for op in top.walk():
                    if not is_replaced(op):
                        self.enqueue(op)


def apply_patterns_greedily(
    target: Operation | Region, patterns: PatternSet, config: GreedyConfig | None = None
) -> bool:
    """Rewrite everything in ``target``; whether it converged within the iterations allowed."""
    config = config if config is not None else GreedyConfig()
    converged = True
    for region in [target] if isinstance(target, Region) else target.regions:
        scope = config.scope if config.scope is not None else region
        converged &= _Driver(patterns, config, scope).simplify_region(region)[0]
    return converged
