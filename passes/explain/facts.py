"""What the report says, as data: the answers of ``--explain=json``, which the text spells out.

Bytes are those of a thread and instruction, sectors those of a request of a warp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.ir.types import RankedTensorType
from mlir_mini.syntax.printer import attr_to_string, type_to_string
from passes.explain.accesses import Access
from passes.explain.causes import Cause
from passes.explain.names import line_number, name, place
from passes.explain.traffic import Requests
from passes.explain.verdicts import Verdict
from passes.remove_layout.report import CLASSES, Conversion


def report_facts(
    verdicts: Sequence[Verdict], conversions: Sequence[Conversion], setting: dict[str, Any]
) -> dict[str, Any]:
    """Everything: the setting (target, warps), a summary, the accesses, the conversions."""
    accesses = [access_facts(verdict) for verdict in verdicts]
    return {
        **setting,
        "summary": summary_facts(verdicts),
        "accesses": accesses,
        "conversions": [conversion_facts(each) for each in conversions],
    }


def summary_facts(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Numbers of accesses: all, at full width, with a hint, with a reason only; the worst three.

    All with coalesce's layouts; if any is worse with the module's own, their number too.
    """
    narrow = [verdict for verdict in verdicts if not verdict.access.is_full]
    hinted = [verdict for verdict in narrow if verdict.fixes]
    worse = sum(verdict.is_worse_as_written for verdict in verdicts)
    return {
        "accesses": len(verdicts),
        "full": len(verdicts) - len(narrow),
        "hinted": len(hinted),
        "unhinted": len(narrow) - len(hinted),
        **({"worse_as_written": worse} if worse else {}),
        "worst": [place(verdict.access.op) for verdict in worst(verdicts)],
    }


def worst(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The three accesses that waste most: bytes of the tensor times what of the width is lost.

    Repetition in loops counts tenfold. Accesses at full width are not among them.
    """

    def waste(verdict: Verdict) -> float:
        access = verdict.access
        lost = 1 - access.elements / access.most
        return access.tensor_bytes * lost * (10 if access.in_loop else 1)

    narrow = [verdict for verdict in verdicts if not verdict.access.is_full]
    return sorted(narrow, key=waste, reverse=True)[:3]


def access_facts(verdict: Verdict) -> dict[str, Any]:
    """One access: where and what it is, its width and bounds, its sectors, causes, and the hint.

    Widths are in bytes, bounds and ``size_per_thread`` in elements; docs/explain.md has the keys.
    What an access does not have, such as the bounds of a scalar, is left out.
    """
    access = verdict.access
    facts: dict[str, Any] = {
        "place": place(access.op),
        "kind": access.kind,
        "shape": list(access.shape),
        "element": type_to_string(access.element),
        "bytes": access.bytes_now,
        "most_bytes": access.bytes_most,
        "limit": verdict.limit,
        "in_loop": access.in_loop,
    }
    if access.width is not None:
        facts["bounds"] = dict(access.width.bounds)
    if access.encoding is not None:
        facts["size_per_thread"] = list(access.encoding.size_per_thread)
        facts["order"] = list(access.encoding.order)
    if access.widened_by is not None:
        facts["widened_by"] = place(access.widened_by)
    if verdict.requests is not None:
        facts["sectors"] = _sector_facts(verdict.requests)
    if verdict.written is not None:
        assert access.written_width is not None
        facts["as_written"] = {
            "layout": attr_to_string(access.written_encoding),
            "bytes": verdict.written_bytes,
            "limit": verdict.written_limit,
            "bounds": dict(access.written_width.bounds),
            "dim": access.written_width.dim,
            "sectors": _sector_facts(verdict.written),
        }
    facts["causes"] = [cause_facts(cause) for cause in verdict.causes]
    if verdict.fixes:
        facts["hint"] = {
            "changes": list(dict.fromkeys(fix.text for fix in verdict.fixes)),
            "guarantees": list(dict.fromkeys(fix.promise for fix in verdict.fixes if fix.promise)),
            "bytes": verdict.bytes_brought,
            "alternatives": [
                {"instead_of": fix.text, "change": weaker.text, "guarantee": weaker.promise}
                for fix, weaker in verdict.alternatives
            ],
        }
    elif verdict.reason:
        facts["reason"] = verdict.reason
    if verdict.doubts:
        facts["unsound_if_negative"] = [
            {"place": place(op), "op": op.name, "value": name(value)}
            for op, value in verdict.doubts
        ]
    return facts


def _sector_facts(requests: Requests) -> dict[str, Any]:
    return {
        "least": requests.least,
        "most": requests.most,
        "used_bytes": requests.used_bytes,
        "unknown_stride": None if requests.unknown is None else name(requests.unknown),
        "irregular": requests.irregular,
    }


def cause_facts(cause: Cause) -> dict[str, Any]:
    """Where a number fell: the value, what it is there, before (of operands), and after it."""
    op = cause.op
    metric, known, needed = cause.need.missed_by(cause.infos[-1])
    facts: dict[str, Any] = {
        "value": name(cause.value),
        "op": None if op is None else op.name,
        "line": None if op is None else line_number(op),
        "metric": "stride" if cause.need.one else metric,
        "known": None if cause.need.one else known,
        "needed": 1 if cause.need.one else needed,
        "operands": [
            getattr(info, metric)[min(cause.need.dim, info.rank - 1)] for info in cause.operands
        ],
    }
    effect = cause.effect
    if effect is not None:
        consumer, _, need, info = effect
        metric, known, needed = need.missed_by(info)
        facts["effect"] = {
            "op": consumer.name,
            "line": line_number(consumer),
            "metric": metric,
            "known": known,
            "needed": needed,
        }
    return facts


def conversion_facts(conversion: Conversion) -> dict[str, Any]:
    """A layout conversion that remains: where, of what type, by what means; bytes of its tensor."""
    type = conversion.op.results[0].type
    assert isinstance(type, RankedTensorType)
    return {
        "place": place(conversion.op),
        "type": type_to_string(type.with_encoding(None)),
        "class": conversion.kind,
        "described": CLASSES[conversion.kind],
        "bytes": conversion.bytes,
        "in_loop": conversion.in_loop,
    }


def tensor_text(access: Access) -> str:
    """``64x64xf32``, or just the element of a scalar."""
    return "x".join([*map(str, access.shape), type_to_string(access.element)])
