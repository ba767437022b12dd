"""SVG written out: a drawing with boxes, lines and text, readable without any style sheet."""

from __future__ import annotations

from mlir_mini.render.palette import INK, PAPER


class Drawing:
    """Collects elements; sizes and positions are pixels, y grows downwards."""

    def __init__(self, width: float, height: float, title: str) -> None:
        """title: what a screen reader says of the drawing."""
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" '
            f'height="{_number(height)}" viewBox="0 0 {_number(width)} {_number(height)}" '
            'role="img" font-family="system-ui, sans-serif">',
            f"<title>{escaped(title)}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        ]

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        line: str,
        title: str | None = None,
        thickness: float = 1,
    ) -> None:
        """A rectangle; the title shows where the pointer rests on it."""
        shape = (
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
            f'height="{_number(height)}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{_number(thickness)}"'
        )
        if title is None:
            self._parts.append(shape + "/>")
        else:
            self._parts.append(f"{shape}><title>{escaped(title)}</title></rect>")

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str, thickness: float = 1
    ) -> None:
        self._parts.append(
            f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}" '
            f'stroke="{colour}" stroke-width="{_number(thickness)}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        anchor: str = "start",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        # Text never catches the pointer, so that the boxes' titles show.
        self._parts.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"{place}{weight} '
            f'fill="{colour}" pointer-events="none">{escaped(text)}</text>'
        )

    def finish(self) -> str:
        """The whole file."""
        return "\n".join([*self._parts, "</svg>", ""])


def escaped(text: str) -> str:
    """Text with the characters that mean something to XML and HTML written out."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text


def _number(value: float) -> str:
    """At most two decimals, none where none are needed."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
