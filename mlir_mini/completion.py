"""What a shell completes after ``mini-opt``: flags, passes, and otherwise file names.

``mini-opt --completion=bash`` prints a script for the shell to read; it is made of the same tables
as the command line and its help.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir_mini.command_line import OPTIONAL_VALUES, SWITCHES, SYNONYMS, VALUES
from mlir_mini.pass_table import PassTable

#: A flag's name without dashes, and its line of help.
Rows = list[tuple[str, str]]


def rows(table: PassTable) -> Rows:
    """Every flag that the command line accepts, short names of passes included."""
    found = [(name, entry[-1]) for name, entry in (SWITCHES | VALUES | OPTIONAL_VALUES).items()]
    described = dict(found)
    found += [(name, described[meant]) for name, meant in SYNONYMS.items()]
    for info in table.rows:
        found += [(name, info.description) for name in (info.name, *info.aliases)]
    return found


def _dashed(name: str) -> str:
    return f"-{name}" if len(name) == 1 else f"--{name}"


def _bash(flags: Rows) -> str:
    words = " ".join([_dashed(name) for name, _ in flags])
    return (
        "_mini_opt() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]}\n"
        "    if [[ $word == -* ]]; then\n"
        f"        COMPREPLY=($(compgen -W '{words}' -- \"$word\"))\n"
        "    else\n"
        '        COMPREPLY=($(compgen -f -- "$word"))\n'
        "    fi\n"
        "}\n"
        "complete -o filenames -F _mini_opt mini-opt\n"
    )


def _zsh(flags: Rows) -> str:
    lines = []
    for name, text in flags:
        shown = text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]")
        lines.append(f"    '{_dashed(name)}[{shown}]'")
    listed = " \\\n".join(lines)
    return (
        "#compdef mini-opt\n"
        f"_mini_opt() {{\n  _arguments \\\n{listed} \\\n    '*:input:_files'\n}}\n"
        "compdef _mini_opt mini-opt\n"
    )


def _fish(flags: Rows) -> str:
    lines = []
    for name, text in flags:
        shown = text.replace("\\", "\\\\").replace("'", "\\'")
        kind = "-s" if len(name) == 1 else "-l"
        lines.append(f"complete -c mini-opt {kind} {name} -d '{shown}'")
    return "\n".join(lines) + "\n"


SHELLS: dict[str, Callable[[Rows], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}


def completion(shell: str, table: PassTable) -> str | None:
    """The script for ``shell``; None for one that isn't known."""
    make = SHELLS.get(shell)
    return None if make is None else make(rows(table))
