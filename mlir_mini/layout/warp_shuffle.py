"""Conversions within warps as shuffles.

From getWarpLayoutConvertDecomposition (lib/Analysis/Utility.cpp) and transferWithinWarp
(lib/Conversion/TritonGPUToLLVM/ConvertLayoutOpToLLVM.cpp), as in 3.9.0.

Such a conversion permutes the bits of the register's and of the lane's number. It factors into a
permutation of register bits, which only renames registers, a permutation of lane bits, and *mixed
transpositions*, each of which swaps a register bit with a lane bit. Elements narrower than 32 bits
are packed into words first; the lowest `packed_log2` register bits then lie within a word.

Registers here are words after packing; elements of 64 bits take two shuffles each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mlir_mini.interned import Interned
from mlir_mini.layout.conversion import bit_permutation, lanes_picked_by_warps
from mlir_mini.layout.linear_layout import LinearLayout

IDENTITY_TOP, IDENTITY_BOTTOM = 0x3210, 0x7654


class Transposition(Interned):
    """A swap of a register bit and a lane bit.

    The selectors are those of the byte permutes that take over permutations of low register bits:
    each nibble picks one of the eight bytes of two registers, `pre` before the shuffle, `post`
    after it. Plain selects have 0x3210.
    """

    fields = ("register_bit", "lane_bit", "pre", "post")
    __slots__ = fields
    register_bit: int
    lane_bit: int
    pre: int
    post: int


class WarpShuffle(Interned):
    """The factors of a conversion within warps.

    register_perm[i]: the bit that register bit i becomes; lane_perm: the same for lanes;
    warp_lanes: the lane bits of the source that the warp's number decides, which is how lanes that
    hold what other warps need take part; words: of a thread, packing done; elem_bits: of one
    element.
    """

    fields = (
        "register_perm",
        "lane_perm",
        "warp_lanes",
        "transpositions",
        "packed_log2",
        "words",
        "elem_bits",
    )
    __slots__ = fields
    register_perm: tuple[int, ...]
    lane_perm: tuple[int, ...]
    warp_lanes: int
    transpositions: tuple[Transposition, ...]
    packed_log2: int
    words: int
    elem_bits: int

    @property
    def moves_lanes(self) -> bool:
        """Is the lane to read from more than a constant flip of bits away, for every word?"""
        return self.warp_lanes != 0 or self.lane_perm != tuple(range(len(self.lane_perm)))

    @property
    def ships(self) -> bool:
        """Is half of the words enough to shuffle, each picked by a select?"""
        if len(self.transpositions) != 1 or self.moves_lanes:
            return False
        (swap,) = self.transpositions
        pairs = ((0x5140, 0x6240), (0x6420, 0x5410), (0x3210, 0x3120))
        return swap.pre == swap.post or (swap.pre, swap.post) in pairs

    @property
    def shuffled_words(self) -> list[tuple[int, int]]:
        """(word, lane bits flipped on the way) of each shuffle of a thread.

        When shipping, the word is that of the lower lane's partner; else every shuffle replaces
        its own word.
        """
        found = []
        if self.ships:
            (swap,) = self.transpositions
            step = 1 << (swap.register_bit - self.packed_log2)
            return [(r, 1 << swap.lane_bit) for r in range(self.words) if not r & step]
        inverse = [self.lane_perm.index(bit) for bit in range(len(self.lane_perm))]
        for word in range(self.words):
            mask = 0
            for swap in self.transpositions:
                if word >> (swap.register_bit - self.packed_log2) & 1:
                    mask |= 1 << inverse[swap.lane_bit]
            if mask or self.moves_lanes:
                found.append((word, mask))
        return found

    @property
    def shuffles(self) -> int:
        """32-bit shuffle instructions of one thread."""
        return len(self.shuffled_words) * max(1, self.elem_bits // 32)


def warp_shuffle(source: LinearLayout, target: LinearLayout, elem_bits: int) -> WarpShuffle:
    """Factors a conversion; both layouts come without registers that repeat elements."""
    moves = bit_permutation(source, target)
    sizes = {dim: sum(name == dim for name, _ in moves) for dim in ("register", "lane")}
    registers, lanes, mixed = _factor(moves, sizes)
    packing = max(1, min(32 // elem_bits, 4)).bit_length() - 1
    packing = min(packing, sizes["register"] - len(mixed))
    if packing == 0:
        swaps = [Transposition(r, lane, IDENTITY_TOP, IDENTITY_TOP) for r, lane in mixed]
    else:
        swaps = _Packer(registers, mixed, packing).transpositions()
    return WarpShuffle(
        tuple(registers),
        tuple(lanes),
        lanes_picked_by_warps(source, target),
        tuple(swaps),
        packing,
        1 << (sizes["register"] - packing),
        elem_bits,
    )


def _factor(
    moves: dict[tuple[str, int], tuple[str, int]], sizes: dict[str, int]
) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """(register bits' images, lane bits' images, mixed transpositions).

    A run of lane bits within a cycle, `.. r1 l1 .. l2 r2 ..`, becomes a lane cycle of its own and
    the transposition (r2, l1).
    """
    registers, lanes = [0] * sizes["register"], [0] * sizes["lane"]
    mixed: list[tuple[int, int]] = []
    visited: set[tuple[str, int]] = set()
    # Registers first: a cycle of both kinds is entered at a register.
    for entry in [(dim, bit) for dim, size in sizes.items() for bit in range(size)]:
        if entry in visited:
            continue
        current = entry
        into = lane_start = out_of = lane_end = -1
        while True:
            visited.add(current)
            (dim, bit), (next_dim, next_bit) = current, moves[current]
            if dim == next_dim == "register":
                registers[bit] = next_bit
            elif dim == next_dim:
                lanes[bit] = next_bit
            elif dim == "register":
                into, lane_start = bit, next_bit
            else:
                out_of, lane_end = next_bit, bit
            if out_of >= 0:
                registers[into] = out_of
                lanes[lane_end] = lane_start
                mixed.append((out_of, lane_start))
                into = lane_start = out_of = lane_end = -1
            current = moves[current]
            if current == entry:
                break
    return registers, lanes, mixed


class _Packer:
    """Moves permutations of low register bits into the transpositions (getTranspositionSelectors).

    A transposition of a low bit is done on a high partner bit instead, between two permutations of
    bytes. `registers`, the register bits' images, loses what the transpositions take over.
    """

    def __init__(self, registers: list[int], mixed: list[tuple[int, int]], packing: int) -> None:
        self.registers = registers
        self.packing = packing
        self.paired = {register for register, _ in mixed}
        # Those that meet an unpaired high bit first go first; the order also keeps factors that
        # do not commute apart.
        self.mixed = sorted(mixed, key=lambda pair: not self._high_is_free(pair[0]))

    def transpositions(self) -> list[Transposition]:
        swaps = [self._swap(register, lane) for register, lane in self.mixed]
        if self.packing == 2 and self.registers[:2] == [1, 0] and swaps:
            first = swaps[0]
            pre = first.pre
            for bit in (0, 1, 0):
                pre = self._permuted(pre, bit)
            swaps[0] = first.replace(pre=pre)
            self.registers[:2] = [0, 1]
        return swaps

    def _high_is_free(self, start: int) -> bool:
        bit = start
        while True:
            if bit >= self.packing:
                return True
            bit = self.registers[bit]
            if bit in self.paired:
                return False

    def _before(self, bit: int) -> int:
        tail, current = bit, self.registers[bit]
        while current != bit:
            tail, current = current, self.registers[current]
        return tail

    def _permuted(self, selector: int, bit: int) -> int:
        """Swaps bit 2 of each nibble with the bit that stands for a low register bit."""
        low = bit + 2 - self.packing
        high_mask, low_mask = 0x4444, 0x1111 << low
        shift = 2 - low
        fixed = selector & ~high_mask & ~low_mask
        return fixed | (selector & high_mask) >> shift | (selector & low_mask) << shift

    def _selector(self, head: int, tail: int, bits: Iterable[int]) -> int:
        selector = IDENTITY_TOP
        for bit in bits:
            selector = self._permuted(selector, bit)
            if bit not in (head, tail):
                self.registers[bit] = bit
        return selector

    def _partner(self, low: int, pre: list[int]) -> int:
        if self.packing == 2:
            other = 1 - low
            high = self.registers[other]
            if (
                self.registers[low] == low
                and high >= self.packing
                and high not in self.paired
                and other not in self.paired
            ):
                pre.append(other)
                self.registers[self._before(other)] = high
                self.paired.add(high)
                return high
        partner = self.packing
        while partner in self.paired:
            partner += 1
        self.paired.add(partner)
        return partner

    def _swap(self, register: int, lane: int) -> Transposition:
        cycle = [register]
        while self.registers[cycle[-1]] != register:
            cycle.append(self.registers[cycle[-1]])

        def is_boundary(bit: int) -> bool:
            return bit >= self.packing or (bit in self.paired and bit != register)

        post, end = _until(cycle, is_boundary)
        backward = list(reversed(cycle))
        pre, back_end = _until(backward, is_boundary)
        partner = -1
        if end is None:
            # The cycle is made of low bits, this one alone swapping with a lane bit.
            if len(cycle) == 2:
                post.pop()
            head = tail = cycle[-1]
        elif end < self.packing:
            head = register
            tail = self.registers[head]
            pre.append(head)
        else:
            head = partner = end
            self.paired.add(partner)
            assert back_end is not None
            tail = back_end
            while tail < self.packing and tail in self.paired:
                pre.append(tail)
                tail = self._before(tail)
        if partner < 0:
            partner = self._partner(head, pre)
        after = self._selector(head, tail, reversed(post))
        before = self._selector(head, tail, pre)
        self.registers[tail] = head
        return Transposition(partner, lane, before, after)


def _until(bits: list[int], stop: Callable[[int], bool]) -> tuple[list[int], int | None]:
    """(the bits before the first that stops, that bit or None)."""
    for index, bit in enumerate(bits):
        if stop(bit):
            return bits[:index], bit
    return list(bits), None
