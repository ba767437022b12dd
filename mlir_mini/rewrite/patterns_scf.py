"""Canonicalization patterns of scf (mlir/lib/Dialect/SCF/IR/SCF.cpp).

Those of ``scf.while`` are in ``patterns_scf_while``, those that all operations with regions share
in ``patterns_regions``.
"""

from __future__ import annotations

from mlir_mini.dialects import arith, cf, scf
from mlir_mini.ir.attributes import FALSE, TRUE, IntegerAttr
from mlir_mini.ir.core import Block, BlockArgument, Operation, OpResult, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import i1
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.rewrite.matchers import defined_by, integer_value
from mlir_mini.rewrite.patterns import Rewrite
from mlir_mini.rewrite.patterns_regions import REGION_PATTERNS, inline_only_path
from mlir_mini.rewrite.patterns_scf_while import WHILE_PATTERNS
from mlir_mini.spec.traits import FunctionLike

# If: helpers -------------------------------------------------------------------------------------


def _is_not(value: Value, of: Value) -> bool:
    """``value`` is ``of ^ 1``."""
    inversion = defined_by(value, arith.XOrIOp)
    if inversion is None or inversion.lhs is not of:
        return False
    mask = integer_value(inversion.rhs)
    return mask is not None and mask.is_one


def _only_yields(block: Block | None) -> bool:
    return block is not None and block.first is block.last


def _constant(rewriter: PatternRewriter, op: Operation, value: IntegerAttr) -> Value:
    return rewriter.create(arith.ConstantOp, (), [i1], {"value": value}, loc=op._loc).result


def _yield_at_end(
    rewriter: PatternRewriter, block: Block, values: list[Value], *old: Operation
) -> None:
    """End ``block`` with a yield of ``values`` at the location of the last of ``old``."""
    rewriter.at_end(block)
    rewriter.create(scf.YieldOp, values, loc=old[-1]._loc)
    for each in old:
        rewriter.erase_op(each)


# If: patterns ------------------------------------------------------------------------------------


# Conditionals in a row, of one condition or its negation, become one:
#
#   %a = scf.if %c { A; yield %x } else { B; yield %y }
#   %b = scf.if %c { C; yield %z } else { D; yield %w }
# ->
#   %a, %b = scf.if %c { A; C; yield %x, %z } else { B; D; yield %y, %w }
def _combine_ifs(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    before = op.prev
    if not isinstance(before, scf.IfOp):
        return False
    then: Block | None = None
    otherwise: Block | None = None
    if op.condition is before.condition:
        then, otherwise = op.then_block, op.else_block
    if _is_not(op.condition, before.condition) or _is_not(before.condition, op.condition):
        then, otherwise = op.else_block or then, op.then_block
    if then is None and otherwise is None:
        return False
    _forward_yielded(before, then, otherwise, rewriter)
    types = [*before.result_types, *op.result_types]
    combined = rewriter.create(
        scf.IfOp, (before.condition,), types, regions=[Region(), Region()], loc=op._loc
    )
    rewriter.inline_region(before.regions[0], combined.regions[0], 0)
    if then is not None:
        _append_block(rewriter, combined.then_block, then)
    rewriter.inline_region(before.regions[1], combined.regions[1], 0)
    if otherwise is not None:
        if combined.else_block is None:
            assert otherwise.parent is not None
            rewriter.inline_region(otherwise.parent, combined.regions[1], 0)
        else:
            _append_block(rewriter, combined.else_block, otherwise)
    count = len(before.results)
    rewriter.replace_op(before, combined.results[:count])
    rewriter.replace_op(op, combined.results[count:])
    return True


def _forward_yielded(
    before: scf.IfOp, then: Block | None, otherwise: Block | None, rewriter: PatternRewriter
) -> None:
    """In the second conditional use what the first one yields on the same condition."""
    if before.else_block is None:
        return
    yields = zip(
        before.results, before.then_yield.operands, before.else_yield.operands, strict=True
    )
    for result, when_true, when_false in yields:
        for use in result.uses:
            region = use.owner.parent_region
            for block, value in ((then, when_true), (otherwise, when_false)):
                if block is not None and block.parent and block.parent.is_ancestor(region):
                    use.set(value)
                    rewriter.modified(use.owner)
                    break


def _append_block(rewriter: PatternRewriter, block: Block, more: Block) -> None:
    """Move the operations of ``more`` to the end of ``block``, joining what both yield."""
    first, second = block.terminator, more.terminator
    rewriter.merge_blocks(more, block)
    _yield_at_end(rewriter, block, [*first.operands, *second.operands], first, second)


# A conditional in a conditional, with nothing else, becomes one on both conditions:
#
#   scf.if %a { scf.if %b { A } }  ->  %c = arith.andi %a, %b; scf.if %c { A }
def _combine_nested_ifs(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    then = op.then_block
    nested = then.first
    if not isinstance(nested, scf.IfOp) or nested.next is not then.last:
        return False
    for block in (op.else_block, nested.else_block):
        if block is not None and not _only_yields(block):
            return False
    then_values = list(op.then_yield.operands)
    else_values = list(op.else_yield.operands) if op.else_block is not None else []
    selected: list[int] = []
    for i, value in enumerate(then_values):
        if isinstance(value, OpResult) and value.owner is nested:
            if nested.else_yield.operand(value.index) is not else_values[i]:
                return False
            then_values[i] = nested.then_yield.operand(value.index)
        elif value.parent_region is op.regions[0]:
            return False
        else:
            selected.append(i)
    loc = op._loc
    both = rewriter.create(arith.AndIOp, (op.condition, nested.condition), [i1], loc=loc)
    new = rewriter.create(
        scf.IfOp, (both.result,), op.result_types, regions=[Region(), Region()], loc=loc
    )
    block = rewriter.create_block(new.regions[0])
    results: list[Value] = list(new.results)
    rewriter.set_insertion_point(new)
    for i in selected:
        results[i] = rewriter.create(
            arith.SelectOp,
            (op.condition, then_values[i], else_values[i]),
            [then_values[i].type],
            loc=loc,
        ).result
    rewriter.merge_blocks(nested.then_block, block)
    _yield_at_end(rewriter, block, then_values, block.terminator)
    if else_values:
        rewriter.create_block(new.regions[1])
        rewriter.create(scf.YieldOp, else_values, loc=loc)
    rewriter.replace_op(op, results)
    return True


# Inside of the branches the condition is known:
#
#   scf.if %c { use(%c) }  ->  scf.if %c { use(%true) }
def _propagate_condition(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    condition = op.condition
    if constant_value(condition) is not None:
        return False
    known: dict[Region, Value] = {}
    end = condition.parent_region
    for use in condition.uses:
        region = use.owner.parent_region
        while region is not None and region is not end and region not in op.regions:
            region = region.parent_op.parent_region if region.parent_op is not None else None
        if region is None or region is end:
            continue
        if region not in known:
            known[region] = _constant(rewriter, op, TRUE if region is op.regions[0] else FALSE)
        use.set(known[region])
        rewriter.modified(use.owner)
    return bool(known)


# Values from outside of the branches are selected instead of yielded:
#
#   %r = scf.if %c -> (i32) { yield %x } else { yield %y }  ->  %r = arith.select %c, %x, %y
def _if_to_select(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    if not op.results:
        return False
    then, otherwise = op.regions
    pairs = list(zip(op.then_yield.operands, op.else_yield.operands, strict=True))
    inside = [
        when_true.parent_region is then or when_false.parent_region is otherwise
        for when_true, when_false in pairs
    ]
    if all(inside):
        return False
    types = [result.type for result, stays in zip(op.results, inside, strict=True) if stays]
    new = rewriter.create(
        scf.IfOp, (op.condition,), types, regions=[Region(), Region()], loc=op._loc
    )
    new.regions[0].take_body(then)
    new.regions[1].take_body(otherwise)
    rewriter.set_insertion_point(new)
    results: list[Value] = []
    stay_true: list[Value] = []
    stay_false: list[Value] = []
    for (when_true, when_false), stays in zip(pairs, inside, strict=True):
        if stays:
            results.append(new.results[len(stay_true)])
            stay_true.append(when_true)
            stay_false.append(when_false)
        elif when_true is when_false:
            results.append(when_true)
        else:
            selection = rewriter.create(
                arith.SelectOp,
                (op.condition, when_true, when_false),
                [when_true.type],
                loc=op._loc,
            )
            results.append(selection.result)
    assert new.else_block is not None
    _yield_at_end(rewriter, new.then_block, stay_true, new.then_yield)
    _yield_at_end(rewriter, new.else_block, stay_false, new.else_yield)
    rewriter.replace_op(op, results)
    return True


# scf.if %c { A } else { }  ->  scf.if %c { A }
def _remove_empty_else(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    if op.results or not _only_yields(op.else_block):
        return False
    new = rewriter.clone_without_regions(op)
    rewriter.inline_region(op.regions[0], new.regions[0], 0)
    rewriter.erase_op(op)
    return True


# Results that are the condition, its negation, or the same in both branches:
#
#   %r:2 = scf.if %c { yield %true, %x } else { yield %false, %x }   uses of %r become %c, %x
def _replace_yielded(op: scf.IfOp, rewriter: PatternRewriter) -> bool:
    if not op.results:
        return False
    changed = False
    yields = zip(op.results, op.then_yield.operands, op.else_yield.operands, strict=True)
    for result, when_true, when_false in yields:
        if not result.has_uses:
            continue
        # Upstream doesn't announce that the users change here.
        if when_true is when_false:
            result.replace_all_uses_with(when_true)
            changed = True
            continue
        values = constant_value(when_true), constant_value(when_false)
        if values == (FALSE, TRUE):
            true = _constant(rewriter, op, TRUE)
            negated = rewriter.create(arith.XOrIOp, (op.condition, true), [i1], loc=op._loc)
            result.replace_all_uses_with(negated.result)
            changed = True
        elif values == (TRUE, FALSE):
            result.replace_all_uses_with(op.condition)
            changed = True
    return changed


# Regions -----------------------------------------------------------------------------------------


# In a function the blocks of a region become blocks of the function:
#
#   A                                        A
#   %r = scf.execute_region -> i32 {         cf.br ^bb1
#     B                                    ^bb1:
#     scf.yield %x                   ->      B
#   }                                        cf.br ^bb2(%x)
#   C                                      ^bb2(%r):
#                                            C
def _inline_blocks(op: scf.ExecuteRegionOp, rewriter: PatternRewriter) -> bool:
    parent = op.parent_op
    if op.no_inline or parent is None:
        return False
    if FunctionLike not in parent.traits and not isinstance(parent, scf.ExecuteRegionOp):
        return False
    before, region = op.block, op.regions[0]
    assert before is not None
    after = rewriter.split_block(op)
    rewriter.at_end(before)
    rewriter.create(cf.BranchOp, (), (), successors=[region.first_block], loc=op._loc)
    for block in region.blocks:
        end = block.terminator
        if isinstance(end, scf.YieldOp):
            rewriter.set_insertion_point(end)
            rewriter.create(cf.BranchOp, end.operands, (), successors=[after], loc=end._loc)
            rewriter.erase_op(end)
    assert after.parent is not None
    rewriter.inline_region(region, after.parent, after.parent.blocks.index(after))
    arguments = [after.add_argument(result.type, op._loc) for result in op.results]
    rewriter.replace_op(op, arguments)
    return True


_inline = inline_only_path()


# scf.execute_region { A }  ->  A
def _inline_region(op: scf.ExecuteRegionOp, rewriter: PatternRewriter) -> bool:
    return not op.no_inline and _inline(op, rewriter)


def _lower_bound(op: Operation, argument: BlockArgument) -> Value:
    """A loop that runs once does so for its lower bound."""
    return op.operand(0)


PATTERNS: dict[type, list[Rewrite]] = {
    scf.ExecuteRegionOp: [_inline_blocks, *REGION_PATTERNS, _inline_region],
    scf.ForOp: [*REGION_PATTERNS, inline_only_path(_lower_bound)],
    scf.IfOp: [
        _combine_ifs,
        _combine_nested_ifs,
        _propagate_condition,
        _if_to_select,
        _remove_empty_else,
        _replace_yielded,
        *REGION_PATTERNS,
        _inline,
    ],
    scf.IndexSwitchOp: [*REGION_PATTERNS, _inline],
    scf.WhileOp: [*WHILE_PATTERNS, *REGION_PATTERNS, _inline],
}
