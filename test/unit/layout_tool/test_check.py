"""The drill as functions, and other people's versions of them compared with ours."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tool import answer, run, text

from mlir_mini.layout import BlockedEncoding, LayoutError, drill
from mlir_mini.layout.drill_check import cases, check_function, check_functions, same

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


@pytest.mark.parametrize(("expected", "got"), [(4, 4), (4, 4.0), ("none", "none")])
def test_equal_results(expected: Any, got: Any) -> None:
    assert same(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"), [(4, 5), (4, 4.5), (1, True), (4, None), (4, "4"), ("none", "None")]
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
