"""What is compared with what."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT
from passes import PASSES
from upstream.client import SCRIPT, triton_python
from upstream.libtriton import MISSING
from upstream.passes import PASSES as UPSTREAM_PASSES

from .inputs import Inputs, count_lines
from .paired import Runner, Workers, command

TYPICAL = 300  # lines
LENGTHS = (10_000, 50_000, 100_000)
_SMALL = ROOT / "examples" / "vecadd-f32.mlir"
_COALESCE = "--tritongpu-coalesce"
#: Upstream's largest test, in a checkout of triton.
COMBINE = Path("test", "TritonGPU", "combine.mlir")
#: Passes that take another input than the kernels in TTGIR.
_TTIR = {"convert-triton-to-tritongpu": "target=cuda:80"}
#: Passes that say something and leave the module as it is.
_SILENT = {"test-print-alignment"}


class Bar(NamedTuple):
    """What a ratio has to keep below."""

    most: float
    text: str


class Case(NamedTuple):
    """One comparison; `work` is how much each side does in a run, for a ratio by unit of work."""

    group: str
    name: str
    sides: tuple[str, str]
    first: Runner
    second: Runner
    bar: Bar | None = None
    work: tuple[int, int] = (1, 1)
    #: mini-opt's command line or job, for `--profile`.
    profile: list[str] | dict[str, object] | None = None
    slow: bool = False


class Settings(NamedTuple):
    """What the command line says of the comparisons."""

    inputs: Inputs
    workers: Workers
    typical: Path
    lengths: tuple[int, ...]
    triton_src: Path | None
    against: Path | None


def mini_opt(*arguments: object) -> list[str]:
    """mini-opt's command, as its script runs it."""
    script = "import sys; from passes.cli import main; sys.exit(main())"
    return [sys.executable, "-c", script, *map(str, arguments)]


def upstream_opt(*arguments: object) -> list[str]:
    """Upstream's command."""
    return [triton_python(), str(SCRIPT), *map(str, arguments)]


def _mini(*arguments: object) -> Runner:
    return command(mini_opt(*arguments), ROOT)


def _upstream(*arguments: object) -> Runner:
    return command(upstream_opt(*arguments), ROOT, absent=MISSING)


def shared_passes() -> list[str]:
    """Full names of the passes that both sides have."""
    return [p.name for p in PASSES if p.name in UPSTREAM_PASSES and p.name not in _SILENT]


def _arguments(name: str, settings: Settings) -> tuple[str, Path]:
    """The flag and the input for a pass."""
    if name in _TTIR:
        return f"--{name}={_TTIR[name]}", ROOT / "examples" / "matmul.ttir"
    return f"--{name}", settings.typical


def start_up(settings: Settings) -> Iterator[Case]:
    """Against the interpreter doing nothing."""
    for flag in ("--help", "--version", "--list-passes"):
        yield Case(
            "start-up",
            flag,
            ("mini-opt", "python"),
            _mini(flag),
            command([sys.executable, "-c", "pass"], ROOT),
            profile=mini_opt(flag),
        )


def cache(settings: Settings) -> Iterator[Case]:
    """The first run after an installation against those that follow."""
    arguments = (_COALESCE, settings.typical)
    cold = {"parser's tables": "XDG_CACHE_HOME", "compiled modules": "PYTHONPYCACHEPREFIX"}
    for names in (["parser's tables"], ["compiled modules"], list(cold)):
        yield Case(
            "cache",
            "without " + " and ".join(names),
            ("cold", "warm"),
            command(mini_opt(*arguments), ROOT, {cold[name]: "{fresh}" for name in names}),
            _mini(*arguments),
        )


def process(settings: Settings) -> Iterator[Case]:
    """Whole processes, start-up included, against the wheel's."""
    sides = ("mini-opt", "upstream")
    inputs: list[tuple[str, str, Path, Bar | None]] = [
        (f"{_COALESCE} {_SMALL.name}", _COALESCE, _SMALL, None)
    ]
    for name in shared_passes():
        this, file = _arguments(name, settings)
        bar = Bar(0.6, "<= 0.6") if this == _COALESCE else None
        inputs.append((f"{this} {file.name}", this, file, bar))
    for name, this, file, bar in inputs:
        yield Case(
            "process",
            name,
            sides,
            _mini(this, file),
            _upstream(this, file),
            bar,
            profile=mini_opt(this, file),
        )


def upstream_tests(settings: Settings) -> Iterator[Case]:
    """Upstream's largest test, which is many small modules."""
    if settings.triton_src is None:
        return
    file = settings.triton_src / COMBINE
    arguments = (
        "-split-input-file",
        "-allow-unregistered-dialect",
        "-tritongpu-remove-layout-conversions",
        "-cse",
        file,
    )
    yield Case(
        "upstream-tests",
        "combine.mlir",
        ("mini-opt", "upstream"),
        _mini(*arguments),
        _upstream(*arguments),
        Bar(2.0, "<= 2"),
        profile=mini_opt(*arguments),
    )


def library(settings: Settings) -> Iterator[Case]:
    """From the text to the text in a process that stays, against the wheel's."""
    for name in [None, *shared_passes()]:
        flag, file = _arguments(name, settings) if name else ("", settings.typical)
        if "=" in flag:
            continue
        job = {"task": "read-print", "file": str(file), "flags": [flag] if flag else []}
        yield Case(
            "library",
            f"read, {flag.lstrip('-')}, print" if flag else "read, print",
            ("mini-opt", "upstream"),
            settings.workers.runner("mini", job),
            settings.workers.runner("upstream", job, triton_python()),
            profile=dict(job),
        )


def stages(settings: Settings) -> Iterator[Case]:
    """Each stage as a part of reading and printing, of a short, a usual and a long input."""
    for file in (_SMALL, settings.typical, settings.inputs.kernels(settings.lengths[0])):
        whole = {"task": "read-print", "file": str(file), "flags": []}
        jobs = [(task, {**whole, "task": task}) for task in ("lex", "parse", "verify", "print")]
        for name in shared_passes():
            flag, wanted = _arguments(name, settings)
            if wanted == settings.typical and (file == wanted or flag == _COALESCE):
                jobs.append((name, {**whole, "task": "pass", "flags": [flag]}))
        for name, job in jobs:
            yield Case(
                "stages",
                f"{name}, {count_lines(file):,} lines",
                (name if job["task"] != "pass" else "pass", "read, print"),
                settings.workers.runner("mini", job),
                settings.workers.runner("mini", whole),
                profile=dict(job),
                slow=file not in (_SMALL, settings.typical),
            )


def lines(settings: Settings) -> Iterator[Case]:
    """Time by line in long inputs against the shortest of them, whole processes."""
    shortest, *longer = [settings.inputs.kernels(length) for length in settings.lengths]
    for what in ([], [_COALESCE]):
        for file in longer:
            yield Case(
                "lines",
                f"{' '.join(['mini-opt', *what])}: {count_lines(file):,} lines",
                ("by line", f"by line of {count_lines(shortest):,}"),
                _mini(*what, file),
                _mini(*what, shortest),
                Bar(1.15, "<= 1.15"),
                (count_lines(file), count_lines(shortest)),
                mini_opt(*what, file),
                slow=True,
            )


def xdsl(settings: Settings) -> Iterator[Case]:
    """Parsing and printing generic text, against xDSL."""
    for what, make in (("arith", settings.inputs.arithmetic), ("kernels", settings.inputs.generic)):
        for length in (TYPICAL, 2000):
            file = make(length)
            job = {"task": "parse-print-generic", "file": str(file)}
            yield Case(
                "xdsl",
                f"{what}, {count_lines(file):,} lines",
                ("mini-opt", "xDSL"),
                settings.workers.runner("mini", job),
                settings.workers.runner("xdsl", job),
                Bar(1 / 7, "<= 1/7"),
                profile=dict(job),
                slow=length > TYPICAL,
            )


def against(settings: Settings) -> Iterator[Case]:
    """Against another checkout of the project."""
    if settings.against is None:
        return
    for flags in (["--help"], [_COALESCE], ["--tritongpu-remove-layout-conversions"]):
        arguments = flags if flags == ["--help"] else [*flags, str(settings.typical)]
        yield Case(
            "against",
            shlex.join([*flags, *(Path(a).name for a in arguments[len(flags) :])]),
            ("this", "other"),
            _mini(*arguments),
            command(mini_opt(*arguments), settings.against),
            profile=mini_opt(*arguments),
        )


GROUPS: dict[str, Callable[[Settings], Iterator[Case]]] = {
    "start-up": start_up,
    "cache": cache,
    "process": process,
    "upstream-tests": upstream_tests,
    "library": library,
    "stages": stages,
    "lines": lines,
    "xdsl": xdsl,
    "against": against,
}
