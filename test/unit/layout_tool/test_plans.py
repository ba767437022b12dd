"""Plans of conversions, carried out: every thread must end up with the elements it needs."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path

import pytest

from layout_cases.encoding_json import from_json
from mlir_mini.layout import DistributedEncoding, LinearLayout
from mlir_mini.layout.conversion import mixed_transpositions
from mlir_mini.layout.conversion_cost import (
    SHARED,
    SHUFFLE,
    SharedPlan,
    classify,
    shared_plan,
)
from mlir_mini.layout.ownership import flat_images
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.layout.warp_shuffle import WarpShuffle, warp_shuffle

DATA = Path(__file__).parent / "data" / "conversions.json"
Case = tuple[DistributedEncoding, DistributedEncoding, tuple[int, ...], int]


@cache
def cases(kind: str) -> list[Case]:
    """The recorded pairs of one block that are of this class."""
    found: list[Case] = []
    for source, target, shape, bits, _ in json.loads(DATA.read_text()):
        pair = from_json(source), from_json(target)
        if pair[0].cga_layout.num_ctas == 1 and classify(tuple(shape), *pair) == kind:
            found.append((*pair, tuple(shape), bits))
    return found


def unique_layouts(case: Case) -> tuple[LinearLayout, LinearLayout]:
    source, target, shape, _ = case
    return unique(shape, source), unique(shape, target)


def unique(shape: tuple[int, ...], encoding: DistributedEncoding) -> LinearLayout:
    return to_linear_layout(shape, encoding).remove_zero_bases_along_dim("register")


@lru_cache(maxsize=4)
def table(layout: LinearLayout) -> list[int]:
    return flat_images(layout)


def element(layout: LinearLayout, register: int, lane: int, warp: int) -> int:
    """The number of an element of block 0."""
    thread = warp << layout.in_dim_size_log2("lane") | lane
    return table(layout)[thread << layout.in_dim_size_log2("register") | register]


# Shuffles.


def bits_moved(value: int, images: tuple[int, ...]) -> int:
    return sum(1 << image for bit, image in enumerate(images) if value >> bit & 1)


def shuffled(plan: WarpShuffle, source: LinearLayout, target: LinearLayout, warp: int) -> None:
    """Runs the plan for one warp; words are elements, so nothing may be packed."""
    lanes = range(source.in_dim_size("lane"))
    held = source.in_dim_size("register")
    back = [plan.lane_perm.index(bit) for bit in range(len(plan.lane_perm))]
    turn = target.invert_and_compose(source).apply(
        {"register": 0, "lane": 0, "warp": warp, "block": 0}
    )["lane"]
    words = [[0] * plan.words for _ in lanes]
    for lane in lanes:
        for register in range(plan.words):
            moved = bits_moved(register, plan.register_perm)
            words[lane][moved] = element(source, register % held, lane, warp)
    if plan.ships:
        (swap,) = plan.transpositions
        step, bit = 1 << swap.register_bit, 1 << swap.lane_bit
        for word, _ in plan.shuffled_words:
            sent = [words[lane][word if lane & bit else word + step] for lane in lanes]
            for lane in lanes:
                words[lane][word if lane & bit else word + step] = sent[lane ^ bit]
    else:
        swap_words(plan, words, [back[swap.lane_bit] for swap in plan.transpositions])
        sources = dict(plan.shuffled_words)
        words = [
            [
                words[bits_moved(lane, tuple(back)) & ~plan.warp_lanes ^ sources[word] ^ turn][word]
                if word in sources
                else words[lane][word]
                for word in range(plan.words)
            ]
            for lane in lanes
        ]
        swap_words(plan, words, [swap.lane_bit for swap in plan.transpositions])
    for lane in lanes:
        for register in range(target.in_dim_size("register")):
            assert words[lane][register] == element(target, register, lane, warp)


def swap_words(plan: WarpShuffle, words: list[list[int]], bits: list[int]) -> None:
    for swap, lane_bit in zip(plan.transpositions, bits, strict=True):
        step = 1 << swap.register_bit
        for lane, own in enumerate(words):
            if lane >> lane_bit & 1:
                for word in range(plan.words):
                    if not word & step:
                        own[word], own[word + step] = own[word + step], own[word]


def test_shuffles_deliver() -> None:
    run = shipped = turned = 0
    for case in cases(SHUFFLE):
        source, target = unique_layouts(case)
        plan = warp_shuffle(source, target, 32)
        assert len(plan.transpositions) == mixed_transpositions(source, target)
        for warp in range(source.in_dim_size("warp")):
            shuffled(plan, source, target, warp)
        run += 1
        shipped += plan.ships
        turned += plan.warp_lanes != 0
    assert run >= 20
    assert shipped >= 3
    assert turned >= 1


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_packing_needs_fewer_shuffles(bits: int) -> None:
    for case in cases(SHUFFLE):
        plan, wide = (warp_shuffle(*unique_layouts(case), width) for width in (bits, 32))
        # Packing adds no more than what it saves.
        assert plan.shuffles <= wide.shuffles * max(1, bits // 32)


# Shared memory.


def through_memory(plan: SharedPlan, source: LinearLayout, target: LinearLayout, bits: int) -> None:
    """Runs all rounds, byte by byte."""
    size = bits // 8
    threads = [
        (warp, lane)
        for warp in range(source.in_dim_size("warp"))
        for lane in range(source.in_dim_size("lane"))
    ]
    seen: set[int] = set()
    for number in range(plan.rounds):
        memory: dict[int, int] = {}
        for register in plan.store.registers:
            own = plan.registers(store=True, round_=number, register=register)
            assert own is not None
            for warp, lane in threads:
                address = plan.store.lane_addresses(register, warp)[lane]
                for step, each in enumerate(own):
                    value = element(source, each, lane, warp)
                    # Copies store the same value at the same place.
                    assert memory.setdefault(address + step * size, value) == value
        assert max(memory) + size <= plan.bytes
        for register in plan.load.registers:
            own = plan.registers(store=False, round_=number, register=register)
            assert own is not None
            for warp, lane in threads:
                address = plan.load.lane_addresses(register, warp)[lane]
                for step, each in enumerate(own):
                    assert memory[address + step * size] == element(target, each, lane, warp)
                    seen.add(each)
    assert seen == set(range(target.in_dim_size("register")))


def test_shared_memory_delivers() -> None:
    run = 0
    for case in cases(SHARED):
        source, target = unique_layouts(case)
        if max(source.total_in_size, target.total_in_size) > 2048:
            continue
        plan = shared_plan(source, target, case[3], 80)
        if plan.store.register_bits is None or plan.load.register_bits is None:
            continue  # matrix instructions deal elements out among lanes
        through_memory(plan, source, target, case[3])
        run += 1
        if run == 25:
            break
    assert run == 25


def test_passes_over_the_banks() -> None:
    """Passes over the banks are never fewer than the data needs."""
    for case in cases(SHARED)[:30]:
        plan = shared_plan(*unique_layouts(case), case[3], 90)
        for access in (plan.store, plan.load):
            passes, ideal = plan.conflicts(access)
            assert passes >= ideal >= 1
