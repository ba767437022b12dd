"""The gpu dialect: positions in the launch grid and barriers.

Source: mlir/include/mlir/Dialect/GPU/IR/GPUOps.td.
"""

from __future__ import annotations

from typing import ClassVar

from mlir_mini.ir.core import OpResult
from mlir_mini.spec import traits as t
from mlir_mini.spec.attr_kinds import ArrayKind, ClassKind, IndexAttr
from mlir_mini.spec.constraints import Index
from mlir_mini.spec.enums import EnumAttr, EnumAttrKind, register
from mlir_mini.spec.fields import attr, optional_attr, result
from mlir_mini.spec.op import Op
from mlir_mini.spec.registry import Dialect

dialect = Dialect("gpu")


class DimensionAttr(EnumAttr):
    """``#gpu<dim x>``."""

    __slots__ = ()
    cases: ClassVar = {"x": 0, "y": 1, "z": 2}
    mnemonic = "dim"
    cpp_name = "::mlir::gpu::Dimension"
    td_name = "GPU_DimensionAttr"


class AddressSpaceAttr(EnumAttr):
    """``#gpu.address_space<workgroup>``."""

    __slots__ = ()
    cases: ClassVar = {"global": 1, "workgroup": 2, "private": 3, "constant": 4}
    mnemonic = "address_space"
    cpp_name = "::mlir::gpu::AddressSpace"
    td_name = "GPU_AddressSpaceAttr"


class BarrierScopeAttr(EnumAttr):
    """``#gpu.barrier_scope<workgroup>``: the threads that wait for one another."""

    __slots__ = ()
    cases: ClassVar = {"subgroup": 0, "workgroup": 1, "cluster": 2}
    mnemonic = "barrier_scope"
    cpp_name = "::mlir::gpu::BarrierScope"
    td_name = "GPU_BarrierScopeAttr"
    description = "barrier execution scope"


register(dialect, DimensionAttr, bracketed=False)
register(dialect, AddressSpaceAttr)
register(dialect, BarrierScopeAttr)

_Dimension = EnumAttrKind(DimensionAttr, "a dimension, either 'x', 'y', or 'z'", bracketed=False)
_Scope = EnumAttrKind(BarrierScopeAttr, "barrier execution scope")
_AddressSpaces = ArrayKind(
    ClassKind(AddressSpaceAttr, "GPU address space"), "GPU Address Space array"
)


class BarrierOp(Op):
    """All threads of a scope wait for one another.

    gpu.barrier memfence [#gpu.address_space<workgroup>] scope <cluster>
    """

    name = "gpu.barrier"
    address_spaces = optional_attr(_AddressSpaces)
    scope = attr(_Scope, default="workgroup")
    assembly_format = "(`memfence` $address_spaces^)? (`scope` $scope^)? attr-dict"


class IndexOp(Op):
    """Base of positions and sizes along one dimension."""

    dimension = attr(_Dimension)
    upper_bound = optional_attr(IndexAttr)
    result_ = result(Index)
    traits = frozenset({t.Pure})
    assembly_format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"

    def asm_result_names(self) -> list[tuple[OpResult, str]]:
        return [(self.result, f"{self.name.removeprefix('gpu.')}_{self.dimension}")]


class ThreadIdOp(IndexOp):
    """Position of the thread in its block.

    %thread_id_x = gpu.thread_id x upper_bound 128
    """

    name = "gpu.thread_id"


class BlockIdOp(IndexOp):
    """Position of the block in the grid.

    %block_id_x = gpu.block_id x
    """

    name = "gpu.block_id"


class BlockDimOp(IndexOp):
    """Number of threads of a block.

    %block_dim_x = gpu.block_dim x
    """

    name = "gpu.block_dim"


class GridDimOp(IndexOp):
    """Number of blocks of the grid.

    %grid_dim_x = gpu.grid_dim x
    """

    name = "gpu.grid_dim"


class GlobalIdOp(IndexOp):
    """Position of the thread in the grid.

    %global_id_x = gpu.global_id x
    """

    name = "gpu.global_id"


class ClusterIdOp(IndexOp):
    """Position of the cluster in the grid.

    %cluster_id_x = gpu.cluster_id x
    """

    name = "gpu.cluster_id"


class ClusterDimOp(IndexOp):
    """Number of clusters of the grid.

    %cluster_dim_x = gpu.cluster_dim x
    """

    name = "gpu.cluster_dim"


class ClusterDimBlocksOp(IndexOp):
    """Number of blocks of a cluster.

    %cluster_dim_blocks_x = gpu.cluster_dim_blocks x
    """

    name = "gpu.cluster_dim_blocks"


class ClusterBlockIdOp(IndexOp):
    """Position of the block in its cluster.

    %cluster_block_id_x = gpu.cluster_block_id x
    """

    name = "gpu.cluster_block_id"


class LaneIdOp(Op):
    """Position of the thread in its subgroup.

    %0 = gpu.lane_id upper_bound 32
    """

    name = "gpu.lane_id"
    upper_bound = optional_attr(IndexAttr)
    result_ = result(Index)
    traits = frozenset({t.Pure})
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"


class SubgroupOp(Op):
    """Base of positions and sizes of subgroups."""

    upper_bound = optional_attr(IndexAttr)
    result_ = result(Index)
    traits = frozenset({t.Pure})
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


class SubgroupIdOp(SubgroupOp):
    """Position of the subgroup in its block.

    %0 = gpu.subgroup_id : index
    """

    name = "gpu.subgroup_id"


class NumSubgroupsOp(SubgroupOp):
    """Number of subgroups of a block.

    %0 = gpu.num_subgroups : index
    """

    name = "gpu.num_subgroups"


class SubgroupSizeOp(SubgroupOp):
    """Number of threads of a subgroup.

    %0 = gpu.subgroup_size : index
    """

    name = "gpu.subgroup_size"


dialect.add_ops(globals())
