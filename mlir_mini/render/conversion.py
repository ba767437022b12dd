"""A conversion between layouts as text, with the instructions that it becomes."""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.layout.conversion_cost import NONE, REGISTER, SHARED, SHUFFLE, Conversion, SharedPlan
from mlir_mini.layout.sectors import mnemonic
from mlir_mini.layout.shared_access import SharedAccess
from mlir_mini.layout.swizzling import LD_ST, MATRIX_TRANS
from mlir_mini.layout.warp_shuffle import WarpShuffle
from mlir_mini.render.numbers import plural, point

NAMES = {
    NONE: "nothing",
    REGISTER: "registers of the same thread",
    SHUFFLE: "warp shuffle",
    SHARED: "shared memory",
}
MAX_LINES = 24


def conversion_text(found: Conversion, source: str, target: str, gpu: int, everything: bool) -> str:
    """The class, the reason, the price and the instructions."""
    lines = [f"from  {source}", f"to    {target}", "", f"takes {NAMES[found.kind]}"]
    lines += ["  " + line for line in _reason(found)]
    if found.shuffle is not None:
        lines += ["  " + line for line in _shuffle_price(found.shuffle)]
    if found.shared is not None:
        lines += ["  " + line for line in _shared_price(found.shared, gpu)]
    listing = instruction_lines(found)
    if listing:
        lines += ["", "instructions of one thread"]
        shown = listing if everything else listing[:MAX_LINES]
        lines += ["  " + line for line in shown]
        if len(shown) < len(listing):
            lines.append(f"  and {len(listing) - len(shown)} more lines: --all")
    return "\n".join(lines) + "\n"


def _reason(found: Conversion) -> list[str]:
    change = found.change
    if change is None:
        return ["every element is in the same places in both layouts"]
    lines = [
        f"element {point(change.element)} is in {change.before},",
        f"{' ' * len(f'element {point(change.element)} ')}then {change.after}: "
        f"its {change.what} changes",
    ]
    if found.moved:
        lines.append(f"{found.moved} of {found.total} elements have to reach another thread")
    else:
        lines.append("no element leaves its thread")
    if found.kind == SHARED and change.what == "lane":
        lines.append("no element leaves its warp, but shuffles are not worth it: more than one")
        lines.append("register bit would have to become a lane bit")
    return lines


# Prices.


def _shuffle_price(shuffle: WarpShuffle) -> list[str]:
    packed = 1 << shuffle.packed_log2
    words = plural(shuffle.words, "word")
    if packed > 1:
        words += f" of {packed} elements"
    lines = [f"{plural(shuffle.shuffles, 'shuffle')} a thread for {words}"]
    swaps = [
        f"register bit {swap.register_bit} and lane bit {swap.lane_bit}"
        for swap in shuffle.transpositions
    ]
    if swaps:
        lines.append(f"swaps {', '.join(swaps)}")
    lanes = [f"{bit} -> {image}" for bit, image in enumerate(shuffle.lane_perm) if bit != image]
    if lanes:
        lines.append(f"moves lane bits {', '.join(lanes)}")
    if shuffle.warp_lanes:
        lines.append("which lane to read depends on the warp")
    return lines


def _shared_price(plan: SharedPlan, gpu: int) -> list[str]:
    rounds = f" in {plan.rounds} rounds" if plan.rounds > 1 else ""
    lines = [f"{plan.bytes} bytes of shared memory a block{rounds}, on sm_{gpu}"]
    for word, access in (("stores", plan.store), ("loads", plan.load)):
        passes, ideal = plan.conflicts(access)
        total = access.count * plan.rounds
        conflicts = "no bank conflicts" if passes == ideal else f"{passes - ideal} bank conflicts"
        lines.append(
            f"{total} {word} a thread, {plural(access.width_bytes, 'byte')} each; a round of the "
            f"block takes {passes} passes over the banks of at least {ideal}: {conflicts}"
        )
    return lines


# Instructions.


def instruction_lines(found: Conversion) -> list[str]:
    """PTX-like text: registers r0, r1, ... of the source, d0, d1, ... of the target."""
    if found.shuffle is not None:
        return _shuffle_lines(found.shuffle)
    if found.shared is not None:
        return _shared_lines(found.shared)
    return []


def _shuffle_lines(shuffle: WarpShuffle) -> list[str]:
    lines = []
    moved = [f"r{bit}->r{image}" for bit, image in enumerate(shuffle.register_perm) if bit != image]
    if moved:
        lines.append(f"// rename registers: bits {', '.join(moved)}")
    if shuffle.packed_log2:
        lines.append(f"// pack {1 << shuffle.packed_log2} elements into each 32-bit word w")
    if shuffle.ships:
        return lines + _ship_lines(shuffle)
    # Before the shuffle, lanes are numbered as those that data comes from.
    origin = [shuffle.lane_perm.index(bit) for bit in range(len(shuffle.lane_perm))]
    lines += _select_lines(shuffle, [origin[swap.lane_bit] for swap in shuffle.transpositions])
    if shuffle.moves_lanes:
        lines.append("// %from: the lane that this lane's data comes from")
    for word, mask in shuffle.shuffled_words:
        if not shuffle.moves_lanes:
            lines.append(f"shfl.sync.bfly.b32 w{word}, w{word}, {mask};")
        elif mask:
            lines.append(f"shfl.sync.idx.b32 w{word}, w{word}, %from ^ {mask};")
        else:
            lines.append(f"shfl.sync.idx.b32 w{word}, w{word}, %from;")
    lines += _select_lines(shuffle, [swap.lane_bit for swap in shuffle.transpositions])
    return lines


def _ship_lines(shuffle: WarpShuffle) -> list[str]:
    (swap,) = shuffle.transpositions
    step, bit = 1 << (swap.register_bit - shuffle.packed_log2), 1 << swap.lane_bit
    lines = [f"// p: lane & {bit} is 0"]
    pick = "selp.b32" if swap.pre == swap.post == 0x3210 else "prmt.b32"
    for word, _ in shuffle.shuffled_words:
        other = word + step
        lines += [
            f"{pick} t, w{other}, w{word}, p;",
            f"shfl.sync.bfly.b32 t, t, {bit};",
            f"{pick} w{word}, w{word}, t, p;",
            f"{pick} w{other}, t, w{other}, p;",
        ]
    return lines


def _select_lines(shuffle: WarpShuffle, lane_bits: Sequence[int]) -> list[str]:
    """Pairs of words that change places in lanes with a bit set."""
    lines = []
    for swap, lane_bit in zip(shuffle.transpositions, lane_bits, strict=True):
        step = 1 << (swap.register_bit - shuffle.packed_log2)
        pairs = [f"w{w}, w{w + step}" for w in range(shuffle.words) if not w & step]
        shown = "; ".join(pairs[:4]) + ("; ..." if len(pairs) > 4 else "")
        lines.append(f"selp.b32 x{2 * len(pairs)}: swap {shown} where lane & {1 << lane_bit}")
    return lines


def _shared_lines(plan: SharedPlan) -> list[str]:
    lines = []
    for number in range(plan.rounds):
        if number:
            lines.append(_barrier(plan))
        for register in plan.store.registers:
            registers = plan.registers(store=True, round_=number, register=register)
            lines.append(
                f"{_shared_name(plan.store, 'st')} [%st + {_offset(plan.store, register)}], "
                f"{_list(plan.store, registers, 'r')};"
            )
        lines.append(_barrier(plan))
        for register in plan.load.registers:
            registers = plan.registers(store=False, round_=number, register=register)
            lines.append(
                f"{_shared_name(plan.load, 'ld')} {_list(plan.load, registers, 'd')}, "
                f"[%ld + {_offset(plan.load, register)}];"
            )
    return lines


def _barrier(plan: SharedPlan) -> str:
    return {
        "bar.sync": "bar.sync 0;",
        "bar.warp.sync": "bar.warp.sync -1;",
        "barrier.cluster": "barrier.cluster.arrive; barrier.cluster.wait;",
    }[plan.barrier]


def _shared_name(access: SharedAccess, prefix: str) -> str:
    if access.kind == LD_ST:
        name = mnemonic(access.width_bytes, access.elem_bits)
        return name.replace("ld.global", f"{prefix}.shared")
    trans = ".trans" if access.kind == MATRIX_TRANS else ""
    return f"{prefix}matrix.sync.aligned.m8n8.x{access.width_bytes // 4}{trans}.shared.b16"


def _offset(access: SharedAccess, register: int) -> int:
    """Bytes from where lane 0 of warp 0 starts; others differ from it by an xor."""
    ins = dict.fromkeys(access.addresses.in_dim_names, 0)
    return access.addresses.apply({**ins, "register": register})["byte"]


def _list(access: SharedAccess, registers: Sequence[int] | None, letter: str) -> str:
    """`{r0, r1}`; elements that share a word stand together, as in `{r0 r1, r2 r3}`."""
    if registers is None:
        return f"{{{access.width_bytes // 4} words}}"
    per_word = max(1, min(32, access.width_bytes * 8) // access.elem_bits)
    words = [
        " ".join(f"{letter}{register}" for register in registers[i : i + per_word])
        for i in range(0, len(registers), per_word)
    ]
    return words[0] if len(words) == 1 and per_word == 1 else f"{{{', '.join(words)}}}"
