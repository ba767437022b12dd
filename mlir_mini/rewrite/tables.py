"""Where the folders and canonicalization patterns of each dialect stand.

A ``fold_*`` file has ``FOLDERS``, a folder for each class.  A ``patterns_*`` file has
``PATTERNS``: for each class its canonicalization patterns in upstream's order.  One is a function
``(op, rewriter) -> bool`` that starts from an operation of that class, or a pair of another class
and a function that starts from one of those (upstream registers some patterns with the operation
that they remove).  The files are loaded when an operation of their dialect is first asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from mlir_mini.ir.core import Operation

#: Dialect -> modules, below this package, with its folders and with its patterns.
FOLDER_MODULES: dict[str, str] = {
    "arith": "fold_arith",
    "builtin": "fold_builtin",
    "math": "fold_math",
    "scf": "fold_scf",
    "tt": "fold_tt",
    "ttg": "fold_ttg",
    "tti": "fold_tti",
}
PATTERN_MODULES: dict[str, str] = {
    "arith": "patterns_arith",
    "cf": "patterns_cf",
    "gpu": "patterns_gpu",
    "scf": "patterns_scf",
    "tt": "patterns_tt",
    "ttg": "patterns_ttg",
    "tti": "patterns_tti",
    "ttng": "patterns_ttng",
}
#: Dialect -> other dialects whose patterns start from its operations.
PATTERNS_FROM_ABOVE: dict[str, tuple[str, ...]] = {
    "tt": ("ttg", "tti"),
    "ttg": ("tti",),
    "ttng": ("ttg",),
}
#: Dialect -> modules with ``DIALECT_PATTERNS``, which dialects add for its operations.
DIALECT_PATTERN_MODULES: dict[str, str] = {"arith": "patterns_ttng"}

_folders: dict[type, Any] = {}
_loaded: dict[tuple[str, str], Any] = {}


def _load(module: str | None, name: str) -> dict[type, Any]:
    """The table ``name`` of a module of this package; empty without module."""
    if module is None:
        return {}
    found = _loaded.get((module, name))
    if found is None:
        found = getattr(import_module(f"mlir_mini.rewrite.{module}"), name)
        _loaded[module, name] = found
    return found


def _dialect(cls: type[Operation]) -> str:
    name: Any = cls.name
    # Unregistered operations share a class and have their names one by one.
    return name.partition(".")[0] if isinstance(name, str) else ""


def folder(cls: type[Operation]) -> Any:
    """The folder of operations of class ``cls``, or None."""
    try:
        return _folders[cls]
    except KeyError:
        table = _load(FOLDER_MODULES.get(_dialect(cls)), "FOLDERS")
        found = _folders[cls] = table.get(cls)
        return found


def registered_patterns(owner: type[Operation]) -> list[tuple[type[Operation], Any]]:
    """What upstream's ``getCanonicalizationPatterns`` of ``owner`` adds: (root class, function)."""
    rows = _load(PATTERN_MODULES.get(_dialect(owner)), "PATTERNS").get(owner, ())
    return [row if isinstance(row, tuple) else (owner, row) for row in rows]


def canonicalizations(root: type[Operation]) -> Sequence[Any]:
    """All canonicalization patterns that start from ``root``, in upstream's order.

    First those that dialects add, then those of operations, in the order of the names of the
    operations that register them.
    """
    dialect = _dialect(root)
    owners: set[type[Operation]] = set()
    for each in (dialect, *PATTERNS_FROM_ABOVE.get(dialect, ())):
        owners.update(_load(PATTERN_MODULES.get(each), "PATTERNS"))
    found = list(_load(DIALECT_PATTERN_MODULES.get(dialect), "DIALECT_PATTERNS").get(root, ()))
    for owner in sorted(owners, key=lambda cls: cls.name):
        found += [function for cls, function in registered_patterns(owner) if cls is root]
    return found
