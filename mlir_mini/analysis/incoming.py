"""Where the values of arguments of blocks and functions and of loops' results come from.

Upstream has no counterpart: its analyses follow control flow forward.
"""

from __future__ import annotations

from mlir_mini.analysis.control_flow import FUNCTIONS, branch_operands, region_flow
from mlir_mini.ir.core import BlockArgument, Operation, Value


def incoming(value: Value) -> list[Value]:
    """What control flow within a function hands to an argument of a block or to a result.

    Empty for what is no such argument or result, and where nothing is known of the flow.
    """
    owner = value.defining_op
    if isinstance(value, BlockArgument):
        if not value.block.is_entry_block:
            return _passed_by_branches(value)
        owner = value.block.parent_op
    if owner is None:
        return []
    return [slot.value for slot, target in region_flow(owner) if target is value]


def _passed_by_branches(argument: BlockArgument) -> list[Value]:
    found = []
    for use in reversed(argument.block.uses):
        values = branch_operands(use.owner, use.index)
        if values is None:
            return []
        found.append(values[argument.index])
    return found


def is_function_argument(value: Value) -> bool:
    """Whether callers of a function pass ``value``."""
    if not isinstance(value, BlockArgument) or not value.block.is_entry_block:
        return False
    owner = value.block.parent_op
    return owner is not None and owner.name in FUNCTIONS


def induction_sources(value: Value) -> list[Value]:
    """Lower bound and step of the scf.for whose induction variable ``value`` is; else nothing."""
    if not isinstance(value, BlockArgument) or value.index != 0:
        return []
    loop: Operation | None = value.block.parent_op
    if loop is None or loop.name != "scf.for":
        return []
    return [loop.operand(0), loop.operand(2)]
