"""The table of what the interpreter runs: a rule for each class of operations.

A rule is called as ``rule(evaluator, op, *operands)`` and returns the result, a tuple of results
if there are several, or None. The files of the dialects fill the table with :func:`rule`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlir_mini.ir.core import Operation

Rule = Callable[..., Any]

RULES: dict[type[Operation], Rule] = {}


def rule(*classes: type[Operation]) -> Callable[[Rule], Rule]:
    """Enter the decorated function for operations of ``classes``."""

    def enter(function: Rule) -> Rule:
        for cls in classes:
            assert cls not in RULES, cls
            RULES[cls] = function
        return function

    return enter
