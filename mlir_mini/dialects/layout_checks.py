"""Whether the encodings of an operation's tensors fit its module (VerifyTensorLayoutsTrait).

Sources: lib/Dialect/Triton/IR/Traits.cpp (verifyTensorLayouts),
lib/Dialect/TritonGPU/IR/Dialect.cpp (TritonGPUVerifyTensorLayoutInterface).
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import ttg_utils
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.layout.encodings import DistributedEncoding, LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.queries import is_generic_linear_encoding, num_ctas
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.verify import attr_text, type_text

#: Operations known to handle encodings that are no permutation of bits; every elementwise one does
#: too.
_VETTED = frozenset(
    {
        "tt.make_range",
        "tt.splat",
        "tt.broadcast",
        "tt.load",
        "tt.store",
        "tt.join",
        "tt.split",
        "tt.dot",
        "tt.dot_scaled",
        "tt.call",
        "tt.return",
        "tt.func",
        "tt.assert",
        "tt.expand_dims",
        "tt.reshape",
        "tt.trans",
        "ttg.convert_layout",
        "ttg.fp4_to_fp",
        "ttg.local_load",
        "ttg.local_store",
    }
)


#: Tensors, with the blocks, threads and warps around them, whose layout has been found to fit.
#: Layouts that only some operations handle are never among them.
_fitting: set[tuple[RankedTensorType, ttg_utils.Launch]] = set()


def verify_tensor_layouts(op: Operation) -> Diagnostic | None:
    """The first operand or result whose encoding does not fit the module's blocks and threads."""
    launch: ttg_utils.Launch | None = None
    for i, slot in enumerate(op.op_operands):
        type = slot.value.type
        if isinstance(type, RankedTensorType) and isinstance(type.encoding, LayoutEncoding):
            launch = launch or ttg_utils.launch(op)
            if (type, launch) in _fitting:
                continue
            problem = layout_problem(type.encoding, type, op, launch)
            if problem is not None:
                text = value_text(slot.value)
                return op.plain_error(f"Operand {i} ({text}) has an invalid layout: {problem}")
    for i, result in enumerate(op.results):
        type = result.type
        if isinstance(type, RankedTensorType) and isinstance(type.encoding, LayoutEncoding):
            launch = launch or ttg_utils.launch(op)
            if (type, launch) in _fitting:
                continue
            problem = layout_problem(type.encoding, type, op, launch)
            if problem is not None:
                which = "Result" if len(op.results) == 1 else f"Result {i}"
                return op.plain_error(f"{which} has an invalid layout: {problem}")
    return None


def value_text(value: Any) -> str:
    """A value as diagnostics show it: the operation that defines it, or which argument it is."""
    op = value.defining_op
    if op is not None:
        return op.generic_text().lstrip("\n")
    kind = type_text(value.type)
    return f"<block argument> of type '{kind}' at index: {value.index}"


def rank_problem(layout: LayoutEncoding, rank: int) -> str | None:
    if layout.rank == rank:
        return None
    return f"Layout has rank {layout.rank}, but the tensor it's attached to has rank {rank}."


def cta_problem(layout: LayoutEncoding, expected: int) -> str | None:
    """The layout must span the ``expected`` blocks, those of the cluster."""
    found = num_ctas(layout)
    if found == expected:
        return None
    return (
        f"{attr_text(layout)}.\nLayout has {found} CTAs per CGA, but the context requires "
        f"{expected} CTAs per CGA."
    )


def layout_problem(
    layout: LayoutEncoding, type: RankedTensorType, op: Operation, launch: ttg_utils.Launch
) -> str | None:
    """What is wrong with ``layout`` on a tensor of ``type`` in ``op``; None if nothing is."""
    ctas, threads, warps = launch
    problem = rank_problem(layout, type.rank) or cta_problem(layout, ctas)
    if problem is not None:
        return problem
    if not isinstance(layout, DistributedEncoding):
        return "Non-distributed layout is not allowed in tensor type."
    generic = is_generic_linear_encoding(layout)
    if generic and not (op.has_trait(t.Elementwise) or op.name in _VETTED):
        return (
            "Encoding not compatible with LinearEncodingAttr (e.g., swizzled warp bases or "
            f"non-injective layout) is not supported on {op.name}."
        )
    if not all(is_power_of_2(size) for size in type.shape):
        shape = ", ".join(map(str, type.shape))
        return (
            f"Layout has shape {shape}, but the tensor it's attached to has shape {shape} which "
            "is not a power of two."
        )
    try:
        linear = to_linear_layout(type.shape, layout)
    except LayoutError as error:
        return f"{attr_text(layout)}.\nIt cannot lay out the tensor: {error}."
    found = linear.in_dim_size("lane")
    if found != threads:
        return (
            f"{attr_text(layout)}.\nLayout has {found} threads per warp, but the module "
            f"specifies {threads} threads per warp."
        )
    if warps is None:
        return (
            "Could not determine the number of warps per CTA. Operation is not in a context with "
            "`ttg.num-warps`."
        )
    found = linear.in_dim_size("warp")
    if found != warps:
        return (
            f"{attr_text(layout)}.\nLayout has {found} warps per CTA, but the context requires "
            f"{warps} warps per CTA."
        )
    if not generic:
        _fitting.add((type, launch))
    return None
