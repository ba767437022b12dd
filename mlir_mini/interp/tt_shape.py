"""Triton's operations on whole tensors: making, shaping, joining and gathering them.

Where the order of elements is not specified (``tt.cat``, a reshape that may reorder) it is that of
memory, the last dimension fastest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.interp.errors import InterpError
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import dtype_of, shape_of, unsigned


@rule(tt.SplatOp)
def _splat(ev: Any, op: Any, a: Any) -> Any:
    return np.broadcast_to(a, shape_of(op.result.type))


@rule(tt.UnsplatOp)
def _unsplat(ev: Any, op: Any, a: Any) -> Any:
    return a.reshape(())


@rule(tt.ExpandDimsOp)
def _expand_dims(ev: Any, op: Any, a: Any) -> Any:
    return np.expand_dims(a, op.axis)


@rule(tt.ReshapeOp)
def _reshape(ev: Any, op: Any, a: Any) -> Any:
    return a.reshape(shape_of(op.result.type))


@rule(tt.BroadcastOp)
def _broadcast(ev: Any, op: Any, a: Any) -> Any:
    return np.broadcast_to(a, shape_of(op.result.type))


@rule(tt.CatOp)
def _cat(ev: Any, op: Any, a: Any, b: Any) -> Any:
    return np.concatenate([a.reshape(-1), b.reshape(-1)]).reshape(shape_of(op.result.type))


@rule(tt.JoinOp)
def _join(ev: Any, op: Any, a: Any, b: Any) -> Any:
    return np.stack([a, b], axis=-1)


@rule(tt.SplitOp)
def _split(ev: Any, op: Any, a: Any) -> Any:
    return a[..., 0], a[..., 1]


@rule(tt.TransOp)
def _trans(ev: Any, op: Any, a: Any) -> Any:
    return a.transpose(tuple(op.order))


@rule(tt.MakeRangeOp)
def _make_range(ev: Any, op: Any) -> Any:
    return np.arange(op.start, op.end, dtype=np.int32)


@rule(tt.HistogramOp)
def _histogram(ev: Any, op: Any, a: Any, mask: Any = None) -> Any:
    """Numbers that have no bin are left out."""
    bins = shape_of(op.result.type)[0]
    values = unsigned(a)
    counted = values < bins if mask is None else (values < bins) & mask
    counts = np.bincount(values[counted].astype(np.int64), minlength=bins)
    return counts.astype(dtype_of(op.result.type))


def check_indices(indices: Any, size: int) -> Any:
    """Indices as numpy takes them; raises InterpError for one that is out of bounds."""
    places = indices.astype(np.int64)
    if np.any((places < 0) | (places >= size)):
        raise InterpError(f"an index is not within [0, {size})")
    return places


@rule(tt.GatherOp)
def _gather(ev: Any, op: Any, a: Any, indices: Any) -> Any:
    return np.take_along_axis(a, check_indices(indices, a.shape[op.axis]), op.axis)
