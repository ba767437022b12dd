"""When two operations compute the same: OperationEquivalence of mlir/lib/IR/OperationSupport.cpp.

Locations don't matter here.  Operands are the same value, or values that correspond in the regions
that are being compared.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Sequence

from mlir_mini.ir.core import Block, Operation, Region, Value


def signature(op: Operation) -> Hashable:
    """What equivalent operations have in common, operands and the contents of regions aside."""
    return (
        op.name,
        frozenset(op.properties.items()),
        frozenset(op.attributes.items()),
        tuple(op.result_types),
        len(op.regions),
        len(op.successors),
        op.num_operands,
    )


def key(op: Operation) -> Hashable:
    """The signature and the operands, in whatever order if that doesn't matter.

    Operations without regions are equivalent if and only if their keys are equal.
    """
    operands = [id(use.value) for use in op.op_operands]
    if op.is_commutative:
        operands.sort()
    return signature(op), tuple(operands)


class _Correspondence:
    """Values and blocks of one region, and what they are in the other."""

    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}

    def same_operands(self, left: Sequence[Value], right: Sequence[Value], ordered: bool) -> bool:
        there = [self.values.get(value, value) for value in left]
        if ordered:
            return all(map(operator.is_, there, right))
        # Upstream pairs them up by their addresses, and so misses some permutations.
        return sorted(map(id, there)) == sorted(map(id, right))

    def same_op(self, left: Operation, right: Operation) -> bool:
        if signature(left) != signature(right):
            return False
        if not self.same_operands(left.operands, right.operands, not left.is_commutative):
            return False
        self.values.update(zip(left.results, right.results, strict=True))
        return all(map(self.same_region, left.regions, right.regions))

    def same_region(self, left: Region, right: Region) -> bool:
        if len(left.blocks) != len(right.blocks):
            return False
        return all(map(self._same_block, left.blocks, right.blocks))

    def _same_block(self, left: Block, right: Block) -> bool:
        if self.blocks.setdefault(left, right) is not right:
            return False
        if [a.type for a in left.arguments] != [a.type for a in right.arguments]:
            return False
        self.values.update(zip(left.arguments, right.arguments, strict=True))
        ops, others = list(left.ops), list(right.ops)
        return len(ops) == len(others) and all(map(self._same_op_in_block, ops, others))

    def _same_op_in_block(self, left: Operation, right: Operation) -> bool:
        return self.same_op(left, right) and all(
            self.blocks.setdefault(a, b) is b
            for a, b in zip(left.successors, right.successors, strict=True)
        )


def are_equivalent(left: Operation, right: Operation) -> bool:
    """``right`` computes what ``left`` does."""
    return left is right or _Correspondence().same_op(left, right)
