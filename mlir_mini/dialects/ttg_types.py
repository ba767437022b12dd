"""ttg's types: memory descriptors and asynchronous tokens.

Source: lib/Dialect/TritonGPU/IR/Types.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttng_attrs import TENSOR_MEMORY
from mlir_mini.interned import Interned
from mlir_mini.ir.types import FloatType, IntegerType, ShapedType, Type, bit_width
from mlir_mini.layout import (
    LayoutEncoding,
    LayoutError,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_to_linear import (
    memdesc_linear_layout,
    memory_to_linear,
    tma_block_shape,
)
from mlir_mini.layout.queries import cta_split_num
from mlir_mini.spec import verify

if TYPE_CHECKING:
    from mlir_mini.spec.registry import Dialect
    from mlir_mini.syntax.params import Params
    from mlir_mini.syntax.printer import Printer


def comma_separated(shape: Sequence[int]) -> str:
    """A shape as messages show it: `16, 32`."""
    return ", ".join(map(str, shape))


def drop_pipelining_dim(shape: Sequence[int], encoding: LayoutEncoding) -> tuple[int, ...]:
    """The last sizes, those that the encoding describes."""
    return tuple(shape[len(shape) - encoding.rank :])


class AsyncTokenType(Type):
    """`!ttg.async.token`: what asynchronous operations hand to those that wait for them."""

    fields = ()
    __slots__ = fields


class MemDescType(ShapedType):
    """`!ttg.memdesc<64x64xf16, #shared, #smem, mutable>`: a view of shared or tensor memory.

    Sizes are in elements.  `alloc_shape` is the shape of the whole allocation, by default
    `shape`; both may have a leading dimension for pipelining, which the encoding leaves out.
    """

    fields = ("shape", "element_type", "encoding", "memory_space", "mutable", "alloc_shape")
    __slots__ = fields
    encoding: LayoutEncoding
    memory_space: Interned
    mutable: bool
    alloc_shape: tuple[int, ...]

    def __new__(
        cls,
        shape: Sequence[int],
        element_type: Type,
        encoding: LayoutEncoding,
        memory_space: Interned,
        mutable: bool = False,
        alloc_shape: Sequence[int] | None = None,
    ) -> MemDescType:
        shape = tuple(shape)
        allocated = shape if alloc_shape is None else tuple(alloc_shape)
        return super().__new__(
            cls, shape, element_type, encoding, memory_space, bool(mutable), allocated
        )

    @property
    def layout_shape(self) -> tuple[int, ...]:
        """`shape` without the pipelining dimension."""
        return drop_pipelining_dim(self.shape, self.encoding)

    @property
    def layout_alloc_shape(self) -> tuple[int, ...]:
        """`alloc_shape` without the pipelining dimension."""
        return drop_pipelining_dim(self.alloc_shape, self.encoding)

    def with_shape(self, shape: Sequence[int]) -> MemDescType:
        """A view of another shape into the same allocation."""
        return self.replace(shape=tuple(shape))

    def verify(self) -> str | None:
        """Upstream's complaint about the type, or None."""
        return _check_shape(self) or _check_encoding(self)


def _check_shape(t: MemDescType) -> str | None:
    if not t.shape:
        return "rank 0 memdesc is not allowed"
    bits = bit_width(t.element_type)
    if bits != 1 and bits < 8:
        return f"element type bit width must be 1 or at least 8; got {bits}"
    if 0 in t.shape:
        return "shape has 0 dimension"
    if 0 in t.alloc_shape:
        return "alloc shape has 0 dimension"
    if len(t.alloc_shape) < len(t.shape):
        return "alloc shape must have at least as many dimensions as shape"
    encoding: Any = t.encoding
    if isinstance(encoding, SharedEncoding) and bits % 8:
        return f"shared-memory element type bit width must be a multiple of 8; got {bits}"
    rank = len(t.shape)
    if isinstance(encoding, TensorMemoryEncoding):
        if rank not in (2, 3):
            return "rank must be 2 or 3"
    elif isinstance(encoding, SharedEncoding):
        if encoding.rank not in (rank, rank - 1):
            return (
                "rank must be equal to or one less than the shape size. "
                f"Got {encoding.rank} and {rank}"
            )
    elif isinstance(encoding, TensorMemoryScalesEncoding):
        if rank != 2:
            return f"tensor-memory scale descriptors must have rank 2; got {rank}"
    else:
        return f"{verify.attr_text(encoding)} is not a valid encoding"
    if not all(map(is_power_of_2, t.layout_shape)):
        return f"shape must have power-of-2 and non-zero dimensions; got {comma_separated(t.shape)}"
    if not all(map(is_power_of_2, t.layout_alloc_shape)):
        return (
            "alloc shape must have power-of-2 and non-zero dimensions; "
            f"got {comma_separated(t.alloc_shape)}"
        )
    inner = t.alloc_shape[len(t.alloc_shape) - rank :]
    if any(size > limit for size, limit in zip(t.shape, inner, strict=True)):
        return (
            f"shape must be less than or equal to allocShape. shape = {comma_separated(t.shape)}, "
            f"allocShape = {comma_separated(t.alloc_shape)}"
        )
    return None


def _check_encoding(t: MemDescType) -> str | None:
    encoding = t.encoding
    if isinstance(encoding, TensorMemoryEncoding):
        return _check_tensor_memory(t, encoding)
    if isinstance(encoding, TensorMemoryScalesEncoding):
        if t.memory_space is not TENSOR_MEMORY:
            return "memorySpace must be TensorMemorySpace"
        if len(t.alloc_shape) != 2:
            return "Scales don't currently support multibuffering"
        return None if bit_width(t.element_type) == 8 else "bitwidth must be 8"
    if t.memory_space is not SHARED_MEMORY:
        return (
            "memorySpace must be SharedMemorySpace for shared encoding. "
            f"Got {verify.attr_text(t.memory_space)}"
        )
    if isinstance(encoding, PaddedSharedEncoding):
        return _check_sizes(t, encoding.linear_component.out_dim_sizes)
    if isinstance(encoding, SharedLinearEncoding):
        return _check_sizes(t, encoding.linear_layout.out_dim_sizes)
    if isinstance(encoding, NVMMASharedEncoding):
        block = shape_per_cta(encoding.cga_layout.cta_split_num, t.alloc_shape)
        try:
            tma_block_shape(
                drop_pipelining_dim(block, encoding),
                encoding.element_bit_width,
                encoding.swizzling_byte_width,
                encoding.fp4_padded,
                encoding.transposed,
                packed_size=False,
            )
        except LayoutError as error:
            return str(error)
    return None


def _check_sizes(t: MemDescType, sizes: Sequence[int]) -> str | None:
    for dim, (expected, found) in enumerate(zip(t.layout_alloc_shape, sizes, strict=False)):
        if expected != found:
            return (
                f"Mismatch in expected shape for dimension {dim}. "
                f"Expected: {expected}, got: {found}"
            )
    return None


def _check_tensor_memory(t: MemDescType, encoding: TensorMemoryEncoding) -> str | None:
    if t.memory_space is not TENSOR_MEMORY:
        return "memorySpace must be TensorMemorySpace"
    bits = bit_width(t.element_type)
    if bits < 8:
        return f"tensor-memory element type bit width must be at least 8; got {bits}"
    if bits * encoding.col_stride > 32:
        return (
            "bitwidth * colStride must be less than or equal to 32. "
            f"Got {bits} and {encoding.col_stride}"
        )
    split = cta_split_num(encoding)
    rows = encoding.block_m * split[0]
    columns = min(encoding.block_n, t.shape[-1]) * split[1]
    if t.shape[-2] < rows or t.shape[-1] < columns:
        return f"the tensor shape must be at least {rows}x{columns}. Got {comma_separated(t.shape)}"
    sizes = memory_to_linear(t.layout_alloc_shape, encoding).out_dim_sizes
    if sizes != t.layout_alloc_shape:
        return f"allocation shape must be equal to {sizes[0]}x{sizes[1]}"
    return None


def _parse_memdesc(params: Params) -> MemDescType:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    shape, element_type = cursor.shaped()
    cursor.expect(",")
    encoding = cursor.attribute()
    cursor.expect(",")
    memory_space = cursor.attribute()
    mutable, alloc_shape = False, ()
    if cursor.optional(","):
        mutable = cursor.optional_word("mutable")
        if not mutable or cursor.optional(","):
            alloc_shape = cursor.optional_dimensions()
    cursor.expect(">")
    if not isinstance(element_type, (IntegerType, FloatType)) and not is_pointer(element_type):
        # Upstream aborts here.
        raise cursor.error("element type must be an integer, a float or a pointer", start)
    found = MemDescType(shape, element_type, encoding, memory_space, mutable, alloc_shape or shape)
    problem = found.verify()
    if problem is not None:
        raise cursor.error(problem, start)
    return found


def is_pointer(type: Type) -> bool:
    """A `!tt.ptr`."""
    from mlir_mini.dialects.tt_types import PointerType

    return isinstance(type, PointerType)


def _print_memdesc(t: MemDescType, p: Printer) -> None:
    p.write("memdesc<" + "".join([f"{size}x" for size in t.shape]))
    p.type(t.element_type)
    p.write(", ")
    p.attr(t.encoding)
    p.write(", ")
    p.attr(t.memory_space)
    tail = ", mutable" if t.mutable else ""
    if t.alloc_shape != t.shape:
        tail += ", " + "x".join(map(str, t.alloc_shape))
    p.write(tail + ">")


def register(dialect: Dialect) -> None:
    """Enter the types into the dialect's tables."""
    dialect.type_parsers["memdesc"] = _parse_memdesc
    dialect.type_parsers["async.token"] = lambda params: AsyncTokenType()
    dialect.printers[MemDescType] = _print_memdesc
    dialect.printers[AsyncTokenType] = lambda t, p: p.write("async.token")


def memdesc_layout(type: MemDescType) -> LinearLayout:
    """Where the elements of the view lie: its part of tensor memory, all of shared memory."""
    return memdesc_linear_layout(
        type.shape,
        type.alloc_shape,
        type.encoding,
        bit_width(type.element_type),
        type.memory_space is TENSOR_MEMORY,
    )


def tensor_memory_rows(type: MemDescType) -> int:
    """Rows of tensor memory that the view takes (lib/.../TritonNvidiaGPU/IR/Dialect.cpp).

    A layout that leaves every other group of 16 rows out takes half of them.
    """
    layout = memdesc_layout(type)
    rows = layout.in_dim_size("row")
    return rows // 2 if not any(layout.basis("row", 4)) else rows
