"""Passes, their options, pipelines of them, and the analyses they share.

A pass is a class with a ``name``, declared :class:`Option` fields and a ``run`` method. Analyses
are asked for through the :class:`AnalysisManager`, which builds each at most once and forgets it
when a pass has changed the IR.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.pass_table import PassTable, PipelineError, did_you_mean

T = TypeVar("T")


class PassFailure(Exception):
    """A pass gives up, after it has emitted diagnostics that say why."""


class AnalysisManager:
    """Analyses of one module, built on demand as ``cls(module, manager)``."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self._found: dict[type, Any] = {}

    def get(self, cls: type[T]) -> T:
        found = self._found.get(cls)
        if found is None:
            build: Any = cls
            found = self._found[cls] = build(self.module, self)
        return found

    def invalidate(self, preserved: Iterable[type] = ()) -> None:
        """Forget every analysis but the ``preserved`` ones."""
        kept = set(preserved)
        self._found = {cls: a for cls, a in self._found.items() if cls in kept}


class Option:
    """A pass option: its type (int, bool, str or list), default and help text.

    The attribute ``num_warps`` is ``num-warps`` on the command line unless ``flag`` says
    otherwise.
    """

    __slots__ = ("attribute", "default", "flag", "help", "type")

    def __init__(self, type: type, default: Any, help: str, flag: str | None = None) -> None:
        self.type = type
        self.default = default
        self.help = help
        self.flag = flag or ""
        self.attribute = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name
        self.flag = self.flag or name.replace("_", "-")

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else instance.__dict__.get(self.attribute, self.default)

    def parse(self, text: str) -> Any:
        """The value written as ``text``; raises PipelineError."""
        if self.type is bool:
            if text.lower() in ("true", "1", ""):
                return True
            if text.lower() in ("false", "0"):
                return False
            raise PipelineError(f"'{text}' is invalid value for boolean option '{self.flag}'")
        if self.type is int:
            try:
                return int(text, 0)
            except ValueError:
                raise PipelineError(
                    f"'{text}' value invalid for integer option '{self.flag}'"
                ) from None
        return text.split(",") if self.type is list else text

    def show(self, value: Any) -> str:
        if self.type is bool:
            return "true" if value else "false"
        return ",".join(value) if self.type is list else str(value)


class Pass:
    """A transformation or check of a module."""

    #: Upstream's full name, as in ``--tritongpu-coalesce``.
    name: ClassVar[str] = ""
    #: What a plugin's pass has in place of a row in the table of passes: short names, help.
    aliases: ClassVar[tuple[str, ...]] = ()
    description: ClassVar[str] = ""
    #: Name in IR dumps and timings; by default the class's.
    display_name: ClassVar[str | None] = None
    #: Analyses that stay valid although the pass changes the IR.
    preserved: ClassVar[tuple[type, ...]] = ()
    #: The pass computes some floats in another order or precision, on purpose:
    #: ``--verify-semantics`` lets its results differ a little.
    changes_rounding: ClassVar[bool] = False
    #: What the tool prints instead of the IR, set by passes that answer a question.
    output: str | None = None
    #: What flags of the driver say to passes that start others: ``target``, ``num-warps``.
    defaults: Mapping[str, str] = {}
    #: Given a module and :attr:`defaults`, the passes that it needs before this one.
    prelude: Callable[[Operation, Mapping[str, str]], Sequence[Pass]] | None = None

    def __init__(self, **values: Any) -> None:
        known = self.options()
        for attribute, value in values.items():
            if attribute not in {o.attribute for o in known.values()}:
                raise TypeError(f"pass {self.name} has no option {attribute!r}")
            self.__dict__[attribute] = value

    def run(self, module: Operation, am: AnalysisManager) -> None:
        """Transform ``module``; raises PassFailure after emitting diagnostics."""
        raise NotImplementedError

    def steps(self, module: Operation) -> Iterator[Pass]:
        """The passes to run one after the other: those of the prelude, and this one."""
        if self.prelude is not None:
            yield from self.prelude(module, self.defaults)
        yield self

    def survey(self, module: Operation) -> object:
        """What :meth:`report` will want to know of the module as it was (``--report``)."""
        return None

    def report(self, before: Any, module: Operation) -> list[str]:
        """A few lines on what the pass did; ``before`` is what :meth:`survey` returned."""
        return []

    @classmethod
    def options(cls) -> dict[str, Option]:
        """Declared options by flag, inherited ones first."""
        found: dict[str, Option] = {}
        for base in reversed(cls.__mro__):
            for value in vars(base).values():
                if isinstance(value, Option):
                    found[value.flag] = value
        return found

    @classmethod
    def from_text(cls, text: str) -> Pass:
        """An instance from ``option=value other=value``."""
        options = cls.options()
        values: dict[str, Any] = {}
        for flag, value in split_options(text):
            option = options.get(flag)
            if option is None:
                hint = did_you_mean(flag, options)
                raise PipelineError(f"no such option '{flag}' of pass '{cls.name}'{hint}")
            values[option.attribute] = option.parse(value)
        return cls(**values)

    def text(self) -> str:
        """Name and options as in a textual pipeline."""
        shown = [f"{flag}={o.show(o.__get__(self))}" for flag, o in sorted(self.options().items())]
        return f"{self.name}{{{' '.join(shown)}}}" if shown else self.name

    @property
    def title(self) -> str:
        return self.display_name or type(self).__name__


def split_options(text: str) -> list[tuple[str, str]]:
    """``a=1 b={2 3}`` as pairs; a value may be braced or quoted."""
    found = []
    i = 0
    while i < len(text):
        if text[i].isspace():
            i += 1
            continue
        start = i
        while i < len(text) and text[i] != "=" and not text[i].isspace():
            i += 1
        name, value = text[start:i], ""
        if i < len(text) and text[i] == "=":
            i += 1
            start = i
            depth, quote = 0, ""
            while i < len(text) and (depth or quote or not text[i].isspace()):
                c = text[i]
                if quote:
                    quote = "" if c == quote else quote
                elif c in "\"'":
                    quote = c
                elif c == "{":
                    depth += 1
                elif c == "}":
                    depth -= 1
                i += 1
            value = text[start:i]
            if value[:1] in ("{", '"', "'") and len(value) > 1:
                value = value[1:-1]
        found.append((name, value))
    return found


def parse_pipeline(text: str, table: PassTable) -> list[Pass]:
    """``builtin.module(a,b{x=1},tt.func(c))`` as a flat list of passes.

    Passes nested under an operation run on the whole module, which is what they do here anyway.
    """
    passes, i = _parse_elements(text, 0, table, top=True)
    if text[i:].strip():
        raise PipelineError(f"unexpected '{text[i:].strip()}' in the pass pipeline")
    return passes


def _parse_elements(text: str, i: int, table: PassTable, top: bool) -> tuple[list[Pass], int]:
    passes: list[Pass] = []
    while i < len(text):
        start = i
        while i < len(text) and text[i] not in ",(){}":
            i += 1
        name = text[start:i].strip()
        mark = text[i : i + 1]
        if mark == "(":
            nested, i = _parse_elements(text, i + 1, table, top=False)
            if text[i : i + 1] != ")":
                raise PipelineError("missing closing ')' while parsing the pass pipeline")
            passes += nested
            i += 1
        elif top and name:
            raise PipelineError(
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. "
                "'builtin.module(...)'"
            )
        elif mark == "{":
            end = _closing_brace(text, i)
            passes.append(table.create(name, text[i + 1 : end]))
            i = end + 1
        elif name:
            passes.append(table.create(name))
        while i < len(text) and text[i].isspace():
            i += 1
        if text[i : i + 1] != ",":
            break
        i += 1
    return passes, i


def _closing_brace(text: str, i: int) -> int:
    depth = 0
    for at in range(i, len(text)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at
    raise PipelineError("missing closing '}' while parsing the pass pipeline")


class Instrumentation:
    """Hooks around each pass; the driver dumps IR and takes times with them."""

    def before(self, pass_: Pass, module: Operation) -> None:
        pass

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        pass


class Timing(Instrumentation):
    """Wall time of every pass run."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float]] = []
        self._start = 0.0

    def before(self, pass_: Pass, module: Operation) -> None:
        self._start = time.perf_counter()

    def after(self, pass_: Pass, module: Operation, failed: bool) -> None:
        self.rows.append((pass_.title, time.perf_counter() - self._start))


def run_passes(
    module: Operation,
    passes: Sequence[Pass],
    verify_each: bool = True,
    instrumentation: Sequence[Instrumentation] = (),
) -> None:
    """Run ``passes`` in order; raises PassFailure or VerificationError at the first that fails."""
    am = AnalysisManager(module)
    for requested in passes:
        for pass_ in requested.steps(module):
            for each in instrumentation:
                each.before(pass_, module)
            failed = True
            try:
                pass_.run(module, am)
                if verify_each:
                    verify(module)
                failed = False
            finally:
                for each in reversed(instrumentation):
                    each.after(pass_, module, failed)
            am.invalidate(pass_.preserved)
