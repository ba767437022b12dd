"""Operations by what they do to indices and addresses, and the walk through those that do nothing.

Names rather than classes, so that a set costs no dialect; the tests see to it that each name is
that of an operation. Upstream has no counterpart.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import IntegerType, element_type_or_self

#: Operations that give a value another shape or type, not another number.
RECASTS = frozenset(
    (
        *("tt.splat", "tt.broadcast", "tt.expand_dims", "arith.extsi", "arith.extui"),
        *("arith.trunci", "ttg.convert_layout"),
    )
)
#: Integers of so many bits hold any index: what is cut down to fewer may wrap around.
INDEX_BITS = 32

#: Operations whose results are data rather than arithmetic on indices.
DATA = frozenset(
    (
        *("tt.load", "tt.gather", "tt.atomic_rmw", "tt.atomic_cas", "tt.atomic_load"),
        *("tt.reduce", "tt.scan", "tt.histogram", "tt.descriptor_load", "tt.descriptor_gather"),
        *("tt.elementwise_inline_asm", "ttg.local_load"),
        *("arith.fptosi", "arith.fptoui", "arith.cmpf"),
    )
)
#: Operations that pull a run apart or break it, whatever numbers they get. A promise that runs
#: survive a clamp would be a lie wherever it clamps.
SPREADING = frozenset(
    (
        *("arith.divsi", "arith.divui", "arith.muli", "arith.shli", "arith.shrsi"),
        *("arith.shrui", "arith.xori", "arith.subi"),
    )
)
BREAKING = frozenset(
    ("arith.minsi", "arith.minui", "arith.maxsi", "arith.maxui", "arith.select", "tt.bitcast")
)
#: Operations whose AxisInfo says all there is, given that of their operands: no hint adds to it.
EXACT = RECASTS | frozenset(
    ("tt.make_range", "tt.trans", "tt.addptr", "tt.bitcast", "arith.addi", "arith.cmpi")
)
#: Operations whose dims are not those of their operands.
MOVING = frozenset(("tt.reshape", "tt.expand_dims", "tt.cat"))
#: Operations that move a tile as a whole by a constant.
SHIFTS = frozenset(("arith.addi", "arith.subi", "tt.addptr"))
REMAINDERS = frozenset(("arith.remsi", "arith.remui"))
#: Results that take every value from one program to the next.
PROGRAM = frozenset(("tt.get_program_id", "tt.get_num_programs"))

#: Operations whose AxisInfo holds for numbers that are not negative only: the first operand must
#: not be negative, or neither.
SIGNED = frozenset(("arith.divsi", "arith.remsi"))
UNSIGNED = frozenset(("arith.minui", "arith.maxui"))
#: The result is not negative if no operand is, if the first is not, and in any case.
NON_NEGATIVE_IF_ALL = RECASTS - {"arith.extui"} | frozenset(
    (
        *("tt.reshape", "tt.trans", "tt.join", "tt.cat", "tt.gather", "arith.addi"),
        *("arith.minsi", "arith.andi", "arith.ori", "arith.xori", "arith.shrsi"),
    )
)
NON_NEGATIVE_IF_FIRST = SIGNED | frozenset(("arith.shli",))
NON_NEGATIVE = frozenset(
    (
        *("tt.make_range", "tt.get_program_id", "tt.get_num_programs", "tt.histogram"),
        *("arith.extui", "arith.divui", "arith.remui", "arith.shrui", "gpu.thread_id"),
    )
)


def recasts(op: Operation) -> bool:
    """Whether the result of ``op`` is its operand in another shape or type."""
    if op.name == "arith.trunci":
        type = element_type_or_self(op.results[0].type)
        return isinstance(type, IntegerType) and type.width >= INDEX_BITS
    return op.name in RECASTS


def recast_chain(value: Value) -> Iterator[Value]:
    """``value``, what it is recast from, and so on."""
    while True:
        yield value
        op = value.defining_op
        if op is None or not recasts(op):
            return
        value = op.operand(0)
