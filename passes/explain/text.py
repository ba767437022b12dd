"""The report as text: three lines of summary, at most three an access, one a conversion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.analysis.access_width import REGISTERS, is_emulated
from mlir_mini.analysis.control_flow import FUNCTIONS
from passes.explain.accesses import Access
from passes.explain.causes import Cause
from passes.explain.facts import conversion_facts, summary_facts, tensor_text, worst
from passes.explain.fixes import DivisibleArgument, combined
from passes.explain.names import count, described, line, line_list, name, place
from passes.explain.traffic import Requests
from passes.explain.verdicts import Verdict
from passes.remove_layout.report import Conversion

#: Causes that the text spells out.
SHOWN_CAUSES = 3


def text_report(
    verdicts: Sequence[Verdict], conversions: Sequence[Conversion], setting: dict[str, Any]
) -> str:
    """The whole report; ``setting`` is the launch for which it holds."""
    lines = [*_summary(verdicts, conversions, setting), ""]
    scalars = [verdict.access for verdict in verdicts if verdict.access.is_scalar]
    for verdict in verdicts:
        if not verdict.access.is_scalar:
            lines += access_lines(verdict)
    if scalars:
        places = line_list(access.op for access in scalars)
        lines.append(f"{count(len(scalars), 'scalar access', 'scalar accesses')}: {places}")
    if conversions:
        lines += ["", "conversions:"]
        lines += [_conversion_line(each) for each in conversions]
    return "\n".join(lines).rstrip("\n") + "\n"


def _summary(
    verdicts: Sequence[Verdict], conversions: Sequence[Conversion], setting: dict[str, Any]
) -> list[str]:
    facts = summary_facts(verdicts)
    narrow = facts["accesses"] - facts["full"]
    counts = f"{count(facts['accesses'], 'access', 'accesses')}, {facts['full']} at full width"
    if narrow:
        counts += f", {facts['hinted']} with a hint, {facts['unhinted']} with a reason for none"
    if "worse_as_written" in facts:
        counts += f"; {facts['worse_as_written']} worse as written"
    worst_ones = [
        f"{place(each.access.op)} {each.access.kind} ({_bytes(each.access)})"
        for each in worst(verdicts)
    ]
    moved = sum(each.bytes for each in conversions if each.kind not in ("none", "register"))
    launch = ", ".join(f"{key} {value}" for key, value in setting.items() if value is not None)
    return [
        counts,
        f"worst: {'; '.join(worst_ones) or 'none'}",
        f"conversions that remain: {len(conversions)}, {moved} bytes between threads; {launch}",
    ]


def access_lines(verdict: Verdict) -> list[str]:
    """At most three lines on one access."""
    access = verdict.access
    head = f"{place(access.op)}: {access.kind} {tensor_text(access)}: "
    if verdict.written is not None:
        head += f"as written {_width_as_written(verdict)}; {_requests(verdict.written)}; "
        head += "with coalesce's layout "
    head += _width(verdict)
    if verdict.requests is not None:
        head += f"; {_requests(verdict.requests)}"
    if _is_widened(access):
        assert access.widened_by is not None
        assert access.encoding is not None
        most = max(access.encoding.size_per_thread)
        head += f"; threads are {most} elements apart to suit {line(access.widened_by)}"
    lines = [head]
    tail = "; ".join(_doubt(verdict))
    if verdict.causes:
        lines.append(f"    cause: {_causes(verdict.causes)}")
    if tail and len(lines) > 1:
        lines[-1] += f"; {tail}"
    elif tail:
        lines.append(f"    beware: {tail}")
    if verdict.fixes:
        promises = " and ".join(dict.fromkeys(fix.promise for fix in verdict.fixes if fix.promise))
        unsafe = f"; you guarantee that {promises}" if promises else ""
        gain = f"{verdict.bytes_brought} bytes"
        lines.append(f"    hint: {combined(verdict.fixes)}: {gain}{unsafe}{_alternatives(verdict)}")
    elif not access.is_full:
        lines.append(f"    no hint: {verdict.reason}")
    return lines


def _alternatives(verdict: Verdict) -> str:
    """What may take the place of a part of the hint."""
    text = ""
    for fix, weaker in verdict.alternatives:
        part = ""
        if isinstance(fix, DivisibleArgument) and len(verdict.fixes) > 1:
            part = f", for {name(fix.argument)},"
        text += f"; or{part} {weaker.text}, if {weaker.promise}"
    return text


def _width(verdict: Verdict) -> str:
    access = verdict.access
    if access.is_scalar:
        return "a scalar"
    if access.is_descriptor:
        assert access.encoding is not None
        each = max(access.encoding.size_per_thread) * access.bits // 8
        return f"moved by hardware; {each} bytes per thread through shared memory"
    text = _bytes(access)
    if is_emulated(access.op):
        return f"{text}, each in a loop that compares and swaps words"
    if verdict.limit == REGISTERS or not access.is_full:
        return f"{text}, limited by {verdict.limit}"
    return f"{text}, as wide as can be"


def _width_as_written(verdict: Verdict) -> str:
    access = verdict.access
    assert access.width is not None
    assert access.written_width is not None
    text = f"{verdict.written_bytes} of {access.bytes_most} bytes"
    if access.written_width.elements >= access.most:
        return f"{text}, as wide as can be"
    dim = access.written_width.dim
    along = f" along dim {dim}" if dim != access.width.dim else ""
    return f"{text}, limited by {verdict.written_limit}{along}"


def _bytes(access: Access) -> str:
    if access.is_scalar:
        return f"{access.bytes_now} bytes"
    return f"{access.bytes_now} of {access.bytes_most} bytes"


def _is_widened(access: Access) -> bool:
    return (
        access.widened_by is not None
        and access.encoding is not None
        and max(access.encoding.size_per_thread) > access.elements
    )


def _requests(requests: Requests) -> str:
    if requests.irregular and requests.least != requests.most:
        return f"addresses not evenly spaced: up to {requests.most} sectors a request"
    if requests.least != requests.most:
        stride = "a stride" if requests.unknown is None else f"stride {name(requests.unknown)}"
        return f"{stride} unknown: {requests.least} to {requests.most} sectors a request"
    return f"{count(requests.least, 'sector')} a request, {requests.efficiency[1]:.0%} used"


def _causes(causes: Sequence[Cause]) -> str:
    """Each cause once, a few of them."""
    texts = list(dict.fromkeys(cause_text(cause) for cause in causes))
    more = len(texts) - SHOWN_CAUSES
    return "; ".join(texts[:SHOWN_CAUSES]) + (f"; and {more} more" if more > 0 else "")


def cause_text(cause: Cause) -> str:
    """The value, its number, what the operation made it from or what becomes of it."""
    metric, known, needed = cause.need.missed_by(cause.infos[-1])
    if cause.need.one:
        text = f"{described(cause.value)} is a stride other than 1"
    else:
        text = f"{described(cause.value)} has {metric} {known}, not {needed}"
        if cause.operands and not cause.is_data:
            dim = cause.need.dim
            before = [getattr(each, metric)[min(dim, each.rank - 1)] for each in cause.operands]
            text += f" (its operands: {', '.join(map(str, before))})"
    effect = cause.effect
    if effect is not None:
        op, value, need, info = effect
        metric, known, needed = need.missed_by(info)
        if op.name in FUNCTIONS:
            text += f": what {described(value)} gets has {metric} {known}, not {needed}"
        else:
            text += f": {op.name} ({line(op)}) gives {metric} {known}, not {needed}"
    return text


def _doubt(verdict: Verdict) -> list[str]:
    return [
        f"{op.name} ({line(op)}) makes this width wrong if {described(value)} is negative"
        for op, value in verdict.doubts
    ]


def _conversion_line(conversion: Conversion) -> str:
    facts = conversion_facts(conversion)
    loop = ", in a loop" if conversion.in_loop else ""
    return f"{facts['place']}: {facts['type']}: {facts['described']}, {facts['bytes']} bytes{loop}"
