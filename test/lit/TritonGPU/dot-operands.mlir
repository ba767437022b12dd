// RUN: mini-opt %s -split-input-file --tritongpu-optimize-dot-operands | FileCheck %s

// The first eleven answer to the functions of upstream's TritonGPU/dot-operands.mlir, in its order.

// Answers to @a_impl: a select in front of an operand's conversion stays in front of it.

#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @masked_operand(
  tt.func @masked_operand(%p: tensor<64x64x!tt.ptr<f16>, #columns>, %mask: tensor<64x1xi1, #columns>, %y: tensor<64x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // CHECK: [[V:%.*]] = tt.load
    // CHECK-NEXT: [[M:%.*]] = tt.broadcast
    // CHECK-NEXT: [[S:%.*]] = arith.select [[M]], [[V]], %cst : tensor<64x64xi1, #blocked>, tensor<64x64xf16, #blocked>
    // CHECK-NEXT: [[A:%.*]] = ttg.convert_layout [[S]]
    // CHECK-NEXT: tt.dot [[A]], %arg2, %arg3
    %zero = arith.constant dense<0.0> : tensor<64x64xf16, #columns>
    %v = tt.load %p : tensor<64x64x!tt.ptr<f16>, #columns>
    %m = tt.broadcast %mask : tensor<64x1xi1, #columns> -> tensor<64x64xi1, #columns>
    %s = arith.select %m, %v, %zero : tensor<64x64xi1, #columns>, tensor<64x64xf16, #columns>
    %x = ttg.convert_layout %s : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #a>
    %d = tt.dot %x, %y, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}

// -----

// Answers to @mma_reorder_transpose: wgmma reads a transposed buffer.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
// CHECK: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transposed_buffer(
  tt.func @transposed_buffer(%x: tensor<32x64xf16, #rows>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %acc: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0 : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared1, #smem>
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]] {order = array<i32: 1, 0>} : !ttg.memdesc<32x64xf16, #shared1, #smem> -> !ttg.memdesc<64x32xf16, #shared, #smem>
    // CHECK-NEXT: ttng.warp_group_dot [[V]], %arg1, %arg2
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %m = ttg.local_alloc %t : (tensor<64x32xf16, #columns>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    %d = ttng.warp_group_dot %m, %b, %acc : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    tt.return %d : tensor<64x32xf32, #mma>
  }
}

// -----

// Answers to @mma_reorder_transpose_mmav5: so does tcgen05 (which upstream's case asks of the wrong GPU).

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {ttg.target = "cuda:100", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transposed_for_tensor_memory(
  tt.func @transposed_for_tensor_memory(%x: tensor<32x128xf16, #rows>, %b: !ttg.memdesc<32x64xf16, #shared1, #smem>, %acc: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // CHECK: [[M:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: ttng.tc_gen5_mma [[V]], %arg1, %arg2
    %true = arith.constant true
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x128xf16, #rows> -> tensor<128x32xf16, #columns>
    %m = ttg.local_alloc %t : (tensor<128x32xf16, #columns>) -> !ttg.memdesc<128x32xf16, #shared, #smem>
    ttng.tc_gen5_mma %m, %b, %acc, %true, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared1, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Answers to @mmav2_reorder_transpose: an operand in registers is loaded through a transposed view; the
// other user of the transposition keeps it.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loaded_transposed(
  tt.func @loaded_transposed(%x: tensor<32x64xf16, #rows>, %y: tensor<32x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x32xf16, #columns>) {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0 : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load [[V]]
    // CHECK-NEXT: [[T:%.*]] = tt.trans %arg0
    // CHECK-NEXT: tt.dot [[A]], %arg1, %arg2
    // CHECK-NEXT: arith.negf [[T]]
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %o = ttg.convert_layout %t : tensor<64x32xf16, #columns> -> tensor<64x32xf16, #a>
    %d = tt.dot %o, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    %n = arith.negf %t : tensor<64x32xf16, #columns>
    tt.return %d, %n : tensor<64x64xf32, #mma>, tensor<64x32xf16, #columns>
  }
}

// -----

// Answers to @mmav2_transpose_indirect: nothing may stand between the conversion and the dot.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @not_direct(
  // CHECK-NEXT: tt.trans
  // CHECK-NEXT: [[O:%.*]] = ttg.convert_layout
  // CHECK-NEXT: [[N:%.*]] = arith.negf [[O]]
  // CHECK-NEXT: tt.dot [[N]]
  tt.func @not_direct(%x: tensor<32x64xf16, #rows>, %y: tensor<32x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %o = ttg.convert_layout %t : tensor<64x32xf16, #columns> -> tensor<64x32xf16, #a>
    %n = arith.negf %o : tensor<64x32xf16, #a>
    %d = tt.dot %n, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
  // Nor may the conversion have another user, not even a second dot.
  // CHECK-LABEL: @two_dots(
  // CHECK-NEXT: tt.trans
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: tt.dot
  // CHECK-NEXT: tt.dot
  tt.func @two_dots(%x: tensor<32x64xf16, #rows>, %y: tensor<32x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %o = ttg.convert_layout %t : tensor<64x32xf16, #columns> -> tensor<64x32xf16, #a>
    %d = tt.dot %o, %y, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    %e = tt.dot %o, %y, %d : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %e : tensor<64x64xf32, #mma>
  }
}

// -----

// Answers to @scales_in_shmem: a chain of views of scales becomes one of their buffer, for both operands.

#packed = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#split = #ttg.blocked<{sizePerThread = [1, 1, 1, 2, 4], threadsPerWarp = [1, 1, 16, 2, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 3, 2, 1, 0]}>
#swapped = #ttg.blocked<{sizePerThread = [1, 2, 1, 1, 4], threadsPerWarp = [1, 2, 16, 1, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 1, 2, 3, 0]}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0]], lane = [[64, 0], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [0, 0]], block = []}>
#data = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#scales = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}, alignment = 128>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @views_of_scales(
  tt.func @views_of_scales(%x: tensor<1x512xi8, #packed>, %y: tensor<1x512xi8, #packed>, %a: !ttg.memdesc<128x128xf8E5M2, #data, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #data, #smem>, %acc: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %true = arith.constant true
    // CHECK: [[X0:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[X1:%.*]] = ttg.memdesc_reshape [[X0]]
    // CHECK-NEXT: [[X2:%.*]] = ttg.memdesc_trans [[X1]] {order = array<i32: 0, 3, 2, 1, 4>}
    // CHECK-NEXT: [[X3:%.*]] = ttg.memdesc_reshape [[X2]]
    // CHECK-NEXT: [[Y0:%.*]] = ttg.local_alloc %arg1
    // CHECK-NEXT: [[Y1:%.*]] = ttg.memdesc_reshape [[Y0]]
    // CHECK-NEXT: [[Y2:%.*]] = ttg.memdesc_trans [[Y1]] {order = array<i32: 0, 3, 2, 1, 4>}
    // CHECK-NEXT: [[Y3:%.*]] = ttg.memdesc_reshape [[Y2]]
    // CHECK-NEXT: ttng.tc_gen5_mma_scaled %arg2, %arg3, %arg4, [[X3]], [[Y3]],
    %x1 = tt.reshape %x : tensor<1x512xi8, #packed> -> tensor<1x1x32x4x4xi8, #split>
    %x2 = tt.trans %x1 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #split> -> tensor<1x4x32x1x4xi8, #swapped>
    %x3 = tt.reshape %x2 : tensor<1x4x32x1x4xi8, #swapped> -> tensor<128x4xi8, #flat>
    %y1 = tt.reshape %y : tensor<1x512xi8, #packed> -> tensor<1x1x32x4x4xi8, #split>
    %y2 = tt.trans %y1 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #split> -> tensor<1x4x32x1x4xi8, #swapped>
    %y3 = tt.reshape %y2 : tensor<1x4x32x1x4xi8, #swapped> -> tensor<128x4xi8, #flat>
    %mx = ttg.local_alloc %x3 : (tensor<128x4xi8, #flat>) -> !ttg.memdesc<128x4xi8, #scales, #smem>
    %my = ttg.local_alloc %y3 : (tensor<128x4xi8, #flat>) -> !ttg.memdesc<128x4xi8, #scales, #smem>
    ttng.tc_gen5_mma_scaled %a, %b, %acc, %mx, %my, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #data, #smem>, !ttg.memdesc<128x128xf8E5M2, #data, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #smem>, !ttg.memdesc<128x4xi8, #scales, #smem>
    tt.return
  }
}

// -----

// Answers to @mmav5_reorder_transpose_2cta: how blocks share the buffer is transposed as well.

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[0, 1]]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
module attributes {ttg.target = "cuda:100", "ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  // CHECK-LABEL: @two_blocks(
  tt.func @two_blocks(%x: tensor<128x64xf16, #rows>, %a: !ttg.memdesc<256x64xf16, #shared, #smem>, %acc: !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // CHECK: [[M:%.*]] = ttg.local_alloc %arg0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared{{[0-9]*}}, #smem>
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: ttng.tc_gen5_mma %arg1, [[V]], %arg2
    %true = arith.constant true
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<128x64xf16, #rows> -> tensor<64x128xf16, #columns>
    %b = ttg.local_alloc %t : (tensor<64x128xf16, #columns>) -> !ttg.memdesc<64x128xf16, #shared1, #smem>
    ttng.tc_gen5_mma %a, %b, %acc, %true, %true {two_ctas} : !ttg.memdesc<256x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared1, #smem>, !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Answers to @descriptor_load_scales_in_shmem: one of two scales, of what a descriptor loads; the other one
// is in tensor memory.

#packed = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#split = #ttg.blocked<{sizePerThread = [1, 1, 1, 2, 4], threadsPerWarp = [1, 1, 16, 2, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 3, 2, 1, 0]}>
#swapped = #ttg.blocked<{sizePerThread = [1, 2, 1, 1, 4], threadsPerWarp = [1, 2, 16, 1, 1], warpsPerCTA = [2, 1, 2, 1, 1], order = [4, 1, 2, 3, 0]}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0]], lane = [[64, 0], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [0, 0]], block = []}>
#data = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#scales = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}, alignment = 128>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loaded_scales(
  tt.func @loaded_scales(%desc: !tt.tensordesc<1x512xi8>, %y: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %a: !ttg.memdesc<128x128xf8E5M2, #data, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #data, #smem>, %acc: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    // CHECK: [[X:%.*]] = tt.descriptor_load
    // CHECK-NEXT: [[X0:%.*]] = ttg.local_alloc [[X]]
    // CHECK-NEXT: [[X1:%.*]] = ttg.memdesc_reshape [[X0]]
    // CHECK-NEXT: [[X2:%.*]] = ttg.memdesc_trans [[X1]]
    // CHECK-NEXT: [[X3:%.*]] = ttg.memdesc_reshape [[X2]]
    // CHECK-NEXT: ttng.tc_gen5_mma_scaled {{.*}}, %arg1, [[X3]],
    %x = tt.descriptor_load %desc[%c0, %c0] : !tt.tensordesc<1x512xi8> -> tensor<1x512xi8, #packed>
    %x1 = tt.reshape %x : tensor<1x512xi8, #packed> -> tensor<1x1x32x4x4xi8, #split>
    %x2 = tt.trans %x1 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #split> -> tensor<1x4x32x1x4xi8, #swapped>
    %x3 = tt.reshape %x2 : tensor<1x4x32x1x4xi8, #swapped> -> tensor<128x4xi8, #flat>
    %mx = ttg.local_alloc %x3 : (tensor<128x4xi8, #flat>) -> !ttg.memdesc<128x4xi8, #scales, #smem>
    ttng.tc_gen5_mma_scaled %a, %b, %acc, %y, %mx, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #data, #smem>, !ttg.memdesc<128x128xf8E5M2, #data, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #smem>
    tt.return
  }
}

// -----

// Answers to @swizzle0_operand_views: a linear operand, transposed behind its buffer as well.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#linear = #ttg.shared_linear<{offset = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [8, 0], [16, 0], [32, 0]]}, alignment = 128>
#linear1 = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 8], [0, 16], [0, 32]]}, alignment = 128>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {ttg.target = "cuda:100", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @linear_operand(
  tt.func @linear_operand(%x: tensor<64x64xf16, #rows>, %a: !ttg.memdesc<128x64xf16, #a, #smem>, %acc: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // CHECK: [[M:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: ttng.tc_gen5_mma %arg1, [[V]], %arg2
    %true = arith.constant true
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %b = ttg.local_alloc %t : (tensor<64x64xf16, #columns>) -> !ttg.memdesc<64x64xf16, #linear, #smem>
    ttng.tc_gen5_mma %a, %b, %acc, %true, %true : !ttg.memdesc<128x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #linear, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Answers to @nvmma_operand_views_not_rewritten: a reshape that needs another kind of encoding stays.

#packed = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#halves = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
module attributes {ttg.target = "cuda:100", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @other_rows(
  tt.func @other_rows(%x: tensor<32x64xf16, #packed>, %a: !ttg.memdesc<128x64xf16, #a, #smem>, %acc: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // CHECK: [[R:%.*]] = tt.reshape %arg0
    // CHECK-NEXT: [[B:%.*]] = ttg.local_alloc [[R]]
    // CHECK-NEXT: ttng.tc_gen5_mma %arg1, [[B]], %arg2
    %true = arith.constant true
    %r = tt.reshape %x : tensor<32x64xf16, #packed> -> tensor<64x32xf16, #halves>
    %b = ttg.local_alloc %r : (tensor<64x32xf16, #halves>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    ttng.tc_gen5_mma %a, %b, %acc, %true, %true : !ttg.memdesc<128x64xf16, #a, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Answers to @swizzle0_operand_views_warp_group_dot: views on both sides of the buffer, which
// cancel out here, for wgmma.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#linear = #ttg.shared_linear<{offset = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [8, 0], [16, 0], [32, 0]]}, alignment = 128>
#linear1 = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 8], [0, 16], [0, 32]]}, alignment = 128>
#smem = #ttg.shared_memory
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @views_on_both_sides(
  tt.func @views_on_both_sides(%x: tensor<64x64xf16, #rows>, %a: !ttg.memdesc<64x64xf16, #a, #smem>, %acc: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #linear1, #smem>) {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[D:%.*]] = ttng.warp_group_dot %arg1, [[M]], %arg2
    // CHECK-NEXT: tt.return [[D]], [[M]]
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %m = ttg.local_alloc %t : (tensor<64x64xf16, #columns>) -> !ttg.memdesc<64x64xf16, #linear, #smem>
    %v = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #linear, #smem> -> !ttg.memdesc<64x64xf16, #linear1, #smem>
    %d = ttng.warp_group_dot %a, %v, %acc : !ttg.memdesc<64x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #linear1, #smem> -> tensor<64x64xf32, #mma>
    tt.return %d, %v : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #linear1, #smem>
  }
}

// -----

// Cases that upstream has not.

// A reshape that keeps the rows becomes one of the buffer, whoever uses it.

#deep = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [8, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [32, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @same_rows(
  tt.func @same_rows(%x: tensor<2x32x64xf16, #deep>) -> !ttg.memdesc<64x64xf16, #shared, #smem> {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[R:%.*]] = ttg.memdesc_reshape [[M]]
    // CHECK-NEXT: tt.return [[R]]
    %r = tt.reshape %x : tensor<2x32x64xf16, #deep> -> tensor<64x64xf16, #flat>
    %m = ttg.local_alloc %r : (tensor<64x64xf16, #flat>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    tt.return %m : !ttg.memdesc<64x64xf16, #shared, #smem>
  }
}

// -----

// The transposed value was converted before: the order of elements is that of what it was converted
// from, which the buffer then holds.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {ttg.target = "cuda:80", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @converted_before(
  tt.func @converted_before(%x: tensor<32x64xf16, #columns>, %y: tensor<64x32xf16, #rows>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc %arg0
    // CHECK-NEXT: [[V:%.*]] = ttg.memdesc_trans [[M]]
    // CHECK-NEXT: [[A:%.*]] = ttg.local_load [[V]]
    // CHECK-NEXT: [[N:%.*]] = ttg.local_alloc %arg1
    // CHECK-NEXT: [[W:%.*]] = ttg.memdesc_trans [[N]]
    // CHECK-NEXT: [[B:%.*]] = ttg.local_load [[W]]
    // CHECK-NEXT: tt.dot [[A]], [[B]], %arg2
    %c = ttg.convert_layout %x : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #rows>
    %t = tt.trans %c {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %u = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x32xf16, #rows> -> tensor<32x64xf16, #columns>
    %o = ttg.convert_layout %t : tensor<64x32xf16, #columns> -> tensor<64x32xf16, #a>
    %p = ttg.convert_layout %u : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
    %d = tt.dot %o, %p, %acc : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}

// -----

// A buffer with two users keeps its transposition; so does one that nothing but a load reads.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_users(
  tt.func @two_users(%x: tensor<32x64xf16, #rows>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %acc: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
    // CHECK-NEXT: [[T:%.*]] = tt.trans %arg0
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[T]]
    // CHECK-NEXT: ttng.warp_group_dot [[M]]
    // CHECK-NEXT: ttng.warp_group_dot [[M]]
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %m = ttg.local_alloc %t : (tensor<64x32xf16, #columns>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    %d = ttng.warp_group_dot %m, %b, %acc : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %e = ttng.warp_group_dot %m, %b, %d : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    tt.return %e : tensor<64x32xf32, #mma>
  }
  // CHECK-LABEL: @loaded(
  tt.func @loaded(%x: tensor<32x64xf16, #rows>) -> tensor<64x32xf16, #rows> {
    // CHECK-NEXT: [[T:%.*]] = tt.trans %arg0
    // CHECK-NEXT: [[M:%.*]] = ttg.local_alloc [[T]]
    // CHECK-NEXT: ttg.local_load [[M]]
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %m = ttg.local_alloc %t : (tensor<64x32xf16, #columns>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    %l = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #rows>
    tt.return %l : tensor<64x32xf16, #rows>
  }
}

// -----

// Everything is canonicalized first: a transposition undone is none.

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @canonicalized(
  // CHECK-NEXT: tt.return %arg0
  tt.func @canonicalized(%x: tensor<32x64xf16, #rows>) -> tensor<32x64xf16, #rows> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x64xf16, #rows> -> tensor<64x32xf16, #columns>
    %u = tt.trans %t {order = array<i32: 1, 0>} : tensor<64x32xf16, #columns> -> tensor<32x64xf16, #rows>
    tt.return %u : tensor<32x64xf16, #rows>
  }
}
