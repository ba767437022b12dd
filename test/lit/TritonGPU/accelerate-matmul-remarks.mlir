// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul -verify-diagnostics | FileCheck %s

// What the pass says about products that do not get the best instruction.

// Both sets of patterns ask which instruction it can be, so this is said twice.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @few_rows(
  // CHECK: tt.dot {{.*}}, #mma>
  tt.func @few_rows(%a: tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<32x64xf32, #b>) -> tensor<32x64xf32, #b> {
    // expected-remark@below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (90) supports MMA v3.}}
    // expected-remark@below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (90) supports MMA v3.}}
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x64xf32, #b>
    tt.return %d : tensor<32x64xf32, #b>
  }
}

// -----

// A batch on sm_100.

#b = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @batch(
  // CHECK: tt.dot {{.*}}, #mma>
  tt.func @batch(%a: tensor<2x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<2x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<2x64x64xf32, #b>) -> tensor<2x64x64xf32, #b> {
    // expected-remark@below {{MMA version 5 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (100) supports MMA v5.}}
    // expected-remark@below {{MMA version 5 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (100) supports MMA v5.}}
    %d = tt.dot %a, %b, %c : tensor<2x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<2x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<2x64x64xf32, #b>
    tt.return %d : tensor<2x64x64xf32, #b>
  }
}

// -----

// Doubles of sm_90 take mma (upstream: fp64_dot_hopper).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @doubles(
  // CHECK: tt.dot {{.*}}, #mma>
  tt.func @doubles(%a: tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<128x128xf64, #b>) -> tensor<128x128xf64, #b> {
    // expected-remark@below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (90) supports MMA v3.}}
    // expected-remark@below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note@below {{Target compute capability (90) supports MMA v3.}}
    %d = tt.dot %a, %b, %c : tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x128xf64, #b>
    tt.return %d : tensor<128x128xf64, #b>
  }
}

// -----

// FMA before Ampere (upstream: dot_fall_back_fma_before_ampere); operands are widened.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:75", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fma(
  // CHECK: [[A:%.*]] = arith.extf %arg0
  // CHECK: [[B:%.*]] = arith.extf %arg1
  // CHECK: tt.dot [[A]], [[B]], %arg2 : {{.*}} -> tensor<32x32xf32, #blocked>
  tt.func @fma(%a: tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
    // expected-remark@below {{Dot op using MMA for compute capability 75 has been deprecated. It falls back to the FMA path.}}
    %d = tt.dot %a, %b, %c : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}

// -----

// 8-bit floats must lie along k for wgmma (upstream: hopper_fp8_non_transposed_b).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @order(
  // CHECK: ttng.warp_group_dot
  tt.func @order(%p: tensor<64x64x!tt.ptr<f8E5M2>, #b>, %b: tensor<64x64xf8E5M2, #b>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    // expected-warning@below {{Warning: Forcing a different order [0, 1] on SMEM than the register order for the operand 1. Registers will be transposed before SMEM store and the pipelined load for this operand will be disabled, so poor performance is expected. Recommendation: consider transposing the operand in global memory to remove the need to transpose the tensor in registers.}}
    %d = tt.dot %x, %y, %c {maxNumImpreciseAcc = 64 : i32} : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}
