"""Loops, branches, calls, programs of a grid."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import numpy as np
import pytest

from mlir_mini.interp import InterpError, StepLimit, Unsupported, run_function
from mlir_mini.ir.types import i32

from .text import buffers_after, function, outcome_of, returned, with_buffers


@pytest.mark.parametrize(("upper", "expected"), [(10, 45), (0, 0), (-3, 0)])
def test_for(upper: int, expected: int) -> None:
    body = """%c0 = arith.constant 0 : i32
              %c1 = arith.constant 1 : i32
              %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
                %t = arith.addi %s, %i : i32
                scf.yield %t : i32
              }
              tt.return %r : i32"""
    assert returned("%n: i32", "i32", body, np.int32(upper))[0] == expected


def test_for_with_a_step_of_zero() -> None:
    body = """%c0 = arith.constant 0 : i32
              scf.for %i = %c0 to %n step %c0 : i32 {
              }
              tt.return"""
    with pytest.raises(InterpError, match="a loop's step is 0"):
        returned("%n: i32", "", body, np.int32(3))


def test_while_counts_bits() -> None:
    body = """%c0 = arith.constant 0 : i32
              %c1 = arith.constant 1 : i32
              %r:2 = scf.while (%a = %x, %n = %c0) : (i32, i32) -> (i32, i32) {
                %go = arith.cmpi ne, %a, %c0 : i32
                scf.condition(%go) %a, %n : i32, i32
              } do {
              ^bb0(%a: i32, %n: i32):
                %b = arith.shrui %a, %c1 : i32
                %m = arith.addi %n, %c1 : i32
                scf.yield %b, %m : i32, i32
              }
              tt.return %r#1 : i32"""
    assert returned("%x: i32", "i32", body, np.int32(0x1F0))[0] == 9


IF = """%r = scf.if %c -> (i32) {
          scf.yield %x : i32
        } else {
          scf.yield %y : i32
        }
        tt.return %r : i32"""


def test_if() -> None:
    for condition, expected in ((True, 3), (False, 4)):
        values = (np.bool_(condition), np.int32(3), np.int32(4))
        assert returned("%c: i1, %x: i32, %y: i32", "i32", IF, *values)[0] == expected


def test_branches_carry_values() -> None:
    body = """cf.cond_br %c, ^bb1(%x : i32), ^bb2
            ^bb1(%a: i32):
              %b = arith.addi %a, %a : i32
              cf.br ^bb3(%b : i32)
            ^bb2:
              cf.br ^bb3(%x : i32)
            ^bb3(%r: i32):
              tt.return %r : i32"""
    for condition, expected in ((True, 14), (False, 7)):
        found = returned("%c: i1, %x: i32", "i32", body, np.bool_(condition), np.int32(7))
        assert found[0] == expected


def test_calls() -> None:
    text = """
      tt.func private @twice(%x: i32) -> i32 {
        %r = arith.addi %x, %x : i32
        tt.return %r : i32
      }
      tt.func @f(%x: i32) -> i32 {
        %a = tt.call @twice(%x) : (i32) -> i32
        %b = tt.call @twice(%a) : (i32) -> i32
        tt.return %b : i32
      }"""
    assert run_function(function(text), [np.int32(3)]).returned[0] == 12


PROGRAMS = """
  tt.func @f(%p: !tt.ptr<i32>) {
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %n = tt.get_num_programs x : i32
    %row = arith.muli %y, %n : i32
    %at = arith.addi %row, %x : i32
    %q = tt.addptr %p, %at : !tt.ptr<i32>, i32
    %last = tt.load %p : !tt.ptr<i32>
    %next = arith.addi %last, %at : i32
    tt.store %p, %next : !tt.ptr<i32>
    tt.store %q, %next : !tt.ptr<i32>
    tt.return
  }"""


def test_programs_run_in_order() -> None:
    # Program 0 stores to the first element twice; the later ones see it.
    found = buffers_after(PROGRAMS, with_buffers((i32, [0] * 6)), (3, 2, 1))
    assert found[0].tolist() == [15, 1, 3, 6, 10, 15]


def test_some_programs_of_a_grid() -> None:
    arguments = with_buffers((i32, [0] * 6))
    run = run_function(function(PROGRAMS), arguments, (3, 2, 1), programs=[(1, 1, 0)])
    assert run.buffers[0].elements.tolist() == [4, 0, 0, 0, 4, 0]
    # The arguments keep what they had.
    assert not arguments.buffers[1].elements.any()


def test_a_failed_assertion_ends_its_program() -> None:
    text = """
      tt.func @f(%p: !tt.ptr<i32>) {
        %x = tt.get_program_id x : i32
        %c1 = arith.constant 1 : i32
        %good = arith.cmpi eq, %x, %c1 : i32
        tt.assert %good, "only one" : i1
        tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
        tt.store %p, %x : !tt.ptr<i32>
        tt.return
      }"""
    outcome = outcome_of(text, with_buffers((i32, [7])), (2, 1, 1))
    assert outcome.assertions == [((0, 0, 0), "only one")]
    assert outcome.buffers[0].elements.tolist() == [1]
    [(program, prefix, values)] = outcome.prints
    assert (program, prefix, [int(v) for v in values]) == ((1, 0, 0), "x: ", [1])


def test_a_run_can_be_limited() -> None:
    text = """tt.func @f() {
                %c0 = arith.constant 0 : i32
                %c1 = arith.constant 1 : i32
                %c9 = arith.constant 1000000 : i32
                scf.for %i = %c0 to %c9 step %c1 : i32 {
                  %a = arith.addi %i, %i : i32
                }
                tt.return
              }"""
    with pytest.raises(StepLimit):
        run_function(function(text), [], max_steps=100)


RECURSIVE = """
  tt.func @f(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %more = arith.cmpi ne, %n, %c0 : i32
    %r = scf.if %more -> (i32) {
      %m = arith.subi %n, %c1 : i32
      %s = tt.call @f(%m) : (i32) -> i32
      %t = arith.addi %s, %n : i32
      scf.yield %t : i32
    } else {
      scf.yield %c0 : i32
    }
    tt.return %r : i32
  }"""


def test_calls_end_somewhere() -> None:
    assert run_function(function(RECURSIVE), [np.int32(20)]).returned[0] == 210
    kernel = function(RECURSIVE)
    limit = sys.getrecursionlimit()
    try:
        # A bound of the interpreter's own, or else Python's: the same for who asks.
        for stack in (20_000, len(inspect.stack()) + 200):
            sys.setrecursionlimit(stack)
            with pytest.raises(StepLimit, match="calls nest too deeply"):
                run_function(kernel, [np.int32(-1)], max_steps=1_000_000)
    finally:
        sys.setrecursionlimit(limit)


def test_arguments_are_counted() -> None:
    with pytest.raises(ValueError, match="the function takes 1 arguments, not 2"):
        run_function(function(RECURSIVE), [np.int32(1)] * 2)


def test_every_value_is_observed() -> None:
    seen: list[tuple[str, Any]] = []

    def observe(source: Any, value: Any, what: Any) -> None:
        seen.append((getattr(source, "name", "block"), int(what)))

    text = """tt.func @f(%x: i32) -> i32 {
                %a = arith.addi %x, %x : i32
                tt.return %a : i32
              }"""
    run_function(function(text), [np.int32(2)], observe=observe)
    assert seen == [("block", 2), ("arith.addi", 4)]


def test_what_is_not_known_is_named() -> None:
    text = """tt.func @f(%x: f32) -> f32 {
                %a = tt.extern_elementwise %x {libname = "mine", libpath = "", pure = true,
                  symbol = "secret"} : (f32) -> f32
                tt.return %a : f32
              }"""
    with pytest.raises(Unsupported, match=r"'tt\.extern_elementwise' of 'secret'"):
        run_function(function(text), [np.float32(1)])
    with pytest.raises(Unsupported, match=r"'gpu\.thread_id'"):
        run_function(function("tt.func @f() {\n%i = gpu.thread_id x\ntt.return\n}"), [])
