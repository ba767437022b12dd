// RUN: mini-opt %s -allow-unregistered-dialect --canonicalize | FileCheck %s

// Branches and blocks; cases of our own.

// CHECK-LABEL: @known_branch(
// CHECK-NEXT: tt.return %arg0 : i32
tt.func @known_branch(%x: i32, %y: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^a, ^b
^a:
  tt.return %x : i32
^b:
  tt.return %y : i32
}

// CHECK-LABEL: @same_target(
// CHECK-NEXT: [[V0:%.*]] = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @same_target(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%y : i32)
^a(%v: i32):
  tt.return %v : i32
}

// CHECK-LABEL: @one_predecessor(
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: [[V1:%.*]] = arith.muli [[V0]], %arg0 : i32
// CHECK-NEXT: tt.return [[V1]] : i32
tt.func @one_predecessor(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  cf.br ^a(%0 : i32)
^a(%v: i32):
  %1 = arith.muli %v, %x : i32
  cf.br ^b
^b:
  tt.return %1 : i32
}

// CHECK-LABEL: @pass_through(
// CHECK-NEXT: cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: [[V0:%.*]] = "ours"() : () -> i32
// CHECK-NEXT: cf.br ^bb2([[V0]] : i32)
// CHECK-NEXT: ^bb2([[V1:%[0-9]+]]: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: tt.return [[V1]] : i32
tt.func @pass_through(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^d(%x : i32)
^b:
  %0 = "ours"() : () -> i32
  cf.br ^d(%0 : i32)
^d(%v: i32):
  tt.return %v : i32
}

// CHECK-LABEL: @unreachable(
// CHECK-NEXT: tt.return %arg0 : i32
tt.func @unreachable(%x: i32) -> i32 {
  tt.return %x : i32
^a:
  "ours"() : () -> ()
  cf.br ^a
}

// Within a branch its condition is known.

// CHECK-LABEL: @known_within(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: "ours"(%true) : (i1) -> ()
// CHECK-NEXT: tt.return
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: "theirs"(%false) : (i1) -> ()
// CHECK-NEXT: tt.return
tt.func @known_within(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "ours"(%c) : (i1) -> ()
  tt.return
^b:
  "theirs"(%c) : (i1) -> ()
  tt.return
}

// CHECK-LABEL: @asserted(
// CHECK-NEXT: tt.return
tt.func @asserted() {
  %true = arith.constant true
  cf.assert %true, "never seen"
  tt.return
}

// CHECK-LABEL: @both_the_same(
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT: tt.return
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: tt.store %arg1, %arg3 : !tt.ptr<i32>
// CHECK-NEXT: tt.return
tt.func @both_the_same(%c: i1, %p: !tt.ptr<i32>, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
^b:
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: @negated(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: [[V0:%.*]] = arith.xori %arg0, %true : i1
// CHECK-NEXT: cf.cond_br [[V0]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: "ours"() : () -> ()
// CHECK-NEXT: tt.return
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: "theirs"() : () -> ()
// CHECK-NEXT: tt.return
tt.func @negated(%c: i1) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  cf.cond_br %n, ^a, ^b
^a:
  "ours"() : () -> ()
  tt.return
^b:
  "theirs"() : () -> ()
  tt.return
}

// CHECK-LABEL: @switched(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: [[V0:%.*]] = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @switched(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  cf.switch %c2 : i32, [
    default: ^a(%x : i32),
    2: ^b(%x : i32)
  ]
^a(%v: i32):
  tt.return %v : i32
^b(%w: i32):
  %0 = arith.addi %w, %c2 : i32
  tt.return %0 : i32
}

// CHECK-LABEL: @unused_argument(
// CHECK-NEXT: cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT: ^bb1([[V0:%[0-9]+]]: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: [[V1:%.*]] = "ours"([[V0]]) : (i32) -> i1
// CHECK-NEXT: cf.cond_br [[V1]], ^bb1([[V0]] : i32), ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: tt.return [[V0]] : i32
tt.func @unused_argument(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.br ^a(%x, %y : i32, i32)
^a(%v: i32, %w: i32):
  %0 = "ours"(%v) : (i32) -> i1
  cf.cond_br %0, ^a(%v, %w : i32, i32), ^b
^b:
  tt.return %v : i32
}
