"""The walk back from an access to what its width is lost at."""

from __future__ import annotations

from typing import ClassVar

import pytest

from mlir_mini.analysis.axis_info_value import AxisInfo
from mlir_mini.ir.core import Value
from mlir_mini.spec.registry import op_class
from passes.explain.accesses import KINDS
from passes.explain.causes import (
    ARGUMENT,
    CONSTANT,
    HOPELESS,
    SCALAR,
    TENSOR,
    Cause,
    CauseFinder,
    Need,
    data_source,
    difficulty,
)
from passes.explain.names import name
from passes.explain.reasons import BREAKS
from passes.explain.sources import Sources

from .cases import Measured

HEAD = """
tt.func @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32},
           %t: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
"""
ACCESS = """
  %p = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
  tt.return
}
"""
#: For a load of four f32.
WIDE = Need(0, contiguity=4, divisibility=16)


def causes_of(offsets: str, need: Need = WIDE) -> list[Cause]:
    measured = Measured(HEAD + offsets + ACCESS)
    finder = CauseFinder(measured.analysis, Sources(measured.module))
    pointer = measured.accesses[-1].pointer
    assert pointer is not None
    return finder.find(pointer, need)


class TestNeed:
    #: Dims without runs would share their divisibility.
    INFO: ClassVar[AxisInfo] = AxisInfo((2, 4), (4, 8), (1, 64))

    def scalar(self) -> Value:
        return Measured(HEAD + "%at = arith.addi %i, %i : tensor<1024xi32>" + ACCESS).value("%n")

    def test_raised_to_what_is_needed_and_no_less(self) -> None:
        value = self.scalar()
        raised = Need(0, contiguity=4, divisibility=2).raised(self.INFO, value)
        assert raised is AxisInfo((4, 4), (4, 8), (1, 64))
        raised = Need(1, divisibility=16, constancy=4).raised(self.INFO, value)
        assert raised is AxisInfo((2, 4), (4, 16), (1, 64))

    def test_raised_to_one(self) -> None:
        assert Need(0, one=True).raised(AxisInfo((1,), (1,), (1,)), self.scalar()).is_constant(1)

    @pytest.mark.parametrize(
        ("need", "met", "missed"),
        [
            (Need(0, contiguity=2), True, None),
            (Need(0, contiguity=4), False, ("contiguity", 2, 4)),
            (Need(0, divisibility=4), True, None),
            (Need(0, divisibility=8), False, ("divisibility", 4, 8)),
            (Need(1, constancy=64, divisibility=8), True, None),
            (Need(1, constancy=128, divisibility=16), False, ("constancy", 64, 128)),
            (Need(0, one=True), False, None),
        ],
    )
    def test_met(self, need: Need, met: bool, missed: tuple[str, int, int] | None) -> None:
        assert need.met_by(self.INFO) == met
        if missed is not None:
            assert need.missed_by(self.INFO) == missed

    @pytest.mark.parametrize(
        "need", [Need(0, 8, 16), Need(1, divisibility=32), Need(0, constancy=4)]
    )
    def test_a_raised_info_meets_the_need(self, need: Need) -> None:
        assert not need.met_by(AxisInfo((1, 1), (1, 1), (1, 1)))
        assert need.met_by(need.raised(AxisInfo((1, 1), (1, 1), (1, 1)), self.scalar()))


def test_nothing_is_wrong() -> None:
    assert (
        causes_of(
            "%z = arith.constant dense<8> : tensor<1024xi32>\n"
            "%at = arith.addi %i, %z : tensor<1024xi32>"
        )
        == []
    )


CASES = {
    "argument": (
        "%s = tt.splat %n : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%n", Need(0, divisibility=4), ARGUMENT)],
    ),
    "two arguments": (
        "%nm = arith.addi %n, %m : i32\n"
        "%s = tt.splat %nm : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%n", Need(0, divisibility=4), ARGUMENT), ("%m", Need(0, divisibility=4), ARGUMENT)],
    ),
    "one factor is enough": (
        "%nm = arith.muli %n, %m : i32\n"
        "%s = tt.splat %nm : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%n", Need(0, divisibility=4), ARGUMENT)],
    ),
    "an argument rather than a constant": (
        "%odd = arith.constant 3 : i32\n%nm = arith.muli %odd, %n : i32\n"
        "%s = tt.splat %nm : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%n", Need(0, divisibility=4), ARGUMENT)],
    ),
    "constant": (
        "%pid = tt.get_program_id x : i32\n%odd = arith.constant 1001 : i32\n"
        "%nm = arith.muli %odd, %pid : i32\n"
        "%s = tt.splat %nm : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%odd", Need(0, divisibility=4), CONSTANT)],
    ),
    "scalar from memory": (
        "%first = tt.load %t : !tt.ptr<i32>\n"
        "%s = tt.splat %first : i32 -> tensor<1024xi32>\n"
        "%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%first", Need(0, divisibility=4), SCALAR)],
    ),
    "stride": (
        "%s = tt.splat %n : i32 -> tensor<1024xi32>\n%at = arith.muli %s, %i : tensor<1024xi32>",
        [("%n", Need(0, one=True), ARGUMENT)],
    ),
    "clamp": (
        "%s = tt.splat %n : i32 -> tensor<1024xi32>\n%at = arith.minsi %s, %i : tensor<1024xi32>",
        [("%at", Need(0, contiguity=4, divisibility=4), HOPELESS)],
    ),
    "quotient": (
        "%two = arith.constant dense<2> : tensor<1024xi32>\n"
        "%at = arith.divsi %i, %two : tensor<1024xi32>",
        [("%at", Need(0, contiguity=4, divisibility=4), HOPELESS)],
    ),
    "bits": (
        "%bits = arith.constant dense<1021> : tensor<1024xi32>\n"
        "%at = arith.andi %i, %bits : tensor<1024xi32>",
        [("%at", Need(0, contiguity=4, divisibility=4), TENSOR)],
    ),
    "bits of data": (
        "%t_s = tt.splat %t : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>\n"
        "%tp = tt.addptr %t_s, %i : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>\n"
        "%w = tt.load %tp : tensor<1024x!tt.ptr<i32>>\n"
        "%bits = arith.constant dense<1021> : tensor<1024xi32>\n"
        "%at = arith.andi %w, %bits : tensor<1024xi32>",
        [("%at", Need(0, contiguity=4, divisibility=4), HOPELESS)],
    ),
    "program": (
        "%pid = tt.get_program_id x : i32\n"
        "%s = tt.splat %pid : i32 -> tensor<1024xi32>\n%at = arith.addi %s, %i : tensor<1024xi32>",
        [("%pid", Need(0, divisibility=4), HOPELESS)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_causes(case: str) -> None:
    offsets, expected = CASES[case]
    found = [(name(each.value), each.need, difficulty(each)) for each in causes_of(offsets)]
    assert found == expected


def test_the_way_to_the_access() -> None:
    (cause,) = causes_of(CASES["constant"][0])
    assert cause.worker is not None
    assert cause.worker.name == "arith.muli"
    effect = cause.effect
    assert effect is not None
    op, value, need, info = effect
    assert (op, value, need.divisibility, info.divisibility) == (
        cause.worker,
        cause.worker.results[0],
        4,
        (1,),
    )
    assert name(cause.steps[0][0]) == "%p"
    assert cause.steps[-1] == (cause.value, cause.need)
    assert not cause.is_step
    assert not cause.is_of_mask


def test_data_source() -> None:
    (bits,) = causes_of(CASES["bits"][0])
    assert data_source(bits.value) is None
    (data,) = causes_of(CASES["bits of data"][0])
    source = data_source(data.value)
    assert source is not None
    assert name(source) == "%w"


@pytest.mark.parametrize("names", [BREAKS, KINDS], ids=["BREAKS", "KINDS"])
def test_names_are_of_operations(names: dict[str, str]) -> None:
    assert [each for each in names if op_class(each) is None] == []
