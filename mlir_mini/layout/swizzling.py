"""How shared memory is swizzled when a conversion goes through it (lib/Tools/GenericSwizzling.cpp).

Works on *flat* layouts, whose only output is the tensor's elements in one line, so that a basis is
one int. The result maps "vector" (elements of one access), "bank" (the rest of a line over all
banks), "segment" (lines), "block" and "reps" (rounds that reuse the same memory) to the tensor.

A *tile* is what an instruction lays down in one go. Its lanes, given by the bits of their number,
are contiguous in memory (`lane_contig`) or hold an address each (`lane_addr`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from mlir_mini.layout.linear_layout import Dims, LinearLayout

FlatBases: TypeAlias = "list[int]"

BANKS = 32
BANK_BITS = 32
MAX_VECTOR_BITS = 128

LD_ST = "shared"
MATRIX = "matrix"
MATRIX_TRANS = "matrix.trans"


class MemoryTile:
    """What an access to shared memory does with lanes: bits of the lane's number."""

    __slots__ = ("lane_addr", "lane_contig", "name")

    def __init__(self, name: str, lane_contig: Sequence[int], lane_addr: Sequence[int]) -> None:
        self.name = name
        self.lane_contig = tuple(lane_contig)
        self.lane_addr = tuple(lane_addr)

    def addresses(self, lanes: FlatBases) -> FlatBases:
        return [lanes[bit] for bit in self.lane_addr]

    def missing_registers(self) -> int:
        """Register bits that the widest form of the instruction needs beyond its tile."""
        return len(self.lane_contig) + len(self.lane_addr) - 3


_TILES = {
    LD_ST: MemoryTile(LD_ST, (), (0, 1, 2)),
    MATRIX: MemoryTile(MATRIX, (0, 1), (2, 3, 4)),
    MATRIX_TRANS: MemoryTile(MATRIX_TRANS, (2, 3, 4), (0, 1)),
}


def access_tiles(
    elem_bits: int, capability: int, cross_cta: bool
) -> tuple[list[MemoryTile], list[MemoryTile]]:
    """The instructions to choose from for stores and for loads (getSrcDstTiles).

    capability: 80 for sm_80, whose `stmatrix` is missing; cross_cta: do blocks read each other's
    memory? Matrix instructions can't.
    """
    stores, loads = [_TILES[LD_ST]], [_TILES[LD_ST]]
    names = [MATRIX] if elem_bits <= 32 else []
    names += [MATRIX_TRANS] if elem_bits == 16 else []
    for name in names:
        if capability >= 90:
            stores.append(_TILES[name])
        if capability >= 75 and not cross_cta:
            loads.append(_TILES[name])
    return stores, loads


def optimal_swizzling(
    source: LinearLayout, target: LinearLayout, elem_bits: int, capability: int, cross_cta: bool
) -> tuple[LinearLayout, str, str]:
    """The layout of the memory and the names of the instructions that store and load.

    source, target: layouts of registers without registers that repeat elements; elem_bits: 8 to
    128. Of the pairs of instructions that fit, the one with the fewest bank conflicts wins.
    """
    flat_source, flat_target = source.flatten_outs(), target.flatten_outs()
    stores, loads = access_tiles(elem_bits, capability, cross_cta)
    needed = _log2(MAX_VECTOR_BITS // elem_bits)
    best: tuple[tuple[int, int], LinearLayout, str, str] | None = None
    registers = [_flat(layout, "register") for layout in (flat_source, flat_target)]
    lanes = [_flat(layout, "lane") for layout in (flat_source, flat_target)]
    blocks = _flat(flat_source, "block")
    for store in stores:
        for load in loads:
            vector = _common_tile(
                flat_source,
                flat_target,
                needed - len(store.lane_contig),
                needed - len(load.lane_contig),
                store.lane_contig,
                load.lane_contig,
            )
            if vector is None:
                continue
            store_tile = _address_tile(store, registers[0], lanes[0], vector)
            load_tile = _address_tile(load, registers[1], lanes[1], vector)
            if store_tile is None or load_tile is None:
                continue
            # Two repetitions stay within the memory for ldmatrix and stmatrix to widen.
            leave = min(store.missing_registers(), load.missing_registers())
            memory = _swizzle(
                flat_source,
                flat_target,
                elem_bits,
                vector,
                (store_tile, load_tile),
                blocks,
                source.out_dims,
                leave,
            )
            conflicts = sum(_conflicts(memory, tile) for tile in (store_tile, load_tile))
            # Among equals the first with the most rounds, which need the least memory.
            rank = (conflicts, -memory.in_dim_size("reps"))
            if best is None or rank < best[0]:
                best = rank, memory, store.name, load.name
    if best is not None:
        return best[1:]
    return _swizzle_narrow(flat_source, flat_target, elem_bits, source.out_dims), LD_ST, LD_ST


# Flat bases.


def _flat(layout: LinearLayout, in_dim: str) -> FlatBases:
    return [basis[0] for basis in layout.bases_of(in_dim)]


def _log2(size: int) -> int:
    return size.bit_length() - 1


def _unflat(bases: FlatBases) -> tuple[tuple[int, ...], ...]:
    return tuple((basis,) for basis in bases)


def _reduced(rows: FlatBases, width: int) -> list[int]:
    """Reduced row echelon form, the lowest bit being the first column; zero rows dropped."""
    rows = [row for row in rows if row]
    done: list[int] = []
    for bit in range(width):
        pivot = next((row for row in rows if row >> bit & 1), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows = [row ^ pivot if row >> bit & 1 else row for row in rows]
        done = [row ^ pivot if row >> bit & 1 else row for row in done]
        done.append(pivot)
    return done


def _lowest_bit(value: int) -> int:
    return (value & -value).bit_length() - 1


def _complement(bases: FlatBases, width: int) -> FlatBases:
    """Unit vectors that complete the bases to the whole space."""
    pivots = {_lowest_bit(row) for row in _reduced(bases, width)}
    return [1 << bit for bit in range(width) if bit not in pivots]


def _orthogonal(bases: FlatBases, width: int) -> FlatBases:
    """A basis of what is orthogonal to all of the bases."""
    rows = _reduced(bases, width)
    pivots = {_lowest_bit(row) for row in rows}
    result = []
    for free in range(width):
        if free in pivots:
            continue
        vector = 1 << free
        for row in rows:
            if row >> free & 1:
                vector ^= row & -row
        result.append(vector)
    return result


def _intersection(first: FlatBases, second: FlatBases, width: int) -> FlatBases:
    """A basis of the intersection of two spans, in the order of the first if it is made of bits."""
    if all(basis and basis & (basis - 1) == 0 for basis in [*first, *second]):
        return [basis for basis in first if basis in second]
    both = _orthogonal(first, width) + _orthogonal(second, width)
    return _orthogonal(both, width)


# Choosing the bits of an access.


def _common_tile(
    a: LinearLayout,
    b: LinearLayout,
    registers_a: int,
    registers_b: int,
    lanes_a: Sequence[int],
    lanes_b: Sequence[int],
) -> FlatBases | None:
    """The 128 bits that both instructions can move in one go, or None (optimalSwizzlingTile)."""
    if registers_a < registers_b:
        return _common_tile(b, a, registers_b, registers_a, lanes_b, lanes_a)
    if registers_b < 0:
        return None
    conversion = b.invert_and_compose(a)
    common = _intersection(_flat(a, "register"), _flat(b, "register"), a.total_out_size_log2)
    if len(common) < registers_b:
        return None
    flat_a, flat_b = _flat(a, "lane"), _flat(b, "lane")
    tile_b = [flat_b[bit] for bit in lanes_b]
    if not all(tile_b) or not all(flat_a[bit] for bit in lanes_a):
        return None
    register, lane = (conversion.out_dim_index(name) for name in ("register", "lane"))
    surplus = registers_a - registers_b
    if any(conversion.basis("lane", bit)[register] == 0 for bit in lanes_b[:surplus]):
        return None
    for bit_a, bit_b in zip(lanes_a, lanes_b[len(lanes_b) - len(lanes_a) :], strict=True):
        if conversion.basis("lane", bit_b)[lane] != 1 << bit_a:
            return None
    return common[:registers_b] + tile_b


def _address_tile(
    tile: MemoryTile, registers: FlatBases, lanes: FlatBases, vector: FlatBases
) -> FlatBases | None:
    """What tells apart the addresses of one wavefront; None if registers do not suffice."""
    wanted = 3 - len(tile.lane_addr)
    spare = [basis for basis in registers if basis not in vector][:wanted]
    if len(spare) < wanted:
        return None
    return spare + tile.addresses(lanes)


# The layout of the memory.


def _swizzle(
    source: LinearLayout,
    target: LinearLayout,
    elem_bits: int,
    vector: FlatBases,
    tiles: tuple[FlatBases, FlatBases],
    blocks: FlatBases,
    out_dims: Dims,
    leave_reps: int,
) -> LinearLayout:
    width = source.total_out_size_log2
    block_bases = [basis for basis in blocks if basis]
    rest = width - len(vector) - len(block_bases)
    bank_count = min(_log2(BANKS * BANK_BITS // ((1 << len(vector)) * elem_bits)), rest)
    segment = _segment(vector + tiles[0], vector + tiles[1], block_bases, width, rest - bank_count)
    bank = _complement(vector + segment + block_bases, width)
    # What both sides hold in registers, and no single access covers, is moved in rounds.
    common = set(_flat(source, "register")) & set(_flat(target, "register"))
    kept: FlatBases = []
    reps: FlatBases = []
    for basis in dict.fromkeys(segment):
        if basis not in common:
            kept.append(basis)
        elif leave_reps > 0:
            leave_reps -= 1
            kept.append(basis)
        else:
            reps.append(basis)
    flat = LinearLayout(
        (
            ("vector", _unflat(vector)),
            ("bank", _unflat(bank)),
            ("segment", _unflat(kept)),
            ("block", _unflat(blocks)),
            ("reps", _unflat(reps)),
        ),
        source.out_dims,
    )
    return flat.reshape_outs(out_dims)


def _segment(
    store: FlatBases, load: FlatBases, blocks: FlatBases, width: int, count: int
) -> FlatBases:
    """The bases that move to another line of banks, with as few conflicts as can be."""
    stored = {basis for basis in [*store, *blocks] if basis}
    loaded = {basis for basis in [*load, *blocks] if basis}
    segment = [
        1 << bit for bit in range(width) if 1 << bit not in stored and 1 << bit not in loaded
    ]
    if len(segment) >= count:
        return segment[:count]
    fewer, more = sorted(stored - loaded), sorted(loaded - stored)
    if len(fewer) > len(more):
        fewer, more = more, fewer
    conflicts = min(max(0, count - len(fewer) - len(segment)), len(fewer))
    segment += [fewer[i] ^ more[i] for i in range(conflicts, len(fewer))]
    segment += fewer[:conflicts]
    segment += more[:conflicts]
    return segment[:count]


def _conflicts(memory: LinearLayout, tile: FlatBases) -> int:
    """Wavefronts that an access needs beyond one, as the choice between instructions counts."""
    flat = memory.flatten_outs()
    shared = _intersection(_flat(flat, "segment"), tile, flat.total_out_size_log2)
    return (1 << len(shared)) - 1


# Without a 128-bit tile.


def _swizzle_narrow(
    source: LinearLayout, target: LinearLayout, elem_bits: int, out_dims: Dims
) -> LinearLayout:
    """The layout for plain loads and stores as wide as both sides allow (optimalSwizzlingLdSt)."""
    vector, source_fills = _vector_bases(source, target, elem_bits)
    words = _log2(max(1, (1 << len(vector)) * elem_bits // BANK_BITS))
    lanes = [_flat(layout, "lane") for layout in (source, target)]
    tiles = []
    for lane in lanes:
        phases = max(0, words + len(lane) - _log2(BANKS))
        tiles.append(lane[: len(lane) - phases])
    blocks = _flat(source, "block")
    memory = _swizzle(source, target, elem_bits, vector, (tiles[0], tiles[1]), blocks, out_dims, 0)
    if words >= 2:
        return memory
    # Broadcasting may allow a wider access on one side: its registers then come first in a line.
    banks = _flat(memory.flatten_outs(), "bank")
    held = [
        [i for i, basis in enumerate(banks) if basis in _flat(layout, "register")]
        for layout in (source, target)
    ]
    if source_fills is None:
        source_fills = len(held[0]) > len(held[1])
    first = held[0] if source_fills else held[1]
    order = first + [i for i in range(len(banks)) if i not in first]
    bases = memory.bases_of("bank")
    return LinearLayout(
        tuple(
            (name, tuple(bases[i] for i in order) if name == "bank" else dim)
            for name, dim in memory.bases
        ),
        memory.out_dims,
    )


def _vector_bases(
    source: LinearLayout, target: LinearLayout, elem_bits: int
) -> tuple[FlatBases, bool | None]:
    """Elements of one access, at least 32 bits of them, and which side's registers fill those.

    The second is None if both sides' common registers suffice (getVecBasisLdSt).
    """
    width = source.total_out_size_log2
    registers = [_flat(layout, "register") for layout in (source, target)]
    vector = _intersection(registers[0], registers[1], width)
    vector = vector[: _log2(MAX_VECTOR_BITS // elem_bits)]
    if (1 << len(vector)) * elem_bits >= BANK_BITS:
        return vector, None
    needed = _log2(BANK_BITS // elem_bits)
    warps = [[basis for basis in _flat(layout, "warp") if basis] for layout in (source, target)]
    rest = [[basis for basis in each if basis not in vector] for each in registers]
    in_source = _intersection(rest[0], warps[1], width)
    in_target = _intersection(rest[1], warps[0], width)
    if len(in_source) == len(in_target) and in_source:
        source_fills = min(in_source) < min(in_target)
    else:
        source_fills = len(in_source) > len(in_target)
    vector = vector + (in_source if source_fills else in_target)
    if len(vector) < needed:
        vector = vector + _intersection(warps[0], warps[1], width)
    blocks = _flat(source, "block")
    i = 0
    while len(vector) < needed and i < max(map(len, warps)):
        if i < len(warps[0]) and warps[0][i] not in vector:
            vector.append(warps[0][i])
        if len(vector) < needed and i < len(warps[1]):
            basis = warps[1][i]
            if basis not in vector and basis not in blocks:
                vector.append(basis)
        i += 1
    return vector[:needed], source_fills
