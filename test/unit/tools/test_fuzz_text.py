"""tools/fuzz_text.py: it finds what is planted, and tells one bug from another."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fuzz_text
from mlir_mini.ir.core import Operation
from mlir_mini.syntax.parser import ModuleParser
from passes.canonicalize import Canonicalize

MODULE = "module {\n}\n"
FUNCTION = """
tt.func public @add(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  tt.return %0 : i32
}
"""
PASSES = ["--canonicalize", "--cse"]


def planted(body: str, lines_before: int = 0) -> Callable[..., Any]:
    """A method with that body, which claims to be in a file of the passes."""
    text = "\n" * lines_before + f"def planted(self, *arguments):\n    {body}\n"
    names: dict[str, Any] = {}
    exec(compile(text, str(fuzz_text.ROOT / "passes" / "planted.py"), "exec"), names)
    return names["planted"]


def plant(monkeypatch: pytest.MonkeyPatch, where: str, body: str, lines_before: int = 0) -> None:
    """Put a bug into the parser or into a pass."""
    owner, name = {"parser": (ModuleParser, "parse_module"), "pass": (Canonicalize, "run")}[where]
    monkeypatch.setattr(owner, name, planted(body, lines_before))


def failure_of(text: str, flags: list[str], limit: float = 10) -> fuzz_text.Failure:
    found = fuzz_text.run_one(text, flags, limit).failure
    assert found is not None
    return found


def test_a_valid_input_and_one_that_is_not() -> None:
    assert fuzz_text.run_one(FUNCTION, PASSES, 10) == fuzz_text.Outcome(None, True, True)
    assert fuzz_text.run_one(FUNCTION, [], 10) == fuzz_text.Outcome(None, True, False)
    assert fuzz_text.run_one("module {", PASSES, 10) == fuzz_text.Outcome(None, False, False)


@pytest.mark.parametrize("where", ["parser", "pass"])
def test_a_planted_exception_is_found(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, where, "return [][0]")
    kind, report = failure_of(FUNCTION, PASSES)
    assert kind == "IndexError at passes/planted.py:2"
    assert "list index out of range" in report
    assert fuzz_text.run_one(FUNCTION, PASSES, 10).reached == (where == "pass")


@pytest.mark.parametrize("where", ["parser", "pass"])
@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        # Whoever catches exceptions catches no end of time.
        """
    while True:
        try:
            while True: pass
        except Exception: pass""",
    ],
)
def test_a_planted_endless_loop_is_found(
    where: str, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGALRM)
    plant(monkeypatch, where, body)
    kind, report = failure_of(FUNCTION, PASSES, 0.2)
    assert kind.startswith("hang at passes/planted.py:")
    assert report.startswith("no answer within 0.2 s\n")
    # What comes next isn't interrupted.
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_the_end_of_the_program_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "pass", "raise SystemExit(0)")
    assert failure_of(FUNCTION, PASSES).kind == "SystemExit at passes/planted.py:2"


def test_endless_recursion_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    # The driver makes it a message about the input, which is right of one that is that deep.
    plant(monkeypatch, "parser", "raise RecursionError")
    assert failure_of(FUNCTION, []).kind == "RecursionError at passes/planted.py:2"
    assert fuzz_text.run_one("[" * 100_000, [], 10).failure is None


def test_bugs_are_told_apart_by_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = set()
    for lines_before, body in ((0, "return {}[0]"), (7, "return {}[0]"), (7, "return [][0]")):
        plant(monkeypatch, "pass", body, lines_before)
        kinds.add(failure_of(FUNCTION, PASSES).kind)
    # The same bug again, with another key.
    plant(monkeypatch, "pass", "return {}[1]")
    kinds.add(failure_of(MODULE, PASSES).kind)
    assert kinds == {
        "KeyError at passes/planted.py:2",
        "KeyError at passes/planted.py:9",
        "IndexError at passes/planted.py:9",
    }


def test_an_exception_from_elsewhere_is_named_by_who_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch, "pass", "import json; json.loads('[')")
    assert failure_of(FUNCTION, PASSES).kind == "JSONDecodeError at passes/planted.py:2"


def test_without_a_place_each_input_counts() -> None:
    kinds = {
        fuzz_text.failure(error, text, 1).kind
        for error in (KeyError(0), fuzz_text.HangError())
        for text in ("a", "b")
    }
    assert len(kinds) == 4


def bug_of_two_kinds(self: Canonicalize, module: Operation, *_: object) -> None:
    """KeyError: 0 at one line where there is an addition, else at another one."""
    adds = any(op.name == "arith.addi" for op in module.walk())
    planted("return {}[0]", 1 if adds else 0)(self)


def test_one_input_of_each_kind_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Canonicalize, "run", bug_of_two_kinds)
    seed, keep = tmp_path / "seed.mlir", tmp_path / "keep"
    seed.write_text(FUNCTION + "// -----\ntt.func @nothing() {\n  tt.return\n}\n")
    options = ["--count", "200", "--mutations", "1", "--pass", "canonicalize", "--keep", str(keep)]
    assert fuzz_text.main([*options, str(seed)]) == 1
    out, err = capsys.readouterr()
    assert "failures of 2 kinds" in out
    assert err.count("KeyError: 0") == 2
    kinds = [failure_of(file.read_text(), ["--canonicalize"]).kind for file in keep.iterdir()]
    assert sorted(kinds) == [f"KeyError at passes/planted.py:{line}" for line in (2, 3)]
    for kind in kinds:
        assert f" x {kind}, first of input " in out


def test_mutations_depend_on_the_seed_and_change_the_text() -> None:
    def mutations(seed: int) -> list[str]:
        rng = random.Random(seed)
        return [fuzz_text.mutate(FUNCTION, MODULE, rng, 1) for _ in range(500)]

    found = mutations(1)
    assert found == mutations(1)
    assert found != mutations(2)
    assert FUNCTION not in found
    assert len(set(found)) > 250
    assert fuzz_text.mutate(" \n", MODULE, random.Random(1)) == " \n"


def test_the_checkout_has_seeds_and_they_are_valid() -> None:
    texts = fuzz_text.seeds([])
    assert len(texts) > 100
    some = random.Random(0).sample(texts, 30)
    accepted = [fuzz_text.run_one(text, ["-allow-unregistered-dialect"], 10) for text in some]
    assert sum(outcome.accepted for outcome in accepted) >= 28


def test_passes_that_no_input_gets_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = tmp_path / "seed.mlir"
    seed.write_text("no module")
    assert fuzz_text.main(["--count", "5", str(seed)]) == 0
    assert fuzz_text.main(["--count", "5", "--pass", "cse", str(seed)]) == 1
    assert "NOTHING CHECKED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pass", "help"], "'help' does not refer to a registered pass"),
        (["--pass", "coalesce=no-such=1"], "no-such"),
        (["--count", "0"], "--count: invalid positive value: '0'"),
        (["--limit", "0"], "--limit: invalid positive value: '0'"),
        (["/dev/null"], "the seeds are empty"),
    ],
)
def test_options_that_would_check_nothing(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        fuzz_text.main(["--count", "3", *options])
    assert end.value.code == 2
    assert message in capsys.readouterr().err
