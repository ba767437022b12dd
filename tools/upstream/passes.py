"""The passes in libtriton: triton-opt's name of each, and the function that creates it.

Every create function takes no argument, so a pass starts with the defaults that triton-opt gives
it; options are set afterwards by name (`context.Context.run`).
"""

from __future__ import annotations

# C++ namespace inside `mlir` -> {pass argument: create function}
_CREATE: dict[str, dict[str, str]] = {
    "": {
        "canonicalize": "createCanonicalizerPass",
        "cse": "createCSEPass",
        "sccp": "createSCCPPass",
        "inline": "createInlinerPass",
        "symbol-dce": "createSymbolDCEPass",
        "loop-invariant-code-motion": "createLoopInvariantCodeMotionPass",
        "loop-invariant-subset-hoisting": "createLoopInvariantSubsetHoistingPass",
        "print-ir": "createPrintIRPass",
        "convert-scf-to-cf": "createSCFToControlFlowPass",
        "convert-cf-to-llvm": "createConvertControlFlowToLLVMPass",
        "convert-arith-to-llvm": "createArithToLLVMConversionPass",
        "convert-index-to-llvm": "createConvertIndexToLLVMPass",
        "convert-math-to-llvm": "createConvertMathToLLVMPass",
        "convert-nvvm-to-llvm": "createConvertNVVMToLLVMPass",
        "reconcile-unrealized-casts": "createReconcileUnrealizedCastsPass",
        "enable-line-info": "createLLVMDIScope",
        "extract-variable-info": "createLLVMDILocalVariable",
        "tritonamdgpu-accelerate-matmul": "createTritonAMDGPUAccelerateMatmul",
        "tritonamdgpu-pipeline": "createTritonAMDGPUPipeline",
        "tritonamdgpu-schedule-loops": "createTritonAMDGPUScheduleLoops",
        "tritonamdgpu-optimize-epilogue": "createTritonAMDGPUOptimizeEpilogue",
        "tritonamdgpu-coalesce-async-copy": "createTritonAMDGPUCoalesceAsyncCopy",
        "tritonamdgpu-fold-true-cmpi": "createTritonAMDFoldTrueCmpI",
        "tritonamdgpu-canonicalize-pointers": "createTritonAMDGPUCanonicalizePointers",
        "tritonamdgpu-convert-buffer-ops": "createTritonAMDGPUConvertToBufferOps",
        "tritonamdgpu-block-pingpong": "createTritonAMDGPUBlockPingpong",
        "tritonamdgpu-in-thread-transpose": "createTritonAMDGPUInThreadTranspose",
        "tritonamdgpu-hoist-layout-conversions": "createTritonAMDGPUHoistLayoutConversions",
        "tritonamdgpu-sink-layout-conversions": "createTritonAMDGPUSinkLayoutConversions",
    },
    "arith": {
        "arith-expand": "createArithExpandOpsPass",
    },
    "triton": {
        "triton-combine": "createTritonCombineOps",
        "triton-reorder-broadcast": "createTritonReorderBroadcast",
        "triton-loop-unroll": "createTritonLoopUnroll",
        "triton-loop-aware-cse": "createTritonLoopAwareCSE",
        "triton-licm": "createTritonLoopInvariantCodeMotion",
        "triton-rewrite-tensor-descriptor-to-pointer": (
            "createTritonRewriteTensorDescriptorToPointer"
        ),
        "convert-triton-to-tritongpu": "createConvertTritonToTritonGPU",
        "relayout-tritongpu": "createRelayoutTritonGPU",
        "allocate-shared-memory-nv": "createAllocateSharedMemoryNv",
        "convert-triton-gpu-to-llvm": "createConvertTritonGPUToLLVM",
        "convert-nv-gpu-to-llvm": "createConvertNVGPUToLLVM",
        "convert-warp-specialize-to-llvm": "createConvertWarpSpecializeToLLVM",
        "set-minimum-shared-memory": "createSetMinimumSharedMemory",
        "initialize-ws-cluster-barriers": "createInitializeWSClusterBarriers",
        "nvws-lower-aref": "createNVWSLowerAref",
        "nvws-insert-aref": "createNVWSInsertAref",
        "nvws-insert-tmem-aref": "createNVWSInsertTmemAref",
        "nvws-lower-warp-group": "createNVWSLowerWarpGroup",
        "nvws-assign-stage-phase": "createNVWSAssignStagePhase",
        "nvws-hoist-tmem-store": "createNVWSHoistTmemStore",
    },
    "triton::gpu": {
        "tritongpu-coalesce": "createTritonGPUCoalesce",
        "tritongpu-remove-layout-conversions": "createTritonGPURemoveLayoutConversions",
        "tritongpu-prefetch": "createTritonGPUPrefetch",
        "tritongpu-combine-tensor-select-and-if": "createTritonGPUCombineTensorSelectAndIf",
        "tritongpu-accelerate-matmul": "createTritonGPUAccelerateMatmul",
        "tritongpu-optimize-thread-locality": "createTritonGPUOptimizeThreadLocality",
        "tritongpu-optimize-dot-operands": "createTritonGPUOptimizeDotOperands",
        "tritongpu-reduce-data-duplication": "createTritonGPUReduceDataDuplication",
        "tritongpu-reorder-instructions": "createTritonGPUReorderInstructions",
        "tritongpu-F32DotTC": "createTritonGPUF32DotTC",
        "tritongpu-coalesce-async-copy": "createTritonGPUCoalesceAsyncCopy",
        "tritongpu-optimize-accumulator-init": "createTritonGPUOptimizeAccumulatorInit",
        "tritongpu-fuse-nested-loops": "createTritonGPUFuseNestedLoops",
        "tritongpu-pipeline": "createTritonGPUPipeline",
        "tritongpu-assign-latencies": "createTritonGPUAssignLatencies",
        "tritongpu-schedule-loops": "createTritonGPUScheduleLoops",
        "tritongpu-test-pipeline-lower-loop": "createTritonGPUTestPipelineLowerLoop",
        "tritongpu-hoist-tmem-alloc": "createTritonGPUHoistTMEMAlloc",
        "tritongpu-automatic-warp-specialization": "createTritonGPUAutomaticWarpSpecialization",
        "tritongpu-partition-loops": "createTritonGPUPartitionLoops",
        "tritongpu-partition-scheduling": "createTritonGPUPartitionScheduling",
        "tritongpu-normalize-ws-while-loops": "createTritonGPUNormalizeWSWhileLoops",
        "tritongpu-optimize-partition-warps": "createTritonGPUOptimizePartitionWarps",
        "tritongpu-allocate-warp-groups": "createTritonGPUAllocateWarpGroups",
        "tritongpu-global-scratch-memory-allocation": "createTritonGPUGlobalScratchAllocationPass",
        "allocate-shared-memory": "createAllocateSharedMemory",
        "canonicalize-llvm-ir": "createCanonicalizeLLVMIR",
    },
    "triton::nvidia_gpu": {
        "tritongpu-promote-lhs-to-tmem": "createTritonNvidiaGPUPromoteLHSToTMemPass",
        "triton-nvidia-gpu-fence-insertion": "createTritonGPUFenceInsertion",
        "triton-nvidia-gpu-proxy-fence-insertion": "createTritonGPUProxyFenceInsertion",
        "triton-nvidia-mma-lowering": "createTritonNvidiaGPUMMALoweringPass",
        "triton-nvidia-tma-lowering": "createTritonNvidiaGPUTMALoweringPass",
        "triton-tensor-memory-allocation": "createTritonTensorMemoryAllocationPass",
        "triton-nvidia-interleave-tmem": "createTritonNvidiaGPUInterleaveTMemPass",
        "triton-nvidia-gpu-remove-tmem-tokens": "createTritonNvidiaGPURemoveTMEMTokensPass",
        "triton-nvidia-check-matmul-two-cta": "createTritonNvidiaGPUCheckMatmulTwoCTAPass",
        "triton-nvidia-optimize-tmem-layouts": "createTritonNvidiaGPUOptimizeTMemLayoutsPass",
        "triton-nvidia-optimize-descriptor-encoding": (
            "createTritonNvidiaGPUOptimizeDescriptorEncodingPass"
        ),
        "triton-nvidia-gpu-optimize-cta-locality": "createTritonNvidiaGPUOptimizeCTALocalityPass",
    },
    "triton::instrument": {
        "tritoninstrument-fp-sanitizer": "createTritonInstrumentFpSanitizer",
        "tritoninstrument-global-sanitizer": "createTritonInstrumentGlobalSanitizer",
        "tritoninstrument-concurrency-sanitizer": "createTritonInstrumentConcurrencySanitizer",
        "tritoninstrument-prepare-consan-captures": "createTritonInstrumentPrepareConSanCaptures",
    },
    "triton::gluon": {
        "gluon-inline": "createGluonInline",
        "gluon-canonicalize": "createGluonCanonicalize",
        "gluon-resolve-auto-encodings": "createGluonResolveAutoEncodingsPass",
        "gluon-infer-coalesced-encodings": "createGluonInferCoalescedEncodingsPass",
    },
}

# Not a pass of libtriton: the driver runs the analysis and prints what it finds.
PRINT_ALIGNMENT = "test-print-alignment"


def _mangle(namespace: str, function: str) -> str:
    """Itanium-ABI name of `mlir::namespace::function()`."""
    parts = ["mlir", *(namespace.split("::") if namespace else []), function]
    return "_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "Ev"


# Pass argument -> mangled create function.
PASSES: dict[str, str] = {
    name: _mangle(namespace, function)
    for namespace, functions in _CREATE.items()
    for name, function in functions.items()
}


def resolve(name: str) -> str | None:
    """The full name of a pass, given in full or without its `tritongpu-`/`triton-` prefix."""
    for candidate in (name, f"tritongpu-{name}", f"triton-{name}"):
        if candidate in PASSES or candidate == PRINT_ALIGNMENT:
            return candidate
    return None
