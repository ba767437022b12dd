"""tritongpu-prefetch: loads the first part of a dot's operands one turn of the loop ahead.

The operands of a dot in a loop are cut along k into parts as wide as the instruction asks for. The
first part is loaded before the loop and at the end of each turn for the next one; the others are
loaded in time, while the first is being multiplied:

    scf.for ... iter_args(%m, %n, %acc) {
      %a = ttg.local_load %m
      %b = ttg.local_load %n
      %d = tt.dot %a, %b, %acc
      scf.yield %m2, %n2, %d
    }
  =>
    %a0 = ttg.local_load (first part of %m before the loop)
    %b0 = ttg.local_load (first part of %n before the loop)
    scf.for ... iter_args(%m, %n, %acc, %ahead_a = %a0, %ahead_b = %b0) {
      %a1 = ttg.local_load (second part of %m)
      %b1 = ttg.local_load (second part of %n)
      %d0 = tt.dot %ahead_a, %ahead_b, %acc
      %a2 = ttg.local_load (first part of %m2)
      %b2 = ttg.local_load (first part of %n2)
      %d1 = tt.dot %a1, %b1, %d0
      scf.yield %m2, %n2, %d1, %a2, %b2
    }

After lib/Dialect/TritonGPU/Transforms/Prefetch.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.dialects import arith, scf, tt, ttg, ttng
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.ir.attributes import i32_array
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.types import RankedTensorType, Type, bit_width
from mlir_mini.layout.encodings import (
    AMDMfmaEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    NvidiaMmaEncoding,
)
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.loops import value_loc
from mlir_mini.rewrite.patterns import PatternSet
from mlir_mini.spec.traits import ConstantLike, Elementwise

_TMA_OPS = (
    ttng.AsyncTMACopyGlobalToLocalOp,
    ttng.AsyncTMACopyLocalToGlobalOp,
    ttng.AsyncTMAReduceOp,
    ttng.AsyncTMAGatherOp,
    ttng.AsyncTMAScatterOp,
)


class Prefetch(Pass):
    name = "tritongpu-prefetch"
    display_name = "TritonGPUPrefetch"
    changes_rounding = True  # a product is summed in several parts

    def run(self, module: Operation, am: AnalysisManager) -> None:
        patterns = PatternSet().add_canonicalizations(ttg.ConvertLayoutOp)
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure
        for op in module.walk():
            if not isinstance(op, scf.ForOp):
                continue
            plan = _plan(op)
            if plan is not None:
                new = _Prefetcher(op, plan).rewrite()
                for old, result in zip(op.results, new.results, strict=False):
                    old.replace_all_uses_with(result)
                op.erase()


# Which dots --------------------------------------------------------------------------------------


class _Operand:
    """One operand of the dot: where it comes from and what is done to it on the way.

    ``index`` is 0 or 1; ``source`` the memory that is loaded, with ``token`` if the load has one.
    ``loaded`` is what the load gives, ``ops`` lead from there to the operand, one after the other.
    """

    __slots__ = ("index", "loaded", "ops", "source", "token")

    def __init__(
        self, index: int, source: Value, token: Value | None, loaded: Value, ops: list[Operation]
    ) -> None:
        self.index = index
        self.source = source
        self.token = token
        self.loaded = loaded
        self.ops = ops


class _Plan:
    """The dot of a loop and how many elements along k each of its parts has."""

    __slots__ = ("dot", "operands", "width")

    def __init__(self, dot: tt.DotOp, operands: tuple[_Operand, _Operand], width: int) -> None:
        self.dot = dot
        self.operands = operands
        self.width = width


def _plan(loop: scf.ForOp) -> _Plan | None:
    """What to do in ``loop``; None if it has not just one dot of a kind that can be cut."""
    dots: list[tt.DotOp] = []
    for op in loop.body.ops:
        if isinstance(op, tt.DotOp):
            if not _can_be_cut(op.d.type.encoding):
                return None
            dots.append(op)
        elif isinstance(op, _TMA_OPS):
            # The dot may depend on it in ways that are not looked at here.
            return None
    if len(dots) != 1:
        return None
    (dot,) = dots
    a_type: Any = dot.a.type
    if not isinstance(a_type.encoding, DotOperandEncoding):
        return None
    k_width = a_type.encoding.k_width
    width = 8 * k_width if k_width else 256 // bit_width(a_type.element_type)
    if a_type.shape[-1] < width:
        return None
    a, b = _operand(dot.a, 0), _operand(dot.b, 1)
    if a is None or b is None or _is_broadcast(a.source) or _is_broadcast(b.source):
        return None
    plan = _Plan(dot, (a, b), width)
    if _is_carried(loop, a.source) and _is_carried(loop, b.source):
        return plan
    if a.token is None and b.token is None:
        return None
    needed = (a.source, b.source, a.token, b.token)
    return plan if all(_can_be_made_ahead(loop, value) for value in needed) else None


def _can_be_cut(encoding: object) -> bool:
    if isinstance(encoding, NvidiaMmaEncoding):
        return encoding.is_ampere
    return isinstance(encoding, AMDMfmaEncoding)


def _operand(value: Value, index: int) -> _Operand | None:
    """Where a dot's operand comes from, if each step on the way has just that use."""
    ops: list[Operation] = []
    op = value.defining_op
    while op is not None and op.results[0].has_one_use:
        if isinstance(op, ttg.LocalLoadOp):
            type: Any = op.result.type
            if not isinstance(type.encoding, DotOperandEncoding):
                return None
            return _Operand(index, op.src, op.token, op.result, ops[::-1])
        if op.num_operands != 1:
            return None
        ops.append(op)
        op = op.operand(0).defining_op
    return None


def _is_broadcast(memory: Value) -> bool:
    """Several blocks hold the same data."""
    type: Any = memory.type
    layout = type.encoding.cga_layout.linear_layout
    return "block" in layout.in_dim_names and layout.free_variable_masks()["block"] != 0


def _is_carried(loop: scf.ForOp, value: Value) -> bool:
    return isinstance(value, BlockArgument) and value.block is loop.body and value.index >= 1


def _can_be_made_ahead(loop: scf.ForOp, value: Value | None) -> bool:
    """Whether ``value`` of the next turn can be computed in this one, and that of the first before
    the loop."""
    if value is None or isinstance(value, BlockArgument):
        return True
    op = value.defining_op
    if op is None or op.block is not loop.body:
        return True
    if op.regions:
        return False
    if not (
        op.has_trait(Elementwise)
        or op.has_trait(ConstantLike)
        or isinstance(op, (ttg.AsyncWaitOp, ttg.MemDescIndexOp))
    ):
        return False
    return all(_can_be_made_ahead(loop, operand) for operand in op.operands)


# Rewriting a loop --------------------------------------------------------------------------------


class _Prefetcher:
    """Builds the new loop in front of the old one."""

    def __init__(self, loop: scf.ForOp, plan: _Plan) -> None:
        self._loop = loop
        self._dot = plan.dot
        self._operands = plan.operands
        self._width = plan.width
        self._parent: DistributedEncoding = plan.dot.d.type.encoding
        #: What was computed before the loop, for the first turn.
        self._initial: dict[Value, Value] = {}
        a, b = plan.operands
        #: Sources and tokens of both operands, and where the new loop carries them in addition to
        #: what the old one does.
        self._tracked = (a.source, b.source, a.token, b.token)
        self._added: list[int | None] = []
        self._mapping: dict[Value, Value] = {}

    def rewrite(self) -> scf.ForOp:
        """The new loop, whose first results are those of the old one."""
        loop = self._loop
        before = OpBuilder.before(loop)
        ahead = []
        for operand in self._operands:
            source = self._in_first_turn(operand.source, before)
            token = self._in_first_turn(operand.token, before)
            ahead.append(self._load(operand, source, token, 0, before))
        initial = [*loop.init_args]
        for value in self._tracked:
            if value is not None and not _is_carried(loop, value):
                self._added.append(len(initial))
                initial.append(self._in_first_turn(value, before))
            else:
                self._added.append(None)
        initial += ahead
        new = before.create(
            scf.ForOp,
            [loop.lower_bound, loop.upper_bound, loop.step, *initial],
            [value.type for value in initial],
            regions=[Region()],
        )
        types = [loop.induction_var.type, *new.result_types]
        body = Block(types, [loop._loc, *map(value_loc, initial)])
        new.regions[0].append(body)
        self._mapping.update(zip(loop.body.arguments, body.arguments, strict=False))
        builder = OpBuilder(loop._loc)
        builder.at_start(body)
        self._fill(body, builder)
        yielded = self._yielded(builder)
        builder.at_end(body)
        builder.create(scf.YieldOp, yielded, loc=loop.yield_op._loc)
        return new

    def _fill(self, body: Block, builder: OpBuilder) -> None:
        """Copy the body, with the dot in parts."""
        dot, mapping = self._dot, self._mapping
        loop_body = self._loop.body
        for op in loop_body.ops:
            if op is loop_body.terminator:
                break
            # The last part of the dot waits until something needs it or may branch.
            if op.regions or any(value.defining_op is dot for value in op.operands):
                _go_to_end(builder, body)
            new = builder.clone(op, mapping)
            if op is dot:
                new = self._cut(body, builder)
            mapping.update(zip(op.results, new.results, strict=True))

    def _cut(self, body: Block, builder: OpBuilder) -> Operation:
        """Make the parts of the dot; ``builder`` is left in front of the last one, returned."""
        dot = self._dot
        last: Operation = builder.clone(dot, self._mapping)
        last.set_operand(0, body.arguments[-2])
        last.set_operand(1, body.arguments[-1])
        a: Any = dot.a.type
        for start in range(self._width, a.shape[-1], self._width):
            point = builder.save()
            builder.set_insertion_point(last)
            sources, tokens = self._in_this_turn(body)
            parts = [
                self._load(operand, source, token, start, builder)
                for operand, source, token in zip(self._operands, sources, tokens, strict=True)
            ]
            builder.restore(point)
            part = builder.clone(dot, self._mapping)
            part.set_operand(0, parts[0])
            part.set_operand(1, parts[1])
            part.set_operand(2, last.results[0])
            last = part
        builder.set_insertion_point(last)
        return last

    def _in_this_turn(self, body: Block) -> tuple[list[Any], list[Any]]:
        """The operands' sources and tokens, None where there is no token."""
        found: list[Value | None] = []
        for value, added in zip(self._tracked, self._added, strict=True):
            if added is not None:
                found.append(body.arguments[1 + added])
            else:
                found.append(None if value is None else self._mapping.get(value, value))
        return found[:2], found[2:]

    def _yielded(self, builder: OpBuilder) -> list[Value]:
        mapping = self._mapping
        yielded = [mapping.get(value, value) for value in self._loop.yielded_values]
        following = [self._in_next_turn(value, builder) for value in self._tracked]
        for value, added in zip(following, self._added, strict=True):
            if added is not None:
                yielded.append(value)
        for operand in self._operands:
            source, token = following[operand.index], following[2 + operand.index]
            yielded.append(self._load(operand, source, token, 0, builder))
        return yielded

    # -- values of other turns -------------------------------------------------------------------

    def _copy(
        self,
        value: Value | None,
        builder: OpBuilder,
        argument: Callable[[BlockArgument], Value],
        done: dict[Value, Value],
    ) -> Any:
        """``value`` computed again, with ``argument`` in place of the body's arguments."""
        if value is None:
            return None
        found = done.get(value)
        if found is not None:
            return found
        if isinstance(value, BlockArgument):
            found = value if value.block is not self._loop.body else argument(value)
            done[value] = found
            return found
        op = value.defining_op
        assert op is not None
        if op.block is not self._loop.body:
            done[value] = value
            return value
        operands: dict[Value, Value] = {}
        for operand in op.operands:
            operands[operand] = self._copy(operand, builder, argument, done)
        done.update(zip(op.results, builder.clone(op, operands).results, strict=True))
        return done[value]

    def _in_first_turn(self, value: Value | None, builder: OpBuilder) -> Any:
        """``value`` in the first turn."""
        loop = self._loop

        def first(argument: BlockArgument) -> Value:
            return loop.lower_bound if argument.index == 0 else loop.tied_init(argument)

        return self._copy(value, builder, first, self._initial)

    def _in_next_turn(self, value: Value | None, builder: OpBuilder) -> Any:
        """``value`` in the turn after this one."""
        loop, mapping = self._loop, self._mapping

        def following(argument: BlockArgument) -> Value:
            if argument.index:
                yielded = loop.yielded_values[argument.index - 1]
                return mapping.get(yielded, yielded)
            operands = [mapping[argument], loop.step]
            return builder.create(arith.AddIOp, operands, [argument.type], loc=loop._loc).result

        if value is not None and _is_carried(loop, value):
            assert isinstance(value, BlockArgument)
            return following(value)
        return self._copy(value, builder, following, {})

    # -- the parts -------------------------------------------------------------------------------

    def _load(
        self, operand: _Operand, source: Value, token: Value | None, start: int, builder: OpBuilder
    ) -> Value:
        """The part of an operand that starts at ``start`` along k, loaded and made ready."""
        memory = source.type
        assert isinstance(memory, MemDescType)
        k_dim = memory.rank - 1 - operand.index
        shape, offsets = list(memory.shape), [0] * memory.rank
        shape[k_dim], offsets[k_dim] = self._width, start
        loc = value_loc(source)
        part = builder.create(
            ttg.MemDescSubsliceOp,
            [source],
            [memory.with_shape(shape)],
            {"offsets": i32_array(offsets)},
            loc=loc,
        )
        encoding = DotOperandEncoding(operand.index, self._parent, self._width // 8)
        type = RankedTensorType(tuple(shape), memory.element_type, encoding)
        operands = [part.result] if token is None else [part.result, token]
        value: Value = builder.create(ttg.LocalLoadOp, operands, [type], loc=loc).result
        mapping: dict[Value, Value] = {operand.loaded: value}
        for op in operand.ops:
            copy = builder.clone(op, mapping)
            value = copy.results[0]
            value.type = _like_source(value.type, type, copy.operand(0).type)
        return value


def _like_source(copy: Type, loaded: RankedTensorType, source: Type) -> Type:
    """The type of a copied step: its own elements in the part's shape and its source's layout."""
    if not isinstance(copy, RankedTensorType):
        return copy
    assert isinstance(source, RankedTensorType)
    return RankedTensorType(loaded.shape, copy.element_type, source.encoding)


def _go_to_end(builder: OpBuilder, body: Block) -> None:
    """Insert at the end of ``body``, before what may be its terminator."""
    if body.last is not None and body.last.is_terminator:
        builder.set_insertion_point(body.last)
    else:
        builder.at_end(body)
