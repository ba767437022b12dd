"""A derivation of a coalesced layout as text."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.derivation import Derivation
from mlir_mini.render.numbers import plural


def derivation_text(derivation: Derivation, threads_per_warp: int, attribute: str) -> str:
    """The elements per thread, the builder's table and the attribute."""
    width = max(len(each.name) for each in derivation.candidates)
    formula = max(len(each.formula) for each in derivation.candidates)
    lines = [
        f"order [{', '.join(map(str, derivation.order))}]: dim {derivation.order[0]} first",
        "",
    ]
    lines.append("(a) elements per thread: the least of")
    for each in derivation.candidates:
        mark = "  <- decides" if each.name in derivation.decided_by else ""
        lines.append(f"    {each.name:<{width}}  {each.formula:<{formula}}  = {each.value}{mark}")
    least = min(each.value for each in derivation.candidates)
    note = "" if least >= 1 else " (at least one)"
    lines += [f"    so {derivation.per_thread}{note}", "", "(b) threads, from the fastest dim on"]
    lines += ["    " + line for line in _builder_table(derivation)]
    lines += ["", "(c) the layout", f"    {attribute}", ""]
    return "\n".join(lines)


def _builder_table(derivation: Derivation) -> list[str]:
    """A row a dim: what is left, what the dim takes, what remains."""
    heads = [
        "dim",
        "size",
        "sizePerThread",
        "threads wanted",
        "threads left",
        "threadsPerWarp",
        "warpsPerCTA",
        "remains",
    ]
    rows = [heads]
    for row in derivation.rows:
        threads, lanes, warps = row.after
        last = row.wanted is None
        rows.append(
            [
                str(row.dim),
                str(row.size),
                str(row.per_thread),
                "all" if last else f"{row.size} / {row.per_thread} = {row.wanted}",
                str(row.before[0]),
                str(row.lanes),
                str(row.warps),
                "nothing"
                if last
                else f"{threads} ({plural(lanes, 'lane')} x {plural(warps, 'warp')})",
            ]
        )
    return table(rows)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines with aligned columns: numbers to the right, what has letters to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    numeric = [
        all(not any(c.isalpha() for c in row[i]) for row in rows[1:]) for i in range(len(widths))
    ]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
