"""Owners, conversions and accesses against what was recorded from triton 3.9.0.

layouts.json (tools/record_layouts.py) has upstream's linear layouts, places.json (record_places.py)
the addresses of elements in shared memory; conversions.json (record_conversions.py) and
accesses.json (record_accesses.py) count the instructions that upstream's compiler emits.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from layout_cases.encoding_json import from_json
from layout_cases.encoding_text import encoding_text
from mlir_mini.layout import DistributedEncoding
from mlir_mini.layout.conversion_cost import NONE, REGISTER, SHARED, SHUFFLE, Conversion, conversion
from mlir_mini.layout.memory_places import memory_layout
from mlir_mini.layout.ownership import (
    Owner,
    elements_of_thread,
    inputs_of,
    owners,
    register_layout,
)
from mlir_mini.layout.sectors import TensorAccess, access_width, instructions, mnemonic
from mlir_mini.layout.swizzling import LD_ST

from . import tool

HERE = Path(__file__).parent
LAYOUTS = HERE.parent / "layout" / "data" / "layouts.json"
PLACES = HERE.parent / "layout" / "data" / "places.json"


def records(file: Path) -> list[Any]:
    return json.loads(file.read_text())


def image(bases: list[Any], place: dict[str, int], rank: int) -> tuple[int, ...]:
    """The element at a place, by upstream's bases and nothing else."""
    element = [0] * rank
    for name, dim in bases:
        for bit, basis in enumerate(dim):
            if place[name] >> bit & 1:
                element = [a ^ b for a, b in zip(element, basis, strict=True)]
    return tuple(element)


def test_owners_agree_with_upstream() -> None:
    pick = random.Random(1)
    kinds: Counter[str] = Counter()
    for record in records(LAYOUTS):
        encoding, shape = from_json(record["encoding"]), tuple(record["shape"])
        bases, out_dims = record["layout"]
        registers = isinstance(encoding, DistributedEncoding)
        layout = (register_layout if registers else memory_layout)(shape, encoding)
        for _ in range(3):
            place = {name: pick.randrange(1 << len(dim)) for name, dim in bases}
            element = image(bases, place, len(out_dims))
            found = inputs_of(layout, element)
            assert place in found, (encoding_text(encoding), shape, place)
            sample = pick.sample(found, min(4, len(found)))
            assert all(image(bases, each, len(out_dims)) == element for each in sample)
            # As many places as upstream's layout has for each element, and no two the same.
            assert len(found) == layout.total_in_size // layout.total_out_size
            assert len({tuple(each.items()) for each in found}) == len(found)
            if registers:
                thread = place["warp"], place["lane"], place["block"]
                assert elements_of_thread(layout, *thread)[place["register"]] == element
                mine = Owner(*(place[name] for name in Owner.fields))
                assert len(found) > 256 or mine in owners(layout, element)
        kinds[type(encoding).__name__] += 1
    assert sum(kinds.values()) >= 500
    assert len(kinds) == 15


def test_places_in_shared_memory_agree_with_upstream() -> None:
    pick = random.Random(2)
    padded = 0
    for encoding, shape, bits, _, _, at in records(PLACES):
        if at is None:
            continue
        number = pick.randrange(len(at))
        element, rest = [], number
        for size in reversed(shape):
            element.insert(0, rest % size)
            rest //= size
        found = tool.answer(
            "owner",
            encoding_text(from_json(encoding)),
            "--shape=" + "x".join(map(str, shape)),
            "--element=" + ",".join(map(str, element)),
            f"--elem-bits={bits}",
        )
        assert found["places"][0]["byte"] == at[number], (encoding, shape, bits, element)
        assert found["places"][0]["bank"] == at[number] // 4 % 32
        padded += "PaddedSharedEncoding" in encoding
    assert padded == 100


def predicted(found: Conversion) -> dict[str, int]:
    """What the PTX of a kernel with this conversion should contain."""
    counts: dict[str, int] = {"bytes": 0}
    if found.shuffle is not None:
        counts["shfl"] = found.shuffle.shuffles
    if found.shared is not None:
        plan = found.shared
        counts["bytes"] = plan.bytes
        for access, name in ((plan.store, "st"), (plan.load, "ld")):
            matrix = "" if access.kind == LD_ST else "matrix"
            counts[name + matrix] = access.count * plan.rounds
        names = {"bar.sync": "bar", "bar.warp.sync": "warp_bar", "barrier.cluster": "cluster_bar"}
        counts[names[plan.barrier]] = 2 * plan.rounds - 1
    return counts


def test_conversions_agree_with_the_ptx() -> None:
    kinds: Counter[str] = Counter()
    pairs = 0
    for source, target, shape, bits, answers in records(HERE / "data" / "conversions.json"):
        encodings = from_json(source), from_json(target)
        pairs += 1
        for capability, answer in answers.items():
            found = conversion(tuple(shape), *encodings, bits, int(capability))
            expected = predicted(found)
            if encodings[0].cga_layout.num_ctas > 1:
                # A kernel over several blocks has a cluster barrier of its own.
                expected["cluster_bar"] = expected.get("cluster_bar", 0) + 1
            assert answer == expected, (*map(encoding_text, encodings), shape, bits, capability)
            kinds[found.kind] += 1
    assert pairs >= 200
    assert min(kinds[kind] for kind in (NONE, REGISTER, SHUFFLE, SHARED)) >= 10


# Where ptxas leaves out more than the model says, with the reason.
OVERLAPPING_STORES = 11, "two stores of a thread to one address: ptxas drops the first"
OVERLAPPING_LOADS = 251, "masked loads whose mask is constant merge, others do not"
EXPLAINED = dict([OVERLAPPING_STORES, OVERLAPPING_LOADS])


def test_accesses_agree_with_the_machine_code() -> None:
    found = records(HERE / "data" / "accesses.json")
    assert len(found) >= 200
    differing = []
    for number, record in enumerate(found):
        encoding, shape, bits, strides, align, bounds, ptx, loads, stores = record
        access = TensorAccess(from_json(encoding), shape, bits, strides, align, bounds=bounds)
        width = access_width(access)
        registers = access.layout.remove_zero_bases_along_dim("register").in_dim_size("register")
        names = [mnemonic(width * bits // 8, bits, is_store=store) for store in (False, True)]
        # In PTX every access of a thread is still there.
        assert ptx == dict.fromkeys(names, registers // width), record
        counts = [
            len({each.registers for each in instructions(access, is_store=store)})
            for store in (False, True)
        ]
        if counts != [loads, stores]:
            differing.append(number)
    assert differing == sorted(EXPLAINED)
