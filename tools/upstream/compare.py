"""mini-opt against upstream: RUN lines case by case, and single passes fed with upstream's text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from .cases import Case, Tool, run_cases
from .chunks import SPLIT_MARKER, split_chunks
from .diagnostics import first_message
from .driver import Outcome
from .report import Report, Row
from .runlines import RunLine, without_passes

BATCH = 40  # inputs that share a process of mini-opt


def compare_run(
    report: Report, mini: Tool, upstream: Tool, run: RunLine, text: str, name: str
) -> None:
    """Add a row for one RUN line of the test `name` with that text."""
    label = f"{name} ({run.index})" if run.index else name
    row = Row(label, problem=run.upstream_problem())
    report.rows.append(row)
    if row.problem:
        return
    chunks = split_chunks(text) if run.splits else [(1, text)]
    expected = run_cases(upstream, run, text, name)
    actual = run_cases(mini, run, text, name)
    unchanged = _without_passes(upstream, run, text, name)
    for (line, chunk), want, got, base in zip(chunks, expected, actual, unchanged, strict=True):
        if want.status in ("crash", "unsupported"):
            row.lost += 1
            row.crashes += got.status == "crash"
            continue
        shows_messages = run.shows_errors or want.status == "error"
        report.compare(
            row,
            _shown(want, shows_messages),
            _shown(got, shows_messages or got.status != "ok"),
            origin=f"{name}:{line}",
            flags=run.stages[0],
            text=chunk,
            changes=want.status == "ok" and base.output != want.output,
            crashed=got.status == "crash",
        )


def _without_passes(upstream: Tool, run: RunLine, text: str, name: str) -> list[Case]:
    return run_cases(
        upstream, replace(run, stages=(tuple(without_passes(run.stages[0])),)), text, name
    )


def _shown(case: Case, with_messages: bool) -> str:
    """A case as one text: what is compared, and shown where it differs."""
    status = "" if case.status == "ok" else f"{case.status}\n"
    return status + (case.messages if with_messages else "") + case.output


class Pair(NamedTuple):
    """An input and what upstream makes of it."""

    row: str
    flags: tuple[str, ...]
    before: str
    after: str
    origin: str


#: Takes a line on what is left out of a comparison, and why.
Note = Callable[[str], None]


def unread(outcome: Outcome) -> str:
    """How upstream fails on an input before any pass."""
    verb = "dies on it" if outcome.status == "crash" else "can't read it"
    return f"upstream {verb}: {first_message(outcome.errors)}"


def refused(outcome: Outcome, what: str) -> str:
    """How upstream fails on what it is asked for, such as `pass cse`."""
    verb = "dies in" if outcome.status == "crash" else "refuses"
    return f"upstream {verb} {what}: {first_message(outcome.errors)}"


def passes_on(
    upstream: Tool,
    text: str,
    flags: Sequence[str],
    origin: str,
    keep: Sequence[str] = (),
    *,
    note: Note,
) -> list[Pair]:
    """Upstream's text before and after each pass, one after the other.

    `flags` ask for one pass each; `keep` goes along every time.  Stops before a pass that upstream
    fails on, and notes that.
    """
    pairs: list[Pair] = []
    for flag in flags:
        outcome = upstream.run(text, [*keep, flag])
        if outcome.status != "ok":
            note(f"{origin}: {refused(outcome, 'pass ' + flag.lstrip('-'))}")
            break
        pairs.append(Pair(flag.lstrip("-"), (*keep, flag), text, outcome.output, origin))
        text = outcome.output
    return pairs


def second_pairs(upstream: Tool, pairs: Iterable[Pair], note: Note) -> Iterator[Pair]:
    """The same flags on what upstream made of each input; notes where upstream fails on that."""
    for pair in pairs:
        outcome = upstream.run(pair.after, pair.flags)
        if outcome.status == "ok":
            yield pair._replace(before=pair.after, after=outcome.output)
        else:
            note(f"{pair.origin}: the second time, {refused(outcome, 'pass ' + pair.row)}")


def compare_pairs(report: Report, mini: Tool, pairs: Iterable[Pair]) -> None:
    """Add a row for each name of pairs; an input that comes up again under a name counts once."""
    groups: dict[tuple[str, tuple[str, ...]], dict[str, Pair]] = {}
    for pair in pairs:
        groups.setdefault((pair.row, pair.flags), {}).setdefault(pair.before, pair)
    rows: dict[str, Row] = {}
    for (name, flags), group in groups.items():
        if name not in rows:
            rows[name] = Row(name)
            report.rows.append(rows[name])
        texts = list(group)
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            for text, case in zip(batch, run_batch(mini, flags, batch), strict=True):
                pair = group[text]
                report.compare(
                    rows[name],
                    pair.after,
                    _shown(case, case.status != "ok"),
                    origin=pair.origin,
                    flags=flags,
                    text=text,
                    changes=pair.before.strip() != pair.after.strip(),
                    crashed=case.status == "crash",
                )


def run_batch(mini: Tool, flags: Sequence[str], texts: Sequence[str]) -> list[Case]:
    """Each text's result, out of one process as long as none fails; then halves, then singles."""
    if len(texts) == 1:
        outcome = mini.run(texts[0], flags)
        return [Case(1, outcome.status, outcome.output, outcome.errors)]
    joined = (SPLIT_MARKER + "\n").join(text.rstrip("\n") + "\n" for text in texts)
    outcome = mini.run(joined, [*flags, "-split-input-file"])
    outputs = outcome.output.split(SPLIT_MARKER + "\n")
    if outcome.status == "ok" and len(outputs) == len(texts):
        return [Case(1, "ok", output, "") for output in outputs]
    middle = len(texts) // 2
    return run_batch(mini, flags, texts[:middle]) + run_batch(mini, flags, texts[middle:])
