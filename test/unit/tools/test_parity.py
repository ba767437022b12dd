"""The README's parity table, and what of it lit runs."""

from __future__ import annotations

import re
from pathlib import Path

from upstream.parity import LIT_FILES, PARITY_FILES, UNMET_FILES
from upstream.report import Report, Row, markdown

ROOT = Path(__file__).resolve().parents[3]
ROW = re.compile(r"^\| (\S+) \| (\d+) \| (\d+) \|$", re.M)


def readme_rows() -> list[tuple[str, int, int]]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Parity with upstream")[1]
    found = ROW.findall(section.split("\n## ")[0])
    return [(name, int(cases), int(exact)) for name, cases, exact in found]


def test_the_readme_has_a_row_for_each_file() -> None:
    *rows, total = readme_rows()
    assert tuple(name for name, _, _ in rows) == PARITY_FILES
    assert total == ("total", sum(row[1] for row in rows), sum(row[2] for row in rows))


def test_what_differs_is_named() -> None:
    *rows, _ = readme_rows()
    assert not [name for name, cases, exact in rows if cases != exact]


def test_lit_runs_the_rest_of_the_table() -> None:
    assert tuple(sorted(set(PARITY_FILES))) == PARITY_FILES
    assert set(PARITY_FILES) == UNMET_FILES | LIT_FILES
    assert not LIT_FILES & UNMET_FILES


def test_markdown_has_a_row_a_file() -> None:
    report = Report(
        [
            Row("a.mlir", cases=3, exact=3),
            Row("a.mlir (1)", cases=2, exact=1),
            Row("b.mlir", problem="no such pass"),
        ]
    )
    assert markdown(report).splitlines()[2:] == [
        "| a.mlir | 5 | 4 |",
        "| b.mlir | 0 | no such pass |",
        "| total | 5 | 4 |",
    ]
