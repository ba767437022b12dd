"""What to install where an import of a tool fails."""

from __future__ import annotations

#: The extra that brings a module which not every tool needs.
_EXTRAS = {"numpy": "interp", "pyperf": "bench", "triton": "upstream"}


def missing(error: ImportError) -> str:
    """What the module is called and which extra has it; raises `error` where none does."""
    name = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or name not in _EXTRAS:
        raise error
    return f"needs {name} (pip install '.[{_EXTRAS[name]}]')"
