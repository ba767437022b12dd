"""The nvvm dialect: what Triton's passes put beside its own operations on NVIDIA GPUs.

Source: mlir/include/mlir/Dialect/LLVMIR/NVVMOps.td.
"""

from __future__ import annotations

from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import BoolAttr, UnitAttrKind
from mlir_mini.spec.constraints import I32
from mlir_mini.spec.fields import attr, operand, optional_attr, optional_operand, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("nvvm")


class BarrierOp(Op):
    """Threads of a block wait for one another.

    nvvm.barrier id = %id number_of_threads = %n
    """

    name = "nvvm.barrier"
    barrier_id = optional_operand(I32, name="barrierId")
    number_of_threads = optional_operand(I32, name="numberOfThreads")
    aligned = attr(BoolAttr, default=True)
    traits = frozenset({t.AttrSizedOperandSegments})
    assembly_format = (
        "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? attr-dict"
    )


class BarWarpSyncOp(Op):
    """Threads of a warp wait for one another.

    nvvm.bar.warp.sync %mask : i32
    """

    name = "nvvm.bar.warp.sync"
    mask = operand(I32)
    assembly_format = "$mask attr-dict `:` type($mask)"


class ClusterOp(Op):
    """Base of the steps of a barrier of all threads of a cluster."""

    aligned = optional_attr(UnitAttrKind)
    assembly_format = "attr-dict"


class ClusterArriveOp(ClusterOp):
    """The thread has come to the cluster's barrier.

    nvvm.cluster.arrive {aligned}
    """

    name = "nvvm.cluster.arrive"


class ClusterArriveRelaxedOp(ClusterOp):
    """The thread has come to the cluster's barrier; memory is not ordered.

    nvvm.cluster.arrive.relaxed {aligned}
    """

    name = "nvvm.cluster.arrive.relaxed"


class ClusterWaitOp(ClusterOp):
    """Waits for all threads of the cluster.

    nvvm.cluster.wait {aligned}
    """

    name = "nvvm.cluster.wait"


class SpecialRegisterOp(Op):
    """Base of reads of a special register."""

    res = result()
    traits = frozenset({t.Pure})
    assembly_format = "attr-dict `:` type($res)"


class ThreadIdXOp(SpecialRegisterOp):
    """Position of the thread in its block.

    %0 = nvvm.read.ptx.sreg.tid.x : i32
    """

    name = "nvvm.read.ptx.sreg.tid.x"


class BlockIdXOp(SpecialRegisterOp):
    """Position of the block in the grid.

    %0 = nvvm.read.ptx.sreg.ctaid.x : i32
    """

    name = "nvvm.read.ptx.sreg.ctaid.x"


class ClusterId(SpecialRegisterOp):
    """Position of the block in its cluster, as one number.

    %0 = nvvm.read.ptx.sreg.cluster.ctarank : i32
    """

    name = "nvvm.read.ptx.sreg.cluster.ctarank"


dialect.add_ops(globals())
