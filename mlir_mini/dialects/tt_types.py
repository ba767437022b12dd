"""Types, attributes and type constraints of the Triton dialect.

Sources: include/triton/Dialect/Triton/IR/TritonTypes.td, TritonAttrDefs.td,
lib/Dialect/Triton/IR/Types.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlir_mini.interned import Interned
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    bf16,
    bit_width,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from mlir_mini.source import Diagnostic
from mlir_mini.spec import registry
from mlir_mini.spec.attr_kinds import AnyAttr, EnumKind
from mlir_mini.spec.constraints import (
    I1,
    I16,
    I32,
    I64,
    TypeConstraint,
    any_of,
    i1_same_shape,
    instance_of,
    like,
    ranked_tensor_of,
    with_element,
)
from mlir_mini.spec.verify import attr_text

if TYPE_CHECKING:
    from mlir_mini.spec.registry import Dialect
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer

#: Address spaces of pointers by name; ``global`` is left out of the text.
ADDRESS_SPACES = {"global": 1, "descriptor": 0, "constant": 4}
GLOBAL = 1


class PointerType(Type):
    """``!tt.ptr<f32>``, ``!tt.ptr<i8, "descriptor">``: points to one integer or float."""

    fields = ("pointee", "address_space")
    __slots__ = fields
    pointee: Type
    address_space: int

    def __new__(cls, pointee: Type, address_space: int = GLOBAL) -> PointerType:
        return super().__new__(cls, pointee, address_space)


class TensorDescType(Type):
    """``!tt.tensordesc<128x64xf16, #shared>``: describes how blocks of a tensor are accessed.

    ``shape`` is the block's, in elements; integer elements may be signed or unsigned.
    """

    fields = ("shape", "element_type", "shared_layout")
    __slots__ = fields
    shape: tuple[int, ...]
    element_type: Type
    shared_layout: Interned | None

    def __new__(
        cls, shape: tuple[int, ...], element_type: Type, shared_layout: Interned | None = None
    ) -> TensorDescType:
        return super().__new__(cls, shape, element_type, shared_layout)

    @property
    def signless_block_type(self) -> RankedTensorType:
        """The block as a tensor whose integers have no sign."""
        element = self.element_type
        if isinstance(element, IntegerType):
            element = IntegerType(element.width)
        return RankedTensorType(self.shape, element)


class CachePolicyAttr(Interned):
    """``#tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>``."""

    fields = ("cache_modifier", "eviction_policy")
    __slots__ = fields
    cache_modifier: str
    eviction_policy: str

    def __new__(
        cls, cache_modifier: str = "none", eviction_policy: str = "evict_normal"
    ) -> CachePolicyAttr:
        return super().__new__(cls, cache_modifier, eviction_policy)


CACHE_MODIFIERS = ("none", "ca", "cg", "wb", "cs", "wt", "cv")
EVICTION_POLICIES = ("evict_normal", "evict_first", "evict_last")

# Text of types and attributes ---------------------------------------------------------------------


def _parse_pointer(params: Params) -> PointerType:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    pointee = cursor.type()
    space = GLOBAL
    if cursor.optional(","):
        name = cursor.string()
        if name not in ADDRESS_SPACES:
            raise cursor.error(f"invalid pointer address space '{name}'")
        space = ADDRESS_SPACES[name]
    cursor.expect(">")
    if not isinstance(pointee, (IntegerType, FloatType)):
        raise cursor.error("pointer types must point to integer or floating-point types", start)
    return PointerType(pointee, space)


def _print_pointer(type: PointerType, p: Printer) -> None:
    p.write("ptr<")
    p.type(type.pointee)
    if type.address_space != GLOBAL:
        name = next(k for k, v in ADDRESS_SPACES.items() if v == type.address_space)
        p.write(f', "{name}"')
    p.write(">")


def _parse_tensor_desc(params: Params) -> TensorDescType:
    cursor = params.cursor()
    start = cursor.location()
    cursor.expect("<")
    shape, element = cursor.shaped()
    layout = cursor.attribute() if cursor.optional(",") else None
    cursor.expect(">")
    if isinstance(element, RankedTensorType):
        raise cursor.error(
            "tensor descriptors must not wrap tensor types; use "
            "!tt.tensordesc<shape x element-type[, layout]> instead",
            start,
        )
    return TensorDescType(shape, element, layout)


def _print_tensor_desc(type: TensorDescType, p: Printer) -> None:
    p.write("tensordesc<" + "".join([f"{size}x" for size in type.shape]))
    p.type(type.element_type)
    if type.shared_layout is not None:
        p.write(", ")
        p.attr(type.shared_layout)
    p.write(">")


def _parse_cache_policy(params: Params) -> CachePolicyAttr:
    cursor = params.cursor()
    cursor.expect("<")
    found = cursor.struct(
        {
            "cache_modifier": lambda: _policy_word(
                cursor, "cache_modifier", "CacheModifier", CACHE_MODIFIERS
            ),
            "eviction_policy": lambda: _policy_word(
                cursor, "eviction_policy", "EvictionPolicy", EVICTION_POLICIES
            ),
        },
        ("cache_modifier", "eviction_policy"),
    )
    cursor.expect(">")
    return CachePolicyAttr(found["cache_modifier"], found["eviction_policy"])


def _policy_word(cursor: Cursor, parameter: str, enum: str, cases: tuple[str, ...]) -> str:
    at = cursor.location()
    word = cursor.keyword_or_string()
    if word in cases:
        return word
    error = cursor.error(f"expected ::mlir::triton::{enum} to be one of: {', '.join(cases)}", at)
    # Upstream's parser complains twice.
    second = cursor.error(
        f"failed to parse TT_CachePolicyAttr parameter '{parameter}' which is to be a "
        f"`::mlir::triton::{enum}`"
    )
    error.diagnostic.notes.append(second.diagnostic)
    raise error


def _print_cache_policy(attr: CachePolicyAttr, p: Printer) -> None:
    p.write(
        f"cache_policy<cache_modifier = {attr.cache_modifier}, "
        f"eviction_policy = {attr.eviction_policy}>"
    )


def register(dialect: Dialect) -> None:
    """Let ``dialect`` read and print the types and attributes."""
    dialect.type_parsers["ptr"] = _parse_pointer
    dialect.type_parsers["tensordesc"] = _parse_tensor_desc
    dialect.attr_parsers["cache_policy"] = _parse_cache_policy
    dialect.verify_cache_policy = check_cache_policy
    dialect.printers[PointerType] = _print_pointer
    dialect.printers[TensorDescType] = _print_tensor_desc
    dialect.printers[CachePolicyAttr] = _print_cache_policy


# Attributes of operations -------------------------------------------------------------------------


#: Any attribute may stand here; :func:`verify_cache_policy` says which are good.
CachePolicy = AnyAttr
MemSemantic = EnumKind({"relaxed": 1, "acquire": 2, "release": 3, "acq_rel": 4})
MemSyncScope = EnumKind({"gpu": 1, "cta": 2, "sys": 3})
PaddingOption = EnumKind({"zero": 1, "nan": 2})
RMWOp = EnumKind(
    {
        "and": 1,
        "or": 2,
        "xor": 3,
        "add": 4,
        "fadd": 5,
        "max": 6,
        "min": 7,
        "umax": 8,
        "umin": 9,
        "exch": 10,
    }
)
DescriptorReduceKind = EnumKind(
    {"add": 1, "min": 2, "max": 3, "inc": 4, "dec": 5, "and": 6, "or": 7, "xor": 8}
)
ProgramDim = EnumKind({"x": 0, "y": 1, "z": 2})
RoundingMode = EnumKind({"rtz": 0, "rtne": 1})
PropagateNan = EnumKind({"none": 0, "all": 0xFFFF})
InputPrecision = EnumKind({"tf32": 0, "tf32x3": 1, "ieee": 2, "bf16x3": 3, "bf16x6": 4})
ScaleDotElemType = EnumKind(
    {"e4m3": 0, "e5m2": 1, "e2m3": 2, "e3m2": 3, "e2m1": 4, "bf16": 5, "fp16": 6}
)

# Type constraints ---------------------------------------------------------------------------------

_FLOATS = frozenset(
    {
        FloatType("f8E4M3FN"),
        FloatType("f8E4M3FNUZ"),
        FloatType("f8E5M2"),
        FloatType("f8E5M2FNUZ"),
        f16,
        bf16,
        f32,
        f64,
    }
)
_INTEGERS = frozenset({i1, IntegerType(4), i8, i16, i32, i64})

Float = TypeConstraint("floating-point", lambda t: t in _FLOATS)
Int = TypeConstraint("integer", lambda t: t in _INTEGERS)
Ptr = instance_of(PointerType, "ptr", "tt.ptr")
FloatTensor = ranked_tensor_of(Float)
IntTensor = ranked_tensor_of(Int)
FloatLike = like(Float)
IntLike = like(Int)
PtrLike = like(Ptr)
BoolLike = like(I1)
I64Like = TypeConstraint(
    "64-bit signless integer or tensor of 64-bit signless integer values", like(I64).predicate
)
BoolOrTensor = TypeConstraint(
    "1-bit signless integer or tensor of 1-bit signless integer values", BoolLike.predicate
)
FpIntTensor = ranked_tensor_of(any_of("floating-point or integer", Float, Int))
#: Tensors of anything that Triton computes with.
Tensor = ranked_tensor_of(any_of("floating-point or integer or ptr", Float, Int, Ptr))
#: Whatever Triton computes with.
AnyTritonType = FloatLike | IntLike | PtrLike
ScaleTensor = ranked_tensor_of(
    any_of("floating-point or 8-bit signless integer", Float, TypeConstraint("", lambda t: t is i8))
)
OffsetTensor = ranked_tensor_of(I16 | I32)
TensorDesc = instance_of(
    TensorDescType,
    "Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system",
    "tt.tensordesc",
)

# Functions of types -------------------------------------------------------------------------------


def pointee_type(type: Type) -> Type:
    """What a pointer, or a tensor of pointers, points to; any other type itself."""
    if isinstance(type, RankedTensorType):
        element = type.element_type
        return type.with_element_type(
            element.pointee if isinstance(element, PointerType) else element
        )
    return type.pointee if isinstance(type, PointerType) else type


def pointee_bit_width(type: Type) -> int:
    """Width in bits of what a pointer, or each of a tensor of pointers, points to."""
    return bit_width(pointee_type(type))


def mask_type_of_pointer(type: Type) -> Type:
    """The type of a mask over an access through ``type``."""
    return i1_same_shape(pointee_type(type))


def pointer_type_same_shape(type: Type) -> Type:
    """A pointer, or a tensor of them, to elements of ``type`` in global memory."""
    element = type.element_type if isinstance(type, RankedTensorType) else type
    return with_element(type, PointerType(element))


def check_cache_modifier(modifier: str, is_store: bool) -> str | None:
    """What is wrong with a modifier on a load or a store; shared by all policies that have one."""
    if modifier in (("ca", "cv") if is_store else ("wb", "wt")):
        kind = "stores" if is_store else "loads"
        return f"cache modifier '{modifier}' is not supported for {kind}"
    return None


def check_cache_policy(attr: Any, is_store: bool) -> str | None:
    """What is wrong with an attribute of this dialect as a cache policy."""
    if not isinstance(attr, CachePolicyAttr):
        return f"unsupported Triton cache policy attribute {attr_text(attr)}"
    return check_cache_modifier(attr.cache_modifier, is_store)


def verify_cache_policy(op: Operation, is_store: bool) -> Diagnostic | None:
    """The attribute's dialect decides whether it is a cache policy, and a good one."""
    policy = op.properties.get("cachePolicy")
    if policy is None:
        return None
    found = registry.printer_of(type(policy))
    if found is None or found[0].verify_cache_policy is None:
        return op.op_error(f"unsupported cache policy attribute {attr_text(policy)}")
    problem = found[0].verify_cache_policy(policy, is_store)
    return None if problem is None else op.op_error(f"invalid cache policy: {problem}")
