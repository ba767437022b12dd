// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu=target=cuda:80 | FileCheck %s

// What has to be converted is folded first, if it can be. Constants that were converted before don't
// count: between them and their users is a cast by then.

// CHECK-LABEL: @scalar_operands(
tt.func @scalar_operands(%x: tensor<64xi32>, %y: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>, tensor<64xf16>) {
  // CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
  // CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f16
  // CHECK-NEXT: %true = arith.constant true
  // CHECK-NEXT: %cst_0 = arith.constant dense<7> : tensor<64xi32, #blocked>
  // CHECK-NEXT: %cst_1 = arith.constant dense<1.500000e+00> : tensor<64xf16, #blocked>
  // CHECK-NEXT: tt.return %cst_0, %arg0, %cst_1 : tensor<64xi32, #blocked>, tensor<64xi32, #blocked>, tensor<64xf16, #blocked>
  %seven = arith.constant 7 : i32
  %half = arith.constant 1.5 : f16
  %true = arith.constant true
  %a = tt.splat %seven : i32 -> tensor<64xi32>
  %b = arith.select %true, %x, %y : tensor<64xi32>
  %c = tt.splat %half : f16 -> tensor<64xf16>
  tt.return %a, %b, %c : tensor<64xi32>, tensor<64xi32>, tensor<64xf16>
}

// -----

// CHECK-LABEL: @same_operands(
tt.func @same_operands(%x: tensor<64xi32>, %m: tensor<64xi1>, %p: tensor<64x!tt.ptr<i32>>) {
  // CHECK-NEXT: %cst = arith.constant dense<0> : tensor<64xi32, #blocked>
  // CHECK-NEXT: tt.store %arg2, %cst : tensor<64x!tt.ptr<i32>, #blocked>
  %0 = arith.subi %x, %x : tensor<64xi32>
  tt.store %p, %0 : tensor<64x!tt.ptr<i32>>
  // CHECK-NEXT: tt.store %arg2, %arg0 : tensor<64x!tt.ptr<i32>, #blocked>
  %1 = arith.andi %x, %x : tensor<64xi32>
  tt.store %p, %1 : tensor<64x!tt.ptr<i32>>
  // CHECK-NEXT: %cst_0 = arith.constant dense<true> : tensor<64xi1, #blocked>
  // CHECK-NEXT: tt.store %arg2, %arg0, %cst_0 : tensor<64x!tt.ptr<i32>, #blocked>
  %2 = arith.cmpi sle, %x, %x : tensor<64xi32>
  tt.store %p, %x, %2 : tensor<64x!tt.ptr<i32>>
  // CHECK-NEXT: tt.store %arg2, %arg0 : tensor<64x!tt.ptr<i32>, #blocked>
  %3 = arith.select %m, %x, %x : tensor<64xi1>, tensor<64xi32>
  tt.store %p, %3 : tensor<64x!tt.ptr<i32>>
  // CHECK-NEXT: tt.store %arg2, %arg0 : tensor<64x!tt.ptr<i32>, #blocked>
  %4 = arith.maxsi %x, %x : tensor<64xi32>
  tt.store %p, %4 : tensor<64x!tt.ptr<i32>>
  // CHECK-NEXT: %cst_1 = arith.constant dense<0> : tensor<64xi32, #blocked>
  // CHECK-NEXT: tt.store %arg2, %cst_1 : tensor<64x!tt.ptr<i32>, #blocked>
  %5 = arith.xori %x, %x : tensor<64xi32>
  tt.store %p, %5 : tensor<64x!tt.ptr<i32>>
  tt.return
}

// -----

// CHECK-LABEL: @same_types(
tt.func @same_types(%x: tensor<8x8xf32>, %p: tensor<8x8x!tt.ptr<f32>>) {
  // CHECK-NEXT: tt.store %arg1, %arg0 : tensor<8x8x!tt.ptr<f32>, #blocked>
  %0 = tt.broadcast %x : tensor<8x8xf32> -> tensor<8x8xf32>
  tt.store %p, %0 : tensor<8x8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %arg1, %arg0 : tensor<8x8x!tt.ptr<f32>, #blocked>
  %1 = tt.reshape %x : tensor<8x8xf32> -> tensor<8x8xf32>
  tt.store %p, %1 : tensor<8x8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %arg1, %arg0 : tensor<8x8x!tt.ptr<f32>, #blocked>
  %2 = tt.trans %x {order = array<i32: 0, 1>} : tensor<8x8xf32> -> tensor<8x8xf32>
  tt.store %p, %2 : tensor<8x8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.reshape %arg0 allow_reorder : tensor<8x8xf32, #blocked> -> tensor<8x8xf32, #blocked>
  %3 = tt.reshape %x allow_reorder : tensor<8x8xf32> -> tensor<8x8xf32>
  tt.store %p, %3 : tensor<8x8x!tt.ptr<f32>>
  tt.return
}

// -----

// Two transpositions that cancel out are not seen, nor is an addition undone by a subtraction.

// CHECK-LABEL: @not_seen(
tt.func @not_seen(%x: tensor<8x16xi32>, %y: tensor<8x16xi32>) -> (tensor<8x16xi32>, tensor<8x16xi32>) {
  // CHECK: tt.trans
  // CHECK: tt.trans
  // CHECK: arith.addi
  // CHECK: arith.subi
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x16xi32> -> tensor<16x8xi32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<16x8xi32> -> tensor<8x16xi32>
  %2 = arith.addi %x, %y : tensor<8x16xi32>
  %3 = arith.subi %2, %y : tensor<8x16xi32>
  tt.return %1, %3 : tensor<8x16xi32>, tensor<8x16xi32>
}

// -----

// Operations on constants stay, in whatever order.

// CHECK-LABEL: @constant_operands(
tt.func @constant_operands(%x: tensor<64xi32>, %p: tensor<64x!tt.ptr<i32>>) {
  // CHECK-NEXT: %cst = arith.constant dense<0> : tensor<64xi32, #blocked>
  // CHECK-NEXT: %cst_0 = arith.constant dense<3> : tensor<64xi32, #blocked>
  // CHECK-NEXT: %0 = arith.addi %cst, %arg0 : tensor<64xi32, #blocked>
  // CHECK-NEXT: %1 = arith.muli %cst, %cst_0 : tensor<64xi32, #blocked>
  // CHECK-NEXT: %2 = tt.addptr %arg1, %cst : tensor<64x!tt.ptr<i32>, #blocked>, tensor<64xi32, #blocked>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %0 = arith.addi %zero, %x : tensor<64xi32>
  %1 = arith.muli %zero, %three : tensor<64xi32>
  %2 = tt.addptr %p, %zero : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %2, %0 : tensor<64x!tt.ptr<i32>>
  tt.store %p, %1 : tensor<64x!tt.ptr<i32>>
  tt.return
}

// -----

// A range of one element is a constant, unused or not.

// CHECK-LABEL: @one_element(
tt.func @one_element() -> tensor<1xi32> {
  // CHECK-NEXT: %cst = arith.constant dense<5> : tensor<1xi32, #blocked>
  // CHECK-NEXT: %cst_0 = arith.constant dense<9> : tensor<1xi32, #blocked>
  // CHECK-NEXT: tt.return %cst : tensor<1xi32, #blocked>
  %0 = tt.make_range {end = 6 : i32, start = 5 : i32} : tensor<1xi32>
  %1 = tt.make_range {end = 10 : i32, start = 9 : i32} : tensor<1xi32>
  tt.return %0 : tensor<1xi32>
}

// -----

// A negated condition swaps the regions, if the operation gives tensors.

// CHECK-LABEL: @negated(
tt.func @negated(%c: i1, %x: tensor<16xf32>, %y: tensor<16xf32>, %i: i32, %j: i32) -> (tensor<16xf32>, i32) {
  %true = arith.constant true
  // CHECK: [[NOT:%.*]] = arith.xori %arg0, %true : i1
  // CHECK-NEXT: [[R:%.*]] = scf.if %arg0 -> (tensor<16xf32, #blocked>) {
  // CHECK-NEXT: scf.yield %arg2 : tensor<16xf32, #blocked>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg1 : tensor<16xf32, #blocked>
  %n = arith.xori %c, %true : i1
  %r = scf.if %n -> (tensor<16xf32>) {
    scf.yield %x : tensor<16xf32>
  } else {
    scf.yield %y : tensor<16xf32>
  }
  // CHECK: scf.if [[NOT]] -> (i32) {
  // CHECK-NEXT: scf.yield %arg3 : i32
  %s = scf.if %n -> (i32) {
    scf.yield %i : i32
  } else {
    scf.yield %j : i32
  }
  tt.return %r, %s : tensor<16xf32>, i32
}
