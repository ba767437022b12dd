"""Who owns which element: both directions between threads' registers and a tensor's elements.

An `Owner` is a place in registers. Elements are tuples of coordinates, one per dim of the tensor;
`flat` numbers of elements have the first dim in the low bits (`LinearLayout.columns`). Layouts map
"register", "lane", "warp", "block" to the tensor's dims.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mlir_mini.interned import Interned
from mlir_mini.layout import f2
from mlir_mini.layout.encodings import DistributedEncoding, LayoutEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import is_power_of_2
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.to_linear import to_linear_layout


class Owner(Interned):
    """A register of a lane of a warp of a block."""

    fields = ("block", "warp", "lane", "register")
    __slots__ = fields
    block: int
    warp: int
    lane: int
    register: int

    @classmethod
    def of_place(cls, layout: LinearLayout, place: int) -> Owner:
        """The owner with this number: the input bits of the layout in its order."""
        parts = dict(zip(layout.in_dim_names, _split(layout, place), strict=True))
        return cls(*(parts.get(name, 0) for name in cls.fields))

    @property
    def thread(self) -> tuple[int, int, int]:
        return self.block, self.warp, self.lane

    def distance(self, other: Owner) -> tuple[bool, ...]:
        """Orders owners by how near they are: the same block first, then the same warp, lane."""
        return tuple(getattr(self, name) != getattr(other, name) for name in self.fields)

    def __str__(self) -> str:
        block = f"block {self.block} " if self.block else ""
        return f"{block}warp {self.warp} lane {self.lane} register {self.register}"


def register_layout(shape: Sequence[int], encoding: LayoutEncoding) -> LinearLayout:
    """The layout of a tensor in registers. Raises LayoutError naming the field that is wrong."""
    check_shape(shape, encoding.rank)
    if not isinstance(encoding, DistributedEncoding):
        raise LayoutError("layout: not a layout of registers")
    try:
        return to_linear_layout(tuple(shape), encoding)
    except LayoutError as error:
        raise LayoutError(f"shape: {error}") from None


def check_shape(shape: Sequence[int], rank: int) -> None:
    """Raises LayoutError unless the shape has this rank and its sizes are powers of two."""
    text = "x".join(map(str, shape))
    if len(shape) != rank:
        raise LayoutError(f"shape: {text} has rank {len(shape)}, the layout has rank {rank}")
    for size in shape:
        if not is_power_of_2(size):
            raise LayoutError(f"shape: {size} in {text} is not a positive power of two")


def check_element(shape: Sequence[int], element: Sequence[int]) -> None:
    """Raises LayoutError unless the element lies in the tensor."""
    text = ",".join(map(str, element))
    if len(element) != len(shape):
        raise LayoutError(
            f"element: {text} has {len(element)} coordinates, the shape {len(shape)} dims"
        )
    for dim, (index, size) in enumerate(zip(element, shape, strict=True)):
        if not 0 <= index < size:
            raise LayoutError(f"element: {index} is outside dim {dim} of size {size}")


def owners(layout: LinearLayout, element: Sequence[int]) -> list[Owner]:
    """All owners of an element, in the order of blocks, then warps, lanes, registers."""
    return [Owner.of_place(layout, place) for place in _places(layout, element)]


def inputs_of(layout: LinearLayout, element: Sequence[int]) -> list[dict[str, int]]:
    """All inputs of any layout that give this element, the last input dim counting most."""
    names = layout.in_dim_names
    return [
        dict(zip(names, _split(layout, place), strict=True)) for place in _places(layout, element)
    ]


def elements_of_thread(
    layout: LinearLayout, warp: int, lane: int, block: int = 0
) -> list[tuple[int, ...]]:
    """The element in each register of a thread. Raises LayoutError if there is no such thread."""
    for name, value in (("block", block), ("warp", warp), ("lane", lane)):
        size = layout.in_dim_size(name)
        if not 0 <= value < size:
            raise LayoutError(f"thread: {name} {value} does not exist, there are {size}")
    first = layout.apply({"register": 0, "block": block, "warp": warp, "lane": lane})
    start = flat_element(layout, tuple(first.values()))
    registers = layout.sublayout(["register"], layout.out_dim_names)
    return [coordinates(layout, start ^ image) for image in flat_images(registers)]


def flat_images(layout: LinearLayout) -> list[int]:
    """The flat element of every input, numbered with the first input dim in the low bits."""
    images = [0]
    for column in layout.columns():
        images += [image ^ column for image in images]
    return images


def coordinates(layout: LinearLayout, flat: int) -> tuple[int, ...]:
    """The coordinates of a flat element."""
    return f2.split(flat, [size.bit_length() - 1 for _, size in layout.out_dims])


def flat_element(layout: LinearLayout, element: Sequence[int]) -> int:
    """The flat number of an element."""
    flat = shift = 0
    for index, (_, size) in zip(element, layout.out_dims, strict=True):
        flat |= index << shift
        shift += size.bit_length() - 1
    return flat


def replication(layout: LinearLayout) -> int:
    """How many owners each element has."""
    return 1 << (layout.total_in_size_log2 - layout.rank)


def tile_shape(layout: LinearLayout) -> tuple[int, ...]:
    """The part of the tensor that one block covers before its registers repeat it.

    What the highest registers add to the tile of lanes, warps and lower registers are repeats.
    """
    others = [basis for name, dim in layout.bases if name != "register" for basis in dim]
    registers = list(layout.bases_of("register"))
    sizes = [size for _, size in layout.out_dims]
    while registers:
        basis = registers[-1]
        dim = next((i for i, part in enumerate(basis) if part), None)
        if dim is not None:
            single = sum(map(bool, basis)) == 1
            if not single or 2 * basis[dim] != sizes[dim]:
                break
            if any(other[dim] >= basis[dim] for other in others):
                break
            # A thread's own consecutive elements are no repeats.
            if not any(other[dim] for other in others if other[dim] < basis[dim]):
                break
            sizes[dim] //= 2
        registers.pop()
    return tuple(sizes)


def _split(layout: LinearLayout, place: int) -> tuple[int, ...]:
    return f2.split(place, [len(dim) for _, dim in layout.bases])


def _places(layout: LinearLayout, element: Sequence[int]) -> list[int]:
    """The numbers of all inputs that give an element, ascending; none if it lies outside."""
    reducer, free = _solver(layout)
    rest, place = f2.reduce(reducer, flat_element(layout, element))
    if rest:
        return []
    return sorted(place ^ other for other in free)


@lru_cache(maxsize=64)
def _solver(layout: LinearLayout) -> tuple[f2.Reducer, list[int]]:
    """(what solves for an input, all inputs that give element 0)."""
    reducer: f2.Reducer = {}
    free = [0]
    for index, column in enumerate(layout.columns()):
        rest, used = f2.reduce(reducer, column)
        if rest:
            reducer[rest.bit_length()] = (rest, used ^ (1 << index))
        else:
            free += [other ^ used ^ (1 << index) for other in free]
    return reducer, free
