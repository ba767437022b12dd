"""tritongpu-optimize-dot-operands: operands of dots are transposed and reshaped in shared memory.

After canonicalization, a view of a tensor becomes a view of a buffer, which costs nothing where
the dot reads the buffer itself or can load from it in any order:

    %t = tt.trans %x                         %m = ttg.local_alloc %x
    %m = ttg.local_alloc %t            =>    %v = ttg.memdesc_trans %m
    ttng.warp_group_dot %m, ..               ttng.warp_group_dot %v, ..

and likewise for reshapes, for chains of both, and for operands in registers, which are loaded from
a buffer that is swizzled for it. After lib/Dialect/TritonGPU/Transforms/OptimizeDotOperands.cpp.
"""

from __future__ import annotations

from typing import Any, cast

from mlir_mini.analysis.encoding_transfer import infer_operand_encoding
from mlir_mini.dialects import tt, ttg, ttng
from mlir_mini.dialects.ttg_views import reshaped, transposed
from mlir_mini.ir.attributes import i32_array
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.encodings import DistributedEncoding, DotOperandEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import transpose_layout
from mlir_mini.layout.memory_encodings import (
    NVMMASharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
)
from mlir_mini.layout.queries import order_for_memory
from mlir_mini.passmanager import AnalysisManager, Option, Pass, PassFailure
from mlir_mini.rewrite.greedy import apply_patterns_greedily
from mlir_mini.rewrite.matchers import defined_by
from mlir_mini.rewrite.patterns import PatternSet
from passes.canonicalize import Canonicalize

#: Dots that read their operands from shared memory.
_MEMORY_DOTS = (ttng.TCGen5MMAOp, ttng.TCGen5MMAScaledOp, ttng.WarpGroupDotOp)

_SWAP = (1, 0)


class OptimizeDotOperands(Pass):
    name = "tritongpu-optimize-dot-operands"
    display_name = "TritonGPUOptimizeDotOperands"

    hoist_layout_conversion = Option(bool, True, "accepted as upstream does; changes nothing")

    def run(self, module: Operation, am: AnalysisManager) -> None:
        Canonicalize().run(module, am)
        patterns = PatternSet()
        patterns.add(ttg.ConvertLayoutOp, _swizzle)
        patterns.add(ttg.LocalAllocOp, _transpose_buffer, _reshape_buffer)
        for dot in _MEMORY_DOTS:
            patterns.add(dot, _view_buffers)
        patterns.add_canonicalizations(ttg.ConvertLayoutOp)
        if not apply_patterns_greedily(module, patterns):
            raise PassFailure


def _transposition(value: Value) -> tt.TransOp | None:
    """What defines ``value`` if that swaps two dimensions."""
    trans = defined_by(value, tt.TransOp)
    return trans if trans is not None and tuple(trans.order) == _SWAP else None


def _trans(rewriter: PatternRewriter, source: Value, order: Any, loc: Any) -> Value:
    type = source.type
    assert isinstance(type, ttg.MemDescType)
    properties = {"order": i32_array(order)}
    new = rewriter.create(
        ttg.MemDescTransOp, [source], [transposed(type, order)], properties, loc=loc
    )
    return new.results[0]


def _buffer_like(type: ttg.MemDescType, shape: Any, encoding: Any) -> ttg.MemDescType:
    return ttg.MemDescType(shape, type.element_type, encoding, type.memory_space)


# dot(convert(trans(x))) -> dot(local_load(memdesc_trans(local_alloc(x))))
def _swizzle(op: ttg.ConvertLayoutOp, rewriter: PatternRewriter) -> bool:
    if not op.result.has_one_use or not isinstance(next(op.users), tt.DotOp):
        return False
    trans = _transposition(op.src)
    if trans is None:
        return False
    # The order of elements is that of the tensor before it was converted, if it was.
    conversion = defined_by(trans.src, ttg.ConvertLayoutOp)
    source = trans.src.type if conversion is None else conversion.src.type
    target = op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    if not isinstance(target.encoding, DotOperandEncoding):
        return False
    assert isinstance(source.encoding, DistributedEncoding)
    cga_layout = transpose_layout(source.encoding.cga_layout.linear_layout, _SWAP)
    shared = SwizzledSharedEncoding.for_dot_operand(
        target.encoding,
        source.shape,
        order_for_memory(source.encoding, source.shape),
        CGALayout(cga_layout),
        bit_width(source.element_type),
        need_trans=True,
    )
    loc = trans._loc
    rewriter.set_insertion_point(trans)
    type = ttg.MemDescType(source.shape, source.element_type, shared, ttg.SHARED_MEMORY)
    buffer = rewriter.create(ttg.LocalAllocOp, [trans.src], [type], loc=loc)
    view = _trans(rewriter, buffer.results[0], _SWAP, loc)
    loaded = rewriter.create(ttg.LocalLoadOp, [view], [target], loc=loc)
    with rewriter.modify_in_place(op):
        op.set_operand(0, loaded.results[0])
    return True


# local_alloc(trans(x)) -> memdesc_trans(local_alloc(x))
def _transpose_buffer(op: ttg.LocalAllocOp, rewriter: PatternRewriter) -> bool:
    if op.src is None or not op.result.has_one_use or not isinstance(next(op.users), _MEMORY_DOTS):
        return False
    trans = _transposition(op.src)
    type = op.result.type
    assert isinstance(type, ttg.MemDescType)
    if trans is None or not isinstance(type.encoding, NVMMASharedEncoding):
        return False
    try:
        inner = transposed(type, _SWAP)
    except LayoutError:
        return False
    inner = _buffer_like(type, trans.src.type.shape, inner.encoding)
    buffer = rewriter.create(ttg.LocalAllocOp, [trans.src], [inner])
    rewriter.replace_op(op, _trans(rewriter, buffer.results[0], _SWAP, op._loc))
    return True


# local_alloc(reshape(x)) -> memdesc_reshape(local_alloc(x))
def _reshape_buffer(op: ttg.LocalAllocOp, rewriter: PatternRewriter) -> bool:
    reshape = defined_by(op.src, tt.ReshapeOp) if op.src is not None else None
    if reshape is None:
        return False
    type = op.result.type
    assert isinstance(type, ttg.MemDescType)
    # A reshape undone is a reshape.
    inner = reshaped(type, reshape.src.type.shape)
    if not isinstance(inner.encoding, NVMMASharedEncoding):
        return False
    buffer = rewriter.create(ttg.LocalAllocOp, [reshape.src], [inner])
    rewriter.replace_op_with(op, ttg.MemDescReshapeOp, buffer.results)
    return True


# dot(views(local_alloc(views(x)))) -> dot(views(memdesc_views(local_alloc(x))))
def _view_buffers(op: Any, rewriter: PatternRewriter) -> bool:
    """For operands whose buffer has a linear encoding, which any view keeps exact."""
    operands = [op.a, op.b]
    if isinstance(op, ttng.TCGen5MMAScaledOp):
        operands += [op.a_scale, op.b_scale]
    changed = False
    for operand in operands:
        changed |= _view_buffer(operand, rewriter)
    return changed


def _view_buffer(operand: Value, rewriter: PatternRewriter) -> bool:
    if not isinstance(operand.type, ttg.MemDescType):
        return False
    if not isinstance(operand.type.encoding, SharedLinearEncoding):
        return False
    definition: Any = operand.defining_op
    while isinstance(definition, (ttg.MemDescReshapeOp, ttg.MemDescTransOp)):
        definition = definition.src.defining_op
    if not isinstance(definition, ttg.LocalAllocOp) or definition.src is None:
        return False
    alloc = definition
    buffer_type: Any = alloc.result.type
    base = alloc.src
    views: list[tt.ReshapeOp | tt.TransOp] = []
    while isinstance(view := base.defining_op, (tt.ReshapeOp, tt.TransOp)):
        shape = view.src.type.shape
        if isinstance(view, tt.ReshapeOp):
            buffer_type = reshaped(buffer_type, shape)
        else:
            encoding = infer_operand_encoding(view, buffer_type.encoding)
            if encoding is None:
                return False
            buffer_type = ttg.MemDescType(
                shape,
                buffer_type.element_type,
                encoding,
                buffer_type.memory_space,
                buffer_type.mutable,
            )
        views.append(view)
        base = view.src
    if not views:
        return False
    with rewriter.keep_insertion_point():
        rewriter.set_insertion_point(alloc)
        new = rewriter.create(ttg.LocalAllocOp, [base], [buffer_type], loc=alloc._loc)
        value: Value = new.results[0]
        for view in reversed(views):
            if isinstance(view, tt.TransOp):
                value = _trans(rewriter, value, view.order, view._loc)
                continue
            assert isinstance(value.type, ttg.MemDescType)
            shape = cast(RankedTensorType, view.result.type).shape
            type = reshaped(value.type, shape)
            value = rewriter.create(ttg.MemDescReshapeOp, [value], [type], loc=view._loc).results[0]
        rewriter.replace_op(alloc, value)
    return True
