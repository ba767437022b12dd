"""The cf dialect: branches between the blocks of a region.

Source: mlir/include/mlir/Dialect/ControlFlow/IR/ControlFlowOps.td and ControlFlowOps.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.attributes import DenseElementsAttr, i32_array
from mlir_mini.ir.core import Block, Operation, Value
from mlir_mini.ir.types import IntegerType, VectorType
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import ClassKind, DenseI32Array, StrAttr
from mlir_mini.spec.constraints import I1, AnyInteger
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    successor,
    variadic,
    variadic_successor,
)
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect
from mlir_mini.spec.verify import type_text

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer

dialect = Dialect("cf")

_BRANCH = frozenset({t.IsTerminator, t.BranchLike, t.Pure, t.NoMemoryEffect})


class AssertOp(Op):
    """Ends the program with a message unless the condition holds.

    cf.assert %cond, "message"
    """

    name = "cf.assert"
    arg = operand(I1)
    msg = attr(StrAttr)
    traits = frozenset({t.MemWrite})
    assembly_format = "$arg `,` $msg attr-dict"


class BranchOp(Op):
    """Goes on in another block.

    cf.br ^next(%a, %b : i32, f32)
    """

    name = "cf.br"
    dest_operands = variadic(name="destOperands")
    dest = successor()
    traits = _BRANCH
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.dest_operands


class CondBranchOp(Op):
    """Goes on in one of two blocks.

    cf.cond_br %cond weights([1, 2]), ^then(%a : i32), ^else
    """

    name = "cf.cond_br"
    condition = operand(I1)
    true_dest_operands = variadic(name="trueDestOperands")
    false_dest_operands = variadic(name="falseDestOperands")
    branch_weights = optional_attr(DenseI32Array)
    true_dest = successor(name="trueDest")
    false_dest = successor(name="falseDest")
    traits = _BRANCH | {t.AttrSizedOperandSegments}
    assembly_format = (
        "$condition (`weights` `(` $branch_weights^ `)`)? `,`"
        " $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,`"
        " $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.false_dest_operands if index else self.true_dest_operands

    def verify(self) -> Diagnostic | None:
        weights = self.branch_weights
        if weights is not None and len(weights) != 2:
            return self.plain_error(
                "expects number of branch weights to match number of successors: "
                f"{len(weights)} vs 2"
            )
        return None


def _is_integer_elements(attr: Any) -> bool:
    return isinstance(attr, DenseElementsAttr) and isinstance(attr.type.element_type, IntegerType)


class _CaseValues(ClassKind):
    def check(self, attr: Any) -> bool:
        return _is_integer_elements(attr)


@custom_directive("SwitchOpCases")
class SwitchOpCases(CustomDirective):
    """``default: ^a(%x : i32), 1: ^b, ...``."""

    grammar = "switch_targets"
    rules = """
switch_targets: switch_target -> first
 | switch_targets COMMA switch_target -> append_item
switch_target: switch_label COLON BLOCK_NAME -> seq
 | switch_label COLON BLOCK_NAME LPAR OPERANDS SIGNATURE RPAR -> seq
switch_label: 'default' -> token
 | NUMBER -> token
"""
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        parser = state.parser
        flag = state.types["flag"][0]
        values: list[int] = []
        sizes: list[int] = []
        for n, target in enumerate(children[i]):
            label, block = target[0], target[2]
            if (label.value == "default") != (n == 0):
                expected = "integer value" if n else "'default'"
                raise state.op_error(label.pos, f"expected {expected}")
            names = parser.operand_names(target[4]) if len(target) > 3 else []
            types = [x for x in parser.signature(target[5]) if x != ","] if names else []
            if len(names) != len(types):
                raise state.op_error(
                    names[0][1],
                    f"number of operands and types do not match: got {len(names)} operands and "
                    f"{len(types)} types",
                )
            if n:
                values.append(parser.integer(label, flag))
                sizes.append(len(names))
            kind = "case" if n else "default"
            state.names.setdefault(kind + "Operands", []).extend(names)
            state.types.setdefault(kind + "Operands", []).extend(types)
            destination = "caseDestinations" if n else "defaultDestination"
            state.successors.setdefault(destination, []).append(block)
        if values:
            state.properties["case_values"] = DenseElementsAttr(
                VectorType((len(values),), flag), values
            )
        state.properties["case_operand_segments"] = i32_array(sizes)
        return i + 1

    def field_names(self) -> list[str]:
        return ["case_values", "case_operand_segments"]

    def print(self, op: Operation, p: Printer) -> None:
        assert isinstance(op, SwitchOp)
        p.newline()
        p.write("  default: ")
        self._print_target(op.default_destination, op.default_operands, p)
        flag = op.flag.type
        assert isinstance(flag, IntegerType)
        for n, (value, block) in enumerate(zip(op.values, op.case_destinations, strict=True)):
            p.write(",")
            p.newline()
            # Values are printed as if they had no sign.
            p.write(f"  {value & ((1 << flag.width) - 1)}: ")
            self._print_target(block, op.case_operands_of(n), p)
        if op.values:
            p.newline()

    def _print_target(self, block: Block, operands: Sequence[Value], p: Printer) -> None:
        p.successor(block)
        if operands:
            p.write("(")
            p.operands(operands)
            p.write(" : ")
            p.types([operand.type for operand in operands])
            p.write(")")


def _check_segments(op: Operation) -> Diagnostic | None:
    assert isinstance(op, SwitchOp)
    found, listed = len(op.case_operands), sum(op.case_operand_segments)
    if found == listed:
        return None
    return op.op_error(
        f"caseOperands count ({found}) does not match with the total size ({listed}) specified in "
        "attribute 'case_operand_segments'"
    )


# It must hold before anything can be asked of the operands.
_SEGMENTS = t.Trait("VariadicOfVariadic", _check_segments, phase=t.EARLY)


class SwitchOp(Op):
    """Goes on in the block that an integer selects.

    cf.switch %flag : i32, [
      default: ^bb1(%a : i32),
      42: ^bb2
    ]
    """

    name = "cf.switch"
    flag = operand(AnyInteger)
    default_operands = variadic(name="defaultOperands")
    case_operands = variadic(name="caseOperands")
    case_values = optional_attr(_CaseValues(DenseElementsAttr, "integer elements attribute"))
    case_operand_segments = attr(DenseI32Array)
    default_destination = successor(name="defaultDestination")
    case_destinations = variadic_successor(name="caseDestinations")
    traits = _BRANCH | {t.AttrSizedOperandSegments, _SEGMENTS}
    assembly_format = "$flag `:` type($flag) `,` `[` custom<SwitchOpCases>() `]` attr-dict"

    @property
    def values(self) -> list[int]:
        """Case values in order, as signed numbers."""
        attr = self.case_values
        return [] if attr is None else [attr.element(i) for i in range(attr.type.num_elements)]

    def case_operands_of(self, case: int) -> list[Value]:
        """Operands handed to the block of one case."""
        sizes = self.case_operand_segments
        start = sum(sizes[:case])
        return self.case_operands[start : start + sizes[case]]

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.case_operands_of(index - 1) if index else self.default_operands

    def verify(self) -> Diagnostic | None:
        values, count = self.case_values, len(self.case_destinations)
        if values is None:
            if count == 0:
                return None
            return self.op_error(f"has no case values for {count} case destinations")
        flag, element = self.flag.type, values.type.element_type
        if element is not flag:
            return self.op_error(
                f"'flag' type ('{type_text(flag)}') should match case value type "
                f"('{type_text(element)}')"
            )
        if values.type.num_elements != count:
            return self.op_error(
                f"number of case values ({values.type.num_elements}) should match number of case "
                f"destinations ({count})"
            )
        return None


dialect.add_ops(globals())
