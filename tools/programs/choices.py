"""Where a program's decisions come from: small integers, and what is made of them."""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Choices:
    """Decisions; the first of several is the simplest one, which shrinking tends to."""

    def integer(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        raise NotImplementedError

    def pick(self, options: Sequence[T]) -> T:
        return options[self.integer(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        """One of the options, each as likely as its weight says."""
        at = self.integer(0, sum(weight for weight, _ in options) - 1)
        for weight, option in options:
            if at < weight:
                return option
            at -= weight
        raise AssertionError

    def shuffled(self, values: Sequence[T]) -> list[T]:
        rest, order = list(values), []
        while rest:
            order.append(rest.pop(self.integer(0, len(rest) - 1)))
        return order


class SeededChoices(Choices):
    """The same decisions for every run of a seed."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def integer(self, low: int, high: int) -> int:
        # Several times as fast as randint, and as good for small ranges.
        return low + int(self._random.random() * (high - low + 1))


class DrawnChoices(Choices):
    """Decisions by a function such as Hypothesis's `draw` of integers."""

    def __init__(self, draw: Callable[[int, int], int]) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(low, high)


class AsRandom(random.Random):
    """Choices in the place of a `random.Random`, for code that wants one."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(0)
        self._choices = choices

    def random(self) -> float:
        return self._choices.integer(0, 999) / 1000

    def randint(self, a: int, b: int) -> int:
        return self._choices.integer(a, b)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        low, high = (0, start) if stop is None else (start, stop)
        return low + step * self._choices.integer(0, (high - low - 1) // step)

    def choice(self, seq: Any) -> Any:
        return self._choices.pick(seq)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self._choices.shuffled(x)
