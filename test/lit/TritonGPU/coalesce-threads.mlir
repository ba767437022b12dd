// RUN: mini-opt %s -split-input-file --tritongpu-coalesce | FileCheck %s

// The number of warps, threads and blocks shapes the layout.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @one_warp(
  tt.func @one_warp(%p: tensor<128x!tt.ptr<f16>, #flat> {tt.contiguity = 128 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x!tt.ptr<f16>, #blocked> -> tensor<128x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<128x!tt.ptr<f16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<128xf16, #blocked1> -> tensor<128xf16, #blocked>
    %v = tt.load %p : tensor<128x!tt.ptr<f16>, #flat>
    tt.return
  }
}

// -----

// Sixteen warps need 8192 elements to give eight to each thread.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [16], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [16], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [16], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [16], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 16 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @sixteen_warps(
  tt.func @sixteen_warps(%p: tensor<2048x!tt.ptr<bf16>, #flat> {tt.contiguity = 2048 : i32, tt.divisibility = 16 : i32},
                         %q: tensor<8192x!tt.ptr<bf16>, #flat> {tt.contiguity = 8192 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<2048x!tt.ptr<bf16>, #blocked> -> tensor<2048x!tt.ptr<bf16>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<2048x!tt.ptr<bf16>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<2048xbf16, #blocked1> -> tensor<2048xbf16, #blocked>
    %v = tt.load %p : tensor<2048x!tt.ptr<bf16>, #flat>
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<8192x!tt.ptr<bf16>, #blocked> -> tensor<8192x!tt.ptr<bf16>, #blocked2>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<8192x!tt.ptr<bf16>, #blocked2>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<8192xbf16, #blocked2> -> tensor<8192xbf16, #blocked>
    %w = tt.load %q : tensor<8192x!tt.ptr<bf16>, #flat>
    tt.return
  }
}

// -----

// Warps of 64 threads.

#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  // CHECK-LABEL: @wave64(
  tt.func @wave64(%p: tensor<16x128x!tt.ptr<f32>, #tile> {tt.contiguity = dense<[1, 128]> : tensor<2xi32>, tt.divisibility = dense<[4, 16]> : tensor<2xi32>}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<16x128x!tt.ptr<f32>, #blocked> -> tensor<16x128x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<16x128x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<16x128xf32, #blocked1> -> tensor<16x128xf32, #blocked>
    %v = tt.load %p : tensor<16x128x!tt.ptr<f32>, #tile>
    tt.return
  }
}

// -----

// Without its attribute a warp has 32 threads; a function may have warps of its own.

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#eight = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @of_the_module(
  tt.func @of_the_module(%p: tensor<512x!tt.ptr<f32>, #flat> {tt.contiguity = 512 : i32, tt.divisibility = 16 : i32}) {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked> -> tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<512x!tt.ptr<f32>, #blocked1>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf32, #blocked1> -> tensor<512xf32, #blocked>
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #flat>
    tt.return
  }
  // CHECK-LABEL: @of_the_function(
  tt.func @of_the_function(%p: tensor<512x!tt.ptr<f32>, #eight> {tt.contiguity = 512 : i32, tt.divisibility = 16 : i32}) attributes {"ttg.num-warps" = 8 : i32} {
    // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<512x!tt.ptr<f32>, #blocked2> -> tensor<512x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<512x!tt.ptr<f32>, #blocked3>
    // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<512xf32, #blocked3> -> tensor<512xf32, #blocked2>
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #eight>
    tt.return
  }
}

// -----

// A partition of a warp specialisation has warps of its own as well.

#default = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#single = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#pair = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: #blocked5 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @specialised(
  tt.func @specialised(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    ttg.warp_specialize(%p)
    default {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #default>
      %b = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #default>
      %ps = tt.addptr %b, %r : tensor<256x!tt.ptr<f32>, #default>, tensor<256xi32, #default>
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<256x!tt.ptr<f32>, #blocked> -> tensor<256x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<256x!tt.ptr<f32>, #blocked1>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<256xf32, #blocked1> -> tensor<256xf32, #blocked>
      %v = tt.load %ps : tensor<256x!tt.ptr<f32>, #default>
      ttg.warp_yield
    }
    partition0(%q: !tt.ptr<f32>) num_warps(1) {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #single>
      %b = tt.splat %q : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #single>
      %ps = tt.addptr %b, %r : tensor<256x!tt.ptr<f32>, #single>, tensor<256xi32, #single>
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<256x!tt.ptr<f32>, #blocked2> -> tensor<256x!tt.ptr<f32>, #blocked3>
      // CHECK-NEXT: [[RES:%.*]] = tt.load [[PTR]] : tensor<256x!tt.ptr<f32>, #blocked3>
      // CHECK-NEXT: ttg.convert_layout [[RES]] : tensor<256xf32, #blocked3> -> tensor<256xf32, #blocked2>
      %v = tt.load %ps : tensor<256x!tt.ptr<f32>, #single>
      ttg.warp_return
    }
    partition1(%q: !tt.ptr<f32>) num_warps(2) {
      %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #pair>
      %b = tt.splat %q : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #pair>
      %ps = tt.addptr %b, %r : tensor<128x!tt.ptr<f32>, #pair>, tensor<128xi32, #pair>
      %v = arith.constant dense<0.0> : tensor<128xf32, #pair>
      // CHECK: [[PTR:%.*]] = ttg.convert_layout {{%.*}} : tensor<128x!tt.ptr<f32>, #blocked4> -> tensor<128x!tt.ptr<f32>, #blocked5>
      // CHECK-NEXT: [[VAL:%.*]] = ttg.convert_layout {{%.*}} : tensor<128xf32, #blocked4> -> tensor<128xf32, #blocked5>
      // CHECK-NEXT: tt.store [[PTR]], [[VAL]] : tensor<128x!tt.ptr<f32>, #blocked5>
      tt.store %ps, %v : tensor<128x!tt.ptr<f32>, #pair>
      ttg.warp_return
    } : (!tt.ptr<f32>) -> ()
    tt.return
  }
}
