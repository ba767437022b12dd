"""Symbols: lookup, uses, renaming, tables."""

from __future__ import annotations

from mlir_mini.ir import symbols
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, i32_attr
from mlir_mini.ir.core import Operation
from mlir_mini.syntax.parser import parse_module

TEXT = """
module @outer {
  tt.func private @a()
  tt.func @b() {
    tt.call @a() : () -> ()
    "test.use"() {many = [@a, {nested = @inner::@a}]} : () -> ()
    tt.return
  }
  module @inner {
    tt.func private @a()
    tt.func @c() {
      tt.call @a() : () -> ()
      tt.return
    }
  }
}
"""


def outer() -> Operation:
    return parse_module(TEXT, allow_unregistered=True)


def named(module: Operation, *path: str) -> Operation:
    found = symbols.lookup_symbol_in(module, SymbolRefAttr(path[0], path[1:]))
    assert found is not None
    return found


def test_names() -> None:
    module = outer()
    assert symbols.symbol_name(module) == "outer"
    assert [name for name, _ in symbols.symbols_of(module)] == ["a", "b", "inner"]
    (call, *_) = named(module, "b").regions[0].ops
    assert symbols.symbol_name(call) is None


def test_lookup_starts_at_the_nearest_table() -> None:
    module = outer()
    inner = named(module, "inner")
    inner_call = next(op for op in inner.walk() if op.name == "tt.call")
    outer_call = next(op for op in named(module, "b").walk() if op.name == "tt.call")
    assert symbols.lookup_symbol(outer_call, "a") is named(module, "a")
    assert symbols.lookup_symbol(inner_call, "a") is named(inner, "a")
    assert symbols.lookup_symbol(inner_call, "b") is None
    assert symbols.lookup_symbol(module, "inner") is inner
    assert symbols.lookup_symbol(module, SymbolRefAttr("inner", ("c",))) is named(inner, "c")
    assert symbols.lookup_symbol(module, SymbolRefAttr("b", ("c",))) is None
    assert symbols.lookup_symbol(module, "nothing") is None


def test_unregistered_operations_may_be_tables() -> None:
    module = parse_module(
        'tt.func private @a()\n"test.table"() ({\n  "test.use"() : () -> ()\n}) : () -> ()\n',
        allow_unregistered=True,
    )
    use = next(op for op in module.walk() if op.name == "test.use")
    assert symbols.nearest_symbol_table(use) is None
    assert symbols.lookup_symbol(use, "a") is None


def test_uses_stay_out_of_nested_tables() -> None:
    module = outer()
    uses = symbols.symbol_uses(module)
    assert [(use.user.name, use.reference) for use in uses] == [
        ("tt.call", SymbolRefAttr("a")),
        ("test.use", SymbolRefAttr("a")),
        ("test.use", SymbolRefAttr("inner", ("a",))),
    ]
    assert len(symbols.symbol_uses(module, "a")) == 2
    assert symbols.symbol_has_uses(named(module, "a"), module)
    assert not symbols.symbol_has_uses(named(module, "b"), module)


def test_replacing_uses() -> None:
    module = outer()
    symbols.replace_all_symbol_uses(module, "a", "z")
    call, use, _ = named(module, "b").regions[0].ops
    assert call.attr("callee") is SymbolRefAttr("z")
    assert use.attr("many") is ArrayAttr(
        (SymbolRefAttr("z"), DictionaryAttr.of({"nested": SymbolRefAttr("inner", ("a",))}))
    )
    inner_call = next(op for op in named(module, "inner").walk() if op.name == "tt.call")
    assert inner_call.attr("callee") is SymbolRefAttr("a")


def test_attributes_without_references_stay_the_same_object() -> None:
    attr = ArrayAttr((i32_attr(1), StringAttr("a")))
    assert symbols.replace_references(attr, "a", "z") is attr


def test_table_insert_makes_names_unique() -> None:
    module = outer()
    table = symbols.SymbolTable(module)
    first, second = named(module, "a").clone(), named(module, "a").clone()
    assert table.insert(first) == "a_0"
    assert table.insert(second, before=named(module, "b")) == "a_1"
    assert [name for name, _ in symbols.symbols_of(module)] == ["a", "a_1", "b", "inner", "a_0"]
    assert table.lookup("a_1") is second
    assert table.insert(second) == "a_1"


def test_table_rename_follows_uses() -> None:
    module = outer()
    table = symbols.SymbolTable(module)
    table.rename(named(module, "a"), "z")
    assert table.lookup("a") is None
    assert len(symbols.symbol_uses(module, "z")) == 2
    other = symbols.SymbolTable(named(module, "inner"))
    assert table.rename_to_unique(named(module, "z"), [other]) == "z_0"
    assert len(symbols.symbol_uses(module, "z_0")) == 2
    assert table.rename_to_unique(named(module, "b")) == "b_0"


def test_table_erase() -> None:
    module = outer()
    table = symbols.SymbolTable(module)
    table.erase(named(module, "b"))
    assert table.lookup("b") is None
    assert symbols.lookup_symbol(module, "b") is None
