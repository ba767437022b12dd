"""The ttg dialect: layouts, conversions between them, shared memory, warp specialization.

Its parts are in modules of their own; this one has all their names.
"""

from __future__ import annotations

from mlir_mini.dialects import (
    ttg_attrs,
    ttg_memory,
    ttg_ops,
    ttg_reinterpret,
    ttg_types,
    ttg_views,
    ttg_warp_specialize,
)
from mlir_mini.dialects.ttg_attrs import SHARED_MEMORY, SharedMemorySpaceAttr
from mlir_mini.dialects.ttg_memory import (
    LocalAllocOp,
    LocalAtomicScatterRMWOp,
    LocalDeallocOp,
    LocalGatherOp,
    LocalLoadOp,
    LocalScatterOp,
    LocalStoreOp,
)
from mlir_mini.dialects.ttg_ops import (
    AsyncCommitGroupOp,
    AsyncCopyGlobalToLocalOp,
    AsyncWaitOp,
    BarrierOp,
    ConvertLayoutOp,
    Fp4ToFpOp,
    GlobalScratchAllocOp,
    InlineAsmOp,
    MaskOp,
    MaskReturnOp,
    PredicateStageOp,
    WarpIdOp,
)
from mlir_mini.dialects.ttg_reinterpret import MemDescReinterpretOp
from mlir_mini.dialects.ttg_traits import (
    AsyncRegions,
    AsyncToken,
    GlobalToLocalCopy,
    LocalLoad,
    MBarrierLike,
    MemDesc,
    MemDescView,
    MemWait,
    TensorOrMemDesc,
    VerifyMemDescLayouts,
)
from mlir_mini.dialects.ttg_types import AsyncTokenType, MemDescType
from mlir_mini.dialects.ttg_views import (
    MemDescIndexOp,
    MemDescReshapeOp,
    MemDescSubsliceOp,
    MemDescTransOp,
)
from mlir_mini.dialects.ttg_warp_specialize import (
    WarpReturnOp,
    WarpSpecializeOp,
    WarpSpecializePartitionsOp,
    WarpYieldOp,
)
from mlir_mini.ir.core import Operation
from mlir_mini.source import Diagnostic
from mlir_mini.spec.registry import Dialect

__all__ = [
    "SHARED_MEMORY",
    "AsyncCommitGroupOp",
    "AsyncCopyGlobalToLocalOp",
    "AsyncRegions",
    "AsyncToken",
    "AsyncTokenType",
    "AsyncWaitOp",
    "BarrierOp",
    "ConvertLayoutOp",
    "Fp4ToFpOp",
    "GlobalScratchAllocOp",
    "GlobalToLocalCopy",
    "InlineAsmOp",
    "LocalAllocOp",
    "LocalAtomicScatterRMWOp",
    "LocalDeallocOp",
    "LocalGatherOp",
    "LocalLoad",
    "LocalLoadOp",
    "LocalScatterOp",
    "LocalStoreOp",
    "MBarrierLike",
    "MaskOp",
    "MaskReturnOp",
    "MemDesc",
    "MemDescIndexOp",
    "MemDescReinterpretOp",
    "MemDescReshapeOp",
    "MemDescSubsliceOp",
    "MemDescTransOp",
    "MemDescType",
    "MemDescView",
    "MemWait",
    "PredicateStageOp",
    "SharedMemorySpaceAttr",
    "TensorOrMemDesc",
    "VerifyMemDescLayouts",
    "WarpIdOp",
    "WarpReturnOp",
    "WarpSpecializeOp",
    "WarpSpecializePartitionsOp",
    "WarpYieldOp",
    "dialect",
]

#: Attributes of the module, or of the module and of functions.
_MODULE_ATTRS = ("ttg.num-ctas", "ttg.target", "ttg.threads-per-warp")
_MODULE_OR_FUNCTION_ATTRS = ("ttg.num-warps",)


def _verify_attribute(op: Operation, name: str, attr: object) -> Diagnostic | None:
    if name in _MODULE_ATTRS and op.name != "builtin.module":
        where = "`module`"
    elif name in _MODULE_OR_FUNCTION_ATTRS and op.name not in ("builtin.module", "tt.func"):
        where = "`module` or `tt.func`"
    else:
        return None
    return op.op_error(f'has unexpected attribute "{name}" which is expected only on {where} ops')


dialect = Dialect("ttg")
dialect.verify_attribute = _verify_attribute
ttg_attrs.register(dialect)
ttg_types.register(dialect)
for _module in (ttg_memory, ttg_ops, ttg_reinterpret, ttg_views, ttg_warp_specialize):
    dialect.add_ops(vars(_module))
