"""Whole programs: a module of one function or several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.dialects import tt, ttg
from mlir_mini.dialects.builtin import ModuleOp
from mlir_mini.dialects.ttg_utils import NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, bool_attr, i32_attr
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.locations import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    NameLoc,
)
from mlir_mini.ir.types import FunctionType, element_type_or_self
from programs import buffers, combining, elementwise, flow, folding, memory, shapes
from programs.choices import Choices, SeededChoices
from programs.maker import ELEMENTS, Maker, Profile

Step = Callable[[Maker], None]

#: Encodings are printed and verified by these.
DIALECTS = (tt.dialect, ttg.dialect)

_DEEPEST = 3
_STEPS: tuple[tuple[int, Step], ...] = (
    (14, elementwise.arithmetic),
    (5, elementwise.compare),
    (4, elementwise.select),
    (5, elementwise.cast),
    (1, elementwise.extended),
    (3, shapes.make_range),
    (1, shapes.constant),
    (3, shapes.splat),
    (4, shapes.expand_dims),
    (4, shapes.broadcast),
    (3, shapes.outer),
    (3, shapes.reshape),
    (3, shapes.trans),
    (2, shapes.join),
    (2, shapes.split),
    (1, shapes.cat),
    (1, shapes.unsplat),
    (10, memory.load),
    (6, memory.store),
    (4, memory.addptr),
    (2, memory.atomic),
    (1, memory.pointer_casts),
    (2, memory.descriptor),
    (1, memory.gather_rows),
    (4, combining.reduce),
    (2, combining.scan),
    (1, combining.map_elementwise),
    (4, combining.dot),
    (1, combining.gather),
    (1, combining.histogram),
)
_LAYOUT_STEPS: tuple[tuple[int, Step], ...] = (
    (10, shapes.convert_layout),
    (4, buffers.local),
    (3, buffers.async_copy),
)
_NESTING_STEPS: tuple[tuple[int, Step], ...] = (
    (5, flow.for_loop),
    (4, flow.if_branch),
    (1, flow.while_loop),
)


def _steps(maker: Maker, count: int) -> None:
    """So many steps of any kind."""
    options = list(_STEPS)
    if maker.profile.ttgir:
        options += _LAYOUT_STEPS
    if len(maker.frames) <= _DEEPEST:
        options += _NESTING_STEPS
    if maker.callees:
        options.append((4, flow.call))
    for _ in range(count):
        maker.relocate(maker)
        maker.choices.weighted(options)(maker)


def random_profile(choices: Choices) -> Profile:
    if choices.chance(12):
        return Profile(defined=False, constants=True)
    return Profile(
        ttgir=choices.chance(45),
        defined=not choices.chance(30),
        capability=choices.weighted(((4, 80), (2, 90), (1, 100))),
        num_warps=choices.weighted(((5, 4), (2, 1), (2, 8), (1, 2))),
        locations=choices.chance(15),
    )


def build(choices: Choices, profile: Profile | None = None) -> Operation:
    """A module of that kind, or of any."""
    profile = profile or random_profile(choices)
    module = ModuleOp(regions=[Region([Block()])])
    if profile.ttgir:
        _set_target(module, profile)
    if profile.constants:
        _arithmetic(choices, profile, module)
        return module
    callees: list[Operation] = []
    if choices.chance(20):
        callees.append(_function(choices, profile, module, "helper", choices.integer(1, 6), []))
    _function(choices, profile, module, "kernel", choices.integer(1, 10), callees)
    if callees and choices.chance(50):
        # A call may stand before what it calls.
        module.body_block.append(_detached(callees[0]))
    return module


def _arithmetic(choices: Choices, profile: Profile, module: Any) -> None:
    """A function that returns what it computes from constants."""
    region = Region([Block()])
    function = tt.FuncOp(regions=[region])
    module.body_block.append(function)
    maker = Maker(choices, profile, region.first_block)
    results = [value for _ in range(choices.integer(1, 15)) for value in folding.step(maker)]
    maker.create(tt.ReturnOp, [results], [])
    types = tuple(argument.type for argument in region.first_block.arguments)
    function.sym_name = "kernel"
    function.sym_visibility = "public"
    function.function_type = FunctionType(types, tuple(value.type for value in results))


def _detached(op: Operation) -> Operation:
    op.remove()
    return op


def seeded(seed: int | str, profile: Profile | None = None) -> Operation:
    """The program of a seed."""
    return build(SeededChoices(seed), profile)


def _set_target(module: Operation, profile: Profile) -> None:
    attributes: dict[str, Interned] = {
        NUM_CTAS: i32_attr(1),
        NUM_WARPS: i32_attr(profile.num_warps),
        TARGET: StringAttr(f"cuda:{profile.capability}"),
        THREADS_PER_WARP: i32_attr(32),
    }
    for name, value in attributes.items():
        module.set_attr(name, value)


def _function(
    choices: Choices,
    profile: Profile,
    module: Any,
    name: str,
    size: int,
    callees: list[Operation],
) -> Operation:
    """A function of the module; a kernel if it is called so, else a helper with results."""
    is_kernel = name == "kernel"
    region = Region([Block()])
    function = tt.FuncOp(regions=[region])
    module.body_block.append(function)
    maker = Maker(choices, profile, region.first_block)
    maker.steps = _steps
    maker.callees = callees
    if profile.locations:
        maker.relocate = _relocate
    if not is_kernel or choices.chance(50):
        # Arguments of any type; others are added when they are needed.
        for _ in range(choices.integer(1, 3)):
            element = maker.element()
            is_scalar = choices.chance(50) or (is_kernel and profile.defined)
            maker.argument(element if is_scalar else maker.tensor(maker.shape(), element))
        maker.frames[0] += region.first_block.arguments
    _steps(maker, size)
    while is_kernel and choices.chance(25):
        choices.pick((flow.diamond, flow.block_loop))(maker, region)
        _steps(maker, choices.integer(1, 6))
    results = _finish(maker, is_kernel)
    maker.create(tt.ReturnOp, [results], [])
    types = tuple(argument.type for argument in region.first_block.arguments)
    function.sym_name = name
    function.sym_visibility = "public" if is_kernel else "private"
    function.function_type = FunctionType(types, tuple(value.type for value in results))
    attrs = maker.argument_attrs
    if any(attrs):
        function.arg_attrs = ArrayAttr(tuple(DictionaryAttr.of(each) for each in attrs))
    if not is_kernel or choices.chance(50):
        function.set_attr("noinline", bool_attr(not is_kernel and choices.chance(30)))
    function.loc = maker.builder.loc
    return function


def _finish(maker: Maker, is_kernel: bool) -> list[Value]:
    """Uses of what has been computed: stores, or results of a helper."""
    pick = maker.choices
    values = [
        value
        for value in maker.visible()
        if element_type_or_self(value.type) in ELEMENTS and not value.has_uses
    ]
    if not is_kernel:
        return values[: pick.integer(0, 2)]
    for value in values[: pick.integer(1, 3)]:
        memory.store_value(maker, value)
    return []


def _relocate(maker: Maker) -> None:
    """Another location for what is made next."""
    pick = maker.choices
    line: Any = FileLineColLoc("kernel.py", pick.integer(1, 40), pick.integer(1, 20))
    kind = pick.integer(0, 5)
    if kind == 0:
        found: Any = UNKNOWN_LOC
    elif kind == 1:
        found = CallSiteLoc(line, FileLineColLoc("main.py", pick.integer(1, 5), 3))
    elif kind == 2:
        found = NameLoc(pick.pick(("x", "acc", "offs_m")), line)
    elif kind == 3:
        found = FusedLoc((line, FileLineColLoc("kernel.py", pick.integer(1, 40), 1)), None)
    else:
        found = line
    maker.builder.loc = found
