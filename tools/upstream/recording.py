"""What the tools that record upstream's answers have in common: where they write, and triton."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from extras import missing


def place(doc: str | None, what: str, default: Path, arguments: Sequence[str] | None) -> Path:
    """The FILE or DIR that the command line names, with triton loaded, so that children have it.

    Ends the program where there is no such folder, and without triton.
    """
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("place", nargs="?", metavar=what, type=Path, default=default)
    found: Path = parser.parse_args(arguments).place
    folder = found if what == "DIR" else found.parent
    if not folder.is_dir():
        parser.error(f"no folder {folder}")
    try:
        importlib.import_module("triton")
    except ImportError as error:
        print(f"{parser.prog.removesuffix('.py')}: {missing(error)}", file=sys.stderr)
        sys.exit(2)
    return found
