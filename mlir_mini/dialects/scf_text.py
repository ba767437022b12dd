"""How the operations of the scf dialect are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.attributes import UNIT, i64_array
from mlir_mini.ir.core import BlockArgument, Operation, Region, Value
from mlir_mini.ir.types import FunctionType, Type, index
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.op_state import Name, OpState, RegionNode

if TYPE_CHECKING:
    from mlir_mini.syntax.printer import Printer
    from mlir_mini.syntax.tokens import Token


def read_arrow_types(token: Token, state: OpState) -> list[Type]:
    """The types of ``-> T`` or ``-> (T, T)``."""
    found = state.parser.signature(token)
    if len(found) == 1 and isinstance(found[0], tuple):
        return list(found[0])
    if len(found) == 1 and isinstance(found[0], Type):
        return found
    raise state.error(state.parser.signature_position(token, 1), "expected '{' to begin a region")


def print_initialization(
    keyword: str, arguments: Sequence[BlockArgument], values: Sequence[Value], p: Printer
) -> None:
    """`` iter_args(%a = %b, ...)``; nothing without values."""
    if not values:
        return
    p.write(f"{keyword}(")
    for n, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        if n:
            p.write(", ")
        p.operand(argument)
        p.write(" = ")
        p.operand(value)
    p.write(")")


@custom_directive("ForLoop")
class ForLoop(CustomDirective):
    """``unsigned %i = %lb to %ub step %s iter_args(%a = %b) -> (T) : type { ... }``."""

    grammar = "'unsigned'? ASSIGNS 'to' OPERANDS 'step' OPERANDS for_iter_args for_type region"
    rules = """
for_iter_args: -> empty
 | 'iter_args' LPAR RPAR ARROW_TYPES -> seq
 | 'iter_args' LPAR ASSIGNS RPAR ARROW_TYPES -> seq
for_type: -> empty
 | SIGNATURE -> seq
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        unsigned, bounds, _, upper, _, step, carried, type_tokens, body = children[i : i + 9]
        parser = state.parser
        ((variable, lower),) = parser.assignments(bounds)
        if unsigned:
            state.properties["unsignedCmp"] = UNIT
        state.names["lowerBound"] = [lower]
        state.names["upperBound"] = parser.operand_names(upper)
        state.names["step"] = parser.operand_names(step)
        pairs: list[tuple[Name, Name]] = []
        types: list[Type] = []
        if carried:
            pairs = parser.assignments(carried[2]) if len(carried) == 5 else []
            types = read_arrow_types(carried[-1], state)
            if len(pairs) != len(types):
                raise state.op_error(
                    state.pos, "mismatch in number of loop-carried values and defined values"
                )
        type: Type = index
        if type_tokens:
            found = parser.signature(type_tokens[0])
            if len(found) != 1:
                at = parser.signature_position(type_tokens[0], 1)
                raise state.error(at, "expected '{' to begin a region")
            type = found[0]
        state.types["lowerBound"] = [type]
        state.names["initArgs"] = [value for _, value in pairs]
        state.types["initArgs"] = types
        state.types["results"] = types
        arguments = [(variable, type, None)]
        arguments += [(name, ty, None) for (name, _), ty in zip(pairs, types, strict=True)]
        state.regions["region"] = [RegionNode(body, arguments)]
        return i + 9

    def field_names(self) -> list[str]:
        return ["unsignedCmp"]

    def print(self, op: Any, p: Printer) -> None:
        if op.unsignedCmp:
            p.write("unsigned ")
        p.operand(op.induction_var)
        p.write(" = ")
        p.operand(op.lower_bound)
        p.write(" to ")
        p.operand(op.upper_bound)
        p.write(" step ")
        p.operand(op.step)
        inits = op.init_args
        print_initialization(" iter_args", op.region_iter_args, inits, p)
        if inits:
            p.write(" -> (")
            p.types([value.type for value in inits])
            p.write(")")
        p.write(" ")
        if op.induction_var.type is not index:
            p.write(" : ")
            p.type(op.induction_var.type)
            p.write(" ")
        p.region(op.regions[0], entry_arguments=False, terminators=bool(inits))


def _no_region(parser: Any) -> Region:
    """The region of a branch that is not there."""
    return Region()


@custom_directive("IfRegions")
class IfRegions(CustomDirective):
    """``%cond -> (T) { ... } else { ... }``."""

    grammar = "OPERANDS if_results region if_else"
    rules = """
if_results: -> empty
 | ARROW_TYPES -> seq
if_else: -> empty
 | 'else' region -> seq
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        condition, results, then, otherwise = children[i : i + 4]
        names = state.parser.operand_names(condition)
        state.names["condition"] = names
        state.types["results"] = read_arrow_types(results[0], state) if results else []
        state.regions["thenRegion"] = [then]
        state.regions["elseRegion"] = [otherwise[1] if otherwise else _no_region]
        return i + 4

    def print(self, op: Operation, p: Printer) -> None:
        p.operand(op.operand(0))
        if op.results:
            p.write(" -> (")
            p.types(op.result_types)
            p.write(")")
        p.write(" ")
        terminators = bool(op.results)
        then, otherwise = op.regions
        p.region(then, entry_arguments=False, terminators=terminators)
        if otherwise.blocks:
            p.write(" else ")
            p.region(otherwise, entry_arguments=False, terminators=terminators)


@custom_directive("WhileRegions")
class WhileRegions(CustomDirective):
    """``(%a = %b) : (T) -> T { ... } do { ... }``."""

    grammar = "while_inits SIGNATURE region 'do' region"
    rules = """
while_inits: -> empty
 | LPAR RPAR -> empty
 | LPAR ASSIGNS RPAR -> second
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        inits, signature, before, _, after = children[i : i + 5]
        parser = state.parser
        pairs: list[tuple[Name, Name]] = parser.assignments(inits) if inits else []
        types = parser.signature(signature)
        at = signature.pos
        if len(types) != 1 or not isinstance(types[0], FunctionType):
            from mlir_mini.spec.verify import type_text

            raise state.op_error(
                at,
                "invalid kind of type specified: expected builtin.function, but found "
                f"'{type_text(types[0])}'",
            )
        inputs, results = types[0].inputs, types[0].results
        if len(inputs) != len(pairs):
            raise state.op_error(
                at,
                f"expected as many input types as operands (expected {len(pairs)} got "
                f"{len(inputs)})",
            )
        state.names["inits"] = [value for _, value in pairs]
        state.types["inits"] = list(inputs)
        state.types["results"] = list(results)
        arguments = [(name, type, None) for (name, _), type in zip(pairs, inputs, strict=True)]
        state.regions["before"] = [RegionNode(before, arguments or None, implicit=False)]
        state.regions["after"] = [RegionNode(after, implicit=False)]
        return i + 5

    def print(self, op: Any, p: Printer) -> None:
        inits = op.inits
        if inits:
            print_initialization("", op.before_arguments, inits, p)
            p.write(" ")
        p.write(": ")
        p.functional_type([value.type for value in inits], op.result_types)
        p.write(" ")
        p.region(op.regions[0], entry_arguments=False)
        p.write(" do ")
        p.region(op.regions[1])


@custom_directive("ExecuteRegion")
class ExecuteRegion(CustomDirective):
    """``-> (T) no_inline { ... }``."""

    grammar = "if_results 'no_inline'? region"
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        results, no_inline, body = children[i : i + 3]
        state.types["results"] = read_arrow_types(results[0], state) if results else []
        if no_inline:
            state.properties["no_inline"] = UNIT
        state.regions["region"] = [body]
        return i + 3

    def field_names(self) -> list[str]:
        return ["no_inline"]

    def print(self, op: Any, p: Printer) -> None:
        p.arrow_types(op.result_types)
        p.write(" no_inline " if op.no_inline else " ")
        p.region(op.regions[0], entry_arguments=False)


@custom_directive("SwitchCases")
class SwitchCases(CustomDirective):
    """``case 1 { ... } ... default { ... }``, each on a line of its own."""

    grammar = "switch_cases 'default' region"
    rules = """
switch_cases: -> empty
 | switch_cases 'case' switch_number region -> append
switch_number: NUMBER -> token
 | KEYWORD -> token
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        cases, _, default = children[i : i + 3]
        values: list[int] = []
        for _, label, _ in cases:
            if not label.value.lstrip("-").isalnum() or not label.value.lstrip("-")[0].isdigit():
                raise state.op_error(label.pos, "expected integer value")
            values.append(state.parser.integer(label, index))
        state.properties["cases"] = i64_array(values)
        state.regions["defaultRegion"] = [default]
        state.regions["caseRegions"] = [RegionNode(x, implicit=False) for _, _, x in cases]
        return i + 3

    def field_names(self) -> list[str]:
        return ["cases"]

    def print(self, op: Any, p: Printer) -> None:
        for value, region in zip(op.cases, op.regions[1:], strict=True):
            p.newline()
            p.write(f"case {value} ")
            p.region(region, entry_arguments=False)
        p.newline()
        p.write("default ")
        default = op.regions[0]
        last = default.first_block.last if default.blocks else None
        hidden = last is None or not (last.op_operands or last.attributes or last.properties)
        p.region(default, terminators=not hidden)
