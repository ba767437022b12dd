// RUN: mini-opt %s -split-input-file --tritongpu-reorder-instructions | FileCheck %s

// The first six answer to the functions of upstream's TritonGPU/reorder-instructions.mlir, in its order.

// Answers to @convert_cannot_hoist: the buffer moves up to what it holds, the load from it stays behind.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @buffer_follows_load(
  tt.func @buffer_follows_load(%p: tensor<16x16x!tt.ptr<f16>, #rows>, %q: !tt.ptr<f32>, %b: tensor<16x16xf16, #b>) -> tensor<16x16xf32, #mma> {
    %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
    // CHECK: [[V:%.*]] = tt.load %arg0
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[V]]
    // CHECK-NEXT: [[X:%.*]] = tt.load %arg1
    // CHECK-NEXT: tt.store %arg1, [[X]]
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load [[M]]
    // CHECK-NEXT: tt.dot [[A]], %arg2
    %v = tt.load %p : tensor<16x16x!tt.ptr<f16>, #rows>
    %x = tt.load %q : !tt.ptr<f32>
    %m = ttg.local_alloc %v : (tensor<16x16xf16, #rows>) -> !ttg.memdesc<16x16xf16, #shared, #smem>
    tt.store %q, %x : !tt.ptr<f32>
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %zero : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
}

// -----

// Answers to @no_move_alloc_for_scalar_src: what a splat or a constant fills is allocated late.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @filled_with_scalar(
  tt.func @filled_with_scalar(%x: f16) -> (!ttg.memdesc<16x16xf16, #shared, #smem>, !ttg.memdesc<16x16xf16, #shared, #smem>) {
    // CHECK: arith.constant dense
    // CHECK: [[S:%.*]] = tt.splat
    // CHECK-NEXT: ttg.async_wait
    // CHECK-NEXT: ttg.local_alloc [[S]]
    // CHECK-NEXT: ttg.local_alloc %cst
    %k = arith.constant dense<2.0> : tensor<16x16xf16, #rows>
    %s = tt.splat %x : f16 -> tensor<16x16xf16, #rows>
    ttg.async_wait {num = 1 : i32}
    %m = ttg.local_alloc %s : (tensor<16x16xf16, #rows>) -> !ttg.memdesc<16x16xf16, #shared, #smem>
    %n = ttg.local_alloc %k : (tensor<16x16xf16, #rows>) -> !ttg.memdesc<16x16xf16, #shared, #smem>
    tt.return %m, %n : !ttg.memdesc<16x16xf16, #shared, #smem>, !ttg.memdesc<16x16xf16, #shared, #smem>
  }
}

// -----

// Answers to @sink_convert_dealloc: a conversion may need the memory that was freed before its use.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @behind_deallocations(
  tt.func @behind_deallocations(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #columns> {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc
    // CHECK-NEXT: [[N:%.*]] = ttg.local_alloc
    // CHECK-NEXT: [[E:%.*]] = math.exp %arg0
    // CHECK-NEXT: ttg.local_dealloc [[M]]
    // CHECK-NEXT: ttg.local_dealloc [[N]]
    // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout %arg0
    // CHECK-NEXT: [[D:%.*]] = ttg.convert_layout [[E]]
    // CHECK-NEXT: arith.addf [[C]], [[D]]
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf16, #shared, #smem, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf16, #shared, #smem, mutable>
    %c = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #columns>
    %e = math.exp %x : tensor<16x16xf32, #rows>
    ttg.local_dealloc %m : !ttg.memdesc<2x16x16xf16, #shared, #smem, mutable>
    ttg.local_dealloc %n : !ttg.memdesc<2x16x16xf16, #shared, #smem, mutable>
    %d = ttg.convert_layout %e : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #columns>
    %s = arith.addf %c, %d : tensor<16x16xf32, #columns>
    tt.return %s : tensor<16x16xf32, #columns>
  }
}

// -----

// Answers to @sink_convert_idx_1: the second operand is loaded after the first one.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @second_operand_last(
  tt.func @second_operand_last(%m: !ttg.memdesc<16x16xf16, #shared, #smem>, %n: !ttg.memdesc<16x16xf16, #shared, #smem>, %p: !tt.ptr<f32>, %c: tensor<16x16xf32, #mma>) -> (tensor<16x16xf32, #mma>, f32) {
    // CHECK-NEXT: [[X:%.*]] = tt.load %arg2
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load %arg0
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load %arg1
    // CHECK-NEXT: tt.dot [[A]], [[B]], %arg3
    %b = ttg.local_load %n : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #b>
    %x = tt.load %p : !tt.ptr<f32>
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %d, %x : tensor<16x16xf32, #mma>, f32
  }
}

// -----

// Answers to @sink_convert_idx_1_negative: but not across a write, of whatever to wherever.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @write_between(
  tt.func @write_between(%m: !ttg.memdesc<16x16xf16, #shared, #smem>, %n: !ttg.memdesc<16x16xf16, #shared, #smem>, %p: !tt.ptr<f32>, %x: f32, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load %arg1
    // CHECK-NEXT: tt.store
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load %arg0
    // CHECK-NEXT: tt.dot [[A]], [[B]], %arg4
    %b = ttg.local_load %n : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #b>
    tt.store %p, %x : !tt.ptr<f32>
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
  // A write in the regions of what is in between counts as well.
  // CHECK-LABEL: @write_within(
  tt.func @write_within(%m: !ttg.memdesc<16x16xf16, #shared, #smem>, %n: !ttg.memdesc<16x16xf16, #shared, #smem>, %p: !tt.ptr<f32>, %x: f32, %c: tensor<16x16xf32, #mma>, %i: i1) -> tensor<16x16xf32, #mma> {
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load %arg1
    // CHECK-NEXT: scf.if
    // CHECK: [[A:%.*]] = ttg.local_load %arg0
    // CHECK-NEXT: tt.dot [[A]], [[B]], %arg4
    %b = ttg.local_load %n : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #b>
    scf.if %i {
      tt.store %p, %x : !tt.ptr<f32>
    }
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
  // What may do anything counts as harmless: upstream asks for known writes.
  tt.func private @callee()
  // CHECK-LABEL: @call_between(
  tt.func @call_between(%m: !ttg.memdesc<16x16xf16, #shared, #smem>, %n: !ttg.memdesc<16x16xf16, #shared, #smem>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK-NEXT: tt.call @callee
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load %arg0
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load %arg1
    %b = ttg.local_load %n : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #b>
    tt.call @callee() : () -> ()
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
}

// -----

// Answers to @convert_cannot_sink: with two users it stays where it is.

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_users(
  tt.func @two_users(%m: !ttg.memdesc<16x16xf16, #shared, #smem>, %n: !ttg.memdesc<16x16xf16, #shared, #smem>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load %arg1
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load %arg0
    // CHECK-NEXT: tt.dot [[A]], [[B]], %arg2
    %b = ttg.local_load %n : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #b>
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    %e = tt.dot %a, %b, %d : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %e : tensor<16x16xf32, #mma>
  }
}

// -----

// Cases that upstream has not.

// An operand from outside of a loop is loaded where it is used, in every iteration, to save registers.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @into_loop(
  tt.func @into_loop(%k: i32, %m: !ttg.memdesc<16x16xf16, #shared, #smem>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    // CHECK: scf.for
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load %arg1
    // CHECK-NEXT: tt.dot [[A]]
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %c) -> (tensor<16x16xf32, #mma>) : i32 {
      %d = tt.dot %a, %b, %acc : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    tt.return %r : tensor<16x16xf32, #mma>
  }
  // A conversion to an operand does so, one to another layout doesn't.
  // CHECK-LABEL: @conversion_into_loop(
  tt.func @conversion_into_loop(%k: i32, %x: tensor<16x16xf16, #rows>, %y: tensor<16x16xf32, #rows>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: [[Y:%.*]] = ttg.convert_layout %arg2
    // CHECK-NEXT: scf.for
    // CHECK-NEXT: [[A:%.*]] = ttg.convert_layout %arg1
    // CHECK-NEXT: [[D:%.*]] = tt.dot [[A]]
    // CHECK-NEXT: arith.addf [[D]], [[Y]]
    %a = ttg.convert_layout %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #a>
    %z = ttg.convert_layout %y : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #mma>
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %c) -> (tensor<16x16xf32, #mma>) : i32 {
      %d = tt.dot %a, %b, %acc : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
      %s = arith.addf %d, %z : tensor<16x16xf32, #mma>
      scf.yield %s : tensor<16x16xf32, #mma>
    }
    tt.return %r : tensor<16x16xf32, #mma>
  }
  // What is used in the loop around it, or in a branch only, is in the same loop.
  // CHECK-LABEL: @same_loop(
  tt.func @same_loop(%g: i1, %m: !ttg.memdesc<16x16xf16, #shared, #smem>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK-NEXT: ttg.local_load
    // CHECK-NEXT: scf.if
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %r = scf.if %g -> (tensor<16x16xf32, #mma>) {
      %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    } else {
      scf.yield %c : tensor<16x16xf32, #mma>
    }
    tt.return %r : tensor<16x16xf32, #mma>
  }
  // Two uses, even in one loop, are one too many.
  // CHECK-LABEL: @used_twice_in_loop(
  tt.func @used_twice_in_loop(%k: i32, %m: !ttg.memdesc<16x16xf16, #shared, #smem>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: ttg.local_load
    // CHECK-NEXT: scf.for
    %a = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #a>
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %c) -> (tensor<16x16xf32, #mma>) : i32 {
      %d = tt.dot %a, %b, %acc : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
      %e = tt.dot %a, %b, %d : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
      scf.yield %e : tensor<16x16xf32, #mma>
    }
    tt.return %r : tensor<16x16xf32, #mma>
  }
}

// -----

// Transpositions, of tensors and of buffers, follow their source; later ones come first then.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transpositions(
  tt.func @transpositions(%x: tensor<16x32xf16, #rows>, %k: i32) -> (tensor<32x16xf16, #columns>, tensor<32x16xf16, #columns>, !ttg.memdesc<32x16xf16, #shared1, #smem>, tensor<32x16xf16, #columns>) {
    // CHECK-NEXT: [[N:%.*]] = arith.negf %arg0
    // CHECK-NEXT: [[T2:%.*]] = tt.trans [[N]]
    // CHECK-NEXT: [[T1:%.*]] = tt.trans [[N]]
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[N]]
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: [[A:%.*]] = tt.trans %arg0
    // CHECK-NEXT: tt.return [[T1]], [[T2]], [[V]], [[A]]
    %n = arith.negf %x : tensor<16x32xf16, #rows>
    %t1 = tt.trans %n {order = array<i32: 1, 0>} : tensor<16x32xf16, #rows> -> tensor<32x16xf16, #columns>
    %a = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x32xf16, #rows> -> tensor<32x16xf16, #columns>
    %m = ttg.local_alloc %n : (tensor<16x32xf16, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem>
    %t2 = tt.trans %n {order = array<i32: 1, 0>} : tensor<16x32xf16, #rows> -> tensor<32x16xf16, #columns>
    %v = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #shared, #smem> -> !ttg.memdesc<32x16xf16, #shared1, #smem>
    tt.return %t1, %t2, %v, %a : tensor<32x16xf16, #columns>, tensor<32x16xf16, #columns>, !ttg.memdesc<32x16xf16, #shared1, #smem>, tensor<32x16xf16, #columns>
  }
  // Out of a loop, even: the buffer and the view go to where the tensor is computed.
  // CHECK-LABEL: @out_of_loop(
  tt.func @out_of_loop(%x: tensor<16x32xf16, #rows>, %k: i32, %z: tensor<32x16xf16, #columns>) -> tensor<32x16xf16, #columns> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: [[N:%.*]] = arith.negf %arg0
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[N]]
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: scf.for
    // CHECK-NEXT: ttg.local_load [[V]]
    %n = arith.negf %x : tensor<16x32xf16, #rows>
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%s = %z) -> (tensor<32x16xf16, #columns>) : i32 {
      %m = ttg.local_alloc %n : (tensor<16x32xf16, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem>
      %v = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #shared, #smem> -> !ttg.memdesc<32x16xf16, #shared1, #smem>
      %l = ttg.local_load %v : !ttg.memdesc<32x16xf16, #shared1, #smem> -> tensor<32x16xf16, #columns>
      %t = arith.addf %s, %l : tensor<32x16xf16, #columns>
      scf.yield %t : tensor<32x16xf16, #columns>
    }
    tt.return %r : tensor<32x16xf16, #columns>
  }
  // Not out of one that writes, however late, nor across a write.
  // CHECK-LABEL: @stays(
  tt.func @stays(%x: tensor<16x32xf16, #rows>, %k: i32, %g: tensor<16x32x!tt.ptr<f16>, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: [[N:%.*]] = arith.negf %arg0
    // CHECK-NEXT: [[Q:%.*]] = ttg.local_alloc [[N]] : {{.*}}mutable>
    // CHECK-NEXT: [[P:%.*]] = math.exp [[N]]
    // CHECK-NEXT: tt.store
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[P]]
    // CHECK-NEXT: ttg.local_load [[M]]
    // CHECK-NEXT: scf.for
    // CHECK-NEXT: ttg.local_alloc [[N]]
    %n = arith.negf %x : tensor<16x32xf16, #rows>
    %p = math.exp %n : tensor<16x32xf16, #rows>
    %q = ttg.local_alloc %n : (tensor<16x32xf16, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable>
    tt.store %g, %p : tensor<16x32x!tt.ptr<f16>, #rows>
    %m = ttg.local_alloc %p : (tensor<16x32xf16, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem>
    %l = ttg.local_load %m : !ttg.memdesc<16x32xf16, #shared, #smem> -> tensor<16x32xf16, #rows>
    scf.for %i = %c0 to %k step %c1 : i32 {
      %mi = ttg.local_alloc %n : (tensor<16x32xf16, #rows>) -> !ttg.memdesc<16x32xf16, #shared, #smem>
      %li = ttg.local_load %mi : !ttg.memdesc<16x32xf16, #shared, #smem> -> tensor<16x32xf16, #rows>
      tt.store %g, %li : tensor<16x32x!tt.ptr<f16>, #rows>
    }
    tt.return %q : !ttg.memdesc<16x32xf16, #shared, #smem, mutable>
  }
  // A conversion that nobody uses here sinks behind all deallocations; one used before them doesn't.
  // CHECK-LABEL: @sinks(
  tt.func @sinks(%x: tensor<16x32xf16, #rows>, %g: tensor<16x32x!tt.ptr<f16>, #columns>) {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc
    // CHECK-NEXT: [[C:%.*]] = ttg.convert_layout %arg0
    // CHECK-NEXT: tt.store %arg1, [[C]]
    // CHECK-NEXT: ttg.local_dealloc [[M]]
    // CHECK-NEXT: ttg.convert_layout %arg0
    // CHECK-NEXT: tt.return
    %m = ttg.local_alloc : () -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable>
    %u = ttg.convert_layout %x : tensor<16x32xf16, #rows> -> tensor<16x32xf16, #columns>
    %c = ttg.convert_layout %x : tensor<16x32xf16, #rows> -> tensor<16x32xf16, #columns>
    tt.store %g, %c : tensor<16x32x!tt.ptr<f16>, #columns>
    ttg.local_dealloc %m : !ttg.memdesc<16x32xf16, #shared, #smem, mutable>
    tt.return
  }
}
