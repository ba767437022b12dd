"""Many programs, many questions: what mini-opt answers, what upstream does, where they differ."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from mlir_mini.syntax.printer import print_module
from programs.choices import SeededChoices
from programs.known import ENDLESS, known_error
from programs.program import build, random_profile
from programs.questions import (
    Answer,
    Question,
    form_questions,
    layout_questions,
    mini,
    pass_questions,
    pipeline_question,
)
from upstream.batch import TIMEOUT
from upstream.client import Upstream

#: Questions that no pass answers.
FORMS = ("print", "generic", "plain names", "debug", "reread")


#: How often upstream is asked again where it answers otherwise.
_REPEATS = 40


class Finding(NamedTuple):
    """Something that does not hold."""

    seed: int
    kind: str
    question: Question
    detail: str


class Asked(NamedTuple):
    """A question about the program of a seed, and mini-opt's answer."""

    seed: int
    program: str
    question: Question
    answer: Answer


class Sweep:
    """Programs by their seeds; counts what is asked, gathers what fails."""

    def __init__(
        self, upstream: Upstream | None, wanted: Sequence[str] = (), values: bool = False
    ) -> None:
        self.upstream = upstream
        self.wanted = wanted
        #: Whether to run the programs on values.
        self.values = values
        self.findings: list[Finding] = []
        #: Questions by outcome.
        self.outcomes: Counter[str] = Counter()
        #: What upstream died of, by question.
        self.deaths: Counter[str] = Counter()
        #: Where upstream's answers to the same question vary, by question.
        self.varying: Counter[str] = Counter()
        #: Errors that passes have to end with, by question and reason.
        self.known: Counter[str] = Counter()
        #: Time in seconds, by side.
        self.seconds = {"mini-opt": 0.0, "upstream": 0.0, "values": 0.0}
        #: Runs on values by how they went.
        self.runs: Counter[str] = Counter()

    def run(self, seeds: Iterable[int]) -> None:
        """Ask everything about the programs of these seeds."""
        start = time.perf_counter()
        asked = [each for seed in seeds for each in self.ask_mini(seed)]
        middle = time.perf_counter()
        self.seconds["mini-opt"] += middle - start
        for each in asked:
            self._check_alone(each)
        if self.upstream is not None:
            self._compare(self.upstream, asked)
        end = time.perf_counter()
        self.seconds["upstream"] += end - middle
        if self.values:
            by_seed: dict[int, list[Asked]] = {}
            for each in asked:
                by_seed.setdefault(each.seed, []).append(each)
            for seed, group in by_seed.items():
                self._run_values(seed, group)
            self.seconds["values"] += time.perf_counter() - end

    def ask_mini(self, seed: int) -> list[Asked]:
        """The questions about one program, answered."""
        choices = SeededChoices(seed)
        profile = random_profile(choices)
        text = print_module(build(choices, profile)) + "\n"
        asked: list[Asked] = []

        def ask(question: Question) -> Answer:
            answer = mini(question.text, question.flags)
            asked.append(Asked(seed, text, question, answer))
            return answer

        for question in form_questions(text, profile):
            answer = ask(question)
            if question.name == "generic" and answer.status == "ok":
                ask(Question("reread", answer.output, ()))
        converted = ""
        for question in pass_questions(text, profile, self.wanted):
            answer = ask(question)
            if question.name == "convert-triton-to-tritongpu" and answer.status == "ok":
                converted = answer.output
        if not profile.ttgir and (not self.wanted or "ttgir" in self.wanted):
            ask(pipeline_question(text, profile))
        if converted:
            for question in layout_questions(converted, self.wanted):
                ask(question)
        return asked

    def _check_alone(self, asked: Asked) -> None:
        """What must hold without upstream: no crash, and each form read back is the program."""
        seed, program, question, answer = asked
        if answer.status == "crash":
            self._find(seed, "crash", question, answer.errors)
        elif question.name in FORMS:
            again = answer
            if answer.status == "ok" and question.name not in ("print", "reread"):
                again = mini(answer.output, ())
            if again.output != program:
                self._find(seed, "round trip", question, again.errors or again.output)
        elif answer.status == "error" and self.upstream is None:
            self._check_error(asked)

    def _check_error(self, asked: Asked) -> None:
        """An error must be one that the pass has to report."""
        seed, _, question, answer = asked
        reason = known_error(question, answer)
        if reason is not None:
            self.known[f"{question.name}: {reason}"] += 1
            return
        unverified = mini(question.text, (*question.flags, "--verify-each=false"))
        kind = "invalid result" if unverified.status == "ok" else "error"
        self._find(seed, kind, question, answer.errors)

    def _compare(self, upstream: Upstream, asked: Sequence[Asked]) -> None:
        # Where mini-opt gives up, upstream goes on for ever.
        endless = [each for each in asked if ENDLESS in each.answer.errors]
        others = [each for each in asked if ENDLESS not in each.answer.errors]
        for group, timeout in ((others, 10), (endless, 2)):
            questions = [(each.question.text, each.question.flags) for each in group]
            for each, theirs in zip(group, upstream.run_all(questions, timeout), strict=True):
                self._compare_one(upstream, each, Answer(*theirs))

    def _compare_one(self, upstream: Upstream, asked: Asked, theirs: Answer) -> None:
        seed, _, question, ours = asked
        if theirs.status == "crash":
            self.outcomes[f"upstream dies, mini-opt: {ours.status}"] += 1
            self.deaths[f"{question.name}: {death(theirs.errors)}"] += 1
            return
        if ours == theirs:
            self.outcomes[f"equal, {ours.status}"] += 1
            return
        # Some patterns of upstream's go by the order of pointers: it answers now so, now otherwise.
        again = upstream.run_all([(question.text, question.flags)] * _REPEATS)
        if ours.status != "crash" and ours in [Answer(*each) for each in again]:
            self.outcomes["one of several answers"] += 1
            self.varying[question.name] += 1
            return
        self.outcomes["difference"] += 1
        if ours.status != "crash":
            kind = "text" if ours.output != theirs.output else "messages"
            kind = kind if ours.status == theirs.status else f"{ours.status} for {theirs.status}"
            self._find(seed, kind, question, _difference(theirs, ours))

    def _run_values(self, seed: int, asked: Sequence[Asked]) -> None:
        """Run a program, and what the passes have made of it; check what AxisInfo says."""
        from mlir_mini.interp import Unsupported
        from programs import semantics

        first = asked[0]
        if first.answer.status != "ok":
            return
        before = semantics.reference(first.question.text, seed)
        if isinstance(before, str):
            self.runs[f"not run: {before}"] += 1
            return
        self.runs["programs run"] += 1
        # Many passes leave the same text; it runs once, and each is judged by its own rules.
        done: dict[str, Any] = {}
        for _, program, question, answer in asked:
            text = answer.output
            if answer.status != "ok" or question.name in FORMS or text == program:
                continue
            if text not in done:
                done[text] = semantics.rerun(text, before)
                self.runs["runs after a pass"] += 1
            try:
                found = semantics.judge(done[text], question.name, before)
            except Unsupported as reason:
                self.runs[f"not run after {question.name}: {reason}"] += 1
            except semantics.KnownChange as change:
                self.runs[f"after {question.name}, known: {change}"] += 1
            else:
                if found is not None:
                    self._find(seed, "another result", question, found)
        question = Question("AxisInfo", first.question.text, ())
        for claim in semantics.false_claims(first.question.text, before):
            if claim.rule is not None:
                self.runs[f"AxisInfo, known: {claim.rule}"] += 1
            else:
                self._find(seed, "false claim", question, claim.text)

    def _find(self, seed: int, kind: str, question: Question, detail: str) -> None:
        self.findings.append(Finding(seed, kind, question, detail))


def death(errors: str) -> str:
    """In a line, what upstream died of."""
    if TIMEOUT in errors:
        return "no answer in time"
    for line in errors.splitlines():
        found = re.search(r"Assertion [`'](.*?)' failed", line)
        if found:
            return found[1]
    for line in errors.splitlines():
        if "ERROR" in line or "UNREACHABLE" in line:
            return line.strip()
    return errors.strip().splitlines()[-1]


def _difference(theirs: Answer, ours: Answer) -> str:
    from difflib import unified_diff

    lines: list[str] = []
    for left, right in ((theirs.errors, ours.errors), (theirs.output, ours.output)):
        pair = left.splitlines(), right.splitlines()
        lines += unified_diff(*pair, "upstream", "mini-opt", n=1, lineterm="")
    return "\n".join(lines[:40])
