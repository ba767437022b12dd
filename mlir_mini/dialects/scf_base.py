"""The scf dialect itself, for the files that declare its operations."""

from __future__ import annotations

from mlir_mini.spec.registry import Dialect

dialect = Dialect("scf")
