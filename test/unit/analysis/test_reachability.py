"""Constants, folds and what they leave reachable."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.dataflow import DataFlowSolver
from mlir_mini.analysis.reachability import (
    NOT_CONSTANT,
    ConstantPropagation,
    DeadCode,
)
from mlir_mini.dialects.scf import ForOp
from mlir_mini.ir.attributes import IntegerAttr
from mlir_mini.ir.core import Operation

PRELUDE = """
  %t = arith.constant true
  %f = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %m1 = arith.constant -1 : i32
  %min = arith.constant -2147483648 : i32
  %max = arith.constant 2147483647 : i32
"""


def trip_count(op: Operation) -> int | None:
    assert isinstance(op, ForOp)
    return op.static_trip_count()


def run(module: Operation) -> tuple[DataFlowSolver, ConstantPropagation]:
    solver = DataFlowSolver()
    constants = ConstantPropagation(solver)
    solver.load(DeadCode(solver, constants))
    solver.load(constants)
    function = next(op for op in module.walk() if op.name == "tt.func")
    solver.run(function)
    return solver, constants


@pytest.fixture
def constant(function_text):
    """Finds the constant of the operation tagged ``x``, or None."""

    def find(body: str) -> int | None:
        text = function_text(PRELUDE + body, "%n: i32, %m: i32, %b: i1, %x: f32")
        _, constants = run(text.module)
        fact = constants.lattice(text.value("x")).fact
        assert fact is not None, "not reached"
        return None if fact is NOT_CONSTANT else fact.value

    return find


FOLDS = [
    ("arith.addi %c5, %m1", 4),
    ("arith.addi %n, %c0", None),
    ("arith.addi %max, %c1", -2147483648),
    ("arith.subi %n, %n", 0),
    ("arith.muli %n, %c0", 0),
    ("arith.muli %c0, %n", None),
    ("arith.divsi %c0, %n", 0),
    ("arith.divsi %n, %n", 1),
    ("arith.divsi %c0, %c0", 0),
    ("arith.divsi %min, %m1", None),
    ("arith.divui %c5, %c0", None),
    ("arith.remsi %n, %c1", 0),
    ("arith.remsi %n, %n", 0),
    ("arith.remui %c5, %c0", None),
    ("arith.andi %n, %c0", 0),
    ("arith.andi %n, %m1", None),
    ("arith.ori %n, %m1", -1),
    ("arith.ori %m1, %n", None),
    ("arith.xori %n, %n", 0),
    ("arith.minsi %n, %min", -2147483648),
    ("arith.maxsi %n, %max", 2147483647),
    ("arith.minui %n, %c0", 0),
    ("arith.maxui %n, %m1", -1),
    ("arith.maxsi %n, %min", None),
    ("arith.shli %c0, %n", 0),
    ("arith.shli %n, %n", None),
    ("arith.shrsi %m1, %n", -1),
    ("arith.shrui %m1, %n", None),
    ("arith.shrui %n, %n", 0),
]


@pytest.mark.parametrize(("expression", "result"), FOLDS)
def test_fold(constant, expression: str, result: int | None):
    assert constant(f'%y = {expression} {{tag = "x"}} : i32') == result


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ('%d = arith.subi %c5, %n : i32\n%y = arith.addi %d, %n {tag = "x"} : i32', 5),
        ('%d = arith.subi %c5, %n : i32\n%y = arith.addi %n, %d {tag = "x"} : i32', 5),
        ('%d = arith.addi %n, %c5 : i32\n%y = arith.subi %d, %n {tag = "x"} : i32', 5),
        ('%d = arith.muli %c5, %n overflow<nsw> : i32\n%y = arith.divsi %d, %n {tag="x"} : i32', 5),
        ('%d = arith.muli %c5, %n : i32\n%y = arith.divsi %d, %n {tag = "x"} : i32', None),
        ('%d = arith.xori %c5, %n : i32\n%y = arith.xori %n, %d {tag = "x"} : i32', 5),
        ('%d = arith.xori %n, %m1 : i32\n%y = arith.andi %d, %n {tag = "x"} : i32', 0),
        ('%d = arith.xori %n, %m1 : i32\n%y = arith.ori %n, %d {tag = "x"} : i32', -1),
        ('%d = arith.andi %n, %m : i32\n%y = arith.andi %d, %n {tag = "x"} : i32', None),
        ('%y = arith.cmpi sle, %n, %n {tag = "x"} : i32', 1),
        ('%y = arith.cmpi ult, %n, %n {tag = "x"} : i32', 0),
        ('%y = arith.cmpi ult, %c5, %m1 {tag = "x"} : i32', 1),
        ('%e = arith.extui %t : i1 to i32\n%y = arith.cmpi ne, %e, %c0 {tag = "x"} : i32', 1),
        ('%y = arith.cmpi ne, %t, %f {tag = "x"} : i1', 1),
        ('%y = arith.cmpi eq, %b, %t {tag = "x"} : i1', None),
        ('%y = arith.cmpf ult, %x, %x {tag = "x"} : f32', None),
        ('%g = arith.constant 1.0 : f32\n%y = arith.cmpf oge, %g, %g {tag = "x"} : f32', 1),
        ('%g = arith.constant 0x7FC00000 : f32\n%y = arith.cmpf une, %g, %g {tag = "x"} : f32', 1),
        ('%y = arith.select %b, %c5, %c5 {tag = "x"} : i32', 5),
        ('%y = arith.select %f, %c5, %c1 {tag = "x"} : i32', 1),
        ('%y = arith.select %b, %c5, %c1 {tag = "x"} : i32', None),
        ('%p = ub.poison : i32\n%y = arith.select %b, %p, %c1 {tag = "x"} : i32', 1),
        ('%q = arith.cmpi eq, %n, %c5 : i32\n%y = arith.select %q, %n, %c5 {tag = "x"} : i32', 5),
        ('%w = arith.extsi %m1 : i32 to i64\n%y = arith.trunci %w {tag = "x"} : i64 to i32', -1),
        ('%y = arith.extui %m1 {tag = "x"} : i32 to i64', 4294967295),
        ('%y = arith.index_cast %m1 {tag = "x"} : i32 to index', -1),
        (
            '%s = tt.splat %c5 : i32 -> tensor<4xi32>\n%y = arith.addi %c5, %c5 {tag = "x"} : i32',
            10,
        ),
    ],
)
def test_fold_of_more(constant, body: str, result: int | None):
    assert constant(body) == result


def test_one_branch_of_a_constant_condition(function_text):
    text = function_text(
        PRELUDE
        + """
        %r = scf.if %t -> i32 {
          %a = arith.addi %c1, %c1 {tag = "then"} : i32
          scf.yield %a : i32
        } else {
          %a = arith.addi %n, %n {tag = "else"} : i32
          scf.yield %a : i32
        } {tag = "if"}""",
        "%n: i32",
    )
    solver, constants = run(text.module)
    for tag, live in (("then", True), ("else", False)):
        block = text.op(tag).block
        assert block is not None
        assert solver.executable(block).live is live
    assert constants.lattice(text.value("if")).fact == IntegerAttr(2, text.value("if").type)


def test_constant_that_a_loop_changes(function_text):
    text = function_text(
        PRELUDE
        + """
        %r:2 = scf.for %i = %n to %m step %c1 iter_args(%a = %c0, %b = %c5) -> (i32, i32) : i32 {
          %next = arith.addi %a, %c1 : i32
          scf.yield %next, %b : i32, i32
        } {tag = "loop"}""",
        "%n: i32, %m: i32",
    )
    _, constants = run(text.module)
    changed, kept = text.op("loop").results
    assert constants.lattice(changed).fact is NOT_CONSTANT
    assert constants.lattice(kept).fact == IntegerAttr(5, kept.type)


def test_blocks_behind_a_constant_branch(function_text):
    text = function_text(
        PRELUDE
        + """
        cf.cond_br %f, ^yes, ^no
      ^yes:
        %a = arith.addi %c1, %c1 {tag = "yes"} : i32
        cf.br ^end
      ^no:
        %b = arith.addi %c1, %c1 {tag = "no"} : i32
        cf.br ^end
      ^end:"""
    )
    solver, _ = run(text.module)
    for tag, live in (("yes", False), ("no", True)):
        block = text.op(tag).block
        assert block is not None
        assert solver.executable(block).live is live


@pytest.mark.parametrize(
    ("lower", "upper", "step", "trips"),
    [
        ("%c0", "%c5", "%c1", 5),
        ("%c0", "%c5", "%c5", 1),
        ("%c0", "%five1", "%c5", 2),
        ("%c5", "%c0", "%c1", 0),
        ("%c0", "%c5", "%c0", None),
        ("%c0", "%c5", "%m1", None),
        ("%c0", "%c5", "%n", None),
        ("%c5", "%c0", "%n", 0),
        ("%n", "%n", "%m", 0),
        ("%n", "%c5", "%c1", None),
        ("%n", "%nsw", "%c1", 5),
        ("%n", "%same", "%c1", 0),
        ("%n", "%same", "%m", None),
        ("%n", "%nuw", "%c1", None),
        ("%n", "%swapped", "%c1", None),
    ],
)
def test_trip_count(function_text, lower: str, upper: str, step: str, trips: int | None):
    text = function_text(
        PRELUDE
        + f"""
        %five1 = arith.constant 6 : i32
        %nsw = arith.addi %n, %c5 overflow<nsw> : i32
        %same = arith.addi %n, %c0 overflow<nsw> : i32
        %nuw = arith.addi %n, %c5 overflow<nuw> : i32
        %swapped = arith.addi %c5, %n overflow<nsw> : i32
        scf.for %i = {lower} to {upper} step {step} : i32 {{
        }} {{tag = "loop"}}""",
        "%n: i32, %m: i32",
    )
    assert trip_count(text.op("loop")) == trips


def test_trip_count_of_unsigned_bounds(function_text):
    text = function_text(
        PRELUDE
        + """
        %big = arith.constant -3 : i32
        scf.for unsigned %i = %big to %m1 step %c1 : i32 {
        } {tag = "loop"}"""
    )
    assert trip_count(text.op("loop")) == 2
