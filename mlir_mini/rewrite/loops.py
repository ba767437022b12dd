"""Giving loops and conditionals more results.

Each function makes a new operation in front of the old one with the additional operands or
results, and moves the regions into it. The terminators are left to the caller, and so are the old
operation, now without body, and its uses: the replacements to make are returned. After
lib/Dialect/TritonGPU/Transforms/Utility.cpp (replaceForOpWithNewSignature and others).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from mlir_mini.dialects import scf
from mlir_mini.ir.builder import OpBuilder, OpT
from mlir_mini.ir.core import BlockArgument, Operation, OpResult, RawLocation, Region, Value
from mlir_mini.ir.types import Type

#: Pairs of an old value and the one that takes its place.
Replacements = list[tuple[Value, Value]]


def replace_for_with_new_signature(
    loop: scf.ForOp, operands: Sequence[Value]
) -> tuple[scf.ForOp, Replacements]:
    """Append iteration arguments that start as ``operands``."""
    types = [*loop.result_types, *(operand.type for operand in operands)]
    new = _with_regions(loop, [*loop.operands, *operands], types)
    for operand in operands:
        new.body.add_argument(operand.type, value_loc(operand))
    return new, _results_of(loop, new)


def replace_if_with_new_signature(
    conditional: scf.IfOp, result_types: Sequence[Type]
) -> tuple[scf.IfOp, Replacements]:
    """Append results."""
    new = _with_regions(
        conditional, conditional.operands, [*conditional.result_types, *result_types]
    )
    return new, _results_of(conditional, new)


def _with_regions(op: OpT, operands: Sequence[Value], result_types: Sequence[Type]) -> OpT:
    """A new operation in front of ``op`` that takes over its attributes and regions."""
    regions = [Region() for _ in op.regions]
    new = OpBuilder.before(op).create(
        type(op), operands, result_types, op.properties, op.attributes, regions
    )
    for region, old in zip(new.regions, op.regions, strict=True):
        region.take_body(old)
    return new


def value_loc(value: Value) -> RawLocation:
    """Where ``value`` was defined."""
    return value.owner._loc if isinstance(value, OpResult) else cast(BlockArgument, value)._loc


def _results_of(old: Operation, new: Operation) -> Replacements:
    return list(zip(old.results, new.results, strict=False))
