"""The ``mini-layout`` command."""

from __future__ import annotations

import os
import sys

from mlir_mini.layout_main import layout_main


def main() -> int:
    """Run mini-layout on the process's arguments; returns the exit status."""
    try:
        status = layout_main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
