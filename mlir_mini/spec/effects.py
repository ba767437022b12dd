"""Memory effects: what an operation reads, writes, allocates or frees.

An operation says it in one of three ways: a trait (``Pure``, ``NoMemoryEffect``, ``MemRead``, ...);
``effects``, a table from the names of its operands and results to effects on them; or a method
``own_effects``, where they depend on more than the declaration.  One that says nothing may do
anything.  Source: mlir/lib/Interfaces/SideEffectInterfaces.cpp.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.ir.core import Operation, Value
from mlir_mini.spec import traits as t

READ = "read"
WRITE = "write"
ALLOCATE = "allocate"
FREE = "free"

#: Memories that effects are told apart by.
DEFAULT = "default"
GLOBAL = "global"
SHARED = "shared"
TENSOR = "tensor"

#: Entries of ``effects`` tables: (what, where).
READ_GLOBAL = ((READ, GLOBAL),)
WRITE_GLOBAL = ((WRITE, GLOBAL),)
READ_WRITE_GLOBAL = READ_GLOBAL + WRITE_GLOBAL
READ_SHARED = ((READ, SHARED),)
WRITE_SHARED = ((WRITE, SHARED),)
READ_WRITE_SHARED = READ_SHARED + WRITE_SHARED
READ_TENSOR = ((READ, TENSOR),)
WRITE_TENSOR = ((WRITE, TENSOR),)

_TRAITS = {t.MemRead: READ, t.MemWrite: WRITE, t.MemAlloc: ALLOCATE, t.MemFree: FREE}


class Effect:
    """One effect: ``kind`` on ``resource``, through ``value`` where it is known."""

    __slots__ = ("kind", "resource", "value")

    def __init__(self, kind: str, resource: str = DEFAULT, value: Value | None = None) -> None:
        self.kind = kind
        self.resource = resource
        self.value = value

    def __repr__(self) -> str:
        return f"Effect({self.kind}, {self.resource})"


def declared_effects(op: Any) -> list[Effect] | None:
    """What the table ``effects`` or the traits of ``op`` say; None if they say nothing."""
    table = getattr(type(op), "effects", None)
    if table is None:
        found = [Effect(kind) for trait, kind in _TRAITS.items() if trait in op.traits]
        return found or None
    found = []
    for name, entries in table.items():
        values = getattr(op, name) if name else None
        for value in values if isinstance(values, list) else [values]:
            if name and value is None:
                continue
            found += [Effect(kind, resource, value) for kind, resource in entries]
    return found


def memory_effects(op: Operation) -> list[Effect] | None:
    """The effects of ``op`` and, where it stands for them, of what it contains; None: unknown."""
    traits = op.traits
    if t.Pure in traits or t.NoMemoryEffect in traits:
        return []
    describe = getattr(op, "own_effects", None)
    found = describe() if describe is not None else declared_effects(op)
    if t.RecursiveMemoryEffects not in traits:
        return found
    found = list(found or ())
    for region in op.regions:
        for block in region.blocks:
            for nested in block.ops:
                inner = memory_effects(nested)
                if inner is None:
                    return None
                found += inner
    return found


def is_memory_effect_free(op: Operation) -> bool:
    """Nothing is read or written; whether operations without results may go is another matter."""
    return memory_effects(op) == []
