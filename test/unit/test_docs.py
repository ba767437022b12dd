"""The IR in the documentation: every example is run.

A page shows what a command does to IR in two fenced blocks, one right after the other:

    ```mlir before: --tritongpu-coalesce
    tt.func @f() {
    ```
    ```mlir after
    tt.func @f() {
    ```

What stands in the first one goes through ``mini-opt`` with the flags named. The second one is part
of what that prints: consecutive lines, however they are indented. It is ``text after`` where that
is no IR.
"""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

import passes
from mlir_mini.opt_main import opt_main

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))

BLOCK = re.compile(
    r"^```(?:mlir|text) (before: (?P<flags>[^\n]*)|after)\n(?P<text>.*?)^```$", re.M | re.S
)


def examples(page: Path) -> list[tuple[str, str, str]]:
    """Flags, IR before and IR after of each example; ValueError if blocks don't pair up."""
    found: list[tuple[str, str, str]] = []
    pending: tuple[str, str] | None = None
    for block in BLOCK.finditer(page.read_text()):
        flags, text = block["flags"], block["text"]
        if (flags is None) == (pending is None):
            raise ValueError(f"{page.name}: 'before' and 'after' don't alternate")
        if pending is None:
            pending = (flags, text)
        else:
            found.append((*pending, text))
            pending = None
    if pending is not None:
        raise ValueError(f"{page.name}: 'before' without 'after'")
    return found


EXAMPLES = [
    pytest.param(*example, id=f"{page.relative_to(ROOT / 'docs').with_suffix('')}-{n}")
    for page in PAGES
    for n, example in enumerate(examples(page))
]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("flags", "before", "after"), EXAMPLES)
def test_example(flags: str, before: str, after: str) -> None:
    output, errors = io.StringIO(), io.StringIO()
    status = opt_main(
        [*shlex.split(flags), "-"],
        passes.PASSES,
        stdin=io.StringIO(before),
        stdout=output,
        stderr=errors,
    )
    assert status == 0, errors.getvalue()
    printed, wanted = lines(output.getvalue()), lines(after)
    assert any(
        printed[i : i + len(wanted)] == wanted for i in range(len(printed) - len(wanted) + 1)
    ), output.getvalue()


def test_pages_of_passes_have_an_example() -> None:
    without = [page.name for page in (ROOT / "docs" / "passes").glob("*.md") if not examples(page)]
    assert not without
