"""The IR of docs/explain.md, by the name of its function."""

from __future__ import annotations

import re
from pathlib import Path

BLOCK = re.compile(
    r"^```mlir before: (?P<flags>[^\n]*--explain[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S
)
_FUNCTION = re.compile(r"tt\.func (?:public )?@(\w+)")


def read_situations(page: Path) -> dict[str, str]:
    """Name of the function -> text of its module."""
    found = {}
    for block in BLOCK.finditer(page.read_text()):
        function = _FUNCTION.search(block["text"])
        if function is not None:
            found[function[1]] = block["text"]
    return found
