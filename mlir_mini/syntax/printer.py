"""From IR to text, exactly as MLIR's AsmPrinter writes it.

:class:`Printer` renders types, attributes and operations; what an operation's own assembly looks
like comes from its declaration.  Source: mlir/lib/IR/AsmPrinter.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlir_mini.ir import attributes as at
from mlir_mini.ir import core, locations, types
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.floats import format_float
from mlir_mini.ir.locations import Location
from mlir_mini.ir.types import FloatType, FunctionType, IntegerType, RankedTensorType, Type
from mlir_mini.regex import Regex
from mlir_mini.spec import registry, verify
from mlir_mini.spec import traits as t
from mlir_mini.spec.op import Op
from mlir_mini.syntax.resources import resource_block
from mlir_mini.syntax.ssa_names import SSANames

_BARE_ID = Regex(r"[A-Za-z_][\w$.]*\Z")
_UNSAFE = Regex(r'[^\x20-\x7e]|["\\]')
#: What a dialect prints of a type or attribute that can stand behind ``dialect.``.
_PRETTY_SYMBOL = Regex(r"[A-Za-z][\w.]*(?:<.*>)?\Z", re.DOTALL)
#: Dense attributes with more elements than this are written as one hex string.
HEX_LIMIT = 100
#: In messages, those with more elements than this are left out, unless all are equal.
MESSAGE_LIMIT = 16


class PrintOptions:
    """What the ``--mlir-print-*`` flags select."""

    __slots__ = (
        "debuginfo",
        "elide_elements",
        "generic",
        "local_scope",
        "pretty_debuginfo",
        "skip_regions",
        "unique_ids",
    )

    def __init__(
        self,
        generic: bool = False,
        debuginfo: bool = False,
        pretty_debuginfo: bool = False,
        local_scope: bool = False,
        unique_ids: bool = False,
        skip_regions: bool = False,
        elide_elements: bool = False,
    ) -> None:
        self.generic = generic
        self.debuginfo = debuginfo or pretty_debuginfo
        self.pretty_debuginfo = pretty_debuginfo
        self.local_scope = local_scope
        self.unique_ids = unique_ids
        self.skip_regions = skip_regions
        self.elide_elements = elide_elements


def _escape_char(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\\":
        return "\\\\"
    return "".join(f"\\{b:02X}" for b in char.encode("utf-8", "surrogateescape"))


def quoted(text: str) -> str:
    """``text`` as a string literal; bytes outside printable ASCII as ``\\XX``."""
    return '"' + _UNSAFE.sub(_escape_char, text) + '"'


def keyword_or_quoted(text: str) -> str:
    return text if _BARE_ID.match(text) else quoted(text)


class Printer:
    """Writes IR as text; also the interface that assembly formats print through."""

    #: Appends text; the list's own method, since it is called for every word.
    write: Callable[[str], object]

    def __init__(self, options: PrintOptions | None = None, names: SSANames | None = None) -> None:
        self.options = options or PrintOptions()
        self.names = names
        self.out: list[str] = []
        self.write = self.out.append
        self.indent = 0
        #: An operation that is printed on its own: its dialect's name may go without saying.
        self.standalone: Operation | None = None
        #: Aliases in force: attribute or type -> its name with the sigil.
        self.aliases: dict[Any, str] = {}
        #: Attributes met that refer to the resource block.
        self.resources: list[Any] = []
        self._types: dict[Type, str] = {}
        self._attrs: dict[tuple[Any, bool], str] = {}

    def text(self) -> str:
        return "".join(self.out)

    def newline(self) -> None:
        self.write("\n" + " " * self.indent)

    # -- values ------------------------------------------------------------------------------

    def operand(self, value: Value) -> None:
        assert self.names is not None
        self.write(self.names.use(value))

    def operands(self, values: Iterable[Value]) -> None:
        assert self.names is not None
        use = self.names.use
        self.write(", ".join([use(v) for v in values]))

    def successor(self, block: Block) -> None:
        assert self.names is not None
        self.write(self.names.blocks.get(block, "INVALIDBLOCK"))

    # -- types -------------------------------------------------------------------------------

    def type(self, type: Type) -> None:
        self.write(self.type_text(type))

    def types(self, values: Sequence[Type]) -> None:
        self.write(", ".join([self.type_text(ty) for ty in values]))

    def type_text(self, type: Type) -> str:
        found = self._types.get(type)
        if found is None:
            found = self.aliases.get(type) or self.type_body(type)
            self._types[type] = found
        return found

    def stripped_text(self, type: Type) -> str:
        """A dialect type without ``!dialect.mnemonic``; in full if it goes by an alias."""
        text = self.type_text(type)
        return text if type in self.aliases or "<" not in text else text[text.index("<") :]

    def type_body(self, type: Any) -> str:
        """The type spelled out, its parts through aliases."""
        if isinstance(type, RankedTensorType):
            dims = "".join([f"{_dim(d)}x" for d in type.shape])
            tail = f", {self.attr_text(type.encoding)}" if type.encoding is not None else ""
            return f"tensor<{dims}{self.type_text(type.element_type)}{tail}>"
        if isinstance(type, IntegerType):
            return {"signless": "i", "signed": "si", "unsigned": "ui"}[type.signedness] + str(
                type.width
            )
        if isinstance(type, FloatType):
            return type.name
        if isinstance(type, types.IndexType):
            return "index"
        if isinstance(type, FunctionType):
            return self._function_text(type.inputs, type.results)
        if isinstance(type, types.NoneType):
            return "none"
        if isinstance(type, types.VectorType):
            dims = "".join(
                [
                    f"[{d}]x" if s else f"{d}x"
                    for d, s in zip(type.shape, type.scalable, strict=False)
                ]
            )
            return f"vector<{dims}{self.type_text(type.element_type)}>"
        if isinstance(type, types.UnrankedTensorType):
            return f"tensor<*x{self.type_text(type.element_type)}>"
        if isinstance(type, types.TupleType):
            return f"tuple<{', '.join([self.type_text(x) for x in type.types])}>"
        if isinstance(type, types.ComplexType):
            return f"complex<{self.type_text(type.element_type)}>"
        if isinstance(type, types.MemRefType):
            dims = "".join([f"{_dim(d)}x" for d in type.shape])
            extra = [type.layout, type.memory_space]
            tail = "".join([f", {self.attr_text(x)}" for x in extra if x is not None])
            return f"memref<{dims}{self.type_text(type.element_type)}{tail}>"
        if isinstance(type, types.OpaqueType):
            return "!" + _opaque_text(type)
        return self._dialect_text("!", type)

    def _function_text(self, inputs: Sequence[Type], results: Sequence[Type]) -> str:
        left = ", ".join([self.type_text(x) for x in inputs])
        right = ", ".join([self.type_text(x) for x in results])
        # A single result needs parentheses only when it is itself a function.
        if len(results) != 1 or isinstance(results[0], FunctionType):
            right = f"({right})"
        return f"({left}) -> {right}"

    def functional_type(self, inputs: Sequence[Type], results: Sequence[Type]) -> None:
        self.write(self._function_text(inputs, results))

    def arrow_types(self, results: Sequence[Type]) -> None:
        """`` -> type`` or `` -> (types)``; nothing without results."""
        if results:
            text = ", ".join([self.type_text(x) for x in results])
            single = len(results) == 1 and not isinstance(results[0], FunctionType)
            self.write(f" -> {text}" if single else f" -> ({text})")

    def _dialect_text(self, sigil: str, value: Any) -> str:
        found = registry.printer_of(type(value))
        if found is None:
            raise TypeError(f"no dialect prints {type(value).__name__}")
        dialect, render = found
        start = len(self.out)
        render(value, self)
        text = "".join(self.out[start:])
        del self.out[start:]
        if _PRETTY_SYMBOL.match(text):
            return f"{sigil}{dialect.name}.{text}"
        return f"{sigil}{dialect.name}<{text}>"

    # -- attributes --------------------------------------------------------------------------

    def attr(self, attr: Any) -> None:
        self.write(self.attr_text(attr))

    def attr_without_type(self, attr: Any) -> None:
        """A number or string without its type; anything else as usual."""
        if isinstance(attr, (at.IntegerAttr, at.FloatAttr)):
            self.write(self._number_text(attr))
        elif isinstance(attr, at.StringAttr):
            self.write(quoted(attr.value))
        else:
            self.attr(attr)

    def attr_text(self, attr: Any, elide: bool = False) -> str:
        """``elide`` leaves out the types that a literal has anyway (i64, f64): inside arrays."""
        key = (attr, elide)
        found = self._attrs.get(key)
        if found is None:
            found = self.aliases.get(attr) or self.attr_body(attr, elide)
            self._attrs[key] = found
        return found

    def _number_text(self, attr: Any) -> str:
        if isinstance(attr, at.FloatAttr):
            return format_float(attr.bits, attr.type.name)
        if attr.type is types.i1:
            return "true" if attr.value else "false"
        return str(attr.value)

    def attr_body(self, attr: Any, elide: bool = False) -> str:
        """The attribute spelled out, its parts through aliases."""
        if isinstance(attr, at.IntegerAttr):
            text = self._number_text(attr)
            if attr.type is types.i1 or (elide and attr.type is types.i64):
                return text
            return f"{text} : {self.type_text(attr.type)}"
        if isinstance(attr, at.FloatAttr):
            text = self._number_text(attr)
            return text if elide and attr.type is types.f64 else f"{text} : {attr.type.name}"
        if isinstance(attr, at.StringAttr):
            text = quoted(attr.value)
            return text if attr.type is None else f"{text} : {self.type_text(attr.type)}"
        if isinstance(attr, at.UnitAttr):
            return "unit"
        if isinstance(attr, at.ArrayAttr):
            return f"[{', '.join([self.attr_text(x, True) for x in attr.elements])}]"
        if isinstance(attr, at.DictionaryAttr):
            return self._dict_text(attr.entries)
        if isinstance(attr, at.DenseElementsAttr):
            if self.options.elide_elements and len(attr.values) > MESSAGE_LIMIT:
                return f"dense_resource<__elided__> : {self.type_text(attr.type)}"
            return f"dense<{self._elements_text(attr)}> : {self.type_text(attr.type)}"
        if isinstance(attr, at.DenseArrayAttr):
            element = self.type_text(attr.element_type)
            if not attr.values:
                return f"array<{element}>"
            listed = ", ".join([_element_text(v, attr.element_type) for v in attr.values])
            return f"array<{element}: {listed}>"
        if isinstance(attr, at.TypeAttr):
            return self.type_text(attr.type)
        if isinstance(attr, at.SymbolRefAttr):
            return "::".join(["@" + keyword_or_quoted(x) for x in (attr.root, *attr.nested)])
        if isinstance(attr, Location):
            return self.location_text(attr, alias=False)
        if isinstance(attr, at.OpaqueAttr):
            return "#" + _opaque_text(attr)
        if isinstance(attr, at.DenseResourceAttr):
            self.resources.append(attr)
            return f"dense_resource<{attr.name}> : {self.type_text(attr.type)}"
        return self._dialect_text("#", attr)

    def _dict_text(self, entries: Iterable[tuple[str, Any]]) -> str:
        pieces = []
        for name, value in entries:
            key = keyword_or_quoted(name)
            pieces.append(
                key if isinstance(value, at.UnitAttr) else f"{key} = {self.attr_text(value)}"
            )
        return "{" + ", ".join(pieces) + "}"

    def attr_dict(self, entries: Iterable[tuple[str, Any]]) -> None:
        self.write(self._dict_text(entries))

    def _elements_text(self, attr: at.DenseElementsAttr) -> str:
        element = attr.type.element_type
        if not attr.values:
            return ""
        if attr.is_splat:
            return _element_text(attr.splat_value, element)
        if len(attr.values) > HEX_LIMIT:
            width = types.bit_width(element)
            size = max(1, (width + 7) // 8)
            mask = (1 << (8 * size)) - 1
            data = b"".join((v & mask).to_bytes(size, "little") for v in attr.values)
            return f'"0x{data.hex().upper()}"'
        return _nested(attr.type.shape, iter([_element_text(v, element) for v in attr.values]))

    def symbol_name(self, name: str) -> None:
        self.write("@" + keyword_or_quoted(name))

    def keyword_or_string(self, text: str) -> None:
        self.write(keyword_or_quoted(text))

    # -- locations ---------------------------------------------------------------------------

    def location_text(self, loc: Location, alias: bool = True) -> str:
        """``loc(...)``; through its alias where there is one."""
        if alias:
            found = self.aliases.get(loc)
            if found is not None:
                return f"loc({found})"
        return f"loc({self._location_body(loc, True)})"

    def _location_body(self, loc: Location, top: bool = False) -> str:
        if not top:
            found = self.aliases.get(loc)
            if found is not None:
                return found
        if isinstance(loc, locations.FileLineColLoc):
            text = f"{quoted(loc.file)}:{loc.line}:{loc.col}"
            if loc.end_line != loc.line:
                return f"{text} to {loc.end_line}:{loc.end_col}"
            return f"{text} to :{loc.end_col}" if loc.end_col != loc.col else text
        if isinstance(loc, locations.NameLoc):
            name = quoted(loc.name)
            if isinstance(loc.child, locations.UnknownLoc):
                return name
            return f"{name}({self._location_body(loc.child)})"
        if isinstance(loc, locations.CallSiteLoc):
            callee, caller = self._location_body(loc.callee), self._location_body(loc.caller)
            return f"callsite({callee} at {caller})"
        if isinstance(loc, locations.FusedLoc):
            metadata = "" if loc.metadata is None else f"<{self.attr_text(loc.metadata)}>"
            inner = ", ".join([self._location_body(x) for x in loc.locations])
            return f"fused{metadata}[{inner}]"
        return "unknown"

    def _pretty_location(self, loc: Location, nested: bool = False) -> str:
        """``--mlir-pretty-debuginfo``: positions without quotes and ``loc()``."""
        if isinstance(loc, locations.FileLineColLoc):
            return f"{loc.file}:{loc.line}:{loc.col}"
        if isinstance(loc, locations.NameLoc):
            child = loc.child
            if isinstance(child, locations.UnknownLoc):
                return quoted(loc.name)
            return f"{quoted(loc.name)}({self._pretty_location(child, True)})"
        if isinstance(loc, locations.CallSiteLoc):
            callee = self._pretty_location(loc.callee, True)
            return f"{callee} at {self._pretty_location(loc.caller, True)}"
        if isinstance(loc, locations.FusedLoc):
            metadata = "" if loc.metadata is None else f"<{self.attr_text(loc.metadata)}>"
            inner = ", ".join([self._pretty_location(x, True) for x in loc.locations])
            return f"{metadata}[{inner}]"
        return "[unknown]"

    def trailing_location(self, loc: Location, alias: bool = True) -> None:
        if self.options.pretty_debuginfo:
            self.write(" " + self._pretty_location(loc))
        elif self.options.debuginfo:
            self.write(" " + self.location_text(loc, alias))

    # -- regions and operations --------------------------------------------------------------

    def region_argument(
        self, argument: BlockArgument, attributes: Iterable[tuple[str, Any]] = (), type: bool = True
    ) -> None:
        """``%arg0: type {attributes} loc(...)``."""
        self.operand(argument)
        if type:
            self.write(f": {self.type_text(argument.type)}")
        entries = list(attributes)
        if entries:
            self.write(" " + self._dict_text(entries))
        if self.options.debuginfo:
            self.trailing_location(argument.loc, alias=False)

    def region(
        self,
        region: Region,
        entry_arguments: bool = True,
        terminators: bool = True,
        empty_block: bool = False,
    ) -> None:
        """``{ ... }``; ``empty_block`` labels an entry block that has no operations."""
        if self.options.skip_regions:
            self.write("{...}")
            return
        self.write("{\n")
        for n, block in enumerate(region.blocks):
            if n:
                label = True
            else:
                label = (empty_block and block.empty) or (entry_arguments and bool(block.arguments))
            self.block(block, label, terminators or n > 0)
        self.write(" " * self.indent + "}")

    def block(self, block: Block, label: bool = True, terminators: bool = True) -> None:
        if label:
            self._block_label(block)
        self.indent += 2
        op = block.first
        while op is not None:
            if op.next is None and not terminators and op.has_trait(t.IsTerminator):
                break
            self.full_operation(op)
            op = op.next
        self.indent -= 2

    def _block_label(self, block: Block) -> None:
        names = self.names
        assert names is not None
        self.write(" " * self.indent + names.blocks.get(block, "INVALIDBLOCK"))
        if block.arguments:
            self.write("(")
            for n, argument in enumerate(block.arguments):
                if n:
                    self.write(", ")
                self.write(f"{names.values[argument]}: {self.type_text(argument.type)}")
                if self.options.debuginfo:
                    self.trailing_location(argument.loc, alias=False)
            self.write(")")
        self.write(":")
        predecessors = block.predecessors
        if not predecessors:
            if not block.is_entry_block:
                self.write("  // no predecessors")
        elif all(p is predecessors[0] for p in predecessors):
            if len(predecessors) == 1:
                self.write(f"  // pred: {names.blocks[predecessors[0]]}")
            else:
                self._list_predecessors(predecessors)
        else:
            self._list_predecessors(predecessors)
        self.write("\n")

    def _list_predecessors(self, predecessors: list[Block]) -> None:
        names = self.names
        assert names is not None
        ordered = sorted(predecessors, key=lambda b: names.block_order.get(b, -1))
        listed = ", ".join([names.blocks[b] for b in ordered])
        self.write(f"  // {len(ordered)} preds: {listed}")

    def full_operation(self, op: Operation) -> None:
        """One operation on its own line(s), indented, with results and location."""
        names = self.names
        assert names is not None
        head = " " * self.indent
        results = op.results
        if results:
            if len(results) == 1:
                head += names.values[results[0]] + " = "
            else:
                head += names.definition(op) + " = "
        self.write(head)
        self.operation(op)
        if self.options.debuginfo:
            self.trailing_location(op.loc)
        self.write("\n")

    def operation(self, op: Operation) -> None:
        """The operation without results and location."""
        if not self.options.generic and isinstance(op, Op):
            fmt = op.spec.format
            if fmt is not None:
                name = op.name
                if name.startswith("builtin.") and (
                    op is self.standalone or _default_dialect_is_builtin(op)
                ):
                    name = name[8:]
                self.write(name)
                fmt.print(op, self)
                return
        self.generic_operation(op)

    def generic_operation(self, op: Operation) -> None:
        self.write(f"{quoted(op.name)}(")
        self.operands(op.operands)
        self.write(")")
        if op._block_operands:
            self.write("[")
            for n, block in enumerate(op.successors):
                if n:
                    self.write(", ")
                self.successor(block)
            self.write("]")
        if op.properties:
            self.write(f" <{self._dict_text(sorted(op.properties.items()))}>")
        if op.regions:
            self.write(" (")
            for n, region in enumerate(op.regions):
                if n:
                    self.write(", ")
                self.region(region, True, True, empty_block=True)
            self.write(")")
        if op.attributes:
            self.write(" " + self._dict_text(sorted(op.attributes.items())))
        self.write(" : ")
        self.functional_type(op.operand_types, op.result_types)


def _default_dialect_is_builtin(op: Operation) -> bool:
    parent = op.parent_op
    return parent is None or parent.name == "builtin.module"


def _opaque_text(value: Any) -> str:
    """``dialect.text``, or ``dialect<...>`` where the text is nothing but brackets."""
    if not value.text or value.text.startswith("<"):
        return value.dialect + value.text
    return f"{value.dialect}.{value.text}"


def _dim(size: int) -> str:
    return "?" if size == types.DYNAMIC else str(size)


def _element_text(value: int, element: Type) -> str:
    if isinstance(element, FloatType):
        return format_float(value, element.name)
    if element is types.i1:
        return "true" if value else "false"
    return str(value)


def _nested(shape: tuple[int, ...], values: Any) -> str:
    if not shape:
        return next(values)
    return "[" + ", ".join([_nested(shape[1:], values) for _ in range(shape[0])]) + "]"


def print_module(module: Operation, options: PrintOptions | None = None) -> str:
    """The text of a top-level operation, aliases included, as a driver prints it."""
    from mlir_mini.syntax.aliases import collect_aliases

    options = options or PrintOptions()
    names = SSANames(module, options.generic, options.unique_ids)
    printer = Printer(options, names)
    if options.local_scope:
        printer.full_operation(module)
        return printer.text()[:-1]
    immediate, deferred = collect_aliases(module, options, names, printer.aliases)
    for value in immediate:
        _print_alias(printer, value)
    printer.full_operation(module)
    for value in deferred:
        _print_alias(printer, value)
    return printer.text() + resource_block(printer.resources)


def _print_alias(printer: Printer, value: Any) -> None:
    body = printer.type_body(value) if isinstance(value, Type) else printer.attr_body(value)
    printer.write(f"{printer.aliases[value]} = {body}\n")


def operation_to_string(
    op: Operation,
    generic: bool = False,
    regions: bool = True,
    names: dict[Operation, SSANames] | None = None,
) -> str:
    """One operation as messages show it, without aliases, with names as in its function.

    Without ``regions`` their place is taken by dots. A dict passed as ``names`` to several calls
    keeps the names of functions in between, as long as nothing changes.
    """
    top = op
    while top.parent_op is not None and not top.has_trait(t.IsolatedFromAbove):
        top = top.parent_op
    options = PrintOptions(
        generic=generic, local_scope=True, skip_regions=not regions, elide_elements=True
    )
    found = names.get(top) if names is not None else None
    if found is None:
        found = SSANames(top, generic)
        if names is not None:
            names[top] = found
    printer = Printer(options, found)
    printer.standalone = op
    printer.full_operation(op)
    return printer.text().rstrip("\n").lstrip()


def type_to_string(type: Type) -> str:
    """The type spelled out without aliases."""
    return Printer().type_text(type)


def attr_to_string(attr: Any) -> str:
    """The attribute spelled out without aliases."""
    return Printer().attr_text(attr)


core.operation_to_string = operation_to_string
verify.print_type = type_to_string
verify.print_attr = attr_to_string
