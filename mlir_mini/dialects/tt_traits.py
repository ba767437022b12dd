"""Traits of Triton's operations, with upstream's checks.

Sources: lib/Dialect/Triton/IR/Traits.cpp, lib/Dialect/Triton/IR/OpInterfaces.cpp,
include/triton/Dialect/Triton/IR/Traits.h.  The order in which the traits are made is the order in
which upstream checks them.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from mlir_mini.dialects.layout_checks import verify_tensor_layouts
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import RankedTensorType, Type
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.inference import layouts_are_equal
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.traits import Trait

#: Registers of a block hold so many elements at most (256K registers of 4 bytes).
MAX_TENSOR_ELEMENTS = 1048576


def _encoding(type: Type) -> Any:
    return type.encoding if isinstance(type, RankedTensorType) else None


def _encodings_differ(types: Sequence[Type], first: Type) -> bool:
    """One of the types has another encoding than ``first``; a missing one matches any."""
    expected = _encoding(first)
    if expected is None:
        return False
    return any(_encoding(type) not in (None, expected) for type in types)


def _verify_same_operands_encoding(op: Operation) -> Diagnostic | None:
    types = op.operand_types
    if not types:
        return t.needs_values(op, results=False)
    if _encodings_differ(types[1:], types[0]):
        return op.op_error("requires the same encoding for all operands")
    return None


def _verify_same_encoding(op: Operation) -> Diagnostic | None:
    types = op.operand_types
    if not types:
        return None
    if not op.results:
        return t.needs_values(op)
    if _encodings_differ(op.result_types, types[0]):
        return op.op_error("requires the same encoding for all operands and results")
    return _verify_same_operands_encoding(op)


def _shape(type: Type) -> tuple[int, ...]:
    return type.shape if isinstance(type, RankedTensorType) else ()


def _verify_load_store_operands_shape(op: Operation) -> Diagnostic | None:
    shapes = [_shape(type) for type in op.operand_types]
    if any(shape != shapes[0] for shape in shapes):
        return op.op_error("requires the same shape for all operands")
    return None


def _verify_load_store_shape(op: Operation) -> Diagnostic | None:
    first = _shape(op.operand_types[0])
    if any(_shape(type) != first for type in op.result_types):
        return op.op_error("requires the same shape for all operands and results")
    return _verify_load_store_operands_shape(op)


def _verify_transpose(op: Any) -> Diagnostic | None:
    order = op.order
    if len(order) != op.src.type.rank:
        return op.plain_error("order must have the same size as the rank of the operand and result")
    if sorted(order) != list(range(len(order))):
        return op.plain_error("order must be a permutation of [0, ..., rank - 1]")
    return None


def equivalent_tensor_types(first: Type, second: Type, ignore_broadcast: bool = False) -> bool:
    """Same shape and elements, and encodings that place the elements alike."""
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return first is second
    if first.shape != second.shape or first.element_type is not second.element_type:
        return False
    one: Any = first.encoding
    other: Any = second.encoding
    return layouts_are_equal(first.shape, one, other, ignore_broadcast)


#: What operations whose inferred types were right looked like.
_inferred: set[tuple[Any, ...]] = set()


def _verify_inferred_types(op: Any) -> Diagnostic | None:
    cls = type(op)
    key = cls, *op.operand_types, *op.result_types, *op.properties.items()
    if key in _inferred:
        return None
    compatible = getattr(cls, "compatible_result_types", operator.is_)
    try:
        inferred = cls.infer_result_types(op.operands, op.properties, op.regions)
        found = op.result_types
        if len(inferred) == len(found) and all(map(compatible, inferred, found)):
            _inferred.add(key)
            return None
    except LayoutError as problem:
        return t.inference_error(op, *problem.args)
    return t.inferred_types_error(op, inferred)


def _verify_dot(op: Any) -> Diagnostic | None:
    """Two or three dims; inner sizes match, as do those of the batch and of the result."""
    if op.num_operands < 3:
        return op.op_error("expected at least 3 operands")
    a, b, c = (op.operand(i).type.shape for i in range(3))
    if len(a) not in (2, 3):
        return op.op_error("expected operands to be 2d or 3d")
    if len(a) != len(b) or len(a) != len(c):
        return op.op_error("expected all operands to have the same rank")
    if not op.verify_dims():
        return op.op_error(
            "expected the last dimension of the first operand to be equal to the second-to-last "
            "dimension of the second operand"
        )
    if len(a) == 3 and (a[0] != c[0] or b[0] != c[0]):
        return op.op_error(
            "expected the first dimension of the first operand to be equal to the first dimension "
            "of the result"
        )
    if not op.verify_output_dims():
        return op.op_error(
            "expected the output shape to be the concatenation of the last dimension of the first "
            "operand and the last dimension of the second "
        )
    return None


def _verify_tensor_size(op: Operation) -> Diagnostic | None:
    for type in (*op.operand_types, *op.result_types):
        if not isinstance(type, RankedTensorType):
            continue
        count = type.num_elements
        if count > MAX_TENSOR_ELEMENTS:
            return op.plain_error(
                f"Maximum allowed number of elements is {MAX_TENSOR_ELEMENTS}, but "
                f"{op.generic_text()} has more than that"
            )
        if count & (count - 1):
            return op.plain_error(
                f"Number of elements must be power-of-two, but {op.generic_text()} doesn't "
                f"follow the rule ({count}) elements"
            )
    return None


#: The shapes that go with the Elementwise trait; checked first of all.
ElementwiseShapes = Trait(
    "Elementwise",
    t.ElementwiseMappable.verify,
    local=True,
    before=t.SameOperandsAndResultType,
)
ELEMENTWISE = frozenset({t.Elementwise, ElementwiseShapes})
SameOperandsEncoding = Trait(
    "SameOperandsEncoding",
    _verify_same_operands_encoding,
    local=True,
    before=t.SameOperandsAndResultElementType,
)
SameOperandsAndResultEncoding = Trait(
    "SameOperandsAndResultEncoding",
    _verify_same_encoding,
    local=True,
    before=t.SameOperandsAndResultElementType,
)
TransposeLike = Trait(
    "TransposeOpInterface",
    _verify_transpose,
    local=True,
    before=t.SameOperandsAndResultElementType,
)
#: The types of the results follow from operands and attributes (``infer_result_types``).
InferTypes = Trait("InferTypeOpInterface", verify_late=_verify_inferred_types)
SameLoadStoreOperandsShape = Trait(
    "SameLoadStoreOperandsShape", _verify_load_store_operands_shape, local=True
)
SameLoadStoreOperandsAndResultShape = Trait(
    "SameLoadStoreOperandsAndResultShape", _verify_load_store_shape, local=True
)
SameLoadStoreOperandsEncoding = Trait(
    "SameLoadStoreOperandsEncoding", _verify_same_operands_encoding, local=True
)
SameLoadStoreOperandsAndResultEncoding = Trait(
    "SameLoadStoreOperandsAndResultEncoding", _verify_same_encoding, local=True
)
DotLike = Trait("DotOpInterface", _verify_dot, local=True)
TensorSize = Trait("TensorSizeTrait", _verify_tensor_size, local=True)
VerifyTensorLayouts = Trait("VerifyTensorLayoutsTrait", verify_tensor_layouts)

# Markers that passes ask for.
#: Carries a mask or predicate that a pipeline's predicate can be combined with.
Predicated = Trait("PredicatedOpInterface")
AtomicLike = Trait("AtomicOpInterface")
DescriptorLoadLike = Trait("DescriptorLoadLikeOpInterface")
DescriptorStoreLike = Trait("DescriptorStoreLikeOpInterface")
#: May carry ``efficient_layout``: the result's encoding should be kept.
EfficientLayoutLike = Trait("EfficientLayoutOpInterface")

#: What every operation of the dialect carries.
COMMON = frozenset({TensorSize, VerifyTensorLayouts})
