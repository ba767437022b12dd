"""The rocdl dialect: what Triton's passes put beside its own operations on AMD GPUs.

Source: mlir/include/mlir/Dialect/LLVMIR/ROCDLOps.td.
"""

from __future__ import annotations

from typing import ClassVar

from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import I16Attr, I32Attr
from mlir_mini.spec.enums import EnumAttr, EnumAttrKind, register
from mlir_mini.spec.fields import attr, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("rocdl")


class SchedGroupMaskAttr(EnumAttr):
    """``#rocdl<sched_group_mask valu|salu>``: instructions that may cross a barrier."""

    __slots__ = ()
    cases: ClassVar = {
        "none": 0,
        "non_mem_non_sideeffect": 1,
        "valu": 2,
        "salu": 4,
        "mfma_wmma": 8,
        "all_vmem": 16,
        "vmem_read": 32,
        "vmem_write": 64,
        "all_ds": 128,
        "ds_read": 256,
        "ds_write": 512,
        "transcendental": 1024,
        "ldsdma": 2048,
        "all": 4095,
    }
    separator = "|"
    mnemonic = "sched_group_mask"
    cpp_name = "::mlir::ROCDL::SchedGroupMask"
    td_name = "ROCDL_SchedGroupMaskAttr"
    description = "instruction type mask for scheduling barriers"


register(dialect, SchedGroupMaskAttr, bracketed=False)
_Mask = EnumAttrKind(SchedGroupMaskAttr, SchedGroupMaskAttr.description, bracketed=False)


class BarrierOp(Op):
    """All threads of a workgroup wait for one another.

    rocdl.barrier
    """

    name = "rocdl.barrier"
    assembly_format = "attr-dict"


class SBarrierOp(Op):
    """All waves of a workgroup wait for one another.

    rocdl.s.barrier
    """

    name = "rocdl.s.barrier"
    assembly_format = "attr-dict"


class SetPrioOp(Op):
    """Priority of the wave.

    rocdl.s.setprio 1
    """

    name = "rocdl.s.setprio"
    priority = attr(I16Attr)
    assembly_format = "$priority attr-dict"


class SchedBarrier(Op):
    """Instructions of other kinds are not scheduled across it.

    rocdl.sched.barrier none
    """

    name = "rocdl.sched.barrier"
    mask = attr(_Mask)
    assembly_format = "$mask attr-dict"


class SchedGroupBarrier(Op):
    """Groups of instructions to schedule one after the other.

    rocdl.sched.group.barrier valu, 1, 0
    """

    name = "rocdl.sched.group.barrier"
    mask = attr(_Mask)
    size = attr(I32Attr)
    group_id = attr(I32Attr, name="groupId")
    assembly_format = "$mask `,` $size `,` $groupId attr-dict"


class IglpOpt(Op):
    """A strategy of scheduling.

    rocdl.iglp.opt 1
    """

    name = "rocdl.iglp.opt"
    variant = attr(I32Attr)
    assembly_format = "$variant attr-dict"


class SpecialRegisterOp(Op):
    """Base of positions in the launch grid."""

    res = result()
    traits = frozenset({t.Pure})
    assembly_format = "attr-dict `:` type($res)"


class ThreadIdXOp(SpecialRegisterOp):
    """Position of the thread in its workgroup.

    %0 = rocdl.workitem.id.x : i32
    """

    name = "rocdl.workitem.id.x"


class ThreadIdYOp(SpecialRegisterOp):
    """Position of the thread in its workgroup.

    %0 = rocdl.workitem.id.y : i32
    """

    name = "rocdl.workitem.id.y"


class ThreadIdZOp(SpecialRegisterOp):
    """Position of the thread in its workgroup.

    %0 = rocdl.workitem.id.z : i32
    """

    name = "rocdl.workitem.id.z"


class BlockIdXOp(SpecialRegisterOp):
    """Position of the workgroup in the grid.

    %0 = rocdl.workgroup.id.x : i32
    """

    name = "rocdl.workgroup.id.x"


class BlockIdYOp(SpecialRegisterOp):
    """Position of the workgroup in the grid.

    %0 = rocdl.workgroup.id.y : i32
    """

    name = "rocdl.workgroup.id.y"


class BlockIdZOp(SpecialRegisterOp):
    """Position of the workgroup in the grid.

    %0 = rocdl.workgroup.id.z : i32
    """

    name = "rocdl.workgroup.id.z"


dialect.add_ops(globals())
