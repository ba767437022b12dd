"""Programs as a Hypothesis strategy."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mlir_mini.ir.core import Operation
from programs.choices import DrawnChoices
from programs.program import Profile, build


@st.composite
def programs(draw: Any, profile: Profile | None = None) -> Operation:
    """Modules; all kinds of them, or those of one profile."""
    return build(DrawnChoices(lambda low, high: draw(st.integers(low, high))), profile)
