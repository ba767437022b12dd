"""Pipelines: upstream's way from TTIR to TTGIR.

``ttgir`` runs what mini-opt has of upstream's passes, in upstream's order, and says in a remark
which ones it leaves out. The order is that of make_ttgir in third_party/nvidia/backend/compiler.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import Option, Pass
from mlir_mini.source import Diagnostic, MLIRError, diagnostics
from passes.prelude import DEFAULT_NUM_WARPS, DEFAULT_TARGET

#: A pass of a pipeline: its full name and its options as text.
Step = tuple[str, str]


class TTGIR(Pass):
    """From TTIR to TTGIR for an NVIDIA GPU."""

    name = "ttgir"
    changes_rounding = True  # some of its passes do

    target = Option(str, DEFAULT_TARGET, "the GPU target, such as cuda:90")
    num_warps = Option(int, DEFAULT_NUM_WARPS, "number of warps")
    num_ctas = Option(int, 1, "number of blocks (CTAs) of a cluster (CGA)")
    num_stages = Option(int, 3, "number of stages of pipelined loops")

    def steps(self, module: Operation) -> Iterator[Pass]:
        from passes import PASSES

        # Flags of the driver count where the pass's own options don't say otherwise.
        given = {"target": self.target, "num-warps": str(self.num_warps)} | {
            flag: value
            for flag, value in self.defaults.items()
            if flag.replace("-", "_") not in self.__dict__
        }
        vendor, _, architecture = given["target"].partition(":")
        if vendor != "cuda" or not architecture.isdecimal():
            error = (
                f"'{self.name}' is for targets such as '{DEFAULT_TARGET}', not '{given['target']}'"
            )
            raise MLIRError(Diagnostic("error", module.loc.position(), error))
        rows = {row.name: row for row in PASSES}
        steps = make_ttgir(
            int(architecture), int(given["num-warps"]), self.num_ctas, self.num_stages
        )
        missing = dict.fromkeys(name for name, _ in steps if name not in rows)
        if missing:
            remark = f"upstream's passes that are left out: {', '.join(missing)}"
            diagnostics.emit(Diagnostic("remark", module.loc.position(), remark))
        for name, options in steps:
            if name in rows:
                yield rows[name].load().from_text(options)


def make_ttgir(capability: int, num_warps: int, num_ctas: int, num_stages: int) -> list[Step]:
    """Upstream's passes for a compute capability (80, 90, 100, ...)."""
    stages = f"num-stages={num_stages}"
    conversion = (
        f"target=cuda:{capability} num-warps={num_warps} threads-per-warp=32 num-ctas={num_ctas}"
    )
    return [
        ("convert-triton-to-tritongpu", conversion),
        ("tritongpu-coalesce", ""),
        ("tritongpu-F32DotTC", f"emu-tf32={'true' if capability >= 80 else 'false'}"),
        ("tritongpu-remove-layout-conversions", ""),
        ("triton-nvidia-gpu-optimize-cta-locality", ""),
        ("tritongpu-remove-layout-conversions", ""),
        ("tritongpu-optimize-thread-locality", ""),
        ("tritongpu-accelerate-matmul", ""),
        ("tritongpu-remove-layout-conversions", ""),
        ("tritongpu-optimize-dot-operands", "hoist-layout-conversion=true"),
        ("triton-nvidia-optimize-descriptor-encoding", ""),
        ("triton-loop-aware-cse", ""),
        *(_loops(stages) if capability // 10 in (8, 9) else _loops_with_tensor_memory(stages)),
        ("canonicalize", ""),
        ("triton-loop-aware-cse", ""),
        *([("tritongpu-prefetch", "")] if capability // 10 == 8 else []),
        ("tritongpu-optimize-dot-operands", "hoist-layout-conversion=true"),
        ("tritongpu-coalesce-async-copy", ""),
        ("triton-nvidia-optimize-tmem-layouts", ""),
        *([("triton-nvidia-tma-lowering", "")] if capability // 10 >= 9 else []),
        ("tritongpu-remove-layout-conversions", ""),
        ("triton-nvidia-interleave-tmem", ""),
        ("tritongpu-reduce-data-duplication", ""),
        ("tritongpu-reorder-instructions", ""),
        ("triton-loop-aware-cse", ""),
        ("symbol-dce", ""),
        ("triton-nvidia-gpu-fence-insertion", f"compute-capability={capability}"),
        ("triton-nvidia-mma-lowering", ""),
        ("sccp", ""),
        ("cse", ""),
        ("canonicalize", ""),
    ]


def _loops(stages: str) -> list[Step]:
    return [
        ("tritongpu-fuse-nested-loops", ""),
        ("canonicalize", ""),
        ("triton-licm", ""),
        ("canonicalize", ""),
        ("tritongpu-combine-tensor-select-and-if", ""),
        ("tritongpu-assign-latencies", stages),
        ("tritongpu-schedule-loops", ""),
        ("tritongpu-pipeline", stages),
    ]


def _loops_with_tensor_memory(stages: str) -> list[Step]:
    return [
        ("tritongpu-fuse-nested-loops", ""),
        ("canonicalize", ""),
        ("triton-licm", ""),
        ("tritongpu-optimize-accumulator-init", ""),
        ("tritongpu-hoist-tmem-alloc", ""),
        ("tritongpu-promote-lhs-to-tmem", ""),
        ("tritongpu-assign-latencies", stages),
        ("tritongpu-schedule-loops", ""),
        ("tritongpu-automatic-warp-specialization", stages),
        ("tritongpu-pipeline", stages),
        ("tritongpu-optimize-partition-warps", ""),
        ("tritongpu-combine-tensor-select-and-if", ""),
        ("tritongpu-hoist-tmem-alloc", "post-pipeline=true"),
        ("triton-nvidia-gpu-remove-tmem-tokens", ""),
    ]
