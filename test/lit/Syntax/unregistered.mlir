// RUN: mini-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: mini-opt %s -allow-unregistered-dialect --mlir-print-op-generic | mini-opt - -allow-unregistered-dialect | FileCheck %s

// Operations nobody declared are printed in the generic form, among operations that are declared.

// CHECK-LABEL: tt.func @unregistered(%arg0: i32) {
tt.func @unregistered(%arg: i32) {
  // CHECK-NEXT: %0 = "unknown.flag"() : () -> i1
  %flag = "unknown.flag"() : () -> i1
  // CHECK-NEXT: "unknown.nothing"() : () -> ()
  "unknown.nothing"() : () -> ()
  // CHECK-NEXT: %1 = "unknown.results"(%arg0, %arg0) : (i32, i32) -> i32
  %0 = "unknown.results" (%arg , %arg) : (i32,i32) -> (i32)
  // CHECK-NEXT: %2:2 = "unknown.several"(%1) {answer = 42 : i64, discardable} : (i32) -> (i32, tensor<4xf32>)
  %1:2 = "unknown.several"(%0) {discardable, answer = 42} : (i32) -> (i32, tensor<4xf32>)
  // CHECK-NEXT: "unknown.properties"() <{a, b = 1 : i32}> {c = "x", d} : () -> ()
  "unknown.properties"() <{b = 1 : i32, a}> {d, c = "x"} : () -> ()
  // CHECK-NEXT: "unknown.regions"(%2#0) ({
  "unknown.regions"(%1#0) ({
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: %3 = arith.addi %arg0, %arg0 : i32
    %2 = arith.addi %arg, %arg : i32
    // CHECK-NEXT: "unknown.end"() : () -> ()
    "unknown.end"() : () -> ()
  // CHECK-NEXT: }, {
  }, {
  // CHECK-NEXT: ^bb0(%arg1: i32):
  ^bb0(%x: i32):
    // CHECK-NEXT: "unknown.jump"(%arg1)[^bb1, ^bb2] : (i32) -> ()
    "unknown.jump"(%x)[^bb1, ^bb2] : (i32) -> ()
  // CHECK-NEXT: ^bb1:  // pred: ^bb0
  ^bb1:
    // CHECK-NEXT: "unknown.end"() : () -> ()
    "unknown.end"() : () -> ()
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  ^bb2:
    // CHECK-NEXT: "unknown.end"() : () -> ()
    "unknown.end"() : () -> ()
  // CHECK-NEXT: }) {after} : (i32) -> ()
  }) {after} : (i32) -> ()
  // CHECK-NEXT: "unknown.deep"() ({
  "unknown.deep"() ({
    // CHECK-NEXT: "unknown.deep"() ({
    "unknown.deep"() ({
      // CHECK-NEXT: scf.if %0 {
      scf.if %flag {
        // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
        %3 = arith.constant 1 : i32
      // CHECK-NEXT: }
      }
    // CHECK-NEXT: }) : () -> ()
    }) : () -> ()
  // CHECK-NEXT: }) : () -> ()
  }) : () -> ()
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// Without a dot in the name, and at the top level.
// CHECK-NEXT: "plain"() : () -> ()
"plain"() : () -> ()
// CHECK-NEXT: "unknown.symbol"() {sym_name = "s", sym_visibility = "private"} : () -> ()
"unknown.symbol"() {sym_name = "s", sym_visibility = "private"} : () -> ()
