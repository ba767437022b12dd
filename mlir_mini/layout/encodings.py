"""Distributed encodings: how a tensor's elements are spread over registers, lanes, warps, blocks.

One class per attribute of TritonGPUAttrDefs.td, with the attribute's parameters as fields. Each
is pure data plus what follows from it without a tensor shape; `to_linear.py` says which thread
holds which element of a tensor of a given shape, `memory_encodings.py` has the encodings of shared
and tensor memory. `verify` gives upstream's complaint about the parameters, or None.

Orders list dims from the fastest moving; per-dim tuples have one entry per dim of the tensor. A
`cga_layout` left out means a single block.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from mlir_mini.interned import Interned
from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.layout_utils import (
    bases_per_dim,
    is_permutation_matrix_layout,
    is_permutation_of_iota,
    matrix_order,
    order_for_dot_operand,
    order_per_dim,
    remove_standard_dim,
)
from mlir_mini.layout.linear_layout import LinearLayout

if TYPE_CHECKING:
    from typing_extensions import Self

REGISTER_DIMS = ("register", "lane", "warp", "block")


class LayoutEncoding(Interned):
    """Any encoding of a tensor or of memory; `cga_layout` says how blocks split it.

    Encodings whose parameters do not include a CGALayout derive it from them.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def cga_layout(self) -> CGALayout: ...

    @property
    def rank(self) -> int:
        """Number of dims of a tensor with this encoding."""
        return self.cga_layout.rank

    def verify(self) -> str | None:
        """Upstream's complaint about the parameters, or None."""
        return None


class DistributedEncoding(LayoutEncoding):
    """An encoding of a tensor in registers."""

    __slots__ = ()

    @property
    def rep_order(self) -> tuple[int, ...]:
        """The order in which the encoding's tile is repeated to cover the tensor."""
        raise NotImplementedError


class MmaEncoding(DistributedEncoding):
    """The encoding of the result of a matrix unit."""

    __slots__ = ()

    @property
    def rep_order(self) -> tuple[int, ...]:
        return matrix_order(self.rank, row_major=True)

    def rep_order_for_operand(self, op_idx: int) -> tuple[int, ...]:
        return order_for_dot_operand(op_idx, self.rank, k_contiguous=True)


class BlockedEncoding(DistributedEncoding):
    """#ttg.blocked: tiles of elements per thread, threads per warp and warps per block."""

    fields = ("size_per_thread", "threads_per_warp", "warps_per_cta", "order", "cga_layout")
    __slots__ = fields
    size_per_thread: tuple[int, ...]
    threads_per_warp: tuple[int, ...]
    warps_per_cta: tuple[int, ...]
    order: tuple[int, ...]
    cga_layout: CGALayout

    def __new__(
        cls,
        size_per_thread: Sequence[int],
        threads_per_warp: Sequence[int],
        warps_per_cta: Sequence[int],
        order: Sequence[int],
        cga_layout: CGALayout | None = None,
    ) -> Self:
        return super().__new__(
            cls,
            tuple(size_per_thread),
            tuple(threads_per_warp),
            tuple(warps_per_cta),
            tuple(order),
            cga_layout or CGALayout.one_cta(len(size_per_thread)),
        )

    @property
    def rep_order(self) -> tuple[int, ...]:
        return self.order

    def verify(self) -> str | None:
        parts = {
            "sizePerThread": self.size_per_thread,
            "threadsPerWarp": self.threads_per_warp,
            "warpsPerCTA": self.warps_per_cta,
        }
        if any(len(part) != len(self.order) for part in parts.values()):
            return (
                "sizePerThread, threadsPerWarp, warpsPerCTA, and order must all have the same rank."
            )
        for name, part in parts.items():
            if not all(map(is_power_of_2, part)):
                return f"Every element in {name} must be a power of two."
        if len(self.order) != self.cga_layout.rank:
            return "BlockedEncodingAttr and CGALayout's fields must have the same rank."
        return verify_order(self.order)


class SliceEncoding(DistributedEncoding):
    """#ttg.slice: the parent's encoding with one dim of the tensor removed."""

    fields = ("dim", "parent")
    __slots__ = fields
    dim: int
    parent: DistributedEncoding

    @property
    def rank(self) -> int:
        return self.parent.rank - 1

    @property
    def cga_layout(self) -> CGALayout:
        return CGALayout(remove_standard_dim(self.parent.cga_layout.linear_layout, self.dim))

    @property
    def rep_order(self) -> tuple[int, ...]:
        return tuple(d - (d > self.dim) for d in self.parent.rep_order if d != self.dim)

    def padded_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The parent's shape that a tensor of this shape is a slice of, 1 along `dim`."""
        return (*shape[: self.dim], 1, *shape[self.dim :])

    def verify(self) -> str | None:
        rank = self.parent.rank
        if rank <= 1:
            return "parent layout must have at least rank >= 2"
        if self.dim >= rank:
            return f"slice dim={self.dim} must be less than the parent rank={rank}"
        return None


class DotOperandEncoding(DistributedEncoding):
    """#ttg.dot_op: operand 0 or 1 of a dot whose result has the parent encoding.

    `k_width` is the number of consecutive elements along k that a thread holds.
    """

    fields = ("op_idx", "parent", "k_width")
    __slots__ = fields
    op_idx: int
    parent: DistributedEncoding
    k_width: int

    def __new__(cls, op_idx: int, parent: Hashable, k_width: int = 0) -> Self:
        return super().__new__(cls, op_idx, parent, k_width)

    @classmethod
    def for_bit_width(cls, op_idx: int, parent: DistributedEncoding, bits: int) -> Self:
        """The encoding of an operand whose elements have this many bits."""
        if isinstance(parent, NvidiaMmaEncoding) and (parent.is_ampere or parent.is_hopper):
            return cls(op_idx, parent, max(32 // bits, 1))
        return cls(op_idx, parent, 0)

    @property
    def k_dim(self) -> int:
        return self.rank - 1 if self.op_idx == 0 else self.rank - 2

    @property
    def rank(self) -> int:
        return self.parent.rank

    @property
    def cga_layout(self) -> CGALayout:
        layout = self.parent.cga_layout.linear_layout
        return CGALayout(layout.resize_out_dim(f"dim{self.k_dim}", 1))

    @property
    def rep_order(self) -> tuple[int, ...]:
        if isinstance(self.parent, MmaEncoding):
            return self.parent.rep_order_for_operand(self.op_idx)
        if isinstance(self.parent, BlockedEncoding):
            return self.parent.order
        raise LayoutError("getRepOrder not implemented for DotOperandEncodingAttr")

    def verify(self) -> str | None:
        parent, k_width = self.parent, self.k_width
        if self.op_idx not in (0, 1):
            return f"ttg.dot_op opIdx parameter can be 0 or 1, got: {self.op_idx}"
        if isinstance(parent, NvidiaMmaEncoding):
            return self._verify_nvidia(parent)
        if isinstance(parent, AMDWmmaEncoding):
            packed = "(including packed cases for `scaled_dot`)"
            if parent.version == 1 and k_width not in (8, 16):
                return f"ttg.dot_op kWidth parameter must be 8/16 for WMMA v1 {packed}"
            if parent.version == 2 and k_width not in (4, 8, 16):
                return f"ttg.dot_op kWidth parameter must be 4/8/16 for WMMA v2 {packed}"
            if parent.version == 3 and k_width == 0:
                return "ttg.dot_op kWidth parameter is mandatory for WMMA v3 "
            return None
        if isinstance(parent, AMDMfmaEncoding):
            if k_width == 0:
                return "ttg.dot_op kWidth parameter is mandatory for MFMA parent"
            return None
        if isinstance(parent, BlockedEncoding):
            if k_width != 0:
                return (
                    "ttg.dot_op kWidth parameter is not supported when the parent is a blocked "
                    "layout"
                )
            return None
        # The caller prints the parent after this text.
        return "ttg.dot_op unexpected parent layout: "

    def _verify_nvidia(self, parent: NvidiaMmaEncoding) -> str | None:
        modern = parent.is_ampere or parent.is_hopper
        if self.k_width != 0 and not modern:
            return (
                "ttg.dot_op kWidth parameter can only be non-zero for Ampere or Hopper MMA parent"
            )
        if self.k_width == 0 and modern:
            return "ttg.dot_op kWidth parameter is mandatory for Ampere or Hopper MMA parent"
        if self.op_idx != 0 and parent.is_hopper:
            return (
                "ttg.dot_op opIdx parameter must be 0 for Hopper MMA parent, since Hopper WGMMA "
                "only allows first operand to be in registers"
            )
        return None


class NvidiaMmaEncoding(MmaEncoding):
    """#ttg.nvidia_mma: the result of mma (version 2) or wgmma (version 3) instructions.

    `instr_shape` is [m, n] (batch first, if any) for version 2, [m, n, k] for version 3.
    """

    fields = ("version_major", "version_minor", "warps_per_cta", "cga_layout", "instr_shape")
    __slots__ = fields
    version_major: int
    version_minor: int
    warps_per_cta: tuple[int, ...]
    cga_layout: CGALayout
    instr_shape: tuple[int, ...]

    def __new__(
        cls,
        version_major: int,
        version_minor: int,
        warps_per_cta: Sequence[int],
        cga_layout: CGALayout | None,
        instr_shape: Sequence[int],
    ) -> Self:
        return super().__new__(
            cls,
            version_major,
            version_minor,
            tuple(warps_per_cta),
            cga_layout or CGALayout.one_cta(len(warps_per_cta)),
            tuple(instr_shape),
        )

    @property
    def is_ampere(self) -> bool:
        return self.version_major == 2

    @property
    def is_hopper(self) -> bool:
        return self.version_major == 3

    def verify(self) -> str | None:
        if self.version_major == 1:
            return "Volta (versionMajor = 1) is deprecated and no longer supported"
        if self.version_major not in (2, 3):
            return f"versionMajor must be 2 (Ampere) or 3 (Hopper), got {self.version_major}"
        return None


class AMDMfmaEncoding(MmaEncoding):
    """#ttg.amd_mfma: the result of mfma instructions of shape [m, n, k]."""

    fields = (
        "version",
        "warps_per_cta",
        "instr_shape",
        "is_transposed",
        "cga_layout",
        "tiles_per_warp",
        "element_bit_width",
    )
    __slots__ = fields
    version: int
    warps_per_cta: tuple[int, ...]
    instr_shape: tuple[int, ...]
    is_transposed: bool
    cga_layout: CGALayout
    tiles_per_warp: tuple[int, ...]
    element_bit_width: int

    def __new__(
        cls,
        version: int,
        warps_per_cta: Sequence[int],
        instr_shape: Sequence[int],
        is_transposed: bool,
        cga_layout: CGALayout | None = None,
        tiles_per_warp: Sequence[int] = (),
        element_bit_width: int = 32,
    ) -> Self:
        return super().__new__(
            cls,
            version,
            tuple(warps_per_cta),
            tuple(instr_shape),
            bool(is_transposed),
            cga_layout or CGALayout.one_cta(len(warps_per_cta)),
            tuple(tiles_per_warp) or (1,) * len(warps_per_cta),
            element_bit_width,
        )

    @property
    def has_unit_tiles_per_warp(self) -> bool:
        return all(tiles == 1 for tiles in self.tiles_per_warp)

    def verify(self) -> str | None:
        if not 0 <= self.version <= 4:
            return "version must be in the [0, 4] range"
        m, n = self.instr_shape[:2]
        if (m, n) not in ((32, 32), (16, 16), (64, 4), (4, 64)):
            return f"invalid (mDim, nDim) combination: ({m}, {n})"
        if self.element_bit_width not in (32, 64):
            return "elementBitWidth must be 32 or 64"
        return None


class AMDWmmaEncoding(MmaEncoding):
    """#ttg.amd_wmma: the result of wmma instructions of shape [m, n, k].

    `cta_layout` maps "register" and "warp" to the instruction's tiles.
    """

    fields = ("version", "cta_layout", "is_transposed", "cga_layout", "instr_shape")
    __slots__ = fields
    version: int
    cta_layout: LinearLayout
    is_transposed: bool
    cga_layout: CGALayout
    instr_shape: tuple[int, ...]

    DEFAULT_INSTR_SHAPE = (16, 16, 16)

    def __new__(
        cls,
        version: int,
        cta_layout: LinearLayout,
        is_transposed: bool = False,
        cga_layout: CGALayout | None = None,
        instr_shape: Sequence[int] = DEFAULT_INSTR_SHAPE,
    ) -> Self:
        return super().__new__(
            cls,
            version,
            cta_layout,
            bool(is_transposed),
            cga_layout or CGALayout.one_cta(len(cta_layout.out_dims)),
            tuple(instr_shape),
        )

    def operand_non_k_dim(self, op_idx: int) -> int:
        """Size of the instruction along m or n of an operand; they swap if transposed."""
        m, n = self.instr_shape[:2]
        if self.is_transposed:
            m, n = n, m
        return m if op_idx == 0 else n

    def equal_ignoring_cga_layout(self, other: AMDWmmaEncoding) -> bool:
        return self.replace(cga_layout=other.cga_layout) is other

    def verify(self) -> str | None:
        shapes = {
            1: ((16, 16, 16),),
            2: ((16, 16, 16), (16, 16, 32)),
            3: (
                (16, 16, 4),
                (16, 16, 32),
                (16, 16, 64),
                (16, 16, 128),
                (32, 16, 64),
                (32, 16, 128),
            ),
        }
        if self.version not in shapes:
            return "WMMA version must be in the [1, 3] range"
        if self.instr_shape not in shapes[self.version]:
            return f"invalid WMMA v{self.version} instruction shape"
        return None


class LinearLayoutEncoding(DistributedEncoding):
    """Base of the encodings that carry a linear layout from REGISTER_DIMS to standard dims."""

    fields = ("linear_layout",)
    __slots__ = fields
    linear_layout: LinearLayout

    @property
    def rank(self) -> int:
        return len(self.linear_layout.out_dims)

    @property
    def cga_layout(self) -> CGALayout:
        return CGALayout.of_linear(self.linear_layout, self.bases_per_dim("block"))

    @property
    def order(self) -> tuple[int, ...]:
        return self.order_per_dim("register", range(self.rank - 1, -1, -1))

    @property
    def rep_order(self) -> tuple[int, ...]:
        return self.order

    @property
    def threads_per_warp(self) -> tuple[int, ...]:
        return self.bases_per_dim("lane")

    @property
    def thread_order(self) -> tuple[int, ...]:
        return self.order_per_dim("lane", self.order)

    @property
    def warps_per_cta(self) -> tuple[int, ...]:
        return self.bases_per_dim("warp")

    @property
    def warp_order(self) -> tuple[int, ...]:
        return self.order_per_dim("warp", self.order)

    @property
    def contig_per_thread(self) -> tuple[int, ...]:
        """Contiguous elements of a thread along each dim."""
        return self._contig("register", (1,) * self.rank)

    @property
    def size_per_thread(self) -> tuple[int, ...]:
        """Elements per thread along each dim, without the repetitions of the whole tile."""
        layout = self.linear_layout
        split = self.cga_layout.cta_split_num
        sizes = [s // parts for s, parts in zip(layout.out_dim_sizes, split, strict=True)]
        registers = list(layout.bases_of("register"))
        dims: list[int] = []
        while registers:
            basis = registers[-1]
            dim = next((i for i, part in enumerate(basis) if part), None)
            if dim is None:
                break
            if dim not in dims:
                dims.append(dim)
            if dim != dims[-1] or 2 * basis[dim] != sizes[dim]:
                break
            sizes[dim] //= 2
            registers.pop()
        rest = LinearLayout((("register", tuple(registers)),), layout.out_dims)
        return tuple(bases_per_dim(rest, "register"))

    def bases_per_dim(self, in_dim: str, skip_broadcast: bool = True) -> tuple[int, ...]:
        return tuple(bases_per_dim(self.linear_layout, in_dim, skip_broadcast))

    def order_per_dim(self, in_dim: str, default: Sequence[int]) -> tuple[int, ...]:
        return tuple(order_per_dim(self.linear_layout, in_dim, default))

    def _contig(self, in_dim: str, lower: Sequence[int]) -> tuple[int, ...]:
        bases = iter(self.linear_layout.bases_of(in_dim))
        contig = list(lower)
        basis = next(bases, None)
        for dim in self.order:
            expected = [0] * self.rank
            expected[dim] = contig[dim]
            while basis is not None and list(basis) == expected:
                contig[dim] *= 2
                expected[dim] *= 2
                basis = next(bases, None)
        return tuple(contig)

    def _verify_dims(self) -> str | None:
        layout = self.linear_layout
        for i, (dim, expected) in enumerate(zip(layout.in_dim_names, REGISTER_DIMS, strict=False)):
            if dim != expected:
                return f"Expected input dimension {i} to be '{expected}'. Got \"{dim}\""
        for i, dim in enumerate(layout.out_dim_names):
            if dim != f"dim{i}":
                return (
                    "Expected output dimensions to be ['dim0', 'dim1', ...]. Got "
                    f'"{dim}" at position {i}'
                )
        return None


class LinearEncoding(LinearLayoutEncoding):
    """#ttg.linear: any placement of elements that is a permutation of bits, plus broadcasts."""

    __slots__ = ()

    def verify(self) -> str | None:
        problem = self._verify_dims()
        if problem is None and not is_permutation_matrix_layout(self.linear_layout):
            return (
                "LinearEncodingAttr requires a permutation matrix layout after removing broadcast "
                "bases"
            )
        return problem


class GenericLinearEncoding(LinearLayoutEncoding):
    """#ttg.generic_linear: like LinearEncoding, but warps may be swizzled or repeat elements."""

    __slots__ = ()

    def verify(self) -> str | None:
        problem = self._verify_dims()
        if problem is not None:
            return problem
        for name in ("register", "lane", "block"):
            if any(sum(map(bool, basis)) > 1 for basis in self.linear_layout.bases_of(name)):
                return (
                    "In a generic linear layout, register, lane, and block bases must move in at "
                    f"most one dimension. Swizzled bases found in '{name}'."
                )
        if not self.linear_layout.is_surjective():
            return (
                "Generic linear layout must be surjective, i.e. all output values must be covered "
                "by some input."
            )
        return None


def verify_order(order: Sequence[int]) -> str | None:
    """Upstream's complaint if `order` is not a permutation of 0..rank-1, or None."""
    if is_permutation_of_iota(order):
        return None
    shown = ", ".join(map(str, order))
    return f"order must be a permutation of 0..(rank-1), but was [{shown}]"
