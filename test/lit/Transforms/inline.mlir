// RUN: mini-opt %s --inline | FileCheck %s

// Cases of our own.

// CHECK-NOT: @twice
tt.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  tt.return %0 : i32
}

// CHECK-LABEL: @kernel(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.addi [[V0]], [[V0]] : i32
// CHECK-NEXT: tt.return [[V1]] : i32
tt.func @kernel(%y: i32) -> i32 {
  %0 = tt.call @twice(%y) : (i32) -> i32
  %1 = tt.call @twice(%0) : (i32) -> i32
  tt.return %1 : i32
}

// Calls in what is called.

// CHECK-NOT: @inner
tt.func private @inner(%p: !tt.ptr<i32>, %x: i32) {
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK-NOT: @outer
tt.func private @outer(%p: !tt.ptr<i32>, %x: i32) {
  %0 = arith.muli %x, %x : i32
  tt.call @inner(%p, %0) : (!tt.ptr<i32>, i32) -> ()
  tt.return
}

// CHECK-LABEL: @nested(
// CHECK-NEXT: [[V0:%.*]] = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT: tt.store %arg0, [[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
tt.func @nested(%p: !tt.ptr<i32>, %x: i32) {
  tt.call @outer(%p, %x) : (!tt.ptr<i32>, i32) -> ()
  tt.return
}

// noinline stays a call.

// CHECK-LABEL: @apart(
// CHECK-NEXT: tt.return %arg0 : i32
tt.func private @apart(%x: i32) -> i32 attributes {noinline = true} {
  tt.return %x : i32
}

// CHECK-LABEL: @calls_apart(
// CHECK-NEXT: [[V0:%.*]] = tt.call @apart(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @calls_apart(%x: i32) -> i32 {
  %0 = tt.call @apart(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-LABEL: @itself(
// CHECK-NEXT: [[V0:%.*]] = tt.call @itself(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func private @itself(%x: i32) -> i32 {
  %0 = tt.call @itself(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-LABEL: @calls_recursive(
// CHECK-NEXT: [[V0:%.*]] = tt.call @itself(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @calls_recursive(%x: i32) -> i32 {
  %0 = tt.call @itself(%x) : (i32) -> i32
  tt.return %0 : i32
}

// Inside of a loop.

// CHECK-NOT: @step
tt.func private @step(%a: i32, %i: i32) -> (i32, i32) {
  %0 = arith.addi %a, %i : i32
  tt.return %0, %a : i32, i32
}

// CHECK-LABEL: @in_a_loop(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: [[V0:%.*]] = scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg2 = %c1_i32) -> (i32)  : i32 {
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.xori [[V1]], %arg2 : i32
// CHECK-NEXT: scf.yield [[V2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @in_a_loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c1) -> (i32) : i32 {
    %1:2 = tt.call @step(%a, %i) : (i32, i32) -> (i32, i32)
    %2 = arith.xori %1#0, %1#1 : i32
    scf.yield %2 : i32
  }
  tt.return %0 : i32
}
