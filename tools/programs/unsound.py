"""Where AxisInfo, upstream's and ours, says of an operation what need not be so: by rule.

A rule is a reason, and what has to be so of an operand in the run at hand. A claim that no rule
explains is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from mlir_mini.dialects import arith
from mlir_mini.ir.core import Operation, Value
from mlir_mini.ir.types import bit_width

#: What each value has been, as signed integers.
Seen = Mapping[Value, Sequence[Any]]


def _elements(value: Value, seen: Seen) -> Any:
    runs = [np.asarray(what).reshape(-1).astype(np.int64) for what in seen.get(value, ())]
    return np.concatenate(runs) if runs else np.zeros(0, np.int64)


def _is_negative(value: Value, seen: Seen) -> bool:
    return bool((_elements(value, seen) < 0).any())


def _crosses_zero(value: Value, seen: Seen) -> bool:
    """Without sign, the elements fall from the largest number to 0 somewhere."""
    elements = _elements(value, seen)
    return bool((elements < 0).any() and (elements >= 0).any())


def _crosses_the_limit(value: Value, seen: Seen) -> bool:
    """With sign, the elements fall from the largest number to the smallest somewhere."""
    elements = _elements(value, seen)
    quarter = 1 << max(bit_width(value.type) - 2, 0)
    return bool((elements >= quarter).any() and (elements < -quarter).any())


Applies = Callable[[Value, Seen], bool]

_TOWARD_ZERO = "divides as if it rounded down, but negative numbers are rounded toward zero"
_UNSIGNED_WRAP = "takes a run that begins below zero for one, although without sign it is two"
_SIGNED_WRAP = "takes a run that overflows for one"

_RULES: dict[str, tuple[str, Applies]] = {
    "arith.divsi": (_TOWARD_ZERO, _is_negative),
    "arith.remsi": (_TOWARD_ZERO, _is_negative),
    "arith.divui": (_UNSIGNED_WRAP, _crosses_zero),
    "arith.remui": (_UNSIGNED_WRAP, _crosses_zero),
    "arith.maxui": (_UNSIGNED_WRAP, _crosses_zero),
    "arith.minui": (_UNSIGNED_WRAP, _crosses_zero),
    "arith.extui": (_UNSIGNED_WRAP, _crosses_zero),
    "arith.maxsi": (_SIGNED_WRAP, _crosses_the_limit),
    "arith.minsi": (_SIGNED_WRAP, _crosses_the_limit),
    "arith.extsi": (_SIGNED_WRAP, _crosses_the_limit),
    "tt.addptr": (_SIGNED_WRAP, _crosses_the_limit),
}


def unsound_rule(op: Operation, seen: Seen) -> str | None:
    """The rule that explains a false claim about a result of `op`; None if there is none."""
    name = op.name
    if isinstance(op, arith.CmpIOp):
        unsigned = op.predicate[0] == "u"
        rule = (_UNSIGNED_WRAP, _crosses_zero) if unsigned else (_SIGNED_WRAP, _crosses_the_limit)
    elif name in _RULES:
        rule = _RULES[name]
    else:
        return None
    reason, applies = rule
    operands = op.operands[1:] if name == "tt.addptr" else op.operands
    # Of a quotient only the dividend counts.
    asked = operands[:1] if reason is _TOWARD_ZERO else operands
    return f"{name} {reason}" if any(applies(each, seen) for each in asked) else None
