"""How encodings pass through operations, and what it would cost to run one with another encoding.

The encoding of an operation's results follows from that of its operands, and the other way round;
:func:`infer_result_encoding` and :func:`infer_operand_encoding` are these two directions, each None
where there is no way. Some operations can give their results any encoding without the operands
having to follow (:func:`pinned_operands`). After lib/Dialect/TritonGPU/Transforms/Utility.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from mlir_mini.dialects import arith, scf, tt, tt_traits, ttg, ttng
from mlir_mini.dialects.ttg_utils import num_warps, threads_per_warp
from mlir_mini.ir.core import Operation, OpOperand, Value
from mlir_mini.ir.types import RankedTensorType
from mlir_mini.layout.conversion import cvt_reorders_registers
from mlir_mini.layout.encodings import (
    BlockedEncoding,
    DistributedEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.inference import (
    broadcast_is_compatible,
    infer_fp4_to_fp,
    infer_join,
    infer_split,
    infer_trans,
)
from mlir_mini.layout.layout_utils import inverse_permutation
from mlir_mini.layout.queries import is_expensive_view, unique_elems_per_thread
from mlir_mini.layout.reshape import infer_reshape
from mlir_mini.rewrite.effects import effects
from mlir_mini.spec.effects import WRITE
from mlir_mini.spec.traits import Elementwise, ElementwiseMappable

Encoding = DistributedEncoding
Transfer = Callable[[Any, Any], Encoding | None]

_KEEP_ENCODING = (
    tt_traits.SameOperandsAndResultEncoding,
    tt_traits.SameLoadStoreOperandsAndResultEncoding,
    Elementwise,
    ElementwiseMappable,
)


def tensor_type(value: Value) -> RankedTensorType:
    """The type of ``value``, which is a tensor."""
    assert isinstance(value.type, RankedTensorType)
    return value.type


def encoding_of(value: Value) -> Encoding:
    """The encoding of ``value``, which is a tensor with one."""
    return cast(Encoding, tensor_type(value).encoding)


def with_encoding(value: Value, encoding: Encoding) -> RankedTensorType:
    """The type of ``value`` with another encoding."""
    return tensor_type(value).with_encoding(encoding)


def is_elementwise(op: Operation) -> bool:
    """``op`` computes each element of its results from the same elements of its operands."""
    return Elementwise in op.traits or ElementwiseMappable in op.traits


def keeps_encoding(op: Operation) -> bool:
    """By its traits, ``op`` has one encoding for its operands and results."""
    return any(trait in op.traits for trait in _KEEP_ENCODING)


def infer_result_encoding(op: Operation, encoding: Encoding) -> Encoding | None:
    """The encoding of the results of ``op`` if its operands have ``encoding``."""
    if isinstance(op, tt.ScanOp) and not isinstance(encoding, BlockedEncoding):
        return None
    if keeps_encoding(op) or isinstance(op, _FORWARDED):
        return encoding
    return _apply(_RESULT_ENCODINGS, op, encoding)


def infer_operand_encoding(op: Operation, encoding: Encoding) -> Encoding | None:
    """The encoding that the operands of ``op`` must have for its results to have ``encoding``."""
    if isinstance(op, tt.ScanOp) and not isinstance(encoding, BlockedEncoding):
        return None
    if keeps_encoding(op) or isinstance(op, _FORWARDED_BACK):
        return encoding
    return _apply(_OPERAND_ENCODINGS, op, encoding)


#: Operations that hand on what they get, though no trait of theirs says so. Backwards, what a loop
#: gets and what it yields are two things, so it is not one of them.
_FORWARDED_BACK = (
    tt.BroadcastOp,
    scf.WhileOp,
    scf.YieldOp,
    scf.ConditionOp,
    ttng.WarpGroupDotWaitOp,
)
_FORWARDED = (*_FORWARDED_BACK, scf.ForOp)


def _apply(table: dict[type, Transfer], op: Operation, encoding: Encoding) -> Encoding | None:
    transfer = table.get(type(op))
    if transfer is None:
        return None
    try:
        return transfer(op, encoding)
    except LayoutError:
        return None


def _reduce(op: tt.ReduceOp, encoding: Encoding) -> Encoding | None:
    return None if encoding.rank == 1 else SliceEncoding(op.axis, encoding)


def _undo_reduce(op: tt.ReduceOp, encoding: Encoding) -> Encoding | None:
    return _parent_of_slice(encoding, op.axis)


def _expand_dims(op: tt.ExpandDimsOp, encoding: Encoding) -> Encoding | None:
    return _parent_of_slice(encoding, op.axis)


def _undo_expand_dims(op: tt.ExpandDimsOp, encoding: Encoding) -> Encoding | None:
    return SliceEncoding(op.axis, encoding)


def _parent_of_slice(encoding: Encoding, axis: int) -> Encoding | None:
    if not isinstance(encoding, SliceEncoding) or encoding.dim != axis:
        return None
    return encoding.parent


def _join(op: tt.JoinOp, encoding: Encoding) -> Encoding | None:
    return infer_join(encoding, tensor_type(op.lhs).shape)


def _undo_join(op: tt.JoinOp, encoding: Encoding) -> Encoding | None:
    return infer_split(encoding, tensor_type(op.result).shape)


def _split(op: tt.SplitOp, encoding: Encoding) -> Encoding | None:
    return infer_split(encoding, tensor_type(op.src).shape)


def _undo_split(op: tt.SplitOp, encoding: Encoding) -> Encoding | None:
    return infer_join(encoding, tensor_type(op.results[0]).shape)


def _trans(op: tt.TransOp, encoding: Encoding) -> Any:
    return infer_trans(encoding, tensor_type(op.src).shape, op.order)


def _undo_trans(op: tt.TransOp, encoding: Encoding) -> Any:
    return infer_trans(encoding, tensor_type(op.result).shape, inverse_permutation(op.order))


def _reshape(op: tt.ReshapeOp, encoding: Encoding) -> Encoding | None:
    return _reshaped(op, op.src, encoding, op.result)


def _undo_reshape(op: tt.ReshapeOp, encoding: Encoding) -> Encoding | None:
    """A reshape undone is a reshape."""
    return _reshaped(op, op.result, encoding, op.src)


def _reshaped(op: tt.ReshapeOp, source: Value, encoding: Encoding, target: Value) -> Encoding:
    shapes = (tensor_type(source).shape, tensor_type(target).shape)
    return infer_reshape(
        shapes[0], encoding, shapes[1], bool(op.allow_reorder), encoding_of(target)
    )


def _gather(op: tt.GatherOp, encoding: Encoding) -> Encoding | None:
    """Indices and result have the same encoding; the source may have another."""
    return encoding


def _fp4_to_fp(op: ttg.Fp4ToFpOp, encoding: Encoding) -> Encoding | None:
    return infer_fp4_to_fp(encoding, tensor_type(op.src).shape, op.axis, forward=True)


def _undo_fp4_to_fp(op: ttg.Fp4ToFpOp, encoding: Encoding) -> Encoding | None:
    return infer_fp4_to_fp(encoding, tensor_type(op.result).shape, op.axis, forward=False)


_RESULT_ENCODINGS: dict[type, Transfer] = {
    tt.ReduceOp: _reduce,
    tt.ExpandDimsOp: _expand_dims,
    tt.JoinOp: _join,
    tt.SplitOp: _split,
    tt.TransOp: _trans,
    tt.ReshapeOp: _reshape,
    tt.GatherOp: _gather,
    ttg.Fp4ToFpOp: _fp4_to_fp,
}
_OPERAND_ENCODINGS: dict[type, Transfer] = {
    tt.ReduceOp: _undo_reduce,
    tt.ExpandDimsOp: _undo_expand_dims,
    tt.JoinOp: _undo_join,
    tt.SplitOp: _undo_split,
    tt.TransOp: _undo_trans,
    tt.ReshapeOp: _undo_reshape,
    tt.GatherOp: _gather,
    ttg.Fp4ToFpOp: _undo_fp4_to_fp,
}

#: Operations whose results can have any encoding at no cost.
_SOURCES = (
    arith.ConstantOp,
    tt.MakeRangeOp,
    tt.SplatOp,
    tt.HistogramOp,
    ttg.LocalAllocOp,
    ttg.LocalLoadOp,
    ttg.LocalStoreOp,
)


_broadcast_fits = cache(broadcast_is_compatible)


def pinned_operands(op: Operation, encoding: Encoding) -> list[OpOperand] | None:
    """Whether ``op`` can give its result ``encoding`` with operands as they are.

    If so, the operands that must keep their encodings for that; None if not.
    (canUseResultEncoding)
    """
    if isinstance(op, tt.BroadcastOp):
        shapes = (tensor_type(op.src).shape, tensor_type(op.result).shape)
        fits = _broadcast_fits(shapes[0], encoding_of(op.src), shapes[1], encoding)
        return op.op_operands[:1] if fits else None
    if isinstance(op, tt.CatOp):
        return [] if is_legal_cat_encoding(op, encoding) else None
    if isinstance(op, ttg.ConvertLayoutOp):
        # A conversion to an mma layout is not taken over, it may be there for its speed.
        if not isinstance(encoding, NvidiaMmaEncoding):
            return []
        return op.op_operands[:1] if encoding_of(op.src) is encoding else None
    if isinstance(op, tt.ReshapeOp):
        if not op.allow_reorder or op.efficient_layout:
            return None
        shapes = (tensor_type(op.src).shape, tensor_type(op.result).shape)
        if is_expensive_view(shapes[0], encoding_of(op.src), shapes[1], encoding):
            return None
        return op.op_operands[:1]
    return [] if isinstance(op, _SOURCES) else None


def is_legal_cat_encoding(op: tt.CatOp, encoding: Encoding) -> bool:
    """The result of ``op`` may have ``encoding``: it holds what the operands hold."""
    count = unique_elems_per_thread(encoding_of(op.lhs), tensor_type(op.lhs).shape)
    return unique_elems_per_thread(encoding, tensor_type(op.result).shape) == 2 * count


def is_expensive_load_or_store(op: Operation) -> bool:
    """A load or store with at least one element for every thread of the block.

    Fewer elements, or a single one, are likely to be in the cache when others ask again.
    """
    type = op.operand(0).type
    if not isinstance(type, RankedTensorType) or type.num_elements == 1:
        return False
    return type.num_elements >= num_warps(op) * threads_per_warp(op)


def has_efficient_layout(op: Operation) -> bool:
    """``op`` has been given its layout for speed."""
    return tt_traits.EfficientLayoutLike in op.traits and bool(op.attr("efficient_layout"))


def can_be_rematerialized(op: Operation) -> bool:
    """``op`` may be run again with another layout."""
    if isinstance(op, (tt.LoadOp, tt.StoreOp)):
        return not is_expensive_load_or_store(op)
    if tt_traits.AtomicLike in op.traits or tt_traits.DotLike in op.traits:
        return False
    if has_efficient_layout(op) or isinstance(op, (scf.WhileOp, scf.ConditionOp)):
        return False
    return not any(effect.kind == WRITE for effect in effects(op) or ())


def is_free_conversion(op: Operation) -> bool:
    """``op`` is a layout conversion in which every element stays in its thread."""
    if not isinstance(op, ttg.ConvertLayoutOp):
        return False
    shape = tensor_type(op.src).shape
    return cvt_reorders_registers(shape, encoding_of(op.src), encoding_of(op.result))
