"""Accesses to shared memory: which instructions move a tensor's registers, and to which banks.

From lowerLdSt (lib/Conversion/TritonGPUToLLVM/Utility.cpp), lowerLdStMatrix (third_party/nvidia)
and largestVectorisation (lib/Tools/LayoutUtils.cpp). A *register-to-memory layout* maps "register",
"lane", "warp", "block" to "offset" (in elements) and "block".
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.interned import Interned
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.layout_utils import divide_left, zeros_like
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.swizzling import BANKS, LD_ST, MATRIX_TRANS, MAX_VECTOR_BITS

WORD_BYTES = 4
LINE_BYTES = BANKS * WORD_BYTES


class SharedAccess(Interned):
    """The instructions of one thread that store a tensor to shared memory, or load it.

    kind: "shared", "matrix" or "matrix.trans"; width_bytes: of one thread in one instruction;
    registers: the number of each instruction's first register; addresses: register, lane, warp,
    block -> byte, for the lane's address. Registers are numbered as the instructions take them:
    bit i of such a number is bit register_bits[i] of the layout's; None for matrix instructions,
    which deal them out among lanes.
    """

    fields = ("kind", "elem_bits", "width_bytes", "registers", "addresses", "register_bits")
    __slots__ = fields
    kind: str
    elem_bits: int
    width_bytes: int
    registers: tuple[int, ...]
    addresses: LinearLayout
    register_bits: tuple[int, ...] | None

    @property
    def count(self) -> int:
        return len(self.registers)

    @property
    def registers_per_instruction(self) -> int:
        return self.width_bytes * 8 // self.elem_bits

    def own_registers(self, register: int) -> list[int] | None:
        """The layout's registers that one instruction moves, as far as they are the lane's own."""
        if self.register_bits is None:
            return None
        return [
            sum((number >> i & 1) << bit for i, bit in enumerate(self.register_bits))
            for number in range(register, register + self.registers_per_instruction)
        ]

    def lane_addresses(self, register: int, warp: int = 0, block: int = 0) -> list[int]:
        """The byte that each lane's address points to in the instruction of this register."""
        lanes = self.addresses.in_dim_size("lane")
        ins = {"register": register, "warp": warp, "block": block}
        return [self.addresses.apply({**ins, "lane": lane})["byte"] for lane in range(lanes)]

    def wavefronts(self, register: int, warp: int = 0) -> tuple[int, int]:
        """(passes over the banks that the instruction of a warp takes, the least possible).

        A pass serves each bank's one word. Wide accesses are served in groups of lanes of 128
        bytes together, matrix accesses matrix by matrix, 8 rows of 16 bytes each.
        """
        addresses = self.lane_addresses(register, warp)
        matrix = self.kind != LD_ST
        width = 16 if matrix else self.width_bytes
        if matrix:
            addresses = addresses[: 8 * (self.width_bytes // WORD_BYTES)]
        lanes = len(addresses) if width <= WORD_BYTES else max(1, LINE_BYTES // width)
        groups = [addresses[i : i + lanes] for i in range(0, len(addresses), lanes)]
        passes = ideal = 0
        for group in groups:
            words = {
                word
                for address in group
                for word in range(address // WORD_BYTES, -(-(address + width) // WORD_BYTES))
            }
            per_bank = [0] * BANKS
            for word in words:
                per_bank[word % BANKS] += 1
            passes += max(per_bank)
            ideal += -(-len(words) // BANKS)
        return passes, ideal


def shared_access(
    layout: LinearLayout, elem_bits: int, kind: str, *, is_store: bool
) -> SharedAccess:
    """The instructions for a register-to-memory layout without registers that repeat elements.

    Raises LayoutError if a matrix instruction does not fit.
    """
    if kind == LD_ST:
        return _plain_access(layout, elem_bits)
    return _matrix_access(layout, elem_bits, kind, is_store)


def permute_registers(layout: LinearLayout, order: Sequence[int]) -> LinearLayout:
    """Register bit i of the result is register bit order[i] of the layout."""
    registers = layout.bases_of("register")
    moved = tuple(registers[bit] for bit in order)
    return LinearLayout(
        tuple((name, moved if name == "register" else dim) for name, dim in layout.bases),
        layout.out_dims,
    )


def order_for_division(layout: LinearLayout, part: LinearLayout, *, left: bool) -> list[int] | None:
    """An order of the register bits that lets `part` divide from the left, or right; or None.

    The bits of `part` come first (last), the others keep their order (regPermForDivide).
    """
    sizes = dict(part.out_dims)
    shifts = []
    for name, size in layout.out_dims:
        if size < sizes.get(name, 1):
            return None
        shifts.append(0 if left else (size // sizes.get(name, 1)).bit_length() - 1)
    positions = {name: index for index, name in enumerate(part.out_dim_names)}
    picks = [positions.get(name) for name in layout.out_dim_names]
    registers = layout.bases_of("register")
    found: list[int] = []
    for basis in part.bases_of("register"):
        wanted = tuple(
            0 if pick is None else basis[pick] << shift
            for pick, shift in zip(picks, shifts, strict=True)
        )
        index = next(
            (i for i, other in enumerate(registers) if i not in found and other == wanted), None
        )
        if index is None:
            return None
        found.append(index)
    rest = [i for i in range(len(registers)) if i not in found]
    return found + rest if left else rest + found


def largest_vectorisation(layout: LinearLayout, elem_bits: int) -> tuple[int, list[int]]:
    """(elements of one access, order of the register bits that makes them the lowest)."""
    width = max(1, MAX_VECTOR_BITS // elem_bits)
    while width > 1:
        tile = LinearLayout.identity1d(width, "register", "offset")
        order = order_for_division(layout, tile, left=True)
        if order is not None and divide_left(permute_registers(layout, order), tile) is not None:
            return width, order
        width //= 2
    return 1, list(range(layout.in_dim_size_log2("register")))


def _plain_access(layout: LinearLayout, elem_bits: int) -> SharedAccess:
    width, order = largest_vectorisation(layout, elem_bits)
    permuted = permute_registers(layout, order)
    return SharedAccess(
        LD_ST,
        elem_bits,
        width * elem_bits // 8,
        tuple(range(0, permuted.in_dim_size("register"), width)),
        _in_bytes(permuted.sublayout(permuted.in_dim_names, ["offset"]), elem_bits),
        tuple(order),
    )


def _matrix_access(layout: LinearLayout, elem_bits: int, kind: str, is_store: bool) -> SharedAccess:
    identity = LinearLayout.identity1d
    layout = layout.sublayout(["register", "lane", "warp"], ["offset"])
    permuted = layout
    lane_order = list(range(5))
    register_order = list(range(layout.in_dim_size_log2("register")))
    if kind != MATRIX_TRANS:
        tile = identity(32 // elem_bits, "register", "offset") * identity(4, "lane", "offset")
        full = tile * identity(8, "lane", "addr")
    else:
        contiguous = (16 if is_store and elem_bits == 8 else 32) // elem_bits
        full = (
            identity(contiguous, "register", "addr")
            * identity(4, "lane", "addr")
            * identity(8, "lane", "offset")
            * identity(16 // elem_bits, "register", "offset")
        )
        if layout.in_dim_size("register") < full.in_dim_size("register"):
            raise LayoutError("too few registers for a transposing matrix instruction")
        inverse = full.invert()
        index = inverse.out_dim_index
        offsets = inverse.bases_of("offset")
        first = [b[index("register")].bit_length() - 1 for b in offsets if b[index("register")]]
        register_order = first + [bit for bit in register_order if bit not in first]
        lane_order = [2, 3, 4, 0, 1]
        permuted = _permute_lanes(permute_registers(layout, register_order), lane_order)
        tile = identity(8, "lane", "offset") * identity(16 // elem_bits, "register", "offset")
        tile = tile.transpose_ins(("register", "lane"))
    order = order_for_division(permuted, tile, left=True)
    if order is None:
        raise LayoutError("the layout does not fit a matrix instruction")
    quotient = divide_left(permute_registers(permuted, order), tile)
    if quotient is None:
        raise LayoutError("the layout does not fit a matrix instruction")
    reps = zeros_like(tile) * quotient
    if kind == MATRIX_TRANS:
        reps = permute_registers(
            _permute_lanes(reps, _inverse(lane_order)), _inverse(register_order)
        )
    core = full.in_dim_size("register")
    vector = min(MAX_VECTOR_BITS // elem_bits, reps.in_dim_size("register")) // core
    full = full * identity(vector, "register", "addr") * identity(1, "warp", "addr")
    addresses = full.invert().compose(reps).bases_of("addr")
    lanes = addresses + ((0,),) * (5 - len(addresses))
    of_lanes = LinearLayout(
        (
            ("register", reps.bases_of("register")),
            ("lane", lanes),
            ("warp", reps.bases_of("warp")),
            ("block", ()),
        ),
        reps.out_dims,
    )
    step = full.in_dim_size("register")
    return SharedAccess(
        kind,
        elem_bits,
        step * elem_bits // 8,
        tuple(range(0, reps.in_dim_size("register"), step)),
        _in_bytes(of_lanes, elem_bits),
        None,
    )


def _inverse(order: Sequence[int]) -> list[int]:
    result = [0] * len(order)
    for index, value in enumerate(order):
        result[value] = index
    return result


def _permute_lanes(layout: LinearLayout, order: Sequence[int]) -> LinearLayout:
    lanes = layout.bases_of("lane")
    moved = tuple(lanes[bit] for bit in order)
    return LinearLayout(
        tuple((name, moved if name == "lane" else dim) for name, dim in layout.bases),
        layout.out_dims,
    )


def _in_bytes(layout: LinearLayout, elem_bits: int) -> LinearLayout:
    """The layout with its only output counted in bytes."""
    scale = elem_bits // 8
    bases = tuple((name, tuple((b[0] * scale,) for b in dim)) for name, dim in layout.bases)
    return LinearLayout(bases, (("byte", layout.out_dims[0][1] * scale),))
