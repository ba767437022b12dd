"""The ``mini-opt`` command."""

from __future__ import annotations

import gc
import os
import sys

from mlir_mini.opt_main import opt_main
from passes import PASSES


def main() -> int:
    """Run mini-opt on the process's arguments; returns the exit status."""
    # Nearly everything that a run makes lives until its end: look for garbage seldom.
    gc.set_threshold(100_000, 20, 100)
    try:
        status = opt_main(sys.argv[1:], PASSES)
        sys.stdout.flush()
        # The process ends: what is left need not be searched for garbage once more.
        gc.freeze()
    except BrokenPipeError:
        # The reader has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
