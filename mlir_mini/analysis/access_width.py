"""How many elements one instruction of an access to global memory moves, and what bounds them.

A layout's sizePerThread is not the answer: the lowering takes the access's own AxisInfo, its mask
and its layout, and the least of them decides. After getVectorSize and supportsVectorized in
third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/LoadStoreOpToLLVM.cpp, and getContiguity, getAlignment
and getMaskAlignment in lib/Analysis/AxisInfo.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.analysis.axis_info_value import AxisInfo
from mlir_mini.dialects import tt
from mlir_mini.dialects.ttg_utils import compute_capability
from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import FloatType, element_type_or_self
from mlir_mini.layout.coalescing import MAX_VECTOR_BITS
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.queries import contig_per_thread, order

CONTIGUITY = "contiguity"
DIVISIBILITY = "divisibility"
MASK = "mask constancy"
REGISTERS = "elements per thread"
INSTRUCTION = "widest access"
ATOMIC = "widest atomic"


class AccessWidth(Interned):
    """Elements of one instruction along ``dim``, and each bound by name; the least decides."""

    fields = ("dim", "bounds")
    __slots__ = fields
    dim: int
    bounds: tuple[tuple[str, int], ...]

    @property
    def elements(self) -> int:
        return min(elements for _, elements in self.bounds)

    @property
    def decisive(self) -> tuple[str, ...]:
        """The names of the bounds that are as low as the width."""
        return tuple(name for name, elements in self.bounds if elements == self.elements)

    def bound(self, name: str) -> int | None:
        return dict(self.bounds).get(name)


def lowered_width(
    op: Operation,
    encoding: DistributedEncoding,
    shape: Sequence[int],
    elem_bits: int,
    pointer: AxisInfo,
    mask: AxisInfo | None,
) -> AccessWidth:
    """The width of the instructions that the access ``op`` of a tensor becomes.

    shape: elements of the tensor; elem_bits: of what the pointers point to; ``pointer`` and
    ``mask`` are what is known of these operands, whose layout is ``encoding``.
    """
    dim = order(encoding, shape)[0]
    return width_along(dim, op, encoding, shape, elem_bits, pointer, mask)


def width_along(
    dim: int,
    op: Operation,
    encoding: DistributedEncoding,
    shape: Sequence[int],
    elem_bits: int,
    pointer: AxisInfo,
    mask: AxisInfo | None,
) -> AccessWidth:
    """The bounds of :func:`lowered_width` along any dim, not the one that is lowered along."""
    size = max(elem_bits // 8, 1)
    bounds = [
        (CONTIGUITY, pointer.contiguity[dim]),
        (DIVISIBILITY, max(pointer.divisibility[dim] // size, 1)),
    ]
    if mask is not None:
        bounds.append((MASK, max(mask.constancy[dim], 1)))
    bounds.append((REGISTERS, contig_per_thread(encoding, shape)[dim]))
    widest = widest_access(op, elem_bits)
    bounds.append((ATOMIC if is_atomic(op) else INSTRUCTION, widest))
    return AccessWidth(dim, tuple(bounds))


def is_atomic(op: Operation) -> bool:
    return isinstance(op, (tt.AtomicRMWOp, tt.AtomicCASOp, tt.AtomicLoadOp, tt.AtomicStoreOp))


def is_emulated(op: Operation) -> bool:
    """Whether an atomic becomes a loop that compares and swaps words, for want of an instruction.

    LLVM does so with additions of bf16 before compute capability 90.
    """
    if not isinstance(op, tt.AtomicRMWOp) or op.atomic_rmw_op != "fadd":
        return False
    element = element_type_or_self(op.val.type)
    is_bf16 = isinstance(element, FloatType) and element.name == "bf16"
    return is_bf16 and (compute_capability(op) or 0) < 90


def widest_access(op: Operation, elem_bits: int) -> int:
    """The most elements that one instruction of ``op`` can move on the module's target.

    128 bits for loads, stores and copies. Atomic additions of floats are vectors from compute
    capability 90 on; before, two f16 go together. Any other atomic takes an element at a time.
    """
    widest = max(MAX_VECTOR_BITS // elem_bits, 1)
    if not is_atomic(op):
        return widest
    if not isinstance(op, tt.AtomicRMWOp):
        return 1
    element = element_type_or_self(op.val.type)
    name = element.name if isinstance(element, FloatType) else ""
    vectors = (compute_capability(op) or 0) >= 90
    if vectors and op.atomic_rmw_op == "fadd" and name in ("f16", "bf16", "f32"):
        return widest
    return 2 if name == "f16" else 1
