"""The ttg dialect."""
from __future__ import annotations

from mlir_mini.dialects import ttg_attrs, ttg_types
from mlir_mini.spec.registry import Dialect

dialect = Dialect("ttg")
ttg_attrs.register(dialect)
ttg_types.register(dialect)
