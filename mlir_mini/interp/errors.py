"""What can go wrong while a function runs."""

from __future__ import annotations

from mlir_mini.ir.core import Operation


class InterpError(Exception):
    """The program does what has no defined result: undefined behaviour, an access out of bounds.

    ``op`` is the operation at fault, known once the evaluator has seen the error; ``kind`` is what
    went wrong in general, the message what in particular.
    """

    kind = "undefined behaviour"

    def __init__(self, message: str, op: Operation | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.op = op

    def __str__(self) -> str:
        where = f"'{self.op.name}' op " if self.op is not None else ""
        return f"{where}{self.kind}: {self.message}"


class Poison(InterpError):
    """A value that MLIR calls poison: undefined behaviour only if something depends on it."""

    kind = "undefined behaviour (poison)"


class OutOfBounds(InterpError):
    """An access that no buffer contains."""

    kind = "out of bounds"


class AssertionFailed(InterpError):
    """A tt.assert or cf.assert does not hold; ends the program, not the grid."""

    kind = "assertion failed"


class StepLimit(InterpError):
    """The program runs for longer than the caller allows."""

    kind = "step limit"


class Unsupported(Exception):
    """The interpreter doesn't know how to run an operation; ``reason`` says more, if need be."""

    def __init__(self, op: Operation | None, reason: str = "") -> None:
        self.op = op
        self.reason = reason
        name = f"'{op.name}'" if op is not None else ""
        super().__init__(" ".join(filter(None, [name, reason])) or "unsupported")


class Divergent(Exception):
    """A branch on a condition that has a value per lane, where lanes run together."""
