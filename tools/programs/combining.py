"""Reductions, scans, maps, products, gathers and histograms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
)
from mlir_mini.layout.encodings import DotOperandEncoding
from mlir_mini.spec.constraints import i1_same_shape
from programs.elementwise import compute
from programs.maker import INTEGERS, Maker, f8e4, f8e5

_INTEGER_COMBINERS = (
    arith.AddIOp, arith.MaxSIOp, arith.MinSIOp, arith.XOrIOp, arith.OrIOp, arith.AndIOp,
    arith.MaxUIOp, arith.MinUIOp, arith.MulIOp,
)  # fmt: skip
_FLOAT_COMBINERS = (
    arith.AddFOp, arith.MaxNumFOp, arith.MinNumFOp, arith.MaximumFOp, arith.MinimumFOp,
)  # fmt: skip


def _numbers(maker: Maker, rank: int = 1) -> Value:
    return maker.tensor_value(
        lambda type: isinstance(type.element_type, (IntegerType, FloatType)) and type.rank >= rank
    )


def _combine(maker: Maker, elements: list[Type], ending: Any) -> Callable[[list[Any]], None]:
    """Fills a region that combines two elements of each type."""

    def fill(arguments: list[Any]) -> None:
        count = len(elements)
        left, right = arguments[:count], arguments[count:]
        results: list[Value] = []
        if count == 2 and isinstance(elements[0], (IntegerType, FloatType)):
            # The larger element, and where it stood.
            cls: Any = arith.CmpIOp if isinstance(elements[0], IntegerType) else arith.CmpFOp
            predicate = "sgt" if cls is arith.CmpIOp else "ogt"
            first = maker.create(cls, [left[0], right[0]], [i1], predicate=predicate).result
            for a, b in zip(left, right, strict=True):
                results.append(maker.create(arith.SelectOp, [first, a, b], [a.type]).result)
        else:
            for a, b in zip(left, right, strict=True):
                options = (
                    _INTEGER_COMBINERS if isinstance(a.type, IntegerType) else (_FLOAT_COMBINERS)
                )
                results.append(maker.create(maker.choices.pick(options), [a, b]).result)
        if maker.choices.chance(10):
            compute(maker, elements[0])
        maker.create(ending, [results], [])

    return fill


def _operands(maker: Maker) -> list[Value]:
    first = _numbers(maker)
    type: Any = first.type
    if maker.choices.chance(25):
        return [first, maker.value(type.with_element_type(i32))]
    return [first]


def reduce(maker: Maker) -> None:
    values = _operands(maker)
    type: Any = values[0].type
    axis = maker.choices.integer(0, type.rank - 1)
    elements = [value.type.element_type for value in values]  # type: ignore[attr-defined]
    body = maker.region(elements * 2, _combine(maker, elements, tt.ReduceReturnOp), isolated=True)
    maker.attempt(tt.ReduceOp, [values], regions=[body], axis=axis)


def scan(maker: Maker) -> None:
    values = _operands(maker)
    type: Any = values[0].type
    axis = maker.choices.integer(0, type.rank - 1)
    elements = [value.type.element_type for value in values]  # type: ignore[attr-defined]
    body = maker.region(elements * 2, _combine(maker, elements, tt.ScanReturnOp), isolated=True)
    maker.attempt(tt.ScanOp, [values], regions=[body], axis=axis, reverse=maker.choices.chance(30))


def map_elementwise(maker: Maker) -> None:
    source = _numbers(maker)
    type: Any = source.type
    element = type.element_type
    pack = maker.choices.weighted(((4, 1), (1, 2)))

    def fill(arguments: list[Any]) -> None:
        results = [compute(maker, element) or argument for argument in arguments]
        maker.create(tt.MapElementwiseReturnOp, [results], [])

    if type.num_elements < pack:
        return
    body = maker.region([element] * pack, fill, isolated=True)
    maker.attempt(tt.MapElementwiseOp, [[source]], [type], regions=[body], pack=pack)


def dot(maker: Maker) -> None:
    """A product of matrices, often of a loaded and a transposed one, or a chain of two."""
    pick = maker.choices
    floats = maker.choose(_is_matrix)
    if floats is not None and pick.chance(60):
        a_type: Any = floats.type
        m, k = a_type.shape
        element = a_type.element_type
    else:
        m, k = (1 << pick.integer(4, 6) for _ in range(2))
        element = pick.pick((f16, f32, bf16, f8e5, i8, f64, f8e4))
    n = 1 << pick.integer(4, 6)
    if element is i8:
        result: Type = i32
    elif element is f64:
        result = f64
    else:
        result = f32 if pick.chance(85) else f16
    c_encoding: Any = None
    encodings: list[Any] = [None, None]
    if maker.layouts is not None:
        mma = element in (f16, bf16, f32) and result is f32 and pick.chance(50)
        c_encoding = maker.layouts.mma() if mma else maker.layouts.blocked(2)
        width = 32 // element.width if mma else 0
        encodings = [DotOperandEncoding(i, c_encoding, width) for i in (0, 1)]
    a = _matrix(maker, (m, k), element, encodings[0])
    b = _matrix(maker, (k, n), element, encodings[1])
    c_type = RankedTensorType((m, n), result, c_encoding)
    c = maker.constant(c_type, 0) if pick.chance(50) else maker.value(c_type)
    precision = None
    if element is f32 and pick.chance(50):
        # In others than ieee the result is less precise by how much the values say.
        precision = pick.pick(("ieee", "tf32", "tf32x3", "bf16x3", "bf16x6"))
    op = maker.attempt(tt.DotOp, [a, b, c], [c_type], inputPrecision=precision)
    if op is not None:
        maker.shapes.append((m, n))
        if pick.chance(30):
            maker.create(_adder(result), [op.result, maker.value(c_type)])


def _adder(element: Type) -> Any:
    return arith.AddIOp if isinstance(element, IntegerType) else arith.AddFOp


def _is_matrix(value: Value) -> bool:
    type = value.type
    return (
        isinstance(type, RankedTensorType)
        and type.rank == 2
        and all(16 <= size <= 64 for size in type.shape)
        and type.element_type in (f16, bf16, f32, f8e5)
    )


def _matrix(maker: Maker, shape: tuple[int, int], element: Type, encoding: Any) -> Value:
    """An operand: any value, or a transposed one, in the layout that the product wants."""
    plain = maker.tensor(shape, element)
    if maker.choices.chance(25):
        turned = maker.value(maker.tensor(shape[::-1], element))
        op = maker.attempt(tt.TransOp, [turned], order=[1, 0])
        value = op.result if op is not None else maker.value(plain)
    else:
        value = maker.value(plain)
    return value if encoding is None else maker.convert(value, encoding)


def gather(maker: Maker) -> None:
    source = maker.tensor_value()
    type: Any = source.type
    axis = maker.choices.integer(0, type.rank - 1)
    shape = list(type.shape)
    shape[axis] = 1 << maker.choices.integer(0, 5)
    indices = maker.value(maker.tensor(tuple(shape), i32))
    if maker.profile.defined:
        mask = maker.constant(indices.type, type.shape[axis] - 1)
        indices = maker.create(arith.AndIOp, [indices, mask]).result
    maker.attempt(tt.GatherOp, [source, indices], axis=axis)


def histogram(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.rank == 1 and type.element_type is i32)
    type: Any = source.type
    bins = 1 << maker.choices.integer(0, 6)
    if maker.profile.defined:
        limit = maker.constant(type, bins - 1)
        source = maker.create(arith.AndIOp, [source, limit]).result
    mask = maker.value(i1_same_shape(type)) if maker.choices.chance(30) else None
    target = maker.tensor((bins,), i32)
    maker.attempt(tt.HistogramOp, [source, mask], [target])


def is_integer_tensor(value: Value) -> bool:
    type = value.type
    return isinstance(type, RankedTensorType) and type.element_type in INTEGERS
