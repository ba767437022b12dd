"""Canonicalization patterns of cf (mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.analysis.control_flow import branch_operands
from mlir_mini.dialects import arith, cf, ub
from mlir_mini.ir.attributes import FALSE, TRUE, DenseElementsAttr, i32_array
from mlir_mini.ir.core import Block, BlockArgument, Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import VectorType, i1
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.matchers import integer_value
from mlir_mini.rewrite.patterns import Rewrite

#: A block and the values for its arguments.
Target = tuple[Block, Sequence[Value]]


def _single_predecessor(block: Block) -> Block | None:
    """The block that alone leads to ``block``, by one edge."""
    found = block.predecessors
    return found[0] if len(found) == 1 else None


def _branch(rewriter: PatternRewriter, op: Operation, target: Target) -> None:
    """Replace the terminator ``op`` by an unconditional branch."""
    block, values = target
    rewriter.replace_op_with(op, cf.BranchOp, values, (), successors=[block])


def _collapse(block: Block, values: Sequence[Value]) -> Target | None:
    """Where a block that only branches on leads to, given the values for its arguments."""
    branch = block.first
    if branch is not block.last or not isinstance(branch, cf.BranchOp):
        return None
    if any(user is not branch for argument in block.arguments for user in argument.users):
        return None
    target = branch.successors[0]
    if target is block:
        return None
    visited = {block, target}
    following = target.last
    while isinstance(following, cf.BranchOp):
        beyond = following.successors[0]
        if beyond in visited:
            return None
        visited.add(beyond)
        following = beyond.last
    handed = [
        values[value.index] if isinstance(value, BlockArgument) and value.block is block else value
        for value in branch.operands
    ]
    return target, handed


# Branches ----------------------------------------------------------------------------------------


#   cf.br ^bb1(%x)                       A with %x for %a
# ^bb1(%a):  // no other predecessor  ->
#   A
def _merge_into_predecessor(op: cf.BranchOp, rewriter: PatternRewriter) -> bool:
    target, block = op.successors[0], op.block
    assert block is not None
    if target is block or _single_predecessor(target) is None:
        return False
    values = op.operands
    if any(isinstance(value, BlockArgument) and value.block is target for value in values):
        return False
    rewriter.erase_op(op)
    rewriter.merge_blocks(target, block, values)
    return True


#   cf.br ^bb1(%x)
# ^bb1(%a):               ->  cf.br ^bb2(%x)
#   cf.br ^bb2(%a)
def _pass_through(op: cf.BranchOp, rewriter: PatternRewriter) -> bool:
    if op.successors[0] is op.block:
        return False
    target = _collapse(op.successors[0], op.operands)
    if target is None:
        return False
    _branch(rewriter, op, target)
    return True


# Arguments that get the same value from everywhere are replaced by it.
def _use_common_values(block: Block, rewriter: PatternRewriter) -> bool:
    if len(block.predecessors) < 2:
        return False
    changed = False
    for argument in block.arguments:
        if not argument.has_uses:
            continue
        value = _common_value(block, argument.index)
        if value is not None and value is not argument:
            rewriter.replace_all_uses_with(argument, value)
            changed = True
    return changed


def _common_value(block: Block, index: int) -> Value | None:
    common: Value | None = None
    for before in block.predecessors:
        branch = before.terminator
        for i, successor in enumerate(branch.successors):
            if successor is not block:
                continue
            operands = branch_operands(branch, i)
            value = operands[index] if operands is not None else None
            if value is None or (common is not None and value is not common):
                return None
            common = value
    return common


def _simplify_branch(op: cf.BranchOp, rewriter: PatternRewriter) -> bool:
    return (
        _merge_into_predecessor(op, rewriter)
        or _pass_through(op, rewriter)
        or _use_common_values(op.successors[0], rewriter)
    )


def _common_values_of_successors(op: Operation, rewriter: PatternRewriter) -> bool:
    changed = False
    for successor in op.successors:
        changed |= _use_common_values(successor, rewriter)
    return changed


# Conditional branches ----------------------------------------------------------------------------


def _targets(op: cf.CondBranchOp) -> tuple[Target, Target]:
    then, otherwise = op.successors
    return (then, op.true_dest_operands), (otherwise, op.false_dest_operands)


# cf.cond_br %true, ^bb1, ^bb2  ->  cf.br ^bb1
def _constant_condition(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    condition = integer_value(op.condition)
    if condition is None:
        return False
    then, otherwise = _targets(op)
    _branch(rewriter, op, then if condition.value else otherwise)
    return True


def _conditional(
    rewriter: PatternRewriter, op: cf.CondBranchOp, then: Target, otherwise: Target
) -> None:
    segments = i32_array((1, len(then[1]), len(otherwise[1])))
    properties: dict[str, Any] = {**op.properties, "operandSegmentSizes": segments}
    rewriter.replace_op_with(
        op,
        cf.CondBranchOp,
        (op.condition, *then[1], *otherwise[1]),
        (),
        properties,
        successors=[then[0], otherwise[0]],
    )


#   cf.cond_br %c, ^bb1, ^bb2
# ^bb1:                         ->  cf.cond_br %c, ^bb3, ^bb2
#   cf.br ^bb3
def _pass_through_conditional(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    then, otherwise = _targets(op)
    new_then, new_otherwise = _collapse(*then), _collapse(*otherwise)
    if new_then is None and new_otherwise is None:
        return False
    _conditional(rewriter, op, new_then or then, new_otherwise or otherwise)
    return True


# cf.cond_br %c, ^bb1(%x), ^bb1(%y)  ->  %s = arith.select %c, %x, %y; cf.br ^bb1(%s)
def _same_target(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    (target, when_true), (other, when_false) = _targets(op)
    if target is not other:
        return False
    if when_true == when_false:
        _branch(rewriter, op, (target, when_true))
        return True
    if any(block is not op.block for block in target.predecessors):
        return False
    values = [
        a
        if a is b
        else rewriter.create(arith.SelectOp, (op.condition, a, b), [a.type], loc=op._loc).result
        for a, b in zip(when_true, when_false, strict=True)
    ]
    _branch(rewriter, op, (target, values))
    return True


#   cf.cond_br %c, ^bb1, ^bb2
# ^bb1:  // no other predecessor        ->  ^bb1: cf.br ^bb3
#   cf.cond_br %c, ^bb3, ^bb4
def _same_condition(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    block = op.block
    assert block is not None
    before = _single_predecessor(block)
    branch = before.terminator if before is not None else None
    if not isinstance(branch, cf.CondBranchOp) or branch.condition is not op.condition:
        return False
    then, otherwise = _targets(op)
    _branch(rewriter, op, then if branch.successors[0] is block else otherwise)
    return True


# Where only one edge leads to, the condition is known.
def _propagate_condition(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    changed = False
    for block, value in zip(op.successors, (TRUE, FALSE), strict=True):
        if _single_predecessor(block) is None:
            continue
        constant: Value | None = None
        for use in op.condition.uses:
            if use.owner.block is not block:
                continue
            if constant is None:
                constant = rewriter.create(
                    arith.ConstantOp, (), [i1], {"value": value}, loc=op._loc
                ).result
            use.set(constant)
            rewriter.modified(use.owner)
            changed = True
    return changed


# cf.cond_br %c, ^bb1, ^bb2 with ^bb1: ub.unreachable  ->  cf.br ^bb2
def _drop_unreachable(op: cf.CondBranchOp, rewriter: PatternRewriter) -> bool:
    then, otherwise = _targets(op)
    for target, other in ((then, otherwise), (otherwise, then)):
        block = target[0]
        if block.first is block.last and isinstance(block.first, ub.UnreachableOp):
            _branch(rewriter, op, other)
            return True
    return False


# Switches ----------------------------------------------------------------------------------------


def _default(op: cf.SwitchOp) -> Target:
    return op.default_destination, op.default_operands


def _cases(op: cf.SwitchOp) -> list[tuple[int, Target]]:
    """Value and target of each case."""
    return [
        (value, (block, op.case_operands_of(i)))
        for i, (value, block) in enumerate(zip(op.values, op.case_destinations, strict=True))
    ]


def _switch(
    rewriter: PatternRewriter, op: cf.SwitchOp, default: Target, cases: list[tuple[int, Target]]
) -> None:
    sizes = [len(values) for _, (_, values) in cases]
    properties: dict[str, Any] = {
        "case_operand_segments": i32_array(sizes),
        "operandSegmentSizes": i32_array((1, len(default[1]), sum(sizes))),
    }
    if cases:
        type = VectorType((len(cases),), op.flag.type)
        properties["case_values"] = DenseElementsAttr(type, [value for value, _ in cases])
    rewriter.replace_op_with(
        op,
        cf.SwitchOp,
        (op.flag, *default[1], *(value for _, (_, values) in cases for value in values)),
        (),
        properties,
        successors=[default[0], *(block for _, (block, _) in cases)],
    )


# A switch without cases is a branch.
def _only_default(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    if op.case_destinations:
        return False
    _branch(rewriter, op, _default(op))
    return True


# Cases that go where the default goes are dropped.
def _drop_default_cases(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    default, cases = _default(op), _cases(op)
    kept = [(value, target) for value, target in cases if target != default]
    if len(kept) == len(cases):
        return False
    _switch(rewriter, op, default, kept)
    return True


def _select_case(op: cf.SwitchOp, value: int) -> Target:
    return next((target for case, target in _cases(op) if case == value), _default(op))


# A switch of a constant is a branch.
def _constant_flag(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    flag = constant_value(op.flag)
    found = integer_value(op.flag)
    if flag is None or found is None:
        return False
    _branch(rewriter, op, _select_case(op, flag.value))
    return True


# Cases go directly to where blocks that only branch on lead.
def _pass_through_switch(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    default, cases = _default(op), _cases(op)
    new_cases = [_collapse(*target) for _, target in cases]
    new_default = _collapse(*default)
    if new_default is None and not any(new_cases):
        return False
    _switch(
        rewriter,
        op,
        new_default or default,
        [(value, new or old) for (value, old), new in zip(cases, new_cases, strict=True)],
    )
    return True


def _switch_before(op: cf.SwitchOp) -> cf.SwitchOp | None:
    """The switch on the same flag that alone leads to the block of ``op``."""
    block = op.block
    assert block is not None
    before = _single_predecessor(block)
    branch = before.terminator if before is not None else None
    if isinstance(branch, cf.SwitchOp) and branch.flag is op.flag:
        return branch
    return None


# After a case of a switch on the same flag its value is known.
def _same_flag(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    before = _switch_before(op)
    if before is None or before.default_destination is op.block:
        return False
    value = next(value for value, (block, _) in _cases(before) if block is op.block)
    _branch(rewriter, op, _select_case(op, value))
    return True


# After the default of a switch on the same flag its other cases can't come.
def _same_flag_default(op: cf.SwitchOp, rewriter: PatternRewriter) -> bool:
    before = _switch_before(op)
    if before is None or before.default_destination is not op.block:
        return False
    gone = {value for value, (block, _) in _cases(before) if block is not op.block}
    cases = _cases(op)
    kept = [(value, target) for value, target in cases if value not in gone]
    if len(kept) == len(cases):
        return False
    _switch(rewriter, op, _default(op), kept)
    return True


# cf.assert %true  ->  nothing
def _drop_assertion(op: cf.AssertOp, rewriter: PatternRewriter) -> bool:
    condition = integer_value(op.arg)
    if condition is None or condition.value == 0:
        return False
    rewriter.erase_op(op)
    return True


PATTERNS: dict[type, list[Rewrite]] = {
    cf.AssertOp: [_drop_assertion],
    cf.BranchOp: [_simplify_branch],
    cf.CondBranchOp: [
        _constant_condition,
        _pass_through_conditional,
        _same_target,
        _same_condition,
        _propagate_condition,
        _drop_unreachable,
        _common_values_of_successors,
    ],
    cf.SwitchOp: [
        _only_default,
        _common_values_of_successors,
        _drop_default_cases,
        _constant_flag,
        _pass_through_switch,
        _same_flag,
        _same_flag_default,
    ],
}
