"""The ttng dialect: Hopper's and Blackwell's barriers, TMA, matrix products, tensor memory.

Its parts are in modules of their own; this one has all their names.
"""

from __future__ import annotations

from typing import Any

from mlir_mini.dialects import (
    ttng_attrs,
    ttng_barriers,
    ttng_mma,
    ttng_mmav5,
    ttng_packed_arith,
    ttng_tma,
    ttng_tmem,
    ttng_types,
)
from mlir_mini.dialects.tt_types import check_cache_modifier
from mlir_mini.dialects.ttng_attrs import (
    TENSOR_MEMORY,
    CachePolicyAttr,
    TensorMemorySpaceAttr,
    TMEMLoadReduceModifierAttr,
)
from mlir_mini.dialects.ttng_barriers import (
    ArriveBarrierOp,
    AsyncCopyMbarrierArriveOp,
    AsyncSharedStoreOp,
    BarrierExpectOp,
    CLCGetProgramIdOp,
    CLCIsCanceledOp,
    CLCLoadResultOp,
    CLCTryCancelOp,
    CLCTryCancelSyncOp,
    ClusterBarrierOp,
    FenceAsyncSharedOp,
    FenceMBarrierInitReleaseClusterOp,
    InitBarrierOp,
    InvalBarrierOp,
    WaitBarrierOp,
)
from mlir_mini.dialects.ttng_mma import TCGen5CommitOp, WarpGroupDotOp, WarpGroupDotWaitOp
from mlir_mini.dialects.ttng_mmav5 import MMAv5Like, TCGen5MMAOp, TCGen5MMAScaledOp
from mlir_mini.dialects.ttng_packed_arith import PackedArithOp
from mlir_mini.dialects.ttng_tma import (
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAGatherOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    ReinterpretTensorDescOp,
    TensormapCreateOp,
    TensormapFenceproxyAcquireOp,
    TMALoadLike,
    TMAStoreLike,
    TMAStoreWaitOp,
)
from mlir_mini.dialects.ttng_tmem import (
    TMEMAllocOp,
    TMEMCopyOp,
    TMEMLoadOp,
    TMEMStoreOp,
    TMEMSubSliceOp,
    TMEMWaitOp,
)
from mlir_mini.dialects.ttng_types import TensorDescIm2ColType
from mlir_mini.spec.registry import Dialect
from mlir_mini.spec.verify import attr_text

__all__ = [
    "TENSOR_MEMORY",
    "ArriveBarrierOp",
    "AsyncCopyMbarrierArriveOp",
    "AsyncSharedStoreOp",
    "AsyncTMACopyGlobalToLocalOp",
    "AsyncTMACopyLocalToGlobalOp",
    "AsyncTMAGatherOp",
    "AsyncTMAReduceOp",
    "AsyncTMAScatterOp",
    "BarrierExpectOp",
    "CLCGetProgramIdOp",
    "CLCIsCanceledOp",
    "CLCLoadResultOp",
    "CLCTryCancelOp",
    "CLCTryCancelSyncOp",
    "CachePolicyAttr",
    "ClusterBarrierOp",
    "FenceAsyncSharedOp",
    "FenceMBarrierInitReleaseClusterOp",
    "InitBarrierOp",
    "InvalBarrierOp",
    "MMAv5Like",
    "PackedArithOp",
    "ReinterpretTensorDescOp",
    "TCGen5CommitOp",
    "TCGen5MMAOp",
    "TCGen5MMAScaledOp",
    "TMALoadLike",
    "TMAStoreLike",
    "TMAStoreWaitOp",
    "TMEMAllocOp",
    "TMEMCopyOp",
    "TMEMLoadOp",
    "TMEMLoadReduceModifierAttr",
    "TMEMStoreOp",
    "TMEMSubSliceOp",
    "TMEMWaitOp",
    "TensorDescIm2ColType",
    "TensorMemorySpaceAttr",
    "TensormapCreateOp",
    "TensormapFenceproxyAcquireOp",
    "WaitBarrierOp",
    "WarpGroupDotOp",
    "WarpGroupDotWaitOp",
    "dialect",
]


def _verify_cache_policy(attr: Any, is_store: bool) -> str | None:
    if not isinstance(attr, CachePolicyAttr):
        return f"unsupported NVIDIA cache policy attribute {attr_text(attr)}"
    return check_cache_modifier(attr.cache_modifier, is_store)


dialect = Dialect("ttng")
dialect.verify_cache_policy = _verify_cache_policy
ttng_attrs.register(dialect)
ttng_types.register(dialect)
for _module in (
    ttng_barriers,
    ttng_mma,
    ttng_mmav5,
    ttng_packed_arith,
    ttng_tma,
    ttng_tmem,
):
    dialect.add_ops(vars(_module))
