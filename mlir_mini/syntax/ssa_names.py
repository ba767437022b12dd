"""Names of values and blocks, numbered as MLIR's SSANameState does.

Regions are visited with a stack: when a region has been numbered, the regions of its operations
are pushed in order and the last one is taken first.  Each starts from the counters its parent
region ended with, unless ids are to be unique in the whole module.
Source: mlir/lib/IR/AsmPrinter.cpp.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir_mini.ir.core import Block, Operation, OpResult, Region, Value
from mlir_mini.regex import Regex

_BAD = Regex(r"[^\w$.\-]")


def sanitize(name: str) -> str:
    """A valid identifier after ``%``; blanks become ``_``, other characters their hex code."""
    if name and name[0].isdigit():
        # A name that starts like a number would clash with the numbered values.
        if not name.isdigit():
            name = "_" + name
        else:
            return "_" + name
    return _BAD.sub(lambda m: "_" if m.group() == " " else f"{ord(m.group()):X}", name)


class SSANames:
    """Names of every value (``%0``, ``%arg0``, ``%cst_1``) and block under one operation."""

    def __init__(self, top: Operation, generic: bool = False, unique: bool = False) -> None:
        self.values: dict[Value, str] = {}
        self.blocks: dict[Block, str] = {}
        self.block_order: dict[Block, int] = {}
        #: Operations whose results form several groups -> first index of each group.
        self.groups: dict[Operation, list[int]] = {}
        self._generic = generic
        self._value_id = self._argument_id = self._conflict_id = 0
        self._used: list[set[str]] = [set()]
        self._number(top, unique or generic)

    def _number(self, top: Operation, unique: bool) -> None:
        stack: list[tuple[Region, tuple[int, int, int], int]] = []
        counters = (0, 0, 0)
        for region in top.regions:
            stack.append((region, counters, 1))
        self._number_op(top)
        while stack:
            region, counters, depth = stack.pop()
            if not unique:
                self._value_id, self._argument_id, self._conflict_id = counters
            # Names of sibling regions go out of scope.
            del self._used[depth:]
            self._used.append(set())
            self._number_region(region)
            counters = (self._value_id, self._argument_id, self._conflict_id)
            for block in region.blocks:
                op = block.first
                while op is not None:
                    for nested in op.regions:
                        stack.append((nested, counters, depth + 1))
                    op = op.next

    def _number_region(self, region: Region) -> None:
        parent = region.parent_op
        if not self._generic and parent is not None:
            suggest: Callable | None = getattr(parent, "asm_block_argument_names", None)
            if suggest is not None:
                for argument, name in suggest(region):
                    self._set_name(argument, name)
        values = self.values
        for number, block in enumerate(region.blocks):
            self.blocks[block] = f"^bb{number}"
            self.block_order[block] = number
            for argument in block.arguments:
                if argument in values:
                    continue
                if number == 0:
                    self._set_name(argument, f"arg{self._argument_id}")
                    self._argument_id += 1
                else:
                    values[argument] = f"%{self._value_id}"
                    self._value_id += 1
            op = block.first
            while op is not None:
                if op.results:
                    self._number_op(op)
                op = op.next

    def _number_op(self, op: Operation) -> None:
        results = op.results
        if not results:
            return
        groups = [0]
        if not self._generic:
            suggest = getattr(op, "asm_result_names", None)
            if suggest is not None:
                for result, name in suggest():
                    self._set_name(result, name)
                    if result.index:
                        groups.append(result.index)
        if results[0] not in self.values:
            self.values[results[0]] = f"%{self._value_id}"
            self._value_id += 1
        if len(groups) > 1:
            groups.sort()
            self.groups[op] = groups

    def _set_name(self, value: Value, name: str) -> None:
        if not name:
            self.values[value] = f"%{self._value_id}"
            self._value_id += 1
            return
        name = sanitize(name)
        used = self._used
        if any(name in scope for scope in used):
            while True:
                candidate = f"{name}_{self._conflict_id}"
                self._conflict_id += 1
                if not any(candidate in scope for scope in used):
                    name = candidate
                    break
        used[-1].add(name)
        self.values[value] = "%" + name

    # -- how names are written ---------------------------------------------------------------

    def use(self, value: Value) -> str:
        """The text of a use: ``%0``, or ``%0#1`` for a result inside a group."""
        found = self.values.get(value)
        if not isinstance(value, OpResult) or len(value.owner.results) == 1:
            return found or "<<UNKNOWN SSA VALUE>>"
        op, index = value.owner, value.index
        groups = self.groups.get(op)
        start, size = 0, len(op.results)
        if groups:
            position = max(i for i, g in enumerate(groups) if g <= index)
            start = groups[position]
            end = groups[position + 1] if position + 1 < len(groups) else len(op.results)
            size = end - start
        name = self.values.get(op.results[start])
        if name is None:
            return "<<UNKNOWN SSA VALUE>>"
        return name if size == 1 else f"{name}#{index - start}"

    def definition(self, op: Operation) -> str:
        """The text before ``=``: ``%0``, ``%0:2`` or ``%low, %high``."""
        results = op.results
        groups = self.groups.get(op, [0])
        pieces = []
        for i, start in enumerate(groups):
            size = (groups[i + 1] if i + 1 < len(groups) else len(results)) - start
            name = self.values[results[start]]
            pieces.append(name if size == 1 else f"{name}:{size}")
        return ", ".join(pieces)
