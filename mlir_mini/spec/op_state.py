"""What is known of an operation while its text is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlir_mini.ir.types import Type

if TYPE_CHECKING:
    from mlir_mini.interned import Interned
    from mlir_mini.ir.locations import Location
    from mlir_mini.source import ParseError
    from mlir_mini.spec.op import OpSpec
    from mlir_mini.syntax.tokens import Token


#: A value's name as written, with its offset in the source.
Name = tuple[str, int]


class RegionNode:
    """A region still to be built: its tree, and arguments of the entry block named outside it.

    ``implicit`` says that a terminator the text leaves out is added, and a block if there is none.
    """

    __slots__ = ("arguments", "implicit", "node")

    def __init__(
        self,
        node: list[Any],
        arguments: Sequence[tuple[Name, Type, Location | None]] | None = None,
        implicit: bool = True,
    ) -> None:
        self.node = node
        self.arguments = arguments
        self.implicit = implicit


class OpState:
    """What has been read of one operation: filled by elements, turned into an Operation."""

    __slots__ = (
        "attribute",
        "attributes",
        "names",
        "parser",
        "pos",
        "properties",
        "regions",
        "spec",
        "successors",
        "types",
    )

    def __init__(self, spec: OpSpec, parser: Any, pos: int) -> None:
        self.spec = spec
        #: The module parser: resolves attribute and type tokens.
        self.parser = parser
        self.pos = pos
        self.names: dict[str, list[Name]] = {}
        self.types: dict[str, list[Type]] = {}
        self.properties: dict[str, Interned] = {}
        self.attributes: dict[str, Interned] = {}
        self.regions: dict[str, list[Any]] = {}
        self.successors: dict[str, list[Any]] = {}
        #: Name of the attribute being read, for error messages.
        self.attribute = ""

    def error(self, pos: int, message: str) -> ParseError:
        return self.parser.error(pos, message)

    def op_error(self, pos: int, message: str) -> ParseError:
        """An error that names the operation, as those of MLIR's custom-assembly parsers do."""
        return self.error(pos, f"custom op '{self.spec.cls.name}' {message}")

    def add_attributes(self, entries: Sequence[tuple[str, Interned, int]]) -> None:
        """Sort the entries of an attribute dictionary into inherent and discardable ones.

        An inherent attribute that the assembly gave already takes the value given here.
        """
        inherent = self.spec.attrs
        for name, value, _ in entries:
            known = name in inherent or name.endswith("SegmentSizes")
            (self.properties if known else self.attributes)[name] = value

    def take_attributes(self, token: Token) -> None:
        """:meth:`add_attributes` of a token; inherent ones must be of their kind."""
        entries = self.parser.attr_dict(token)
        self.add_attributes(entries)
        given = {name for name, _, _ in entries}
        for name, field in self.spec.attrs.items():
            if name in given and not field.kind.check(self.properties[name]):
                raise self.op_error(
                    token.pos,
                    f"'{self.spec.cls.name}' op attribute '{name}' failed to satisfy constraint: "
                    f"{field.kind.summary}",
                )
