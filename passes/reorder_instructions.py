"""tritongpu-reorder-instructions: moves what fills registers or memory to where that is cheap.

In this order:

1. conversions sink behind the deallocations that come before their first use;
2. what makes a dot operand outside of the loop that alone uses it moves in front of the use;
3. buffers filled with a tensor are allocated right behind what computes it, unless something is
   written in between;
4. transpositions follow what they transpose;
5. a dot's second operand is loaded from shared memory after the first one.

After lib/Dialect/TritonGPU/Transforms/ReorderInstructions.cpp.
"""

from __future__ import annotations

from mlir_mini.dialects import arith, scf, tt, ttg
from mlir_mini.dialects.tt_traits import TransposeLike
from mlir_mini.ir.core import Operation
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.layout.encodings import DotOperandEncoding
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.spec.effects import ALLOCATE, FREE, READ, memory_effects


class ReorderInstructions(Pass):
    name = "tritongpu-reorder-instructions"
    display_name = "TritonGPUReorderInstructions"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        for op in module.walk():
            if isinstance(op, ttg.ConvertLayoutOp):
                _sink_behind_deallocations(op)
        _sink_into_loops(module)
        for op in module.walk():
            if isinstance(op, ttg.LocalAllocOp) and op.src is not None:
                source = op.src.defining_op
                if source is not None and _may_hold_early(op, source):
                    op.move_after(source)
        for op in module.walk():
            if TransposeLike in op.traits:
                source = op.operand(0).defining_op
                if source is not None:
                    op.move_after(source)
        dominance = DominanceInfo()
        for op in module.walk():
            if isinstance(op, ttg.LocalLoadOp):
                _load_second_operand_last(op, dominance)


def _dot_operand(op: ttg.LocalLoadOp | ttg.ConvertLayoutOp) -> DotOperandEncoding | None:
    type = op.result.type
    assert isinstance(type, RankedTensorType)
    return type.encoding if isinstance(type.encoding, DotOperandEncoding) else None


def _first_use(op: Operation) -> Operation | None:
    """The first operation in the block of ``op`` that uses it, itself or in its regions."""
    assert op.block is not None
    first: Operation | None = None
    for user in op.users:
        ancestor = op.block.find_ancestor(user)
        if ancestor is not None and (first is None or ancestor.is_before_in_block(first)):
            first = ancestor
    return first


def _sink_behind_deallocations(op: ttg.ConvertLayoutOp) -> None:
    end = _first_use(op)
    last: Operation | None = None
    following = op.next
    while following is not None and following is not end:
        if isinstance(following, ttg.LocalDeallocOp):
            last = following
        following = following.next
    if last is not None:
        op.move_after(last)


def _sink_into_loops(module: Operation) -> None:
    """Move operands of dots in front of their only use if that is in another loop.

    Upstream moves them in the order of their addresses; here it is that of the program, which
    matters only if several have the same user.
    """
    moves: list[tuple[Operation, Operation]] = []
    for op in module.walk():
        if not isinstance(op, ttg.LocalLoadOp) and not (
            isinstance(op, ttg.ConvertLayoutOp) and _dot_operand(op) is not None
        ):
            continue
        users = list(op.users)
        if len(users) != 1:
            continue
        if users[0].parent_of_type(scf.ForOp) is not op.parent_of_type(scf.ForOp):
            moves.append((op, users[0]))
    for op, user in moves:
        op.move_before(user)


def _may_hold_early(op: ttg.LocalAllocOp, source: Operation) -> bool:
    # The same value everywhere takes no registers that a buffer could free.
    if isinstance(source, (arith.ConstantOp, tt.SplatOp)):
        return False
    return not _writes_between(source, op)


def _load_second_operand_last(op: ttg.LocalLoadOp, dominance: DominanceInfo) -> None:
    encoding = _dot_operand(op)
    if encoding is None or encoding.op_idx != 1 or not op.result.has_one_use:
        return
    dot = next(op.users)
    if not isinstance(dot, tt.DotOp):
        return
    first = dot.a.defining_op
    if not isinstance(first, ttg.LocalLoadOp) or not dominance.dominates(op, first):
        return
    if not _writes_between(op, first):
        op.move_after(first)


def _writes_between(start: Operation, end: Operation) -> bool:
    """Whether something between them writes; that includes all of what ``end`` is nested in."""
    assert start.block is not None
    last = start.block.find_ancestor(end)
    if last is None:
        return True
    op = start.next
    while op is not None and op is not end:
        if _writes(op):
            return True
        if op is last:
            break
        op = op.next
    return False


def _writes(op: Operation) -> bool:
    # Like upstream, take an operation with unknown effects for harmless.
    return any(e.kind not in (READ, ALLOCATE, FREE) for e in memory_effects(op) or ())
