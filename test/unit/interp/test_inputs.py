"""Random arguments: in bounds, as the hints say, the same every time."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlir_mini import interp
from mlir_mini.dialects import tt
from mlir_mini.interp import (
    InterpError,
    OutOfBounds,
    StepLimit,
    inputs,
    random_arguments,
    run_function,
)
from mlir_mini.interp.evaluate import Evaluator
from mlir_mini.interp.memory import RANGE_BITS, Memory
from mlir_mini.interp.values import Descriptor

from .text import function

COPY = """
  tt.func @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32>,
             %n: i32 {tt.divisibility = 16 : i32}, %s: i32) {
    %x = tt.get_program_id x : i32
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %row = arith.muli %x, %s : i32
    %base = tt.addptr %p, %row : !tt.ptr<f32>, i32
    %ps = tt.splat %base : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %pi = tt.addptr %ps, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %m = arith.cmpi slt, %i, %ns : tensor<64xi32>
    %v = tt.load %pi, %m : tensor<64x!tt.ptr<f32>>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %qi = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %qi, %v, %m : tensor<64x!tt.ptr<f32>>
    tt.return
  }"""


def contents(arguments: Any) -> list[Any]:
    return [buffer.elements for buffer in arguments.buffers.values()]


def test_the_seed_decides() -> None:
    first, again, other = (random_arguments(function(COPY), seed) for seed in (0, 0, 1))
    assert first.values == again.values
    assert all(map(np.array_equal, contents(first), contents(again)))
    assert not np.array_equal(contents(first)[0], contents(other)[0])


@pytest.mark.parametrize("seed", range(5))
def test_hints_hold_and_nothing_more(seed: int) -> None:
    arguments = random_arguments(function(COPY), seed)
    aligned, other, size, _ = arguments.values
    assert aligned % 16 == 0
    assert other % 16 == 4
    assert size % 16 == 0
    assert size > 0
    assert arguments.grid == (6, 1, 1)


def test_buffers_hold_what_is_accessed_and_no_more() -> None:
    arguments = random_arguments(function(COPY), 0)
    _, _, size, stride = (int(v) for v in arguments.values)
    used = min(size, 64)
    assert [len(c) for c in contents(arguments)] == [5 * stride + used, used]
    run_function(function(COPY), arguments)
    further = COPY.replace("end = 64 : i32, start = 0", "end = 65 : i32, start = 1")
    wider = function(further.replace(", %m", ""))
    with pytest.raises(OutOfBounds):
        run_function(wider, arguments)


#: Programs 0, 1 and 5 see rows 0 and 1; other programs see further ones.
FOUR_ROWS = COPY.replace(
    "%row = arith.muli %x, %s : i32",
    """%c4 = arith.constant 4 : i32
    %r = arith.remsi %x, %c4 : i32
    %row = arith.muli %r, %s : i32""",
)


def examples() -> list[str]:
    """Python from the package's documentation and from the page on it."""
    page = Path(__file__).resolve().parents[3] / "docs" / "semantics.md"
    of_page = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    of_package = [part for part in str(interp.__doc__).split("\n\n") if " = run_function" in part]
    assert len(of_page) == len(of_package) == 1
    return [*of_page, *of_package]


@pytest.mark.parametrize("code", examples(), ids=["page", "package"])
def test_the_documented_use(code: str) -> None:
    names: dict[str, Any] = {**vars(interp), "function": function(FOUR_ROWS)}
    exec(textwrap.dedent(code), names)
    assert names["arguments"].programs == [(0, 0, 0), (1, 0, 0), (5, 0, 0)]
    assert names["difference"] is None
    assert names["before"].buffers


def test_a_run_is_that_of_the_trial() -> None:
    kernel = function(FOUR_ROWS)
    arguments = random_arguments(kernel)

    def programs_of(**given: Any) -> list[int]:
        ran: list[int] = []

        def observe(source: Any, value: Any, what: Any) -> None:
            if isinstance(source, tt.GetProgramIdOp):
                ran.append(int(what))

        run_function(kernel, arguments, observe=observe, **given)
        return ran

    assert programs_of() == programs_of(grid=arguments.grid) == [0, 1, 5]
    assert programs_of(grid=(2, 1, 1)) == [0, 1]
    assert programs_of(programs=[(1, 0, 0)]) == [1]
    assert programs_of(grid=(9, 1, 1), programs=[(5, 0, 0)]) == [5]
    # What did not run in the trial has no room in the buffers.
    with pytest.raises(OutOfBounds):
        programs_of(programs=[(3, 0, 0)])


def test_numbers_that_lead_nowhere_are_drawn_again() -> None:
    text = """
      tt.func @f(%p: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}, %m: i32) {
        %c256 = arith.constant 256 : i32
        %k = arith.divsi %c256, %n : i32
        %r = arith.remsi %m, %k : i32
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        scf.for %i = %c0 to %n step %c1 : i32 {
          scf.for %j = %c0 to %n step %c1 : i32 {
            tt.store %p, %r : !tt.ptr<i32>
          }
        }
        tt.return
      }"""
    for seed in range(5):
        assert random_arguments(function(text), seed).values[1] <= 256


def test_when_nothing_helps_the_error_says_why() -> None:
    text = """tt.func @f(%n: i32) -> i32 {
                %c0 = arith.constant 0 : i32
                %r = arith.divsi %n, %c0 : i32
                tt.return %r : i32
              }"""
    with pytest.raises(InterpError, match="division by zero"):
        random_arguments(function(text))


def test_what_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """tt.func @f(%n: i32) {
                %true = arith.constant true
                scf.while : () -> () {
                  scf.condition(%true)
                } do {
                  scf.yield
                }
                tt.return
              }"""
    limits: list[int] = []

    class Watched(Evaluator):
        def __init__(self, memory: Memory, grid: Any, observe: Any, limit: int, strict: bool):
            limits.append(limit)
            # The same search in less time.
            super().__init__(memory, grid, observe, limit // 1000, strict)

    monkeypatch.setattr(inputs, "Evaluator", Watched)
    with pytest.raises(StepLimit):
        random_arguments(function(text))
    assert limits == [*[20_000] * 2, *[50_000] * 3, *[100_000] * 2, *[600_000] * 2]


def test_poison_that_is_selected_away() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>) {
                %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
                %one = arith.constant dense<1> : tensor<64xi32>
                %c32 = arith.constant dense<32> : tensor<64xi32>
                %s = arith.shli %one, %i : tensor<64xi32>
                %m = arith.cmpi slt, %i, %c32 : tensor<64xi32>
                %r = arith.select %m, %s, %one : tensor<64xi1>, tensor<64xi32>
                %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
                %pi = tt.addptr %ps, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
                tt.store %pi, %r : tensor<64x!tt.ptr<i32>>
                tt.return
              }"""
    arguments = random_arguments(function(text))
    assert not arguments.poison_is_error
    run_function(function(text), arguments)


def test_a_grid_may_grow_around_the_programs_that_run() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>) {
                %x = tt.get_program_id x : i32
                %n = tt.get_num_programs x : i32
                %c = arith.constant 90000 : i32
                %q = tt.addptr %p, %x : !tt.ptr<i32>, i32
                scf.for %i = %x to %c step %n : i32 {
                  tt.store %q, %i : !tt.ptr<i32>
                }
                tt.return
              }"""
    arguments = random_arguments(function(text))
    assert arguments.grid[0] > 6
    assert arguments.programs == [(0, 0, 0), (1, 0, 0), (5, 0, 0)]


def test_addresses_and_exponents() -> None:
    text = """
      tt.func @f(%p: !tt.ptr<i64>, %q: !tt.ptr<i8>, %o: !tt.ptr<f32>) {
        %a = tt.load %p : !tt.ptr<i64>
        %r = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
        %v = tt.load %r : !tt.ptr<f16>
        %s = tt.load %q : !tt.ptr<i8>
        %ss = tt.splat %s : i8 -> tensor<16x2xi8>
        %x = arith.constant dense<1.0> : tensor<16x64xf8E4M3FN>
        %y = arith.constant dense<1.0> : tensor<64x16xf8E4M3FN>
        %z = arith.constant dense<0.0> : tensor<16x16xf32>
        %d = tt.dot_scaled %x scale %ss, %y, %z lhs = e4m3 rhs = e4m3 {fastMath = false}
          : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
        %w = arith.extf %v : f16 to f32
        tt.store %o, %w : !tt.ptr<f32>
        tt.return
      }"""
    arguments = random_arguments(function(text))
    addresses, scales = arguments.buffers[1], arguments.buffers[2]
    assert int(addresses.elements[0]) >> RANGE_BITS in arguments.buffers
    assert 120 < scales.elements.view(np.uint8)[0] < 135
    run_function(function(text), arguments)


def test_addresses_that_no_trial_has_read() -> None:
    """What a buffer holds is made up only when it is fixed, and with it what its addresses mean."""
    text = """
      tt.func @f(%p: !tt.ptr<i64>, %o: !tt.ptr<f16>, %n: i32) {
        %zero = arith.constant 0 : i32
        %never = arith.cmpi slt, %n, %zero : i32
        scf.if %never {
          %a = tt.load %p : !tt.ptr<i64>
          %r = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
          %v = tt.load %r : !tt.ptr<f16>
          tt.store %o, %v : !tt.ptr<f16>
        }
        tt.return
      }"""
    arguments = random_arguments(function(text))
    address = int(arguments.buffers[1].elements[0])
    assert address >> RANGE_BITS in arguments.buffers
    run_function(function(text), arguments)


def test_descriptors_and_the_sizes_behind_them() -> None:
    text = """
      tt.func @f(%d: !tt.tensordesc<16x32xf16>, %n: i32, %m: i32, %s: i64, %t: i64, %k: i32) {
        %same = arith.cmpi eq, %m, %k : i32
        tt.assert %same, "sizes" : i1
        %v = tt.descriptor_load %d[%n, %m] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
        tt.descriptor_store %d[%n, %m], %v : !tt.tensordesc<16x32xf16>, tensor<16x32xf16>
        tt.return
      }"""
    desc, *numbers = random_arguments(function(text)).values
    assert isinstance(desc, Descriptor)
    assert [int(n) for n in numbers] == [*desc.shape, *desc.strides, desc.shape[1]]
