// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// What the elements of a product, and where they come from, mean for its instruction: the length of
// k, the width of what was loaded, scales; and products that follow one another in loops.

// Attention in two loops, one after the other. In each, the product that another one follows has its
// warps over rows; the last one shares its layout between the loops, the first has one for each.
// Answers to accelerate-matmul.mlir @mma_chain_loop.

// CHECK-DAG: #[[$TALL:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 32, 16]}>
// CHECK-DAG: #[[$TALL2:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #[[$LAST:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#qa = #ttg.dot_op<{opIdx = 0, parent = #b}>
#kb = #ttg.dot_op<{opIdx = 1, parent = #b}>
#pa = #ttg.dot_op<{opIdx = 0, parent = #w}>
#vb = #ttg.dot_op<{opIdx = 1, parent = #w}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @mma_chain_loop(
  // CHECK: scf.for
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<128x32xf32, #[[$TALL]]>
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<128x128xf32, #[[$LAST]]>
  // CHECK: scf.for
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<128x64xf32, #[[$TALL2]]>
  // CHECK: math.exp2
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<128x128xf32, #[[$LAST]]>
  tt.func @mma_chain_loop(%q: tensor<128x128xbf16, #qa>, %k: tensor<128x32xbf16, #kb>, %v: tensor<32x128xbf16, #vb>, %k2: tensor<128x64xbf16, #kb>, %v2: tensor<64x128xbf16, #vb>, %n: i32, %to: tensor<128x128x!tt.ptr<f32>, #w>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %s0 = arith.constant dense<0.000000e+00> : tensor<128x32xf32, #b>
    %s1 = arith.constant dense<-1.000000e+00> : tensor<128x64xf32, #b>
    %o0 = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #w>
    %first = scf.for %i = %zero to %n step %one iter_args(%o = %o0) -> (tensor<128x128xf32, #w>) : i32 {
      %s = tt.dot %q, %k, %s0 : tensor<128x128xbf16, #qa> * tensor<128x32xbf16, #kb> -> tensor<128x32xf32, #b>
      %h = arith.truncf %s : tensor<128x32xf32, #b> to tensor<128x32xbf16, #b>
      %p = ttg.convert_layout %h : tensor<128x32xbf16, #b> -> tensor<128x32xbf16, #pa>
      %d = tt.dot %p, %v, %o : tensor<128x32xbf16, #pa> * tensor<32x128xbf16, #vb> -> tensor<128x128xf32, #w>
      scf.yield %d : tensor<128x128xf32, #w>
    }
    %second = scf.for %i = %one to %n step %one iter_args(%o = %first) -> (tensor<128x128xf32, #w>) : i32 {
      %s = tt.dot %q, %k2, %s1 : tensor<128x128xbf16, #qa> * tensor<128x64xbf16, #kb> -> tensor<128x64xf32, #b>
      %e = math.exp2 %s : tensor<128x64xf32, #b>
      %h = arith.truncf %e : tensor<128x64xf32, #b> to tensor<128x64xbf16, #b>
      %p = ttg.convert_layout %h : tensor<128x64xbf16, #b> -> tensor<128x64xbf16, #pa>
      %d = tt.dot %p, %v2, %o : tensor<128x64xbf16, #pa> * tensor<64x128xbf16, #vb> -> tensor<128x128xf32, #w>
      scf.yield %d : tensor<128x128xf32, #w>
    }
    tt.store %to, %second : tensor<128x128x!tt.ptr<f32>, #w>
    tt.return
  }
}

// -----

// Half as many elements along k as wgmma takes of bytes: mma.
// Answers to accelerate-matmul.mlir @small_k_size.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @small_k_size(
  // CHECK-NOT: warp_group_dot
  // CHECK: tt.dot {{.*}} : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<16x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x64xi32, #mma>
  tt.func @small_k_size(%a: tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<16x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xi32, #b>) -> tensor<64x64xi32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<16x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xi32, #b>
    tt.return %d : tensor<64x64xi32, #b>
  }
}

// -----

// A product of fp4 with scales by fp8: both become bf16 and wgmma multiplies them. Where the second
// operand has the scales, the product is transposed and its operands change places.
// Answers to accelerate-matmul.mlir @dot_scaled_fp8.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @dot_scaled_fp8_second_packed(
  // CHECK: tt.trans %arg0 {{.*}} -> tensor<128x64xf8E5M2,
  // CHECK: [[B:%.*]] = tt.trans %arg1
  // CHECK: ttg.fp4_to_fp [[B]] {axis = 1 : i32} : tensor<64x64xi8, {{.*}} -> tensor<64x128xbf16,
  // CHECK: tt.fp_to_fp {{.*}} -> tensor<128x64xbf16,
  // CHECK-NOT: tt.dot_scaled
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @dot_scaled_fp8_second_packed(%a: tensor<64x128xf8E5M2, #b>, %b: tensor<64x64xi8, #b>, %u: tensor<64x4xi8, #s>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a, %b scale %u, %c lhs = e5m2 rhs = e2m1 {fastMath = true} : tensor<64x128xf8E5M2, #b> * tensor<64x64xi8, #b>, tensor<64x4xi8, #s> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }

  // CHECK-LABEL: @dot_scaled_fp8(
  // CHECK: ttg.fp4_to_fp %arg0 {axis = 1 : i32} : tensor<64x64xi8, {{.*}} -> tensor<64x128xbf16,
  // CHECK: tt.fp_to_fp %arg2 : tensor<128x64xf8E5M2, {{.*}} -> tensor<128x64xbf16,
  // CHECK-NOT: tt.dot_scaled
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @dot_scaled_fp8(%a: tensor<64x64xi8, #b>, %s: tensor<64x4xi8, #s>, %b: tensor<128x64xf8E5M2, #b>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<64x64xi8, #b>, tensor<64x4xi8, #s> * tensor<128x64xf8E5M2, #b> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// The operand's place in memory comes from a load of a single, narrower element. Only loads of
// tensors say how many elements a thread should hold in a row.
// Answers to accelerate-matmul.mlir @scalar_load_in_bwd_slice.

#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @scalar_load_in_bwd_slice(
  // CHECK: tt.load {{.*}} : !tt.ptr<i16>
  // CHECK: tt.dot {{.*}} : tensor<16x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>>
  tt.func @scalar_load_in_bwd_slice(%p: !tt.ptr<i16>, %desc: !tt.tensordesc<16x32xf32>, %b: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<16x64xf32, #b>) -> tensor<16x64xf32, #b> {
    %zero = arith.constant 0 : i32
    %short = tt.load %p : !tt.ptr<i16>
    %row = arith.extui %short : i16 to i32
    %tile = tt.descriptor_load %desc[%row, %zero] : !tt.tensordesc<16x32xf32> -> tensor<16x32xf32, #b>
    %a = ttg.convert_layout %tile : tensor<16x32xf32, #b> -> tensor<16x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<16x64xf32, #b>
    tt.return %d : tensor<16x64xf32, #b>
  }
}

// -----

// Each byte is made two halves, joined in a dimension of their own next to the one that the thread
// holds in a row: an element counts as half a byte, and eight of f16 are held in a row.
// Answers to accelerate-matmul.mlir @join_reshape_upcast_mma_kwidth.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#column = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#apart = #ttg.blocked<{sizePerThread = [8, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [1, 4, 1], order = [2, 0, 1]}>
#flat = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @join_reshape_upcast_mma_kwidth(
  // CHECK: tt.dot {{.*}} : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  tt.func @join_reshape_upcast_mma_kwidth(%p: tensor<32x32x!tt.ptr<i8>, #load>, %b: tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
    %v = tt.load %p : tensor<32x32x!tt.ptr<i8>, #load>
    %low, %high = tt.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %v : tensor<32x32xi8, #load> -> tensor<32x32xf16, #load>, tensor<32x32xf16, #load>
    %j = tt.join %high, %low : tensor<32x32xf16, #load> -> tensor<32x32x2xf16, #pairs>
    %r = tt.reshape %j : tensor<32x32x2xf16, #pairs> -> tensor<32x64xf16, #flat>
    %a = ttg.convert_layout %r : tensor<32x64xf16, #flat> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }

  // In registers the two lie apart here: an element counts as a byte.
  // CHECK-LABEL: @join_apart(
  // CHECK: tt.dot {{.*}} : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  tt.func @join_apart(%p: tensor<32x32x!tt.ptr<i8>, #column>, %b: tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
    %v = tt.load %p : tensor<32x32x!tt.ptr<i8>, #column>
    %low, %high = tt.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %v : tensor<32x32xi8, #column> -> tensor<32x32xf16, #column>, tensor<32x32xf16, #column>
    %j = tt.join %high, %low : tensor<32x32xf16, #column> -> tensor<32x32x2xf16, #apart>
    %r = tt.reshape %j allow_reorder : tensor<32x32x2xf16, #apart> -> tensor<32x64xf16, #flat>
    %a = ttg.convert_layout %r : tensor<32x64xf16, #flat> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x32xf32, #b>
    tt.return %d : tensor<32x32xf32, #b>
  }
}
