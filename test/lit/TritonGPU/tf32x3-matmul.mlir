// RUN: mini-opt %s -split-input-file --tritongpu-F32DotTC="emu-tf32=true" | FileCheck %s
// RUN: mini-opt %s -split-input-file --tritongpu-F32DotTC="emu-tf32=1" -canonicalize | FileCheck %s --check-prefix=CANON
// RUN: mini-opt %s -split-input-file --tritongpu-F32DotTC | FileCheck %s --check-prefix=OFF

// Answers to @dot_test: operands are rounded to tf32, and so is what is left of them.

// CHECK-LABEL: @three_products(
// CANON-LABEL: @three_products(
// OFF-LABEL: @three_products(
tt.func @three_products(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: [[A0:%.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0 : tensor<16x32xf32> -> tensor<16x32xf32>
  // CHECK-NEXT: [[A1:%.*]] = arith.subf %arg0, [[A0]] : tensor<16x32xf32>
  // CHECK-NEXT: [[B0:%.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg1 : tensor<32x16xf32> -> tensor<32x16xf32>
  // CHECK-NEXT: [[B1:%.*]] = arith.subf %arg1, [[B0]] : tensor<32x16xf32>
  // CHECK: [[D0:%.*]] = tt.dot [[A1]], [[B0]], %cst, inputPrecision = tf32 :
  // CHECK-NEXT: [[D1:%.*]] = tt.dot [[A0]], [[B1]], [[D0]], inputPrecision = tf32 :
  // CHECK: [[NAN:%.*]] = arith.cmpf uno, [[D1]], [[D1]]
  // CHECK: [[D2:%.*]] = arith.select [[NAN]], {{%.*}}, [[D1]]
  // CHECK-NEXT: [[D3:%.*]] = tt.dot [[A0]], [[B0]], [[D2]], inputPrecision = tf32 :
  // CHECK-NEXT: [[SUM:%.*]] = arith.addf [[D3]], %arg2
  // CHECK: tt.return [[SUM]]
  // CANON-COUNT-3: tt.dot
  // CANON-NOT: tt.dot
  // CANON: tt.return
  // OFF-NEXT: tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32x3 :
  %0 = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// Cases that upstream has not: the accuracy of sums is handed on, a product may share its operands.

// CHECK-LABEL: @square(
// OFF-LABEL: @square(
tt.func @square(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK-COUNT-3: tt.dot {{.*}}, inputPrecision = tf32 {maxNumImpreciseAcc = 64 : i32} :
  // CHECK-NOT: tt.dot
  // CHECK: tt.return
  // OFF-NEXT: tt.dot
  %0 = tt.dot %a, %a, %c, inputPrecision = tf32x3 {maxNumImpreciseAcc = 64 : i32} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// Both kinds, one after the other.

// CHECK-LABEL: @chain(
tt.func @chain(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: tt.dot {{.*}}, inputPrecision = tf32 :
  // CHECK: tt.dot {{.*}}bf16> *
  // CHECK: tt.return
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = tt.dot %a, %b, %zero, inputPrecision = tf32x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %1 = tt.dot %0, %b, %zero, inputPrecision = bf16x3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return %1 : tensor<16x16xf32>
}

// -----

// Elements of i8 and f16 can't be split.

// CHECK-LABEL: @others(
tt.func @others(%a: tensor<16x16xf16>, %i: tensor<16x32xi8>, %j: tensor<32x16xi8>, %c: tensor<16x16xf32>, %k: tensor<16x16xi32>) -> (tensor<16x16xf32>, tensor<16x16xi32>) {
  // CHECK-NEXT: tt.dot %arg0, %arg0, %arg3, inputPrecision = tf32x3 :
  // CHECK-NEXT: tt.dot %arg1, %arg2, %arg4, inputPrecision = tf32x3 :
  %0 = tt.dot %a, %a, %c, inputPrecision = tf32x3 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %i, %j, %k, inputPrecision = tf32x3 : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xi32>
  tt.return %0, %1 : tensor<16x16xf32>, tensor<16x16xi32>
}
