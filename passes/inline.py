"""inline: puts the bodies of functions in the place of calls, and erases those nobody else calls.

    tt.func private @half(%x: f32) -> f32 {
      %0 = arith.mulf %x, %c0_5 : f32
      tt.return %0 : f32
    }
    tt.func @kernel(%x: f32) -> f32 {
      %0 = tt.call @half(%x) : (f32) -> f32
      tt.return %0 : f32
    }
  =>
    tt.func @kernel(%x: f32) -> f32 {
      %0 = arith.mulf %x, %c0_5 : f32
      tt.return %0 : f32
    }

Callees come before their callers; each function is canonicalized before it is looked at.  After
mlir/lib/Transforms/InlinerPass.cpp and mlir/lib/Transforms/Utils/Inliner.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlir_mini.analysis.call_graph import enclosing_function
from mlir_mini.analysis.control_flow import CALLS, FUNCTIONS
from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Block, Operation
from mlir_mini.ir.symbols import lookup_symbol, symbol_name, symbol_uses
from mlir_mini.pass_table import PassTable
from mlir_mini.passmanager import AnalysisManager, Option, Pass, parse_pipeline
from mlir_mini.rewrite.inlining import inline_call
from mlir_mini.spec.traits import SingleBlock, SingleBlockImplicitTerminator
from passes import PASSES

Calls = dict[Operation, dict[Operation, None]]


class _Call:
    """A call, the function that it is in, the one that it calls, and how it has come there."""

    __slots__ = ("callee", "caller", "history", "op")

    def __init__(
        self, op: Operation, caller: Operation, callee: Operation, history: frozenset[Operation]
    ) -> None:
        self.op = op
        self.caller = caller
        self.callee = callee
        #: Functions whose inlining has brought the call in.
        self.history = history


def _callee(call: Operation) -> Operation | None:
    """The function with a body that ``call`` names."""
    found = lookup_symbol(call, call.attr("callee").root)
    if found is None or found.name not in FUNCTIONS or not found.regions[0].blocks:
        return None
    return found


def _call_graph(module: Operation) -> Calls:
    """The functions that each function calls, in order; functions in the order of the module."""
    graph: Calls = {}
    for op in module.walk(pre_order=True):
        if op.name in FUNCTIONS and op.regions[0].blocks:
            graph[op] = {}
        elif op.name in CALLS:
            caller, callee = enclosing_function(op), _callee(op)
            if caller is not None and callee is not None:
                graph[caller][callee] = None
    return graph


def _components(graph: Calls) -> Iterator[list[Operation]]:
    """Sets of functions that call each other, callees first (llvm/ADT/SCCIterator.h)."""
    number: dict[Operation, float] = {}
    unfinished: list[Operation] = []
    for root in graph:
        path: list[Any] = []

        def enter(function: Operation, path: list[Any] = path) -> None:
            number[function] = len(number)
            unfinished.append(function)
            path.append([function, iter(graph[function]), number[function]])

        if root not in number:
            enter(root)
        while path:
            function, callees, lowest = path[-1]
            callee = next(callees, None)
            if callee is not None:
                if callee not in number:
                    enter(callee)
                else:
                    path[-1][2] = min(lowest, number[callee])
                continue
            path.pop()
            if path:
                path[-1][2] = min(path[-1][2], lowest)
            if lowest == number[function]:
                start = unfinished.index(function)
                component = unfinished[start:][::-1]
                del unfinished[start:]
                number.update(dict.fromkeys(component, float("inf")))
                yield component


def _is_discardable(function: Operation) -> bool:
    visibility = function.attr("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.value != "public"


def _num_uses(function: Operation) -> int:
    assert function.parent_op is not None
    return len(symbol_uses(function.parent_op, symbol_name(function)))


def _num_ops(function: Operation) -> int:
    return sum(1 for _ in function.walk()) - 1


def _has_single_block(op: Operation) -> bool:
    """The regions of ``op`` are of one block only."""
    return any(
        trait is SingleBlock or isinstance(trait, SingleBlockImplicitTerminator)
        for trait in op.traits
    )


class _Inliner:
    def __init__(self, module: Operation, options: Inline, am: AnalysisManager) -> None:
        self.module = module
        self.options = options
        self.am = am
        self.graph = _call_graph(module)
        self.dead: dict[Operation, None] = {}

    def run(self) -> None:
        for component in list(_components(self.graph)):
            for _ in range(max(1, self.options.max_iterations)):
                self._optimize(component)
                if not self._inline_calls(component):
                    break
        for function in self.dead:
            function.erase()

    def _optimize(self, component: Sequence[Operation]) -> None:
        for function in component:
            if function not in self.dead:
                for pass_ in self.options.optimizations():
                    pass_.run(function, self.am)

    def _inline_calls(self, component: Sequence[Operation]) -> bool:
        """Inline what can be in the functions of a component; whether anything was."""
        calls: list[_Call] = []
        for function in component:
            if function in self.dead:
                continue
            if _is_discardable(function) and not _num_uses(function):
                self.dead[function] = None
            else:
                calls += self._calls_in(function.regions[0].blocks, function, frozenset())
        inlined = False
        # More calls are appended on the way.
        for call in calls:
            if call.caller not in self.dead and self._should_inline(call):
                inlined |= self._inline(call, calls)
        return inlined

    def _calls_in(
        self, blocks: Sequence[Block], caller: Operation, history: frozenset[Operation]
    ) -> Iterator[_Call]:
        """Calls in ``blocks`` and the regions in them, last blocks first."""
        pending = list(blocks)
        while pending:
            for op in pending.pop().ops:
                callee = _callee(op) if op.name in CALLS else None
                if callee is not None:
                    yield _Call(op, caller, callee, history)
                for region in op.regions:
                    pending += region.blocks

    def _inline(self, call: _Call, calls: list[_Call]) -> bool:
        callee = call.callee
        last = _is_discardable(callee) and _num_uses(callee) == 1
        history = call.history | {callee}

        def look_at(blocks: Sequence[Block]) -> None:
            calls.extend(self._calls_in(blocks, call.caller, history))

        if not inline_call(call.op, callee, clone=not last, look_at=look_at):
            return False
        call.op.erase()
        if last:
            self.dead[callee] = None
        return True

    def _should_inline(self, call: _Call) -> bool:
        callee = call.callee
        if callee in call.history or call.op.is_terminator:
            return False
        # Neither a function that calls itself, nor one that calls back.
        if callee in self.graph[callee] or call.caller in self.graph[callee]:
            return False
        parent = call.op.parent_op
        assert parent is not None
        may_have_blocks = parent.name == callee.name or not _has_single_block(parent)
        if len(callee.regions[0].blocks) > 1 and not may_have_blocks:
            return False
        return self._is_profitable(call)

    def _is_profitable(self, call: _Call) -> bool:
        threshold = self.options.inlining_threshold
        if threshold in (None, 0):
            return threshold is None
        size = _num_ops(call.caller)
        return size == 0 or _num_ops(call.callee) * 100 // size <= threshold


class Inline(Pass):
    name = "inline"
    display_name = "InlinerPass"

    max_iterations = Option(int, 4, "how often to inline in a function what inlining brought in")
    inlining_threshold = Option(
        int, None, "how many percent of the caller's size a callee may have; by default any"
    )

    default_pipeline = Option(
        str, "canonicalize", "what to simplify functions with before their size counts"
    )

    def optimizations(self) -> list[Pass]:
        return parse_pipeline(f"builtin.module({self.default_pipeline})", PassTable(PASSES))

    def run(self, module: Operation, am: AnalysisManager) -> None:
        _Inliner(module, self, am).run()
