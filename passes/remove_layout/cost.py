"""What a conversion costs, and what computing its operand again would cost instead.

The unit is a thousandth of a cycle of one multiprocessor. After isRematBeneficial and the functions
before it, lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp.
"""

from __future__ import annotations

from mlir_mini.analysis.backward_slice import Slice
from mlir_mini.analysis.control_flow import region_branch, region_flow
from mlir_mini.analysis.encoding_transfer import Encoding, encoding_of, tensor_type
from mlir_mini.dialects import arith, tt, ttg
from mlir_mini.ir.core import Operation, OpOperand, Value
from mlir_mini.ir.types import FloatType, IntegerType, RankedTensorType
from mlir_mini.layout.conversion import cvt_reorders_registers
from mlir_mini.layout.queries import threads_per_warp, unique_elems_per_thread, warps_per_cta
from mlir_mini.spec.traits import RegionBranchTerminator

#: Several instructions each, or a throughput below 16 by the CUDA C programming guide.
_EXPENSIVE_MATH = frozenset(
    [
        "arith.divf", "math.acos", "math.acosh", "math.asin", "math.asinh", "math.atan",
        "math.atan2", "math.atanh", "math.cbrt", "math.cos", "math.cosh", "math.ctlz", "math.ctpop",
        "math.cttz", "math.erf", "math.erfc", "math.exp", "math.exp2", "math.expm1", "math.log",
        "math.log10", "math.log1p", "math.log2", "math.powf", "math.rsqrt", "math.sin", "math.sinh",
        "math.sqrt", "math.tan", "math.tanh",
    ]
)  # fmt: skip


def conversion_cost(value: Value, encoding: Encoding) -> int:
    """The cost of converting ``value`` to ``encoding``.

    A conversion goes through shared memory, where a bank is 4 bytes wide and a warp reads all 32
    of them, so small tensors and elements cost as much as that. Storing and loading costs 8 a byte
    each, and as much again to synchronise.
    """
    if cvt_reorders_registers(tensor_type(value).shape, encoding_of(value), encoding):
        return 0
    return 32 * _byte_count(value, 32, 32)


def is_rematerialization_beneficial(
    conversion: ttg.ConvertLayoutOp,
    found: Slice,
    new_conversion_cost: int,
    disable_splitting: bool,
) -> bool:
    """Whether ``conversion`` costs at least as much as ``found`` computed again.

    ``new_conversion_cost`` is that of conversions which take the place of ``conversion``. With
    ``disable_splitting`` nothing may be left in use of what is computed again.
    """
    surviving = _surviving_values(conversion, found)
    if disable_splitting and surviving:
        return False
    cost = new_conversion_cost
    for op in found.operations:
        survives = any(result in surviving for result in op.results)
        more = _operation_cost(op, found, survives)
        if more is None:
            return False
        cost += more
    return conversion_cost(conversion.src, encoding_of(conversion.result)) >= cost


def _operation_cost(op: Operation, found: Slice, survives: bool) -> int | None:
    """The cost of running ``op`` again; None if it must not be.

    Only a copy costs: where no result stays in use (not ``survives``), ``op`` is replaced. Then
    arithmetic costs what the new layout makes threads do in addition.
    """
    if isinstance(op, arith.ConstantOp):
        return 0
    if op.name.startswith(("arith.", "math.")):
        factor = 8 if op.name in _EXPENSIVE_MATH else 1
        return sum(
            factor * _byte_count(result) * (_work_factor(result, found) - (not survives))
            for result in op.results
        )
    if not survives:
        return 0
    if isinstance(op, (tt.LoadOp, ttg.LocalLoadOp)):
        # The data is in the cache by then, it is hoped.
        return 8 * sum(_byte_count(result) for result in op.results)
    if isinstance(op, tt.ReduceOp):
        return _reduction_cost(op)
    return 0


def _reduction_cost(op: tt.ReduceOp) -> int | None:
    """The lanes and warps that share the work; None if a copy might give another result.

    More than two floats may add up, or multiply, to something else in another order.
    """
    shape, encoding = tensor_type(op.operand(0)).shape, encoding_of(op.operand(0))
    if shape[op.axis] > 2 and any(
        isinstance(nested, (arith.AddFOp, arith.MulFOp)) for nested in op.walk()
    ):
        return None
    lanes = threads_per_warp(encoding, shape)[op.axis]
    return lanes + 8 * warps_per_cta(encoding, shape)[op.axis]


def _byte_count(value: Value, min_elements: int = 0, min_width: int = 0) -> int:
    """Bytes of a tensor, pointers and other values counting as nothing."""
    elements = width = 0
    if isinstance(value.type, RankedTensorType):
        elements = value.type.num_elements
        if isinstance(value.type.element_type, (IntegerType, FloatType)):
            width = value.type.element_type.width
    return max(elements, min_elements) * max(width, min_width) >> 3


def _work_factor(value: Value, found: Slice) -> int:
    """How many times more elements a thread has of ``value`` with its new encoding."""
    shape = tensor_type(value).shape
    before = unique_elems_per_thread(encoding_of(value), shape)
    after = unique_elems_per_thread(found.encodings[value], shape)
    return max(1, after // before)


def _surviving_values(conversion: Operation, found: Slice) -> dict[Value, None]:
    """Values of the slice that will still be used with their old encoding.

    Those used outside of the slice, and what they are computed from.
    """
    operations = set(found.operations)
    surviving: dict[Value, None] = {}
    for value in found.values:
        for use in value.uses:
            if use.owner is conversion or use.owner in operations:
                continue
            if not _flows_into_slice(use, found):
                surviving[value] = None
                break
    pending = list(surviving)
    while pending:
        for operand in _origins(pending.pop()):
            if operand in found.values and operand not in surviving:
                surviving[operand] = None
                pending.append(operand)
    return surviving


def _flows_into_slice(use: OpOperand, found: Slice) -> bool:
    """A loop or conditional hands ``use`` on, and only to values of the slice or unused ones."""
    op = use.owner
    if RegionBranchTerminator in op.traits:
        parent = op.parent_op
        assert parent is not None
        op = parent
    receivers = [receiver for slot, receiver in region_flow(op) if slot is use]
    return bool(receivers) and all(
        receiver in found.values or not receiver.has_uses for receiver in receivers
    )


def _origins(value: Value) -> list[Value]:
    """What ``value`` is computed from, or handed on from by a loop or conditional."""
    op = value.defining_op
    if op is None:
        block = value.parent_block
        assert block is not None
        op = block.parent_op
        assert op is not None
    if region_branch(op) is not None:
        tied = [slot.value for slot, receiver in region_flow(op) if receiver is value]
        if tied:
            return tied
    return list(op.operands)
