"""What `bench.py` measures: inputs, the sides that are compared, pairs of runs."""

from __future__ import annotations
