"""What passes do to generated programs as upstream's do, although it is a fault: by rule.

Each has its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from programs.questions import Answer, Question

#: Of the message where mini-opt gives up and upstream goes on for ever.
ENDLESS = "does not come to an end"


class PassError(NamedTuple):
    """A message that passes have to end with on some programs, as upstream's do, and why."""

    passes: frozenset[str]
    message: str
    reason: str


_CONVERSION = frozenset(("convert-triton-to-tritongpu", "ttgir"))
ERRORS: Sequence[PassError] = (
    PassError(
        _CONVERSION, "failed to legalize operation", "upstream converts no such operation either"
    ),
    PassError(
        _CONVERSION,
        "tt.cat result encoding requires",
        "upstream too gives a tt.cat of few elements a layout that has no room for them",
    ),
    PassError(
        frozenset(("tritongpu-remove-layout-conversions", "ttgir")),
        ENDLESS,
        "upstream goes on for ever",
    ),
    PassError(
        frozenset(("tritongpu-accelerate-matmul", "ttgir")),
        "'arith.extf' op operand type",
        "upstream too extends operands of f32 where the sum is of f16",
    ),
    PassError(
        frozenset(("tritongpu-F32DotTC", "ttgir")),
        "'tt.splat' op requires the same element type",
        "upstream too starts a sum of f16 from a zero of f32",
    ),
    PassError(
        frozenset(("tritongpu-reduce-data-duplication",)),
        "'ttg.local_alloc' op element type bit width must be a multiple of 8",
        "upstream too keeps tensors of i1 in shared memory, and dies of it",
    ),
)


def known_error(question: Question, answer: Answer) -> str | None:
    """Why the pass may end with this error; None if it may not."""
    for each in ERRORS:
        if question.name in each.passes and each.message in answer.errors:
            return each.reason
    return None


class Change(NamedTuple):
    """What passes bring into programs, here as in upstream, that then do something else."""

    passes: frozenset[str]
    reason: str


#: What upstream holds to be safe ahead of time although it may divide by zero or gather
#: from beyond the source: moved out of a loop, it runs on other numbers, or where it never ran.
SPECULATED = frozenset(("arith.floordivsi", "tt.gather"))
AHEAD_OF_TIME = Change(frozenset(("triton-licm", "ttgir")), "ahead of time")
#: What loops carry along for nothing is replaced by what it starts from. Upstream asks what the
#: results are needed for, not what the loop needs in order to end: if nobody uses the results of an
#: scf.while, its condition becomes a constant and it runs for ever.
UNENDING = Change(
    frozenset(("tritongpu-remove-layout-conversions", "ttgir")),
    "an scf.while that nothing needs has no end",
)
