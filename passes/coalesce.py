"""tritongpu-coalesce: gives accesses to global memory layouts in which warps access whole lines.

Each load, store, atomic or asynchronous copy of a tensor of pointers, and each operation that moves
a tensor through a descriptor, gets a layout of its own; conversions around it keep the rest of the
program as it is:

    %v = tt.load %p : tensor<64x!tt.ptr<f32>, #old>
  =>
    %q = ttg.convert_layout %p : tensor<64x!tt.ptr<f32>, #old> -> tensor<64x!tt.ptr<f32>, #new>
    %w = tt.load %q : tensor<64x!tt.ptr<f32>, #new>
    %v = ttg.convert_layout %w : tensor<64xf32, #new> -> tensor<64xf32, #old>

All layouts are chosen before anything is rewritten. After
lib/Dialect/TritonGPU/Transforms/Coalesce.cpp and CoalesceUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_value import AxisInfo
from mlir_mini.analysis.slices import ConnectedOps
from mlir_mini.dialects import tt, ttg
from mlir_mini.dialects.ttg_utils import (
    amd_arch,
    compute_capability,
    memory_access_pointer,
    num_warps,
    threads_per_warp,
)
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    bit_width,
    element_type_or_self,
)
from mlir_mini.layout.cga import CGALayout, shape_per_cta
from mlir_mini.layout.coalescing import (
    atomic_elements_cap,
    coalesced_layout,
    descriptor_layout,
    elements_per_thread,
    order_from_contiguity,
)
from mlir_mini.layout.encodings import BlockedEncoding, LayoutEncoding
from mlir_mini.passmanager import AnalysisManager, Pass
from mlir_mini.source import MLIRError


class Coalesce(Pass):
    name = "tritongpu-coalesce"
    display_name = "TritonGPUCoalesce"

    def run(self, module: Operation, am: AnalysisManager) -> None:
        layouts = AccessLayouts(module, am.get(ModuleAxisInfoAnalysis))
        chosen: dict[Operation, BlockedEncoding] = {}
        for op in module.walk():
            pointer = memory_access_pointer(op)
            if pointer is not None and _is_pointer_tensor(pointer.type):
                chosen[op] = layouts.of(op, pointer)
        for op in module.walk():
            # Like upstream, ask every operation for its warps, the module included: without an
            # answer the pass fails whether or not there is anything to coalesce.
            warps = num_warps(op)
            tensor = descriptor_tensor(op)
            if tensor is not None:
                chosen[op] = layouts.of_descriptor(op, tensor, warps)
        for op, encoding in chosen.items():
            convert_op_encoding(op, encoding)


def _is_pointer_tensor(type: Type) -> bool:
    return isinstance(type, RankedTensorType) and isinstance(type.element_type, tt.PointerType)


def descriptor_tensor(op: Operation) -> RankedTensorType | None:
    """The type of what ``op`` loads or stores through a descriptor, or None."""
    if isinstance(op, (tt.DescriptorLoadOp, tt.DescriptorGatherOp)):
        type = op.result.type
    elif isinstance(op, (tt.DescriptorStoreOp, tt.DescriptorReduceOp, tt.DescriptorScatterOp)):
        type = op.src.type
    else:
        return None
    assert isinstance(type, RankedTensorType)
    return type


def _cga_layout(op: Operation, type: RankedTensorType) -> CGALayout:
    if isinstance(type.encoding, LayoutEncoding):
        return type.encoding.cga_layout
    diagnostic = op.op_error("accesses memory with a tensor that has no layout")
    diagnostic.attach_note("run convert-triton-to-tritongpu first")
    raise MLIRError(diagnostic)


#: The operations that share data with one, itself included.
Connected = Callable[[Operation], Set[Operation]]


class AccessLayouts:
    """Chooses layouts; the module must not change in between.

    ``connected`` says which operations share data, by default those reached along uses.
    """

    def __init__(
        self,
        module: Operation,
        axis_info: ModuleAxisInfoAnalysis,
        connected: Connected | None = None,
    ) -> None:
        self._axis_info = axis_info
        self._threads = threads_per_warp(module)
        self.connected = connected or ConnectedOps().of

    def of(
        self, op: Operation, pointer: Value, cga_layout: CGALayout | None = None
    ) -> BlockedEncoding:
        """The layout for ``op``, which accesses memory at ``pointer``.

        Dimensions are ordered by contiguity. A thread accesses as many elements as its widest
        instruction can, or as the widest access among those that share data, shape and order.
        Blocks share the tensor as in ``cga_layout``, by default that of the pointers.
        """
        type = pointer.type
        assert isinstance(type, RankedTensorType)
        warps = num_warps(op)
        cga_layout = cga_layout or _cga_layout(op, type)
        cta_shape = shape_per_cta(cga_layout.cta_split_num, type.shape)
        order = order_from_contiguity(self._info(pointer).contiguity)
        related = [
            self._elements_per_thread(other, order, cta_shape)
            for other in self._related(op, pointer, order)
        ]
        return coalesced_layout(
            type.shape,
            order,
            self._elements_per_thread(op, order, cta_shape),
            warps,
            self._threads,
            cga_layout,
            related=related,
            is_load=isinstance(op, tt.LoadOp),
        )

    def wider(self, op: Operation) -> set[Operation]:
        """The accesses for whose sake ``op`` gets more elements a thread than it can use."""
        pointer = memory_access_pointer(op)
        assert pointer is not None
        type = pointer.type
        assert isinstance(type, RankedTensorType)
        cta_shape = shape_per_cta(_cga_layout(op, type).cta_split_num, type.shape)
        order = order_from_contiguity(self._info(pointer).contiguity)
        widths = {
            other: self._elements_per_thread(other, order, cta_shape)
            for other in self._related(op, pointer, order)
        }
        widest = max(widths.values(), default=0)
        if widest <= self._elements_per_thread(op, order, cta_shape):
            return set()
        return {other for other, elements in widths.items() if elements == widest}

    def of_descriptor(self, op: Operation, type: RankedTensorType, warps: int) -> BlockedEncoding:
        """The layout for ``op``, which moves a tensor of ``type`` through a descriptor.

        How global memory is accessed is up to the hardware here; the layout is for wide accesses
        to the shared memory in between.
        """
        return descriptor_layout(
            type.shape, bit_width(type), warps, self._threads, _cga_layout(op, type)
        )

    def _info(self, value: Value) -> AxisInfo:
        return self._axis_info.axis_info_or_unknown(value)

    def _related(
        self, op: Operation, pointer: Value, order: tuple[int, ...]
    ) -> Iterator[Operation]:
        """The other accesses that share data with ``op``, and shape and order."""
        if pointer.defining_op is None:
            return
        assert isinstance(pointer.type, RankedTensorType)
        for other in self.connected(op):
            if other is not op and self._is_alike(other, pointer.type, order):
                yield other

    def _is_alike(self, op: Operation, type: RankedTensorType, order: tuple[int, ...]) -> bool:
        """Whether ``op`` accesses memory with the same shape and order."""
        pointer = memory_access_pointer(op)
        if pointer is None or not isinstance(pointer.type, RankedTensorType):
            return False
        if pointer.type.shape != type.shape:
            return False
        return order_from_contiguity(self._info(pointer).contiguity) == order

    def _elements_per_thread(
        self, op: Operation, order: tuple[int, ...], cta_shape: tuple[int, ...]
    ) -> int:
        pointer = memory_access_pointer(op)
        assert pointer is not None
        info = self._info(pointer)
        element = element_type_or_self(pointer.type)
        assert isinstance(element, tt.PointerType)
        return elements_per_thread(
            order,
            info.contiguity,
            info.divisibility,
            bit_width(element.pointee),
            cta_shape,
            _write_cap(op),
        )


def _write_cap(op: Operation) -> int | None:
    """Most elements that one instruction of an atomic operation covers, if that is known."""
    if isinstance(op, tt.AtomicCASOp):
        return 1
    if not isinstance(op, tt.AtomicRMWOp):
        return None
    type = element_type_or_self(op.val.type)
    name = (
        type.name if isinstance(type, FloatType) else "i" if isinstance(type, IntegerType) else ""
    )
    return atomic_elements_cap(
        name,
        bit_width(type),
        is_float_add=op.atomic_rmw_op == "fadd",
        is_amd=amd_arch(op) is not None,
        compute_capability=compute_capability(op),
    )


def convert_op_encoding(op: Operation, encoding: BlockedEncoding) -> Operation:
    """Replaces ``op`` by one whose tensors have ``encoding``, with conversions on both sides.

    The offsets of a gather or scatter keep their layout, and so do results of an asynchronous
    copy. Returns the new operation. (convertDistributedOpEncoding)
    """
    builder = OpBuilder.before(op)

    def convert(value: Value, type: Type) -> Value:
        return builder.create(ttg.ConvertLayoutOp, [value], [type]).result

    operands: list[Value] = []
    for use in op.op_operands:
        value = use.value
        if isinstance(value.type, RankedTensorType) and not _keeps_layout(op, use.index):
            value = convert(value, value.type.with_encoding(encoding))
        operands.append(value)
    types = [
        type.with_encoding(encoding) if isinstance(type, RankedTensorType) else type
        for type in op.result_types
    ]
    new = builder.create(type(op), operands, types, op.properties, op.attributes)
    for old, result in zip(op.results, new.results, strict=True):
        same = result.type is old.type
        old.replace_all_uses_with(result if same else convert(result, old.type))
    op.erase()
    return new


def _keeps_layout(op: Operation, index: int) -> bool:
    """Whether operand ``index`` is the row offsets of a gather or scatter."""
    return isinstance(op, (tt.DescriptorGatherOp, tt.DescriptorScatterOp)) and index == 1
