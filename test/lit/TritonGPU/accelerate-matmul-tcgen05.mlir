// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// Products by tcgen05: the accumulator in tensor memory, operands in shared memory, and what takes mma.

// The accumulator goes to tensor memory and back (upstream: mmav5).

// CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @accumulator(
  // CHECK-DAG: [[TRUE:%.*]] = arith.constant true
  // CHECK-DAG: [[B:%.*]] = ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<64x128xf16, #shared, #smem>
  // CHECK-DAG: [[A:%.*]] = ttg.local_alloc {{%[0-9]+}} : {{.*}} -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK: [[C:%.*]] = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear>
  // CHECK: [[M:%.*]], [[T:%.*]] = ttng.tmem_alloc [[C]]
  // CHECK: [[U:%.*]] = ttng.tc_gen5_mma [[A]], [[B]], [[M]]{{\[}}[[T]]{{\]}}, [[TRUE]], [[TRUE]]
  // CHECK: [[D:%.*]], {{%.*}} = ttng.tmem_load [[M]]{{\[}}[[U]]{{\]}}
  // CHECK: ttg.convert_layout [[D]] : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  tt.func @accumulator(%p: tensor<128x64x!tt.ptr<f16>, #b>, %b: tensor<64x128xf16, #b>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x128xf16, #b> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// Half of the rows.

// CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @half_rows(
  // CHECK: ttng.tc_gen5_mma
  tt.func @half_rows(%p: tensor<64x64x!tt.ptr<bf16>, #b>, %b: tensor<64x32xbf16, #b>, %c: tensor<64x32xf32, #b>) -> tensor<64x32xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<bf16>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xbf16, #b> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x32xbf16, #b> -> tensor<64x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x32xf32, #b>
    tt.return %d : tensor<64x32xf32, #b>
  }
}

// -----

// At most 256 columns; whether it all fits is for the allocator to say (upstream: res_too_big_for_mmav5).

// CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @too_big(
  // CHECK: ttng.tc_gen5_mma
  tt.func @too_big(%p: tensor<512x32x!tt.ptr<f16>, #b>, %b: tensor<32x512xf16, #b>, %c: tensor<512x512xf32, #b>) -> tensor<512x512xf32, #b> {
    %a = tt.load %p : tensor<512x32x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<512x32xf16, #b> -> tensor<512x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<32x512xf16, #b> -> tensor<32x512xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<512x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x512xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<512x512xf32, #b>
    tt.return %d : tensor<512x512xf32, #b>
  }
}

// -----

// A result of 16 bits takes every other half of a column.

// CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @half_result(
  // CHECK: ttng.tc_gen5_mma
  tt.func @half_result(%p: tensor<128x64x!tt.ptr<f16>, #b>, %b: tensor<64x64xf16, #b>, %c: tensor<128x64xf16, #b>) -> tensor<128x64xf16, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf16, #b>
    tt.return %d : tensor<128x64xf16, #b>
  }
}

// -----

// Operands may lie either way ...

// CHECK: #shared = #ttg.nvmma_shared<{{.*}}transposed = true, elementBitWidth = 16}>
// CHECK: #shared1 = #ttg.nvmma_shared<{{.*}}transposed = false, elementBitWidth = 16}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @across(
  // CHECK-DAG: ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK: ttng.tc_gen5_mma
  tt.func @across(%p: tensor<128x64x!tt.ptr<f16>, #b>, %b: tensor<64x64xf16, #t>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #t> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}

// -----

// ... but tf32 along k (upstream: mmav5_fp32).

// CHECK: #shared = #ttg.nvmma_shared<{{.*}}transposed = true, elementBitWidth = 32}>
// CHECK: #shared1 = #ttg.nvmma_shared<{{.*}}transposed = false, elementBitWidth = 32}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:110", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @tf32_along_k(
  // CHECK-DAG: ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<64x64xf32, #shared, #smem>
  // CHECK: ttng.tc_gen5_mma
  tt.func @tf32_along_k(%p: tensor<128x64x!tt.ptr<f32>, #b>, %b: tensor<64x64xf32, #b>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f32>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf32, #b> -> tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf32, #b> -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c, inputPrecision = tf32 : tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}

// -----

// Integers, on sm_100 (upstream: mmav5_int8).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @integers(
  // CHECK: ttng.tc_gen5_mma
  tt.func @integers(%p: tensor<128x64x!tt.ptr<i8>, #b>, %b: tensor<64x64xi8, #b>, %c: tensor<128x64xi32, #b>) -> tensor<128x64xi32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<i8>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xi8, #b> -> tensor<128x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xi8, #b> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xi32, #b>
    tt.return %d : tensor<128x64xi32, #b>
  }
}

// -----

// On other parts they take mma (upstream: mmav5_int8_sm103_fallback).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @integers_elsewhere(
  // CHECK-NOT: tc_gen5_mma
  // CHECK: tt.dot {{.*}} -> tensor<128x64xi32, #mma>
  tt.func @integers_elsewhere(%p: tensor<128x64x!tt.ptr<i8>, #b>, %b: tensor<64x64xi8, #b>, %c: tensor<128x64xi32, #b>) -> tensor<128x64xi32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<i8>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xi8, #b> -> tensor<128x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xi8, #b> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xi32, #b>
    tt.return %d : tensor<128x64xi32, #b>
  }
}

// -----

// Doubles do so (upstream: fp64_sm103_fallback_to_mmav2).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @doubles(
  // CHECK-NOT: tc_gen5_mma
  // CHECK: tt.dot {{.*}} -> tensor<128x64xf64, #mma>
  tt.func @doubles(%p: tensor<128x64x!tt.ptr<f64>, #b>, %b: tensor<64x64xf64, #b>, %c: tensor<128x64xf64, #b>) -> tensor<128x64xf64, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f64>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf64, #b> -> tensor<128x64xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf64, #b> -> tensor<64x64xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf64, #b>
    tt.return %d : tensor<128x64xf64, #b>
  }
}

// -----

// So do products of 16 warps (upstream: mmav5_fallback_v2_num_warps), ...

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [16, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 16 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @many_warps(
  // CHECK-NOT: tc_gen5_mma
  // CHECK: tt.dot {{.*}} -> tensor<128x64xf32, #mma>
  tt.func @many_warps(%p: tensor<128x64x!tt.ptr<f16>, #b>, %b: tensor<64x64xf16, #b>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}

// -----

// ... those with few rows, ...

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @few_rows(
  // CHECK-NOT: tc_gen5_mma
  // CHECK: tt.dot {{.*}} -> tensor<32x64xf32, #mma>
  tt.func @few_rows(%p: tensor<32x64x!tt.ptr<f16>, #b>, %b: tensor<64x64xf16, #b>, %c: tensor<32x64xf32, #b>) -> tensor<32x64xf32, #b> {
    %a = tt.load %p : tensor<32x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<32x64xf16, #b> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x64xf32, #b>
    tt.return %d : tensor<32x64xf32, #b>
  }
}

// -----

// ... and those with a small k; 8-bit floats are widened then.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @small_k(
  // CHECK-NOT: tc_gen5_mma
  // CHECK-COUNT-2: tt.fp_to_fp
  // CHECK: tt.dot {{.*}} -> tensor<128x64xf32, #mma>
  tt.func @small_k(%p: tensor<128x16x!tt.ptr<f8E5M2>, #b>, %b: tensor<16x64xf8E5M2, #b>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %a = tt.load %p : tensor<128x16x!tt.ptr<f8E5M2>, #b>
    %x = ttg.convert_layout %a : tensor<128x16xf8E5M2, #b> -> tensor<128x16xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<16x64xf8E5M2, #b> -> tensor<16x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x16xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<16x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}

// -----

// A batch has no tcgen05.

#b = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @batch(
  // CHECK-NOT: tc_gen5_mma
  // CHECK: tt.dot {{.*}} -> tensor<2x64x64xf32, #mma>
  tt.func @batch(%a: tensor<2x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<2x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<2x64x64xf32, #b>) -> tensor<2x64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<2x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<2x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<2x64x64xf32, #b>
    tt.return %d : tensor<2x64x64xf32, #b>
  }
}

// -----

// f32 without tf32 is left alone (upstream: mmav5_fp32_ieee_upcast_lhs).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @ieee(
  // CHECK-NOT: local_alloc
  // CHECK: tt.dot {{.*}} -> tensor<128x64xf32, #blocked>
  tt.func @ieee(%p: tensor<128x64x!tt.ptr<f32>, #b>, %b: tensor<64x64xf32, #b>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f32>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf32, #b> -> tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf32, #b> -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}
