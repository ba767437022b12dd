"""Operations that hand values from and to their regions (RegionBranchOpInterface).

Control enters regions from the operation, goes from region to region, and leaves with the
operation's results. A *successor* is a region, or None for the operation's results; a *source* is
a region, or None for the operation itself.
Source: mlir/lib/Interfaces/ControlFlowInterfaces.cpp, LoopLikeInterface.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.source import Diagnostic
from mlir_mini.spec.op import Op
from mlir_mini.spec.verify import type_text


class RegionBranchOp(Op):
    """Base: control enters every region, and leaves each of them for good."""

    def region_successors(self, source: Region | None) -> list[Region | None]:
        """Where control may go from ``source``, in upstream's order."""
        return list(self.regions) if source is None else [None]

    def entry_operands(self, successor: Region | None) -> Sequence[Value]:
        """Operands handed over where control goes from the operation itself to ``successor``."""
        return []

    def successor_inputs(self, successor: Region | None) -> Sequence[Value]:
        """What takes the values handed to ``successor``."""
        return self.results if successor is None else []


class RegionTerminatorOp(Op):
    """Base of terminators that hand values on."""

    @property
    def exit_operands(self) -> Sequence[Value]:
        """The values handed on."""
        return self.operands


def verify_region_branch(op: Any) -> Diagnostic | None:
    """Every edge hands over as many values as its target takes, of the same types."""
    for successor in op.region_successors(None):
        problem = _verify_edge(op, None, op.entry_operands(successor), successor)
        if problem is not None:
            return problem
    for region in op.regions:
        for block in region.blocks:
            terminator = block.last
            if isinstance(terminator, RegionTerminatorOp):
                for successor in op.region_successors(region):
                    values = terminator.exit_operands
                    problem = _verify_edge(op, terminator, values, successor)
                    if problem is not None:
                        return problem
    return None


def _verify_edge(
    op: RegionBranchOp,
    terminator: Operation | None,
    values: Sequence[Value],
    successor: Region | None,
) -> Diagnostic | None:
    inputs = op.successor_inputs(successor)
    if len(values) != len(inputs):
        problem = (
            f"region branch point has {len(values)} operands, but region successor needs "
            f"{len(inputs)} inputs"
        )
    else:
        for i, (value, target) in enumerate(zip(values, inputs, strict=True)):
            if value.type is not target.type:
                problem = (
                    f"successor operand type #{i} '{type_text(value.type)}' should match successor "
                    f"input type #{i} '{type_text(target.type)}'"
                )
                break
        else:
            return None
    source = "parent" if terminator is None else f"Operation {terminator.name}"
    target_name = (
        f"Operation {op.name}" if successor is None else f"Region #{op.regions.index(successor)}"
    )
    error = op.op_error(f"along control flow edge from {source} to {target_name}: {problem}")
    where = op if terminator is None else terminator
    return error.attach_note("region branch point", where.loc.position())


def verify_loop(op: Any, results: bool = True) -> Diagnostic | None:
    """A loop carries as many values in as its body takes and hands on.

    With ``results`` it also has as many results.
    """
    inits, arguments = len(op.init_args), len(op.region_iter_args)
    if inits != arguments:
        return op.op_error(
            f"different number of inits and region iter_args: {inits} != {arguments}"
        )
    yielded = len(op.yielded_values)
    if yielded and yielded != arguments:
        return op.op_error(
            f"different number of region iter_args and yielded values: {arguments} != {yielded}"
        )
    if results and len(op.results) != arguments:
        return op.op_error(
            "different number of loop results and region iter_args: "
            f"{len(op.results)} != {arguments}"
        )
    return None
