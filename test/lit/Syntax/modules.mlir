// RUN: mini-opt %s -split-input-file | FileCheck %s --match-full-lines
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC --match-full-lines

// A file that is one module is that module; anything else is wrapped in a module.

module {}

// -----

module @named attributes {ttg.a = 1 : i32} {
}

// -----

module {
}
module {
}

// -----

tt.func private @alone()

// -----

module @outer {
  module @inner {
    module attributes {ttg.a} {
    }
  }
  tt.func private @f()
}

// -----

// A part without anything but comments, these checks among them, is an empty module.

// CHECK: module {
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{//}} -----
// CHECK-NEXT: module @named attributes {ttg.a = 1 : i32} {
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{//}} -----
// CHECK-NEXT: module {
// CHECK-NEXT: module {
// CHECK-NEXT: }
// CHECK-NEXT: module {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{//}} -----
// CHECK-NEXT: module {
// CHECK-NEXT: tt.func private @alone()
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{//}} -----
// CHECK-NEXT: module @outer {
// CHECK-NEXT: module @inner {
// CHECK-NEXT: module attributes {ttg.a} {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.func private @f()
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{//}} -----
// CHECK-NEXT: module {
// CHECK-NEXT: }
// CHECK-EMPTY:

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) : () -> ()
// GENERIC-EMPTY:
// GENERIC-NEXT: {{//}} -----
// GENERIC-NEXT: "builtin.module"() <{sym_name = "named"}> ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) {ttg.a = 1 : i32} : () -> ()
// GENERIC-EMPTY:
// GENERIC-NEXT: {{//}} -----
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-EMPTY:
// GENERIC-NEXT: {{//}} -----
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "alone", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-EMPTY:
// GENERIC-NEXT: {{//}} -----
// GENERIC-NEXT: "builtin.module"() <{sym_name = "outer"}> ({
// GENERIC-NEXT: "builtin.module"() <{sym_name = "inner"}> ({
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) {ttg.a} : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-EMPTY:
// GENERIC-NEXT: {{//}} -----
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) : () -> ()
// GENERIC-EMPTY:
