"""Changes to a module that make it smaller or simpler, each of one thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from mlir_mini.dialects import arith, cf
from mlir_mini.ir.attributes import ArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr, TypeAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, Region, UnregisteredOp, Value
from mlir_mini.ir.traversal import reachable_blocks
from mlir_mini.ir.types import (
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    RankedTensorType,
    Type,
    element_type_or_self,
)

#: Does the change and says whether there was anything to do.
Edit = Callable[[], bool]


# Values that may stand in for others


def stand_in(op: Operation, type: Type, avoid: Operation | None = None) -> Value | None:
    """A value of the type that is visible before `op`; a new constant where there is none."""
    for value in _visible(op):
        if value.type is type and (avoid is None or value.defining_op is not avoid):
            return value
    return zero(op, type)


def _visible(op: Operation) -> Iterator[Value]:
    """Arguments of the blocks around, the outermost first, then what stands before."""
    around: list[Operation] = []
    at: Operation | None = op
    while at is not None and at.block is not None:
        around.append(at)
        if at.is_isolated:
            break
        at = at.parent_op
    for each in reversed(around):
        assert each.block is not None
        yield from each.block.arguments
        region = each.block.parent
        if region is not None and region.blocks[0] is not each.block:
            yield from region.blocks[0].arguments
    for each in around:
        before = each.prev
        while before is not None:
            yield from before.results
            before = before.prev
        if each.parent_op is not None and each.parent_op.is_isolated:
            break


def zero(op: Operation, type: Type) -> Value | None:
    """A constant 0 before `op`; None for a type that has none."""
    element = element_type_or_self(type)
    if isinstance(type, RankedTensorType) and isinstance(element, (IntegerType, FloatType)):
        value: Any = DenseElementsAttr(type, [0])
    elif isinstance(type, (IntegerType, IndexType)):
        value = IntegerAttr(0, type)
    elif isinstance(type, FloatType):
        value = FloatAttr(0, type)
    else:
        return None
    return OpBuilder.before(op).create(arith.ConstantOp, [], [type], {"value": value}).result


# Operations


def removable(module: Operation) -> list[Operation]:
    """Operations that may go by themselves, uses before definitions."""
    found = [op for op in module.walk(pre_order=True) if op is not module]
    return [op for op in reversed(found) if not _ends_block(op) and op.block is not None]


def _ends_block(op: Operation) -> bool:
    # One that no dialect declares may or may not; the verifier sees to it.
    return bool(op.successors) if isinstance(op, UnregisteredOp) else op.is_terminator


def remove(op: Operation) -> bool:
    """Erase an operation; what it defines gives way to something of the same type."""
    replacements: list[Value | None] = []
    if _ends_block(op) or (op.name == "arith.constant" and not op.use_empty):
        return False
    for result in op.results:
        found: Value | None = None
        if result.has_uses:
            same = [value for value in op.operands if value.type is result.type]
            found = same[0] if same else stand_in(op, result.type)
            if found is None:
                return False
        replacements.append(found)
    for result, value in zip(op.results, replacements, strict=True):
        if value is not None:
            result.replace_all_uses_with(value)
    op.erase()
    return True


def inline_region(op: Operation, region: Region) -> bool:
    """Put the body of a region of one block in the place of its operation."""
    if op.is_isolated or op.block is None or len(region.blocks) != 1:
        return False
    block = region.blocks[0]
    last = block.last
    if last is None or last.successors:
        return False
    arguments: list[Value] = []
    given = list(op.operands)
    for argument in block.arguments:
        same = [value for value in given if value.type is argument.type]
        value = same[0] if same else stand_in(op, argument.type)
        if value is None:
            return False
        if same:
            given.remove(same[0])
        arguments.append(value)
    ends = last.is_terminator and not last.results
    yielded = list(last.operands) if ends else []
    results: list[Value] = []
    for result in op.results:
        same = [value for value in yielded if value.type is result.type]
        value = same[0] if same else stand_in(op, result.type, avoid=op)
        if value is None:
            return False
        if same:
            yielded.remove(same[0])
        results.append(value)
    for argument, value in zip(block.arguments, arguments, strict=True):
        argument.replace_all_uses_with(value)
    by_argument: dict[Value, Value] = dict(zip(block.arguments, arguments, strict=True))
    for result, value in zip(op.results, results, strict=True):
        result.replace_all_uses_with(by_argument.get(value, value))
    if ends:
        last.erase()
    for each in list(block.ops):
        each.move_before(op)
    op.erase()
    return True


def go_one_way(op: Operation, index: int) -> bool:
    """Replace a terminator of several successors by a branch to one of them."""
    successors: Any = getattr(op, "successor_operands", None)
    if len(op.successors) < 2 or successors is None or op.block is None:
        return False
    target = op.successors[index]
    operands = list(successors(index))
    builder = OpBuilder.before(op)
    builder.create(cf.BranchOp, operands, [], successors=[target])
    region = op.parent_region
    op.erase()
    if region is not None:
        _drop_unreachable(region)
    return True


def _drop_unreachable(region: Region) -> None:
    reachable = reachable_blocks(region)
    gone = [block for block in region.blocks if block not in reachable]
    for block in gone:
        for op in list(block.ops):
            op.drop_all_references()
    for block in gone:
        block.drop_all_defined_uses()
    for block in gone:
        block.erase()


def merge_block(block: Block) -> bool:
    """Append a block to the only one that leads there, and to nothing else."""
    before = block.predecessors
    if len(before) != 1 or before[0] is block or block.parent is None:
        return False
    last = before[0].terminator
    successors: Any = getattr(last, "successor_operands", None)
    if len(last.successors) != 1 or successors is None:
        return False
    for argument, value in zip(block.arguments, list(successors(0)), strict=True):
        argument.replace_all_uses_with(value)
    last.erase()
    for op in list(block.ops):
        op.remove()
        before[0].append(op)
    block.erase()
    return True


# Operands, attributes, arguments


def simplify_operand(op: Operation, index: int) -> bool:
    """Use an argument or a constant instead of what an operation computes."""
    value = op.operand(index)
    definition = value.defining_op
    if definition is None or definition.name == "arith.constant":
        return False
    for other in _visible(op):
        if other.type is value.type and other.defining_op is None:
            op.set_operand(index, other)
            return True
    found = zero(op, value.type)
    if found is None:
        return False
    op.set_operand(index, found)
    return True


def drop_attribute(op: Operation, name: str) -> bool:
    if name in op.attributes:
        del op.attributes[name]
    elif name in op.properties:
        del op.properties[name]
    else:
        return False
    return True


def drop_argument(function: Any, index: int) -> bool:
    """Drop an unused argument of a function that nothing calls."""
    body = function.regions[0] if function.regions else None
    type = function.attr("function_type")
    if body is None or body.empty or not isinstance(type, TypeAttr):
        return False
    signature = type.type
    block = body.first_block
    if not isinstance(signature, FunctionType) or block.arguments[index].has_uses:
        return False
    block.erase_argument(index)
    inputs = (*signature.inputs[:index], *signature.inputs[index + 1 :])
    function.set_attr("function_type", TypeAttr(FunctionType(inputs, signature.results)))
    attrs = function.attr("arg_attrs")
    if isinstance(attrs, ArrayAttr):
        elements = (*attrs.elements[:index], *attrs.elements[index + 1 :])
        function.set_attr("arg_attrs", ArrayAttr(elements))
    return True


# Texts

_SHAPED = re.compile(r"\b(?:tensor|memdesc|tensordesc)?<(?:\d+x)+")
_END = re.compile(r"\bend = (\d+) : i32")


def sizes(text: str) -> list[int]:
    """The sizes of dims above 1 in a module's text, the largest first."""
    found = {int(n) for shape in _SHAPED.findall(text) for n in re.findall(r"\d+", shape)}
    return sorted((size for size in found if size > 1), reverse=True)


def resized(text: str, old: int, new: int) -> str:
    """The text with every dim of size `old` made one of size `new`, ranges included."""

    def shape(match: re.Match[str]) -> str:
        return re.sub(rf"\b{old}(?=x)|(?<=x){old}(?=x)", str(new), match[0])

    text = _SHAPED.sub(shape, text)
    return _END.sub(lambda m: f"end = {new if int(m[1]) == old else m[1]} : i32", text)
