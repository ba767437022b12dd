"""Orders of operations."""

from __future__ import annotations

import random

from mlir_mini.analysis.slices import blocks_in_dominance_order, topological_sort
from mlir_mini.ir.core import Operation

BODY = """
  %a = arith.addi %n, %n {tag = "a"} : i32
  %r = scf.if %b -> (i32) {
    %c = arith.addi %a, %n {tag = "then"} : i32
    scf.yield %c : i32
  } else {
    %d = arith.addi %a, %n {tag = "else"} : i32
    scf.yield %d : i32
  } {tag = "if"}
  cf.br ^bb2
^bb1:
  %e = arith.addi %a, %r {tag = "last"} : i32
  cf.br ^bb3
^bb2:
  %f = arith.addi %a, %r {tag = "before last"} : i32
  cf.br ^bb1
^bb3:
"""
# Regions are entered last one first.
ORDER = ["a", "if", "else", "then", "before last", "last"]


def tag(op: Operation) -> str:
    return op.attributes["tag"].value  # type: ignore[attr-defined]


def test_topological_sort(function_text) -> None:
    text = function_text(BODY, "%n: i32, %b: i1")
    ops = [text.op(name) for name in ORDER]
    for count in range(len(ops) + 1):
        chosen = random.Random(count).sample(ops, count)
        expected = [name for name in ORDER if name in {tag(op) for op in chosen}]
        assert [tag(op) for op in topological_sort(chosen)] == expected


def test_blocks_in_dominance_order(function_text) -> None:
    function = next(op for op in function_text(BODY, "%n: i32, %b: i1").module.walk())
    while function.name != "tt.func":
        function = function.parent_op
    blocks = function.regions[0].blocks
    assert [blocks.index(b) for b in blocks_in_dominance_order(function.regions[0])] == [0, 2, 1, 3]
