"""``--load-pass-plugin``: passes and operations out of a user's own file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES
from passes.cse import CSE

PLUGIN = '''
from mlir_mini.dialects import tt
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.types import i32
from mlir_mini.passmanager import Option, Pass
from mlir_mini.spec.fields import operand, result, same_as
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("mine")


class TwiceOp(Op):
    name = "mine.twice"
    value = operand()
    result_ = result(type=same_as("value"), name="result")
    assembly_format = "WORD $value attr-dict `:` type($value)"


dialect.add_ops(vars())


class CountLoads(Pass):
    """Number the loads."""

    name = "count-loads"
    aliases = ("loads",)
    start = Option(int, 0, "number of the first load")

    def run(self, module, am):
        loads = [op for op in module.walk() if isinstance(op, tt.LoadOp)]
        for number, load in enumerate(loads, self.start):
            load.attributes["mine.number"] = IntegerAttr(number, i32)
'''

KERNEL = """\
module {
  tt.func @f(%arg0: !tt.ptr<f32>, %arg1: i32) {
    %0 = tt.load %arg0 : !tt.ptr<f32>
    %1 = mine.twice WORD%arg1 : i32
    tt.return
  }
}
"""


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = opt_main(arguments, PASSES, io.StringIO(stdin), out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    file = tmp_path / "plugin.py"
    file.write_text(PLUGIN.replace("WORD ", ""))
    return file


@pytest.mark.parametrize("flag", ["--count-loads", "--loads"])
def test_pass_and_operation(plugin: Path, flag: str) -> None:
    text = KERNEL.replace("WORD", "")
    status, out, err = run(f"--load-pass-plugin={plugin}", f"{flag}=start=3", stdin=text)
    assert (status, err) == (0, "")
    assert out.rstrip() == text.replace("%arg0 :", "%arg0 {mine.number = 3 : i32} :").rstrip()


def test_another_format_is_read_in_the_same_process(plugin: Path) -> None:
    plugin.write_text(PLUGIN.replace("WORD", "`of`"))
    text = KERNEL.replace("WORD", "of ")
    status, out, err = run(f"--load-pass-plugin={plugin}", stdin=text)
    assert (status, err) == (0, "")
    assert out.rstrip() == text.rstrip()


@pytest.mark.parametrize(
    ("flag", "line"),
    [
        ("--list-passes", "count-loads loads"),
        ("--help", "  --count-loads, --loads                 Number the loads."),
    ],
)
def test_listed(plugin: Path, flag: str, line: str) -> None:
    status, out, _ = run(f"--load-pass-plugin={plugin}", flag)
    assert status == 0
    assert line in out.splitlines()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "no such Python file"),
        ("x = 1 / 0", "ZeroDivisionError: division by zero"),
        ("x = 1", "declares no Pass with a name"),
    ],
)
def test_bad_plugins(tmp_path: Path, text: str | None, complaint: str) -> None:
    file = tmp_path / "plugin.py"
    if text is not None:
        file.write_text(text)
    status, out, err = run(f"--load-pass-plugin={file}")
    assert (status, out) == (1, "")
    assert complaint in err


RAISING = """
from mlir_mini.dialects import arith
from mlir_mini.passmanager import Pass


def fail():
    raise ValueError("boom")


class Mine(Pass):
    name = "mine"

    def run(self, module, am):
        fail()


class Endless(Pass):
    name = "endless"

    def run(self, module, am):
        self.run(module, am)


class Report(Pass):
    name = "mine-report"

    def run(self, module, am):
        pass

    def report(self, before, module):
        return ["all is well"]


class Steps(Pass):
    name = "mine-steps"

    def steps(self, module):
        yield 1 // 0
"""


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("mine", "the pass 'mine' (FILE:7) raised ValueError: boom"),
        ("endless", "the pass 'endless' (FILE:21) raised RecursionError: "),
        ("mine-steps", "FILE:38 raised ZeroDivisionError: "),
    ],
)
def test_exceptions_are_the_plugins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, complaint: str
) -> None:
    monkeypatch.delenv("MINI_OPT_TRACEBACK", raising=False)
    file = tmp_path / "raising.py"
    file.write_text(RAISING)
    status, out, err = run(f"--load-pass-plugin={file}", f"--{name}", stdin="module {}")
    first = err.splitlines()[0]
    assert (status, out) == (1, "")
    assert first.startswith(f"<stdin>:1:1: error: {complaint.replace('FILE', str(file))}")
    assert first.endswith("(MINI_OPT_TRACEBACK=1 shows where)")


def test_relative_path_is_shown_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINI_OPT_TRACEBACK", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("raising.py").write_text(RAISING)
    _, _, err = run("--load-pass-plugin=./raising.py", "--mine", stdin="module {}")
    assert "the pass 'mine' (./raising.py:7) raised ValueError: boom" in err


def test_exceptions_of_our_own_passes_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MINI_OPT_TRACEBACK", raising=False)
    file = tmp_path / "raising.py"
    file.write_text(RAISING)

    def broken(self: CSE, module: object, am: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(CSE, "run", broken)
    status, _, err = run(f"--load-pass-plugin={file}", "--cse", stdin="module {}")
    assert status == 1
    expected = "error: internal error: KeyError: 'lost' in the pass 'cse' (set MINI_OPT_TRACEBACK=1"
    assert expected in err
    assert "please report the input" in err


def test_report_of_a_plugin_is_one(tmp_path: Path) -> None:
    file = tmp_path / "raising.py"
    file.write_text(RAISING)
    _, _, err = run(f"--load-pass-plugin={file}", "--mine-report", "--report", stdin="module {}")
    assert err == "mine-report: all is well\n"


def test_other_files_are_no_plugins(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("x = 1")
    _, _, err = run(f"--load-pass-plugin={file}")
    assert err == f"mini-opt: cannot load pass plugin '{file}': is not a .py file\n"
