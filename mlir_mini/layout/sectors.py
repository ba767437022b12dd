"""Loads and stores of global memory: their width, their lanes' addresses, the sectors they touch.

Memory moves in sectors of 32 bytes. Each warp-level instruction with an active lane is one request;
its sectors are the distinct 32-byte segments that the active lanes touch, for loads and stores
alike. The width follows upstream's lowering (getContiguity, lib/Analysis/AxisInfo.cpp, and
LoadStoreOpToLLVM.cpp) for pointers `base + sum of index * stride` whose strides are constants.

Strides count elements; addresses, alignments and widths count bytes unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.interned import Interned
from mlir_mini.layout.encodings import DistributedEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.f2 import split
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.ownership import flat_images, register_layout
from mlir_mini.layout.queries import contig_per_thread, order

SECTOR_BYTES = 32
MAX_ACCESS_BYTES = 16


class TensorAccess(Interned):
    """A tensor in global memory as a load or a store sees it.

    elem_bits: 8, 16, 32 or 64; base_align: what the compiler knows the base address to be a
    multiple of; base: the address itself, modulo some large power of two; bounds: per dim, the
    constant below which the mask lets indices pass, None for no mask along that dim.
    """

    fields = ("encoding", "shape", "elem_bits", "strides", "base_align", "base", "bounds")
    __slots__ = fields
    encoding: DistributedEncoding
    shape: tuple[int, ...]
    elem_bits: int
    strides: tuple[int, ...]
    base_align: int
    base: int
    bounds: tuple[int | None, ...]

    def __new__(
        cls,
        encoding: DistributedEncoding,
        shape: Sequence[int],
        elem_bits: int,
        strides: Sequence[int],
        base_align: int = 32,
        base: int | None = None,
        bounds: Sequence[int | None] = (),
    ) -> TensorAccess:
        """Checks the fields; LayoutError names the one that is wrong.

        Without a base, the address is as badly aligned as base_align allows within a sector.
        """
        register_layout(shape, encoding)
        if elem_bits not in (8, 16, 32, 64):
            raise LayoutError(f"elem-bits: {elem_bits} is none of 8, 16, 32, 64")
        for name, values in (("strides", strides), ("bounds", bounds)):
            if values and len(values) != len(shape):
                raise LayoutError(f"{name}: {len(values)} given for a tensor of {len(shape)} dims")
        if not strides:
            raise LayoutError("strides: none given")
        for stride in strides:
            if stride < 0:
                raise LayoutError(f"strides: {stride} is negative")
        for bound in bounds:
            if bound is not None and bound < 1:
                raise LayoutError(f"bounds: {bound} is not positive")
        size = elem_bits // 8
        if base_align < size or base_align & (base_align - 1):
            raise LayoutError(
                f"base-align: {base_align} is no power of two from the element's {size} bytes on"
            )
        if base is None:
            base = base_align % SECTOR_BYTES
        if base < 0 or base % size:
            raise LayoutError(f"base: {base} is no multiple of the element's {size} bytes")
        if base % base_align:
            raise LayoutError(f"base: {base} is not aligned to base-align {base_align}")
        return super().__new__(
            cls,
            encoding,
            tuple(shape),
            elem_bits,
            tuple(strides),
            base_align,
            base,
            tuple(bounds) or (None,) * len(shape),
        )

    @property
    def elem_bytes(self) -> int:
        return self.elem_bits // 8

    @property
    def layout(self) -> LinearLayout:
        return register_layout(self.shape, self.encoding)


class WidthLimit(Interned):
    """One bound on the elements of an access: its name, its value, where it comes from."""

    fields = ("name", "elements", "why")
    __slots__ = fields
    name: str
    elements: int
    why: str


class Instruction(Interned):
    """A load or store of one warp.

    registers: those it fills; lanes: (lane, first address) of the active ones; width: bytes a
    lane.
    """

    fields = ("block", "warp", "registers", "lanes", "width")
    __slots__ = fields
    block: int
    warp: int
    registers: tuple[int, ...]
    lanes: tuple[tuple[int, int], ...]
    width: int

    @property
    def sectors(self) -> tuple[int, ...]:
        """The numbers of the sectors touched, address // 32, ascending."""
        return touched_sectors([address for _, address in self.lanes], self.width)

    @property
    def bytes(self) -> int:
        """Distinct bytes touched."""
        return self.width * len({address for _, address in self.lanes})

    @property
    def ideal(self) -> int:
        """Sectors that so many bytes need at least."""
        return -(-self.bytes // SECTOR_BYTES)

    @property
    def efficiency(self) -> float:
        return efficiency(self.bytes, len(self.sectors))


class Traffic(Interned):
    """Sums over instructions: requests, sectors, ideal, bytes."""

    fields = ("requests", "sectors", "ideal", "bytes")
    __slots__ = fields
    requests: int
    sectors: int
    ideal: int
    bytes: int

    @property
    def efficiency(self) -> float:
        return efficiency(self.bytes, self.sectors)


def efficiency(used_bytes: int, sectors: int) -> float:
    """Bytes used of those that move; 1 where nothing does."""
    return used_bytes / (sectors * SECTOR_BYTES) if sectors else 1.0


def touched_sectors(addresses: Sequence[int], width: int) -> tuple[int, ...]:
    """The sectors that accesses of `width` bytes at these addresses touch, ascending."""
    touched: set[int] = set()
    for address in addresses:
        touched.update(range(address // SECTOR_BYTES, (address + width - 1) // SECTOR_BYTES + 1))
    return tuple(sorted(touched))


def width_limits(access: TensorAccess) -> list[WidthLimit]:
    """The bounds on the elements that a thread moves with one instruction; the least decides."""
    shape, strides, size = access.shape, access.strides, access.elem_bytes
    dim = order(access.encoding, shape)[0]
    held = contig_per_thread(access.encoding, shape)[dim]
    limits = [
        WidthLimit("registers", held, f"contiguous elements of a thread along dim {dim}"),
        WidthLimit("instruction", MAX_ACCESS_BYTES // size, f"{MAX_ACCESS_BYTES} bytes"),
    ]
    if strides[dim] == 1:
        limits.append(WidthLimit("contiguity", shape[dim], f"stride 1 along dim {dim}"))
    else:
        limits.append(WidthLimit("contiguity", 1, f"stride {strides[dim]} along dim {dim}"))
    known, why = access.base_align, f"base aligned to {access.base_align} bytes"
    for other, stride in enumerate(strides):
        step = _power_of_two_in(stride * size)
        if other != dim and shape[other] > 1 and step and step < known:
            known, why = step, f"stride {stride} along dim {other} is a multiple of {step} bytes"
    limits.append(WidthLimit("alignment", max(1, known // size), why))
    bound = access.bounds[dim]
    if bound is not None:
        step = _power_of_two_in(bound)
        limits.append(WidthLimit("mask", min(step, shape[dim]), f"bound {bound} along dim {dim}"))
    return limits


def access_width(access: TensorAccess) -> int:
    """Elements that a thread moves with one instruction."""
    return min(limit.elements for limit in width_limits(access))


def instructions(
    access: TensorAccess,
    *,
    is_store: bool = False,
    warps: Sequence[int] | None = None,
    block: int = 0,
    elements: int | None = None,
) -> list[Instruction]:
    """The instructions of a block's warps (all by default), in the order of registers.

    elements: moved by each instruction of a thread, by default as many as `access_width` says.

    Registers that repeat an element take part once, loads that every thread does at the same
    address as an earlier one merge unless the mask stops some of them, and only the first copy of
    a replicated element is stored. What no lane of a warp needs is no request.
    """
    elements = elements or access_width(access)
    layout = access.layout.remove_zero_bases_along_dim("register")
    free = layout.free_variable_masks() if is_store else {}
    registers = layout.in_dim_size("register")
    lanes, warp_count = layout.in_dim_size("lane"), layout.in_dim_size("warp")
    if not 0 <= block < layout.in_dim_size("block"):
        raise LayoutError(f"block: {block} does not exist, there are {layout.in_dim_size('block')}")
    images = flat_images(layout)
    widths = [size.bit_length() - 1 for size in access.shape]
    cache: dict[int, int | None] = {}

    def address(flat: int) -> int | None:
        """Of an element, None where the mask is false."""
        if flat not in cache:
            point = split(flat, widths)
            masked = any(
                bound is not None and index >= bound
                for index, bound in zip(point, access.bounds, strict=True)
            )
            offset = sum(i * stride for i, stride in zip(point, access.strides, strict=True))
            cache[flat] = None if masked else access.base + offset * access.elem_bytes
        return cache[flat]

    def lane_addresses(register: int, warp: int) -> list[int | None]:
        first = ((block * warp_count + warp) * lanes) * registers + register
        return [address(images[first + lane * registers]) for lane in range(lanes)]

    starts = list(range(0, registers, elements))
    if not is_store:
        seen: set[tuple[int | None, ...]] = set()
        for register in list(starts):
            everywhere = [a for w in range(warp_count) for a in lane_addresses(register, w)]
            key = tuple(everywhere)
            if key in seen and None not in everywhere:
                starts.remove(register)
            seen.add(key)
    found = []
    for warp in range(warp_count) if warps is None else warps:
        if is_store and (warp & free["warp"] or block & free["block"]):
            continue
        for register in starts:
            active = tuple(
                (lane, place)
                for lane, place in enumerate(lane_addresses(register, warp))
                if place is not None and not (is_store and lane & free["lane"])
            )
            if active:
                width = elements * access.elem_bytes
                covered = tuple(range(register, register + elements))
                found.append(Instruction(block, warp, covered, active, width))
    return found


def traffic(found: Sequence[Instruction]) -> Traffic:
    """The sums over some instructions."""
    return Traffic(
        len(found),
        sum(len(each.sectors) for each in found),
        sum(each.ideal for each in found),
        sum(each.bytes for each in found),
    )


def whole_tile(
    access: TensorAccess, *, is_store: bool = False, elements: int | None = None
) -> Traffic:
    """What all warps of all blocks cause together, as a GPU's counters have it."""
    blocks = access.layout.in_dim_size("block")
    return traffic(
        [
            each
            for block in range(blocks)
            for each in instructions(access, is_store=is_store, block=block, elements=elements)
        ]
    )


def first_load(access: TensorAccess) -> Instruction:
    """The first elements of each lane of warp 0, up to 16 contiguous bytes of its registers.

    One instruction if the pointers allow it. Otherwise several, whose sectors are counted together
    here, which is what caches make of them: `width` is then that of one element.
    """
    dim = order(access.encoding, access.shape)[0]
    held = contig_per_thread(access.encoding, access.shape)[dim]
    held = min(held, max(1, MAX_ACCESS_BYTES // access.elem_bytes))
    lanes: list[tuple[int, int]] = []
    for each in instructions(access, warps=[0]):
        if each.registers[0] < held:
            lanes += [
                (lane, start + step)
                for lane, start in each.lanes
                for step in range(0, each.width, access.elem_bytes)
            ]
    return Instruction(0, 0, tuple(range(held)), tuple(sorted(lanes)), access.elem_bytes)


def mnemonic(width: int, elem_bits: int, *, is_store: bool = False) -> str:
    """The PTX instruction that moves `width` bytes of such elements, e.g. ld.global.v4.b32."""
    word = min(width * 8, max(32, elem_bits))
    count = width * 8 // word
    vector = f".v{count}" if count > 1 else ""
    return f"{'st' if is_store else 'ld'}.global{vector}.b{word}"


def _power_of_two_in(value: int) -> int:
    """The largest power of two that divides the value; 0 for 0, which all do."""
    return value & -value
