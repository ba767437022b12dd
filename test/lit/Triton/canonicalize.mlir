// RUN: mini-opt %s -split-input-file --canonicalize | FileCheck %s

// These answer to the functions of upstream's Triton/canonicalize.mlir, in its order.

// Answers to dead_load: only the volatile load stays.

// CHECK-LABEL: @loads_nobody_wants(
// CHECK-NEXT: [[V0:%.*]] = tt.load %arg0 {isVolatile = true} : tensor<16x64x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
tt.func @loads_nobody_wants(%p: tensor<16x64x!tt.ptr<f32>>) {
  %all = arith.constant dense<true> : tensor<16x64xi1>
  %other = arith.constant dense<4.0> : tensor<16x64xf32>
  %0 = tt.load %p, %all, %other {isVolatile = true} : tensor<16x64x!tt.ptr<f32>>
  %1 = tt.load %p, %all, %other : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Answers to make_range: a range of one is a constant.

// CHECK-LABEL: @ranges_of_one(
// CHECK-NEXT: %cst = arith.constant dense<5> : tensor<1x32xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0> : tensor<1xi32>
// CHECK-NEXT: [[V0:%.*]] = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT: tt.return %cst, %cst_0, [[V0]] : tensor<1x32xi32>, tensor<1xi32>, tensor<2xi32>
tt.func @ranges_of_one() -> (tensor<1x32xi32>, tensor<1xi32>, tensor<2xi32>) {
  %0 = tt.make_range {end = 6 : i32, start = 5 : i32} : tensor<1xi32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %2 = tt.broadcast %1 : tensor<1x1xi32> -> tensor<1x32xi32>
  %3 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %4 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  tt.return %2, %3, %4 : tensor<1x32xi32>, tensor<1xi32>, tensor<2xi32>
}

// -----

// Answers to fold_addptr.

// CHECK-LABEL: @no_step(
// CHECK-NEXT: tt.return %arg0 : tensor<8x16x!tt.ptr<i8>>
tt.func @no_step(%p: tensor<8x16x!tt.ptr<i8>>) -> tensor<8x16x!tt.ptr<i8>> {
  %zero = arith.constant dense<0> : tensor<8x16xi64>
  %0 = tt.addptr %p, %zero : tensor<8x16x!tt.ptr<i8>>, tensor<8x16xi64>
  tt.return %0 : tensor<8x16x!tt.ptr<i8>>
}

// -----

// Answers to fold_addptr_scalar.

// CHECK-LABEL: @no_scalar_step(
// CHECK-NEXT: tt.return %arg0 : !tt.ptr<i8>
tt.func @no_scalar_step(%p: !tt.ptr<i8>) -> !tt.ptr<i8> {
  %zero = arith.constant 0 : i64
  %0 = tt.addptr %p, %zero : !tt.ptr<i8>, i64
  tt.return %0 : !tt.ptr<i8>
}

// -----

// Answers to fn: expand_dims goes before the broadcast, with layouts.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#column = #ttg.slice<{dim = 0, parent = #rows}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @expand_first(
  // CHECK-NEXT: [[V0:%.*]] = tt.expand_dims %arg0 {axis = 0 : i32} : tensor<1xf16, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x1xf16, #blocked>
  // CHECK-NEXT: [[V1:%.*]] = tt.broadcast [[V0]] : tensor<1x1xf16, #blocked> -> tensor<1x64xf16, #blocked>
  // CHECK-NEXT: tt.return [[V1]] : tensor<1x64xf16, #blocked>
  tt.func @expand_first(%v: tensor<1xf16, #column>) -> tensor<1x64xf16, #rows> {
    %0 = tt.broadcast %v : tensor<1xf16, #column> -> tensor<64xf16, #column>
    %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xf16, #column> -> tensor<1x64xf16, #rows>
    tt.return %1 : tensor<1x64xf16, #rows>
  }
}

// -----

// Answers to fp_to_fp_pos_zero_fold.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @zero(
  // CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<8x32xf8E5M2, #blocked>
  // CHECK-NEXT: tt.return %cst : tensor<8x32xf8E5M2, #blocked>
  tt.func @zero() -> tensor<8x32xf8E5M2, #rows> {
    %x = arith.constant dense<0.0> : tensor<8x32xf16, #rows>
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8x32xf16, #rows> -> tensor<8x32xf8E5M2, #rows>
    tt.return %0 : tensor<8x32xf8E5M2, #rows>
  }
}

// -----

// Answers to fp_to_fp_pos_zero_fold_scalar.

// CHECK-LABEL: @scalar_zero(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f8E5M2
// CHECK-NEXT: tt.return %cst : f8E5M2
tt.func @scalar_zero() -> f8E5M2 {
  %x = arith.constant 0.0 : f16
  %0 = tt.fp_to_fp %x, rounding = rtne : f16 -> f8E5M2
  tt.return %0 : f8E5M2
}

// -----

// Answers to the first fp_to_fp_neg_zero_fold: the sign stays.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @minus_zero(
  // CHECK-NEXT: %cst = arith.constant dense<-0.000000e+00> : tensor<8x32xf8E5M2, #blocked>
  // CHECK-NEXT: tt.return %cst : tensor<8x32xf8E5M2, #blocked>
  tt.func @minus_zero() -> tensor<8x32xf8E5M2, #rows> {
    %x = arith.constant dense<-0.0> : tensor<8x32xf16, #rows>
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8x32xf16, #rows> -> tensor<8x32xf8E5M2, #rows>
    tt.return %0 : tensor<8x32xf8E5M2, #rows>
  }
}

// -----

// Answers to the second fp_to_fp_neg_zero_fold: this type has no negative zero.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @no_minus_zero(
  // CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : tensor<8x32xf8E5M2FNUZ, #blocked>
  // CHECK-NEXT: tt.return %cst : tensor<8x32xf8E5M2FNUZ, #blocked>
  tt.func @no_minus_zero() -> tensor<8x32xf8E5M2FNUZ, #rows> {
    %x = arith.constant dense<-0.0> : tensor<8x32xf32, #rows>
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8x32xf32, #rows> -> tensor<8x32xf8E5M2FNUZ, #rows>
    tt.return %0 : tensor<8x32xf8E5M2FNUZ, #rows>
  }
}

// -----

// Answers to fold_fp_to_fp_non_zero_nofold.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @infinity(
  // CHECK-NEXT: %cst = arith.constant dense<0x7F800000> : tensor<8x32xf32, #blocked>
  // CHECK-NEXT: [[V0:%.*]] = tt.fp_to_fp %cst, rounding = rtne : tensor<8x32xf32, #blocked> -> tensor<8x32xf8E5M2, #blocked>
  // CHECK-NEXT: tt.return [[V0]] : tensor<8x32xf8E5M2, #blocked>
  tt.func @infinity() -> tensor<8x32xf8E5M2, #rows> {
    %x = arith.constant dense<0x7F800000> : tensor<8x32xf32, #rows>
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8x32xf32, #rows> -> tensor<8x32xf8E5M2, #rows>
    tt.return %0 : tensor<8x32xf8E5M2, #rows>
  }
}

// -----

// Answers to fold_fp_to_fp_non_constant_nofold.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: @unknown(
  // CHECK-NEXT: [[V0:%.*]] = tt.fp_to_fp %arg0, rounding = rtne : tensor<8x32xf16, #blocked> -> tensor<8x32xf8E5M2, #blocked>
  // CHECK-NEXT: tt.return [[V0]] : tensor<8x32xf8E5M2, #blocked>
  tt.func @unknown(%x: tensor<8x32xf16, #rows>) -> tensor<8x32xf8E5M2, #rows> {
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8x32xf16, #rows> -> tensor<8x32xf8E5M2, #rows>
    tt.return %0 : tensor<8x32xf8E5M2, #rows>
  }
}

// -----

// Answers to @fold_broadcast_constant_pattern.

// CHECK-LABEL: @constant_broadcast(
// CHECK-NEXT: %cst = arith.constant dense<-3> : tensor<4x32xi16>
// CHECK-NEXT: tt.return %cst : tensor<4x32xi16>
tt.func @constant_broadcast() -> tensor<4x32xi16> {
  %x = arith.constant dense<-3> : tensor<1x32xi16>
  %0 = tt.broadcast %x : tensor<1x32xi16> -> tensor<4x32xi16>
  tt.return %0 : tensor<4x32xi16>
}

// -----

// Answers to @fold_transpose_constant.

// CHECK-LABEL: @constant_transpose(
// CHECK-NEXT: %cst = arith.constant dense<9> : tensor<8x2x4xi16>
// CHECK-NEXT: tt.return %cst : tensor<8x2x4xi16>
tt.func @constant_transpose() -> tensor<8x2x4xi16> {
  %x = arith.constant dense<9> : tensor<2x4x8xi16>
  %0 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<2x4x8xi16> -> tensor<8x2x4xi16>
  tt.return %0 : tensor<8x2x4xi16>
}

// -----

// Answers to @canonicalize_int_to_ptr_of_ptr_to_int.

// CHECK-LABEL: @there_and_back(
// CHECK-NEXT: tt.return %arg0 : !tt.ptr<bf16>
tt.func @there_and_back(%p: !tt.ptr<bf16>) -> !tt.ptr<bf16> {
  %0 = tt.ptr_to_int %p : !tt.ptr<bf16> -> i64
  %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<bf16>
  tt.return %1 : !tt.ptr<bf16>
}

// -----

// Answers to @canonicalize_int_to_ptr_of_ptr_to_int_with_different_ptr_type.

// CHECK-LABEL: @back_as_another(
// CHECK-NEXT: [[V0:%.*]] = tt.bitcast %arg0 : tensor<32x!tt.ptr<i64>> -> tensor<32x!tt.ptr<i8>>
// CHECK-NEXT: tt.return [[V0]] : tensor<32x!tt.ptr<i8>>
tt.func @back_as_another(%p: tensor<32x!tt.ptr<i64>>) -> tensor<32x!tt.ptr<i8>> {
  %0 = tt.ptr_to_int %p : tensor<32x!tt.ptr<i64>> -> tensor<32xi64>
  %1 = tt.int_to_ptr %0 : tensor<32xi64> -> tensor<32x!tt.ptr<i8>>
  tt.return %1 : tensor<32x!tt.ptr<i8>>
}

// -----

// Answers to @canonicalize_int_to_ptr_with_constant_offset_f32.

// CHECK-LABEL: @forty_bytes_of_i32(
// CHECK-NEXT: %cst = arith.constant dense<10> : tensor<32xi64>
// CHECK-NEXT: [[V0:%.*]] = tt.addptr %arg0, %cst : tensor<32x!tt.ptr<i32>>, tensor<32xi64>
// CHECK-NEXT: tt.return [[V0]] : tensor<32x!tt.ptr<i32>>
tt.func @forty_bytes_of_i32(%p: tensor<32x!tt.ptr<i32>>) -> tensor<32x!tt.ptr<i32>> {
  %k = arith.constant dense<40> : tensor<32xi64>
  %0 = tt.ptr_to_int %p : tensor<32x!tt.ptr<i32>> -> tensor<32xi64>
  %1 = arith.addi %0, %k : tensor<32xi64>
  %2 = tt.int_to_ptr %1 : tensor<32xi64> -> tensor<32x!tt.ptr<i32>>
  tt.return %2 : tensor<32x!tt.ptr<i32>>
}

// -----

// Answers to @canonicalize_int_to_ptr_with_constant_offset_f16: backwards.

// CHECK-LABEL: @back_six_bytes_of_bf16(
// CHECK-NEXT: %cst = arith.constant dense<-3> : tensor<32xi64>
// CHECK-NEXT: [[V0:%.*]] = tt.addptr %arg0, %cst : tensor<32x!tt.ptr<bf16>>, tensor<32xi64>
// CHECK-NEXT: tt.return [[V0]] : tensor<32x!tt.ptr<bf16>>
tt.func @back_six_bytes_of_bf16(%p: tensor<32x!tt.ptr<bf16>>) -> tensor<32x!tt.ptr<bf16>> {
  %k = arith.constant dense<-6> : tensor<32xi64>
  %0 = tt.ptr_to_int %p : tensor<32x!tt.ptr<bf16>> -> tensor<32xi64>
  %1 = arith.addi %0, %k : tensor<32xi64>
  %2 = tt.int_to_ptr %1 : tensor<32xi64> -> tensor<32x!tt.ptr<bf16>>
  tt.return %2 : tensor<32x!tt.ptr<bf16>>
}

// -----

// Answers to @no_canonicalize_non_constant_offset.

// CHECK-LABEL: @unknown_bytes(
// CHECK-NEXT: [[V0:%.*]] = tt.ptr_to_int %arg0 : !tt.ptr<i32> -> i64
// CHECK-NEXT: [[V1:%.*]] = arith.addi [[V0]], %arg1 : i64
// CHECK-NEXT: [[V2:%.*]] = tt.int_to_ptr [[V1]] : i64 -> !tt.ptr<i32>
// CHECK-NEXT: tt.return [[V2]] : !tt.ptr<i32>
tt.func @unknown_bytes(%p: !tt.ptr<i32>, %k: i64) -> !tt.ptr<i32> {
  %0 = tt.ptr_to_int %p : !tt.ptr<i32> -> i64
  %1 = arith.addi %0, %k : i64
  %2 = tt.int_to_ptr %1 : i64 -> !tt.ptr<i32>
  tt.return %2 : !tt.ptr<i32>
}

// -----

// Answers to @no_canonicalize_indivisible_offset.

// CHECK-LABEL: @ten_bytes_of_i64(
// CHECK-NEXT: %cst = arith.constant dense<10> : tensor<32xi64>
// CHECK-NEXT: [[V0:%.*]] = tt.ptr_to_int %arg0 : tensor<32x!tt.ptr<i64>> -> tensor<32xi64>
// CHECK-NEXT: [[V1:%.*]] = arith.addi [[V0]], %cst : tensor<32xi64>
// CHECK-NEXT: [[V2:%.*]] = tt.int_to_ptr [[V1]] : tensor<32xi64> -> tensor<32x!tt.ptr<i64>>
// CHECK-NEXT: tt.return [[V2]] : tensor<32x!tt.ptr<i64>>
tt.func @ten_bytes_of_i64(%p: tensor<32x!tt.ptr<i64>>) -> tensor<32x!tt.ptr<i64>> {
  %k = arith.constant dense<10> : tensor<32xi64>
  %0 = tt.ptr_to_int %p : tensor<32x!tt.ptr<i64>> -> tensor<32xi64>
  %1 = arith.addi %0, %k : tensor<32xi64>
  %2 = tt.int_to_ptr %1 : tensor<32xi64> -> tensor<32x!tt.ptr<i64>>
  tt.return %2 : tensor<32x!tt.ptr<i64>>
}
