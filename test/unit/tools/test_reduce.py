"""tools/reduce.py: what fails becomes small, and stays what it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mlir_mini.ir.core import Operation
from mlir_mini.ir.verifier import verify
from mlir_mini.syntax.printer import print_module
from reduction import edits
from reduction.lines import minimize, minimize_lines
from reduction.module import ModuleReducer, Unreadable, read
from reduction.trial import Trial
from reduction.wording import first_error, words

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools"))

import reduce

PROGRAM = """
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @other(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    tt.return %0 : i32
  }
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %c: i1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %q = tt.addptr %b, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %m = tt.call @other(%n) : (i32) -> i32
    %x = tt.load %q : tensor<64x!tt.ptr<f32>>
    %s = scf.for %i = %zero to %m step %one iter_args(%a = %x) -> (tensor<64xf32>) : i32 {
      %y = scf.if %c -> (tensor<64xf32>) {
        %e = math.exp %a : tensor<64xf32>
        scf.yield %e : tensor<64xf32>
      } else {
        scf.yield %a : tensor<64xf32>
      }
      scf.yield %y : tensor<64xf32>
    }
    tt.store %q, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""


def reduced(text: str, interesting: Callable[[str], bool]) -> str:
    reducer = ModuleReducer(text, interesting, lambda message: None)
    assert reducer.start()
    return reducer.run()


def body_of(text: str) -> list[str]:
    """The operations of a module of one function, without its return."""
    return [line.strip() for line in text.rstrip().splitlines()[2:-3]]


def test_operation_alone() -> None:
    """Loop, branch, call and memory go; the tensor has one element."""
    text = reduced(PROGRAM, lambda text: "math.exp" in text)
    assert body_of(text) in (
        ["%cst = arith.constant dense<0.000000e+00> : tensor<1xf32>",
         "%0 = math.exp %cst : tensor<1xf32>"],
        ["%0 = math.exp %arg0 : tensor<1xf32>"],
    )  # fmt: skip
    assert "divisibility" not in text
    assert "@other" not in text
    verify(read(text))


def test_what_belongs_together_stays() -> None:
    text = reduced(PROGRAM, lambda text: "scf.for" in text and "math.exp" in text)
    names = {op.name for op in read(text).walk()}
    assert {"scf.for", "math.exp"} <= names
    assert not names & {"scf.if", "tt.load", "tt.store", "tt.call"}


def test_unregistered_dialect() -> None:
    text = """
      %0 = "my.source"() : () -> i32
      %1 = "my.wrap"(%0) ({
      ^bb0(%a: i32):
        %2 = "my.bad"(%a) {note = 1 : i32, other} : (i32) -> i32
        "my.end"(%2) : (i32) -> ()
      }) : (i32) -> i32
      "my.sink"(%1) : (i32) -> ()
    """
    small = reduced(text, lambda text: "my.bad" in text)
    (operation,) = [op for op in read(small).walk() if op.name.startswith("my.")]
    assert operation.name == "my.bad"
    assert not operation.attributes


def test_sizes_that_matter_stay() -> None:
    text = reduced(PROGRAM, lambda text: "tensor<16x" in edits.resized(text, 64, 16))
    assert "64" in text
    assert len(body_of(text)) <= 2


def test_not_a_module() -> None:
    with pytest.raises(Unreadable):
        read("module { this is none }")
    text = "a\nb\nmodule {\nc\n"
    assert minimize_lines(text, lambda part: "b\n" in part and "c" in part) == "b\nc\n"


def test_minimize() -> None:
    tried: list[list[int]] = []

    def interesting(items: list[int]) -> bool:
        tried.append(items)
        return {3, 17} <= set(items)

    assert minimize(range(32), interesting) == [3, 17]
    assert len(tried) < 32
    assert minimize([1], lambda items: True) == []


# Edits


def module_of(body: str) -> Operation:
    return read(f"tt.func @f(%c: i1, %x: i32, %y: i32) -> i32 {{\n{body}\n}}")


def find(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def test_remove_takes_an_operand() -> None:
    module = module_of("%0 = arith.muli %y, %x : i32\ntt.return %0 : i32")
    assert edits.remove(find(module, "arith.muli"))
    assert "tt.return %arg2" in print_module(module)


def test_constant_in_use_stays() -> None:
    module = module_of("%0 = arith.constant 5 : i32\ntt.return %0 : i32")
    assert not edits.remove(find(module, "arith.constant"))


def test_inline_region_of_a_loop() -> None:
    module = module_of(
        """%r = scf.for %i = %x to %y step %x iter_args(%a = %y) -> (i32) : i32 {
             %s = arith.addi %i, %a : i32
             scf.yield %s : i32
           }
           tt.return %r : i32"""
    )
    loop = find(module, "scf.for")
    assert edits.inline_region(loop, loop.regions[0])
    verify(module)
    assert not any(op.name.startswith("scf.") for op in module.walk())
    assert find(module, "tt.return").operand(0) is find(module, "arith.addi").result


@pytest.mark.parametrize("way", [0, 1])
def test_go_one_way(way: int) -> None:
    module = module_of(
        """cf.cond_br %c, ^a(%x : i32), ^b
         ^a(%v: i32):
           tt.return %v : i32
         ^b:
           tt.return %y : i32"""
    )
    assert edits.go_one_way(find(module, "cf.cond_br"), way)
    function = find(module, "tt.func")
    assert len(function.regions[0].blocks) == 2
    assert edits.merge_block(function.regions[0].blocks[1])
    verify(module)
    arguments = function.regions[0].first_block.arguments
    assert find(module, "tt.return").operand(0) is arguments[way + 1]


def test_drop_argument() -> None:
    module = module_of("tt.return %y : i32")
    function = find(module, "tt.func")
    assert not edits.drop_argument(function, 2)
    assert edits.drop_argument(function, 0)
    verify(module)
    assert "@f(%arg0: i32, %arg1: i32) -> i32" in print_module(module)


def test_resized() -> None:
    text = "tensor<64x164x64xf32> !ttg.memdesc<64x8xf16, #x> {end = 64 : i32, start = 0 : i32} 64"
    assert edits.resized(text, 64, 32) == (
        "tensor<32x164x32xf32> !ttg.memdesc<32x8xf16, #x> {end = 32 : i32, start = 0 : i32} 64"
    )
    assert edits.sizes(text) == [164, 64, 8]


# The command line

FAILS_ON = """
import pathlib, sys
text = pathlib.Path(sys.argv[-1]).read_text()
print("seen", sys.argv[-1])
if "tt.store" in text:
    print("stored in", sys.argv[-1])
    print("input.mlir:1:2: error: what", text.count("tt.store"), "@f", "does", file=sys.stderr)
sys.exit(7 if "tt.store" in text else 0)
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    script = tmp_path / "fails.py"
    script.write_text(FAILS_ON)
    return [sys.executable, "-S", str(script)]


def test_command(tmp_path: Path, command: list[str]) -> None:
    source, target = tmp_path / "big.mlir", tmp_path / "small.mlir"
    source.write_text("module {\n}\n// -----\n" + PROGRAM)
    assert reduce.main([*command, str(source), "-o", str(target)]) == 0
    assert "tt.store" in target.read_text()
    assert len(body_of(target.read_text())) <= 3


def test_command_that_succeeds(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "fine.mlir"
    source.write_text("module {\n}\n")
    assert reduce.main([*command, "{}", str(source)]) == 1
    assert capsys.readouterr().err == "reduce: the command succeeds\n"


def test_trial(command: list[str]) -> None:
    trial = Trial(command, match=r"^stored in .*\.mlir$")
    assert trial.start("a tt.store") is None
    assert trial.kept() == r"the output matches '^stored in .*\.mlir$'"
    assert trial.interesting("another tt.store")
    problem = Trial(command, match="nothing").start("tt.store")
    assert problem == "the output of the command does not match: `what 1 @f does`"
    problem = Trial(command, status=7).start("tt.load")
    assert problem == "the command ends with status 0, not 7: `seen input.mlir`"
    status = Trial(command)
    assert status.start("tt.store") is None
    assert status.kept() == "the command ends with status 7 and says 'error: what N @_ does' first"
    assert status.interesting("tt.store x tt.store")
    assert not status.interesting("tt.load")


ANOTHER = """
import pathlib, sys
text = pathlib.Path(sys.argv[-1]).read_text()
for name in ("bad", "worse"):
    if name in text:
        print("input.mlir:1:2: error: it is", name, file=sys.stderr)
        sys.exit(1)
"""


def test_another_error_is_another_failure() -> None:
    trial = Trial([sys.executable, "-S", "-c", ANOTHER])
    assert trial.start("bad\nworse\n") is None
    assert trial.interesting("bad")
    assert not trial.interesting("worse")
    status = Trial([sys.executable, "-S", "-c", ANOTHER], status=1)
    assert status.start("bad") is None
    assert status.kept() == "the command ends with status 1"
    assert status.interesting("worse")


@pytest.mark.parametrize(
    ("code", "options", "said"),
    [
        ("sys.exit('no such flag')", {}, "no such flag`; use --match"),
        ("sys.exit('usage\\nx: error: flag')", {}, "flag`; use --match"),
        ("sys.exit(3)", {"status": 3}, "(nothing)`; use --match"),
        ("print('ready')", {"match": "ready"}, "ready`; use another --match"),
        # Only an empty file is refused, only an empty module.
        ("text or sys.exit('none')", {"match": "none|x"}, "none`; use another --match"),
        ("'module' in text and print('x')", {"match": "x"}, "x`; use another --match"),
    ],
)
def test_failing_on_nothing(code: str, options: dict[str, Any], said: str) -> None:
    """What fails on an empty input as on the given one can't be made small."""
    script = f"import sys; text = open(sys.argv[-1]).read(); 'x' in text and print('x'); {code}"
    problem = Trial([sys.executable, "-S", "-c", script], **options).start("module x")
    assert problem is not None
    assert problem == f"the command fails on an empty input as well: `{said}"


def test_words() -> None:
    assert words(
        "'tt.load' op of '%b#1' in @f, '@\"a b\"': got 2 x -1.5e-3, want [1, 4], 16x16"
    ) == ("'tt.load' op of '%_' in @_, '@_': got N x N, want [N], N")
    assert words("got 'tensor<64x!tt.ptr<f32>, #blocked>' and '(i32) -> !tt.ptr<f32>'") == words(
        "got 'tensor<1x!tt.ptr<f16>, #mma>' and '(i32) -> !tt.ptr<i8>'"
    )
    assert words("#blocked of <() -> i32>") == "#_ of <_>"
    assert words("expected ')'") != words("expected '}'")


def test_first_error() -> None:
    assert first_error("a:1:2: warning: x\na:1:2: error: y z\nb: error: q\n") == "y z"
    assert first_error("LLVM ERROR: out of it\n") == "out of it"
    raised = "Traceback (most recent call last):\n  File 1\n    x\nValueError: bad 7\n"
    assert first_error("seen\n" + raised) == "ValueError: bad 7"
    assert first_error("no mistake\n") is None


UNDECLARED = """module {
  tt.func @g(%x: i32) -> i32 {
    tt.return %x : i32
  }
  tt.func @f(%x: i32) -> i32 {
    %c = arith.addi %b, %x : i32
    tt.return %x : i32
  }
}
"""
MINI = [sys.executable, "-m", "passes.cli"]


def test_an_unreadable_text_keeps_its_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    source = tmp_path / "bad.mlir"
    source.write_text(UNDECLARED)
    assert reduce.main(["--", *MINI, "--coalesce", str(source)]) == 0
    out, err = capsys.readouterr()
    assert "arith.addi %b" in out
    assert "tt.return %x" not in out
    assert err == (
        "reduce: what stays: the command ends with status 1 and says "
        "'error: use of undeclared SSA value name' first\n"
    )


def test_a_command_with_a_slip_is_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    source = tmp_path / "fine.mlir"
    source.write_text(PROGRAM)
    assert reduce.main(["--", *MINI, "--coalese", str(source)]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("reduce: the command fails on an empty input as well: `mini-opt: unknown")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cat", "nofile.mlir"], "nofile.mlir: No such file or directory"),
        (["no-such-command", __file__], "no command 'no-such-command': No such file or directory"),
        (["--match", "(", "cat", __file__], "argument --match: no regular expression: '(': "),
        (["cat"], "a command and a file are needed"),
        (["-o", "/nodir/out", "cat", __file__], "/nodir/out: no folder /nodir"),
    ],
)
def test_what_is_not_there(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        reduce.main(arguments)
    assert end.value.code == 2
    assert f": error: {said}" in capsys.readouterr().err


def test_timeout_is_a_failure() -> None:
    script = "import sys, time; 'slow' in open(sys.argv[-1]).read() and time.sleep(9)"
    trial = Trial([sys.executable, "-S", "-c", script], timeout=1)
    assert trial.start("slow x") is None
    assert trial.kept() == "the command ends with a timeout"
    assert trial.interesting("slow y")
    assert not trial.interesting("y")
