"""The ub dialect: values and places without meaning.

Source: mlir/include/mlir/Dialect/UB/IR/UBOps.td.
"""

from __future__ import annotations

from mlir_mini.interned import Interned
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import ClassKind
from mlir_mini.spec.fields import attr, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("ub")


class PoisonAttr(Interned):
    """``#ub.poison``."""

    fields = ()
    __slots__ = fields


dialect.attr_parsers["poison"] = lambda params: PoisonAttr()
dialect.printers[PoisonAttr] = lambda attr, p: p.write("poison")


class PoisonOp(Op):
    """A value that may be anything, even something else at each use.

    %0 = ub.poison : i32
    """

    name = "ub.poison"
    value = attr(ClassKind(PoisonAttr, "PoisonAttrInterface instance"), default=PoisonAttr())
    result_ = result()
    traits = frozenset({t.ConstantLike, t.Pure})
    assembly_format = "attr-dict (`<` $value^ `>`)? `:` type($result)"


class UnreachableOp(Op):
    """Ends a block that control never reaches.

    ub.unreachable
    """

    name = "ub.unreachable"
    traits = frozenset({t.IsTerminator})
    assembly_format = "attr-dict"


dialect.add_ops(globals())
