"""What a function uses the contents of its buffers for.

Followed backwards from the uses that matter: a value that becomes an address, the scale of a
scaled product, an operand of a product of integers. The load that a value comes from leads to the
argument that it reads through.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.dialects.tt_types import PointerType
from mlir_mini.ir.core import BlockArgument, Operation, Value
from mlir_mini.ir.types import Type, element_type_or_self, f32

_LOADS = (tt.LoadOp, tt.DescriptorLoadOp, tt.DescriptorGatherOp)


class Roles:
    """The role of each argument's contents: ``address``, ``scale``, ``data`` or empty."""

    def __init__(self, function: FunctionOp) -> None:
        self._roles: dict[int, str] = {}
        #: What the pointers made of integers point to.
        self.behind_address: Type = f32
        self._equal: dict[int, int] = {}
        self._entry = function.body_region.first_block if not function.is_declaration else None
        for op in function.walk():
            self._look(op)

    def of_argument(self, index: int) -> str:
        return self._roles.get(index, "")

    def equal_to(self, index: int) -> int | None:
        """The earlier argument that an assertion demands this one to equal."""
        return self._equal.get(index)

    def _look(self, op: Operation) -> None:
        if isinstance(op, tt.AssertOp):
            self._look_at_assertion(op.operand(0).defining_op)
        elif isinstance(op, tt.IntToPtrOp):
            element: Any = element_type_or_self(op.results[0].type)
            self.behind_address = element.pointee
            self._mark(op.operand(0), "address")
        elif isinstance(op, tt.DotScaledOp):
            for scale in (op.a_scale, op.b_scale):
                if scale is not None:
                    self._mark(scale, "scale")
            for data in (op.a, op.b):
                self._mark(data, "data")
        elif isinstance(op, tt.DotOp):
            for data in (op.a, op.b):
                self._mark(data, "data")

    def _look_at_assertion(self, comparison: Any) -> None:
        if not isinstance(comparison, arith.CmpIOp) or comparison.predicate != "eq":
            return
        indices = sorted({self._argument(v) for v in comparison.operands})
        if len(indices) == 2 and indices[0] >= 0:
            self._equal.setdefault(indices[1], indices[0])

    def _argument(self, value: Value) -> int:
        """The argument that a value is, but for its width; -1 if it is none."""
        while isinstance(value.defining_op, arith.ExtSIOp):
            value = value.defining_op.operand(0)
        is_argument = isinstance(value, BlockArgument) and value.block is self._entry
        return value.index if isinstance(value, BlockArgument) and is_argument else -1

    def _mark(self, value: Value, role: str) -> None:
        for index in self._sources(value):
            self._roles.setdefault(index, role)

    def _sources(self, value: Value) -> set[int]:
        """Arguments through which the loads that ``value`` is computed from read."""
        found: set[int] = set()
        seen: set[tuple[Value, bool]] = set()
        # Values to look at, and whether they are addresses of what is read.
        waiting = [(value, False)]
        while waiting:
            item = waiting.pop()
            if item in seen:
                continue
            seen.add(item)
            current, is_address = item
            if isinstance(current, BlockArgument):
                if current.block is self._entry:
                    if is_address:
                        found.add(current.index)
                else:
                    waiting += [(v, is_address) for v in _incoming(current)]
                continue
            op: Any = current.defining_op
            if isinstance(op, _LOADS):
                if not is_address:
                    waiting.append((op.operand(0), True))
            elif is_address and isinstance(op, (tt.AddPtrOp, arith.SelectOp)):
                places = [0] if isinstance(op, tt.AddPtrOp) else [1, 2]
                waiting += [(op.operand(i), True) for i in places]
            else:
                waiting += [(v, is_address) for v in op.operands if not is_address or _points(v)]
        return found


def _points(value: Value) -> bool:
    return isinstance(element_type_or_self(value.type), PointerType)


def _incoming(argument: BlockArgument) -> list[Value]:
    """Values that a block's argument may stand for: what loops carry."""
    parent = argument.block.parent_op
    if parent is None or parent.name != "scf.for" or argument.index == 0:
        return []
    position = argument.index - 1
    return [parent.operand(3 + position), argument.block.terminator.operand(position)]
