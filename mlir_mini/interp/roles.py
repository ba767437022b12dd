"""What a function uses the contents of its buffers for.

Followed backwards from the uses that matter: a value that becomes an address, the scale of a
scaled product, an operand of a product of integers. The load that a value comes from leads to the
argument that it reads through. Loops, branches and calls are followed, whatever their conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlir_mini.analysis.control_flow import region_branch
from mlir_mini.analysis.incoming import incoming
from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.dialects.tt_types import PointerType
from mlir_mini.ir.core import BlockArgument, Operation, OpResult, Value
from mlir_mini.ir.symbols import lookup_symbol
from mlir_mini.ir.types import Type, element_type_or_self, f32

_LOADS = (tt.LoadOp, tt.DescriptorLoadOp, tt.DescriptorGatherOp)


def called(call: tt.CallOp) -> FunctionOp | None:
    """The function that is called, if the module has it."""
    found = lookup_symbol(call, call.callee)
    return found if isinstance(found, FunctionOp) else None


def reachable(function: FunctionOp) -> Iterator[Operation]:
    """The operations of a function and of those that it calls."""
    seen: set[Operation] = set()
    waiting = [function]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        for op in current.walk():
            yield op
            callee = called(op) if isinstance(op, tt.CallOp) else None
            waiting += [callee] if callee is not None else []


class Roles:
    """The role of each argument's contents: ``address``, ``scale``, ``data`` or empty."""

    def __init__(self, function: FunctionOp) -> None:
        self._roles: dict[int, str] = {}
        #: What the pointers made of integers point to.
        self.behind_address: Type = f32
        self._equal: dict[int, int] = {}
        self._entry = function.body_region.first_block if not function.is_declaration else None
        ops = list(reachable(function))
        #: The calls of each function, and what ends it.
        self._calls: dict[Operation, list[Operation]] = {}
        self._returns: dict[Operation, list[Operation]] = {}
        for op in ops:
            callee = called(op) if isinstance(op, tt.CallOp) else None
            if callee is not None:
                self._calls.setdefault(callee, []).append(op)
            elif isinstance(op, tt.ReturnOp) and op.parent_op is not None:
                self._returns.setdefault(op.parent_op, []).append(op)
        for op in ops:
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
        while True:
            if isinstance(value, BlockArgument):
                if value.block is self._entry:
                    return value.index
                passed = set(self._passed_by_calls(value))
                if len(passed) != 1:
                    return -1
                [value] = passed
            elif isinstance(value.defining_op, arith.ExtSIOp):
                value = value.defining_op.operand(0)
            else:
                return -1

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
                if current.block is not self._entry:
                    waiting += [(v, is_address) for v in self._handed_to(current)]
                elif is_address:
                    found.add(current.index)
                continue
            op: Any = current.defining_op
            if region_branch(op) is not None or isinstance(op, tt.CallOp):
                waiting += [(v, is_address) for v in self._handed_to(current)]
            elif isinstance(op, _LOADS):
                if not is_address:
                    waiting.append((op.operand(0), True))
            elif is_address and isinstance(op, (tt.AddPtrOp, arith.SelectOp)):
                places = [0] if isinstance(op, tt.AddPtrOp) else [1, 2]
                waiting += [(op.operand(i), True) for i in places]
            else:
                waiting += [(v, is_address) for v in op.operands if not is_address or _points(v)]
        return found

    def _handed_to(self, value: Value) -> list[Value]:
        """What control flow and calls hand to an argument of a block or to a result."""
        if isinstance(value, BlockArgument):
            return self._passed_by_calls(value) or incoming(value)
        call = value.defining_op
        if isinstance(value, OpResult) and isinstance(call, tt.CallOp):
            callee = called(call)
            ends = self._returns.get(callee, []) if callee is not None else []
            return [end.operand(value.index) for end in ends]
        return incoming(value)

    def _passed_by_calls(self, argument: BlockArgument) -> list[Value]:
        """What callers pass for an argument of a function; nothing for one of another block."""
        function = argument.block.parent_op
        if function is None or not argument.block.is_entry_block:
            return []
        return [call.operand(argument.index) for call in self._calls.get(function, [])]


def _points(value: Value) -> bool:
    return isinstance(element_type_or_self(value.type), PointerType)
