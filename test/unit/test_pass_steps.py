"""What runs when a pass is asked for: preludes of short names, passes that stand for several."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

import pytest

from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation
from mlir_mini.opt_main import opt_main
from mlir_mini.pass_table import PassInfo
from mlir_mini.passmanager import AnalysisManager, Pass
from passes.pipelines import make_ttgir

HERE = __name__


class Mark(Pass):
    """Counts its runs in an attribute of the module."""

    name = "test-mark"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        module.set_attr("test.marks", IntegerAttr(marks(module) + 1))


class Twice(Pass):
    """Stands for two marks, and needs no `run`."""

    name = "test-twice"

    def steps(self, module: Operation) -> Iterator[Pass]:
        yield Mark()
        # By now the first one has run.
        assert marks(module) == 1
        yield Mark()


def marks(module: Operation) -> int:
    found = module.attr("test.marks")
    return found.value if isinstance(found, IntegerAttr) else 0


def mark_first(module: Operation, defaults: Mapping[str, str]) -> list[Pass]:
    """A prelude that runs a mark for each warp that the driver was told of."""
    return [] if marks(module) else [Mark() for _ in range(int(defaults.get("num-warps", "0")))]


TABLE = [
    PassInfo("test-mark", ("mark",), "", f"{HERE}:Mark", f"{HERE}:mark_first"),
    PassInfo("test-twice", (), "", f"{HERE}:Twice"),
]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--test-mark", "--num-warps=4"], 1),
        (["--mark"], 1),
        (["--mark", "--num-warps=4"], 5),
        (["--num-warps", "4", "--mark", "--mark"], 6),
        (["--pass-pipeline=builtin.module(mark)", "--num-warps=2"], 3),
        (["--test-twice"], 2),
    ],
)
def test_steps(flags: list[str], expected: int) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert opt_main(flags, TABLE, io.StringIO("module {}"), out, err) == 0, err.getvalue()
    assert f"test.marks = {expected} : i64" in out.getvalue()


def test_number_of_warps_is_checked() -> None:
    err = io.StringIO()
    assert opt_main(["--num-warps=-1"], TABLE, stderr=err) == 1
    assert "'-1' value invalid for uint argument" in err.getvalue()


@pytest.mark.parametrize("warps", ["0", "3", "12"])
def test_number_of_warps_is_a_power_of_two(warps: str) -> None:
    err = io.StringIO()
    assert opt_main([f"--num-warps={warps}"], TABLE, stderr=err) == 1
    complaint = f"mini-opt: for the --num-warps option: '{warps}' is not a power of two\n"
    assert err.getvalue() == complaint


@pytest.mark.parametrize("capability", [80, 90, 100])
def test_pipeline_converts_first_and_cleans_up_last(capability: int) -> None:
    steps = make_ttgir(capability, num_warps=8, num_ctas=2, num_stages=4)
    conversion = f"target=cuda:{capability} num-warps=8 threads-per-warp=32 num-ctas=2"
    assert steps[0] == ("convert-triton-to-tritongpu", conversion)
    assert [name for name, _ in steps[-3:]] == ["sccp", "cse", "canonicalize"]
    assert ("tritongpu-pipeline", "num-stages=4") in steps
    assert (("tritongpu-prefetch", "") in steps) == (capability == 80)
