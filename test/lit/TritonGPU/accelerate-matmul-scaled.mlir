// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// Scaled products: instructions that have scales, and computing them without.

// The exponents of 2 become bf16 by a shift, 0 a small number and 0xff NaN; each is repeated for the
// elements that share it (upstream: dot_scaled).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widened(
  // CHECK-DAG: [[ZERO:%.*]] = arith.constant dense<0.000000e+00> : tensor<32x2xbf16, #blocked1>
  // CHECK-DAG: [[LEAST:%.*]] = arith.constant dense<64> : tensor<32x2xi16, #blocked1>
  // CHECK-DAG: [[SHIFT:%.*]] = arith.constant dense<7> : tensor<32x2xi16, #blocked1>
  // CHECK: [[A:%.*]] = tt.fp_to_fp %arg0
  // CHECK: [[E:%.*]] = arith.extui %arg3
  // CHECK: [[P:%.*]] = arith.shli [[E]], [[SHIFT]]
  // CHECK: [[Q:%.*]] = arith.maxui [[P]], [[LEAST]]
  // CHECK: [[F:%.*]] = tt.bitcast [[Q]]
  // CHECK: [[S:%.*]] = math.fma [[F]], [[ZERO]], [[F]]
  // CHECK: [[V:%.*]] = ttg.convert_layout [[S]]
  // CHECK: [[R:%.*]] = tt.reshape [[V]] efficient_layout : {{.*}} -> tensor<32x2x1xbf16,
  // CHECK: [[X:%.*]] = tt.broadcast [[R]] : {{.*}} -> tensor<32x2x32xbf16,
  // CHECK: [[Y:%.*]] = tt.reshape [[X]] : {{.*}} -> tensor<32x64xbf16, #blocked>
  // CHECK: arith.mulf [[A]], [[Y]]
  // CHECK: tt.dot {{.*}} -> tensor<32x32xf32, #mma>
  tt.func @widened(%a: tensor<32x64xf8E5M2, #b>, %b: tensor<64x32xbf16, #b>, %c: tensor<32x32xf32, #b>, %s: tensor<32x2xi8, #s>) -> tensor<32x32xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = bf16 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<32x64xf8E5M2, #b>, tensor<32x2xi8, #s> * tensor<64x32xbf16, #b> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}

// -----

// With fastMath nothing is done about NaN.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fast(
  // CHECK-NOT: math.fma
  // CHECK: tt.dot
  tt.func @fast(%a: tensor<32x64xf8E5M2, #b>, %b: tensor<64x32xbf16, #b>, %c: tensor<32x32xf32, #b>, %s: tensor<32x2xi8, #s>) -> tensor<32x32xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = bf16 {fastMath = true, lhs_k_pack = true, rhs_k_pack = true} : tensor<32x64xf8E5M2, #b>, tensor<32x2xi8, #s> * tensor<64x32xbf16, #b> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}

// -----

// f16 has too few exponents: f32 in between.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @by_f32(
  // CHECK: arith.shli {{.*}} : tensor<32x2xi32,
  // CHECK: math.fma {{.*}} : tensor<32x2xf32,
  // CHECK: arith.truncf {{.*}} to tensor<32x2xf16,
  // CHECK: tt.dot {{.*}} : tensor<32x64xf16,
  tt.func @by_f32(%a: tensor<32x64xf8E4M3FN, #b>, %b: tensor<64x32xf16, #b>, %c: tensor<32x32xf32, #b>, %s: tensor<32x2xi8, #s>) -> tensor<32x32xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = fp16 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<32x64xf8E4M3FN, #b>, tensor<32x2xi8, #s> * tensor<64x32xf16, #b> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}

// -----

// Scales that are floats, for 16 elements each (upstream: sm100_dot_scaled_nvfp4_blocked_fallback).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @float_scales(
  // CHECK: ttg.fp4_to_fp %arg0 {axis = 1 : i32}
  // CHECK: tt.fp_to_fp %arg3 : tensor<64x8xf8E4M3FN,
  // CHECK: tt.broadcast {{.*}} -> tensor<64x8x16xbf16,
  // CHECK: ttg.fp4_to_fp %arg1 {axis = 0 : i32}
  // CHECK: tt.trans %arg4
  // CHECK: ttng.warp_group_dot
  tt.func @float_scales(%a: tensor<64x64xi8, #b>, %b: tensor<64x64xi8, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x8xf8E4M3FN, #s>, %u: tensor<64x8xf8E4M3FN, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x64xi8, #b>, tensor<64x8xf8E4M3FN, #s> * tensor<64x64xi8, #b>, tensor<64x8xf8E4M3FN, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// fp4 packed along m and n (upstream: dot_scaled_fp4_packed_mn_decomposes).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @packed_across_k(
  // CHECK: ttg.fp4_to_fp %arg0 {axis = 0 : i32}
  // CHECK: ttg.fp4_to_fp %arg1 {axis = 1 : i32}
  // CHECK-NOT: dot_scaled
  tt.func @packed_across_k(%a: tensor<32x64xi8, #b>, %b: tensor<64x32xi8, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x2xi8, #s>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<32x64xi8, #b>, tensor<64x2xi8, #s> * tensor<64x32xi8, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// A scale on the right alone: the product is transposed, so that what was computed is on the left
// (upstream: mixed_dtype_matmul).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transposed(
  // CHECK-DAG: tt.trans %arg0
  // CHECK-DAG: tt.trans %arg1
  // CHECK-DAG: tt.trans %arg2
  // CHECK: ttng.warp_group_dot {{.*}} : tensor<64x64xbf16, #ttg.dot_op<
  // CHECK: [[D:%.*]] = tt.trans
  // CHECK: tt.return [[D]]
  tt.func @transposed(%a: tensor<64x64xbf16, #b>, %b: tensor<64x64xf8E4M3FN, #b>, %c: tensor<64x64xf32, #b>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a, %b scale %u, %c lhs = bf16 rhs = e4m3 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x64xbf16, #b> * tensor<64x64xf8E4M3FN, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Both packings change sides then.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transposed_packing(
  // CHECK: [[B:%.*]] = tt.trans %arg1
  // CHECK: ttg.fp4_to_fp [[B]] {axis = 0 : i32}
  tt.func @transposed_packing(%a: tensor<64x64xf16, #b>, %b: tensor<64x32xi8, #b>, %c: tensor<64x64xf32, #b>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a, %b scale %u, %c lhs = fp16 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = false} : tensor<64x64xf16, #b> * tensor<64x32xi8, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// No scale at all.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @no_scales(
  // CHECK-NOT: mulf
  // CHECK: tt.dot {{.*}} -> tensor<32x32xf32, #mma>
  tt.func @no_scales(%a: tensor<32x64xf8E5M2, #b>, %b: tensor<64x32xf16, #b>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
    %d = tt.dot_scaled %a, %b, %c lhs = e5m2 rhs = fp16 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<32x64xf8E5M2, #b> * tensor<64x32xf16, #b> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}

// -----

// tcgen05 has an instruction: scales in tensor memory (upstream: sm100_dot_scaled_mma_v5).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @in_tensor_memory(
  // CHECK: [[S:%.*]] = ttng.tmem_alloc {{.*}} -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK: [[U:%.*]] = ttng.tmem_alloc {{.*}} -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK: ttng.tc_gen5_mma_scaled {{.*}}, [[S]], [[U]], %true, %true lhs = e4m3 rhs = e5m2
  tt.func @in_tensor_memory(%a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<128x128xf8E5M2, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x4xi8, #s>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e5m2 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> * tensor<128x128xf8E5M2, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// fp4 beside wider elements is padded to bytes (upstream: mmav5_block_scaled_mixed_prec).

// CHECK: #shared{{1?}} = #ttg.nvmma_shared<{{.*}}fp4Padded = true
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @padded(
  // CHECK: ttng.tc_gen5_mma_scaled {{.*}} lhs = e4m3 rhs = e2m1
  tt.func @padded(%a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<64x128xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x4xi8, #s>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> * tensor<64x128xi8, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// sm_107 does not need that (upstream: mmav5_block_scaled_mixed_prec_sm107_k64) ...

// CHECK-NOT: fp4Padded
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:107", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @not_padded(
  // CHECK: ttng.tc_gen5_mma_scaled
  tt.func @not_padded(%a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<64x128xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x4xi8, #s>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> * tensor<64x128xi8, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// ... unless k is small.

// CHECK: fp4Padded = true
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:107", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @padded_small_k(
  // CHECK: ttng.tc_gen5_mma_scaled
  tt.func @padded_small_k(%a: tensor<128x32xf8E4M3FN, #b>, %b: tensor<16x128xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x1xi8, #s>, %u: tensor<128x1xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x32xf8E4M3FN, #b>, tensor<128x1xi8, #s> * tensor<16x128xi8, #b>, tensor<128x1xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// fp4 packed across k, with exponents as scales: both are padded (upstream: mmav5_fp4_rhs_mn_packed).

// CHECK: #shared = #ttg.nvmma_shared<{{.*}}fp4Padded = true
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @across_k(
  // CHECK: ttng.tc_gen5_mma_scaled
  tt.func @across_k(%a: tensor<128x64xi8, #b>, %b: tensor<128x64xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x4xi8, #s>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = false} : tensor<128x64xi8, #b>, tensor<128x4xi8, #s> * tensor<128x64xi8, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// ... with floats as scales there is no instruction (upstream: nvfp4_rhs_mn_packed_decomposes).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @across_k_float_scales(
  // CHECK-NOT: mma_scaled
  // CHECK: ttng.tc_gen5_mma
  tt.func @across_k_float_scales(%a: tensor<128x64xi8, #b>, %b: tensor<128x64xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x8xf8E4M3FN, #s>, %u: tensor<128x8xf8E4M3FN, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = false} : tensor<128x64xi8, #b>, tensor<128x8xf8E4M3FN, #s> * tensor<128x64xi8, #b>, tensor<128x8xf8E4M3FN, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// Scales of sm_107's first operand go row of blocks by row of blocks (upstream: mmav5_block_scaled_nvfp4_sm107).

// CHECK: blockRepOrder = kThenMn
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:107", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @by_rows(
  // CHECK: ttng.tc_gen5_mma_scaled
  tt.func @by_rows(%a: tensor<128x64xi8, #b>, %b: tensor<64x128xi8, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x8xf8E4M3FN, #s>, %u: tensor<128x8xf8E4M3FN, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x64xi8, #b>, tensor<128x8xf8E4M3FN, #s> * tensor<64x128xi8, #b>, tensor<128x8xf8E4M3FN, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// Fewer than 128 rows have no instruction.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @few_rows(
  // CHECK-NOT: mma_scaled
  // CHECK: ttng.tc_gen5_mma
  tt.func @few_rows(%a: tensor<64x128xf8E4M3FN, #b>, %b: tensor<128x128xf8E4M3FN, #b>, %c: tensor<64x128xf32, #b>, %s: tensor<64x4xi8, #s>, %u: tensor<128x4xi8, #s>) -> tensor<64x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e4m3 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x128xf8E4M3FN, #b>, tensor<64x4xi8, #s> * tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> -> tensor<64x128xf32, #b>
    tt.return %d : tensor<64x128xf32, #b>
  }
}

// -----

// Two warps neither (upstream: block_scaled_2_warps).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_warps(
  // CHECK-NOT: tc_gen5
  // CHECK: tt.dot {{.*}} -> tensor<128x128xf32, #mma>
  tt.func @two_warps(%a: tensor<128x64xf8E4M3FN, #b>, %b: tensor<64x128xf8E4M3FN, #b>, %c: tensor<128x128xf32, #b>, %s: tensor<128x2xi8, #s>, %u: tensor<128x2xi8, #s>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e4m3 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<128x64xf8E4M3FN, #b>, tensor<128x2xi8, #s> * tensor<64x128xf8E4M3FN, #b>, tensor<128x2xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// mma of sm_120 takes scales in registers (upstream: sm120_dot_scaled_basic).

// CHECK: #linear = #ttg.linear<{register = {{.*}}, lane = {{\[\[}}8, 0], [0, 0], [1, 0], [2, 0], [4, 0]]
// CHECK: #linear1 = #ttg.linear<{register = {{.*}}, lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0]]
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @in_registers(
  // CHECK: [[S:%.*]] = ttg.convert_layout %arg3 : {{.*}} -> tensor<64x2xi8, #linear>
  // CHECK: [[U:%.*]] = ttg.convert_layout %arg4 : {{.*}} -> tensor<64x2xi8, #linear1>
  // CHECK: tt.dot_scaled {{.*}} scale [[S]], {{.*}} scale [[U]], {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @in_registers(%a: tensor<64x64xf8E4M3FN, #b>, %b: tensor<64x64xf8E5M2, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x2xi8, #s>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e5m2 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x64xf8E4M3FN, #b>, tensor<64x2xi8, #s> * tensor<64x64xf8E5M2, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// fp4 too (upstream: sm120_dot_scaled_fp4_native) ...

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:121", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp4_in_registers(
  // CHECK: tt.dot_scaled {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @fp4_in_registers(%a: tensor<64x64xi8, #b>, %b: tensor<64x64xi8, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x8xf8E4M3FN, #s>, %u: tensor<64x8xf8E4M3FN, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x64xi8, #b>, tensor<64x8xf8E4M3FN, #s> * tensor<64x64xi8, #b>, tensor<64x8xf8E4M3FN, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// ... if packed along k (upstream: sm120_dot_scaled_fp4_rhs_mn_packed_fallback).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp4_across_k(
  // CHECK-NOT: dot_scaled
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @fp4_across_k(%a: tensor<64x32xi8, #b>, %b: tensor<64x32xi8, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x2xi8, #s>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = true, rhs_k_pack = false} : tensor<64x32xi8, #b>, tensor<64x2xi8, #s> * tensor<64x32xi8, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Mixed operands are not for it (upstream: sm120_dot_scaled_fp16_fp8_fallback).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @mixed(
  // CHECK-NOT: dot_scaled
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @mixed(%a: tensor<64x32xi8, #b>, %b: tensor<64x64xf8E4M3FN, #b>, %c: tensor<64x64xf32, #b>, %s: tensor<64x2xi8, #s>, %u: tensor<64x2xi8, #s>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e4m3 {fastMath = false, lhs_k_pack = true, rhs_k_pack = true} : tensor<64x32xi8, #b>, tensor<64x2xi8, #s> * tensor<64x64xf8E4M3FN, #b>, tensor<64x2xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Scales loaded in the order of copies to tensor memory stay in shared memory
// (upstream: mmav5_scale_load_2d_tmem_copy).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#p = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#t5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#u5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 4, 8, 1, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#l = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[32, 0], [64, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copied(
  // CHECK: [[R:%.*]] = tt.reshape {{.*}} -> tensor<128x4xi8, #linear>
  // CHECK: [[S:%.*]] = ttg.local_alloc [[R]] : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #shared{{[0-9]}}, #smem>
  // CHECK: ttng.tc_gen5_mma_scaled {{.*}}, [[S]], {{%.*}}, %true, %true
  tt.func @copied(%p: tensor<1x512x!tt.ptr<i8>, #p>, %a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<128x128xf8E4M3FN, #b>, %c: tensor<128x128xf32, #b>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %l = tt.load %p : tensor<1x512x!tt.ptr<i8>, #p>
    %0 = tt.reshape %l : tensor<1x512xi8, #p> -> tensor<1x1x32x4x4xi8, #t5>
    %1 = tt.trans %0 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #t5> -> tensor<1x4x32x1x4xi8, #u5>
    %s = tt.reshape %1 : tensor<1x4x32x1x4xi8, #u5> -> tensor<128x4xi8, #l>
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #l> * tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// ... not if the load's rows are shorter than a block of them (upstream: mmav5_block_scaled_5d_scale).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#p = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4], warpsPerCTA = [1, 1, 4, 1], order = [3, 2, 1, 0]}>
#t5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#u5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 4, 8, 1, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#l = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[32, 0], [64, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @not_copied(
  // CHECK: [[S:%.*]] = ttng.tmem_alloc {{.*}} : (tensor<128x4xi8, #linear
  // CHECK: ttng.tc_gen5_mma_scaled {{.*}}, [[S]], {{%.*}}, %true, %true
  tt.func @not_copied(%p: tensor<1x1x32x16x!tt.ptr<i8>, #p>, %a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<128x128xf8E4M3FN, #b>, %c: tensor<128x128xf32, #b>, %u: tensor<128x4xi8, #s>) -> tensor<128x128xf32, #b> {
    %l = tt.load %p : tensor<1x1x32x16x!tt.ptr<i8>, #p>
    %0 = tt.reshape %l : tensor<1x1x32x16xi8, #p> -> tensor<1x1x32x4x4xi8, #t5>
    %1 = tt.trans %0 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #t5> -> tensor<1x4x32x1x4xi8, #u5>
    %s = tt.reshape %1 : tensor<1x4x32x1x4xi8, #u5> -> tensor<128x4xi8, #l>
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #l> * tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}
