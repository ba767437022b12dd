"""Regular expressions that are compiled when they are first used.

A run needs few of the many there are, and compiling them is a good part of a short run's time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "sub")


class Regex:
    """A pattern with those methods of :class:`re.Pattern` that are used here.

    The first call compiles it and puts the methods on the instance; later ones find them there.
    """

    findall: Callable[..., list[Any]]
    finditer: Callable[..., Iterator[re.Match[str]]]
    fullmatch: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    sub: Callable[..., str]

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.flags = flags

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in _METHODS:
                raise AttributeError(name)
            compiled = re.compile(self.source, self.flags)
            for each in _METHODS:
                setattr(self, each, getattr(compiled, each))
            return getattr(compiled, name)
