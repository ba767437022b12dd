"""What operations of the builtin dialect fold to (mlir/lib/IR/BuiltinDialect.cpp)."""

from __future__ import annotations

from mlir_mini.dialects.builtin import UnrealizedConversionCastOp
from mlir_mini.ir.core import Value
from mlir_mini.rewrite.folding import Constants


# cast(%x : A to A) -> %x,  cast(cast(%x : A to B) : B to A) -> %x
def _cast(op: UnrealizedConversionCastOp, constants: Constants) -> tuple[Value, ...] | None:
    inputs = op.operands
    if op.operand_types == op.result_types:
        return inputs
    source = inputs[0].defining_op if inputs else None
    if (
        isinstance(source, UnrealizedConversionCastOp)
        and tuple(source.results) == inputs
        and source.operand_types == op.result_types
    ):
        return source.operands
    return None


FOLDERS = {UnrealizedConversionCastOp: _cast}
