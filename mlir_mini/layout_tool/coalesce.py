"""`mini-layout coalesce`: the layout that coalescing gives a load, derived line by line."""

from __future__ import annotations

from mlir_mini.layout.coalescing import order_from_contiguity
from mlir_mini.layout.derivation import (
    Derivation,
    check_arguments,
    derive_coalesced,
    derive_descriptor,
)
from mlir_mini.layout_tool.answers import blocked, per_dim, write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import blocked_text
from mlir_mini.render.derivation import derivation_text


def run(options: Options, streams: Streams) -> int:
    if options.shape is None:
        raise ToolError("--shape: is missing (64x64)")
    derivation = derive(options)
    text = blocked_text(derivation.encoding)
    if options.json:
        write_json(answer(derivation, text), streams)
    else:
        streams.stdout.write(derivation_text(derivation, options.threads_per_warp, text))
    return 0


def derive(options: Options) -> Derivation:
    """The derivation that the options ask for."""
    shape, order, rank = options.shape, options.order, len(options.shape)
    if options.descriptor:
        return derive_descriptor(
            shape, options.elem_bits, options.num_warps, options.threads_per_warp
        )
    if order is None:
        known = options.contiguity or ()
        order = order_from_contiguity(known if len(known) == rank else (1,) * rank)
    check_arguments(shape, order, options.elem_bits, options.num_warps, options.threads_per_warp)
    fast = order[0]
    contiguity = per_dim("contiguity", options.contiguity or (shape[fast],), rank, fast, 1)
    divisibility = options.divisibility
    divisibility = per_dim("divisibility", divisibility, rank, fast, divisibility[0])
    return derive_coalesced(
        shape,
        order,
        options.elem_bits,
        contiguity,
        divisibility,
        options.num_warps,
        options.threads_per_warp,
    )


def answer(derivation: Derivation, text: str) -> dict[str, object]:
    """The derivation as JSON."""
    return {
        "order": list(derivation.order),
        "elements_per_thread": derivation.per_thread,
        "decided_by": list(derivation.decided_by),
        "candidates": [
            {"name": each.name, "formula": each.formula, "value": each.value}
            for each in derivation.candidates
        ],
        "builder": [
            {
                "dim": row.dim,
                "size": row.size,
                "sizePerThread": row.per_thread,
                "threads_wanted": row.wanted,
                "left": dict(zip(("threads", "lanes", "warps"), row.before, strict=True)),
                "threadsPerWarp": row.lanes,
                "warpsPerCTA": row.warps,
                "remains": dict(zip(("threads", "lanes", "warps"), row.after, strict=True)),
            }
            for row in derivation.rows
        ],
        "layout": blocked(derivation.encoding),
        "attribute": text,
    }
