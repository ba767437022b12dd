"""The cf dialect: a branch's rule gives the block to go on in and its arguments."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import cf
from mlir_mini.interp.errors import AssertionFailed
from mlir_mini.interp.rules import rule


@rule(cf.AssertOp)
def _assert(ev: Any, op: Any, condition: Any) -> None:
    if not condition.all():
        raise AssertionFailed(op.msg)


@rule(cf.BranchOp)
def _br(ev: Any, op: Any, *arguments: Any) -> Any:
    return op.successors[0], arguments


@rule(cf.CondBranchOp)
def _cond_br(ev: Any, op: Any, condition: Any, *arguments: Any) -> Any:
    taken = len(op.true_dest_operands)
    if ev.condition(condition):
        return op.successors[0], arguments[:taken]
    return op.successors[1], arguments[taken:]


@rule(cf.SwitchOp)
def _switch(ev: Any, op: Any, flag: Any, *arguments: Any) -> Any:
    value = ev.number(flag)
    first = len(op.default_operands)
    if value not in op.values:
        return op.successors[0], arguments[:first]
    case = op.values.index(value)
    sizes = op.case_operand_segments
    start = first + sum(sizes[:case])
    return op.successors[1 + case], arguments[start : start + sizes[case]]
