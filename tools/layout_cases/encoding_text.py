"""Encodings as upstream prints them, aliases spelled out.

One of upstream's printers leaves out what its parser needs (the rank of a wmma encoding);
`explicit` adds that.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout import (
    AMDMfmaEncoding,
    AMDRotatingSharedEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    CGALayout,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LinearLayout,
    LinearLayoutEncoding,
    NvidiaMmaEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedLinearEncoding,
    SliceEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)


def encoding_text(encoding: LayoutEncoding, explicit: bool = False) -> str:
    """The attribute, e.g. `#ttg.slice<{dim = 0, parent = #ttg.blocked<{...}>}>`."""
    e = encoding
    if isinstance(e, BlockedEncoding):
        return (
            f"#ttg.blocked<{{sizePerThread = {_list(e.size_per_thread)}, "
            f"threadsPerWarp = {_list(e.threads_per_warp)}, "
            f"warpsPerCTA = {_list(e.warps_per_cta)}, order = {_list(e.order)}"
            f"{_cga(e.cga_layout)}}}>"
        )
    if isinstance(e, SliceEncoding):
        return f"#ttg.slice<{{dim = {e.dim}, parent = {encoding_text(e.parent, explicit)}}}>"
    if isinstance(e, DotOperandEncoding):
        width = f", kWidth = {e.k_width}" if e.k_width else ""
        parent = encoding_text(e.parent, explicit)
        return f"#ttg.dot_op<{{opIdx = {e.op_idx}, parent = {parent}{width}}}>"
    if isinstance(e, NvidiaMmaEncoding):
        return (
            f"#ttg.nvidia_mma<{{versionMajor = {e.version_major}, "
            f"versionMinor = {e.version_minor}, warpsPerCTA = {_list(e.warps_per_cta)}"
            f"{_cga(e.cga_layout)}, instrShape = {_list(e.instr_shape)}}}>"
        )
    if isinstance(e, AMDMfmaEncoding):
        tiles = "" if e.has_unit_tiles_per_warp else f", tilesPerWarp = {_list(e.tiles_per_warp)}"
        bits = "" if e.element_bit_width == 32 else f", elementBitWidth = {e.element_bit_width}"
        return (
            f"#ttg.amd_mfma<{{version = {e.version}, warpsPerCTA = {_list(e.warps_per_cta)}, "
            f"instrShape = {_list(e.instr_shape)}, isTransposed = {_bool(e.is_transposed)}"
            f"{_cga(e.cga_layout)}{tiles}{bits}}}>"
        )
    if isinstance(e, AMDWmmaEncoding):
        shape = ""
        if e.instr_shape != AMDWmmaEncoding.DEFAULT_INSTR_SHAPE:
            shape = f", instrShape = {_list(e.instr_shape)}"
        rank = f", rank = {e.rank}" if explicit and e.rank != 2 else ""
        cta_layout = _bases(e.cta_layout, skip_empty=not explicit)
        return (
            f"#ttg.amd_wmma<{{version = {e.version}, isTranspose = {_bool(e.is_transposed)}, "
            f"ctaLayout = {{{cta_layout}}}{_cga(e.cga_layout)}{shape}{rank}}}>"
        )
    if isinstance(e, LinearLayoutEncoding):
        name = "generic_linear" if isinstance(e, GenericLinearEncoding) else "linear"
        return f"#ttg.{name}<{{{_bases(e.linear_layout)}}}>"
    return _memory_text(e, explicit)


def _memory_text(encoding: LayoutEncoding, explicit: bool) -> str:
    e = encoding
    if isinstance(e, (SwizzledSharedEncoding, AMDRotatingSharedEncoding)):
        name = "swizzled" if isinstance(e, SwizzledSharedEncoding) else "amd_rotating"
        return (
            f"#ttg.{name}_shared<{{vec = {e.vec}, perPhase = {e.per_phase}, "
            f"maxPhase = {e.max_phase}, order = {_list(e.order)}{_cga(e.cga_layout)}}}>"
        )
    if isinstance(e, PaddedSharedEncoding):
        pads = ", ".join(f"{i}:+{p}" for i, p in zip(e.intervals, e.paddings, strict=True))
        if e.is_identity:
            shape = _list(e.linear_component.out_dim_sizes)
            return f"#ttg.padded_shared<[{pads}] {{order = {_list(e.order)}, shape = {shape}}}>"
        return f"#ttg.padded_shared<[{pads}] {{{_bases(e.linear_component)}}}>"
    if isinstance(e, PartitionedSharedEncoding):
        return (
            f"#ttg.partitioned_shared<{{numPartitions = {e.num_partitions}, "
            f"numGroups = {e.num_groups}, partitionDim = {e.partition_dim}, "
            f"partitionLayout = {encoding_text(e.partition_layout, explicit)}}}>"
        )
    if isinstance(e, SharedLinearEncoding):
        layout = e.linear_layout
        if layout.in_dim_size("block") == 1:
            layout = layout.sublayout(["offset"], layout.out_dim_names)
        return f"#ttg.shared_linear<{{{_bases(layout)}}}, alignment = {e.layout_alignment}>"
    if isinstance(e, NVMMASharedEncoding):
        padded = ", fp4Padded = true" if e.fp4_padded else ""
        one_cta = e.cga_layout is CGALayout.one_cta(e.rank)
        cga = f", rank = {e.rank}" if one_cta and e.rank != 2 else _cga(e.cga_layout)
        return (
            f"#ttg.nvmma_shared<{{swizzlingByteWidth = {e.swizzling_byte_width}, "
            f"transposed = {_bool(e.transposed)}, elementBitWidth = {e.element_bit_width}"
            f"{padded}{cga}}}>"
        )
    if isinstance(e, TensorMemoryEncoding):
        cga = "" if e.cga_layout is CGALayout.one_cta(2) else _cga(e.cga_layout)
        two = ", twoCTAs = true" if e.two_ctas else ""
        padded = ", fp4Padded = true" if e.fp4_padded else ""
        return (
            f"#ttng.tensor_memory_encoding<blockM = {e.block_m}, blockN = {e.block_n}, "
            f"colStride = {e.col_stride}{cga}{two}{padded}>"
        )
    if isinstance(e, TensorMemoryScalesEncoding):
        parts = []
        if e.cga_layout is not CGALayout.one_cta(2):
            parts.append(_cga(e.cga_layout)[2:])
        if e.block_rep_order != "mnThenK":
            parts.append(f"blockRepOrder = {e.block_rep_order}")
        return f"#ttng.tensor_memory_scales_encoding<{', '.join(parts)}>"
    raise TypeError(f"no text for {type(e).__name__}")


def _list(values: Sequence[int]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _cga(layout: CGALayout) -> str:
    if layout.num_ctas == 1:
        return ""
    return f", CGALayout = [{', '.join(map(_list, layout.bases))}]"


def _bases(layout: LinearLayout, skip_empty: bool = False) -> str:
    return ", ".join(
        f"{name} = [{', '.join(map(_list, dim))}]"
        for name, dim in layout.bases
        if dim or not skip_empty
    )
