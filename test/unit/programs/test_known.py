"""Differences that are meant are known by what upstream says, and by nothing else."""

from __future__ import annotations

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
