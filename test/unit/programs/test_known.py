"""Faults of upstream are known by pass and by what goes wrong, and by nothing else."""

from __future__ import annotations

import pytest

from programs import semantics
from programs.known import known_error
from programs.questions import Answer, Question, mini

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


def test_errors_by_pass_and_message() -> None:
    """A sum of f16 starts from a zero of f32, which does not verify; no other pass may say so."""
    question = Question("tritongpu-F32DotTC", PRODUCT, ("--tritongpu-F32DotTC",))
    ours = mini(question.text, question.flags)
    assert ours.status == "error"
    assert known_error(question, ours) is not None
    assert known_error(question._replace(name="cse"), ours) is None
    assert known_error(question, Answer("error", "", "another")) is None


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


def test_division_elsewhere() -> None:
    """A divisor that becomes zero is not known after another pass, nor outside of loops."""
    text = QUOTIENT.replace("NAME", "floordivsi")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    moved = mini(text, ("--triton-licm",)).output
    assert "division by zero" in (semantics.difference(moved, "cse", before) or "")
    plain = """
    tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
      %divisor = arith.constant 7 : i32
      %q = arith.floordivsi %n, %divisor : i32
      tt.store %out, %q : !tt.ptr<i32>
      tt.return
    }
    """
    before = semantics.reference(plain, 0)
    assert not isinstance(before, str)
    spoilt = plain.replace("constant 7", "constant 0")
    assert "division by zero" in (semantics.difference(spoilt, "triton-licm", before) or "")


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
tt.func public @kernel() -> TYPE {
  %x = arith.constant 2.0 : TYPE
  %y = OPERATION : TYPE
  tt.return %y : TYPE
}
"""


@pytest.mark.parametrize(
    ("type", "function", "exact", "near", "far"),
    [
        ("f64", "acosh", 1.3169578969248166, 2.0**-52, 2.0**-45),
        ("f32", "exp", 7.389056205749512, 2.0**-21, 7.389 * 5e-5),
    ],
)
def test_last_bit_of_library_functions(
    type: str, function: str, exact: float, near: float, far: float
) -> None:
    """What the C library folds may have another last bit than numpy's, and no more."""
    text = LAST_BIT.replace("TYPE", type)
    computed = text.replace("OPERATION", f"math.{function} %x")
    before = semantics.reference(computed, 0)
    assert not isinstance(before, str)
    constant = text.replace("OPERATION", "arith.constant VALUE")
    beside, beyond = (constant.replace("VALUE", repr(exact + v)) for v in (near, far))
    assert semantics.difference(beside, "canonicalize", before) is None
    assert semantics.difference(beyond, "canonicalize", before) is not None
    folded = mini(computed, ("--canonicalize",)).output
    assert "math." not in folded
    assert semantics.difference(folded, "canonicalize", before) is None
    plain = semantics.reference(constant.replace("VALUE", repr(exact)), 0)
    assert not isinstance(plain, str)
    assert semantics.difference(beside, "canonicalize", plain) is not None


MIXED = """
tt.func private @helper(%x: f32) -> f32 {
  %y = math.FUNCTION %x : f32
  tt.return %y : f32
}
tt.func public @kernel() -> (f64, f16, f8E5M2) {
  %x = arith.constant 2.0 : f32
  %c = arith.constant 1.0 : f64
  %h = arith.constant 1.0 : f16
  %n = arith.constant 1.0 : f8E5M2
  %y = tt.call @helper(%x) : (f32) -> f32
  tt.return %c, %h, %n : f64, f16, f8E5M2
}
"""


@pytest.mark.parametrize(
    ("line", "near", "far"),
    [
        ("%c = arith.constant VALUE : f64", 1 + 2.0**-22, 1 + 2.0**-20),
        ("%h = arith.constant VALUE : f16", 1 + 2.0**-10, 1 + 2.0**-8),
        ("%n = arith.constant VALUE : f8E5M2", 1.25, 1.5),
    ],
)
def test_types_beside_that_of_a_function(line: str, near: float, far: float) -> None:
    """An f64 may come from a function of f32; narrower floats may be rounded to a neighbour."""

    def found(function: str, value: float) -> str | None:
        text = MIXED.replace("FUNCTION", function)
        before = semantics.reference(text, 0)
        assert not isinstance(before, str)
        changed = text.replace(line.replace("VALUE", "1.0"), line.replace("VALUE", repr(value)))
        assert changed != text
        return semantics.difference(changed, "canonicalize", before)

    assert found("exp", near) is None
    assert found("exp", far) is not None
    # A root is the same wherever it is computed.
    assert found("sqrt", near) is not None


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


def test_needed_loop_without_end() -> None:
    """It is a known change only where nobody needs what the loop computes."""
    text = LOOP.replace("RESULT", "%x#0")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    spoilt = text.replace("%more = arith.cmpi slt, %i, %c1 : i32", "%more = arith.constant true")
    assert "step limit" in (semantics.difference(spoilt, REMOVE, before) or "")


def test_other_loops_without_end() -> None:
    """That a loop takes long is no known change if its condition is still computed."""
    text = LOOP.replace("RESULT", "%x#0")
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    long = text.replace("scf.yield %next", "scf.yield %i")
    assert "step limit" in (semantics.difference(long, REMOVE, before) or "")
