"""Which attributes and types are printed through aliases, and how these are numbered.

MLIR finds the candidates by a dry run of the printer: values are met in print order, each after
its own parts.  Aliases are then ordered by depth (how deep aliases nest below), types before
attributes, then name; equal names are numbered in the order met.
Source: AliasInitializer in mlir/lib/IR/AsmPrinter.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.ir import attributes as at
from mlir_mini.ir import locations, types
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.locations import Location
from mlir_mini.ir.types import Type
from mlir_mini.spec import registry
from mlir_mini.spec import traits as t
from mlir_mini.spec.op import Op
from mlir_mini.syntax.printer import Printer, PrintOptions
from mlir_mini.syntax.ssa_names import SSANames


class _Info:
    """What is known of one value: its alias name if any, and its depth."""

    __slots__ = ("children", "deferrable", "depth", "name", "value")

    def __init__(self, value: Any, name: str | None, deferrable: bool) -> None:
        self.value = value
        self.name = name
        self.depth = 1 if name else 0
        self.deferrable = deferrable
        self.children: list[_Info] = []


_LEAVES = (
    at.IntegerAttr,
    at.FloatAttr,
    at.UnitAttr,
    at.DenseArrayAttr,
    types.IntegerType,
    types.FloatType,
    types.IndexType,
)


class AliasCollector(Printer):
    """A printer that writes nothing and notes every attribute and type it is asked for."""

    def __init__(self, options: PrintOptions, names: SSANames) -> None:
        super().__init__(options, names)
        self.write = lambda text: None
        self.found: dict[Any, _Info] = {}
        #: Children and greatest depth of the value being visited.
        self._children: list[_Info] | None = None

    # -- values ------------------------------------------------------------------------------

    def visit(self, value: Any, deferrable: bool = False) -> int:
        info = self.found.get(value)
        if info is None:
            info = self._enter(value, deferrable)
        elif not deferrable and info.deferrable:
            _make_immediate(info)
        if self._children is not None:
            self._children.append(info)
        return info.depth

    def _enter(self, value: Any, deferrable: bool) -> _Info:
        info = _Info(value, _alias_name(value), deferrable)
        self.found[value] = info
        if isinstance(value, _LEAVES):
            return info
        saved, self._children = self._children, []
        self._visit_parts(value, deferrable)
        info.children, self._children = self._children, saved
        deepest = max((child.depth for child in info.children), default=0)
        if deepest:
            info.depth = deepest + 1
        return info

    def _visit_parts(self, value: Any, deferrable: bool) -> None:
        if isinstance(value, types.RankedTensorType):
            self.visit(value.element_type)
            if value.encoding is not None:
                self.visit(value.encoding)
        elif isinstance(value, types.FunctionType):
            for part in (*value.inputs, *value.results):
                self.visit(part)
        elif isinstance(value, at.DictionaryAttr):
            for _, part in value.entries:
                self.visit(part)
        elif isinstance(value, at.ArrayAttr):
            for part in value.elements:
                self.visit(part)
        elif isinstance(value, (at.DenseElementsAttr, at.TypeAttr)):
            self.visit(value.type)
        elif isinstance(value, Location):
            self._visit_location(value, deferrable)
        elif isinstance(value, (types.VectorType, types.MemRefType)):
            self.visit(value.element_type)
        elif isinstance(value, types.TupleType):
            for part in value.types:
                self.visit(part)
        elif registry.printer_of(type(value)) is not None:
            found = registry.printer_of(type(value))
            assert found is not None
            found[1](value, self)

    def _visit_location(self, loc: Location, deferrable: bool) -> None:
        if isinstance(loc, locations.NameLoc):
            if not isinstance(loc.child, locations.UnknownLoc):
                self.visit(loc.child, deferrable)
        elif isinstance(loc, locations.CallSiteLoc):
            self.visit(loc.callee, deferrable)
            self.visit(loc.caller, deferrable)
        elif isinstance(loc, locations.FusedLoc):
            if loc.metadata is not None:
                self.visit(loc.metadata, deferrable)
            for part in loc.locations:
                self.visit(part, deferrable)

    # -- the printer's interface ---------------------------------------------------------------

    def type(self, type: Type) -> None:
        self.visit(type)

    def types(self, values: Sequence[Type]) -> None:
        for value in values:
            self.visit(value)

    def type_text(self, type: Type) -> str:
        self.visit(type)
        return ""

    def attr(self, attr: Any) -> None:
        self.visit(attr)

    def attr_without_type(self, attr: Any) -> None:
        self.visit(attr)

    def attr_text(self, attr: Any, elide: bool = False) -> str:
        self.visit(attr)
        return ""

    def attr_dict(self, entries: Iterable[tuple[str, Any]]) -> None:
        for _, value in entries:
            self.visit(value)

    def functional_type(self, inputs: Sequence[Type], results: Sequence[Type]) -> None:
        self.types(inputs)
        self.types(results)

    def arrow_types(self, results: Sequence[Type]) -> None:
        self.types(results)

    def operand(self, value: Value) -> None:
        pass

    def operands(self, values: Iterable[Value]) -> None:
        pass

    def successor(self, block: Block) -> None:
        pass

    def trailing_location(self, loc: Location, alias: bool = True) -> None:
        if self.options.debuginfo:
            self.visit(loc, True)

    def region_argument(
        self, argument: BlockArgument, attributes: Iterable[tuple[str, Any]] = (), type: bool = True
    ) -> None:
        # Attributes of arguments are not looked at: theirs get an alias only from other places.
        self.visit(argument.type)
        if self.options.debuginfo:
            self.visit(argument.loc)

    def region(
        self,
        region: Region,
        entry_arguments: bool = True,
        terminators: bool = True,
        empty_block: bool = False,
    ) -> None:
        for n, block in enumerate(region.blocks):
            self.block(block, entry_arguments or n > 0, terminators or n > 0)

    def block(self, block: Block, label: bool = True, terminators: bool = True) -> None:
        if label:
            for argument in block.arguments:
                self.visit(argument.type)
                if self.options.debuginfo:
                    self.visit(argument.loc)
        op = block.first
        while op is not None:
            if op.next is None and not terminators and op.has_trait(t.IsTerminator):
                break
            self.full_operation(op)
            op = op.next

    def full_operation(self, op: Operation) -> None:
        if self.options.debuginfo:
            self.visit(op.loc, True)
        if not self.options.generic and isinstance(op, Op):
            fmt = op.spec.format
            if fmt is not None:
                fmt.visit(op, self)
                return
        for region in op.regions:
            self.region(region)
        self.types(op.operand_types)
        self.types(op.result_types)
        for _, value in sorted([*op.properties.items(), *op.attributes.items()]):
            self.visit(value)


def _make_immediate(info: _Info) -> None:
    """An alias needed before the module cannot be printed after it, nor can its parts."""
    if info.deferrable:
        info.deferrable = False
        for child in info.children:
            _make_immediate(child)


def _alias_name(value: Any) -> str | None:
    if isinstance(value, Location):
        return "loc"
    found = registry.printer_of(type(value))
    if found is None or found[0].alias_of is None:
        return None
    return found[0].alias_of(value)


def collect_aliases(
    top: Operation, options: PrintOptions, names: SSANames, aliases: dict[Any, str]
) -> tuple[list[Interned], list[Interned]]:
    """Fill ``aliases``; returns the values to define before and after the operation's text."""
    collector = AliasCollector(options, names)
    collector.full_operation(top)
    named = [info for info in collector.found.values() if info.name is not None]
    named.sort(key=lambda i: (i.depth, not isinstance(i.value, Type), i.name))
    counts: dict[str, int] = {}
    immediate: list[Interned] = []
    deferred: list[Interned] = []
    for info in named:
        assert info.name is not None
        number = counts.get(info.name, 0)
        counts[info.name] = number + 1
        sigil = "!" if isinstance(info.value, Type) else "#"
        aliases[info.value] = f"{sigil}{info.name}{number or ''}"
        (deferred if info.deferrable else immediate).append(info.value)
    return immediate, deferred
