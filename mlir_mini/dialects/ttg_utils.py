"""What modules and functions say about the target: warps, threads, blocks, architecture.

From lib/Dialect/TritonGPU/IR/Dialect.cpp (lookupNumWarps and others) and
lib/Dialect/TritonGPU/Transforms/Utility.cpp (getNVIDIAComputeCapability, getAMDArch).
"""

from __future__ import annotations

from mlir_mini.ir.attributes import IntegerAttr, StringAttr
from mlir_mini.ir.core import Operation, Region, Value
from mlir_mini.source import MLIRError

NUM_WARPS = "ttg.num-warps"
NUM_CTAS = "ttg.num-ctas"
THREADS_PER_WARP = "ttg.threads-per-warp"
TARGET = "ttg.target"

MODULE = "builtin.module"
FUNCTION = "tt.func"
PARTITIONS = "ttg.warp_specialize.partitions"

#: Blocks of a cluster, threads of a warp, and warps of a block where something says how many.
Launch = tuple[int, int, int | None]


def enclosing_module(op: Operation) -> Operation | None:
    """``op`` if it is a module, else the innermost module around it."""
    found: Operation | None = op
    while found is not None and found.name != MODULE:
        found = found.parent_op
    return found


def _integer(op: Operation | None, name: str) -> int | None:
    attribute = op.attr(name) if op is not None else None
    return attribute.value if isinstance(attribute, IntegerAttr) else None


def maybe_num_warps(op: Operation) -> int | None:
    """Warps that run ``op``: of its warp specialization partition, its function or its module."""
    found: Operation | None = op
    while found is not None:
        parent = found.parent_op
        if found.name in (MODULE, FUNCTION):
            count = _integer(found, NUM_WARPS)
            if count is not None:
                return count
        elif parent is not None and parent.name == PARTITIONS:
            region = found.parent_region
            assert region is not None
            return _partition_warps(parent, region)
        found = parent
    return None


def num_warps(op: Operation) -> int:
    """Warps that run ``op``.

    Raises MLIRError at ``op`` if nothing around it says; the conversion to TritonGPU sets it.
    """
    count = maybe_num_warps(op)
    if count is None:
        diagnostic = op.op_error(
            "is not contained within a context that specifies the number of warps"
        )
        diagnostic.attach_note(
            f"the surrounding module has no '{NUM_WARPS}' attribute: run "
            "convert-triton-to-tritongpu first"
        )
        raise MLIRError(diagnostic)
    return count


def _partition_warps(partitions: Operation, region: Region) -> int:
    specialize = partitions.parent_op
    assert specialize is not None
    index = partitions.regions.index(region)
    return specialize.attr("partitionNumWarps").values[index]


def threads_per_warp(op: Operation) -> int:
    """Threads of a warp, by the innermost module; 32 unless it says otherwise."""
    count = _integer(enclosing_module(op), THREADS_PER_WARP)
    return 32 if count is None else count


def num_ctas(op: Operation) -> int:
    """Blocks of a cluster, by the innermost module; 1 unless it says otherwise."""
    count = _integer(enclosing_module(op), NUM_CTAS)
    return 1 if count is None else count


def launch(op: Operation) -> Launch:
    """All three: :func:`num_ctas`, :func:`threads_per_warp` and :func:`maybe_num_warps`."""
    module = enclosing_module(op)
    ctas, threads = _integer(module, NUM_CTAS), _integer(module, THREADS_PER_WARP)
    return 1 if ctas is None else ctas, 32 if threads is None else threads, maybe_num_warps(op)


def _target(op: Operation, vendor: str) -> str | None:
    module = enclosing_module(op)
    attribute = module.attr(TARGET) if module is not None else None
    if not isinstance(attribute, StringAttr) or not attribute.value.startswith(vendor):
        return None
    return attribute.value[len(vendor) :]


def compute_capability(op: Operation) -> int | None:
    """Compute capability of a ``cuda:`` target (80, 90, ...); None for any other target."""
    text = _target(op, "cuda:")
    return int(text) if text is not None and text.isdecimal() else None


def amd_arch(op: Operation) -> str | None:
    """Architecture of a ``hip:`` target (``gfx942``); None for any other target."""
    return _target(op, "hip:")


_POINTER_OPERANDS = {
    "tt.load": 0,
    "tt.store": 0,
    "tt.atomic_load": 0,
    "tt.atomic_store": 0,
    "tt.atomic_rmw": 0,
    "tt.atomic_cas": 0,
    "ttg.async_copy_global_to_local": 0,
}


def memory_access_pointer(op: Operation) -> Value | None:
    """The pointer operand of an access to global memory; None for any other operation."""
    index = _POINTER_OPERANDS.get(op.name)
    return None if index is None else op.operand(index)
