"""libtriton, the wheel's extension module, and the C++ symbols inside it.

The Python bindings cover contexts, parsing and printing.  What they lack (pass options by name, a
pass manager anchored on `builtin.module`, MLIR's diagnostic handlers, printing flags, axis
analysis) is called through ctypes on the same objects: the extension exports nearly all of MLIR's
and Triton's C++ symbols.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import tempfile
from typing import Any

POINTER = ctypes.c_void_p
BOOL = ctypes.c_bool
SIZE = ctypes.c_size_t
STRING = ctypes.c_char_p
INT = ctypes.c_int
INT64 = ctypes.c_int64

MISSING = "no Triton in this Python: pip install '.[upstream]' (that is triton==3.9.0)"


class TritonMissing(Exception):
    """triton is not installed in this Python."""


class MissingSymbol(Exception):
    """This libtriton doesn't export a C++ symbol that was asked for."""


class Library:
    """The loaded extension: `bindings` is the Python module, `function` reaches the rest.

    Raises TritonMissing where triton isn't installed.
    """

    def __init__(self) -> None:
        os.environ.setdefault("TRITON_CACHE_DIR", tempfile.gettempdir())
        try:
            self.bindings: Any = importlib.import_module("triton._C.libtriton")
        except ModuleNotFoundError as error:
            raise TritonMissing(MISSING) from error
        self._shared = ctypes.CDLL(self.bindings.__file__)
        self._functions: dict[str, Any] = {}

    def function(self, symbol: str, result: Any, *arguments: Any) -> Any:
        """The exported function of that mangled name, with ctypes result and argument types.

        Raises MissingSymbol where this libtriton lacks it.
        """
        found = self._functions.get(symbol)
        if found is None:
            try:
                found = getattr(self._shared, symbol)
            except AttributeError as error:
                raise MissingSymbol(symbol) from error
            found.restype, found.argtypes = result, list(arguments)
            self._functions[symbol] = found
        return found

    def address(self, symbol: str) -> int:
        """The address of an exported function, to pass as a function pointer."""
        return pointer_value(self.function(symbol, POINTER, POINTER))

    @staticmethod
    def pointer(instance: Any) -> int:
        """Address of the C++ object inside an instance of a bound (nanobind) class.

        An instance has, after Python's object header, the offset of its payload (int32) and flags
        (bit 2: the payload is the object itself, else a pointer to it).
        """
        header = id(instance) + object.__basicsize__
        payload = id(instance) + ctypes.c_int32.from_address(header).value
        is_direct = (ctypes.c_uint32.from_address(header + 4).value >> 2) & 1
        if is_direct:
            return payload
        return ctypes.c_void_p.from_address(payload).value or 0


def pointer_value(function: Any) -> int:
    """The address of a ctypes function or callback."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0
