"""The passes that Triton 3.9.0 runs to turn TTIR into TTGIR for NVIDIA, replayed over real kernels.

The order is that of third_party/nvidia/backend/compiler.py, `make_ttgir`, for one CTA.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from .cases import Tool
from .compare import Note, Pair, passes_on, refused, unread
from .driver import Outcome

GENERIC = "--mlir-print-op-generic"
DEBUG = "--mlir-print-debuginfo"
UNALIASED = ("--mlir-print-unique-ssa-ids", "--mlir-print-local-scope")
STAGES = ("print", "generic", "reread", "debug", "pass", "chain")
CHAIN = ("tritongpu-coalesce", "tritongpu-remove-layout-conversions", "canonicalize", "cse")


class Target(NamedTuple):
    """A compute capability (80, 90, 100), warps a CTA, and pipeline stages."""

    capability: int
    num_warps: int
    num_stages: int = 3

    def __str__(self) -> str:
        return f"cuda:{self.capability} w{self.num_warps}"


def convert_flag(target: Target) -> str:
    """The first pass: layouts for plain tensors."""
    return (
        f"--convert-triton-to-tritongpu=target=cuda:{target.capability} "
        f"num-warps={target.num_warps} threads-per-warp=32 num-ctas=1"
    )


def make_ttgir(target: Target) -> list[str]:
    """A flag a pass, in the compiler's order."""
    capability, stages = target.capability, target.num_stages
    generation = capability // 10
    tf32 = "true" if capability >= 80 else "false"
    hoist = "tritongpu-optimize-dot-operands=hoist-layout-conversion=true"
    names = [
        "tritongpu-coalesce",
        f"tritongpu-F32DotTC=emu-tf32={tf32}",
        "tritongpu-remove-layout-conversions",
        "triton-nvidia-gpu-optimize-cta-locality",
        "tritongpu-remove-layout-conversions",
        "tritongpu-optimize-thread-locality",
        "tritongpu-accelerate-matmul",
        "tritongpu-remove-layout-conversions",
        hoist,
        "triton-nvidia-optimize-descriptor-encoding",
        "triton-loop-aware-cse",
        "tritongpu-fuse-nested-loops",
        "canonicalize",
        "triton-licm",
    ]
    if generation in (8, 9):
        names += [
            "canonicalize",
            "tritongpu-combine-tensor-select-and-if",
            f"tritongpu-assign-latencies=num-stages={stages}",
            "tritongpu-schedule-loops",
            f"tritongpu-pipeline=num-stages={stages}",
        ]
    else:
        names += [
            "tritongpu-optimize-accumulator-init",
            "tritongpu-hoist-tmem-alloc",
            "tritongpu-promote-lhs-to-tmem",
            f"tritongpu-assign-latencies=num-stages={stages}",
            "tritongpu-schedule-loops",
            f"tritongpu-automatic-warp-specialization=num-stages={stages}",
            f"tritongpu-pipeline=num-stages={stages}",
            "tritongpu-optimize-partition-warps",
            "tritongpu-combine-tensor-select-and-if",
            "tritongpu-hoist-tmem-alloc=post-pipeline=true",
            "triton-nvidia-gpu-remove-tmem-tokens",
        ]
    names += ["canonicalize", "triton-loop-aware-cse"]
    if generation == 8:
        names.append("tritongpu-prefetch")
    names += [hoist, "tritongpu-coalesce-async-copy", "triton-nvidia-optimize-tmem-layouts"]
    if generation >= 9:
        names.append("triton-nvidia-tma-lowering")
    names += [
        "tritongpu-remove-layout-conversions",
        "triton-nvidia-interleave-tmem",
        "tritongpu-reduce-data-duplication",
        "tritongpu-reorder-instructions",
        "triton-loop-aware-cse",
        "symbol-dce",
        f"triton-nvidia-gpu-fence-insertion=compute-capability={capability}",
        "triton-nvidia-mma-lowering",
        "sccp",
        "cse",
        "canonicalize",
    ]
    return [convert_flag(target), *(f"--{name}" for name in names)]


def kernel_pairs(
    upstream: Tool,
    text: str,
    origin: str,
    stages: Collection[str],
    targets: Sequence[Target],
    wanted: Callable[[str], bool],
    note: Note,
) -> Iterator[Pair]:
    """What mini-opt is asked about one TTIR kernel.

    The stages: `print` and `generic`, no pass; `reread`, upstream's generic form and its text with
    unique names and no aliases, printed as usual; `debug`, with locations; `pass`, each pass of the
    compiler that `wanted` says yes to, fed with upstream's text; `chain`, several passes at once.
    What upstream fails on is left out and noted.
    """
    printed = upstream.run(text, [])
    if printed.status != "ok":
        note(f"{origin}: {unread(printed)}")
        return

    def pair(row: str, flags: Sequence[str], before: str, expected: Outcome) -> Iterator[Pair]:
        if expected.status == "ok":
            yield Pair(row, tuple(flags), before, expected.output, origin)
        else:
            note(f"{origin}: {refused(expected, row)}")

    if "print" in stages:
        yield from pair("print", [], text, printed)
    if "generic" in stages:
        yield from pair("generic", [GENERIC], text, upstream.run(text, [GENERIC]))
    if "reread" in stages:
        for form in ([GENERIC], UNALIASED):
            before = upstream.run(text, form)
            if before.status == "ok":
                yield from pair("reread", [], before.output, printed)
            else:
                note(f"{origin}: {refused(before, 'reread')}")
    if "debug" in stages and " loc(" in text:
        yield from pair("debug", [DEBUG], text, upstream.run(text, [DEBUG]))
    for target in targets:
        where = f"{origin} {target}"
        if "pass" in stages:
            for step in passes_on(upstream, text, make_ttgir(target), where, note=note):
                name = step.row.partition("=")[0]
                if wanted(name):
                    yield step._replace(row=name)
        if "chain" in stages:
            flags = [convert_flag(target), *(f"--{name}" for name in CHAIN)]
            yield from pair("chain", flags, text, upstream.run(text, flags))
