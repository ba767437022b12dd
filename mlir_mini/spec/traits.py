"""Operation traits.

A trait is a marker object in a declaration's ``traits``; passes ask ``op.has_trait(Pure)``.  A
trait may carry a verifier, which returns a Diagnostic or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import (
    DYNAMIC,
    RankedTensorType,
    ShapedType,
    Type,
    UnrankedTensorType,
    VectorType,
    element_type_or_self,
)
from mlir_mini.source import Diagnostic

Verifier = Callable[[Operation], "Diagnostic | None"]


class Trait:
    """A named marker, with an optional check of the operations that carry it.

    Checks run by ``phase``, and in a phase in the order in which the traits were made, but for
    those made with ``before``: they come just before the trait that this names, after others that
    do.  ``local`` says that the check depends on nothing but the types and properties of the
    operation, so that it need not be repeated for another one like it.  ``verify_late`` checks
    once the operations in its regions have been checked.
    """

    __slots__ = ("_placed_before", "local", "name", "phase", "rank", "verify", "verify_late")
    _made = 0

    def __init__(
        self,
        name: str,
        verify: Verifier | None = None,
        local: bool = False,
        verify_late: Verifier | None = None,
        phase: int = 0,
        before: Trait | None = None,
    ) -> None:
        self.name = name
        self.verify = verify
        self.verify_late = verify_late
        self.local = local
        self.phase = phase
        self._placed_before = 0
        if before is None:
            self.rank: float = Trait._made
            Trait._made += 1
        else:
            before._placed_before += 1
            self.rank = before.rank - 1 / (before._placed_before + 1)

    @property
    def order(self) -> tuple[int, float]:
        """What traits are sorted by."""
        return self.phase, self.rank

    def __repr__(self) -> str:
        return self.name


#: The phase of what must hold before the other traits can be asked about.
EARLY = -1

# Structure -----------------------------------------------------------------------------------
IsTerminator = Trait("IsTerminator")
NoTerminator = Trait("NoTerminator")
SingleBlock = Trait("SingleBlock")
IsolatedFromAbove = Trait("IsolatedFromAbove")
SymbolTable = Trait("SymbolTable")
Symbol = Trait("Symbol")
AttrSizedOperandSegments = Trait("AttrSizedOperandSegments")
AttrSizedResultSegments = Trait("AttrSizedResultSegments")
ReturnLike = Trait("ReturnLike")
#: The order of the operations in its regions means nothing (RegionKindInterface: graph).
GraphRegion = Trait("GraphRegion")
AffineScope = Trait("AffineScope")
AutomaticAllocationScope = Trait("AutomaticAllocationScope")

# Effects and folding -------------------------------------------------------------------------
#: No memory effect and always speculatable.
Pure = Trait("Pure")
#: No memory effect, but moving it may trap (division).
NoMemoryEffect = Trait("NoMemoryEffect")
RecursiveMemoryEffects = Trait("RecursiveMemoryEffects")
RecursivelySpeculatable = Trait("RecursivelySpeculatable")
MemRead = Trait("MemRead")
MemWrite = Trait("MemWrite")
MemAlloc = Trait("MemAlloc")
MemFree = Trait("MemFree")
ConstantLike = Trait("ConstantLike")
Commutative = Trait("Commutative")
Idempotent = Trait("Idempotent")
Involution = Trait("Involution")

# Interfaces ----------------------------------------------------------------------------------
FunctionLike = Trait("FunctionOpInterface")
CallLike = Trait("CallOpInterface")
LoopLike = Trait("LoopLikeOpInterface")


def _verify_branch(op: Any) -> Diagnostic | None:
    for n, block in enumerate(op.successors):
        operands = op.successor_operands(n)
        if len(operands) != len(block.arguments):
            return op.plain_error(
                f"branch has {len(operands)} operands for successor #{n}, but target block has "
                f"{len(block.arguments)}"
            )
        for i, (operand, argument) in enumerate(zip(operands, block.arguments, strict=True)):
            if operand.type is not argument.type:
                return op.plain_error(f"type mismatch for bb argument #{i} of successor #{n}")
    return None


#: Goes to other blocks; the operation's ``successor_operands(index)`` are handed to a block.
BranchLike = Trait("BranchOpInterface", _verify_branch)
RegionBranch = Trait("RegionBranchOpInterface")
RegionBranchTerminator = Trait("RegionBranchTerminatorOpInterface")


# Shapes and types ----------------------------------------------------------------------------
def _compatible(lhs: Type, rhs: Type) -> bool:
    """Same shape, where a dynamic size fits any (mlir::verifyCompatibleShape)."""
    if not isinstance(lhs, _SHAPED) or not isinstance(rhs, _SHAPED):
        return not isinstance(lhs, _SHAPED) and not isinstance(rhs, _SHAPED)
    if isinstance(lhs, UnrankedTensorType) or isinstance(rhs, UnrankedTensorType):
        return True
    if lhs.shape == rhs.shape:
        return True
    return lhs.rank == rhs.rank and all(
        a == b or DYNAMIC in (a, b) for a, b in zip(lhs.shape, rhs.shape, strict=True)
    )


_SHAPED = (ShapedType, UnrankedTensorType)
_MAPPABLE = (RankedTensorType, UnrankedTensorType, VectorType)


def _verify_same_type(op: Operation) -> Diagnostic | None:
    operands, results = op.operand_types, op.result_types
    first = results[0]
    element = _element(first)
    encoding = first.encoding if isinstance(first, RankedTensorType) else None
    for type in (*results[1:], *operands):
        if _element(type) is not element or not _compatible(type, first):
            return op.op_error("requires the same type for all operands and results")
        if encoding is not None and getattr(type, "encoding", None) is not encoding:
            return op.op_error("requires the same encoding for all operands and results")
    if any(type is not operands[0] for type in results):
        return inferred_types_error(op, [operands[0]] * len(results))
    return None


def inferred_types_error(op: Operation, inferred: Sequence[Type]) -> Diagnostic:
    """The two complaints about results that are not of the types that follow from the operands."""
    from mlir_mini.spec.verify import type_text

    expected = ", ".join([f"'{type_text(type)}'" for type in inferred])
    found = ", ".join([f"'{type_text(type)}'" for type in op.result_types])
    return inference_error(
        op,
        f"'{op.name}' op inferred type(s) {expected} are incompatible with return type(s) of "
        f"operation {found}",
    )


def inference_error(op: Operation, *messages: str) -> Diagnostic:
    """What kept the types of the results from being inferred; a last error names the operation."""
    error, *others = [Diagnostic("error", op.loc.position(), message) for message in messages]
    error.notes += [*others, op.op_error("failed to infer returned types")]
    return error


def _verify_same_operand_types(op: Operation) -> Diagnostic | None:
    types = op.operand_types
    if any(t is not types[0] for t in types):
        return op.op_error("requires all operands to have the same type")
    return None


def _shapes_differ(types: Sequence[Type]) -> bool:
    return any(not _compatible(type, types[0]) for type in types[1:])


def needs_values(op: Operation, results: bool = True) -> Diagnostic | None:
    """The operation must have operands and, unless those do not matter, results."""
    if not op.op_operands:
        return op.op_error("expected 1 or more operands, but found 0")
    if results and not op.results:
        return op.op_error("expected 1 or more results")
    return None


def _verify_same_shape(op: Operation) -> Diagnostic | None:
    problem = needs_values(op)
    if problem is not None:
        return problem
    if _shapes_differ([*op.operand_types, *op.result_types]):
        return op.op_error("requires the same shape for all operands and results")
    return None


def _verify_same_operands_shape(op: Operation) -> Diagnostic | None:
    problem = needs_values(op, results=False)
    if problem is not None:
        return problem
    if _shapes_differ(op.operand_types):
        return op.op_error("requires the same shape for all operands")
    return None


def _element(type: Type) -> Type:
    return type.element_type if isinstance(type, UnrankedTensorType) else element_type_or_self(type)


def _verify_same_element_type(op: Operation) -> Diagnostic | None:
    elements = {_element(t) for t in [*op.operand_types, *op.result_types]}
    if len(elements) > 1:
        return op.op_error("requires the same element type for all operands and results")
    return None


def _verify_elementwise_mappable(op: Operation) -> Diagnostic | None:
    results = [t for t in op.result_types if isinstance(t, _MAPPABLE)]
    operands = [t for t in op.operand_types if isinstance(t, _MAPPABLE)]
    if not operands and not results:
        return None
    if not operands:
        return op.op_error(
            "if a result is non-scalar, then at least one operand must be non-scalar"
        )
    if not results:
        return op.op_error(
            "if an operand is non-scalar, then there must be at least one non-scalar result"
        )
    if len(results) != len(op.results):
        return op.op_error("if an operand is non-scalar, then all results must be non-scalar")
    types = [*operands, *results]
    if any(type(t) is not type(types[0]) for t in types) or _shapes_differ(types):
        return op.op_error("all non-scalar operands/results must have the same shape and base type")
    return None


SameOperandsAndResultType = Trait("SameOperandsAndResultType", _verify_same_type, local=True)
SameTypeOperands = Trait("SameTypeOperands", _verify_same_operand_types, local=True)
SameOperandsAndResultShape = Trait("SameOperandsAndResultShape", _verify_same_shape, local=True)
SameOperandsShape = Trait("SameOperandsShape", _verify_same_operands_shape, local=True)
SameOperandsAndResultElementType = Trait(
    "SameOperandsAndResultElementType", _verify_same_element_type, local=True
)
ElementwiseMappable = Trait("ElementwiseMappable", _verify_elementwise_mappable, local=True)
#: Element by element (upstream's Elementwise trait; arith's ElementwiseMappable implies it).
Elementwise = Trait("Elementwise")


class Predicate(Trait):
    """A condition that ODS checks with the types (PredOpTrait), before the other traits."""

    __slots__ = ("holds", "message")

    def __init__(self, message: str, holds: Callable[[Any], bool]) -> None:
        super().__init__(message, self._check, local=True, phase=EARLY)
        self.message = message
        self.holds = holds

    def _check(self, op: Operation) -> Diagnostic | None:
        if self.holds(op):
            return None
        return op.op_error(f"failed to verify that {self.message}")


class AllTypesMatch(Predicate):
    """The operands and results of these names have one type."""

    __slots__ = ()

    def __init__(self, *names: str) -> None:
        def same(op: Any) -> bool:
            fields = [f for f in (*op.spec.operands, *op.spec.results) if f.name in names]
            return len({field.__get__(op).type for field in fields}) == 1

        super().__init__(f"all of {{{', '.join(names)}}} have same type", same)


class HasParent(Trait):
    """The operation may only stand directly in one of the named operations."""

    __slots__ = ("parents",)

    def __init__(self, *parents: str) -> None:
        super().__init__("HasParent", self._check)
        self.parents = parents

    def _check(self, op: Operation) -> Diagnostic | None:
        parent = op.parent_op
        if parent is not None and parent.name in self.parents:
            return None
        if len(self.parents) == 1:
            return op.op_error(f"expects parent op '{self.parents[0]}'")
        listed = ", ".join(self.parents)
        return op.op_error(f"expects parent op to be one of '{listed}'")


class SingleBlockImplicitTerminator(Trait):
    """Regions have one block whose terminator the assembly may leave out."""

    __slots__ = ("terminator",)

    def __init__(self, terminator: str) -> None:
        super().__init__("SingleBlockImplicitTerminator")
        self.terminator = terminator
