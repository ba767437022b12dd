"""The command line of `mini-layout`: commands and options as data, reading them, help.

An option's kind says how its value is written: "shape" (16x16), "numbers" (1,0), "bounds" (64,-,8
where - is none), "number", "text", "switch" (no value), or a tuple of words to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

Kind: TypeAlias = "str | tuple[str, ...]"


class ToolError(Exception):
    """Something wrong with what the user gave; the message names the field."""


class Streams:
    """Where a command reads from and writes to."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr


class Option:
    """An option `--name`; its value is attribute `name`, dashes turned into underscores.

    shown: an example of a value, for help and errors.
    """

    def __init__(
        self, name: str, kind: Kind, help: str, default: Any = None, shown: str | None = None
    ) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.default = False if kind == "switch" else default
        self.shown = shown or _SHOWN.get(str(kind), "X")

    @property
    def attribute(self) -> str:
        return self.name.replace("-", "_")


_SHOWN = {"shape": "16x16", "numbers": "1,0", "bounds": "64,-", "number": "N", "text": "TEXT"}


class Command:
    """A command: its positional arguments, its options, and the function that runs it.

    notes: lines that the help text has below the options.
    """

    def __init__(
        self,
        name: str,
        positionals: Sequence[str],
        summary: str,
        options: Sequence[Option],
        example: str,
        notes: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.positionals = tuple(positionals)
        self.summary = summary
        self.options = tuple(options)
        self.example = example
        self.notes = tuple(notes)


class Options:
    """What was given: `arguments` in order, and one attribute per option."""

    arguments: list[str]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def read_options(command: Command, words: Sequence[str]) -> Options:
    """Reads the words behind the command's name. Raises ToolError naming the option."""
    options = Options()
    options.arguments = []
    known = {option.name: option for option in command.options}
    for option in command.options:
        setattr(options, option.attribute, option.default)
    waiting = list(words)
    only_arguments = False
    while waiting:
        word = waiting.pop(0)
        if only_arguments or word == "-" or not word.startswith("-"):
            options.arguments.append(word)
            continue
        if word == "--":
            only_arguments = True
            continue
        name, mark, text = word.lstrip("-").partition("=")
        option = known.get(name)
        if option is None:
            raise ToolError(f"{word}: {command.name} has no such option{_hint(name, known)}")
        if option.kind == "switch":
            if mark:
                raise ToolError(f"--{name}: takes no value")
            setattr(options, option.attribute, True)
            continue
        if not mark:
            if not waiting:
                raise ToolError(f"--{name}: a value is missing ({option.shown})")
            text = waiting.pop(0)
        setattr(options, option.attribute, _value(option, text))
    wanted, got = len(command.positionals), len(options.arguments)
    if got > wanted:
        raise ToolError(f"{options.arguments[wanted]}: one argument too many")
    if got < sum(not name.startswith("[") for name in command.positionals):
        raise ToolError(f"{command.positionals[got]} is missing; see mini-layout {command.name} -h")
    return options


def help_text(command: Command) -> str:
    """What `mini-layout COMMAND --help` prints."""
    arguments = "".join(f" {name}" for name in command.positionals)
    lines = [f"usage: mini-layout {command.name}{arguments} [options]", "", command.summary, ""]
    rows = []
    for option in command.options:
        dashes = "-" if len(option.name) == 1 else "--"
        value = "" if option.kind == "switch" else f" {option.shown}"
        default = "" if option.default in (None, False) else f" (default: {_text(option)})"
        rows.append((f"{dashes}{option.name}{value}", option.help + default))
    width = max(len(left) for left, _ in rows) + 2
    lines += [f"  {left:<{width}}{right}" for left, right in rows]
    if command.notes:
        lines += ["", *command.notes]
    return "\n".join([*lines, "", "example:", f"  {command.example}", ""])


def _text(option: Option) -> str:
    value = option.default
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _hint(name: str, known: Sequence[str] | dict[str, Option]) -> str:
    from mlir_mini.pass_table import did_you_mean

    return did_you_mean(name, list(known))


def _value(option: Option, text: str) -> Any:
    kind, name = option.kind, option.name
    if isinstance(kind, tuple):
        if text not in kind:
            raise ToolError(f"--{name}: '{text}' is none of {', '.join(kind)}")
        return text
    if kind == "text":
        return text
    if kind == "number":
        return _number(name, text, option.shown)
    separator = "x" if kind == "shape" and "x" in text else ","
    parts = [part.strip() for part in text.split(separator)]
    if kind == "bounds":
        return tuple(
            None if part in ("-", "") else _number(name, part, option.shown) for part in parts
        )
    return tuple(_number(name, part, option.shown) for part in parts)


def _number(name: str, text: str, shown: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ToolError(f"--{name}: '{text}' is not a number (expected {shown})") from None
