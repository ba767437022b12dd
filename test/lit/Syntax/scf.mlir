// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// A type other than index is printed after two blanks.  An empty terminator is left out.

// CHECK-LABEL: tt.func @for(%arg0: i32, %arg1: index, %arg2: tensor<8xf32>) -> i32 {
tt.func @for(%n: i32, %i: index, %t: tensor<8xf32>) -> i32 {
  // CHECK-NEXT: scf.for %arg3 = %arg0 to %arg0 step %arg0  : i32 {
  scf.for %k = %n to %n step %n : i32 {
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.for %arg3 = %arg1 to %arg1 step %arg1 {
  scf.for %k = %i to %i step %i {
    // CHECK-NEXT: %2 = arith.addi %arg3, %arg3 : index
    %z = arith.addi %k, %k : index
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.for unsigned %arg3 = %arg0 to %arg0 step %arg0  : i32 {
  scf.for unsigned %k = %n to %n step %n : i32 {
  // CHECK-NEXT: } {tt.num_stages = 3 : i32}
  } {tt.num_stages = 3 : i32}
  // CHECK-NEXT: %0 = scf.for %arg3 = %arg0 to %arg0 step %arg0 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
  %0 = scf.for %k = %n to %n step %n iter_args(%a = %n) -> (i32) : i32 {
    // CHECK-NEXT: %2 = arith.addi %arg4, %arg3 : i32
    %1 = arith.addi %a, %k : i32
    // CHECK-NEXT: scf.yield %2 : i32
    scf.yield %1 : i32
  // CHECK-NEXT: } {tt.flatten, tt.loop_unroll_factor = 2 : i32}
  } {tt.loop_unroll_factor = 2 : i32, tt.flatten}
  // CHECK-NEXT: %1:2 = scf.for %arg3 = %arg1 to %arg1 step %arg1 iter_args(%arg4 = %0, %arg5 = %arg2) -> (i32, tensor<8xf32>) {
  %2:2 = scf.for %k = %i to %i step %i iter_args(%a = %0, %b = %t) -> (i32, tensor<8xf32>) {
    // CHECK-NEXT: scf.yield %arg4, %arg5 : i32, tensor<8xf32>
    scf.yield %a, %b : i32, tensor<8xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: tt.return %1#0 : i32
  tt.return %2#0 : i32
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @if(%arg0: i1, %arg1: i32, %arg2: f32) -> f32 {
tt.func @if(%c: i1, %a: i32, %x: f32) -> f32 {
  // CHECK-NEXT: scf.if %arg0 {
  scf.if %c {
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.if %arg0 {
  scf.if %c {
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: %2 = arith.addi %arg1, %arg1 : i32
    %z = arith.addi %a, %a : i32
  // CHECK-NEXT: } {note = "after"}
  } {note = "after"}
  // CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
  %0 = scf.if %c -> i32 {
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %1:2 = scf.if %arg0 -> (i32, f32) {
  %1:2 = scf.if %c -> (i32, f32) {
    // CHECK-NEXT: scf.yield %0, %arg2 : i32, f32
    scf.yield %0, %x : i32, f32
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: scf.if %arg0 {
    scf.if %c {
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: scf.yield %arg1, %arg2 : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: tt.return %1#1 : f32
  tt.return %1#1 : f32
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @while(%arg0: i1, %arg1: i32, %arg2: f32) {
tt.func @while(%c: i1, %a: i32, %b: f32) {
  // CHECK-NEXT: %0:2 = scf.while (%arg3 = %arg1, %arg4 = %arg2) : (i32, f32) -> (i32, f32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, f32) -> (i32, f32) {
    // CHECK-NEXT: %2 = arith.cmpi slt, %arg3, %arg1 : i32
    %1 = arith.cmpi slt, %x, %a : i32
    // CHECK-NEXT: scf.condition(%2) %arg3, %arg4 : i32, f32
    scf.condition(%1) %x, %y : i32, f32
  // CHECK-NEXT: } do {
  } do {
  // CHECK-NEXT: ^bb0(%arg3: i32, %arg4: f32):
  ^bb0(%x: i32, %y: f32):
    // CHECK-NEXT: scf.yield %arg3, %arg4 : i32, f32
    scf.yield %x, %y : i32, f32
  // CHECK-NEXT: } attributes {note}
  } attributes {note}
  // CHECK-NEXT: %1 = scf.while (%arg3 = %arg1) : (i32) -> f32 {
  %2 = scf.while (%x = %a) : (i32) -> f32 {
    // CHECK-NEXT: scf.condition(%arg0) %arg2 : f32
    scf.condition(%c) %b : f32
  // CHECK-NEXT: } do {
  } do {
  // CHECK-NEXT: ^bb0(%arg3: f32):
  ^bb0(%y: f32):
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.while : () -> () {
  scf.while : () -> () {
    // CHECK-NEXT: scf.condition(%arg0)
    scf.condition(%c)
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @other(%arg0: index, %arg1: i32) {
tt.func @other(%i: index, %a: i32) {
  // CHECK-NEXT: %0 = scf.execute_region -> i32 {
  %0 = scf.execute_region -> i32 {
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.execute_region {
  scf.execute_region {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %1 = scf.index_switch %arg0 -> i32
  %1 = scf.index_switch %i -> i32
  // CHECK-NEXT: case -2 {
  case -2 {
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: case 5 {
  case 5 {
    // CHECK-NEXT: scf.yield %0 : i32
    // CHECK-NEXT: }
    // CHECK-NEXT: default {
    scf.yield %0 : i32
  }
  default {
    // CHECK-NEXT: scf.yield %arg1 : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, index, tensor<8xf32>) -> i32, sym_name = "for"}> ({
// GENERIC-NEXT: ^bb0(%arg14: i32, %arg15: index, %arg16: tensor<8xf32>):
// GENERIC-NEXT: "scf.for"(%arg14, %arg14, %arg14) ({
// GENERIC-NEXT: ^bb0(%arg24: i32):
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : (i32, i32, i32) -> ()
// GENERIC-NEXT: "scf.for"(%arg15, %arg15, %arg15) ({
// GENERIC-NEXT: ^bb0(%arg23: index):
// GENERIC-NEXT: %11 = "arith.addi"(%arg23, %arg23) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.for"(%arg14, %arg14, %arg14) <{unsignedCmp}> ({
// GENERIC-NEXT: ^bb0(%arg22: i32):
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) {tt.num_stages = 3 : i32} : (i32, i32, i32) -> ()
// GENERIC-NEXT: %8 = "scf.for"(%arg14, %arg14, %arg14, %arg14) ({
// GENERIC-NEXT: ^bb0(%arg20: i32, %arg21: i32):
// GENERIC-NEXT: %10 = "arith.addi"(%arg21, %arg20) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.yield"(%10) : (i32) -> ()
// GENERIC-NEXT: }) {tt.flatten, tt.loop_unroll_factor = 2 : i32} : (i32, i32, i32, i32) -> i32
// GENERIC-NEXT: %9:2 = "scf.for"(%arg15, %arg15, %arg15, %8, %arg16) ({
// GENERIC-NEXT: ^bb0(%arg17: index, %arg18: i32, %arg19: tensor<8xf32>):
// GENERIC-NEXT: "scf.yield"(%arg18, %arg19) : (i32, tensor<8xf32>) -> ()
// GENERIC-NEXT: }) : (index, index, index, i32, tensor<8xf32>) -> (i32, tensor<8xf32>)
// GENERIC-NEXT: "tt.return"(%9#0) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i1, i32, f32) -> f32, sym_name = "if"}> ({
// GENERIC-NEXT: ^bb0(%arg11: i1, %arg12: i32, %arg13: f32):
// GENERIC-NEXT: "scf.if"(%arg11) ({
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: }) : (i1) -> ()
// GENERIC-NEXT: "scf.if"(%arg11) ({
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: %7 = "arith.addi"(%arg12, %arg12) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) {note = "after"} : (i1) -> ()
// GENERIC-NEXT: %5 = "scf.if"(%arg11) ({
// GENERIC-NEXT: "scf.yield"(%arg12) : (i32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "scf.yield"(%arg12) : (i32) -> ()
// GENERIC-NEXT: }) : (i1) -> i32
// GENERIC-NEXT: %6:2 = "scf.if"(%arg11) ({
// GENERIC-NEXT: "scf.yield"(%5, %arg13) : (i32, f32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "scf.if"(%arg11) ({
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: }) : (i1) -> ()
// GENERIC-NEXT: "scf.yield"(%arg12, %arg13) : (i32, f32) -> ()
// GENERIC-NEXT: }) : (i1) -> (i32, f32)
// GENERIC-NEXT: "tt.return"(%6#1) : (f32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i1, i32, f32) -> (), sym_name = "while"}> ({
// GENERIC-NEXT: ^bb0(%arg2: i1, %arg3: i32, %arg4: f32):
// GENERIC-NEXT: %2:2 = "scf.while"(%arg3, %arg4) ({
// GENERIC-NEXT: ^bb0(%arg9: i32, %arg10: f32):
// GENERIC-NEXT: %4 = "arith.cmpi"(%arg9, %arg3) <{predicate = 2 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT: "scf.condition"(%4, %arg9, %arg10) : (i1, i32, f32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: ^bb0(%arg7: i32, %arg8: f32):
// GENERIC-NEXT: "scf.yield"(%arg7, %arg8) : (i32, f32) -> ()
// GENERIC-NEXT: }) {note} : (i32, f32) -> (i32, f32)
// GENERIC-NEXT: %3 = "scf.while"(%arg3) ({
// GENERIC-NEXT: ^bb0(%arg6: i32):
// GENERIC-NEXT: "scf.condition"(%arg2, %arg4) : (i1, f32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: ^bb0(%arg5: f32):
// GENERIC-NEXT: "scf.yield"(%arg3) : (i32) -> ()
// GENERIC-NEXT: }) : (i32) -> f32
// GENERIC-NEXT: "scf.while"() ({
// GENERIC-NEXT: "scf.condition"(%arg2) : (i1) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (index, i32) -> (), sym_name = "other"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: i32):
// GENERIC-NEXT: %0 = "scf.execute_region"() ({
// GENERIC-NEXT: "scf.yield"(%arg1) : (i32) -> ()
// GENERIC-NEXT: }) : () -> i32
// GENERIC-NEXT: "scf.execute_region"() ({
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: %1 = "scf.index_switch"(%arg0) <{cases = array<i64: -2, 5>}> ({
// GENERIC-NEXT: "scf.yield"(%arg1) : (i32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "scf.yield"(%arg1) : (i32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: "scf.yield"(%0) : (i32) -> ()
// GENERIC-NEXT: }) : (index) -> i32
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
