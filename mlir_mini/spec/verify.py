"""The checks that a declaration implies, in the order and words of ODS-generated verifiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.ir.types import Type
from mlir_mini.source import Diagnostic
from mlir_mini.spec import registry
from mlir_mini.spec import traits as t
from mlir_mini.spec.fields import ValueField

if TYPE_CHECKING:
    from mlir_mini.spec.op import Op, OpSpec

_NUMBER_WORDS = {0: "zero", 1: "one"}


#: How a type and an attribute are written; the printer puts its own functions here.
print_type: Callable[[Type], str] = repr
print_attr: Callable[[Any], str] = repr


def type_text(type: Type) -> str:
    """The type as messages quote it."""
    return print_type(type)


def attr_text(attr: Any) -> str:
    """The attribute as messages show it."""
    return print_attr(attr)


def check_invariants(op: Op) -> Diagnostic | None:
    """Everything that can be said of the operation without looking into its regions."""
    spec = op.spec
    for name, attr in op.attributes.items():
        prefix, dot, _ = name.partition(".")
        if dot:
            dialect = registry.dialect(prefix)
            if dialect is not None and dialect.verify_attribute is not None:
                problem = dialect.verify_attribute(op, name, attr)
                if problem is not None:
                    return problem
    # Most checks look at nothing but the types and properties; what was sound once stays so.
    key = (
        type(op),
        len(op.regions),
        len(op._block_operands),
        tuple([slot.value.type for slot in op.op_operands]),
        tuple([result.type for result in op.results]),
        tuple(op.properties.items()),
    )
    known = key in _sound
    if not known:
        problem = (
            _check_counts(op, spec)
            or _check_attributes(op, spec)
            or _check_values(op, spec)
            or _check_type_rules(op, spec)
        )
        if problem is not None:
            return problem
    if op.regions:
        problem = _check_single_blocks(op) or _check_region_sizes(op, spec)
        if problem is not None:
            return problem
    if op.is_terminator and op.block is not None and op.next is not None:
        problem = _check_parent(op)
        return problem or op.op_error("must be the last operation in the parent block")
    for trait in _ordered(op.traits):
        if trait.verify is not None and not (known and trait.local):
            problem = trait.verify(op)
            if problem is not None:
                return problem
    if not known:
        _sound.add(key)
    problem = op.verify()
    return problem if problem is not None or op.regions else _check_late(op)


def _check_parent(op: Op) -> Diagnostic | None:
    for trait in op.traits:
        if isinstance(trait, t.HasParent) and trait.verify is not None:
            return trait.verify(op)
    return None


#: Keys of operations whose checks by types and properties have passed.
_sound: set[tuple[Any, ...]] = set()


def _ordered(traits: frozenset[Any]) -> list[t.Trait]:
    found = _trait_order.get(traits)
    if found is None:
        found = _trait_order[traits] = sorted(
            (x for x in traits if x.verify is not None or x.verify_late is not None),
            key=lambda x: x.order,
        )
    return found


def _check_late(op: Op) -> Diagnostic | None:
    for trait in _ordered(op.traits):
        if trait.verify_late is not None:
            problem = trait.verify_late(op)
            if problem is not None:
                return problem
    return None


_trait_order: dict[frozenset[Any], list[t.Trait]] = {}


def _count_error(op: Op, what: str, fields: list[ValueField], found: int) -> Diagnostic | None:
    fixed = sum(f.kind == "one" for f in fields)
    seen = f", but found {found}" if what == "operand" else ""
    if all(f.kind == "one" for f in fields):
        if found == fixed:
            return None
        if fixed == 0:
            return op.op_error(f"requires zero {what}s")
        if fixed == 1:
            single = "a single operand" if what == "operand" else "one result"
            return op.op_error(f"requires {single}")
        return op.op_error(f"expected {fixed} {what}s{seen}")
    if found < fixed:
        return op.op_error(f"expected {fixed} or more {what}s{seen}")
    return None


def _check_successor_count(op: Op, spec: OpSpec) -> Diagnostic | None:
    found = len(op._block_operands)
    fixed = sum(f.kind == "one" for f in spec.successors)
    if fixed < len(spec.successors):
        if found < fixed:
            return op.op_error(f"requires at least {fixed} successors but found {found}")
    elif found != fixed:
        plural = "" if fixed == 1 else "s"
        return op.op_error(f"requires {fixed} successor{plural} but found {found}")
    return None


def _check_counts(op: Op, spec: OpSpec) -> Diagnostic | None:
    regions = len(spec.regions)
    if all(f.kind == "one" for f in spec.regions) and len(op.regions) != regions:
        if regions in _NUMBER_WORDS:
            plural = "s" if regions == 0 else ""
            return op.op_error(f"requires {_NUMBER_WORDS[regions]} region{plural}")
        return op.op_error(f"expected {regions} regions")
    fields: list[Any] = list(spec.results)
    problem = _count_error(op, "result", fields, len(op.results))
    if problem is not None:
        return problem
    problem = _check_successor_count(op, spec)
    if problem is not None:
        return problem
    fields = list(spec.operands)
    problem = _count_error(op, "operand", fields, len(op.op_operands))
    if problem is not None:
        return problem
    if spec.operand_segments:
        sizes = op.properties.get("operandSegmentSizes")
        values = getattr(sizes, "values", None)
        if values is None:
            return op.op_error("requires dense i32 array attribute 'operandSegmentSizes'")
        if len(values) != len(spec.operands):
            return op.op_error(
                f"'operandSegmentSizes' attribute for specifying operand segments must have "
                f"{len(spec.operands)} elements, but got {len(values)}"
            )
        if sum(values) != len(op.op_operands):
            return op.op_error(
                f"operand count ({len(op.op_operands)}) does not match with the total size "
                f"({sum(values)}) specified in attribute 'operandSegmentSizes'"
            )
    return None


def _check_attributes(op: Op, spec: OpSpec) -> Diagnostic | None:
    properties = op.properties
    for name in sorted(spec.attrs):
        field = spec.attrs[name]
        value = properties.get(name)
        if value is None:
            if not field.optional:
                return op.op_error(f"requires attribute '{name}'")
        elif not field.kind.check(value):
            return op.op_error(
                f"attribute '{name}' failed to satisfy constraint: {field.kind.summary}"
            )
    return None


def _check_values(op: Op, spec: OpSpec) -> Diagnostic | None:
    for what, fields, values in (
        ("operand", spec.operands, [slot.value for slot in op.op_operands]),
        ("result", spec.results, op.results),
    ):
        if not fields:
            continue
        fixed = spec.fixed_operands if what == "operand" else spec.fixed_results
        at = 0
        for index, field in enumerate(fields):
            group: list[Value]
            if fixed:
                group = [values[index]]
            elif what == "operand":
                group = [slot.value for slot in spec.operand_group(op, index)]
            else:
                group = list(spec.result_group(op, index))
            if field.kind == "optional" and len(group) > 1:
                return op.op_error(
                    f"{what} group starting at #{at} requires 0 or 1 element, "
                    f"but found {len(group)}"
                )
            predicate = field.constraint.predicate
            for value in group:
                if not predicate(value.type):
                    summary = field.constraint.summary
                    if field.kind == "variadic":
                        summary = "variadic of " + summary
                    return op.op_error(
                        f"{what} #{at} must be {summary}, but got '{type_text(value.type)}'"
                    )
                at += 1
    return None


def _check_type_rules(op: Op, spec: OpSpec) -> Diagnostic | None:
    rules = spec.checked_rules
    if not rules:
        return None
    for field, source, rule in rules:
        target, origin = field.__get__(op), source.__get__(op)
        if target is None or origin is None:
            continue
        if rule.apply(origin.type) is not target.type:
            return op.op_error(f"failed to verify that {rule.message}")
    return None


def check_region_invariants(op: Op) -> Diagnostic | None:
    """Checks of the regions, once their operations have been checked."""
    traits = op.traits
    terminator = _implicit_terminator(op)
    if terminator is not None:
        problem = _check_terminators(op, terminator)
        if problem is not None:
            return problem
    if op.is_isolated:
        problem = _check_isolation(op)
        if problem is not None:
            return problem
    if t.SymbolTable in traits:
        problem = _check_symbols(op)
        if problem is not None:
            return problem
    return _check_late(op) or op.verify_regions()


def _check_region_sizes(op: Op, spec: OpSpec) -> Diagnostic | None:
    for field in spec.regions:
        if not field.sized and not field.nonempty:
            continue
        regions = field.__get__(op)
        for n, region in enumerate(regions if isinstance(regions, list) else [regions]):
            blocks = 1 if region is None else len(region.blocks)
            if blocks != 1 if field.sized else blocks == 0:
                expected = "1 blocks" if field.sized else "at least 1 blocks"
                return op.op_error(
                    f"region #{field.index + n} ('{field.name}') failed to verify constraint: "
                    f"region with {expected}"
                )
    return None


def _check_single_blocks(op: Op) -> Diagnostic | None:
    """Regions of one block at most, which is not empty."""
    if not _is_single_block(op):
        return None
    for number, region in enumerate(op.regions):
        if len(region.blocks) > 1:
            return op.op_error(f"expects region #{number} to have 0 or 1 blocks")
        if region.blocks and region.first_block.last is None and not op.no_terminator:
            return op.op_error("expects a non-empty block")
    return None


def _is_single_block(op: Op) -> bool:
    return t.SingleBlock in op.traits or _implicit_terminator(op) is not None


def _implicit_terminator(op: Op) -> str | None:
    for trait in op.traits:
        if isinstance(trait, t.SingleBlockImplicitTerminator):
            return trait.terminator
    return None


def _check_terminators(op: Op, terminator: str) -> Diagnostic | None:
    for region in op.regions:
        last = region.first_block.last if region.blocks else None
        if last is not None and last.name != terminator:
            error = op.op_error(f"expects regions to end with '{terminator}', found '{last.name}'")
            error.attach_note(
                f"in custom textual format, the absence of terminator implies '{terminator}'"
            )
            return error
    return None


def _check_isolation(op: Op) -> Diagnostic | None:
    for region in op.regions:
        pending: list[Region] = [region]
        while pending:
            current = pending.pop()
            for block in current.blocks:
                for nested in block.ops:
                    for slot in nested.op_operands:
                        inside = slot.value.parent_region
                        if inside is not None and not region.is_ancestor(inside):
                            error = nested.op_error("using value defined outside the region")
                            error.attach_note(
                                "required by region isolation constraints", op.loc.position()
                            )
                            return error
                    if nested.regions and not nested.is_isolated:
                        pending.extend(nested.regions)
    return None


def _check_symbols(op: Op) -> Diagnostic | None:
    seen: dict[str, Operation] = {}
    for region in op.regions:
        for nested in region.ops:
            name = getattr(nested.properties.get("sym_name"), "value", None)
            if name is None:
                continue
            before = seen.get(name)
            if before is not None:
                error = nested.plain_error(f"redefinition of symbol named '{name}'")
                error.attach_note("see existing symbol definition here", before.loc.position())
                return error
            seen[name] = nested
    return _check_symbol_uses(op)


def _check_symbol_uses(table: Operation) -> Diagnostic | None:
    for region in table.regions:
        for nested in region.ops:
            check = getattr(nested, "verify_symbol_uses", None)
            problem = check() if check is not None else None
            if problem is None and nested.regions and t.SymbolTable not in nested.traits:
                problem = _check_symbol_uses(nested)
            if problem is not None:
                return problem
    return None
