"""Where values come from that no operation computes, across loops, conditionals and calls."""

from __future__ import annotations

from mlir_mini.analysis.call_graph import CallGraph
from mlir_mini.analysis.incoming import incoming, is_function_argument
from mlir_mini.ir.core import BlockArgument, Operation, Value


class Sources:
    """Of arguments and of results of control flow in one module, calls included."""

    def __init__(self, module: Operation) -> None:
        self._graph = CallGraph(module)

    def of(self, value: Value) -> list[Value]:
        """All that may be handed over to ``value``; empty where that is unknown."""
        if not is_function_argument(value):
            return incoming(value)
        assert isinstance(value, BlockArgument)
        function = value.block.parent_op
        assert function is not None
        return [call.operand(value.index) for call in self._graph.calls_of(function)]
