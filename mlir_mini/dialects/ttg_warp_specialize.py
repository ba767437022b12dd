"""ttg.warp_specialize: code that groups of warps run beside each other.

The operation has a default region, which may use values from above, and a second region that
holds nothing but ttg.warp_specialize.partitions, whose regions are isolated.

Sources: include/triton/Dialect/TritonGPU/IR/TritonGPUOps.td, lib/Dialect/TritonGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.ttg_traits import LAYOUTS, AsyncRegions, TTGOp
from mlir_mini.ir.attributes import i32_array
from mlir_mini.ir.core import Block, Region
from mlir_mini.ir.types import FunctionType, Type, i32
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec import verify
from mlir_mini.spec.attr_kinds import DenseI32Array
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    attr,
    optional_attr,
    region,
    variadic,
    variadic_region,
    variadic_result,
)
from mlir_mini.spec.op_state import RegionNode

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer


@custom_directive("WarpSpecialize")
class _WarpSpecialize(CustomDirective):
    """Everything behind the operation's name."""

    grammar = "LPAR OPERANDS? RPAR ws_attributes 'default' region ws_partitions SIGNATURE"
    rules = """
ws_attributes: -> empty
 | 'attributes' ATTR_DICT -> seq
ws_partitions: -> empty
 | ws_partitions KEYWORD func_args 'num_warps' LPAR NUMBER RPAR region -> append
"""
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        _, operands, _, attributes, _, default, partitions, signature = children[i : i + 8]
        parser = state.parser
        if attributes:
            state.add_attributes(parser.attr_dict(attributes[1]))
        state.regions["defaultRegion"] = [default]
        regions, counts = [], []
        for n, (keyword, arguments, _, _, count, _, body) in enumerate(partitions):
            if keyword.value != f"partition{n}":
                raise state.error(keyword.pos, "expected ':'")
            counts.append(parser.integer(count, i32))
            named = [_argument(state, each) for each in arguments]
            regions.append(RegionNode(body, named or None))
        state.properties["partitionNumWarps"] = i32_array(counts)
        found = parser.signature(signature)
        if len(found) != 1 or not isinstance(found[0], FunctionType):
            raise state.error(signature.pos + 1, "expected function type")
        type = found[0]
        names = parser.operand_names(operands[0]) if operands else []
        if len(names) != len(type.inputs):
            at = names[0][1] if names else children[i].pos
            raise state.op_error(
                at,
                f"number of operands and types do not match: got {len(names)} operands and "
                f"{len(type.inputs)} types",
            )
        state.types["defaultPassthrough"] = list(type.results)
        start = partitions[0][0].pos if partitions else signature.pos

        def holder(parser: Any) -> Region:
            bodies = [parser.build_region(each) for each in regions]
            captures = [parser.value(*pair) for pair in zip(names, type.inputs, strict=True)]
            outer = Region()
            outer.append(Block()).append(
                WarpSpecializePartitionsOp(captures, regions=bodies, loc=(parser.source, start))
            )
            return outer

        state.regions["partitionOpHolder"] = [holder]
        return i + 8

    def print(self, op: Any, p: Printer) -> None:
        p.write("(")
        p.operands(op.partition_op.operands)
        p.write(")")
        entries = sorted([*op.attributes.items(), *op.properties.items()])
        entries = [entry for entry in entries if entry[0] != "partitionNumWarps"]
        if entries:
            p.write(" attributes ")
            p.attr_dict(entries)
        p.newline()
        p.write("default ")
        p.region(op.defaultRegion, entry_arguments=False)
        counts = op.partitionNumWarps
        for n, (body, count) in enumerate(zip(op.partition_regions, counts, strict=False)):
            p.newline()
            p.write(f"partition{n}(")
            arguments = body.first_block.arguments if body.blocks else []
            for k, argument in enumerate(arguments):
                if k:
                    p.write(", ")
                p.region_argument(argument)
            p.write(f") num_warps({count}) ")
            p.region(body, entry_arguments=False)
        p.write(" : ")
        p.functional_type(op.partition_op.operand_types, op.result_types)

    def field_names(self) -> list[str]:
        return ["partitionNumWarps"]


def _argument(state: OpState, pieces: Sequence[Any]) -> tuple[Any, Type, Any]:
    """(name, type, location) of `%arg0: i32 loc(...)`."""
    parser = state.parser
    names = parser.operand_names(pieces[0])
    types = parser.signature(pieces[1]) if len(pieces) > 1 else []
    if pieces[0].type != "OPERANDS" or len(names) != 1 or len(types) != 1:
        raise state.error(pieces[0].pos, "expected SSA operand")
    last = pieces[-1]
    return names[0], types[0], parser.location(last) if last.type == "LOC" else None


class WarpSpecializeOp(TTGOp):
    """Runs its regions beside each other, each on warps of its own.

    %0 = ttg.warp_specialize(%a)
    default {
      ttg.warp_yield %b : i32
    }
    partition0(%arg0: i32) num_warps(8) {
      ttg.warp_return
    } : (i32) -> i32
    """

    name = "ttg.warp_specialize"
    partitionNumWarps = attr(DenseI32Array)
    warpGroupStartIds = optional_attr(DenseI32Array)
    requestedRegisters = optional_attr(DenseI32Array)
    actualRegisters = optional_attr(DenseI32Array)
    defaultPassthrough = variadic_result()
    defaultRegion = region(nonempty=True)
    partitionOpHolder = region(sized=True)
    traits = LAYOUTS | {
        t.RecursiveMemoryEffects,
        t.RecursivelySpeculatable,
        AsyncRegions,
        t.RegionBranch,
    }
    assembly_format = "custom<WarpSpecialize>()"

    @property
    def partition_op(self) -> WarpSpecializePartitionsOp:
        """The operation that holds the partitions."""
        op = self.regions[1].first_block.first
        assert isinstance(op, WarpSpecializePartitionsOp)
        return op

    @property
    def partition_regions(self) -> list[Region]:
        return self.partition_op.regions

    def verify(self) -> Diagnostic | None:
        body = self.regions[1]
        holder = body.first_block.first if body.blocks else None
        if not isinstance(holder, WarpSpecializePartitionsOp):
            return self.op_error(
                "expected to find only a `ttg.warp_specialize.partitions` op inside its second "
                "region"
            )
        counts = self.partitionNumWarps
        if len(holder.regions) != len(counts):
            return self.op_error(
                f"has {len(holder.regions)} partitions but `partitionNumWarps` has {len(counts)} "
                "elements"
            )
        for n, count in enumerate(counts):
            if not is_power_of_2(count):
                return self.op_error(
                    f"partition #{n} number of warps ({count}) must be a power of 2"
                )
        starts = self.warpGroupStartIds
        if starts is not None and len(starts) != len(counts):
            return self.op_error(
                f"has {len(starts)} warp group start IDs but expected {len(counts)}"
            )
        if self.parent_of_type(WarpSpecializeOp) is not None:
            return self.op_error("cannot be nested inside another `ttg.warp_specialize` op")
        warps = ttg_utils.maybe_num_warps(self)
        if warps is not None and warps % 4:
            return self.plain_error(
                "warp-specialized kernels requires num_warps to be a multiple of 4"
            )
        return None


class WarpSpecializePartitionsOp(TTGOp):
    """Holds the partitions of a ttg.warp_specialize; its operands are their arguments.

    "ttg.warp_specialize.partitions"(%a) ({
    ^bb0(%arg0: i32):
      ttg.warp_return
    }) : (i32) -> ()
    """

    name = "ttg.warp_specialize.partitions"
    explicitCaptures = variadic()
    partitionRegions = variadic_region(nonempty=True)
    traits = LAYOUTS | {
        t.IsolatedFromAbove,
        t.RecursiveMemoryEffects,
        t.RecursivelySpeculatable,
        t.IsTerminator,
        t.HasParent("ttg.warp_specialize"),
        t.RegionBranch,
    }

    def verify(self) -> Diagnostic | None:
        types = self.operand_types
        for n, body in enumerate(self.regions):
            arguments = body.first_block.arguments if body.blocks else []
            if len(arguments) != len(types):
                return self.op_error(
                    f"partition region #{n} has {len(arguments)} arguments but expected "
                    f"{len(types)}"
                )
            for k, (argument, type) in enumerate(zip(arguments, types, strict=True)):
                if argument.type is not type:
                    return self.op_error(
                        f"partition region #{n} argument #{k} has type "
                        f"'{verify.type_text(argument.type)}' but corresponding capture has type "
                        f"'{verify.type_text(type)}'"
                    )
        return None


class WarpYieldOp(TTGOp):
    """Ends the default region; its operands become the results of ttg.warp_specialize.

    ttg.warp_yield %a : i32
    """

    name = "ttg.warp_yield"
    values = variadic()
    traits = LAYOUTS | {
        t.Pure,
        t.IsTerminator,
        t.ReturnLike,
        t.HasParent("ttg.warp_specialize"),
        t.RegionBranchTerminator,
    }
    assembly_format = "($values^)? attr-dict (`:` type($values)^)?"

    def verify(self) -> Diagnostic | None:
        parent = self.parent_op
        assert parent is not None
        expected, found = parent.result_types, self.operand_types
        if len(expected) != len(found):
            return self.op_error(
                f"has {len(found)} operands but parent op expected {len(expected)}"
            )
        for n, (wanted, type) in enumerate(zip(expected, found, strict=True)):
            if wanted is not type:
                return self.op_error(
                    f"operand #{n} has type '{verify.type_text(type)}' but parent op expected "
                    f"'{verify.type_text(wanted)}'"
                )
        return None


class WarpReturnOp(TTGOp):
    """Ends a partition.

    ttg.warp_return
    """

    name = "ttg.warp_return"
    traits = LAYOUTS | {
        t.Pure,
        t.IsTerminator,
        t.ReturnLike,
        t.HasParent("ttg.warp_specialize.partitions"),
    }
    assembly_format = "attr-dict"
