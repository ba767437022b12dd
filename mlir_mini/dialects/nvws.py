"""The nvws dialect: what warp specialization leaves where it has divided a loop.

Source: third_party/nvidia/include/Dialect/NVWS/IR/NVWSOps.td, lib/Dialect/NVWS/IR/Ops.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects.ttg_traits import MemDesc
from mlir_mini.ir.core import Operation, OpResult, Value
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import operand, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("nvws")

_PARTITION = "ttg.partition"
_PARTITION_OUTPUTS = "ttg.partition.outputs"


def _owners_of_result(op: Operation, number: int) -> tuple[int, ...]:
    """Partitions that own a result, or all that own the operation where it does not say more."""
    outputs: Any = op.attr(_PARTITION_OUTPUTS)
    if outputs is None:
        return op.attr(_PARTITION).values
    return outputs.elements[number].values if number < len(outputs.elements) else ()


def _owners(value: Value) -> tuple[int, ...]:
    """Partitions that own ``value``; empty where that is not known."""
    if isinstance(value, OpResult):
        op = value.owner
        return _owners_of_result(op, value.index) if op.attr(_PARTITION) is not None else ()
    argument: Any = value
    loop = argument.block.parent_op
    if argument.index == 0 or loop is None or loop.name != "scf.for":
        return ()
    if loop.attr(_PARTITION) is None or loop.attr(_PARTITION_OUTPUTS) is None:
        return ()
    return _owners_of_result(loop, argument.index - 1)


class ArefPhiOp(Op):
    """One of two values, by the partition that runs it.

    %0 = nvws.aref.phi %local, %remote {ttg.partition = array<i32: 0, 1>} : i32
    """

    name = "nvws.aref.phi"
    local = operand()
    remote = operand()
    result_ = result()
    traits = frozenset({t.Pure, t.SameOperandsAndResultType})
    assembly_format = "$local `,` $remote attr-dict `:` type($result)"

    def verify(self) -> Diagnostic | None:
        if self.attr(_PARTITION) is None:
            return self.plain_error("requires a non-empty ttg.partition annotation")
        local, remote = _owners(self.local), _owners(self.remote)
        for name, owners in (("local", local), ("remote", remote)):
            if not owners:
                return self.plain_error(f"{name} operand must have partition ownership")
        for partition in local:
            if partition in remote:
                return self.plain_error(f"partition {partition} is owned by both phi operands")
        if {*local, *remote} != set(self.attr(_PARTITION).values):
            return self.plain_error(
                "operand partition union must exactly match the phi partition set"
            )
        return None


class CLCTryCancelOp(Op):
    """Asks for the next tile; the answer goes to shared memory.

    nvws.clc_try_cancel %buffer : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    """

    name = "nvws.clc_try_cancel"
    result_ = operand(MemDesc)
    traits = frozenset({t.MemWrite})
    assembly_format = "$result attr-dict `:` qualified(type($result))"


dialect.add_ops(globals())
