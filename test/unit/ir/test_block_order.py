"""The order of operations in a block, while operations are inserted and compared."""

from __future__ import annotations

from itertools import pairwise

from mlir_mini.ir.core import Block, Operation, UnregisteredOp


def test_comparison_survives_new_numbers() -> None:
    block = Block()
    first, last = UnregisteredOp("a.op"), UnregisteredOp("a.op")
    block.append(first)
    block.append(last)
    assert first.is_before_in_block(last)
    inserted: list[Operation] = []
    for _ in range(20):
        # No gap is left after a while: the comparison gives the block new numbers.
        new = UnregisteredOp("a.op")
        block.insert_before(last, new)
        inserted.append(new)
        assert not last.is_before_in_block(new)
        assert new.is_before_in_block(last)
        assert all(a.is_before_in_block(b) for a, b in pairwise(inserted))
