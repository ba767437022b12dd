// RUN: mini-opt %s -split-input-file --convert-triton-to-tritongpu='target=cuda:90 num-warps=8' | FileCheck %s

// Loops, conditions, branches and functions: values keep their default layout across them.

// A loop that carries a dot's result: converted to the dot's layout and back in each round.

// CHECK-LABEL: @accumulate(
tt.func @accumulate(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %n: i32, %p: tensor<32x32x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %lb = arith.constant 0 : i32
  %step = arith.constant 2 : i32
  // CHECK: %0:3 = scf.for %arg4 = %c0_i32 to %arg2 step %c2_i32 iter_args(%arg5 = %cst, %arg6 = %arg3, %arg7 = %c0_i32) -> (tensor<32x32xf32, #blocked>, tensor<32x32x!tt.ptr<f32>, #blocked>, i32) : i32 {
  // CHECK-NEXT: ttg.convert_layout %arg0
  // CHECK-NEXT: ttg.convert_layout %arg1
  // CHECK-NEXT: [[ACC:%.*]] = ttg.convert_layout %arg5 : tensor<32x32xf32, #blocked> -> tensor<32x32xf32, #blocked1>
  // CHECK-NEXT: [[D:%.*]] = tt.dot {{.*}}, [[ACC]] : {{.*}} -> tensor<32x32xf32, #blocked1>
  // CHECK-NEXT: [[OUT:%.*]] = ttg.convert_layout [[D]] : tensor<32x32xf32, #blocked1> -> tensor<32x32xf32, #blocked>
  // CHECK-NEXT: [[K:%.*]] = arith.addi %arg7, %arg4 : i32
  // CHECK-NEXT: [[S:%.*]] = tt.splat [[K]] : i32 -> tensor<32x32xi32, #blocked>
  // CHECK-NEXT: [[Q:%.*]] = tt.addptr %arg6, [[S]]
  // CHECK-NEXT: scf.yield [[OUT]], [[Q]], [[K]] : tensor<32x32xf32, #blocked>, tensor<32x32x!tt.ptr<f32>, #blocked>, i32
  // CHECK-NEXT: } {tt.num_stages = 2 : i32}
  %r:3 = scf.for %i = %lb to %n step %step iter_args(%acc = %zero, %q = %p, %k = %lb) -> (tensor<32x32xf32>, tensor<32x32x!tt.ptr<f32>>, i32) : i32 {
    %d = tt.dot %a, %b, %acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    %k2 = arith.addi %k, %i : i32
    %s = tt.splat %k2 : i32 -> tensor<32x32xi32>
    %q2 = tt.addptr %q, %s : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    scf.yield %d, %q2, %k2 : tensor<32x32xf32>, tensor<32x32x!tt.ptr<f32>>, i32
  } {tt.num_stages = 2 : i32}
  // CHECK-NEXT: tt.store %0#1, %0#0 : tensor<32x32x!tt.ptr<f32>, #blocked>
  tt.store %r#1, %r#0 : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// -----

// A loop without tensors of its own stays the operation it was, and so does one in it.

// CHECK-LABEL: @nest(
tt.func @nest(%n: index, %x: tensor<8xf16>, %p: tensor<8x!tt.ptr<f16>>) -> tensor<8xf16> {
  %one = arith.constant 1 : index
  // CHECK: scf.for %arg3 = %c1 to %arg0 step %c1 {
  // CHECK-NEXT: %1 = scf.for unsigned %arg4 = %arg3 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (tensor<8xf16, #blocked>) {
  // CHECK-NEXT: %2 = arith.addf %arg5, %arg5 : tensor<8xf16, #blocked>
  // CHECK-NEXT: scf.yield %2 : tensor<8xf16, #blocked>
  // CHECK: tt.store %arg2, %1 : tensor<8x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT: } {note}
  scf.for %i = %one to %n step %one {
    %r = scf.for unsigned %j = %i to %n step %one iter_args(%y = %x) -> (tensor<8xf16>) {
      %z = arith.addf %y, %y : tensor<8xf16>
      scf.yield %z : tensor<8xf16>
    }
    tt.store %p, %r : tensor<8x!tt.ptr<f16>>
  } {note}
  // CHECK: %0 = scf.for {{.*}} -> (tensor<8xf16, #blocked>) {
  // CHECK-NEXT: scf.yield %arg1 : tensor<8xf16, #blocked>
  %s = scf.for %i = %one to %n step %one iter_args(%y = %x) -> (tensor<8xf16>) {
    scf.yield %x : tensor<8xf16>
  }
  tt.return %s : tensor<8xf16>
}

// -----

// Attributes of scf.while are lost.

// CHECK-LABEL: @search(
tt.func @search(%x: tensor<64xi32>, %n: i32) -> (tensor<64xi32>, i32) {
  // CHECK: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1, %arg4 = %arg1) : (tensor<64xi32, #blocked>, i32, i32) -> (tensor<64xi32, #blocked>, i32) {
  // CHECK: scf.condition(%{{.*}}) %{{.*}}, %arg3 : tensor<64xi32, #blocked>, i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%arg2: tensor<64xi32, #blocked>, %arg3: i32):
  // CHECK: scf.yield %{{.*}}, %arg3, %{{.*}} : tensor<64xi32, #blocked>, i32, i32
  // CHECK-NEXT: }{{$}}
  %r:2 = scf.while (%y = %x, %k = %n, %l = %n) : (tensor<64xi32>, i32, i32) -> (tensor<64xi32>, i32) {
    %c = arith.cmpi slt, %k, %l : i32
    %z = arith.muli %y, %y : tensor<64xi32>
    scf.condition(%c) %z, %k : tensor<64xi32>, i32
  } do {
  ^bb0(%y: tensor<64xi32>, %k: i32):
    %one = arith.constant 1 : i32
    %l = arith.addi %k, %one : i32
    %z = arith.addi %y, %x : tensor<64xi32>
    scf.yield %z, %k, %l : tensor<64xi32>, i32, i32
  } attributes {note = 1 : i32}
  tt.return %r#0, %r#1 : tensor<64xi32>, i32
}

// -----

// CHECK-LABEL: @conditions(
tt.func @conditions(%c: i1, %x: tensor<16x16xf32>, %p: tensor<16x16x!tt.ptr<f32>>) -> tensor<16x16xf32> {
  // CHECK-NEXT: %0:2 = scf.if %arg0 -> (tensor<16x16xf32, #blocked>, i1) {
  // CHECK-NEXT: %1 = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<16x16xf32, #blocked> -> tensor<16x16xf32, #blocked1>
  // CHECK-NEXT: %2 = ttg.convert_layout %1 : tensor<16x16xf32, #blocked1> -> tensor<16x16xf32, #blocked>
  // CHECK-NEXT: scf.yield %2, %arg0 : tensor<16x16xf32, #blocked>, i1
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg1, %arg0 : tensor<16x16xf32, #blocked>, i1
  // CHECK-NEXT: } {note}
  %r:2 = scf.if %c -> (tensor<16x16xf32>, i1) {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    scf.yield %t, %c : tensor<16x16xf32>, i1
  } else {
    scf.yield %x, %c : tensor<16x16xf32>, i1
  } {note}
  // CHECK-NEXT: scf.if %0#1 {
  // CHECK-NEXT: tt.store %arg2, %0#0
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  scf.if %r#1 {
    tt.store %p, %r#0 : tensor<16x16x!tt.ptr<f32>>
  }
  tt.return %r#0 : tensor<16x16xf32>
}

// -----

// An index switch is fine as long as it gives no tensors.

// CHECK-LABEL: @switch(
tt.func @switch(%i: index, %x: tensor<16xf32>, %p: tensor<16x!tt.ptr<f32>>) -> i32 {
  // CHECK-NEXT: %0 = scf.index_switch %arg0 -> i32
  // CHECK: tt.store %arg2, %arg1 : tensor<16x!tt.ptr<f32>, #blocked>
  %r = scf.index_switch %i -> i32
  case 3 {
    tt.store %p, %x : tensor<16x!tt.ptr<f32>>
    %a = arith.constant 1 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 2 : i32
    scf.yield %a : i32
  }
  tt.return %r : i32
}

// -----

// Blocks are visited by the dominator tree, in the order of the branches, and each user of %d puts its
// conversion right behind it: the last one visited comes first. Conditional branches keep attributes
// but no weights, others keep nothing.

// CHECK-LABEL: @diamond(
tt.func @diamond(%c: i1, %a: tensor<32x32xf16>, %z: tensor<32x32xf32>, %p: tensor<32x32x!tt.ptr<f32>>) {
  // CHECK: [[D:%.*]] = tt.dot
  // CHECK-NEXT: [[LEFT:%.*]] = ttg.convert_layout [[D]]
  // CHECK-NEXT: [[END:%.*]] = ttg.convert_layout [[D]]
  // CHECK-NEXT: [[RIGHT:%.*]] = ttg.convert_layout [[D]]
  // CHECK-NEXT: cf.cond_br %arg0, ^bb2(%arg2 : tensor<32x32xf32, #blocked>), ^bb1 {note}
  %d = tt.dot %a, %a, %z : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  cf.cond_br %c weights([3, 1]), ^right(%z : tensor<32x32xf32>), ^left {note}
// CHECK-NEXT: ^bb1:
^left:
  // CHECK-NEXT: arith.addf [[LEFT]], %arg2
  // CHECK: cf.br ^bb3(%arg2 : tensor<32x32xf32, #blocked>){{$}}
  %1 = arith.addf %d, %z : tensor<32x32xf32>
  tt.store %p, %1 : tensor<32x32x!tt.ptr<f32>>
  cf.br ^end(%z : tensor<32x32xf32>) {note}
// CHECK-NEXT: ^bb2([[Y:%.*]]: tensor<32x32xf32, #blocked>):
^right(%y: tensor<32x32xf32>):
  // CHECK-NEXT: arith.mulf [[RIGHT]], [[Y]]
  %2 = arith.mulf %d, %y : tensor<32x32xf32>
  tt.store %p, %2 : tensor<32x32x!tt.ptr<f32>>
  cf.br ^end(%2 : tensor<32x32xf32>)
// CHECK: ^bb3([[E:%.*]]: tensor<32x32xf32, #blocked>):
^end(%e: tensor<32x32xf32>):
  // CHECK-NEXT: arith.divf [[END]], [[E]]
  %3 = arith.divf %d, %e : tensor<32x32xf32>
  tt.store %p, %3 : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// -----

// A loop of branches, entered in the middle, whose blocks all carry tensors.

// CHECK-LABEL: @spin(
tt.func @spin(%x: tensor<64xf32>, %p: tensor<64x!tt.ptr<f32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  // CHECK: cf.br ^bb2(%arg0, %c0_i32 : tensor<64xf32, #blocked>, i32)
  cf.br ^test(%x, %zero : tensor<64xf32>, i32)
// CHECK: ^bb1([[A:%.*]]: tensor<64xf32, #blocked>, [[I:%.*]]: i32):
^body(%a: tensor<64xf32>, %i: i32):
  // CHECK: cf.br ^bb2({{%.*}}, {{%.*}} : tensor<64xf32, #blocked>, i32)
  %b = arith.mulf %a, %x : tensor<64xf32>
  %one = arith.constant 1 : i32
  %j = arith.addi %i, %one : i32
  cf.br ^test(%b, %j : tensor<64xf32>, i32)
// CHECK: ^bb2([[C:%.*]]: tensor<64xf32, #blocked>, [[K:%.*]]: i32):
^test(%c: tensor<64xf32>, %k: i32):
  // CHECK: cf.cond_br {{%.*}}, ^bb1([[C]], [[K]] : tensor<64xf32, #blocked>, i32), ^bb3([[C]] : tensor<64xf32, #blocked>)
  %m = arith.cmpi slt, %k, %n : i32
  cf.cond_br %m, ^body(%c, %k : tensor<64xf32>, i32), ^exit(%c : tensor<64xf32>)
// CHECK: ^bb3([[E:%.*]]: tensor<64xf32, #blocked>):
^exit(%e: tensor<64xf32>):
  // CHECK-NEXT: tt.store %arg1, [[E]]
  tt.store %p, %e : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Blocks that nothing reaches are left alone, except that the arguments of a function's own blocks go
// with its signature.

// CHECK-LABEL: @dead(
tt.func @dead(%i: i32) {
  tt.return
// CHECK: ^bb1(%0: tensor<4xf32>):
^bb1(%x: tensor<4xf32>):
  // CHECK-NEXT: arith.addf %0, %0 : tensor<4xf32>
  %y = arith.addf %x, %x : tensor<4xf32>
  tt.return
}
// CHECK-LABEL: @dead_too(
tt.func @dead_too(%i: tensor<4xi32>) {
  tt.return
// CHECK: ^bb1(%0: tensor<4xf32, #blocked>):
^bb1(%x: tensor<4xf32>):
  tt.return
}

// -----

// A branch without tensors changes nothing, even if the function has others.

// CHECK-LABEL: @scalars(
tt.func @scalars(%c: i1, %i: i32) -> i32 {
  // CHECK-NEXT: cf.cond_br %arg0 weights([5, 6]), ^bb1(%arg1 : i32), ^bb2
  cf.cond_br %c weights([5, 6]), ^bb1(%i : i32), ^bb2
^bb1(%j: i32):
  // CHECK: tt.return %0 : i32
  tt.return %j : i32
^bb2:
  // CHECK: cf.br ^bb1(%arg1 : i32) {note}
  cf.br ^bb1(%i : i32) {note}
}
