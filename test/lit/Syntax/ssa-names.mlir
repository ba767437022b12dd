// RUN: mini-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// The names of constants follow their value and type; a name taken gets a number from one counter
// that all names of a function share.

// CHECK-LABEL: tt.func @constants(%arg0: i32) {
tt.func @constants(%x: i32) {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  %a = arith.constant 0 : i32
  // CHECK-NEXT: %c0_i32_0 = arith.constant 0 : i32
  %b = arith.constant 0 : i32
  // CHECK-NEXT: %c0_i64 = arith.constant 0 : i64
  %c = arith.constant 0 : i64
  // CHECK-NEXT: %c-1_i32 = arith.constant -1 : i32
  %d = arith.constant -1 : i32
  // CHECK-NEXT: %c7 = arith.constant 7 : index
  %e = arith.constant 7 : index
  // CHECK-NEXT: %true = arith.constant true
  %f = arith.constant true
  // CHECK-NEXT: %false = arith.constant false
  %g = arith.constant false
  // CHECK-NEXT: %true_1 = arith.constant true
  %h = arith.constant true
  // CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
  %i = arith.constant 1.0 : f32
  // CHECK-NEXT: %cst_2 = arith.constant dense<0> : tensor<4xi32>
  %j = arith.constant dense<0> : tensor<4xi32>
  // CHECK-NEXT: %cst_3 = arith.constant dense<true> : tensor<4xi1>
  %k = arith.constant dense<true> : tensor<4xi1>
  // CHECK-NEXT: %c0_i32_4 = arith.constant 0 : i32
  %l = arith.constant 0 : i32
  // CHECK-NEXT: %c-1_i32_5 = arith.constant -1 : i32
  %m = arith.constant -1 : i32
  // CHECK-NEXT: %c123456789012_i64 = arith.constant 123456789012 : i64
  %n = arith.constant 123456789012 : i64
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// -----

// Arguments and values count on their own; a result list has one number.

// CHECK-LABEL: tt.func @values(%arg0: i32, %arg1: i32) -> (i32, i32) {
tt.func @values(%p: i32, %q: i32) -> (i32, i32) {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
  %s = arith.addi %p, %q : i32
  // CHECK-NEXT: %1:2 = "test.pair"() : () -> (i32, i32)
  %t:2 = "test.pair"() : () -> (i32, i32)
  // CHECK-NEXT: %2:3 = "test.triple"(%1#1, %1#0) : (i32, i32) -> (i32, i32, i32)
  %u:3 = "test.triple"(%t#1, %t#0) : (i32, i32) -> (i32, i32, i32)
  // CHECK-NEXT: "test.none"() : () -> ()
  "test.none"() : () -> ()
  // CHECK-NEXT: %3 = arith.subi %2#2, %0 : i32
  %v = arith.subi %u#2, %s : i32
  // CHECK-NEXT: tt.return %3, %2#0 : i32, i32
  tt.return %v, %u#0 : i32, i32
// CHECK-NEXT: }
}

// -----

// Names of one function do not bear on the next.  Input names mean nothing, however odd.

// CHECK-LABEL: tt.func @first(%arg0: i32) {
tt.func @first(%3: i32) {
  // CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
  %arg0 = arith.constant 5 : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}
// CHECK-LABEL: tt.func @second(%arg0: i32, %arg1: i32) {
tt.func @second(%a.b$c-d_e: i32, %0: i32) {
  // CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
  %c5_i32 = arith.constant 5 : i32
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
  %cst = arith.addi %a.b$c-d_e, %0 : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// -----

// Inside a region the numbers go on; beside it they are taken again.

// CHECK-LABEL: tt.func @regions(%arg0: i32, %arg1: i1) {
tt.func @regions(%n: i32, %c: i1) {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  %zero = arith.constant 0 : i32
  // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
  %one = arith.constant 1 : i32
  // CHECK-NEXT: scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
  scf.for %i = %zero to %n step %one : i32 {
    // CHECK-NEXT: %1 = arith.addi %arg2, %c1_i32 : i32
    %x = arith.addi %i, %one : i32
    // CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
    %two = arith.constant 2 : i32
    // CHECK-NEXT: scf.for %arg3 = %c0_i32 to %1 step %c2_i32  : i32 {
    scf.for %j = %zero to %x step %two : i32 {
      // CHECK-NEXT: %3 = arith.addi %arg2, %arg3 : i32
      %y = arith.addi %i, %j : i32
      // CHECK-NEXT: %c2_i32_0 = arith.constant 2 : i32
      %again = arith.constant 2 : i32
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: %2 = arith.addi %1, %c2_i32 : i32
    %z = arith.addi %x, %two : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.if %arg1 {
  scf.if %c {
    // CHECK-NEXT: %1 = arith.addi %arg0, %c1_i32 : i32
    %x = arith.addi %n, %one : i32
    // CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
    %two = arith.constant 2 : i32
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: %1 = arith.subi %arg0, %c1_i32 : i32
    %x = arith.subi %n, %one : i32
    // CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
    %two = arith.constant 2 : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %0 = arith.muli %arg0, %arg0 : i32
  %last = arith.muli %n, %n : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// -----

// Ops with several results of their own name them.

// CHECK-LABEL: tt.func @named(%arg0: i32, %arg1: tensor<4x2xf32>) {
tt.func @named(%a: i32, %t: tensor<4x2xf32>) {
  // CHECK-NEXT: %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
  %x, %y = arith.mulsi_extended %a, %a : i32
  // CHECK-NEXT: %low_0, %high_1 = arith.mului_extended %arg0, %arg0 : i32
  %z:2 = arith.mului_extended %a, %a : i32
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  %s, %o = arith.addui_extended %a, %a : i32, i1
  // CHECK-NEXT: %outLHS, %outRHS = tt.split %arg1 : tensor<4x2xf32> -> tensor<4xf32>
  %l, %r = tt.split %t : tensor<4x2xf32> -> tensor<4xf32>
  // CHECK-NEXT: "test.use"(%low, %high_1, %overflow, %outLHS, %outRHS) : (i32, i32, i1, tensor<4xf32>, tensor<4xf32>) -> ()
  "test.use"(%x, %z#1, %o, %l, %r) : (i32, i32, i1, tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// -----

// Blocks are renamed in order; their arguments are numbered as values are, before the operations.

// CHECK-LABEL: tt.func @blocks(%arg0: i1, %arg1: i32) {
tt.func @blocks(%c: i1, %n: i32) {
  // CHECK-NEXT: %0 = arith.addi %arg1, %arg1 : i32
  %k = arith.addi %n, %n : i32
  // CHECK-NEXT: cf.cond_br %arg0, ^bb2(%0 : i32), ^bb1
  cf.cond_br %c, ^later(%k : i32), ^sooner
// CHECK-NEXT: ^bb1:  // pred: ^bb0
^sooner:
  // CHECK-NEXT: %1 = arith.muli %0, %arg1 : i32
  %m = arith.muli %k, %n : i32
  // CHECK-NEXT: cf.br ^bb2(%1 : i32)
  cf.br ^later(%m : i32)
// CHECK-NEXT: ^bb2(%2: i32):  // 2 preds: ^bb0, ^bb1
^later(%v: i32):
  // CHECK-NEXT: %3 = arith.addi %2, %arg1 : i32
  %w = arith.addi %v, %n : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: ^bb3(%4: i32, %5: i64):  // no predecessors
^never(%u: i32, %uu: i64):
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// -----

// Outside of any function.

// CHECK: %0 = "test.op"() : () -> i32
%a = "test.op"() : () -> i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
%b = arith.constant 1 : i32
// CHECK-NEXT: "test.region"(%0) ({
"test.region"(%a) ({
// CHECK-NEXT: ^bb0(%arg0: i32, %arg1: i64):
^entry(%x: i32, %y: i64):
  // CHECK-NEXT: %1 = "test.op"(%arg0) : (i32) -> i32
  %c = "test.op"(%x) : (i32) -> i32
  // CHECK-NEXT: "test.branch"()[^bb1] : () -> ()
  "test.branch"()[^next] : () -> ()
// CHECK-NEXT: ^bb1:  // pred: ^bb0
^next:
  // CHECK-NEXT: "test.end"(%1) : (i32) -> ()
  "test.end"(%c) : (i32) -> ()
// CHECK-NEXT: }, {
}, {
  // CHECK-NEXT: "test.region"() ({
  "test.region"() ({
    // CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
    %d = arith.constant 1 : i32
    // CHECK-NEXT: "test.end"() : () -> ()
    "test.end"() : () -> ()
  // CHECK-NEXT: }) : () -> ()
  }) : () -> ()
// CHECK-NEXT: }) : (i32) -> ()
}) : (i32) -> ()
