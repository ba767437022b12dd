"""Encodings as values: interning, defaults, blocks, verification."""

from __future__ import annotations

import copy
import pickle

import pytest

from mlir_mini.interned import Interned
from mlir_mini.layout import (
    AMDMfmaEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    CGALayout,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LayoutError,
    LinearEncoding,
    LinearLayout,
    NvidiaMmaEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedLinearEncoding,
    SliceEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.cga import shape_per_cta
from mlir_mini.layout.conversion import cvt_needs_warp_shuffle, cvt_reorders_registers
from mlir_mini.layout.inference import check_cat, check_dot_operand
from mlir_mini.layout.layout_utils import identity_standard_nd
from mlir_mini.layout.memory_to_linear import (
    memdesc_linear_layout,
    memory_to_linear,
    padded_linear_layout,
)
from mlir_mini.layout.queries import (
    are_layouts_equivalent,
    is_expensive_view,
    mma_v2_warps_per_cta,
)
from mlir_mini.layout.reshape import reshape_decomposition
from mlir_mini.layout.to_linear import to_linear_layout

BLOCKED = BlockedEncoding((1, 4), (2, 16), (4, 1), (1, 0))
MMA = NvidiaMmaEncoding(2, 0, (2, 2), None, (16, 8))
HOPPER = NvidiaMmaEncoding(3, 0, (4, 1), None, (16, 64, 16))


class Pair(Interned):
    fields = ("first", "second")
    __slots__ = fields
    first: int
    second: int


def test_interned_values() -> None:
    pair = Pair(1, 2)
    assert Pair(1, 2) is pair
    assert pair.replace(second=3) is Pair(1, 3)
    assert pair.field_values == (1, 2)
    assert repr(pair) == "Pair(first=1, second=2)"
    assert copy.deepcopy(pair) is pair
    assert pickle.loads(pickle.dumps(pair)) is pair


def test_interned_errors() -> None:
    with pytest.raises(TypeError, match="takes 2 values, got 1"):
        Pair(1)
    with pytest.raises(TypeError, match="unhashable"):
        Pair(1, [2])  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="no field 'third'"):
        Pair(1, 2).replace(third=3)
    with pytest.raises(AttributeError, match="immutable"):
        Pair(1, 2).first = 3
    with pytest.raises(AttributeError, match="immutable"):
        del Pair(1, 2).first


def test_encodings_are_interned_with_defaults() -> None:
    assert BlockedEncoding([1, 4], [2, 16], [4, 1], [1, 0], CGALayout.one_cta(2)) is BLOCKED
    assert SwizzledSharedEncoding(1, 1, 1, (1, 0)).cga_layout is CGALayout.one_cta(2)
    assert AMDMfmaEncoding(3, (1, 4), (32, 32, 8), True).tiles_per_warp == (1, 1)
    assert TensorMemoryScalesEncoding().block_rep_order == "mnThenK"


def test_blocks() -> None:
    cga = CGALayout.from_split_params((4, 2), (2, 2), (1, 0))
    assert cga.bases == ((0, 1), (1, 0), (0, 0))
    assert (cga.ctas_per_cga, cga.cta_split_num, cga.cta_order) == ((4, 2), (2, 2), (1, 0))
    assert cga.num_ctas == 8
    assert CGALayout.from_bases(cga.bases, 2) is cga
    assert CGALayout.one_dim(4).bases == ((1,), (2,))


def test_shape_per_cta_aligns_the_last_dims() -> None:
    assert shape_per_cta((2, 2), (2, 4, 8)) == (2, 2, 4)
    assert shape_per_cta((2, 2, 2), (2, 4)) == (1, 2)
    assert shape_per_cta((8,), (4,)) == (1,)


def test_derived_blocks() -> None:
    blocked = BLOCKED.replace(cga_layout=CGALayout.from_bases([[1, 0], [0, 1]], 2))
    assert SliceEncoding(1, blocked).cga_layout.bases == ((1,), (0,))
    assert DotOperandEncoding(0, blocked).cga_layout.bases == ((1, 0), (0, 0))
    linear = LinearEncoding(to_linear_layout((64, 64), blocked))
    assert linear.cga_layout is blocked.cga_layout
    assert linear.size_per_thread == blocked.size_per_thread


def linear(**bases: list[list[int]]) -> LinearLayout:
    return LinearLayout.create(bases, [("dim0", 4), ("dim1", 4)], require_surjective=False)


PERMUTED = linear(register=[[1, 0], [0, 1]], lane=[[0, 2]], warp=[[2, 0]], block=[])
SWIZZLED = linear(register=[[1, 0], [0, 1]], lane=[[0, 2]], warp=[[2, 2]], block=[])


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        (BLOCKED, None),
        (
            BLOCKED.replace(order=(1, 1)),
            "order must be a permutation of 0..(rank-1), but was [1, 1]",
        ),
        (BLOCKED.replace(order=(0,)), "sizePerThread, threadsPerWarp, warpsPerCTA, and order must"),
        (BLOCKED.replace(size_per_thread=(1, 3)), "Every element in sizePerThread must be a power"),
        (BLOCKED.replace(cga_layout=CGALayout.one_cta(1)), "BlockedEncodingAttr and CGALayout's"),
        (SliceEncoding(2, BLOCKED), "slice dim=2 must be less than the parent rank=2"),
        (
            SliceEncoding(0, SliceEncoding(0, BLOCKED)),
            "parent layout must have at least rank >= 2",
        ),
        (DotOperandEncoding(2, BLOCKED), "ttg.dot_op opIdx parameter can be 0 or 1, got: 2"),
        (DotOperandEncoding(0, BLOCKED, 2), "ttg.dot_op kWidth parameter is not supported when"),
        (DotOperandEncoding(0, MMA), "ttg.dot_op kWidth parameter is mandatory for Ampere or"),
        (DotOperandEncoding(1, HOPPER, 2), "ttg.dot_op opIdx parameter must be 0 for Hopper MMA"),
        (
            DotOperandEncoding(0, NvidiaMmaEncoding(1, 0, (2, 2), None, (16, 16)), 2),
            "ttg.dot_op kWidth parameter can only be non-zero for Ampere or Hopper MMA parent",
        ),
        (AMDMfmaEncoding(5, (1, 4), (32, 32, 8), True), "version must be in the [0, 4] range"),
        (
            AMDMfmaEncoding(3, (1, 4), (32, 16, 8), True),
            "invalid (mDim, nDim) combination: (32, 16)",
        ),
        (AMDWmmaEncoding(4, identity_standard_nd("warp", (2, 2), (0, 1))), "WMMA version must be"),
        (
            AMDWmmaEncoding(
                1, identity_standard_nd("warp", (2, 2), (0, 1)), instr_shape=(16, 16, 4)
            ),
            "invalid WMMA v1 instruction shape",
        ),
        (LinearEncoding(PERMUTED), None),
        (LinearEncoding(SWIZZLED), "LinearEncodingAttr requires a permutation matrix layout"),
        (GenericLinearEncoding(SWIZZLED), None),
        (
            GenericLinearEncoding(linear(register=[[1, 1]], lane=[], warp=[], block=[])),
            "In a generic linear layout, register, lane, and block bases must move in at most one",
        ),
        (
            GenericLinearEncoding(linear(register=[[1, 0]], lane=[], warp=[], block=[])),
            "Generic linear layout must be surjective",
        ),
        (LinearEncoding(linear(lane=[])), "Expected input dimension 0 to be 'register'. Got"),
        (
            SwizzledSharedEncoding(1, 1, 1, (0, 1), CGALayout.one_cta(1)),
            "order size (2) must match",
        ),
        (NVMMASharedEncoding(48, False, 16), "swizzlingByteWidth must be 0, 32, 64, or 128"),
        (NVMMASharedEncoding(64, False, 0), "elementBitWidth must be non-zero"),
        (
            PartitionedSharedEncoding(1, 2, 0, SwizzledSharedEncoding(1, 1, 1, (1, 0))),
            "numPartitions must be a power of 2 and at least 2",
        ),
        (
            PartitionedSharedEncoding(2, 2, 2, SwizzledSharedEncoding(1, 1, 1, (1, 0))),
            "partitionDim (2) must be less than the layout rank (2)",
        ),
        (TensorMemoryEncoding(96, 64, 1), "blockM must be 64 or 128 but got 96"),
        (
            TensorMemoryEncoding(128, 1024, 1),
            "blockN must be less than or equal to 512 but got 1024",
        ),
        (TensorMemoryEncoding(128, 64, 3), "colStride must be 1, 2, or 4 but got but got 3"),
        (TensorMemoryEncoding(128, 64, 1, None, True), "twoCTAs layout requires the first"),
        (TensorMemoryScalesEncoding(CGALayout.one_cta(3)), "CGALayout must have rank 2"),
    ],
)
def test_verification(encoding: LayoutEncoding, message: str | None) -> None:
    problem = encoding.verify()
    if message is None:
        assert problem is None
    else:
        assert problem is not None
        assert problem.startswith(message)


def test_cga_verification() -> None:
    assert CGALayout.from_bases([[1, 0], [0, 0]], 2).verify() is None
    repeated = CGALayout.from_bases([[1, 0], [1, 0]], 2).verify()
    assert (
        repeated == "After removing broadcast bases the CGA encoding must be a permutation matrix"
    )


def test_cga_bases_have_the_rank() -> None:
    with pytest.raises(LayoutError, match="'CGALayout' entry length does not match rank 2"):
        CGALayout.from_bases([[1]], 2)


def offsets(shape: tuple[int, int]) -> LinearLayout:
    return identity_standard_nd("offset", shape, (1, 0)).transpose_outs(("dim0", "dim1"))


def test_padding() -> None:
    component = offsets((16, 32)).unsqueeze_in("block")
    padded = PaddedSharedEncoding((128, 256), (4, 8), component)
    assert padded.verify() is None
    assert padded.is_identity
    assert padded.order == (1, 0)
    # 512 elements: 4 pads of 4 and 2 of 8, less those after the last element.
    assert padded.padded_size((16, 32)) == 512 + 3 * 4 + 1 * 8
    assert padded_linear_layout((16, 32), padded) is component
    with pytest.raises(LayoutError, match="no linear layout"):
        memory_to_linear((16, 32), padded)
    assert padded.replace(intervals=(128,)).verify() == (
        "intervals size (1) must match paddings size (2)"
    )


def test_shared_linear_keeps_its_shape() -> None:
    encoding = SharedLinearEncoding(offsets((8, 8)).unsqueeze_in("block"), 16)
    assert encoding.verify() is None
    assert memory_to_linear((8, 8), encoding) is encoding.linear_layout
    with pytest.raises(LayoutError, match="only has its own shape"):
        memory_to_linear((8, 16), encoding)


def test_views_of_tensor_memory() -> None:
    encoding = TensorMemoryEncoding(128, 128, 1)
    whole = memdesc_linear_layout((2, 128, 128), (2, 128, 128), encoding, 32, True)
    assert (whole.in_dim_size("row"), whole.in_dim_size("col")) == (128, 128)
    view = memdesc_linear_layout((128, 32), (128, 128), encoding, 32, True)
    assert (view.in_dim_size("row"), view.in_dim_size("col")) == (128, 32)


def test_nvmma_for_shape() -> None:
    one = CGALayout.one_cta(2)
    assert NVMMASharedEncoding.for_shape((64, 64), (1, 0), one, 16).swizzling_byte_width == 128
    assert NVMMASharedEncoding.for_shape((64, 16), (1, 0), one, 16).swizzling_byte_width == 32
    assert NVMMASharedEncoding.for_shape((4, 64), (1, 0), one, 16).swizzling_byte_width == 0
    assert NVMMASharedEncoding.for_shape((64, 64), (0, 1), one, 16).transposed
    with pytest.raises(LayoutError, match="too small for the swizzle byte size 128"):
        memory_to_linear((64, 16), NVMMASharedEncoding(128, False, 16))


def test_swizzle_for_dot_operands() -> None:
    operand = DotOperandEncoding.for_bit_width(0, MMA, 16)
    assert operand.k_width == 2
    shared = SwizzledSharedEncoding.for_dot_operand(
        operand, (64, 64), (1, 0), CGALayout.one_cta(2), 16
    )
    assert (shared.vec, shared.per_phase, shared.max_phase) == (8, 1, 8)
    plain = SwizzledSharedEncoding.for_dot_operand(
        DotOperandEncoding(0, BLOCKED), (64, 64), (1, 0), CGALayout.one_cta(2), 16
    )
    assert (plain.vec, plain.per_phase, plain.max_phase) == (1, 1, 1)


def test_dot_operands() -> None:
    check_dot_operand(DotOperandEncoding(0, MMA, 2), 0, MMA)
    check_dot_operand(NVMMASharedEncoding(128, False, 16), 1, HOPPER)
    for encoding, op_idx, result, message in (
        (DotOperandEncoding(0, MMA, 2), 1, MMA, "Wrong opIdx"),
        (DotOperandEncoding(0, MMA, 2), 0, BLOCKED, "Incompatible parent encoding"),
        (BLOCKED, 0, BLOCKED, "Dot's a/b's encoding should be of DotOperandEncodingAttr"),
        (BLOCKED, 0, HOPPER, "unexpected operand layout for NvidiaMmaEncodingAttr v3"),
    ):
        with pytest.raises(LayoutError, match=message):
            check_dot_operand(encoding, op_idx, result)


def test_cat() -> None:
    check_cat([(32, 64), (32, 64)], [BLOCKED, BLOCKED], (64, 64), BLOCKED)
    line = BlockedEncoding((1,), (32,), (4,), (0,))
    with pytest.raises(LayoutError) as caught:
        check_cat([(32,), (32,)], [line, line], (64,), line)
    assert str(caught.value) == (
        "tt.cat result encoding requires 1 non-broadcast register values, but operands provide 2"
    )


def test_comparisons() -> None:
    shape = (64, 64)
    linear_form = LinearEncoding(to_linear_layout(shape, BLOCKED))
    other = BLOCKED.replace(size_per_thread=(1, 2))
    assert are_layouts_equivalent(shape, BLOCKED, linear_form)
    assert not are_layouts_equivalent(shape, BLOCKED, other)
    assert cvt_reorders_registers(shape, BLOCKED, linear_form)
    assert not cvt_reorders_registers(shape, BLOCKED, other)
    assert cvt_needs_warp_shuffle(shape, BLOCKED, other, force_warp_shuffle=True)
    flat = BlockedEncoding((4,), (32,), (4,), (0,))
    assert not is_expensive_view((64, 64), BLOCKED, (4096,), flat)
    assert is_expensive_view((8, 8), BLOCKED, (64,), flat.replace(size_per_thread=(1,)))


def test_mma_warps_balance_repetitions() -> None:
    assert mma_v2_warps_per_cta((128, 128), 4) == (2, 2)
    assert mma_v2_warps_per_cta((128, 32), 4) == (4, 1)
    assert mma_v2_warps_per_cta((2, 16, 16), 4) == (2, 1, 2)
    assert mma_v2_warps_per_cta((8, 64, 64), 4) == (4, 1, 1)


def test_reshape_decomposition() -> None:
    assert reshape_decomposition((4, 4, 4), (2, 2, 8, 2)) == [([0], [0, 1]), ([1, 2], [2, 3])]
    assert reshape_decomposition((), ()) == []


@pytest.mark.parametrize(
    ("warps", "instr_shape", "tiles"),
    [
        ((1, 0), (32, 32, 8), (1, 1)),
        ((2, 2), (32, 0, 8), (1, 1)),
        ((2, 2), (32, 32, 8), (1, 0)),
    ],
)
def test_zero_where_one_divides(
    warps: tuple[int, ...], instr_shape: tuple[int, ...], tiles: tuple[int, ...]
) -> None:
    """Upstream dies of the division; here it is an error of the layout's."""
    encoding = AMDMfmaEncoding(3, warps, instr_shape, False, None, tiles)
    with pytest.raises(LayoutError, match="zero"):
        to_linear_layout((64, 64), encoding)
