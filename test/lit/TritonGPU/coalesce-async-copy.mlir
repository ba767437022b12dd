// RUN: mini-opt %s -split-input-file --tritongpu-coalesce-async-copy | FileCheck %s

// The first three answer to the functions of upstream's TritonGPU/coalesce-async-copy.mlir, in its order.

// Answers to @async_copy_i8: threads own 8 elements of a row, 4 of which lie together in memory.

#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @clipped(
  tt.func @clipped(%p: tensor<32x32x!tt.ptr<i16>, #wide>, %m: !ttg.memdesc<32x32xi16, #shared, #smem, mutable>, %mask: tensor<32x32xi1, #wide>, %other: tensor<32x32xi16, #wide>) {
    // CHECK-NEXT: [[P:%.*]] = ttg.convert_layout %arg0 : tensor<32x32x!tt.ptr<i16>, #blocked> -> tensor<32x32x!tt.ptr<i16>, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout %arg2 : tensor<32x32xi1, #blocked> -> tensor<32x32xi1, #blocked1>
    // CHECK-NEXT: [[OTHER:%.*]] = ttg.convert_layout %arg3 : tensor<32x32xi16, #blocked> -> tensor<32x32xi16, #blocked1>
    // CHECK-NEXT: ttg.async_copy_global_to_local [[P]], %arg1 mask [[MASK]] other [[OTHER]] : tensor<32x32x!tt.ptr<i16>, #blocked1> -> <32x32xi16, #shared, #smem, mutable>
    %t = ttg.async_copy_global_to_local %p, %m mask %mask other %other : tensor<32x32x!tt.ptr<i16>, #wide> -> <32x32xi16, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Answers to @async_copy_i8_no_mask_or_other: the pointers alone; the other attributes stay.

#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @pointers_alone(
  tt.func @pointers_alone(%p: tensor<32x32x!tt.ptr<i16>, #wide>, %m: !ttg.memdesc<32x32xi16, #shared, #smem, mutable>) {
    // CHECK-NEXT: [[P:%.*]] = ttg.convert_layout %arg0
    // CHECK-NEXT: ttg.async_copy_global_to_local [[P]], %arg1 {isVolatile = true, note = "kept"} :
    // CHECK-NEXT: tt.return
    %t = ttg.async_copy_global_to_local %p, %m {isVolatile = true, note = "kept"} : tensor<32x32x!tt.ptr<i16>, #wide> -> <32x32xi16, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Answers to @async_copy_i32_small: with fewer elements than threads, each gets one.

#long = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 32, perPhase = 1, maxPhase = 4, order = [0]}>
#smem = #ttg.shared_memory
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @few(
  tt.func @few(%p: tensor<32x!tt.ptr<f32>, #long>, %m: !ttg.memdesc<32xf32, #shared, #smem, mutable>, %mask: tensor<32xi1, #long>) {
    // CHECK-NEXT: [[P:%.*]] = ttg.convert_layout %arg0 : tensor<32x!tt.ptr<f32>, #blocked> -> tensor<32x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[MASK:%.*]] = ttg.convert_layout %arg2
    // CHECK-NEXT: ttg.async_copy_global_to_local [[P]], %arg1 mask [[MASK]] :
    %t = ttg.async_copy_global_to_local %p, %m mask %mask : tensor<32x!tt.ptr<f32>, #long> -> <32xf32, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Cases that upstream has not.

// As much as lies together is owned already; a layout that is not blocked; a buffer that is not swizzled.

#fits = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[0, 16], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @unchanged(
  // CHECK-NEXT: ttg.async_copy_global_to_local %arg0, %arg3 {contiguity = 4 : i32}
  // CHECK-NEXT: ttg.async_copy_global_to_local %arg1, %arg3 {contiguity = 4 : i32}
  // CHECK-NEXT: ttg.async_copy_global_to_local %arg2, %arg4 {contiguity = 8 : i32}
  // CHECK-NEXT: tt.return
  tt.func @unchanged(%p: tensor<32x32x!tt.ptr<i16>, #fits>, %q: tensor<32x32x!tt.ptr<i16>, #linear>, %r: tensor<32x32x!tt.ptr<i16>, #wide>, %m: !ttg.memdesc<32x32xi16, #shared, #smem, mutable>, %n: !ttg.memdesc<32x32xi16, #nvmma, #smem, mutable>) {
    %t = ttg.async_copy_global_to_local %p, %m {contiguity = 4 : i32} : tensor<32x32x!tt.ptr<i16>, #fits> -> <32x32xi16, #shared, #smem, mutable>
    %u = ttg.async_copy_global_to_local %q, %m {contiguity = 4 : i32} : tensor<32x32x!tt.ptr<i16>, #linear> -> <32x32xi16, #shared, #smem, mutable>
    %v = ttg.async_copy_global_to_local %r, %n {contiguity = 8 : i32} : tensor<32x32x!tt.ptr<i16>, #wide> -> <32x32xi16, #nvmma, #smem, mutable>
    tt.return
  }
}

// -----

// Few elements of 16 bits are left alone; many of 32 are coalesced already, as far as this pass goes.

#long = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @not_cheap(
  // CHECK-NEXT: ttg.async_copy_global_to_local %arg0, %arg2
  // CHECK-NEXT: ttg.async_copy_global_to_local %arg1, %arg3
  // CHECK-NEXT: tt.return
  tt.func @not_cheap(%p: tensor<32x!tt.ptr<f16>, #long>, %q: tensor<64x!tt.ptr<f32>, #long>, %m: !ttg.memdesc<32xf16, #plain, #smem, mutable>, %n: !ttg.memdesc<64xf32, #plain, #smem, mutable>) {
    %t = ttg.async_copy_global_to_local %p, %m : tensor<32x!tt.ptr<f16>, #long> -> <32xf16, #plain, #smem, mutable>
    %u = ttg.async_copy_global_to_local %q, %n : tensor<64x!tt.ptr<f32>, #long> -> <64xf32, #plain, #smem, mutable>
    tt.return
  }
}

// -----

// What was known of the pointers isn't known of the converted ones: accesses of one element.

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #wide}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @aligned(
  tt.func @aligned(%base: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: !ttg.memdesc<8x64xf16, #shared, #smem, mutable>, %c: i1) {
    // CHECK: ttg.async_copy_global_to_local {{%.*}}, %arg1 mask {{%.*}} : tensor<8x64x!tt.ptr<f16>, #blocked1>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #row>
    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32, #row> -> tensor<1x64xi32, #wide>
    %b = tt.broadcast %e : tensor<1x64xi32, #wide> -> tensor<8x64xi32, #wide>
    %s = tt.splat %base : !tt.ptr<f16> -> tensor<8x64x!tt.ptr<f16>, #wide>
    %p = tt.addptr %s, %b : tensor<8x64x!tt.ptr<f16>, #wide>, tensor<8x64xi32, #wide>
    %mask = tt.splat %c : i1 -> tensor<8x64xi1, #wide>
    %t = ttg.async_copy_global_to_local %p, %m mask %mask {contiguity = 8 : i32} : tensor<8x64x!tt.ptr<f16>, #wide> -> <8x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Along the first dimension; a clipped copy may be coalesced next.

#tall = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 2, order = [0, 1]}>
#smem = #ttg.shared_memory
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @tall(
  // CHECK: ttg.async_copy_global_to_local {{%.*}}, %arg1 : tensor<16x32x!tt.ptr<i32>, #blocked1>
  tt.func @tall(%p: tensor<16x32x!tt.ptr<i32>, #tall>, %m: !ttg.memdesc<16x32xi32, #shared, #smem, mutable>) {
    %t = ttg.async_copy_global_to_local %p, %m : tensor<16x32x!tt.ptr<i32>, #tall> -> <16x32xi32, #shared, #smem, mutable>
    tt.return
  }
  // CHECK-LABEL: @both(
  tt.func @both(%p: tensor<8x8x!tt.ptr<i32>, #tall>, %m: !ttg.memdesc<8x8xi32, #shared, #smem, mutable>) {
    // CHECK-NEXT: ttg.convert_layout
    // CHECK-NEXT: ttg.convert_layout
    // CHECK-NEXT: ttg.async_copy_global_to_local
    %t = ttg.async_copy_global_to_local %p, %m : tensor<8x8x!tt.ptr<i32>, #tall> -> <8x8xi32, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Two blocks share the copy.

#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0], CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = {{\[\[1, 0\]\]}}}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 2 : i32} {
  // CHECK-LABEL: @two_blocks(
  // CHECK: ttg.async_copy_global_to_local {{%.*}}, %arg1 : tensor<32x32x!tt.ptr<i16>, #blocked1>
  tt.func @two_blocks(%p: tensor<32x32x!tt.ptr<i16>, #wide>, %m: !ttg.memdesc<32x32xi16, #shared, #smem, mutable>) {
    %t = ttg.async_copy_global_to_local %p, %m : tensor<32x32x!tt.ptr<i16>, #wide> -> <32x32xi16, #shared, #smem, mutable>
    tt.return
  }
}
