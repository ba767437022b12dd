"""What both sides are asked about a program: forms of its text, passes, the pipeline."""

from __future__ import annotations

import io
import signal
import traceback
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mlir_mini.command_line import read_command_line
from mlir_mini.driver import Driver
from mlir_mini.pass_table import PassTable
from passes import PASSES
from passes.pipelines import make_ttgir
from programs.maker import Profile

GENERIC_FORM = ("--mlir-print-op-generic",)
DEBUG_FORM = ("--mlir-print-debuginfo",)
PLAIN_NAMES = ("--mlir-print-unique-ssa-ids", "--mlir-print-local-scope")
ALIGNMENT = "test-print-alignment"

#: Passes that take TTIR and TTGIR alike.
COMMON_PASSES = (
    "canonicalize",
    "cse",
    "symbol-dce",
    "inline",
    "sccp",
    "triton-licm",
    "triton-loop-aware-cse",
    "triton-combine",
    "triton-reorder-broadcast",
)
LAYOUT_PASSES = (
    "tritongpu-coalesce",
    "tritongpu-remove-layout-conversions",
    "tritongpu-accelerate-matmul",
    "tritongpu-prefetch",
    "tritongpu-combine-tensor-select-and-if",
    "tritongpu-F32DotTC=emu-tf32=true",
    "tritongpu-optimize-dot-operands=hoist-layout-conversion=true",
    "tritongpu-reduce-data-duplication",
    "tritongpu-reorder-instructions",
    "tritongpu-coalesce-async-copy",
    "relayout-tritongpu",
)


class Question(NamedTuple):
    """A property's name, a module's text, the flags to run it with."""

    name: str
    text: str
    flags: tuple[str, ...]


class Answer(NamedTuple):
    """What a side makes of a question: `status` is "ok", "error" or "crash"."""

    status: str
    output: str = ""
    errors: str = ""


class TooSlowError(Exception):
    """A question took longer than the limit."""


@cache
def _table() -> PassTable:
    return PassTable(PASSES)


def mini(text: str, flags: Sequence[str], limit: int = 20) -> Answer:
    """mini-opt's answer; what it raises, and `limit` seconds of processor time, are a crash."""
    out, err = io.StringIO(), io.StringIO()
    driver = Driver(read_command_line(flags, _table()), _table(), io.StringIO(text), out, err)
    driver.raise_internal_errors = True

    def on_alarm(signum: int, frame: object) -> None:
        raise TooSlowError(f"no answer within {limit} s")

    previous = signal.signal(signal.SIGPROF, on_alarm)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        status = "error" if driver.run() else "ok"
        return Answer(status, out.getvalue(), err.getvalue())
    except Exception:
        return Answer("crash", "", traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def form_questions(text: str, profile: Profile) -> list[Question]:
    """The forms of the text; `generic` is asked before `reread`, which reads what it prints."""
    found = [
        Question("print", text, ()),
        Question("generic", text, GENERIC_FORM),
        Question("plain names", text, PLAIN_NAMES),
    ]
    if profile.locations:
        found.append(Question("debug", text, DEBUG_FORM))
    return found


def convert_flag(profile: Profile) -> str:
    return (
        f"--convert-triton-to-tritongpu=target=cuda:{profile.capability} "
        f"num-warps={profile.num_warps} threads-per-warp=32 num-ctas=1"
    )


def pass_questions(text: str, profile: Profile, wanted: Sequence[str] = ()) -> list[Question]:
    """One pass each over a TTIR or TTGIR text; all that apply, or those that are wanted."""
    names = [*COMMON_PASSES, ALIGNMENT]
    found: list[Question] = []
    if profile.ttgir:
        names += LAYOUT_PASSES
    else:
        found.append(Question("convert-triton-to-tritongpu", text, (convert_flag(profile),)))
    found += [Question(name.partition("=")[0], text, (f"--{name}",)) for name in names]
    return [each for each in found if not wanted or each.name in wanted]


def layout_questions(text: str, wanted: Sequence[str] = ()) -> list[Question]:
    """The passes for TTGIR over a text that was converted to it."""
    found = [Question(name.partition("=")[0], text, (f"--{name}",)) for name in LAYOUT_PASSES]
    return [each for each in found if not wanted or each.name in wanted]


def pipeline_question(text: str, profile: Profile) -> Question:
    """All passes from TTIR to TTGIR at once, those that mini-opt has."""
    known = {row.name for row in PASSES}
    steps = make_ttgir(profile.capability, profile.num_warps, 1, 3)
    flags = [
        f"--{name}={options}" if options else f"--{name}"
        for name, options in steps
        if name in known
    ]
    return Question("ttgir", text, tuple(flags))
