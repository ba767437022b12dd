// RUN: mini-opt %s -split-input-file --tritongpu-reduce-data-duplication | FileCheck %s

// The first eight answer to the functions of upstream's TritonGPU/reduce-data-duplication.mlir, in its
// order.

// Answers to @apply_swizzle: the buffer is swizzled along the source's fast dimension.

#columns = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @swizzled(
  // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0 : (tensor<32x128xf16, #blocked>) -> !ttg.memdesc<32x128xf16, #shared, #smem>
  // CHECK-NEXT: [[V:%.*]] = ttg.local_load [[M]] : !ttg.memdesc<32x128xf16, #shared, #smem> -> tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: tt.return [[V]]
  tt.func @swizzled(%x: tensor<32x128xf16, #columns>) -> tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> {
    %0 = ttg.convert_layout %x : tensor<32x128xf16, #columns> -> tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    tt.return %0 : tensor<32x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  }
}

// -----

// Answers to @conversion_shortcut_blocked_dotop_warp32: each thread already has what it needs.

#whole_rows = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @own_rows(
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: tt.return
  tt.func @own_rows(%x: tensor<128x32xf32, #whole_rows>) -> tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #whole_rows}>> {
    %0 = ttg.convert_layout %x : tensor<128x32xf32, #whole_rows> -> tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #whole_rows}>>
    tt.return %0 : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #whole_rows}>>
  }
}

// -----

// Answers to @handles_small_contiguous_dim: a row of one element, the order of the threads counts.

#quads = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @one_column(
  // CHECK: tt.return
  tt.func @one_column(%x: tensor<64x1xf16, #quads>) -> tensor<64x1xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> {
    %0 = ttg.convert_layout %x : tensor<64x1xf16, #quads> -> tensor<64x1xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
    tt.return %0 : tensor<64x1xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  }
}

// -----

// Answers to @conversion_shortcut_blocked_dotop_warp64: the same with warps of 64.

#wide = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [64, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
module attributes {ttg.target = "hip:gfx942", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @own_rows_of_64(
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: tt.return
  tt.func @own_rows_of_64(%x: tensor<128x32xf16, #wide>) -> tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #wide}>> {
    %0 = ttg.convert_layout %x : tensor<128x32xf16, #wide> -> tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #wide}>>
    tt.return %0 : tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #wide}>>
  }
}

// -----

// Answers to @blocked_to_dot_op_shortcut_gfx1130: rows of the second warp row are held twice.

#twice = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1130", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @held_twice(
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: tt.return
  tt.func @held_twice(%x: tensor<32x16xf16, #twice>) -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>> {
    %0 = ttg.convert_layout %x : tensor<32x16xf16, #twice> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>>
    tt.return %0 : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>>
  }
}

// -----

// Answers to @blocked_to_dot_op_shortcut_gfx940.

#twice = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx940", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @held_twice_by_64(
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: tt.return
  tt.func @held_twice_by_64(%x: tensor<32x16xf16, #twice>) -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>> {
    %0 = ttg.convert_layout %x : tensor<32x16xf16, #twice> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>>
    tt.return %0 : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #twice}>>
  }
}

// -----

// Answers to @neg_blocked_to_dot_op_incompatible_threads_gfx940: other lanes have the elements.

#from = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
#to = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx940", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @other_lanes(
  // CHECK: tt.return
  tt.func @other_lanes(%x: tensor<32x16xf16, #from>) -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>> {
    %0 = ttg.convert_layout %x : tensor<32x16xf16, #from> -> tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>>
    tt.return %0 : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>>
  }
}

// -----

// Answers to @neg_blocked_to_dot_op_incompatible_warp_gfx940: other warps have them.

#from = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
#to = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 2], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx940", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @other_warps(
  // CHECK-NEXT: ttg.local_alloc
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: tt.return
  tt.func @other_warps(%x: tensor<64x128xf16, #from>) -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>> {
    %0 = ttg.convert_layout %x : tensor<64x128xf16, #from> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>>
    tt.return %0 : tensor<64x128xf16, #ttg.dot_op<{opIdx = 0, parent = #to}>>
  }
}

// -----

// Cases that upstream has not.

// The second operand, f32, f8; the widths of elements and of k decide on the swizzle.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#b1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
#b2 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#b4 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
// CHECK: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #shared2 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 8, order = [1, 0]}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @second_operand(
  // CHECK: ttg.local_alloc {{.*}} !ttg.memdesc<64x64xf32, #shared, #smem>
  // CHECK: ttg.local_alloc {{.*}} !ttg.memdesc<64x64xf16, #shared1, #smem>
  // CHECK: ttg.local_alloc {{.*}} !ttg.memdesc<64x64xf8E5M2, #shared2, #smem>
  tt.func @second_operand(%x: tensor<64x64xf32, #rows>, %y: tensor<64x64xf16, #rows>, %z: tensor<64x64xf8E5M2, #rows>) -> (tensor<64x64xf32, #b1>, tensor<64x64xf16, #b2>, tensor<64x64xf8E5M2, #b4>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #b1>
    %1 = ttg.convert_layout %y : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #b2>
    %2 = ttg.convert_layout %z : tensor<64x64xf8E5M2, #rows> -> tensor<64x64xf8E5M2, #b4>
    tt.return %0, %1, %2 : tensor<64x64xf32, #b1>, tensor<64x64xf16, #b2>, tensor<64x64xf8E5M2, #b4>
  }
}

// -----

// In a loop, the buffer is made where the conversion was; both users get what is loaded.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @in_a_loop(
  tt.func @in_a_loop(%n: i32, %p: tensor<32x32x!tt.ptr<f16>, #rows>, %b: tensor<32x32xf16, #b>) -> tensor<32x32xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
    // CHECK: scf.for
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #mma>) : i32 {
      // CHECK-NEXT: [[L:%.*]] = tt.load
      // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[L]]
      // CHECK-NEXT: [[V:%.*]] = ttg.local_load [[M]]
      // CHECK-NEXT: [[D:%.*]] = tt.dot [[V]],
      // CHECK-NEXT: tt.dot [[V]], %arg2, [[D]]
      %l = tt.load %p : tensor<32x32x!tt.ptr<f16>, #rows>
      %a = ttg.convert_layout %l : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #a>
      %d = tt.dot %a, %b, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
      %e = tt.dot %a, %b, %d : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
      scf.yield %e : tensor<32x32xf32, #mma>
    }
    tt.return %r : tensor<32x32xf32, #mma>
  }
}

// -----

// Not to a dot operand: left alone. An accumulator that becomes an operand stays in registers.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @others(
  // CHECK-NOT: ttg.local_alloc
  // CHECK: ttg.convert_layout
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: ttg.convert_layout
  tt.func @others(%x: tensor<64x64xf16, #rows>, %y: tensor<64x64xf16, #mma>) -> (tensor<64x64xf16, #columns>, tensor<64x64xf16, #mma>, tensor<64x64xf16, #a>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %1 = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #mma>
    %2 = ttg.convert_layout %y : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
    tt.return %0, %1, %2 : tensor<64x64xf16, #columns>, tensor<64x64xf16, #mma>, tensor<64x64xf16, #a>
  }
}

// -----

// A slice of a layout as the source; mfma and wmma as the parents.

#deep = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 8, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#flat = #ttg.slice<{dim = 0, parent = #deep}>
#mfma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 4}>
module attributes {ttg.target = "hip:gfx942", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @mfma(
  // CHECK: ttg.local_alloc
  // CHECK: ttg.local_alloc
  tt.func @mfma(%x: tensor<64x64xf16, #flat>) -> (tensor<64x64xf16, #a>, tensor<64x64xf16, #b>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #flat> -> tensor<64x64xf16, #a>
    %1 = ttg.convert_layout %x : tensor<64x64xf16, #flat> -> tensor<64x64xf16, #b>
    tt.return %0, %1 : tensor<64x64xf16, #a>, tensor<64x64xf16, #b>
  }
}

// -----

// Two blocks: the buffer is split as the source is.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
// CHECK: #shared = #ttg.swizzled_shared<{{.*}}CGALayout = {{\[\[1, 0\]\]}}}>
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_blocks(
  // CHECK: ttg.local_alloc
  tt.func @two_blocks(%x: tensor<128x64xf16, #rows>) -> tensor<128x64xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<128x64xf16, #rows> -> tensor<128x64xf16, #a>
    tt.return %0 : tensor<128x64xf16, #a>
  }
}
