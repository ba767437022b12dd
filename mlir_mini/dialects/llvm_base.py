"""The llvm dialect itself, for the files that declare its types and operations."""

from __future__ import annotations

from mlir_mini.dialects.llvm_types import add_types
from mlir_mini.spec.registry import Dialect

dialect = Dialect("llvm")
add_types(dialect)
