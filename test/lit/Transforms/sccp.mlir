// RUN: mini-opt %s -split-input-file --sccp | FileCheck %s

// Cases of our own.

// Constants are computed, and made once at the start.

// CHECK-LABEL: @straight(
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.muli %c5_i32, %arg0 : i32
// CHECK-NEXT: tt.return [[V0]], %c3_i32 : i32, i32
tt.func @straight(%x: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c2, %c3 : i32
  %1 = arith.muli %0, %x : i32
  %2 = arith.subi %0, %c2 : i32
  tt.return %1, %2 : i32, i32
}

// Nothing is constant.

// CHECK-LABEL: @nothing(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @nothing(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  tt.return %0 : i32
}

// The block that is never reached stays as it is, and doesn't count.

// CHECK-LABEL: @branches(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: cf.cond_br %true, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb3(%c1_i32 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb3(%arg0 : i32)
// CHECK-NEXT: ^bb3([[V0:%.*]]: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: tt.return %c1_i32 : i32
tt.func @branches(%x: i32) -> i32 {
  %on = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %on, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%c1 : i32)
^bb2:
  cf.br ^bb3(%x : i32)
^bb3(%y: i32):
  tt.return %y : i32
}

// CHECK-LABEL: @either(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.cond_br %arg0, ^bb1(%c1_i32, %c1_i32 : i32, i32), ^bb1(%c1_i32, %c2_i32 : i32, i32)
// CHECK-NEXT: ^bb1([[V0:%.*]]: i32, [[V1:%.*]]: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: tt.return %c1_i32, [[V1]] : i32, i32
tt.func @either(%p: i1) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %p, ^bb1(%c1, %c1 : i32, i32), ^bb1(%c1, %c2 : i32, i32)
^bb1(%same: i32, %other: i32):
  tt.return %same, %other : i32, i32
}

// What goes around in a loop.

// CHECK-LABEL: @loop(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: [[V0:%.*]]:2 = scf.for %arg3 = %arg0 to %arg1 step %c1_i32 iter_args(%arg4 = %c1_i32, %arg5 = %c0_i32) -> (i32, i32)  : i32 {
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT: scf.yield %c1_i32, [[V1]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %c1_i32, [[V0]]#1 : i32, i32
tt.func @loop(%lb: i32, %ub: i32, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %lb to %ub step %c1 iter_args(%same = %c1, %sum = %c0) -> (i32, i32) : i32 {
    %1 = arith.muli %same, %same : i32
    %2 = arith.addi %sum, %1 : i32
    scf.yield %1, %2 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: @conditional(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: [[V0:%.*]] = scf.if %arg0 -> (i32) {
// CHECK-NEXT: scf.yield %c1_i32 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c2_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %c1_i32, [[V0]] : i32, i32
tt.func @conditional(%p: i1) -> (i32, i32) {
  %on = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.if %on -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %c2 : i32
  }
  %1 = scf.if %p -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %c2 : i32
  }
  tt.return %0, %1 : i32, i32
}

// CHECK-LABEL: @tensors(
// CHECK-NEXT: %cst = arith.constant dense<2> : tensor<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: tt.return %cst : tensor<4xi32>
tt.func @tensors() -> tensor<4xi32> {
  %c1 = arith.constant 1 : i32
  %0 = tt.splat %c1 : i32 -> tensor<4xi32>
  %1 = arith.addi %0, %0 : tensor<4xi32>
  tt.return %1 : tensor<4xi32>
}
// -----

// Constants go into private functions and come back.

// CHECK-LABEL: @next(
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: tt.return %c5_i32 : i32
tt.func private @next(%x: i32) -> i32 attributes {noinline = true} {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %0 : i32
}

// CHECK-LABEL: @calls(
// CHECK-NEXT: %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.call @next(%c4_i32) : (i32) -> i32
// CHECK-NEXT: [[V1:%.*]] = tt.call @next(%c4_i32) : (i32) -> i32
// CHECK-NEXT: tt.return %c10_i32 : i32
tt.func @calls() -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = tt.call @next(%c4) : (i32) -> i32
  %1 = tt.call @next(%c4) : (i32) -> i32
  %2 = arith.addi %0, %1 : i32
  tt.return %2 : i32
}
// -----

// Two calls with other constants; a function that anybody may call; one that nobody calls.

// CHECK-LABEL: @other(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func private @other(%x: i32) -> i32 attributes {noinline = true} {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %0 : i32
}

// CHECK-LABEL: @public(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: tt.return %c1_i32 : i32
tt.func @public(%x: i32) -> i32 attributes {noinline = true} {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %c1 : i32
}

// CHECK-LABEL: @never(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func private @never(%x: i32) -> i32 attributes {noinline = true} {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c1, %c1 : i32
  tt.return %0 : i32
}

// CHECK-LABEL: @more_calls(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: [[V0:%.*]] = tt.call @other(%c4_i32) : (i32) -> i32
// CHECK-NEXT: [[V1:%.*]] = tt.call @other(%c5_i32) : (i32) -> i32
// CHECK-NEXT: [[V2:%.*]] = tt.call @public(%c5_i32) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]], [[V1]], %c1_i32 : i32, i32, i32
tt.func @more_calls() -> (i32, i32, i32) {
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %0 = tt.call @other(%c4) : (i32) -> i32
  %1 = tt.call @other(%c5) : (i32) -> i32
  %2 = tt.call @public(%c5) : (i32) -> i32
  tt.return %0, %1, %2 : i32, i32, i32
}

// That an operand is 0 shows in an extended product, but in an extended sum or difference, and where
// floats are converted, only if it is the constant itself.

// CHECK-LABEL: @extended(
// CHECK: arith.subui_extended %arg0, %cst{{.*}} :
// CHECK: arith.addui_extended %arg0, %cst{{.*}} :
// CHECK: tt.fp_to_fp %cst{{.*}} -> tensor<4xbf16>
// CHECK: tt.return %diff, %borrow, %sum, %overflow, [[Z:%.*]], [[Z]], {{.*}} :
tt.func @extended(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xbf16>) {
  %one = arith.constant dense<0> : tensor<1xi32>
  %zero = tt.broadcast %one : tensor<1xi32> -> tensor<4xi32>
  %d, %b = arith.subui_extended %x, %zero : tensor<4xi32>, tensor<4xi1>
  %s, %o = arith.addui_extended %x, %zero : tensor<4xi32>, tensor<4xi1>
  %l, %h = arith.mului_extended %x, %zero : tensor<4xi32>
  %half = arith.constant 0.0 : f16
  %halves = tt.splat %half : f16 -> tensor<4xf16>
  %c = tt.fp_to_fp %halves : tensor<4xf16> -> tensor<4xbf16>
  tt.return %d, %b, %s, %o, %l, %h, %c : tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xbf16>
}
