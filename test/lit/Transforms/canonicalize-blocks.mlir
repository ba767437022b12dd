// RUN: mini-opt %s --canonicalize=region-simplify=aggressive | FileCheck %s

// Blocks that do the same become one. Cases of our own.

// CHECK-LABEL: @same(
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %arg1 : i32
// CHECK-NEXT: tt.return
tt.func @same(%p: i1, %x: i32) {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
^bb2:
  tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// What differs becomes an argument, once if it is the same twice.

// CHECK-LABEL: @arguments(
// CHECK-NEXT: [[V0:%.*]] = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1, 1>} : [[V0]], [[V0]] : i32, i32
// CHECK-NEXT: tt.return
tt.func @arguments(%p: i1, %x: i32, %y: i32) {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  tt.print "x: " {hex = false, isSigned = array<i32: 1, 1>} : %x, %x : i32, i32
  tt.return
^bb2:
  tt.print "x: " {hex = false, isSigned = array<i32: 1, 1>} : %y, %y : i32, i32
  tt.return
}

// CHECK-LABEL: @other_text(
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %arg1 : i32
// CHECK-NEXT: tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: tt.print "y: " {hex = false, isSigned = array<i32: 1>} : %arg1 : i32
// CHECK-NEXT: tt.return
tt.func @other_text(%p: i1, %x: i32) {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
^bb2:
  tt.print "y: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// Computed inside, in the same order.

// CHECK-LABEL: @inside(
// CHECK-NEXT: [[V0:%.*]] = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.addi [[V0]], %arg2 : i32
// CHECK-NEXT: [[V2:%.*]] = arith.muli [[V1]], [[V0]] : i32
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1>} : [[V2]] : i32
// CHECK-NEXT: tt.return
tt.func @inside(%p: i1, %q: i1, %x: i32, %y: i32) {
  cf.cond_br %p, ^bb1(%x : i32), ^bb2(%y : i32)
^bb1(%a: i32):
  %0 = arith.addi %a, %x : i32
  %1 = arith.muli %0, %a : i32
  tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %1 : i32
  tt.return
^bb2(%b: i32):
  %2 = arith.addi %b, %x : i32
  %3 = arith.muli %2, %b : i32
  tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %3 : i32
  tt.return
}

// Blocks with regions in them stay.

// CHECK-LABEL: @regions(
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func @regions(%p: i1, %q: i1, %x: i32) {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  scf.if %q {
    tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  }
  tt.return
^bb2:
  scf.if %q {
    tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  }
  tt.return
}

// An argument that is always the same value.

// CHECK-LABEL: @always(
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: tt.print "a: " {hex = false, isSigned = array<i32: 1>} : %arg1 : i32
// CHECK-NEXT: cf.br ^bb2(%arg2 : i32)
// CHECK-NEXT: ^bb2([[V0:%.*]]: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: [[V1:%.*]] = arith.addi %arg1, [[V0]] : i32
// CHECK-NEXT: tt.return [[V1]] : i32
tt.func @always(%p: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  tt.print "a: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  cf.br ^bb3(%x, %y : i32, i32)
^bb2:
  cf.br ^bb3(%x, %x : i32, i32)
^bb3(%a: i32, %b: i32):
  %0 = arith.addi %a, %b : i32
  tt.return %0 : i32
}
