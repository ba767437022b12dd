"""`mini-layout convert`: what converting a tensor from one layout to another takes, and why."""

from __future__ import annotations

from mlir_mini.layout.conversion_cost import Conversion, SharedPlan, conversion
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.ownership import register_layout
from mlir_mini.layout.shared_access import SharedAccess
from mlir_mini.layout_tool.answers import bases, capability, owner, write_json
from mlir_mini.layout_tool.arguments import Options, Streams, ToolError
from mlir_mini.layout_tool.reading import Subject, bits_of, read_layout, shape_of
from mlir_mini.render.conversion import conversion_text, instruction_lines


def run(options: Options, streams: Streams) -> int:
    source, target = _subjects(options, streams)
    for field, subject in (("LAYOUT_A", source), ("LAYOUT_B", target)):
        if not isinstance(subject.encoding, DistributedEncoding):
            raise ToolError(f"{field}: conversions need layouts of registers")
    shape = shape_of(source, options)
    bits = bits_of(source, options, (1, 8, 16, 32, 64))
    if options.elem_bits is None and source.is_pointer:
        bits = 64
    for field, subject in (("LAYOUT_A", source), ("LAYOUT_B", target)):
        if subject.encoding.rank != len(shape):
            raise ToolError(
                f"--shape: rank {len(shape)}, but {field} has rank {subject.encoding.rank}"
            )
    encodings = source.encoding, target.encoding
    assert isinstance(encodings[0], DistributedEncoding)
    assert isinstance(encodings[1], DistributedEncoding)
    gpu = capability(options.target)
    bits = 32 if bits is None else bits
    for encoding in encodings:
        register_layout(shape, encoding)
    try:
        found = conversion(shape, encodings[0], encodings[1], bits, gpu)
    except LayoutError as error:
        message = str(error).replace("source", "LAYOUT_A").replace("target", "LAYOUT_B")
        raise ToolError(message) from None
    if options.json:
        write_json(answer(found, source.text, target.text, gpu), streams)
    else:
        streams.stdout.write(conversion_text(found, source.text, target.text, gpu, options.all))
    return 0


def _subjects(options: Options, streams: Streams) -> tuple[Subject, Subject]:
    """Both layouts: two arguments, or the operand and the result of a conversion in a file."""
    first = read_layout(options.arguments[0], options, streams, "LAYOUT_A")
    if len(options.arguments) == 2:
        return first, read_layout(options.arguments[1], options, streams, "LAYOUT_B")
    operation = first.operation
    if operation is None or operation.name != "ttg.convert_layout":
        raise ToolError("LAYOUT_B: is missing (only a ttg.convert_layout has both)")
    source = operation.operands[0].type.encoding
    return Subject(source, first.shape, first.elem_bits, is_pointer=first.is_pointer), first


def answer(found: Conversion, source: str, target: str, gpu: int) -> dict[str, object]:
    """The conversion as JSON; counts of instructions are those of one thread."""
    result: dict[str, object] = {
        "source": source,
        "target": target,
        "class": found.kind,
        "elements": found.total,
        "moved": found.moved,
        "reason": None,
        "target_gpu": f"sm_{gpu}",
    }
    change = found.change
    if change is not None:
        result["reason"] = {
            "changes": change.what,
            "element": list(change.element),
            "before": owner(change.before),
            "after": owner(change.after),
        }
    if found.shuffle is not None:
        result["shuffles"] = found.shuffle.shuffles
        result["words"] = found.shuffle.words
    if found.shared is not None:
        plan = found.shared
        result["shared"] = {
            "bytes": plan.bytes,
            "rounds": plan.rounds,
            "barrier": plan.barrier,
            "memory": bases(plan.memory),
            "store": _access(plan, plan.store),
            "load": _access(plan, plan.load),
        }
    result["instructions"] = instruction_lines(found)
    return result


def _access(plan: SharedPlan, access: SharedAccess) -> dict[str, object]:
    passes, ideal = plan.conflicts(access)
    return {
        "kind": access.kind,
        "width": access.width_bytes,
        "per_round": access.count,
        "passes": passes,
        "least_passes": ideal,
        "conflicts": passes - ideal,
    }
