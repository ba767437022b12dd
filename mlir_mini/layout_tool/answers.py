"""Layouts and owners in the form of the JSON answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.ownership import Owner
from mlir_mini.layout_tool.arguments import Streams, ToolError
from mlir_mini.targets import capability_of


def write_json(answer: Any, streams: Streams) -> None:
    """One JSON value, indented, on standard output."""
    import json

    streams.stdout.write(json.dumps(answer, indent=2) + "\n")


def write_file(name: str, text: str) -> None:
    """Raises ToolError if the file can't be written."""
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ToolError(f"-o: {name}: {error.strerror or error}") from None


def blocked(encoding: BlockedEncoding) -> dict[str, list[int]]:
    """The fields of a blocked layout under upstream's names."""
    return {
        "sizePerThread": list(encoding.size_per_thread),
        "threadsPerWarp": list(encoding.threads_per_warp),
        "warpsPerCTA": list(encoding.warps_per_cta),
        "order": list(encoding.order),
    }


def bases(layout: LinearLayout) -> dict[str, list[list[int]]]:
    """The bases of each input dim."""
    return {name: [list(basis) for basis in dim] for name, dim in layout.bases}


def owner(place: Owner) -> dict[str, int]:
    return {name: getattr(place, name) for name in Owner.fields}


def capability(text: str) -> int:
    """80 for `cuda:80`, `sm_80` or `80`. Raises ToolError."""
    number = capability_of(text)
    if number is None:
        raise ToolError(f"--target: '{text}' is no GPU such as cuda:80 or sm_90")
    return number


def per_dim(name: str, values: Sequence[int], rank: int, fast: int, rest: int) -> list[int]:
    """One number per dim: those given, or a single one for dim `fast`, `rest` for the others."""
    if len(values) == rank:
        return list(values)
    if len(values) != 1:
        raise LayoutError(f"{name}: {len(values)} given for a tensor of {rank} dims")
    return [values[0] if dim == fast else rest for dim in range(rank)]
