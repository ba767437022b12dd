"""ttng's types: descriptors of im2col transfers.

Source: lib/Dialect/TritonNvidiaGPU/IR/Dialect.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlir_mini.interned import Interned
from mlir_mini.ir.types import IntegerType, RankedTensorType, ShapedType, Type

if TYPE_CHECKING:
    from mlir_mini.spec.registry import Dialect
    from mlir_mini.syntax.params import Params
    from mlir_mini.syntax.printer import Printer


class TensorDescIm2ColType(ShapedType):
    """`!ttng.tensordesc_im2col<64x128xf16, #shared>`: a TMA descriptor that views images as a
    matrix; `shape` is that of the block, in elements."""

    fields = ("shape", "element_type", "shared_layout")
    __slots__ = fields
    shared_layout: Interned | None

    def __new__(
        cls, shape: tuple[int, ...], element_type: Type, shared_layout: Interned | None = None
    ) -> TensorDescIm2ColType:
        return super().__new__(cls, tuple(shape), element_type, shared_layout)

    @property
    def signless_block_type(self) -> RankedTensorType:
        """The block as a tensor whose integers have no sign."""
        element = self.element_type
        if isinstance(element, IntegerType):
            element = IntegerType(element.width)
        return RankedTensorType(self.shape, element)


def _parse(params: Params) -> TensorDescIm2ColType:
    cursor = params.cursor()
    cursor.expect("<")
    shape, element_type = cursor.shaped()
    layout = cursor.attribute() if cursor.optional(",") else None
    cursor.expect(">")
    if len(shape) != 2:
        raise cursor.error(f"TensorDescIm2ColType requires rank-2 shape, got rank {len(shape)}")
    return TensorDescIm2ColType(shape, element_type, layout)


def _print(t: TensorDescIm2ColType, p: Printer) -> None:
    p.write("tensordesc_im2col<" + "".join([f"{size}x" for size in t.shape]))
    p.type(t.element_type)
    if t.shared_layout is not None:
        p.write(", ")
        p.attr(t.shared_layout)
    p.write(">")


def register(dialect: Dialect) -> None:
    """Enter the type into the dialect's tables."""
    dialect.type_parsers["tensordesc_im2col"] = _parse
    dialect.printers[TensorDescIm2ColType] = _print
