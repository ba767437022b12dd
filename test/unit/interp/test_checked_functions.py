"""Which functions are checked around passes, and what is said of the others."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest

from mlir_mini.dialects import arith, tt
from mlir_mini.interp import semantics
from mlir_mini.interp.semantics import SemanticsCheck, public_functions
from mlir_mini.ir.attributes import StringAttr, TypeAttr
from mlir_mini.ir.builder import OpBuilder
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import FunctionType, Type, i32, i64
from mlir_mini.opt_main import opt_main
from mlir_mini.passmanager import run_passes
from passes import PASSES

from .broken import STORE, Broken, erase_store, swap
from .text import parse


def hide_function(op: Operation) -> None:
    if isinstance(op, tt.FuncOp):
        op.set_attr("sym_visibility", StringAttr("private"))


def set_type(function: tt.FuncOp, inputs: Sequence[Type], results: Sequence[Type]) -> None:
    function.set_attr("function_type", TypeAttr(FunctionType(tuple(inputs), tuple(results))))


def return_more(op: Operation) -> None:
    if isinstance(op, tt.ReturnOp) and not op.operands:
        function = op.parent_op
        assert isinstance(function, tt.FuncOp)
        op.set_operands([function.body_region.first_block.arguments[1]])
        set_type(function, function.type.inputs, [i32])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (hide_function, "the pass 'broken' leaves no public function 'store'"),
        (
            return_more,
            "the pass 'broken' changes what 'store' returns: nothing before, i32 after",
        ),
    ],
)
def test_what_callers_miss_is_an_error(change: Any, message: str) -> None:
    check = SemanticsCheck(stop=False)
    run_passes(parse(STORE), [Broken(change), Broken(swap)], instrumentation=[check])
    [(_, name, difference)] = check.differences
    assert (name, difference.message, check.runs) == ("store", message, 0)


UNUSED = """
  tt.func @f(%p: !tt.ptr<i32>, %x: tensor<16xi32>, %unused: i32) {
    %c1 = arith.constant 1 : i32
    tt.store %p, %c1 : !tt.ptr<i32>
    tt.return
  }"""


def drop_argument(op: Operation) -> None:
    if isinstance(op, tt.FuncOp):
        op.body_region.first_block.erase_argument(len(op.type.inputs) - 1)
        set_type(op, op.type.inputs[:-1], ())


def widen_argument(op: Operation) -> None:
    if isinstance(op, tt.FuncOp):
        op.body_region.first_block.arguments[-1].type = i64
        set_type(op, [*op.type.inputs[:-1], i64], ())


def test_a_function_that_becomes_one_of_another_dialect() -> None:
    def lower(op: Operation) -> None:
        if isinstance(op, tt.FuncOp):
            text = "llvm.func @f() {\n  llvm.return\n}"
            [lowered] = parse(text).regions[0].ops
            lowered.move_before(op)
            op.erase()

    check = SemanticsCheck(stop=False)
    run_passes(parse(UNUSED), [Broken(lower)], instrumentation=[check])
    assert check.skipped == {"f": "after 'broken', the interpreter has no 'llvm.func'"}


@pytest.mark.parametrize("change", [drop_argument, widen_argument])
def test_a_function_that_takes_something_else_is_left_alone(change: Any) -> None:
    check = SemanticsCheck(stop=False)
    passes = [Broken(change), Broken(erase_store)]
    run_passes(parse(UNUSED), passes, instrumentation=[check])
    assert check.skipped == {"f": "after 'broken', it takes other arguments"}
    assert (check.runs, check.differences) == (0, [])


def test_a_layout_makes_no_other_argument() -> None:
    check = SemanticsCheck(stop=False)
    lower = [
        row.load().from_text("target=cuda:80")
        for row in PASSES
        if row.name == "convert-triton-to-tritongpu"
    ]
    run_passes(parse(UNUSED), [*lower, Broken(erase_store)], instrumentation=[check])
    assert (check.runs, len(check.differences), check.skipped) == (2, 1, {})


def test_a_function_that_a_pass_makes_public_is_checked_from_then_on() -> None:
    def publish(op: Operation) -> None:
        if isinstance(op, tt.FuncOp):
            op.remove_attr("sym_visibility")

    def double(op: Operation) -> None:
        if isinstance(op, tt.ReturnOp) and op.operands:
            two = OpBuilder.before(op).create(arith.AddIOp, [op.operand(0)] * 2, [i32])
            op.set_operands([two.results[0]])

    check = SemanticsCheck(stop=False)
    run_passes(parse(STORE), [Broken(publish), Broken(double)], instrumentation=[check])
    [(_, name, difference)] = check.differences
    assert name == "unused"
    assert "changes what 'unused' computes: returned value #0" in difference.message


NESTED = """
  module @inner {
    tt.func @store(%p: !tt.ptr<i32>, %n: i32) {
      %x = tt.call @next(%n) : (i32) -> i32
      tt.store %p, %x : !tt.ptr<i32>
      tt.return
    }
    tt.func private @next(%n: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %x = arith.subi %n, %c1 : i32
      tt.return %x : i32
    }
  }
  module attributes {sym_visibility = "private"} {
    tt.func @hidden() {
      tt.return
    }
  }
  module {
    tt.func @f() {
      tt.return
    }
  }
  tt.func @f() {
    tt.return
  }"""


def test_functions_of_modules_in_the_module() -> None:
    assert list(public_functions(parse(NESTED))) == ["inner::store", "f", "f #2"]
    check = SemanticsCheck(stop=False)
    run_passes(parse(NESTED), [Broken(swap)], instrumentation=[check])
    [(_, name, difference)] = check.differences
    assert name == "inner::store"
    assert "changes what 'inner::store' computes: argument #0" in difference.message


def test_functions_of_other_dialects_are_named() -> None:
    text = """llvm.func @f(%a: i32) -> i32 {
                llvm.return %a : i32
              }
              llvm.func @declared(i32) -> i32"""
    check = SemanticsCheck(stop=False)
    run_passes(parse(text), [Broken(swap)], instrumentation=[check])
    assert (check.skipped, check.started) == ({"f": "the interpreter has no 'llvm.func'"}, set())


# The command --------------------------------------------------------------------------------------


def mini_opt(*arguments: str, text: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = opt_main(arguments, PASSES, io.StringIO(text), out, err)
    return status, out.getvalue(), err.getvalue()


RECURSIVE = """
tt.func @f(%n: i32) {
  tt.call @f(%n) : (i32) -> ()
  tt.return
}"""


HUGE = """
tt.func @f() {
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024x1048576x1048576xf32,
    #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>,
    #ttg.shared_memory, mutable>
  tt.return
}"""


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (
            STORE.replace("@store", "private @store"),
            "<stdin>:0:0: remark: no public function to check",
        ),
        (
            RECURSIVE,
            "<stdin>:2:1: remark: 'f' is not checked: no random arguments run well; the last ones "
            "ended in 'tt.call' op step limit: calls nest too deeply",
        ),
        (HUGE, "<stdin>:2:1: remark: 'f' is not checked: it needs too much memory"),
        (
            "tt.func @f(%x: tensor<?xi32>) {\n  tt.return\n}",
            "<stdin>:1:1: remark: 'f' is not checked: the interpreter has no values of type "
            "'tensor<?xi32>'",
        ),
    ],
)
def test_what_is_not_checked_is_said(text: str, remark: str) -> None:
    status, out, err = mini_opt("--cse", "--verify-semantics", text=text)
    assert (status, out) == mini_opt("--cse", text=text)[:2]
    assert status == 0
    assert err.splitlines()[0] == remark


@pytest.mark.parametrize(
    ("error", "reason"),
    [(RecursionError, "it is nested too deeply"), (MemoryError, "it needs too much memory")],
)
def test_what_python_can_t_hold_is_not_checked(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], reason: str
) -> None:
    def fail(*arguments: Any) -> None:
        raise error

    check = SemanticsCheck(stop=False)
    with monkeypatch.context() as patch:
        patch.setattr(semantics, "random_arguments", fail)
        run_passes(parse(STORE), [Broken(swap)], instrumentation=[check])
    assert check.skipped == {"store": reason}

    def fail_later(op: Operation) -> None:
        swap(op)
        monkeypatch.setattr(semantics, "run_on", fail)

    run_passes(parse(STORE), [Broken(fail_later)], instrumentation=[check])
    assert check.skipped == {"store": f"after 'broken', {reason}"}
