"""Which register layouts tensor memory can be loaded into and stored from (tcgen05.ld and .st).

From lib/Dialect/TritonNvidiaGPU/IR/Dialect.cpp and TensorMemoryUtils.cpp. A layout of tensor
memory maps "row" (128 of them), "col" (of 32 bits, or of one element if it is narrower) and
"block" to a matrix; the instructions come in five shapes, the *atoms*, named rows x bits.
"""

from __future__ import annotations

from typing import NamedTuple

from mlir_mini.layout.layout_utils import divide_left, get_reps
from mlir_mini.layout.linear_layout import LinearLayout

ATOMS = ("32x32b", "16x256b", "16x128b", "16x64b")
#: Registers of a thread, unless the kernel or the partition has fewer.
MAX_REGISTERS = 256


class TmemAccess(NamedTuple):
    """How a load or store is done: the atom, and how narrow elements lie in registers."""

    atom: str
    unpacked: bool
    padding: bool


def tile_layout(atom: str, unpacked: bool, with_warps: bool) -> LinearLayout:
    """What one instruction moves: "register", "lane" and, if wanted, "warp" -> "row", "col"."""
    tile = LinearLayout((("register", ()), ("lane", ())), (("row", 1), ("col", 1)))
    if unpacked:
        # Each register moves two columns of 16 bits.
        tile *= LinearLayout.zeros1d(1, "register", "col", 2)
    identity = LinearLayout.identity1d
    if atom == "32x32b":
        tile *= identity(32, "lane", "row")
    elif atom == "16x32bx2":
        tile *= identity(16, "lane", "row")
    elif atom == "16x64b":
        bases = ((8, 0), (0, 1), (1, 0), (2, 0), (4, 0))
        tile *= LinearLayout((("lane", bases),), (("row", 16), ("col", 2)))
    elif atom == "16x128b":
        tile *= identity(4, "lane", "col") * identity(8, "lane", "row")
        tile *= identity(2, "register", "row")
    else:
        tile *= identity(2, "register", "col") * identity(4, "lane", "col")
        tile *= identity(8, "lane", "row") * identity(2, "register", "row")
    if not with_warps:
        return tile
    bases = (*tile.bases, ("warp", ((32, 0), (64, 0))))
    return LinearLayout(bases, (("row", 128), ("col", tile.out_dim_size("col"))))


def _identity_prefix(
    layout: LinearLayout, in_dim: str, out_dim: str, limit: int
) -> tuple[int, LinearLayout]:
    """The largest identity, up to `limit`, that divides the layout, and the quotient."""
    size, quotient = 1, layout
    while size < limit:
        found = divide_left(layout, LinearLayout.identity1d(2 * size, in_dim, out_dim))
        if found is None:
            break
        size, quotient = 2 * size, found
    return size, quotient


def distributed_layout(
    layout: LinearLayout, atom: str, num_warps: int, bits: int
) -> LinearLayout | None:
    """The register layout that one atom gives when it loads all of `layout`, or None.

    bits: width of an element.
    """
    column = layout.out_dim_names[1]
    if bits != 32:
        return _distributed_narrow(layout, atom, num_warps, bits, column)
    tile = tile_layout(atom, unpacked=False, with_warps=False)
    columns = layout.in_dim_size("col") // tile.out_dim_size("col")
    if columns == 0:
        return None
    full_rows = atom == "32x32b"
    half_empty = not any(layout.basis("row", 4))
    block = LinearLayout.identity1d(1, "block", "block")
    part = (tile * block).compose(layout).sublayout(("register", "lane"), layout.out_dim_names)
    if full_rows:
        # Lane 16 may be served by the 16x32bx2 atom.
        part = part.resize_in_dim("lane", part.in_dim_size("lane") // 2)
    if not part.is_injective():
        return None
    row16 = ""
    if not full_rows and not half_empty:
        row16 = "warp" if num_warps > 4 else "register"
    warps = num_warps // (8 if row16 == "warp" else 4)
    repeated = warps // min(columns, warps)
    warps //= repeated
    columns //= warps
    if columns > 1:
        registers = LinearLayout.identity1d(columns, "register", "col")
        if full_rows and half_empty:
            # Lane 16 would repeat data; it takes the other half of the columns instead.
            half = divide_left(tile, LinearLayout.identity1d(2, "lane", "row"))
            assert half is not None
            tile = half * LinearLayout.identity1d(columns // 2, "register", "col")
            registers = LinearLayout.identity1d(2, "lane", "col")
        tile *= registers
    bases = {name: list(dim) for name, dim in tile.bases}
    bases.setdefault("warp", []).extend([(32, 0), (64, 0)])
    if row16:
        bases[row16].append((16, 0))
    sizes = (("row", 128), ("col", tile.out_dim_size("col")))
    tile = LinearLayout(tuple((name, tuple(dim)) for name, dim in bases.items()), sizes)
    tile *= LinearLayout.identity1d(warps, "warp", "col")
    tile *= LinearLayout.zeros1d(repeated, "warp", "col")
    tile *= LinearLayout.identity1d(layout.in_dim_size("block"), "block", "block")
    return tile.compose(layout)


def _distributed_narrow(
    layout: LinearLayout, atom: str, num_warps: int, bits: int, column: str
) -> LinearLayout | None:
    per_column = 32 // bits
    packed, quotient = _identity_prefix(layout, "col", column, per_column)
    if packed > 1:
        wide = distributed_layout(quotient, atom, num_warps, bits * packed)
        pack = LinearLayout.identity1d(packed, "register", column)
        return None if wide is None else pack * wide
    padding = LinearLayout.zeros1d(per_column, "col", column)
    pair = LinearLayout.identity1d(2, "col", column)
    unpacked = divide_left(layout, padding * pair) if bits == 16 else None
    if unpacked is not None:
        wide = distributed_layout(unpacked, atom, num_warps, 32)
        pack = LinearLayout.identity1d(2, "register", column)
        return None if wide is None else pack * wide
    padded = divide_left(layout, padding)
    if padded is not None:
        return distributed_layout(padded, atom, num_warps, 32)
    if layout.in_dim_size("col") == 1:
        return distributed_layout(layout, atom, num_warps, 32)
    return None


def split_long_m(layout: LinearLayout | None) -> LinearLayout | None:
    """The layout of 8 warps with warp 4 and lane 16 swapped where that helps reductions."""
    if layout is None:
        return None
    lane16, warp4 = layout.basis("lane", 4), layout.basis("warp", 2)
    first, second = layout.basis("warp", 0), layout.basis("warp", 1)
    for dim in (0, 1):
        moved = [basis[dim] == 0 for basis in (first, second, warp4, lane16)]
        if moved[3] != moved[2] and moved[0] == moved[1] == moved[3]:
            bases = {name: list(dim_bases) for name, dim_bases in layout.bases}
            bases["warp"][2], bases["lane"][4] = lane16, warp4
            frozen = tuple((name, tuple(each)) for name, each in bases.items())
            return LinearLayout(frozen, layout.out_dims)
    return None


def compatible_layouts(layout: LinearLayout, num_warps: int, bits: int) -> list[LinearLayout]:
    """Register layouts that tensor memory of this layout can be loaded into."""
    found = [distributed_layout(layout, atom, num_warps, bits) for atom in ATOMS]
    if num_warps == 8:
        found.append(split_long_m(found[0]))
    return [each for each in found if each is not None]


def access(
    registers: LinearLayout, memory: LinearLayout, bits: int, max_registers: int
) -> TmemAccess | None:
    """How to move elements of `bits` bits between registers and memory, or None if one cannot."""
    conversion = registers.invert_and_compose(memory).quotient(["block"])
    if conversion is None:
        return None
    # Warps 1 and 2 have rows 32 and 64, whether or not these repeat others.
    for bit in (0, 1):
        if registers.basis("warp", bit) != memory.basis("row", 5 + bit):
            return None
    bases = {name: list(dim) for name, dim in conversion.bases}
    bases["warp"][:2] = [(32, 0), (64, 0)]
    frozen = tuple((name, tuple(dim)) for name, dim in bases.items())
    return _access(LinearLayout(frozen, conversion.out_dims), max_registers, bits, False)


def _access(
    conversion: LinearLayout, max_registers: int, bits: int, unpacked: bool
) -> TmemAccess | None:
    conversion = conversion.remove_zero_bases_along_dim("register")
    if bits == 32:
        atom = _matching_atom(conversion, max_registers, unpacked)
        return None if atom is None else TmemAccess(atom, False, False)
    per_column = 32 // bits
    packed, quotient = _identity_prefix(conversion, "register", "col", per_column)
    if packed > 1:
        return _access(quotient, max_registers, bits * packed, False)
    padding = LinearLayout.zeros1d(1, "register", "col", per_column)
    pair = LinearLayout.identity1d(2, "register", "col")
    halves = divide_left(conversion, padding * pair) if bits == 16 else None
    if halves is not None:
        found = _access(padding * halves, max_registers, 32, True)
        return None if found is None else found._replace(unpacked=True)
    padded = divide_left(conversion, padding)
    if padded is None:
        return None
    found = _access(padded, max_registers, 32, False)
    return None if found is None else found._replace(padding=True)


def _matching_atom(conversion: LinearLayout, max_registers: int, unpacked: bool) -> str | None:
    # No layout fits two atoms; 16x32bx2 is the last resort.
    for atom in ("32x32b", "16x256b", "16x64b", "16x128b", "16x32bx2"):
        tile = tile_layout(atom, unpacked, with_warps=True)
        # A message takes no more than half of the registers.
        if tile.in_dim_size("register") > max_registers // 2:
            continue
        ordered = permute_registers(conversion, tile)
        if ordered is not None and get_reps(ordered, tile) is not None:
            return atom
    return None


def permute_registers(layout: LinearLayout, tile: LinearLayout) -> LinearLayout | None:
    """The layout with the register bases of `tile` moved to the front; None if it lacks one."""
    positions = {name: index for index, name in enumerate(tile.out_dim_names)}
    pick = [positions.get(name) for name in layout.out_dim_names]
    rest = list(layout.bases_of("register"))
    front: list[tuple[int, ...]] = []
    for basis in tile.bases_of("register"):
        wanted = tuple(0 if at is None else basis[at] for at in pick)
        if wanted not in rest:
            return None
        rest.remove(wanted)
        front.append(wanted)
    return LinearLayout(
        tuple((name, (*front, *rest) if name == "register" else dim) for name, dim in layout.bases),
        layout.out_dims,
    )


def largest_vector(conversion: LinearLayout, bits: int, limit: int | None = None) -> int:
    """Elements that one access to shared memory moves, 128 bits at most.

    conversion: "register", ... -> "offset", ...; registers may be reordered for it. `limit` is the
    run of elements that padding leaves together. From lib/Conversion/TritonGPUToLLVM/Utility.cpp.
    """
    size = min(limit or 128 // bits, 128 // bits)
    while size > 1:
        tile = LinearLayout.identity1d(size, "register", "offset")
        ordered = permute_registers(conversion, tile)
        if ordered is not None and divide_left(ordered, tile) is not None:
            return size
        size //= 2
    return 1
