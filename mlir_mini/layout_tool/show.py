"""`mini-layout show`: who owns which element, or where in memory it lies, as a picture."""

from __future__ import annotations

from mlir_mini.layout_tool.answers import bases, write_file, write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import bits_of, read_layout, shape_of
from mlir_mini.render.ownership import TextOptions, ownership_text
from mlir_mini.render.picture import REGISTERS, Picture

MAX_JSON_ELEMENTS = 1 << 16


def run(options: Options, streams: Streams) -> int:
    subject = read_layout(options.arguments[0], options, streams)
    bits = bits_of(subject, options, (1, 2, 4, 8, 16, 32, 64))
    picture = Picture(subject.text, subject.encoding, shape_of(subject, options), bits)
    if options.o is not None:
        write_file(options.o, _drawn(picture, options.o, options.all))
    if options.json:
        write_json(answer(picture), streams)
    elif options.o is None:
        streams.stdout.write(ownership_text(picture, _text_options(options, streams)))
    return 0


def _drawn(picture: Picture, name: str, everything: bool) -> str:
    """The file's contents, whose form its ending tells."""
    if name.endswith(".svg"):
        from mlir_mini.render.svg import ownership_svg

        return ownership_svg(picture)
    if name.endswith((".html", ".htm")):
        from mlir_mini.render.page import ownership_page

        return ownership_page(picture)
    if name.endswith(".json"):
        from mlir_mini.render.viz import viz_json

        return viz_json(picture)
    if name.endswith(".txt"):
        return ownership_text(picture, TextOptions(everything=everything))
    raise ToolError(f"-o: {name} ends in none of .svg, .html, .json, .txt")


def _text_options(options: Options, streams: Streams) -> TextOptions:
    import os

    out = streams.stdout
    tty = hasattr(out, "isatty") and out.isatty()
    colour = options.color == "always" or (
        options.color == "auto" and tty and "NO_COLOR" not in os.environ
    )
    width = options.width
    if width is not None and width < 1:
        raise ToolError(f"--width: {width} is not positive")
    if width is None:
        import shutil

        width = shutil.get_terminal_size((100, 24)).columns if tty else 100
    return TextOptions(colour, width, options.all)


def answer(picture: Picture) -> dict[str, object]:
    """The picture as JSON: the linear layout, and for each element, row by row, its places."""
    if picture.layout.total_out_size > MAX_JSON_ELEMENTS:
        elements = None
    else:
        points: list[tuple[int, ...]] = [()]
        for size in picture.shape:
            points = [(*point, index) for point in points for index in range(size)]
        elements = [{"element": list(point), "places": picture.places(point)} for point in points]
    found: dict[str, object] = {
        "attribute": picture.title,
        "kind": picture.kind,
        "shape": list(picture.shape),
        "linear_layout": bases(picture.layout),
        "elements": elements,
    }
    if picture.kind == REGISTERS:
        found["tile"] = list(picture.tile)
    return found
