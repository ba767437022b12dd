"""Help, version and completion: what they list is what the command line accepts."""

from __future__ import annotations

import io
import re
import shutil
import subprocess

import pytest

import mlir_mini
from mlir_mini import layout_main
from mlir_mini.command_line import (
    OPTIONAL_VALUES,
    SWITCHES,
    SYNONYMS,
    VALUES,
    UsageError,
    help_text,
    read_command_line,
)
from mlir_mini.completion import SHELLS, completion, rows
from mlir_mini.layout_tool.answers import capability
from mlir_mini.layout_tool.arguments import Command, ToolError
from mlir_mini.layout_tool.arguments import help_text as command_help
from mlir_mini.opt_main import opt_main
from mlir_mini.pass_table import PassTable
from passes import PASSES

TABLE = PassTable(PASSES)
WORD = re.compile(r"(?<![\w-])--?([A-Za-z][\w-]*)")


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return opt_main(arguments, PASSES, io.StringIO(), out, err), out.getvalue(), err.getvalue()


def accepted() -> list[str]:
    """Every name that the command line knows, from its tables."""
    return [*SWITCHES, *VALUES, *OPTIONAL_VALUES, *SYNONYMS, *TABLE.names()]


def listed(text: str) -> set[str]:
    """The flags at the start of the help's lines."""
    found: set[str] = set()
    for line in text.splitlines():
        if line.startswith("  -"):
            found.update(WORD.findall(line.strip().split("  ")[0]))
    return found


def test_help_lists_what_is_accepted() -> None:
    assert listed(help_text(TABLE)) == set(accepted())


@pytest.mark.parametrize("name", accepted())
def test_what_is_listed_is_accepted(name: str) -> None:
    words = [f"--{name}", "x"] if name in VALUES else [f"--{name}"]
    if name in ("num-warps", "seed"):
        words[1] = "4"
    if name == "target":
        words[1] = "cuda:90"
    options = read_command_line(words, TABLE)
    assert options.input == "-"
    if TABLE.get(name) is not None:
        assert options.passes == [(name, "")]


def test_other_flags_are_not() -> None:
    with pytest.raises(UsageError):
        read_command_line(["--no-such-flag"], TABLE)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("-after=coalesce", "mlir-print-ir-after"),
        ("--before=cse", "mlir-print-ir-before"),
        ("--after-failur", "mlir-print-ir-after-failure"),
        ("--before-al", "before-all"),
        ("--coalesc", "coalesce"),
    ],
)
def test_what_was_meant(word: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"argument '{word}'; did you mean '{meant}'"):
        read_command_line([word], TABLE)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("cuda:80", "cuda:80"),
        ("sm_90", "cuda:90"),
        ("sm_100a", "cuda:100"),
        ("90", "cuda:90"),
        ("hip:gfx942", "hip:gfx942"),
    ],
)
def test_targets(text: str, target: str) -> None:
    assert read_command_line(["--target", text], TABLE).target == target


@pytest.mark.parametrize(
    "text", ["bogus", "sm90", "gfx942", "hip:90", "hip:gfx", "cuda:9", "cuda:", "", "rocm:90"]
)
def test_no_targets(text: str) -> None:
    with pytest.raises(UsageError, match=f"--target option: '{text}' is no GPU such as cuda:80"):
        read_command_line(["--target", text], TABLE)


@pytest.mark.parametrize("text", ["cuda:80", "sm_90", "90", "sm90", "bogus", "rocm:90", "cuda:9"])
def test_both_tools_know_the_same_nvidia_gpus(text: str) -> None:
    try:
        target = read_command_line(["--target", text], TABLE).target
    except UsageError:
        target = None
    try:
        number = capability(text)
    except ToolError:
        number = None
    assert target == (None if number is None else f"cuda:{number}")


@pytest.mark.parametrize("command", layout_main.COMMANDS, ids=lambda command: command.name)
def test_help_of_mini_layout_lists_every_option(command: Command) -> None:
    assert listed(command_help(command)) == {option.name for option in command.options}


def test_help_of_mini_layout_lists_every_command() -> None:
    out = io.StringIO()
    assert layout_main.layout_main(["--help"], io.StringIO(), out, io.StringIO()) == 0
    for command in layout_main.COMMANDS:
        assert re.search(rf"^  {command.name}\b", out.getvalue(), re.M)


def test_version_names_what_is_tracked() -> None:
    status, out, _ = run("--version")
    assert status == 0
    assert re.fullmatch(
        rf"mini-opt {re.escape(mlir_mini.__version__)} \(tracks Triton 3\.9\.0\)\n", out
    )


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_every_flag(shell: str) -> None:
    status, out, _ = run("--completion", shell)
    assert status == 0
    assert {name for name, _ in rows(TABLE)} == set(accepted())
    for name in accepted():
        if shell == "fish":
            assert f" -{'s' if len(name) == 1 else 'l'} {name} -d " in out
        else:
            assert re.search(rf"(?<![\w-])--?{re.escape(name)}(?![\w-])", out)


def test_completion_of_another_shell() -> None:
    assert completion("tcsh", TABLE) is None
    assert run("--completion=tcsh") == (
        1,
        "",
        "mini-opt: no completion for 'tcsh': bash, zsh, fish\n",
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes() -> None:
    script = run("--completion=bash")[1]
    ask = (
        'COMP_WORDS=(mini-opt --tritongpu-coa) COMP_CWORD=1; _mini_opt; echo "${COMPREPLY[@]}"\n'
        'COMP_WORDS=(mini-opt -o) COMP_CWORD=1; _mini_opt; echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", script + ask], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout == "--tritongpu-coalesce --tritongpu-coalesce-async-copy\n-o\n"
