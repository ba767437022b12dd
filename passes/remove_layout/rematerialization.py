"""Rematerialization: computing a value again in another layout instead of converting it.

    %1 = arith.addf %0, %cst : tensor<64xf32, #a>
    %2 = ttg.convert_layout %1 : tensor<64xf32, #a> -> tensor<64xf32, #b>
  =>
    %c = ttg.convert_layout %cst : tensor<64xf32, #a> -> tensor<64xf32, #b>    (folds away)
    %2 = arith.addf %0_b, %c : tensor<64xf32, #b>

All that the operand of a conversion depends on, up to values that are there in the wanted layout or
can be had in any, is cloned in that layout next to the original; loops and conditionals get more
results. What exists in a second layout is remembered for later conversions. Conversions are taken
in the order of the program. After class LayoutRematerialization of
lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir_mini.analysis.backward_slice import Slice, Stop, extend_backward
from mlir_mini.analysis.encoding_transfer import Encoding, encoding_of, with_encoding
from mlir_mini.analysis.slices import topological_sort
from mlir_mini.dialects import arith, scf, ttg
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import BlockArgument, Operation, OpOperand, OpResult, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.layout.encodings import DotOperandEncoding
from mlir_mini.rewrite.loops import (
    Replacements,
    replace_for_with_new_signature,
    replace_if_with_new_signature,
)
from passes.remove_layout.cost import is_rematerialization_beneficial

Mapping = dict[Value, Value]


def rematerialize_backward(function: Operation, disable_splitting: bool) -> bool:
    """Get rid of conversions by computing their operands again; whether any went."""
    return Rematerialization(function).for_each_conversion(
        lambda self, conversion: self.rematerialize(conversion, disable_splitting)
    )


class RematerializableSlice(Slice):
    """A slice with the values that can be taken over instead of being computed again.

    ``existing`` has, for a value and an encoding, the value to take; None if there is one that
    does not come before all uses.
    """

    __slots__ = ("existing",)

    def __init__(self) -> None:
        super().__init__()
        self.existing: dict[tuple[Value, Encoding], Value | None] = {}

    def copy(self) -> RematerializableSlice:
        new = RematerializableSlice()
        new.values = dict(self.values)
        new.encodings = dict(self.encodings)
        new.existing = dict(self.existing)
        return new

    def assign(self, other: Slice) -> None:
        assert isinstance(other, RematerializableSlice)
        super().assign(other)
        self.existing = other.existing


class Rematerialization:
    """Conversions of one function and the values that exist in more than one layout."""

    def __init__(self, function: Operation) -> None:
        self.function = function
        self._known: dict[Value, dict[Encoding, Value]] = {}
        self._dominance = DominanceInfo()

    def for_each_conversion(
        self, remove: Callable[[Rematerialization, ttg.ConvertLayoutOp], bool]
    ) -> bool:
        """Try ``remove`` on all conversions there are now; whether it ever succeeded.

        A conversion that stays may serve later ones.
        """
        changed = False
        for conversion in [
            op for op in self.function.walk() if isinstance(op, ttg.ConvertLayoutOp)
        ]:
            if remove(self, conversion):
                changed = True
            else:
                self._remember(conversion.src, encoding_of(conversion.result), conversion.result)
        return changed

    def rematerialize(self, conversion: ttg.ConvertLayoutOp, disable_splitting: bool) -> bool:
        """Replace ``conversion`` by its operand computed again, if that is cheaper."""
        # Operands of dots are for hoisting.
        if isinstance(encoding_of(conversion.result), DotOperandEncoding):
            return False
        found = RematerializableSlice()
        if not self.extend(found, conversion.op_operands[0], encoding_of(conversion.result)):
            return False
        if not is_rematerialization_beneficial(conversion, found, 0, disable_splitting):
            return False
        self.rewrite(found, conversion)
        return True

    # -- slices ----------------------------------------------------------------------------------

    def extend(
        self,
        found: RematerializableSlice,
        root: OpOperand,
        encoding: Encoding,
        stop: Stop | None = None,
    ) -> bool:
        """Add to ``found`` what has to be computed again for ``root`` to have ``encoding``.

        False, with ``found`` left alone, if it cannot be done.
        """
        attempt = found.copy()
        done = extend_backward(attempt, root, encoding, stop, self._finder(attempt))
        if done and attempt.is_rematerializable():
            found.assign(attempt)
            return True
        return False

    def extend_over_anything(
        self, found: RematerializableSlice, root: OpOperand, encoding: Encoding, stop: Stop
    ) -> bool:
        """Like :meth:`extend`, whether or not operations may be run again."""
        return extend_backward(found, root, encoding, stop, self._finder(found))

    def _finder(
        self, found: RematerializableSlice
    ) -> Callable[[OpOperand, Encoding], Value | None]:
        def find(use: OpOperand, encoding: Encoding) -> Value | None:
            known = self._known.get(use.value, {}).get(encoding)
            if known is None:
                return None
            if self._dominance.properly_dominates(known, use.owner):
                found.existing.setdefault((use.value, encoding), known)
                return known
            # There is one, but not for all uses: none may take it.
            found.existing[(use.value, encoding)] = None
            return None

        return find

    # -- values in a second layout ---------------------------------------------------------------

    def _remember(self, value: Value, encoding: Encoding, new: Value) -> None:
        self._known.setdefault(value, {})[encoding] = new

    def _rename(self, replacements: Replacements) -> None:
        """Values are about to be replaced: what is known of the old holds for the new ones."""
        for old, new in replacements:
            known = self._known.pop(old, None)
            if known is None:
                continue
            renamed = self._known.setdefault(new, {})
            for encoding, value in known.items():
                renamed[encoding] = next((b for a, b in replacements if a is value), value)

    # -- rewriting -------------------------------------------------------------------------------

    def rewrite(
        self,
        found: RematerializableSlice,
        conversion: ttg.ConvertLayoutOp,
        mapping: Mapping | None = None,
    ) -> None:
        """Compute the slice again in its encodings, in the place of ``conversion``.

        ``mapping`` has values that take the place of some on the way.
        """
        rewriter = _SliceRewriter(self, found, {} if mapping is None else mapping)
        for op in topological_sort(_operations_to_rewrite(found, rewriter.yielded)):
            rewriter.rewrite(op)
        source: Value = conversion.src
        replacements = rewriter.replacements
        replacements.append((conversion.result, rewriter.mapping.get(source, source)))
        self._rename(replacements)
        for old, new in replacements:
            old.replace_all_uses_with(new)
        conversion.erase()
        for op in rewriter.dead:
            op.erase()


def _operations_to_rewrite(found: Slice, yielded: dict[Operation, list[int]]) -> list[Operation]:
    """Operations that the slice touches, with the terminators that have to hand on more.

    ``yielded`` gets, for each terminator, the operands to hand on once more.
    """
    operations: dict[Operation, None] = {}

    def add_terminator(terminator: Operation, index: int) -> None:
        operations[terminator] = None
        yielded.setdefault(terminator, []).append(index)

    for value in found.values:
        op = value.defining_op
        if op is not None:
            operations[op] = None
            if isinstance(op, scf.IfOp):
                assert isinstance(value, OpResult)
                add_terminator(op.then_yield, value.index)
                add_terminator(op.else_yield, value.index)
        else:
            assert isinstance(value, BlockArgument)
            loop = value.block.parent_op
            assert isinstance(loop, scf.ForOp)
            operations[loop] = None
            add_terminator(loop.yield_op, value.index - 1)
    return list(operations)


class _SliceRewriter:
    """Clones the operations of a slice one after another."""

    def __init__(
        self, remat: Rematerialization, found: RematerializableSlice, mapping: Mapping
    ) -> None:
        self.found = found
        self.mapping = mapping
        #: Uses are replaced in the end: values of the slice must stay what they are until then.
        self.replacements: Replacements = []
        #: Loops and conditionals that have been replaced.
        self.dead: list[Operation] = []
        self.yielded: dict[Operation, list[int]] = {}
        self._remember = remat._remember
        for value, encoding in found.encodings.items():
            known = found.existing.get((value, encoding))
            if known is not None:
                mapping[value] = known

    def rewrite(self, op: Operation) -> None:
        if isinstance(op, scf.ForOp):
            self._rewrite_for(op)
        elif isinstance(op, scf.IfOp):
            self._rewrite_if(op)
        elif isinstance(op, scf.YieldOp):
            self._rewrite_yield(op)
        elif isinstance(op, arith.ConstantOp):
            self._rewrite_constant(op)
        else:
            self._clone(op)

    def _rewrite_for(self, loop: scf.ForOp) -> None:
        """Carry what the slice has of the loop's values a second time."""
        found = self.found
        carried = [i for i, arg in enumerate(loop.region_iter_args) if arg in found.values]
        operands = [self.mapping[loop.init_args[i]] for i in carried]
        new, replacements = replace_for_with_new_signature(loop, operands)
        self.replacements += replacements
        self.dead.append(loop)
        arguments = new.region_iter_args
        for i, j in zip(carried, range(len(loop.results), len(new.results)), strict=True):
            self.mapping[loop.results[i]] = new.results[j]
            self.mapping[arguments[i]] = arguments[j]
            # It is the argument that is in the slice; the result has the same encoding.
            encoding = found.encodings[arguments[i]]
            self._remember(new.results[i], encoding, new.results[j])
            self._remember(arguments[i], encoding, arguments[j])

    def _rewrite_if(self, conditional: scf.IfOp) -> None:
        found = self.found
        again = [result for result in conditional.results if result in found.values]
        types = [with_encoding(result, found.encodings[result]) for result in again]
        new, replacements = replace_if_with_new_signature(conditional, types)
        self.replacements += replacements
        self.dead.append(conditional)
        for result, value in zip(again, new.results[len(conditional.results) :], strict=True):
            self.mapping[result] = value
            # The old result: what is known of it moves on with the replacement.
            self._remember(result, found.encodings[result], value)

    def _rewrite_yield(self, op: scf.YieldOp) -> None:
        """Hand on again what the slice has, in the order of results and arguments."""
        more = [self.mapping[op.operand(i)] for i in sorted(self.yielded[op])]
        OpBuilder.before(op).create(scf.YieldOp, [*op.operands, *more])
        op.erase()

    def _rewrite_constant(self, op: arith.ConstantOp) -> None:
        """Convert a copy of the constant: the conversion folds into it later."""
        value = op.result
        encoding = self.found.encodings[value]
        builder = OpBuilder.before(op)
        copy = builder.clone(op)
        conversion = builder.create(
            ttg.ConvertLayoutOp, [copy.result], [with_encoding(value, encoding)]
        )
        self.mapping[value] = conversion.result
        self._remember(value, encoding, conversion.result)

    def _clone(self, op: Operation) -> None:
        new = OpBuilder.before(op).clone(op, self.mapping)
        for old, value in zip(op.results, new.results, strict=True):
            encoding = self.found.encodings.get(old)
            if encoding is not None:
                value.type = with_encoding(old, encoding)
                self._remember(old, encoding, value)
