"""By how much an index or an address grows along each dim of a tensor, where that is uniform.

``base + i * ld + j`` has the strides ``(ld, 1)``. A stride is an integer, a scalar of the IR times
an integer, or unknown: what is loaded, wraps around or depends on the dim otherwise. Strides count
elements; of tensors of pointers, those they point to. Upstream has no such analysis: addresses are
opaque to it, and so nothing here decides what a pass does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir_mini.analysis.axis_info import value_rank
from mlir_mini.analysis.axis_info_rules import pointee_bytes
from mlir_mini.analysis.incoming import incoming
from mlir_mini.analysis.integers import constant_of
from mlir_mini.analysis.op_kinds import recast_chain, recasts
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import RankedTensorType


class Stride(Interned):
    """``factor * scalar`` elements, or just ``factor`` without a scalar."""

    fields = ("factor", "scalar")
    __slots__ = fields
    factor: int
    scalar: Value | None

    def times(self, number: int) -> Stride:
        return Stride(self.factor * number, self.scalar if number else None)


#: One entry a dim; None where elements are no fixed distance apart.
Strides = tuple[Stride | None, ...]

ZERO = Stride(0, None)


def strides_of(value: Value) -> Strides:
    """The strides of a tensor of integers or pointers; of a scalar, none."""
    return _Strides().of(value)


class _Strides:
    def __init__(self) -> None:
        self._known: dict[Value, Strides] = {}

    def of(self, value: Value) -> Strides:
        if value not in self._known:
            self._known[value] = self._compute(value)
        return self._known[value]

    def _compute(self, value: Value) -> Strides:
        op = value.defining_op
        if not isinstance(value.type, RankedTensorType):
            return ()
        if op is None or op.regions:
            return self._carried(value)
        rule = RULES.get(op.name)
        if rule is None:
            return _unknown(value)
        return rule(op, [self.of(operand) for operand in op.operands])

    def _carried(self, value: Value) -> Strides:
        """Of what a loop or a conditional hands over, if all sources agree.

        Inside a loop, what it carries is assumed to have the strides it starts with: it keeps them
        if each turn only adds the same number everywhere.
        """
        self._known[value] = _unknown(value)
        sources = incoming(value)
        if not sources:
            return _unknown(value)
        assumed = self._known[value] = self.of(sources[0])
        before = len(self._known)
        for source in sources[1:]:
            if self.of(source) != assumed:
                # What was found out since rests on the assumption.
                for later in list(self._known)[before:]:
                    del self._known[later]
                return _unknown(value)
        return assumed


def _unknown(value: Value) -> Strides:
    type = value.type
    return (None,) * type.rank if isinstance(type, RankedTensorType) else ()


def _add(a: Stride | None, b: Stride | None, sign: int = 1) -> Stride | None:
    if a is None or b is None:
        return None
    if b is ZERO:
        return a
    if a is ZERO:
        return b.times(sign)
    if a.scalar is not b.scalar:
        return None
    factor = a.factor + sign * b.factor
    return Stride(factor, a.scalar if factor else None)


Rule = Callable[[Operation, Sequence[Strides]], Strides]


def _constant(op: Operation, operands: Sequence[Strides]) -> Strides:
    rank = value_rank(op.result)
    return (ZERO,) * rank if constant_of(op.result) is not None else (None,) * rank


def _range(op: Operation, operands: Sequence[Strides]) -> Strides:
    return (Stride(1, None),)


def _splat(op: Operation, operands: Sequence[Strides]) -> Strides:
    return (ZERO,) * value_rank(op.result)


def _same(op: Operation, operands: Sequence[Strides]) -> Strides:
    return operands[0]


def _sum(op: Operation, operands: Sequence[Strides]) -> Strides:
    return tuple([_add(a, b) for a, b in zip(*operands, strict=True)])


def _difference(op: Operation, operands: Sequence[Strides]) -> Strides:
    return tuple([_add(a, b, -1) for a, b in zip(*operands, strict=True)])


def _product(op: Operation, operands: Sequence[Strides]) -> Strides:
    for index, other in ((1, 0), (0, 1)):
        factor = op.operand(index)
        number = constant_of(factor)
        if number is not None:
            return tuple([s and s.times(number.value) for s in operands[other]])
        scalar = splat_source(factor)
        if scalar is not None:
            return tuple([_by_scalar(stride, scalar) for stride in operands[other]])
    return tuple(
        [ZERO if a is ZERO and b is ZERO else None for a, b in zip(*operands, strict=True)]
    )


def _by_scalar(stride: Stride | None, scalar: Value) -> Stride | None:
    if stride is None or stride is ZERO:
        return stride
    return Stride(stride.factor, scalar) if stride.scalar is None else None


def splat_source(value: Value) -> Value | None:
    """The scalar that all elements of a tensor are, if it is spread from one."""
    chain = recast_chain(value)
    return next((each for each in chain if not isinstance(each.type, RankedTensorType)), None)


def _truncated(op: Operation, operands: Sequence[Strides]) -> Strides:
    """Unless the number may wrap around."""
    return operands[0] if recasts(op) else _uniform(op, operands)


def _expand_dims(op: Operation, operands: Sequence[Strides]) -> Strides:
    at, strides = op.attr("axis").value, operands[0]
    return (*strides[:at], ZERO, *strides[at:])


def _broadcast(op: Operation, operands: Sequence[Strides]) -> Strides:
    source = op.operand(0).type
    assert isinstance(source, RankedTensorType)
    return tuple([ZERO if source.shape[d] == 1 else stride for d, stride in enumerate(operands[0])])


def _trans(op: Operation, operands: Sequence[Strides]) -> Strides:
    return tuple([operands[0][d] for d in op.attr("order").values])


def _shifted(op: Operation, operands: Sequence[Strides]) -> Strides:
    amount = constant_of(op.operand(1))
    if amount is None or not 0 <= amount.value < amount.width:
        return _uniform(op, operands)
    return tuple([s and s.times(1 << amount.value) for s in operands[0]])


def _bitcast(op: Operation, operands: Sequence[Strides]) -> Strides:
    """Strides in bytes stay."""
    before, after = pointee_bytes(op.operand(0).type), pointee_bytes(op.result.type)
    if before is None or after is None:
        return operands[0] if before is after else (None,) * len(operands[0])
    return tuple([s and _scaled(s, before, after) for s in operands[0]])


def _scaled(stride: Stride, before: int, after: int) -> Stride | None:
    factor, rest = divmod(stride.factor * before, after)
    return Stride(factor, stride.scalar) if rest == 0 else None


def _reshape(op: Operation, operands: Sequence[Strides]) -> Strides:
    """A 1-D tensor cut into rows, columns and so on."""
    source, target = op.operand(0).type, op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    if source.rank != 1 or op.attr("allow_reorder") is not None:
        return (None,) * target.rank
    stride = operands[0][0]
    found: list[Stride | None] = []
    inner = 1
    for size in reversed(target.shape):
        found.append(stride and stride.times(inner))
        inner *= size
    return tuple(reversed(found))


def _uniform(op: Operation, operands: Sequence[Strides]) -> Strides:
    """Equal operands give equal results."""
    same = [all(s is ZERO for s in strides) for strides in zip(*operands, strict=True)]
    return tuple([ZERO if each else None for each in same])


RULES: dict[str, Rule] = {
    **dict.fromkeys(("ttg.convert_layout", "arith.extsi", "arith.extui"), _same),
    "arith.trunci": _truncated,
    "tt.broadcast": _broadcast,
    "tt.expand_dims": _expand_dims,
    "arith.constant": _constant,
    "tt.make_range": _range,
    "tt.splat": _splat,
    "tt.addptr": _sum,
    "arith.addi": _sum,
    "arith.subi": _difference,
    "arith.muli": _product,
    "tt.trans": _trans,
    "tt.bitcast": _bitcast,
    "tt.reshape": _reshape,
    "arith.shli": _shifted,
    **dict.fromkeys(
        (
            *("arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.minsi"),
            *("arith.minui", "arith.maxsi", "arith.maxui", "arith.andi", "arith.ori"),
            *("arith.xori", "arith.shrsi", "arith.shrui"),
        ),
        _uniform,
    ),
}
