"""Loops, branches, blocks and calls."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, cf, scf, tt
from mlir_mini.ir.attributes import SymbolRefAttr, i32_attr
from mlir_mini.ir.core import Block, Region, Value
from mlir_mini.ir.types import Type, i1, i32, i64
from programs.maker import Maker


def _carried(maker: Maker, most: int = 3) -> list[Value]:
    """Values to carry through a loop or hand on to a block."""
    pick = maker.choices
    found: list[Value] = []
    for _ in range(pick.integer(0, most)):
        value = maker.choose(lambda _: True)
        found.append(value if value is not None else maker.fresh(maker.element()))
    return found


def _some(maker: Maker, types: list[Type]) -> list[Value]:
    return [maker.value(type) for type in types]


def for_loop(maker: Maker) -> None:
    pick = maker.choices
    type = i32 if pick.chance(85) else i64
    if pick.chance(60):
        lower = maker.constant(type, pick.pick((0, 0, 1, 2)))
        upper = maker.constant(type, pick.pick((1, 2, 3, 4, 0, 16)))
        step = maker.constant(type, pick.pick((1, 1, 2, 4, 16)))
    else:
        lower = maker.constant(type, 0)
        upper, step = maker.value(type), maker.constant(type, pick.pick((1, 2, 32)))
        if maker.profile.defined:
            upper = maker.create(arith.AndIOp, [upper, maker.constant(type, 3)]).result
    inits = _carried(maker)
    types = [value.type for value in inits]

    def fill(arguments: list[Any]) -> None:
        maker.steps(maker, pick.integer(1, 3))
        results = [
            _advanced(maker, argument) if pick.chance(70) else maker.value(argument.type)
            for argument in arguments[1:]
        ]
        maker.create(scf.YieldOp, [results], [])

    body = maker.region([type, *types], fill)
    attributes: dict[str, Any] = {}
    if pick.chance(10):
        attributes["tt.num_stages"] = i32_attr(pick.integer(1, 4))
    maker.create(scf.ForOp, [lower, upper, step, inits], types, [body], **attributes)


def _advanced(maker: Maker, value: Value) -> Value:
    """What a loop makes of what it carries: a pointer moved, a sum grown, or something computed."""
    from programs.elementwise import compute, is_number
    from programs.memory import is_pointer

    if is_pointer(value.type):
        from mlir_mini.spec.constraints import with_element

        step = maker.constant(with_element(value.type, i32), maker.choices.pick((16, 1, 4, 64)))
        return maker.create(tt.AddPtrOp, [value, step]).result
    if is_number(value.type):
        return compute(maker, value.type) or value
    return value


def if_branch(maker: Maker) -> None:
    pick = maker.choices
    types = [value.type for value in _carried(maker)]
    condition = maker.value(i1)

    def fill(_: list[Any]) -> None:
        maker.steps(maker, pick.integer(1, 3))
        maker.create(scf.YieldOp, [_some(maker, types)], [])

    then = maker.region([], fill)
    other = maker.region([], fill) if types or pick.chance(50) else Region()
    maker.create(scf.IfOp, [condition], types, [then, other])


def while_loop(maker: Maker) -> None:
    """Counts up to a small number."""
    pick = maker.choices
    limit = maker.constant(i32, pick.integer(0, 3))
    inits = [maker.constant(i32, 0), *_carried(maker, 2)]
    types = [value.type for value in inits]
    handed = pick.shuffled(range(len(types)))

    def before(arguments: list[Any]) -> None:
        maker.steps(maker, pick.integer(0, 2))
        again = maker.create(arith.CmpIOp, [arguments[0], limit], [i1], predicate="slt").result
        values = [arguments[0] if i == 0 else maker.value(types[i]) for i in handed]
        maker.create(scf.ConditionOp, [again, values], [])

    def after(arguments: list[Any]) -> None:
        counter = arguments[handed.index(0)]
        maker.steps(maker, pick.integer(1, 3))
        one = maker.constant(i32, 1)
        following = maker.create(arith.AddIOp, [counter, one]).result
        maker.create(scf.YieldOp, [[following, *_some(maker, types[1:])]], [])

    handed_types = [types[i] for i in handed]
    regions = [maker.region(types, before), maker.region(handed_types, after)]
    maker.create(scf.WhileOp, [inits], handed_types, regions)


def call(maker: Maker) -> None:
    """Calls another function of the module, if there is one."""
    if not maker.callees:
        return
    callee: Any = maker.choices.pick(maker.callees)
    operands = _some(maker, list(callee.argument_types))
    maker.create(
        tt.CallOp,
        [operands],
        list(callee.returned_types),
        callee=SymbolRefAttr(callee.sym_name),
    )


# Blocks of a function: they may only follow what is at its top.


def diamond(maker: Maker, region: Region) -> None:
    """Two blocks that meet again; what follows goes on in the block where they do."""
    pick = maker.choices
    condition = maker.value(i1)
    types = [value.type for value in _carried(maker, 2)]
    handed = _carried(maker, 2)
    then = region.append(Block([value.type for value in handed]))
    other = region.append(Block()) if pick.chance(60) else None
    meeting = region.append(Block(types))
    direct = [] if other is not None else _some(maker, types)
    maker.create(
        cf.CondBranchOp,
        [condition, handed, direct],
        [],
        successors=[then, other if other is not None else meeting],
    )

    def branch() -> None:
        maker.steps(maker, pick.integer(0, 3))
        maker.create(cf.BranchOp, [_some(maker, types)], [], successors=[meeting])

    maker.fill(then, branch)
    if other is not None:
        maker.fill(other, branch)
    _go_on(maker, meeting)


def block_loop(maker: Maker, region: Region) -> None:
    """A loop of two blocks that counts up to a small number."""
    pick = maker.choices
    limit = maker.constant(i32, pick.integer(0, 3))
    carried = _carried(maker, 2)
    types = [value.type for value in carried]
    head = region.append(Block([i32, *types]))
    body = region.append(Block())
    after = region.append(Block())
    zero = maker.constant(i32, 0)
    maker.create(cf.BranchOp, [[zero, *carried]], [], successors=[head])
    _go_on(maker, head)
    counter = head.arguments[0]
    again = maker.create(arith.CmpIOp, [counter, limit], [i1], predicate="slt").result
    maker.create(cf.CondBranchOp, [again, [], []], [], successors=[body, after])

    def turn() -> None:
        maker.steps(maker, pick.integer(0, 3))
        following = maker.create(arith.AddIOp, [counter, maker.constant(i32, 1)]).result
        maker.create(cf.BranchOp, [[following, *_some(maker, types)]], [], successors=[head])

    maker.fill(body, turn)
    _go_on(maker, after)


def _go_on(maker: Maker, block: Block) -> None:
    maker.builder.at_end(block)
    maker.frames[-1] += block.arguments
