"""Differences that are meant are known by what upstream says, and by nothing else."""

from __future__ import annotations

import pytest

from programs import semantics
from programs.known import DIFFERENCES, known_difference
from programs.questions import Answer, Question, mini

SPLAT = f"<stdin>:1:1: error: {DIFFERENCES[0].message}\n"

A, B = (f"tensor<16x16xf32, #ttg.dot_op<{{opIdx = {i}, parent = #b}}>>" for i in (0, 1))
C = "tensor<16x16xf16, #b>"
PRODUCT = f"""
#b = #ttg.blocked<{{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1],
                   order = [1, 0]}}>
module attributes {{"ttg.num-warps" = 4 : i32}} {{
  tt.func @f(%a: {A}, %b: {B}, %c: {C}) -> {C} {{
    %d = tt.dot %a, %b, %c, inputPrecision = bf16x3 : {A} * {B} -> {C}
    tt.return %d : {C}
  }}
}}
"""


def test_sum_of_halves() -> None:
    """mini-opt splits the product, and starts from a zero of f16."""
    question = Question("tritongpu-F32DotTC", PRODUCT, ("--tritongpu-F32DotTC",))
    ours = mini(question.text, question.flags)
    assert ours.status == "ok"
    assert "arith.constant dense<0.000000e+00> : tensor<16x16xf16" in ours.output
    assert known_difference(question, ours, Answer("error", "", SPLAT)) == DIFFERENCES[0].reason


def test_nothing_else() -> None:
    question = Question("cse", PRODUCT, ("--cse",))
    wrong = Answer("error", "", SPLAT)
    assert known_difference(question, Answer("ok", "x"), wrong) is None
    asked = question._replace(flags=("--tritongpu-F32DotTC",))
    assert known_difference(asked, Answer("crash"), wrong) is None
    assert known_difference(asked, Answer("ok", "x"), Answer("error", "", "another")) is None
    assert known_difference(asked, Answer("ok", "x"), Answer("ok", "y")) is None


QUOTIENT = """
tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.subi %n, %n : i32
  %sum = scf.for %i = %c1 to %zero step %c1 iter_args(%acc = %c0) -> (i32) : i32 {
    %q = arith.NAME %n, %zero : i32
    %next = arith.addi %acc, %q : i32
    scf.yield %next : i32
  }
  tt.store %out, %sum : !tt.ptr<i32>
  tt.return
}
"""


def test_division_ahead_of_time() -> None:
    """A loop that never runs divides by zero; upstream moves such a division in front of it."""
    text = QUOTIENT.replace("NAME", "floordivsi")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    moved = mini(text, ("--triton-licm",)).output
    assert moved.index("floordivsi") < moved.index("scf.for")
    with pytest.raises(semantics.KnownChange, match="floordivsi"):
        semantics.difference(moved, "triton-licm", before)


GATHER = """
tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.subi %n, %n : i32
  %from = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %beyond = tt.make_range {end = 16 : i32, start = 8 : i32} : tensor<8xi32>
  %sum = scf.for %i = %c1 to %zero step %c1 iter_args(%acc = %from) -> (tensor<8xi32>) : i32 {
    %g = tt.gather %from[%beyond] {axis = 0 : i32} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
    %next = arith.addi %acc, %g : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  %q = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %p = tt.addptr %q, %from : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %p, %sum : tensor<8x!tt.ptr<i32>>
  tt.return
}
"""


def test_gather_ahead_of_time() -> None:
    before = semantics.reference(GATHER, 0)
    assert not isinstance(before, str)
    moved = mini(GATHER, ("--triton-licm",)).output
    assert moved.index("tt.gather") < moved.index("scf.for")
    with pytest.raises(semantics.KnownChange, match=r"tt\.gather"):
        semantics.difference(moved, "triton-licm", before)


def test_divisions_that_stay() -> None:
    for name in ("divsi", "ceildivsi", "ceildivui"):
        kept = mini(QUOTIENT.replace("NAME", name), ("--triton-licm",)).output
        assert kept.index("scf.for") < kept.index(name)


def test_poison_is_not_compared() -> None:
    """A shift by more than the width may be folded to anything."""
    text = """
    tt.func public @kernel() -> i32 {
      %far = arith.constant 40 : i32
      %x = arith.constant -5 : i32
      %y = arith.shrsi %x, %far : i32
      tt.return %y : i32
    }
    """
    assert semantics.reference(text, 0) == "computes poison"


LAST_BIT = """
tt.func public @kernel() -> f64 {
  %x = arith.constant 2.0 : f64
  %y = OPERATION : f64
  tt.return %y : f64
}
"""


def test_last_bit_of_library_functions() -> None:
    """acosh of 2 is folded by the C library; numpy may have another last bit, and no more."""
    acosh = LAST_BIT.replace("OPERATION", "math.acosh %x")
    before = semantics.reference(acosh, 0)
    assert not isinstance(before, str)
    constant = LAST_BIT.replace("OPERATION", "arith.constant VALUE")
    exact = 1.3169578969248166
    near, far = (constant.replace("VALUE", repr(v)) for v in (exact + 2.0**-52, exact + 2.0**-30))
    assert semantics.difference(near, "canonicalize", before) is None
    assert semantics.difference(far, "canonicalize", before) is not None
    assert (
        semantics.difference(mini(acosh, ("--canonicalize",)).output, "canonicalize", before)
        is None
    )
    plain = semantics.reference(constant.replace("VALUE", repr(exact)), 0)
    assert not isinstance(plain, str)
    assert semantics.difference(near, "canonicalize", plain) is not None


LOOP = """
module {
  tt.func private @helper(%n: i32) -> (i32, i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %last = scf.while (%i = %c0) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %c1 : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    tt.return %last, %n : i32, i32
  }
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %x:2 = tt.call @helper(%n) : (i32) -> (i32, i32)
    tt.store %out, RESULT : !tt.ptr<i32>
    tt.return
  }
}
"""
REMOVE = "tritongpu-remove-layout-conversions"


def test_loop_without_end() -> None:
    """A loop whose result nobody needs loses its end, in this pass and in no other."""
    text = LOOP.replace("RESULT", "%x#1")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    unending = mini(text, (f"--{REMOVE}",)).output
    assert "scf.condition(%true)" in unending
    with pytest.raises(semantics.KnownChange, match="no end"):
        semantics.difference(unending, REMOVE, before)
    assert "step limit" in (semantics.difference(unending, "canonicalize", before) or "")


def test_loop_that_is_needed() -> None:
    text = LOOP.replace("RESULT", "%x#0")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    kept = mini(text, (f"--{REMOVE}",)).output
    assert "arith.cmpi slt" in kept
    assert semantics.difference(kept, REMOVE, before) is None


def test_other_loops_without_end() -> None:
    """That a loop takes long is no known change if its condition is still computed."""
    text = LOOP.replace("RESULT", "%x#0")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    long = text.replace("scf.yield %next", "scf.yield %i")
    assert "step limit" in (semantics.difference(long, REMOVE, before) or "")
