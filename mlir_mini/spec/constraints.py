"""Type constraints: what an operand or result may be, in MLIR's words."""

from __future__ import annotations

from collections.abc import Callable

from mlir_mini.ir.types import (
    FloatType,
    FunctionType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    Type,
    UnrankedTensorType,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
    index,
)


class TypeConstraint:
    """A predicate on types with the summary that error messages quote.

    ``buildable`` is the one type that satisfies it, where there is only one; the assembly need
    not spell such a type out.  ``kind`` is the class of types that upstream's parser insists on
    where the assembly spells the type out, with its name (``builtin.tensor``); where that is a
    dialect's type (``tt.ptr``), the text leaves ``!tt.ptr`` out unless the format says
    ``qualified``.
    """

    __slots__ = ("buildable", "kind", "predicate", "summary")

    def __init__(
        self,
        summary: str,
        predicate: Callable[[Type], bool],
        buildable: Type | None = None,
        kind: tuple[type[Type], str] | None = None,
    ) -> None:
        self.summary = summary
        self.predicate = predicate
        self.buildable = buildable
        self.kind = kind

    @property
    def stripped(self) -> str | None:
        """Name of the dialect type whose ``!dialect.mnemonic`` the assembly leaves out."""
        return None if self.kind is None or self.kind[1][:8] == "builtin." else self.kind[1]

    def __or__(self, other: TypeConstraint) -> TypeConstraint:
        return any_of(f"{self.summary} or {other.summary}", self, other)


def any_of(summary: str, *options: TypeConstraint) -> TypeConstraint:
    predicates = tuple(option.predicate for option in options)
    return TypeConstraint(summary, lambda t: any(p(t) for p in predicates))


def exactly(type: Type, summary: str) -> TypeConstraint:
    kind = (IntegerType, "builtin.integer") if isinstance(type, IntegerType) else None
    return TypeConstraint(summary, lambda t: t is type, type, kind)


def instance_of(
    cls: type[Type] | tuple[type[Type], ...], summary: str, name: str | None = None
) -> TypeConstraint:
    """Instances of ``cls``; ``name`` is upstream's name of the type, if it is one class."""
    kind = (cls, name) if isinstance(cls, type) and name is not None else None
    return TypeConstraint(summary, lambda t: isinstance(t, cls), kind=kind)


def ranked_tensor_of(element: TypeConstraint) -> TypeConstraint:
    return TypeConstraint(
        f"ranked tensor of {element.summary} values",
        lambda t: isinstance(t, RankedTensorType) and element.predicate(t.element_type),
        kind=(RankedTensorType, "builtin.tensor"),
    )


def like(element: TypeConstraint) -> TypeConstraint:
    """``element`` or a ranked tensor of it."""
    return element | ranked_tensor_of(element)


def _signless(t: Type) -> bool:
    return isinstance(t, IntegerType) and t.signedness == "signless"


AnyType = TypeConstraint("any type", lambda t: True)
AnySignlessInteger = TypeConstraint("signless integer", _signless)
AnyInteger = instance_of(IntegerType, "integer", "builtin.integer")
AnyFloat = TypeConstraint("floating-point", lambda t: isinstance(t, FloatType))
Index = exactly(index, "index")
I1 = exactly(i1, "1-bit signless integer")
I8 = exactly(i8, "8-bit signless integer")
I16 = exactly(i16, "16-bit signless integer")
I32 = exactly(i32, "32-bit signless integer")
I64 = exactly(i64, "64-bit signless integer")
F16 = exactly(f16, "16-bit float")
BF16 = exactly(bf16, "bfloat16 type")
F32 = exactly(f32, "32-bit float")
F64 = exactly(f64, "64-bit float")
SignlessIntegerOrIndex = any_of("signless integer or index", AnySignlessInteger, Index)
AnyRankedTensor = instance_of(
    RankedTensorType, "ranked tensor of any type values", "builtin.tensor"
)
AnyFunction = instance_of(FunctionType, "function type")


_CONTAINERS = (RankedTensorType, VectorType, UnrankedTensorType)


def container_like(element: TypeConstraint, summary: str) -> TypeConstraint:
    """``element``, or a vector or tensor of it: the types that arith's operations work on."""

    def predicate(t: Type) -> bool:
        return element.predicate(t.element_type if isinstance(t, _CONTAINERS) else t)

    return TypeConstraint(summary, predicate)


_NonZeroWidth = TypeConstraint(
    "signless integer or index",
    lambda t: SignlessIntegerOrIndex.predicate(t) and getattr(t, "width", 64) > 0,
)
SignlessIntegerOrIndexLike = container_like(
    _NonZeroWidth, "signless-non-zero-bitwidth-integer-like"
)
SignlessIntegerLike = container_like(SignlessIntegerOrIndex, "signless-integer-like")
SignlessFixedWidthIntegerLike = container_like(
    TypeConstraint("signless integer", lambda t: _signless(t) and getattr(t, "width", 0) > 0),
    "signless-fixed-width-integer-like",
)
NonZeroSignlessIntegerOrFloat = TypeConstraint(
    "non-zero-bitwidth signless integer or float",
    lambda t: AnyFloat.predicate(t) or (_signless(t) and getattr(t, "width", 0) > 0),
)
NonZeroSignlessIntegerOrFloatLike = container_like(
    NonZeroSignlessIntegerOrFloat, "non-zero-bitwidth-signless-integer-or-float-like"
)
FloatLike = container_like(AnyFloat, "floating-point-like")
BoolLike = container_like(I1, "bool-like")


def shape_of(type: Type) -> tuple[int, ...] | None:
    return type.shape if isinstance(type, ShapedType) else None


def with_element(type: Type, element: Type) -> Type:
    """``type`` with its element type (or itself, for a scalar) replaced."""
    if isinstance(type, RankedTensorType):
        return type.with_element_type(element)
    if isinstance(type, VectorType):
        return VectorType(type.shape, element, type.scalable)
    if isinstance(type, UnrankedTensorType):
        return UnrankedTensorType(element)
    return element


def i1_same_shape(type: Type) -> Type:
    """The type of a comparison or mask over values of ``type``."""
    return with_element(type, i1)
