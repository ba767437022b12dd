// RUN: mini-opt %s --canonicalize | FileCheck %s

// Constants of the math dialect. Cases of our own.

// CHECK-LABEL: @logarithms(
// CHECK-NEXT: %cst = arith.constant -8.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 2.07944155 : f32
// CHECK-NEXT: %cst_1 = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 2.560000e+02 : f64
// CHECK-NEXT: [[V0:%.*]] = math.log %cst : f32
// CHECK-NEXT: [[V1:%.*]] = math.sqrt %cst : f32
// CHECK-NEXT: tt.return %cst_0, %cst_1, %cst_2, [[V0]], [[V1]] : f32, f32, f64, f32, f32
tt.func @logarithms() -> (f32, f32, f64, f32, f32) {
  %a = arith.constant 8.0 : f32
  %b = arith.constant 8.0 : f64
  %negative = arith.constant -8.0 : f32
  %0 = math.log %a : f32
  %1 = math.log2 %a : f32
  %2 = math.exp2 %b : f64
  %3 = math.log %negative : f32
  %4 = math.sqrt %negative : f32
  tt.return %0, %1, %2, %3, %4 : f32, f32, f64, f32, f32
}

// Half precision isn't computed.

// CHECK-LABEL: @half(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant 2.250000e+00 : f16
// CHECK-NEXT: [[V0:%.*]] = math.exp %cst_0 : f16
// CHECK-NEXT: [[V1:%.*]] = math.sqrt %cst_0 : f16
// CHECK-NEXT: tt.return [[V0]], [[V1]], %cst : f16, f16, f16
tt.func @half() -> (f16, f16, f16) {
  %a = arith.constant 2.25 : f16
  %0 = math.exp %a : f16
  %1 = math.sqrt %a : f16
  %2 = math.floor %a : f16
  tt.return %0, %1, %2 : f16, f16, f16
}

// CHECK-LABEL: @rounding(
// CHECK-NEXT: %cst = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: tt.return %cst, %cst_0, %cst, %cst_0, %cst_0 : f32, f32, f32, f32, f32
tt.func @rounding() -> (f32, f32, f32, f32, f32) {
  %a = arith.constant -2.5 : f32
  %0 = math.floor %a : f32
  %1 = math.ceil %a : f32
  %2 = math.round %a : f32
  %3 = math.roundeven %a : f32
  %4 = math.trunc %a : f32
  tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: @tensors(
// CHECK-NEXT: %cst = arith.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[5.000000e-01, 0.333333343]> : tensor<2xf32>
// CHECK-NEXT: [[V0:%.*]] = math.absf %arg0 : tensor<2xf32>
// CHECK-NEXT: tt.return %cst, %cst_0, [[V0]] : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
tt.func @tensors(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
  %same = arith.constant dense<-0.5> : tensor<4xf32>
  %others = arith.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %0 = math.absf %same : tensor<4xf32>
  %1 = math.rsqrt %others : tensor<2xf32>
  %2 = math.absf %x : tensor<2xf32>
  tt.return %0, %1, %2 : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @integers(
// CHECK-NEXT: %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT: %c30_i32 = arith.constant 30 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c-1728_i32 = arith.constant -1728 : i32
// CHECK-NEXT: tt.return %c12_i32, %c30_i32, %c2_i32, %c2_i32, %c-1728_i32 : i32, i32, i32, i32, i32
tt.func @integers() -> (i32, i32, i32, i32, i32) {
  %a = arith.constant -12 : i32
  %n = arith.constant 3 : i32
  %0 = math.absi %a : i32
  %1 = math.ctlz %n : i32
  %2 = math.cttz %a : i32
  %3 = math.ctpop %n : i32
  %4 = math.ipowi %a, %n : i32
  tt.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// 0 to a negative power is nothing to be computed.

// CHECK-LABEL: @powers(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT: [[V0:%.*]] = math.ipowi %c0_i32, %c-1_i32 : i32
// CHECK-NEXT: tt.return [[V0]], %c0_i32, %c-1_i32 : i32, i32, i32
tt.func @powers() -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %minus_one = arith.constant -1 : i32
  %0 = math.ipowi %zero, %minus_one : i32
  %1 = math.ipowi %two, %minus_one : i32
  %2 = math.ipowi %minus_one, %minus_one : i32
  tt.return %0, %1, %2 : i32, i32, i32
}

// A fused multiply-add has no folder.

// CHECK-LABEL: @fma(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = math.fma %cst, %cst, %cst : f32
// CHECK-NEXT: tt.return [[V0]] : f32
tt.func @fma() -> f32 {
  %a = arith.constant 2.0 : f32
  %0 = math.fma %a, %a, %a : f32
  tt.return %0 : f32
}

// Nor have powers of an i1.

// CHECK-LABEL: @powers_of_bits(
// CHECK: math.ipowi %true, %true : i1
// CHECK: math.ipowi %true, %false : i1
tt.func @powers_of_bits() -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = math.ipowi %true, %true : i1
  %1 = math.ipowi %true, %false : i1
  tt.return %0, %1 : i1, i1
}

// Questions about a float are answered for one constant, not for several at once.

// CHECK-LABEL: @questions(
// CHECK-DAG: [[T:%.*]] = arith.constant dense<true> : tensor<2xi1>
// CHECK: [[R:%.*]] = math.isnan
// CHECK-NEXT: tt.return [[T]], [[R]]
tt.func @questions() -> (tensor<2xi1>, tensor<2xi1>) {
  %same = arith.constant dense<1.0> : tensor<2xf16>
  %several = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %0 = math.isfinite %same : tensor<2xf16>
  %1 = math.isnan %several : tensor<2xf16>
  tt.return %0, %1 : tensor<2xi1>, tensor<2xi1>
}
