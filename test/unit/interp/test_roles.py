"""What buffers hold, seen through control flow and calls."""

from __future__ import annotations

import pytest

from mlir_mini.interp import random_arguments, run_function
from mlir_mini.interp.memory import RANGE_BITS
from mlir_mini.interp.roles import Roles
from mlir_mini.ir.types import i16

from .text import function

#: A function that loads a number from each of two buffers and takes %r for an address.
READS_FROM_R = """
  tt.func @f(%p: !tt.ptr<i64>, %q: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i32) {{
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %k = arith.cmpi sgt, %n, %c1 : i32
    %a = tt.load %p : !tt.ptr<i64>
    %b = tt.load %q : !tt.ptr<i64>
    {}
    %s = tt.int_to_ptr %r : i64 -> !tt.ptr<f32>
    %v = tt.load %s : !tt.ptr<f32>
    tt.store %o, %v : !tt.ptr<f32>
    tt.return
  }}"""

THROUGH_IF = """
    %odd = arith.trunci %b : i64 to i1
    %r = scf.if %odd -> (i64) {
      scf.yield %a : i64
    } else {
      %x = tt.addptr %p, %n : !tt.ptr<i64>, i32
      %y = tt.load %x : !tt.ptr<i64>
      scf.yield %y : i64
    }"""

THROUGH_FOR = """
    %u, %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b, %y = %a) -> (i64, i64) : i32 {
      scf.yield %x, %y : i64, i64
    }"""

#: The second region gets what the condition hands on, in another order than the loop began with.
THROUGH_WHILE = """
    %r, %u, %w = scf.while (%x = %b, %y = %a, %i = %c0) : (i64, i64, i32) -> (i64, i64, i32) {
      %go = arith.cmpi slt, %i, %n : i32
      scf.condition(%go) %y, %x, %i : i64, i64, i32
    } do {
    ^bb0(%y: i64, %x: i64, %i: i32):
      %j = arith.addi %i, %c1 : i32
      scf.yield %x, %y, %j : i64, i64, i32
    }"""

THROUGH_BLOCKS = """
    cf.cond_br %k, ^bb1(%a : i64), ^bb2
  ^bb2:
    %z = tt.load %p : !tt.ptr<i64>
    cf.br ^bb1(%z : i64)
  ^bb1(%r: i64):"""

THROUGH_POINTERS = """
    %w = scf.if %k -> (!tt.ptr<i64>) {
      scf.yield %p : !tt.ptr<i64>
    } else {
      %x = tt.addptr %p, %n : !tt.ptr<i64>, i32
      scf.yield %x : !tt.ptr<i64>
    }
    %r = tt.load %w : !tt.ptr<i64>"""

THROUGH_CALLS = "%u, %r = tt.call @g(%b, %p) : (i64, !tt.ptr<i64>) -> (i64, i64)"
CALLEE = """
  tt.func private @g(%x: i64, %y: !tt.ptr<i64>) -> (i64, i64) {
    %z = tt.load %y : !tt.ptr<i64>
    tt.return %x, %z : i64, i64
  }"""


@pytest.mark.parametrize(
    "body",
    [THROUGH_IF, THROUGH_FOR, THROUGH_WHILE, THROUGH_BLOCKS, THROUGH_POINTERS, THROUGH_CALLS],
    ids=["if", "for", "while", "blocks", "pointers", "calls"],
)
def test_addresses_that_are_handed_on(body: str) -> None:
    kernel = function(READS_FROM_R.format(body) + CALLEE)
    roles = Roles(kernel)
    assert [roles.of_argument(i) for i in range(3)] == ["address", "", ""]
    arguments = random_arguments(kernel)
    address = int(arguments.buffers[1].elements[0])
    assert address >> RANGE_BITS in arguments.buffers
    run_function(kernel, arguments)


def test_what_a_callee_uses_its_arguments_for() -> None:
    text = """
      tt.func @f(%p: !tt.ptr<i64>, %o: !tt.ptr<i16>, %n: i32, %m: i32) {
        %a = tt.load %p : !tt.ptr<i64>
        %b = tt.call @g(%a, %n, %m) : (i64, i32, i32) -> i16
        tt.store %o, %b : !tt.ptr<i16>
        tt.return
      }
      tt.func private @g(%x: i64, %n: i32, %m: i32) -> i16 {
        %same = arith.cmpi eq, %m, %n : i32
        tt.assert %same, "sizes" : i1
        %r = tt.int_to_ptr %x : i64 -> !tt.ptr<i16>
        %v = tt.load %r : !tt.ptr<i16>
        tt.return %v : i16
      }"""
    kernel = function(text)
    roles = Roles(kernel)
    assert [roles.of_argument(i) for i in range(2)] == ["address", ""]
    assert roles.behind_address == i16
    assert (roles.equal_to(2), roles.equal_to(3)) == (None, 2)
    outcome = run_function(kernel, random_arguments(kernel))
    assert not outcome.assertions


def test_one_function_called_with_several_arguments() -> None:
    text = """
      tt.func @f(%n: i32, %m: i32, %k: i32) {
        tt.call @g(%n, %m) : (i32, i32) -> ()
        tt.call @g(%n, %k) : (i32, i32) -> ()
        tt.return
      }
      tt.func private @g(%n: i32, %m: i32) {
        %same = arith.cmpi eq, %n, %m : i32
        tt.assert %same, "sizes" : i1
        tt.return
      }"""
    roles = Roles(function(text))
    assert [roles.equal_to(i) for i in range(3)] == [None, None, None]
