// RUN: mini-opt %s -allow-unregistered-dialect --canonicalize | FileCheck %s

// Loops and conditions; cases of our own.

// CHECK-LABEL: @never_runs(
// CHECK-NEXT: tt.return %arg0 : f32
tt.func @never_runs(%x: f32) -> f32 {
  %c5 = arith.constant 5 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c5 to %c5 step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %1 = arith.addf %a, %a : f32
    scf.yield %1 : f32
  }
  tt.return %0 : f32
}

// CHECK-LABEL: @runs_once(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.muli %arg0, %c2_i32 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @runs_once(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = scf.for %i = %c2 to %c3 step %c3 iter_args(%a = %x) -> (i32) : i32 {
    %1 = arith.muli %a, %i : i32
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}

// The first argument never changes, the second nobody reads.

// CHECK-LABEL: @arguments(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: [[V0:%.*]]:2 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg2, %arg6 = %arg3) -> (i32, i32)  : i32 {
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg5, %arg4 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.xori %arg6, %arg1 : i32
// CHECK-NEXT: scf.yield [[V1]], [[V2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return [[V0]]#1 : i32
tt.func @arguments(%n: i32, %x: i32, %y: i32, %z: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z) -> (i32, i32, i32) : i32 {
    %1 = arith.addi %b, %i : i32
    %2 = arith.xori %c, %a : i32
    scf.yield %a, %1, %2 : i32, i32, i32
  }
  tt.return %0#2 : i32
}

// CHECK-LABEL: @empty_loop(
// CHECK-NEXT: tt.return %arg1, %arg2 : i32, i32
tt.func @empty_loop(%n: i32, %x: i32, %y: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) : i32 {
    scf.yield %a, %y : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: @known_conditions(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @known_conditions(%x: i32, %p: !tt.ptr<i32>) -> i32 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> i32 {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %x : i32
  }
  scf.if %false {
    tt.store %p, %x : !tt.ptr<i32>
  }
  tt.return %0 : i32
}

// CHECK-LABEL: @if_to_select(
// CHECK-NEXT: [[V0:%.*]] = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: tt.return [[V0]], %arg2 : i32, i32
tt.func @if_to_select(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %y : i32, i32
  } else {
    scf.yield %y, %y : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Inside of the branches the condition is known.

// CHECK-LABEL: @condition_inside(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "ours"(%true) : (i1) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "ours"(%false) : (i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %arg0 : i1
tt.func @condition_inside(%c: i1) -> i1 {
  %0 = scf.if %c -> i1 {
    "ours"(%c) : (i1) -> ()
    scf.yield %c : i1
  } else {
    "ours"(%c) : (i1) -> ()
    scf.yield %c : i1
  }
  tt.return %0 : i1
}

// CHECK-LABEL: @neighbours(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "ours"() {n = 1 : i32} : () -> ()
// CHECK-NEXT: "ours"() {n = 2 : i32} : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "ours"() {n = 3 : i32} : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func @neighbours(%c: i1) {
  scf.if %c {
    "ours"() {n = 1 : i32} : () -> ()
  }
  scf.if %c {
    "ours"() {n = 2 : i32} : () -> ()
  } else {
    "ours"() {n = 3 : i32} : () -> ()
  }
  tt.return
}

// CHECK-LABEL: @nested(
// CHECK-NEXT: [[V0:%.*]] = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if [[V0]] {
// CHECK-NEXT: "ours"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func @nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "ours"() : () -> ()
    }
  }
  tt.return
}

// CHECK-LABEL: @unused_result(
// CHECK-NEXT: [[V0:%.*]] = scf.if %arg0 -> (i32) {
// CHECK-NEXT: [[V1:%.*]] = "ours"() : () -> i32
// CHECK-NEXT: scf.yield [[V1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: [[V1]] = "theirs"() : () -> i32
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @unused_result(%c: i1, %x: i32) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = "ours"() : () -> i32
    scf.yield %1, %x : i32, i32
  } else {
    %2 = "theirs"() : () -> i32
    scf.yield %x, %2 : i32, i32
  }
  tt.return %0#0 : i32
}

// CHECK-LABEL: @empty_else(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "ours"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func @empty_else(%c: i1) {
  scf.if %c {
    "ours"() : () -> ()
  } else {
  }
  tt.return
}

// CHECK-LABEL: @while_condition(
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: [[V0:%.*]] = "more"(%arg0) : (i32) -> i1
// CHECK-NEXT: scf.condition([[V0]])
// CHECK-NEXT: } do {
// CHECK-NEXT: "ours"(%arg0) : (i32) -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %arg0 : i32
tt.func @while_condition(%x: i32) -> i32 {
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %1 = "more"(%a) : (i32) -> i1
    scf.condition(%1) %a : i32
  } do {
  ^bb0(%b: i32):
    "ours"(%b) : (i32) -> ()
    scf.yield %b : i32
  }
  tt.return %0 : i32
}
