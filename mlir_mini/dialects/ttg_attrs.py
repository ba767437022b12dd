"""The textual form of ttg's layouts and memory space: parsing, printing, alias names.

The values themselves are those of :mod:`mlir_mini.layout`.
Source: lib/Dialect/TritonGPU/IR/Dialect.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mlir_mini.dialects.layout_text import (
    Reader,
    as_is,
    bool_text,
    boolean,
    cga_suffix,
    checked,
    dictionary_of,
    linear_text,
    listed,
    read_cga_layout,
    read_dictionary,
    read_fields,
    read_linear_layout,
    text_printer,
    unsigned,
    unsigned_list,
)
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr
from mlir_mini.layout import (
    AMDMfmaEncoding,
    AMDRotatingSharedEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    CGALayout,
    DistributedEncoding,
    DotOperandEncoding,
    GenericLinearEncoding,
    LinearEncoding,
    LinearLayoutEncoding,
    MmaEncoding,
    NvidiaMmaEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    SliceEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.combine import combine_cta_cga_with_shape
from mlir_mini.layout.encodings import REGISTER_DIMS
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.layout_utils import identity_standard_nd
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import PhasedSharedEncoding
from mlir_mini.source import diagnostics
from mlir_mini.spec import verify

if TYPE_CHECKING:
    from mlir_mini.spec.registry import Dialect
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer


class SharedMemorySpaceAttr(Interned):
    """`#ttg.shared_memory`: the memory that the threads of a block share."""

    fields = ()
    __slots__ = fields


SHARED_MEMORY = SharedMemorySpaceAttr()


# Parsing -------------------------------------------------------------------------------------


def _parse_fields(
    cls: Any, numbers: Mapping[str, str], lists: Mapping[str, str], ranked: str
) -> Callable[[Params], Any]:
    """The parser of an encoding whose fields are numbers, then lists of them, then its blocks.

    Both map names to what messages call them; what is left out is 0 or empty. The field called
    ``ranked`` has as many numbers as the layout has dims.
    """
    readers: dict[str, Reader] = {name: unsigned(what) for name, what in numbers.items()}
    readers |= {name: unsigned_list(what) for name, what in lists.items()}
    readers["CGALayout"] = as_is

    def parse(params: Params) -> Any:
        values = read_fields(params, readers)
        blocks = read_cga_layout(params, values.get("CGALayout"), len(values.get(ranked, ())))
        given = [*(values.get(n, 0) for n in numbers), *(values.get(n, ()) for n in lists)]
        return checked(params, cls(*given, blocks))

    return parse


_parse_blocked = _parse_fields(
    BlockedEncoding,
    {},
    {
        "sizePerThread": "number of elements per thread",
        "threadsPerWarp": "number of threads per warp",
        "warpsPerCTA": "number of warps per CTA",
        "order": "order",
    },
    "sizePerThread",
)


def _parse_slice(params: Params) -> Any:
    entries = dictionary_of(params)
    dim, parent = entries.get("dim"), entries.get("parent")
    if not isinstance(dim, IntegerAttr):
        raise params.name_error("expected an integer for dim")
    if not isinstance(parent, DistributedEncoding):
        raise params.name_error("expected a distributed encoding trait")
    return checked(params, SliceEncoding(dim.value & 0xFFFFFFFF, parent))


def _parse_dot_operand(params: Params) -> Any:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    cursor.expect("{")
    values = cursor.struct(
        {"opIdx": cursor.integer, "parent": cursor.attribute, "kWidth": cursor.integer},
        required=("opIdx", "parent"),
    )
    cursor.expect("}")
    cursor.expect(">")
    parent = values["parent"]
    encoding = DotOperandEncoding(values["opIdx"], parent, values.get("kWidth", 0))
    problem = encoding.verify()
    if problem is not None:
        if problem.endswith("unexpected parent layout: "):
            problem += verify.attr_text(parent)
        raise cursor.error(problem, start)
    return encoding


def _parse_nvidia_mma(params: Params) -> Any:
    values = read_fields(
        params,
        {
            "versionMajor": unsigned("versionMajor"),
            "versionMinor": unsigned("versionMinor"),
            "warpsPerCTA": unsigned_list("warpsPerCTA"),
            "CGALayout": as_is,
            "instrShape": unsigned_list("instrShape"),
        },
        strict=False,
    )
    warps_per_cta = values.get("warpsPerCTA", ())
    return checked(
        params,
        NvidiaMmaEncoding(
            values.get("versionMajor", 0),
            values.get("versionMinor", 0),
            warps_per_cta,
            read_cga_layout(params, values.get("CGALayout"), len(warps_per_cta)),
            values.get("instrShape", ()),
        ),
    )


def _parse_amd_mfma(params: Params) -> Any:
    values = read_fields(
        params,
        {
            "version": unsigned("version"),
            "warpsPerCTA": unsigned_list("warpsPerCTA"),
            "instrShape": unsigned_list("instrShape"),
            "isTransposed": boolean("isTransposed"),
            "CGALayout": as_is,
            "tilesPerWarp": unsigned_list("tilesPerWarp"),
            "elementBitWidth": unsigned("elementBitWidth"),
        },
        strict=False,
    )
    warps_per_cta = values.get("warpsPerCTA", ())
    instr_shape = values.get("instrShape", ())
    if len(instr_shape) < 2:
        raise params.name_error("expected at least two sizes for instrShape")
    return checked(
        params,
        AMDMfmaEncoding(
            values.get("version", 0),
            warps_per_cta,
            instr_shape,
            values.get("isTransposed", False),
            read_cga_layout(params, values.get("CGALayout"), len(warps_per_cta)),
            # Upstream pads by the rank of the instruction.
            values.get("tilesPerWarp") or (1,) * len(instr_shape),
            values.get("elementBitWidth", 32),
        ),
    )


def _parse_amd_wmma(params: Params) -> Any:
    values = read_fields(
        params,
        {
            "version": unsigned("version"),
            "rank": unsigned("rank"),
            "ctaLayout": as_is,
            "isTranspose": boolean("isTranspose"),
            "CGALayout": as_is,
            "instrShape": unsigned_list("instrShape"),
        },
        strict=False,
    )
    rank = values.get("rank", 2)
    tiles = values.get("ctaLayout")
    if not isinstance(tiles, DictionaryAttr):
        raise params.name_error("expected dictionary value for 'ctaLayout'")
    entries = dict(tiles.entries)
    behind = params.cursor()
    behind.pos = behind.end
    if "register" in entries:
        cta_layout = read_linear_layout(behind, entries, ("register", "warp"), rank)
    else:
        # Nearly always a single tile per warp, so its register dim may be left out.
        cta_layout = LinearLayout.identity1d(1, "register", f"dim{rank - 1}")
        cta_layout *= read_linear_layout(behind, entries, ("warp",), rank)
        cta_layout = cta_layout.transpose_outs([f"dim{dim}" for dim in range(rank)])
    return checked(
        params,
        AMDWmmaEncoding(
            values.get("version", 0),
            cta_layout,
            values.get("isTranspose", False),
            read_cga_layout(params, values.get("CGALayout"), rank),
            values.get("instrShape", AMDWmmaEncoding.DEFAULT_INSTR_SHAPE),
        ),
    )


def _parse_linear(cls: type[LinearLayoutEncoding]) -> Callable[[Params], Any]:
    def parse(params: Params) -> Any:
        cursor = params.cursor()
        cursor.expect("<")
        entries = read_dictionary(cursor)
        cursor.expect(">")
        return checked(params, cls(read_linear_layout(cursor, entries, REGISTER_DIMS)))

    return parse


def _parse_phased(cls: type[PhasedSharedEncoding]) -> Callable[[Params], Any]:
    numbers = ("vec", "perPhase", "maxPhase")
    return _parse_fields(cls, {n: n for n in numbers}, {"order": "order"}, "order")


def _parse_nvmma_shared(params: Params) -> Any:
    values = read_fields(
        params,
        {
            "swizzlingByteWidth": unsigned("swizzlingByteWidth"),
            "transposed": boolean("transposed"),
            "elementBitWidth": unsigned("elementBitWidth"),
            "fp4Padded": boolean("fp4Padded"),
            "CGALayout": as_is,
            "rank": unsigned("rank"),
        },
    )
    bases = values.get("CGALayout")
    rank = values.get("rank")
    if rank is None:
        rank = 2
        if isinstance(bases, ArrayAttr) and bases.elements:
            first = bases.elements[0]
            rank = len(first.elements) if isinstance(first, ArrayAttr) else rank
    return checked(
        params,
        NVMMASharedEncoding(
            # Without a width upstream uses whatever was in memory.
            values.get("swizzlingByteWidth", -1),
            values.get("transposed", False),
            values.get("elementBitWidth", 0),
            values.get("fp4Padded", False),
            read_cga_layout(params, bases, rank),
        ),
    )


def _parse_padded_shared(params: Params) -> Any:
    cursor = params.cursor()
    cursor.expect("<")
    cursor.expect("[")
    intervals, paddings = [], []
    while True:
        intervals.append(cursor.integer())
        cursor.expect(":")
        cursor.expect("+")
        paddings.append(cursor.integer())
        if not cursor.optional(","):
            break
    cursor.expect("]")
    entries = read_dictionary(cursor)
    component = _read_component(params, cursor, entries)
    cursor.expect(">")
    return checked(params, PaddedSharedEncoding(intervals, paddings, component))


def _read_component(params: Params, cursor: Cursor, entries: dict[str, Any]) -> LinearLayout:
    """`{offset = [...], block = [...]}`, or `{order = [...], shape = [...]}` for an identity."""
    linear = "offset" in entries or "block" in entries
    for name in entries:
        if name not in (("offset", "block") if linear else ("order", "shape")):
            error = cursor.error(f'Unexpected attribute "{name}" found')
            if not linear:
                raise error
            # Upstream complains and goes on.
            diagnostics.emit(error.diagnostic)
    if linear:
        return read_linear_layout(cursor, entries, ("offset", "block"))
    order, shape = (
        unsigned_list(name)(params, entries[name]) if name in entries else ()
        for name in ("order", "shape")
    )
    if len(order) != len(shape):
        raise cursor.error("Mismatch of shape and order ranks in padded layout")
    # Upstream fails on an assertion where these do not hold.
    if sorted(order) != list(range(len(order))):
        raise cursor.error(f"order must be a permutation of 0..(rank-1), but was {list(order)}")
    if not all(map(is_power_of_2, shape)):
        raise cursor.error(f"shape must list powers of two, but was {list(shape)}")
    identity = identity_standard_nd("offset", shape, order)
    return combine_cta_cga_with_shape(identity, CGALayout.one_cta(len(shape)), shape)


def _parse_partitioned_shared(params: Params) -> Any:
    values = read_fields(
        params,
        {
            "numPartitions": unsigned("numPartitions"),
            "numGroups": unsigned("numGroups"),
            "partitionDim": unsigned("partitionDim"),
            "partitionLayout": as_is,
        },
    )
    layout = values.get("partitionLayout")
    if layout is None:
        raise params.name_error("missing partitionLayout")
    if not isinstance(layout, SharedEncoding):
        raise params.name_error("partitionLayout must be a SharedEncodingTrait")
    return checked(
        params,
        PartitionedSharedEncoding(
            values.get("numPartitions", 0),
            values.get("numGroups", 0),
            values.get("partitionDim", 0),
            layout,
        ),
    )


def _parse_shared_linear(params: Params) -> Any:
    cursor = params.cursor()
    cursor.expect("<")
    entries = read_dictionary(cursor)
    if "alignment" in entries:
        raise cursor.error("alignment must be specified outside of the linear layout braces")
    entries.setdefault("block", ArrayAttr(()))
    cursor.expect(",")
    cursor.expect_keyword("alignment")
    cursor.expect("=")
    alignment = cursor.integer()
    cursor.expect(">")
    layout = read_linear_layout(cursor, entries, ("offset", "block"))
    if len(entries) != 2:
        raise cursor.error(
            "SharedLinearEncodingAttr must have exactly two attributes: offset and block"
        )
    return checked(params, SharedLinearEncoding(layout, alignment))


# Printing ------------------------------------------------------------------------------------


def _blocked_text(e: BlockedEncoding) -> str:
    return (
        f"blocked<{{sizePerThread = {listed(e.size_per_thread)}, "
        f"threadsPerWarp = {listed(e.threads_per_warp)}, "
        f"warpsPerCTA = {listed(e.warps_per_cta)}, "
        f"order = {listed(e.order)}{cga_suffix(e.cga_layout)}}}>"
    )


def _print_slice(e: SliceEncoding, p: Printer) -> None:
    p.write(f"slice<{{dim = {e.dim}, parent = ")
    p.attr(e.parent)
    p.write("}>")


def _print_dot_operand(e: DotOperandEncoding, p: Printer) -> None:
    p.write(f"dot_op<{{opIdx = {e.op_idx}, parent = ")
    p.attr(e.parent)
    p.write(f", kWidth = {e.k_width}}}>" if e.k_width else "}>")


def _nvidia_mma_text(e: NvidiaMmaEncoding) -> str:
    return (
        f"nvidia_mma<{{versionMajor = {e.version_major}, versionMinor = {e.version_minor}, "
        f"warpsPerCTA = {listed(e.warps_per_cta)}{cga_suffix(e.cga_layout)}, "
        f"instrShape = {listed(e.instr_shape)}}}>"
    )


def _amd_mfma_text(e: AMDMfmaEncoding) -> str:
    tiles = "" if e.has_unit_tiles_per_warp else f", tilesPerWarp = {listed(e.tiles_per_warp)}"
    width = "" if e.element_bit_width == 32 else f", elementBitWidth = {e.element_bit_width}"
    return (
        f"amd_mfma<{{version = {e.version}, warpsPerCTA = {listed(e.warps_per_cta)}, "
        f"instrShape = {listed(e.instr_shape)}, isTransposed = {bool_text(e.is_transposed)}"
        f"{cga_suffix(e.cga_layout)}{tiles}{width}}}>"
    )


def _amd_wmma_text(e: AMDWmmaEncoding) -> str:
    default = e.instr_shape == e.DEFAULT_INSTR_SHAPE
    shape = "" if default else f", instrShape = {listed(e.instr_shape)}"
    return (
        f"amd_wmma<{{version = {e.version}, isTranspose = {bool_text(e.is_transposed)}, "
        f"ctaLayout = {{{linear_text(e.cta_layout, skip_empty=True)}}}"
        f"{cga_suffix(e.cga_layout)}{shape}}}>"
    )


def _swizzled_text(mnemonic: str) -> Callable[[Any], str]:
    def text(e: SwizzledSharedEncoding | AMDRotatingSharedEncoding) -> str:
        return (
            f"{mnemonic}<{{vec = {e.vec}, perPhase = {e.per_phase}, maxPhase = {e.max_phase}, "
            f"order = {listed(e.order)}{cga_suffix(e.cga_layout)}}}>"
        )

    return text


def _nvmma_shared_text(e: NVMMASharedEncoding) -> str:
    padded = ", fp4Padded = true" if e.fp4_padded else ""
    rank = e.cga_layout.rank
    # The rank of a single block's layout is told only where it is not 2.
    single = e.cga_layout is CGALayout.one_cta(rank)
    tail = f", rank = {rank}" if single and rank != 2 else cga_suffix(e.cga_layout)
    return (
        f"nvmma_shared<{{swizzlingByteWidth = {e.swizzling_byte_width}, "
        f"transposed = {bool_text(e.transposed)}, elementBitWidth = {e.element_bit_width}"
        f"{padded}{tail}}}>"
    )


def _padded_shared_text(e: PaddedSharedEncoding) -> str:
    pairs = zip(e.intervals, e.paddings, strict=True)
    steps = ", ".join(f"{interval}:+{padding}" for interval, padding in pairs)
    if e.is_identity:
        sizes = e.linear_component.out_dim_sizes
        return f"padded_shared<[{steps}] {{order = {listed(e.order)}, shape = {listed(sizes)}}}>"
    return f"padded_shared<[{steps}] {{{linear_text(e.linear_component)}}}>"


def _print_partitioned_shared(e: PartitionedSharedEncoding, p: Printer) -> None:
    p.write(
        f"partitioned_shared<{{numPartitions = {e.num_partitions}, numGroups = {e.num_groups}, "
        f"partitionDim = {e.partition_dim}, partitionLayout = "
    )
    p.attr(e.partition_layout)
    p.write("}>")


def _shared_linear_text(e: SharedLinearEncoding) -> str:
    layout = e.linear_layout
    if not layout.bases_of("block"):
        layout = layout.sublayout(["offset"], layout.out_dim_names)
    return f"shared_linear<{{{linear_text(layout)}}}, alignment = {e.alignment}>"


# Aliases -------------------------------------------------------------------------------------

#: In upstream's order; the first class that fits names the alias.
_ALIASES = (
    (MmaEncoding, "mma"),
    (SharedEncoding, "shared"),
    (BlockedEncoding, "blocked"),
    (LinearEncoding, "linear"),
    (GenericLinearEncoding, "generic_linear"),
    (SharedMemorySpaceAttr, "smem"),
)


def alias_of(attr: Interned) -> str | None:
    return next((name for cls, name in _ALIASES if isinstance(attr, cls)), None)


def register(dialect: Dialect) -> None:
    """Enter the attributes into the dialect's tables."""
    dialect.alias_of = alias_of
    dialect.attr_parsers.update(
        {
            "blocked": _parse_blocked,
            "slice": _parse_slice,
            "dot_op": _parse_dot_operand,
            "nvidia_mma": _parse_nvidia_mma,
            "amd_mfma": _parse_amd_mfma,
            "amd_wmma": _parse_amd_wmma,
            "linear": _parse_linear(LinearEncoding),
            "generic_linear": _parse_linear(GenericLinearEncoding),
            "swizzled_shared": _parse_phased(SwizzledSharedEncoding),
            "amd_rotating_shared": _parse_phased(AMDRotatingSharedEncoding),
            "nvmma_shared": _parse_nvmma_shared,
            "padded_shared": _parse_padded_shared,
            "partitioned_shared": _parse_partitioned_shared,
            "shared_linear": _parse_shared_linear,
            "shared_memory": lambda params: SHARED_MEMORY,
        }
    )
    dialect.printers.update(
        {
            BlockedEncoding: text_printer(_blocked_text),
            SliceEncoding: _print_slice,
            DotOperandEncoding: _print_dot_operand,
            NvidiaMmaEncoding: text_printer(_nvidia_mma_text),
            AMDMfmaEncoding: text_printer(_amd_mfma_text),
            AMDWmmaEncoding: text_printer(_amd_wmma_text),
            LinearEncoding: text_printer(lambda e: f"linear<{{{linear_text(e.linear_layout)}}}>"),
            GenericLinearEncoding: text_printer(
                lambda e: f"generic_linear<{{{linear_text(e.linear_layout)}}}>"
            ),
            SwizzledSharedEncoding: text_printer(_swizzled_text("swizzled_shared")),
            AMDRotatingSharedEncoding: text_printer(_swizzled_text("amd_rotating_shared")),
            NVMMASharedEncoding: text_printer(_nvmma_shared_text),
            PaddedSharedEncoding: text_printer(_padded_shared_text),
            PartitionedSharedEncoding: _print_partitioned_shared,
            SharedLinearEncoding: text_printer(_shared_linear_text),
            SharedMemorySpaceAttr: text_printer(lambda e: "shared_memory"),
        }
    )
