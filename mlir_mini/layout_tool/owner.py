"""`mini-layout owner`: from an element to its owners, and from a thread to its elements."""

from __future__ import annotations

from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.memory_encodings import SharedEncoding
from mlir_mini.layout.memory_places import (
    BANK_BYTES,
    BANKS,
    element_bits,
    memory_layout,
    places_of_element,
    shared_place,
)
from mlir_mini.layout.ownership import (
    check_element,
    elements_of_thread,
    inputs_of,
    owners,
    register_layout,
)
from mlir_mini.layout_tool.answers import owner, write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import Subject, bits_of, read_layout, shape_of
from mlir_mini.render.numbers import point


def run(options: Options, streams: Streams) -> int:
    subject = read_layout(options.arguments[0], options, streams)
    asked = [options.element, options.thread, options.offset]
    if sum(each is not None for each in asked) != 1:
        raise ToolError("give one of --element, --thread and --offset")
    if isinstance(subject.encoding, DistributedEncoding):
        found, text = _registers(subject, options)
    elif options.thread is not None:
        raise ToolError("--thread: memory has no threads; use --element or --offset")
    elif isinstance(subject.encoding, SharedEncoding):
        found, text = _shared(subject, options)
    else:
        found, text = _tensor_memory(subject, options)
    if options.json:
        write_json(found, streams)
    else:
        streams.stdout.write(text)
    return 0


def _registers(subject: Subject, options: Options) -> tuple[object, str]:
    shape = shape_of(subject, options)
    # Registers are the same for all, but what is no width is a mistake.
    bits_of(subject, options, (1, 2, 4, 8, 16, 32, 64))
    layout = register_layout(shape, subject.encoding)
    if options.offset is not None:
        raise ToolError("--offset: registers have no offset; use --element or --thread")
    if options.element is not None:
        check_element(shape, options.element)
        found = owners(layout, options.element)
        lines = [f"element {point(options.element)} is in", *(f"  {each}" for each in found)]
        answer = {"element": list(options.element), "owners": [owner(each) for each in found]}
        return answer, "\n".join(lines) + "\n"
    thread = options.thread
    if len(thread) not in (2, 3):
        raise ToolError("--thread: expected warp,lane or warp,lane,block")
    warp, lane = thread[:2]
    block = thread[2] if len(thread) == 3 else 0
    elements = elements_of_thread(layout, warp, lane, block)
    where = f"block {block} " if block else ""
    lines = [f"{where}warp {warp} lane {lane} holds"]
    width = len(str(len(elements) - 1))
    lines += [f"  register {i:>{width}}: {point(each)}" for i, each in enumerate(elements)]
    answer = {
        "thread": {"block": block, "warp": warp, "lane": lane},
        "elements": [list(each) for each in elements],
    }
    return answer, "\n".join(lines) + "\n"


def _shared(subject: Subject, options: Options) -> tuple[object, str]:
    encoding = subject.encoding
    assert isinstance(encoding, SharedEncoding)
    shape = shape_of(subject, options)
    bits = element_bits(encoding, bits_of(subject, options, (8, 16, 32, 64)))
    layout = memory_layout(shape, encoding)
    if options.element is not None:
        check_element(shape, options.element)
        places = places_of_element(shape, encoding, options.element, bits)
        element = options.element
    else:
        size = layout.in_dim_size("offset")
        if not 0 <= options.offset < size:
            raise LayoutError(f"offset: {options.offset} is outside the buffer of {size} elements")
        places = [shared_place(encoding, bits, options.offset)]
        ins = dict.fromkeys(layout.in_dim_names, 0) | {"offset": options.offset}
        element = tuple(layout.apply(ins).values())
    lines = [f"element {point(element)} of {bits} bits is at"]
    for place in places:
        more = f"block {place.block} " if layout.in_dim_size("block") > 1 else ""
        if layout.has_in_dim("partition"):
            more += f"partition {place.partition} "
        lines.append(
            f"  {more}offset {place.offset}: byte {place.byte}, bank {place.bank} "
            f"(of {BANKS}, {BANK_BYTES} bytes each)"
        )
    answer = {
        "element": list(element),
        "places": [{name: getattr(place, name) for name in place.fields} for place in places],
    }
    return answer, "\n".join(lines) + "\n"


def _tensor_memory(subject: Subject, options: Options) -> tuple[object, str]:
    shape = shape_of(subject, options)
    layout = memory_layout(shape, subject.encoding)
    if options.element is None:
        raise ToolError("--offset: tensor memory has rows and columns; use --element")
    check_element(shape, options.element)
    places = inputs_of(layout, options.element)
    lines = [f"element {point(options.element)} is at"]
    for place in places:
        lines.append("  " + ", ".join(f"{name} {value}" for name, value in place.items()))
    return {"element": list(options.element), "places": places}, "\n".join(lines) + "\n"
