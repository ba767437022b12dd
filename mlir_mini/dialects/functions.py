"""Attributes of functions' arguments.

They are entries of the property ``arg_attrs``, an array with one dictionary an argument; absent
when no argument has any (mlir/lib/Interfaces/FunctionInterfaces.cpp).
"""

from __future__ import annotations

from mlir_mini.interned import Interned
from mlir_mini.ir.attributes import ArrayAttr, DictionaryAttr
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import FunctionType

_EMPTY = DictionaryAttr(())


def argument_attrs(function: Operation, index: int) -> DictionaryAttr:
    """All attributes of argument ``index``."""
    every = function.attr("arg_attrs")
    if not isinstance(every, ArrayAttr):
        return _EMPTY
    found = every.elements[index]
    return found if isinstance(found, DictionaryAttr) else _EMPTY


def argument_attr(function: Operation, index: int, name: str) -> Interned | None:
    """The attribute ``name`` of argument ``index``, or None."""
    return argument_attrs(function, index).get(name)


def set_argument_attr(function: Operation, index: int, name: str, value: Interned) -> None:
    """Sets one attribute of argument ``index``."""
    type = function.attr("function_type").type
    assert isinstance(type, FunctionType)
    every = [argument_attrs(function, i) for i in range(len(type.inputs))]
    every[index] = DictionaryAttr.of({**every[index].as_dict(), name: value})
    function.set_attr("arg_attrs", ArrayAttr(tuple(every)))
