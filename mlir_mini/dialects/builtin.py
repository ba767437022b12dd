"""The builtin dialect: modules and the cast that conversions leave behind.

Source: mlir/include/mlir/IR/BuiltinOps.td.
"""

from __future__ import annotations

from mlir_mini.ir.core import Block
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import StrAttr, SymbolNameAttr
from mlir_mini.spec.fields import optional_attr, region, variadic, variadic_result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("builtin")


class ModuleOp(Op):
    """A container of functions.

    module @name attributes {"ttg.num-warps" = 4 : i32} {
    }
    """

    name = "builtin.module"
    sym_name = optional_attr(SymbolNameAttr)
    sym_visibility = optional_attr(StrAttr)
    body = region()
    traits = frozenset(
        {
            t.IsolatedFromAbove,
            t.SymbolTable,
            t.Symbol,
            t.SingleBlock,
            t.NoTerminator,
            t.GraphRegion,
        }
    )
    assembly_format = "($sym_name^)? attr-dict-with-keyword $body"

    @property
    def body_block(self) -> Block:
        return self.regions[0].first_block


class UnrealizedConversionCastOp(Op):
    """A cast between types that no conversion has explained yet.

    %0 = unrealized_conversion_cast %a : i32 to i64
    """

    name = "builtin.unrealized_conversion_cast"
    inputs = variadic()
    outputs = variadic_result()
    traits = frozenset({t.Pure})
    assembly_format = (
        "($inputs^ `:` type($inputs) `to` type($outputs)) : (`to` type($outputs))? attr-dict"
    )


dialect.add_ops(globals())
