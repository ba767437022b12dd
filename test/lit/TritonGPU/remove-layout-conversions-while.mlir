// RUN: mini-opt %s --tritongpu-remove-layout-conversions | FileCheck %s

// What a loop carries along for nothing becomes what it starts from. Whether the loop ends does not
// count as a need: if all callers ignore the result, the count stays at zero and the loop goes on for
// ever, in upstream as here.

// CHECK-LABEL: tt.func private @ignored(
// CHECK-DAG: [[TRUE:%.+]] = arith.constant true
// CHECK-DAG: [[ZERO:%.+]] = arith.constant 0 : i32
// CHECK: scf.while ({{%.+}} = [[ZERO]]) : (i32) -> i32 {
// CHECK-NEXT: scf.condition([[TRUE]]) [[ZERO]] : i32
tt.func private @ignored(%n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %count = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %c1 : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  tt.return %count, %n : i32, i32
}

// CHECK-LABEL: tt.func public @ignores(
// CHECK: tt.call @ignored(
tt.func public @ignores(%out: !tt.ptr<i32>, %n: i32) {
  %x:2 = tt.call @ignored(%n) : (i32) -> (i32, i32)
  tt.store %out, %x#1 : !tt.ptr<i32>
  tt.return
}

// The same loop, and a caller that wants to know how far it went.

// CHECK-LABEL: tt.func private @counted(
// CHECK: scf.while ([[I:%.+]] = {{%.+}}) : (i32) -> i32 {
// CHECK-NEXT: [[MORE:%.+]] = arith.cmpi slt, [[I]], {{%.+}} : i32
// CHECK-NEXT: scf.condition([[MORE]]) [[I]] : i32
tt.func private @counted() -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %count = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %c1 : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  tt.return %count : i32
}

// CHECK-LABEL: tt.func public @counts(
tt.func public @counts(%out: !tt.ptr<i32>) {
  %x = tt.call @counted() : () -> i32
  tt.store %out, %x : !tt.ptr<i32>
  tt.return
}

// A loop that stores does not lose what its stores need, here the count, although nobody uses its
// result.

// CHECK-LABEL: tt.func public @stores(
// CHECK: scf.while ([[I:%.+]] = {{%.+}}) : (i32) -> i32 {
// CHECK-NEXT: [[MORE:%.+]] = arith.cmpi slt, [[I]], {{%.+}} : i32
// CHECK-NEXT: scf.condition([[MORE]]) [[I]] : i32
tt.func public @stores(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %count = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    tt.store %out, %c1 : !tt.ptr<i32>
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  tt.return
}
