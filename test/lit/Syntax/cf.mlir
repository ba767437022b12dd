// RUN: mini-opt %s | FileCheck %s
// RUN: mini-opt %s | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | mini-opt - | FileCheck %s
// RUN: mini-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Blocks are named anew in their order; a label says where the block is reached from.

// CHECK-LABEL: tt.func @branches(%arg0: i1, %arg1: i32, %arg2: f32) -> i32 {
tt.func @branches(%c: i1, %a: i32, %b: f32) -> i32 {
  // CHECK-NEXT: cf.br ^bb1(%arg1, %arg2 : i32, f32) {note}
  cf.br ^head(%a, %b : i32, f32) {note}
// CHECK-NEXT: ^bb1(%0: i32, %1: f32):  // 3 preds: ^bb0, ^bb1, ^bb2
^head(%x: i32, %y: f32):
  // CHECK-NEXT: cf.cond_br %arg0, ^bb1(%arg1, %1 : i32, f32), ^bb3(%0 : i32)
  cf.cond_br %c, ^head(%a, %y : i32, f32), ^exit(%x : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb2
^middle:
  // CHECK-NEXT: cf.cond_br %arg0 weights([3, 1]), ^bb2, ^bb1(%0, %1 : i32, f32) {why = "weights"}
  cf.cond_br %c weights([3, 1]), ^middle, ^head(%x, %y : i32, f32) {why = "weights"}
// CHECK-NEXT: ^bb3(%2: i32):  // pred: ^bb1
^exit(%r: i32):
  // CHECK-NEXT: cf.assert %arg0, "say \22when\22"
  cf.assert %c, "say \"when\""
  // CHECK-NEXT: tt.return %2 : i32
  tt.return %r : i32
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @switch(%arg0: i32) {
tt.func @switch(%n: i32) {
  // CHECK-NEXT: cf.switch %arg0 : i32, [
  // CHECK-NEXT: default: ^bb1,
  // CHECK-NEXT: 1: ^bb2(%arg0 : i32),
  // CHECK-NEXT: 9: ^bb1
  // CHECK-NEXT: ]
  cf.switch %n : i32, [
    default: ^a,
    1: ^b(%n : i32),
    9: ^a
  ]
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb0
^a:
  // CHECK-NEXT: cf.br ^bb3
  cf.br ^c
// CHECK-NEXT: ^bb2(%0: i32):  // pred: ^bb0
^b(%x: i32):
  // CHECK-NEXT: cf.br ^bb3
  cf.br ^c
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
^c:
  // CHECK-NEXT: tt.return
  tt.return
// CHECK-NEXT: }
}

// CHECK-LABEL: tt.func @alone() {
tt.func @alone() {
  // CHECK-NEXT: cf.br ^bb1
  cf.br ^self
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
^self:
  // CHECK-NEXT: cf.br ^bb1
  cf.br ^self
// CHECK-NEXT: }
}

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "tt.func"() <{function_type = (i1, i32, f32) -> i32, sym_name = "branches"}> ({
// GENERIC-NEXT: ^bb0(%arg1: i1, %arg2: i32, %arg3: f32):
// GENERIC-NEXT: "cf.br"(%arg2, %arg3)[^bb1] {note} : (i32, f32) -> ()
// GENERIC-NEXT: ^bb1(%1: i32, %2: f32):  // 3 preds: ^bb0, ^bb1, ^bb2
// GENERIC-NEXT: "cf.cond_br"(%arg1, %arg2, %2, %1)[^bb1, ^bb3] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, f32, i32) -> ()
// GENERIC-NEXT: ^bb2:  // pred: ^bb2
// GENERIC-NEXT: "cf.cond_br"(%arg1, %1, %2)[^bb2, ^bb1] <{branch_weights = array<i32: 3, 1>, operandSegmentSizes = array<i32: 1, 0, 2>}> {why = "weights"} : (i1, i32, f32) -> ()
// GENERIC-NEXT: ^bb3(%3: i32):  // pred: ^bb1
// GENERIC-NEXT: "cf.assert"(%arg1) <{msg = "say \22when\22"}> : (i1) -> ()
// GENERIC-NEXT: "tt.return"(%3) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = (i32) -> (), sym_name = "switch"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32):
// GENERIC-NEXT: "cf.switch"(%arg0, %arg0)[^bb1, ^bb2, ^bb1] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[1, 9]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
// GENERIC-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb0
// GENERIC-NEXT: "cf.br"()[^bb3] : () -> ()
// GENERIC-NEXT: ^bb2(%0: i32):  // pred: ^bb0
// GENERIC-NEXT: "cf.br"()[^bb3] : () -> ()
// GENERIC-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// GENERIC-NEXT: "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "tt.func"() <{function_type = () -> (), sym_name = "alone"}> ({
// GENERIC-NEXT: "cf.br"()[^bb1] : () -> ()
// GENERIC-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// GENERIC-NEXT: "cf.br"()[^bb1] : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
