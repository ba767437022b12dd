"""Pointers and accesses to memory, atomics and tensor descriptors."""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.tt_types import CachePolicyAttr, pointee_type
from mlir_mini.ir.core import Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    bit_width,
    element_type_or_self,
    i1,
    i16,
    i32,
    i64,
)
from mlir_mini.spec.constraints import i1_same_shape, with_element
from programs.maker import ELEMENTS, REACH, Maker
from programs.shapes import expanded

#: Where blocks of data begin: below this, in grids of up to four programs a dim.
BLOCK_STARTS = 512
_STRIDES = (1, 2, 4, 8, 16, 32, 64, 3, 5)


def is_pointer(type: Type) -> bool:
    return isinstance(element_type_or_self(type), tt.PointerType)


# Offsets and pointers


def offsets(maker: Maker, shape: tuple[int, ...], element: Any, encoding: Any = None) -> Value:
    """Integers of the shape, from 0 up to `REACH`: rows and columns as kernels number them."""
    pick = maker.choices
    type = maker.tensor(shape, element, encoding)
    if pick.chance(20):
        return _limited(maker, maker.value(type))
    parts: list[Value] = []
    bound = 0
    for dim, size in enumerate(shape):
        if size == 1 and pick.chance(50):
            continue
        part = _counted(maker, shape, dim, type)
        if part is None:
            continue
        stride = pick.pick(_STRIDES) if pick.chance(50) else _dense_stride(shape, dim)
        if pick.chance(25):
            stride = 63
            factor = maker.create(tt.SplatOp, [_small(maker, element, 64)], [type]).result
            part = maker.create(arith.MulIOp, [part, factor]).result
        elif stride != 1:
            part = maker.create(arith.MulIOp, [part, maker.constant(type, stride)]).result
        bound += stride * (size - 1)
        parts.append(part)
    if not parts:
        return _limited(maker, maker.value(type))
    total = parts[0]
    for part in parts[1:]:
        total = maker.create(arith.AddIOp, [total, part]).result
    if pick.chance(40):
        start = maker.create(tt.SplatOp, [_block_start(maker, element)], [type]).result
        total = maker.create(arith.AddIOp, [start, total]).result
    return _limited(maker, total) if bound > REACH - BLOCK_STARTS else total


def _dense_stride(shape: tuple[int, ...], dim: int) -> int:
    stride = 1
    for size in shape[dim + 1 :]:
        stride *= size
    return stride


def _counted(
    maker: Maker, shape: tuple[int, ...], dim: int, type: RankedTensorType
) -> Value | None:
    """The index along one dim, for every element of the shape."""
    rank = len(shape)
    others = [axis for axis in range(rank) if axis != dim]
    encodings: list[Any] = [type.encoding]
    for axis in reversed(others):
        from mlir_mini.layout.encodings import SliceEncoding

        inner = encodings[0]
        encodings.insert(0, None if inner is None else SliceEncoding(axis, inner))
    part = maker.range(RankedTensorType((shape[dim],), i32, encodings[0]))
    if type.element_type is not i32:
        wide = with_element(part.type, type.element_type)
        part = maker.create(arith.ExtSIOp, [part], [wide]).result
    for axis, encoding in zip(others, encodings[1:], strict=True):
        part = expanded(maker, part, axis, encoding)
    if part.type is type:
        return part
    op = maker.attempt(tt.BroadcastOp, [part], [type])
    return op.result if op is not None else None


def _small(maker: Maker, element: Any, limit: int) -> Value:
    """An integer from 0 up to the limit, a power of two."""
    value = maker.value(element)
    if not maker.profile.defined:
        return value
    return maker.create(arith.AndIOp, [value, maker.constant(element, limit - 1)]).result


def _block_start(maker: Maker, element: Any) -> Value:
    """Where a program's part of the data begins."""
    pick = maker.choices
    if element is i32 and pick.chance(70):
        number = maker.create(tt.GetProgramIdOp, [], [i32], axis=pick.pick(("x", "y"))).result
        size = maker.constant(i32, pick.pick((16, 64, 128, 8, 1, 100)))
        return maker.create(arith.MulIOp, [number, size]).result
    return _small(maker, element, BLOCK_STARTS)


def _limited(maker: Maker, value: Value) -> Value:
    """Values from 0 up to `REACH`, if the program has to be defined."""
    if not maker.profile.defined:
        return value
    mask = maker.constant(value.type, REACH - 1)
    return maker.create(arith.AndIOp, [value, mask]).result


def pointers(maker: Maker, type: RankedTensorType) -> Value:
    """A new tensor of pointers."""
    element: Any = type.element_type
    pick = maker.choices
    offset_type = i32 if pick.chance(80) else i64
    base = maker.argument(element)
    if pick.chance(15):
        index = (
            _limited(maker, maker.value(offset_type))
            if maker.profile.defined
            else (maker.value(offset_type))
        )
        base = maker.create(tt.AddPtrOp, [base, index]).result
    start = maker.create(tt.SplatOp, [base], [type]).result
    steps = offsets(maker, type.shape, offset_type, type.encoding)
    return maker.create(tt.AddPtrOp, [start, steps]).result


def addptr(maker: Maker) -> None:
    """Moves pointers, those of a loop above all."""
    found = maker.choose(lambda value: is_pointer(value.type))
    if found is None:
        shape = maker.shape()
        maker.value(maker.tensor(shape, tt.PointerType(maker.element())))
        return
    type = found.type
    offset_type = with_element(type, i32 if maker.choices.chance(75) else i64)
    if maker.profile.defined:
        # Not masked, so that several of these in a row can be combined.
        step = maker.constant(offset_type, maker.choices.pick((16, 1, 0, 4, 64, 128)))
    else:
        step = maker.value(offset_type)
    maker.create(tt.AddPtrOp, [found, step])


def _pointer(maker: Maker) -> Value:
    """A pointer or a tensor of them."""
    pick = maker.choices
    found = maker.choose(lambda value: is_pointer(value.type))
    if found is not None and pick.chance(60):
        return found
    pointer = tt.PointerType(maker.element())
    if pick.chance(20):
        return maker.value(pointer)
    return maker.fresh(maker.tensor(maker.shape(), pointer))


def _mask(maker: Maker, type: Type) -> Value:
    """Which elements to access: below a limit, or any."""
    pick = maker.choices
    mask = i1_same_shape(type)
    integers = with_element(type, i32)
    near = maker.choose(lambda value: value.type is integers)
    if near is None or pick.chance(30):
        return maker.value(mask)
    limit = maker.value(i32)
    if isinstance(integers, RankedTensorType):
        limit = maker.create(tt.SplatOp, [limit], [integers]).result
    return maker.create(arith.CmpIOp, [near, limit], [mask], predicate="slt").result


def _policy(maker: Maker, store: bool) -> Any:
    if not maker.choices.chance(10):
        return None
    modifiers = ("none", "cg", "cs", *(("wb", "wt") if store else ("ca", "cv")))
    eviction = maker.choices.pick(("evict_first", "evict_last", "evict_normal"))
    return CachePolicyAttr(maker.choices.pick(modifiers), eviction)


# Accesses


def load(maker: Maker) -> None:
    pick = maker.choices
    pointer = _pointer(maker)
    mask = _mask(maker, pointer.type) if pick.chance(50) else None
    # What is read without `other` where the mask is off is not specified.
    needs_other = mask is not None and (maker.profile.defined or pick.chance(50))
    other = maker.value(pointee_type(pointer.type)) if needs_other else None
    maker.create(
        tt.LoadOp,
        [pointer, mask, other],
        cachePolicy=_policy(maker, store=False),
        isVolatile=pick.chance(5) or None,
    )


def store(maker: Maker) -> None:
    value = maker.choose(lambda each: element_type_or_self(each.type) in ELEMENTS)
    if value is None:
        value = maker.fresh(maker.element())
    store_value(maker, value)


def store_value(maker: Maker, value: Value) -> None:
    """Writes a value somewhere."""
    pointer = maker.value(
        with_element(value.type, tt.PointerType(element_type_or_self(value.type)))
    )
    mask = _mask(maker, pointer.type) if maker.choices.chance(40) else None
    maker.create(tt.StoreOp, [pointer, value, mask], [], cachePolicy=_policy(maker, store=True))


def _sem(maker: Maker, options: tuple[str, ...]) -> dict[str, Any]:
    return {"sem": maker.choices.pick(options), "scope": maker.choices.pick(("gpu", "cta", "sys"))}


def atomic(maker: Maker) -> None:
    """Loads, stores, updates and exchanges that are atomic."""
    pick = maker.choices
    pointer = _pointer(maker)
    type = pointee_type(pointer.type)
    element = element_type_or_self(type)
    kind = pick.integer(0, 4)
    mask = _mask(maker, pointer.type) if pick.chance(40) and not maker.profile.defined else None
    if kind == 0:
        maker.attempt(
            tt.AtomicLoadOp, [pointer, mask], [type], **_sem(maker, ("relaxed", "acquire"))
        )
    elif kind == 1:
        value = maker.value(type)
        maker.attempt(
            tt.AtomicStoreOp, [pointer, value, mask], [], **_sem(maker, ("relaxed", "release"))
        )
    elif bit_width(element) < 16 or element in (i1, i16):
        return
    elif kind == 2:
        operands = [pointer, maker.value(type), maker.value(type)]
        sem = _sem(maker, ("acq_rel", "relaxed", "acquire", "release"))
        maker.attempt(tt.AtomicCASOp, operands, [type], **sem)
    else:
        names = ("add", "max", "min", "and", "or", "xor", "umax", "umin", "exch")
        name = pick.pick(("fadd", "exch") if isinstance(element, FloatType) else names)
        sem = _sem(maker, ("acq_rel", "relaxed", "acquire", "release"))
        maker.attempt(
            tt.AtomicRMWOp, [pointer, maker.value(type), mask], [type], atomic_rmw_op=name, **sem
        )


def pointer_casts(maker: Maker) -> None:
    """A pointer's element type, or an address."""
    found = maker.choose(lambda value: is_pointer(value.type))
    if found is None:
        return
    kind = maker.choices.integer(0, 2)
    if kind == 0 or maker.profile.defined:
        maker.create(tt.PtrToIntOp, [found], [with_element(found.type, i64)])
    elif kind == 1:
        target = with_element(found.type, tt.PointerType(maker.element()))
        if target is not found.type:
            maker.create(tt.BitcastOp, [found], [target])
    else:
        address = maker.value(with_element(found.type, i64))
        maker.create(tt.IntToPtrOp, [address], [found.type])


# Descriptors

_DESCRIBED = tuple(
    e for e in ELEMENTS if isinstance(e, (FloatType, IntegerType)) and 8 <= bit_width(e) <= 32
)


def _descriptor(maker: Maker, rank: int | None = None) -> Value | None:
    known = [
        value
        for frame in maker.descriptors
        for value in frame
        if rank is None or len(value.type.shape) == rank  # type: ignore[attr-defined]
    ]
    if known and maker.choices.chance(75):
        return maker.choices.pick(known)
    pick = maker.choices
    rank = rank or pick.weighted(((1, 1), (4, 2), (1, 3)))
    element = maker.element(_DESCRIBED)
    last = max(16, 1 << pick.integer(4, 6))
    block = (*(1 << pick.integer(0, 4) for _ in range(rank - 1)), last)
    sizes = [maker.constant(i32, 4 * size) for size in block]
    strides: list[Value] = []
    stride = 1
    for size in reversed(block):
        strides.insert(0, maker.constant(i64, stride))
        stride *= 4 * size
    base = maker.argument(tt.PointerType(element))
    op = maker.attempt(
        tt.MakeTensorDescOp,
        [base, sizes, strides],
        [tt.TensorDescType(block, element)],
        padding="nan" if isinstance(element, FloatType) and pick.chance(10) else None,
    )
    if op is None:
        return None
    maker.descriptors[-1].append(op.result)
    return op.result


def descriptor(maker: Maker) -> None:
    """Reads or writes a block through a descriptor."""
    pick = maker.choices
    described = _descriptor(maker)
    if described is None:
        return
    desc: Any = described.type
    places = [_small(maker, i32, 4 * size) for size in desc.shape]
    tensor = maker.tensor(desc.shape, desc.element_type)
    kind = pick.integer(0, 3)
    if kind <= 1:
        maker.attempt(tt.DescriptorLoadOp, [described, places], [tensor])
    elif kind == 2:
        maker.attempt(tt.DescriptorStoreOp, [described, maker.value(tensor), places], [])
    else:
        kinds = ("add", "min", "max", "and", "or", "xor")
        name = pick.pick(kinds if isinstance(desc.element_type, IntegerType) else ("add",))
        operands = [described, maker.value(tensor), places]
        maker.attempt(tt.DescriptorReduceOp, operands, [], kind=name)


def gather_rows(maker: Maker) -> None:
    """Gathers or scatters rows through a descriptor."""
    pick = maker.choices
    element = maker.element(_DESCRIBED)
    columns = max(32 // bit_width(element) * 8, 16)
    base = maker.argument(tt.PointerType(element))
    sizes = [maker.constant(i32, 64), maker.constant(i32, 2 * columns)]
    strides = [maker.constant(i64, 2 * columns), maker.constant(i64, 1)]
    desc = maker.create(
        tt.MakeTensorDescOp,
        [base, sizes, strides],
        [tt.TensorDescType((1, columns), element)],
    ).result
    rows = pick.pick((8, 16, 32))
    offset = maker.value(maker.tensor((rows,), i32))
    if maker.profile.defined:
        offset = maker.create(arith.AndIOp, [offset, maker.constant(offset.type, 63)]).result
    column = maker.constant(i32, pick.pick((0, columns)))
    tensor = maker.tensor((rows, columns), element)
    if pick.chance(60):
        maker.attempt(tt.DescriptorGatherOp, [desc, offset, column], [tensor])
    else:
        operands = [desc, offset, column, maker.value(tensor)]
        maker.attempt(tt.DescriptorScatterOp, operands, [])
