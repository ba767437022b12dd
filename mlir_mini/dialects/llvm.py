"""The llvm dialect: its types, and the operations that stand beside Triton's.

Source: mlir/include/mlir/Dialect/LLVMIR/LLVMOps.td, LLVMIntrinsicOps.td.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.llvm_base import dialect
from mlir_mini.dialects.llvm_functions import AddressOfOp, GlobalOp, LLVMFuncOp, ReturnOp
from mlir_mini.ir.attributes import ArrayAttr, StringAttr, i32_array
from mlir_mini.ir.core import Value
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import AnyArray, AnyAttr, DenseI32Array
from mlir_mini.spec.constraints import I1
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import attr, operand, optional_attr, result, variadic
from mlir_mini.spec.op import Op

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer

__all__ = [
    "AddressOfOp", "AssumeOp", "ConstantOp", "GlobalOp", "LLVMFuncOp", "PoisonOp", "ReturnOp",
    "UndefOp", "ZeroOp", "dialect",
]  # fmt: skip


class ConstantOp(Op):
    """A constant.

    %0 = llvm.mlir.constant(7 : i32) : i32
    """

    name = "llvm.mlir.constant"
    value = attr(AnyAttr)
    res = result()
    traits = frozenset({t.Pure, t.ConstantLike})
    assembly_format = "`(` $value `)` attr-dict `:` type($res)"


class NamedValueOp(Op):
    """Base of values that need nothing but their type."""

    res = result()
    traits = frozenset({t.Pure})
    assembly_format = "attr-dict `:` type($res)"


class UndefOp(NamedValueOp):
    """Any value.

    %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr<1>)>
    """

    name = "llvm.mlir.undef"


class ZeroOp(NamedValueOp):
    """All bits zero.

    %0 = llvm.mlir.zero : !llvm.ptr
    """

    name = "llvm.mlir.zero"


class PoisonOp(NamedValueOp):
    """A value without meaning.

    %0 = llvm.mlir.poison : i64
    """

    name = "llvm.mlir.poison"
    traits = frozenset({t.Pure, t.ConstantLike})


@custom_directive("OpBundles")
class OpBundles(CustomDirective):
    """``["align"(%p, %n : !llvm.ptr, i32), ...]``: operands that go with a tag."""

    grammar = "op_bundles"
    rules = """
op_bundles: -> empty
 | LSQB op_bundle_list RSQB -> second
op_bundle_list: op_bundle -> first
 | op_bundle_list COMMA op_bundle -> append_item
op_bundle: STRING LPAR RPAR -> seq
 | STRING LPAR OPERANDS SIGNATURE RPAR -> seq
"""
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        parser = state.parser
        sizes: list[int] = []
        tags: list[StringAttr] = []
        names: list[Any] = []
        types: list[Any] = []
        for bundle in children[i]:
            tags.append(parser.attribute(bundle[0]))
            found = parser.operand_names(bundle[2]) if len(bundle) > 3 else []
            sizes.append(len(found))
            names += found
            if found:
                types += [x for x in parser.signature(bundle[3]) if x != ","]
        state.names["op_bundle_operands"] = names
        state.types["op_bundle_operands"] = types
        state.properties["op_bundle_sizes"] = i32_array(sizes)
        if tags:
            state.properties["op_bundle_tags"] = ArrayAttr(tuple(tags))
        return i + 1

    def field_names(self) -> list[str]:
        return ["op_bundle_sizes", "op_bundle_tags"]

    def print(self, op: Any, p: Printer) -> None:
        tags = op.op_bundle_tags
        if not tags:
            return
        p.write(" [")
        for n, (tag, values) in enumerate(zip(tags, op.op_bundles, strict=True)):
            if n:
                p.write(", ")
            p.attr(tag)
            p.write("(")
            if values:
                p.operands(values)
                p.write(" : ")
                p.types([value.type for value in values])
            p.write(")")
        p.write("]")


class AssumeOp(Op):
    """Promises that a condition holds.

    llvm.intr.assume %cond : i1
    """

    name = "llvm.intr.assume"
    cond = operand(I1)
    op_bundle_operands = variadic()
    op_bundle_sizes = attr(DenseI32Array)
    op_bundle_tags = optional_attr(AnyArray)
    assembly_format = "$cond custom<OpBundles>() `:` type($cond) attr-dict"

    @property
    def op_bundles(self) -> list[list[Value]]:
        """Operands by tag."""
        found, start = [], 0
        for size in self.op_bundle_sizes:
            found.append(self.op_bundle_operands[start : start + size])
            start += size
        return found


dialect.add_ops(globals())
