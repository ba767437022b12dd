"""From text to IR.

Two steps: an LALR parser (:mod:`.lalr`, ``grammar.lark``) makes a tree of the large tokens that
:mod:`.lexer` cuts, then :class:`ModuleParser` walks it and builds operations.  Regions are built
before the operation that owns them, and results are named after it, as in MLIR: that is the order
in which uses are linked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import DenseArrayAttr, DictionaryAttr
from mlir_mini.ir.core import Block, BlockArgument, Operation, Region, UnregisteredOp, Value
from mlir_mini.ir.locations import FileLineColLoc, Location
from mlir_mini.ir.types import FunctionType, Type, i32
from mlir_mini.source import ParseError, Source
from mlir_mini.spec import registry
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import DenseI32Array
from mlir_mini.spec.fields import OperandField, ValueField
from mlir_mini.spec.op import Op, OpSpec
from mlir_mini.spec.op_state import Name, OpState, RegionNode
from mlir_mini.syntax import tokens as tk
from mlir_mini.syntax.callbacks import GenericForm
from mlir_mini.syntax.printer import attr_to_string, type_to_string
from mlir_mini.syntax.resources import read_resources
from mlir_mini.syntax.tokens import Token
from mlir_mini.syntax.values import ValueParser

#: Regions nested deeper than this are an error rather than a stack overflow.
MAX_DEPTH = 200


class ModuleParser(ValueParser):
    """Parses one source text into a module."""

    def __init__(self, source: Source, allow_unregistered: bool = False) -> None:
        super().__init__(source)
        self.allow_unregistered = allow_unregistered
        #: Name -> values, for the names visible here.
        self.names: dict[str, Sequence[Value]] = {}
        #: Names used before their definition: name -> index -> (placeholder, offset).
        self.forward: dict[str, dict[int, tuple[Value, int]]] = {}
        self.blocks: dict[str, Block] = {}
        #: Placeholders whose value has been defined since.
        self._settled: dict[Value, Value] = {}
        self._undefined_blocks: dict[str, int] = {}
        self._definitions: dict[str, int] = {}
        self._scope: list[str] = []
        self._level = 0

    # -- entry -------------------------------------------------------------------------------

    def parse_module(self) -> Operation:
        """The module written in the source; several top-level operations get one implicitly."""
        items = self.parse_piece("file", 0, len(self.source.text))
        ops: list[Any] = []
        for item in items:
            head = item[0]
            if isinstance(head, Token) and head.type == "ALIAS_DEF":
                self._define_alias(head, item[1])
            elif isinstance(head, Token) and head.type == "RESOURCES":
                self.resources = read_resources(self, head)
            else:
                ops.append(item)
        self.depth = 0
        for name, token in self.aliases.items():
            # Those of locations may name others that are defined later.
            if not tk.LOC_START.match(token.value):
                self.alias(Token("ALIAS", name, token.pos))
        top = Block()
        self._build_ops(ops, top)
        self._check_forward_references(self.forward)
        return self._as_module(top)

    def _as_module(self, top: Block) -> Operation:
        only = top.first
        if only is not None and only.next is None and only.name == "builtin.module":
            only.remove()
            return only
        module_class = cast(type[Op], registry.op_class("builtin.module"))
        module = module_class(loc=FileLineColLoc(self.source.name, 0, 0))
        region = Region()
        region.parent_op = module
        module.regions.append(region)
        region.append(top)
        return module

    def _define_alias(self, head: Token, value: Token) -> None:
        name = tk.without_comments(head.value)[:-1].rstrip()
        if "." in name:
            raise self.error(
                head.pos,
                f"{'type' if name[0] == '!' else 'attribute'} names with a '.' are reserved for "
                "dialect-defined names",
            )
        if name in self.aliases:
            kind = "type" if name[0] == "!" else "attribute"
            raise self.error(head.pos, f"redefinition of {kind} alias id '{name[1:]}'")
        self.aliases[name] = value

    # -- operations --------------------------------------------------------------------------

    def _build_ops(self, items: Sequence[Any], block: Block) -> None:
        for item in items:
            head = item[0]
            results: Token | None = None
            i = 0
            if not isinstance(head, list):
                if head.type != "RESULTS":
                    raise self.error(head.pos, "expected operation name in quotes")
                results, i = head, 1
            form = item[i]
            location = self.location(item[i + 1]) if len(item) > i + 1 else None
            if isinstance(form, GenericForm):
                op = self._build_generic(form, location)
            else:
                op = self._build_custom(form, location)
            block.append(op)
            if results is not None:
                self._name_results(results, op)

    def _build_custom(self, form: list[Any], location: Location | None) -> Operation:
        head = form[0]
        cls = cast(
            type[Op], registry.op_class(head.value) or registry.op_class("builtin." + head.value)
        )
        spec = cls.spec
        state = OpState(spec, self, head.pos)
        spec.format.take(form, 1, state)
        return self._finish(cls, spec, state, location)

    def _finish(
        self, cls: type[Op], spec: OpSpec, state: OpState, location: Location | None
    ) -> Operation:
        properties = state.properties
        if state.types or spec.operands or spec.results:
            _infer_types(spec, state)
        operands: list[Value] = []
        sizes: list[int] = []
        for field in spec.operands:
            names = state.names.get(field.name, ())
            types = state.types.get(field.name)
            sizes.append(len(names))
            if types is not None and len(types) != len(names):
                raise state.op_error(
                    names[0][1] if names else state.pos,
                    f"number of operands and types do not match: got {len(names)} operands and "
                    f"{len(types)} types",
                )
            for n, name in enumerate(names):
                operands.append(self.value(name, types[n] if types is not None else None))
        if spec.operand_segments:
            from mlir_mini.ir.attributes import i32_array

            properties["operandSegmentSizes"] = i32_array(sizes)
        for name, default in spec.defaults.items():
            if name not in properties:
                properties[name] = default
        nodes = [node for field in spec.regions for node in state.regions.get(field.name, ())]
        regions = [self.build_region(node, cls) for node in nodes]
        if nodes and self._settled:
            # An operand may have been waiting for something that a region then defined.
            operands = [self._settled.get(v, v) for v in operands]
        if not regions and spec.regions and all(f.kind == "one" for f in spec.regions):
            regions = [Region() for _ in spec.regions]
        successors = [
            self._block(token)
            for field in spec.successors
            for token in state.successors.get(field.name, ())
        ]
        result_types = self._result_types(cls, spec, state, operands, regions)
        op = cls(
            operands,
            result_types,
            properties,
            state.attributes,
            regions,
            successors,
            location or (self.source, state.pos),
        )
        for node, region in zip(nodes, regions, strict=False):
            if not callable(node) and getattr(node, "implicit", True):
                _ensure_terminator(op, region)
        if regions and operands:
            op.use_operands_before_regions()
        return op

    def _result_types(
        self,
        cls: type[Op],
        spec: OpSpec,
        state: OpState,
        operands: Sequence[Value],
        regions: Sequence[Region],
    ) -> list[Type]:
        found: list[Type] = []
        sizes: list[int] = []
        for field in spec.results:
            types = state.types.get(field.name)
            if types is None:
                inferred = cls.infer_result_types(operands, state.properties, regions)
                if inferred is not None:
                    return inferred
                if field.kind == "one":
                    raise self.error(state.pos, f"cannot tell the type of result '{field.name}'")
                types = []
            found += types
            sizes.append(len(types))
        if spec.result_segments:
            from mlir_mini.ir.attributes import i32_array

            state.properties["resultSegmentSizes"] = i32_array(sizes)
        return found

    def _build_generic(self, form: GenericForm, location: Location | None) -> Operation:
        head = form[0]
        text = head.value
        match = cast(Any, tk.GENERIC_OP.match(text))
        name = tk.unescape('"' + match.group(1) + '"')
        names: list[Name] = []
        if match.group(2):
            names = self.operand_names(Token("OPERANDS", match.group(2), head.pos + match.start(2)))
        cls = registry.op_class(name)
        if cls is None and not self.allow_unregistered:
            bracket = tk.skip_gap(text, match.end(1) + 1, len(text))
            self._reject_unregistered(name, head.pos, head.pos + bracket)
        properties: dict[str, Interned] = {}
        attributes: dict[str, Interned] = {}
        regions: list[Region] = []
        successors: list[Block] = []
        for child in form[1:-1]:
            if isinstance(child, Token):
                if child.type == "PROPERTIES":
                    if cls is None:
                        # Unregistered operations keep their properties as one dictionary.
                        properties.update({k: v for k, v, _ in self.properties(child)})
                    else:
                        properties = self._known_properties(child, cls, head.pos)
                else:
                    for key, value, _ in self.attr_dict(child):
                        known = cls is not None and (
                            key in cls.spec.attrs or key.endswith("SegmentSizes")
                        )
                        if known:
                            properties.setdefault(key, value)
                        else:
                            attributes[key] = value
                        field = cls.spec.attrs.get(key) if cls is not None else None
                        if field is not None and not field.kind.check(value):
                            raise self.error(
                                head.pos,
                                f"'{name}' op attribute '{key}' failed to satisfy constraint: "
                                f"{field.kind.summary}",
                            )
            elif child and isinstance(child[0], Token) and child[0].type == "BLOCK_NAME":
                successors = [self._block(token) for token in child]
            else:
                regions = [self.build_region(node, cls) for node in child]
        signature = self.signature(form[-1])
        if len(signature) != 1 or not isinstance(signature[0], FunctionType):
            raise self.error(form[-1].pos + 1, "expected function type")
        function = signature[0]
        if len(function.inputs) != len(names):
            plural = "" if len(names) == 1 else "s"
            raise self.error(
                form[-1].pos + 2,
                f"expected {len(names)} operand type{plural} but had {len(function.inputs)}",
            )
        operands = [self.value(n, ty) for n, ty in zip(names, function.inputs, strict=False)]
        loc = location or (self.source, head.pos)
        if cls is None:
            op = UnregisteredOp(
                name, operands, function.results, properties, attributes, regions, successors, loc
            )
            op.tolerated = self.allow_unregistered
            if regions and operands:
                op.use_operands_before_regions()
            return op
        for key, default in cls.spec.defaults.items():
            properties.setdefault(key, default)
        if cls.spec.operand_segments:
            # Upstream's property is an array of numbers, zero unless set.
            zeros = DenseArrayAttr(i32, (0,) * len(cls.spec.operands))
            properties.setdefault("operandSegmentSizes", zeros)
        op = cls(operands, function.results, properties, attributes, regions, successors, loc)
        if regions and operands:
            op.use_operands_before_regions()
        return op

    def _known_properties(self, token: Token, cls: type[Op], pos: int) -> dict[str, Interned]:
        """The properties in ``<{...}>`` that the operation has; upstream ignores all others."""
        entries = self.properties(token)
        spec = cls.spec
        problem = None
        if not spec.attrs and not spec.operand_segments and not spec.result_segments:
            problem = "this operation has empty properties"
        found: dict[str, Interned] = {}
        for key, value, _ in entries:
            field = spec.attrs.get(key)
            if field is not None and not field.kind.storable(value):
                shown = attr_to_string(value)
                problem = f"Invalid attribute `{key}` in property conversion: {shown}"
                break
            if key.endswith("SegmentSizes") and not DenseI32Array.check(value):
                problem = f"for `{key}`: expected DenseI32ArrayAttr"
                break
            if field is not None or key.endswith("SegmentSizes"):
                found[key] = value
        if problem is not None and entries:
            written = attr_to_string(DictionaryAttr.of({k: v for k, v, _ in entries}))
            raise self.error(pos, f"invalid properties {written} for op {cls.name}: {problem}")
        return found

    def _reject_unregistered(self, name: str, pos: int, end: int) -> None:
        """Raise an error about ``name`` at ``pos``; its operands follow at ``end``.

        Of an operation in a dialect that there is the verifier says so.
        """
        prefix = name.partition(".")[0]
        if prefix in registry.RENAMED_DIALECTS:
            today = registry.RENAMED_DIALECTS[prefix] + name[len(prefix) :]
            raise self.error(pos, f"'{name}' is called '{today}' today")
        if registry.dialect(prefix) is not None and "." in name:
            return
        raise self.error(
            end,
            "operation being parsed with an unregistered dialect. If this is intended, please use "
            "-allow-unregistered-dialect with the MLIR tool used",
        )

    # -- regions and blocks ------------------------------------------------------------------

    def build_region(self, node: Any, cls: type[Operation] | None = None) -> Region:
        """The region of an operation of class ``cls`` from its tree.

        ``node`` may also be a function of the parser that makes the region, for operations whose
        text leaves out an operation that they contain.
        """
        if callable(node):
            made: Any = node(self)
            return made
        arguments = None
        if isinstance(node, RegionNode):
            node, arguments = node.node, node.arguments
        self._level += 1
        if self._level > MAX_DEPTH:
            raise self.error(node[0].pos, f"regions are nested more than {MAX_DEPTH} deep")
        outer_scope, self._scope = self._scope, []
        saved_blocks = self.blocks, self._undefined_blocks
        self.blocks, self._undefined_blocks = {}, {}
        region = Region()
        try:
            self._fill_region(region, node, arguments)
        finally:
            self._level -= 1
        for pos in self._undefined_blocks.values():
            raise self.error(pos, "reference to an undefined block")
        self.blocks, self._undefined_blocks = saved_blocks
        for name in self._scope:
            self.names.pop(name, None)
        self._scope = outer_scope
        return region

    def _fill_region(
        self,
        region: Region,
        node: list[Any],
        arguments: Sequence[tuple[Name, Type, Location | None]] | None,
    ) -> None:
        first = node[1]
        more = node[2] if len(node) == 4 else []
        if arguments and more and not first:
            label: Token = more[0][0]
            raise self.error(label.pos, "invalid block name in region with named arguments")
        # Without operations, labels or named arguments the region has no block at all.
        if first or arguments or (arguments is not None and not more):
            entry = region.append(Block())
            for name, type, loc in arguments or ():
                if name[0] in self.names:
                    raise self._name_clash(
                        name,
                        f"region entry argument '{name[0]}' is already in use",
                        "previously referenced here",
                    )
                argument = entry.add_argument(type, loc or (self.source, name[1]))
                self._define(name, [argument])
            self._build_ops(first, entry)
        for block_node in more:
            self._build_block(region, block_node)

    def _build_block(self, region: Region, node: list[Any]) -> None:
        label = node[0]
        block = self._undefined_blocks.pop(label.value, None)
        if block is None and label.value in self.blocks:
            raise self.error(label.pos, f"redefinition of block '{label.value}'")
        found = self.blocks.get(label.value)
        if found is None:
            found = self.blocks[label.value] = Block()
        region.append(found)
        if len(node) == 6:
            for argument in node[2]:
                names = self.operand_names(argument[0])
                types = self.signature(argument[1])
                if len(names) != 1 or len(types) != 1:
                    raise self.error(argument[0].pos, "expected SSA identifier and its type")
                loc = self.location(argument[2]) if len(argument) > 2 else None
                value = found.add_argument(types[0], loc or (self.source, names[0][1]))
                self._define(names[0], [value])
        self._build_ops(node[-1], found)

    def _block(self, token: Token) -> Block:
        """The block called ``token``, which may be defined later."""
        block = self.blocks.get(token.value)
        if block is None:
            block = self.blocks[token.value] = Block()
            self._undefined_blocks[token.value] = token.pos
        return block

    # -- values ------------------------------------------------------------------------------

    def operand_names(self, token: Token) -> list[Name]:
        """Names in an operand list with their offsets."""
        text, pos = tk.without_comments(token.value), token.pos
        if "," not in text:
            return [(text, pos)]
        names = []
        at = 0
        for piece in text.split(","):
            stripped = piece.strip()
            names.append((stripped, pos + at + piece.index(stripped)))
            at += len(piece) + 1
        return names

    def assignments(self, token: Token) -> list[tuple[Name, Name]]:
        """``%a = %b, %c = %d`` as pairs of names."""
        pairs = []
        at = token.pos
        for piece in tk.without_comments(token.value).split(","):
            left, _, right = piece.partition("=")
            name, value = left.strip(), right.strip()
            start = at + piece.index(name)
            pairs.append(((name, start), (value, at + len(left) + 1 + right.index(value))))
            at += len(piece) + 1
        return pairs

    def value(self, name: Name, type: Type | None) -> Value:
        """The value called ``name``; a placeholder of ``type`` where it is defined later."""
        text, pos = name
        base, mark, number = text.partition("#")
        # More digits than any operation has results; the index is out of range in any case.
        index = int(number[:9]) if mark else 0
        values = self.names.get(base)
        if values is None:
            return self._forward_reference(base, index, type, pos)
        if index >= len(values):
            raise self.error(pos, "reference to invalid result number")
        value = values[index]
        if type is not None and value.type is not type:
            error = self.error(
                pos,
                f"use of value '{text}' expects different type than prior uses: "
                f"'{type_to_string(type)}' vs '{type_to_string(value.type)}'",
            )
            defined = self._definitions.get(base)
            if defined is not None:
                note = self.error(defined, "prior use here").diagnostic
                error.diagnostic.attach_note("prior use here", note.position)
            raise error
        return value

    def _forward_reference(self, base: str, index: int, type: Type | None, pos: int) -> Value:
        pending = self.forward.setdefault(base, {})
        found = pending.get(index)
        if found is not None:
            return found[0]
        if type is None:
            raise self.error(pos, f"use of undeclared SSA value name '{base}'")
        placeholder = Value(type)
        pending[index] = (placeholder, pos)
        return placeholder

    def _check_forward_references(self, forward: dict[str, dict[int, tuple[Value, int]]]) -> None:
        pending = [(pos, name) for name, uses in forward.items() for _, pos in uses.values()]
        if pending:
            pos, _name = min(pending)
            raise self.error(pos, "use of undeclared SSA value name")

    def _define(self, name: Name, values: Sequence[Value]) -> None:
        text, pos = name
        if text in self.names:
            raise self._name_clash(
                name, f"redefinition of SSA value '{text}'", "previously defined here"
            )
        self.names[text] = values
        self._definitions[text] = pos
        self._scope.append(text)
        pending = self.forward.pop(text, None)
        if pending:
            for index, (placeholder, used) in pending.items():
                if index >= len(values):
                    raise self.error(used, "reference to invalid result number")
                value = values[index]
                if placeholder.type is not value.type:
                    raise self.error(
                        pos,
                        f"definition of SSA value '{text}#{index}' has type "
                        f"'{type_to_string(value.type)}'",
                    )
                placeholder.replace_all_uses_with(value)
                self._settled[placeholder] = value

    def _name_clash(self, name: Name, message: str, note: str) -> ParseError:
        """An error at ``name``, with a note where it was defined before."""
        error = self.error(name[1], message)
        before = self.error(self._definitions[name[0]], "").diagnostic.position
        error.diagnostic.attach_note(note, before)
        return error

    def _name_results(self, token: Token, op: Operation) -> None:
        text = tk.without_comments(token.value)[:-1].rstrip()
        results = op.results
        if "," not in text and ":" not in text and len(results) == 1:
            self._define((text, token.pos), results)
            return
        names: list[tuple[Name, int]] = []
        at = token.pos
        for piece in text.split(","):
            stripped = piece.strip()
            name, mark, count = stripped.partition(":")
            number = int(count.strip()[:9]) if mark else 1
            names.append(((name.rstrip(), at + piece.index(stripped)), number))
            at += len(piece) + 1
        total = sum(count for _, count in names)
        if any(count < 1 for _, count in names):
            raise self.error(token.pos, "expected named operation to have at least 1 result")
        if not results:
            raise self.error(token.pos, "cannot name an operation with no results")
        if total != len(results):
            raise self.error(
                token.pos,
                f"operation defines {len(results)} results but was provided {total} to bind",
            )
        start = 0
        for name, count in names:
            self._define(name, results[start : start + count])
            start += count


def _infer_types(spec: OpSpec, state: OpState) -> None:
    """Fill in the types that the assembly leaves out, from constraints, rules and traits."""
    types = state.types
    values: list[ValueField] = [*spec.operands, *spec.results]
    if "operands" in state.names or "operands" in types:
        _split_operands(spec, state)
    missing = [f for f in values if f.name not in types]
    if not missing:
        return
    if t.SameOperandsAndResultType in spec.cls.traits:
        known = next((ts[0] for f in values if (ts := types.get(f.name))), None)
        if known is not None:
            for field in missing:
                types[field.name] = [known] * _count(field, state)
            return
    progress = True
    while missing and progress:
        progress = False
        for field in list(missing):
            count = _count(field, state)
            if count == 0 and isinstance(field, OperandField):
                found: list[Type] | None = []
            elif field.constraint.buildable is not None:
                found = [field.constraint.buildable] * count
            elif field.rule is not None and types.get(field.rule.source):
                sources = types[field.rule.source]
                if field.rule.fn is not None:
                    _check_source(spec, field.rule.source, sources, state)
                if len(sources) == count and field.kind == "variadic":
                    found = [field.rule.apply(s) for s in sources]
                else:
                    found = [field.rule.apply(sources[0])] * count
            else:
                continue
            types[field.name] = found
            missing.remove(field)
            progress = True


def _check_source(spec: OpSpec, name: str, types: Sequence[Type], state: OpState) -> None:
    """A type that others are computed from must satisfy its own constraint first."""
    field = next(f for f in (*spec.operands, *spec.results) if f.name == name)
    for type in types:
        if not field.constraint.predicate(type):
            from mlir_mini.spec.verify import type_text

            raise state.op_error(
                state.pos,
                f"'{name}' must be {field.constraint.summary}, but got '{type_text(type)}'",
            )


def _count(field: ValueField, state: OpState) -> int:
    if isinstance(field, OperandField):
        return len(state.names.get(field.name, ()))
    return 1


def _split_operands(spec: OpSpec, state: OpState) -> None:
    """Divide ``operands`` and their types among the declared fields."""
    names = state.names.pop("operands", None)
    types = state.types.pop("operands", None)
    fixed = sum(f.kind == "one" for f in spec.operands)
    start = 0
    for field in spec.operands:
        if names is not None:
            count = 1 if field.kind == "one" else len(names) - fixed
            state.names[field.name] = names[start : start + count]
        else:
            count = len(state.names.get(field.name, ()))
        if types is not None:
            state.types[field.name] = types[start : start + count]
        start += count


def _ensure_terminator(op: Operation, region: Region) -> None:
    """Add the block and the terminator that the assembly may leave out."""
    if region.empty and t.SingleBlock in op.traits:
        region.append(Block())
    for trait in op.traits:
        if isinstance(trait, t.SingleBlockImplicitTerminator):
            if region.empty:
                region.append(Block())
            block = region.blocks[-1]
            last = block.last
            if last is None or not last.has_trait(t.IsTerminator):
                cls = registry.op_class(trait.terminator)
                if cls is not None:
                    regions = [Region([Block()]) for _ in cls.spec.regions if cls.no_terminator]
                    block.append(cls(regions=regions, loc=op._loc))


def parse_module(text: str, name: str = "<stdin>", allow_unregistered: bool = False) -> Operation:
    """Parse MLIR text into a module; raises ParseError."""
    return ModuleParser(Source(name, text), allow_unregistered).parse_module()


__all__ = ["BlockArgument", "ModuleParser", "RegionNode", "parse_module"]
