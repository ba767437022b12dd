"""The scf dialect: loops and branches with regions."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import scf
from mlir_mini.interp.errors import InterpError
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import dtype_of
from mlir_mini.ir.types import IntegerType


@rule(scf.YieldOp, scf.ConditionOp)
def _end(ev: Any, op: Any, *values: Any) -> None:
    return None


@rule(scf.ForOp)
def _for(ev: Any, op: Any, lower: Any, upper: Any, step: Any, *carried: Any) -> Any:
    type = op.lower_bound.type
    target = dtype_of(type)
    i, end, by = ev.number(lower), ev.number(upper), ev.number(step)
    if op.unsignedCmp:
        modulus = 1 << (type.width if isinstance(type, IntegerType) else 64)
        i, end, by = i % modulus, end % modulus, by % modulus
        trips = range(i, end, by) if by else None
    else:
        trips = range(i, end, by) if by > 0 else None
    if trips is None:
        raise InterpError(f"a loop's step is {by}")
    values = list(carried)
    for i in trips:
        # Through an integer of 64 bits, so that an unsigned number wraps.
        counter = target.type(i) if i < 1 << (target.itemsize * 8 - 1) else _wrapped(i, target)
        _, values = ev.run_region(op.regions[0], [counter, *values])
    return tuple(values)


def _wrapped(value: int, target: Any) -> Any:
    return target.type(value - (1 << (target.itemsize * 8)))


@rule(scf.IfOp)
def _if(ev: Any, op: Any, condition: Any) -> Any:
    region = op.regions[0] if ev.condition(condition) else op.regions[1]
    return tuple(ev.run_region(region)[1]) if region.blocks else ()


@rule(scf.WhileOp)
def _while(ev: Any, op: Any, *values: Any) -> Any:
    going: Any = values
    while True:
        _, found = ev.run_region(op.regions[0], going)
        condition, *handed = found
        if not ev.condition(condition):
            return tuple(handed)
        _, going = ev.run_region(op.regions[1], handed)


@rule(scf.ExecuteRegionOp)
def _execute(ev: Any, op: Any) -> Any:
    return tuple(ev.run_region(op.regions[0])[1])


@rule(scf.IndexSwitchOp)
def _index_switch(ev: Any, op: Any, index: Any) -> Any:
    value, cases = ev.number(index), list(op.cases)
    region = op.regions[1 + cases.index(value)] if value in cases else op.regions[0]
    return tuple(ev.run_region(region)[1])
