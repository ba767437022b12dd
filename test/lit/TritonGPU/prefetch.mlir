// RUN: mini-opt %s -split-input-file --tritongpu-prefetch | FileCheck %s

// The first part of a dot's operands, loaded one turn ahead.

// Sources that the loop carries, with the token of the load (upstream: prefetch_pipelined_loop_args).

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @carried(
  // CHECK: [[A0:%.*]] = ttg.memdesc_index %arg0
  // CHECK: [[B0:%.*]] = ttg.memdesc_index %arg1
  // CHECK: [[SA:%.*]] = ttg.memdesc_subslice [[A0]][0, 0]
  // CHECK: [[LA:%.*]] = ttg.local_load [[SA]] token %arg2
  // CHECK: [[SB:%.*]] = ttg.memdesc_subslice [[B0]][0, 0]
  // CHECK: [[LB:%.*]] = ttg.local_load [[SB]] token %arg2
  // CHECK: scf.for {{.*}} iter_args([[A:%.*]] = [[A0]], [[B:%.*]] = [[B0]], [[ACC:%.*]] = %arg6, [[K:%.*]] = %arg2, [[PA:%.*]] = [[LA]], [[PB:%.*]] = [[LB]])
  // CHECK: [[SA1:%.*]] = ttg.memdesc_subslice [[A]][0, 16]
  // CHECK: [[LA1:%.*]] = ttg.local_load [[SA1]] token [[K]]
  // CHECK: [[SB1:%.*]] = ttg.memdesc_subslice [[B]][16, 0]
  // CHECK: [[LB1:%.*]] = ttg.local_load [[SB1]] token [[K]]
  // CHECK: [[D0:%.*]] = tt.dot [[PA]], [[PB]], [[ACC]]
  // CHECK: [[A2:%.*]] = ttg.memdesc_index %arg0
  // CHECK: [[B2:%.*]] = ttg.memdesc_index %arg1
  // CHECK: [[K2:%.*]] = ttg.async_wait
  // CHECK: [[SA2:%.*]] = ttg.memdesc_subslice [[A2]][0, 0]
  // CHECK: [[LA2:%.*]] = ttg.local_load [[SA2]] token [[K2]]
  // CHECK: [[SB2:%.*]] = ttg.memdesc_subslice [[B2]][0, 0]
  // CHECK: [[LB2:%.*]] = ttg.local_load [[SB2]] token [[K2]]
  // CHECK: [[D1:%.*]] = tt.dot [[LA1]], [[LB1]], [[D0]]
  // CHECK: scf.yield [[A2]], [[B2]], [[D1]], [[K2]], [[LA2]], [[LB2]]
  tt.func @carried(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:4 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c, %k = %t) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>, !ttg.async.token) : i32 {
      %va = ttg.local_load %a token %k : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b token %k : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      %k1 = ttg.async_wait %t {num = 2 : i32}
      scf.yield %a1, %b1, %d, %k1 : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>, !ttg.async.token
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// Without tokens, four parts (upstream: matmul_loop_mixed_4warps).

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @four_parts(
  // CHECK: scf.for
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 16]
  // CHECK: ttg.memdesc_subslice {{%.*}}[16, 0]
  // CHECK: tt.dot
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 32]
  // CHECK: ttg.memdesc_subslice {{%.*}}[32, 0]
  // CHECK: tt.dot
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 48]
  // CHECK: ttg.memdesc_subslice {{%.*}}[48, 0]
  // CHECK: tt.dot
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 0]
  // CHECK: tt.dot
  // CHECK: scf.yield
  tt.func @four_parts(%ra: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// Casts are done part by part (upstream: matmul_loop_mixed).

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @casts(
  // CHECK: [[L:%.*]] = ttg.local_load {{.*}} -> tensor<64x16xf8E5M2,
  // CHECK: tt.fp_to_fp [[L]] : tensor<64x16xf8E5M2, {{.*}} -> tensor<64x16xf16,
  // CHECK: scf.for
  tt.func @casts(%ra: !ttg.memdesc<3x64x32xf8E5M2, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf8E5M2, #s, #smem, mutable> -> !ttg.memdesc<64x32xf8E5M2, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf8E5M2, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf8E5M2, #s, #smem, mutable> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %wa = tt.fp_to_fp %va : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %wa, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf8E5M2, #s, #smem, mutable> -> !ttg.memdesc<64x32xf8E5M2, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x32xf8E5M2, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// One part: the dot itself waits for the loads of the next turn.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @one_part(
  // CHECK: scf.for
  // CHECK-NOT: memdesc_subslice {{%.*}}[0, 16]
  // CHECK: ttg.memdesc_subslice
  // CHECK: ttg.memdesc_subslice
  // CHECK: tt.dot
  // CHECK-NEXT: scf.yield
  tt.func @one_part(%ra: !ttg.memdesc<3x64x16xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x16x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x16xf16, #s, #smem, mutable> -> !ttg.memdesc<64x16xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x16x64xf16, #s, #smem, mutable> -> !ttg.memdesc<16x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x16xf16, #s, #smem, mutable>, !ttg.memdesc<16x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x16xf16, #s, #smem, mutable> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<16x64xf16, #s, #smem, mutable> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x16xf16, #s, #smem, mutable> -> !ttg.memdesc<64x16xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x16x64xf16, #s, #smem, mutable> -> !ttg.memdesc<16x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x16xf16, #s, #smem, mutable>, !ttg.memdesc<16x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// k is smaller than a part.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @too_small(
  // CHECK-NOT: memdesc_subslice
  // CHECK: tt.return
  tt.func @too_small(%ra: !ttg.memdesc<3x64x16xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x16x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x16xf16, #s, #smem, mutable> -> !ttg.memdesc<64x16xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x16x64xf16, #s, #smem, mutable> -> !ttg.memdesc<16x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x16xf16, #s, #smem, mutable>, !ttg.memdesc<16x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x16xf16, #s, #smem, mutable> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>>
      %vb = ttg.local_load %b : !ttg.memdesc<16x64xf16, #s, #smem, mutable> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x16xf16, #s, #smem, mutable> -> !ttg.memdesc<64x16xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x16x64xf16, #s, #smem, mutable> -> !ttg.memdesc<16x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x16xf16, #s, #smem, mutable>, !ttg.memdesc<16x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// Sources and tokens of the next turn are computed again (upstream: prefetch_induction_var_source).

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @recomputed(
  // CHECK: arith.remsi %arg3, %arg5
  // CHECK: scf.for [[I:%[a-z0-9]+]] = {{.*}} iter_args({{%.*}} = %arg6, {{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}, {{%.*}} = {{%.*}}, {{%.*}} = {{%.*}})
  // CHECK: [[N:%.*]] = arith.addi [[I]], %arg5 : i32
  // CHECK: [[J:%.*]] = arith.remsi [[N]], %arg5
  // CHECK: ttg.memdesc_index %arg0{{\[}}[[J]]{{\]}}
  tt.func @recomputed(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %l = scf.for %i = %lb to %ub step %st iter_args(%acc = %c) -> (tensor<64x64xf32, #m>) : i32 {
      %n = arith.remsi %i, %st : i32
      %k = ttg.async_wait %t {num = 2 : i32}
      %a = ttg.memdesc_index %ra[%n] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b = ttg.memdesc_index %rb[%n] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      %va = ttg.local_load %a token %k : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b token %k : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      scf.yield %d : tensor<64x64xf32, #m>
    }
    tt.return %l : tensor<64x64xf32, #m>
  }
}

// -----

// ... not without a token: then nothing says that the data has arrived.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @no_token(
  // CHECK-NOT: memdesc_subslice
  // CHECK: tt.return
  tt.func @no_token(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %l = scf.for %i = %lb to %ub step %st iter_args(%acc = %c) -> (tensor<64x64xf32, #m>) : i32 {
      %n = arith.remsi %i, %st : i32
      %a = ttg.memdesc_index %ra[%n] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b = ttg.memdesc_index %rb[%n] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      scf.yield %d : tensor<64x64xf32, #m>
    }
    tt.return %l : tensor<64x64xf32, #m>
  }
}

// -----

// What uses the dot comes after its last part.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @used(
  // CHECK: scf.for
  // CHECK: tt.dot
  // CHECK: tt.dot
  // CHECK: [[D:%.*]] = tt.dot
  // CHECK-NEXT: arith.addf [[D]], [[D]]
  // CHECK: ttg.memdesc_subslice
  tt.func @used(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %r = arith.addf %d, %d : tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %r : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// So does what may branch.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @branches(
  // CHECK: scf.for
  // CHECK: tt.dot
  // CHECK: tt.dot
  // CHECK: tt.dot
  // CHECK-NEXT: scf.if
  tt.func @branches(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>, %q: i1) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      scf.if %q {
        tt.print ": " {hex = false, isSigned = array<i32: 0>} : %i : i32
      }
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// Two dots in a loop are left alone.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_dots(
  // CHECK-NOT: memdesc_subslice
  // CHECK: tt.return
  tt.func @two_dots(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %r = tt.dot %va, %vb, %d : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %r : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// A load that is used twice too.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @used_twice(
  // CHECK-NOT: memdesc_subslice
  // CHECK: tt.return
  tt.func @used_twice(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      tt.print ": " {hex = false, isSigned = array<i32: 0>} : %va : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// Attributes of the loop are not kept.

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @attributes(
  // CHECK: ttg.memdesc_subslice
  // CHECK-NOT: num_stages
  tt.func @attributes(%ra: !ttg.memdesc<3x64x32xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x32x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>
      %vb = ttg.local_load %b : !ttg.memdesc<32x64xf16, #s, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x32x64xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x32xf16, #s, #smem, mutable>, !ttg.memdesc<32x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    } {tt.num_stages = 3 : i32}
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// mfma (upstream: matmul_loop_mixed_amd).

#m = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = false}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @mfma(
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 0] : {{.*}} -> !ttg.memdesc<64x32xf16,
  // CHECK: scf.for
  // CHECK: ttg.memdesc_subslice {{%.*}}[0, 32]
  tt.func @mfma(%ra: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>>
      %vb = ttg.local_load %b : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}

// -----

// FMA is not for this pass.

#m = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @fma(
  // CHECK-NOT: memdesc_subslice
  // CHECK: tt.return
  tt.func @fma(%ra: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %rb: !ttg.memdesc<3x64x64xf16, #s, #smem, mutable>, %t: !ttg.async.token, %lb: i32, %ub: i32, %st: i32, %c: tensor<64x64xf32, #m>) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a0 = ttg.memdesc_index %ra[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %b0 = ttg.memdesc_index %rb[%zero] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %l:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>) : i32 {
      %va = ttg.local_load %a : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m}>>
      %vb = ttg.local_load %b : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m}>>
      %d = tt.dot %va, %vb, %acc : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #m}>> -> tensor<64x64xf32, #m>
      %a1 = ttg.memdesc_index %ra[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      %b1 = ttg.memdesc_index %rb[%i] : !ttg.memdesc<3x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      scf.yield %a1, %b1, %d : !ttg.memdesc<64x64xf16, #s, #smem, mutable>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>, tensor<64x64xf32, #m>
    }
    tt.return %l#2 : tensor<64x64xf32, #m>
  }
}
