"""Which operations may go, be shared or run earlier."""

from __future__ import annotations

import pytest

from mlir_mini.rewrite.effects import is_memory_effect_free, is_speculatable, is_trivially_dead

from .text import find, function

ARGUMENTS = "%x: i32, %y: i32, %p: !tt.ptr<i32>, %c: i1, %n: index"


@pytest.mark.parametrize(
    ("text", "name", "dead"),
    [
        ("%0 = arith.addi %x, %y : i32", "arith.addi", True),
        ("%0 = arith.divsi %x, %y : i32", "arith.divsi", True),
        ("%0 = tt.load %p : !tt.ptr<i32>", "tt.load", True),
        ("%0 = tt.load %p {isVolatile = true} : !tt.ptr<i32>", "tt.load", False),
        ("tt.store %p, %x : !tt.ptr<i32>", "tt.store", False),
        ("scf.if %c {\n}", "scf.if", True),
        ("scf.if %c {\ntt.store %p, %x : !tt.ptr<i32>\n}", "scf.if", False),
        ("tt.return", "tt.return", False),
    ],
)
def test_dead(text: str, name: str, dead: bool) -> None:
    ending = "" if name == "tt.return" else "\ntt.return"
    assert is_trivially_dead(find(function(ARGUMENTS, text + ending), name)) == dead


def test_what_is_used_is_not_dead() -> None:
    module = function("%x: i32", "%0 = arith.addi %x, %x : i32\ntt.return %0 : i32", "i32")
    assert not is_trivially_dead(find(module, "arith.addi"))


@pytest.mark.parametrize(
    ("text", "name", "safe"),
    [
        ("%0 = arith.addi %x, %y : i32", "arith.addi", True),
        ("%0 = arith.divui %x, %y : i32", "arith.divui", False),
        ("%z = arith.constant 3 : i32\n%0 = arith.divui %x, %z : i32", "arith.divui", True),
        ("%z = arith.constant 0 : i32\n%0 = arith.divui %x, %z : i32", "arith.divui", False),
        ("%z = arith.constant -1 : i32\n%0 = arith.divsi %x, %z : i32", "arith.divsi", False),
        ("%0 = tt.load %p : !tt.ptr<i32>", "tt.load", False),
        ("scf.if %c {\n}", "scf.if", True),
        ("scf.if %c {\n%0 = arith.divui %x, %y : i32\n}", "scf.if", False),
        ("scf.index_switch %n\ndefault {\nscf.yield\n}", "scf.index_switch", False),
        ("scf.while : () -> () {\nscf.condition(%c)\n} do {\nscf.yield\n}", "scf.while", False),
    ],
)
def test_may_run_without_need(text: str, name: str, safe: bool) -> None:
    module = function(ARGUMENTS, text + "\ntt.return")
    assert is_speculatable(find(module, name)) == safe


def test_effects_of_what_is_inside_count() -> None:
    text = "scf.if %c {\n%0 = tt.load %p : !tt.ptr<i32>\n}\ntt.return"
    assert not is_memory_effect_free(find(function(ARGUMENTS, text), "scf.if"))
