"""The order of operations in a block, while operations are inserted and compared."""

from __future__ import annotations

import random

from mlir_mini.ir.core import Block, Operation, UnregisteredOp


def position(block: Block, op: Operation) -> int:
    return next(i for i, each in enumerate(block.ops) if each is op)


def test_comparison_survives_new_numbers() -> None:
    random.seed(0)
    block = Block()
    ops: list[Operation] = [UnregisteredOp("a.op") for _ in range(3)]
    for op in ops:
        block.append(op)
    for _ in range(300):
        # Insertions at one place use up the gaps, so that a comparison renumbers the block.
        new = UnregisteredOp("a.op")
        block.insert_before(ops[1], new)
        ops.append(new)
        first, second = random.choice(ops), random.choice(ops)
        expected = position(block, first) < position(block, second)
        assert first.is_before_in_block(second) == expected
