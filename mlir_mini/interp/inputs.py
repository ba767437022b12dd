"""Random arguments on which a function runs without undefined behaviour.

Numbers are drawn from the signature: multiples of what ``tt.divisibility`` promises, small and
positive. Nothing says how large the buffers are, so a trial run finds out: its buffers grow with
what is accessed, and are then cut to exactly that, which makes any access that the function did
not have before an error. Numbers that lead to undefined behaviour, huge buffers or too long a run
are drawn again, smaller if size was the trouble. Of a few good draws the one is taken that sees
most of the function: no assertion fails, something is written, every block runs.

What a buffer holds follows from how the function uses it: indices are small, exponents of scaled
products are near zero, addresses are those of further buffers.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlir_mini.dialects import tt
from mlir_mini.dialects.function_like import FunctionOp
from mlir_mini.dialects.functions import argument_attr
from mlir_mini.dialects.tt_types import PointerType, TensorDescType
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType
from mlir_mini.interp.errors import InterpError, OutOfBounds, Poison, StepLimit, Unsupported
from mlir_mini.interp.evaluate import Evaluator, Programs, all_programs
from mlir_mini.interp.memory import MIDDLE, RANGE_BITS, Buffer, ElasticBuffer, Memory
from mlir_mini.interp.roles import Roles, reachable
from mlir_mini.interp.values import Descriptor, MemDesc, byte_width, dtype_of, from_float, is_float
from mlir_mini.ir.attributes import DenseElementsAttr, IntegerAttr
from mlir_mini.ir.types import IndexType, IntegerType, RankedTensorType, Type

#: How often numbers are drawn before giving up.
ATTEMPTS = 24
#: Steps of a trial run by how many ran for too long before it: patience grows, and ends.
TRIAL_STEPS = (20_000, 20_000, 50_000, 50_000, 50_000, 100_000, 100_000, 600_000, 600_000)
#: How many good attempts are compared, unless one of them sees all of the function.
GOOD_ATTEMPTS = 6
#: Grids by how many axes a function asks for, and the programs of a grid of one axis that run:
#: functions split their number into several, so that a larger one tells more.
GRID_SIZES = {0: 1, 1: 6, 2: 2, 3: 2}
LINE_OF_PROGRAMS = (0, 1, 5)


class Arguments:
    """Arguments of a function and the memory that they point into, ready to run more than once."""

    def __init__(
        self,
        values: list[Any],
        buffers: dict[int, Buffer],
        grid: tuple[int, int, int],
        programs: Programs | None = None,
        poison_is_error: bool = True,
    ) -> None:
        #: One value an argument: numbers, addresses, descriptors, tensors, views of memory.
        self.values = values
        #: By the upper bits of their addresses; the run works on copies.
        self.buffers = buffers
        #: A grid that suits the function.
        self.grid = grid
        #: The programs of the grid to run, if not all.
        self.programs = programs
        #: Without it, the function computes values that MLIR calls poison (and may not use them).
        self.poison_is_error = poison_is_error
        #: Steps that the trial run took.
        self.steps = 0

    def fresh_values(self) -> list[Any]:
        """The values for one run: copies of what it may change."""
        return [v.copy() if isinstance(v, MemDesc) else v for v in self.values]

    def memory(self) -> Memory:
        memory = Memory()
        memory.buffers = {each: buffer.copy() for each, buffer in self.buffers.items()}
        return memory


class _Draw:
    """Numbers and contents for one attempt."""

    def __init__(self, function: FunctionOp, roles: Roles, seed: int, attempt: int, size: float):
        self.function = function
        self.roles = roles
        self.seed = seed
        self.attempt = attempt
        self.size = size
        self.random = np.random.default_rng((seed, attempt))
        self.memory = Memory()
        self._next = 1
        #: Buffers that addresses in memory lead to, made when first asked for.
        self._spare_origins: list[int] = []

    def arguments(self) -> list[Any]:
        types = self.function.type.inputs
        values: list[Any] = []
        for i, type in enumerate(types):
            given = self._given(values, types, i)
            values.append(self._argument(i, type) if given is None else given)
        return values

    def _given(self, values: list[Any], types: Sequence[Type], index: int) -> Any:
        """What an earlier argument decides."""
        same = self.roles.equal_to(index)
        if same is not None:
            return dtype_of(types[index]).type(values[same])
        return self._described(values, types, index)

    def _argument(self, index: int, type: Type) -> Any:
        if isinstance(type, PointerType):
            return np.int64(self._buffer(f"argument #{index}", type.pointee, index))
        if isinstance(type, TensorDescType):
            return self._descriptor(index, type)
        if isinstance(type, AsyncTokenType):
            return None
        if isinstance(type, MemDescType):
            buffer = MemDesc.allocate(type)
            contents = self._elements(self.random, type.element_type, type.num_elements, "")
            buffer.storage[:] = contents.view(buffer.storage.dtype)
            return buffer
        if isinstance(type, RankedTensorType):
            return self._tensor(index, type).reshape(type.shape)
        if isinstance(type, (IntegerType, IndexType)):
            return dtype_of(type).type(self._integer(index, type))
        if is_float(type):
            value = np.float64(self.random.uniform(0.25, 2.0))
            return from_float(value, type)
        raise Unsupported(self.function, f"with argument #{index} of such a type")

    def _tensor(self, index: int, type: RankedTensorType) -> Any:
        """Elements of a tensor: pointers to one element after the other, or numbers."""
        element, count = type.element_type, type.num_elements
        if isinstance(element, PointerType):
            origin = self._buffer(f"argument #{index}", element.pointee, index)
            return origin + np.arange(count) * byte_width(element.pointee)
        hints = [
            argument_attr(self.function, index, name) for name in ("tt.contiguity", "tt.constancy")
        ]
        if isinstance(element, IntegerType) and (hints != [None, None] or self._unit(index) > 1):
            # Numbers that follow each other if they are said to, else the same ones.
            first = self._integer(index, element)
            steps = np.arange(count) % type.shape[-1] if hints[0] is not None else np.zeros(count)
            return (first + steps).astype(dtype_of(element))
        values = self._elements(self.random, element, count, "")
        return values.view(dtype_of(element))

    def _unit(self, index: int) -> int:
        """What divides every number of an argument, which a tensor says once or per dimension."""
        hint = argument_attr(self.function, index, "tt.divisibility")
        if isinstance(hint, DenseElementsAttr):
            return max(hint.values)
        return self._divisibility(index)

    def _divisibility(self, index: int) -> int:
        hint = argument_attr(self.function, index, "tt.divisibility")
        return hint.value if isinstance(hint, IntegerAttr) else 1

    def _integer(self, index: int, type: Type) -> int:
        width = type.width if isinstance(type, IntegerType) else 64
        if width == 1:
            return int(self.random.integers(0, 2))
        unit = self._unit(index)
        low, high = (1, max(2.0, 48 * self.size)) if unit == 1 else (1, max(1.5, 24 * self.size))
        if self.attempt % 3 == 2:
            # Now and then all sizes are alike, as they are in square problems.
            return -(-max(16, round(24 * self.size)) // unit) * unit
        value = int(np.exp(self.random.uniform(np.log(low), np.log(high))))
        return min(unit * value, (1 << (width - 1)) - 1)

    def _buffer(self, name: str, pointee: Type, index: int, aligned: bool = True) -> int:
        """The address of a new buffer, no better aligned than the hints say."""
        origin = (self._next << RANGE_BITS) + MIDDLE
        self._next += 1
        if self._divisibility(index) == 1 and aligned:
            origin += byte_width(pointee)
        fill = self._filler(name, pointee, self.roles.of_argument(index))
        self.memory.add(ElasticBuffer(name, origin, pointee, fill))
        return origin

    def _described(self, values: list[Any], types: Sequence[Type], index: int) -> Any:
        """The sizes and strides that follow a descriptor in a signature are those it has."""
        for back in range(1, 11):
            found = values[index - back] if index >= back else None
            if isinstance(found, Descriptor):
                rank = len(found.shape)
                numbers = [*found.shape, *found.strides]
                kinds = [32] * rank + [64] * rank
                type: Any = types[index]
                fits = back <= len(numbers) and isinstance(type, IntegerType)
                if fits and type.width == kinds[back - 1]:
                    return dtype_of(type).type(numbers[back - 1])
                return None
        return None

    def _descriptor(self, index: int, type: TensorDescType) -> Descriptor:
        """A row-major tensor of a few blocks, the last of which stick out now and then."""
        shape = []
        for size in type.shape:
            blocks = int(self.random.integers(1, 4))
            cut = int(self.random.integers(0, 2)) * (size // 48 * 16)
            shape.append(blocks * max(size, 16) - cut)
        strides = [1]
        for size in shape[:0:-1]:
            strides.insert(0, -(-strides[0] * size // 16) * 16)
        element = type.signless_block_type.element_type
        base = self._buffer(f"argument #{index}", element, index, aligned=False)
        return Descriptor(base, tuple(shape), tuple(strides), type)

    # Contents -------------------------------------------------------------------------------------

    def _filler(self, name: str, pointee: Type, role: str) -> Callable[[int], Any]:
        """A page's bytes by its number, the same whenever it is asked for."""
        stable = zlib.crc32(name.encode())

        def fill(page: int) -> Any:
            random = np.random.default_rng((self.seed, self.attempt, stable, page))
            count = ElasticBuffer.PAGE // byte_width(pointee)
            return self._elements(random, pointee, count, role).view(np.uint8)

        return fill

    def _elements(self, random: Any, pointee: Type, count: int, role: str) -> Any:
        if role == "address":
            return self._addresses(random, count)
        if is_float(pointee):
            if role == "scale":
                return from_float(np.exp2(random.integers(-3, 4, count)), pointee)
            if self.attempt % 4 == 3:
                # What stands for an integer, perhaps.
                return from_float(random.integers(0, 4, count).astype(np.float64), pointee)
            return from_float(random.standard_normal(count), pointee)
        target = dtype_of(pointee)
        if target == np.bool_:
            return random.integers(0, 2, count).astype(np.uint8)
        if role == "scale":
            return random.integers(124, 131, count).astype(np.uint8).view(np.int8)
        if role == "data":
            return random.integers(-128, 128, count).astype(target)
        low = self.attempt % 2
        top = (4, 16, 8, 32)[self.attempt % 4]
        return random.integers(low, low + top, count).astype(target)

    def _addresses(self, random: Any, count: int) -> Any:
        """Addresses of a few further buffers, whose elements the program decides on."""
        origins = self._spare_origins
        if not origins:
            pointee = self.roles.behind_address
            for n in range(4):
                origins.append(self._buffer(f"buffer #{n} behind an address", pointee, -1, False))
        return np.array([origins[i] for i in random.integers(0, len(origins), count)], np.int64)


_WRITES = (
    tt.StoreOp,
    tt.AtomicRMWOp,
    tt.AtomicStoreOp,
    tt.DescriptorStoreOp,
    tt.DescriptorReduceOp,
    tt.DescriptorScatterOp,
)


def suitable_grid(function: FunctionOp) -> tuple[int, int, int]:
    """Several programs along each axis that the function asks for, one along the others."""
    axes = {"x": 0, "y": 1, "z": 2}
    asked = {
        axes[op.axis]
        for op in reachable(function)
        if isinstance(op, (tt.GetProgramIdOp, tt.GetNumProgramsOp))
    }
    x, y, z = (GRID_SIZES[len(asked)] if axis in asked else 1 for axis in range(3))
    return x, y, z


def _programs(grid: tuple[int, int, int]) -> Programs:
    """Those of a suitable grid that run."""
    every = all_programs(grid)
    return [every[i] for i in LINE_OF_PROGRAMS] if max(grid) > 2 else every


def random_arguments(
    function: FunctionOp, seed: int = 0, grid: tuple[int, int, int] | None = None
) -> Arguments:
    """Arguments on which ``function`` runs; the same ones for the same function and seed.

    Without a ``grid`` they say what to run: a few programs of a grid that suits the function.
    Raises Unsupported if it cannot be run, and the last InterpError if no attempt ran well.
    """
    roles = Roles(function)
    search = _Search(function, roles, seed, grid)
    found = search.run(poison_is_error=True)
    if found is None and search.poisoned:
        found = search.run(poison_is_error=False)
    if found is not None:
        return found
    assert search.failure is not None
    raise search.failure


class _Search:
    """Draws numbers until the function runs on them."""

    def __init__(
        self,
        function: FunctionOp,
        roles: Roles,
        seed: int,
        grid: tuple[int, int, int] | None,
    ) -> None:
        self.function = function
        self.roles = roles
        self.seed = seed
        self.fixed_grid = grid
        self.failure: InterpError | None = None
        #: An attempt failed because of poison.
        self.poisoned = False
        #: What a run sees at best: it writes, if it can, and gets into every block.
        self.writes = any(isinstance(op, _WRITES) for op in reachable(function))
        self.blocks = sum(len(region.blocks) for op in reachable(function) for region in op.regions)

    def run(self, poison_is_error: bool) -> Arguments | None:
        """The best arguments of the first good ones, or None."""
        size = 4.0
        grid = self.fixed_grid or suitable_grid(self.function)
        programs = all_programs(grid) if self.fixed_grid else _programs(grid)
        best: tuple[tuple[int, ...], Arguments] | None = None
        good = overruns = 0
        for attempt in range(ATTEMPTS):
            draw = _Draw(self.function, self.roles, self.seed, attempt, size)
            found = Arguments(draw.arguments(), {}, grid, programs, poison_is_error)
            limit = TRIAL_STEPS[overruns]
            trial = Evaluator(draw.memory, grid, None, limit, poison_is_error)
            try:
                trial.run_grid(self.function, found.fresh_values(), programs)
            except (StepLimit, OutOfBounds) as error:
                self.failure = error
                size = max(size * 0.6, 0.02)
                overruns += isinstance(error, StepLimit)
                if overruns == len(TRIAL_STEPS):
                    break
                if isinstance(error, StepLimit) and self.fixed_grid is None and overruns % 2:
                    # Work that a larger grid shares: most of its programs need not run.
                    x, y, z = (n * 4 if n > 1 else n for n in grid)
                    grid = (x, y, z)
                continue
            except InterpError as error:
                self.failure = error
                self.poisoned = self.poisoned or isinstance(error, Poison)
                continue
            score = self._score(trial)
            if best is None or score > best[0]:
                found.steps = limit - (trial.steps_left or 0)
                found.buffers = _fixed(draw.memory)
                best = score, found
            good += 1
            if good == GOOD_ATTEMPTS or score >= self._full_score():
                break
        return best[1] if best is not None else None

    def _score(self, trial: Evaluator) -> tuple[int, ...]:
        """How much of the function a trial has seen, what counts most first."""
        holds = not trial.record.assertions
        writes = trial.memory.written > 0
        turns = sum(min(count, 3) for count in trial.visits.values())
        return int(holds), int(writes), len(trial.visits), turns

    def _full_score(self) -> tuple[int, ...]:
        return 1, int(self.writes), self.blocks


def _fixed(memory: Memory) -> dict[int, Buffer]:
    """Buffers of the size that a trial run asked for, with what they held before.

    What a buffer holds may be addresses of buffers that are new.
    """
    found: dict[int, Buffer] = {}
    seen = 0
    while seen < len(memory.buffers):
        new = list(memory.buffers.items())[seen:]
        seen += len(new)
        found.update((n, each.fixed()) for n, each in new if isinstance(each, ElasticBuffer))
    return found
