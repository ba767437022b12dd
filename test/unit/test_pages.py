"""The pages: links lead somewhere, listed pages exist, commands and listings are true."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from mlir_mini.command_line import read_command_line
from mlir_mini.layout_main import COMMANDS
from mlir_mini.opt_main import opt_main
from mlir_mini.pass_table import PassTable
from passes import PASSES

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tools/README.md")),
    *sorted(DOCS.rglob("*.md")),
]
#: Pages whose console listings are run by test/unit/layout_tool/test_docs.py.
LISTINGS = {"docs/drill.md", "docs/drill.zh.md", "docs/layout-model.md"}

FENCE = re.compile(r"^(```+)([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)#* *$", re.MULTILINE)


def shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of a page marked as of this kind."""
    return [m[3] for m in FENCE.finditer(page.read_text(encoding="utf-8")) if m[2] == kind]


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to a page's headings."""
    found: set[str] = set()
    for heading in HEADING.findall(prose(page)):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        name, number = base, 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


def links(page: Path) -> list[str]:
    return [each for each in LINK.findall(prose(page)) if not re.match(r"[a-z]+:", each)]


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        assert target.exists(), f"{shown(page)}: {link}"
        assert target.is_relative_to(ROOT), f"{shown(page)}: {link} leaves the checkout"
        if anchor:
            assert unquote(anchor) in anchors(target), f"{shown(page)}: {link}"


def test_links_are_found() -> None:
    """The expressions above see links: each page of passes is linked from the table of contents."""
    targets = {link for page in PAGES for link in links(page)}
    assert "passes/prefetch.md" in targets
    assert len(targets) > 30


def test_anchors_as_github_names_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Why is it slow? `--explain`\n\n```sh\n# no heading\n```\n## A: b, c.d\n## A: b, c.d\n"
        "## 1. 一块数据\uff0c两个布局\n"
    )
    assert anchors(page) == {
        "why-is-it-slow---explain",
        "a-b-cd",
        "a-b-cd-1",
        "1-一块数据两个布局",
    }


def test_table_of_contents_lists_every_page() -> None:
    listed = {(DOCS / link.partition("#")[0]).resolve() for link in links(DOCS / "README.md")}
    assert {page for page in DOCS.rglob("*.md") if page.name != "README.md"} <= listed
    assert "docs/README.md" in links(ROOT / "README.md")


def test_listings_are_run_somewhere() -> None:
    assert {shown(page) for page in PAGES if blocks(page, "console")} <= LISTINGS


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every command in a page's `sh` blocks, comments left out."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while "&&" in words:
                at = words.index("&&")
                yield words[:at]
                words = words[at + 1 :]
            if words:
                yield words


def run_mini_opt(words: list[str], where: str) -> None:
    """Run it on an example; where the input is the reader's own, read its flags."""
    options = read_command_line(words, PassTable(PASSES))
    if options.input.startswith("examples/"):
        errors = io.StringIO()
        arguments = [str(ROOT / word) if word == options.input else word for word in words]
        status = opt_main(arguments, PASSES, io.StringIO(), io.StringIO(), errors)
        assert status == 0, f"{where}: {errors.getvalue()}"


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_commands_can_be_given(page: Path) -> None:
    """Scripts and files that commands name exist, and mini-opt takes its flags."""
    for words in commands(page):
        for word in words:
            if re.match(r"(tools|examples|test|docs|\.ci)/", word):
                assert (ROOT / word).exists(), f"{shown(page)}: {shlex.join(words)}"
        program = words[0].rpartition("/")[2]
        if program == "mini-opt":
            run_mini_opt(words[1:], f"{shown(page)}: {shlex.join(words)}")
        if program == "mini-layout":
            assert words[1] in {command.name for command in COMMANDS}


def test_worked_example_is_what_coalescing_prints() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## A worked example")[1]
    before, after = [m[3] for m in FENCE.finditer(section.split("\n## ")[0]) if m[2] == "mlir"]
    file = ROOT / "examples" / "transpose.mlir"
    output = io.StringIO()
    assert opt_main(["--coalesce", str(file)], PASSES, io.StringIO(), output, io.StringIO()) == 0
    for text, whole in ((before, file.read_text()), (after, output.getvalue())):
        known = {line.strip() for line in whole.splitlines()}
        for line in text.strip().splitlines():
            assert line == "..." or line.strip() in known, line


def test_report_in_the_readme_is_what_explain_prints() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("`--explain`\n", 1)[1]
    section = section.split("\n## ")[0]
    command, block = re.search(r"`mini-opt ([^`]*)`", section), FENCE.search(section)
    assert command is not None
    assert block is not None
    *flags, file = command[1].split()
    output = io.StringIO()
    arguments = [*flags, str(ROOT / file)]
    assert opt_main(arguments, PASSES, io.StringIO(), output, io.StringIO()) == 0
    assert block[3].count("\n") == 3
    assert "\n\n" + block[3] in output.getvalue()
