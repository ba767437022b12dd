"""Operations that make, reshape, join and split tensors."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import tt
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import RankedTensorType, element_type_or_self, i32
from mlir_mini.layout.encodings import SliceEncoding
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.inference import infer_join
from mlir_mini.layout.reshape import infer_reshape
from programs.maker import ELEMENTS, Maker

MOST_ELEMENTS = 4096


def make_range(maker: Maker) -> None:
    shape = next((s for s in maker.shapes if len(s) == 1), (maker.shape()[0],))
    maker.range(maker.tensor(shape, i32))


def constant(maker: Maker) -> None:
    maker.constant(maker.tensor(maker.shape(), maker.element()))


def splat(maker: Maker) -> None:
    source = maker.choose(lambda value: not isinstance(value.type, RankedTensorType))
    value = source if source is not None else maker.fresh(maker.element())
    maker.create(tt.SplatOp, [value], [maker.tensor(maker.shape(), value.type)])


def expand_dims(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.rank <= 3)
    expanded(maker, source, maker.choices.integer(0, _type(source).rank))


def expanded(maker: Maker, source: Value, axis: int, encoding: Any = None) -> Value:
    """With a dim of size 1 at `axis`; in TTGIR in the given encoding, or in any."""
    type = _type(source)
    if type.encoding is not None:
        shape = (*type.shape[:axis], 1, *type.shape[axis:])
        if encoding is None:
            known = isinstance(type.encoding, SliceEncoding) and type.encoding.dim == axis
            if not known or maker.choices.chance(50):
                encoding = maker.layouts.pick(shape) if maker.layouts else None
        if encoding is not None:
            source = maker.convert(source, SliceEncoding(axis, encoding))
    return maker.create(tt.ExpandDimsOp, [source], axis=axis).result


def broadcast(maker: Maker) -> None:
    """Of dims of size 1, to the size of another tensor where one is known."""
    source = maker.tensor_value(lambda type: 1 in type.shape and type.num_elements < MOST_ELEMENTS)
    type = _type(source)
    sizes = [
        max(2, maker.choices.pick(maker.shapes)[-1])
        if size == 1 and maker.choices.chance(80)
        else size
        for size in type.shape
    ]
    target = tuple(sizes)
    if RankedTensorType(target, type.element_type).num_elements > MOST_ELEMENTS:
        return
    if (
        maker.attempt(tt.BroadcastOp, [source], [RankedTensorType(target, *_rest(type))])
        is not None
    ):
        maker.shapes.append(target)


def outer(maker: Maker) -> None:
    """Two vectors as a matrix's rows and columns, both broadcast, as kernels make offsets."""
    pick = maker.choices
    rank = pick.weighted(((6, 2), (1, 3)))
    shape = next((s for s in maker.shapes if len(s) == rank), None) or maker.random_shape(rank)
    element = pick.pick((i32, maker.element()))
    whole = maker.tensor(shape, element)
    for dim, size in enumerate(shape):
        part = maker.value(maker.tensor((size,), element))
        for axis in range(rank):
            if axis != dim:
                last = axis == max(d for d in range(rank) if d != dim)
                part = expanded(maker, part, axis, whole.encoding if last else None)
        if maker.attempt(tt.BroadcastOp, [part], [whole]) is None:
            return
    maker.shapes.append(shape)


def reshape(maker: Maker) -> None:
    source = maker.tensor_value()
    type = _type(source)
    sizes = list(type.shape)
    for _ in range(maker.choices.integer(1, 3)):
        # Move a factor of two, add a dim of size 1, drop one, or merge two.
        kind = maker.choices.integer(0, 3)
        at = maker.choices.integer(0, len(sizes) - 1)
        if kind == 0 and len(sizes) < 4:
            sizes.insert(at, 1)
        elif kind == 1 and sizes[at] > 1 and len(sizes) < 4:
            sizes[at] //= 2
            sizes.insert(at, 2)
        elif kind == 2 and len(sizes) > 1:
            size = sizes.pop(at)
            sizes[at % len(sizes)] *= size
        elif 1 in sizes and len(sizes) > 1:
            sizes.remove(1)
    shape = tuple(sizes)
    allow = maker.choices.chance(30) and not (maker.profile.defined and maker.profile.ttgir)
    encoding: Any = None
    if type.encoding is not None:
        given: Any = type.encoding
        try:
            encoding = infer_reshape(type.shape, given, shape, allow)
        except LayoutError:
            return
    target = RankedTensorType(shape, type.element_type, encoding)
    if maker.attempt(tt.ReshapeOp, [source], [target], allow_reorder=allow) is not None:
        maker.shapes.append(shape)


def trans(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.rank >= 2)
    rank = _type(source).rank
    order = maker.choices.shuffled(range(rank)) if rank > 2 else [1, 0]
    op = maker.attempt(tt.TransOp, [source], order=order)
    if op is not None:
        maker.shapes.append(op.result.type.shape)


def join(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.rank <= 3 and type.num_elements < MOST_ELEMENTS)
    type = _type(source)
    shape = (*type.shape, 2)
    encoding: Any = None
    if type.encoding is not None:
        given: Any = type.encoding
        try:
            encoding = infer_join(given, type.shape)
        except LayoutError:
            return
    other = maker.value(type)
    maker.attempt(
        tt.JoinOp, [source, other], [RankedTensorType(shape, type.element_type, encoding)]
    )


def split(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.rank >= 2 and type.shape[-1] == 2)
    maker.attempt(tt.SplitOp, [source])


def cat(maker: Maker) -> None:
    source = maker.tensor_value(lambda type: type.num_elements < MOST_ELEMENTS)
    type = _type(source)
    shape = (2 * type.shape[0], *type.shape[1:])
    target = maker.tensor(shape, type.element_type)
    maker.attempt(tt.CatOp, [source, maker.value(type)], [target])


def unsplat(maker: Maker) -> None:
    source = maker.choose(
        lambda value: isinstance(value.type, RankedTensorType) and value.type.num_elements == 1
    )
    if source is not None:
        maker.create(tt.UnsplatOp, [source])


def convert_layout(maker: Maker) -> None:
    """In TTGIR: any tensor to any layout for its shape."""
    if maker.layouts is None:
        return
    source = maker.tensor_value()
    type = _type(source)
    target = type.with_encoding(maker.layouts.pick(type.shape))
    from mlir_mini.dialects.ttg_ops import ConvertLayoutOp

    maker.attempt(ConvertLayoutOp, [source], [target])


def _type(value: Value) -> RankedTensorType:
    assert isinstance(value.type, RankedTensorType)
    return value.type


def _rest(type: RankedTensorType) -> tuple[Any, Any]:
    return type.element_type, type.encoding


def is_number(value: Value) -> bool:
    return element_type_or_self(value.type) in ELEMENTS
