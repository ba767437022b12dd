"""Pipelines: upstream's way from TTIR to TTGIR.

``ttgir`` runs what mini-opt has of upstream's passes, in upstream's order, and says in a remark
which ones it leaves out. The order is that of make_ttgir in third_party/nvidia/backend/compiler.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir_mini.flag_values import said
from mlir_mini.ir.core import Operation
from mlir_mini.passmanager import Option, Pass
from mlir_mini.source import Diagnostic, MLIRError, diagnostics
from mlir_mini.targets import capability_of, is_power_of_two, target_of
from passes.prelude import DEFAULT_NUM_WARPS, DEFAULT_TARGET, SETTINGS

#: A pass of a pipeline: its full name and its options as text.
Step = tuple[str, str]


class TTGIR(Pass):
    """From TTIR to TTGIR for an NVIDIA GPU.

    A module that says for which GPU it is, or how many warps it has, as TTGIR does, keeps that.
    """

    name = "ttgir"
    changes_rounding = True  # some of its passes do

    target = Option(str, DEFAULT_TARGET, "the GPU target, such as cuda:90")
    num_warps = Option(int, DEFAULT_NUM_WARPS, "number of warps")
    threads_per_warp = Option(int, 32, "number of threads of a warp")
    num_ctas = Option(int, 1, "number of blocks (CTAs) of a cluster (CGA)")
    num_stages = Option(int, 3, "number of stages of pipelined loops")

    def steps(self, module: Operation) -> Iterator[Pass]:
        from passes import PASSES

        given = {flag: self._setting(flag, module) for flag in SETTINGS}
        capability = capability_of(given["target"])
        if capability is None:
            raise self._error(
                f"is for targets such as '{DEFAULT_TARGET}', not '{given['target']}'", module
            )
        if not is_power_of_two(given["num-warps"]):
            raise self._error(f"has num-warps={given['num-warps']}, no power of two", module)
        rows = {row.name: row for row in PASSES}
        steps = make_ttgir(
            capability,
            int(given["num-warps"]),
            int(given["num-ctas"]),
            self.num_stages,
            int(given["threads-per-warp"]),
        )
        missing = dict.fromkeys(name for name, _ in steps if name not in rows)
        if missing:
            remark = f"upstream's passes that are left out: {', '.join(missing)}"
            diagnostics.emit(Diagnostic("remark", module.loc.position(), remark))
        for name, options in steps:
            if name in rows:
                yield rows[name].load().from_text(options)

    def _setting(self, flag: str, module: Operation) -> str:
        """What the module says, else the pass's own option, else a flag of the driver."""
        option = self.options()[flag]
        own = str(option.__get__(self))
        if flag == "target":
            own = target_of(own) or own
        is_given = option.attribute in self.__dict__
        there = said(module, SETTINGS[flag])
        if there is not None:
            if is_given and own != there:
                raise self._error(
                    f"has {flag}={own}, but the module has '{SETTINGS[flag]}' = {there}", module
                )
            return there
        return own if is_given else self.defaults.get(flag, own)

    def _error(self, message: str, module: Operation) -> MLIRError:
        return MLIRError(Diagnostic("error", module.loc.position(), f"'{self.name}' {message}"))


def make_ttgir(
    capability: int, num_warps: int, num_ctas: int, num_stages: int, threads_per_warp: int = 32
) -> list[Step]:
    """Upstream's passes for a compute capability (80, 90, 100, ...)."""
    stages = f"num-stages={num_stages}"
    conversion = (
        f"target=cuda:{capability} num-warps={num_warps} threads-per-warp={threads_per_warp} "
        f"num-ctas={num_ctas}"
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
