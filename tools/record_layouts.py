#!/usr/bin/env python3
"""Records what the triton wheel says about layouts, for the tests in test/unit/layout.

    record_layouts.py [DIR]      (needs triton==3.9.0; DIR is test/unit/layout/data)

Writes linear layouts and queries (layouts.json), inferred encodings (inference.json), conversions
and broadcasts (conversions.json) and the algebra of linear layouts (algebra.json), one record a
line. The inputs are random with fixed seeds. What upstream asserts against is left out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from checkout import ROOT
from layout_cases.encoding_json import to_json, write_records
from layout_cases.encoding_text import encoding_text
from layout_cases.grid import Grid, Shape
from mlir_mini.layout import (
    BlockedEncoding,
    DistributedEncoding,
    LayoutEncoding,
    LinearEncoding,
    LinearLayout,
    SliceEncoding,
)
from mlir_mini.layout.to_linear import to_linear_layout
from upstream.layouts import LayoutOracle, ask
from upstream.recording import place

REGISTERS, MEMORY, INFERENCES, CONVERSIONS, ALGEBRA = 650, 250, 900, 400, 500
PER_DIM = ("getElemsPerThread", "getThreadsPerWarp", "getWarpsPerCTA")
ORDERS = ("getOrder", "getThreadOrder", "getWarpOrder", "getOrderForMemory")
BLOCKS = ("getCTAsPerCGA", "getCTASplitNum", "getCTAOrder")
NUMBERS = ("getTotalElemsPerThread", "getUniqueElemsPerThread")


class Recorder:
    def __init__(self) -> None:
        self.oracle = LayoutOracle()

    def address(self, encoding: LayoutEncoding) -> int:
        return self.oracle.attribute(encoding_text(encoding, explicit=True))

    # Linear layouts and queries.

    def layouts(self) -> Iterable[Any]:
        for encoding, shape in Grid(1).cases(REGISTERS, MEMORY):
            layout = ask(lambda e=encoding, s=shape: self.linear_layout(e, s))
            if layout is not None:
                yield {"encoding": to_json(encoding), "shape": shape, **layout}

    def linear_layout(self, encoding: LayoutEncoding, shape: Shape) -> Any:
        oracle, address = self.oracle, self.address(encoding)
        layout = oracle.linear_layout(address, shape)
        queries: dict[str, Any] = {name: oracle.of_blocks(name, address) for name in BLOCKS}
        queries["getShapePerCTA"] = oracle.per_dim("getShapePerCTA", address, shape)
        if isinstance(encoding, DistributedEncoding):
            for name in NUMBERS:
                queries[name] = oracle.number(name, address, shape)
            queries.update(ask(lambda: self.per_dim(address, shape)) or {})
        return {"layout": [layout["bases"], layout["out_dims"]], "queries": queries}

    def per_dim(self, address: int, shape: Shape) -> dict[str, list[int]]:
        oracle = self.oracle
        found = {name: oracle.per_dim(name, address, shape) for name in PER_DIM}
        return found | {name: oracle.order(name, address, shape) for name in ORDERS}

    # Inference: [function, arguments, result or {"error": message}].

    def inferences(self) -> Iterable[Any]:
        grid = Grid(2)
        for _ in range(INFERENCES):
            name, arguments, question = self.inference(grid)
            if any(isinstance(a, LayoutEncoding) and a.verify() for a in arguments):
                continue
            answer = ask(lambda q=question: self.answer(q))
            if answer is not None:
                yield [name, to_json(arguments), answer]

    def answer(self, question: Callable[[], int]) -> Any:
        try:
            return self.oracle.text(question())
        except ValueError as error:
            return {"error": str(error)}

    def inference(self, grid: Grid) -> tuple[str, list[Any], Callable[[], int]]:
        pick, oracle = grid.random, self.oracle
        kind = pick.randrange(8)
        if kind == 0:
            encoding, shape = next(iter(grid.cases(pick.randrange(2), 1)))
            order = grid.order(len(shape))
            return (
                "infer_trans",
                [encoding, shape, order],
                lambda: oracle.infer_trans(self.address(encoding), shape, order),
            )
        if kind <= 2:
            encoding = grid.blocked(pick.randint(1, 4), cga=pick.random() < 0.2)
            if kind == 2:
                encoding = grid.distributed()
            unit = pick.random() < 0.4
            shape = tuple(
                1 if unit and pick.random() < 0.5 else n for n in grid.shape(encoding.rank)
            )
            target = _reshaped(grid, shape, encoding)
            return (
                "infer_reshape",
                [shape, encoding, target],
                lambda: oracle.infer_reshape(shape, self.address(encoding), target),
            )
        encoding = grid.distributed()
        if pick.random() < 0.5:
            encoding = _friendly(grid)
        shape = grid.shape(encoding.rank)
        axis = pick.randrange(encoding.rank)
        if kind == 3:
            if encoding.rank > 1 and pick.random() < 0.6:
                encoding = SliceEncoding(encoding.rank - 1, encoding)
            shape = grid.shape(encoding.rank)
            return (
                "infer_join",
                [encoding, shape],
                lambda: oracle.infer_join(self.address(encoding), shape),
            )
        if kind == 4 and encoding.rank > 1:
            shape = (*shape[:-1], 2)
            return (
                "infer_split",
                [encoding, shape],
                lambda: oracle.infer_split(self.address(encoding), shape),
            )
        if kind <= 5:
            forward = pick.random() < 0.5
            return (
                "infer_fp4_to_fp",
                [encoding, shape, axis, forward],
                lambda: oracle.infer_fp4_to_fp(self.address(encoding), shape, axis, forward),
            )
        if kind == 6:
            return (
                "infer_expand_dims",
                [encoding, axis],
                lambda: oracle.infer_expand_dims(self.address(encoding), axis),
            )
        if encoding.rank > 1:
            return (
                "infer_reduce",
                [encoding, axis],
                lambda: oracle.infer_reduce(self.address(encoding), axis),
            )
        return self.inference(grid)

    # Conversions: [source, target, shape, minimal layout, class]; broadcasts; default encodings.

    def conversions(self) -> Iterable[Any]:
        grid = Grid(3)
        for _ in range(CONVERSIONS):
            source, target, shape = _conversion(grid)
            if source.verify() or target.verify():
                continue
            texts = encoding_text(source, True), encoding_text(target, True)
            answer = ask(lambda t=texts, s=shape: self.conversion(*t, s))
            if answer is not None:
                yield {"convert": [to_json(source), to_json(target), shape], "answer": answer}
        for _ in range(CONVERSIONS // 3):
            source, target, shape = _conversion(grid)
            small = tuple(1 if grid.random.random() < 0.5 else size for size in shape)
            if grid.random.random() < 0.6:
                source = target
            texts = encoding_text(source, True), encoding_text(target, True)
            answer = ask(
                lambda t=texts, s=shape, n=small: self.oracle.broadcast_is_compatible(
                    t[0], n, t[1], s
                )
            )
            if answer is not None:
                record = [small, to_json(source), shape, to_json(target)]
                yield {"broadcast": record, "answer": answer}
        for _ in range(CONVERSIONS // 3):
            pick = grid.random
            shape = grid.shape(pick.randint(1, 4))
            arguments = (pick.choice((1, 2, 4, 8)), pick.choice((32, 64)), pick.choice((1, 2, 4)))
            answer = ask(
                lambda s=shape, a=arguments: self.oracle.text(self.oracle.default_blocked(s, *a))
            )
            if answer is not None:
                yield {"default": [shape, *arguments], "answer": answer}

    def conversion(self, source: str, target: str, shape: Shape) -> Any:
        layout = self.oracle.minimal_conversion(source, target, shape)
        kind = self.oracle.conversion_class(source, target, shape)
        return [[layout["bases"], layout["out_dims"]], kind]

    # Algebra: [operation, operands, result or null where the operation is not defined].

    def algebra(self) -> Iterable[Any]:
        grid = Grid(4)
        for _ in range(ALGEBRA):
            operation = grid.random.choice(("invert_and_compose", "compose", "pseudoinvert"))
            operands = _operands(grid, operation)
            yield [
                operation,
                to_json(operands),
                ask(lambda o=operands, n=operation: self.operate(n, o)),
            ]

    def operate(self, name: str, operands: list[LinearLayout]) -> Any:
        first, *rest = [self.linear(layout) for layout in operands]
        result = getattr(first, name)(*rest)
        return [result.bases, result.out_dims]

    def linear(self, layout: LinearLayout) -> Any:
        return self.oracle.libtriton.bindings.linear_layout.LinearLayout.from_bases(
            [(name, list(map(list, bases))) for name, bases in layout.bases],
            list(layout.out_dim_names),
            list(layout.out_dim_sizes),
            False,
        )


def _reshaped(grid: Grid, shape: Shape, encoding: DistributedEncoding) -> Shape:
    """Another shape of the same size: a dim of size 1 more or less, or anything."""
    pick = grid.random
    if isinstance(encoding, SliceEncoding) and pick.random() < 0.5:
        return encoding.padded_shape(shape)
    units = [dim for dim, size in enumerate(shape) if size == 1]
    if units and len(shape) > 1 and pick.random() < 0.7:
        dim = pick.choice(units)
        return shape[:dim] + shape[dim + 1 :]
    bits = sum(size.bit_length() - 1 for size in shape)
    return grid.spread(bits, pick.randint(1, 4))


def _friendly(grid: Grid) -> BlockedEncoding:
    """A blocked encoding whose last dim has two elements per thread."""
    encoding = grid.blocked(grid.random.randint(2, 3))
    return encoding.replace(
        size_per_thread=(*encoding.size_per_thread[:-1], 2),
        threads_per_warp=(32,) + (1,) * (encoding.rank - 1),
        warps_per_cta=(*encoding.warps_per_cta[:-1], 1),
    )


def _conversion(grid: Grid) -> tuple[DistributedEncoding, DistributedEncoding, Shape]:
    """Two encodings of one tensor over as many warps, often not far from each other."""
    pick = grid.random
    rank, warps = pick.choice((1, 2, 2, 2, 3)), pick.randint(0, 3)
    shape = grid.shape(rank, 1, 7)

    def any_of_rank() -> DistributedEncoding:
        if pick.random() < 0.3:
            parent = grid.blocked(rank + 1, warps, cga=False)
            return SliceEncoding(pick.randrange(rank + 1), parent)
        return grid.blocked(rank, warps, cga=False)

    source = any_of_rank()
    if pick.random() < 0.4:
        return source, any_of_rank(), shape
    layout = to_linear_layout(shape, source)
    bases = {name: list(dim) for name, dim in layout.bases}
    for _ in range(pick.randint(0, 3)):
        first, second = pick.choice((("register", "lane"), ("lane", "lane"), ("lane", "warp")))
        if bases[first] and bases[second]:
            i, j = pick.randrange(len(bases[first])), pick.randrange(len(bases[second]))
            bases[first][i], bases[second][j] = bases[second][j], bases[first][i]
    swapped = LinearLayout.create(bases, layout.out_dims)
    return source, LinearEncoding(swapped), shape


def _operands(grid: Grid, operation: str) -> list[LinearLayout]:
    pick = grid.random
    outs = tuple(("a", "b", "c")[: pick.randint(1, 3)])
    sizes = {name: 1 << pick.randint(0, 3) for name in outs}
    first = _random_layout(grid, ("x", "y", "z")[: pick.randint(1, 3)], outs, sizes, False)
    if operation == "pseudoinvert":
        return [_random_layout(grid, ("x", "y"), outs, sizes, True)]
    if operation == "compose":
        second = _random_layout(grid, outs, ("r", "s"), {"r": 8, "s": 4}, False)
        for name, size in sizes.items():
            second = second.resize_in_dim(name, max(size, second.in_dim_size(name)))
        return [first, second]
    names = grid.order(len(outs))
    second = _random_layout(
        grid, ("p", "x", "y"), tuple(outs[i] for i in names), sizes, pick.random() < 0.9
    )
    shared = dict(first.bases)
    # Dims with equal bases on both sides are treated apart.
    if pick.random() < 0.5 and names == tuple(range(len(outs))):
        bases = {name: shared.get(name, dim) for name, dim in second.bases}
        second = LinearLayout(tuple(bases.items()), second.out_dims)
    return [first, second]


def _random_layout(
    grid: Grid, ins: tuple[str, ...], outs: tuple[str, ...], sizes: dict[str, int], cover: bool
) -> LinearLayout:
    """A random layout; one that covers has every single output bit among its bases."""
    pick = grid.random
    bases: dict[str, list[list[int]]] = {name: [] for name in ins}
    for dim in bases.values():
        for _ in range(pick.randint(0, 3)):
            dim.append([pick.randrange(sizes[name]) for name in outs])
    if cover:
        for index, name in enumerate(outs):
            for bit in range(sizes[name].bit_length() - 1):
                basis = [0] * len(outs)
                basis[index] = 1 << bit
                bases[pick.choice(ins)].append(basis)
    dims = [(name, sizes[name]) for name in outs]
    return LinearLayout.create(bases, dims, require_surjective=False)


def main(arguments: Sequence[str] | None = None) -> int:
    directory = place(__doc__, "DIR", ROOT / "test/unit/layout/data", arguments)
    recorder = Recorder()
    for name, records in (
        ("layouts", recorder.layouts()),
        ("inference", recorder.inferences()),
        ("conversions", recorder.conversions()),
        ("algebra", recorder.algebra()),
    ):
        write_records(directory / f"{name}.json", records)
    sys.stdout.flush()
    # The bindings complain about what is alive when Python ends.
    os._exit(0)


if __name__ == "__main__":
    main()
