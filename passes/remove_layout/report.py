"""What remove-layout-conversions did, in ten lines: ``--report``.

Conversions before and after by class, with the bytes they move, and for each that remains, what
wants the two layouts: the operation whose layout should stay (an anchor) on either side, or the
one that the layout could not be carried through.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mlir_mini.dialects import scf, ttg
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.locations import FileLineColLoc, Location, NameLoc
from mlir_mini.ir.types import RankedTensorType, bit_width
from mlir_mini.layout.conversion_cost import classify
from mlir_mini.layout.errors import LayoutError
from mlir_mini.syntax.printer import type_to_string
from passes.remove_layout.propagation import is_layout_anchor

#: Classes of conversions, cheapest first, and how the report calls them.
CLASSES = {
    "none": "no data moves",
    "register": "register",
    "shuffle": "warp shuffle",
    "shared": "shared memory",
    "other": "not classified",
}
#: Lines of the report, its head and the summary of what is left out included.
LINES = 10


class Conversion(NamedTuple):
    """One ttg.convert_layout: class, bytes of the tensor (each counted once), place."""

    op: Operation
    kind: str
    bytes: int
    in_loop: bool


def conversions(module: Operation) -> list[Conversion]:
    """Every conversion in ``module``, in order."""
    found = []
    for op in module.walk():
        if isinstance(op, ttg.ConvertLayoutOp):
            type = op.result.type
            assert isinstance(type, RankedTensorType)
            size = type.num_elements * max(8, bit_width(type)) // 8
            loop = op.parent_of_type(scf.ForOp, scf.WhileOp)
            found.append(Conversion(op, _kind(op), size, loop is not None))
    return found


def _kind(op: ttg.ConvertLayoutOp) -> str:
    source, target = op.src.type, op.result.type
    assert isinstance(source, RankedTensorType)
    assert isinstance(target, RankedTensorType)
    encodings: Any = source.encoding, target.encoding
    try:
        return classify(target.shape, *encodings)
    except LayoutError:
        return "other"


def totals(found: list[Conversion]) -> dict[str, tuple[int, int]]:
    """Class -> (number, bytes); only what moves between threads counts as moved."""
    sums: dict[str, tuple[int, int]] = {}
    for each in found:
        number, size = sums.get(each.kind, (0, 0))
        moved = each.bytes if each.kind not in ("none", "register") else 0
        sums[each.kind] = (number + 1, size + moved)
    return sums


def report(before: dict[str, tuple[int, int]], module: Operation) -> list[str]:
    """The report's lines, given :func:`totals` of the module as it was."""
    remaining = conversions(module)
    after = totals(remaining)
    lines = [
        f"{_count(before)} conversions before, {_count(after)} after; "
        f"{_bytes(before)} bytes moved before, {_bytes(after)} after"
    ]
    for kind, name in CLASSES.items():
        if kind in before or kind in after:
            (old, old_bytes), (new, new_bytes) = (x.get(kind, (0, 0)) for x in (before, after))
            moved = f", {old_bytes} -> {new_bytes} bytes" if old_bytes or new_bytes else ""
            lines.append(f"  {name}: {old} -> {new}{moved}")
    # What costs most comes first; a loop multiplies it.
    rank = list(CLASSES)
    remaining.sort(key=lambda c: (not c.in_loop, -rank.index(c.kind), -c.bytes))
    room = LINES - len(lines)
    shown = remaining if len(remaining) <= room else remaining[: room - 1]
    lines += [f"  remains: {_describe(each)}" for each in shown]
    if len(shown) < len(remaining):
        lines.append(f"  and {len(remaining) - len(shown)} more")
    return lines


def _count(sums: dict[str, tuple[int, int]]) -> int:
    return sum(number for number, _ in sums.values())


def _bytes(sums: dict[str, tuple[int, int]]) -> int:
    return sum(size for _, size in sums.values())


def _describe(conversion: Conversion) -> str:
    op = conversion.op
    loop = ", in a loop" if conversion.in_loop else ""
    type = op.results[0].type
    assert isinstance(type, RankedTensorType)
    plain = type_to_string(type.with_encoding(None))
    return (
        f"{_where(op.loc)}{CLASSES[conversion.kind]}, {conversion.bytes} bytes{loop}: {plain}, "
        f"{_source_reason(op.operand(0))}; {_use_reason(op)}"
    )


def _where(loc: Location) -> str:
    while isinstance(loc, NameLoc):
        loc = loc.child
    return f"{loc.file}:{loc.line}: " if isinstance(loc, FileLineColLoc) else ""


def _source_reason(value: Value) -> str:
    """What gives the value the layout that it is converted from."""
    seen: set[Value] = set()
    while True:
        op = value.defining_op
        if op is None:
            return "from an argument"
        if is_layout_anchor(op):
            return f"from {op.name}, whose layout stays"
        encoding = getattr(value.type, "encoding", None)
        seen.add(value)
        following = [
            v
            for v in op.operands
            if v not in seen and getattr(v.type, "encoding", None) is encoding is not None
        ]
        if op.regions or not following:
            return f"from {op.name}, which is not computed again in the other layout"
        value = following[0]


def _use_reason(op: Operation) -> str:
    """What wants the layout that is converted to."""
    waiting = [op]
    seen: set[Operation] = set()
    while waiting:
        current = waiting.pop(0)
        for user in current.users:
            if user in seen:
                continue
            seen.add(user)
            if is_layout_anchor(user):
                return f"for {user.name}, whose layout stays"
            if user.regions or user.is_terminator or not user.results:
                return f"for {user.name}, which takes it so"
            waiting.append(user)
    return "for nothing that keeps its layout"
