"""The examples, as written and after passes, against what numpy makes of the same matrices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.interp import Arguments, run_function
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import f16, f32
from mlir_mini.passmanager import run_passes
from mlir_mini.source import diagnostics
from passes.pipelines import TTGIR

from .text import parse, with_buffers

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RANDOM = np.random.default_rng(5)


def module_of(name: str) -> Operation:
    return parse((EXAMPLES / name).read_text())


def run(module: Operation, arguments: Arguments, grid: tuple[int, int, int]) -> list[Any]:
    function = next(op for op in module.walk() if isinstance(op, FunctionOp))
    return [b.elements for b in run_function(function, arguments, grid).buffers]


def test_softmax() -> None:
    rows = RANDOM.standard_normal((3, 48)).astype(np.float16)
    arguments = with_buffers((f16, rows), (f16, np.zeros_like(rows)))
    arguments.values += [np.int32(48), np.int32(40)]
    found = run(module_of("softmax.mlir"), arguments, (3, 1, 1))[1].reshape(3, 48)
    used = rows[:, :40].astype(np.float64)
    exponentials = np.exp(used - used.max(axis=1, keepdims=True))
    expected = exponentials / exponentials.sum(axis=1, keepdims=True)
    assert np.allclose(found[:, :40], expected, rtol=2**-10)
    assert not found[:, 40:].any()


@pytest.mark.parametrize(("name", "element"), [("vecadd-f32.mlir", f32), ("vecadd-f16.mlir", f16)])
def test_vecadd(name: str, element: Any) -> None:
    dtype = np.float32 if element is f32 else np.float16
    x, y = (RANDOM.standard_normal(1504).astype(dtype) for _ in range(2))
    arguments = with_buffers((element, x), (element, y), (element, np.zeros_like(x)))
    arguments.values.append(np.int32(1504))
    assert np.array_equal(run(module_of(name), arguments, (2, 1, 1))[2], x + y)


def test_transpose() -> None:
    matrix = RANDOM.standard_normal((64, 64)).astype(np.float32)
    arguments = with_buffers((f32, matrix), (f32, np.zeros_like(matrix)))
    source, target = arguments.values
    arguments.values = [source, np.int32(64), target, np.int32(64)]
    found = run(module_of("transpose.mlir"), arguments, (1, 1, 1))
    assert np.array_equal(found[1].reshape(64, 64), matrix.T)


@pytest.mark.parametrize("target", [None, "cuda:80", "cuda:90", "cuda:100"])
def test_matmul(target: str | None) -> None:
    module = module_of("matmul.ttir")
    if target is not None:
        with diagnostics.capture():
            run_passes(module, [TTGIR(target=target)])
    a = RANDOM.standard_normal((128, 96)).astype(np.float16)
    b = RANDOM.standard_normal((96, 64)).astype(np.float16)
    arguments = with_buffers((f16, a), (f16, b), (f32, np.zeros((128, 64))))
    arguments.values += [np.int32(n) for n in (96, 96, 64, 64)]
    found = run(module, arguments, (2, 1, 1))[2].reshape(128, 64)
    assert np.allclose(found, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-5, atol=1e-5)
