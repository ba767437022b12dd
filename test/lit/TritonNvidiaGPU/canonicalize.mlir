// RUN: mini-opt %s -split-input-file --canonicalize | FileCheck %s

#linear = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0], [64, 0]], block = []}>
#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#offsets = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [1, 0]}>}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

module attributes {"ttg.num-warps" = 8 : i32, "ttg.num-ctas" = 1 : i32, "ttg.target" = "cuda:100"} {

// Answers to @test_dce_tmem_alloc: nobody looks at the scales.

// CHECK-LABEL: @unused_scales(
// CHECK-NEXT: tt.return
tt.func @unused_scales(%x: tensor<128x4xi8, #linear>) {
  %0 = ttng.tmem_alloc %x : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
  tt.return
}

// Answers to @reinterpret_fold.

// CHECK-LABEL: @as_what_it_is(
// CHECK-NEXT: tt.return %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
tt.func @as_what_it_is(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory> {
  %0 = ttg.memdesc_reinterpret %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
  tt.return %0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
}

// What never runs goes. The cases from here on are our own.

// CHECK-LABEL: @barriers(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: ttng.barrier_expect %arg0, 16, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.wait_barrier %arg0, %arg2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.wait_barrier %arg0, %arg2, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.arrive_barrier %arg0, 2, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.tc_gen5_commit %arg0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: tt.return
tt.func @barriers(%b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %p: i1, %phase: i32) {
  %on = arith.constant true
  %off = arith.constant false
  ttng.barrier_expect %b, 16, %on : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.barrier_expect %b, 32, %off : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.wait_barrier %b, %phase : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.wait_barrier %b, %phase, %p : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.wait_barrier %b, %phase, %off : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.arrive_barrier %b, 1, %off : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.arrive_barrier %b, 2, %p : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.tc_gen5_commit %b, %off : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  ttng.tc_gen5_commit %b : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  tt.return
}

// CHECK-LABEL: @copies(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: ttng.async_tma_copy_global_to_local %arg0[%arg3, %arg3] %arg1, %arg2, %true : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
// CHECK-NEXT: tt.return
tt.func @copies(%d: !tt.tensordesc<64x64xf16, #shared>, %m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %i: i32) {
  %on = arith.constant true
  %off = arith.constant false
  ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %off : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %on : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// CHECK-LABEL: @gathers(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: ttng.async_tma_gather %arg0[%arg1, %arg2] %arg3, %arg4, %true : !tt.tensordesc<1x64xf16, #shared1>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>, i1
// CHECK-NEXT: tt.return
tt.func @gathers(%d: !tt.tensordesc<1x64xf16, #shared>, %rows: tensor<32xi32, #offsets>, %column: i32, %m: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>) {
  %on = arith.constant true
  %off = arith.constant false
  ttng.async_tma_gather %d[%rows, %column] %m, %b, %off : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #offsets>, i32, !ttg.memdesc<1xi64, #barrier, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, i1
  ttng.async_tma_gather %d[%rows, %column] %m, %b, %on : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #offsets>, i32, !ttg.memdesc<1xi64, #barrier, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, i1
  tt.return
}

}
// -----

// A store that never runs stays if others wait for its token.

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.target" = "cuda:100"} {

// CHECK-LABEL: @stores(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: [[V0:%.*]] = ttng.tmem_store %arg0, %arg1[], %false : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT: [[V1:%.*]] = ttng.tmem_store %arg0, %arg1{{\[}}[[V0]]], %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT: tt.return
tt.func @stores(%x: tensor<128x64xf32, #blocked>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
  %off = arith.constant false
  ttng.tmem_store %x, %m, %off : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  %0 = ttng.tmem_store %x, %m[], %off : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  %1 = ttng.tmem_store %x, %m[%0], %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  tt.return
}

}
// -----

// Answers to @canonicalize_fromCTA: all bits set is what goes without saying.

#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {

// CHECK-LABEL: @every_cta(
// CHECK-NEXT: ttng.barrier_expect %arg0, 8, %arg1 : !ttg.memdesc<4xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.barrier_expect %arg0, 8 {fromCTA = 2 : i32}, %arg1 : !ttg.memdesc<4xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 {fromCTA = 1 : i32} : !ttg.memdesc<4xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 : !ttg.memdesc<4xi64, #shared, #smem, mutable>
// CHECK-NEXT: tt.return
tt.func @every_cta(%b: !ttg.memdesc<4xi64, #barrier, #smem, mutable>, %p: i1) {
  ttng.barrier_expect %b, 8 {fromCTA = 3 : i32}, %p : !ttg.memdesc<4xi64, #barrier, #smem, mutable>
  ttng.barrier_expect %b, 8 {fromCTA = 2 : i32}, %p : !ttg.memdesc<4xi64, #barrier, #smem, mutable>
  ttng.arrive_barrier %b, 1, %p {fromCTA = 1 : i32} : !ttg.memdesc<4xi64, #barrier, #smem, mutable>
  ttng.arrive_barrier %b, 1, %p {fromCTA = 3 : i32} : !ttg.memdesc<4xi64, #barrier, #smem, mutable>
  tt.return
}

}
// -----

// Divisions by constants become products, where the reciprocal is accurate.

module attributes {"ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:90"} {

// CHECK-LABEL: @by_numbers(
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 8.50705917E+37 : f32
// CHECK-NEXT: %cst_1 = arith.constant 8.507060e+37 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = tt.approx_divf %cst_3, %cst : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf %arg0, [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = tt.approx_divf %cst_3, %cst_0 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.mulf %arg0, [[V2]] : f32
// CHECK-NEXT: [[V4:%.*]] = arith.divf %arg0, %cst_1 : f32
// CHECK-NEXT: [[V5:%.*]] = arith.divf %arg0, %cst_2 : f32
// CHECK-NEXT: tt.return [[V1]], [[V3]], [[V4]], [[V5]] : f32, f32, f32, f32
tt.func @by_numbers(%x: f32) -> (f32, f32, f32, f32) {
  %three = arith.constant 3.0 : f32
  %most = arith.constant 0x7E800000 : f32
  %more = arith.constant 0x7E800001 : f32
  %zero = arith.constant 0.0 : f32
  %0 = arith.divf %x, %three : f32
  %1 = arith.divf %x, %most : f32
  %2 = arith.divf %x, %more : f32
  %3 = arith.divf %x, %zero : f32
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: @by_tensors(
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[1.000000e+00, 2.000000e+00, 0.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: %cst_2 = arith.constant 8.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = tt.approx_divf %cst_3, %cst_2 : f32
// CHECK-NEXT: [[V1:%.*]] = tt.splat [[V0]] : f32 -> tensor<4xf32>
// CHECK-NEXT: [[V2:%.*]] = arith.mulf %arg0, [[V1]] : tensor<4xf32>
// CHECK-NEXT: [[V3:%.*]] = tt.approx_divf %cst, %cst_0 : tensor<4xf32>
// CHECK-NEXT: [[V4:%.*]] = arith.mulf %arg0, [[V3]] : tensor<4xf32>
// CHECK-NEXT: [[V5:%.*]] = arith.divf %arg0, %cst_1 : tensor<4xf32>
// CHECK-NEXT: tt.return [[V2]], [[V4]], [[V5]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
tt.func @by_tensors(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %same = arith.constant dense<8.0> : tensor<4xf32>
  %others = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %zeros = arith.constant dense<[1.0, 2.0, 0.0, 4.0]> : tensor<4xf32>
  %0 = arith.divf %x, %same : tensor<4xf32>
  %1 = arith.divf %x, %others : tensor<4xf32>
  %2 = arith.divf %x, %zeros : tensor<4xf32>
  tt.return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @other_floats(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: [[V0:%.*]] = arith.divf %arg0, %cst : f16
// CHECK-NEXT: [[V1:%.*]] = arith.divf %arg1, %cst_0 : f64
// CHECK-NEXT: tt.return [[V0]], [[V1]] : f16, f64
tt.func @other_floats(%x: f16, %y: f64) -> (f16, f64) {
  %a = arith.constant 2.0 : f16
  %b = arith.constant 2.0 : f64
  %0 = arith.divf %x, %a : f16
  %1 = arith.divf %y, %b : f64
  tt.return %0, %1 : f16, f64
}

}
// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.target" = "hip:gfx942"} {

// CHECK-LABEL: @elsewhere(
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = arith.divf %arg0, %cst : f32
// CHECK-NEXT: tt.return [[V0]] : f32
tt.func @elsewhere(%x: f32) -> f32 {
  %three = arith.constant 3.0 : f32
  %0 = arith.divf %x, %three : f32
  tt.return %0 : f32
}

}
