"""What branches pass to their successors, and changing it (SuccessorOperands of MLIR)."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.control_flow import branch_operands
from mlir_mini.ir.attributes import DenseArrayAttr
from mlir_mini.ir.core import Operation, Value


def branch_operand_ranges(terminator: Operation) -> list[tuple[int, int]]:
    """For each successor, the half-open range of operands that it gets; empty if not known."""
    ranges: list[tuple[int, int]] = []
    start = terminator.num_operands
    for i in reversed(range(len(terminator.successors))):
        operands = branch_operands(terminator, i)
        if operands is None:
            return []
        ranges.append((start - len(operands), start))
        start -= len(operands)
    return ranges[::-1]


def erase_branch_operand(terminator: Operation, successor: int, index: int) -> None:
    """Remove the operand that ``successor`` gets for its argument ``index``."""
    start, _ = branch_operand_ranges(terminator)[successor]
    terminator.erase_operands(start + index)
    _resize(terminator, successor, -1)


def append_branch_operands(terminator: Operation, successor: int, values: Sequence[Value]) -> None:
    """Pass more values to ``successor``, after those that it gets already."""
    _, end = branch_operand_ranges(terminator)[successor]
    terminator.insert_operands(end, values)
    _resize(terminator, successor, len(values))


def _resize(terminator: Operation, successor: int, change: int) -> None:
    """Count more or fewer operands for ``successor``."""
    if terminator.name == "cf.cond_br":
        sizes = list(terminator.operand_segments())
        sizes[1 + successor] += change
        terminator.set_operand_segments(sizes)
    elif terminator.name == "cf.switch":
        sizes = list(terminator.operand_segments())
        sizes[1 if successor == 0 else 2] += change
        terminator.set_operand_segments(sizes)
        if successor > 0:
            segments = terminator.properties["case_operand_segments"]
            assert isinstance(segments, DenseArrayAttr)
            values = list(segments.values)
            values[successor - 1] += change
            terminator.properties["case_operand_segments"] = segments.replace(values=tuple(values))
