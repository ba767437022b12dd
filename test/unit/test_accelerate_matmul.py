"""tritongpu-accelerate-matmul where upstream's own would stop at an assertion."""

from __future__ import annotations

import io

import pytest

import passes
from mlir_mini.opt_main import opt_main


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        ("", "'builtin.module' op needs the attribute 'ttg.target', such as \"cuda:80\""),
        (', ttg.target = "hip:gfx942"', "'hip:gfx942' in ttg.target isn't a GPU such as cuda:80"),
        (', ttg.target = "bogus"', "'bogus' in ttg.target isn't a GPU such as cuda:80"),
        (
            ", ttg.target = 80 : i32",
            "'builtin.module' op needs the attribute 'ttg.target', such as",
        ),
    ],
)
def test_needs_a_target(target: str, complaint: str) -> None:
    module = f'module attributes {{"ttg.num-warps" = 4 : i32{target}}} {{\n}}\n'
    errors = io.StringIO()
    status = opt_main(
        ["--tritongpu-accelerate-matmul", "-"],
        passes.PASSES,
        stdin=io.StringIO(module),
        stdout=io.StringIO(),
        stderr=errors,
    )
    assert status == 1
    assert f"<stdin>:1:1: error: {complaint}" in errors.getvalue()
    assert "internal error" not in errors.getvalue()
    assert "see current operation" not in errors.getvalue()
