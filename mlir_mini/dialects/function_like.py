"""The text of function-like operations, and what holds for all of them.

::

    tt.func private @name(%arg0: i32 {a = 1} loc(...)) -> (f32 {b}) attributes {c} { ... }

Sources: mlir/lib/Interfaces/FunctionImplementation.cpp, FunctionInterfaces.td, SymbolTable.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, TypeAttr
from mlir_mini.ir.core import Operation, Region
from mlir_mini.ir.types import FunctionType, Type
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import TypeKind
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.op import Op
from mlir_mini.spec.op_state import OpState, RegionNode
from mlir_mini.spec.verify import attr_text, type_text

VISIBILITIES = ("public", "private", "nested")
_EMPTY = DictionaryAttr(())

#: Attributes that the signature spells out.
SIGNATURE_ATTRS = ("sym_visibility", "sym_name", "function_type", "arg_attrs", "res_attrs")


class FunctionTypeKind(TypeKind):
    """The type of a function."""

    summary = "type attribute of function type"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, TypeAttr) and isinstance(attr.type, FunctionType)

    def storable(self, attr: Any) -> bool:
        return isinstance(attr, TypeAttr)


class FunctionOp(Op):
    """Base of functions: accessors of the signature."""

    @property
    def is_declaration(self) -> bool:
        """The function has no body."""
        return self.body_region.empty

    @property
    def body_region(self) -> Region:
        return self.regions[0]

    @property
    def type(self) -> FunctionType:
        return self.attr("function_type").type

    @property
    def argument_types(self) -> tuple[Type, ...]:
        return self.type.inputs

    @property
    def returned_types(self) -> tuple[Type, ...]:
        return self.type.results

    @property
    def visibility(self) -> str:
        """``public`` unless the function says otherwise."""
        found = self.attr("sym_visibility")
        return found.value if isinstance(found, StringAttr) else "public"


def argument_dictionaries(op: Operation, name: str, count: int) -> list[DictionaryAttr]:
    """Entries of ``arg_attrs`` or ``res_attrs``, one for each of ``count`` values."""
    found = op.attr(name)
    if not isinstance(found, ArrayAttr):
        return [_EMPTY] * count
    return [x if isinstance(x, DictionaryAttr) else _EMPTY for x in found.elements]


def _attrs_array(dictionaries: Sequence[DictionaryAttr]) -> ArrayAttr | None:
    return ArrayAttr(tuple(dictionaries)) if any(d.entries for d in dictionaries) else None


@custom_directive("Function")
class FunctionDirective(CustomDirective):
    """Everything behind the operation's name, the body included.

    A dialect whose functions say more (linkage, ``...``) derives from it: ``take_keywords`` and
    ``print_keywords`` handle what stands before the name.
    """

    __slots__ = ()
    leading_space = False
    grammar = "function_keywords SYMBOL func_args func_results function_attributes region?"
    rules = """
function_keywords: -> empty
 | function_keywords KEYWORD -> append_one
function_attributes: -> empty
 | 'attributes' ATTR_DICT -> seq
"""

    def field_names(self) -> list[str]:
        return list(SIGNATURE_ATTRS)

    # -- parsing -------------------------------------------------------------------------------

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        keywords, symbol, args, results, attributes, body = children[i : i + 6]
        self.take_keywords(keywords, state)
        state.properties["sym_name"] = StringAttr(state.parser.symbol_name(symbol))
        arguments = self._take_arguments(args, state)
        result_types, result_dicts = self._take_results(results, state)
        input_types = tuple(type for _, type, _, _ in arguments)
        state.properties["function_type"] = TypeAttr(FunctionType(input_types, result_types))
        for name, dictionaries in (
            ("arg_attrs", [dictionary for _, _, dictionary, _ in arguments]),
            ("res_attrs", result_dicts),
        ):
            array = _attrs_array(dictionaries)
            if array is not None:
                state.properties[name] = array
        if attributes:
            self._take_attributes(attributes, state)
        region_name = self.spec.regions[0].name
        if body:
            node = body[0]
            if not node[1] and len(node) < 4 and not arguments:
                raise state.op_error(node[0].pos, "expected non-empty function body")
            entry = [(name, type, loc) for name, type, _, loc in arguments if name is not None]
            state.regions[region_name] = [RegionNode(node, entry)]
        return i + 6

    def take_keywords(self, keywords: Sequence[Any], state: OpState) -> None:
        for n, token in enumerate(keywords):
            if n or token.value not in VISIBILITIES:
                raise state.op_error(token.pos, "expected valid '@'-identifier for symbol name")
            state.properties["sym_visibility"] = StringAttr(token.value)

    def _take_arguments(self, args: Sequence[Any], state: OpState) -> list[Any]:
        """Arguments as (name or None, type, attributes, location)."""
        parser = state.parser
        found = []
        for piece in args:
            name = None
            if piece[0].type == "OPERANDS":
                names = parser.operand_names(piece[0])
                types = parser.signature(piece[1])
                name, type, rest = names[0], types[0], piece[2:]
                if len(names) > 1:
                    raise state.error(names[0][1] + len(names[0][0]), "expected ':'")
                if len(types) > 1:
                    raise state.op_error(
                        parser.signature_position(piece[1], min(2, len(types) - 1)),
                        "expected SSA identifier",
                    )
            else:
                type, rest = parser.type(piece[0]), piece[1:]
            if found and (found[0][0] is None) != (name is None):
                raise state.op_error(
                    piece[0].pos,
                    "expected SSA identifier"
                    if name is None
                    else "expected type instead of SSA identifier",
                )
            dictionary, loc = _EMPTY, None
            for token in rest:
                if token.type == "LOC":
                    loc = parser.location(token)
                else:
                    dictionary = _dictionary(parser.attr_dict(token))
            found.append((name, type, dictionary, loc))
        return found

    def _take_results(
        self, results: Sequence[Any], state: OpState
    ) -> tuple[tuple[Type, ...], list[DictionaryAttr]]:
        parser = state.parser
        if not results:
            return (), []
        head = results[0]
        if getattr(head, "type", None) == "ARROW_TYPES":
            (found,) = parser.signature(head)
            types = found if isinstance(found, tuple) else (found,)
            return types, [_EMPTY] * len(types)
        types, dictionaries = [], []
        for piece in results:
            types.append(parser.type(piece[0]))
            dictionaries.append(
                _dictionary(parser.attr_dict(piece[1])) if len(piece) > 1 else _EMPTY
            )
        return tuple(types), dictionaries

    def _take_attributes(self, children: Sequence[Any], state: OpState) -> None:
        keyword, token = children
        entries = state.parser.attr_dict(token)
        for name, _, _ in entries:
            if name in SIGNATURE_ATTRS[:3]:
                raise state.op_error(
                    keyword.pos,
                    f"'{name}' is an inferred attribute and should not be specified in the "
                    "explicit attribute dictionary",
                )
        state.take_attributes(token)

    # -- printing ------------------------------------------------------------------------------

    def print(self, op: Operation, p: Any) -> None:
        p.write(" ")
        self.print_keywords(op, p)
        name: Any = op.properties["sym_name"]
        p.symbol_name(name.value)
        signature: Any = op.properties["function_type"]
        self.print_signature(op, signature.type, p)
        self._print_attributes(op, p)
        body = op.regions[0]
        if not body.empty:
            p.write(" ")
            p.region(body, entry_arguments=False)

    def print_keywords(self, op: Operation, p: Any) -> None:
        visibility = op.properties.get("sym_visibility")
        if isinstance(visibility, StringAttr):
            p.write(visibility.value + " ")

    def print_signature(self, op: Operation, type: FunctionType, p: Any) -> None:
        p.write("(")
        dictionaries = argument_dictionaries(op, "arg_attrs", len(type.inputs))
        body = op.regions[0]
        for n, input_type in enumerate(type.inputs):
            if n:
                p.write(", ")
            if body.empty:
                p.type(input_type)
                _print_dictionary(dictionaries[n], p)
            else:
                p.region_argument(body.first_block.arguments[n], dictionaries[n].entries)
        p.write(")")
        self.print_results(op, type.results, p)

    def print_results(self, op: Operation, types: Sequence[Type], p: Any) -> None:
        if not types:
            return
        dictionaries = argument_dictionaries(op, "res_attrs", len(types))
        # One result needs parentheses if it has attributes or is itself a function.
        grouped = (
            len(types) > 1 or isinstance(types[0], FunctionType) or bool(dictionaries[0].entries)
        )
        p.write(" -> (" if grouped else " -> ")
        for n, result_type in enumerate(types):
            if n:
                p.write(", ")
            p.type(result_type)
            _print_dictionary(dictionaries[n], p)
        if grouped:
            p.write(")")

    def _print_attributes(self, op: Operation, p: Any) -> None:
        skipped = self.field_names()
        entries = [*op.attributes.items()]
        entries += [(k, v) for k, v in op.properties.items() if k not in skipped]
        if entries:
            p.write(" attributes ")
            p.attr_dict(sorted(entries))


def _dictionary(entries: Sequence[tuple[str, Interned, int]]) -> DictionaryAttr:
    return DictionaryAttr.of({name: value for name, value, _ in entries})


def _print_dictionary(dictionary: DictionaryAttr, p: Any) -> None:
    if dictionary.entries:
        p.write(" ")
        p.attr_dict(dictionary.entries)


# Checks -------------------------------------------------------------------------------------------


def _verify_symbol(op: Operation) -> Diagnostic | None:
    visibility = op.attr("sym_visibility")
    if visibility is not None:
        if not isinstance(visibility, StringAttr):
            return op.op_error(
                "requires visibility attribute 'sym_visibility' to be a string attribute, but "
                "got " + attr_text(visibility)
            )
        if visibility.value not in VISIBILITIES:
            return op.op_error(
                'visibility expected to be one of ["public", "private", "nested"], but got '
                + attr_text(visibility)
            )
    public = visibility is None or visibility.value == "public"
    if public and op.regions and op.regions[0].empty:
        return op.op_error("symbol declaration cannot have public visibility")
    return None


def _verify_dictionaries(op: Operation, name: str, count: int) -> Diagnostic | None:
    array = op.attr(name)
    if array is None:
        return None
    long, short = ("argument", "arguments") if name == "arg_attrs" else ("result", "results")
    if len(array.elements) != count:
        return op.op_error(
            f"expects {long} attribute array to have the same number of elements as the number of "
            f"function {short}, got {len(array.elements)}, but expected {count}"
        )
    for dictionary in array.elements:
        for key, _ in dictionary.entries:
            if "." not in key:
                return op.op_error(f"{short} may only have dialect attributes")
    return None


def _verify_function(op: Operation) -> Diagnostic | None:
    signature: FunctionType = op.attr("function_type").type
    problem = _verify_dictionaries(op, "arg_attrs", len(signature.inputs)) or _verify_dictionaries(
        op, "res_attrs", len(signature.results)
    )
    if problem is not None:
        return problem
    body = op.regions[0]
    if body.empty:
        return None
    arguments = body.first_block.arguments
    if len(arguments) != len(signature.inputs):
        return op.op_error(
            f"entry block must have {len(signature.inputs)} arguments to match function signature"
        )
    for n, (argument, expected) in enumerate(zip(arguments, signature.inputs, strict=True)):
        if argument.type is not expected:
            return op.op_error(
                f"type of entry block argument #{n}('{type_text(argument.type)}') must match the "
                f"type of the corresponding argument in function signature"
                f"('{type_text(expected)}')"
            )
    return None


#: Defines a symbol that has a body: a declaration must not be public.
FunctionSymbol = t.Trait("SymbolOpInterface", _verify_symbol)
FunctionInterface = t.Trait("FunctionOpInterface", _verify_function)

#: Traits of every function.
FUNCTION_TRAITS = frozenset(
    {
        t.AffineScope,
        t.AutomaticAllocationScope,
        t.IsolatedFromAbove,
        t.Symbol,
        t.FunctionLike,
        FunctionSymbol,
        FunctionInterface,
    }
)
