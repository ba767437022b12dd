"""The listings and figures of the documentation are what the commands in them print and draw.

`python test/unit/layout_tool/test_docs.py` writes them anew.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from mlir_mini.layout_main import layout_main  # noqa: E402

DOCS = ROOT / "docs"
PAGES = ("drill.md", "drill.zh.md", "layout-model.md")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIGURE = re.compile(r"-o (figures/\S+)")


def commands(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


@contextmanager
def inside(folder: Path):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def listing(block: str, folder: Path) -> str:
    """The block with the output of its commands; figures are drawn into `folder`."""
    lines = []
    for command in commands(block):
        words = shlex.split(command)
        assert words[0] == "mini-layout"
        # Commands are given from the checkout's root, figures lie beside the page.
        words = [str(folder / word) if word.startswith("figures/") else word for word in words]
        output, errors = io.StringIO(), io.StringIO()
        with inside(ROOT):
            layout_main(words[1:], io.StringIO(), output, errors)
        lines.append(f"$ {command}\n{output.getvalue()}{errors.getvalue()}")
    return "".join(lines)


def pages() -> list[Path]:
    return [DOCS / name for name in PAGES]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_listings(page: Path, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    for block in blocks:
        assert block == listing(block, tmp_path)
    for figure in (tmp_path / "figures").iterdir():
        assert figure.read_text() == (DOCS / "figures" / figure.name).read_text()


def test_every_figure_is_drawn_by_a_command() -> None:
    drawn = set(FIGURE.findall("".join(page.read_text(encoding="utf-8") for page in pages())))
    assert {f"figures/{file.name}" for file in (DOCS / "figures").iterdir()} == drawn


def test_both_languages_have_the_same_listings() -> None:
    english, chinese = (
        BLOCK.findall((DOCS / name).read_text(encoding="utf-8")) for name in PAGES[:2]
    )
    assert english == chinese
    assert len(english) >= 15


def test_links_lead_somewhere() -> None:
    for page in pages():
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert link.startswith("https://") or (DOCS / link).exists(), (page.name, link)


def refresh() -> None:
    (DOCS / "figures").mkdir(exist_ok=True)
    for page in pages():
        text = page.read_text(encoding="utf-8")
        page.write_text(
            BLOCK.sub(lambda found: f"```console\n{listing(found[1], DOCS)}```", text),
            encoding="utf-8",
        )


if __name__ == "__main__":
    refresh()
