"""Generated programs go through every pass that is there."""

from __future__ import annotations

from passes import PASSES
from programs.questions import COMMON_PASSES, LAYOUT_PASSES

#: Asked about otherwise: the first step to layouts, the pipeline, remarks, and our own report.
OTHERWISE = {"convert-triton-to-tritongpu", "ttgir", "test-print-alignment", "explain"}


def test_every_pass_is_asked_about() -> None:
    asked = [flag.partition("=")[0] for flag in (*COMMON_PASSES, *LAYOUT_PASSES)]
    assert len(set(asked)) == len(asked)
    assert {*asked} | OTHERWISE == {row.name for row in PASSES}
    assert not OTHERWISE & {*asked}
