"""AxisInfo of functions and modules; the rules of operations are tested in test/lit/Analysis."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.axis_info_rules import RULES
from mlir_mini.analysis.axis_info_value import AxisInfo, unknown_info
from mlir_mini.analysis.slices import ConnectedOps
from mlir_mini.passmanager import AnalysisManager
from mlir_mini.source import MLIRError
from mlir_mini.spec.registry import op_class
from mlir_mini.syntax.parser import parse_module
from mlir_mini.syntax.printer import print_module

LOOP = """
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c12 = arith.constant 12 : i32
  %r = scf.for %i = %c8 to %n step %c12 iter_args(%a = %x) -> i32 : i32 {
    %iv = arith.addi %i, %c0 {tag = "iv"} : i32
    %next = arith.addi %a, %c8 : i32
    scf.yield %next : i32
  } {tag = "loop"}
"""


@pytest.fixture
def info_of(function_text):
    """Finds the info of the operation with a tag."""

    def find(body: str, tag: str, arguments: str = "") -> AxisInfo | None:
        text = function_text(body, arguments)
        return ModuleAxisInfoAnalysis(text.module).axis_info(text.value(tag))

    return find


def test_every_rule_is_of_a_known_operation():
    unknown = [name for name in RULES if op_class(name) is None]
    assert unknown == ["gluon.set_auto_layout"]


def test_manager_builds_the_analysis_once(function_text):
    am = AnalysisManager(function_text(LOOP, "%n: i32, %x: i32").module)
    assert am.get(ModuleAxisInfoAnalysis) is am.get(ModuleAxisInfoAnalysis)


def test_loop_reaches_a_fixed_point(info_of):
    arguments = "%n: i32, %x: i32 {tt.divisibility = 32 : i32}"
    assert info_of(LOOP, "loop", arguments) == AxisInfo((1,), (8,), (1,))


def test_induction_variable_combines_start_and_step(info_of):
    arguments = "%n: i32, %x: i32"
    assert info_of(LOOP, "iv", arguments) == AxisInfo((1,), (4,), (1,))


def test_unreachable_code_knows_nothing(info_of):
    body = """
      %f = arith.constant false
      scf.if %f {
        %a = arith.addi %x, %x {tag = "dead"} : i32
      }"""
    assert info_of(body, "dead", "%x: i32 {tt.divisibility = 16 : i32}") == unknown_info(1)


def test_hints_of_operations(info_of):
    body = '%a = arith.addi %x, %x {tag = "a", tt.divisibility = 64 : i32} : i32'
    assert info_of(body, "a", "%x: i32") == AxisInfo((1,), (64,), (1,))
    body = """%a = arith.addi %x, %x {
      tag = "a", tt.contiguity = dense<[2, 4]> : tensor<2xi32>} : tensor<8x8xi32>"""
    assert info_of(body, "a", "%x: tensor<8x8xi32>") == AxisInfo((2, 4), (1, 1), (1, 1))


def test_hint_of_the_wrong_rank(info_of):
    body = '%a = arith.addi %x, %x {tag = "a", tt.divisibility = 64 : i32} : tensor<8x8xi32>'
    with pytest.raises(MLIRError, match=r"'tt\.divisibility' has 1 entries for a value of rank 2"):
        info_of(body, "a", "%x: tensor<8x8xi32>")


CALLS = """
tt.func @main(%n: i32 {tt.divisibility = 16 : i32}) {
  %c = arith.constant 24 : i32
  tt.call @callee(%n) : (i32) -> ()
  tt.call @callee(%c) : (i32) -> ()
  tt.return
}
tt.func private @callee(%x: i32) {
  %y = arith.addi %x, %x {tag = "y"} : i32
  tt.return
}
"""


def test_callers_inform_callees():
    module = parse_module(CALLS)
    (value,) = [op.result for op in module.walk() if op.attributes.get("tag")]
    assert ModuleAxisInfoAnalysis(module).axis_info(value) == AxisInfo((1,), (8,), (1,))


def test_what_callers_know_becomes_attributes():
    module = parse_module(CALLS)
    ModuleAxisInfoAnalysis(module)
    hints = "tt.constancy = 1 : i64, tt.contiguity = 1 : i64, tt.divisibility = 8 : i64"
    assert f"private @callee(%arg0: i32 {{{hints}}})" in print_module(module)


def test_recursion_is_an_error():
    module = parse_module(
        """
        tt.func @main(%n: i32) {
          tt.call @f(%n) : (i32) -> ()
          tt.return
        }
        tt.func private @f(%n: i32) {
          tt.call @f(%n) : (i32) -> ()
          tt.return
        }"""
    )
    with pytest.raises(MLIRError, match="cycle detected in call graph"):
        ModuleAxisInfoAnalysis(module)


def test_values_made_since_are_unknown(function_text):
    text = function_text('%a = arith.addi %x, %x {tag = "a"} : i32', "%x: i32")
    analysis = ModuleAxisInfoAnalysis(text.module)
    old = text.op("a")
    new = old.clone()
    assert old.block is not None
    old.block.insert_after(old, new)
    assert analysis.axis_info(new.result) is None
    assert analysis.axis_info_or_unknown(new.result) == unknown_info(1)


def test_connected_ops(function_text):
    text = function_text(
        """
        %c = arith.constant {tag = "c"} 1 : i32
        %a = arith.addi %n, %c {tag = "a"} : i32
        %b = arith.addi %a, %a {tag = "b"} : i32
        %apart = arith.muli %n, %n {tag = "apart"} : i32
        scf.for %i = %b to %n step %n : i32 {
          %inner = arith.muli %n, %n {tag = "inner"} : i32
          %index = arith.muli %i, %n {tag = "index"} : i32
        } {tag = "loop"}""",
        "%n: i32",
    )
    connected = ConnectedOps()
    tags = ("c", "a", "b", "apart", "inner", "index", "loop")

    def reached(tag: str) -> set[str]:
        found = connected.of(text.op(tag))
        return {each for each in tags if text.op(each) in found}

    everything = {"c", "a", "b", "loop", "inner", "index"}
    assert reached("a") == everything
    assert reached("index") == everything
    assert reached("apart") == {"apart"}
    # From an operation in a region no step leads to the one around it.
    assert reached("inner") == {"inner"}
