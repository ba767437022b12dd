"""symbol-dce: erases private symbols that nothing refers to, such as functions inlined everywhere.

    tt.func private @helper() {...}
    tt.func @kernel() {...}
  =>
    tt.func @kernel() {...}

What only dead symbols refer to is dead too.  After mlir/lib/Transforms/SymbolDCE.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.ir.attributes import StringAttr, SymbolRefAttr
from mlir_mini.ir.core import Operation, UnregisteredOp
from mlir_mini.ir.symbols import lookup_symbol_in, references, symbol_name, symbol_uses
from mlir_mini.passmanager import AnalysisManager, Pass, PassFailure
from mlir_mini.spec.traits import Symbol


def _is_symbol(op: Operation) -> bool:
    return Symbol in op.traits and symbol_name(op) is not None


def _is_public(symbol: Operation) -> bool:
    """Not said to be private or nested: nothing outside of the module sees those."""
    visibility = symbol.attr("sym_visibility")
    return not isinstance(visibility, StringAttr) or visibility.value == "public"


def _references(op: Operation) -> Iterator[SymbolRefAttr]:
    """What ``op`` and the operations in it refer to; nested symbol tables speak for themselves."""
    for attr in (*op.attributes.values(), *op.properties.values()):
        yield from references(attr)
    if not op.is_symbol_table:
        for use in symbol_uses(op):
            yield use.reference


def _may_hide_a_table(op: Operation) -> bool:
    """``op`` or something in it has regions and may be a symbol table for all that is known."""
    if op.is_symbol_table:
        return False
    return any(isinstance(each, UnregisteredOp) and each.regions for each in op.walk())


def _resolve(table: Operation, reference: SymbolRefAttr) -> list[Operation]:
    """The symbols along ``reference``; none if one of them isn't there."""
    found = []
    for length in range(len(reference.nested) + 1):
        path = SymbolRefAttr(reference.root, reference.nested[:length])
        symbol = lookup_symbol_in(table, path)
        if symbol is None:
            return []
        found.append(symbol)
    return found


def _mark_live(table: Operation, live: set[Operation]) -> None:
    """Collect the live symbols in a table: those seen from outside, and what they refer to."""
    pending = []
    for block in table.regions[0].blocks:
        for op in block.ops:
            if not _is_symbol(op):
                pending.append(op)
            elif _is_public(op) and op not in live:
                live.add(op)
                pending.append(op)
    while pending:
        op = pending.pop()
        if op.is_symbol_table:
            _mark_live(op, live)
        if _may_hide_a_table(op):
            op.emit_error(
                "operation contains potentially unknown symbol table, meaning that we can't "
                "reliable compute symbol uses"
            )
            raise PassFailure
        assert op.parent_op is not None
        for reference in _references(op):
            for symbol in _resolve(op.parent_op, reference):
                if symbol not in live:
                    live.add(symbol)
                    pending.append(symbol)


class SymbolDCE(Pass):
    name = "symbol-dce"
    display_name = "SymbolDCEPass"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        live: set[Operation] = set()
        _mark_live(module, live)
        tables = [op for op in module.walk() if op.is_symbol_table]
        for table in tables:
            for block in table.regions[0].blocks:
                for op in list(block.ops):
                    if _is_symbol(op) and op not in live:
                        op.erase()
