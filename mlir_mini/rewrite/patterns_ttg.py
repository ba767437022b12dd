"""Canonicalization patterns of ttg (lib/Dialect/TritonGPU/IR/Ops.cpp)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.analysis.encoding_transfer import encoding_of, is_legal_cat_encoding
from mlir_mini.dialects import arith, tt, ttg, ttng
from mlir_mini.dialects.ttng_tmem import tmem_access
from mlir_mini.ir.attributes import UNIT, DenseElementsAttr
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.rewriter import PatternRewriter
from mlir_mini.ir.types import i1
from mlir_mini.layout.encodings import DotOperandEncoding, NvidiaMmaEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.inference import infer_split, layouts_are_equal
from mlir_mini.layout.queries import is_expensive_view
from mlir_mini.rewrite.matchers import defined_by

# Conversions of a conversion or of what else defines the source ----------------------------------


def _expensive_view(source: Any, target: Any) -> bool:
    """Viewing a tensor of type ``source`` as ``target`` moves data between threads."""
    return is_expensive_view(source.shape, source.encoding, target.shape, target.encoding)


def _is_dot_operand(value: Value) -> bool:
    type: Any = value.type
    return isinstance(type.encoding, DotOperandEncoding)


# cvt(reshape(x)) -> reshape(reshape(x)) where elements may move anyway
def _of_reshape(op: Any, source: tt.ReshapeOp, rewriter: PatternRewriter) -> bool:
    if not source.allow_reorder or source.efficient_layout:
        return False
    if _expensive_view(source.src.type, op.result.type):
        return False
    # Dot operands are packed otherwise than what reshape takes and makes.
    if _is_dot_operand(op.src) or _is_dot_operand(op.result):
        return False
    rewriter.replace_op_with(op, tt.ReshapeOp, (source.result,), properties={"allow_reorder": UNIT})
    return True


# cvt(histogram(x)) -> histogram(x)
def _of_histogram(op: Any, source: tt.HistogramOp, rewriter: PatternRewriter) -> bool:
    rewriter.replace_op_with(op, tt.HistogramOp, source.operands)
    return True


# cvt(local_load(m)) -> local_load(m), where the first load was
def _of_local_load(op: Any, source: ttg.LocalLoadOp, rewriter: PatternRewriter) -> bool:
    rewriter.set_insertion_point(source)
    rewriter.replace_op_with(op, ttg.LocalLoadOp, source.operands)
    return True


# cvt(cat(x, y)) -> cat(x, y) if the new layout has room for just what both hold
def _of_concatenation(op: Any, source: tt.CatOp, rewriter: PatternRewriter) -> bool:
    if not is_legal_cat_encoding(source, encoding_of(op.result)):
        return False
    rewriter.replace_op_with(op, tt.CatOp, source.operands)
    return True


# cvt(cvt(x)) -> cvt(x)
def _of_conversion(op: Any, source: ttg.ConvertLayoutOp, rewriter: PatternRewriter) -> bool:
    rewriter.replace_op_with(op, ttg.ConvertLayoutOp, (source.src,))
    return True


# cvt(splat(x)) -> splat(x)
def _of_splat(op: Any, source: tt.SplatOp, rewriter: PatternRewriter) -> bool:
    rewriter.replace_op_with(op, tt.SplatOp, (source.src,))
    return True


# cvt(make_range) -> make_range
def _of_range(op: Any, source: tt.MakeRangeOp, rewriter: PatternRewriter) -> bool:
    bounds = {name: source.properties[name] for name in ("start", "end")}
    rewriter.replace_op_with(op, tt.MakeRangeOp, properties=bounds)
    return True


# cvt(dense<c>) -> dense<c>
def _of_constant(op: Any, source: arith.ConstantOp, rewriter: PatternRewriter) -> bool:
    value = source.attr("value")
    if not isinstance(value, DenseElementsAttr) or not value.is_splat:
        return False
    value = DenseElementsAttr(op.result.type, value.values)
    rewriter.replace_op_with(op, arith.ConstantOp, properties={"value": value})
    return True


_SOURCES: dict[type[Operation], Callable[[Any, Any, PatternRewriter], bool]] = {
    tt.ReshapeOp: _of_reshape,
    tt.HistogramOp: _of_histogram,
    ttg.LocalLoadOp: _of_local_load,
    tt.CatOp: _of_concatenation,
    ttg.ConvertLayoutOp: _of_conversion,
    tt.SplatOp: _of_splat,
    tt.MakeRangeOp: _of_range,
    arith.ConstantOp: _of_constant,
}


# cvt(x) -> x as its own type,  cvt(op) -> op for the operations above
def _conversion(op: ttg.ConvertLayoutOp, rewriter: PatternRewriter) -> bool:
    source: Any = op.src.type
    target: Any = op.result.type
    if source is target:
        rewriter.replace_op(op, op.src)
        return True
    # What attention kernels keep between their two dots.
    if isinstance(target.encoding, DotOperandEncoding) and isinstance(
        source.encoding, NvidiaMmaEncoding
    ):
        return False
    definition = op.src.defining_op
    if definition is None:
        return False
    rewrite = _SOURCES.get(type(definition))
    return rewrite is not None and rewrite(op, definition, rewriter)


# Operations on a conversion --------------------------------------------------------------------


def _converted(value: Value) -> ttg.ConvertLayoutOp | None:
    return defined_by(value, ttg.ConvertLayoutOp)


def _is_trivial(conversion: ttg.ConvertLayoutOp) -> bool:
    """Both layouts place every element alike."""
    source: Any = conversion.src.type
    target: Any = conversion.result.type
    return layouts_are_equal(source.shape, source.encoding, target.encoding)


# reshape(cvt(x)) -> reshape(x)
def _reshape(op: tt.ReshapeOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if conversion is None:
        return False
    if not _is_trivial(conversion) and (
        _expensive_view(conversion.src.type, op.result.type) or not op.allow_reorder
    ):
        return False
    rewriter.replace_op_with(op, tt.ReshapeOp, (conversion.src,), properties=op.properties)
    return True


# trans(x, [0, 1, ...]) -> cvt(x),  trans(cvt(x)) -> trans(x)
def _transpose(op: tt.TransOp, rewriter: PatternRewriter) -> bool:
    if list(op.order) == list(range(len(op.order))):
        rewriter.replace_op_with(op, ttg.ConvertLayoutOp, (op.src,))
        return True
    conversion = _converted(op.src)
    if conversion is None or not _is_trivial(conversion):
        return False
    rewriter.replace_op_with(op, tt.TransOp, (conversion.src,), properties=op.properties)
    return True


# gather(cvt(x), i) -> gather(x, i): x goes through shared memory anyway
def _gather(op: tt.GatherOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if op.efficient_layout or conversion is None:
        return False
    properties = {"axis": op.properties["axis"]}
    rewriter.replace_op_with(op, tt.GatherOp, (conversion.src, op.indices), properties=properties)
    return True


# histogram(cvt(x), m) -> histogram(x, cvt(m))
def _histogram(op: tt.HistogramOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if conversion is None:
        return False
    source: Any = conversion.src.type
    operands = [conversion.src]
    if op.mask is not None:
        mask = rewriter.create(ttg.ConvertLayoutOp, (op.mask,), [source.with_element_type(i1)])
        operands.append(mask.result)
    rewriter.replace_op_with(op, tt.HistogramOp, operands)
    return True


# local_alloc(cvt(x)) -> local_alloc(x)
def _local_alloc(op: ttg.LocalAllocOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src) if op.src is not None else None
    if conversion is None:
        return False
    rewriter.replace_op_with(op, ttg.LocalAllocOp, (conversion.src,))
    return True


# local_store(cvt(x), m) -> local_store(x, m)
def _local_store(op: ttg.LocalStoreOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if conversion is None:
        return False
    rewriter.replace_op_with(op, ttg.LocalStoreOp, (conversion.src, op.dst), ())
    return True


# split(cvt(x)) -> split(x) if that makes the same layout
def _split(op: tt.SplitOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if conversion is None:
        return False
    source: Any = conversion.src.type
    target: Any = op.outLHS.type
    try:
        encoding = infer_split(source.encoding, source.shape)
    except LayoutError:
        return False
    if encoding is not target.encoding:
        return False
    rewriter.replace_op_with(op, tt.SplitOp, (conversion.src,))
    return True


# tmem_store(cvt(x)) -> tmem_store(x) if tensor memory takes that layout
def _tmem_store(op: ttng.TMEMStoreOp, rewriter: PatternRewriter) -> bool:
    conversion = _converted(op.src)
    if conversion is None:
        return False
    memory: Any = op.dst.type
    if tmem_access(op, conversion.src.type, memory) is None:
        return False
    with rewriter.modify_in_place(op):
        op.set_operand(op.operands.index(op.src), conversion.src)
    return True


# Warp specialization -----------------------------------------------------------------------------


# %0, %1 = warp_specialize default { warp_yield %a, %b }, %1 unused
#   -> %0 = warp_specialize default { warp_yield %a }
def _unused_results(op: ttg.WarpSpecializeOp, rewriter: PatternRewriter) -> bool:
    kept = [result for result in op.results if result.has_uses]
    if len(kept) == op.num_results:
        return False
    unused = {result.index for result in op.results if not result.has_uses}
    default, partitions = op.regions
    for block in default.blocks:
        ending = block.terminator
        if isinstance(ending, ttg.WarpYieldOp):
            with rewriter.modify_in_place(ending):
                ending.erase_operand_indices(unused)
    new = rewriter.create(
        ttg.WarpSpecializeOp,
        (),
        [result.type for result in kept],
        op.properties,
        op.attributes,
        [Region(), Region()],
    )
    new.regions[0].take_body(default)
    new.regions[1].take_body(partitions)
    for old, result in zip(kept, new.results, strict=True):
        # As upstream does it: no user is looked at again for this.
        old.replace_all_uses_with(result)
    rewriter.erase_op(op)
    return True


# partitions(%a, %a, %b) { ^(%0, %1, %2) }, %2 unused -> partitions(%a) { ^(%0) }
def _captures(op: ttg.WarpSpecializePartitionsOp, rewriter: PatternRewriter) -> bool:
    unused = set()
    first_of: dict[Value, int] = {}
    bodies = [region.first_block for region in op.regions]
    for index, capture in enumerate(op.operands):
        if not any(body.arguments[index].has_uses for body in bodies):
            unused.add(index)
            continue
        first = first_of.setdefault(capture, index)
        if first == index:
            continue
        with rewriter.modify_in_place(op):
            for body in bodies:
                rewriter.replace_all_uses_with(body.arguments[index], body.arguments[first])
        unused.add(index)
    if not unused:
        return False
    with rewriter.modify_in_place(op):
        for body in bodies:
            for index in sorted(unused, reverse=True):
                body.erase_argument(index)
        op.erase_operand_indices(unused)
    return True


#: All but the first of a conversion's rows start from what uses the conversion.
PATTERNS: dict[type, list[Any]] = {
    ttg.ConvertLayoutOp: [
        _conversion,
        (tt.ReshapeOp, _reshape),
        (tt.TransOp, _transpose),
        (tt.GatherOp, _gather),
        (tt.HistogramOp, _histogram),
        (ttg.LocalAllocOp, _local_alloc),
        (ttg.LocalStoreOp, _local_store),
        (tt.SplitOp, _split),
        (ttng.TMEMStoreOp, _tmem_store),
    ],
    ttg.WarpSpecializeOp: [_unused_results],
    ttg.WarpSpecializePartitionsOp: [_captures],
}
