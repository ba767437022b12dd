"""ttng.packed_arith: arithmetic on two or four narrow elements at once.

Source: lib/Dialect/TritonNvidiaGPU/IR/Ops.cpp (PackedArithOp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mlir_mini.dialects.ttg_traits import LAYOUTS, TTGOp
from mlir_mini.dialects.ttg_types import comma_separated
from mlir_mini.ir.types import FloatType, RankedTensorType, Type, bf16, f16, f32, i8
from mlir_mini.layout import DistributedEncoding, LayoutEncoding, LayoutError
from mlir_mini.layout.inference import infer_fp4_to_fp
from mlir_mini.layout.queries import are_layouts_equivalent, unique_elems_per_thread
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import EnumKind
from mlir_mini.spec.constraints import TypeConstraint, ranked_tensor_of
from mlir_mini.spec.fields import attr, result, variadic


class PackedType(NamedTuple):
    """How elements are packed: PTX's suffix, elements per register or pair, a letter."""

    suffix: str
    lanes: int
    letter: str


E5M2, E4M3, UE8M0 = FloatType("f8E5M2"), FloatType("f8E4M3FN"), FloatType("f8E8M0FNU")
PACKED_TYPES: dict[Type, PackedType] = {
    f32: PackedType("f32x2", 2, "f"),
    f16: PackedType("f16x2", 2, "h"),
    bf16: PackedType("bf16x2", 2, "b"),
    E5M2: PackedType("e5m2x4", 4, "5"),
    E4M3: PackedType("e4m3x4", 4, "4"),
    # Bytes hold pairs of fp4.
    i8: PackedType("e2m1x4", 4, "2"),
    UE8M0: PackedType("ue8m0x4", 4, "u"),
}

#: Operations, letters of the result, of each operand; `=` is the result's, `!` the other half
#: precision type.
SIGNATURES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("add sub mul", "fhb", ("=", "=")),
    ("fma", "fhb", ("=", "=", "=")),
    ("min max", "hb", ("=", "=")),
    ("add sub", "f", ("hb", "f")),
    ("add sub", "h", ("f", "f")),
    ("add sub", "b", ("f", "f")),
    ("mul", "h", ("f", "f")),
    ("mul", "b", ("f", "f")),
    ("mul", "hb", ("=", "!")),
    ("fma", "f", ("hb", "f", "f")),
    ("add sub", "54", ("542u", "=")),
    ("mul", "54", ("542u", "542u")),
    ("fma", "54", ("542u", "542u", "=")),
)


def _fits(letters: str, letter: str, own: str) -> bool:
    if letters == "=":
        return letter == own
    if letters == "!":
        return letter != own and letter in "hb"
    return letter in letters


def has_instruction(kind: str, result: Type, operands: Sequence[Type]) -> bool:
    """Is there a packed instruction with these element types?"""
    own = PACKED_TYPES[result].letter
    letters = [PACKED_TYPES[type].letter for type in operands]
    return any(
        kind in kinds.split()
        and own in results
        and len(parts) == len(letters)
        and all(_fits(part, letter, own) for part, letter in zip(parts, letters, strict=True))
        for kinds, results, parts in SIGNATURES
    )


def fp4_axis(result_shape: Sequence[int], shapes: Sequence[Sequence[int]]) -> int | None:
    """The only dim along which all fp4 operands have half the result's size, or None."""
    axes: set[int] = set()
    for shape in shapes:
        if len(shape) != len(result_shape):
            return None
        differing = [n for n, (a, b) in enumerate(zip(shape, result_shape, strict=True)) if a != b]
        if len(differing) != 1 or 2 * shape[differing[0]] != result_shape[differing[0]]:
            return None
        axes.add(differing[0])
    return axes.pop() if len(axes) == 1 else None


class PackedArithOp(TTGOp):
    """Elementwise arithmetic by packed instructions; types say which.

    %2 = ttng.packed_arith add %0, %1 : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    """

    name = "ttng.packed_arith"
    op_kind = attr(EnumKind({"add": 0, "sub": 1, "mul": 2, "fma": 3, "min": 4, "max": 5}))
    operands_ = variadic(
        ranked_tensor_of(
            TypeConstraint("packed arithmetic operand element", lambda type: type in PACKED_TYPES)
        ),
        name="operands",
    )
    result_ = result(
        ranked_tensor_of(
            TypeConstraint(
                "packed arithmetic result element",
                lambda type: type in PACKED_TYPES and type not in (i8, UE8M0),
            )
        ),
    )
    traits = LAYOUTS | {t.Pure}
    assembly_format = "$op_kind $operands attr-dict `:` functional-type($operands, $result)"

    def verify(self) -> Diagnostic | None:
        problem = _problem(self)
        return None if problem is None else self.op_error(problem)


def _problem(op: PackedArithOp) -> str | None:
    kind = op.op_kind
    count, expected = len(op.op_operands), 3 if kind == "fma" else 2
    if count != expected:
        return f"{kind} expects {expected} operands but got {count}"
    result: RankedTensorType = op.result_.type
    operands: list[Any] = op.operand_types
    if not isinstance(result.encoding, DistributedEncoding):
        return "requires a distributed tensor layout"
    info = PACKED_TYPES[result.element_type]
    elements = [type.element_type for type in operands]
    if not has_instruction(kind, result.element_type, elements):
        suffixes = ", ".join(PACKED_TYPES[element].suffix for element in elements)
        return f"unsupported {kind} signature {info.suffix} <- ({suffixes})"
    packed = [type.shape for type in operands if type.element_type is i8]
    axis = fp4_axis(result.shape, packed) if packed else None
    if packed and axis is None:
        return (
            "requires every fp4 operand to have the result shape with the same single dimension "
            "halved"
        )
    registers = unique_elems_per_thread(result.encoding, result.shape)
    if registers < info.lanes or registers % info.lanes:
        return f"result layout must provide a multiple of {info.lanes} unique elements per thread"
    return _operand_problem(operands, result, axis)


def _operand_problem(
    operands: Sequence[Any], result: RankedTensorType, axis: int | None
) -> str | None:
    encoding: Any = result.encoding
    for index, type in enumerate(operands):
        if type.element_type is i8:
            if axis is None or not _fp4_layout_fits(type, result, axis):
                return f"fp4 operand {index} must have a layout compatible with the result"
        elif type.shape != result.shape:
            return (
                f"operand {index} must have the result shape {comma_separated(result.shape)}, but "
                f"got {comma_separated(type.shape)}"
            )
        elif not isinstance(type.encoding, LayoutEncoding) or not are_layouts_equivalent(
            result.shape, type.encoding, encoding
        ):
            return f"operand {index} must have a layout equivalent to the result"
    return None


def _fp4_layout_fits(type: Any, result: RankedTensorType, axis: int) -> bool:
    encoding: Any = result.encoding
    if not isinstance(type.encoding, DistributedEncoding):
        return False
    try:
        expected = infer_fp4_to_fp(encoding, result.shape, axis, forward=False)
    except LayoutError:
        return False
    return are_layouts_equivalent(type.shape, expected, type.encoding)
