// RUN: mini-opt %s -split-input-file --tritongpu-accelerate-matmul | FileCheck %s

// Products in tensor memory on targets of the tcgen05 family, most of them with scales.

// sm_110 multiplies in tensor memory as sm_100 does; here the first operand was computed and the
// result has 64 rows.
// Answers to accelerate-matmul.mlir @mmav5_sm110.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:110", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: #tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
  // CHECK-LABEL: @mmav5_sm110(
  // CHECK: [[F:%.*]] = arith.mulf
  // CHECK: [[A:%.*]] = ttg.local_alloc [[F]] : {{.*}} -> !ttg.memdesc<64x32xbf16,
  // CHECK: [[ACC:%.*]], [[TOKEN:%.*]] = ttng.tmem_alloc
  // CHECK: [[DONE:%.*]] = ttng.tc_gen5_mma [[A]], {{%.*}}, [[ACC]][[[TOKEN]]], %true, %true
  // CHECK: ttng.tmem_load [[ACC]][[[DONE]]]
  tt.func @mmav5_sm110(%a: tensor<64x32xbf16, #b>, %b: tensor<32x128xbf16, #b>, %c: tensor<64x128xf32, #b>) -> tensor<64x128xf32, #b> {
    %f = arith.mulf %a, %a : tensor<64x32xbf16, #b>
    %x = ttg.convert_layout %f : tensor<64x32xbf16, #b> -> tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>>
    %y = ttg.convert_layout %b : tensor<32x128xbf16, #b> -> tensor<32x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>>
    %d = tt.dot %x, %y, %c : tensor<64x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #b}>> * tensor<32x128xbf16, #ttg.dot_op<{opIdx = 1, parent = #b}>> -> tensor<64x128xf32, #b>
    tt.return %d : tensor<64x128xf32, #b>
  }
}

// -----

// Scales that a descriptor brings, in rows of 256 bytes, and reorders as copies to tensor memory
// want them: two blocks of four along k here. They stay in shared memory. Those of the other operand
// are computed and are stored to tensor memory.
// Answers to accelerate-matmul.mlir @mmav5_scale_desc_tma.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [1, 1, 1, 32], warpsPerCTA = [1, 1, 2, 2], order = [3, 2, 1, 0]}>
#packed = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#moved = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 4, 8, 1, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#scales = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[32, 0], [64, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: [[$SHARED:#shared[0-9]*]] = #ttg.shared_linear<{offset = {{\[\[0, 1\], \[0, 2\], \[32, 0\], \[64, 0\], \[1, 0\], \[2, 0\], \[4, 0\], \[8, 0\], \[16, 0\], \[0, 4\]\]}}}, alignment = 128>
  // CHECK-LABEL: @mmav5_scale_desc_tma(
  // CHECK: [[LOAD:%.*]] = tt.descriptor_load
  // CHECK: [[R0:%.*]] = tt.reshape [[LOAD]] : {{.*}} -> tensor<1x2x32x4x4xi8,
  // CHECK: [[R1:%.*]] = tt.trans [[R0]]
  // CHECK: [[R2:%.*]] = tt.reshape [[R1]] : {{.*}} -> tensor<128x8xi8,
  // CHECK: [[S:%.*]] = ttg.local_alloc [[R2]] : {{.*}} -> !ttg.memdesc<128x8xi8, [[$SHARED]], #smem>
  // CHECK: [[U:%.*]] = ttng.tmem_alloc {{.*}} -> !ttg.memdesc<128x8xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK: ttng.tc_gen5_mma_scaled {{%[^,]*}}, {{%[^,]*}}, {{%[^,]*}}, [[S]], [[U]], %true, %true lhs = e5m2 rhs = e5m2
  tt.func @mmav5_scale_desc_tma(%desc: !tt.tensordesc<1x1x4x256xi8>, %at: i32, %a: tensor<128x256xf8E5M2, #b>, %b: tensor<256x128xf8E5M2, #b>, %u: tensor<128x8xi8, #s>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %zero = arith.constant 0 : i32
    %l = tt.descriptor_load %desc[%at, %zero, %zero, %zero] : !tt.tensordesc<1x1x4x256xi8> -> tensor<1x1x4x256xi8, #rows>
    %0 = tt.reshape %l : tensor<1x1x4x256xi8, #rows> -> tensor<1x2x32x4x4xi8, #packed>
    %1 = tt.trans %0 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x2x32x4x4xi8, #packed> -> tensor<1x4x32x2x4xi8, #moved>
    %2 = tt.reshape %1 : tensor<1x4x32x2x4xi8, #moved> -> tensor<128x8xi8, #scales>
    %s = ttg.convert_layout %2 : tensor<128x8xi8, #scales> -> tensor<128x8xi8, #s>
    %v = arith.addi %u, %u : tensor<128x8xi8, #s>
    %d = tt.dot_scaled %a scale %s, %b scale %v, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<128x256xf8E5M2, #b>, tensor<128x8xi8, #s> * tensor<256x128xf8E5M2, #b>, tensor<128x8xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// Scales loaded in an order that copies cannot use go through registers to tensor memory.
// Answers to accelerate-matmul.mlir @mmav5_block_scaled.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
  // CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding
  // CHECK-LABEL: @mmav5_block_scaled(
  // CHECK: [[LS:%.*]] = tt.load %arg1
  // CHECK: [[LU:%.*]] = tt.load %arg3
  // CHECK: [[ACC:%.*]], [[TOKEN:%.*]] = ttng.tmem_alloc {{.*}} -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: [[CS:%.*]] = ttg.convert_layout [[LS]]
  // CHECK: [[S:%.*]] = ttng.tmem_alloc [[CS]] : {{.*}} -> !ttg.memdesc<128x4xi8, #tmem_scales,
  // CHECK: [[CU:%.*]] = ttg.convert_layout [[LU]]
  // CHECK: [[U:%.*]] = ttng.tmem_alloc [[CU]] : {{.*}} -> !ttg.memdesc<64x4xi8, #tmem_scales,
  // CHECK: ttng.tc_gen5_mma_scaled {{%[^,]*}}, {{%[^,]*}}, [[ACC]][[[TOKEN]]], [[S]], [[U]], %true, %true lhs = e2m1 rhs = e2m1
  tt.func @mmav5_block_scaled(%a: tensor<128x64xi8, #b>, %sp: tensor<128x4x!tt.ptr<i8>, #s>, %b: tensor<64x64xi8, #b>, %up: tensor<64x4x!tt.ptr<i8>, #s>, %c: tensor<128x64xf32, #b>) -> tensor<128x64xf32, #b> {
    %s = tt.load %sp : tensor<128x4x!tt.ptr<i8>, #s>
    %u = tt.load %up : tensor<64x4x!tt.ptr<i8>, #s>
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<128x64xi8, #b>, tensor<128x4xi8, #s> * tensor<64x64xi8, #b>, tensor<64x4xi8, #s> -> tensor<128x64xf32, #b>
    tt.return %d : tensor<128x64xf32, #b>
  }
}

// -----

// With eight warps, two of them hold the same rows of the scales and share the columns.
// Answers to accelerate-matmul.mlir @mmav5_block_scaled_8_warps.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 2], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 2], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-DAG: [[$ROWS:#linear[0-9]*]] = #ttg.linear<{register = {{\[\[0, 1\], \[0, 2\], \[32, 0\], \[64, 0\], \[0, 4\]\]}}, lane = {{\[\[1, 0\], \[2, 0\], \[4, 0\], \[8, 0\], \[16, 0\]\]}}, warp = {{\[\[0, 0\], \[0, 0\], \[0, 8\]\]}}, block = []}>
  // CHECK-DAG: [[$MORE:#linear[0-9]*]] = #ttg.linear<{register = {{\[\[0, 1\], \[0, 2\], \[32, 0\], \[64, 0\], \[128, 0\], \[0, 4\]\]}}, lane = {{\[\[1, 0\], \[2, 0\], \[4, 0\], \[8, 0\], \[16, 0\]\]}}, warp = {{\[\[0, 0\], \[0, 0\], \[0, 8\]\]}}, block = []}>
  // CHECK-LABEL: @mmav5_block_scaled_8_warps(
  // CHECK: ttng.tmem_alloc {{%.*}} : (tensor<128x16xf8E4M3FN, [[$ROWS]]>) -> !ttg.memdesc<128x16xf8E4M3FN, #tmem_scales, #ttng.tensor_memory>
  // CHECK: ttng.tmem_alloc {{%.*}} : (tensor<256x16xf8E4M3FN, [[$MORE]]>) -> !ttg.memdesc<256x16xf8E4M3FN, #tmem_scales, #ttng.tensor_memory>
  // CHECK: ttng.tc_gen5_mma_scaled
  tt.func @mmav5_block_scaled_8_warps(%a: tensor<128x128xi8, #b>, %s: tensor<128x16xf8E4M3FN, #s>, %b: tensor<128x256xi8, #b>, %u: tensor<256x16xf8E4M3FN, #s>, %c: tensor<128x256xf32, #b>) -> tensor<128x256xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x128xi8, #b>, tensor<128x16xf8E4M3FN, #s> * tensor<128x256xi8, #b>, tensor<256x16xf8E4M3FN, #s> -> tensor<128x256xf32, #b>
    tt.return %d : tensor<128x256xf32, #b>
  }
}

// -----

// fp4 packed along the columns of the second operand, beside fp8: padded in shared memory.
// Answers to accelerate-matmul.mlir @mmav5_scaled_n_packing.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-DAG: [[$PADDED:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
  // CHECK-DAG: [[$PLAIN:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
  // CHECK-LABEL: @mmav5_scaled_n_packing(
  // CHECK-DAG: [[A:%.*]] = ttg.local_alloc %arg0 : (tensor<128x128xf8E4M3FN, {{.*}}) -> !ttg.memdesc<128x128xf8E4M3FN, [[$PLAIN]], #smem>
  // CHECK-DAG: [[B:%.*]] = ttg.local_alloc %arg2 : (tensor<128x128xi8, {{.*}}) -> !ttg.memdesc<128x128xi8, [[$PADDED]], #smem>
  // CHECK: ttng.tc_gen5_mma_scaled [[A]], [[B]], {{.*}} lhs = e4m3 rhs = e2m1
  tt.func @mmav5_scaled_n_packing(%a: tensor<128x128xf8E4M3FN, #b>, %s: tensor<128x4xi8, #s>, %b: tensor<128x128xi8, #b>, %u: tensor<256x4xi8, #s>, %c: tensor<128x256xf32, #b>) -> tensor<128x256xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e4m3 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> * tensor<128x128xi8, #b>, tensor<256x4xi8, #s> -> tensor<128x256xf32, #b>
    tt.return %d : tensor<128x256xf32, #b>
  }
}

// -----

// fp4 packed along the columns of the second operand, for sm_107: padded as well, which it
// would not be along k.
// Answers to accelerate-matmul.mlir @mmav5_scaled_n_packing_rubin.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:107", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-DAG: [[$PADDED:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
  // CHECK-DAG: [[$PLAIN:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
  // CHECK-LABEL: @mmav5_scaled_n_packing_rubin(
  // CHECK-DAG: [[A:%.*]] = ttg.local_alloc %arg0 : (tensor<128x64xf8E5M2, {{.*}}) -> !ttg.memdesc<128x64xf8E5M2, [[$PLAIN]], #smem>
  // CHECK-DAG: [[B:%.*]] = ttg.local_alloc %arg2 : (tensor<64x64xi8, {{.*}}) -> !ttg.memdesc<64x64xi8, [[$PADDED]], #smem>
  // CHECK: ttng.tc_gen5_mma_scaled [[A]], [[B]], {{.*}} lhs = e5m2 rhs = e2m1
  tt.func @mmav5_scaled_n_packing_rubin(%a: tensor<128x64xf8E5M2, #b>, %s: tensor<128x2xi8, #s>, %b: tensor<64x64xi8, #b>, %u: tensor<128x2xi8, #s>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e5m2 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<128x64xf8E5M2, #b>, tensor<128x2xi8, #s> * tensor<64x64xi8, #b>, tensor<128x2xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}

// -----

// The same along the rows of the first operand.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-DAG: [[$PADDED:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8, fp4Padded = true}>
  // CHECK-DAG: [[$PLAIN:#shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
  // CHECK-LABEL: @scaled_m_packing(
  // CHECK-DAG: [[A:%.*]] = ttg.local_alloc %arg0 : (tensor<64x128xi8, {{.*}}) -> !ttg.memdesc<64x128xi8, [[$PADDED]], #smem>
  // CHECK-DAG: [[B:%.*]] = ttg.local_alloc %arg2 : (tensor<128x128xf8E4M3FN, {{.*}}) -> !ttg.memdesc<128x128xf8E4M3FN, [[$PLAIN]], #smem>
  // CHECK: ttng.tc_gen5_mma_scaled [[A]], [[B]], {{.*}} lhs = e2m1 rhs = e4m3
  tt.func @scaled_m_packing(%a: tensor<64x128xi8, #t>, %s: tensor<128x4xi8, #s>, %b: tensor<128x128xf8E4M3FN, #b>, %u: tensor<128x4xi8, #s>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %d = tt.dot_scaled %a scale %s, %b scale %u, %c lhs = e2m1 rhs = e4m3 {fastMath = false, lhs_k_pack = false} : tensor<64x128xi8, #t>, tensor<128x4xi8, #s> * tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %d : tensor<128x128xf32, #b>
  }
}
