"""What conversions to TritonGPU share: the layout that each tensor starts with.

A tensor without encoding gets a default one, which depends on nothing but its shape and the numbers
of warps, threads and blocks::

    tensor<64x32xf32>  ->  tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 1], ...}>>

After lib/Dialect/TritonGPU/Transforms/TritonGPUConversion.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import ttg
from mlir_mini.dialects.builtin import UnrealizedConversionCastOp
from mlir_mini.dialects.ttg_utils import num_ctas, num_warps, threads_per_warp
from mlir_mini.interned import Interned
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, RawLocation, Value
from mlir_mini.ir.types import RankedTensorType, Type
from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.coalescing import default_blocked
from mlir_mini.layout.encodings import BlockedEncoding, DotOperandEncoding, SliceEncoding
from mlir_mini.rewrite.conversion import (
    ConversionRewriter,
    TypeConversionError,
    TypeConverter,
)
from mlir_mini.spec.verify import type_text

#: Dialects whose operations may stay once their tensors have encodings.
CONVERTED_DIALECTS = frozenset({"arith", "math", "tt", "cf", "scf", "ub"})
#: Operations that may not stay whatever their types.
ILLEGAL_OPS = frozenset({"scf.execute_region", "scf.parallel", "scf.reduce", "scf.reduce.return"})


class LayoutConverter(TypeConverter):
    """Gives every tensor without encoding its default one."""

    def __init__(
        self, num_warps: int, threads_per_warp: int, num_ctas: int, source_remat: bool
    ) -> None:
        self.num_warps = num_warps
        self.threads_per_warp = threads_per_warp
        self.num_ctas = num_ctas
        self.source_remat = source_remat
        self._known: dict[Type, Type] = {}

    def convert(self, type: Type) -> Type:
        if not isinstance(type, RankedTensorType) or type.encoding is not None:
            return type
        found = self._known.get(type)
        if found is None:
            found = self._known[type] = type.with_encoding(self._default(type))
        return found

    def _default(self, type: RankedTensorType) -> BlockedEncoding:
        problem = (
            "a tensor needs dims, all of a known size" if min(type.shape, default=0) < 1 else None
        )
        if problem is None:
            encoding = self.default_encoding(type.shape)
            problem = encoding.verify()
            if problem is None:
                return encoding
        raise TypeConversionError(f"no default layout for '{type_text(type)}': {problem}")

    def default_encoding(self, shape: Sequence[int]) -> BlockedEncoding:
        """The encoding that a tensor of this shape starts with."""
        return default_blocked(shape, self.num_warps, self.threads_per_warp, self.num_ctas)

    def to_target(self, builder: OpBuilder, value: Value, type: Type) -> Value | None:
        return convert_layout(builder, value, type)

    def to_source(self, builder: OpBuilder, value: Value, type: Type) -> Value | None:
        if not self.source_remat:
            return None
        return builder.create(UnrealizedConversionCastOp, [value], [type]).result


def convert_layout(
    builder: OpBuilder, value: Value, type: Type, loc: RawLocation | None = None
) -> Value:
    """``value`` with the layout of ``type``, even if it has that already."""
    return builder.create(ttg.ConvertLayoutOp, [value], [type], loc=loc).result


def with_encoding(value: Value, encoding: Interned) -> RankedTensorType:
    """The type of ``value``, a tensor, with another encoding."""
    assert isinstance(value.type, RankedTensorType)
    return value.type.with_encoding(encoding)


def encoding_of(value: Value) -> Any:
    """The encoding of a tensor, or None."""
    assert isinstance(value.type, RankedTensorType)
    return value.type.encoding


def legality(op: Operation, converter: TypeConverter) -> bool | None:
    """Whether ``op`` may stay, from the types of its operands, results and blocks."""
    name = op.name
    dialect = name.partition(".")[0]
    if dialect == "ttg":
        return True
    if dialect not in CONVERTED_DIALECTS:
        return None
    if name in ILLEGAL_OPS:
        return False
    if name == "tt.func":
        type: Any = op.attr("function_type").type
        return all(converter.convert(each) is each for each in (*type.inputs, *type.results))
    if name == "tt.dot":
        return all(isinstance(encoding_of(v), DotOperandEncoding) for v in op.operands[:2])
    return converter.is_legal(op)


# %r = tt.descriptor_gather %d[%x, %y]  ->  %i = ttg.convert_layout %x : #b -> slice of #packed
#                                           %r = tt.descriptor_gather %d[%i, %y]
def convert_gather_scatter(
    op: Any, operands: Sequence[Value], rewriter: ConversionRewriter
) -> bool:
    """Gives each thread four neighbouring row offsets, all that one instruction takes."""
    op.set_operands(operands)
    for result in op.results:
        result.type = rewriter.converter.convert(result.type)
    rewriter.modified(op)
    offsets = op.op_operands[1]
    blocks = (1, num_ctas(op))
    parent = BlockedEncoding(
        (1, 4),
        (threads_per_warp(op), 1),
        (1, num_warps(op)),
        (1, 0),
        CGALayout.from_split_params(blocks, blocks, (1, 0)),
    )
    encoding = SliceEncoding(0, parent)
    if encoding_of(offsets.value) is encoding:
        return False
    offsets.set(convert_layout(rewriter, offsets.value, with_encoding(offsets.value, encoding)))
    return True
