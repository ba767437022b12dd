"""Kinds of declared attributes: how each is written, checked and seen from Python.

A kind knows the grammar symbol that its custom-assembly form is one token of, turns that token
into an attribute and prints it back.  ``to_python``/``from_python`` convert for the accessors of
operations: integers, booleans, strings, tuples and enum keywords appear as plain Python values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    bool_attr,
)
from mlir_mini.ir.types import IntegerType, Type, i1, i8, i16, i32, i64, index

if TYPE_CHECKING:
    from mlir_mini.spec.op_state import OpState
    from mlir_mini.syntax.printer import Printer
    from mlir_mini.syntax.tokens import Token


class AttrKind:
    """Any attribute, written in full."""

    summary = "any attribute"
    #: Grammar symbol of the custom form.
    symbol = "ATTR"
    #: There or not there, without a value: ``True`` or ``False`` from Python.
    is_flag = False

    def check(self, attr: Interned) -> bool:
        return True

    def storable(self, attr: Any) -> bool:
        """Whether upstream's property can hold ``attr``, be it valid or not."""
        return self.check(attr)

    def recognises(self, token: Token) -> bool:
        """Whether ``token`` can be this attribute, in a place where it may be missing."""
        return True

    def parse(self, token: Token, state: OpState) -> Interned:
        return state.parser.attribute(token)

    def print(self, attr: Any, p: Printer) -> None:
        p.attr(attr)

    def to_python(self, attr: Any) -> Any:
        return attr

    def from_python(self, value: Any) -> Interned:
        return value


class _Bare(AttrKind):
    """An attribute of one fixed type, whose type the custom form leaves out."""

    def __init__(self, type: Type, summary: str) -> None:
        self.type = type
        self.summary = summary

    def parse(self, token: Token, state: OpState) -> Interned:
        return state.parser.attribute(token, self.type)

    def print(self, attr: Any, p: Printer) -> None:
        p.attr_without_type(attr)


class IntKind(_Bare):
    """An integer attribute of one width."""

    # Not ATTR, which would take a type behind the number as part of it.
    symbol = "NUMBER"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, IntegerAttr) and attr.type is self.type

    def storable(self, attr: Any) -> bool:
        return isinstance(attr, IntegerAttr)

    def to_python(self, attr: Any) -> int:
        return attr.value

    def from_python(self, value: int) -> Interned:
        return value if isinstance(value, Interned) else IntegerAttr(value, self.type)


class BoolKind(_Bare):
    def __init__(self) -> None:
        super().__init__(i1, "bool attribute")

    def check(self, attr: Any) -> bool:
        return isinstance(attr, IntegerAttr) and attr.type is i1

    def to_python(self, attr: Any) -> bool:
        return bool(attr.value)

    def from_python(self, value: bool) -> Interned:
        return value if isinstance(value, Interned) else bool_attr(value)


class StringKind(AttrKind):
    summary = "string attribute"
    # Not ATTR, which would take a type behind the string as part of it.
    symbol = "STRING"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, StringAttr)

    def to_python(self, attr: Any) -> str:
        return attr.value

    def from_python(self, value: str) -> Interned:
        return value if isinstance(value, Interned) else StringAttr(value)


class SymbolNameKind(StringKind):
    """The name an operation defines: a string attribute written ``@name``."""

    symbol = "SYMBOL"

    def parse(self, token: Token, state: OpState) -> Interned:
        return StringAttr(state.parser.symbol_name(token))

    def print(self, attr: Any, p: Printer) -> None:
        p.symbol_name(attr.value)


class SymbolRefKind(AttrKind):
    summary = "symbol reference attribute"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, SymbolRefAttr)


class FlatSymbolRefKind(SymbolRefKind):
    summary = "flat symbol reference attribute"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, SymbolRefAttr) and not attr.nested


class UnitKind(AttrKind):
    """Present or absent."""

    summary = "unit attribute"
    is_flag = True

    def check(self, attr: Any) -> bool:
        return isinstance(attr, UnitAttr)

    def to_python(self, attr: Any) -> bool:
        return True

    def from_python(self, value: Any) -> Interned:
        return UnitAttr()


class TypeKind(AttrKind):
    summary = "any type attribute"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, TypeAttr)

    def to_python(self, attr: Any) -> Type:
        return attr.type

    def from_python(self, value: Any) -> Interned:
        return TypeAttr(value) if isinstance(value, Type) else value


class TypedKind(AttrKind):
    """An attribute with a type of its own."""

    summary = "TypedAttr instance"

    def check(self, attr: Any) -> bool:
        return getattr(attr, "type", None) is not None


class DenseArrayKind(AttrKind):
    """``array<i32: ...>``, written ``[...]`` where it stands alone in an assembly format."""

    def __init__(self, element_type: Type, summary: str) -> None:
        self.element_type = element_type
        self.summary = summary

    def check(self, attr: Any) -> bool:
        return isinstance(attr, DenseArrayAttr) and attr.element_type is self.element_type

    def parse(self, token: Token, state: OpState) -> Interned:
        return state.parser.dense_array(token, self.element_type)

    def print(self, attr: Any, p: Printer) -> None:
        if self.element_type is i1:
            p.write("[" + ", ".join("true" if v else "false" for v in attr.values) + "]")
        else:
            p.write("[" + ", ".join(map(str, attr.values)) + "]")

    def to_python(self, attr: Any) -> tuple[int, ...]:
        return attr.values

    def from_python(self, value: Any) -> Interned:
        if isinstance(value, Interned):
            return value
        return DenseArrayAttr(self.element_type, tuple(int(v) for v in value))


class ArrayKind(AttrKind):
    summary = "array attribute"

    def __init__(self, element: AttrKind | None = None, summary: str | None = None) -> None:
        self.element = element
        if summary is not None:
            self.summary = summary

    def check(self, attr: Any) -> bool:
        if not isinstance(attr, ArrayAttr):
            return False
        element = self.element
        return element is None or all(element.check(each) for each in attr.elements)

    def storable(self, attr: Any) -> bool:
        return isinstance(attr, ArrayAttr)

    def to_python(self, attr: Any) -> Any:
        return attr.elements

    def from_python(self, value: Any) -> Interned:
        return value if isinstance(value, Interned) else ArrayAttr(tuple(value))


class DictKind(AttrKind):
    summary = "dictionary of named attribute values"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, DictionaryAttr)


class EnumKind(AttrKind):
    """An enum stored as an integer attribute (``I32EnumAttr``), written as its keyword."""

    symbol = "KEYWORD"

    def __init__(
        self, cases: Mapping[str, int], type: Type = i32, summary: str | None = None
    ) -> None:
        self.cases = dict(cases)
        self.names = {value: name for name, value in cases.items()}
        self.type = type
        listed = ", ".join(map(str, cases.values()))
        width = type.width if isinstance(type, IntegerType) else 64
        self.summary = summary or f"allowed {width}-bit signless integer cases: {listed}"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, IntegerAttr) and attr.type is self.type and attr.value in self.names

    def recognises(self, token: Token) -> bool:
        return token.value.strip('"') in self.cases

    def parse(self, token: Token, state: OpState) -> Interned:
        text = token.value.strip('"')
        if text not in self.cases:
            listed = ", ".join(self.cases)
            raise state.op_error(
                token.pos,
                "expected string or keyword containing one of the following enum values for "
                f"attribute '{state.attribute}' [{listed}]",
            )
        return IntegerAttr(self.cases[text], self.type)

    def print(self, attr: Any, p: Printer) -> None:
        p.keyword_or_string(self.names[attr.value])

    def to_python(self, attr: Any) -> str:
        return self.names[attr.value]

    def from_python(self, value: Any) -> Interned:
        return value if isinstance(value, Interned) else IntegerAttr(self.cases[value], self.type)


class ClassKind(AttrKind):
    """An attribute of one class of a dialect, printed without its ``#dialect.mnemonic``.

    ``print_body`` and ``parse_body`` handle what stands between the angle brackets, brackets
    included; without them the attribute is written in full.
    """

    def __init__(
        self,
        cls: type,
        summary: str,
        symbol: str = "ATTR",
        print_body: Callable[[Any, Printer], None] | None = None,
        parse_body: Callable[[Token, OpState], Interned] | None = None,
        to_python: Callable[[Any], Any] | None = None,
        from_python: Callable[[Any], Interned] | None = None,
    ) -> None:
        self.cls = cls
        self.summary = summary
        self.symbol = symbol
        self._print = print_body
        self._parse = parse_body
        self._to_python = to_python
        self._from_python = from_python

    def check(self, attr: Any) -> bool:
        return isinstance(attr, self.cls)

    def parse(self, token: Token, state: OpState) -> Interned:
        return self._parse(token, state) if self._parse else state.parser.attribute(token)

    def print(self, attr: Any, p: Printer) -> None:
        if self._print:
            self._print(attr, p)
        else:
            p.attr(attr)

    def to_python(self, attr: Any) -> Any:
        return self._to_python(attr) if self._to_python else attr

    def from_python(self, value: Any) -> Interned:
        if self._from_python and not isinstance(value, Interned):
            return self._from_python(value)
        return value


AnyAttr = AttrKind()
I8Attr = IntKind(i8, "8-bit signless integer attribute")
I16Attr = IntKind(i16, "16-bit signless integer attribute")
I32Attr = IntKind(i32, "32-bit signless integer attribute")
I64Attr = IntKind(i64, "64-bit signless integer attribute")
IndexAttr = IntKind(index, "index attribute")
BoolAttr = BoolKind()
StrAttr = StringKind()
SymbolNameAttr = SymbolNameKind()
SymbolRef = SymbolRefKind()
FlatSymbolRef = FlatSymbolRefKind()
UnitAttrKind = UnitKind()
TypeAttrKind = TypeKind()
TypedAttr = TypedKind()
DenseI32Array = DenseArrayKind(i32, "i32 dense array attribute")
DenseI64Array = DenseArrayKind(i64, "i64 dense array attribute")
DenseBoolArray = DenseArrayKind(i1, "i1 dense array attribute")
AnyArray = ArrayKind()
DictAttrs = ArrayKind(DictKind(), "Array of dictionary attributes")
AnyDict = DictKind()
