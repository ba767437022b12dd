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


def usage_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as end:
        bench.main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("mode", [[], ["--check"], ["--list"]])
def test_a_name_that_no_case_has(mode: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    error = usage_error(["start-up", "--only", "no such case", *mode], capsys)
    assert "no case of that name" in error


def test_a_name_that_no_case_has_to_profile(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no case of that name" in usage_error(["start-up", "--profile", "no such"], capsys)
    # These have nothing to profile.
    assert "no case of that name" in usage_error(["cache", "--profile", "cache"], capsys)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["upstream-tests"], "upstream-tests needs --triton-src"),
        (["against"], "against needs --against"),
        (["lines", "--lengths", "100"], "lines needs two --lengths"),
        (["--only", "against: ", "--lengths", "9,10"], "against needs --against"),
        (["lines", "--lengths", "200,100"], "--lengths"),
        (["start-up", "--rounds", "0"], "--rounds"),
        (["process", "--input", "no-such-file"], "--input: no file"),
        (["against", "--against", "{folder}"], "--against: no file"),
        (["upstream-tests", "--triton-src", "{folder}"], "--triton-src: no file"),
    ],
)
def test_what_can_measure_nothing(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [each.format(folder=tmp_path) for each in arguments]
    assert message in usage_error(given, capsys)


def test_a_case_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.mlir"
    broken.write_text("no module\n")
    arguments = ["process", "--only", "coalesce broken", "--rounds", "1", "--input", str(broken)]
    assert bench.main(arguments) == 1
    out, err = capsys.readouterr()
    assert "NOT MEASURED: process: --tritongpu-coalesce broken.mlir: " in err
    assert not out
    # Both stages are tried, the second in another process.
    stages = ["stages", "--only", ", 1 lines", "--rounds", "1", "--input", str(broken)]
    stages += ["--lengths", "10"]
    assert bench.main(stages) == 1
    assert capsys.readouterr().err.count("NOT MEASURED: stages: ") > 4


def test_a_case_whose_profiled_command_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.mlir"
    broken.write_text("no module\n")
    assert bench.main(["process", "--profile", "coalesce broken", "--input", str(broken)]) == 1
    assert "status 1" in capsys.readouterr().err


def test_a_python_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MINI_OPT_TRITON_PYTHON", "/no/such/python")
    for group, name in (("process", "coalesce vecadd"), ("library", "read, print")):
        assert bench.main([group, "--only", name, "--rounds", "1"]) == 1
        assert "NOT MEASURED: " in capsys.readouterr().err


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No triton and no xDSL in any Python."""
    folder = tmp_path / "modules"
    folder.mkdir()
    for name in ("triton", "xdsl"):
        text = f"raise ModuleNotFoundError('no {name}', name='{name}')\n"
        (folder / f"{name}.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.delenv("MINI_OPT_TRITON_PYTHON", raising=False)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("group", "name", "cases", "needs"),
    [
        ("process", "coalesce vecadd", 1, "'.[upstream]'"),
        ("library", "coalesce", 1, "'.[upstream]'"),
        ("xdsl", "arith", 2, "'.[bench]'"),
    ],
)
def test_what_an_optional_dependency_is_missing_for(
    group: str, name: str, cases: int, needs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for flags, status in (([], 0), (["--check"], 1)):
        assert bench.main([group, "--only", name, "--rounds", "1", *flags]) == status
        err = capsys.readouterr().err
        assert err.count("NOT MEASURED: ") == err.count(f"pip install {needs}") >= cases


@pytest.mark.usefixtures("bare")
def test_no_file_of_no_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "times.json"
    arguments = ["process", "--only", "coalesce vecadd", "--rounds", "1", "--json", str(file)]
    assert bench.main(arguments) == 1
    assert not file.exists()
    assert "NOT WRITTEN" in capsys.readouterr().err


def test_a_worker_that_breaks_is_no_missing_dependency(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "xdsl.py").write_text("import no_such_module\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    job = {"task": "parse-print-generic", "file": str(tmp_path / "xdsl.py")}
    with paired.Workers() as workers:
        for _ in range(2):
            with pytest.raises(paired.BenchmarkError, match=r"xdsl died of .* status 1") as caught:
                workers.runner("xdsl", job)()
            assert not isinstance(caught.value, paired.AbsentError)


def test_check_of_stored_results(
    result: bench.Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "times.json")
    bench.store([result], Path(file))
    assert bench.main(["--show", file]) == 0
    assert bench.main(["--show", file, "--check"]) == 1
    assert bench.main(["--show", file, "--check", "--clock", "cpu"]) == 0
    result.most = None
    bench.store([result], Path(file))
    assert bench.main(["--show", file]) == 0
    assert not capsys.readouterr().err
    assert bench.main(["--show", file, "--check"]) == 1
    assert "NOTHING CHECKED" in capsys.readouterr().err


def test_groups_that_are_left_out_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for group in set(bench.GROUPS) - {"start-up"}:
        monkeypatch.setitem(bench.GROUPS, group, lambda settings: iter(()))
    assert bench.main(["--rounds", "1"]) == 0
    said = capsys.readouterr().err
    assert "NOT RUN: upstream-tests: needs --triton-src" in said
    assert "NOT RUN: against: needs --against" in said
