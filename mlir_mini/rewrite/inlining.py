"""Putting the body of a function in the place of a call.

After mlir/lib/Transforms/Utils/InliningUtils.cpp.  Those dialects that have a say about inlining
all say the same, except that functions marked ``noinline`` stay
(lib/Dialect/Triton/IR/Dialect.cpp).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.dialects import cf, tt
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.locations import UNKNOWN_LOC, Location, inlined_at

#: Dialects whose operations may be inlined, and inlined into.
_DIALECTS = {"arith", "cf", "gluon", "gpu", "llvm", "math", "nvvm", "proton", "rocdl", "scf"} | {
    *("tt", "ttg", "tti", "ttng", "ub")
}

#: What a call is known to return, handed on to the operation that computes it.
_HINTS = ("tt.divisibility", "tt.contiguity", "tt.constancy")


def _dialect(op: Operation) -> str:
    return op.name.partition(".")[0]


def _may_be_inlined(function: Operation) -> bool:
    noinline = function.attr("noinline")
    if isinstance(noinline, IntegerAttr) and noinline.value:
        return False
    return all(_dialect(op) in _DIALECTS for op in function.walk())


def inline_call(
    call: Any, function: Any, clone: bool, look_at: Callable[[Sequence[Block]], None]
) -> bool:
    """Put the body of ``function`` after ``call``, a tt.call, and let it replace the results.

    The call stays, without uses.  Without ``clone`` the function loses its body.  ``look_at``
    gets the blocks that come in before their terminators are gone.  Returns False, with nothing
    changed, where inlining is not possible.
    """
    body = function.regions[0]
    into = call.parent_region
    if not body.blocks or _dialect(call) != "tt" or _dialect(into.parent_op) not in _DIALECTS:
        return False
    if call.operand_types != [argument.type for argument in body.first_block.arguments]:
        return False
    if call.result_types != list(function.function_type.results):
        return False
    if not _may_be_inlined(function):
        return False
    blocks = _bring_in(call, body, clone)
    _relocate(blocks, call.loc)
    after = _insert(blocks, call)
    look_at(blocks)
    if len(blocks) == 1:
        _merge(call, blocks[0], after)
    else:
        _branch_back(call, blocks, after)
    return True


def _bring_in(call: Operation, body: Region, clone: bool) -> list[Block]:
    """The blocks of ``body`` or copies of them, with the operands of ``call`` for arguments."""
    mapping: dict[Value, Value] = dict(zip(body.first_block.arguments, call.operands, strict=True))
    if not clone:
        for op in [nested for top in body.ops for nested in top.walk()]:
            for use in op.op_operands:
                if use.value in mapping:
                    use.set(mapping[use.value])
        blocks = list(body.blocks)
        body.blocks = []
        return blocks
    copy = Region()
    body.clone_into(copy, mapping, {})
    return list(copy.blocks)


def _relocate(blocks: Sequence[Block], caller: Location) -> None:
    """Let the locations of ``blocks`` tell that ``caller`` has called."""
    if caller is UNKNOWN_LOC:
        return
    known: dict[Location, Location] = {}

    def relocate(thing: Any) -> None:
        found = known.get(thing.loc)
        if found is None:
            found = known[thing.loc] = inlined_at(thing.loc, caller)
        thing.loc = found

    for block in blocks:
        for argument in block.arguments:
            relocate(argument)
        for top in block.ops:
            for op in top.walk():
                relocate(op)
                for region in op.regions:
                    for nested in region.blocks:
                        for argument in nested.arguments:
                            relocate(argument)


def _insert(blocks: Sequence[Block], call: Operation) -> Block:
    """Place ``blocks`` after that of ``call``, and what follows the call in a block after them."""
    region, block = call.parent_region, call.block
    assert region is not None
    assert block is not None
    after = Block()
    while call.next is not None:
        op = call.next
        op.remove()
        after.append(op)
    index = region.blocks.index(block) + 1
    for new in (*blocks, after):
        region.insert(index, new)
        index += 1
    return after


def _move_ops(source: Block, target: Block) -> None:
    """Move all operations to the end of ``target``, and take the empty block away."""
    for op in list(source.ops):
        op.remove()
        target.append(op)
    assert source.parent is not None
    source.parent.blocks.remove(source)


def _merge(call: Operation, block: Block, after: Block) -> None:
    """Make one block of that of the call, the one that has come in and what follows."""
    ending = block.terminator
    for value in ending.operands:
        _hand_on_hints(call, value.defining_op)
    call.replace_all_uses_with(ending.operands)
    ending.erase()
    assert call.block is not None
    _move_ops(block, call.block)
    _move_ops(after, call.block)


def _hand_on_hints(call: Operation, op: Operation | None) -> None:
    for name in _HINTS:
        hint = call.attributes.get(name)
        if op is not None and hint is not None:
            op.attributes[name] = hint


def _branch_back(call: Operation, blocks: Sequence[Block], after: Block) -> None:
    """Let returns branch to what follows, which gets the results as arguments."""
    for result in call.results:
        result.replace_all_uses_with(after.add_argument(result.type, call.loc))
    for block in blocks:
        ending = block.terminator
        if isinstance(ending, tt.ReturnOp):
            builder = OpBuilder(ending._loc)
            builder.set_insertion_point(ending)
            builder.create(cf.BranchOp, ending.operands, successors=[after])
            ending.erase()
    assert call.block is not None
    _move_ops(blocks[0], call.block)
