// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 | FileCheck %s

// What has layouts already, and what has no tensors.

#blocked = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [0, 1]}>
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [0, 1]}>
// CHECK-NEXT: module
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-NEXT: tt.func @laid_out(%arg0: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<16x16xf32, #blocked>) -> tensor<16x16xf32, #blocked> {
  // CHECK-NEXT: %0 = arith.subf %arg2, %arg2 : tensor<16x16xf32, #blocked>
  // CHECK-NEXT: %1 = tt.dot %arg0, %arg1, %0 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<16x16xf32, #blocked>
  // CHECK-NEXT: %2 = ttg.convert_layout %1 : tensor<16x16xf32, #blocked> -> tensor<16x16xf32, #blocked>
  // CHECK-NEXT: tt.return %2 : tensor<16x16xf32, #blocked>
  tt.func @laid_out(%a: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<16x16xf32, #blocked>) -> tensor<16x16xf32, #blocked> {
    %0 = arith.subf %c, %c : tensor<16x16xf32, #blocked>
    %1 = tt.dot %a, %b, %0 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<16x16xf32, #blocked>
    %2 = ttg.convert_layout %1 : tensor<16x16xf32, #blocked> -> tensor<16x16xf32, #blocked>
    tt.return %2 : tensor<16x16xf32, #blocked>
  }
}

// -----

// CHECK-LABEL: @scalars(
tt.func @scalars(%x: i32, %p: !tt.ptr<f32>, %d: !tt.tensordesc<8x8xf16>, %v: vector<4xf32>, %u: tensor<*xf32>) -> i32 {
  // CHECK-NEXT: %true = arith.constant true
  // CHECK-NEXT: %0 = arith.subi %arg0, %arg0 : i32
  // CHECK-NEXT: %1 = tt.load %arg1 : !tt.ptr<f32>
  // CHECK-NEXT: %2 = math.tanh %1 : f32
  // CHECK-NEXT: tt.store %arg1, %2 : !tt.ptr<f32>
  // CHECK-NEXT: tt.return %0 : i32
  %true = arith.constant true
  %0 = arith.subi %x, %x : i32
  %1 = tt.load %p : !tt.ptr<f32>
  %2 = math.tanh %1 : f32
  tt.store %p, %2 : !tt.ptr<f32>
  tt.return %0 : i32
}

// -----

// A module in the module is converted too, but gets no attributes.

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: module @inner {
module {
  module @inner {
    // CHECK-NEXT: tt.func @f(%arg0: tensor<4xf32, #blocked>) {
    tt.func @f(%x: tensor<4xf32>) {
      tt.return
    }
  }
}
