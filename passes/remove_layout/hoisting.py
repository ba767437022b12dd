"""Moving conversions to where they cost less.

- In front of operations that make data larger, extensions and broadcasts.
- Into the branch of a conditional that needs them, where the other one does not.
- Operands of mma dots next to the loads they come from, so that loads can be pipelined.

In each case what lies between the old and the new place is rematerialized. After
hoistConvertOnTopOfExtOrBroadcast, hoistConvertIntoConditionals and hoistConvertDotOperand of
lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp.
"""

from __future__ import annotations

from mlir_mini.analysis.encoding_transfer import (
    Encoding,
    encoding_of,
    infer_operand_encoding,
    is_elementwise,
    tensor_type,
    with_encoding,
)
from mlir_mini.dialects import arith, scf, tt, tt_traits, ttg
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, OpOperand, OpResult, Value
from mlir_mini.ir.dominance import PostDominanceInfo
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.encodings import DotOperandEncoding, MmaEncoding
from mlir_mini.rewrite.effects import is_memory_effect_free
from passes.remove_layout.cost import conversion_cost, is_rematerialization_beneficial
from passes.remove_layout.rematerialization import (
    Mapping,
    RematerializableSlice,
    Rematerialization,
)


def hoist_conversions(function: Operation, disable_splitting: bool) -> None:
    """Hoist the conversions of ``function``, in three rounds that share nothing they know."""
    Rematerialization(function).for_each_conversion(
        lambda remat, conversion: _hoist_above_extension(remat, conversion, disable_splitting)
    )
    if disable_splitting:
        return
    Rematerialization(function).for_each_conversion(_hoist_into_conditionals)
    post_dominance = PostDominanceInfo()
    Rematerialization(function).for_each_conversion(
        lambda remat, conversion: _hoist_to_loads(remat, conversion, post_dominance)
    )


def _convert(
    builder: OpBuilder, value: Value, encoding: Encoding, conversion: ttg.ConvertLayoutOp
) -> Value:
    """A conversion of ``value`` in the stead of ``conversion``."""
    type = with_encoding(value, encoding)
    return builder.create(ttg.ConvertLayoutOp, [value], [type], loc=conversion._loc).result


# Extensions and broadcasts -----------------------------------------------------------------------


def _enlarges(op: Operation) -> bool:
    """The result of ``op`` has more bytes than its operand, or at least may have."""
    if isinstance(op, tt.FpToFpOp):
        return _element_width(op.operand(0)) < _element_width(op.result)
    return isinstance(
        op, (arith.ExtSIOp, arith.ExtUIOp, arith.ExtFOp, tt.BroadcastOp, tt.ExpandDimsOp)
    )


def _element_width(value: Value) -> int:
    element = tensor_type(value).element_type
    return bit_width(element.pointee if isinstance(element, tt.PointerType) else element)


# %1 = arith.extf %0 : #a              %c = ttg.convert_layout %0 : #a -> #b
# %2 = f(%1) : #a                      %1 = arith.extf %c : #b
# %3 = ttg.convert_layout %2           %3 = f(%1) : #b
#        : #a -> #b               =>
def _hoist_above_extension(
    remat: Rematerialization, conversion: ttg.ConvertLayoutOp, disable_splitting: bool
) -> bool:
    if isinstance(encoding_of(conversion.result), DotOperandEncoding):
        return False
    found = RematerializableSlice()
    root = conversion.op_operands[0]
    if not remat.extend(found, root, encoding_of(conversion.result), stop=_enlarges):
        return False
    extension = _only_extension(remat, found)
    if extension is None:
        return False
    encoding = found.encodings[extension.result]
    operand_encoding = infer_operand_encoding(extension, encoding)
    if operand_encoding is None:
        return False
    cost = conversion_cost(extension.operand(0), operand_encoding)
    if not is_rematerialization_beneficial(conversion, found, cost, disable_splitting):
        return False
    builder = OpBuilder.before(extension)
    converted = _convert(builder, extension.operand(0), operand_encoding, conversion)
    new = builder.clone(extension)
    new.set_operand(0, converted)
    new.result.type = with_encoding(extension.result, encoding)
    del found.values[extension.result]
    remat.rewrite(found, conversion, {extension.result: new.result})
    return True


def _only_extension(remat: Rematerialization, found: RematerializableSlice) -> Operation | None:
    """The one operation in ``found`` to put the conversion in front of; None if not just one.

    Where all that an extension depends on can be computed again no conversion is needed, and that
    becomes part of ``found``.
    """
    extension: Operation | None = None
    for value in list(found.values):
        op = value.defining_op
        if op is None or not _enlarges(op):
            continue
        encoding = infer_operand_encoding(op, found.encodings[value])
        if encoding is None:
            return None
        if remat.extend(found, op.op_operands[0], encoding):
            continue
        if extension is not None:
            # There would be two conversions.
            return None
        extension = op
    return extension


# Conditionals ------------------------------------------------------------------------------------


def _is_conditional(op: Operation) -> bool:
    return isinstance(op, scf.IfOp)


# scf.for {                                scf.for {
#   %1 = scf.if { yield %cst : #a }          %1, %2 = scf.if { yield %cst, %cst' : #a, #b }
#        else { yield %x : #a }                   else { %c = ttg.convert_layout %x
#   %2 = ttg.convert_layout %1                           yield %x, %c : #a, #b }
#          : #a -> #b                 =>
def _hoist_into_conditionals(remat: Rematerialization, conversion: ttg.ConvertLayoutOp) -> bool:
    found = RematerializableSlice()
    root = conversion.op_operands[0]
    if not remat.extend(found, root, encoding_of(conversion.result), stop=_is_conditional):
        return False
    edges, terminals = _conditional_edges(remat, found)
    if not edges:
        return False
    mapping: Mapping = {}

    def convert(builder: OpBuilder, value: Value, encoding: Encoding) -> None:
        mapping[value] = _convert(builder, value, encoding, conversion)
        found.values.pop(value, None)

    for value in terminals:
        convert(OpBuilder.after(value.owner), value, found.encodings[value])
    for value, edge in edges:
        convert(OpBuilder.before(edge.owner), edge.value, found.encodings[value])
    remat.rewrite(found, conversion, mapping)
    return True


def _conditional_edges(
    remat: Rematerialization, found: RematerializableSlice
) -> tuple[list[tuple[Value, OpOperand]], list[OpResult]]:
    """Extend ``found`` through conditionals.

    Returns the operands of their yields to convert, each with the result it becomes, and the
    results where it ends: either both branches would need a conversion, or the conditional is not
    in a loop, so that it is not known to run less often than the conversion.
    """
    edges: list[tuple[Value, OpOperand]] = []
    terminals: list[OpResult] = []
    visited = 0
    values = list(found.values)
    # The slice grows at its end on the way.
    while visited < len(values):
        value = values[visited]
        visited += 1
        op = value.defining_op
        if not isinstance(op, scf.IfOp):
            continue
        assert isinstance(value, OpResult)
        encoding = found.encodings[value]
        attempt = found.copy()
        slots = [each.op_operands[value.index] for each in (op.then_yield, op.else_yield)]
        done = [remat.extend(attempt, slot, encoding, stop=_is_conditional) for slot in slots]
        if not all(done) and (not any(done) or not isinstance(op.parent_op, scf.ForOp)):
            terminals.append(value)
            continue
        if not all(done):
            edges.append((value, slots[1] if done[0] else slots[0]))
        found.assign(attempt)
        values = list(found.values)
    return edges, terminals


# Operands of dots --------------------------------------------------------------------------------


def _moves_no_data(op: Operation) -> bool:
    """``op`` computes an element in the thread that has what it is computed from."""
    return isinstance(op, _VIEWS) or (is_elementwise(op) and is_memory_effect_free(op))


_VIEWS = (
    tt.BroadcastOp,
    ttg.Fp4ToFpOp,
    ttg.ConvertLayoutOp,
    tt.ExpandDimsOp,
    tt.ReshapeOp,
    tt.TransOp,
    tt.JoinOp,
    tt.SplitOp,
)


def _feeds_mma(conversion: ttg.ConvertLayoutOp, post_dominance: PostDominanceInfo) -> bool:
    """An mma dot with its operands in registers surely follows in the same region."""
    parent = conversion.parent_op
    if parent is None:
        return False
    for op in parent.walk():
        if tt_traits.DotLike not in op.traits:
            continue
        type = op.operand(0).type
        encoding = type.encoding if isinstance(type, RankedTensorType) else None
        if not isinstance(encoding, DotOperandEncoding):
            continue
        if isinstance(encoding.parent, MmaEncoding) and post_dominance.post_dominates(
            op, conversion
        ):
            return True
    return False


# %0 = tt.load : #a                        %0 = tt.load : #a
# %1 = f(%0) : #a                          %c = ttg.convert_layout %0 : #a -> #dot
# %2 = ttg.convert_layout %1               %2 = f(%c) : #dot
#        : #a -> #dot                 =>
def _hoist_to_loads(
    remat: Rematerialization, conversion: ttg.ConvertLayoutOp, post_dominance: PostDominanceInfo
) -> bool:
    if not _feeds_mma(conversion, post_dominance):
        return False
    found = RematerializableSlice()
    if not remat.extend_over_anything(
        found,
        conversion.op_operands[0],
        encoding_of(conversion.result),
        stop=lambda op: not _moves_no_data(op),
    ):
        return False
    mapping: Mapping = {}
    inner: dict[Value, None] = {}
    for value in found.values:
        op = value.defining_op
        if op is None:
            return False
        if not isinstance(op, tt.LoadOp) and tt_traits.DescriptorLoadLike not in op.traits:
            if not isinstance(op, arith.ConstantOp) and not _moves_no_data(op):
                # Conversions made so far are unused and vanish in the clean-up.
                return False
            inner[value] = None
        elif isinstance(op.result.type, RankedTensorType):
            if not inner:
                # The conversion is next to its load already.
                return False
            encoding = found.encodings[op.result]
            mapping[op.result] = _convert(OpBuilder.after(op), op.result, encoding, conversion)
    found.values = inner
    remat.rewrite(found, conversion, mapping)
    return True
