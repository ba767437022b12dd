"""The ttng dialect."""

from __future__ import annotations

from mlir_mini.dialects import ttng_attrs, ttng_types
from mlir_mini.spec.registry import Dialect

dialect = Dialect("ttng")
ttng_attrs.register(dialect)
ttng_types.register(dialect)
