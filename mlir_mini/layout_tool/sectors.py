"""`mini-layout sectors`: what a load or a store of a tile costs in sectors of global memory."""

from __future__ import annotations

from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.sectors import (
    Instruction,
    TensorAccess,
    access_width,
    first_load,
    instructions,
    mnemonic,
    traffic,
    whole_tile,
    width_limits,
)
from mlir_mini.layout_tool.answers import write_file, write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import bits_of, read_layout, shape_of
from mlir_mini.render.sectors import sectors_svg, sectors_text


def run(options: Options, streams: Streams) -> int:
    subject = read_layout(options.arguments[0], options, streams)
    if not isinstance(subject.encoding, DistributedEncoding):
        raise ToolError("LAYOUT: loads and stores need a layout of registers")
    if options.strides is None:
        raise ToolError("--strides: is missing (64,1)")
    bits = bits_of(subject, options, (8, 16, 32, 64))
    access = TensorAccess(
        subject.encoding,
        shape_of(subject, options),
        32 if bits is None else bits,
        options.strides,
        options.base_align,
        options.base,
        options.bounds or (),
    )
    warps = access.layout.in_dim_size("warp")
    if not 0 <= options.warp < warps:
        raise ToolError(f"--warp: warp {options.warp} does not exist, there are {warps}")
    found = instructions(access, is_store=options.store, warps=[options.warp])
    if options.o is not None:
        if not options.o.endswith(".svg"):
            raise ToolError(f"-o: {options.o} does not end in .svg")
        write_file(options.o, sectors_svg(access, found, subject.text, is_store=options.store))
    if options.json:
        write_json(answer(access, found, options, subject.text), streams)
    elif options.o is None:
        streams.stdout.write(
            sectors_text(
                access,
                found,
                subject.text,
                warp=options.warp,
                is_store=options.store,
                everything=options.all,
            )
        )
    return 0


def answer(
    access: TensorAccess, found: list[Instruction], options: Options, text: str
) -> dict[str, object]:
    """The accesses of one warp, the first load and the whole tile as JSON; widths in bytes."""
    width = access_width(access) * access.elem_bytes
    first = first_load(access)
    tile = whole_tile(access, is_store=options.store)
    return {
        "attribute": text,
        "shape": list(access.shape),
        "elem_bits": access.elem_bits,
        "strides": list(access.strides),
        "base_align": access.base_align,
        "base": access.base,
        "bounds": list(access.bounds),
        "instruction": mnemonic(width, access.elem_bits, is_store=options.store),
        "width": width,
        "limits": [
            {"name": each.name, "elements": each.elements, "why": each.why}
            for each in width_limits(access)
        ],
        "warp": options.warp,
        "instructions": [
            {
                "registers": list(each.registers),
                "lanes": [{"lane": lane, "byte": byte} for lane, byte in each.lanes],
                "bytes": each.bytes,
                "sectors": list(each.sectors),
                "ideal": each.ideal,
                "efficiency": each.efficiency,
            }
            for each in found
        ],
        "warp_traffic": _sums(traffic(found)),
        "first_load": {
            "bytes": first.bytes,
            "sectors": len(first.sectors),
            "ideal": first.ideal,
            "efficiency": first.efficiency,
        },
        "tile": _sums(tile),
    }


def _sums(sums: object) -> dict[str, object]:
    names = ("requests", "sectors", "ideal", "bytes", "efficiency")
    return {name: getattr(sums, name) for name in names}
