"""How the situations of docs/explain.md are launched: sizes, arguments, strides, expected data.

Each is run on a gibibyte or so, many times the L2 cache. Numbers are in elements. The two sides
differ in arguments or in how memory is laid out only where the hint asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Programs = Callable[[int], int]


@dataclass(frozen=True)
class Buffer:
    """Rows of ``width`` random elements, ``stride`` apart, zeros in between."""

    name: str
    dtype: str
    rows: int
    width: int
    stride: int

    def contents(self) -> Any:
        """A numpy array; the same numbers in the rows however they are laid out."""
        import numpy as np

        data = np.zeros(self.rows * self.stride, self.dtype)
        if self.name == "y":
            return data
        random = np.random.default_rng(7)
        bits = np.dtype(self.dtype).itemsize * 8
        values = random.integers(0, 100, self.rows * self.width, f"uint{min(bits, 8)}")
        self.logical(data)[:] = values.reshape(self.rows, self.width)
        return data

    def logical(self, data: Any) -> Any:
        """The rows of an array laid out so."""
        return data.reshape(self.rows, self.stride)[:, : self.width]


@dataclass(frozen=True)
class Runtime:
    """An access as it is at run time: its strides, where a program starts, how often it is run."""

    strides: tuple[int, ...]
    start: Programs
    turns: int = 1


@dataclass(frozen=True)
class Side:
    """One launch: arguments (buffers and integers), and the accesses in the order of the IR."""

    arguments: tuple[Buffer | int, ...]
    accesses: tuple[Runtime, ...]

    @property
    def output(self) -> Buffer:
        return next(a for a in self.arguments if isinstance(a, Buffer) and a.name == "y")


@dataclass(frozen=True)
class Situation:
    programs: int
    before: Side
    after: Side

    @property
    def sides(self) -> dict[str, Side]:
        return {"before": self.before, "after": self.after}


def _both(programs: int, side: Side) -> Situation:
    return Situation(programs, side, side)


def _copy(
    dtype: str,
    programs: int,
    block: int,
    stride: int,
    *more: int,
    rows: int = 1,
) -> Side:
    """x and y alike: a program has ``rows`` rows of a block each, ``stride`` apart."""
    count = programs * rows
    x, y = (Buffer(name, dtype, count, block, stride) for name in ("x", "y"))
    strides = (stride, 1) if rows > 1 else (1,)
    access = Runtime(strides, lambda program: program * rows * stride)
    return Side((x, y, *more), (access, access))


def _odd_rows(stride: int) -> Side:
    return _copy("float32", 1 << 19, 512, stride)


def _column(stride: int) -> Side:
    programs, block = 1 << 14, 1024
    x = Buffer("x", "float32", programs * block, 1, stride)
    y = Buffer("y", "float32", programs * block, 1, 1)
    load = Runtime((stride,), lambda program: program * block * stride)
    store = Runtime((1,), lambda program: program * block)
    return Side((x, y), (load, store))


def _neighbour() -> Situation:
    programs, block, stride = 1 << 18, 2048, 2048 + 16
    flags = Buffer("flags", "int8", programs, block, stride)
    x, y = (Buffer(name, "float16", programs, block, block) for name in ("x", "y"))
    flag = Runtime((1,), lambda program: program * stride)
    value = Runtime((1,), lambda program: program * block)
    return _both(programs, Side((flags, x, y, stride), (flag, value, value)))


def _carried() -> Situation:
    programs, block, turns = 1 << 14, 1024, 16
    step = programs * block
    x = Buffer("x", "float32", turns * programs, block, block)
    y = Buffer("y", "float32", programs, block, block)
    load = Runtime((1,), lambda program: program * block, turns)
    store = Runtime((1,), lambda program: program * block)
    return _both(programs, Side((x, y, step, turns), (load, store)))


SITUATIONS = {
    "tile_72": _both(1 << 17, _copy("float16", 1 << 17, 64, 80, 80, rows=64)),
    "odd_rows": Situation(1 << 19, _odd_rows(1023), _odd_rows(1024)),
    "pid_times_n": _both(1 << 18, _copy("float32", 1 << 18, 1024, 1040, 1040)),
    "wrap_around": _both(1 << 18, _copy("float32", 1 << 18, 1024, 1024, 1 << 28)),
    "masked_tail": _both(1 << 18, _copy("float32", 1 << 18, 1024, 1024, 1 << 28)),
    "column": Situation(1 << 14, _column(64), _column(1)),
    "small_block": _both(1 << 21, _copy("float32", 1 << 21, 128, 128)),
    "neighbour": _neighbour(),
    "carried": _carried(),
}
