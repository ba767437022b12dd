// RUN: mini-opt %s --canonicalize | FileCheck %s

// Folds of arith; cases of our own.

// CHECK-LABEL: @neutral(
// CHECK-NEXT: tt.return %arg0, %arg0, %arg0, %arg0, %arg0, %arg1 : i32, i32, i32, i32, i32, f32
tt.func @neutral(%x: i32, %f: f32) -> (i32, i32, i32, i32, i32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.subi %x, %c0 : i32
  %2 = arith.muli %c1, %x : i32
  %3 = arith.divsi %x, %c1 : i32
  %4 = arith.shli %x, %c0 : i32
  %5 = arith.mulf %one, %f : f32
  tt.return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, f32
}

// x + 0.0 is not x where x is -0.0; x + -0.0 and x - 0.0 are.

// CHECK-LABEL: @zeros_of_floats(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = arith.addf %arg0, %cst : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf %arg0, %cst : f32
// CHECK-NEXT: tt.return [[V0]], %arg0, %arg0, [[V1]] : f32, f32, f32, f32
tt.func @zeros_of_floats(%f: f32) -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0 = arith.addf %f, %p : f32
  %1 = arith.addf %f, %m : f32
  %2 = arith.subf %f, %p : f32
  %3 = arith.mulf %f, %p : f32
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: @absorbing(
// CHECK-NEXT: %cst = arith.constant dense<0> : tensor<8xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<-1> : tensor<8xi32>
// CHECK-NEXT: tt.return %cst, %cst, %cst_0, %arg0 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
tt.func @absorbing(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %ones = arith.constant dense<-1> : tensor<8xi32>
  %0 = arith.muli %x, %zero : tensor<8xi32>
  %1 = arith.andi %x, %zero : tensor<8xi32>
  %2 = arith.ori %x, %ones : tensor<8xi32>
  %3 = arith.andi %x, %ones : tensor<8xi32>
  tt.return %0, %1, %2, %3 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: @with_itself(
// CHECK-NEXT: %c0_i16 = arith.constant 0 : i16
// CHECK-NEXT: tt.return %c0_i16, %c0_i16, %arg0, %arg0, %arg0 : i16, i16, i16, i16, i16
tt.func @with_itself(%x: i16) -> (i16, i16, i16, i16, i16) {
  %0 = arith.subi %x, %x : i16
  %1 = arith.xori %x, %x : i16
  %2 = arith.andi %x, %x : i16
  %3 = arith.maxsi %x, %x : i16
  %4 = arith.minui %x, %x : i16
  tt.return %0, %1, %2, %3, %4 : i16, i16, i16, i16, i16
}

// Constants wrap around, and division rounds towards zero.

// CHECK-LABEL: @constants(
// CHECK-NEXT: %c-106_i8 = arith.constant -106 : i8
// CHECK-NEXT: %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %c124_i8 = arith.constant 124 : i8
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: %c62_i8 = arith.constant 62 : i8
// CHECK-NEXT: tt.return %c-106_i8, %c-3_i8, %c-1_i8, %c124_i8, %c-2_i8, %c62_i8 : i8, i8, i8, i8, i8, i8
tt.func @constants() -> (i8, i8, i8, i8, i8, i8) {
  %c100 = arith.constant 100 : i8
  %c50 = arith.constant 50 : i8
  %m7 = arith.constant -7 : i8
  %c2 = arith.constant 2 : i8
  %0 = arith.addi %c100, %c50 : i8
  %1 = arith.divsi %m7, %c2 : i8
  %2 = arith.remsi %m7, %c2 : i8
  %3 = arith.divui %m7, %c2 : i8
  %4 = arith.shrsi %m7, %c2 : i8
  %5 = arith.shrui %m7, %c2 : i8
  tt.return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}

// CHECK-LABEL: @by_zero(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.divsi %c9_i32, %c0_i32 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.remui %arg0, %c0_i32 : i32
// CHECK-NEXT: tt.return [[V0]], [[V1]] : i32, i32
tt.func @by_zero(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %0 = arith.divsi %c9, %c0 : i32
  %1 = arith.remui %x, %c0 : i32
  tt.return %0, %1 : i32, i32
}

// Constants gather on the right.

// CHECK-LABEL: @gathered(
// CHECK-NEXT: %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT: %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %c8_i32 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.subi %c8_i32, %arg0 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.muli %arg0, %c15_i32 : i32
// CHECK-NEXT: [[V3:%.*]] = arith.subi %arg0, %c8_i32 : i32
// CHECK-NEXT: tt.return [[V0]], [[V1]], [[V2]], [[V3]] : i32, i32, i32, i32
tt.func @gathered(%x: i32) -> (i32, i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %c3, %x : i32
  %1 = arith.addi %0, %c5 : i32
  %2 = arith.subi %c5, %x : i32
  %3 = arith.addi %2, %c3 : i32
  %4 = arith.muli %x, %c3 : i32
  %5 = arith.muli %4, %c5 : i32
  %6 = arith.subi %x, %c3 : i32
  %7 = arith.subi %6, %c5 : i32
  tt.return %1, %3, %5, %7 : i32, i32, i32, i32
}

// CHECK-LABEL: @added_and_taken(
// CHECK-NEXT: tt.return %arg0, %arg0 : i32, i32
tt.func @added_and_taken(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %y : i32
  %2 = arith.subi %x, %y : i32
  %3 = arith.addi %2, %y : i32
  tt.return %1, %3 : i32, i32
}

// CHECK-LABEL: @selects(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: [[V0:%.*]] = arith.xori %arg0, %true : i1
// CHECK-NEXT: [[V1:%.*]] = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT: tt.return %arg1, %arg1, %arg0, [[V0]], [[V1]] : i32, i32, i1, i1, i32
tt.func @selects(%c: i1, %x: i32, %y: i32) -> (i32, i32, i1, i1, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.select %true, %x, %y : i32
  %1 = arith.select %c, %x, %x : i32
  %2 = arith.select %c, %true, %false : i1
  %3 = arith.select %c, %false, %true : i1
  %4 = arith.xori %c, %true : i1
  %5 = arith.select %4, %x, %y : i32
  tt.return %0, %1, %2, %3, %5 : i32, i32, i1, i1, i32
}

// CHECK-LABEL: @comparisons(
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: [[V0:%.*]] = arith.cmpi slt, %arg0, %c4_i32 : i32
// CHECK-NEXT: tt.return %true, %false, %true, %false, [[V0]] : i1, i1, i1, i1, i1
tt.func @comparisons(%x: i32) -> (i1, i1, i1, i1, i1) {
  %c4 = arith.constant 4 : i32
  %m1 = arith.constant -1 : i32
  %0 = arith.cmpi sle, %x, %x : i32
  %1 = arith.cmpi ne, %x, %x : i32
  %2 = arith.cmpi slt, %m1, %c4 : i32
  %3 = arith.cmpi ult, %m1, %c4 : i32
  %4 = arith.cmpi sgt, %c4, %x : i32
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK-LABEL: @negated(
// CHECK-NEXT: [[V0:%.*]] = arith.cmpi uge, %arg0, %arg1 : i32
// CHECK-NEXT: tt.return [[V0]] : i1
tt.func @negated(%x: i32, %y: i32) -> i1 {
  %true = arith.constant true
  %0 = arith.cmpi ult, %x, %y : i32
  %1 = arith.xori %0, %true : i1
  tt.return %1 : i1
}

// CHECK-LABEL: @not_a_number(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: tt.return %false, %true, %cst : i1, i1, f32
tt.func @not_a_number(%f: f32) -> (i1, i1, f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %f, %nan : f32
  %1 = arith.cmpf une, %f, %nan : f32
  %2 = arith.addf %nan, %nan : f32
  tt.return %0, %1, %2 : i1, i1, f32
}

// CHECK-LABEL: @casts(
// CHECK-NEXT: %c253_i64 = arith.constant 253 : i64
// CHECK-NEXT: [[V0:%.*]] = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: [[V1:%.*]] = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT: [[V2:%.*]] = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: tt.return [[V0]], %arg0, [[V1]], %c253_i64, [[V2]] : i32, i8, i16, i64, i32
tt.func @casts(%x: i8) -> (i32, i8, i16, i64, i32) {
  %m3 = arith.constant -3 : i8
  %0 = arith.extsi %x : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.trunci %1 : i32 to i8
  %3 = arith.trunci %1 : i32 to i16
  %4 = arith.extui %m3 : i8 to i64
  %5 = arith.extui %x : i8 to i16
  %6 = arith.extsi %5 : i16 to i32
  tt.return %1, %2, %3, %4, %6 : i32, i8, i16, i64, i32
}

// CHECK-LABEL: @float_casts(
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f64
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e-01 : f32
// CHECK-NEXT: %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT: %cst_1 = arith.constant -5.000000e+00 : f32
// CHECK-NEXT: [[V0:%.*]] = arith.truncf %cst_0 : f32 to f16
// CHECK-NEXT: tt.return %c-2_i32, %cst_1, [[V0]], %cst : i32, f32, f16, f64
tt.func @float_casts() -> (i32, f32, f16, f64) {
  %a = arith.constant -2.75 : f32
  %b = arith.constant -5 : i8
  %c = arith.constant 0.1 : f32
  %d = arith.constant 1.5 : f16
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.sitofp %b : i8 to f32
  %2 = arith.truncf %c : f32 to f16
  %3 = arith.extf %d : f16 to f64
  tt.return %0, %1, %2, %3 : i32, f32, f16, f64
}

// CHECK-LABEL: @there_and_back(
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: tt.return %arg0, %cst : i32, f32
tt.func @there_and_back(%x: i32) -> (i32, f32) {
  %0 = arith.bitcast %x : i32 to f32
  %1 = arith.bitcast %0 : f32 to i32
  %c = arith.constant 0x3FC00000 : i32
  %2 = arith.bitcast %c : i32 to f32
  tt.return %1, %2 : i32, f32
}

// CHECK-LABEL: @rounding_of_halves(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : bf16
// CHECK-NEXT: %cst_0 = arith.constant 2.048000e+03 : f16
// CHECK-NEXT: tt.return %cst, %cst_0 : bf16, f16
tt.func @rounding_of_halves() -> (bf16, f16) {
  %a = arith.constant 1.0 : bf16
  %b = arith.constant 0.00390625 : bf16
  %c = arith.constant 2048.0 : f16
  %d = arith.constant 1.0 : f16
  %0 = arith.addf %a, %b : bf16
  %1 = arith.addf %c, %d : f16
  tt.return %0, %1 : bf16, f16
}

// CHECK-LABEL: @elements(
// CHECK-NEXT: %cst = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[true, true, false, false]> : tensor<4xi1>
// CHECK-NEXT: tt.return %cst, %cst_0 : tensor<4xi32>, tensor<4xi1>
tt.func @elements() -> (tensor<4xi32>, tensor<4xi1>) {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = arith.constant dense<[4, 3, 2, 1]> : tensor<4xi32>
  %k = arith.constant dense<10> : tensor<4xi32>
  %0 = arith.muli %a, %k : tensor<4xi32>
  %1 = arith.cmpi slt, %a, %b : tensor<4xi32>
  tt.return %0, %1 : tensor<4xi32>, tensor<4xi1>
}

// CHECK-LABEL: @extended(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: tt.return %arg0, %false, %c0_i32, %c0_i32 : i32, i1, i32, i32
tt.func @extended(%x: i32, %y: i32) -> (i32, i1, i32, i32) {
  %c0 = arith.constant 0 : i32
  %0, %1 = arith.addui_extended %x, %c0 : i32, i1
  %2, %3 = arith.mulsi_extended %x, %c0 : i32
  tt.return %0, %1, %2, %3 : i32, i1, i32, i32
}

// Sums and the like are rounded as they say. What overflows where that is not towards infinity is the
// largest number; what cancels out is -0 where rounding is downward.

// CHECK-LABEL: @rounding(
// CHECK-DAG: [[UP:%.*]] = arith.constant 1.120000e+02 : f8E5M2
// CHECK-DAG: [[AWAY:%.*]] = arith.constant 1.750000e+00 : f8E5M2
// CHECK-DAG: [[MOST:%.*]] = arith.constant 5.734400e+04 : f8E5M2
// CHECK-DAG: [[MINUS:%.*]] = arith.constant -0.000000e+00 : f8E5M2
// CHECK-DAG: [[LESS:%.*]] = arith.constant 3.125000e-01 : f8E5M2
// CHECK: tt.return [[UP]], [[AWAY]], [[MOST]], [[MINUS]], [[LESS]]
tt.func @rounding() -> (f8E5M2, f8E5M2, f8E5M2, f8E5M2, f8E5M2) {
  %big = arith.constant 96.0 : f8E5M2
  %small = arith.constant 0.625 : f8E5M2
  %one = arith.constant 1.0 : f8E5M2
  %three = arith.constant 3.0 : f8E5M2
  %most = arith.constant 57344.0 : f8E5M2
  %0 = arith.addf %big, %one upward : f8E5M2
  %1 = arith.addf %small, %one to_nearest_away : f8E5M2
  %2 = arith.mulf %most, %three toward_zero : f8E5M2
  %3 = arith.subf %one, %one downward : f8E5M2
  %4 = arith.divf %one, %three toward_zero : f8E5M2
  tt.return %0, %1, %2, %3, %4 : f8E5M2, f8E5M2, f8E5M2, f8E5M2, f8E5M2
}

// A NaN of a format with only one keeps its bits in another; true times true is beyond an i1.

// CHECK-LABEL: @narrow(
// CHECK-DAG: arith.constant 0xFF80 : f16
// CHECK-DAG: arith.constant 0xFF : f8E5M2
// CHECK: arith.mulsi_extended
tt.func @narrow(%b: i1) -> (f16, f8E5M2, i1, i1) {
  %nan = arith.constant 0xFF : f8E4M3FN
  %true = arith.constant true
  %0 = arith.extf %nan : f8E4M3FN to f16
  %1, %2 = arith.mulsi_extended %b, %true : i1
  %3 = arith.convertf %nan : f8E4M3FN to f8E5M2
  tt.return %0, %3, %1, %2 : f16, f8E5M2, i1, i1
}
