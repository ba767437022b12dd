"""``--load-pass-plugin``: passes and operations out of a user's own file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mlir_mini.opt_main import opt_main
from passes import PASSES

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
