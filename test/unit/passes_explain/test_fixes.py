"""Changes that may help: what they say, what they promise, and the proof that they work."""

from __future__ import annotations

import pytest

from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
from mlir_mini.analysis.slices import ConnectedOps
from mlir_mini.ir.core import Operation
from passes.explain.causes import Need
from passes.explain.facts import access_facts
from passes.explain.fixes import (
    FewerWarps,
    Fix,
    HintedValue,
    OtherConstant,
    Prover,
    combined,
    fixes_of,
)
from passes.explain.forecast import Forecast
from passes.explain.sources import Sources
from passes.explain.verdicts import Verdict, judge

from .cases import converted, lit_modules

HEAD = """
tt.func @f(%x: !tt.ptr<f32>{aligned}, %n: i32, %m: i32) {{
  %i = tt.make_range {{end = {size} : i32, start = 0 : i32}} : tensor<{size}xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<{size}x!tt.ptr<f32>>
"""
STORE = """
  %v = arith.constant dense<0.0> : tensor<{size}xf32>
  %p = tt.addptr %x_s, %at : tensor<{size}x!tt.ptr<f32>>, tensor<{size}xi32>
  tt.store %p, %v : tensor<{size}x!tt.ptr<f32>>
  tt.return
}}
"""


def stored(offsets: str, aligned: bool = True, size: int = 1024) -> Operation:
    """A store of ``size`` f32 at ``offsets``, called %at."""
    given = {"size": size, "aligned": " {tt.divisibility = 16 : i32}" if aligned else ""}
    return converted((HEAD + offsets + STORE).format(**given))


def verdict_on(offsets: str, aligned: bool = True, size: int = 1024) -> Verdict:
    (verdict,) = judge(stored(offsets, aligned, size))
    return verdict


SHIFTED = """
  %s = tt.splat {by} : i32 -> tensor<{{size}}xi32>
  %at = arith.addi %s, %i : tensor<{{size}}xi32>
"""


def test_an_argument() -> None:
    verdict = verdict_on(SHIFTED.format(by="%n"))
    assert [fix.text for fix in verdict.fixes] == [
        "pass %n as a multiple of 16 (tt.divisibility = 16)"
    ]
    assert verdict.fixes[0].promise == ""
    assert (verdict.access.elements, verdict.brings) == (1, 4)
    ((fix, weaker),) = verdict.alternatives
    assert fix is verdict.fixes[0]
    assert weaker.text == "tl.multiple_of(%at, 4)"
    assert weaker.promise == "each run starts at a multiple of 4"


def test_a_pointer_and_an_argument_in_one_sentence() -> None:
    verdict = verdict_on(SHIFTED.format(by="%n"), aligned=False)
    assert combined(verdict.fixes) == (
        "align %x to 16 bytes and pass %n as a multiple of 16 (tt.divisibility = 16)"
    )


@pytest.mark.parametrize(
    ("constant", "worker", "text"),
    [
        (1001, "muli", "pad the stride 1001 to 1004"),
        # Its multiple would be twice as large.
        (2, "muli", None),
        (1001, "addi", None),
    ],
)
def test_constants(constant: int, worker: str, text: str | None) -> None:
    scaled = f"""
      %c = arith.constant {constant} : i32
      %by = arith.{worker} %m, %c : i32
    """
    # So that the constant alone is to blame, m counts programs.
    offsets = (scaled + SHIFTED.format(by="%by")).replace("%m", "%pid")
    verdict = verdict_on("%pid = tt.get_program_id x : i32\n" + offsets)
    assert [fix.text for fix in verdict.fixes] == ([] if text is None else [text])


def test_a_stride_that_is_no_factor() -> None:
    verdict = verdict_on("%at = arith.addi %i, %i : tensor<{size}xi32>")
    assert not verdict.fixes
    assert "puts neighbours 2 elements apart" in verdict.reason


def test_fewer_warps() -> None:
    (verdict,) = judge(stored(SHIFTED.format(by="%n"), size=128))
    fewer, argument = verdict.fixes
    assert fewer.text == "num_warps=1"
    assert argument.text.startswith("pass %n")
    assert verdict.brings == 4


#: Rows of 1001 elements, of which the mask bounds the last one.
MASKED_ROWS = """
tt.func @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %bound = arith.constant 1001 : i32
  %pid = tt.get_program_id x : i32
  %v = arith.constant dense<0.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %row = arith.muli %pid, %bound : i32
  %q = tt.addptr %x, %row : !tt.ptr<f32>, i32
  %q_s = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %p = tt.addptr %q_s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %bound_s = tt.splat %bound : i32 -> tensor<1024xi32>
  %in = arith.cmpi slt, %i, %bound_s : tensor<1024xi32>
  tt.store %p, %v, %in : tensor<1024x!tt.ptr<f32>>
  tt.return
}
"""


def test_a_constant_changes_where_it_is_at_work() -> None:
    """One constant of the IR that is both a stride and a bound: each of them is asked for."""
    module = converted(MASKED_ROWS)
    prover = Prover(module, lambda op: {op})
    (verdict,) = judge(module)
    padded, bounded = verdict.fixes
    assert padded.text == "pad the stride 1001 to 1004"
    assert bounded.text == "bound the mask by 1004 instead of 1001"
    assert prover.width([padded, bounded], 0) == verdict.brings == 4
    assert prover.width([padded], 0) == prover.width([bounded], 0) == 1


def test_a_constant_at_work_in_three_places_is_said_once() -> None:
    terms = "\n".join(
        f"""
        %pid{axis} = tt.get_program_id {axis} : i32
        %row{axis} = arith.muli %pid{axis}, %odd : i32
        %s{axis} = tt.splat %row{axis} : i32 -> tensor<1024xi32>
        """
        for axis in "xyz"
    )
    verdict = verdict_on(
        "%odd = arith.constant 1001 : i32\n"
        + terms
        + """
        %xy = arith.addi %sx, %sy : tensor<1024xi32>
        %xyz = arith.addi %xy, %sz : tensor<1024xi32>
        %at = arith.addi %xyz, %i : tensor<1024xi32>
        """
    )
    assert len(verdict.fixes) == 3
    assert combined(verdict.fixes) == "pad the stride 1001 to 1004"
    changes = access_facts(verdict)["hint"]
    assert changes["changes"] == ["pad the stride 1001 to 1004"]
    assert changes["guarantees"] == ["memory is laid out so"]


def test_a_way_through_a_loop_has_no_entry() -> None:
    """What a loop starts with is not at work in it."""
    module = converted(
        """
        tt.func @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
          %odd = arith.constant 1001 : i32
          %four = arith.constant 4 : i32
          %v = arith.constant dense<0.0> : tensor<1024xf32>
          %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
          %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
          scf.for %k = %odd to %n step %four : i32 {
            %k_s = tt.splat %k : i32 -> tensor<1024xi32>
            %at = arith.addi %k_s, %i : tensor<1024xi32>
            %p = tt.addptr %x_s, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
            tt.store %p, %v : tensor<1024x!tt.ptr<f32>>
          }
          tt.return
        }
        """
    )
    (verdict,) = judge(module)
    (cause,) = verdict.causes
    assert cause.worker is not None
    assert cause.worker.name == "scf.for"
    assert cause.entry is None
    assert not verdict.fixes


def test_the_proof_is_of_the_set() -> None:
    module = stored(SHIFTED.format(by="%n"), aligned=False)
    (verdict,) = judge(module.clone())
    prover = Prover(module, lambda op: {op})
    own = {fix.text: fix for fix in _fixes_again(module)}
    pointer = own["align %x to 16 bytes (tt.divisibility = 16)"]
    argument = own["pass %n as a multiple of 16 (tt.divisibility = 16)"]
    assert prover.width([], 0) == 1
    assert prover.width([pointer], 0) == 1
    assert prover.width([argument], 0) == 1
    assert prover.width([pointer, argument], 0) == verdict.brings == 4
    # The same set in another order is the same trial.
    trials = prover.trials
    assert prover.width([argument, pointer], 0) == 4
    assert prover.trials == trials


def _fixes_again(module: Operation) -> list[Fix]:
    (verdict,) = judge(module)
    return verdict.fixes


def test_hints_keep_what_is_known_along_other_dims() -> None:
    module = stored(SHIFTED.format(by="%n"))
    analysis = ModuleAxisInfoAnalysis(module)
    (store,) = [op for op in module.walk() if op.name == "tt.store"]
    pointer = store.operand(0)
    hint = HintedValue(pointer, Need(0, divisibility=16), analysis.axis_info_or_unknown(pointer))
    changed = hint.changed(analysis)[pointer]
    assert changed.divisibility == (16,)
    assert changed.contiguity == analysis.axis_info_or_unknown(pointer).contiguity


def test_fewer_warps_are_told_apart_by_their_number() -> None:
    assert FewerWarps(1).key == FewerWarps(1).key
    assert FewerWarps(1).key != FewerWarps(2).key


MODULES = pytest.mark.parametrize(
    "text", [pytest.param(text, id=name) for name, text in lit_modules()]
)


def test_fewer_warps_narrow_no_access() -> None:
    asked = 0
    for _, text in lit_modules():
        module = converted(text, num_warps=8)
        prover = Prover(module, ConnectedOps().of)
        verdicts = judge(module)
        for verdict in verdicts:
            if any(isinstance(fix, FewerWarps) for fix in verdict.fixes):
                asked += 1
                for i, other in enumerate(verdicts):
                    assert prover.width(verdict.fixes, i) >= other.access.elements
    assert asked >= 5


@MODULES
def test_forecasts_are_what_the_change_makes(text: str) -> None:
    """Of the pointer and the mask of each access with a hint, against AxisInfo of a changed copy.

    Other constants are forecast for all their uses, so there it may only promise too much.
    """
    module = converted(text)
    pristine = module.clone(origin := {})
    analysis, sources = ModuleAxisInfoAnalysis(module), Sources(module)
    for verdict in judge(module):
        copy = pristine.clone(copied := {})
        values = {value: copied[own] for value, own in origin.items() if own in copied}
        changed = {}
        for fix in verdict.fixes:
            fix.apply(copy, values)
            changed.update(fix.changed(analysis))
        forecast = Forecast(analysis, sources, changed)
        truth = ModuleAxisInfoAnalysis(copy)
        exact = not any(isinstance(fix, OtherConstant) for fix in verdict.fixes)
        for value in (verdict.access.pointer, verdict.access.mask):
            if value is None:
                continue
            found, real = forecast.of(value), truth.axis_info_or_unknown(values[value])
            if exact:
                assert (found.contiguity, found.divisibility, found.constancy) == (
                    real.contiguity,
                    real.divisibility,
                    real.constancy,
                )
                continue
            for dim in range(real.rank):
                assert found.contiguity[dim] % real.contiguity[dim] == 0
                assert found.divisibility[dim] % real.divisibility[dim] == 0
                assert found.constancy[dim] % real.constancy[dim] == 0


@MODULES
def test_fixes_have_promises_unless_triton_specialises(text: str) -> None:
    for verdict in judge(converted(text)):
        for cause in verdict.causes:
            for fix in fixes_of(cause):
                safe = "(tt.divisibility" in fix.text or "specialises" in fix.text
                assert safe != bool(fix.promise), fix.text
