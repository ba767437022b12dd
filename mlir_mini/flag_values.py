"""``--target`` and ``--num-warps``: what passes asked of them, and a remark if none did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mlir_mini.dialects.ttg_utils import NUM_WARPS, TARGET
from mlir_mini.ir.attributes import IntegerAttr, StringAttr
from mlir_mini.ir.core import Operation
from mlir_mini.source import Diagnostic, diagnostics

#: What a module that is converted already says in the place of a flag.
SAID_BY = {"target": TARGET, "num-warps": NUM_WARPS}


def said(module: Operation, attribute: str) -> str | None:
    """The target, or the number, that the module has as an attribute, as flags write it."""
    value = module.attr(attribute)
    kind = StringAttr if attribute == TARGET else IntegerAttr
    return str(value.value) if isinstance(value, kind) else None


class FlagValues(Mapping[str, str]):
    """Values of flags by name, and in :attr:`asked` those that somebody looked up."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        value = self._values[name]
        self.asked.add(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def idle(self) -> dict[str, str]:
        """Those that nobody has looked up."""
        return {name: text for name, text in self._values.items() if name not in self.asked}


class FlagsOfChunk:
    """The flags on their way through the passes on one module."""

    def __init__(self, values: FlagValues, module: Operation) -> None:
        self.values = values
        self.position = module.loc.position()
        #: What the module says before any pass runs.
        self.said = {flag: said(module, name) for flag, name in SAID_BY.items()}
        values.asked.clear()

    def remark_idle(self) -> None:
        """A remark for the flags that no pass asked for, unless the module says the same."""
        idle = self.values.idle()
        if self.said["num-warps"] or any(self.said.get(flag) for flag in idle):
            idle = {flag: value for flag, value in idle.items() if self.said.get(flag) != value}
            has = [f"'{SAID_BY[flag]}' = {text}" for flag, text in self.said.items() if text]
            reason = f"the module has {' and '.join(has)} already"
        else:
            reason = f"no pass of this run asks for {'it' if len(idle) == 1 else 'them'}"
        if idle:
            flags = " and ".join(f"--{flag}={value}" for flag, value in idle.items())
            message = f"{flags} {'has' if len(idle) == 1 else 'have'} no effect: {reason}"
            diagnostics.emit(Diagnostic("remark", self.position, message))
