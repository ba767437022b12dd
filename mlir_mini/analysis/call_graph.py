"""Which function calls which, and the functions of a module in an order for analyses.

After include/triton/Analysis/CallGraph.h.
"""

from __future__ import annotations

from mlir_mini.analysis.control_flow import CALLS, FUNCTIONS
from mlir_mini.ir.core import Operation
from mlir_mini.ir.symbols import lookup_symbol
from mlir_mini.source import MLIRError


class CallGraph:
    """The functions below ``module`` and their calls.

    Raises MLIRError, at a call, where a function calls itself through others or directly.
    """

    def __init__(self, module: Operation) -> None:
        self.functions: list[Operation] = []
        self._calls: dict[Operation, list[tuple[Operation, Operation]]] = {}
        self._collect(module, module)

    def _collect(self, module: Operation, top: Operation) -> None:
        called: set[Operation] = set()
        for op in top.walk():
            if op.name in FUNCTIONS:
                self.functions.append(op)
            elif op.name in CALLS:
                callee = self.callee(op)
                caller = enclosing_function(op)
                if callee is not None and caller is not None:
                    self._calls.setdefault(caller, []).append((op, callee))
                    called.add(callee)
        self.roots = [function for function in self.functions if function not in called]

    def callee(self, call: Operation) -> Operation | None:
        """The function that ``call`` names, or None where the module has none of that name."""
        found = lookup_symbol(call, call.attr("callee").root)
        return found if found is not None and found.name in FUNCTIONS else None

    def calls_of(self, function: Operation) -> list[Operation]:
        """The calls of ``function``."""
        return [
            call for calls in self._calls.values() for call, callee in calls if callee is function
        ]

    def callers_first(self) -> list[Operation]:
        """Functions that are reached from a function nobody calls, each before its callees."""
        finished: dict[Operation, None] = {}
        for root in self.roots:
            self._visit(root, [], finished)
        return list(reversed(finished))

    def _visit(
        self, function: Operation, active: list[Operation], finished: dict[Operation, None]
    ) -> None:
        if function in finished:
            return
        active.append(function)
        for call, callee in self._calls.get(function, ()):
            if callee in active:
                raise MLIRError(call.plain_error("cycle detected in call graph"))
            self._visit(callee, active, finished)
        active.pop()
        finished[function] = None


def enclosing_function(op: Operation) -> Operation | None:
    """The innermost function around ``op``."""
    parent = op.parent_op
    while parent is not None and parent.name not in FUNCTIONS:
        parent = parent.parent_op
    return parent
