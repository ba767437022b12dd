"""A small MLIR: text in and out, IR, op declarations, dialects, layouts, analyses, pass driver."""

__version__ = "0.1.0"
