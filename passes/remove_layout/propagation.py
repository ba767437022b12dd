"""Forward propagation of layouts.

1. Anchors are operations whose layout was chosen with care: expensive loads and stores, dots,
   atomics. So are arguments of functions.
2. The layouts of anchors are carried on to everything that is computed from them; a value may
   collect several.
3. Of several candidates one is picked.
4. Every function is rewritten to the layouts picked. Where what there is and what is wanted differ
   a conversion is inserted:

    %w = arith.addf %v, %v : tensor<64xf32, #old>
  =>
    %c = ttg.convert_layout %v : tensor<64xf32, #other> -> tensor<64xf32, #new>
    %w = arith.addf %c, %c : tensor<64xf32, #new>

Types change in place; most conversions made here fold away afterwards. Candidates are tried in the
order in which they were found, so the order in which values are visited (a stack, users of a value
newest use first) is part of the result. After class LayoutPropagation of
lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from mlir_mini.analysis.encoding_transfer import (
    Encoding,
    encoding_of,
    has_efficient_layout,
    infer_operand_encoding,
    infer_result_encoding,
    is_elementwise,
    is_expensive_load_or_store,
    pinned_operands,
    with_encoding,
)
from mlir_mini.dialects import scf, tt, tt_traits, ttg, ttng
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, OpOperand, Region, Value
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.layout.encodings import BlockedEncoding, MmaEncoding
from mlir_mini.rewrite.loops import value_loc
from mlir_mini.source import MLIRError

#: Layouts collected for a value, first one found first.
Candidates = dict[Encoding, None]


def propagate_layouts(function: Operation) -> None:
    """Give every value of ``function`` one of the layouts of the anchors it derives from."""
    propagation = _Propagation(function)
    propagation.find_anchors()
    propagation.propagate()
    propagation.resolve_conflicts()
    propagation.rewrite()


def is_layout_anchor(op: Operation) -> bool:
    """The layout of ``op`` should stay what it is."""
    traits = op.traits
    if tt_traits.DescriptorLoadLike in traits or tt_traits.DescriptorStoreLike in traits:
        return True
    if isinstance(op, (tt.LoadOp, tt.StoreOp)):
        return is_expensive_load_or_store(op)
    if tt_traits.DotLike in traits or tt_traits.AtomicLike in traits:
        return True
    return isinstance(op, ttng.TMEMLoadOp) or has_efficient_layout(op)


#: Operations that pass a layout on though neither elementwise nor bound to one encoding.
_PASS_ON = (
    tt.BroadcastOp,
    tt.ReduceOp,
    tt.ExpandDimsOp,
    tt.ReshapeOp,
    tt.TransOp,
    tt.JoinOp,
    tt.SplitOp,
    ttg.ConvertLayoutOp,
)


def _passes_on(op: Operation) -> bool:
    return (
        tt_traits.SameOperandsAndResultEncoding in op.traits
        or is_elementwise(op)
        or isinstance(op, _PASS_ON)
    )


class _Propagation:
    def __init__(self, function: Operation) -> None:
        self.function = function
        self._layouts: dict[Value, Candidates] = {}
        #: Encodings of values before they were rewritten.
        self._original: dict[Value, Encoding] = {}

    # -- 1. anchors ------------------------------------------------------------------------------

    def find_anchors(self) -> None:
        self._add_anchors(self.function.regions[0].first_block.arguments)
        for op in self.function.walk():
            if is_layout_anchor(op):
                self._add_anchors(op.results)

    def _add_anchors(self, values: Iterable[Value]) -> None:
        for value in values:
            if isinstance(value.type, RankedTensorType) and value.type.encoding is not None:
                self._layouts.setdefault(value, {encoding_of(value): None})

    # -- 2. propagation --------------------------------------------------------------------------

    def propagate(self) -> None:
        pending = list(self._layouts)
        while pending:
            value = pending.pop()
            # What is added to the value on the way is for its next turn.
            candidates = list(self._layouts[value])
            for use in value.uses:
                for receiver in self._receivers(use):
                    if self._add(receiver, candidates, use.owner):
                        pending.append(receiver)

    def _receivers(self, use: OpOperand) -> Iterable[Value]:
        """The values that get their layout from ``use``."""
        op, index = use.owner, use.index
        if isinstance(op, scf.ForOp):
            index -= op.num_control_operands
            return (op.region_iter_args[index], op.results[index])
        if isinstance(op, scf.WhileOp):
            return (op.before_arguments[index],)
        if isinstance(op, scf.YieldOp):
            parent = op.parent_op
            if isinstance(parent, scf.IfOp):
                return (parent.results[index],)
            if isinstance(parent, scf.ForOp):
                return (parent.results[index], parent.region_iter_args[index])
            if isinstance(parent, scf.WhileOp):
                return (parent.before_arguments[index],)
            return ()
        if isinstance(op, scf.ConditionOp):
            loop = op.parent_op
            assert isinstance(loop, scf.WhileOp)
            return (loop.after_arguments[index - 1], loop.results[index - 1])
        if isinstance(op, ttng.WarpGroupDotWaitOp):
            return (op.results[index],)
        if isinstance(op, tt.GatherOp) and not op.efficient_layout and index == 1:
            # The layout of a gather is that of its indices.
            return op.results
        if isinstance(op, tt.ReshapeOp) and op.efficient_layout:
            return ()
        return op.results if _passes_on(op) else ()

    def _add(self, value: Value, candidates: Iterable[Encoding], op: Operation) -> bool:
        """Add to ``value`` what ``candidates`` become on the way through ``op``; any news?"""
        if not isinstance(value.type, RankedTensorType):
            return False
        known: Candidates | None = self._layouts.get(value)
        changed = False
        for candidate in candidates:
            # A conversion vanishes if its result has the encoding of its operand.
            encoding = (
                candidate
                if isinstance(op, ttg.ConvertLayoutOp)
                else infer_result_encoding(op, candidate)
            )
            if encoding is None:
                continue
            if known is None:
                known = self._layouts[value] = {}
            if encoding not in known:
                known[encoding] = None
                changed = True
        return changed

    # -- 3. conflicts ----------------------------------------------------------------------------

    def resolve_conflicts(self) -> None:
        for value, candidates in self._layouts.items():
            if len(candidates) > 1:
                self._layouts[value] = {_preferred(value, candidates): None}

    # -- 4. rewriting ----------------------------------------------------------------------------

    def rewrite(self) -> None:
        regions = deque([self.function.regions[0]])
        while regions:
            for op in regions.popleft().ops:
                regions.extend(self._rewrite_op(op))

    def _chosen(self, value: Value) -> Encoding | None:
        return next(iter(self._layouts.get(value, ())), None)

    def _changes(self, value: Value) -> bool:
        chosen = self._chosen(value)
        return chosen is not None and chosen is not encoding_of(value)

    def _rewrite_op(self, op: Operation) -> list[Region]:
        """Give ``op`` the layouts picked; returns the regions to go on with."""
        if any(self._changes(result) for result in op.results):
            self._change_results(op)
        elif isinstance(op, scf.YieldOp):
            self._rewrite_yield(op)
        elif isinstance(op, scf.ConditionOp):
            self._rewrite_condition(op)
        elif isinstance(op, tt.ReduceOp) and not isinstance(op.results[0].type, RankedTensorType):
            self._rewrite_scalar_reduction(op)
        elif isinstance(op, tt.AssertOp):
            self._rewrite_assert(op)
        else:
            for slot in op.op_operands:
                if slot.value in self._layouts:
                    before = self._original.get(slot.value, encoding_of(slot.value))
                    slot.set(self._converted(slot.value, before))
        return op.regions

    def _converted(self, value: Value, encoding: Encoding | None) -> Value:
        """``value`` in ``encoding``; a conversion comes right behind its definition."""
        if not isinstance(value.type, RankedTensorType) or value.type.encoding is encoding:
            return value
        builder = OpBuilder(value_loc(value))
        builder.set_insertion_point_after_value(value)
        type = value.type.with_encoding(encoding)
        return builder.create(ttg.ConvertLayoutOp, [value], [type]).result

    def _set_encoding(self, value: Value, encoding: Encoding) -> None:
        self._original.setdefault(value, encoding_of(value))
        value.type = with_encoding(value, encoding)

    def _change_results(self, op: Operation) -> None:
        if isinstance(op, scf.ForOp):
            self._rewrite_for(op)
        elif isinstance(op, scf.WhileOp):
            self._rewrite_while(op)
        elif isinstance(op, scf.IfOp):
            for result in op.results:
                encoding = self._chosen(result)
                if encoding is not None:
                    self._set_encoding(result, encoding)
        else:
            encoding = self._chosen(op.results[0])
            assert encoding is not None
            if pinned_operands(op, encoding) is not None:
                self._set_encoding(op.results[0], encoding)
            else:
                self._rewrite_generic(op, encoding)

    def _rewrite_generic(self, op: Operation, encoding: Encoding) -> None:
        """Give ``op`` operands with which its results have ``encoding``."""
        operand_encoding: Encoding | None = None
        for value in op.operands:
            chosen = self._chosen(value)
            if chosen is not None and infer_result_encoding(op, chosen) is encoding:
                operand_encoding = chosen
                break
        else:
            if op.op_operands:
                operand_encoding = infer_operand_encoding(op, encoding)
                if operand_encoding is None:
                    raise MLIRError(op.op_error("has no operand layout for the one picked for it"))
        for slot in op.op_operands:
            slot.set(self._converted(slot.value, operand_encoding))
        for result in op.results:
            if isinstance(result.type, RankedTensorType):
                self._set_encoding(result, encoding)

    def _rewrite_for(self, loop: scf.ForOp) -> None:
        slots = loop.op_operands[loop.num_control_operands :]
        for slot, result, argument in zip(slots, loop.results, loop.region_iter_args, strict=True):
            encoding = self._chosen(result)
            if encoding is not None:
                slot.set(self._converted(slot.value, encoding))
                self._set_encoding(result, encoding)
                self._set_encoding(argument, encoding)

    def _rewrite_while(self, loop: scf.WhileOp) -> None:
        for slot, argument in zip(loop.op_operands, loop.before_arguments, strict=True):
            encoding = self._chosen(argument)
            if encoding is not None:
                slot.set(self._converted(slot.value, encoding))
                self._set_encoding(argument, encoding)
        for result, argument in zip(loop.results, loop.after_arguments, strict=True):
            encoding = self._chosen(result)
            if encoding is not None:
                self._set_encoding(result, encoding)
                self._set_encoding(argument, encoding)

    def _rewrite_yield(self, op: scf.YieldOp) -> None:
        parent = op.parent_op
        for slot in op.op_operands:
            wanted: Value = slot.value
            if isinstance(parent, (scf.ForOp, scf.IfOp)):
                wanted = parent.results[slot.index]
            elif isinstance(parent, scf.WhileOp):
                wanted = parent.before_arguments[slot.index]
            if isinstance(wanted.type, RankedTensorType):
                slot.set(self._converted(slot.value, encoding_of(wanted)))

    def _rewrite_condition(self, op: scf.ConditionOp) -> None:
        loop = op.parent_op
        assert loop is not None
        for slot in op.op_operands[1:]:
            wanted = loop.results[slot.index - 1]
            if isinstance(wanted.type, RankedTensorType):
                slot.set(self._converted(slot.value, encoding_of(wanted)))

    def _rewrite_scalar_reduction(self, op: tt.ReduceOp) -> None:
        """Operands may have any encoding, but all the same one."""
        found = (self._chosen(value) for value in op.operands)
        encoding = next((each for each in found if each is not None), None)
        if encoding is not None:
            for slot in op.op_operands:
                slot.set(self._converted(slot.value, encoding))

    def _rewrite_assert(self, op: tt.AssertOp) -> None:
        encoding = self._chosen(op.operand(0))
        if encoding is not None:
            op.set_operand(0, self._converted(op.operand(0), encoding))


def _preferred(value: Value, candidates: Candidates) -> Encoding:
    """Of several layouts, the first one that suits what defines the value, else the first one.

    Accesses to memory want a blocked layout, everything else that of an mma.
    """
    op = value.defining_op
    is_access = op is not None and (
        isinstance(op, (tt.LoadOp, tt.StoreOp)) or tt_traits.AtomicLike in op.traits
    )
    wanted = BlockedEncoding if is_access else MmaEncoding
    suitable = (each for each in candidates if isinstance(each, wanted))
    return next(suitable, next(iter(candidates)))
