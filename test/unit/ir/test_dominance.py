"""Dominance of blocks, operations and values, and its mirror image."""

from __future__ import annotations

import random

import pytest

from mlir_mini.ir.core import Block, Operation
from mlir_mini.ir.dominance import DominanceInfo, PostDominanceInfo
from mlir_mini.syntax.parser import parse_module

DIAMOND = """
"test.region"() ({
^entry(%c: i1, %a: i32):
  "test.op"() {name = "first"} : () -> ()
  cf.cond_br %c, ^left, ^right
^left:
  %l = "test.op"() {name = "left"} : () -> i32
  cf.br ^join
^right:
  "test.op"() {name = "right"} : () -> ()
  cf.br ^join
^join:
  scf.if %c {
    "test.op"() {name = "inner"} : () -> ()
  } {name = "if"}
  "test.op"() {name = "last"} : () -> ()
  cf.br ^exit
^unreachable:
  "test.op"() {name = "never"} : () -> ()
  cf.br ^join
^exit:
  "test.end"() : () -> ()
}) : () -> ()
"""


def diamond() -> tuple[dict[str, Operation], dict[str, Block]]:
    module = parse_module(DIAMOND, allow_unregistered=True)
    ops = {op.attr("name").value: op for op in module.walk() if op.attr("name")}
    names = ("entry", "left", "right", "join", "unreachable", "exit")
    region = ops["first"].parent_region
    assert region is not None
    return ops, dict(zip(names, region.blocks, strict=True))


def test_blocks() -> None:
    _, b = diamond()
    info = DominanceInfo()
    assert info.dominates(b["entry"], b["join"])
    assert info.properly_dominates(b["join"], b["exit"])
    assert not info.dominates(b["left"], b["join"])
    assert not info.properly_dominates(b["left"], b["left"])
    assert info.dominates(b["left"], b["left"])
    assert info.nearest_common_dominator([b["left"], b["right"]]) is b["entry"]
    assert info.nearest_common_dominator([b["join"], b["exit"]]) is b["join"]
    assert [info.is_reachable(block) for block in b.values()] == [True] * 4 + [False, True]


def test_unreachable_blocks_are_dominated_by_all_and_dominate_none() -> None:
    _, b = diamond()
    info = DominanceInfo()
    assert info.dominates(b["left"], b["unreachable"])
    assert not info.dominates(b["unreachable"], b["join"])
    assert info.nearest_common_dominator([b["left"], b["unreachable"]]) is None


def test_operations() -> None:
    ops, _ = diamond()
    info = DominanceInfo()
    assert info.properly_dominates(ops["first"], ops["left"])
    assert info.properly_dominates(ops["if"], ops["last"])
    assert not info.properly_dominates(ops["last"], ops["if"])
    assert not info.properly_dominates(ops["left"], ops["last"])
    assert not info.properly_dominates(ops["if"], ops["if"])
    assert info.dominates(ops["if"], ops["if"])


def test_nested_operations() -> None:
    ops, b = diamond()
    info = DominanceInfo()
    inner = ops["inner"].block
    assert inner is not None
    assert info.properly_dominates(ops["first"], ops["inner"])
    assert info.properly_dominates(ops["if"], ops["inner"])
    assert not info.properly_dominates(ops["if"], ops["inner"], enclosing_ok=False)
    assert not info.properly_dominates(ops["inner"], ops["last"])
    assert info.properly_dominates(b["join"], inner)
    assert info.nearest_common_dominator([inner, b["left"]]) is b["entry"]
    assert info.nearest_common_dominator([inner, b["join"]]) is b["join"]


def test_values() -> None:
    ops, b = diamond()
    info = DominanceInfo()
    argument = b["entry"].arguments[1]
    assert info.properly_dominates(argument, ops["first"])
    assert info.properly_dominates(argument, ops["inner"])
    assert not info.properly_dominates(ops["left"].result, ops["last"])
    assert not info.properly_dominates(ops["left"].result, ops["left"])
    assert info.dominates(ops["left"].result, ops["left"])


def test_order_means_nothing_in_a_graph_region() -> None:
    module = parse_module(
        'module {\n  "test.a"() : () -> ()\n  "test.b"() : () -> ()\n}\n', allow_unregistered=True
    )
    a, b = module.regions[0].ops
    info = DominanceInfo()
    assert info.properly_dominates(b, a)
    assert info.properly_dominates(a, a)


def test_post_dominance() -> None:
    ops, b = diamond()
    info = PostDominanceInfo()
    assert info.properly_post_dominates(b["join"], b["left"])
    assert info.properly_post_dominates(b["exit"], b["entry"])
    assert not info.post_dominates(b["left"], b["entry"])
    assert info.properly_post_dominates(ops["last"], ops["if"])
    assert info.properly_post_dominates(ops["last"], ops["inner"])
    assert not info.properly_post_dominates(ops["inner"], ops["last"])


def test_a_region_without_an_end_has_no_post_dominators() -> None:
    text = '"test.region"() ({\n  cf.br ^a\n^a:\n  cf.br ^b\n^b:\n  cf.br ^a\n}) : () -> ()\n'
    module = parse_module(text, allow_unregistered=True)
    (region_op,) = module.regions[0].ops
    info = PostDominanceInfo()
    assert not any(info.is_reachable(block) for block in region_op.regions[0].blocks)


def test_invalidation() -> None:
    _, b = diamond()
    info = DominanceInfo()
    assert not info.dominates(b["left"], b["join"])
    b["entry"].terminator.set_successor(1, b["left"])
    info.invalidate(b["entry"].parent)
    assert info.dominates(b["left"], b["join"])
    assert not info.is_reachable(b["right"])


def random_graph(seed: int) -> list[Block]:
    """Blocks of a region whose branches go anywhere but to the entry."""
    rng = random.Random(seed)
    count = rng.randrange(2, 10)
    lines = ['"test.region"() ({', "^bb0(%c: i1):"]
    for n in range(count):
        if n:
            lines.append(f"^bb{n}:")
        kind = rng.randrange(4)
        a, b = (rng.randrange(1, count) for _ in range(2))
        if kind == 0:
            lines.append('  "test.end"() : () -> ()')
        elif kind == 1:
            lines.append(f"  cf.br ^bb{a}")
        else:
            lines.append(f"  cf.cond_br %c, ^bb{a}, ^bb{b}")
    lines.append("}) : () -> ()\n")
    module = parse_module("\n".join(lines), allow_unregistered=True)
    (op,) = module.regions[0].ops
    return op.regions[0].blocks


def reached(start: list[Block], without: Block | None, forward: bool) -> set[Block]:
    pending = [block for block in start if block is not without]
    found = set(pending)
    while pending:
        block = pending.pop()
        following = block.terminator.successors if forward else block.predecessors
        for other in following:
            if other is not without and other not in found:
                found.add(other)
                pending.append(other)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_against_the_definition(seed: int) -> None:
    """``a`` dominates ``b`` if ``b`` cannot be reached without passing ``a``."""
    blocks = random_graph(seed)
    entry, ends = [blocks[0]], [block for block in blocks if not block.terminator.successors]
    down, up = DominanceInfo(), PostDominanceInfo()
    reachable, leaving = reached(entry, None, True), reached(ends, None, False)
    for a in blocks:
        cut_off, cut_up = reached(entry, a, True), reached(ends, a, False)
        for b in blocks:
            if b in reachable:
                assert down.dominates(a, b) == (a is b or b not in cut_off)
            if b in leaving:
                assert up.post_dominates(a, b) == (a is b or b not in cut_up)


@pytest.mark.parametrize("seed", range(60))
def test_nearest_common_dominator_of_random_graphs(seed: int) -> None:
    graph = random_graph(seed)
    info = DominanceInfo()
    blocks = [block for block in graph if info.is_reachable(block)]
    for a in blocks:
        for b in blocks:
            common = [c for c in blocks if info.dominates(c, a) and info.dominates(c, b)]
            nearest = info.nearest_common_dominator([a, b])
            assert nearest in common
            assert all(info.dominates(c, nearest) for c in common)


def test_long_chains_do_not_recurse() -> None:
    count = 5000
    lines = ['"test.region"() ({', "  cf.br ^bb1"]
    lines += [f"^bb{n}:\n  cf.br ^bb{n + 1}" for n in range(1, count)]
    lines += [f"^bb{count}:", '  "test.end"() : () -> ()', "}) : () -> ()\n"]
    module = parse_module("\n".join(lines), allow_unregistered=True)
    (op,) = module.regions[0].ops
    blocks = op.regions[0].blocks
    assert DominanceInfo().dominates(blocks[1], blocks[-1])
    assert PostDominanceInfo().post_dominates(blocks[-1], blocks[0])
