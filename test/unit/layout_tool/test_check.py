"""The drill as functions, and other people's versions of them compared with ours."""

from __future__ import annotations

import doctest
import inspect
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tool import answer, run, text

from mlir_mini.layout import BlockedEncoding, LayoutError, drill
from mlir_mini.layout.drill_check import cases, check_function, check_functions, same
from mlir_mini.layout_tool import trial

ROOT = Path(__file__).resolve().parents[3]


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(drill).failed == 0
    assert doctest.testmod(drill).attempted >= 3


def test_the_drill_s_functions() -> None:
    assert drill.elements_per_thread((64, 64), (1, 0), 32, 4) == 4
    assert drill.elements_per_thread((64, 64), (1, 0), 32, 4, divisibility=8) == 2
    assert drill.elements_per_thread((64, 64), (1, 0), 32, 4, contiguity=1) == 1
    assert drill.elements_per_thread((64,), (0,), 32, 4) == 1
    layout = drill.build_blocked((16, 16), (1, 4), (1, 0), 2)
    assert layout is drill.coalesced_layout((16, 16), (1, 0), 32, 2)
    assert drill.first_load_sectors(layout, (16, 16), (16, 1), 32) == 16
    flipped = layout.replace(order=(0, 1))
    assert drill.classify_conversion(layout, flipped, (16, 16)) == "shuffle"
    for name in drill.NAMES:
        assert inspect.getdoc(getattr(drill, name))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: drill.elements_per_thread((64, 60), (1, 0), 32, 4), "shape: 60 in 64x60"),
        (lambda: drill.elements_per_thread((64, 64), (1, 0), 32, 3), "num-warps: 3 is"),
        (lambda: drill.elements_per_thread((64, 64), (1, 1), 32, 4), "order: 1,1 does"),
        (lambda: drill.elements_per_thread((64, 64), (1, 0), 32, 4, 0), "contiguity: 0 is"),
        (lambda: drill.build_blocked((64, 64), (1,), (1, 0), 4), "size_per_thread: 1 given"),
    ],
)
def test_arguments_are_checked(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_there_are_enough_cases_of_every_kind() -> None:
    for name in drill.NAMES:
        assert sum(1 for _ in cases(name)) >= 100
    kinds = {drill.classify_conversion(*arguments) for arguments in cases("classify_conversion")}
    assert kinds == {"none", "register", "shuffle", "shared"}


def test_ours_agree_with_ours() -> None:
    findings = check_functions(vars(drill))
    assert [finding.name for finding in findings] == list(drill.NAMES)
    assert all(finding.agrees for finding in findings)


def test_layouts_may_come_in_many_forms() -> None:
    layout = BlockedEncoding((1, 4), (8, 4), (2, 1), (1, 0))
    lists = [[1, 4], [8, 4], [2, 1]]
    for form in (
        layout,
        lists,
        tuple(map(tuple, lists)),
        [*lists, [1, 0]],
        dict(zip(("sizePerThread", "threadsPerWarp", "warpsPerCTA"), lists, strict=True)),
        dict(zip(("size_per_thread", "threads_per_warp", "warps_per_cta"), lists, strict=True)),
    ):
        assert same(layout, form)
    for form in ([*lists, [0, 1]], lists[:2], None, 4, "layout", [[1, 4], [8, 4], [1, 2]], [1, 2]):
        assert not same(layout, form)


@pytest.mark.parametrize(
    ("expected", "got"), [(4, 4), (4, 4.0), (4, np.int64(4)), ("none", "none")]
)
def test_equal_results(expected: Any, got: Any) -> None:
    assert same(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [(4, 5), (4, 4.5), (1, True), (4, None), (4, "4"), ("none", "None"), (4, float("nan"))],
)
def test_unequal_results(expected: Any, got: Any) -> None:
    assert not same(expected, got)


def test_the_first_difference_is_told() -> None:
    finding = check_function("elements_per_thread", lambda *arguments: 4)
    assert not finding.agrees
    assert finding.call == "elements_per_thread((64,), (0,), 32, 1)"
    assert (finding.expected, finding.got) == ("2", "4")
    finding = check_function("coalesced_layout", lambda *arguments: 1 // 0)
    assert finding.got == "ZeroDivisionError: integer division or modulo by zero"
    assert finding.expected == "[2] / [32] / [1]"


def test_the_command(tmp_path: Path) -> None:
    status, output, errors = run("check", str(ROOT / "examples" / "drill_solution.py"))
    assert (status, errors) == (1, "")
    assert "elements_per_thread  agrees in all" in output
    assert "build_blocked        differs, in case 3:\n    build_blocked((64,), (4,)" in output
    assert output.count("not defined") == 3
    right = tmp_path / "right.py"
    right.write_text("from mlir_mini.layout.drill import classify_conversion\n")
    (found,) = answer("check", str(right))
    assert found == {"function": "classify_conversion", "agrees": True, "cases": found["cases"]}
    assert "agrees in all" in text("check", str(right))


def test_a_solution_may_be_a_module_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = 'none'\n")
    file = tmp_path / "mine.py"
    file.write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from helper import ANSWER\n@dataclass\nclass Layout:\n    size: int\n"
        "def classify_conversion(a, b, shape):\n    return ANSWER\n"
        "if __name__ == '__main__':\n    raise SystemExit\n"
    )
    status, output, _ = run("check", str(file))
    assert status == 1
    assert "classify_conversion  differs" in output


def test_a_file_without_the_functions(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("elements_per_thread = 4\n")
    status, output, _ = run("check", str(file))
    assert status == 1
    assert output.endswith(f"{file} defines none of these functions\n")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(:\n", ":1: SyntaxError: "),
        ("x = 1\ny = x / 0\n", ":2: ZeroDivisionError: division by zero"),
        ("import no_such_module\n", ":1: ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_file_that_does_not_run(tmp_path: Path, source: str, message: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source)
    status, output, errors = run("check", str(file))
    assert (status, output) == (1, "")
    assert errors.startswith(f"mini-layout: {file}{message}")


# What students' functions do besides answering.

RIGHT = "from mlir_mini.layout.drill import {}\n"


def checked(tmp_path: Path, source: str, *arguments: str) -> tuple[int, str, str]:
    file = tmp_path / "mine.py"
    file.write_text(source)
    return run("check", str(file), *arguments)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "CASE_SECONDS", 3)


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "import time; time.sleep(1000)",
        # Neither an exception nor another thread gets in between.
        "import itertools; sum(itertools.count())",
    ],
)
@pytest.mark.usefixtures("short")
def test_a_function_that_does_not_end(tmp_path: Path, body: str) -> None:
    source = RIGHT.format("elements_per_thread, classify_conversion")
    source += f"def build_blocked(shape, size, order, warps):\n  if size == (4,):\n    {body}\n"
    source += "  return drill.build_blocked(shape, size, order, warps)\n"
    source += "from mlir_mini.layout import drill\n"
    status, output, errors = checked(tmp_path, source)
    assert (status, errors) == (1, "")
    lines = output.splitlines()
    assert lines[0].startswith("elements_per_thread  agrees in all")
    assert lines[1:5] == [
        "build_blocked        differs, in case 3:",
        "    build_blocked((64,), (4,), (0,), 1)",
        "    expected  [4] / [32] / [1]",
        "    got       no answer in 3 s",
    ]
    # Those behind it are tried all the same.
    assert lines[5:7] == [
        "coalesced_layout     not defined",
        "first_load_sectors   not defined",
    ]
    assert lines[7].startswith("classify_conversion  agrees in all")


@pytest.mark.parametrize(
    ("body", "got"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("exit()", "SystemExit: None"),
        ("import asyncio; raise asyncio.CancelledError('late')", "CancelledError: late"),
        ("import os; os._exit(3)", "Python has ended, exit status 3"),
        ("return input()", "EOFError: EOF when reading a line"),
        ("return float('nan')", "nan"),
        ("return float('inf')", "inf"),
        ("return elements_per_thread(*arguments)", "RecursionError: maximum recursion depth"),
    ],
)
def test_a_function_that_ends_more_than_itself(tmp_path: Path, body: str, got: str) -> None:
    source = RIGHT.format("classify_conversion")
    source += f"def elements_per_thread(*arguments):\n  {body}\n"
    status, output, errors = checked(tmp_path, source)
    assert (status, errors) == (1, "")
    lines = output.splitlines()
    assert lines[0] == "elements_per_thread  differs, in case 1:"
    assert lines[3].startswith(f"    got       {got}")
    assert lines[7].startswith("classify_conversion  agrees in all")


def test_what_functions_print_is_not_in_the_answer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = "import os\ndef classify_conversion(*arguments):\n  print('here')\n"
    source += "  os.system('echo there')\n  return None\n"
    _, output, _ = checked(tmp_path, source, "--json")
    (found,) = json.loads(output)
    assert found["got"] == "None"
    assert capfd.readouterr() == ("", "here\nthere\n")


def test_a_file_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "LOAD_SECONDS", 1.5)
    status, output, errors = checked(tmp_path, "while True: pass\n")
    assert (status, output) == (1, "")
    assert errors == f"mini-layout: {tmp_path / 'mine.py'}: no answer in 1.5 s\n"
    monkeypatch.undo()
    _, _, errors = checked(tmp_path, "import os\nos._exit(7)\n")
    assert errors == f"mini-layout: {tmp_path / 'mine.py'}: Python has ended, exit status 7\n"


def test_helpers_may_be_imported_late(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("from mlir_mini.layout.drill import classify_conversion")
    source = "def classify_conversion(*arguments):\n  import beside_it\n"
    source += "  return beside_it.classify_conversion(*arguments)\n"
    assert checked(tmp_path, source)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGKILL", -9)])
def test_functions_are_told_at_once_and_end_with_the_command(
    tmp_path: Path, number: str, status: int
) -> None:
    started = tmp_path / "started"
    file = tmp_path / "mine.py"
    file.write_text(
        RIGHT.format("elements_per_thread")
        + f"def build_blocked(*arguments):\n  open({str(started)!r}, 'w').close()\n"
        + "  while True: pass\n"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "passes.layout_cli", "check", str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background, the shell has switched it off.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as command:
        try:
            assert command.stdout is not None
            assert command.stdout.readline().startswith("elements_per_thread  agrees in all")
            until = time.monotonic() + 4
            while not started.exists() and time.monotonic() < until:
                time.sleep(0.05)
            command.send_signal(getattr(signal, number))
            # The process that runs the function has the same standard error, up to its end.
            output, errors = command.communicate(timeout=30)
        finally:
            command.kill()
    assert (command.returncode, output, errors) == (status, "", "")


def test_help_tells_forms_and_status() -> None:
    shown = text("check", "--help")
    for words in (
        "BlockedEncoding",
        "tuple",
        "dict",
        f"{trial.CASE_SECONDS} seconds",
        "status is 0",
    ):
        assert words in shown
