"""Encodings of shared and tensor memory: where a tensor's elements lie.

From TritonGPUAttrDefs.td, TritonNvidiaGPUAttrDefs.td and both dialects' Dialect.cpp. Fields are
the attributes' parameters; offsets, intervals and paddings count elements, alignments and widths
named `_byte_width` count bytes, `_bit_width` bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlir_mini.layout.cga import CGALayout, shape_per_cta
from mlir_mini.layout.encodings import (
    AMDMfmaEncoding,
    AMDWmmaEncoding,
    DotOperandEncoding,
    LayoutEncoding,
    NvidiaMmaEncoding,
    verify_order,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.layout_utils import (
    bases_per_dim,
    identity_standard_nd,
    order_per_dim,
    product,
    standard_out_dim_names,
)
from mlir_mini.layout.linear_layout import LinearLayout

if TYPE_CHECKING:
    from typing_extensions import Self


class SharedEncoding(LayoutEncoding):
    """An encoding of a buffer in shared memory."""

    __slots__ = ()

    @property
    def alignment(self) -> int:
        """Required alignment of the buffer in bytes."""
        return 16


class PhasedSharedEncoding(SharedEncoding):
    """Base of those that xor rows with a phase."""

    fields = ("vec", "per_phase", "max_phase", "order", "cga_layout")
    __slots__ = fields
    vec: int
    per_phase: int
    max_phase: int
    order: tuple[int, ...]
    cga_layout: CGALayout

    def __new__(
        cls,
        vec: int,
        per_phase: int,
        max_phase: int,
        order: Sequence[int],
        cga_layout: CGALayout | None = None,
    ) -> Self:
        return super().__new__(
            cls,
            vec,
            per_phase,
            max_phase,
            tuple(order),
            cga_layout or CGALayout.one_cta(len(order)),
        )


class SwizzledSharedEncoding(PhasedSharedEncoding):
    """#ttg.swizzled_shared: rows xor-ed with a phase that grows every `per_phase` rows."""

    __slots__ = ()

    @classmethod
    def for_dot_operand(
        cls,
        operand: DotOperandEncoding,
        shape: Sequence[int],
        order: Sequence[int],
        cga_layout: CGALayout,
        bits: int,
        need_trans: bool = False,
    ) -> Self:
        """The swizzle that suits reading a dot operand of `bits`-wide elements.

        Raises LayoutError for an MMA version without one.
        """
        parent = operand.parent
        if isinstance(parent, AMDMfmaEncoding):
            return cls._for_mfma(parent, operand, shape, order, cga_layout, bits, need_trans)
        if isinstance(parent, AMDWmmaEncoding):
            return cls._for_wmma(parent, operand, shape, order, cga_layout, bits)
        if not isinstance(parent, NvidiaMmaEncoding):
            return cls(1, 1, 1, order, cga_layout)
        if not (parent.is_ampere or parent.is_hopper):
            raise LayoutError("unsupported swizzling for provided MMA version")
        inner = shape_per_cta(cga_layout.cta_split_num, shape)[order[0]]
        per_phase = max(1024 // (bits * inner), 1)
        stride = 4 if bits == 64 else 8
        vec = 4 * operand.k_width
        if need_trans:
            vec, stride = stride, vec
        rank = len(order)
        k_dim = rank - 1 if operand.op_idx == 0 else rank - 2
        if order[0] != k_dim:
            vec, stride = stride, vec
        max_phase = max(min(stride, 1024 // (vec * bits)), 1)
        return cls(vec, per_phase, max(max_phase // per_phase, 1), order, cga_layout)

    @classmethod
    def _for_mfma(
        cls,
        parent: AMDMfmaEncoding,
        operand: DotOperandEncoding,
        shape: Sequence[int],
        order: Sequence[int],
        cga_layout: CGALayout,
        bits: int,
        need_trans: bool,
    ) -> Self:
        k_dim = (operand.op_idx == 0) != need_trans
        # CDNA4 reads shared memory transposed, so it swizzles operands that run along m or n too.
        gfx950 = parent.version == 4
        if order[0] != k_dim and not (gfx950 and bits in (8, 16)):
            return cls(1, 1, 1, order, cga_layout)
        inner = shape[order[0]]
        per_phase = max(1, (64 if gfx950 else 32) * 32 // bits // inner)
        max_phase = max(min(16 // per_phase, inner // operand.k_width), 1)
        if parent.instr_shape[0] == 4:
            max_phase = 4
        return cls(operand.k_width, per_phase, max_phase, order, cga_layout)

    @classmethod
    def _for_wmma(
        cls,
        parent: AMDWmmaEncoding,
        operand: DotOperandEncoding,
        shape: Sequence[int],
        order: Sequence[int],
        cga_layout: CGALayout,
        bits: int,
    ) -> Self:
        if order[0] != (operand.op_idx == 0):
            return cls(1, 1, 1, order, cga_layout)
        vec = min(operand.k_width * bits, 128) // bits
        inner = shape[order[0]]
        per_phase = max(1, 32 * 32 // bits // inner)
        max_phase = max(min(parent.instr_shape[0] // per_phase, inner // vec), 1)
        return cls(vec, per_phase, max_phase, order, cga_layout)

    def verify(self) -> str | None:
        if len(self.order) != self.cga_layout.rank:
            return (
                f"order size ({len(self.order)}) must match CGALayout rank ({self.cga_layout.rank})"
            )
        return verify_order(self.order)


class AMDRotatingSharedEncoding(PhasedSharedEncoding):
    """#ttg.amd_rotating_shared: like a swizzle, but each block of rows starts at another phase."""

    __slots__ = ()


class PaddedSharedEncoding(SharedEncoding):
    """#ttg.padded_shared: `paddings[i]` elements of padding after every `intervals[i]`.

    `linear_component` maps "offset" and "block" to the tensor, padding left out.
    """

    fields = ("intervals", "paddings", "linear_component")
    __slots__ = fields
    intervals: tuple[int, ...]
    paddings: tuple[int, ...]
    linear_component: LinearLayout

    def __new__(
        cls, intervals: Sequence[int], paddings: Sequence[int], linear_component: LinearLayout
    ) -> Self:
        return super().__new__(cls, tuple(intervals), tuple(paddings), linear_component)

    @property
    def rank(self) -> int:
        return len(self.linear_component.out_dims)

    @property
    def cga_layout(self) -> CGALayout:
        layout = self.linear_component
        return CGALayout.of_linear(layout, bases_per_dim(layout, "block"))

    @property
    def order(self) -> tuple[int, ...]:
        default = range(self.rank - 1, -1, -1)
        return tuple(order_per_dim(self.linear_component, "offset", default))

    @property
    def min_interval(self) -> int:
        return min(self.intervals)

    @property
    def is_identity(self) -> bool:
        """Does the component only order the dims, on one block? Then order and shape tell all."""
        layout = self.linear_component
        names = layout.out_dim_names
        identity = identity_standard_nd("offset", layout.out_dim_sizes, self.order)
        return layout.in_dim_size("block") == 1 and layout.sublayout(
            ["offset"], names
        ) is identity.transpose_outs(names)

    def padded_size(self, shape: Sequence[int]) -> int:
        """Elements of a buffer of this shape, padding included."""
        size = product(shape)
        padding = 0
        for interval, pad in zip(self.intervals, self.paddings, strict=True):
            padding += size // interval * pad
            if size % interval == 0:
                padding -= pad
        return size + padding

    def verify(self) -> str | None:
        if len(self.intervals) != len(self.paddings):
            return (
                f"intervals size ({len(self.intervals)}) must match paddings size "
                f"({len(self.paddings)})"
            )
        if not self.intervals:
            return "must have at least one interval-padding pair"
        if not all(map(is_power_of_2, self.intervals)):
            return "interval values must all be power of two"
        if not all(map(is_power_of_2, self.paddings)):
            return "padding values must all be power of two"
        if len(set(self.intervals)) != len(self.intervals):
            return "interval values cannot have duplicates"
        return self._verify_component()

    def _verify_component(self) -> str | None:
        layout = self.linear_component
        if not layout.bases:
            return "linearComponent cannot be empty"
        if layout.in_dim_names != ("offset", "block"):
            return "linearComponent must have [offset, block] as input dims"
        if layout.out_dim_names != standard_out_dim_names(self.rank):
            return "Expected output dimensions to be ['dim0', 'dim1', ...]."
        if not layout.sublayout(["offset"], layout.out_dim_names).is_injective():
            return "Broadcasting in offset dimension is not supported."
        for _, dim in layout.bases:
            if any(sum(map(bool, basis)) > 1 for basis in dim):
                return "Each offset basis must move in at most one dimension."
            if any(part and not is_power_of_2(part) for basis in dim for part in basis):
                return "Each offset basis must be 0 or a power of two."
        return None


class PartitionedSharedEncoding(SharedEncoding):
    """#ttg.partitioned_shared: pieces along one dim dealt out to separate buffers."""

    fields = ("num_partitions", "num_groups", "partition_dim", "partition_layout")
    __slots__ = fields
    num_partitions: int
    num_groups: int
    partition_dim: int
    partition_layout: SharedEncoding

    @property
    def num_logical_pieces(self) -> int:
        return self.num_partitions * self.num_groups

    @property
    def cga_layout(self) -> CGALayout:
        return self.partition_layout.cga_layout

    def verify(self) -> str | None:
        if self.num_partitions < 2 or not is_power_of_2(self.num_partitions):
            return "numPartitions must be a power of 2 and at least 2"
        if not is_power_of_2(self.num_groups):
            return "numGroups must be a power of 2 and greater than 0"
        rank = self.partition_layout.rank
        if self.partition_dim >= rank:
            return f"partitionDim ({self.partition_dim}) must be less than the layout rank ({rank})"
        return None


class SharedLinearEncoding(SharedEncoding):
    """#ttg.shared_linear: any linear map from "offset" and "block" to the tensor."""

    fields = ("linear_layout", "layout_alignment")
    __slots__ = fields
    linear_layout: LinearLayout
    layout_alignment: int

    @property
    def alignment(self) -> int:
        return self.layout_alignment

    @property
    def rank(self) -> int:
        return len(self.linear_layout.out_dims)

    @property
    def cga_layout(self) -> CGALayout:
        layout = self.linear_layout
        return CGALayout.of_linear(layout, bases_per_dim(layout, "block"))

    @property
    def order(self) -> tuple[int, ...]:
        default = range(self.rank - 1, -1, -1)
        return tuple(order_per_dim(self.linear_layout, "offset", default))

    def verify(self) -> str | None:
        layout = self.linear_layout
        if not is_power_of_2(self.layout_alignment):
            return "alignment must be a positive power of two"
        expected_dims = ("offset", "block")
        for i, (dim, expected) in enumerate(zip(layout.in_dim_names, expected_dims, strict=False)):
            if dim != expected:
                return f"Expected input dimension {i} to be '{expected}'. Got \"{dim}\""
        for i, dim in enumerate(layout.out_dim_names):
            if dim != f"dim{i}":
                return (
                    "Expected output dimensions to be ['dim0', 'dim1', ...]. Got "
                    f'"{dim}" at position {i}'
                )
        if not layout.out_dims:
            return "SharedLinearEncodingAttr requires at least one output dimension."
        if not layout.is_surjective():
            return "The layout must be surjective"
        unique = layout.remove_zero_bases_along_dim("offset").remove_zero_bases_along_dim("block")
        if not unique.is_invertible():
            return "After removing the zero bases the layout must be bijective"
        return None


class NVMMASharedEncoding(SharedEncoding):
    """#ttg.nvmma_shared: the tiled and swizzled buffers that wgmma, tcgen05 and TMA read."""

    fields = (
        "swizzling_byte_width",
        "transposed",
        "element_bit_width",
        "fp4_padded",
        "cga_layout",
    )
    __slots__ = fields
    swizzling_byte_width: int
    transposed: bool
    element_bit_width: int
    fp4_padded: bool
    cga_layout: CGALayout

    def __new__(
        cls,
        swizzling_byte_width: int,
        transposed: bool,
        element_bit_width: int,
        fp4_padded: bool = False,
        cga_layout: CGALayout | None = None,
    ) -> Self:
        return super().__new__(
            cls,
            swizzling_byte_width,
            bool(transposed),
            element_bit_width,
            bool(fp4_padded),
            cga_layout or CGALayout.one_cta(2),
        )

    @classmethod
    def for_shape(
        cls,
        shape: Sequence[int],
        order: Sequence[int],
        cga_layout: CGALayout,
        bits: int,
        fp4_padded: bool = False,
    ) -> Self:
        """The widest swizzle that the fastest dim of a tensor of `bits`-wide elements allows."""
        per_cta = shape_per_cta(cga_layout.cta_split_num, shape)
        row_bytes = per_cta[order[0]] * (2 if fp4_padded else 1) * bits // 8
        width = next((w for w in (128, 64, 32) if row_bytes >= w and row_bytes % w == 0), 0)
        outer = product([per_cta[dim] for dim in order[1:]])
        if len(per_cta) < 2 or outer < 8:
            width = 0
        transposed = len(order) > 1 and order[0] == 0
        return cls(width, transposed, bits, fp4_padded, cga_layout)

    @property
    def vec(self) -> int:
        return 128 // self.element_bit_width if self.swizzling_byte_width else 1

    @property
    def per_phase(self) -> int:
        return 128 // self.swizzling_byte_width if self.swizzling_byte_width else 1

    @property
    def max_phase(self) -> int:
        return self.swizzling_byte_width // 16 if self.swizzling_byte_width else 1

    @property
    def alignment(self) -> int:
        return 128 * self.max_phase

    def verify(self) -> str | None:
        if self.element_bit_width == 0:
            return "elementBitWidth must be non-zero"
        if self.swizzling_byte_width not in (0, 32, 64, 128):
            return "swizzlingByteWidth must be 0, 32, 64, or 128"
        return None


class TensorMemoryEncoding(LayoutEncoding):
    """#ttng.tensor_memory_encoding: blocks of block_m x block_n over the rows of tensor memory."""

    fields = ("block_m", "block_n", "col_stride", "cga_layout", "two_ctas", "fp4_padded")
    __slots__ = fields
    block_m: int
    block_n: int
    col_stride: int
    cga_layout: CGALayout
    two_ctas: bool
    fp4_padded: bool

    def __new__(
        cls,
        block_m: int,
        block_n: int,
        col_stride: int,
        cga_layout: CGALayout | None = None,
        two_ctas: bool = False,
        fp4_padded: bool = False,
    ) -> Self:
        return super().__new__(
            cls,
            block_m,
            block_n,
            col_stride,
            cga_layout or CGALayout.one_cta(2),
            bool(two_ctas),
            bool(fp4_padded),
        )

    def verify(self) -> str | None:
        if self.cga_layout.rank != 2:
            return "CGALayout must have rank 2"
        if self.two_ctas and self.cga_layout.bases[:1] != ((1, 0),):
            return "twoCTAs layout requires the first CGALayout block basis to be [1, 0]"
        if self.block_m not in (64, 128):
            return f"blockM must be 64 or 128 but got {self.block_m}"
        if not is_power_of_2(self.block_n):
            return f"blockN must be a power of 2 but got {self.block_n}"
        if self.block_n > 512:
            return f"blockN must be less than or equal to 512 but got {self.block_n}"
        if self.col_stride not in (1, 2, 4):
            # Upstream says "but got" twice.
            return f"colStride must be 1, 2, or 4 but got but got {self.col_stride}"
        if self.fp4_padded and self.col_stride != 1:
            return f"fp4Padded tensor memory layout requires colStride 1 but got {self.col_stride}"
        return None


class TensorMemoryScalesEncoding(LayoutEncoding):
    """#ttng.tensor_memory_scales_encoding: the scales of a scaled dot, repeated over four warps.

    `block_rep_order` is "mnThenK" or "kThenMn".
    """

    fields = ("cga_layout", "block_rep_order")
    __slots__ = fields
    cga_layout: CGALayout
    block_rep_order: str

    def __new__(cls, cga_layout: CGALayout | None = None, block_rep_order: str = "mnThenK") -> Self:
        return super().__new__(cls, cga_layout or CGALayout.one_cta(2), block_rep_order)

    def verify(self) -> str | None:
        if self.cga_layout.rank != 2:
            return "CGALayout must have rank 2"
        return None


def padded_encoding(encoding: object) -> PaddedSharedEncoding | None:
    """The padded encoding that an encoding is or partitions, or None."""
    if isinstance(encoding, PartitionedSharedEncoding):
        encoding = encoding.partition_layout
    return encoding if isinstance(encoding, PaddedSharedEncoding) else None
