"""The accesses of a module and how wide their instructions are, coalesced and as written."""

from __future__ import annotations

from contextlib import suppress

from mlir_mini.analysis.access_width import (
    AccessWidth,
    lowered_width,
    widest_access,
    width_along,
)
from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.dialects import scf, tt
from mlir_mini.dialects.ttg_utils import memory_access_pointer, num_warps, threads_per_warp
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import RankedTensorType, Type, bit_width
from mlir_mini.layout.encodings import BlockedEncoding, DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import product
from mlir_mini.layout.queries import order_for_memory
from passes.coalesce import AccessLayouts, Connected, descriptor_tensor

#: What the report calls an operation; atomics are named after what they do.
KINDS = {
    "tt.load": "load",
    "tt.store": "store",
    "tt.atomic_load": "atomic load",
    "tt.atomic_store": "atomic store",
    "tt.atomic_cas": "atomic cas",
    "ttg.async_copy_global_to_local": "async copy",
    "tt.descriptor_load": "descriptor load",
    "tt.descriptor_gather": "descriptor gather",
    "tt.descriptor_store": "descriptor store",
    "tt.descriptor_reduce": "descriptor reduce",
    "tt.descriptor_scatter": "descriptor scatter",
}


class Access:
    """An access to memory under the layout that coalesce gives it.

    ``type`` is that of the tensor in registers, with shape and element; ``element`` what the
    pointers point to. For a scalar there is neither ``encoding`` nor ``width``; for an access
    through a descriptor, which the hardware cuts into lines, there is no ``pointer``.
    ``written_width`` is the width under the layout that the pointers have in the module.
    """

    def __init__(self, op: Operation, pointer: Value | None, shape: tuple[int, ...], element: Type):
        self.op = op
        self.pointer = pointer
        self.mask: Value | None = getattr(op, "mask", None)
        self.shape = shape
        self.element = element
        #: Bits that an element takes in memory: a byte at least.
        self.bits = max(bit_width(element), 8)
        self.encoding: BlockedEncoding | None = None
        self.width: AccessWidth | None = None
        self.written_width: AccessWidth | None = None
        #: sizePerThread is wider than the access's own, for the sake of another one.
        self.widened_by: Operation | None = None

    @property
    def kind(self) -> str:
        """What the report calls the operation."""
        if isinstance(self.op, tt.AtomicRMWOp):
            return f"atomic {self.op.atomic_rmw_op}"
        return KINDS[self.op.name]

    @property
    def is_scalar(self) -> bool:
        return not self.shape

    @property
    def is_descriptor(self) -> bool:
        return self.pointer is None

    @property
    def elements(self) -> int:
        """Elements a thread moves with one instruction."""
        return self.width.elements if self.width is not None else 1

    @property
    def most(self) -> int:
        """Elements that an instruction of this kind can move at most."""
        return 1 if self.is_scalar else widest_access(self.op, self.bits)

    @property
    def bytes_now(self) -> int:
        """Bytes of one instruction of a thread."""
        return self.elements * self.bits // 8

    @property
    def written_encoding(self) -> DistributedEncoding | None:
        """The layout of the pointers, if they are a tensor."""
        type = None if self.pointer is None else self.pointer.type
        encoding = type.encoding if isinstance(type, RankedTensorType) else None
        return encoding if isinstance(encoding, DistributedEncoding) else None

    @property
    def bytes_most(self) -> int:
        """Bytes that one instruction of a thread can move at most."""
        return self.most * self.bits // 8

    @property
    def is_full(self) -> bool:
        """Whether no instruction of this kind is wider; descriptors' lines are the hardware's."""
        return self.is_descriptor or self.elements >= self.most

    @property
    def in_loop(self) -> bool:
        """Whether a loop of its function is around it."""
        return self.op.parent_of_type(scf.ForOp, scf.WhileOp) is not None

    @property
    def tensor_bytes(self) -> int:
        """Bytes of all elements of the tensor, in memory."""
        return product(self.shape) * self.bits // 8

    @property
    def threads(self) -> int:
        """Threads of the block that runs the access, over which its tensor is spread."""
        return num_warps(self.op) * threads_per_warp(self.op)


def find_accesses(module: Operation) -> list[Access]:
    """Every access of ``module`` in order, not measured yet."""
    found = []
    for op in module.walk(pre_order=True):
        pointer = memory_access_pointer(op)
        if pointer is not None:
            type = pointer.type
            if isinstance(type, RankedTensorType):
                element, shape = type.element_type, type.shape
            else:
                element, shape = type, ()
            # A pointer to a tensor has no layout of its own yet: nothing is known of it here.
            if isinstance(element, tt.PointerType) and not isinstance(
                element.pointee, RankedTensorType
            ):
                found.append(Access(op, pointer, tuple(shape), element.pointee))
            continue
        tensor = descriptor_tensor(op)
        if tensor is not None:
            found.append(Access(op, None, tuple(tensor.shape), tensor.element_type))
    return found


class Measuring:
    """Lays accesses out as coalesce does and takes the width of their instructions."""

    def __init__(
        self,
        module: Operation,
        analysis: ModuleAxisInfoAnalysis,
        connected: Connected | None = None,
    ) -> None:
        self._analysis = analysis
        self.layouts = AccessLayouts(module, analysis, connected)

    def measure(self, access: Access) -> None:
        """Sets encoding and width."""
        if access.is_scalar:
            return
        if access.pointer is None:
            type = descriptor_tensor(access.op)
            assert type is not None
            access.encoding = self.layouts.of_descriptor(access.op, type, num_warps(access.op))
            return
        access.encoding = self.layouts.of(access.op, access.pointer)
        access.width = self._width(access, access.encoding, access.encoding.order[0])

    def measure_written(self, access: Access) -> None:
        """Sets the width that the layout in the module gives, if it fits the tensor."""
        encoding = access.written_encoding
        if encoding is not None:
            with suppress(LayoutError):
                fast = order_for_memory(encoding, access.shape)[0]
                access.written_width = self._width(access, encoding, fast)

    def _width(self, access: Access, encoding: DistributedEncoding, fast: int) -> AccessWidth:
        """The width under ``encoding``, whose threads follow each other along ``fast``."""
        assert access.pointer is not None
        mask = access.mask
        of_access = (
            access.op,
            encoding,
            access.shape,
            access.bits,
            self._analysis.axis_info_or_unknown(access.pointer),
            None if mask is None else self._analysis.axis_info_or_unknown(mask),
        )
        width = lowered_width(*of_access)
        if width.elements == 1:
            # The lowering has no fast dim then; the one that is meant tells what is wrong.
            along = width_along(fast, *of_access)
            width = along if along.elements == 1 else width
        return width

    def find_widened(self, accesses: list[Access]) -> None:
        """Sets ``widened_by`` of loads."""
        for access in accesses:
            if access.encoding is not None and isinstance(access.op, tt.LoadOp):
                wider = self.layouts.wider(access.op)
                access.widened_by = next((each.op for each in accesses if each.op in wider), None)
