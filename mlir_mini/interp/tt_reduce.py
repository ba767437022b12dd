"""Reductions, scans and maps: code of a region on elements.

The region runs once for all lanes: a scalar of it is an array with an element per lane. A region
that branches differently in different lanes runs lane by lane instead.

A reduction combines neighbours, then neighbouring pairs, and so on, always in the order of the
elements; a scan combines at distances of 1, 2, 4, ... Both orders depend on the shape alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.interp.errors import Divergent
from mlir_mini.interp.rules import rule
from mlir_mini.interp.values import dtype_of, shape_of
from mlir_mini.ir.core import Region
from mlir_mini.ir.types import element_type_or_self

_Tuple = list[Any]


@rule(tt.ReduceReturnOp, tt.ScanReturnOp, tt.MapElementwiseReturnOp)
def _end(ev: Any, op: Any, *values: Any) -> None:
    return None


def run_lanes(ev: Any, region: Region, arguments: _Tuple) -> _Tuple:
    """The region's results for arrays of lanes, all of one shape."""
    shape = np.shape(arguments[0])
    try:
        _, found = ev.run_region(region, arguments)
        return [np.broadcast_to(value, shape) for value in found]
    except Divergent:
        pass
    results: list[Any] = []
    for lane in np.ndindex(shape):
        _, found = ev.run_region(region, [a[lane] for a in arguments])
        if not results:
            results = [np.empty(shape, value.dtype) for value in found]
        for result, value in zip(results, found, strict=True):
            result[lane] = value
    return results


def reduce_along(ev: Any, region: Region, values: _Tuple, axis: int) -> _Tuple:
    """Tensors reduced along ``axis`` by the region."""
    parts = [np.moveaxis(value, axis, 0) for value in values]
    while len(parts[0]) > 1:
        count = len(parts[0])
        even = count // 2 * 2
        combined = run_lanes(
            ev, region, [p[0:even:2] for p in parts] + [p[1:even:2] for p in parts]
        )
        if even < count:
            combined = [np.concatenate([c, p[even:]]) for c, p in zip(combined, parts, strict=True)]
        parts = combined
    return [p[0] for p in parts]


@rule(tt.ReduceOp)
def _reduce(ev: Any, op: Any, *values: Any) -> Any:
    return tuple(reduce_along(ev, op.regions[0], list(values), op.axis))


@rule(tt.ScanOp)
def _scan(ev: Any, op: Any, *values: Any) -> Any:
    turn = slice(None, None, -1 if op.reverse else 1)
    parts = [np.moveaxis(value, op.axis, 0)[turn] for value in values]
    distance, count = 1, len(parts[0])
    while distance < count:
        combined = run_lanes(
            ev, op.regions[0], [p[:-distance] for p in parts] + [p[distance:] for p in parts]
        )
        parts = [np.concatenate([p[:distance], c]) for p, c in zip(parts, combined, strict=True)]
        distance *= 2
    return tuple(np.moveaxis(p[turn], 0, op.axis) for p in parts)


@rule(tt.MapElementwiseOp)
def _map(ev: Any, op: Any, *values: Any) -> Any:
    pack = op.pack
    packed = [value.reshape(-1, pack) for value in values]
    arguments = [value[:, i] for value in packed for i in range(pack)]
    found = run_lanes(ev, op.regions[0], arguments)
    results = []
    for n, result in enumerate(op.results):
        elements = np.stack(found[n * pack : (n + 1) * pack], axis=1)
        target = dtype_of(element_type_or_self(result.type))
        results.append(elements.astype(target, copy=False).reshape(shape_of(result.type)))
    return tuple(results)
