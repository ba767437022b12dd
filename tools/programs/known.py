"""Differences from upstream that are meant: by rule, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from programs.questions import Answer, Question


class Difference(NamedTuple):
    """Where upstream runs `flag`'s pass and says `message`, mini-opt goes on; `reason` says why."""

    flag: str
    message: str
    reason: str


DIFFERENCES: Sequence[Difference] = (
    Difference(
        "--tritongpu-F32DotTC",
        "'tt.splat' op requires the same element type for all operands and results",
        "upstream sums products of f32 from a zero of f32, also where the sum is of f16",
    ),
)


#: What upstream holds to be safe ahead of time although it may divide by zero or gather from beyond
#: the source: a pass that moves it to where it runs on other numbers brings undefined behaviour,
#: here as there.
SPECULATED = frozenset(("arith.floordivsi", "tt.gather"))

#: Passes that replace what loops carry along for nothing by what it starts from. Upstream asks what
#: the results are needed for, not what the loop needs in order to end: if nobody uses the
#: results of an scf.while, its condition becomes a constant and it runs for ever, here as there.
UNENDING = frozenset(("tritongpu-remove-layout-conversions", "ttgir"))


def known_difference(question: Question, ours: Answer, theirs: Answer) -> str | None:
    """Why mini-opt may answer otherwise than upstream here; None if it may not."""
    for each in DIFFERENCES:
        asked = any(flag.startswith(each.flag) for flag in question.flags)
        if (
            asked
            and (ours.status, theirs.status) == ("ok", "error")
            and each.message in theirs.errors
        ):
            return each.reason
    return None
