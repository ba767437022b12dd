// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu='target=cuda:100 enable-source-remat=true' --relayout-tritongpu | FileCheck %s
// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu='target=cuda:100 num-warps=8 enable-source-remat=true' --relayout-tritongpu | FileCheck %s --check-prefix=EIGHT

// One case for each function of upstream's Conversion/relayout_tritongpu.mlir, in its order, on functions
// of our own, and some more.

// Answers to @tmem_alloc, @tmem_load, @tmem_store and @tmem_scales_layout.

// CHECK: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0]], block = []}>
// EIGHT: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0], [0, 32]], block = []}>
#wide = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#low = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
module {
  // CHECK-LABEL: @allocate(
  tt.func @allocate(%x: tensor<128x64xf32>) {
    // CHECK: [[X:%.*]] = ttg.convert_layout %arg0 : tensor<128x64xf32, #blocked> -> tensor<128x64xf32, #linear>
    // CHECK-NEXT: ttng.tmem_alloc [[X]] : (tensor<128x64xf32, #linear>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
    %0 = ttng.tmem_alloc %x : (tensor<128x64xf32>) -> !ttg.memdesc<128x64xf32, #wide, #ttng.tensor_memory>
    // CHECK-NEXT: ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %1 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #wide, #ttng.tensor_memory, mutable>
    tt.return
  }
  // CHECK-LABEL: @read(
  tt.func @read(%m: !ttg.memdesc<128x64xf32, #wide, #ttng.tensor_memory>) -> tensor<128x64xf32> {
    // CHECK-NEXT: %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory> -> tensor<128x64xf32, #linear>
    // CHECK-NEXT: [[A:%.*]] = ttg.convert_layout %result : tensor<128x64xf32, #linear> -> tensor<128x64xf32, #blocked>
    // CHECK: [[B:%.*]] = arith.addf
    // CHECK-NEXT: tt.return [[B]] : tensor<128x64xf32, #blocked>
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #wide, #ttng.tensor_memory> -> tensor<128x64xf32>
    %1 = arith.addf %0, %0 : tensor<128x64xf32>
    tt.return %1 : tensor<128x64xf32>
  }
  // CHECK-LABEL: @write(
  tt.func @write(%m: !ttg.memdesc<64x32xf32, #low, #ttng.tensor_memory, mutable>, %x: tensor<64x32xf32>, %p: i1) {
    // CHECK: [[X:%.*]] = ttg.convert_layout %arg1 : tensor<64x32xf32, #blocked1> -> tensor<64x32xf32, #linear1>
    // CHECK-NEXT: ttng.tmem_store [[X]], %arg0, %arg2 : tensor<64x32xf32, #linear1> -> !ttg.memdesc<64x32xf32, #tmem1, #ttng.tensor_memory, mutable>
    ttng.tmem_store %x, %m, %p : tensor<64x32xf32> -> !ttg.memdesc<64x32xf32, #low, #ttng.tensor_memory, mutable>
    tt.return
  }
  // CHECK-LABEL: @scale_factors(
  tt.func @scale_factors(%x: tensor<64x4xi8>) {
    // CHECK: [[X:%.*]] = ttg.convert_layout %arg0 : tensor<64x4xi8, #blocked2> -> tensor<64x4xi8, #linear2>
    // CHECK-NEXT: ttng.tmem_alloc [[X]] : (tensor<64x4xi8, #linear2>) -> !ttg.memdesc<64x4xi8, #tmem_scales, #ttng.tensor_memory>
    %0 = ttng.tmem_alloc %x : (tensor<64x4xi8>) -> !ttg.memdesc<64x4xi8, #scales, #ttng.tensor_memory>
    tt.return
  }
}

// -----

// Answers to @async_tma_gather and @async_tma_scatter.

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// EIGHT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [1, 0]}>
// CHECK-LABEL: @rows(
tt.func @rows(%d: !tt.tensordesc<1x64xf16, #rows>, %x: tensor<16xi32>, %y: i32, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %m: !ttg.memdesc<16x64xf16, #rows, #smem, mutable>, %p: i1) {
  // CHECK: [[I:%.*]] = ttg.convert_layout %arg1 : tensor<16xi32, #blocked> -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT: ttng.async_tma_gather %arg0{{\[}}[[I]], %arg2] %arg4, %arg3, %arg5
  ttng.async_tma_gather %d[%x, %y] %m, %bar, %p : !tt.tensordesc<1x64xf16, #rows>, tensor<16xi32>, i32, !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<16x64xf16, #rows, #smem, mutable>, i1
  // CHECK-NEXT: [[I:%.*]] = ttg.convert_layout %arg1 : tensor<16xi32, #blocked> -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT: ttng.async_tma_scatter %arg0{{\[}}[[I]], %arg2] %arg4
  ttng.async_tma_scatter %d[%x, %y] %m : !tt.tensordesc<1x64xf16, #rows>, tensor<16xi32>, i32, !ttg.memdesc<16x64xf16, #rows, #smem, mutable>
  tt.return
}

// -----

// Loads from shared memory get the default layout, so the conversion made before has nothing to do.

#square = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
// CHECK-LABEL: @shared(
tt.func @shared(%m: !ttg.memdesc<16x16xf16, #square, #smem>) -> tensor<16x16xf16> {
  // CHECK-NEXT: [[X:%.*]] = ttg.local_load %arg0 : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT: [[Y:%.*]] = ttg.convert_layout [[X]] : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT: tt.return [[Y]] : tensor<16x16xf16, #blocked>
  %0 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #square, #smem> -> tensor<16x16xf16>
  tt.return %0 : tensor<16x16xf16>
}
