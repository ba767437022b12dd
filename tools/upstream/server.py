"""The driver as a server: a JSON object a line in, a JSON object a line out.

Request: {"arguments": [flags], "text": input, "name": file name in messages}.  Reply: {"status",
"output", "errors"}, see driver.Outcome.  Every chunk runs in a process of its own.

Or many at once, see `batch`: {"questions": [[text, [flags]], ...], "timeout": seconds}, and a list
of replies.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from .batch import Question, answer_all
from .driver import Outcome, run
from .libtriton import Library
from .options import Unsupported, UsageError, parse_arguments


def serve(library: Library, requests: Iterable[str], replies: TextIO, timeout: int) -> None:
    """Answer requests until they end."""
    for line in requests:
        request = json.loads(line)
        if "questions" in request:
            questions = [Question(text, tuple(flags)) for text, flags in request["questions"]]
            reply: object = answer_all(library, questions, request["timeout"])
        else:
            reply = _answer(library, request, timeout)._asdict()
        replies.write(json.dumps(reply) + "\n")
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
