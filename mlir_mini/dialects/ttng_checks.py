"""Checks that several of ttng's operations share: blocks of barriers, descriptors of TMA.

Source: lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.layout_text import bases_text
from mlir_mini.dialects.ttg_types import MemDescType, memdesc_layout
from mlir_mini.ir.attributes import IntegerAttr, StringAttr
from mlir_mini.ir.core import Operation, Value
from mlir_mini.layout import CGALayout, LinearLayout, NVMMASharedEncoding
from mlir_mini.layout.layout_utils import product
from mlir_mini.source import Diagnostic
from mlir_mini.spec import verify

#: Module attribute: whether the kernel's matrix products run on pairs of blocks.
TWO_CTAS = "ttng.two-ctas"


def cga_text(layout: CGALayout) -> str:
    return bases_text(layout.bases)


def verify_barrier_cga(
    op: Operation, barrier: Value, expected: CGALayout, name: str
) -> Diagnostic | None:
    """The barriers are spread over the cluster as `expected` says."""
    assert isinstance(barrier.type, MemDescType)
    found = barrier.type.encoding.cga_layout
    if found is expected:
        return None
    return op.op_error(f"{name} cga_layout must be {cga_text(expected)}, got {cga_text(found)}")


def verify_completion_barrier(op: Operation, barrier: Value) -> Diagnostic | None:
    """Completion is signalled on a barrier of each block."""
    expected = CGALayout.one_dim(ttg_utils.num_ctas(op))
    return verify_barrier_cga(op, barrier, expected, "completion barrier")


def verify_from_cta(op: Operation, barrier: Value, mask: int | None) -> Diagnostic | None:
    """`fromCTA`, if given, selects among the cluster's blocks, each of which has a barrier."""
    if mask is None:
        return None
    blocks = ttg_utils.num_ctas(op)
    if not 0 <= mask < blocks:
        return op.op_error("fromCTA must be in the range [0, num_ctas - 1]")
    type = barrier.type
    assert isinstance(type, MemDescType)
    canonical = type.encoding.cga_layout is CGALayout.one_dim(blocks)
    if type.rank != 1 or type.num_elements != blocks or not canonical:
        return op.op_error(
            "fromCTA requires a 1D barrier with one element per CTA and canonical CGA layout"
        )
    return None


def verify_tcgen05(op: Operation) -> Diagnostic | None:
    """Tensor memory needs compute capability 10.x or 11.x; an unknown target will do."""
    module = ttg_utils.enclosing_module(op)
    target = module.attr(ttg_utils.TARGET) if module is not None else None
    if not isinstance(target, StringAttr):
        return None
    capability = ttg_utils.compute_capability(op)
    if capability is None or capability // 10 not in (10, 11):
        return op.op_error("requires tcgen05 support")
    return None


def verify_multiple_ctas(op: Operation) -> Diagnostic | None:
    if ttg_utils.num_ctas(op) <= 1:
        return op.op_error("requires ttg.num-ctas > 1")
    return None


def verify_clc_result(op: Operation, type: MemDescType) -> str | None:
    """What keeps a buffer from holding the answer of cluster launch control, 128 bits."""
    if getattr(type.element_type, "width", 0) != 64:
        # Upstream leaves out the blank.
        shown = verify.type_text(type.element_type)
        return f"Expected CLC result buffer to have type int64, but got'{shown}'"
    if type.shape != (2,):
        shape = ", ".join(map(str, type.shape))
        return (
            "Expected CLC result buffer to have rank 1 and a single dimension equal to 2, but got "
            f"{shape}."
        )
    layout = type.encoding.cga_layout
    if any(map(any, layout.bases)):
        return (
            f"Expected CLC result buffer cga_layout bases to be all zeros. Got {cga_text(layout)}"
        )
    return None


# TMA -----------------------------------------------------------------------------------------


def has_cga_broadcast(type: MemDescType) -> bool:
    """Several blocks hold the same elements."""
    return memdesc_layout(type).free_variable_masks()["block"] != 0


def verify_tma_barrier(op: Operation, barrier: Value) -> Diagnostic | None:
    """Where the module decides on pairs of blocks, the barriers are those of blocks or pairs."""
    module = ttg_utils.enclosing_module(op)
    attribute = module.attr(TWO_CTAS) if module is not None else None
    if not isinstance(attribute, IntegerAttr):
        return None
    blocks = ttg_utils.num_ctas(op)
    assert isinstance(barrier.type, MemDescType)
    found = barrier.type.encoding.cga_layout
    single = CGALayout.one_dim(blocks)
    if found is single:
        return None
    expected = cga_text(single)
    if attribute.value:
        pairs = CGALayout(
            LinearLayout.zeros1d(2, "block", "dim0")
            * LinearLayout.identity1d(blocks // 2, "block", "dim0")
        )
        if found is pairs:
            return None
        expected += f" or {cga_text(pairs)}"
    return op.op_error(f"TMA barrier cga_layout must be {expected}, got {cga_text(found)}")


def verify_tma_encoding(op: Operation, desc: Any, type: MemDescType) -> Diagnostic | None:
    """Descriptor and buffer agree on the layout in shared memory."""
    encoding = type.encoding
    if not isinstance(encoding, NVMMASharedEncoding):
        return op.op_error("TMA descriptor must have NVMMA shared layout")
    if encoding.rank != type.rank:
        return op.op_error("TMA shared memory and layout ranks must match")
    described = desc.shared_layout
    same = isinstance(described, NVMMASharedEncoding) and (
        # Ranks may differ, for loads that drop dims.
        described.replace(cga_layout=encoding.cga_layout) is encoding
    )
    if not same:
        nvmma = isinstance(described, NVMMASharedEncoding)
        shown = verify.attr_text(described) if nvmma else "<<NULL ATTRIBUTE>>"
        return op.op_error(
            "TMA descriptor layout must match shared layout, but got descriptor layout "
            f"{shown} and shared memory layout {verify.attr_text(encoding)}"
        )
    if encoding.transposed:
        return op.op_error("TMA descriptor layout must not be transposed")
    return None


def verify_tma_load(
    op: Operation, desc: Any, barrier: Value, type: MemDescType
) -> Diagnostic | None:
    problem = verify_tma_barrier(op, barrier)
    if problem is not None:
        return problem
    if not type.mutable:
        return op.op_error("cannot store into immutable memory")
    problem = verify_tma_encoding(op, desc, type)
    if problem is not None:
        return problem
    assert isinstance(barrier.type, MemDescType)
    shared = memdesc_layout(barrier.type).free_variable_masks()["block"]
    for bit, basis in enumerate(memdesc_layout(type).bases_of("block")):
        outside = any(part >= size for part, size in zip(basis, type.layout_shape, strict=True))
        if outside and (bit or shared > 1):
            return op.op_error(
                "TMA destination and completion barrier must belong to the same CTA or a CTA pair"
            )
    return None


def verify_tma_store(op: Operation, desc: Any, type: MemDescType) -> Diagnostic | None:
    if is_fp4_padded(type.encoding):
        return op.op_error("does not support fp4_padded operands")
    for basis in memdesc_layout(type).bases_of("block"):
        if any(part >= size for part, size in zip(basis, type.layout_shape, strict=True)):
            return op.op_error("source subview may have an origin in another CTA")
    return verify_tma_encoding(op, desc, type)


def is_fp4_padded(encoding: object) -> bool:
    return isinstance(encoding, NVMMASharedEncoding) and encoding.fp4_padded


def verify_tma_coordinates(
    op: Operation, coordinates: Sequence[Value], desc: Any, im2col: bool
) -> Diagnostic | None:
    count, rank = len(coordinates), len(desc.shape)
    if im2col:
        # Coordinates are those of the image, not of the matrix that the block is part of.
        if count < 3:
            return op.op_error(f"IM2COL mode requires at least 3D coordinates, but got {count}D")
        if count > 5:
            return op.op_error(f"IM2COL mode supports at most 5D coordinates, but got {count}D")
        return None
    if count != rank:
        return op.op_error(f"expected {rank} coordinates, but got {count}")
    if not 1 <= count <= 5:
        return op.op_error("must have between 1 and 5 coordinates")
    return None


def verify_tma_mode(
    op: Operation, im2col: bool, coordinates: Sequence[Value], offsets: Sequence[Value]
) -> Diagnostic | None:
    if not im2col:
        return op.op_error("TILED mode does not support offsets") if offsets else None
    if not offsets:
        return op.op_error("IM2COL mode requires offsets to be provided")
    count, expected = len(coordinates), len(coordinates) - 2
    if len(offsets) != expected:
        return op.op_error(
            f"IM2COL mode with {count}D coordinates requires {expected} offsets, but got "
            f"{len(offsets)}"
        )
    return None


def verify_tma_block(op: Operation, desc: Any, type: MemDescType) -> Diagnostic | None:
    """A descriptor's block and the buffer have the same elements."""
    element = desc.signless_block_type.element_type
    if element is not type.element_type:
        return op.op_error(
            "descriptor block and tensor element types must match, but got descriptor element "
            f"type '{verify.type_text(element)}' and tensor element type "
            f"'{verify.type_text(type.element_type)}'"
        )
    block, found = product(desc.shape), product(type.shape)
    if block != found:
        return op.op_error(
            "descriptor block and tensor must have the same number of elements, but got "
            f"descriptor block with {block} elements tensor with {found} elements"
        )
    return None
