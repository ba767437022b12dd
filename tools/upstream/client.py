"""Upstream for tools that ask often: a server in a process of its own, and a store of replies."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .driver import Outcome
from .libtriton import MISSING, TritonMissing

SCRIPT = Path(__file__).resolve().parents[1] / "upstream_opt.py"
PYTHON_VARIABLE = "MINI_OPT_TRITON_PYTHON"


def triton_python() -> str:
    """The Python that has triton: $MINI_OPT_TRITON_PYTHON, else this one."""
    return os.environ.get(PYTHON_VARIABLE) or sys.executable


class Upstream:
    """triton-opt as a function.  Use as a context manager, or close it.

    `store` is a folder for replies, so that the same question is answered from there next time;
    the server starts with the first question that isn't.
    """

    def __init__(self, python: str | None = None, store: Path | None = None) -> None:
        self._python = python or triton_python()
        self._store = store
        self._process: subprocess.Popen[str] | None = None
        if store is not None:
            store.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> Upstream:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def run(self, text: str, arguments: Sequence[str], name: str = "-") -> Outcome:
        """What triton-opt makes of text with these flags; `name` stands for the file in messages.

        Raises TritonMissing where the Python in question has no triton.
        """
        request = json.dumps({"arguments": list(arguments), "text": text, "name": name})
        if self._store is None:
            return self._ask(request)
        file = self._store / (hashlib.sha256(request.encode()).hexdigest() + ".json")
        if file.exists():
            return Outcome(**json.loads(file.read_text()))
        outcome = self._ask(request)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(outcome._asdict()))
        draft.replace(file)
        return outcome

    def run_all(
        self, questions: Sequence[tuple[str, Sequence[str]]], timeout: int = 20
    ) -> list[Outcome]:
        """What triton-opt makes of each text with its flags, in a fraction of `run`'s time.

        `timeout` is in seconds of processor time a question. Nothing is stored. Raises
        TritonMissing.
        """
        request = {"questions": questions, "timeout": timeout}
        return [Outcome(*reply) for reply in self._exchange(json.dumps(request))]

    def start(self) -> None:
        """Start the server now.  Raises TritonMissing."""
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    [self._python, str(SCRIPT), "--server"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            except OSError as error:
                raise TritonMissing(
                    f"{PYTHON_VARIABLE}: {self._python}: {error.strerror}"
                ) from None
            if self._read() != "ready\n":
                self.close()
                raise TritonMissing(f"{MISSING}, or name one that has it in {PYTHON_VARIABLE}")

    def close(self) -> None:
        """End the server."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            self._process = None

    def _read(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def _ask(self, request: str) -> Outcome:
        return Outcome(**self._exchange(request))

    def _exchange(self, request: str) -> Any:
        self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(request + "\n")
        self._process.stdin.flush()
        return json.loads(self._read())
