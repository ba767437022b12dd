"""TTGIR: shared and tensor memory, its views, asynchronous copies, products of tensor cores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlir_mini.interp import InterpError, run_function
from mlir_mini.interp.floats import decode
from mlir_mini.interp.tt_dot import unpack_fp4
from mlir_mini.ir.types import f32

from .text import GPU, function, outcome_of, with_buffers

LAYOUTS = """
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1],
  order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1],
  order = [0, 1]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1],
  order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4],
  order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#columns = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#mma_shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false,
  elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1],
  instrShape = [16, 64, 16]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
"""
MATRIX = np.arange(16 * 16, dtype=np.float32).reshape(16, 16)


def gpu(signature: str, result: str, body: str, target: str = "90") -> Any:
    arrow = f" -> {result}" if result else ""
    return function(
        f"{LAYOUTS}\nmodule attributes {{{GPU.format(target)}}} {{\n"
        f"tt.func @f({signature}){arrow} {{\n{body}\n}}\n}}"
    )


def on_matrix(body: str, result: str) -> Any:
    text = gpu("%x: tensor<16x16xf32, #blocked>", result, f"{body}\ntt.return %r : {result}")
    return run_function(text, [MATRIX]).returned[0]


def test_layouts_change_nothing() -> None:
    result = "tensor<16x16xf32, #turned>"
    body = f"%r = ttg.convert_layout %x : tensor<16x16xf32, #blocked> -> {result}"
    assert np.array_equal(on_matrix(body, result), MATRIX)


ALLOC = """%a = ttg.local_alloc %x
             : (tensor<16x16xf32, #blocked>) -> !ttg.memdesc<16x16xf32, #shared, #smem>
"""


def test_views_of_shared_memory() -> None:
    result = "tensor<16x8xf32, #turned>"
    body = f"""{ALLOC}
      %t = ttg.memdesc_trans %a {{order = array<i32: 1, 0>}}
        : !ttg.memdesc<16x16xf32, #shared, #smem> -> !ttg.memdesc<16x16xf32, #columns, #smem>
      %s = ttg.memdesc_subslice %t[0, 8] : !ttg.memdesc<16x16xf32, #columns, #smem>
        -> !ttg.memdesc<16x8xf32, #columns, #smem, 16x16>
      %r = ttg.local_load %s : !ttg.memdesc<16x8xf32, #columns, #smem, 16x16> -> {result}"""
    assert np.array_equal(on_matrix(body, result), MATRIX.T[:, 8:])


def test_stores_show_in_every_view() -> None:
    result = "tensor<16x16xf32, #blocked>"
    body = f"""
      %a = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
      %c1 = arith.constant 1 : i32
      %c0 = arith.constant 0 : i32
      %one = ttg.memdesc_index %a[%c1] : !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #shared, #smem, mutable>
      %again = ttg.memdesc_index %a[%c1] : !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #shared, #smem, mutable>
      %zero = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #shared, #smem, mutable>
      ttg.local_store %x, %one
        : tensor<16x16xf32, #blocked> -> !ttg.memdesc<16x16xf32, #shared, #smem, mutable>
      %y = ttg.local_load %again : !ttg.memdesc<16x16xf32, #shared, #smem, mutable> -> {result}
      %z = ttg.local_load %zero : !ttg.memdesc<16x16xf32, #shared, #smem, mutable> -> {result}
      %r = arith.addf %y, %z : {result}"""
    assert np.array_equal(on_matrix(body, result), MATRIX)


def test_a_buffer_that_is_not_there() -> None:
    body = """
      %a = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
      %c2 = arith.constant 2 : i32
      %b = ttg.memdesc_index %a[%c2] : !ttg.memdesc<2x16x16xf32, #shared, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #shared, #smem, mutable>
      tt.return"""
    with pytest.raises(InterpError, match="buffer 2 of 2"):
        run_function(gpu("", "", body), [])


def test_asynchronous_copies() -> None:
    text = f"""{LAYOUTS}
      #row = #ttg.slice<{{dim = 0, parent = #blocked}}>
      module attributes {{{GPU.format("80")}}} {{
      tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {{
        %i = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, #row>
        %j = tt.expand_dims %i {{axis = 0 : i32}} : tensor<16xi32, #row>
          -> tensor<1x16xi32, #blocked>
        %n = arith.constant dense<10> : tensor<1x16xi32, #blocked>
        %m = arith.cmpi slt, %j, %n : tensor<1x16xi32, #blocked>
        %o = arith.constant dense<7.0> : tensor<1x16xf32, #blocked>
        %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1x16x!tt.ptr<f32>, #blocked>
        %pj = tt.addptr %ps, %j : tensor<1x16x!tt.ptr<f32>, #blocked>, tensor<1x16xi32, #blocked>
        %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1x16x!tt.ptr<f32>, #blocked>
        %qj = tt.addptr %qs, %j : tensor<1x16x!tt.ptr<f32>, #blocked>, tensor<1x16xi32, #blocked>
        %a = ttg.local_alloc : () -> !ttg.memdesc<1x16xf32, #shared, #smem, mutable>
        %t = ttg.async_copy_global_to_local %pj, %a mask %m other %o
          : tensor<1x16x!tt.ptr<f32>, #blocked> -> <1x16xf32, #shared, #smem, mutable>
        %g = ttg.async_commit_group tokens %t
        %w = ttg.async_wait %g {{num = 0 : i32}}
        %v = ttg.local_load %a token %w
          : !ttg.memdesc<1x16xf32, #shared, #smem, mutable> -> tensor<1x16xf32, #blocked>
        tt.store %qj, %v : tensor<1x16x!tt.ptr<f32>, #blocked>
        tt.return
      }}
      }}"""
    outcome = outcome_of(text, with_buffers((f32, np.arange(10)), (f32, np.zeros(16))))
    assert outcome.buffers[1].elements.tolist() == [*range(10), *[7] * 6]


def operands() -> tuple[Any, Any, Any]:
    random = np.random.default_rng(3)
    a = random.standard_normal((128, 64)).astype(np.float16)
    b = random.standard_normal((64, 64)).astype(np.float16)
    return a, b, random.standard_normal((128, 64)).astype(np.float32)


@pytest.mark.parametrize("use_c", [True, False])
def test_warp_group_dot(use_c: bool) -> None:
    a, b, c = operands()
    body = """
      %p = ttg.local_alloc %a
        : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #mma_shared, #smem>
      %q = ttg.local_alloc %b
        : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #mma_shared, #smem>
      %d = ttng.warp_group_dot %p, %q, %c, %use {isAsync = true}
        : !ttg.memdesc<128x64xf16, #mma_shared, #smem>
          * !ttg.memdesc<64x64xf16, #mma_shared, #smem> -> tensor<128x64xf32, #mma>
      %r = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : tensor<128x64xf32, #mma>
      tt.return %r : tensor<128x64xf32, #mma>"""
    text = gpu(
        "%a: tensor<128x64xf16, #blocked>, %b: tensor<64x64xf16, #blocked>, "
        "%c: tensor<128x64xf32, #mma>, %use: i1",
        "tensor<128x64xf32, #mma>",
        body,
    )
    found = run_function(text, [a, b, c, np.bool_(use_c)]).returned[0]
    expected = a.astype(float) @ b.astype(float) + (c if use_c else 0)
    assert np.array_equal(found, expected.astype(np.float32))


@pytest.mark.parametrize(("use_d", "runs"), [(True, True), (False, True), (True, False)])
def test_products_in_tensor_memory(use_d: bool, runs: bool) -> None:
    a, b, c = operands()
    body = """
      %p = ttg.local_alloc %a
        : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #mma_shared, #smem>
      %q = ttg.local_alloc %b
        : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #mma_shared, #smem>
      %d, %k = ttng.tmem_alloc %c : (tensor<128x64xf32, #wide>)
        -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %l = ttng.tc_gen5_mma %p, %q, %d[%k], %use, %run
        : !ttg.memdesc<128x64xf16, #mma_shared, #smem>,
          !ttg.memdesc<64x64xf16, #mma_shared, #smem>,
          !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %r, %n = ttng.tmem_load %d[%l]
        : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #wide>
      tt.return %r : tensor<128x64xf32, #wide>"""
    text = gpu(
        "%a: tensor<128x64xf16, #blocked>, %b: tensor<64x64xf16, #blocked>, "
        "%c: tensor<128x64xf32, #wide>, %use: i1, %run: i1",
        "tensor<128x64xf32, #wide>",
        body,
        "100",
    )
    found = run_function(text, [a, b, c, np.bool_(use_d), np.bool_(runs)]).returned[0]
    product = a.astype(float) @ b.astype(float) + (c if use_d else 0)
    expected = product if runs else c
    assert np.array_equal(found, expected.astype(np.float32))


def test_pairs_of_fp4_become_floats() -> None:
    result = "tensor<16x32xbf16, #pairs>"
    body = f"""%r = ttg.fp4_to_fp %x {{axis = 1 : i32}}
                 : tensor<16x16xi8, #blocked> -> {result}
               tt.return %r : {result}"""
    packed = np.arange(256, dtype=np.uint8).reshape(16, 16).view(np.int8)
    found = run_function(gpu("%x: tensor<16x16xi8, #blocked>", result, body), [packed])
    assert np.array_equal(decode(found.returned[0], "bf16"), unpack_fp4(packed, 1))


def test_descriptors_written_on_the_device() -> None:
    text = f"""{LAYOUTS}
      #bar = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
      #flat = #ttg.nvmma_shared<{{swizzlingByteWidth = 32, transposed = false,
        elementBitWidth = 32}}>
      module attributes {{{GPU.format("90")}}} {{
      tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {{
        %n = arith.constant 12 : i32
        %m = arith.constant 9 : i32
        %one = arith.constant 1 : i64
        %c8 = arith.constant 8 : i32
        %c1 = arith.constant 1 : i32
        %row = arith.constant 64 : i64
        %true = arith.constant true
        %d = ttg.global_scratch_alloc {{alignment = 128 : i32, nbytes = 128 : i32}} : !tt.ptr<i8>
        ttng.tensormap_create %d, %p, [%c8, %c8], [%m, %n], [%row], [%c1, %c1]
          {{elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32,
            swizzle_mode = 1 : i32}}
          : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
        ttng.tensormap_fenceproxy_acquire %d : !tt.ptr<i8>
        %from = ttng.reinterpret_tensor_descriptor %d
          : !tt.ptr<i8> to !tt.tensordesc<8x8xf32, #flat>
        %to = tt.make_tensor_descriptor %q, [%c8, %c8], [%row, %one]
          : <f32>, <8x8xf32, #flat>
        %a = ttg.local_alloc : () -> !ttg.memdesc<8x8xf32, #flat, #smem, mutable>
        %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bar, #smem, mutable>
        ttng.async_tma_copy_global_to_local %from[%c8, %c1] %a, %b, %true
          : !tt.tensordesc<8x8xf32, #flat>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
            -> !ttg.memdesc<8x8xf32, #flat, #smem, mutable>
        ttng.async_tma_copy_local_to_global %to[%c1, %c1] %a
          : !tt.tensordesc<8x8xf32, #flat>, !ttg.memdesc<8x8xf32, #flat, #smem, mutable>
        ttng.async_tma_store_wait {{pendings = 0 : i32}}
        tt.return
      }}
      }}"""
    matrix = np.arange(12 * 16, dtype=np.float32)
    outcome = outcome_of(text, with_buffers((f32, matrix), (f32, np.zeros(8 * 64))))
    found = outcome.buffers[1].elements.reshape(8, 64)
    rows = matrix.reshape(12, 16)
    # Rows 8 to 11 exist; the store leaves out what is outside of the 8 x 8 elements.
    assert np.array_equal(found[1:5, 1:8], rows[8:12, 1:8])
    assert not found[5:].any()
    assert not found[0].any()
