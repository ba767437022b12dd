"""Where elements lie in shared memory, against what tools/record_places.py read in code."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from layout_cases.encoding_json import from_json
from layout_cases.encoding_text import encoding_text
from mlir_mini.layout import PaddedSharedEncoding
from mlir_mini.layout.memory_places import memory_layout, places_of_element, shared_place

RECORDS = json.loads((Path(__file__).parent / "data" / "places.json").read_text())


def cases(kind: str, compiled: bool) -> list[Any]:
    return [
        [from_json(encoding), tuple(shape), bits, layout, size, at]
        for encoding, shape, bits, layout, size, at in RECORDS
        if kind in encoding and (at is not None) == compiled
    ]


def test_how_many_are_recorded() -> None:
    kinds = Counter((next(iter(record[0])), record[5] is not None) for record in RECORDS)
    assert kinds == {
        ("PaddedSharedEncoding", True): 100,
        ("PaddedSharedEncoding", False): 20,
        ("PartitionedSharedEncoding", False): 20,
        ("SwizzledSharedEncoding", True): 25,
        ("AMDRotatingSharedEncoding", True): 25,
        ("SharedLinearEncoding", True): 25,
        ("NVMMASharedEncoding", True): 25,
    }


def test_layouts_without_padding() -> None:
    for encoding, shape, _, layout, _, _ in RECORDS:
        found = memory_layout(shape, from_json(encoding))
        assert json.loads(json.dumps([found.bases, found.out_dims])) == layout, encoding


@pytest.mark.parametrize(
    "kind",
    [
        "PaddedSharedEncoding",
        "SwizzledSharedEncoding",
        "AMDRotatingSharedEncoding",
        "SharedLinearEncoding",
        "NVMMASharedEncoding",
    ],
)
def test_bytes_of_elements(kind: str) -> None:
    for encoding, shape, bits, _, _, at in cases(kind, compiled=True):
        for element, byte in zip(product(*map(range, shape)), at, strict=True):
            # Where offsets differ in a bit that tells no elements apart, code stores to the first.
            place, *others = places_of_element(shape, encoding, element, bits)
            assert place.byte == byte, (encoding_text(encoding), shape, bits, element)
            assert not others or memory_layout(shape, encoding).free_variable_masks()["offset"]
            assert place.bank == byte // 4 % 32


def test_padding_is_what_makes_the_difference() -> None:
    """Two intervals at least, and paddings in front of most elements, occur."""
    padded = cases("PaddedSharedEncoding", compiled=True)
    assert sum(len(case[0].intervals) > 1 for case in padded) >= 40
    moved = sum(
        byte != place * bits // 8
        for encoding, shape, bits, _, _, at in padded
        for place, byte in enumerate(sorted(at))
    )
    assert moved > sum(len(case[5]) for case in padded) // 2


def test_sizes_of_padded_memory() -> None:
    for encoding, shape, bits, _, size, at in cases("PaddedSharedEncoding", compiled=True):
        assert isinstance(encoding, PaddedSharedEncoding)
        assert encoding.padded_size(shape) * bits // 8 == size, (encoding_text(encoding), shape)
        assert max(at) + bits // 8 <= size
        last = memory_layout(shape, encoding).in_dim_size("offset") - 1
        assert shared_place(encoding, bits, last).byte == max(at)
