// RUN: mini-opt %s -allow-unregistered-dialect --triton-loop-aware-cse | FileCheck %s

// The first three answer to the functions of upstream's Triton/loop_cse.mlir, in its order.

// Answers to @loop_buffer_phase_args: counters that wrap around and phases that flip with them.

// CHECK-LABEL: @counters(
tt.func @counters(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  // CHECK: scf.for {{.*}} iter_args([[I:%.*]] = %c0_i32, [[P:%.*]] = %c0_i32) -> (i32, i32)
  %0:4 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0, %p = %c0, %j = %c0, %q = %c0) -> (i32, i32, i32, i32) : i32 {
    // CHECK-NEXT: "use"([[I]], [[P]], [[I]], [[P]])
    "use"(%i, %p, %j, %q) : (i32, i32, i32, i32) -> ()
    // CHECK-NEXT: [[I1:%.*]] = arith.addi [[I]], %c1_i32
    // CHECK-NEXT: [[P1:%.*]] = arith.xori [[P]], %c1_i32
    // CHECK-NEXT: [[W:%.*]] = arith.cmpi eq, [[I1]], %c3_i32
    // CHECK-NEXT: [[I2:%.*]] = arith.select [[W]], %c0_i32, [[I1]]
    // CHECK-NEXT: [[P2:%.*]] = arith.select [[W]], [[P1]], [[P]]
    // CHECK-NEXT: scf.yield [[I2]], [[P2]]
    %i1 = arith.addi %i, %c1 : i32
    %p1 = arith.xori %p, %c1 : i32
    %w = arith.cmpi eq, %i1, %c3 : i32
    %i2 = arith.select %w, %c0, %i1 : i32
    %p2 = arith.select %w, %p1, %p : i32
    %j1 = arith.addi %j, %c1 : i32
    %q1 = arith.xori %q, %c1 : i32
    %v = arith.cmpi eq, %j1, %c3 : i32
    %j2 = arith.select %v, %c0, %j1 : i32
    %q2 = arith.select %v, %q1, %q : i32
    scf.yield %i2, %p2, %j2, %q2 : i32, i32, i32, i32
  }
  tt.return
}

// Answers to @invalid_cache_test: what was supposed on the way to a No says nothing later.

// CHECK-LABEL: @nearly_equal(
tt.func @nearly_equal(%n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  // CHECK: %0:4 = scf.for
  %0:4 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0, %p = %c0, %j = %c0, %q = %c0) -> (i32, i32, i32, i32) : i32 {
    %j1 = arith.addi %j, %c1 : i32
    %q1 = arith.xori %q, %c1 : i32
    %v = arith.cmpi eq, %j1, %c5 : i32
    %q2 = arith.select %v, %q1, %q : i32
    %j2 = arith.select %v, %c1, %j1 : i32
    %i1 = arith.addi %i, %c1 : i32
    %p1 = arith.xori %p, %c1 : i32
    %w = arith.cmpi eq, %i1, %c5 : i32
    %i2 = arith.select %w, %c0, %i1 : i32
    %p2 = arith.select %w, %p1, %p : i32
    scf.yield %i2, %p2, %j2, %q2 : i32, i32, i32, i32
  }
  tt.return %0#1, %0#3 : i32, i32
}

// Answers to @multiple_op_results: two results of one operation are not the same value.

// CHECK-LABEL: @two_results(
tt.func @two_results(%n: i32, %x: i8) -> (i8, i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %0:2 = scf.for
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i8, i8) : i32 {
    // CHECK-NEXT: %1:2 = tt.elementwise_inline_asm
    // CHECK-NEXT: scf.yield %1#0, %1#1
    %1:2 = tt.elementwise_inline_asm "mix" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %a, %b : i8, i8 -> i8, i8
    scf.yield %1#0, %1#1 : i8, i8
  }
  tt.return %0#0, %0#1 : i8, i8
}

// Cases that upstream has not.

// Three of a kind; results are merged with the arguments.

// CHECK-LABEL: @three(
tt.func @three(%n: i32, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: [[R:%.*]] = scf.for {{.*}} -> (tensor<8xf32>)
  %0:3 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : i32 {
    %d = math.exp %a : tensor<8xf32>
    %e = math.exp %b : tensor<8xf32>
    %f = math.exp %c : tensor<8xf32>
    scf.yield %d, %e, %f : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  // CHECK: tt.return [[R]], [[R]], [[R]]
  tt.return %0#0, %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Starts that are equal only once the code in front of the loop has been looked at.

// CHECK-LABEL: @equal_starts(
tt.func @equal_starts(%n: i32, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = arith.muli %x, %n : i32
  %t = arith.muli %n, %x : i32
  // CHECK: [[R:%.*]] = scf.for {{.*}} -> (i32)
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %s, %b = %t) -> (i32, i32) : i32 {
    %d = arith.addi %a, %k : i32
    %e = arith.addi %b, %k : i32
    scf.yield %d, %e : i32, i32
  }
  // CHECK: tt.return [[R]], [[R]]
  tt.return %0#0, %0#1 : i32, i32
}

// Operands in another order are not looked at twice; other starts, another step, effects, regions neither.

// CHECK-LABEL: @unequal(
tt.func @unequal(%n: i32, %x: i32, %y: i32, %g: i1) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %0:7 = scf.for
  %0:7 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %y, %d = %x, %e = %x, %f = %y, %h = %y) -> (i32, i32, i32, i32, i32, i32, i32) : i32 {
    %a1 = arith.muli %a, %k : i32
    %b1 = arith.muli %k, %b : i32
    %c2 = arith.muli %c, %k : i32
    %d1 = "opaque"(%d) : (i32) -> i32
    %e1 = "opaque"(%e) : (i32) -> i32
    %f1 = scf.if %g -> (i32) {
      scf.yield %f : i32
    } else {
      scf.yield %k : i32
    }
    %h1 = scf.if %g -> (i32) {
      scf.yield %h : i32
    } else {
      scf.yield %k : i32
    }
    scf.yield %a1, %b1, %c2, %d1, %e1, %f1, %h1 : i32, i32, i32, i32, i32, i32, i32
  }
  tt.return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : i32, i32, i32, i32, i32, i32, i32
}

// The same value yielded for both; the induction variable and a value from outside.

// CHECK-LABEL: @same_yields(
tt.func @same_yields(%n: i32, %x: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: [[R:%.*]]:2 = scf.for
  %0:4 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x, %d = %x) -> (i32, i32, i32, i32) : i32 {
    // CHECK-NEXT: "use"([[A:%.*]], [[A]], [[C:%.*]], [[C]])
    "use"(%a, %b, %c, %d) : (i32, i32, i32, i32) -> ()
    scf.yield %k, %k, %n, %n : i32, i32, i32, i32
  }
  // CHECK: tt.return [[R]]#0, [[R]]#0, [[R]]#1, [[R]]#1
  tt.return %0#0, %0#1, %0#2, %0#3 : i32, i32, i32, i32
}

// Crosswise: each is what the other one was.

// CHECK-LABEL: @crosswise(
tt.func @crosswise(%n: i32, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) : i32 {
    %d = arith.addi %a, %k : i32
    %e = arith.addi %b, %k : i32
    scf.yield %e, %d : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// In a loop in a loop, inner ones first.

// CHECK-LABEL: @nested(
tt.func @nested(%n: i32, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: scf.for
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) : i32 {
    %1:2 = scf.for %l = %c0 to %k step %c1 iter_args(%c = %a, %d = %a) -> (i32, i32) : i32 {
      %e = arith.addi %c, %l : i32
      %f = arith.addi %d, %l : i32
      scf.yield %e, %f : i32, i32
    }
    scf.yield %1#0, %1#1 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Loads are done once where nothing is written in between; while loops are left alone.

// CHECK-LABEL: @loads(
tt.func @loads(%p: !tt.ptr<f32>, %n: i32, %x: f32) -> (f32, f32) {
  // CHECK-NEXT: [[A:%.*]] = tt.load
  // CHECK-NEXT: [[S:%.*]] = arith.addf [[A]], [[A]]
  // CHECK-NEXT: scf.while ({{.*}} = [[S]], {{.*}} = [[S]])
  %a = tt.load %p : !tt.ptr<f32>
  %b = tt.load %p : !tt.ptr<f32>
  %s = arith.addf %a, %b : f32
  %0:2 = scf.while (%c = %s, %d = %s) : (f32, f32) -> (f32, f32) {
    %g = arith.cmpf olt, %c, %x : f32
    scf.condition(%g) %c, %d : f32, f32
  } do {
  ^bb0(%c: f32, %d: f32):
    %e = arith.addf %c, %x : f32
    %f = arith.addf %d, %x : f32
    scf.yield %e, %f : f32, f32
  }
  tt.return %0#0, %0#1 : f32, f32
}
