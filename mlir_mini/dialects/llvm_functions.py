"""Functions and global variables of the llvm dialect.

Source: mlir/lib/Dialect/LLVMIR/IR/LLVMDialect.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mlir_mini.dialects.function_like import FunctionDirective
from mlir_mini.dialects.llvm_base import dialect
from mlir_mini.dialects.llvm_types import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMWordType,
)
from mlir_mini.ir.attributes import UNIT, StringAttr, TypeAttr
from mlir_mini.ir.core import Operation, Region
from mlir_mini.ir.types import FunctionType, Type, i8
from mlir_mini.source import Diagnostic
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import (
    AnyAttr,
    DictAttrs,
    FlatSymbolRef,
    I32Attr,
    I64Attr,
    SymbolNameAttr,
    TypeAttrKind,
    TypeKind,
    UnitAttrKind,
)
from mlir_mini.spec.constraints import instance_of
from mlir_mini.spec.elements import CustomDirective, custom_directive
from mlir_mini.spec.enums import EnumAttr, EnumAttrKind, register
from mlir_mini.spec.fields import attr, optional_attr, optional_operand, region, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.op_state import OpState

VOID = LLVMWordType("void")


class LinkageAttr(EnumAttr):
    """``#llvm.linkage<internal>``."""

    __slots__ = ()
    cases: ClassVar = {
        "private": 0,
        "internal": 1,
        "available_externally": 2,
        "linkonce": 3,
        "weak": 4,
        "common": 5,
        "appending": 6,
        "extern_weak": 7,
        "linkonce_odr": 8,
        "weak_odr": 9,
        "external": 10,
    }
    mnemonic = "linkage"
    cpp_name = "::mlir::LLVM::Linkage"
    td_name = "LinkageAttr"


class CConvAttr(EnumAttr):
    """``#llvm.cconv<ccc>``: the calling convention."""

    __slots__ = ()
    cases: ClassVar = {"ccc": 0, "fastcc": 8, "coldcc": 9, "ptx_kernelcc": 71, "ptx_devicecc": 72}
    mnemonic = "cconv"
    cpp_name = "::mlir::LLVM::cconv::CConv"
    td_name = "CConvAttr"


register(dialect, LinkageAttr)
register(dialect, CConvAttr)

_Linkage = EnumAttrKind(LinkageAttr, "LLVM Linkage specification")
_CConv = EnumAttrKind(CConvAttr, "LLVM Calling Convention specification")
_VISIBILITIES = ("default", "hidden", "protected")
_UNNAMED_ADDRS = ("", "local_unnamed_addr", "unnamed_addr")


def _take_keywords(keywords: Sequence[Any], state: OpState, conventions: bool) -> None:
    """Linkage, visibility, whether the address matters, and the calling convention, in order."""
    words = [token.value for token in keywords]
    properties = state.properties
    if words and words[0] in LinkageAttr.cases:
        properties["linkage"] = LinkageAttr.of(words.pop(0))
    if words and words[0] in _VISIBILITIES:
        properties["visibility_"] = I64Attr.from_python(_VISIBILITIES.index(words.pop(0)))
    if words and words[0] in _UNNAMED_ADDRS:
        properties["unnamed_addr"] = I64Attr.from_python(_UNNAMED_ADDRS.index(words.pop(0)))
    if conventions and words and words[0] in CConvAttr.cases:
        properties["CConv"] = CConvAttr.of(words.pop(0))
    if not conventions and words and words[0] == "constant":
        properties["constant"] = UNIT
        words.pop(0)
    if words:
        token = keywords[len(keywords) - len(words)]
        raise state.op_error(token.pos, "expected valid '@'-identifier for symbol name")


def _keywords(op: Any) -> list[str]:
    """What :func:`_take_keywords` would read, without what goes without saying."""
    visibility, unnamed = _VISIBILITIES[op.visibility_], _UNNAMED_ADDRS[op.unnamed_addr]
    return [word for word in ("" if visibility == "default" else visibility, unnamed) if word]


class LLVMFunctionTypeKind(TypeKind):
    """The type of a function of this dialect."""

    summary = "type attribute of LLVM function type"

    def check(self, attr: Any) -> bool:
        return isinstance(attr, TypeAttr) and isinstance(attr.type, LLVMFunctionType)


@custom_directive("LLVMFunction")
class LLVMFunctionDirective(FunctionDirective):
    """Like other functions, with a linkage, and one result or none."""

    __slots__ = ()

    def field_names(self) -> list[str]:
        return [*super().field_names(), "linkage", "visibility_", "unnamed_addr", "CConv"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        after = super().take(children, i, state)
        signature: Any = state.properties["function_type"]
        results = signature.type.results
        if len(results) > 1:
            raise state.op_error(
                state.pos, "failed to construct function type: expected zero or one function result"
            )
        state.properties["function_type"] = TypeAttr(
            LLVMFunctionType(results[0] if results else VOID, signature.type.inputs, False)
        )
        return after

    def take_keywords(self, keywords: Sequence[Any], state: OpState) -> None:
        _take_keywords(keywords, state, conventions=True)

    def print_keywords(self, op: Any, p: Any) -> None:
        words = _keywords(op)
        if op.linkage != "external":
            words.insert(0, op.linkage)
        if op.cconv != "ccc":
            words.append(op.cconv)
        for word in words:
            p.write(word + " ")

    def print_signature(self, op: Operation, type: Any, p: Any) -> None:
        results = () if type.result is VOID else (type.result,)
        super().print_signature(op, FunctionType(type.inputs, results), p)


class LLVMFuncOp(Op):
    """A function of LLVM.

    llvm.func internal @f(%a: i32, %p: !llvm.ptr {llvm.noalias}) -> i32 {
      llvm.return %a : i32
    }
    """

    name = "llvm.func"
    sym_name = attr(SymbolNameAttr)
    function_type = attr(LLVMFunctionTypeKind())
    linkage = attr(_Linkage, default="external")
    cconv = attr(_CConv, default="ccc", name="CConv")
    visibility_ = attr(I64Attr, default=0, name="visibility_")
    unnamed_addr = attr(I64Attr, default=0)
    arg_attrs = optional_attr(DictAttrs)
    res_attrs = optional_attr(DictAttrs)
    body = region()
    traits = frozenset(
        {
            t.AutomaticAllocationScope,
            t.AffineScope,
            t.IsolatedFromAbove,
            t.Symbol,
            t.FunctionLike,
        }
    )
    assembly_format = "custom<LLVMFunction>()"

    @property
    def argument_types(self) -> tuple[Type, ...]:
        return self.function_type.inputs

    @property
    def returned_types(self) -> tuple[Type, ...]:
        returned = self.function_type.result
        return () if returned is VOID else (returned,)

    def verify(self) -> Diagnostic | None:
        if self.regions[0].empty:
            if self.linkage not in ("external", "extern_weak"):
                return self.op_error(
                    "external functions must have 'external' or 'extern_weak' linkage"
                )
            return None
        if self.function_type.variadic:
            return self.op_error("only external functions can be variadic")
        return None


class ReturnOp(Op):
    """Ends a function.

    llvm.return %a : i32
    """

    name = "llvm.return"
    arg = optional_operand()
    traits = frozenset({t.IsTerminator, t.Pure, t.ReturnLike})
    assembly_format = "attr-dict ($arg^ `:` type($arg))?"


@custom_directive("LLVMGlobal")
class GlobalDirective(CustomDirective):
    """``internal constant @name(value) {...} : type { ... }``."""

    grammar = (
        "function_keywords SYMBOL LPAR global_value RPAR global_attributes global_type region?"
    )
    rules = """
global_value: -> empty
 | ATTR -> seq
global_attributes: -> empty
 | ATTR_DICT -> seq
global_type: -> empty
 | SIGNATURE -> seq
"""

    def field_names(self) -> list[str]:
        names = ["sym_name", "global_type", "value", "linkage", "visibility_", "unnamed_addr"]
        return [*names, "constant"]

    def take(self, children: Sequence[Any], i: int, state: OpState) -> int:
        keywords, symbol, _, value, _, attributes, type, body = children[i : i + 8]
        parser = state.parser
        _take_keywords(keywords, state, conventions=False)
        state.properties["sym_name"] = StringAttr(parser.symbol_name(symbol))
        if attributes:
            state.add_attributes(parser.attr_dict(attributes[0]))
        if value:
            state.properties["value"] = parser.attribute(value[0])
        if type:
            global_type = parser.signature(type[0])[0]
        else:
            initial = state.properties.get("value")
            if not isinstance(initial, StringAttr):
                raise state.op_error(symbol.pos, "type can only be omitted for string globals")
            size = len(initial.value.encode("utf-8", "surrogateescape"))
            global_type = LLVMArrayType(size, i8)
        state.properties["global_type"] = TypeAttr(global_type)
        state.regions["initializer"] = body if body else [_no_region]
        return i + 8

    def print(self, op: Any, p: Any) -> None:
        for word in (op.linkage, *_keywords(op), *(["constant"] if op.constant else [])):
            p.write(word + " ")
        p.symbol_name(op.sym_name)
        p.write("(")
        if op.value is not None:
            p.attr(op.value)
        p.write(")")
        skipped = self.field_names()
        entries = [*op.attributes.items()]
        entries += [(k, v) for k, v in op.properties.items() if k not in skipped]
        if entries:
            p.write(" ")
            p.attr_dict(sorted(entries))
        if not isinstance(op.value, StringAttr):
            p.write(" : ")
            p.type(op.global_type)
        if op.regions[0].blocks:
            p.write(" ")
            p.region(op.regions[0])


def _no_region(parser: Any) -> Region:
    return Region()


class GlobalOp(Op):
    """A global variable.

    llvm.mlir.global external @smem() {addr_space = 3 : i32} : !llvm.array<0 x i8>
    """

    name = "llvm.mlir.global"
    global_type = attr(TypeAttrKind)
    constant = optional_attr(UnitAttrKind)
    sym_name = attr(SymbolNameAttr)
    linkage = attr(_Linkage)
    value = optional_attr(AnyAttr)
    alignment = optional_attr(I64Attr)
    addr_space = attr(I32Attr, default=0)
    unnamed_addr = attr(I64Attr, default=0)
    visibility_ = attr(I64Attr, default=0, name="visibility_")
    initializer = region()
    traits = frozenset({t.IsolatedFromAbove, t.Symbol})
    assembly_format = "custom<LLVMGlobal>()"


class AddressOfOp(Op):
    """The address of a global variable or function.

    %0 = llvm.mlir.addressof @smem : !llvm.ptr<3>
    """

    name = "llvm.mlir.addressof"
    global_name = attr(FlatSymbolRef)
    res = result(instance_of(LLVMPointerType, "LLVM pointer type"))
    traits = frozenset({t.Pure, t.ConstantLike})
    assembly_format = "$global_name attr-dict `:` qualified(type($res))"


dialect.add_ops(globals())
