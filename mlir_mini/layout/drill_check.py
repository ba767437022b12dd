"""Compares somebody's own functions of the drill with ours on a grid of arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

from mlir_mini.interned import Interned
from mlir_mini.layout import drill
from mlir_mini.layout.encodings import BlockedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import product

SHAPES = ((64,), (256,), (1024,), (16, 16), (64, 64), (128, 64), (32, 256), (8, 16, 32))
WARPS = (1, 2, 4, 8)


class Finding(Interned):
    """What became of one function: cases tried, and the first difference, if any.

    call: the call as text; expected, got: as text, `got` saying what came up where there is no
    result.
    """

    fields = ("name", "cases", "call", "expected", "got")
    __slots__ = fields
    name: str
    cases: int
    call: str | None
    expected: str | None
    got: str | None

    @property
    def agrees(self) -> bool:
        return self.call is None


def check_functions(solution: Mapping[str, Any]) -> list[Finding]:
    """One finding for each function of the drill that the solution defines, in the drill's order.

    solution: names to objects, like a module's `vars`. They are called here: what never returns
    is waited for.
    """
    return [
        check_function(name, solution[name]) for name in drill.NAMES if callable(solution.get(name))
    ]


def check_function(
    name: str, theirs: Callable[..., Any], on_case: Callable[[int], object] | None = None
) -> Finding:
    """Tries one function until it differs from ours.

    on_case: called with each case's number, from 1 on, before it is tried.
    """
    ours = getattr(drill, name)
    count = 0
    for arguments in cases(name):
        expected = ours(*arguments)
        count += 1
        if on_case is not None:
            on_case(count)
        try:
            got = theirs(*arguments)
            if same(expected, got):
                continue
            shown = show(got)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # SystemExit too: a function that ends the program gives no answer.
            shown = f"{type(error).__name__}: {error}"
        return Finding(name, count, call_text(name, arguments), show(expected), shown)
    return Finding(name, count, None, None, None)


def cases(name: str) -> Iterator[tuple[Any, ...]]:
    """The arguments on which a function is tried, simple ones first."""
    if name in ("elements_per_thread", "coalesced_layout"):
        yield from _accesses()
    elif name == "build_blocked":
        for shape, order, warps in _tensors():
            for width in (1, 2, 4, 8):
                per_thread = [1] * len(shape)
                per_thread[order[0]] = width
                yield shape, tuple(per_thread), order, warps
    elif name == "first_load_sectors":
        for shape, order, warps in _tensors():
            for bits, stored in itertools.product((32, 16, 8), _orders(len(shape))):
                layout = drill.coalesced_layout(shape, order, bits, warps)
                yield layout, shape, _strides(shape, stored), bits
    else:
        yield from _conversions()


def same(expected: Any, got: Any) -> bool:
    """Is it the same answer?

    Names are strings, numbers of any type but bool. Layouts may be given as objects or dicts with
    the fields of a BlockedEncoding, dicts with MLIR's, or as sequences of them in their order;
    the order may be left out.
    """
    if isinstance(expected, str):
        return isinstance(got, str) and got == expected
    if not isinstance(expected, BlockedEncoding):
        return isinstance(got, Real) and not isinstance(got, bool) and bool(got == expected)
    wanted = _parts(expected)
    found = _parts(got)
    return found is not None and wanted is not None and wanted[: len(found)] == found


def show(value: Any) -> str:
    """A result as text, layouts as [1, 4] / [8, 4] / [2, 1]."""
    parts = _parts(value)
    return repr(value) if parts is None else " / ".join(map(repr, parts[:3]))


_FIELDS = ("size_per_thread", "threads_per_warp", "warps_per_cta", "order")
_MLIR_FIELDS = ("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order")


def _parts(value: Any) -> list[list[int]] | None:
    """sizePerThread, threadsPerWarp, warpsPerCTA and perhaps the order of a layout, or None."""
    found: list[Any]
    if isinstance(value, Mapping):
        names = _FIELDS if _FIELDS[0] in value else _MLIR_FIELDS
        found = [value[name] for name in names if name in value]
    elif all(hasattr(value, name) for name in _FIELDS[:3]):
        found = [getattr(value, name) for name in _FIELDS if hasattr(value, name)]
    elif isinstance(value, Sequence) and not isinstance(value, str):
        found = list(value)
    else:
        return None
    try:
        parts = [[int(part) for part in each] for each in found]
    except (TypeError, ValueError):
        return None
    return parts if len(parts) in (3, 4) else None


def call_text(name: str, arguments: tuple[Any, ...]) -> str:
    """A call as Python writes it."""
    shown = ", ".join(
        _layout_text(each) if isinstance(each, BlockedEncoding) else repr(each)
        for each in arguments
    )
    return f"{name}({shown})"


def _layout_text(layout: BlockedEncoding) -> str:
    parts = ", ".join(repr(tuple(getattr(layout, name))) for name in _FIELDS)
    return f"BlockedEncoding({parts})"


def _orders(rank: int) -> list[tuple[int, ...]]:
    return [tuple(range(rank - 1, -1, -1)), tuple(range(rank))][: max(1, min(rank, 2))]


def _strides(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    strides, step = [0] * len(shape), 1
    for dim in order:
        strides[dim] = step
        step *= shape[dim]
    return tuple(strides)


def _tensors() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    for shape in SHAPES:
        for order in _orders(len(shape)):
            for warps in WARPS:
                yield shape, order, warps


def _accesses() -> Iterator[tuple[Any, ...]]:
    yield from ((shape, order, 32, warps) for shape, order, warps in _tensors())
    for shape, order, warps in _tensors():
        for bits in (64, 32, 16, 8):
            for divisibility in (16, 8, 4, 1):
                yield shape, order, bits, warps, shape[order[0]], divisibility
            for contiguity in (1, 2, 4):
                yield shape, order, bits, warps, contiguity, 16


def _conversions() -> Iterator[tuple[Any, ...]]:
    for shape in SHAPES:
        for warps in (2, 4):
            layouts: list[BlockedEncoding] = []
            for order in _orders(len(shape)):
                for width in (1, 2, 4):
                    per_thread = [1] * len(shape)
                    per_thread[order[0]] = width
                    layouts.append(drill.build_blocked(shape, per_thread, order, warps))
                layouts += [layout.replace(order=order) for layout in layouts[:1]]
            for source, target in itertools.product(layouts, repeat=2):
                try:
                    drill.classify_conversion(source, target, shape)
                except LayoutError:
                    continue
                if product(shape) <= 4096:
                    yield source, target, shape
