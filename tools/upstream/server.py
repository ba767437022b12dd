"""The driver as a server: a JSON object a line in, a JSON object a line out.

Request: {"arguments": [flags], "text": input, "name": file name in messages}.  Reply: {"status",
"output", "errors"}, see driver.Outcome.  Every chunk runs in a process of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from .driver import Outcome, run
from .libtriton import Library
from .options import Unsupported, UsageError, parse_arguments


def serve(library: Library, requests: Iterable[str], replies: TextIO, timeout: int) -> None:
    """Answer requests until they end."""
    for line in requests:
        outcome = _answer(library, json.loads(line), timeout)
        replies.write(json.dumps(outcome._asdict()) + "\n")
        replies.flush()


def _answer(library: Library, request: dict[str, Any], timeout: int) -> Outcome:
    try:
        options = parse_arguments(request["arguments"])
    except Unsupported as error:
        return Outcome("unsupported", "", f"{error}\n")
    except UsageError as error:
        return Outcome("error", "", f"{error}\n")
    options.file = request["name"]
    return run(library, request["text"], options, isolate=True, timeout=timeout)
