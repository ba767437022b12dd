"""Layout arithmetic against what tools/record_layouts.py recorded from triton 3.9.0."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from layout_cases.encoding_json import from_json
from layout_cases.encoding_text import encoding_text
from mlir_mini.layout import (
    LayoutEncoding,
    LayoutError,
    LinearLayout,
    conversion,
    inference,
    queries,
    reshape,
)
from mlir_mini.layout.coalescing import default_blocked
from mlir_mini.layout.to_linear import to_linear_layout

DATA = Path(__file__).parent / "data"

QUERIES = {
    "getTotalElemsPerThread": queries.total_elems_per_thread,
    "getUniqueElemsPerThread": queries.unique_elems_per_thread,
    "getElemsPerThread": queries.elems_per_thread,
    "getThreadsPerWarp": queries.threads_per_warp,
    "getWarpsPerCTA": queries.warps_per_cta,
    "getOrder": queries.order,
    "getThreadOrder": queries.thread_order,
    "getWarpOrder": queries.warp_order,
    "getOrderForMemory": queries.order_for_memory,
    "getShapePerCTA": queries.cta_shape,
    "getCTAsPerCGA": lambda encoding, _: queries.ctas_per_cga(encoding),
    "getCTASplitNum": lambda encoding, _: queries.cta_split_num(encoding),
    "getCTAOrder": lambda encoding, _: queries.cta_order(encoding),
}


def records(name: str) -> list[Any]:
    return json.loads((DATA / f"{name}.json").read_text())


def as_json(layout: LinearLayout) -> Any:
    return json.loads(json.dumps([layout.bases, layout.out_dims]))


def as_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_linear_layouts() -> None:
    found = records("layouts")
    assert len(found) >= 500
    for record in found:
        encoding, shape = from_json(record["encoding"]), tuple(record["shape"])
        layout = to_linear_layout(shape, encoding)
        assert as_json(layout) == record["layout"], encoding_text(encoding)


@pytest.mark.parametrize("query", sorted(QUERIES))
def test_queries(query: str) -> None:
    count = 0
    for record in records("layouts"):
        if query not in record["queries"]:
            continue
        encoding, shape = from_json(record["encoding"]), tuple(record["shape"])
        answer = as_list(QUERIES[query](encoding, shape))
        assert answer == record["queries"][query], (encoding_text(encoding), shape)
        count += 1
    assert count >= 500


def concrete(kind: type[LayoutEncoding]) -> set[str]:
    """The names of the encodings below a class that have fields."""
    found = {kind.__name__} if getattr(kind, "fields", ()) else set()
    return found.union(*map(concrete, kind.__subclasses__()))


def test_every_kind_of_encoding_is_recorded() -> None:
    kinds = Counter(next(iter(record["encoding"])) for record in records("layouts"))
    # Padded memory is not linear: test_places.py has it.
    abstract = {"LinearLayoutEncoding", "PhasedSharedEncoding"}
    assert {*kinds, "PaddedSharedEncoding"} == concrete(LayoutEncoding) - abstract
    assert min(kinds.values()) >= 15


INFERENCES = {
    "infer_trans": inference.infer_trans,
    "infer_reduce": inference.infer_reduce,
    "infer_expand_dims": inference.infer_expand_dims,
    "infer_join": inference.infer_join,
    "infer_split": inference.infer_split,
    "infer_fp4_to_fp": inference.infer_fp4_to_fp,
    "infer_reshape": reshape.infer_reshape,
}


@pytest.mark.parametrize("name", sorted(INFERENCES))
def test_inference(name: str) -> None:
    count = 0
    for function, arguments, expected in records("inference"):
        if function != name:
            continue
        values = from_json(arguments)
        try:
            answer: Any = encoding_text(INFERENCES[name](*values))
        except LayoutError as error:
            answer = {"error": str(error)}
        assert answer == expected, values
        count += 1
    assert count >= 20


def test_conversions() -> None:
    kinds: set[str] = set()
    for record in records("conversions"):
        if "convert" not in record:
            continue
        source, target, shape = from_json(record["convert"])
        layout, kind = record["answer"]
        assert as_json(conversion.minimal_cvt_layout(shape, source, target)) == layout
        if conversion.cvt_needs_shared_memory(shape, source, target):
            answer = "shared"
        elif conversion.cvt_needs_warp_shuffle(shape, source, target):
            answer = "shuffle"
        else:
            assert conversion.cvt_reorders_registers(shape, source, target)
            answer = "registers"
        assert answer == kind, (encoding_text(source), encoding_text(target), shape)
        kinds.add(kind)
    assert kinds == {"registers", "shuffle", "shared"}


def test_broadcasts() -> None:
    answers = set()
    for record in records("conversions"):
        if "broadcast" in record:
            answer = inference.broadcast_is_compatible(*from_json(record["broadcast"]))
            assert answer == record["answer"], record
            answers.add(answer)
    assert answers == {False, True}


def test_default_encodings() -> None:
    for record in records("conversions"):
        if "default" in record:
            answer = encoding_text(default_blocked(*from_json(record["default"])))
            assert answer == record["answer"], record


def test_algebra() -> None:
    undefined = 0
    for operation, operands, expected in records("algebra"):
        first, *rest = from_json(operands)
        if expected is None:
            undefined += 1
            with pytest.raises(LayoutError):
                getattr(first, operation)(*rest)
            continue
        result = getattr(first, operation)(*rest)
        assert [as_json(result)[0], dict(as_json(result)[1])] == [expected[0], dict(expected[1])]
    assert 0 < undefined < 100
