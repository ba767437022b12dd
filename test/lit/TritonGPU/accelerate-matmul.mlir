// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// Products by mma: how warps are spread, and how many elements operands hold in a row.

// Four warps, two by two, on tiles of 16 x 8; operands hold two elements in a row.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @ampere(
  // CHECK-DAG: [[C:%.*]] = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-DAG: [[A:%.*]] = ttg.convert_layout %arg0 : {{.*}} -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-DAG: [[B:%.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK: [[D:%.*]] = tt.dot [[A]], [[B]], [[C]] : {{.*}} -> tensor<64x64xf32, #mma>
  // CHECK: ttg.convert_layout [[D]] : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  tt.func @ampere(%a: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Warps go where the instruction repeats most.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:86", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @tall(
  // CHECK: tt.dot {{.*}} -> tensor<256x32xf32, #mma>
  tt.func @tall(%a: tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<256x32xf32, #b>) -> tensor<256x32xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<256x32xf32, #b>
    tt.return %d : tensor<256x32xf32, #b>
  }
}

// -----

// Wide results.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 8], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:86", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @wide(
  // CHECK: tt.dot {{.*}} -> tensor<16x256xf32, #mma>
  tt.func @wide(%a: tensor<16x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x256xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<16x256xf32, #b>) -> tensor<16x256xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<16x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x256xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<16x256xf32, #b>
    tt.return %d : tensor<16x256xf32, #b>
  }
}

// -----

// Even a tile smaller than an instruction takes mma.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @small(
  // CHECK: tt.dot {{.*}} -> tensor<16x16xf16, #mma>
  tt.func @small(%a: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<16x16xf16, #b>) -> tensor<16x16xf16, #b> {
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<16x16xf16, #b>
    tt.return %d : tensor<16x16xf16, #b>
  }
}

// -----

// Two products in a chain spread all warps over rows (upstream: chained_dot).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @chain_rows(
  // CHECK-COUNT-2: tt.dot {{.*}}, #mma>
  tt.func @chain_rows(%a: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>, %v: tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %o: tensor<64x32xf32, #b>) -> tensor<64x32xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    %h = arith.truncf %d : tensor<64x64xf32, #b> to tensor<64x64xf16, #b>
    %p = ttg.convert_layout %h : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %r = tt.dot %p, %v, %o : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x32xf32, #b>
    tt.return %r : tensor<64x32xf32, #b>
  }
}

// -----

// ... or over columns where there are more of them; the second product does as the first.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @chain_columns(
  // CHECK-COUNT-2: tt.dot {{.*}}, #mma>
  tt.func @chain_columns(%a: tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<32x128xf32, #b>, %v: tensor<128x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %o: tensor<32x64xf32, #b>) -> tensor<32x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x128xf32, #b>
    %h = arith.truncf %d : tensor<32x128xf32, #b> to tensor<32x128xf16, #b>
    %p = ttg.convert_layout %h : tensor<32x128xf16, #b> -> tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %r = tt.dot %p, %v, %o : tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<128x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<32x64xf32, #b>
    tt.return %r : tensor<32x64xf32, #b>
  }
}

// -----

// Only products of the same block count as a chain.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @not_a_chain(
  // CHECK-COUNT-2: tt.dot {{.*}}, #mma>
  tt.func @not_a_chain(%a: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>, %l: i32, %u: i32) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    %r = scf.for %i = %l to %u step %u iter_args(%acc = %d) -> (tensor<64x64xf32, #b>) : i32 {
      %e = tt.dot %a, %b, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
      scf.yield %e : tensor<64x64xf32, #b>
    }
    tt.return %r : tensor<64x64xf32, #b>
  }
}

// -----

// A batch: warps go to its matrices first, then over these (upstream: kernel_).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1, 2], instrShape = [1, 16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @batch(
  // CHECK: tt.dot {{.*}} -> tensor<2x16x16xf32, #mma>
  tt.func @batch(%a: tensor<2x16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<2x16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<2x16x16xf32, #b>) -> tensor<2x16x16xf32, #b> {
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<2x16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<2x16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<2x16x16xf32, #b>
    tt.return %d : tensor<2x16x16xf32, #b>
  }
}

// -----

// More matrices than warps.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [1, 16, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @large_batch(
  // CHECK: tt.dot {{.*}} -> tensor<8x32x32xf32, #mma>
  tt.func @large_batch(%a: tensor<8x32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<8x16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<8x32x32xf32, #b>) -> tensor<8x32x32xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<8x32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<8x16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<8x32x32xf32, #b>
    tt.return %d : tensor<8x32x32xf32, #b>
  }
}

// -----

// f32 needs tf32 for tensor cores; without, it is left alone.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @f32_ieee(
  // CHECK-NOT: convert_layout
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #blocked>
  tt.func @f32_ieee(%a: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// tf32 holds one element in a row.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @tf32(
  // CHECK: tt.dot {{.*}}, inputPrecision = tf32 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>
  tt.func @tf32(%a: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Doubles, on hardware that multiplies them fast (upstream: fp64_dot).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [8, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @doubles(
  // CHECK: tt.dot {{.*}} : tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>
  tt.func @doubles(%a: tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<128x128xf64, #b>) -> tensor<128x128xf64, #b> {
    %d = tt.dot %a, %b, %c : tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x128xf64, #b>
    tt.return %d : tensor<128x128xf64, #b>
  }
}

// -----

// Elsewhere FMA is faster.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:86", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @doubles_by_fma(
  // CHECK-NOT: convert_layout
  // CHECK: tt.dot {{.*}} -> tensor<128x128xf64, #blocked>
  tt.func @doubles_by_fma(%a: tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<128x128xf64, #b>) -> tensor<128x128xf64, #b> {
    %d = tt.dot %a, %b, %c : tensor<128x32xf64, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x128xf64, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x128xf64, #b>
    tt.return %d : tensor<128x128xf64, #b>
  }
}

// -----

// Bytes.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @integers(
  // CHECK: tt.dot {{.*}} : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * {{.*}} -> tensor<64x64xi32, #mma>
  tt.func @integers(%a: tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xi32, #b>) -> tensor<64x64xi32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xi32, #b>
    tt.return %d : tensor<64x64xi32, #b>
  }
}

// -----

// 8-bit floats where mma takes them, of two kinds (upstream: fp8_dot).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp8_ada(
  // CHECK-NOT: fp_to_fp
  // CHECK: tt.dot {{.*}} : tensor<64x128xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<128x64xf8E5M2
  tt.func @fp8_ada(%a: tensor<64x128xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<128x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x128xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<128x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Before that they are widened to f16, in the layout that was chosen for 8 bits.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp8_ampere(
  // CHECK: [[A:%.*]] = tt.fp_to_fp {{.*}} -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK: [[B:%.*]] = tt.fp_to_fp {{.*}} -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK: tt.dot [[A]], [[B]]
  tt.func @fp8_ampere(%a: tensor<64x128xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<128x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x128xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<128x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// sm_120 has no wgmma, but mma of 8-bit floats (upstream: sm120_fp8_dot).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp8_sm120(
  // CHECK-NOT: fp_to_fp
  // CHECK: tt.dot {{.*}} : tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  tt.func @fp8_sm120(%a: tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// An operand loaded as 8 bits: both hold four elements in a row, so that it is loaded in wide accesses.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widened_fp8(
  // CHECK: tt.dot {{.*}} kWidth = 4}>> * {{.*}} kWidth = 4}>>
  tt.func @widened_fp8(%p: tensor<64x64x!tt.ptr<f8E5M2>, #b>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %l = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #b>
    %a = tt.fp_to_fp %l : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf16, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// The same from integers.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widened_i8(
  // CHECK: tt.dot {{.*}} kWidth = 4}>> * {{.*}} kWidth = 4}>>
  tt.func @widened_i8(%p: tensor<64x64x!tt.ptr<i8>, #b>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %l = tt.load %p : tensor<64x64x!tt.ptr<i8>, #b>
    %a = arith.sitofp %l : tensor<64x64xi8, #b> to tensor<64x64xf16, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Without a load nothing is known of how it came: two.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widened_argument(
  // CHECK: tt.dot {{.*}} kWidth = 2}>> * {{.*}} kWidth = 2}>>
  tt.func @widened_argument(%l: tensor<64x64xf8E5M2, #b>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = tt.fp_to_fp %l : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf16, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Unpacked fp4: eight.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @unpacked_fp4(
  // CHECK: tt.dot {{.*}} kWidth = 8}>> * {{.*}} kWidth = 8}>>
  tt.func @unpacked_fp4(%p: tensor<64x32x!tt.ptr<i8>, #b>, %b: tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %l = tt.load %p : tensor<64x32x!tt.ptr<i8>, #b>
    %a = ttg.fp4_to_fp %l {axis = 1 : i32} : tensor<64x32xi8, #b> -> tensor<64x64xbf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %x = ttg.convert_layout %a : tensor<64x64xbf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Each byte becomes two elements by a join: eight (upstream: join_unpacked_i8_dot).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @joined_halves(
  // CHECK: tt.dot {{.*}} kWidth = 8}>> * {{.*}} kWidth = 8}>>
  tt.func @joined_halves(%p: tensor<64x32x!tt.ptr<i8>, #b>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %l = tt.load %p : tensor<64x32x!tt.ptr<i8>, #b>
    %h = arith.sitofp %l : tensor<64x32xi8, #b> to tensor<64x32xf16, #b>
    %j = tt.join %h, %h : tensor<64x32xf16, #b> -> tensor<64x32x2xf16, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
    %a = tt.reshape %j : tensor<64x32x2xf16, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}
