"""Declared operations.

A declaration is a subclass of :class:`Op`: its fields, its traits, its assembly format.  From it
derive the accessors, the grammar form, the printer and the verifier::

    class AddPtrOp(Op):
        '''Moves pointers by an offset.

        %q = tt.addptr %p, %off : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
        '''

        name = "tt.addptr"
        ptr = operand(PtrLike, type=same_as("result"))
        offset = operand(IntLike)
        result_ = result(PtrLike, type=same_as("ptr", "result type matches ptr type"))
        traits = COMMON | {Pure}
        assembly_format = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)"

A type rule (``type=``) gives the type that the format does not spell out; one with a message is a
check too.  A field's name loses a trailing underscore, which keeps it apart from Python's own
names.  A family of operations shares a base class without ``name``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseArrayAttr
from mlir_mini.ir.core import Operation, OpOperand, OpResult, Value
from mlir_mini.ir.types import Type
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import (
    AttrField,
    Field,
    OperandField,
    PositionalField,
    RegionField,
    ResultField,
    SuccessorField,
    TypeRule,
    ValueField,
)


def _group_bounds(
    fields: Sequence[ValueField], count: int, segments: tuple[int, ...] | None
) -> list[tuple[int, int]]:
    """Half-open index ranges of each declared group among ``count`` values."""
    if segments is None:
        # Several variable groups without recorded sizes are of the same size.
        fixed = sum(f.kind == "one" for f in fields)
        each = max(count - fixed, 0) // max(len(fields) - fixed, 1)
        segments = tuple(1 if f.kind == "one" else each for f in fields)
    bounds, start = [], 0
    for size in segments:
        bounds.append((start, start + size))
        start += size
    return bounds


class OpSpec:
    """What a declaration says, in the form that parsing, printing and checking use."""

    __slots__ = (
        "_format",
        "attrs",
        "checked_rules",
        "cls",
        "defaults",
        "fixed_operands",
        "fixed_results",
        "operand_segments",
        "operands",
        "regions",
        "result_segments",
        "results",
        "successors",
    )

    def __init__(self, cls: type[Op], fields: dict[str, Field]) -> None:
        self.cls = cls
        self.operands: list[OperandField] = []
        self.results: list[ResultField] = []
        self.attrs: dict[str, AttrField] = {}
        self.regions: list[RegionField] = []
        self.successors: list[SuccessorField] = []
        rows: dict[type[Field], list[Any]] = {
            OperandField: self.operands,
            ResultField: self.results,
            RegionField: self.regions,
            SuccessorField: self.successors,
        }
        for field in fields.values():
            if isinstance(field, AttrField):
                self.attrs[field.name] = field
            elif isinstance(field, PositionalField):
                row = rows[type(field)]
                field.index = len(row)
                row.append(field)
        self.fixed_operands = all(f.kind == "one" for f in self.operands)
        self.fixed_results = all(f.kind == "one" for f in self.results)
        self.operand_segments = t.AttrSizedOperandSegments in cls.traits
        self.result_segments = t.AttrSizedResultSegments in cls.traits
        self.defaults: dict[str, Interned] = {
            f.name: f.default for f in self.attrs.values() if f.default is not None and f.populate
        }
        by_name = {f.name: f for f in (*self.operands, *self.results)}
        rules = cls.type_checks or [
            (f.name, f.rule)
            for f in (*self.operands, *self.results)
            if f.rule is not None and f.rule.message is not None
        ]
        #: Type rules to check: the field, the field that the rule starts from, the rule.
        self.checked_rules: list[tuple[Any, Any, Any]] = [
            (by_name[name], by_name[rule.source], rule) for name, rule in rules
        ]
        self._format: Any = None

    @property
    def format(self) -> Any:
        """The compiled assembly format, or None for operations that print generically."""
        if self._format is None and self.cls.assembly_format is not None:
            from mlir_mini.spec.format import compile_format

            self._format = compile_format(self, self.cls.assembly_format)
        return self._format

    def operand_bounds(self, op: Operation) -> list[tuple[int, int]]:
        segments = op.operand_segments() if self.operand_segments else None
        return _group_bounds(self.operands, len(op.op_operands), segments)

    def operand_group(self, op: Operation, index: int) -> list[OpOperand]:
        start, end = self.operand_bounds(op)[index]
        return op.op_operands[start:end]

    def set_operand_group(self, op: Operation, index: int, value: Any) -> None:
        """Set one declared group; growing or shrinking it updates the segment sizes."""
        values = [] if value is None else [value] if isinstance(value, Value) else list(value)
        start, end = self.operand_bounds(op)[index]
        kept = min(end - start, len(values))
        for i in range(kept):
            op.op_operands[start + i].set(values[i])
        if kept < end - start:
            op.erase_operands(start + kept, end - start - kept)
        elif kept < len(values):
            op.insert_operands(start + kept, values[kept:])
        if self.operand_segments:
            sizes = list(op.operand_segments())
            sizes[index] = len(values)
            op.set_operand_segments(sizes)

    def result_group(self, op: Operation, index: int) -> list[OpResult]:
        if self.fixed_results:
            return [op.results[index]]
        segments = None
        if self.result_segments:
            sizes = op.properties.get("resultSegmentSizes")
            segments = sizes.values if isinstance(sizes, DenseArrayAttr) else None
        start, end = _group_bounds(self.results, len(op.results), segments)[index]
        return op.results[start:end]


class OpMeta(type):
    """Collects the fields of a declaration, inherited ones first."""

    _own_fields: dict[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> OpMeta:
        namespace.setdefault("__slots__", ())
        if "traits" in namespace:
            namespace["traits"] = frozenset(namespace["traits"])
        cls: Any = super().__new__(mcs, name, bases, namespace)
        cls._own_fields = {key: v for key, v in namespace.items() if isinstance(v, Field)}
        fields: dict[str, Field] = {}
        for base in reversed(cls.__mro__):
            if isinstance(base, OpMeta):
                fields.update(base._own_fields)
        cls._fields = fields
        if "traits" in namespace:
            structural = {trait.name for trait in cls.traits}
            cls.is_terminator = "IsTerminator" in structural
            cls.no_terminator = "NoTerminator" in structural
            cls.is_isolated = "IsolatedFromAbove" in structural
            cls.is_graph = "GraphRegion" in structural
            cls.is_symbol_table = "SymbolTable" in structural
            cls.is_commutative = "Commutative" in structural
        if namespace.get("name"):
            cls._spec = None
        return cls


class _SpecOfClass:
    """``AddPtrOp.spec`` and ``op.spec``: the declaration, compiled when first asked for."""

    def __get__(self, op: Any, cls: Any) -> OpSpec:
        spec = cls._spec
        if spec is None:
            spec = cls._spec = OpSpec(cls, cls._fields)
        return spec


class Op(Operation, metaclass=OpMeta):
    """Base of declared operations."""

    #: ODS-like assembly format; None means that the operation is written in generic form.
    assembly_format: ClassVar[str | None] = None
    #: Checks of types in upstream's order, where the fields' own rules do not say it all or come in
    #: another order: (field, rule with a message).
    type_checks: ClassVar[Sequence[tuple[str, TypeRule]]] = ()
    #: Check of the symbols that the operation refers to; run by the enclosing symbol table.
    verify_symbol_uses: ClassVar[Any] = None
    _spec: ClassVar[Any] = None
    _fields: ClassVar[dict[str, Field]] = {}

    spec = _SpecOfClass()

    def is_inherent(self, name: str) -> bool:
        return name in self.spec.attrs or name in ("operandSegmentSizes", "resultSegmentSizes")

    @classmethod
    def with_default_properties(
        cls, properties: Mapping[str, Interned] | None
    ) -> Mapping[str, Interned] | None:
        defaults = cls.spec.defaults
        if not defaults:
            return properties
        return {**defaults, **properties} if properties else defaults

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Value], properties: Mapping[str, Interned], regions: Sequence[Any]
    ) -> list[Type] | None:
        """Result types where the assembly does not spell them out; None: not known."""
        return None

    def asm_result_names(self) -> list[tuple[OpResult, str]]:
        """Names suggested for results when printing (``c0_i32``).

        By default those of the declaration, where it names two results or more.
        """
        spec = self.spec
        if len(spec.results) < 2:
            return []
        groups = [spec.result_group(self, field.index) for field in spec.results]
        return [
            (group[0], field.name)
            for group, field in zip(groups, spec.results, strict=False)
            if group
        ]

    def verify(self) -> Diagnostic | None:
        """The operation's own checks, after those that the declaration implies."""
        return None

    def verify_regions(self) -> Diagnostic | None:
        """Checks that look into the regions; run after the nested operations' own checks."""
        return None

    def verify_invariants(self) -> Diagnostic | None:
        from mlir_mini.spec.verify import check_invariants

        return check_invariants(self)

    def verify_region_invariants(self) -> Diagnostic | None:
        from mlir_mini.spec.verify import check_region_invariants

        return check_region_invariants(self)
