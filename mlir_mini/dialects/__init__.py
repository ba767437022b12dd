"""Declarations of the dialects, one module each; see :mod:`mlir_mini.spec.registry`."""
