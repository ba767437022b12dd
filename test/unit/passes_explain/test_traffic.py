"""Sectors of a request: facts about 32-byte sectors, and ranges where strides are unknown."""

from __future__ import annotations

import pytest

from passes.explain.traffic import requests_of

from .cases import Measured

HEAD = """
tt.func @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32},
           %t: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %ld: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
"""
ACCESS = """
  %p = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
  tt.return
}
"""


def vector(offsets: str) -> Measured:
    """A load of 1024 f32 at ``offsets``, called %at."""
    return Measured(HEAD + offsets + ACCESS)


def scaled(stride: int) -> str:
    return (
        f"%s = arith.constant dense<{stride}> : tensor<1024xi32>\n"
        "%at = arith.muli %i, %s : tensor<1024xi32>"
    )


TILE = """
tt.func @f(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %row: i32{row}, %col: i32{col}) {{
  %i = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>
  %rows = tt.expand_dims %i {{axis = 1 : i32}} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %i {{axis = 0 : i32}} : tensor<64xi32> -> tensor<1x64xi32>
  %row_s = tt.splat %row : i32 -> tensor<64x1xi32>
  %col_s = tt.splat %col : i32 -> tensor<1x64xi32>
  %down = arith.muli %rows, %row_s : tensor<64x1xi32>
  %across = arith.muli %cols, %col_s : tensor<1x64xi32>
  %down_b = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %across_b = tt.broadcast {across} : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %down_b, %across_b : tensor<64x64xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %p = tt.addptr %x_s, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %p : tensor<64x64x!tt.ptr<f32>>
  tt.return
}}
"""


def tile(row: str = "", col: str = "", across: str = "%cols") -> Measured:
    return Measured(TILE.format(row=row, col=col, across=across))


def facts(measured: Measured) -> tuple[int, int, int, bool]:
    found = requests_of(measured.only, measured.analysis)
    assert found is not None
    return found.least, found.most, found.used_bytes, found.irregular


@pytest.mark.parametrize(
    ("stride", "sectors", "used"),
    [
        # 16 bytes a lane, all of them used.
        (1, 16, 512),
        # 4 bytes a lane: two, four or all lanes have a sector of their own.
        (2, 8, 128),
        (4, 16, 128),
        (8, 32, 128),
        (64, 32, 128),
        # Every lane reads the same element.
        (0, 1, 4),
    ],
)
def test_constant_strides(stride: int, sectors: int, used: int) -> None:
    assert facts(vector(scaled(stride))) == (sectors, sectors, used, False)


def test_rows() -> None:
    assert facts(tile(" {tt.divisibility = 16 : i32}")) == (16, 16, 512, False)


def test_columns_of_unknown_stride() -> None:
    """From dense rows, whose elements are far from each other, to any other stride."""
    measured = tile(" {tt.divisibility = 16 : i32}", across="%across")
    found = requests_of(measured.only, measured.analysis)
    assert found is not None
    assert found.unknown is measured.value("%col")
    assert (found.least, found.most) == (4, 32)
    assert found.efficiency == (0.125, 1.0)


def test_what_divides_a_stride_is_kept_to() -> None:
    """Columns 16 elements apart at least: a sector each."""
    measured = tile(
        " {tt.divisibility = 16 : i32}", " {tt.divisibility = 16 : i32}", across="%across"
    )
    assert facts(measured) == (32, 32, 128, False)


def test_gathers_are_irregular() -> None:
    gathered = vector(
        """
        %t_s = tt.splat %t : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
        %tp = tt.addptr %t_s, %i : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
        %at = tt.load %tp : tensor<1024x!tt.ptr<i32>>
        """
    )
    indices, data = gathered.accesses
    for access, expected in ((indices, (16, 16, False)), (data, (4, 32, True))):
        found = requests_of(access, gathered.analysis)
        assert found is not None
        assert (found.least, found.most, found.irregular) == expected


def test_runs_of_a_remainder() -> None:
    """What wraps around at a multiple of 16 is in whole sectors, though not evenly spaced."""
    body = "%s = arith.constant dense<{}> : tensor<1024xi32>\n"
    body += "%at = arith.remsi %i, %s : tensor<1024xi32>"
    assert facts(vector(body.format(496))) == (16, 16, 512, True)
    # Runs of 4, each 16 bytes, may each begin in the middle of a sector.
    assert facts(vector(body.format(500))) == (16, 32, 512, True)


@pytest.mark.parametrize(
    ("divisor", "sectors"),
    [
        # Two runs of 64 bytes that start with a sector.
        ("{tt.divisibility = 16 : i32}", 4),
        # And that may start in the middle of one.
        ("", 6),
    ],
)
def test_runs_of_pointers_that_are_recast(divisor: str, sectors: int) -> None:
    """The offsets of a tensor before it got its shape say how its runs lie in the tile."""
    measured = Measured(
        f"""
        tt.func @f(%x: !tt.ptr<f32>, %n: i32 {divisor}) {{
          %i = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32>
          %wrap = arith.constant dense<496> : tensor<1024xi32>
          %in = arith.remsi %i, %wrap : tensor<1024xi32>
          %n_s = tt.splat %n : i32 -> tensor<1024xi32>
          %at = arith.addi %in, %n_s : tensor<1024xi32>
          %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
          %q = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
          %r = tt.expand_dims %q {{axis = 0 : i32}}
            : tensor<1024x!tt.ptr<f32>> -> tensor<1x1024x!tt.ptr<f32>>
          %p = tt.broadcast %r : tensor<1x1024x!tt.ptr<f32>> -> tensor<2x1024x!tt.ptr<f32>>
          %v = tt.load %p : tensor<2x1024x!tt.ptr<f32>>
          tt.return
        }}
        """
    )
    _, most, _, irregular = facts(measured)
    assert irregular
    assert most == sectors


def test_equal_elements_share_a_sector() -> None:
    """i // 8 puts 8 lanes on one element."""
    body = "%s = arith.constant dense<8> : tensor<1024xi32>\n"
    body += "%at = arith.divsi %i, %s : tensor<1024xi32>"
    least, most, _, irregular = facts(vector(body))
    assert (least, most, irregular) == (1, 4, True)


def test_no_requests() -> None:
    scalar = Measured(
        "tt.func @f(%x: !tt.ptr<f32>) {\n%v = tt.load %x : !tt.ptr<f32>\ntt.return\n}"
    )
    assert requests_of(scalar.only, scalar.analysis) is None
    descriptor = Measured(
        "tt.func @f(%x: !tt.tensordesc<64x64xf16>, %i: i32) {\n"
        "%v = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>\n"
        "tt.return\n}"
    )
    assert requests_of(descriptor.only, descriptor.analysis) is None
