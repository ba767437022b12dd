"""Whether operations may be removed, shared or moved, by what they do to memory.

What an operation does is part of its declaration (``mlir_mini.spec.effects``).  After
mlir/lib/Interfaces/SideEffectInterfaces.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.ir.attributes import DenseElementsAttr, IntegerAttr
from mlir_mini.ir.core import Operation, OpResult, Value
from mlir_mini.ir.types import element_type_or_self, i1
from mlir_mini.rewrite.folding import constant_value
from mlir_mini.spec import traits as t
from mlir_mini.spec.effects import ALLOCATE, READ, Effect, declared_effects, memory_effects


def effects(op: Operation) -> Sequence[Effect] | None:
    """What ``op`` itself does to memory; None where that isn't known."""
    traits = op.traits
    if t.Pure in traits or t.NoMemoryEffect in traits:
        return ()
    describe = getattr(op, "own_effects", None)
    return describe() if describe is not None else declared_effects(op)


def is_memory_effect_free(op: Operation) -> bool:
    """Nothing in ``op`` touches memory."""
    return memory_effects(op) == []


def only_reads(op: Operation) -> bool:
    """The operation's own effects are known, and reading is all of them."""
    own = effects(op)
    return bool(own) and all(effect.kind == READ for effect in own or ())


def would_be_trivially_dead(op: Operation) -> bool:
    """``op`` could go if its results were unused: all that it does is read or allocate."""
    if op.is_terminator or t.Symbol in op.traits:
        return False
    pending = [op]
    while pending:
        each = pending.pop()
        recursive = t.RecursiveMemoryEffects in each.traits
        if recursive:
            for region in each.regions:
                pending += region.ops
        own = effects(each)
        if own is None:
            if not recursive:
                return False
            continue
        allocated = {
            effect.value
            for effect in own
            if effect.kind == ALLOCATE
            and isinstance(effect.value, OpResult)
            and effect.value.owner is each
        }
        if not all(effect.kind == READ or effect.value in allocated for effect in own):
            return False
    return True


def is_trivially_dead(op: Operation) -> bool:
    """Nothing uses the results of ``op``, and it does nothing else that matters."""
    return op.use_empty and would_be_trivially_dead(op)


# Speculation -------------------------------------------------------------------------------------


def _constant_integers(value: Value) -> Sequence[int] | None:
    """The integer, or the elements, that ``value`` is known to be."""
    attribute = constant_value(value)
    if isinstance(attribute, IntegerAttr):
        return (attribute.value,)
    return attribute.values if isinstance(attribute, DenseElementsAttr) else None


def _divides_safely(op: Operation) -> bool:
    divisors = _constant_integers(op.operand(1))
    return divisors is not None and 0 not in divisors


def _signed_range(value: Value) -> tuple[int, int] | None:
    """The least and the largest signed integer among the elements of a constant."""
    integers = _constant_integers(value)
    if integers is None:
        return None
    if element_type_or_self(value.type) is i1:
        integers = [-integer for integer in integers]
    return min(integers), max(integers)


def _divides_safely_signed(op: Operation) -> bool:
    # Like upstream, all that lies between the elements counts as a divisor.
    divisors = _signed_range(op.operand(1))
    return divisors is not None and (divisors[1] < -1 or divisors[0] > 0)


def _has_safe_remainder(op: Operation) -> bool:
    divisors = _signed_range(op.operand(1))
    return divisors is not None and (divisors[1] < 0 or divisors[0] > 0)


def _steps_by_one(op: Operation) -> bool:
    return _constant_integers(op.operand(2)) == (1,) and _is_body_speculatable(op)


def _is_body_speculatable(op: Operation) -> bool:
    return all(is_speculatable(nested) for region in op.regions for nested in region.ops)


_SPECULATABLE: dict[str, Callable[[Any], bool]] = {
    "arith.divui": _divides_safely,
    "arith.ceildivui": _divides_safely,
    "arith.divsi": _divides_safely_signed,
    "arith.ceildivsi": _divides_safely_signed,
    "arith.remui": _divides_safely,
    "arith.remsi": _has_safe_remainder,
    "scf.for": _steps_by_one,
    "tt.elementwise_inline_asm": lambda op: op.pure,
    "tt.extern_elementwise": lambda op: op.pure,
}


def is_speculatable(op: Operation) -> bool:
    """``op`` may run where the program would not have run it."""
    if t.Pure in op.traits:
        return True
    if t.RecursivelySpeculatable in op.traits:
        return _is_body_speculatable(op)
    condition = _SPECULATABLE.get(op.name)
    return condition is not None and condition(op)
