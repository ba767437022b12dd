// RUN: mini-opt %s --triton-reorder-broadcast | FileCheck %s

// These answer to the functions of upstream's Triton/reorder-broadcast.mlir, in its order.

// Answers to @test_splat_elementwise_pattern.

// CHECK-LABEL: @after_splats(
// CHECK-NEXT: %c4096_i64 = arith.constant 4096 : i64
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f16
// CHECK-NEXT: [[V0:%.*]] = arith.mulf %arg0, %cst : f16
// CHECK-NEXT: [[V1:%.*]] = tt.splat [[V0]] : f16 -> tensor<16x64xf16>
// CHECK-NEXT: [[V2:%.*]] = tt.int_to_ptr %c4096_i64 : i64 -> !tt.ptr<i8>
// CHECK-NEXT: [[V3:%.*]] = tt.splat [[V2]] : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
// CHECK-NEXT: tt.return [[V1]], [[V3]] : tensor<16x64xf16>, tensor<64x!tt.ptr<i8>>
tt.func @after_splats(%s: f16) -> (tensor<16x64xf16>, tensor<64x!tt.ptr<i8>>) {
  %c4096 = arith.constant 4096 : i64
  %k = arith.constant dense<3.0> : tensor<16x64xf16>
  %0 = tt.splat %s : f16 -> tensor<16x64xf16>
  %1 = arith.mulf %k, %0 : tensor<16x64xf16>
  %2 = tt.splat %c4096 : i64 -> tensor<64xi64>
  %3 = tt.int_to_ptr %2 : tensor<64xi64> -> tensor<64x!tt.ptr<i8>>
  tt.return %1, %3 : tensor<16x64xf16>, tensor<64x!tt.ptr<i8>>
}

// Answers to @test_broadcast_elementwise_pattern.

// CHECK-LABEL: @after_broadcasts(
// CHECK-NEXT: %cst = arith.constant dense<3.000000e+00> : tensor<1x64xf16>
// CHECK-NEXT: [[V0:%.*]] = math.exp %arg0 : tensor<1x64xf16>
// CHECK-NEXT: [[V1:%.*]] = tt.broadcast [[V0]] : tensor<1x64xf16> -> tensor<16x64xf16>
// CHECK-NEXT: [[V2:%.*]] = arith.subf %cst, %arg0 : tensor<1x64xf16>
// CHECK-NEXT: [[V3:%.*]] = tt.broadcast [[V2]] : tensor<1x64xf16> -> tensor<8x64xf16>
// CHECK-NEXT: tt.return [[V1]], [[V3]] : tensor<16x64xf16>, tensor<8x64xf16>
tt.func @after_broadcasts(%v: tensor<1x64xf16>) -> (tensor<16x64xf16>, tensor<8x64xf16>) {
  %0 = tt.broadcast %v : tensor<1x64xf16> -> tensor<16x64xf16>
  %1 = math.exp %0 : tensor<16x64xf16>
  %2 = tt.broadcast %v : tensor<1x64xf16> -> tensor<8x64xf16>
  %k = arith.constant dense<3.0> : tensor<8x64xf16>
  %3 = arith.subf %k, %2 : tensor<8x64xf16>
  tt.return %1, %3 : tensor<16x64xf16>, tensor<8x64xf16>
}

// Answers to @test_broadcast_binary_op_pattern: only where both are broadcast alike.

// CHECK-LABEL: @two_broadcasts(
// CHECK-NEXT: [[V0:%.*]] = tt.broadcast %arg0 : tensor<1x64xi32> -> tensor<16x64xi32>
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg0, %arg1 : tensor<1x64xi32>
// CHECK-NEXT: [[V2:%.*]] = tt.broadcast [[V1]] : tensor<1x64xi32> -> tensor<16x64xi32>
// CHECK-NEXT: [[V3:%.*]] = tt.broadcast %arg2 : tensor<16x1xi32> -> tensor<16x64xi32>
// CHECK-NEXT: [[V4:%.*]] = arith.addi [[V0]], [[V3]] : tensor<16x64xi32>
// CHECK-NEXT: tt.return [[V2]], [[V4]] : tensor<16x64xi32>, tensor<16x64xi32>
tt.func @two_broadcasts(%u: tensor<1x64xi32>, %v: tensor<1x64xi32>, %w: tensor<16x1xi32>) -> (tensor<16x64xi32>, tensor<16x64xi32>) {
  %0 = tt.broadcast %u : tensor<1x64xi32> -> tensor<16x64xi32>
  %1 = tt.broadcast %v : tensor<1x64xi32> -> tensor<16x64xi32>
  %2 = arith.addi %0, %1 : tensor<16x64xi32>
  %3 = tt.broadcast %w : tensor<16x1xi32> -> tensor<16x64xi32>
  %4 = arith.addi %0, %3 : tensor<16x64xi32>
  tt.return %2, %4 : tensor<16x64xi32>, tensor<16x64xi32>
}

// Answers to @test_broadcast_mix_type_op_pattern.

// CHECK-LABEL: @types_differ(
// CHECK-NEXT: [[V0:%.*]] = tt.splat %arg1 : i32 -> tensor<1x64xi32>
// CHECK-NEXT: [[V1:%.*]] = arith.select %arg2, [[V0]], %arg0 : tensor<1x64xi1>, tensor<1x64xi32>
// CHECK-NEXT: [[V2:%.*]] = tt.broadcast [[V1]] : tensor<1x64xi32> -> tensor<16x64xi32>
// CHECK-NEXT: tt.return [[V2]] : tensor<16x64xi32>
tt.func @types_differ(%v: tensor<1x64xi32>, %s: i32, %c: tensor<1x64xi1>) -> tensor<16x64xi32> {
  %0 = tt.broadcast %v : tensor<1x64xi32> -> tensor<16x64xi32>
  %1 = tt.splat %s : i32 -> tensor<16x64xi32>
  %2 = tt.broadcast %c : tensor<1x64xi1> -> tensor<16x64xi1>
  %3 = arith.select %2, %1, %0 : tensor<16x64xi1>, tensor<16x64xi32>
  tt.return %3 : tensor<16x64xi32>
}
