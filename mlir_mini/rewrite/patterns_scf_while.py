"""Canonicalization patterns of ``scf.while`` (mlir/lib/Dialect/SCF/IR/SCF.cpp)."""

from __future__ import annotations

from mlir_mini.dialects import arith, scf
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import i1
from mlir_mini.rewrite.patterns import Rewrite
from mlir_mini.rewrite.patterns_arith import INVERSE_PREDICATES


# In the second region the condition holds:
#
#   scf.condition(%c) %c  ... do { ^bb0(%a): use(%a) }  ->  use(%true)
def _condition_holds(op: scf.WhileOp, rewriter: PatternRewriter) -> bool:
    condition = op.condition_op
    true: Value | None = None
    for value, argument in zip(condition.args, op.after_arguments, strict=True):
        if value is condition.condition and argument.has_uses:
            if true is None:
                true = _bool(rewriter, op, True)
            rewriter.replace_all_uses_with(argument, true)
    return true is not None


def _bool(rewriter: PatternRewriter, op: Operation, value: bool) -> Value:
    properties = {"value": IntegerAttr(int(value), i1)}
    return rewriter.create(arith.ConstantOp, (), [i1], properties, loc=op._loc).result


# The same comparison again, or its opposite, in the second region:
#
#   %c = cmpi slt, %x, %n; scf.condition(%c) %x ... do { ^bb0(%a): cmpi slt, %a, %n }  ->  true
def _comparison_holds(op: scf.WhileOp, rewriter: PatternRewriter) -> bool:
    condition = op.condition_op
    first = condition.condition.defining_op
    if not isinstance(first, arith.CmpIOp):
        return False
    changed = False
    for value, argument in zip(condition.args, op.after_arguments, strict=True):
        for side in (0, 1):
            if value is not first.operand(side):
                continue
            for user in argument.users:
                if not isinstance(user, arith.CmpIOp):
                    continue
                if user.operand(1 - side) is not first.operand(1 - side):
                    continue
                same = user.predicate == first.predicate
                if not same and user.predicate != INVERSE_PREDICATES[first.predicate]:
                    continue
                rewriter.replace_op(user, _bool(rewriter, user, same))
                changed = True
    return changed


# What the first region only hands through comes in the order of its arguments:
#
#   scf.while (%a = %x, %b = %y) { scf.condition(%c) %b, %a }   ->   ... %a, %b }
#   do { ^bb0(%p, %q): A }                                           do { ^bb0(%q, %p): A }
def _align_arguments(op: scf.WhileOp, rewriter: PatternRewriter) -> bool:
    condition = op.condition_op
    arguments: list[Value] = list(op.before_arguments)
    handed = list(condition.args)
    if handed == arguments or len(set(handed)) != len(handed):
        return False
    if len(handed) != len(arguments) or set(handed) != set(arguments):
        return False
    #: Old position among the results -> new one.
    position = [arguments.index(value) for value in handed]
    with rewriter.keep_insertion_point():
        rewriter.set_insertion_point(condition)
        rewriter.replace_op_with(condition, scf.ConditionOp, (condition.condition, *arguments), ())
    types = [value.type for value in arguments]
    new = rewriter.create(
        scf.WhileOp, op.operands, types, regions=[Region(), Region()], loc=op._loc
    )
    rewriter.create_block(new.regions[0], types, locs=[op._loc] * len(types))
    rewriter.create_block(new.regions[1], types, locs=[op._loc] * len(types))
    rewriter.inline_block(op.before_body, new.before_body, None, new.before_arguments)
    after = [new.after_arguments[i] for i in position]
    rewriter.inline_block(op.after_body, new.after_body, None, after)
    rewriter.replace_op(op, [new.results[i] for i in position])
    return True


# A conditional at the end of the first region moves to where its condition holds:
#
#   %r = scf.if %c { A; yield %x } else { yield %y }      scf.condition(%c) %y
#   scf.condition(%c) %r                             -> } do {
# } do {                                                ^bb0(%a):
# ^bb0(%a): use(%a)                                       A; use(%x)
def _move_if_down(op: scf.WhileOp, rewriter: PatternRewriter) -> bool:
    condition = op.condition_op
    branch = condition.prev
    if not isinstance(branch, scf.IfOp) or branch.condition is not condition.condition:
        return False
    if branch.else_block is not None and branch.else_block.first is not branch.else_block.last:
        return False
    for value, argument in zip(condition.args, op.after_arguments, strict=True):
        for i, result in enumerate(branch.results):
            if value is result:
                when_true = branch.then_yield.operand(i)
                rewriter.replace_all_uses_with(result, branch.else_yield.operand(i))
                rewriter.replace_all_uses_with(argument, when_true)
                break
    captured: dict[Value, None] = {}
    for nested in branch.then_block.ops:
        for each in nested.walk():
            for value in each.operands:
                if value.parent_region is op.regions[0]:
                    captured[value] = None
    types = [value.type for value in captured]
    new = rewriter.create(
        scf.WhileOp,
        op.operands,
        [*op.result_types, *types],
        regions=[Region(), Region()],
        loc=op._loc,
    )
    new.regions[0].take_body(op.regions[0])
    new.regions[1].take_body(op.regions[1])
    added = [new.after_body.add_argument(type, op._loc) for type in types]
    rewriter.modified(new)
    condition.append_operands(list(captured))
    rewriter.modified(condition)
    region = branch.regions[0]
    for value, argument in zip(captured, added, strict=True):
        rewriter.replace_uses_if(
            value, argument, lambda use: region.is_ancestor(use.owner.parent_region)
        )
    rewriter.erase_op(branch.then_yield)
    rewriter.inline_block(branch.then_block, new.after_body, new.after_body.first)
    rewriter.erase_op(branch)
    rewriter.replace_op(op, new.results[: len(op.results)])
    return True


WHILE_PATTERNS: list[Rewrite] = [
    _condition_holds,
    _comparison_holds,
    _align_arguments,
    _move_if_down,
]
