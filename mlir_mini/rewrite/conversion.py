"""Converting types: operations are legalised one by one, in the order of MLIR's driver.

A :class:`TypeConverter` says what each type turns into, ``legality`` which operations may stay, and
a pattern replaces an operation that may not, given its operands with converted types. What
connects the two sides is a cast: a value replaced by one of another type leaves behind a cast back
to the old type, right after the new value, and an operand that doesn't have the type that its
pattern asks for gets a cast there::

    %0 = "old"(...) : tensor<8xf32>           %0 = "new"(...) : tensor<8xf32, #b>
    "user"(%0) : (tensor<8xf32>) -> ()   ->   %1 = cast %0 : tensor<8xf32, #b> to tensor<8xf32>
                                              "user"(%1) : (tensor<8xf32>) -> ()

At the end casts that undo each other vanish, and the converter explains the others.

Casts come right after what they cast, so those of later users stand before those of earlier ones,
and each user has its own. Everything happens at once; nothing is rolled back. After
mlir/lib/Transforms/Utils/DialectConversion.cpp with ``allowPatternRollback`` off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mlir_mini.dialects.builtin import UnrealizedConversionCastOp
from mlir_mini.ir import core
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Block, Operation, RawLocation, Region, Value
from mlir_mini.ir.dominance import DominanceInfo
from mlir_mini.ir.rewriter import PatternRewriter, RewriteListener
from mlir_mini.ir.traversal import successors
from mlir_mini.ir.types import Type
from mlir_mini.ir.values import location_of
from mlir_mini.rewrite.constants import materialize
from mlir_mini.rewrite.folding import InPlace, constant_value, fold
from mlir_mini.source import MLIRError
from mlir_mini.spec.verify import type_text


class TypeConversionError(Exception):
    """A type that cannot be converted; the message is for the user."""


class TypeConverter:
    """What types turn into, and how values of both kinds are joined; by default not at all."""

    def convert(self, type: Type) -> Type:
        """What ``type`` turns into, itself if it may stay; may raise TypeConversionError."""
        return type

    def convert_all(self, types: Iterable[Type]) -> list[Type]:
        return [self.convert(type) for type in types]

    def is_legal(self, op: Operation) -> bool:
        """All operands, results and arguments of the blocks of ``op`` have types that may stay."""
        convert = self.convert
        return (
            all(convert(type) is type for type in op.operand_types)
            and all(convert(type) is type for type in op.result_types)
            and all(
                convert(argument.type) is argument.type
                for region in op.regions
                for block in region.blocks
                for argument in block.arguments
            )
        )

    def to_target(self, builder: OpBuilder, value: Value, type: Type) -> Value | None:
        """``value`` with the converted ``type``, for a converted user; None if there is no way."""
        return None

    def to_source(self, builder: OpBuilder, value: Value, type: Type) -> Value | None:
        """``value`` with its old ``type``, for a user that stays; None if there is no way."""
        return None


class _Changes(RewriteListener):
    """What one pattern did, in order, and every operation that is gone."""

    def __init__(self) -> None:
        self.erased: set[Operation] = set()
        self.start()

    def start(self) -> None:
        """Forget what was done, except what is gone."""
        self.created: dict[Operation, None] = {}
        self.modified: dict[Operation, None] = {}

    def operation_inserted(self, op: Operation) -> None:
        self.created[op] = None

    def operation_modified(self, op: Operation) -> None:
        self.modified[op] = None

    def operation_erased(self, op: Operation) -> None:
        self.erased.add(op)
        self.created.pop(op, None)
        self.modified.pop(op, None)


class ConversionRewriter(PatternRewriter):
    """A rewriter whose replacements may have other types than what they replace."""

    def __init__(self, converter: TypeConverter) -> None:
        self.changes = _Changes()
        super().__init__(self.changes)
        self.converter = converter
        #: Casts that the driver made; True for one to the type that a pattern asked for.
        self.casts: dict[Operation, bool] = {}

    # Values between types.

    def _cast(self, value: Value, type: Type, loc: RawLocation, to_target: bool) -> Value:
        builder = OpBuilder(loc)
        builder.set_insertion_point_after_value(value)
        cast = builder.create(UnrealizedConversionCastOp, [value], [type])
        self.casts[cast] = to_target
        return cast.result

    def _uncast(self, value: Value) -> Value | None:
        """What ``value`` is a cast of, if the driver made that cast."""
        op = value.defining_op
        return op.operand(0) if op is not None and op in self.casts else None

    def remap(self, value: Value, loc: RawLocation) -> Value:
        """``value`` with its converted type, cast at ``loc`` if nothing else has that type."""
        wanted = self.converter.convert(value.type)
        found: Value | None = None
        origin = value
        current: Value | None = value
        while current is not None:
            origin = current
            if current.type is wanted:
                found = current
            current = self._uncast(current)
        return self._cast(origin, wanted, loc, to_target=True) if found is None else found

    def _replacement(self, old: Value, new: Value) -> Value:
        if new.type is old.type:
            return new
        return self._cast(new, old.type, location_of(old), to_target=False)

    # Replacing. Users don't count as modified: they are legalised in their own turn.

    def replace_op(self, op: Operation, values: Sequence[Value] | Value | Operation) -> None:
        """Replace the results of ``op`` by ``values``, cast to the old types, and erase it."""
        if isinstance(values, Operation):
            values = values.results
        elif isinstance(values, Value):
            values = (values,)
        for result, value in zip(op.results, values, strict=True):
            if result.has_uses:
                result.replace_all_uses_with(self._replacement(result, value))
        self.erase_op(op)

    def clone_region(self, source: Region, target: Region) -> None:
        """Copy the blocks of ``source`` to the end of ``target``."""
        start = len(target.blocks)
        source.clone_into(target, {}, {})
        for block in target.blocks[start:]:
            for op in block.ops:
                for nested in op.walk(pre_order=True):
                    self.changes.operation_inserted(nested)

    def convert_region_types(self, region: Region) -> None:
        """Convert the types of the arguments of all blocks of ``region``, the entry last."""
        for block in region.blocks[1:] + region.blocks[:1]:
            self._convert_arguments(block)

    def _convert_arguments(self, block: Block) -> None:
        old_types = [argument.type for argument in block.arguments]
        types = self.converter.convert_all(old_types)
        if types == old_types:
            return
        region = block.parent
        assert region is not None
        new = Block(types, [argument._loc for argument in block.arguments])
        region.insert(region.blocks.index(block) + 1, new)
        for op in block.ops:
            op.remove()
            new.append(op)
        for use in block.uses:
            use.set(new)
        for old, argument in zip(block.arguments, new.arguments, strict=True):
            if old.has_uses:
                old.replace_all_uses_with(self._replacement(old, argument))
        self.erase_block(block)


#: Rewrites an operation, given its operands with converted types; False if it can't be done. The
#: rewriter stands before the operation and creates others at its location.
ConversionPattern = Callable[[Any, Sequence[Value], ConversionRewriter], bool]
#: Whether an operation may stay as it is; None if nothing is known of operations of its kind.
Legality = Callable[[Operation], bool | None]


def apply_partial_conversion(
    top: Operation,
    converter: TypeConverter,
    legality: Legality,
    patterns: Mapping[str, ConversionPattern],
) -> None:
    """Convert what is in ``top`` by ``patterns``, which go by the names of operations.

    Operations of which nothing is known stay if no pattern takes them. Raises MLIRError for one
    that must not stay and doesn't go, and for a cast that the converter can't explain; what was
    converted by then stays so.
    """
    driver = _Driver(converter, legality, patterns)
    for op in list(_in_dominance_order(top)):
        driver.convert(op)
    casts = driver.rewriter.casts
    _remove_inverse_casts(casts)
    for cast, to_target in casts.items():
        _explain(cast, to_target, converter)


def _in_dominance_order(op: Operation) -> Iterator[Operation]:
    """``op`` and what is in it, blocks by the dominator tree; those out of reach are left out."""
    yield op
    for region in op.regions:
        for block in _dominance_order(region):
            for nested in block.ops:
                yield from _in_dominance_order(nested)


def _dominance_order(region: Region) -> list[Block]:
    """The blocks of ``region`` by its dominator tree, depth first.

    Blocks with the same dominator come in the order of a walk along the successors, the order in
    which LLVM builds its trees (llvm/Support/GenericDomTreeConstruction.h).
    """
    if len(region.blocks) < 2:
        return region.blocks
    tree = DominanceInfo().tree(region)
    children: dict[Block, list[Block]] = {}
    stack = [region.first_block]
    while stack:
        block = stack.pop()
        if block not in children:
            children[block] = []
            dominator = tree.immediate(block)
            if dominator is not None:
                children[dominator].append(block)
            stack += reversed(successors(block))
    order: list[Block] = []
    stack = [region.first_block]
    while stack:
        block = stack.pop()
        order.append(block)
        stack += reversed(children[block])
    return order


class _Driver:
    """Legalises operations, those that patterns create included."""

    def __init__(
        self,
        converter: TypeConverter,
        legality: Legality,
        patterns: Mapping[str, ConversionPattern],
    ) -> None:
        self.legality = legality
        self.patterns = patterns
        self.rewriter = ConversionRewriter(converter)
        self.changes = self.rewriter.changes
        #: Operations whose patterns have been applied and whose results are being legalised.
        self._applying: set[str] = set()

    def convert(self, op: Operation) -> None:
        try:
            if self._legalize(op) or self.legality(op) is not False:
                return
        except TypeConversionError as error:
            raise MLIRError(op.plain_error(str(error))) from error
        text = core.operation_to_string(op, generic=True, regions=False)
        raise MLIRError(
            op.plain_error(
                f"failed to legalize operation '{op.name}' that was explicitly marked illegal: "
                + text
            )
        )

    def _legalize(self, op: Operation) -> bool:
        """Whether ``op`` may stay, or has been replaced by what may."""
        if op in self.changes.erased or self.legality(op):
            return True
        return self._fold(op) or self._apply_pattern(op)

    def _fold(self, op: Operation) -> bool:
        """Replace ``op`` by what it folds to."""
        if op.results and constant_value(op.results[0]) is not None:
            return False
        folded = fold(op)
        if folded is None:
            return False
        while isinstance(folded, InPlace):
            folded = fold(op)
        if folded is None:
            return self._legalize(op)
        constants: list[Operation] = []
        values = self._values(op, folded, constants)
        if values is None:
            return False
        self.rewriter.replace_op(op, values)
        for constant in constants:
            if not self._legalize(constant):
                raise _illegal_result(op, constant)
        return True

    def _values(
        self, op: Operation, folded: Sequence[Any], constants: list[Operation]
    ) -> list[Value] | None:
        """``folded`` as values; the constants made for it go before ``op`` and into a list."""
        self.rewriter.set_insertion_point(op)
        dialect = op.name.partition(".")[0]
        values: list[Value] = []
        for each, result in zip(folded, op.results, strict=True):
            if not isinstance(each, Value):
                constant = materialize(self.rewriter, dialect, each, result.type, op._loc)
                if constant is None:
                    for other in constants:
                        self.rewriter.erase_op(other)
                    return None
                constants.append(constant)
                each = constant.result
            values.append(each)
        return values

    def _apply_pattern(self, op: Operation) -> bool:
        name = op.name
        pattern = self.patterns.get(name)
        if pattern is None or name in self._applying:
            return False
        rewriter, changes = self.rewriter, self.changes
        rewriter.set_insertion_point(op)
        rewriter.loc = op._loc
        changes.start()
        operands = [rewriter.remap(use.value, op._loc) for use in op.op_operands]
        if not pattern(op, operands, rewriter):
            return False
        self._applying.add(name)
        try:
            for each in (*changes.modified, *changes.created):
                if not self._legalize(each):
                    raise _illegal_result(op, each)
        finally:
            self._applying.discard(name)
        return True


def _illegal_result(op: Operation, result: Operation) -> MLIRError:
    error = result.plain_error(
        f"the conversion of '{op.name}' needs operation '{result.name}', which can't be converted"
    )
    return MLIRError(error)


# cast(cast(%x : A to B) : B to A) -> %x,  and unused casts go
def _remove_inverse_casts(casts: dict[Operation, bool]) -> None:
    worklist = dict.fromkeys(casts)
    while worklist:
        cast, _ = worklist.popitem()
        source = cast.operand(0)
        if cast.result.has_uses:
            current: Value | None = source
            while current is not None and current.type is not cast.result.type:
                inner = current.defining_op
                # Casts that were there before count, but stay.
                is_cast = isinstance(inner, UnrealizedConversionCastOp) and inner.num_operands == 1
                current = inner.operand(0) if inner is not None and is_cast else None
            if current is None:
                continue
            cast.result.replace_all_uses_with(current)
        inner = source.defining_op
        if inner is not None and inner in casts:
            worklist[inner] = None
        cast.erase()
        del casts[cast]


def _explain(cast: Operation, to_target: bool, converter: TypeConverter) -> None:
    """Replace a cast by what the converter has for it."""
    builder = OpBuilder.before(cast)
    source, result = cast.operand(0), cast.result
    join = converter.to_target if to_target else converter.to_source
    value = join(builder, source, result.type)
    if value is not None:
        result.replace_all_uses_with(value)
        cast.erase()
        return
    kind = "target" if to_target else "source"
    error = cast.plain_error(
        f"failed to legalize unresolved {kind} materialization from ('{type_text(source.type)}') "
        f"to ('{type_text(result.type)}') that remained live after conversion (no matching "
        "callback)"
    )
    user = next(result.users)
    error.attach_note(f"see existing live user here: {user}", user.loc.position())
    raise MLIRError(error)
