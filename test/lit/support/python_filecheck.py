"""The Python `filecheck` package behind the command line of LLVM's FileCheck.

LLVM options that only change how a failure is reported, and that the package does not know, are
dropped.
"""

from __future__ import annotations

import sys

from filecheck.main import main

# Option -> whether its value may be a word of its own.
DROPPED = {"dump-input-context": True, "dump-input-filter": True, "v": False, "vv": False}


def without_dropped(arguments: list[str]) -> list[str]:
    """``arguments`` without the options in DROPPED and their values."""
    kept: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, _ = word.lstrip("-").partition("=")
        if not word.startswith("-") or name not in DROPPED:
            kept.append(word)
        elif DROPPED[name] and not equals:
            next(words, None)
    return kept


if __name__ == "__main__":
    main([sys.argv[0], *without_dropped(sys.argv[1:])])
