"""``--verify-semantics``: functions give the same results before and after each pass.

Every public function that the interpreter can run does so on random arguments before the first
pass; after each pass that changed the module it runs again on the same ones. The first difference
is an error. Where a pass rounds otherwise, by summing in another order or in another precision,
results may differ by a tolerance.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp import (
    Arguments,
    InterpError,
    Outcome,
    Unsupported,
    compare,
    random_arguments,
    run_function,
)
from mlir_mini.interp.errors import Poison
from mlir_mini.interp.outcome import format_tolerance
from mlir_mini.ir.core import Operation
from mlir_mini.ir.symbols import symbol_name
from mlir_mini.ir.types import FloatType, element_type_or_self, f32
from mlir_mini.passmanager import Instrumentation, Pass, PassFailure
from mlir_mini.source import Diagnostic, diagnostics
from mlir_mini.syntax.printer import print_module


def rounding_tolerance(function: Operation) -> float:
    """What a difference of rounding may come to: units of the coarsest format it is rounded to."""
    tolerance = format_tolerance(f32)
    for op in function.walk():
        if isinstance(op, (arith.TruncFOp, tt.FpToFpOp, arith.AddFOp, arith.MulFOp, tt.DotOp)):
            element = element_type_or_self(op.results[0].type)
            if isinstance(op, tt.DotOp) and op.inputPrecision == "tf32":
                tolerance = max(tolerance, format_tolerance(FloatType("tf32")))
            if isinstance(element, FloatType) and element.width < 32:
                tolerance = max(tolerance, format_tolerance(element))
    return tolerance


class FunctionRun:
    """A function's arguments and what it made of them last."""

    def __init__(self, arguments: Arguments, outcome: Outcome, tolerance: float) -> None:
        self.arguments = arguments
        self.outcome = outcome
        self.tolerance = tolerance


def run_on(function: FunctionOp, arguments: Arguments) -> Outcome:
    """The outcome on ``arguments``, within many more steps than the trial took.

    Poison may appear where there was none, since operations that can't trap may run where they did
    not: it is an error only in what it changes, so the run goes on with what a GPU would give.
    """
    limit = 100_000 + 20 * arguments.steps
    try:
        return run_function(function, arguments, max_steps=limit)
    except Poison:
        arguments.poison_is_error = False
        return run_function(function, arguments, max_steps=limit)


class SemanticsCheck(Instrumentation):
    """Runs the functions of a module around each pass.

    ``stop`` says whether the first difference ends the run of passes; all of them are kept in
    :attr:`differences` either way, and what could not be run in :attr:`skipped`.
    """

    def __init__(self, seed: int = 0, stop: bool = True) -> None:
        self.seed = seed
        self.stop = stop
        #: (pass, function, diagnostic), in order.
        self.differences: list[tuple[str, str, Diagnostic]] = []
        #: Functions that are not checked, and why.
        self.skipped: dict[str, str] = {}
        #: How often functions were run after passes.
        self.runs = 0
        self._module: Operation | None = None
        self._text = ""
        self._functions: dict[str, FunctionRun] = {}

    # Around passes --------------------------------------------------------------------------------

    def before(self, pass_: Pass, module: Operation) -> None:
        if module is not self._module:
            self._module = module
            self._functions = {}
            self.skipped = {}
            for function in _public_functions(module):
                self._start(function)
            self._text = print_module(module)
        self._tolerances(module)

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        if failed or not self._functions:
            return
        text = print_module(module)
        if text == self._text:
            return
        self._text = text
        found = {symbol_name(f): f for f in _public_functions(module)}
        for name in list(self._functions):
            function = found.get(name)
            if function is None:
                message = f"the pass '{pass_.name}' leaves no function '{name}'"
                self._report(pass_, name, Diagnostic("error", module.loc.position(), message))
            else:
                self._check(pass_, name, function)

    def _start(self, function: FunctionOp) -> None:
        name = symbol_name(function) or ""
        try:
            arguments = random_arguments(function, self.seed)
            outcome = run_on(function, arguments)
        except (InterpError, Unsupported) as reason:
            self._skip(name, function, _reason(reason))
            return
        self._functions[name] = FunctionRun(arguments, outcome, rounding_tolerance(function))

    def _tolerances(self, module: Operation) -> None:
        for function in _public_functions(module):
            run = self._functions.get(symbol_name(function) or "")
            if run is not None:
                run.tolerance = rounding_tolerance(function)

    def _check(self, pass_: Pass, name: str, function: FunctionOp) -> None:
        run = self._functions[name]
        self.runs += 1
        try:
            outcome = run_on(function, run.arguments)
        except Unsupported as reason:
            del self._functions[name]
            self._skip(name, function, f"after '{pass_.name}', {_reason(reason)}")
            return
        except InterpError as error:
            del self._functions[name]
            where: Any = error.op or function
            message = f"after the pass '{pass_.name}', {error}; before it, '{name}' ran well"
            self._report(pass_, name, where.diagnostic("error", message))
            return
        tolerance = run.tolerance if pass_.changes_rounding else None
        difference = compare(run.outcome, outcome, tolerance)
        run.outcome = outcome
        if difference is not None:
            message = f"the pass '{pass_.name}' changes what '{name}' computes: {difference}"
            error = Diagnostic("error", function.loc.position(), message)
            error.attach_note(what_ran(self.seed, run.arguments))
            self._report(pass_, name, error)

    # Messages -------------------------------------------------------------------------------------

    def _report(self, pass_: Pass, name: str, diagnostic: Diagnostic) -> None:
        self._functions.pop(name, None)
        self.differences.append((pass_.name, name, diagnostic))
        if self.stop:
            diagnostics.emit(diagnostic)
            raise PassFailure

    def _skip(self, name: str, function: Operation, reason: str) -> None:
        self.skipped[name] = reason
        if self.stop:
            message = f"'{name}' is not checked: {reason}"
            diagnostics.emit(Diagnostic("remark", function.loc.position(), message))


def _public_functions(module: Operation) -> list[FunctionOp]:
    found = []
    for op in module.regions[0].first_block.ops:
        if isinstance(op, FunctionOp) and not op.is_declaration:
            visibility = op.attr("sym_visibility")
            if visibility is None or visibility.value == "public":
                found.append(op)
    return found


def _reason(error: InterpError | Unsupported) -> str:
    if isinstance(error, Unsupported):
        return f"the interpreter has no {error}"
    return f"no random arguments run well; the last ones ended in {error}"


def what_ran(seed: int, arguments: Arguments) -> str:
    """For an error's note: the seed, the grid, the programs, and arguments that are numbers."""
    numbers = [
        f"#{i} = {value}"
        for i, value in enumerate(arguments.values)
        if getattr(value, "shape", None) == () and abs(value) < 1 << 40
    ]
    listed = f", arguments {', '.join(numbers)}" if numbers else ""
    grid = "x".join(map(str, arguments.grid))
    return f"run with seed {seed}, grid {grid}{_picked(arguments)}{listed}"


def _picked(arguments: Arguments) -> str:
    """The programs that run, if not all of the grid; along x alone if that is its only axis."""
    programs = arguments.programs
    x, y, z = arguments.grid
    if programs is None or len(programs) == x * y * z:
        return ""
    names = [str(each[0]) if y == z == 1 else str(each) for each in programs]
    return f", programs {' '.join(names)}"
