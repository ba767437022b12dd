"""Deep programs need a deep stack; Hypothesis wants that settled before it starts."""

from __future__ import annotations

import sys

sys.setrecursionlimit(20_000)
