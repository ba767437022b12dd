"""mini-opt as a tool, in this process."""

from __future__ import annotations

import io
from collections.abc import Sequence

import passes
from mlir_mini.opt_main import opt_main

from .driver import Outcome


class InProcess:
    """Takes the text from standard input, or by a name relative to the current folder."""

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        """See Tool."""
        output, errors = io.StringIO(), io.StringIO()
        status = opt_main(
            [*arguments, name], passes.PASSES, stdin=io.StringIO(text), stdout=output, stderr=errors
        )
        return Outcome("error" if status else "ok", output.getvalue(), errors.getvalue())
