"""The scf dialect's parallel loops: ``scf.parallel`` with reductions, ``scf.forall``.

Sources: mlir/include/mlir/Dialect/SCF/IR/SCFOps.td, mlir/lib/Dialect/SCF/IR/SCF.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.scf_base import dialect
from mlir_mini.dialects.scf_text import print_initialization, read_arrow_types
from mlir_mini.ir.attributes import i64_array
from mlir_mini.ir.core import Block, BlockArgument, Operation, Value
from mlir_mini.ir.types import RankedTensorType, index
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import AnyArray, DenseI64Array
from mlir_mini.spec.constraints import Index, instance_of
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    region,
    variadic,
    variadic_region,
    variadic_result,
)
from mlir_mini.spec.op import Op
from mlir_mini.spec.op_state import Name, OpState, RegionNode
from mlir_mini.spec.region_branch import RegionTerminatorOp
from mlir_mini.spec.verify import type_text

if TYPE_CHECKING:
    from mlir_mini.syntax.printer import Printer

#: Stands in a list of constants for one that is an operand.
_DYNAMIC = -(1 << 63)
_REGIONS = frozenset({t.RecursiveMemoryEffects, t.AutomaticAllocationScope})


def _print_list(values: Sequence[Value], p: Printer) -> None:
    p.write("(")
    p.operands(values)
    p.write(")")


# Parallel ----------------------------------------------------------------------------------------


@custom_directive("ParallelLoop")
class ParallelLoop(CustomDirective):
    """``(%i) = (%lb) to (%ub) step (%s) init (%x) -> T { ... }``."""

    grammar = "parallel_list EQUAL parallel_list 'to' parallel_list 'step' parallel_list \
        parallel_init parallel_results region"
    rules = """
parallel_list: LPAR RPAR -> empty
 | LPAR OPERANDS RPAR -> seq
parallel_init: -> empty
 | 'init' parallel_list -> second
parallel_results: -> empty
 | ARROW_TYPES -> seq
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        variables = self._names(children[i], state)
        for name, child in (
            ("lowerBound", children[i + 2]),
            ("upperBound", children[i + 4]),
            ("step", children[i + 6]),
        ):
            found = self._names(child, state)
            if len(found) != len(variables):
                at = child[0].pos if child else state.pos
                raise state.op_error(at, f"expected {len(variables)} operands")
            state.names[name] = found
        results = children[i + 8]
        types = read_arrow_types(results[0], state) if results else []
        inits = self._names(children[i + 7], state)
        if len(inits) != len(types):
            raise state.op_error(
                state.pos,
                f"number of operands and types do not match: got {len(inits)} operands and "
                f"{len(types)} types",
            )
        state.names["initVals"] = inits
        state.types["initVals"] = state.types["results"] = types
        arguments = [(name, index, None) for name in variables]
        state.regions["region"] = [RegionNode(children[i + 9], arguments)]
        return i + 10

    def _names(self, child: list[Any], state: OpState) -> list[Name]:
        return state.parser.operand_names(child[1]) if child else []

    def print(self, op: Any, p: Printer) -> None:
        _print_list(op.induction_vars, p)
        for word, values in (
            (" = ", op.lower_bound),
            (" to ", op.upper_bound),
            (" step ", op.step),
        ):
            p.write(word)
            _print_list(values, p)
        if op.init_vals:
            p.write(" init ")
            _print_list(op.init_vals, p)
        p.arrow_types(op.result_types)
        p.write(" ")
        p.region(op.regions[0], entry_arguments=False)


class ParallelOp(Op):
    """Loops whose turns may run in any order; ``scf.reduce`` joins what they yield.

    %r = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%x) -> f32 {
      scf.reduce(%x : f32) {
      ^bb0(%a: f32, %b: f32):
        scf.reduce.return %a : f32
      }
    }
    """

    name = "scf.parallel"
    lower_bound = variadic(Index, name="lowerBound")
    upper_bound = variadic(Index, name="upperBound")
    step = variadic(Index)
    init_vals = variadic(name="initVals")
    results_ = variadic_result()
    region_ = region(sized=True)
    traits = _REGIONS | {
        t.LoopLike,
        t.RegionBranch,
        t.AttrSizedOperandSegments,
        t.SingleBlockImplicitTerminator("scf.reduce"),
    }
    assembly_format = "custom<ParallelLoop>() attr-dict"

    @property
    def body(self) -> Block:
        return self.regions[0].first_block

    @property
    def induction_vars(self) -> list[BlockArgument]:
        return self.body.arguments[: len(self.step)]

    def verify(self) -> Diagnostic | None:
        if not self.step:
            return self.op_error(
                "needs at least one tuple element for lowerBound, upperBound and step"
            )
        return None

    def verify_regions(self) -> Diagnostic | None:
        if len(self.body.arguments) != len(self.step):
            return self.op_error("expects the same number of induction variables and bounds")
        if any(argument.type is not index for argument in self.body.arguments):
            return self.op_error("expects arguments for the induction variable to be of index type")
        reduce = self.body.terminator
        reductions = len(reduce.op_operands)
        if len(self.results) != reductions:
            return self.op_error(
                f"expects number of results: {len(self.results)} to be the same as number of "
                f"reductions: {reductions}"
            )
        if len(self.results) != len(self.init_vals):
            return self.op_error(
                f"expects number of results: {len(self.results)} to be the same as number of "
                f"initial values: {len(self.init_vals)}"
            )
        for n, (value, result) in enumerate(zip(reduce.operands, self.results, strict=True)):
            if value.type is not result.type:
                return reduce.op_error(
                    f"expects type of {n}-th reduction operand: '{type_text(value.type)}' to be "
                    f"the same as the {n}-th result type: '{type_text(result.type)}'"
                )
        return None


@custom_directive("Reductions")
class Reductions(CustomDirective):
    """``(%a, %b : f32, i32) { ... }, { ... }``."""

    grammar = "reduce_operands reduce_regions"
    rules = """
reduce_operands: -> empty
 | LPAR OPERANDS SIGNATURE RPAR -> seq
reduce_regions: -> empty
 | region_list -> first_child
"""
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        values, regions = children[i : i + 2]
        if values:
            state.names["operands_"] = state.parser.operand_names(values[1])
            types = state.parser.signature(values[2])
            state.types["operands_"] = [each for each in types if each != ","]
        state.regions["reductions"] = [RegionNode(x, implicit=False) for x in regions]
        return i + 2

    def print(self, op: Operation, p: Printer) -> None:
        if op.op_operands:
            p.write("(")
            p.operands(op.operands)
            p.write(" : ")
            p.types(op.operand_types)
            p.write(")")
        p.write(" ")
        for n, each in enumerate(op.regions):
            if n:
                p.write(", ")
            p.region(each)


class ReduceOp(Op):
    """Ends a parallel loop: values to join, each with a region that joins two of them.

    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
    """

    name = "scf.reduce"
    operands_ = variadic(name="operands_")
    reductions = variadic_region()
    traits = frozenset({t.IsTerminator, t.RecursiveMemoryEffects, t.HasParent("scf.parallel")})
    assembly_format = "custom<Reductions>()"

    def verify_regions(self) -> Diagnostic | None:
        if len(self.regions) != len(self.op_operands):
            return self.op_error(
                f"expects number of operands: {len(self.op_operands)} to be the same as number of "
                f"reductions: {len(self.regions)}"
            )
        for n, each in enumerate(self.regions):
            type = self.operand(n).type
            block = each.first_block
            if block.empty:
                return self.op_error(f"{n}-th reduction has an empty body")
            types = [argument.type for argument in block.arguments]
            if len(types) != 2 or types[0] is not type or types[1] is not type:
                return self.op_error(
                    f"expected two block arguments with type '{type_text(type)}' in the {n}-th "
                    "reduction region"
                )
            if block.terminator.name != "scf.reduce.return":
                return self.op_error(
                    "reduction bodies must be terminated with an 'scf.reduce.return' op"
                )
        return None


class ReduceReturnOp(RegionTerminatorOp):
    """Ends a region that joins two values.

    scf.reduce.return %a : f32
    """

    name = "scf.reduce.return"
    result_ = operand()
    traits = frozenset({t.IsTerminator, t.Pure, t.HasParent("scf.reduce")})
    assembly_format = "$result attr-dict `:` type($result)"

    def verify(self) -> Diagnostic | None:
        block = self.block
        assert block is not None
        if not block.arguments:
            return None
        expected = block.arguments[0].type
        if self.operand(0).type is not expected:
            return self.op_error(
                f"must have type '{type_text(expected)}' (the type of the reduction inputs)"
            )
        return None


# Forall ------------------------------------------------------------------------------------------


@custom_directive("ForallLoop")
class ForallLoop(CustomDirective):
    """``(%i, %j) = (0, %a) to (8, %b) step (1, 2) shared_outs(%o = %t) -> (T) { ... }``."""

    grammar = "LPAR OPERANDS RPAR forall_range forall_outs region"
    rules = """
forall_range: 'in' forall_bounds -> seq
 | EQUAL forall_bounds 'to' forall_bounds 'step' forall_bounds -> seq
forall_bounds: LPAR RPAR -> empty
 | LPAR forall_items RPAR -> second
forall_items: forall_item -> first
 | forall_items COMMA forall_item -> append_item
forall_item: OPERANDS -> token
 | NUMBER -> token
forall_outs: -> empty
 | 'shared_outs' LPAR ASSIGNS RPAR ARROW_TYPES -> seq
"""

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        _, variables, _, bounds, outs, body = children[i : i + 6]
        parser = state.parser
        names = parser.operand_names(variables)
        if len(bounds) == 2:
            self._bounds("LowerBound", [0] * len(names), state)
            self._bounds("UpperBound", bounds[1], state)
            self._bounds("Step", [1] * len(names), state)
        else:
            self._bounds("LowerBound", bounds[1], state)
            self._bounds("UpperBound", bounds[3], state)
            self._bounds("Step", bounds[5], state)
        pairs: list[tuple[Name, Name]] = parser.assignments(outs[2]) if outs else []
        types = read_arrow_types(outs[4], state) if outs else []
        if len(pairs) != len(types):
            raise state.op_error(state.pos, "mismatch in number of outputs and types")
        state.names["outputs"] = [value for _, value in pairs]
        state.types["outputs"] = state.types["results"] = types
        arguments: list[Any] = [(name, index, None) for name in names]
        arguments += [(name, ty, None) for (name, _), ty in zip(pairs, types, strict=True)]
        state.regions["region"] = [RegionNode(body, arguments)]
        return i + 6

    def _bounds(self, which: str, items: Sequence[Any], state: OpState) -> None:
        static: list[int] = []
        dynamic: list[Name] = []
        for item in items:
            if isinstance(item, int):
                static.append(item)
            elif item.type == "NUMBER":
                static.append(state.parser.integer(item, index))
            else:
                found = state.parser.operand_names(item)
                dynamic += found
                static += [_DYNAMIC] * len(found)
        state.names["dynamic" + which] = dynamic
        state.properties["static" + which] = i64_array(static)

    def field_names(self) -> list[str]:
        return ["staticLowerBound", "staticUpperBound", "staticStep"]

    def print(self, op: Any, p: Printer) -> None:
        _print_list(op.induction_vars, p)
        if op.is_normalized:
            p.write(" in ")
            self._print_bounds(op.static_upper_bound, op.dynamic_upper_bound, p)
        else:
            p.write(" = ")
            self._print_bounds(op.static_lower_bound, op.dynamic_lower_bound, p)
            p.write(" to ")
            self._print_bounds(op.static_upper_bound, op.dynamic_upper_bound, p)
            p.write(" step ")
            self._print_bounds(op.static_step, op.dynamic_step, p)
        outputs = op.outputs
        print_initialization(" shared_outs", op.region_iter_args, outputs, p)
        if outputs:
            p.write(" -> (")
            p.types(op.result_types)
            p.write(")")
        p.write(" ")
        p.region(op.regions[0], entry_arguments=False, terminators=bool(op.results))

    def _print_bounds(self, static: Sequence[int], dynamic: Sequence[Value], p: Printer) -> None:
        rest = iter(dynamic)
        p.write("(")
        for n, bound in enumerate(static):
            if n:
                p.write(", ")
            if bound == _DYNAMIC:
                p.operand(next(rest))
            else:
                p.write(str(bound))
        p.write(")")


class ForallOp(Op):
    """Loops whose turns run in parallel on threads of some kind.

    scf.forall (%i, %j) in (%n, 4) {
    }
    """

    name = "scf.forall"
    dynamic_lower_bound = variadic(Index, name="dynamicLowerBound")
    dynamic_upper_bound = variadic(Index, name="dynamicUpperBound")
    dynamic_step = variadic(Index, name="dynamicStep")
    outputs = variadic(instance_of(RankedTensorType, "ranked tensor of any non-token type values"))
    static_lower_bound = attr(DenseI64Array, name="staticLowerBound")
    static_upper_bound = attr(DenseI64Array, name="staticUpperBound")
    static_step = attr(DenseI64Array, name="staticStep")
    mapping = optional_attr(AnyArray)
    results_ = variadic_result()
    region_ = region(sized=True)
    traits = _REGIONS | {
        t.LoopLike,
        t.RegionBranch,
        t.AttrSizedOperandSegments,
        t.SingleBlockImplicitTerminator("scf.forall.in_parallel"),
    }
    assembly_format = "custom<ForallLoop>() attr-dict"

    @property
    def body(self) -> Block:
        return self.regions[0].first_block

    @property
    def rank(self) -> int:
        return len(self.static_lower_bound)

    @property
    def induction_vars(self) -> list[BlockArgument]:
        return self.body.arguments[: self.rank]

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return self.body.arguments[self.rank :]

    @property
    def is_normalized(self) -> bool:
        """Every loop goes from 0 in steps of 1."""
        return all(x == 0 for x in self.static_lower_bound) and all(
            x == 1 for x in self.static_step
        )

    def verify(self) -> Diagnostic | None:
        for name, static, dynamic in (
            ("lower bound", self.static_lower_bound, self.dynamic_lower_bound),
            ("upper bound", self.static_upper_bound, self.dynamic_upper_bound),
            ("step", self.static_step, self.dynamic_step),
        ):
            if len(static) != self.rank:
                return self.plain_error(f"expected {self.rank} {name} values, got {len(static)}")
            expected = sum(x == _DYNAMIC for x in static)
            if expected != len(dynamic):
                return self.plain_error(f"expected {expected} dynamic {name} values")
        if len(self.results) != len(self.outputs):
            return self.op_error(
                f"produces {len(self.results)} results, but has only {len(self.outputs)} outputs"
            )
        return None


class InParallelOp(Op):
    """Ends ``scf.forall``: what its threads do to the shared results.

    scf.forall.in_parallel {
    }
    """

    name = "scf.forall.in_parallel"
    region_ = region(sized=True)
    traits = frozenset(
        {
            t.IsTerminator,
            t.Pure,
            t.SingleBlock,
            t.NoTerminator,
            t.GraphRegion,
            t.HasParent("scf.forall"),
        }
    )
    assembly_format = "$region attr-dict"

    def verify(self) -> Diagnostic | None:
        # Operations that may stand here belong to dialects that Triton does without.
        if not self.regions[0].first_block.empty:
            return self.op_error("expected only ParallelCombiningOpInterface ops")
        return None


dialect.add_ops(globals())
