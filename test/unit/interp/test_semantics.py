"""Functions checked around passes, and what counts as the same result."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlir_mini.dialects import arith, tt
from mlir_mini.interp import Arguments, Outcome, compare
from mlir_mini.interp.memory import Buffer
from mlir_mini.interp.outcome import at_least, format_tolerance
from mlir_mini.interp.semantics import (
    SemanticsCheck,
    rounding_tolerance,
    what_ran,
)
from mlir_mini.ir.core import BlockArgument, Operation
from mlir_mini.ir.floats import FORMATS, float_to_bits
from mlir_mini.ir.types import FloatType, Type, bf16, f16, f32, f64, i32
from mlir_mini.opt_main import opt_main
from mlir_mini.passmanager import Pass, run_passes
from passes import PASSES

from .broken import STORE, Broken, erase_store, swap
from .text import function, parse

ROOT = Path(__file__).resolve().parents[3]


def erase_function(op: Operation) -> None:
    if isinstance(op, tt.FuncOp) and op.attr("sym_visibility") is None:
        op.erase()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (swap, "changes what 'store' computes: argument #0, element 0"),
        (erase_store, "changes what 'store' computes: argument #0, element 0"),
        (erase_function, "leaves no public function 'store'"),
    ],
)
def test_what_goes_wrong_is_found(change: Any, message: str) -> None:
    check = SemanticsCheck(stop=False)
    run_passes(parse(STORE), [Broken(lambda op: None), Broken(change)], instrumentation=[check])
    [(pass_name, function, difference)] = check.differences
    assert (pass_name, function) == ("broken", "store")
    assert message in difference.message
    assert check.runs == (change is not erase_function)


@pytest.mark.parametrize(
    ("axes", "expected"),
    [
        ("x", "grid 6x1x1, programs 0 1 5, arguments #1 = "),
        ("xy", "grid 2x2x1, arguments #1 = "),
        ("", "grid 1x1x1, arguments #1 = "),
    ],
)
def test_the_note_says_what_ran(axes: str, expected: str) -> None:
    asked = "".join(f"%id_{axis} = tt.get_program_id {axis} : i32\n" for axis in axes)
    text = STORE.replace("%c1 = ", f"{asked} %c1 = ")
    check = SemanticsCheck(stop=False)
    run_passes(parse(text), [Broken(swap)], instrumentation=[check])
    [(_, _, difference)] = check.differences
    [note] = difference.notes
    assert note.message.startswith(f"run with seed 0, {expected}")


def test_a_grid_of_two_axes_names_its_programs() -> None:
    arguments = Arguments([], {}, (8, 8, 1), [(0, 0, 0), (1, 0, 0)])
    assert what_ran(3, arguments) == "run with seed 3, grid 8x8x1, programs (0, 0, 0) (1, 0, 0)"


def test_poison_that_a_pass_computes_ahead_of_time() -> None:
    text = """tt.func @f(%p: !tt.ptr<i32>, %n: i32) {
                %c32 = arith.constant 32 : i32
                %c1 = arith.constant 1 : i32
                %wide = arith.constant 100 : i32
                %small = arith.cmpi slt, %wide, %c32 : i32
                %r = scf.if %small -> (i32) {
                  %s = arith.shli %n, %wide : i32
                  scf.yield %s : i32
                } else {
                  scf.yield %n : i32
                }
                tt.store %p, %r : !tt.ptr<i32>
                tt.return
              }"""

    def hoist(op: Operation) -> None:
        if isinstance(op, arith.ShLIOp):
            assert op.parent_op is not None
            op.move_before(op.parent_op)

    def use(op: Operation) -> None:
        if isinstance(op, tt.StoreOp):
            assert op.block is not None
            shift = next(each for each in op.block.ops if isinstance(each, arith.ShLIOp))
            op.set_operand(1, shift.results[0])

    check = SemanticsCheck(stop=False)
    run_passes(parse(text), [Broken(hoist)], instrumentation=[check])
    assert (check.runs, check.differences) == (1, [])
    run_passes(parse(text), [Broken(hoist), Broken(use)], instrumentation=[check])
    assert len(check.differences) == 1


def test_passes_that_change_nothing_cost_no_run() -> None:
    check = SemanticsCheck(stop=False)
    run_passes(parse(STORE), [Broken(lambda op: None)] * 3, instrumentation=[check])
    assert (check.runs, check.differences, check.skipped) == (0, [], {})


def test_a_pass_says_that_it_rounds_otherwise() -> None:
    text = """tt.func @f(%x: f32, %y: f32, %z: f32) -> f32 {
                %s = arith.addf %x, %y : f32
                %r = arith.addf %s, %z : f32
                tt.return %r : f32
              }"""

    class Open(Broken):
        changes_rounding = True

    def reassociate(op: Operation) -> None:
        if isinstance(op, arith.AddFOp) and isinstance(op.rhs, BlockArgument):
            inner = op.lhs.defining_op
            if inner is not None:
                x, y, z = inner.operand(0), inner.operand(1), op.rhs
                inner.set_operands([y, z])
                op.set_operands([x, inner.results[0]])

    def double(op: Operation) -> None:
        if isinstance(op, arith.AddFOp):
            op.set_operands([op.rhs, op.rhs])

    def differences(seed: int, pass_: Pass) -> int:
        check = SemanticsCheck(seed, stop=False)
        run_passes(parse(text), [pass_], instrumentation=[check])
        assert check.runs == 1
        return len(check.differences)

    seed = next(n for n in range(20) if differences(n, Broken(reassociate)))
    assert differences(seed, Open(reassociate)) == 0
    assert differences(seed, Open(double)) == 1


def test_passes_that_round_otherwise() -> None:
    page = (ROOT / "docs" / "semantics.md").read_text()
    listed = set(re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE))
    assert listed == {row.name for row in PASSES if row.load().changes_rounding}


# What is the same ---------------------------------------------------------------------------------


def outcome(element: Type, *values: Any) -> Outcome:
    data = np.array(values)
    raw = data.view(np.uint8).copy()
    return Outcome([Buffer("argument #0", raw, 64, 64, element)], [], [], [], [])


def integers(*values: int) -> Outcome:
    return outcome(i32, *np.array(values, np.int32))


def floats(*values: float) -> Outcome:
    return outcome(f32, *np.array(values, np.float32))


def test_integers_are_exact() -> None:
    before, after = integers(1, 2), integers(1, 3)
    assert compare(before, before) is None
    found = compare(before, after, at_least(1.0))
    assert found is not None
    assert (found.what, found.index, found.before, found.after) == ("argument #0", 1, 2, 3)
    assert str(found) == "argument #0, element 1: 2 before, 3 after"


def test_floats_without_a_tolerance() -> None:
    assert compare(floats(1.0, np.nan), floats(1.0, -np.nan)) is None
    assert compare(floats(0.0), floats(-0.0)) is not None
    assert compare(floats(1.0), floats(np.nextafter(np.float32(1), np.float32(2)))) is not None


def test_floats_with_a_tolerance() -> None:
    tolerance = at_least(2.0**-14)
    assert compare(floats(1.0, 3.0), floats(1.0 + 2**-15, 3.0), tolerance) is None
    assert compare(floats(1.0, 3.0), floats(1.0 + 2**-11, 3.0), tolerance) is not None
    # What cancels is measured by what is usual in the buffer.
    assert compare(floats(0.0, 64.0), floats(2**-10, 64.0), tolerance) is None
    assert compare(floats(np.inf), floats(np.inf), tolerance) is None
    assert compare(floats(np.inf), floats(1.0), tolerance) is not None
    assert compare(floats(1.0), floats(np.nan), tolerance) is not None


def test_the_tolerance_is_that_of_the_type() -> None:
    def tolerance(type: Type) -> float:
        return 2.0**-50 if type is f64 else 2.0**-21

    def doubles(*values: float) -> Outcome:
        return outcome(f64, *np.array(values, np.float64))

    assert compare(doubles(1.0), doubles(1 + 2.0**-51), tolerance) is None
    assert compare(doubles(1.0), doubles(1 + 2.0**-45), tolerance) is not None
    assert compare(floats(1.0), floats(1 + 2.0**-22), tolerance) is None
    assert compare(floats(1.0), floats(1 + 2.0**-20), tolerance) is not None


def test_printed_floats_have_the_tolerance_of_their_type() -> None:
    def printed(value: Any) -> Outcome:
        return Outcome([], [], [], [((0, 0, 0), "x", [np.array(value)])], [])

    def tolerance(type: Type) -> float:
        return 2.0**-50 if type is f64 else 2.0**-9 if type is f16 else 0.0

    assert compare(printed(1.0), printed(1 + 2.0**-51), tolerance) is None
    assert compare(printed(1.0), printed(1 + 2.0**-45), tolerance) is not None
    one, next_one = np.float16(1), np.float16(1 + 2.0**-10)
    assert compare(printed(one), printed(next_one), tolerance) is None
    assert compare(printed(np.int32(1)), printed(np.int32(2)), tolerance) is not None


def test_narrow_formats_have_wider_steps() -> None:
    one, next_one = np.uint16(0x3F80), np.uint16(0x3F82)
    before, after = outcome(bf16, one), outcome(bf16, next_one)
    tolerance = at_least(2.0**-14)
    assert compare(before, after) is not None
    assert compare(before, after, tolerance) is None
    assert compare(before, outcome(bf16, np.uint16(0x3F90)), tolerance) is not None


NARROW = [name for name, fmt in FORMATS.items() if fmt.width <= 8]


@pytest.mark.parametrize("name", NARROW)
def test_narrowest_formats_may_be_neighbours(name: str) -> None:
    """Whatever the step between them: those of f8E5M2 are a quarter apart."""

    def stored(bits: int) -> Outcome:
        return outcome(FloatType(name), np.uint8(bits))

    one, tolerance = FORMATS[name].bias << FORMATS[name].mantissa_bits, at_least(2.0**-14)
    assert compare(stored(one), stored(one + 1)) is not None
    for near in (one - 1, one + 1):
        assert compare(stored(one), stored(near), tolerance) is None
    # An eighth of the magnitude, too, which is two steps of the finest.
    for far in (one - 3, one + 3) if FORMATS[name].width > 4 else (one - 2, one + 3):
        assert compare(stored(one), stored(far), tolerance) is not None
    if FORMATS[name].kind != "e8m0":
        sign = 1 << (FORMATS[name].width - 1)
        assert compare(stored(one), stored(one | sign), tolerance) is not None
        assert compare(stored(1), stored(1 | sign), tolerance) is not None
        assert compare(stored(1), stored(0), tolerance) is None
    if FORMATS[name].kind in ("ieee", "fn"):
        # Infinity or NaN is next to the largest number.
        top = float_to_bits(np.inf, name)
        assert compare(stored(top - 1), stored(top), tolerance) is not None


@pytest.mark.parametrize("name", [*FORMATS])
def test_zero_will_never_do(name: str) -> None:
    """However coarse the formats that a function rounds to."""
    tolerance = at_least(format_tolerance(FloatType(name)))
    assert compare(floats(1.0, -3.0), floats(0.0, -3.0), tolerance) is not None
    assert compare(floats(1.0), floats(0.8), tolerance) is not None


def test_a_store_of_zero_next_to_narrow_floats() -> None:
    text = """tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f8E5M2>, %x: f32) {
                %n = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E5M2
                tt.store %q, %n : !tt.ptr<f8E5M2>
                %zero = arith.constant 0.0 : f32
                %y = arith.addf %x, %x : f32
                tt.store %p, %y : !tt.ptr<f32>
                tt.return
              }"""

    class Open(Broken):
        changes_rounding = True

    def forget(op: Operation) -> None:
        if isinstance(op, tt.StoreOp) and isinstance(op.value.defining_op, arith.AddFOp):
            assert op.block is not None
            zero = next(each for each in op.block.ops if isinstance(each, arith.ConstantOp))
            op.set_operand(1, zero.results[0])

    check = SemanticsCheck(stop=False)
    run_passes(parse(text), [Open(forget)], instrumentation=[check])
    [(_, _, difference)] = check.differences
    assert "argument #0, element 0" in difference.message


def test_the_coarsest_rounding_counts() -> None:
    text = "tt.func @f(%x: TYPE) -> TYPE {{\n{}\ntt.return %y : TYPE\n}}"
    single, double = text.replace("TYPE", "f32"), text.replace("TYPE", "f64")
    fine = single.format("%y = arith.addf %x, %x : f32")
    coarse = single.format("%z = arith.truncf %x : f32 to f16\n%y = arith.extf %z : f16 to f32")
    coarsest = single.format(
        "%z = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E5M2\n%y = tt.fp_to_fp %z : f8E5M2 -> f32"
    )
    assert rounding_tolerance(function(double.format("%y = arith.addf %x, %x : f64"))) == 2.0**-40
    assert rounding_tolerance(function(fine)) == 2.0**-14
    assert rounding_tolerance(function(coarse)) == 4 * 2.0**-10
    assert rounding_tolerance(function(coarsest)) == 2.0**-3


def test_rounding_in_a_helper_counts() -> None:
    text = """tt.func private @helper(%x: f32) -> f32 {
                %z = arith.truncf %x : f32 to bf16
                %y = arith.extf %z : bf16 to f32
                tt.return %y : f32
              }
              tt.func private @other(%x: f32) -> f8E5M2 {
                %y = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E5M2
                tt.return %y : f8E5M2
              }
              tt.func @f(%x: f32) -> f32 {
                %y = tt.call @helper(%x) : (f32) -> f32
                tt.return %y : f32
              }"""
    assert rounding_tolerance(function(text)) == 4 * 2.0**-7


@pytest.mark.parametrize(("precision", "expected"), [("tf32", 2.0**-8), ("tf32x3", 2.0**-14)])
def test_operands_that_are_rounded_count(precision: str, expected: float) -> None:
    text = f"""tt.func @f(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {{
      %y = tt.dot %x, %x, %x, inputPrecision = {precision}
        : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
      tt.return %y : tensor<16x16xf32>
    }}"""
    assert rounding_tolerance(function(text)) == expected


# The command --------------------------------------------------------------------------------------


def mini_opt(*arguments: str, text: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = opt_main(arguments, PASSES, io.StringIO(text), out, err)
    return status, out.getvalue(), err.getvalue()


def test_the_flag_changes_no_output() -> None:
    plain = mini_opt("--coalesce", text=STORE)
    assert mini_opt("--coalesce", "--verify-semantics", text=STORE) == plain
    assert plain[0] == 0


def test_the_seed_is_a_number() -> None:
    status, _, err = mini_opt("--verify-semantics", "--seed=x", text=STORE)
    assert status == 1
    assert err == "mini-opt: for the --seed option: 'x' value invalid for uint argument!\n"


def test_without_numpy_one_line_says_so() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from passes.cli import main\n"
        "sys.argv = ['mini-opt', '--verify-semantics', '--cse']\n"
        "sys.exit(main())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], input=STORE, capture_output=True, text=True, cwd=ROOT
    )
    assert run.returncode == 1
    assert run.stderr == (
        "mini-opt: --verify-semantics needs numpy (pip install 'mini-opt[interp]')\n"
    )


def test_nobody_pays_who_doesn_t_ask() -> None:
    script = (
        "import sys\nfrom passes.cli import main\nsys.argv = ['mini-opt', '--cse']\n"
        "status = main()\nprint('numpy' in sys.modules, file=sys.stderr)\nsys.exit(status)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], input=STORE, capture_output=True, text=True, cwd=ROOT
    )
    assert (run.returncode, run.stderr) == (0, "False\n")
