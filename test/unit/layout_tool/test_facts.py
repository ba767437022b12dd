"""What is known of a few layouts, worked out by hand or seen on a GPU."""

from __future__ import annotations

import pytest

from mlir_mini.layout import BlockedEncoding, SliceEncoding
from mlir_mini.layout.conversion_cost import classify, conversion
from mlir_mini.layout.derivation import derive_coalesced, derive_descriptor
from mlir_mini.layout.ownership import Owner, elements_of_thread, owners, register_layout
from mlir_mini.layout.sectors import (
    TensorAccess,
    access_width,
    first_load,
    instructions,
    mnemonic,
    whole_tile,
)

ROW16 = BlockedEncoding((1, 4), (8, 4), (2, 1), (1, 0))
ROW64 = BlockedEncoding((1, 4), (2, 16), (4, 1), (1, 0))


def parts(encoding: BlockedEncoding) -> tuple[tuple[int, ...], ...]:
    return encoding.size_per_thread, encoding.threads_per_warp, encoding.warps_per_cta


@pytest.mark.parametrize(
    ("shape", "bits", "warps", "divisibility", "expected"),
    [
        ((64, 64), 32, 4, 16, ((1, 4), (2, 16), (4, 1))),
        ((64, 64), 32, 4, 8, ((1, 2), (1, 32), (4, 1))),
        ((128, 64), 16, 4, 16, ((1, 8), (4, 8), (4, 1))),
        ((64,), 32, 4, 16, ((1,), (32,), (4,))),
        ((16, 16), 32, 2, 16, ((1, 4), (8, 4), (2, 1))),
    ],
)
def test_coalesced(
    shape: tuple[int, ...],
    bits: int,
    warps: int,
    divisibility: int,
    expected: tuple[tuple[int, ...], ...],
) -> None:
    rank = len(shape)
    known = [1] * (rank - 1) + [shape[-1]]
    found = derive_coalesced(shape, None, bits, known, [divisibility] * rank, warps)
    assert parts(found.encoding) == expected
    assert found.per_thread == expected[0][-1]


def test_divisibility_8_is_8_bytes_a_load() -> None:
    layout = derive_coalesced((64, 64), (1, 0), 32, (1, 64), (8, 8), 4).encoding
    access = TensorAccess(layout, (64, 64), 32, (64, 1), base_align=8)
    assert access_width(access) * access.elem_bytes == 8


@pytest.mark.parametrize(("bits", "width"), [(32, 4), (16, 8), (8, 16)])
def test_descriptor_loads(bits: int, width: int) -> None:
    found = derive_descriptor((128, 64), bits, 4)
    shares = {candidate.name: candidate.value for candidate in found.candidates}
    assert shares == {"instruction": 128 // bits, "share": 64}
    assert found.per_thread == width


def test_who_owns_what() -> None:
    layout = register_layout((16, 16), ROW16)
    for row in range(16):
        for column in range(16):
            (owner,) = owners(layout, (row, column))
            assert owner.warp == row // 8
    assert elements_of_thread(layout, 1, 5) == [(9, 4), (9, 5), (9, 6), (9, 7)]
    assert owners(layout, (9, 4)) == [Owner(0, 1, 5, 0)]


def test_first_load_of_the_row_layout() -> None:
    found = first_load(TensorAccess(ROW16, (16, 16), 32, (16, 1)))
    assert (found.bytes, len(found.sectors), found.efficiency) == (512, 16, 1.0)


def test_row_layout_on_a_column_major_tensor() -> None:
    found = first_load(TensorAccess(ROW64, (64, 64), 32, (1, 64)))
    assert (found.bytes, len(found.sectors), found.efficiency) == (512, 64, 0.25)


def test_seen_on_an_h200() -> None:
    row = TensorAccess(ROW64, (64, 64), 32, (64, 1))
    column = TensorAccess(ROW64, (64, 64), 32, (1, 64))
    assert mnemonic(access_width(row) * 4, 32) == "ld.global.v4.b32"
    assert mnemonic(access_width(column) * 4, 32) == "ld.global.b32"
    assert (whole_tile(row).sectors, whole_tile(row).requests) == (512, 32)
    assert (whole_tile(column).sectors, whole_tile(column).requests) == (2048, 128)


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        (ROW16, "none"),
        (BlockedEncoding((1, 2), (8, 4), (2, 1), (1, 0)), "shuffle"),
        (BlockedEncoding((4, 1), (4, 8), (1, 2), (0, 1)), "shared"),
        (ROW16.replace(order=(0, 1)), "shuffle"),
    ],
)
def test_conversions_from_the_row_layout(target: BlockedEncoding, kind: str) -> None:
    assert classify((16, 16), ROW16, target) == kind
    assert conversion((16, 16), ROW16, target, 32).kind == kind


# What the hardware was seen to do.


def test_a_misaligned_access_touches_one_more_sector() -> None:
    line = BlockedEncoding((1,), (32,), (1,), (0,))
    aligned, off = (TensorAccess(line, (32,), 32, (1,), align) for align in (32, 4))
    assert [len(each.sectors) for each in instructions(aligned)] == [4]
    assert [len(each.sectors) for each in instructions(off)] == [5]


def test_the_base_costs_the_width() -> None:
    line = BlockedEncoding((4,), (32,), (1,), (0,))
    widths = [access_width(TensorAccess(line, (128,), 32, (1,), n)) for n in (16, 8, 4)]
    assert widths == [4, 2, 1]


@pytest.mark.parametrize(("bound", "name"), [(100, "v4.b32"), (98, "v2.b32"), (97, "b32")])
def test_a_constant_mask_caps_the_width(bound: int, name: str) -> None:
    line = BlockedEncoding((4,), (32,), (1,), (0,))
    access = TensorAccess(line, (128,), 32, (1,), bounds=(bound,))
    assert mnemonic(access_width(access) * 4, 32) == f"ld.global.{name}"


def test_accesses_that_are_never_true_vanish() -> None:
    line = BlockedEncoding((1,), (32,), (1,), (0,))
    assert len(instructions(TensorAccess(line, (128,), 32, (1,)))) == 4
    masked = TensorAccess(line, (128,), 32, (1,), bounds=(40,))
    assert [len(each.lanes) for each in instructions(masked)] == [32, 8]


def test_replicas_load_but_only_the_first_stores() -> None:
    replicated = TensorAccess(SliceEncoding(1, ROW16), (16,), 32, (1,))
    loads, stores = (instructions(replicated, is_store=store) for store in (False, True))
    assert [len(each.lanes) for each in loads] == [32, 32]
    assert [[lane for lane, _ in each.lanes] for each in stores] == [list(range(0, 32, 4))] * 2
    twice = TensorAccess(BlockedEncoding((1,), (32,), (4,), (0,)), (64,), 32, (1,))
    assert whole_tile(twice).requests == 4
    assert whole_tile(twice, is_store=True).requests == 2


def test_registers_that_repeat_are_accessed_once() -> None:
    wide = BlockedEncoding((4,), (32,), (1,), (0,))
    access = TensorAccess(wide, (2,), 32, (1,))
    assert [each.registers for each in instructions(access)] == [(0, 1)]


def test_loads_at_the_same_address_merge() -> None:
    access = TensorAccess(ROW16, (16, 16), 32, (1, 0))
    assert whole_tile(access).requests == 2
    assert whole_tile(access, is_store=True).requests == 8


def test_lanes_that_share_a_sector_count_it_once() -> None:
    access = TensorAccess(BlockedEncoding((1,), (32,), (1,), (0,)), (32,), 8, (1,))
    assert [len(each.sectors) for each in instructions(access)] == [1]
