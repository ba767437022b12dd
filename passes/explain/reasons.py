"""Why an access gets no hint: a sentence that ends in what to do, where anything can be done."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.integers import constant_of
from mlir_mini.analysis.op_kinds import DATA, PROGRAM, SHIFTS
from mlir_mini.analysis.strides import strides_of
from mlir_mini.dialects import tt
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType
from passes.explain.accesses import Access
from passes.explain.causes import Cause, data_source
from passes.explain.names import described, line

_CLAMPS = "may clamp inside a run: bound the access by a mask instead"
#: What operations do to runs.
BREAKS = {
    **dict.fromkeys(("arith.divsi", "arith.divui"), "gives neighbours the same element"),
    **dict.fromkeys(("arith.minsi", "arith.minui", "arith.maxsi", "arith.maxui"), _CLAMPS),
    "arith.select": "may switch inside a run: bound the access by a mask instead",
    "tt.bitcast": "keeps no runs: cast the pointer before offsets are added to it",
}
_UNMASKED = "; load without it what memory holds anyway, and drop elements by tl.where"


def why_none(access: Access, causes: Sequence[Cause]) -> str:
    """Why ``access`` gets no hint because of ``causes``, the first of which decides."""
    for cause in causes:
        reason = _of_mask(access, cause) if cause.is_of_mask else _of_addresses(cause)
        if reason:
            return reason
    return "nothing that Triton can be told widens it"


def _of_mask(access: Access, cause: Cause) -> str:
    op = cause.op
    if op is None:
        return _of_handed_over(cause)
    unmasked = _UNMASKED if isinstance(access.op, tt.LoadOp) else ""
    if op.name in DATA:
        return f"the mask depends on data: {described(cause.value)}{unmasked}"
    data = data_source(cause.value)
    if data is not None:
        return f"the mask depends on data: {described(data)}{unmasked}"
    return f"{_subject(cause.comparison or op)} makes the mask change within a run{unmasked}"


def _of_addresses(cause: Cause) -> str:
    op, worker = cause.op, cause.worker
    constant = constant_of(cause.value)
    if cause.need.one and worker is not None:
        return _of_distance(worker, described(cause.value) if constant is None else constant.value)
    if op is None:
        return _of_handed_over(cause)
    if op.name in DATA:
        return f"the addresses depend on data: {described(cause.value)}"
    if op.name in PROGRAM:
        return f"{described(cause.value)} takes every value: programs start next to each other"
    if op.name == "arith.constant":
        if constant is None or worker is None:
            return "the offsets are an irregular constant"
        if worker.name in SHIFTS:
            return f"{_subject(worker)} moves the tile by {constant.value}, off its alignment"
        return f"the {constant.value} of {_subject(worker)} is no multiple of {cause.need.amount}"
    if op.name == "tt.expand_dims" and cause.need.contiguity == 1:
        return f"rows start one element apart ({op.name}, {line(op)})"
    data = data_source(cause.value)
    if data is not None:
        return f"the addresses depend on data: {described(data)}"
    if isinstance(cause.value.type, RankedTensorType):
        stride = strides_of(cause.value)[cause.need.dim]
        if stride is not None and stride.scalar is None and stride.factor > 1:
            return _of_distance(op, stride.factor)
        does = BREAKS.get(op.name, "leaves no runs of consecutive elements")
        return f"{_subject(op)} {does}"
    return ""


def _of_distance(op: Operation, distance: int | str) -> str:
    return (
        f"{_subject(op)} puts neighbours {distance} elements apart: "
        "swap the order of the tensor's dims, or of the data"
    )


def _of_handed_over(cause: Cause) -> str:
    if cause.is_argument:
        return ""
    return f"{described(cause.value)} is not always the same"


def _subject(op: Operation) -> str:
    return f"{op.name} ({line(op)})"
