#!/usr/bin/env python3
"""The situations of docs/explain.md on a GPU, before and after their hints.

    gpu_explain.py --prepare DIR    compile both sides: cubins and predictions; needs triton==3.9.0
    gpu_explain.py --cubins DIR     measure what --prepare left there; needs numpy, a GPU and ncu

Both sides go through mini-opt's conversion, coalesce and remove-layout-conversions and are compiled
for sm_90 by triton. They run on tensors well beyond the L2 cache: results have to be the same, the
sectors and requests that ncu counts those predicted, and the times are shown.

Exit status: 0 if all agree, or if there is no GPU or no ncu, which a line SKIPPED then says; 1 if a
situation differs; 2 if something is missing or fails.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from checkout import ROOT
from extras import missing as missing_extra
from gpu.counters import COUNTERS, measure, missing
from gpu.driver import Driver, Kernel
from gpu.situations import SITUATIONS, Side, Situation

CAPABILITY = 90
SECTOR = 32
SIDES = ("before", "after")


# Compiling.


def prepare(folder: Path) -> None:
    """NAME.SIDE.cubin for each situation and side, and sides.json. Raises ImportError."""
    import triton  # noqa: F401 # pyright: ignore

    from explain_cases.questions import Case
    from explain_cases.situations import read_situations

    folder.mkdir(parents=True, exist_ok=True)
    texts = read_situations(ROOT / "docs" / "explain.md")
    listed: dict[str, Any] = {}
    for name, situation in SITUATIONS.items():
        case = Case(name, texts[name], CAPABILITY)
        fixes = {fix.key: fix for verdict in case.verdicts for fix in verdict.fixes}
        chosen = {"before": [], "after": list(fixes.values())}
        for side in SIDES:
            facts = compile_side(case, chosen[side], situation, side, folder)
            listed[f"{name}.{side}"] = facts | {"hint": [fix.text for fix in chosen[side]]}
    (folder / "sides.json").write_text(json.dumps(listed, indent=1) + "\n")


def compile_side(
    case: Any, fixes: Sequence[Any], situation: Situation, side: str, folder: Path
) -> dict[str, Any]:
    """What launching needs, the widths, and the counters predicted."""
    from explain_cases.ptx import access_bytes
    from explain_cases.questions import SPAN, locate
    from mlir_mini.analysis.axis_info import ModuleAxisInfoAnalysis
    from mlir_mini.passmanager import AnalysisManager
    from mlir_mini.syntax.printer import PrintOptions, print_module
    from passes.coalesce import Coalesce
    from passes.explain.accesses import Measuring, find_accesses
    from passes.remove_layout_conversions import RemoveLayoutConversions
    from upstream.codegen import cubin_of

    module = case.module_with(fixes)
    accesses = find_accesses(module)
    measuring = Measuring(module, ModuleAxisInfoAnalysis(module))
    for access in accesses:
        measuring.measure(access)
    predicted = predict(accesses, situation, situation.sides[side])
    locate(module, accesses)
    for pass_ in (Coalesce(), RemoveLayoutConversions()):
        pass_.run(module, AnalysisManager(module))
    text = print_module(module, PrintOptions(debuginfo=True))
    cubin, ptx, metadata = cubin_of(text, CAPABILITY)
    (folder / f"{case.name}.{side}.cubin").write_bytes(cubin)
    found = access_bytes(ptx, SPAN)
    return {
        "threads": 32 * metadata["num_warps"],
        "shared": metadata["shared"],
        "bytes": [access.bytes_now for access in accesses],
        "ptx bytes": [sorted(found.get(i, ())) for i in range(len(accesses))],
        "predicted": predicted,
    }


def predict(accesses: Sequence[Any], situation: Situation, side: Side) -> dict[str, int]:
    """Requests and sectors of all programs together."""
    from mlir_mini.layout.sectors import TensorAccess, whole_tile

    totals = Counter(dict.fromkeys(COUNTERS, 0))
    for access, runtime in zip(accesses, side.accesses, strict=True):
        is_store = access.kind == "store"
        kind = "store" if is_store else "load"
        size = access.bits // 8
        starts = Counter(
            (runtime.start(program) * size) % SECTOR for program in range(situation.programs)
        )
        for base, programs in starts.items():
            tile = TensorAccess(
                access.encoding,
                access.shape,
                access.bits,
                runtime.strides,
                base_align=size,
                base=base,
            )
            found = whole_tile(tile, is_store=is_store, elements=access.elements)
            totals[f"{kind} requests"] += found.requests * programs * runtime.turns
            totals[f"{kind} sectors"] += found.sectors * programs * runtime.turns
    return dict(totals)


# Running.


class Run:
    """A side of a situation on the GPU, with its buffers filled."""

    def __init__(self, driver: Driver, folder: Path, name: str, side: str, facts: Any) -> None:
        self.driver = driver
        self.situation = SITUATIONS[name]
        self.side = self.situation.sides[side]
        self.facts = facts
        self.kernel: Kernel = driver.kernel((folder / f"{name}.{side}.cubin").read_bytes(), name)
        self.buffers: dict[str, Any] = {}
        self.arguments: list[Any] = []
        for argument in self.side.arguments:
            if isinstance(argument, int):
                self.arguments.append(ctypes.c_int32(argument))
                continue
            data = argument.contents()
            buffer = driver.allocate(data.nbytes)
            driver.upload(buffer, data.ctypes.data, data.nbytes)
            self.buffers[argument.name] = buffer
            self.arguments.append(ctypes.c_uint64(buffer.value))

    @property
    def launch_size(self) -> tuple[int, int, int]:
        return self.facts["threads"], self.facts["shared"], self.situation.programs

    def once(self) -> None:
        self.kernel.launch(self.arguments, *self.launch_size)
        self.driver.synchronize()

    def output(self) -> Any:
        """The results, without what lies between rows."""
        output = self.side.output
        data = output.contents()
        self.driver.download(data.ctypes.data, self.buffers[output.name], data.nbytes)
        return output.logical(data)

    def close(self) -> None:
        for buffer in self.buffers.values():
            self.driver.free(buffer)
        self.kernel.unload()


def launch_all(folder: Path) -> None:
    """Runs each side once, in order, for ncu."""
    driver = Driver()
    for key, facts in json.loads((folder / "sides.json").read_text()).items():
        name, side = key.split(".")
        run = Run(driver, folder, name, side, facts)
        run.once()
        run.close()


def check(folder: Path) -> int:
    """Measures and compares; the exit status."""
    reason = missing()
    if reason:
        print(f"SKIPPED: {reason}")
        return 0
    folder = folder.resolve()
    listed = json.loads((folder / "sides.json").read_text())
    program = [sys.executable, str(Path(__file__).resolve()), "--launch", str(folder)]
    counted = measure(program, f"regex:{'|'.join(SITUATIONS)}")
    if len(counted) != len(listed):
        raise RuntimeError(f"{len(listed)} kernels were launched, ncu saw {len(counted)}")
    counters = dict(zip(listed, counted, strict=True))
    wrong = 0
    driver = Driver()
    for name in SITUATIONS:
        times, outputs, lines = [], [], []
        for side in SIDES:
            key = f"{name}.{side}"
            facts = listed[key]
            run = Run(driver, folder, name, side, facts)
            run.once()
            outputs.append(run.output())
            times.append(run.kernel.milliseconds(run.arguments, *run.launch_size))
            run.close()
            problems = differences(facts, counters[key])
            wrong += bool(problems)
            seen = counters[key]
            lines.append(
                f"  {side:<7}{'/'.join(map(str, facts['bytes'])):>8} bytes  "
                f"{seen['load requests']:>10}{seen['load sectors']:>11}"
                f"{seen['store requests']:>11}{seen['store sectors']:>11}"
                f"{times[-1]:>9.3f} ms{''.join(f'  <- {each}' for each in problems)}"
            )
        same = bool((outputs[0] == outputs[1]).all()) and bool(outputs[0].any())
        wrong += not same
        print(
            f"{name}: {times[0] / times[1]:.2f} times as fast, "
            f"{'same results' if same else 'RESULTS DIFFER'}",
            *lines,
            sep="\n",
            flush=True,
        )
    print(f"{'all agree' if not wrong else f'{wrong} differ'}")
    return 1 if wrong else 0


def differences(facts: Any, counted: dict[str, int]) -> list[str]:
    """Counters and widths that are not as predicted."""
    found = [
        f"{label}: {counted[label]} not {wanted}"
        for label, wanted in facts["predicted"].items()
        if counted[label] != wanted
    ]
    for wanted, seen in zip(facts["bytes"], facts["ptx bytes"], strict=True):
        if seen != [wanted]:
            found.append(f"PTX has {seen} bytes, not {wanted}")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    modes = parser.add_mutually_exclusive_group(required=True)
    modes.add_argument("--prepare", metavar="DIR", type=Path, help="compile into DIR")
    modes.add_argument("--cubins", metavar="DIR", type=Path, help="measure what lies in DIR")
    modes.add_argument("--launch", metavar="DIR", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.launch:
        launch_all(options.launch)
        return 0
    try:
        if options.prepare:
            prepare(options.prepare)
            print(f"{options.prepare}: {len(SITUATIONS)} situations")
            return 0
        return check(options.cubins)
    except ModuleNotFoundError as error:
        print(f"gpu_explain: {missing_extra(error)}", file=sys.stderr)
        return 2
    except (RuntimeError, ImportError, OSError) as error:
        print(f"gpu_explain: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
