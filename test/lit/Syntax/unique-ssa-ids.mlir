// RUN: mini-opt %s --mlir-print-unique-ssa-ids | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Numbers run through the whole module, so that no two values share one.  Regions are numbered from a
// stack, the last one first.  The generic form numbers the same way and has no names.

// CHECK-LABEL: tt.func @first(%arg2: i32) {
tt.func @first(%n: i32) {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  %zero = arith.constant 0 : i32
  // CHECK-NEXT: scf.for %arg4 = %c0_i32 to %arg2 step %arg2  : i32 {
  scf.for %i = %zero to %n step %n : i32 {
    // CHECK-NEXT: %3 = arith.addi %arg4, %c0_i32 : i32
    %a = arith.addi %i, %zero : i32
    // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
    %one = arith.constant 1 : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.for %arg3 = %c0_i32 to %arg2 step %arg2  : i32 {
  scf.for %i = %zero to %n step %n : i32 {
    // CHECK-NEXT: %2 = arith.muli %arg3, %c0_i32 : i32
    %b = arith.muli %i, %zero : i32
    // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
    %one = arith.constant 1 : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %1 = arith.subi %arg2, %c0_i32 : i32
  %c = arith.subi %n, %zero : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @second(%arg0: i32, %arg1: i32) {
tt.func @second(%n: i32, %m: i32) {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  %zero = arith.constant 0 : i32
  // CHECK-NEXT: %0 = arith.addi %arg0, %c0_i32 : i32
  %d = arith.addi %n, %zero : i32
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32) -> (), sym_name = "first"}> ({
// GENERIC-NEXT: ^bb0(%arg2: i32):
// GENERIC-NEXT: %2 = "arith.constant"() <{value = 0 : i32}> : () -> i32
// GENERIC-NEXT: "scf.for"(%2, %arg2, %arg2) ({
// GENERIC-NEXT: ^bb0(%arg4: i32):
// GENERIC-NEXT: %6 = "arith.addi"(%arg4, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: %7 = "arith.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : (i32, i32, i32) -> ()
// GENERIC-NEXT: "scf.for"(%2, %arg2, %arg2) ({
// GENERIC-NEXT: ^bb0(%arg3: i32):
// GENERIC-NEXT: %4 = "arith.muli"(%arg3, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: %5 = "arith.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : (i32, i32, i32) -> ()
// GENERIC-NEXT: %3 = "arith.subi"(%arg2, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, i32) -> (), sym_name = "second"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32, %arg1: i32):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
// GENERIC-NEXT: %1 = "arith.addi"(%arg0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
