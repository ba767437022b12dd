"""Making operations one after another, with operands out of what is visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from mlir_mini.dialects import arith, tt
from mlir_mini.dialects.ttg_ops import ConvertLayoutOp
from mlir_mini.dialects.ttg_types import MemDescType
from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseElementsAttr, FloatAttr, IntegerAttr, UnitAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, Region, Value
from mlir_mini.ir.types import (
    FloatType,
    IntegerType,
    RankedTensorType,
    Type,
    bf16,
    element_type_or_self,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import AttrKind, BoolKind, EnumKind, UnitKind
from mlir_mini.spec.enums import EnumAttrKind
from mlir_mini.spec.op import Op
from programs.choices import Choices
from programs.layouts import Layouts

Shape = tuple[int, ...]

f8e5 = FloatType("f8E5M2")
f8e4 = FloatType("f8E4M3FN")
INTEGERS = (i32, i1, i64, i8, i16)
FLOATS = (f32, f16, bf16, f64, f8e5, f8e4)
ELEMENTS = (*INTEGERS, *FLOATS)

#: Offsets into memory are below this, in elements.
REACH = 1 << 13

_INTEGER_VALUES = (0, 1, 2, -1, 3, 4, 5, 7, 8, 16, 31, 32, 64, 100, 127, 128, -8, -128)
_FLOAT_VALUES = (0.0, 1.0, -1.0, 2.0, 0.5, -0.0, 3.0, 1e-3, -2.5, 100.0)
_ODD_FLOAT_VALUES = (*_FLOAT_VALUES, float("inf"), float("-inf"), float("nan"))
#: Liberties that change a result in more than its last digits, or that values may not bear out.
_PROMISES = frozenset({"nsw", "nuw", "nnan", "ninf", "nsz", "fast"})


class Profile(NamedTuple):
    """What kind of program.

    `defined` leaves out what has undefined behaviour or depends on it: divisions by zero, shifts
    beyond the width, promises such as `nsw`, accesses out of bounds. `constants` is for programs
    that do nothing but compute with constants, which are not defined.
    """

    ttgir: bool = False
    defined: bool = True
    capability: int = 80
    num_warps: int = 4
    locations: bool = False
    constants: bool = False


class Maker:
    """One function under construction."""

    def __init__(self, choices: Choices, profile: Profile, entry: Block) -> None:
        self.choices = choices
        self.profile = profile
        self.entry = entry
        self.builder = OpBuilder()
        self.builder.at_end(entry)
        self.frames: list[list[Value]] = [[]]
        self.descriptors: list[list[Value]] = [[]]
        #: Attributes of the function's arguments, by index.
        self.argument_attrs: list[dict[str, Interned]] = []
        self.layouts = Layouts(choices, profile.num_warps) if profile.ttgir else None
        #: Set by `program`: makes so many steps of any kind, for the bodies of loops and branches.
        self.steps: Callable[[Maker, int], None] = lambda maker, count: None
        self.callees: list[Operation] = []
        #: Makes a location for the next operations, if the profile has them.
        self.relocate: Callable[[Maker], None] = lambda maker: None
        rank = choices.weighted(((6, 1), (9, 2), (2, 3), (1, 4)))
        self.shapes: list[Shape] = [
            self.random_shape(choices.weighted(((3, rank), (1, 1), (1, 2)))) for _ in range(2)
        ]

    # Types

    def random_shape(self, rank: int) -> Shape:
        logs = {1: (3, 8), 2: (1, 6), 3: (1, 4), 4: (0, 3)}[rank]
        return tuple(1 << self.choices.integer(*logs) for _ in range(rank))

    def shape(self) -> Shape:
        if self.choices.chance(10):
            self.shapes.append(self.random_shape(self.choices.integer(1, 4)))
        return self.choices.pick(self.shapes)

    def element(self, options: Sequence[Type] = ELEMENTS) -> Type:
        """One of the types, most likely one of the first."""
        last = len(options) - 1
        return options[min(self.choices.integer(0, last), self.choices.integer(0, last))]

    def tensor(self, shape: Shape, element: Type, encoding: Any = None) -> RankedTensorType:
        """A tensor type; in TTGIR with one of the layouts for it."""
        if encoding is None and self.layouts is not None:
            encoding = self.layouts.pick(shape)
        return RankedTensorType(shape, element, encoding)

    # Values

    def visible(self) -> Iterator[Value]:
        """Everything that may be used here, the newest first."""
        for frame in reversed(self.frames):
            yield from reversed(frame)

    def choose(self, wanted: Callable[[Value], bool]) -> Value | None:
        """A visible value, most likely a new one; None if there is none of the wanted ones."""
        found = [value for value in self.visible() if wanted(value)]
        if not found:
            return None
        last = len(found) - 1
        return found[min(self.choices.integer(0, last), self.choices.integer(0, last))]

    def tensor_value(self, wanted: Callable[[RankedTensorType], bool] = lambda _: True) -> Value:
        """A tensor; a new one where there is none that is wanted."""

        def good(value: Value) -> bool:
            return isinstance(value.type, RankedTensorType) and wanted(value.type)

        found = self.choose(good)
        if found is not None:
            return found
        for _ in range(20):
            type = self.tensor(self.shape(), self.element())
            if wanted(type):
                return self.value(type)
        for element in (*ELEMENTS, tt.PointerType(self.element((f32, f16, i8)))):
            for shape in ((128,), (16, 16), (4, 2), (4, 1), (4, 4, 2)):
                type = self.tensor(shape, element)
                if wanted(type):
                    return self.value(type)
        raise AssertionError("no such type")

    def value(self, type: Type) -> Value:
        """A value of the type: a visible one, one in another layout, or a new one."""
        found = self.choose(lambda value: value.type is type)
        if found is not None and not self.choices.chance(15):
            return found
        if isinstance(type, RankedTensorType) and type.encoding is not None:
            other = self.choose(lambda value: _differ_by_encoding(value.type, type))
            if other is not None and self.choices.chance(60):
                return self.convert(other, type.encoding)
        return self.fresh(type)

    def convert(self, value: Value, encoding: Any) -> Value:
        """The tensor in that layout."""
        type: Any = value.type
        if type.encoding is encoding:
            return value
        return self.create(ConvertLayoutOp, [value], [type.with_encoding(encoding)]).result

    def fresh(self, type: Type) -> Value:
        """A new value: a constant, an argument, or something made of these."""
        pick = self.choices
        if isinstance(type, RankedTensorType):
            return self._fresh_tensor(type)
        if isinstance(type, tt.PointerType):
            return self.argument(type)
        if type is i32 and pick.chance(15):
            if pick.chance(20):
                return self.create(tt.GetNumProgramsOp, [], [i32], axis="x").result
            return self.create(tt.GetProgramIdOp, [], [i32], axis=pick.pick(("x", "y"))).result
        if pick.chance(50):
            return self.constant(type)
        return self.argument(type)

    def _fresh_tensor(self, type: RankedTensorType) -> Value:
        pick = self.choices
        element = type.element_type
        if isinstance(element, tt.PointerType):
            from programs.memory import pointers

            return pointers(self, type)
        if element is i32 and type.rank == 1 and pick.chance(60):
            return self.range(type)
        kind = pick.integer(0, 9)
        if kind < 5:
            return self.constant(type)
        if kind < 8:
            return self.create(tt.SplatOp, [self.value(element)], [type]).result
        # Of which no pass knows anything.
        from programs.memory import pointers

        pointer = pointers(self, type.with_element_type(tt.PointerType(element)))
        return self.create(tt.LoadOp, [pointer, None, None]).result

    def range(self, type: RankedTensorType) -> Value:
        start = self.choices.weighted(((8, 0), (1, 16), (1, 3)))
        return self.create(
            tt.MakeRangeOp, [], [type], start=start, end=start + type.shape[0]
        ).result

    def constant(self, type: Type, value: float | None = None) -> Value:
        """A constant of that value, or of any."""
        element = element_type_or_self(type)
        pick = self.choices

        def one() -> int:
            number: Any = value
            if isinstance(element, IntegerType):
                number = pick.pick(_INTEGER_VALUES) if number is None else number
                return IntegerAttr(number, element).value
            assert isinstance(element, FloatType)
            if number is None:
                number = pick.pick(_FLOAT_VALUES if self.profile.defined else _ODD_FLOAT_VALUES)
            return FloatAttr.from_float(number, element).bits

        if isinstance(type, RankedTensorType):
            several = value is None and type.num_elements <= 32 and pick.chance(25)
            count = type.num_elements if several else 1
            attr: Interned = DenseElementsAttr(type, [one() for _ in range(count)])
        elif isinstance(element, IntegerType):
            attr = IntegerAttr(one(), element)
        else:
            assert isinstance(element, FloatType)
            attr = FloatAttr(one(), element)
        return self.create(arith.ConstantOp, [], [type], value=attr).result

    def argument(self, type: Type) -> Value:
        """An argument of the function: one it has, or one more."""
        found = [each for each in self.entry.arguments if each.type is type]
        if found and (len(found) > 2 or self.choices.chance(60)):
            return self.choices.pick(found)
        attrs: dict[str, Interned] = {}
        hinted = isinstance(type, tt.PointerType) or type in (i32, i64)
        if hinted and self.choices.chance(60):
            attrs["tt.divisibility"] = IntegerAttr(16, i32)
        self.argument_attrs.append(attrs)
        return self.entry.add_argument(type)

    # Operations

    def create(
        self,
        cls: type[Op],
        operands: Sequence[Any] = (),
        types: Sequence[Type] | None = None,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
        **attributes: Any,
    ) -> Any:
        """An operation; `operands` has an entry a declared group: a value, None or a list.

        Attributes are plain values; those that are None stay away. Types of results that are not
        given are inferred. The results become visible.
        """
        op = self._new(cls, operands, types, regions, successors, attributes)
        self.builder.insert(op)
        self._publish(op)
        return op

    def attempt(
        self,
        cls: type[Op],
        operands: Sequence[Any] = (),
        types: Sequence[Type] | None = None,
        regions: Sequence[Region] = (),
        **attributes: Any,
    ) -> Any:
        """As `create`, but None, and no operation, where the verifier or inference objects."""
        try:
            op = self._new(cls, operands, types, regions, (), attributes)
        except LayoutError:
            return None
        if any(type.verify() for type in op.result_types if isinstance(type, MemDescType)):
            op.drop_all_references()
            return None
        self.builder.insert(op)
        try:
            problem = op.verify_invariants() or op.verify_region_invariants()
        except LayoutError as error:
            problem = error
        if problem is not None:
            op.erase()
            return None
        self._publish(op)
        return op

    def _new(
        self,
        cls: type[Op],
        operands: Sequence[Any],
        types: Sequence[Type] | None,
        regions: Sequence[Region],
        successors: Sequence[Block],
        attributes: dict[str, Any],
    ) -> Op:
        groups = [
            [] if group is None else [group] if isinstance(group, Value) else list(group)
            for group in operands
        ]
        flat = [value for group in groups for value in group]
        spec = cls.spec
        properties: dict[str, Interned] = {}
        discardable: dict[str, Interned] = {}
        for name, value in attributes.items():
            field = spec.attrs.get(name)
            if value is None or (value is False and field is not None and field.kind.is_flag):
                continue
            if field is None:
                discardable[name] = cast(Interned, value)
            else:
                properties[name] = field.kind.from_python(value)
        filled: Any = cls.with_default_properties(properties) or {}
        if types is None:
            types = cls.infer_result_types(flat, filled, regions)
        if types is None:
            types = [_result_type(cls, field, flat) for field in spec.results]
        op = cls(flat, types, filled, discardable, regions, successors, self.builder.loc)
        if t.AttrSizedOperandSegments in cls.traits:
            op.set_operand_segments([len(group) for group in groups])
        return op

    def _publish(self, op: Operation) -> None:
        self.frames[-1] += [r for r in op.results if trackable(r.type)]

    def random_attributes(self, cls: type[Op]) -> dict[str, Any]:
        """Values for declared attributes of simple kinds; optional ones are rare."""
        found: dict[str, Any] = {}
        for name, field in cls.spec.attrs.items():
            if field.optional and not self.choices.chance(8):
                continue
            if name == "roundingmode" and self.profile.defined:
                # The interpreter rounds to nearest.
                continue
            value = self._attribute(field.kind)
            if value is not None:
                found[name] = value
        return found

    def _attribute(self, kind: AttrKind) -> Any:
        pick = self.choices
        if isinstance(kind, EnumKind):
            return pick.pick(list(kind.cases))
        if isinstance(kind, EnumAttrKind):
            words = [word for word in kind.cls.cases if self._may_promise(word)]
            return pick.pick(words)
        if isinstance(kind, BoolKind):
            return pick.chance(50)
        if isinstance(kind, UnitKind):
            return None if self.profile.defined else UnitAttr()
        return None

    def _may_promise(self, word: str) -> bool:
        return not (self.profile.defined and word in _PROMISES)

    # Blocks

    def region(
        self,
        argument_types: Sequence[Type],
        fill: Callable[[list[Any]], None],
        isolated: bool = False,
    ) -> Region:
        """A region of one block, which `fill` makes from its arguments, terminator included.

        What becomes visible inside is not visible outside; `isolated` hides the outside inside.
        """
        region = Region()
        # Until its operation is there, so that what is in it finds the module.
        region.parent_op = self.builder.block.parent_op if self.builder.block else None
        block = region.append(Block(argument_types))
        self.fill(block, lambda: fill(list(block.arguments)), isolated)
        return region

    def fill(self, block: Block, fill: Callable[[], None], isolated: bool = False) -> None:
        point, frames, descriptors = self.builder.save(), self.frames, self.descriptors
        self.builder.at_end(block)
        visible: list[Value] = [value for value in block.arguments if trackable(value.type)]
        self.frames = [visible] if isolated else [*frames, visible]
        self.descriptors = [[]] if isolated else [*descriptors, []]
        fill()
        self.builder.restore(point)
        self.frames, self.descriptors = frames, descriptors


def _result_type(cls: type[Op], field: Any, operands: Sequence[Value]) -> Type:
    """What the declaration's rules say of a result, for operations of single operands."""
    if t.SameOperandsAndResultType in cls.traits:
        return operands[0].type
    sources = {other.name: operands[i] for i, other in enumerate(cls.spec.operands)}
    if field.rule is not None and field.rule.source in sources:
        return field.rule.apply(sources[field.rule.source].type)
    for other in cls.spec.operands:
        if other.rule is not None and other.rule.fn is None and other.rule.source == field.name:
            return sources[other.name].type
    raise TypeError(f"{cls.name}: the type of {field.name} has to be given")


def trackable(type: Type) -> bool:
    """Whether steps may take any value of the type as an operand."""
    element = element_type_or_self(type)
    return isinstance(type, (RankedTensorType, tt.PointerType, IntegerType, FloatType)) and (
        element in ELEMENTS or isinstance(element, tt.PointerType)
    )


def _differ_by_encoding(type: Type, other: RankedTensorType) -> bool:
    return (
        isinstance(type, RankedTensorType)
        and type.shape == other.shape
        and type.element_type is other.element_type
        and type.encoding is not other.encoding
    )
