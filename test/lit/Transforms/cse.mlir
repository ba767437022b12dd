// RUN: mini-opt %s -allow-unregistered-dialect --cse | FileCheck %s

// Cases of our own.

// CHECK-LABEL: @same(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.muli [[V0]], [[V0]] : i32
// CHECK-NEXT: tt.return [[V1]], [[V1]] : i32, i32
tt.func @same(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.muli %0, %1 : i32
  %3 = arith.muli %1, %0 : i32
  tt.return %2, %3 : i32, i32
}

// Operands the other way round are the same where the operation commutes.

// CHECK-LABEL: @swapped(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.subi %arg1, %arg0 : i32
// CHECK-NEXT: tt.return [[V0]], [[V0]], [[V1]], [[V2]] : i32, i32, i32, i32
tt.func @swapped(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %y, %x : i32
  %2 = arith.subi %x, %y : i32
  %3 = arith.subi %y, %x : i32
  tt.return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: @attributes(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.cmpi slt, %arg0, %arg1 : i32
// CHECK-NEXT: [[V3:%.*]] = arith.cmpi sle, %arg0, %arg1 : i32
// CHECK-NEXT: tt.return [[V0]], [[V1]], [[V2]], [[V3]] : i32, i32, i1, i1
tt.func @attributes(%x: i32, %y: i32) -> (i32, i32, i1, i1) {
  %0 = arith.addi %x, %y overflow<nsw> : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.cmpi slt, %x, %y : i32
  %3 = arith.cmpi sle, %x, %y : i32
  tt.return %0, %1, %2, %3 : i32, i32, i1, i1
}

// What a dead operation used is dead only after the walk.

// CHECK-LABEL: @dead(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: tt.return
tt.func @dead(%x: i32) {
  %0 = arith.addi %x, %x : i32
  %1 = arith.muli %0, %x : i32
  tt.return
}

// A store stands between the second pair of loads.

// CHECK-LABEL: @loads(
// CHECK-NEXT: [[V0:%.*]] = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT: tt.store %arg1, [[V0]] : !tt.ptr<i32>
// CHECK-NEXT: [[V1:%.*]] = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT: tt.return [[V0]], [[V0]], [[V1]] : i32, i32, i32
tt.func @loads(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) -> (i32, i32, i32) {
  %0 = tt.load %p : !tt.ptr<i32>
  %1 = tt.load %p : !tt.ptr<i32>
  tt.store %q, %0 : !tt.ptr<i32>
  %2 = tt.load %p : !tt.ptr<i32>
  tt.return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: @into_regions(
// CHECK-NEXT: [[V0:%.*]] = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT: [[V1:%.*]] = scf.if %arg0 -> (i32) {
// CHECK-NEXT: [[V3:%.*]] = arith.addi [[V0]], %arg1 : i32
// CHECK-NEXT: scf.yield [[V3]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: [[V3]] = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: scf.yield [[V3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: [[V2:%.*]] = arith.addi [[V0]], %arg1 : i32
// CHECK-NEXT: tt.return [[V1]], [[V2]] : i32, i32
tt.func @into_regions(%c: i1, %x: i32) -> (i32, i32) {
  %0 = arith.muli %x, %x : i32
  %1 = scf.if %c -> i32 {
    %2 = arith.muli %x, %x : i32
    %3 = arith.addi %2, %x : i32
    scf.yield %3 : i32
  } else {
    %4 = arith.addi %x, %x : i32
    scf.yield %4 : i32
  }
  %5 = arith.addi %0, %x : i32
  tt.return %1, %5 : i32, i32
}

// Blocks that don't dominate each other share nothing.

// CHECK-LABEL: @blocks(
// CHECK-NEXT: [[V0:%.*]] = arith.xori %arg1, %arg1 : i32
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: [[V1:%.*]] = arith.ori %arg1, [[V0]] : i32
// CHECK-NEXT: cf.br ^bb3([[V1]], [[V0]] : i32, i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: [[V2:%.*]] = arith.ori %arg1, [[V0]] : i32
// CHECK-NEXT: cf.br ^bb3([[V2]], [[V2]] : i32, i32)
// CHECK-NEXT: ^bb3([[V3:%[0-9]+]]: i32, [[V4:%[0-9]+]]: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: [[V5:%.*]] = arith.addi [[V3]], [[V0]] : i32
// CHECK-NEXT: tt.return [[V5]], [[V4]] : i32, i32
tt.func @blocks(%c: i1, %x: i32) -> (i32, i32) {
  %0 = arith.xori %x, %x : i32
  cf.cond_br %c, ^a, ^b
^a:
  %1 = arith.xori %x, %x : i32
  %2 = arith.ori %x, %1 : i32
  cf.br ^d(%2, %1 : i32, i32)
^b:
  %3 = arith.ori %x, %0 : i32
  cf.br ^d(%3, %3 : i32, i32)
^d(%v: i32, %w: i32):
  %4 = arith.xori %x, %x : i32
  %5 = arith.addi %v, %4 : i32
  tt.return %5, %w : i32, i32
}

// CHECK-LABEL: @regions(
// CHECK-NEXT: [[V0:%.*]] = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT: [[V2:%.*]] = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT: tt.reduce.return [[V2]] : f32
// CHECK-NEXT: }) : (tensor<16xf32>) -> f32
// CHECK-NEXT: [[V1:%.*]] = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT: [[V2]] = arith.maximumf %arg1, %arg2 : f32
// CHECK-NEXT: tt.reduce.return [[V2]] : f32
// CHECK-NEXT: }) : (tensor<16xf32>) -> f32
// CHECK-NEXT: tt.return [[V0]], [[V0]], [[V1]] : f32, f32, f32
tt.func @regions(%v: tensor<16xf32>) -> (f32, f32, f32) {
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  %1 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  %2 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.maximumf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  tt.return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: @unknown_operations(
// CHECK-NEXT: [[V0:%.*]] = "ours"(%arg0) : (i32) -> i32
// CHECK-NEXT: [[V1:%.*]] = "ours"(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]], [[V1]] : i32, i32
tt.func @unknown_operations(%x: i32) -> (i32, i32) {
  %0 = "ours"(%x) : (i32) -> i32
  %1 = "ours"(%x) : (i32) -> i32
  tt.return %0, %1 : i32, i32
}
