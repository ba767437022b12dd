// RUN: mini-opt %s --symbol-dce | FileCheck %s

// Cases of our own.

// CHECK-NOT: @forgotten
tt.func private @forgotten(%x: i32) -> i32 {
  tt.return %x : i32
}

// CHECK-NOT: @only_the_forgotten_call
tt.func private @only_the_forgotten_call(%x: i32) -> i32 {
  tt.return %x : i32
}

// CHECK-NOT: @forgotten_caller
tt.func private @forgotten_caller(%x: i32) -> i32 {
  %0 = tt.call @only_the_forgotten_call(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-NOT: @recursive
tt.func private @recursive(%x: i32) -> i32 {
  %0 = tt.call @recursive(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-LABEL: @called_by_called(
// CHECK-NEXT: tt.return %arg0 : i32
tt.func private @called_by_called(%x: i32) -> i32 {
  tt.return %x : i32
}

// CHECK-LABEL: @called(
// CHECK-NEXT: [[V0:%.*]] = tt.call @called_by_called(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func private @called(%x: i32) -> i32 {
  %0 = tt.call @called_by_called(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-LABEL: @kernel(
// CHECK-NEXT: [[V0:%.*]] = tt.call @called(%arg0) : (i32) -> i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @kernel(%x: i32) -> i32 {
  %0 = tt.call @called(%x) : (i32) -> i32
  tt.return %0 : i32
}

// CHECK-LABEL: @public_that_nobody_calls(
// CHECK-NEXT: tt.return
tt.func public @public_that_nobody_calls() {
  tt.return
}
