"""Operations on tensor memory.

Sources: include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUOps.td,
lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp, TensorMemoryUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mlir_mini.dialects import ttg_utils
from mlir_mini.dialects.tt_traits import Predicated
from mlir_mini.dialects.tt_types import Tensor
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY
from mlir_mini.dialects.ttg_traits import (
    LAYOUTS,
    AsyncToken,
    MemDesc,
    MemDescView,
    TTGOp,
    verify_alloc,
    verify_memory_types,
)
from mlir_mini.dialects.ttg_types import (
    AsyncTokenType,
    MemDescType,
    comma_separated,
    memdesc_layout,
)
from mlir_mini.dialects.ttng_attrs import TENSOR_MEMORY, TMEMLoadReduceModifierAttr
from mlir_mini.dialects.ttng_checks import verify_tcgen05
from mlir_mini.dialects.ttng_mmav5 import operands_in, print_dependency
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation, OpResult
from mlir_mini.ir.types import RankedTensorType, bit_width, f32
from mlir_mini.layout import (
    LinearEncoding,
    LinearLayout,
    NVMMASharedEncoding,
    SharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)
from mlir_mini.layout.layout_utils import bases_per_dim
from mlir_mini.layout.tensor_memory import MAX_REGISTERS, TmemAccess, access, compatible_layouts
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec import verify
from mlir_mini.spec.attr_kinds import BoolAttr, ClassKind, EnumKind, I32Attr
from mlir_mini.spec.constraints import I1
from mlir_mini.spec.effects import (
    ALLOCATE,
    READ_SHARED,
    READ_TENSOR,
    TENSOR,
    WRITE,
    WRITE_TENSOR,
    Effect,
)
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.fields import (
    attr,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    result,
)

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer

TENSOR_MEMORY_ENCODINGS = (TensorMemoryEncoding, TensorMemoryScalesEncoding)


@custom_directive("Dependency")
class _Dependency(CustomDirective):
    """`[%dep]` or `[]` behind an operand: there is a result `token`."""

    grammar = "BRACKETS?"
    leading_space = False

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        state.names["dep"] = []
        state.types["token"] = []
        if children[i]:
            state.names["dep"] = operands_in(children[i][0], state)
            state.types["token"] = [AsyncTokenType()]
        return i + 1

    def print(self, op: Any, p: Printer) -> None:
        if op.token is not None:
            print_dependency(op.dep, p)


# Which registers go with which part of tensor memory -----------------------------------------


def max_registers(op: Operation) -> int:
    """Registers of a thread that runs `op` (getContextualMaxNReg)."""
    module = ttg_utils.enclosing_module(op)
    limit = module.attr("ttg.maxnreg") if module is not None else None
    most = limit.value if isinstance(limit, IntegerAttr) else MAX_REGISTERS
    child: Operation = op
    while child is not module and child.parent_op is not None:
        found = _register_limit(child, child.parent_op)
        if found is not None:
            return min(most, found, MAX_REGISTERS)
        child = child.parent_op
    return min(most, MAX_REGISTERS)


def _register_limit(child: Operation, parent: Operation) -> int | None:
    """The limit that a part of a ttg.warp_specialize has."""
    if parent.name == "ttg.warp_specialize.partitions":
        specialize: Any = parent.parent_op
        region = child.parent_region
        assert region is not None
        index = parent.regions.index(region)
        if specialize.actualRegisters is not None:
            return specialize.actualRegisters[1 + index]
        if specialize.requestedRegisters is not None:
            return specialize.requestedRegisters[index]
    elif parent.name == "ttg.warp_specialize":
        specialize = parent
        if specialize.actualRegisters is not None:
            return specialize.actualRegisters[0]
    return None


def tmem_access(op: Operation, tensor: Any, memory: MemDescType) -> TmemAccess | None:
    """How `op` moves a tensor to or from tensor memory; None if its layout does not allow it."""
    return access(
        to_linear_layout(tensor.shape, tensor.encoding),
        memdesc_layout(memory),
        bit_width(memory.element_type),
        max_registers(op),
    )


def _verify_tensor(op: Operation, tensor: Any, memory: MemDescType, name: str) -> Diagnostic | None:
    if tensor.rank != 2:
        return op.op_error(f"{name} must be a 2D tensor")
    if tensor.encoding is None or tmem_access(op, tensor, memory) is not None:
        return None
    error = op.op_error(name)
    text = verify.attr_text
    notes = [f"Got: {text(tensor.encoding)}"]
    layouts = compatible_layouts(
        memdesc_layout(memory), ttg_utils.num_warps(op), bit_width(memory.element_type)
    )
    notes += [f"potential TMEM layout: {text(LinearEncoding(each))}" for each in layouts]
    for note in notes:
        error.attach_note(note)
    return error


# Operations ----------------------------------------------------------------------------------


class TMEMWaitOp(TTGOp):
    """Waits for loads from tensor memory, or for stores to it.

    ttng.tmem_wait load
    """

    name = "ttng.tmem_wait"
    kind = attr(EnumKind({"load": 0, "store": 1}))
    assembly_format = "$kind attr-dict"

    def verify(self) -> Diagnostic | None:
        return verify_tcgen05(self)


RedOp = ClassKind(
    TMEMLoadReduceModifierAttr,
    "allowed 32-bit signless integer cases: 1, 2",
    to_python=lambda attr: attr.value,
    from_python=TMEMLoadReduceModifierAttr,
)


class TMEMLoadOp(TTGOp):
    """Reads tensor memory into registers; with `redOp`, also the reduction of each row.

    %1 = ttng.tmem_load %0
      : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory> -> tensor<128x128xf32>
    """

    name = "ttng.tmem_load"
    src = operand(MemDesc)
    dep = optional_operand(AsyncToken)
    redOp = optional_attr(RedOp)
    abs = optional_attr(BoolAttr)
    NaN = optional_attr(BoolAttr)
    result_ = result(Tensor)
    token = optional_result(AsyncToken)
    red = optional_result(Tensor)
    traits = LAYOUTS | {t.AttrSizedResultSegments}
    effects: ClassVar = {"src": READ_TENSOR}
    assembly_format = (
        "$src custom<Dependency>() attr-dict `:` qualified(type($src)) `->` type($result) "
        "(`,` type($red)^)?"
    )

    @property
    def result(self) -> OpResult:
        """The tensor, not the token nor the reduction."""
        return self.results[0]

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.result_.type
        problem = verify_tcgen05(self)
        if problem is not None:
            return problem
        if source.memory_space is not TENSOR_MEMORY:
            return self.op_error("source must be a tensor memory buffer.")
        if not isinstance(source.encoding, TensorMemoryEncoding):
            return self.op_error("should use tensor memory encoding.")
        return (
            _verify_tensor(self, target, source, "result")
            or self._verify_reduction()
            or verify_memory_types(self, source, target)
        )

    def _verify_reduction(self) -> Diagnostic | None:
        reduces = self.redOp is not None
        if reduces != (self.red is not None):
            return self.op_error(
                "redOp is set but 'red' result is not present"
                if reduces
                else "'red' result is present but redOp is not set"
            )
        options = [name for name in ("abs", "NaN") if getattr(self, name)]
        if options and not reduces:
            return self.op_error(f"'{options[0]}' requires 'redOp' to be set")
        if options and self.src.type.element_type is not f32:
            return self.op_error(f"'{options[0]}' requires floating-point element type (f32)")
        problem = _reduction_problem(self) if reduces else None
        return None if problem is None else self.op_error(problem)


def _reduction_problem(op: TMEMLoadOp) -> str | None:
    """Each thread must hold all of one row, and nothing of another."""
    tensor = op.result_.type
    found = tmem_access(op, tensor, op.src.type)
    if found is None:
        return "failed to compute TMEM encoding info"
    if found.unpacked:
        return "tmem_load reduction requires packed format (unpacked=false)"
    layout = to_linear_layout(tensor.shape, tensor.encoding)
    rows, columns = bases_per_dim(layout, "register")
    if columns != layout.out_dim_sizes[1]:
        return "tmem_load reduction with N dimension sharded across threads is not supported."
    if rows != 1:
        return "tmem_load reduction with multiple M rows per thread is not supported."
    return None


class TMEMStoreOp(TTGOp):
    """Writes registers to tensor memory.

    ttng.tmem_store %1, %0, %pred
      : tensor<128x128xf32> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    """

    name = "ttng.tmem_store"
    dst = operand(MemDesc)
    dep = optional_operand(AsyncToken)
    src = operand(Tensor)
    pred = operand(I1)
    token = optional_result(AsyncToken)
    traits = LAYOUTS | {Predicated}
    effects: ClassVar = {"dst": WRITE_TENSOR}
    assembly_format = (
        "custom<Chain>(src, dst(dep), pred) attr-dict `:` type($src) `->` qualified(type($dst))"
    )

    def verify(self) -> Diagnostic | None:
        source, target = self.src.type, self.dst.type
        problem = verify_tcgen05(self)
        if problem is not None:
            return problem
        if not isinstance(target.encoding, TENSOR_MEMORY_ENCODINGS):
            return self.op_error("should use tensor memory encoding.")
        if not target.mutable:
            return self.op_error("Cannot store into an immutable alloc")
        return _verify_tensor(self, source, target, "source") or verify_memory_types(
            self, source, target
        )


class TMEMAllocOp(TTGOp):
    """A buffer in tensor memory, filled with `src` if there is one.

    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    """

    name = "ttng.tmem_alloc"
    src = optional_operand(Tensor)
    result_ = result(MemDesc)
    token = optional_result(AsyncToken)
    assembly_format = "($src^)? attr-dict `:` functional-type(operands, results)"

    @property
    def result(self) -> OpResult:
        """The buffer, not the token."""
        return self.results[0]

    def own_effects(self) -> list[Effect]:
        # An immutable buffer is a value until it has been placed.
        if not self.result_.type.mutable and "tensor_memory_col_offset" not in self.attributes:
            return []
        effects = [Effect(ALLOCATE, TENSOR, self.result_)]
        if self.src is not None:
            effects.append(Effect(WRITE, TENSOR, self.result_))
        return effects

    def verify(self) -> Diagnostic | None:
        type = self.result_.type
        problem = verify_tcgen05(self)
        if problem is not None:
            return problem
        if not isinstance(type.encoding, TENSOR_MEMORY_ENCODINGS):
            return self.op_error("should use tensor memory encoding")
        source = self.src.type if self.src is not None else None
        if source is not None:
            problem = _verify_tensor(self, source, type, "source")
            if problem is not None:
                return problem
        return verify_alloc(self, source, type)


class TMEMSubSliceOp(TTGOp):
    """A part of a buffer in tensor memory that starts at `offset` along `dim`.

    %1 = ttng.tmem_subslice %0 {offset = 64 : i32}
      : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> ->
        !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    """

    name = "ttng.tmem_subslice"
    src = operand(MemDesc)
    offset = attr(I32Attr)
    dim = attr(I32Attr, default=1)
    result_ = result(MemDesc)
    traits = LAYOUTS | {t.Pure, MemDescView}
    assembly_format = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify(self) -> Diagnostic | None:
        source, target, dim = self.src.type, self.result_.type, self.dim
        unsupported = verify_tcgen05(self)
        if unsupported is not None:
            return unsupported
        problem = _subslice_problem(source, target, dim)
        if problem is not None:
            return self.op_error(problem)
        if not 0 <= self.offset <= source.shape[dim] - target.shape[dim]:
            return self.plain_error("The split offset may not exceed the source shape")
        if source.rank == 3 and dim == 0:
            return None
        layout = memdesc_layout(source)
        dim -= source.rank - len(source.layout_shape)
        size = target.layout_shape[dim]
        if self.offset & (size - 1) and not _is_contiguous(layout, self.offset, size, dim):
            return self.plain_error("The split offset may not touch the tile")
        if any(basis[dim] >= size for basis in layout.bases_of("block")):
            return self.op_error("The result may not be sliced across CTAs.")
        point = {f"dim{each}": self.offset if each == dim else 0 for each in (0, 1)}
        column = layout.pseudoinvert().apply(point)["col"]
        if column * bit_width(source.element_type) % 32:
            return self.op_error("The split offset must be 32-bit aligned in tensor memory.")
        return None


def _subslice_problem(source: MemDescType, target: MemDescType, dim: int) -> str | None:
    if source.memory_space is not TENSOR_MEMORY:
        return "The source must be a tensor memory buffer."
    if target.memory_space is not TENSOR_MEMORY:
        return "The destination must be a tensor memory buffer."
    if source.element_type is not target.element_type:
        return "The source and result must have the same element type."
    if source.encoding is not target.encoding:
        return "The source and result must have the same encoding."
    if source.alloc_shape != target.alloc_shape:
        return "The source and result must have the same alloc shape."
    if source.rank != target.rank or source.rank not in (2, 3):
        return "The source and result must both be 2D or 3D tensor memory buffers."
    if not 0 <= dim < source.rank:
        return "The slice dimension must be within the descriptor rank."
    if any(source.shape[axis] != target.shape[axis] for axis in range(source.rank) if axis != dim):
        return (
            "The result must have the same size as the source in the dimensions that are not being "
            "sliced."
        )
    return None


def _is_contiguous(layout: LinearLayout, offset: int, size: int, dim: int) -> bool:
    """Do the bits that change within an unaligned slice follow each other in one address?"""
    first = (offset & -offset).bit_length() - 1
    last = (offset ^ (offset + size - 1)).bit_length() - 1
    wanted = [
        tuple(1 << bit if axis == dim else 0 for axis in (0, 1)) for bit in range(first, last + 1)
    ]
    for name in ("row", "col"):
        bases = list(layout.bases_of(name))
        for start in range(len(bases) - len(wanted) + 1):
            if bases[start : start + len(wanted)] == wanted:
                return True
    return False


class TMEMCopyOp(TTGOp):
    """Starts a copy from shared to tensor memory.

    ttng.tmem_copy %0, %1
      : !ttg.memdesc<128x32xf32, #shared, #smem>,
        !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    """

    name = "ttng.tmem_copy"
    src = operand(MemDesc)
    dst = operand(MemDesc)
    effects: ClassVar = {"src": READ_SHARED, "dst": WRITE_TENSOR}
    assembly_format = "$src `,` $dst attr-dict `:` qualified(type(operands))"

    def verify(self) -> Diagnostic | None:
        unsupported = verify_tcgen05(self)
        if unsupported is not None:
            return unsupported
        problem = _copy_problem(self.src.type, self.dst.type)
        return None if problem is None else self.op_error(problem)


def _copy_problem(source: MemDescType, target: MemDescType) -> str | None:
    if source.memory_space is not SHARED_MEMORY:
        return "The source must be a shared memory buffer"
    if source.shape != target.shape:
        return (
            f"source shape {comma_separated(source.shape)} must match destination shape "
            f"{comma_separated(target.shape)}"
        )
    if not target.mutable:
        return "Cannot copy into an immutable alloc"
    encoding = source.encoding
    assert isinstance(encoding, SharedEncoding)
    if encoding.alignment < 16:
        return (
            "Source must have at least 16-byte alignment to be representable in a matrix "
            "descriptor."
        )
    shared, tensor = memdesc_layout(source), memdesc_layout(target)
    if not tensor.invert_and_compose(shared).is_trivial_over(["block"]):
        return (
            f"The source and destination must have the same cga layout. Got source: {shared} and "
            f"destination: {tensor}"
        )
    nvmma = encoding if isinstance(encoding, NVMMASharedEncoding) else None
    if nvmma is not None and (nvmma.transposed or nvmma.fp4_padded):
        return "The source should not be transposed or padded"
    swizzled = nvmma is None or nvmma.swizzling_byte_width != 0
    if isinstance(target.encoding, TensorMemoryScalesEncoding):
        if nvmma is not None and swizzled:
            return "The source should not be swizzled for now"
        return None
    if not isinstance(target.encoding, TensorMemoryEncoding):
        return "Incorrect tmem layout."
    if target.encoding.block_m != 128:
        return "Tmem layout must have blockM=128."
    if not swizzled:
        return "Source layout should be swizzled."
    if bit_width(source.element_type) != 32:
        return "Source element type should be 32-bit."
    columns = tensor.bases_of("col")
    filled = next((n for n, basis in enumerate(columns) if not any(basis)), len(columns))
    if filled < 2:
        return "The destination must have at least 128 contiguous bits per TMEM row."
    return None


def reduced_type(tensor: RankedTensorType) -> RankedTensorType:
    """The type of the second result of a load of `tensor` that reduces rows."""
    from mlir_mini.layout import SliceEncoding

    encoding: Any = tensor.encoding
    return RankedTensorType(tensor.shape[:1], tensor.element_type, SliceEncoding(1, encoding))
