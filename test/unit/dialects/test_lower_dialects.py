"""gpu, llvm, nvvm, rocdl, nvws and ub: bad operations, types, enums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlir_mini.dialects import llvm
from mlir_mini.ir.core import Operation
from mlir_mini.ir.types import f32, i32
from mlir_mini.syntax.parser import parse_module
from mlir_mini.syntax.printer import attr_to_string, type_to_string

#: Bodies of a function (see conftest.py), and what upstream says of them.
COMPLAINTS = [
    (
        "%0 = gpu.thread_id w",
        [
            (
                "2:20: error: custom op 'gpu.thread_id' expected ::mlir::gpu::Dimension to be "
                "one of: x, y, z"
            ),
            (
                "3:3: error: custom op 'gpu.thread_id' failed to parse GPU_DimensionAttr "
                "parameter 'value' which is to be a `::mlir::gpu::Dimension`"
            ),
        ],
    ),
    (
        '%0 = "gpu.thread_id"() <{dimension = #gpu<dim w>}> : () -> index',
        [
            "2:47: error: expected ::mlir::gpu::Dimension to be one of: x, y, z",
            (
                "2:48: error: failed to parse GPU_DimensionAttr parameter 'value' which is to be "
                "a `::mlir::gpu::Dimension`"
            ),
        ],
    ),
    (
        '%0 = "gpu.thread_id"() <{dimension = 1 : i32}> : () -> index',
        [
            (
                "2:6: error: invalid properties {dimension = 1 : i32} for op gpu.thread_id: "
                "Invalid attribute `dimension` in property conversion: 1 : i32"
            ),
        ],
    ),
    (
        '%0 = "gpu.thread_id"() : () -> index',
        [
            "2:6: error: 'gpu.thread_id' op requires attribute 'dimension'",
        ],
    ),
    (
        "gpu.barrier scope <grid>",
        [
            (
                "2:20: error: custom op 'gpu.barrier' expected one of [subgroup, workgroup, "
                "cluster] for barrier execution scope, got: grid"
            ),
            (
                "2:24: error: custom op 'gpu.barrier' failed to parse GPU_BarrierScopeAttr "
                "parameter 'value' which is to be a `::mlir::gpu::BarrierScope`"
            ),
        ],
    ),
    (
        "gpu.barrier memfence [1 : i32]",
        [
            (
                "2:1: error: 'gpu.barrier' op attribute 'address_spaces' failed to satisfy "
                "constraint: GPU Address Space array"
            ),
        ],
    ),
    (
        "llvm.intr.assume %n : i1",
        [
            (
                "2:18: error: use of value '%n' expects different type than prior uses: 'i1' vs "
                "'i32'"
            ),
            "1:20: note: prior use here",
        ],
    ),
    (
        "llvm.intr.assume %n : i32",
        [
            (
                "2:1: error: 'llvm.intr.assume' op operand #0 must be 1-bit signless integer, "
                "but got 'i32'"
            ),
        ],
    ),
    (
        "llvm.intr.assume %c {note} : i1",
        [
            "2:20: error: expected ':'",
        ],
    ),
    (
        "nvvm.bar.warp.sync %c : i1",
        [
            (
                "2:1: error: 'nvvm.bar.warp.sync' op operand #0 must be 32-bit signless integer, "
                "but got 'i1'"
            ),
        ],
    ),
    (
        "rocdl.sched.barrier everything",
        [
            (
                "2:21: error: custom op 'rocdl.sched.barrier' expected one of [none, "
                "non_mem_non_sideeffect, valu, salu, mfma_wmma, all_vmem, vmem_read, vmem_write, "
                "all_ds, ds_read, ds_write, transcendental, ldsdma, all] for instruction type "
                "mask for scheduling barriers, got: everything"
            ),
            (
                "3:3: error: custom op 'rocdl.sched.barrier' failed to parse "
                "ROCDL_SchedGroupMaskAttr parameter 'value' which is to be a "
                "`::mlir::ROCDL::SchedGroupMask`"
            ),
        ],
    ),
    (
        '"rocdl.sched.barrier"() <{mask = 1 : i32}> : () -> ()',
        [
            (
                "2:1: error: invalid properties {mask = 1 : i32} for op rocdl.sched.barrier: "
                "Invalid attribute `mask` in property conversion: 1 : i32"
            ),
        ],
    ),
    (
        "%0 = rocdl.workitem.id.x",
        [
            "2:25: error: expected ':'",
        ],
    ),
    (
        '%0 = "ub.poison"() <{value = 1 : i32}> : () -> i32',
        [
            (
                "2:6: error: invalid properties {value = 1 : i32} for op ub.poison: Invalid "
                "attribute `value` in property conversion: 1 : i32"
            ),
        ],
    ),
    (
        '%0 = "test.op"() : () -> !llvm.ptr<x>',
        [
            (
                "2:15: error: operation being parsed with an unregistered dialect. If this is "
                "intended, please use -allow-unregistered-dialect with the MLIR tool used"
            ),
        ],
    ),
    (
        "%0 = nvws.aref.phi %n, %n : i32",
        [
            "2:6: error: requires a non-empty ttg.partition annotation",
        ],
    ),
]


@pytest.mark.parametrize(("body", "expected"), COMPLAINTS)
def test_complaint(complaints: Callable[[str], list[str]], body: str, expected: list[str]) -> None:
    assert complaints(body) == expected


@pytest.mark.parametrize(
    "text",
    [
        "!llvm.ptr",
        "!llvm.ptr<3>",
        "!llvm.struct<(i32, ptr<1>, array<4 x f32>)>",
        "!llvm.struct<packed (i8, struct<()>)>",
        '!llvm.struct<"named", (i32)>',
        '!llvm.struct<"named", opaque>',
        "!llvm.array<2 x array<4 x vector<2xf32>>>",
        "!llvm.func<void (i32, ptr)>",
        "!llvm.func<i32 (ptr, ...)>",
        "!llvm.void",
    ],
)
def test_llvm_types(text: str) -> None:
    module = parse_module(f'"test.op"() : () -> {text}\n', allow_unregistered=True)
    (op,) = module.regions[0].ops
    assert type_to_string(op.result.type) == text


@pytest.mark.parametrize(
    "text",
    [
        "#gpu<dim z>",
        "#gpu.address_space<workgroup>",
        "#gpu.barrier_scope<cluster>",
        "#rocdl<sched_group_mask valu|salu>",
        "#llvm.linkage<internal>",
        "#arith.fastmath<nnan,ninf>",
        "#arith.overflow<nsw, nuw>",
        "#ub.poison",
    ],
)
def test_enum_attributes(text: str) -> None:
    module = parse_module(f"module attributes {{test.x = {text}}} {{\n}}\n")
    assert attr_to_string(module.attributes["test.x"]) == text


def test_grid_positions(function: Callable[[str], Operation]) -> None:
    body = "%0 = gpu.thread_id x\n%1 = gpu.block_dim z upper_bound 128\n%2 = gpu.lane_id"
    ops: list[Any] = list(function(body).regions[0].ops)[:3]
    assert [op.asm_result_names() for op in ops] == [
        [(ops[0].result, "thread_id_x")],
        [(ops[1].result, "block_dim_z")],
        [],
    ]
    assert (ops[1].dimension, ops[1].upper_bound) == ("z", 128)


def test_assumption_with_bundles(function: Callable[[str], Operation]) -> None:
    body = 'llvm.intr.assume %c ["align"(%n, %x : i32, f32), "cold"()] : i1'
    assume = function(body).regions[0].first_block.first
    assert isinstance(assume, llvm.AssumeOp)
    assert [[v.type for v in values] for values in assume.op_bundles] == [[i32, f32], []]
    assert str(assume) == 'llvm.intr.assume %arg0 ["align"(%arg1, %arg3 : i32, f32), "cold"()] : i1'
