"""The rules of what AxisInfo gets wrong: each is about something that it does get wrong."""

from __future__ import annotations

import pytest

from programs import semantics


def claims(body: str, result: str) -> list[semantics.Claim]:
    """About %r, the result of the body, which has a run %x from -8 to 7 and another from 0 on."""
    text = f"""
    tt.func public @kernel(%p: !tt.ptr<{result}>) {{
      %y = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
      %eight = arith.constant dense<8> : tensor<16xi32>
      %x = arith.subi %y, %eight : tensor<16xi32>
      %limit = arith.constant dense<2147483640> : tensor<16xi32>
      %over = arith.addi %y, %limit : tensor<16xi32>
      %r = {body}
      %b = tt.splat %p : !tt.ptr<{result}> -> tensor<16x!tt.ptr<{result}>>
      %q = tt.addptr %b, %y : tensor<16x!tt.ptr<{result}>>, tensor<16xi32>
      tt.store %q, %r : tensor<16x!tt.ptr<{result}>>
      tt.return
    }}
    """
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    return semantics.false_claims(text, before)


@pytest.mark.parametrize(
    ("body", "result", "reason"),
    [
        ("arith.divsi %x, %eight : tensor<16xi32>", "i32", "arith.divsi divides as if"),
        ("arith.remsi %x, %eight : tensor<16xi32>", "i32", "arith.remsi divides as if"),
        ("arith.maxui %x, %y : tensor<16xi32>", "i32", "arith.maxui takes a run that begins"),
        ("arith.minui %x, %y : tensor<16xi32>", "i32", "arith.minui takes a run that begins"),
        ("arith.maxsi %over, %y : tensor<16xi32>", "i32", "arith.maxsi takes a run that over"),
        ("arith.minsi %over, %y : tensor<16xi32>", "i32", "arith.minsi takes a run that over"),
        ("arith.extui %x : tensor<16xi32> to tensor<16xi64>", "i64", "arith.extui takes a run"),
        ("arith.extsi %over : tensor<16xi32> to tensor<16xi64>", "i64", "arith.extsi takes a run"),
    ],
)
def test_rule(body: str, result: str, reason: str) -> None:
    (claim,) = claims(body, result)
    assert (claim.rule or "").startswith(reason)


@pytest.mark.parametrize(
    "body",
    [
        "arith.divsi %y, %eight : tensor<16xi32>",
        "arith.remsi %y, %eight : tensor<16xi32>",
        "arith.maxui %y, %y : tensor<16xi32>",
        "arith.maxsi %x, %y : tensor<16xi32>",
        "arith.addi %over, %eight : tensor<16xi32>",
    ],
)
def test_what_is_so(body: str) -> None:
    assert not claims(body, "i32")
