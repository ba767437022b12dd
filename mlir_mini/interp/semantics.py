"""``--verify-semantics``: functions give the same results before and after each pass.

Every public function that the interpreter can run does so on random arguments before the first
pass; after each pass that changed the module it runs again on the same ones. The first difference
is an error. Functions that a pass adds are run from then on. Where a pass rounds otherwise, by
summing in another order or in another precision, results may differ by a tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import arith, tt, ttng
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.dialects.tt_types import TensorDescType
from mlir_mini.dialects.ttg_types import MemDescType
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
from mlir_mini.interp.outcome import at_least, format_tolerance
from mlir_mini.interp.roles import reachable
from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Operation, UnregisteredOp
from mlir_mini.ir.symbols import symbol_name
from mlir_mini.ir.types import (
    DYNAMIC,
    FloatType,
    FunctionType,
    RankedTensorType,
    ShapedType,
    Type,
    element_type_or_self,
)
from mlir_mini.passmanager import Instrumentation, Pass, PassFailure
from mlir_mini.source import Diagnostic, diagnostics
from mlir_mini.spec.traits import FunctionLike
from mlir_mini.spec.verify import type_text
from mlir_mini.syntax.printer import print_module

#: Operations that round what they compute to the type of their result.
_ROUNDING = (
    arith.TruncFOp,
    arith.ConvertFOp,
    tt.FpToFpOp,
    arith.AddFOp,
    arith.SubFOp,
    arith.MulFOp,
    arith.DivFOp,
    tt.DotOp,
    tt.DotScaledOp,
    ttng.WarpGroupDotOp,
)


def rounding_tolerance(function: FunctionOp) -> float:
    """What a difference of rounding may come to, by the coarsest format that is rounded to.

    That counts in the function and in those that it calls.
    """
    tolerance = 0.0
    for op in reachable(function):
        if isinstance(op, _ROUNDING):
            element = element_type_or_self(op.results[0].type)
            if isinstance(element, FloatType):
                tolerance = max(tolerance, format_tolerance(element))
            if getattr(op, "inputPrecision", None) == "tf32":
                tolerance = max(tolerance, format_tolerance(FloatType("tf32")))
    return tolerance


class FunctionRun:
    """A function's type and arguments, and what it made of them last."""

    def __init__(
        self, type: FunctionType, arguments: Arguments, outcome: Outcome, tolerance: float
    ) -> None:
        self.type = type
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
        #: Functions that ran before a pass, to be compared with after it.
        self.started: set[str] = set()
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
            self.started = set()
            self._text = print_module(module)
            if not public_functions(module):
                self._remark(module, "no public function to check")
        for name, function in public_functions(module).items():
            run = self._functions.get(name)
            if run is not None and isinstance(function, FunctionOp):
                run.tolerance = rounding_tolerance(function)
            elif name not in self.started and name not in self.skipped:
                self._start(name, function)

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        if failed or not self._functions:
            return
        text = print_module(module)
        if text == self._text:
            return
        self._text = text
        found = public_functions(module)
        for name in list(self._functions):
            function = found.get(name)
            if function is None:
                message = f"the pass '{pass_.name}' leaves no public function '{name}'"
                self._report(pass_, name, Diagnostic("error", module.loc.position(), message))
            elif not isinstance(function, FunctionOp):
                self._stop(pass_, name, function, _reason(Unsupported(function)))
            elif self._has_its_type(pass_, name, function):
                self._check(pass_, name, function)

    def _start(self, name: str, function: Operation) -> None:
        try:
            if not isinstance(function, FunctionOp):
                raise Unsupported(function)
            for type in function.type.inputs:
                if isinstance(type, ShapedType) and DYNAMIC in type.shape:
                    raise Unsupported(None, f"values of type '{type_text(type)}'")
            arguments = random_arguments(function, self.seed)
            outcome = run_on(function, arguments)
        except (InterpError, Unsupported, RecursionError, MemoryError) as reason:
            self._skip(name, function, _reason(reason))
            return
        self.started.add(name)
        self._functions[name] = FunctionRun(
            function.type, arguments, outcome, rounding_tolerance(function)
        )

    def _has_its_type(self, pass_: Pass, name: str, function: FunctionOp) -> bool:
        """Whether it takes and returns what it did, layouts aside; says so if it doesn't."""
        before, after = self._functions[name].type, function.type
        if _bare(before.inputs) != _bare(after.inputs):
            self._stop(pass_, name, function, "it takes other arguments")
            return False
        if _bare(before.results) != _bare(after.results):
            message = (
                f"the pass '{pass_.name}' changes what '{name}' returns: "
                f"{_listed(before.results)} before, {_listed(after.results)} after"
            )
            self._report(pass_, name, Diagnostic("error", function.loc.position(), message))
            return False
        return True

    def _check(self, pass_: Pass, name: str, function: FunctionOp) -> None:
        run = self._functions[name]
        self.runs += 1
        try:
            outcome = run_on(function, run.arguments)
        except (Unsupported, RecursionError, MemoryError) as reason:
            self._stop(pass_, name, function, _reason(reason))
            return
        except InterpError as error:
            del self._functions[name]
            where: Any = error.op or function
            message = f"after the pass '{pass_.name}', {error}; before it, '{name}' ran well"
            self._report(pass_, name, where.diagnostic("error", message))
            return
        tolerance = at_least(run.tolerance) if pass_.changes_rounding else None
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

    def _stop(self, pass_: Pass, name: str, function: Operation, reason: str) -> None:
        """From this pass on, the function is not checked."""
        del self._functions[name]
        self._skip(name, function, f"after '{pass_.name}', {reason}")

    def _skip(self, name: str, function: Operation, reason: str) -> None:
        self.skipped[name] = reason
        self._remark(function, f"'{name}' is not checked: {reason}")

    def _remark(self, op: Operation, message: str) -> None:
        if self.stop:
            diagnostics.emit(Diagnostic("remark", op.loc.position(), message))


def public_functions(module: Operation) -> dict[str, Operation]:
    """Functions of any dialect that can be called from outside, by name.

    ``inner::f`` is one of a module in the module. Modules that say to be private, or nested, keep
    what is in them to themselves. Names that modules without one have in common are numbered.
    """
    found: dict[str, Operation] = {}
    # Operations with regions to look into, last first, and the names around what is in them.
    waiting: list[tuple[Operation, str]] = [(module, "")]
    while waiting:
        op, around = waiting.pop()
        if _is_function(op):
            if not op.regions[0].empty:
                name, again = around, 1
                while name in found:
                    again += 1
                    name = f"{around} #{again}"
                found[name] = op
            continue
        inner = [each for region in op.regions for each in region.ops if each.regions]
        for each in reversed(inner):
            if not _is_hidden(each):
                names = filter(None, [around, symbol_name(each)])
                waiting.append((each, "::".join(names)))
    return found


def _is_function(op: Operation) -> bool:
    if isinstance(op, UnregisteredOp):
        return op.attr("function_type") is not None
    return op.has_trait(FunctionLike)


def _is_hidden(op: Operation) -> bool:
    visibility = op.attr("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.value != "public"


def _bare(types: Sequence[Type]) -> list[object]:
    """What the types say of values, without layouts."""
    found: list[object] = []
    for type in types:
        if isinstance(type, RankedTensorType):
            type = type.with_encoding(None)
        elif isinstance(type, TensorDescType):
            type = TensorDescType(type.shape, type.element_type)
        elif isinstance(type, MemDescType):
            type = RankedTensorType(type.shape, type.element_type), type.mutable
        found.append(type)
    return found


def _listed(types: Sequence[Type]) -> str:
    return ", ".join(type_text(type) for type in types) or "nothing"


def _reason(error: BaseException) -> str:
    if isinstance(error, Unsupported):
        return f"the interpreter has no {error}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, MemoryError):
        return "it needs too much memory"
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
