"""Flags that have no effect on a run say so, and those that have one say nothing."""

from __future__ import annotations

import io

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES

TTIR = "module {\n}\n"
TTGIR = 'module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "cuda:90"} {\n}\n'
FOR_90 = 'module attributes {ttg.target = "cuda:90"} {\n}\n'
SAYS = "the module has 'ttg.target' = cuda:90 and 'ttg.num-warps' = 8 already"


def remarks(text: str, *flags: str) -> list[str]:
    """What is remarked, but for conversions and passes that are left out."""
    errors = io.StringIO()
    assert opt_main(flags, PASSES, io.StringIO(text), io.StringIO(), errors) == 0
    found = [
        line.split("remark: ")[1] for line in errors.getvalue().splitlines() if "remark: " in line
    ]
    return [line for line in found if "left out" not in line and "runs first" not in line]


@pytest.mark.parametrize(
    ("text", "flags", "expected"),
    [
        (TTIR, ["--coalesce", "--target=cuda:80", "--num-warps=2"], []),
        (TTIR, ["--coalesce", "--accelerate-matmul", "--num-warps=2"], []),
        (TTIR, ["--ttgir", "--target=cuda:90", "--num-warps=2"], []),
        (
            TTIR,
            ["--cse", "--target=cuda:80", "--num-warps=8"],
            [
                "--target=cuda:80 and --num-warps=8 have no effect: "
                "no pass of this run asks for them"
            ],
        ),
        (
            TTIR,
            ["--ttgir=num-warps=2", "--num-warps=8"],
            ["--num-warps=8 has no effect: no pass of this run asks for it"],
        ),
        (TTGIR, ["--explain", "--target=sm_90", "--num-warps=8"], []),
        (TTGIR, ["--explain", "--target=cuda:80"], [f"--target=cuda:80 has no effect: {SAYS}"]),
        (TTGIR, ["--ttgir", "--num-warps=4"], [f"--num-warps=4 has no effect: {SAYS}"]),
        (
            FOR_90,
            ["--coalesce", "--target=cuda:80"],
            ["--target=cuda:80 has no effect: the module has 'ttg.target' = cuda:90 already"],
        ),
        (
            TTIR + "// -----\n" + TTGIR,
            ["--coalesce", "--num-warps=2", "-split-input-file"],
            [f"--num-warps=2 has no effect: {SAYS}"],
        ),
        (TTIR, ["--cse", "--seed=3"], ["--seed has no effect without --verify-semantics"]),
        (TTIR, ["--verify-semantics"], ["nothing to verify: no passes"]),
        (TTIR, ["--verify-semantics", "--seed=3", "--cse"], ["no public function to check"]),
        (TTIR, ["--report", "--cse"], ["no pass of this run has a report"]),
        (TTGIR, ["--report", "--remove-layout-conversions", "--cse"], []),
        (TTIR, ["--report", "--ttgir"], []),
    ],
)
def test_remarks(text: str, flags: list[str], expected: list[str]) -> None:
    assert remarks(text, *flags) == expected
