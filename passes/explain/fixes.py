"""Changes that might widen an access, and the proof that they do.

A fix is applied to a copy of the module; AxisInfo and coalesce's choice of layouts run again on
the copy, and only the width that results is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.axis_info import HINTS, ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_value import AxisInfo, constant_info
from mlir_mini.analysis.integers import IntConstant, constant_of, integer_width
from mlir_mini.analysis.op_kinds import REMAINDERS
from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.functions import set_argument_attr
from mlir_mini.dialects.ttg_utils import NUM_WARPS
from mlir_mini.ir.attributes import Attribute, DenseElementsAttr, IntegerAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.types import RankedTensorType, Type, i32
from passes.coalesce import Connected
from passes.explain.accesses import Access, Measuring, find_accesses
from passes.explain.causes import (
    CONSTANT,
    HOPELESS,
    SCALAR,
    TENSOR,
    Cause,
    Need,
    difficulty,
)
from passes.explain.names import name
from passes.explain.skeleton import reduce_to_addresses

#: What Triton specialises arguments to: pointers aligned to, integers divisible by.
SPECIALIZATION = 16
#: What hints of tensors claim.
DIVISIBLE = "each run starts at a multiple of {}"
CONTIGUOUS = "runs of {} are contiguous"
CONSTANT_RUNS = "runs of {} are equal"


class Fix:
    """A change to the IR that stands for one to the Python source or to a launch.

    ``key`` tells fixes apart; ``text`` says what to do; ``promise`` what the user then vouches for,
    empty where Triton itself sees to it. Where a weaker truth is enough, ``alternative`` says it.
    """

    key: tuple[object, ...]
    text: str
    promise: str = ""
    alternative: Fix | None = None

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        """Changes the ``copy`` of a module; ``values`` maps values of the original to its own."""
        raise NotImplementedError

    def changed(self, analysis: ModuleAxisInfoAnalysis) -> dict[Value, AxisInfo]:
        """What is known of values of the original once the change is made."""
        return {}


class DivisibleArgument(Fix):
    """An argument that Triton specialises at launch, which is divisible by 16."""

    def __init__(self, cause: Cause) -> None:
        argument = cause.value
        assert isinstance(argument, BlockArgument)
        self.argument = argument
        self.key = ("divisible", argument)
        self.is_pointer = hasattr(argument.type, "pointee")
        self.text = combined([self])
        self.alternative = None if self.is_pointer else _hint_after(cause)

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        argument = values[self.argument]
        assert isinstance(argument, BlockArgument)
        function = argument.block.parent_op
        assert function is not None
        attribute = IntegerAttr(SPECIALIZATION, i32)
        set_argument_attr(function, argument.index, "tt.divisibility", attribute)

    def changed(self, analysis: ModuleAxisInfoAnalysis) -> dict[Value, AxisInfo]:
        info = analysis.axis_info_or_unknown(self.argument)
        return {self.argument: AxisInfo(info.contiguity, (SPECIALIZATION,), info.constancy)}


def combined(fixes: Sequence[Fix]) -> str:
    """What to do to apply all of them, arguments of a kind named together."""
    arguments = [fix for fix in fixes if isinstance(fix, DivisibleArgument)]
    parts = []
    pointers = [name(fix.argument) for fix in arguments if fix.is_pointer]
    integers = [name(fix.argument) for fix in arguments if not fix.is_pointer]
    if pointers:
        parts.append(f"align {', '.join(pointers)} to {SPECIALIZATION} bytes")
    if integers:
        multiple = "a multiple" if len(integers) == 1 else "multiples"
        parts.append(f"pass {', '.join(integers)} as {multiple} of {SPECIALIZATION}")
    if parts:
        parts[-1] += f" (tt.divisibility = {SPECIALIZATION})"
    parts += [fix.text for fix in fixes if not isinstance(fix, DivisibleArgument)]
    return " and ".join(dict.fromkeys(parts))


#: Constant strides up to this are taken for those of records, such as complex numbers.
INTERLEAVED = 4


class UnitStride(Fix):
    """An argument that is a stride and that is 1, to which Triton specialises it."""

    def __init__(self, stride: Value) -> None:
        self.stride = stride
        self.key = ("one", stride)
        self.text = f"pass {name(stride)} as 1, to which Triton specialises it"

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        argument = values[self.stride]
        block = argument.parent_block
        assert block is not None
        builder = OpBuilder()
        builder.at_start(block)
        argument.replace_all_uses_with(_constant(builder, argument.type, 1))

    def changed(self, analysis: ModuleAxisInfoAnalysis) -> dict[Value, AxisInfo]:
        return {self.stride: splat_info(self.stride, 1)}


class OtherConstant(Fix):
    """Another number in the place of a constant, for the operation that is at work with it.

    One constant of the IR may stand for several of the source, so its other uses stay.
    """

    def __init__(self, cause: Cause, number: int) -> None:
        assert cause.entry is not None
        self.number = number
        self.value = cause.value
        worker, self._operand = cause.entry
        self._result = worker.results[0]
        self.key = ("constant", self._result, self._operand, number)

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        worker = values[self._result].defining_op
        assert worker is not None
        builder = OpBuilder()
        builder.set_insertion_point(worker)
        type = worker.operand(self._operand).type
        worker.set_operand(self._operand, _constant(builder, type, self.number))

    def changed(self, analysis: ModuleAxisInfoAnalysis) -> dict[Value, AxisInfo]:
        # Of all uses, which is more than the change makes true; the proof has the one only.
        return {self.value: splat_info(self.value, self.number)}


class SwappedOrder(OtherConstant):
    """A constant stride that is 1, by data stored the other way round."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause, 1)
        constant = constant_of(cause.value)
        assert constant is not None
        apart = constant.value
        how = f"keep the {apart} interleaved parts apart"
        if not 1 < apart <= INTERLEAVED:
            how = "swap the order"
        self.text = f"{how} in memory, so that the stride {apart} becomes 1"
        self.promise = "memory is laid out so"


class PaddedConstant(OtherConstant):
    """A constant stride, step, size or bound rounded up."""

    def __init__(self, cause: Cause) -> None:
        constant = constant_of(cause.value)
        assert constant is not None
        step = cause.need.amount
        super().__init__(cause, -(-constant.value // step) * step)
        worker = "" if cause.worker is None else cause.worker.name
        self.promise = "memory is laid out so"
        if worker == "arith.cmpi":
            self.text = f"bound the mask by {self.number} instead of {constant.value}"
            self.promise = "memory reaches so far"
        elif worker in REMAINDERS:
            self.text = f"wrap around at {self.number} instead of {constant.value}"
        else:
            what = "step" if cause.is_step else "stride"
            self.text = f"pad the {what} {constant.value} to {self.number}"

    @staticmethod
    def fits(cause: Cause) -> bool:
        """Whether the constant is a size that could be another one, and not too different."""
        constant, worker = constant_of(cause.value), cause.worker
        if constant is None or worker is None or cause.need.constancy > 1 or cause.entry is None:
            return False
        is_size = worker.name in ("arith.muli", "arith.cmpi", *REMAINDERS) or cause.is_step
        return is_size and PaddedConstant(cause).number < 2 * constant.value


class HintedValue(Fix):
    """``tl.multiple_of``, ``tl.max_contiguous`` and ``tl.max_constancy`` of an operation's result.

    They set attributes of the operation. On an argument they would leave no trace. Dims that are
    not in need keep what is known of them.
    """

    def __init__(self, value: Value, need: Need, info: AxisInfo) -> None:
        self.value = value
        self.key = ("hint", value, need)
        self._hints: dict[str, tuple[int, ...]] = {}
        text, promises = name(value), []
        for attribute, function, amount, known, promise in (
            ("tt.divisibility", "multiple_of", need.divisibility, info.divisibility, DIVISIBLE),
            ("tt.contiguity", "max_contiguous", need.contiguity, info.contiguity, CONTIGUOUS),
            ("tt.constancy", "max_constancy", need.constancy, info.constancy, CONSTANT_RUNS),
        ):
            if amount > 1:
                numbers = [min(each, SPECIALIZATION) for each in known]
                numbers[need.dim] = amount
                self._hints[attribute] = tuple(numbers)
                shown = numbers if len(numbers) > 1 else numbers[0]
                text = f"tl.{function}({text}, {shown})"
                promises.append(promise.format(amount))
        if isinstance(value.type, tt.PointerType):
            promises = [f"{name(value)} is aligned to {need.divisibility} bytes"]
        elif not isinstance(value.type, RankedTensorType):
            promises = [f"{name(value)} is a multiple of {need.divisibility}"]
        self.text = text
        self.promise = " and ".join(promises)

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        op = values[self.value].defining_op
        assert op is not None
        for attribute, numbers in self._hints.items():
            type = RankedTensorType((len(numbers),), i32)
            op.set_attr(attribute, DenseElementsAttr(type, numbers))

    def changed(self, analysis: ModuleAxisInfoAnalysis) -> dict[Value, AxisInfo]:
        info = analysis.axis_info_or_unknown(self.value)
        known = (info.contiguity, info.divisibility, info.constancy)
        dims = [self._hints.get(name, old) for name, old in zip(HINTS, known, strict=True)]
        return {self.value: AxisInfo(dims[0], dims[1], dims[2], info.constant_value)}


class Distrust(Fix):
    """No fix but its opposite: AxisInfo knows nothing of an operation's result."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.key = ("distrust", value)

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        value = values[self.value]
        rank = value.type.rank if isinstance(value.type, RankedTensorType) else 1
        ones = DenseElementsAttr(RankedTensorType((rank,), i32), [1] * rank)
        op = value.defining_op
        assert op is not None
        for attribute in HINTS:
            op.set_attr(attribute, ones)


class FewerWarps(Fix):
    """Fewer warps for the same tensor."""

    def __init__(self, warps: int) -> None:
        self.warps = warps
        self.key = ("warps", warps)
        self.text = f"num_warps={warps}"

    def apply(self, copy: Operation, values: dict[Value, Value]) -> None:
        copy.set_attr(NUM_WARPS, IntegerAttr(self.warps, i32))


def _constant(builder: OpBuilder, type: Type, number: int) -> Value:
    """An integer, or a tensor that is ``number`` everywhere, made where ``builder`` stands."""
    attribute: Attribute
    if isinstance(type, RankedTensorType):
        attribute = DenseElementsAttr(type, (number,))
    else:
        attribute = IntegerAttr(number, type)
    return builder.create(arith.ConstantOp, [], [type], {"value": attribute}).result


def _hint_after(cause: Cause) -> HintedValue | None:
    """A hint on what is made of an argument that need not be divisible by 16, but by less."""
    for (value, need), info in zip(cause.steps[-2::-1], cause.infos[-2::-1], strict=True):
        op = value.defining_op
        if op is None or op.regions:
            return None
        if op is cause.worker:
            amount = need.divisibility if need.constancy == 1 else need.constancy
            return HintedValue(value, need, info) if amount < SPECIALIZATION else None
    return None


def _takes_hints(value: Value) -> bool:
    """Whether ``tl.multiple_of`` and its like leave a trace: not on arguments and constants."""
    op = value.defining_op
    return op is not None and not op.regions and op.name != "arith.constant"


def splat_info(value: Value, number: int) -> AxisInfo:
    """The info of a constant in the place of ``value``."""
    return constant_info(value.type, IntConstant(number, integer_width(value.type)))


def fixes_of(cause: Cause) -> list[Fix]:
    """What could mend a cause, the safest first; nothing where no hint can be honest."""
    value = cause.value
    hard = difficulty(cause)
    if hard == HOPELESS:
        return []
    if cause.need.one and constant_of(value) is None:
        return [UnitStride(value)]
    if cause.need.one:
        return [SwappedOrder(cause)] if cause.entry is not None else []
    if cause.is_argument:
        return [DivisibleArgument(cause)]
    if hard == CONSTANT:
        return [PaddedConstant(cause)] if PaddedConstant.fits(cause) else []
    assert hard in (SCALAR, TENSOR)
    # Where a value is used for two dims, a hint on what is made of it for one may be the better.
    hints: list[Fix] = [
        HintedValue(each, need, info)
        for (each, need), info in zip(cause.steps[::-1], cause.infos[::-1], strict=True)
        if _takes_hints(each) and not need.one
    ]
    return hints[:3]


class Prover:
    """Widths of the accesses of a module under sets of fixes, each set applied to one copy.

    To be made before AxisInfo runs on the module, which writes to arguments what callers know. The
    copy has the address computations only, so which accesses share data is asked of the whole
    module, by ``connected``.
    """

    def __init__(self, module: Operation, connected: Connected) -> None:
        self._origin: dict[Value, Value] = {}
        self._pristine = module.clone(self._origin)
        originals, copies = find_accesses(module), find_accesses(self._pristine)
        place = {access.op: i for i, access in enumerate(originals)}
        self._sharing = [
            [place[other] for other in connected(access.op) if other in place]
            for access in originals
        ]
        roots = [v for access in copies for v in (access.pointer, access.mask) if v is not None]
        reduce_to_addresses(self._pristine, [access.op for access in copies], roots)
        self._trials: dict[frozenset[object], tuple[list[Access], Measuring]] = {}
        self._widths: dict[tuple[frozenset[object], int], int] = {}

    @property
    def trials(self) -> int:
        """How many copies were analysed."""
        return len(self._trials)

    def width(self, fixes: Sequence[Fix], i: int) -> int:
        """Elements per instruction of access ``i`` of :func:`find_accesses`."""
        key = frozenset(fix.key for fix in fixes)
        if (key, i) not in self._widths:
            if key not in self._trials:
                self._trials[key] = self._trial(fixes)
            accesses, measuring = self._trials[key]
            measuring.measure(accesses[i])
            self._widths[key, i] = accesses[i].elements
        return self._widths[key, i]

    def _trial(self, fixes: Sequence[Fix]) -> tuple[list[Access], Measuring]:
        copied: dict[Value, Value] = {}
        copy = self._pristine.clone(copied)
        values = {v: copied[own] for v, own in self._origin.items() if own in copied}
        for fix in fixes:
            fix.apply(copy, values)
        accesses = find_accesses(copy)
        place = {access.op: i for i, access in enumerate(accesses)}

        def connected(op: Operation) -> set[Operation]:
            return {accesses[other].op for other in self._sharing[place[op]]}

        return accesses, Measuring(copy, ModuleAxisInfoAnalysis(copy), connected)
