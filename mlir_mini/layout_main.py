"""The tool that explains layouts, as a function: `mini-layout` calls it.

Its commands are rows of a table; each command's code is loaded when it runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import mlir_mini
from mlir_mini.layout_tool.arguments import (
    Command,
    Option,
    Streams,
    ToolError,
    help_text,
    read_options,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_JSON = Option("json", "switch", "answer as JSON")
_ALL = Option("all", "switch", "leave nothing out")
_SHAPE = Option("shape", "shape", "sizes of the tensor, powers of two")
_BITS = Option("elem-bits", "number", "bits of an element", shown="32")
_FROM_FILE = (
    Option("value", "text", "a value (%19) or an alias (#blocked) of the MLIR file", shown="%19"),
    Option("function", "text", "the function in which the value is", shown="NAME"),
)
_BLOCKED = "'[1,4]/[8,4]/[2,1]'"

COMMANDS = (
    Command(
        "coalesce",
        (),
        "Derives, line by line, the layout that coalescing gives a load.",
        (
            _SHAPE,
            Option("order", "numbers", "dims from the fastest on; by default the last dim first"),
            Option("elem-bits", "number", "bits of an element", 32, "32"),
            Option(
                "contiguity",
                "numbers",
                "contiguous elements along the fastest dim, or one number per dim; "
                "by default the whole fastest dim",
                shown="64",
            ),
            Option(
                "divisibility",
                "numbers",
                "bytes that addresses are a multiple of, once or per dim",
                (16,),
                "16",
            ),
            Option("num-warps", "number", "warps of a block", 4),
            Option("threads-per-warp", "number", "lanes of a warp", 32),
            Option("descriptor", "switch", "the load goes through a tensor descriptor"),
            _JSON,
        ),
        "mini-layout coalesce --shape 64x64 --order 1,0 --elem-bits 32 --num-warps 4",
    ),
    Command(
        "show",
        ("LAYOUT",),
        "Draws who owns which element, or where in memory it lies.",
        (
            _SHAPE,
            _BITS,
            *_FROM_FILE,
            Option(
                "o",
                "text",
                "draw into FILE: .svg, .html, .txt, or .json for linear-layout-viz",
                shown="FILE",
            ),
            Option("color", ("auto", "always", "never"), "colours in the terminal", "auto", "WHEN"),
            Option("width", "number", "columns of the terminal"),
            _ALL,
            _JSON,
        ),
        f"mini-layout show {_BLOCKED} --shape 16x16 -o layout.html",
    ),
    Command(
        "owner",
        ("LAYOUT",),
        "Tells an element's owners, or the elements of a thread.",
        (
            _SHAPE,
            Option("element", "numbers", "coordinates of an element", shown="9,4"),
            Option("thread", "numbers", "a thread as warp,lane or warp,lane,block", shown="1,5"),
            Option("offset", "number", "an offset in shared memory, in elements"),
            _BITS,
            *_FROM_FILE,
            _JSON,
        ),
        f"mini-layout owner {_BLOCKED} --shape 16x16 --element 9,4",
    ),
    Command(
        "sectors",
        ("LAYOUT",),
        "Counts the 32-byte sectors that loading or storing a tile touches.",
        (
            _SHAPE,
            _BITS,
            Option("strides", "numbers", "elements between neighbours, per dim", shown="64,1"),
            Option("base-align", "number", "bytes that the base is known to be a multiple of", 32),
            Option("base", "number", "the base address itself; by default no better than known"),
            Option("bounds", "bounds", "mask: indices below these are active, - for no bound"),
            Option("store", "switch", "a store instead of a load"),
            Option("warp", "number", "the warp to look at", 0),
            *_FROM_FILE,
            Option(
                "o", "text", "draw the sectors of the first instruction, FILE.svg", shown="FILE"
            ),
            _ALL,
            _JSON,
        ),
        f"mini-layout sectors {_BLOCKED} --shape 16x16 --elem-bits 32 --strides 16,1",
    ),
    Command(
        "convert",
        ("LAYOUT_A", "[LAYOUT_B]"),
        "Tells what converting from one layout to another takes, and why.",
        (
            _SHAPE,
            _BITS,
            Option("target", "text", "the GPU: cuda:80, sm_90, ...", "cuda:80", "GPU"),
            *_FROM_FILE,
            _ALL,
            _JSON,
        ),
        f"mini-layout convert {_BLOCKED} '[1,2]/[8,4]/[2,1]' --shape 16x16 --elem-bits 32",
    ),
    Command(
        "check",
        ("FILE.py",),
        "Compares your own functions of the drill (docs/drill.md) with ours.",
        (_JSON,),
        "mini-layout check my_solution.py",
        (
            "A layout may be returned as a BlockedEncoding, as a tuple or list of size_per_thread,",
            "threads_per_warp, warps_per_cta and perhaps the order, or as a dict with these names",
            "or sizePerThread and so on. A case may take 5 seconds. The exit status is 0 if the",
            "file defines at least one of the functions and all that it defines agree, else 1.",
        ),
    ),
)


def layout_main(
    argv: Sequence[str],
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Runs one command; the exit status is 0, or 1 for an error and for a check that fails."""
    streams = Streams(stdin or sys.stdin, stdout or sys.stdout, stderr or sys.stderr)
    words = list(argv)
    if not words or words[0] in ("-h", "-help", "--help", "help"):
        (streams.stdout if words else streams.stderr).write(_overview())
        return 0 if words else 1
    if words[0] in ("-version", "--version"):
        streams.stdout.write(f"mini-layout {mlir_mini.__version__} (tracks Triton 3.9.0)\n")
        return 0
    command = next((each for each in COMMANDS if each.name == words[0]), None)
    try:
        if command is None:
            raise ToolError(f"{words[0]}: no such command{_hint(words[0])}")
        if any(word in ("-h", "-help", "--help") for word in words[1:]):
            streams.stdout.write(help_text(command))
            return 0
        return _run(command, words[1:], streams)
    except ToolError as error:
        streams.stderr.write(f"mini-layout: {error}\n")
        return 1


def _run(command: Command, words: Sequence[str], streams: Streams) -> int:
    from importlib import import_module

    from mlir_mini.layout.errors import LayoutError

    options = read_options(command, words)
    module = import_module(f"mlir_mini.layout_tool.{command.name}")
    try:
        return module.run(options, streams)
    except LayoutError as error:
        raise ToolError(str(error).strip()) from None


def _hint(word: str) -> str:
    from mlir_mini.pass_table import did_you_mean

    return did_you_mean(word, [each.name for each in COMMANDS])


def _overview() -> str:
    lines = [
        "usage: mini-layout COMMAND [arguments]",
        "",
        "Shows what a layout of Triton's does: who owns which element, which memory a load",
        "touches, what a conversion costs.",
        "",
        *(f"  {each.name:<10}{each.summary}" for each in COMMANDS),
        "",
        "LAYOUT is an attribute's text ('#ttg.blocked<{...}>'), a short form for blocked layouts,",
        f"{_BLOCKED} for sizePerThread/threadsPerWarp/warpsPerCTA with perhaps a",
        "fourth part for the order, or FILE.mlir with --value %19 or --value '#blocked'.",
        "`mini-layout COMMAND --help` lists the options of a command.",
        "",
    ]
    return "\n".join(lines)
