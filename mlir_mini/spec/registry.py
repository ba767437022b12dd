"""Dialects by prefix, loaded when an operation, type or attribute of theirs is first met."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlir_mini.interned import Interned
    from mlir_mini.spec.op import Op

#: Dialect prefix -> module that declares it.
DIALECT_MODULES = {
    "builtin": "mlir_mini.dialects.builtin",
    "arith": "mlir_mini.dialects.arith",
    "math": "mlir_mini.dialects.math",
    "scf": "mlir_mini.dialects.scf",
    "cf": "mlir_mini.dialects.cf",
    "ub": "mlir_mini.dialects.ub",
    "tt": "mlir_mini.dialects.tt",
    "ttg": "mlir_mini.dialects.ttg",
    "ttng": "mlir_mini.dialects.ttng",
    "gpu": "mlir_mini.dialects.gpu",
    "llvm": "mlir_mini.dialects.llvm",
    "nvvm": "mlir_mini.dialects.nvvm",
    "rocdl": "mlir_mini.dialects.rocdl",
    "nvws": "mlir_mini.dialects.nvws",
    "tti": "mlir_mini.dialects.tti",
}

#: Dialects that were renamed: old prefix -> today's.
RENAMED_DIALECTS = {"triton_gpu": "ttg", "triton_nvidia_gpu": "ttng", "triton": "tt", "std": "func"}


class Dialect:
    """A dialect's declarations: operations, types and attributes by mnemonic.

    ``type_parsers``/``attr_parsers`` map a mnemonic to ``fn(body, parser)``, where ``body`` is
    the :class:`~mlir_mini.syntax.params.Params` written between angle brackets (None without
    brackets); ``printers`` map a class to ``fn(value, printer)``, which writes the text after
    ``!dialect.`` or ``#dialect.``.  ``alias_of`` suggests an alias name for an attribute or type.
    """

    __slots__ = (
        "alias_of",
        "attr_parsers",
        "name",
        "ops",
        "printers",
        "type_parsers",
        "verify_attribute",
        "verify_cache_policy",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.ops: dict[str, type[Op]] = {}
        self.type_parsers: dict[str, Callable[..., Any]] = {}
        self.attr_parsers: dict[str, Callable[..., Any]] = {}
        self.printers: dict[type, Callable[[Any, Any], None]] = {}
        self.alias_of: Callable[[Interned], str | None] | None = None
        #: Check of the dialect's discardable attributes: fn(op, name, attr) -> Diagnostic | None.
        self.verify_attribute: Callable[[Any, str, Any], Any] | None = None
        #: What is wrong with an attribute of the dialect as the cache policy of a load (False) or a
        #: store (True): fn(attr, is_store) -> message | None; None for dialects without policies.
        self.verify_cache_policy: Callable[[Any, bool], str | None] | None = None
        _dialects[name] = self

    def add_ops(self, namespace: dict[str, Any]) -> None:
        """Register every named operation class in a module's namespace."""
        from mlir_mini.spec.op import Op

        for value in list(namespace.values()):
            if isinstance(value, type) and issubclass(value, Op) and value.__dict__.get("name"):
                self.ops[value.name] = value
                _op_classes.pop(value.name, None)


_dialects: dict[str, Dialect] = {}
#: Answers of :func:`op_class`.
_op_classes: dict[str, type[Op] | None] = {}
_printers: dict[type, tuple[Dialect, Callable[[Any, Any], None]]] = {}


def dialect(name: str) -> Dialect | None:
    """The dialect called ``name``, loading its module; None if there is none."""
    found = _dialects.get(name)
    if found is None and name in DIALECT_MODULES:
        import_module(DIALECT_MODULES[name])
        found = _dialects.get(name)
    return found


def op_class(name: str) -> type[Op] | None:
    """The class that declares operation ``name``, or None."""
    try:
        return _op_classes[name]
    except KeyError:
        owner = dialect(name.partition(".")[0])
        found = owner.ops.get(name) if owner else None
        _op_classes[name] = found
        return found


def printer_of(cls: type) -> tuple[Dialect, Callable[[Any, Any], None]] | None:
    """The dialect of a dialect type's or attribute's class, and the function that prints it."""
    found = _printers.get(cls)
    if found is None:
        for owner in list(_dialects.values()):
            for each in cls.__mro__:
                if each in owner.printers:
                    found = _printers[cls] = (owner, owner.printers[each])
                    return found
    return found


def all_dialects() -> list[Dialect]:
    """Every dialect: our own, all of them loaded, and those that plugins have declared."""
    for name in DIALECT_MODULES:
        dialect(name)
    own = [_dialects[name] for name in DIALECT_MODULES]
    return own + [found for name, found in _dialects.items() if name not in DIALECT_MODULES]


def plugin_ops() -> list[type[Op]]:
    """The operations that are declared outside of this package."""
    own = __name__.partition(".")[0] + "."
    declared = (op for found in _dialects.values() for op in found.ops.values())
    return [op for op in declared if not op.__module__.startswith(own)]
