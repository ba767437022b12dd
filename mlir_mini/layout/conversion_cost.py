"""What a conversion between two layouts costs, and why (ConvertLayoutOpToLLVM.cpp, both copies).

Upstream has four ways, from cheap to dear: nothing moves ("none"), each thread renames its
registers ("register"), lanes exchange words within their warp ("shuffle"), or all goes through
shared memory ("shared"). Counts of instructions are those of one thread, which are those of each
warp too.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.interned import Interned
from mlir_mini.layout.conversion import cvt_is_noop, cvt_needs_warp_shuffle, cvt_reorders_registers
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import divide_right, invert_and_compose_local
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.ownership import Owner, coordinates, flat_images, owners
from mlir_mini.layout.queries import is_generic_linear_encoding
from mlir_mini.layout.shared_access import (
    SharedAccess,
    order_for_division,
    permute_registers,
    shared_access,
)
from mlir_mini.layout.swizzling import optimal_swizzling
from mlir_mini.layout.to_linear import to_linear_layout
from mlir_mini.layout.warp_shuffle import WarpShuffle, warp_shuffle

NONE, REGISTER, SHUFFLE, SHARED = "none", "register", "shuffle", "shared"
CLASSES = (NONE, REGISTER, SHUFFLE, SHARED)


class Change(Interned):
    """The first element, row by row, of those that have to go the farthest.

    what: "block", "warp", "lane" or "register", the widest part of its place that changes;
    element: its coordinates; before, after: an owner in each layout.
    """

    fields = ("what", "element", "before", "after")
    __slots__ = fields
    what: str
    element: tuple[int, ...]
    before: Owner
    after: Owner


class SharedPlan(Interned):
    """How a conversion goes through shared memory.

    rounds: how often the same memory is filled and read; bytes: of one block's memory; store,
    load: the instructions of one round; barrier: "bar.warp.sync" if every warp reads what it
    wrote, "bar.sync", or "barrier.cluster" if blocks read each other's memory; memory: the
    layout of `optimal_swizzling`; store_order, load_order: which bits of the source's and the
    target's registers are those of a round's registers, then of the round.
    """

    fields = (
        "rounds",
        "bytes",
        "store",
        "load",
        "barrier",
        "memory",
        "store_order",
        "load_order",
    )
    __slots__ = fields
    rounds: int
    bytes: int
    store: SharedAccess
    load: SharedAccess
    barrier: str
    memory: LinearLayout
    store_order: tuple[int, ...]
    load_order: tuple[int, ...]

    def registers(self, *, store: bool, round_: int, register: int) -> list[int] | None:
        """The source's (target's) registers that an instruction of a round stores (loads).

        They are numbered without those that repeat elements. None for matrix instructions.
        """
        access, order = (self.store, self.store_order) if store else (self.load, self.load_order)
        numbers = access.own_registers(register)
        if numbers is None:
            return None
        size = 1 << access.addresses.in_dim_size_log2("register")
        return [
            sum(((number + round_ * size) >> i & 1) << bit for i, bit in enumerate(order))
            for number in numbers
        ]

    def conflicts(self, access: SharedAccess) -> tuple[int, int]:
        """(passes over the banks in one round, the least possible), all warps of a block."""
        warps = access.addresses.in_dim_size("warp")
        found = [
            access.wavefronts(register, warp)
            for warp in range(warps)
            for register in access.registers
        ]
        return sum(passes for passes, _ in found), sum(ideal for _, ideal in found)


class Conversion(Interned):
    """One conversion, classified and priced.

    moved: elements that some thread needs and does not hold; total: elements of the tensor;
    change: None if nothing changes; shuffle or shared: how, for the classes of that name.
    """

    fields = ("kind", "moved", "total", "change", "shuffle", "shared")
    __slots__ = fields
    kind: str
    moved: int
    total: int
    change: Change | None
    shuffle: WarpShuffle | None
    shared: SharedPlan | None


def classify(shape: Sequence[int], source: DistributedEncoding, target: DistributedEncoding) -> str:
    """ "none", "register", "shuffle" or "shared".

    Raises LayoutError if the layouts do not belong to the same number of lanes, warps and blocks.
    """
    _check_same_threads(shape, source, target)
    if cvt_is_noop(shape, source, target):
        return NONE
    if cvt_reorders_registers(shape, source, target):
        return REGISTER
    if cvt_needs_warp_shuffle(shape, source, target):
        return SHUFFLE
    return SHARED


def conversion(
    shape: Sequence[int],
    source: DistributedEncoding,
    target: DistributedEncoding,
    elem_bits: int,
    capability: int = 90,
) -> Conversion:
    """Classifies and prices a conversion of elements of `elem_bits` (1 to 64) on sm_`capability`.

    Raises LayoutError, naming `source` or `target`, as `classify` does, for warps of other than 32
    lanes, and for generic linear layouts, which upstream only converts within threads.
    """
    kind = classify(shape, source, target)
    before, after = (to_linear_layout(shape, encoding) for encoding in (source, target))
    moved, change = _movement(shape, before, after)
    lanes = before.in_dim_size("lane")
    if lanes != 32:
        raise LayoutError(f"source: has {lanes} lanes; instructions are planned for 32")
    generic = is_generic_linear_encoding(source) or is_generic_linear_encoding(target)
    if generic and kind in (SHUFFLE, SHARED):
        name = "source" if is_generic_linear_encoding(source) else "target"
        raise LayoutError(f"{name}: a generic_linear layout is only converted within each thread")
    shuffle = shared = None
    unique = [layout.remove_zero_bases_along_dim("register") for layout in (before, after)]
    if kind == SHUFFLE:
        shuffle = warp_shuffle(unique[0], unique[1], elem_bits)
    elif kind == SHARED:
        # Smaller elements are widened to bytes first.
        shared = shared_plan(unique[0], unique[1], max(8, elem_bits), capability)
    total = before.total_out_size
    return Conversion(kind, moved, total, change, shuffle, shared)


def shared_plan(
    source: LinearLayout, target: LinearLayout, elem_bits: int, capability: int
) -> SharedPlan:
    """Both layouts come without registers that repeat elements; elem_bits is 8 or more."""
    # A conversion without a block in the result of `quotient` reads other blocks' memory.
    back = target.invert_and_compose(source)
    memory, store_kind, load_kind = optimal_swizzling(
        source, target, elem_bits, capability, not back.is_trivial_over(["block"])
    )
    rounds = memory.in_dim_size("reps")
    reps = LinearLayout.identity1d(rounds, "register", "reps")
    stored, store_order = _one_round(source.invert_and_compose(memory), reps)
    loaded, load_order = _one_round(invert_and_compose_local(memory, target), reps)
    blocks = 1 << sum(map(any, memory.bases_of("block")))
    return SharedPlan(
        rounds,
        memory.total_out_size // (rounds * blocks) * elem_bits // 8,
        shared_access(stored, elem_bits, store_kind, is_store=True),
        shared_access(loaded, elem_bits, load_kind, is_store=False),
        _barrier(source, target, back),
        memory,
        tuple(store_order),
        tuple(load_order),
    )


def _one_round(layout: LinearLayout, reps: LinearLayout) -> tuple[LinearLayout, list[int]]:
    """(registers to "offset" and "block" in one round, the order of register bits, rounds last)."""
    order = order_for_division(layout, reps, left=False)
    part = None if order is None else divide_right(permute_registers(layout, order), reps)
    if order is None or part is None:
        raise LayoutError(f"source, target: the rounds do not divide the conversion:{layout}")
    blocks = part.in_dim_size("block")
    offsets = ("offset", part.total_out_size // blocks)
    return part.reshape_outs([offsets, ("block", blocks)]), order


def _barrier(source: LinearLayout, target: LinearLayout, back: LinearLayout) -> str:
    """What keeps loads behind stores (isCvtDimSync, lib/Analysis/Utility.cpp)."""
    if not invert_and_compose_local(source, target).is_identity_on_out_dim("block"):
        return "barrier.cluster"
    free = [layout.free_variable_masks()["warp"] for layout in (source, target)]
    return "bar.warp.sync" if back.is_trivial_over(["warp"]) and not any(free) else "bar.sync"


def _check_same_threads(
    shape: Sequence[int], source: DistributedEncoding, target: DistributedEncoding
) -> None:
    layouts = [to_linear_layout(shape, encoding) for encoding in (source, target)]
    for dim in ("lane", "warp", "block"):
        before, after = (layout.in_dim_size(dim) for layout in layouts)
        if before != after:
            raise LayoutError(
                f"target: has {after} {dim}s, source has {before}; a conversion keeps their number"
            )


def _movement(
    shape: Sequence[int], before: LinearLayout, after: LinearLayout
) -> tuple[int, Change | None]:
    """(elements that some thread lacks, the first, row by row, that has to go the farthest)."""
    # With the last dim in the low bits, elements are numbered row by row.
    rows = tuple(reversed(before.out_dim_names))
    before, after = before.transpose_outs(rows), after.transpose_outs(rows)
    # Threads are all input bits above the register's.
    held: dict[int, list[int]] = {}
    registers = before.in_dim_size_log2("register")
    for place, element in enumerate(flat_images(before)):
        held.setdefault(element, []).append(place >> registers)
    registers = after.in_dim_size_log2("register")
    lanes, warps = before.in_dim_size_log2("lane"), before.in_dim_size_log2("warp")
    moved: set[int] = set()
    first: dict[str, tuple[int, int]] = {}
    for place, element in enumerate(flat_images(after)):
        thread = place >> registers
        # The holder that shares the most high bits, those of blocks and warps, is the nearest.
        away = min(thread ^ holder for holder in held[element])
        if away:
            moved.add(element)
            high = away >> lanes
            what = "lane" if not high else "warp" if not high >> warps else "block"
            first[what] = min(first.get(what, (element, place)), (element, place))
    for what in ("block", "warp", "lane"):
        if what in first:
            element, place = first[what]
            new = Owner.of_place(after, place)
            olds = owners(before, coordinates(before, element))
            old = min(olds, key=lambda owner: owner.distance(new))
            return len(moved), Change(what, coordinates(after, element)[::-1], old, new)
    if before is after:
        return 0, None
    for point in _row_by_row(shape):
        new = owners(after, point[::-1])[0]
        same = [owner for owner in owners(before, point[::-1]) if owner.thread == new.thread]
        if all(owner.register != new.register for owner in same):
            return 0, Change("register", point, same[0], new)
    return 0, None


def _row_by_row(shape: Sequence[int]) -> list[tuple[int, ...]]:
    points: list[tuple[int, ...]] = [()]
    for size in shape:
        points = [(*point, index) for point in points for index in range(size)]
    return points
