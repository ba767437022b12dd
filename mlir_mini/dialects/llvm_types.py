"""Types of the llvm dialect.

Inside one another they are written without ``!llvm.``: ``!llvm.struct<(i32, ptr<1>)>``.
Source: mlir/lib/Dialect/LLVMIR/IR/LLVMTypeSyntax.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlir_mini.ir.attributes import StringAttr
from mlir_mini.ir.types import Type
from mlir_mini.spec.registry import Dialect

if TYPE_CHECKING:
    from mlir_mini.syntax.params import Cursor, Params
    from mlir_mini.syntax.printer import Printer


class LLVMPointerType(Type):
    """``!llvm.ptr<3>``."""

    fields = ("address_space",)
    __slots__ = fields
    address_space: int

    def __new__(cls, address_space: int = 0) -> LLVMPointerType:
        return super().__new__(cls, address_space)


class LLVMStructType(Type):
    """``!llvm.struct<packed (i8, i32)>``; ``body`` is None for an opaque one."""

    fields = ("body", "packed", "name")
    __slots__ = fields
    body: tuple[Type, ...] | None
    packed: bool
    name: str | None

    def __new__(
        cls, body: tuple[Type, ...] | None, packed: bool = False, name: str | None = None
    ) -> LLVMStructType:
        return super().__new__(cls, body, packed, name)


class LLVMArrayType(Type):
    """``!llvm.array<4 x f32>``."""

    fields = ("count", "element_type")
    __slots__ = fields
    count: int
    element_type: Type


class LLVMFunctionType(Type):
    """``!llvm.func<void (i32, ...)>``."""

    fields = ("result", "inputs", "variadic")
    __slots__ = fields
    result: Type
    inputs: tuple[Type, ...]
    variadic: bool


class LLVMWordType(Type):
    """A type that is one word: ``!llvm.void``, ``!llvm.token``."""

    fields = ("word",)
    __slots__ = fields
    word: str


WORDS = ("void", "metadata", "token", "label", "x86_amx")


# Reading -----------------------------------------------------------------------------------------


def _nested(cursor: Cursor) -> Type:
    """A type inside another one: of this dialect by its bare name, or any other."""
    at = cursor.location()
    word = cursor.optional_keyword()
    if word in WORDS:
        return LLVMWordType(word)
    if word in _READERS:
        return _READERS[word](cursor)
    cursor.pos = at
    return cursor.type()


def _pointer(cursor: Cursor) -> Type:
    if not cursor.optional("<"):
        return LLVMPointerType()
    space = cursor.integer()
    cursor.expect(">")
    return LLVMPointerType(space)


def _array(cursor: Cursor) -> Type:
    cursor.expect("<")
    count = cursor.integer()
    cursor.expect_keyword("x")
    element = _nested(cursor)
    cursor.expect(">")
    return LLVMArrayType(count, element)


def _struct(cursor: Cursor) -> Type:
    cursor.expect("<")
    name = None
    if cursor.text.startswith('"', cursor.location()):
        name = cursor.string()
        cursor.expect(",")
    at = cursor.location()
    word = cursor.optional_keyword()
    if word == "opaque":
        cursor.expect(">")
        return LLVMStructType(None, False, name)
    if word != "packed":
        cursor.pos = at
    cursor.expect("(")
    body: list[Type] = []
    while not cursor.optional(")"):
        if body:
            cursor.expect(",")
        body.append(_nested(cursor))
    cursor.expect(">")
    return LLVMStructType(tuple(body), word == "packed", name)


def _function(cursor: Cursor) -> Type:
    cursor.expect("<")
    result = _nested(cursor)
    cursor.expect("(")
    inputs: list[Type] = []
    variadic = False
    while not cursor.optional(")"):
        if inputs:
            cursor.expect(",")
        if cursor.optional("..."):
            variadic = True
            cursor.expect(")")
            break
        inputs.append(_nested(cursor))
    cursor.expect(">")
    return LLVMFunctionType(result, tuple(inputs), variadic)


_READERS = {"ptr": _pointer, "array": _array, "struct": _struct, "func": _function}


# Writing -----------------------------------------------------------------------------------------


def _write_nested(type: Type, p: Printer) -> None:
    if isinstance(type, _ALL):
        write(type, p)
    else:
        p.type(type)


def _write_list(types: tuple[Type, ...], p: Printer) -> None:
    for n, type in enumerate(types):
        if n:
            p.write(", ")
        _write_nested(type, p)


def write(type: Type, p: Printer) -> None:
    """The text behind ``!llvm.``."""
    if isinstance(type, LLVMPointerType):
        p.write(f"ptr<{type.address_space}>" if type.address_space else "ptr")
    elif isinstance(type, LLVMWordType):
        p.write(type.word)
    elif isinstance(type, LLVMArrayType):
        p.write(f"array<{type.count} x ")
        _write_nested(type.element_type, p)
        p.write(">")
    elif isinstance(type, LLVMStructType):
        p.write("struct<")
        if type.name is not None:
            p.attr(StringAttr(type.name))
            p.write(", ")
        if type.body is None:
            p.write("opaque>")
            return
        p.write("packed (" if type.packed else "(")
        _write_list(type.body, p)
        p.write(")>")
    elif isinstance(type, LLVMFunctionType):
        p.write("func<")
        _write_nested(type.result, p)
        p.write(" (")
        _write_list(type.inputs, p)
        if type.variadic:
            p.write(", ..." if type.inputs else "...")
        p.write(")>")


_ALL = (LLVMPointerType, LLVMStructType, LLVMArrayType, LLVMFunctionType, LLVMWordType)


def add_types(dialect: Dialect) -> None:
    """Let ``dialect`` read and print the types."""

    def reader(read: Any) -> Any:
        def parse(params: Params) -> Type:
            return read(params.cursor())

        return parse

    for word in WORDS:
        dialect.type_parsers[word] = lambda params, word=word: LLVMWordType(word)
    for word, read in _READERS.items():
        dialect.type_parsers[word] = reader(read)
    for cls in _ALL:
        dialect.printers[cls] = write
