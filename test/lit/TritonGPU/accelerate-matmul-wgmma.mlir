// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// Products by wgmma: operands in shared memory, shapes of the instruction, and what it cannot do.

// Loaded operands of wgmma go to shared memory; the instruction is as wide as the result.
// In registers %y runs along n: f16 may lie in shared memory that way.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @shared_operands(
  // CHECK-DAG: [[A:%.*]] = ttg.local_alloc {{.*}} -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-DAG: ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK: ttng.warp_group_dot {{.*}} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  tt.func @shared_operands(%p: tensor<64x64x!tt.ptr<f16>, #b>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// A first operand that was computed stays in registers.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @computed_operand(
  // CHECK: ttng.warp_group_dot {{.*}} : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xbf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  tt.func @computed_operand(%q: tensor<64x64xbf16, #b>, %b: tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = arith.addf %q, %q : tensor<64x64xbf16, #b>
    %x = ttg.convert_layout %a : tensor<64x64xbf16, #b> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// A transposed load is still a load (upstream: identify_load_then_trans).

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @load_then_trans(
  // CHECK: [[T:%.*]] = tt.trans
  // CHECK: ttg.local_alloc [[T]]
  // CHECK: ttng.warp_group_dot {{.*}} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.func @load_then_trans(%p: tensor<64x64x!tt.ptr<f16>, #t>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %l = tt.load %p : tensor<64x64x!tt.ptr<f16>, #t>
    %a = tt.trans %l {order = array<i32: 1, 0>} : tensor<64x64xf16, #t> -> tensor<64x64xf16, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %d = tt.dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// Many warps leave each a narrow part of the result (upstream: check_instrShape_per_warps).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 4], instrShape = [16, 32, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [32, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 32 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @narrow_instruction(
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<128x128xf32, #mma>
  tt.func @narrow_instruction(%p: tensor<128x64x!tt.ptr<f16>, #b>, %b: tensor<64x128xf16, #b>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x128xf16, #b> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// Eight warps on 64 rows: two groups beside each other.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 128, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @groups_beside(
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x256xf32, #mma>
  tt.func @groups_beside(%p: tensor<64x64x!tt.ptr<f16>, #b>, %b: tensor<64x256xf16, #b>, %c: tensor<64x256xf32, #b>) -> tensor<64x256xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x256xf16, #b> -> tensor<64x256xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x256xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x256xf32, #b>
    tt.return %d : tensor<64x256xf32, #b>
  }
}

// -----

// The widest instruction has 256 columns.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widest(
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x512xf32, #mma>
  tt.func @widest(%p: tensor<64x32x!tt.ptr<f16>, #b>, %b: tensor<32x512xf16, #b>, %c: tensor<64x512xf32, #b>) -> tensor<64x512xf32, #b> {
    %a = tt.load %p : tensor<64x32x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<64x32xf16, #b> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<32x512xf16, #b> -> tensor<32x512xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x512xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x512xf32, #b>
    tt.return %d : tensor<64x512xf32, #b>
  }
}

// -----

// For integers 224 is the most, so 128 here.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 32]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @integers(
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x256xi32, #mma>
  tt.func @integers(%p: tensor<64x64x!tt.ptr<i8>, #b>, %b: tensor<64x256xi8, #b>, %c: tensor<64x256xi32, #b>) -> tensor<64x256xi32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<i8>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xi8, #b> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x256xi8, #b> -> tensor<64x256xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x256xi8, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x256xi32, #b>
    tt.return %d : tensor<64x256xi32, #b>
  }
}

// -----

// The smallest result (upstream: fp16_n8k16_sm90).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @smallest(
  // CHECK: ttng.warp_group_dot {{.*}} -> tensor<64x8xf32, #mma>
  tt.func @smallest(%p: tensor<64x16x!tt.ptr<f16>, #b>, %b: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #b>) -> tensor<64x8xf32, #b> {
    %a = tt.load %p : tensor<64x16x!tt.ptr<f16>, #b>
    %x = ttg.convert_layout %a : tensor<64x16xf16, #b> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<16x8xf16, #b> -> tensor<16x8xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<16x8xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x8xf32, #b>
    tt.return %d : tensor<64x8xf32, #b>
  }
}

// -----

// The same in tf32 (upstream: tf32_n8k8_sm90).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 8]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @smallest_tf32(
  // CHECK: ttng.warp_group_dot {{.*}} {inputPrecision = 0 : i32} : {{.*}} -> tensor<64x8xf32, #mma>
  tt.func @smallest_tf32(%p: tensor<64x8x!tt.ptr<f32>, #b>, %b: tensor<8x8xf32, #b>, %c: tensor<64x8xf32, #b>) -> tensor<64x8xf32, #b> {
    %a = tt.load %p : tensor<64x8x!tt.ptr<f32>, #b>
    %x = ttg.convert_layout %a : tensor<64x8xf32, #b> -> tensor<64x8xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<8x8xf32, #b> -> tensor<8x8xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c, inputPrecision = tf32 : tensor<64x8xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<8x8xf32, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x8xf32, #b>
    tt.return %d : tensor<64x8xf32, #b>
  }
}

// -----

// Products in a chain: the first has all warps over rows (upstream: chained_dot_wgmma).

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 32, 16]}>
// CHECK: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 32, 16]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @chain(
  // CHECK: ttng.warp_group_dot {{.*}}, #mma>
  // CHECK: ttng.warp_group_dot {{.*}}, #mma1>
  tt.func @chain(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %c: tensor<64x64xf32, #b>, %v: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>, %o: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    %h = arith.truncf %d : tensor<64x64xf32, #b> to tensor<64x64xf16, #b>
    %p = ttg.convert_layout %h : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %r = tt.dot %p, %v, %o : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %r : tensor<64x64xf32, #b>
  }
}

// -----

// 8-bit floats are summed up with 14 bits unless the product allows for that: mma then.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp8_exact(
  // CHECK-NOT: warp_group_dot
  // CHECK: tt.dot
  tt.func @fp8_exact(%p: tensor<64x64x!tt.ptr<f8E5M2>, #b>, %b: tensor<64x64xf8E5M2, #b>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}

// -----

// ... and here it does; they must lie along k.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fp8_inexact(
  // CHECK: ttng.warp_group_dot {{.*}} {maxNumImpreciseAcc = 1073741824 : i32} :
  tt.func @fp8_inexact(%p: tensor<64x64x!tt.ptr<f8E5M2>, #b>, %b: tensor<64x64xf8E5M2, #t>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #b>
    %x = ttg.convert_layout %a : tensor<64x64xf8E5M2, #b> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<64x64xf8E5M2, #t> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x64xf32, #b>
    tt.return %d : tensor<64x64xf32, #b>
  }
}
