"""A lit test format that takes a listed subset of a folder.

It is a module of its own because lit pickles a test's format on its way to a worker process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lit.formats


class ListedFiles(lit.formats.ShTest):
    """ShTest over the files whose path below the suite's source folder is in ``paths``."""

    def __init__(self, paths: frozenset[str]) -> None:
        super().__init__()
        self.paths = paths

    def getTestsForPath(self, suite: Any, path: tuple[str, ...], *rest: Any) -> Iterator[Any]:
        if "/".join(path) in self.paths:
            yield from super().getTestsForPath(suite, path, *rest)
