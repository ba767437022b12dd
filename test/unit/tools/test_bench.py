"""`tools/bench.py`: its inputs, its statistics, and the way from times to a table and back."""

from __future__ import annotations

import random
import re
import shlex
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from benchmarks import inputs, paired

pyperf = pytest.importorskip("pyperf", reason="the extra bench")

import bench  # noqa: E402


def test_kernels_are_long_enough_and_read_back() -> None:
    for lines in (10, 300, 1000):
        text = inputs.kernels(lines)
        assert lines <= text.count("\n") < lines + 100
        module = inputs.parse(text)
        names = [op.properties["sym_name"] for op in module.regions[0].ops]
        assert len(set(names)) == len(names)


def test_generic_text_says_the_same() -> None:
    text = inputs.kernels(100)
    again = inputs.generic(text)
    assert '"tt.load"(' in again
    assert inputs.print_module(inputs.parse(again)) + "\n" == text


def test_arithmetic_has_an_operation_a_line() -> None:
    module = inputs.parse(inputs.arithmetic(50))
    assert sum(op.name == "arith.addi" for op in module.walk()) == 50


def test_interval_by_the_sign_test() -> None:
    # Tables of the sign test: values to leave off at each end for 95 %.
    assert [paired._rank(n) for n in (2, 5, 6, 8, 9, 12, 15, 20, 25)] == [
        0,
        0,
        0,
        0,
        1,
        2,
        3,
        5,
        7,
    ]


def test_interval_covers_the_median() -> None:
    rng = random.Random(7)
    missed = 0
    for _ in range(400):
        found = paired.ratio([rng.lognormvariate(0, 0.3) for _ in range(15)], [1.0] * 15)
        assert found.low <= found.middle <= found.high
        missed += not found.low <= 1 <= found.high
    assert missed <= 0.05 * 400 + 15


def test_ratio_is_of_neighbouring_runs() -> None:
    # The machine slows down tenfold in the middle; each pair still says two.
    theirs = [1.0] * 5 + [10.0] * 5
    found = paired.ratio([2 * t for t in theirs], theirs)
    assert found == (2.0, 2.0, 2.0)


def test_sides_take_turns() -> None:
    order: list[str] = []

    def runner(name: str) -> paired.Runner:
        def run() -> paired.Times:
            order.append(name)
            return paired.Times(1.0, 1.0)

        return run

    paired.take_turns(runner("a"), runner("b"), 4)
    assert "".join(order) == "ab" + "abba" * 2


def test_a_command_that_fails_is_no_result(tmp_path: Path) -> None:
    run = paired.command(["sh", "-c", "echo no such thing >&2; exit 3"], tmp_path)
    with pytest.raises(paired.BenchmarkError, match="status 3: no such thing"):
        run()


def test_fresh_folders(tmp_path: Path) -> None:
    script = 'test -d "$HERE" && test -z "$(ls "$HERE")" && touch "$HERE/used"'
    run = paired.command(["sh", "-c", script], tmp_path, {"HERE": "{fresh}"})
    for _ in range(2):
        assert run().wall > 0


@pytest.fixture
def result() -> bench.Result:
    ours = [paired.Times(0.2 + n / 100, 0.1) for n in range(6)]
    theirs = [paired.Times(0.1, 0.1) for _ in range(6)]
    found = bench.Result("lines: some", ("by line", "of the other"), (ours, theirs))
    found.work = (4, 2)
    found.most, found.bar = 1.0, "<= 1"
    return found


def test_ratio_by_unit_of_work(result: bench.Result) -> None:
    assert result.ratio("wall").middle == pytest.approx(median(1 + n / 20 for n in range(6)))
    assert result.misses("wall")
    assert not result.misses("cpu")
    assert result.row("wall")[-1] == "<= 1: MISSED"


def test_stored_results_read_back(result: bench.Result, tmp_path: Path) -> None:
    file = tmp_path / "times.json"
    bench.store([result], file)
    (again,) = bench.load(file)
    for clock in paired.Times._fields:
        assert again.row(clock) == result.row(clock)
    names = {b.get_name() for b in pyperf.BenchmarkSuite.load(str(file))}
    assert "lines: some [by line, wall]" in names


def test_profile_of_a_stage(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--profile", "stages: parse"]) == 0
    assert "lalr.py" in capsys.readouterr().out


def test_a_run_of_few_rounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "times.json"
    assert bench.main(["stages", "--only", "lex", "--rounds", "3", "--json", str(file)]) == 0
    table = capsys.readouterr().out
    assert "stages: lex" in table
    assert bench.main(["--show", str(file)]) == 0
    assert capsys.readouterr().out == table


def test_commands_of_the_page_are_accepted() -> None:
    page = (inputs.ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    lines = re.findall(r"^python tools/bench\.py ?(.*)$", page, re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        options = bench.parse_command_line(shlex.split(line, comments=True))
        assert set(options.groups) <= set(bench.GROUPS)


def test_sizes_grow() -> None:
    assert all(a < b for a, b in pairwise(bench.LENGTHS))
