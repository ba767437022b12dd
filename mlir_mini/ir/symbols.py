"""Symbols: operations found by name in the symbol table around them.

A symbol has a ``sym_name``; an operation with the trait SymbolTable holds symbols directly in its
region. A reference ``@a::@b`` names ``b`` in the table called ``a``.
Source: mlir/lib/IR/SymbolTable.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import (
    DenseArrayAttr,
    DenseElementsAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlir_mini.ir.core import Operation, UnregisteredOp

SYM_NAME = "sym_name"


def symbol_name(op: Operation) -> str | None:
    """The name that ``op`` defines, or None if it is no symbol."""
    name = op.attr(SYM_NAME)
    return name.value if isinstance(name, StringAttr) else None


def set_symbol_name(op: Operation, name: str) -> None:
    """Rename ``op`` alone; its uses keep the old name."""
    op.set_attr(SYM_NAME, StringAttr(name))


def nearest_symbol_table(op: Operation) -> Operation | None:
    """``op`` or the innermost operation around it that is a symbol table.

    None if there is none, or if an unregistered operation on the way may be one.
    """
    found: Operation | None = op
    while found is not None and not found.is_symbol_table:
        if isinstance(found, UnregisteredOp) and len(found.regions) == 1:
            return None
        found = found.parent_op
    return found


def symbols_of(table: Operation) -> Iterator[tuple[str, Operation]]:
    """Names and symbols directly in ``table``, in order."""
    if table.regions and table.regions[0].blocks:
        for op in table.regions[0].first_block.ops:
            name = symbol_name(op)
            if name is not None:
                yield name, op


def lookup_symbol_in(table: Operation, reference: str | SymbolRefAttr) -> Operation | None:
    """The symbol that ``reference`` names in ``table``, or None."""
    if isinstance(reference, str):
        return next((op for name, op in symbols_of(table) if name == reference), None)
    found = lookup_symbol_in(table, reference.root)
    for name in reference.nested:
        if found is None or not found.is_symbol_table:
            return None
        found = lookup_symbol_in(found, name)
    return found


def lookup_symbol(op: Operation, reference: str | SymbolRefAttr) -> Operation | None:
    """The symbol that ``reference`` means at ``op``: in the nearest table, ``op`` included."""
    table = nearest_symbol_table(op)
    return lookup_symbol_in(table, reference) if table is not None else None


class SymbolUse:
    """One place where ``user`` refers to a symbol by ``reference``."""

    __slots__ = ("reference", "user")

    def __init__(self, user: Operation, reference: SymbolRefAttr) -> None:
        self.user = user
        self.reference = reference


def references(attr: Any) -> Iterator[SymbolRefAttr]:
    """Symbol references in ``attr``, itself included, outer ones first."""
    if isinstance(attr, SymbolRefAttr):
        yield attr
    elif isinstance(attr, tuple):
        for each in attr:
            yield from references(each)
    elif isinstance(attr, Interned) and not isinstance(attr, (DenseElementsAttr, DenseArrayAttr)):
        for name in attr.fields:
            yield from references(getattr(attr, name))


def symbol_uses(scope: Operation, symbol: str | None = None) -> list[SymbolUse]:
    """Uses in the regions of ``scope``; only those whose root is ``symbol``, if given.

    Tables nested in ``scope`` are not entered: names inside mean something else.
    """
    found: list[SymbolUse] = []
    pending = list(scope.regions)
    while pending:
        region = pending.pop()
        for op in region.ops:
            for _, attr in sorted([*op.attributes.items(), *op.properties.items()]):
                for reference in references(attr):
                    if symbol is None or reference.root == symbol:
                        found.append(SymbolUse(op, reference))
            if not op.is_symbol_table:
                pending.extend(op.regions)
    return found


def symbol_has_uses(symbol: Operation, scope: Operation) -> bool:
    """Whether something in ``scope`` refers to ``symbol``, which is defined directly in it."""
    return bool(symbol_uses(scope, symbol_name(symbol)))


def replace_references(attr: Any, old: str, new: str) -> Any:
    """``attr`` with every reference to the root ``old`` turned into one to ``new``."""
    if isinstance(attr, SymbolRefAttr):
        return SymbolRefAttr(new, attr.nested) if attr.root == old else attr
    if isinstance(attr, tuple):
        replaced = tuple([replace_references(each, old, new) for each in attr])
        return attr if all(a is b for a, b in zip(attr, replaced, strict=True)) else replaced
    if isinstance(attr, Interned) and not isinstance(attr, (DenseElementsAttr, DenseArrayAttr)):
        values = tuple([getattr(attr, name) for name in attr.fields])
        replaced = replace_references(values, old, new)
        return attr if replaced is values else type(attr)(*replaced)
    return attr


def replace_all_symbol_uses(scope: Operation, old: str, new: str) -> None:
    """Let everything in ``scope`` that refers to ``old`` refer to ``new``."""
    for user in dict.fromkeys(use.user for use in symbol_uses(scope, old)):
        for entries in (user.properties, user.attributes):
            for name, attr in entries.items():
                entries[name] = replace_references(attr, old, new)


class SymbolTable:
    """The symbols of one table by name; insertions rename what would clash."""

    def __init__(self, table: Operation) -> None:
        assert table.is_symbol_table, f"{table.name} is not a symbol table"
        self.table = table
        self._symbols: dict[str, Operation] = dict(symbols_of(table))
        self._counter = 0

    def lookup(self, name: str) -> Operation | None:
        return self._symbols.get(name)

    def insert(self, symbol: Operation, before: Operation | None = None) -> str:
        """Add a symbol at the end of the table, or before an operation of it; returns its name.

        The name gets a suffix ``_0``, ``_1`` ... if another symbol has it.
        """
        block = self.table.regions[0].first_block
        if symbol.block is None:
            last = block.last
            if before is None and last is not None and last.is_terminator:
                before = last if not isinstance(last, UnregisteredOp) else None
            if before is not None:
                block.insert_before(before, symbol)
            else:
                block.append(symbol)
        name = symbol_name(symbol)
        assert name is not None, f"{symbol.name} is not a symbol"
        if self._symbols.get(name) is symbol:
            return name
        unique = self._unique(name)
        self._symbols[unique] = symbol
        if unique != name:
            set_symbol_name(symbol, unique)
        return unique

    def _unique(self, name: str) -> str:
        candidate = name
        while candidate in self._symbols:
            candidate = f"{name}_{self._counter}"
            self._counter += 1
        return candidate

    def remove(self, symbol: Operation) -> None:
        """Forget a symbol, which stays where it is."""
        name = symbol_name(symbol)
        if name is not None and self._symbols.get(name) is symbol:
            del self._symbols[name]

    def erase(self, symbol: Operation) -> None:
        self.remove(symbol)
        symbol.erase()

    def rename(self, symbol: Operation, name: str) -> None:
        """Give a symbol another name, in the table's uses of it as well."""
        old = symbol_name(symbol)
        assert old is not None
        assert self._symbols.get(old) is symbol
        assert name not in self._symbols, f"there is a symbol named {name}"
        replace_all_symbol_uses(self.table, old, name)
        self.remove(symbol)
        set_symbol_name(symbol, name)
        self._symbols[name] = symbol

    def rename_to_unique(self, symbol: Operation, others: Iterable[SymbolTable] = ()) -> str:
        """Rename a symbol to a name, with a number at its end, that is new here and in ``others``.

        Returns the name.
        """
        old, number = symbol_name(symbol), 0
        tables = (self, *others)
        while any(f"{old}_{number}" in table._symbols for table in tables):
            number += 1
        name = f"{old}_{number}"
        self.rename(symbol, name)
        return name
