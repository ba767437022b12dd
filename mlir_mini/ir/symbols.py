"""Symbols: operations that others refer to by name (mlir/lib/IR/SymbolTable.cpp)."""

from __future__ import annotations

from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.core import Operation


def lookup_symbol(op: Operation, name: str) -> Operation | None:
    """The operation called ``name`` in the module around ``op``, or None."""
    table: Operation | None = op
    while table is not None and table.name != "builtin.module":
        table = table.parent_op
    if table is None:
        return None
    for region in table.regions:
        for found in region.ops:
            symbol = found.properties.get("sym_name")
            if isinstance(symbol, StringAttr) and symbol.value == name:
                return found
    return None
