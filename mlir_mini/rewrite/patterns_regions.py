"""Canonicalization of operations that hand values from and to their regions, whatever they are.

An *input* is an argument or a result that receives values at the boundary of a region; an *operand*
is what is handed to it, by the operation itself or by a terminator in it.  After
mlir/lib/Interfaces/ControlFlowInterfaces.cpp; where upstream iterates over a hash table of
pointers, inputs and operands come in the order of control flow here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.analysis.control_flow import exit_slots, region_branch, region_flow
from mlir_mini.ir.core import Block, BlockArgument, Operation, OpOperand, OpResult, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.patterns import Rewrite
from mlir_mini.spec.traits import RecursiveMemoryEffects

#: Makes the replacement of an argument that is no input, where its region is inlined.
Replacement = Callable[[Operation, BlockArgument], Value]


def _operands_by_input(op: Operation) -> dict[Value, list[OpOperand]]:
    found: dict[Value, list[OpOperand]] = {}
    for operand, target in region_flow(op):
        found.setdefault(target, []).append(operand)
    return found


def _reaching_values(value: Value, operands: dict[Value, list[OpOperand]]) -> set[Value]:
    """Values, not inputs themselves, that the input ``value`` may get on any way."""
    found: set[Value] = set()
    visited: set[Value] = set()
    pending = [value]
    while pending:
        each = pending.pop()
        if each not in operands:
            found.add(each)
            continue
        for operand in operands[each]:
            if operand.value not in visited:
                visited.add(operand.value)
                pending.append(operand.value)
    return found


def _is_available(op: Operation, value: Value, target: Value) -> bool:
    """Whether ``value``, which reaches the input ``target`` of ``op``, can stand in its place."""
    region = value.parent_region
    if region is None or region.parent_op is not op:
        return True
    return (
        isinstance(target, BlockArgument)
        and isinstance(value, BlockArgument)
        and value.block is target.block
    )


# An input that only ever gets one value is replaced by it:
#
#   %r = scf.for ... iter_args(%a = %x) {            %r = scf.for ... iter_args(%a = %x) {
#     use(%a)                                          use(%x)
#     scf.yield %a                             ->      scf.yield %x
#   }                                                }
#   use(%r)                                          use(%x)
def replace_constant_inputs(op: Operation, rewriter: PatternRewriter) -> bool:
    operands = _operands_by_input(op)
    changed = False
    for target in operands:
        if not target.has_uses:
            continue
        values = _reaching_values(target, operands)
        if len(values) != 1:
            continue
        (value,) = values
        if _is_available(op, value, target):
            rewriter.replace_all_uses_with(target, value)
            changed = True
    return changed


# Of inputs that always get the same values, all but the first go out of use:
#
#   scf.for ... iter_args(%a = %x, %b = %x) {        scf.for ... iter_args(%a = %x, %b = %x) {
#     use(%a, %b)                              ->      use(%a, %a)
#     scf.yield %y, %y                                 scf.yield %y, %y
def merge_equal_inputs(op: Operation, rewriter: PatternRewriter) -> bool:
    operands = _operands_by_input(op)
    inputs = sorted(operands, key=_number)
    changed = False
    for i, first in enumerate(inputs):
        for second in inputs[i + 1 :]:
            if not second.has_uses or _owner(first) is not _owner(second):
                continue
            values = [{slot.owner: slot.value for slot in operands[x]} for x in (first, second)]
            if values[0] == values[1]:
                rewriter.replace_all_uses_with(second, first)
                changed = True
    return changed


def _number(value: Any) -> int:
    return value.index


def _owner(value: Any) -> Block | Operation:
    return value.block if isinstance(value, BlockArgument) else value.owner


def _tied_inputs(flow: list[tuple[OpOperand, Value]]) -> list[list[Value]]:
    """Sets of inputs that one operand is handed to: they can only go together."""
    sets: dict[Value, list[Value]] = {}
    by_operand: dict[OpOperand, Value] = {}
    for operand, target in flow:
        first = by_operand.setdefault(operand, target)
        joined = sets.setdefault(first, [first])
        other = sets.setdefault(target, [target])
        if other is not joined:
            joined += other
            for each in other:
                sets[each] = joined
    return list({id(group): group for group in sets.values()}.values())


# Inputs that nobody uses go, and the operands with them:
#
#   %r:2 = scf.for ... iter_args(%a = %x, %b = %y) {     %r = scf.for ... iter_args(%b = %y) {
#     scf.yield %x, %b                              ->     scf.yield %b
#   }                                                    }
#   use(%r#1)                                            use(%r)
def remove_dead_inputs(op: Operation, rewriter: PatternRewriter) -> bool:
    flow = region_flow(op)
    dead: dict[Value, None] = {}
    for group in _tied_inputs(flow):
        if not any(value.has_uses for value in group):
            dead.update(dict.fromkeys(group))
    if not dead:
        return False
    operands: dict[Operation, set[int]] = {}
    for operand, target in flow:
        if target in dead:
            operands.setdefault(operand.owner, set()).add(operand.index)
    for owner, indices in operands.items():
        owner.erase_operand_indices(indices)
        rewriter.modified(owner)
    arguments: dict[Block, list[int]] = {}
    for value in dead:
        if isinstance(value, BlockArgument):
            arguments.setdefault(value.block, []).append(value.index)
    for block, indices in arguments.items():
        for index in sorted(indices, reverse=True):
            block.erase_argument(index)
        rewriter.modified(op)
    results = [value.index for value in dead if isinstance(value, OpResult)]
    if results:
        rewriter.erase_op_results(op, results)
    return True


# Inlining ----------------------------------------------------------------------------------------


def _only_path(op: Operation) -> list[Region] | None:
    """The regions that control goes through once each, if constants leave only that one way."""
    branch = region_branch(op)
    assert branch is not None
    path: list[Region] = []
    successors = branch.entries(op, _constants(op))
    while True:
        if len(successors) != 1:
            return None
        region = successors[0]
        if region is None:
            return path
        if region in path or not region.has_one_block:
            return None
        terminator = region.first_block.last
        if terminator is None or exit_slots(terminator) is None:
            return None
        path.append(region)
        successors = branch.exits(op, terminator, _constants(terminator))


def _constants(op: Operation) -> list[Any]:
    return [constant_value(use.value) for use in op.op_operands]


# Regions that are passed exactly once are moved in front of the operation:
#
#   %r = scf.if %true -> (i32) {
#     %a = f()                          %a = f()
#     scf.yield %a               ->     use(%a)
#   }
#   use(%r)
def inline_only_path(replacement: Replacement | None = None) -> Rewrite:
    """The pattern; ``replacement`` is for arguments that don't come from operands."""

    def rewrite(op: Operation, rewriter: PatternRewriter) -> bool:
        if RecursiveMemoryEffects not in op.traits:
            return False
        path = _only_path(op)
        if path is None:
            return False
        branch, target = region_branch(op), op.block
        assert branch is not None
        assert target is not None
        values = branch.entry_operands(op, path[0] if path else None)
        for region in path:
            block = region.first_block
            inputs = dict(zip(branch.inputs(op, region), values, strict=True))
            arguments = []
            for argument in block.arguments:
                value = inputs.get(argument)
                if value is None:
                    assert replacement is not None
                    value = replacement(op, argument)
                arguments.append(value)
            terminator = block.terminator
            rewriter.inline_block(block, target, op, arguments)
            slots = exit_slots(terminator)
            assert slots is not None
            values = [slot.value for slot in slots]
            rewriter.erase_op(terminator)
        rewriter.replace_op(op, values)
        return True

    return rewrite


#: The patterns that MLIR registers together, for every operation of this kind.
REGION_PATTERNS: list[Rewrite] = [replace_constant_inputs, merge_equal_inputs, remove_dead_inputs]
