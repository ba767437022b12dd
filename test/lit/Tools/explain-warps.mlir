// NO-GOLDEN: the report is mini-opt's own.
// RUN: mini-opt %s --explain --num-warps=8 -split-input-file | FileCheck %s

// 512 f16 for 256 threads: with fewer warps, or more elements, each gets a whole instruction.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-warps.mlir:[[# @LINE + 7]]: store 512xf16: 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used
// CHECK-NEXT: hint: num_warps=2: 16 bytes
tt.func public @eight_warps(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<512xf16>
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %i : tensor<512x!tt.ptr<f16>>, tensor<512xi32>
  tt.store %dst, %zero : tensor<512x!tt.ptr<f16>>
  tt.return
}

// -----

// Fewer warps and an aligned pointer, both.

// CHECK: 1 access, 0 at full width, 1 with a hint, 0 with a reason for none
// CHECK: explain-warps.mlir:[[# @LINE + 8]]: store 512xf16: 2 of 16 bytes, limited by divisibility; 2 sectors a request, 100% used
// CHECK-NEXT: cause: argument %x has divisibility 1, not 4: tt.addptr (line [[# @LINE + 6]]) gives divisibility 1, not 4
// CHECK-NEXT: hint: align %x to 16 bytes (tt.divisibility = 16): 4 bytes
tt.func public @both(%x: !tt.ptr<f16>) {
  %zero = arith.constant dense<0.0> : tensor<512xf16>
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %x_s = tt.splat %x : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>>
  %dst = tt.addptr %x_s, %i : tensor<512x!tt.ptr<f16>>, tensor<512xi32>
  tt.store %dst, %zero : tensor<512x!tt.ptr<f16>>
  tt.return
}

// -----

// No more elements than a warp has lanes.

// CHECK: 1 access, 0 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-warps.mlir:[[# @LINE + 7]]: store 32xf32: 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used
// CHECK-NEXT: no hint: the tensor has 32 elements for 256 threads, and a single warp has as many
tt.func public @one_warp(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %dst, %zero : tensor<32x!tt.ptr<f32>>
  tt.return
}

// -----

// A small vector beside a large tile: not worth fewer warps.

// CHECK: 2 accesses, 1 at full width, 0 with a hint, 1 with a reason for none
// CHECK: explain-warps.mlir:[[# @LINE + 9]]: store 256xf32: 4 of 16 bytes, limited by elements per thread; 4 sectors a request, 100% used
// CHECK-NEXT: no hint: the tensor has 256 elements for 256 threads, and other accesses move most of the bytes
// CHECK-NEXT: explain-warps.mlir:[[# @LINE + 11]]: store 4096xf32: 16 of 16 bytes, as wide as can be; 16 sectors a request, 100% used
tt.func public @small_beside_large(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %small = arith.constant dense<0.0> : tensor<256xf32>
  %large = arith.constant dense<0.0> : tensor<4096xf32>
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %x_s = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %dst = tt.addptr %x_s, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %dst, %small : tensor<256x!tt.ptr<f32>>
  %j = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %y_s = tt.splat %y : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %to = tt.addptr %y_s, %j : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  tt.store %to, %large : tensor<4096x!tt.ptr<f32>>
  tt.return
}
