"""The scf dialect: loops and branches as operations with regions.

The text of the operations is in :mod:`.scf_text`, parallel loops are in :mod:`.scf_parallel`.
Sources: mlir/include/mlir/Dialect/SCF/IR/SCFOps.td, mlir/lib/Dialect/SCF/IR/SCF.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import mlir_mini.dialects.scf_text  # noqa: F401  (registers the directives)
from mlir_mini.dialects.scf_base import dialect
from mlir_mini.dialects.scf_parallel import (
    ForallOp,
    InParallelOp,
    ParallelOp,
    ReduceOp,
    ReduceReturnOp,
)
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, Value
from mlir_mini.ir.types import IntegerType
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import DenseI64Array, UnitAttrKind
from mlir_mini.spec.constraints import I1, Index, SignlessIntegerOrIndex
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    region,
    same_as,
    variadic,
    variadic_region,
    variadic_result,
)
from mlir_mini.spec.region_branch import (
    RegionBranchOp,
    RegionTerminatorOp,
    verify_loop,
    verify_region_branch,
)
from mlir_mini.spec.verify import type_text

if TYPE_CHECKING:
    from mlir_mini.dialects.arith_integers import AddIOp

__all__ = [
    "ConditionOp", "ExecuteRegionOp", "ForOp", "ForallOp", "IfOp", "InParallelOp", "IndexSwitchOp",
    "ParallelOp", "ReduceOp", "ReduceReturnOp", "WhileOp", "YieldOp", "dialect",
]  # fmt: skip

_REGIONS = frozenset({t.RecursiveMemoryEffects, t.RegionBranch})
_IMPLICIT_YIELD = t.SingleBlockImplicitTerminator("scf.yield")


class YieldOp(RegionTerminatorOp):
    """Ends a region with the values it hands on.

    scf.yield %a, %b : i32, f32
    """

    name = "scf.yield"
    results_ = variadic()
    traits = frozenset(
        {
            t.IsTerminator,
            t.Pure,
            t.ReturnLike,
            t.RegionBranchTerminator,
            t.HasParent("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
        }
    )
    assembly_format = "attr-dict ($results^ `:` type($results))?"


class ConditionOp(RegionTerminatorOp):
    """Ends the first region of a ``scf.while``: whether to go on, and with what.

    scf.condition(%cond) %a : i32
    """

    name = "scf.condition"
    condition = operand(I1)
    args = variadic()
    traits = frozenset({t.IsTerminator, t.Pure, t.RegionBranchTerminator, t.HasParent("scf.while")})
    assembly_format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    @property
    def exit_operands(self) -> Sequence[Value]:
        return self.args


# For ---------------------------------------------------------------------------------------------


class _Constant:
    """A constant bound or step: its value with and without sign."""

    __slots__ = ("signed", "unsigned")

    def __init__(self, attr: IntegerAttr) -> None:
        width = attr.type.width if isinstance(attr.type, IntegerType) else 64
        self.unsigned = attr.value & ((1 << width) - 1)
        self.signed = self.unsigned - ((self.unsigned >> (width - 1)) << width)


def _constant(value: Value) -> _Constant | None:
    op = value.defining_op
    if op is None or op.name != "arith.constant":
        return None
    found = op.attr("value")
    return _Constant(found) if isinstance(found, IntegerAttr) else None


class ForOp(RegionBranchOp):
    """A loop from a lower bound up to an upper one, carrying values from one turn to the next.

    %r = scf.for %i = %lb to %ub step %s iter_args(%a = %init) -> (i32)  : i32 {
      scf.yield %a : i32
    }
    """

    name = "scf.for"
    lower_bound = operand(SignlessIntegerOrIndex, name="lowerBound")
    upper_bound = operand(SignlessIntegerOrIndex, type=same_as("lowerBound"), name="upperBound")
    step = operand(SignlessIntegerOrIndex, type=same_as("lowerBound"))
    init_args = variadic(name="initArgs")
    unsignedCmp = optional_attr(UnitAttrKind)
    results_ = variadic_result()
    region_ = region(sized=True)
    traits = _REGIONS | {
        t.LoopLike,
        t.AutomaticAllocationScope,
        _IMPLICIT_YIELD,
        t.AllTypesMatch("lowerBound", "upperBound", "step"),
    }
    assembly_format = "custom<ForLoop>() attr-dict"

    @property
    def body(self) -> Block:
        return self.regions[0].first_block

    @property
    def induction_var(self) -> BlockArgument:
        return self.body.arguments[0]

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        """What the body calls the carried values."""
        return self.body.arguments[1:]

    @property
    def yield_op(self) -> Operation:
        return self.body.terminator

    @property
    def yielded_values(self) -> tuple[Value, ...]:
        return self.yield_op.operands

    #: Number of operands before the carried ones.
    num_control_operands: ClassVar[int] = 3

    def tied_init(self, argument: BlockArgument) -> Value:
        """What the carried value ``argument`` starts from."""
        return self.operand(self.num_control_operands + argument.index - 1)

    def static_trip_count(self) -> int | None:
        """How often the body runs, if constants in the IR tell.

        Of bounds that are not constant, the upper one must be the lower one plus a constant, added
        without overflow. Source: constantTripCount of mlir/lib/Dialect/Utils/StaticValueUtils.cpp.
        """
        if self.lower_bound is self.upper_bound:
            return 0
        step = _constant(self.step)
        if step is not None and step.unsigned == 0:
            return None
        lower = _constant(self.lower_bound)
        if self.upper_bound is self.step and lower is not None and lower.unsigned == 0:
            # However large the step is: upstream takes it to be positive.
            return 1
        distance = self._distance()
        if distance is None:
            return None
        if distance < 0 or (distance == 0 and lower is not None):
            return 0
        if step is None or (not self.unsignedCmp and step.signed < 0):
            return None
        return -(-distance // step.unsigned)

    def _distance(self) -> int | None:
        """From the lower bound to the upper one, if known."""
        lower, upper = _constant(self.lower_bound), _constant(self.upper_bound)
        if lower is not None and upper is not None:
            if self.unsignedCmp:
                return upper.unsigned - lower.unsigned
            return upper.signed - lower.signed
        addition = self.upper_bound.defining_op
        if lower is not None or upper is not None or addition is None:
            return None
        if addition.name != "arith.addi" or addition.operand(0) is not self.lower_bound:
            return None
        flag = "nuw" if self.unsignedCmp else "nsw"
        offset = _constant(addition.operand(1))
        if offset is None or flag not in cast("AddIOp", addition).overflowFlags:
            return None
        return offset.signed

    def region_successors(self, source: Region | None) -> list[Region | None]:
        trips = self.static_trip_count()
        if trips is not None:
            if source is None:
                return [self.regions[0] if trips else None]
            if trips == 1:
                return [None]
        return [self.regions[0], None]

    def entry_operands(self, successor: Region | None) -> Sequence[Value]:
        return self.init_args

    def successor_inputs(self, successor: Region | None) -> Sequence[Value]:
        return self.results if successor is None else self.region_iter_args

    def verify(self) -> Diagnostic | None:
        if len(self.init_args) != len(self.results):
            return self.op_error("mismatch in number of loop-carried values and defined values")
        return None

    def verify_regions(self) -> Diagnostic | None:
        if not self.body.arguments:
            return self.op_error(
                "expected body to have at least 1 argument(s) for the induction variable, but got 0"
            )
        if self.induction_var.type is not self.lower_bound.type:
            return self.op_error("expected induction variable to be same type as bounds and step")
        return verify_loop(self) or verify_region_branch(self)


# If ----------------------------------------------------------------------------------------------


class IfOp(RegionBranchOp):
    """One of two regions, or the first one or nothing.

    %r = scf.if %cond -> (i32) {
      scf.yield %a : i32
    } else {
      scf.yield %b : i32
    }
    """

    name = "scf.if"
    condition = operand(I1)
    results_ = variadic_result()
    then_region = region(sized=True, name="thenRegion")
    else_region = region(name="elseRegion")
    traits = _REGIONS | {t.RecursivelySpeculatable, _IMPLICIT_YIELD}
    assembly_format = "custom<IfRegions>() attr-dict"

    @property
    def then_block(self) -> Block:
        return self.regions[0].first_block

    @property
    def else_block(self) -> Block | None:
        """The block of the else branch, or None where there is none."""
        blocks = self.regions[1].blocks
        return blocks[0] if blocks else None

    @property
    def then_yield(self) -> Operation:
        return self.then_block.terminator

    @property
    def else_yield(self) -> Operation:
        block = self.else_block
        assert block is not None, "scf.if without an else branch"
        return block.terminator

    def region_successors(self, source: Region | None) -> list[Region | None]:
        if source is not None:
            return [None]
        return [self.regions[0], self.regions[1] if self.regions[1].blocks else None]

    def verify(self) -> Diagnostic | None:
        if self.results and not self.regions[1].blocks:
            return self.op_error("must have an else block if defining values")
        return None

    def verify_regions(self) -> Diagnostic | None:
        for n, branch in enumerate(self.regions):
            if branch.blocks and branch.first_block.arguments:
                return self.op_error(f"region #{n} should have no arguments")
        return verify_region_branch(self)


# While -------------------------------------------------------------------------------------------


class WhileOp(RegionBranchOp):
    """A loop whose first region decides whether to go on with the second one.

    %r = scf.while (%a = %init) : (i32) -> i32 {
      scf.condition(%cond) %a : i32
    } do {
    ^bb0(%b: i32):
      scf.yield %b : i32
    }
    """

    name = "scf.while"
    inits = variadic()
    results_ = variadic_result()
    before = region(sized=True)
    after = region(sized=True)
    traits = _REGIONS | {t.LoopLike, t.SingleBlock}
    assembly_format = "custom<WhileRegions>() attr-dict-with-keyword"

    @property
    def before_body(self) -> Block:
        return self.regions[0].first_block

    @property
    def after_body(self) -> Block:
        return self.regions[1].first_block

    @property
    def before_arguments(self) -> list[BlockArgument]:
        return self.before_body.arguments

    @property
    def after_arguments(self) -> list[BlockArgument]:
        return self.after_body.arguments

    @property
    def condition_op(self) -> ConditionOp:
        terminator = self.before_body.terminator
        assert isinstance(terminator, ConditionOp)
        return terminator

    @property
    def yield_op(self) -> Operation:
        return self.after_body.terminator

    # What all loops have (LoopLikeOpInterface).
    @property
    def init_args(self) -> Sequence[Value]:
        return self.inits

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return self.before_arguments

    @property
    def yielded_values(self) -> tuple[Value, ...]:
        return self.yield_op.operands

    def region_successors(self, source: Region | None) -> list[Region | None]:
        before, after = self.regions
        if source is None or source is after:
            return [before]
        return [None, after]

    def entry_operands(self, successor: Region | None) -> Sequence[Value]:
        return self.inits

    def successor_inputs(self, successor: Region | None) -> Sequence[Value]:
        return self.results if successor is None else successor.first_block.arguments

    def verify(self) -> Diagnostic | None:
        for where, body, expected in (
            ("before", self.regions[0].first_block, "scf.condition"),
            ("after", self.regions[1].first_block, "scf.yield"),
        ):
            terminator = body.last
            if terminator is None or terminator.name != expected:
                error = self.op_error(
                    f"expects the '{where}' region to terminate with '{expected}'"
                )
                if terminator is not None:
                    error.attach_note("terminator here", terminator.loc.position())
                return error
        return None

    def verify_regions(self) -> Diagnostic | None:
        return verify_loop(self, results=False) or verify_region_branch(self)


# Other regions -----------------------------------------------------------------------------------


class ExecuteRegionOp(RegionBranchOp):
    """A region of any shape that runs once.

    %r = scf.execute_region -> i32 {
      scf.yield %a : i32
    }
    """

    name = "scf.execute_region"
    no_inline = optional_attr(UnitAttrKind)
    results_ = variadic_result()
    region_ = region()
    traits = _REGIONS
    assembly_format = "custom<ExecuteRegion>() attr-dict"

    def verify(self) -> Diagnostic | None:
        if self.regions[0].empty:
            return self.op_error("region needs to have at least one block")
        if self.regions[0].first_block.arguments:
            return self.op_error("region cannot have any arguments")
        return None

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


class IndexSwitchOp(RegionBranchOp):
    """The region that an index selects; ``regions[0]`` is the default.

    %r = scf.index_switch %i -> i32
    case 2 {
      scf.yield %a : i32
    }
    default {
      scf.yield %b : i32
    }
    """

    name = "scf.index_switch"
    arg = operand(Index)
    cases = attr(DenseI64Array)
    results_ = variadic_result()
    default_region = region(sized=True, name="defaultRegion")
    case_regions = variadic_region(sized=True, name="caseRegions")
    traits = _REGIONS | {_IMPLICIT_YIELD}
    assembly_format = "$arg attr-dict (`->` type($results)^)? custom<SwitchCases>()"

    @property
    def default_block(self) -> Block:
        return self.regions[0].first_block

    def case_block(self, index: int) -> Block:
        return self.regions[1 + index].first_block

    def verify(self) -> Diagnostic | None:
        cases, regions = self.cases, self.regions[1:]
        if len(cases) != len(regions):
            return self.op_error(f"has {len(regions)} case regions but {len(cases)} case values")
        for n, value in enumerate(cases):
            if value in cases[:n]:
                return self.op_error(f"has duplicate case value: {value}")
        problem = self._verify_region(self.regions[0], "default region")
        for n, each in enumerate(regions):
            problem = problem or self._verify_region(each, f"case region #{n}")
        return problem

    def _verify_region(self, region: Region, name: str) -> Diagnostic | None:
        terminator = region.first_block.last
        if not isinstance(terminator, YieldOp):
            found = terminator.name if terminator is not None else "nothing"
            return self.op_error(f"expected region to end with scf.yield, but got {found}")
        where = terminator.loc.position()
        values = terminator.operands
        if len(values) != len(self.results):
            error = self.op_error(
                f"expected each region to return {len(self.results)} values, but {name} returns "
                f"{len(values)}"
            )
            return error.attach_note("see yield operation here", where)
        for n, (value, result) in enumerate(zip(values, self.results, strict=True)):
            if value.type is not result.type:
                error = self.op_error(
                    f"expected result #{n} of each region to be '{type_text(result.type)}'"
                )
                return error.attach_note(f"{name} returns '{type_text(value.type)}' here", where)
        return None


dialect.add_ops(globals())
