"""Layouts: which thread, or which place in memory, holds which element of a tensor.

Pure arithmetic over power-of-two shapes, importing nothing but `mlir_mini.interned`.

    f2, errors          linear algebra over F2; LayoutError
    bases_table, linear_layout
                        LinearLayout: linear maps between named dims, the common form of encodings
    layout_utils        division, fitting to a shape, orders
    cga                 CGALayout: how blocks split a tensor
    encodings           encodings of registers; memory_encodings: of shared and tensor memory
    to_linear           encoding + shape -> LinearLayout (with combine, amd_, memory_to_linear)
    queries             what an encoding makes of a shape: elements per thread, orders, blocks
    conversion          what converting between two encodings has to move
    inference, reshape  encodings of the results of view-like operations
    coalescing          blocked encodings for accesses to global memory; derivation: step by step
    ownership           who owns which element; memory_places: where in memory it lies
    sectors             loads and stores of global memory: width, sectors, requests
    conversion_cost     a conversion's class, reason and price, with its plan out of warp_shuffle or
                        swizzling and shared_access
    drill, drill_check  all that as a student's functions, and a check of their own
"""

from __future__ import annotations

from mlir_mini.layout.cga import CGALayout
from mlir_mini.layout.encodings import (
    AMDMfmaEncoding,
    AMDWmmaEncoding,
    BlockedEncoding,
    DistributedEncoding,
    DotOperandEncoding,
    GenericLinearEncoding,
    LayoutEncoding,
    LinearEncoding,
    LinearLayoutEncoding,
    MmaEncoding,
    NvidiaMmaEncoding,
    SliceEncoding,
)
from mlir_mini.layout.errors import LayoutError
from mlir_mini.layout.linear_layout import LinearLayout
from mlir_mini.layout.memory_encodings import (
    AMDRotatingSharedEncoding,
    NVMMASharedEncoding,
    PaddedSharedEncoding,
    PartitionedSharedEncoding,
    SharedEncoding,
    SharedLinearEncoding,
    SwizzledSharedEncoding,
    TensorMemoryEncoding,
    TensorMemoryScalesEncoding,
)

__all__ = [
    "AMDMfmaEncoding",
    "AMDRotatingSharedEncoding",
    "AMDWmmaEncoding",
    "BlockedEncoding",
    "CGALayout",
    "DistributedEncoding",
    "DotOperandEncoding",
    "GenericLinearEncoding",
    "LayoutEncoding",
    "LayoutError",
    "LinearEncoding",
    "LinearLayout",
    "LinearLayoutEncoding",
    "MmaEncoding",
    "NVMMASharedEncoding",
    "NvidiaMmaEncoding",
    "PaddedSharedEncoding",
    "PartitionedSharedEncoding",
    "SharedEncoding",
    "SharedLinearEncoding",
    "SliceEncoding",
    "SwizzledSharedEncoding",
    "TensorMemoryEncoding",
    "TensorMemoryScalesEncoding",
]
