"""The Triton dialect: functions, programs, casts, arithmetic, foreign code, output."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.dialects.builtin import UnrealizedConversionCastOp
from mlir_mini.interp.arith import (
    bitcast,
    float_rule,
    maximum,
    maximum_number,
    minimum,
    minimum_number,
    multiply_wide,
)
from mlir_mini.interp.errors import AssertionFailed, Unsupported
from mlir_mini.interp.math import libdevice
from mlir_mini.interp.ptx import run_assembly
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import (
    byte_width,
    dtype_of,
    from_float,
    shape_of,
    to_float,
    unsigned,
)
from mlir_mini.ir.types import element_type_or_self

# Functions and programs ---------------------------------------------------------------------------


@rule(tt.ReturnOp)
def _return(ev: Any, op: Any, *values: Any) -> None:
    return None


@rule(tt.CallOp)
def _call(ev: Any, op: Any, *arguments: Any) -> Any:
    return tuple(ev.call_symbol(op, op.callee, arguments))


_AXES = {"x": 0, "y": 1, "z": 2}


@rule(tt.GetProgramIdOp)
def _program_id(ev: Any, op: Any) -> Any:
    return np.int32(ev.program[_AXES[op.axis]])


@rule(tt.GetNumProgramsOp)
def _num_programs(ev: Any, op: Any) -> Any:
    return np.int32(ev.grid[_AXES[op.axis]])


@rule(UnrealizedConversionCastOp)
def _same_value(ev: Any, op: Any, *values: Any) -> Any:
    if len(values) != len(op.results):
        raise Unsupported(None, "between different numbers of values")
    return values


# Casts --------------------------------------------------------------------------------------------


@rule(tt.IntToPtrOp, tt.PtrToIntOp)
def _address(ev: Any, op: Any, a: Any) -> Any:
    return a


rule(tt.BitcastOp)(bitcast)


@rule(tt.FpToFpOp)
def _fp_to_fp(ev: Any, op: Any, a: Any) -> Any:
    return from_float(to_float(a, op.src.type), op.result.type, op.rounding or "rtne")


# Arithmetic ---------------------------------------------------------------------------------------


@rule(tt.AddPtrOp)
def _addptr(ev: Any, op: Any, pointer: Any, offset: Any) -> Any:
    pointee: Any = element_type_or_self(op.ptr.type)
    width = byte_width(pointee.pointee)
    if offset.dtype == np.bool_:
        offset = -offset.astype(np.int64)
    return pointer + offset.astype(np.int64) * width


@rule(tt.ClampFOp)
def _clampf(ev: Any, op: Any, x: Any, low: Any, high: Any) -> Any:
    type = op.result.type
    x, low, high = (to_float(v, type) for v in (x, low, high))
    if op.propagateNan == "all":
        return from_float(minimum(maximum(x, low), high), type)
    return from_float(minimum_number(maximum_number(x, low), high), type)


rule(tt.PreciseSqrtOp)(float_rule(np.sqrt))
rule(tt.PreciseDivFOp)(float_rule(np.divide))
rule(tt.ApproxDivFOp)(float_rule(np.divide))


@rule(tt.MulhiUIOp)
def _mulhiui(ev: Any, op: Any, a: Any, b: Any) -> Any:
    return multiply_wide(a, b, False)[1]


# Foreign code, output -----------------------------------------------------------------------------


@rule(tt.ExternElementwiseOp)
def _extern(ev: Any, op: Any, *values: Any) -> Any:
    found = libdevice(op.symbol)
    if found is None:
        raise Unsupported(None, f"of '{op.symbol}'")
    kind, function = found
    type = op.result.type
    if kind == "integer":
        return function(*values).astype(dtype_of(type))
    floats = [to_float(v, o.type) for v, o in zip(values, op.operands, strict=True)]
    if kind == "class":
        return function(*floats).astype(dtype_of(type))
    return from_float(function(*floats), type)


@rule(tt.ElementwiseInlineAsmOp)
def _inline_asm(ev: Any, op: Any, *values: Any) -> Any:
    outputs = [(shape_of(r.type), dtype_of(r.type)) for r in op.results]
    found = run_assembly(
        ev.memory, op.asm_string, op.constraints, op.packed_element, values, outputs
    )
    return tuple(found)


@rule(tt.PrintOp)
def _print(ev: Any, op: Any, *values: Any) -> None:
    signs = op.isSigned or [1] * len(values)
    shown = [
        v if sign or v.dtype.kind != "i" else unsigned(v)
        for v, sign in zip(values, signs, strict=True)
    ]
    ev.record.prints.append((ev.program, op.prefix, [np.array(v) for v in shown]))


@rule(tt.AssertOp)
def _assert(ev: Any, op: Any, condition: Any) -> None:
    if not condition.all():
        raise AssertionFailed(op.message)
