"""Generated programs are valid, come back as they are printed, and survive every pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, note, settings

from mlir_mini.ir.attributes import TypeAttr
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import FunctionType, i1
from mlir_mini.ir.verifier import verify
from mlir_mini.passmanager import PassFailure
from mlir_mini.syntax.printer import PrintOptions, print_module
from passes.cse import CSE
from programs import semantics
from programs.choices import SeededChoices
from programs.known import known_error
from programs.maker import Profile
from programs.program import random_profile, seeded
from programs.questions import (
    COMMON_PASSES,
    DEBUG_FORM,
    GENERIC_FORM,
    LAYOUT_PASSES,
    PLAIN_NAMES,
    Answer,
    Question,
    convert_flag,
    mini,
    pipeline_question,
)
from programs.strategy import programs
from programs.sweep import Sweep, death

GENERATED = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def text_of(module: Operation) -> str:
    return print_module(module) + "\n"


def noted(module: Operation) -> str:
    """The text, which is shown where the test fails."""
    text = text_of(module)
    note(text)
    return text


@GENERATED
@given(programs())
def test_round_trip(module: Operation) -> None:
    verify(module)
    text = noted(module)
    assert mini(text, ()).output == text
    generic = print_module(module, PrintOptions(generic=True)) + "\n"
    assert mini(text, ("--mlir-print-op-generic",)).output == generic
    assert mini(generic, ()).output == text


@GENERATED
@given(programs(Profile()))
def test_passes_of_ttir(module: Operation) -> None:
    text = noted(module)
    for name in COMMON_PASSES:
        assert mini(text, (f"--{name}",)).status == "ok", name
    # Upstream converts no sincos either, and says so.
    assert mini(text, (convert_flag(Profile()),)).status != "crash"


@GENERATED
@given(programs(Profile(ttgir=True)))
def test_passes_of_ttgir(module: Operation) -> None:
    text = noted(module)
    for name in (*COMMON_PASSES, *LAYOUT_PASSES):
        question = Question(name.partition("=")[0], text, (f"--{name}",))
        answer = mini(text, question.flags)
        assert answer.status == "ok" or known_error(question, answer), answer.errors


def test_everything_about() -> None:
    """No exception, no other result after any pass, nothing false said of a value."""
    sweep = Sweep(None, values=True)
    sweep.run(range(100, 112))
    assert not sweep.findings
    # Most programs run, and most passes change something.
    assert sweep.runs["programs run"] >= 9
    assert sweep.runs["runs after a pass"] >= 60


def test_seed_decides() -> None:
    assert text_of(seeded(7)) == text_of(seeded(7))
    assert text_of(seeded(7)) != text_of(seeded(8))


def test_kinds_of_operations() -> None:
    """A hundred programs have nearly every operation that there are steps for."""
    found: Counter[str] = Counter()
    for seed in range(100):
        found.update(op.name for op in seeded(seed).walk())
    for name in (
        "tt.load", "tt.store", "tt.dot", "tt.reduce", "tt.scan", "tt.trans", "tt.reshape",
        "tt.join", "tt.call", "tt.atomic_rmw", "tt.descriptor_load", "scf.for", "scf.if",
        "scf.while", "cf.cond_br", "ttg.convert_layout", "ttg.local_alloc", "ttg.local_load",
        "ttg.async_copy_global_to_local",
    ):  # fmt: skip
        assert found[name], name
    assert len(found) > 90


def test_shrinks() -> None:
    """What is left of a program that fails is little more than what it fails for."""
    module = find(
        programs(Profile()),
        lambda module: any(op.name == "tt.make_range" for op in module.walk()),
        settings=settings(GENERATED, max_examples=60),
    )
    assert sum(1 for _ in module.walk()) <= 12


# The checks find what they look for


def test_crash_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: CSE, module: Operation, am: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(CSE, "run", fail)
    sweep = Sweep(None, ("cse",))
    sweep.run([3])
    assert {(each.kind, each.question.name) for each in sweep.findings} == {("crash", "cse")}
    assert "IndexError" in sweep.findings[0].detail


def test_invalid_result_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass may not leave what does not verify."""

    def spoil(self: CSE, module: Operation, am: object) -> None:
        for op in module.walk():
            if op.name == "tt.func":
                op.properties["function_type"] = TypeAttr(FunctionType((), (i1,)))

    monkeypatch.setattr(CSE, "run", spoil)
    sweep = Sweep(None, ("cse",))
    sweep.run([3])
    assert {(each.kind, each.question.name) for each in sweep.findings} == {
        ("invalid result", "cse")
    }


def test_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass may not give up where upstream's doesn't."""

    def fail(self: CSE, module: Operation, am: object) -> None:
        module.emit_op_error("is too much")
        raise PassFailure

    monkeypatch.setattr(CSE, "run", fail)
    sweep = Sweep(None, ("cse",))
    sweep.run([3])
    assert {(each.kind, each.question.name) for each in sweep.findings} == {("error", "cse")}
    assert "is too much" in sweep.findings[0].detail


@pytest.mark.parametrize("form", ["generic", "plain names", "debug"])
def test_broken_form_is_found(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every form is read back."""
    seed = next(seed for seed in range(100) if random_profile(SeededChoices(seed)).locations)
    flags = {"generic": GENERIC_FORM, "plain names": PLAIN_NAMES, "debug": DEBUG_FORM}[form]

    def broken(text: str, asked: Sequence[str]) -> Answer:
        answer = mini(text, asked)
        if tuple(asked) == flags:
            answer = answer._replace(output=answer.output.replace("kernel", "colonel"))
        return answer

    monkeypatch.setattr("programs.sweep.mini", broken)
    sweep = Sweep(None, ("cse",))
    sweep.run([seed])
    assert {each.kind for each in sweep.findings} == {"round trip"}


class Varying:
    """An upstream that answers as mini-opt does, or otherwise at first, or always otherwise."""

    def __init__(self, wrong: int) -> None:
        self.wrong = wrong

    def run_all(self, questions: Sequence[Any], timeout: int = 20) -> list[Answer]:
        found = []
        for text, flags in questions:
            answer = mini(text, flags)
            if "--cse" in flags and self.wrong:
                self.wrong -= 1
                answer = answer._replace(output=answer.output + "// otherwise\n")
            found.append(answer)
        return found


def test_one_of_several_answers() -> None:
    """Where upstream's answers vary, ours is to be one of them."""
    for wrong, varying, findings in ((0, 0, 0), (1, 1, 0), (1000, 0, 1)):
        upstream: Any = Varying(wrong)
        sweep = Sweep(upstream, ("cse",))
        sweep.run([3])
        assert (sweep.varying["cse"], len(sweep.findings)) == (varying, findings)


SUM = """module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %one = arith.constant 1 : i32
    %next = arith.addi %n, %one HINT: i32
    %half = arith.muli %next, %next : i32
    tt.store %p, %half : !tt.ptr<i32>
    tt.return
  }
}
"""


def test_other_result_is_found() -> None:
    before = semantics.reference(SUM.replace("HINT", ""), 0)
    assert not isinstance(before, str)
    assert semantics.difference(SUM.replace("HINT", ""), "cse", before) is None
    after = SUM.replace("HINT", "").replace("arith.addi", "arith.subi")
    assert "argument #0" in (semantics.difference(after, "cse", before) or "")


def test_unreadable_output_is_found() -> None:
    before = semantics.reference(SUM.replace("HINT", ""), 0)
    assert not isinstance(before, str)
    broken = SUM.replace("HINT", "").replace("%n, %one", "%n, %none")
    assert "cannot be read" in (semantics.difference(broken, "cse", before) or "")
    invalid = SUM.replace("HINT", "").replace("    tt.return\n", "")
    assert "cannot be read" in (semantics.difference(invalid, "cse", before) or "")


def test_each_pass_is_judged_by_its_own_rules() -> None:
    """A text that a pass may leave, since it rounds otherwise, another pass may not."""
    text = """module {
      tt.func public @kernel(%p: !tt.ptr<f32>, %x: f32) {
        %y = arith.addf %x, %x : f32
        tt.store %p, %y : !tt.ptr<f32>
        tt.return
      }
    }
    """
    before = semantics.reference(text, 0)
    assert not isinstance(before, str)
    near = text.replace(
        "%x, %x : f32", "%x, %x : f32\n %e = arith.constant 1.0000001 : f32"
    ).replace("tt.store %p, %y", "%z = arith.mulf %y, %e : f32\n tt.store %p, %z")
    again = semantics.rerun(near, before)
    assert semantics.judge(again, "tritongpu-F32DotTC", before) is None
    assert semantics.judge(again, "cse", before) is not None


def test_false_claim_is_found() -> None:
    """The hint on the sum is not so; what follows from it is not held against the product."""
    honest, lie = SUM.replace("HINT", ""), SUM.replace("HINT", "{tt.divisibility = 16 : i32} ")
    before = semantics.reference(honest, 0)
    assert not isinstance(before, str)
    assert not semantics.false_claims(honest, before)
    (claim,) = semantics.false_claims(lie, before)
    assert claim.op == "arith.addi"
    assert claim.rule is None
    assert "divisibility 16" in claim.text


def test_pipeline_question() -> None:
    question = pipeline_question("module {\n}\n", Profile(capability=90, num_warps=8))
    assert question.flags[0].startswith("--convert-triton-to-tritongpu=target=cuda:90 num-warps=8")
    assert mini(question.text, question.flags).status == "ok"


def test_death() -> None:
    message = 'a.cpp:3: void f(): Assertion `x && "no"\' failed.\nupstream_opt: died of SIGABRT\n'
    assert death(message) == 'x && "no"'
    assert death("upstream_opt: died of SIGSEGV\n") == "upstream_opt: died of SIGSEGV"
