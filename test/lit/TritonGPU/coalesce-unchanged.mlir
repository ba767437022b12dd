// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s
// RUN: mini-opt %s -split-input-file | FileCheck %s

// What the pass leaves as it is, word for word: the checks hold with and without it.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @scalars(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: i1, %arg2: f32) {
  tt.func @scalars(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1, %x: f32) {
    // CHECK-NEXT: %0 = tt.load %arg0, %arg1, %arg2 : !tt.ptr<f32>
    %v = tt.load %p, %c, %x : !tt.ptr<f32>
    // CHECK-NEXT: tt.store %arg0, %0 : !tt.ptr<f32>
    tt.store %p, %v : !tt.ptr<f32>
    // CHECK-NEXT: %1 = tt.atomic_rmw fadd, relaxed, gpu, %arg0, %0, %arg1 : (!tt.ptr<f32>, f32, i1) -> f32
    %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v, %c : (!tt.ptr<f32>, f32, i1) -> f32
    // CHECK-NEXT: tt.return
    tt.return
  // CHECK-NEXT: }
  }
  // CHECK-LABEL: tt.func @pointers_only(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<128x!tt.ptr<f16>, #blocked> {
  tt.func @pointers_only(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<128x!tt.ptr<f16>, #flat> {
    // CHECK-NEXT: %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #flat>
    // CHECK-NEXT: %1 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #blocked>
    %b = tt.splat %p : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #flat>
    // CHECK-NEXT: %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<f16>, #blocked>, tensor<128xi32, #blocked>
    %ps = tt.addptr %b, %r : tensor<128x!tt.ptr<f16>, #flat>, tensor<128xi32, #flat>
    // CHECK-NEXT: tt.return %2 : tensor<128x!tt.ptr<f16>, #blocked>
    tt.return %ps : tensor<128x!tt.ptr<f16>, #flat>
  // CHECK-NEXT: }
  }
  // CHECK-LABEL: tt.func @shared(%arg0: tensor<32x32xf16, #blocked1>) -> tensor<32x32xf16, #blocked1> {
  tt.func @shared(%t: tensor<32x32xf16, #tile>) -> tensor<32x32xf16, #tile> {
    // CHECK-NEXT: %0 = ttg.local_alloc %arg0 : (tensor<32x32xf16, #blocked1>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    %m = ttg.local_alloc %t : (tensor<32x32xf16, #tile>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: ttg.local_store %arg0, %0 : tensor<32x32xf16, #blocked1> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    ttg.local_store %t, %m : tensor<32x32xf16, #tile> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    // CHECK-NEXT: %1 = ttg.local_load %0 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked1>
    %v = ttg.local_load %m : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #tile>
    // CHECK-NEXT: tt.return %1 : tensor<32x32xf16, #blocked1>
    tt.return %v : tensor<32x32xf16, #tile>
  // CHECK-NEXT: }
  }
  // CHECK-LABEL: tt.func private @declared(!tt.ptr<f32>)
  tt.func private @declared(!tt.ptr<f32>)
}

// -----

// A module without a function.

// CHECK: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32} {
}
