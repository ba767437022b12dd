"""A small MLIR: text in and out, IR, op declarations, dialects, layouts, analyses, pass driver."""

from __future__ import annotations

__version__ = "0.1.0"
