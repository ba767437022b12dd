"""``--mlir-print-ir-before`` and ``-after`` take full and short names of passes, and no others."""

from __future__ import annotations

import io

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES

PASSES_RUN = ["--cse", "--tritongpu-coalesce", "-"]
MODULE = 'module attributes {"ttg.num-warps" = 4 : i32} {\n}\n'


def messages(*arguments: str) -> tuple[int, list[str]]:
    """The exit status, and what is written to standard error but for the IR."""
    errors = io.StringIO()
    status = opt_main([*arguments, *PASSES_RUN], PASSES, io.StringIO(MODULE), io.StringIO(), errors)
    lines = errors.getvalue().splitlines()
    return status, [line for line in lines if line.startswith(("//", "mini-opt:"))]


@pytest.mark.parametrize("name", ["tritongpu-coalesce", "coalesce"])
@pytest.mark.parametrize("when", ["Before", "After"])
def test_selected_by_name(when: str, name: str) -> None:
    title = f"// -----// IR Dump {when} TritonGPUCoalesce: tritongpu-coalesce //----- //"
    assert messages(f"--mlir-print-ir-{when.lower()}={name}") == (0, [title])


def test_unknown_name() -> None:
    complaint = "mini-opt: 'coalesc' does not refer to a registered pass; did you mean 'coalesce'?"
    assert messages("--mlir-print-ir-after=coalesc") == (1, [complaint])
