"""The picture of a layout as a page to explore: one HTML file that needs nothing else.

The page gets the layout's bases and works out the elements itself, so its size hardly depends on
the tensor's. The template is `page.html`, beside this file.
"""

from __future__ import annotations

from pathlib import Path

from mlir_mini.layout.errors import LayoutError
from mlir_mini.render.numbers import by
from mlir_mini.render.palette import FILLS
from mlir_mini.render.picture import REGISTERS, SHARED, Picture
from mlir_mini.render.svg_text import escaped

MAX_PLACES = 1 << 20
FOLD = 64


def ownership_page(picture: Picture) -> str:
    """The page's HTML. Raises LayoutError for a tensor that is too large to draw."""
    import json

    layout = picture.layout
    if layout.total_in_size > MAX_PLACES:
        raise LayoutError(
            f"shape: {by(picture.shape)} has {layout.total_in_size} places, the page shows "
            f"{MAX_PLACES} at most"
        )
    data = {
        "title": picture.title,
        "kind": picture.kind,
        "shape": list(picture.shape),
        "tile": list(picture.tile),
        "elemBits": picture.elem_bits,
        "paddings": [list(pair) for pair in picture.paddings],
        "inDims": [[name, [list(basis) for basis in dim]] for name, dim in layout.bases],
        "fold": FOLD,
        "fills": list(FILLS),
    }
    # Nothing in the data may end the script element.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    template = (Path(__file__).with_name("page.html")).read_text(encoding="utf-8")
    for mark, value in (
        ("{{title}}", escaped(picture.title)),
        ("{{heading}}", escaped(_heading(picture))),
        ("{{data}}", text),
    ):
        template = template.replace(mark, value)
    return template


def _heading(picture: Picture) -> str:
    shape = by(picture.shape)
    if picture.kind == REGISTERS:
        sizes = [(picture.size(dim), dim) for dim in ("block", "warp", "lane", "register")]
        parts = [f"{n} {dim}{'s' if n > 1 else ''}" for n, dim in sizes if dim != "block" or n > 1]
        return f"{shape} elements on {' x '.join(parts)}"
    if picture.kind == SHARED:
        return f"{shape} elements of {picture.elem_bits} bits in shared memory"
    return f"{shape} elements in tensor memory"
