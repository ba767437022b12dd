// RUN: mini-opt %s -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | mini-opt - -split-input-file | FileCheck %s
// RUN: mini-opt %s -split-input-file --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: tt.func @plain() {
// CHECK-NEXT: tt.return
tt.func @plain() { tt.return }
// CHECK-NEXT: }
// CHECK-LABEL: tt.func public @visible(%arg0: i32) -> i32 {
// CHECK-NEXT: tt.return %arg0 : i32
tt.func public @visible(%a: i32) -> i32 { tt.return %a : i32 }
// CHECK-NEXT: }
// CHECK-LABEL: tt.func private @hidden(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT: tt.return %arg0, %arg0 : i32, i32
tt.func private @hidden(%a: i32) -> (i32, i32) { tt.return %a, %a : i32, i32 }
// CHECK-NEXT: }
// CHECK-LABEL: tt.func nested @nested() {
// CHECK-NEXT: tt.return
tt.func nested @nested() -> () { tt.return }
// CHECK-NEXT: }
// CHECK-LABEL: tt.func @"needs quotes"() {
// CHECK-NEXT: tt.return
tt.func @"needs quotes"() { tt.return }
// CHECK-NEXT: }

// -----

// Argument, result and function attributes.

// CHECK-LABEL: tt.func @attributes(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointee_bits = 32 : i32}, %arg1: i32 {tt.unit}, %arg2: i32) -> (i32 {tt.note = "r"}, i32) attributes {alpha.beta = [1], noinline = false, "ttg.num-warps" = 2 : i32} {
tt.func @attributes(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointee_bits = 32 : i32}, %n: i32 {tt.unit}, %m: i32) -> (i32 {tt.note = "r"}, i32)
    attributes {noinline = false, "ttg.num-warps" = 2 : i32, alpha.beta = [1]} {
  // CHECK-NEXT: tt.return {note = "here"} %arg1, %arg2 : i32, i32
  tt.return {note = "here"} %n, %m : i32, i32
// CHECK-NEXT: }
}

// -----

// Declarations have types only.

// CHECK-LABEL: tt.func private @declaration(i32, !tt.ptr<f32>)
tt.func private @declaration(i32, !tt.ptr<f32>)
// CHECK-LABEL: tt.func private @attributed(i32 {tt.divisibility = 8 : i32}, f32) -> (f32 {tt.note = "r"}) attributes {noinline = true}
tt.func private @attributed(i32 {tt.divisibility = 8 : i32}, f32) -> (f32 {tt.note = "r"}) attributes {noinline = true}
// CHECK-LABEL: tt.func private @nothing()
tt.func private @nothing() -> ()

// -----

// Calls.

// CHECK-LABEL: tt.func private @callee(i32, f32) -> (f32, i32)
tt.func private @callee(i32, f32) -> (f32, i32)
// CHECK-LABEL: tt.func private @void()
tt.func private @void()
// CHECK-LABEL: tt.func @caller(%arg0: i32, %arg1: f32) -> i32 {
tt.func @caller(%a: i32, %b: f32) -> i32 {
  // CHECK-NEXT: tt.call @void() : () -> ()
  tt.call @void() : () -> ()
  // CHECK-NEXT: %0:2 = tt.call @callee(%arg0, %arg1) {note} : (i32, f32) -> (f32, i32)
  %0:2 = tt.call @callee(%a, %b) {note} : (i32, f32) -> (f32, i32)
  // CHECK-NEXT: %1:2 = tt.call @callee(%arg0, %arg1) : (i32, f32) -> (f32, i32)
  %1:2 = "tt.call"(%a, %b) <{callee = @callee}> : (i32, f32) -> (f32, i32)
  // CHECK-NEXT: tt.return %1#1 : i32
  tt.return %1#1 : i32
// CHECK-NEXT: }
}

// -----

// Given in the generic form.

// CHECK: module @named attributes {"ttg.num-warps" = 4 : i32} {
"builtin.module"() <{sym_name = "named"}> ({
  // CHECK-LABEL: tt.func public @generic(%arg0: i32 {tt.divisibility = 4 : i32}, %arg1: i1) -> i32 attributes {noinline = false} {
  "tt.func"() <{sym_name = "generic", function_type = (i32, i1) -> i32, sym_visibility = "public", arg_attrs = [{tt.divisibility = 4 : i32}, {}]}> ({
  ^bb0(%a: i32, %b: i1):
    // CHECK-NEXT: cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
    "cf.cond_br"(%b, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  // CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
  ^bb1(%x: i32):
    // CHECK-NEXT: tt.return %0 : i32
    "tt.return"(%x) : (i32) -> ()
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  ^bb2:
    // CHECK-NEXT: tt.return %arg0 : i32
    "tt.return"(%a) : (i32) -> ()
  // CHECK-NEXT: }
  }) {noinline = false} : () -> ()
  // CHECK-LABEL: tt.func private @declared()
  "tt.func"() <{function_type = () -> (), sym_name = "declared", sym_visibility = "private"}> ({}) : () -> ()
}) {"ttg.num-warps" = 4 : i32} : () -> ()

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "plain"}> ({
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i32) -> i32, sym_name = "visible", sym_visibility = "public"}> ({
// GENERIC-NEXT: ^bb0(%arg1: i32):
// GENERIC-NEXT: "tt.return"(%arg1) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i32) -> (i32, i32), sym_name = "hidden", sym_visibility = "private"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32):
// GENERIC-NEXT: "tt.return"(%arg0, %arg0) : (i32, i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "nested", sym_visibility = "nested"}> ({
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "needs quotes"}> ({
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{arg_attrs = [{tt.divisibility = 16 : i32, tt.pointee_bits = 32 : i32}, {tt.unit}, {}], function_type = (!tt.ptr<f32>, i32, i32) -> (i32, i32), res_attrs = [{tt.note = "r"}, {}], sym_name = "attributes"}> ({
// GENERIC-NEXT: ^bb0(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i32):
// GENERIC-NEXT: "tt.return"(%arg1, %arg2) {note = "here"} : (i32, i32) -> ()
// GENERIC-NEXT: }) {alpha.beta = [1], noinline = false, "ttg.num-warps" = 2 : i32} : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, !tt.ptr<f32>) -> (), sym_name = "declaration", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{arg_attrs = [{tt.divisibility = 8 : i32}, {}], function_type = (i32, f32) -> f32, res_attrs = [{tt.note = "r"}], sym_name = "attributed", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) {noinline = true} : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "nothing", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, f32) -> (f32, i32), sym_name = "callee", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "void", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i32, f32) -> i32, sym_name = "caller"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32, %arg1: f32):
// GENERIC-NEXT: "tt.call"() <{callee = @void}> : () -> ()
// GENERIC-NEXT: %0:2 = "tt.call"(%arg0, %arg1) <{callee = @callee}> {note} : (i32, f32) -> (f32, i32)
// GENERIC-NEXT: %1:2 = "tt.call"(%arg0, %arg1) <{callee = @callee}> : (i32, f32) -> (f32, i32)
// GENERIC-NEXT: "tt.return"(%1#1) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC: "builtin.module"() <{sym_name = "named"}> ({
// GENERIC-NEXT: "tt.func"() <{arg_attrs = [{tt.divisibility = 4 : i32}, {}], function_type = (i32, i1) -> i32, sym_name = "generic", sym_visibility = "public"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32, %arg1: i1):
// GENERIC-NEXT: "cf.cond_br"(%arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
// GENERIC-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// GENERIC-NEXT: "tt.return"(%0) : (i32) -> ()
// GENERIC-NEXT: ^bb2:  // pred: ^bb0
// GENERIC-NEXT: "tt.return"(%arg0) : (i32) -> ()
// GENERIC-NEXT: }) {noinline = false} : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "declared", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) {"ttg.num-warps" = 4 : i32} : () -> ()
