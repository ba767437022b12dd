"""The C library's functions of floats, which upstream folds constants of math operations with.

Results are those of the machine's own library, as upstream's are, to the last bit.  Where it
can't be reached nothing is folded.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from typing import Any

#: Float format -> struct codes of its bits and value, ending of the functions' names, C type.
_FORMATS: dict[str, tuple[str, str, str, str]] = {
    "f32": ("<I", "<f", "f", "c_float"),
    "f64": ("<Q", "<d", "", "c_double"),
}


@cache
def _function(function: str, name: str, arity: int) -> Any:
    import ctypes

    _, _, suffix, type_name = _FORMATS[name]
    c_type = getattr(ctypes, type_name)
    try:
        found = getattr(ctypes.CDLL(None), function + suffix)
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes = [c_type] * arity
    found.restype = c_type
    return found


def call(function: str, operands: Sequence[int], name: str) -> int | None:
    """``function`` of floats of the format ``name``, given and returned as bits; or None."""
    if name not in _FORMATS:
        return None
    found = _function(function, name, len(operands))
    if found is None:
        return None
    bits_code, code, _, _ = _FORMATS[name]
    values = [struct.unpack(code, struct.pack(bits_code, bits))[0] for bits in operands]
    return struct.unpack(bits_code, struct.pack(code, found(*values)))[0]
