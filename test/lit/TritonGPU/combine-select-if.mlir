// RUN: mini-opt %s -split-input-file --tritongpu-combine-tensor-select-and-if | FileCheck %s

// The first four answer to the functions of upstream's TritonGPU/combine-select-if.mlir, in its order.

// Answers to @select_if_combine: an if without results and without else branch gets both.

// CHECK-LABEL: @guarded_store(
tt.func @guarded_store(%p: tensor<32x!tt.ptr<f16>>, %q: tensor<32x!tt.ptr<f16>>, %x: tensor<32xf16>, %y: tensor<32xf16>, %c: i1) {
  // CHECK-NOT: arith.select
  // CHECK: [[R:%.*]] = scf.if %arg4 -> (tensor<32xf16>) {
  // CHECK-NEXT: tt.store %arg0, %arg2 : tensor<32x!tt.ptr<f16>>
  // CHECK-NEXT: scf.yield %arg2 : tensor<32xf16>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg3 : tensor<32xf16>
  // CHECK-NEXT: }
  %s = arith.select %c, %x, %y : tensor<32xf16>
  scf.if %c {
    tt.store %p, %x : tensor<32x!tt.ptr<f16>>
  }
  // CHECK-NEXT: tt.store %arg1, [[R]] : tensor<32x!tt.ptr<f16>>
  tt.store %q, %s : tensor<32x!tt.ptr<f16>>
  tt.return
}

// -----

// Answers to the first @if_multiple_sel: selects are appended to the results in their order.

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @two_selects(
  tt.func @two_selects(%c: i1, %a: tensor<8x16xf32, #rows>, %b: tensor<8x16xf32, #rows>, %i: tensor<8x16xi8, #rows>, %j: tensor<8x16xi8, #rows>) -> (tensor<8x16xf32, #rows>, tensor<8x16xi8, #rows>, tensor<8x16xf32, #rows>) {
    // CHECK-NEXT: [[R:%.*]]:3 = scf.if %arg0 -> (tensor<8x16xf32, #blocked>, tensor<8x16xf32, #blocked>, tensor<8x16xi8, #blocked>) {
    %s = arith.select %c, %a, %b : tensor<8x16xf32, #rows>
    %t = arith.select %c, %j, %i : tensor<8x16xi8, #rows>
    %r = scf.if %c -> (tensor<8x16xf32, #rows>) {
      // CHECK-NEXT: [[SUM:%.*]] = arith.addf
      // CHECK-NEXT: scf.yield [[SUM]], %arg1, %arg4 :
      %sum = arith.addf %a, %b : tensor<8x16xf32, #rows>
      scf.yield %sum : tensor<8x16xf32, #rows>
    } else {
      // CHECK-NEXT: } else {
      // CHECK-NEXT: scf.yield %arg2, %arg2, %arg3 :
      scf.yield %b : tensor<8x16xf32, #rows>
    }
    // CHECK: tt.return [[R]]#1, [[R]]#2, [[R]]#0 :
    tt.return %s, %t, %r : tensor<8x16xf32, #rows>, tensor<8x16xi8, #rows>, tensor<8x16xf32, #rows>
  }
}

// -----

// Answers to the second @if_multiple_sel: the same without layouts.

// CHECK-LABEL: @two_selects_without_layout(
tt.func @two_selects_without_layout(%c: i1, %a: tensor<16xi64>, %b: tensor<16xi64>) -> (tensor<16xi64>, tensor<16xi64>, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // CHECK-NOT: arith.select
  // CHECK: [[R:%.*]]:3 = scf.if %arg0 -> (i64, tensor<16xi64>, tensor<16xi64>) {
  // CHECK-NEXT: scf.yield %c0_i64, %arg1, %arg2 : i64, tensor<16xi64>, tensor<16xi64>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %c1_i64, %arg2, %arg1 : i64, tensor<16xi64>, tensor<16xi64>
  %s = arith.select %c, %a, %b : tensor<16xi64>
  %t = arith.select %c, %b, %a : tensor<16xi64>
  %r = scf.if %c -> (i64) {
    scf.yield %c0 : i64
  } else {
    scf.yield %c1 : i64
  }
  // CHECK: tt.return [[R]]#1, [[R]]#2, [[R]]#0 :
  tt.return %s, %t, %r : tensor<16xi64>, tensor<16xi64>, i64
}

// -----

// Answers to @users_in_if: in the branches it is known what a select chooses.

// CHECK-LABEL: @known_in_branches(
tt.func @known_in_branches(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %i: tensor<32xi16>, %j: tensor<32xi16>) -> (tensor<32xf32>, tensor<32xi16>, tensor<32xf32>) {
  // CHECK-NEXT: [[R:%.*]]:3 = scf.if %arg0 -> (tensor<32xf32>, tensor<32xf32>, tensor<32xi16>) {
  %s = arith.select %c, %a, %b : tensor<32xf32>
  %t = arith.select %c, %i, %j : tensor<32xi16>
  %r = scf.if %c -> (tensor<32xf32>) {
    // CHECK-NEXT: [[X:%.*]] = arith.mulf %arg1, %arg1 : tensor<32xf32>
    // CHECK-NEXT: scf.yield [[X]], %arg1, %arg3 :
    %x = arith.mulf %s, %s : tensor<32xf32>
    scf.yield %x : tensor<32xf32>
  } else {
    // CHECK: [[X:%.*]] = arith.subf %arg1, %arg2 : tensor<32xf32>
    // CHECK-NEXT: scf.yield [[X]], %arg2, %arg4 :
    %x = arith.subf %a, %s : tensor<32xf32>
    scf.yield %x : tensor<32xf32>
  }
  // CHECK: tt.return [[R]]#1, [[R]]#2, [[R]]#0 :
  tt.return %s, %t, %r : tensor<32xf32>, tensor<32xi16>, tensor<32xf32>
}

// -----

// A yield of the branch may be what uses the select.

// CHECK-LABEL: @yielded(
tt.func @yielded(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  // CHECK-NEXT: [[R:%.*]]:2 = scf.if %arg0
  // CHECK-NEXT: scf.yield %arg1, %arg1 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg2, %arg2 :
  %s = arith.select %c, %a, %b : tensor<32xf32>
  %r = scf.if %c -> (tensor<32xf32>) {
    scf.yield %s : tensor<32xf32>
  } else {
    scf.yield %s : tensor<32xf32>
  }
  // CHECK: tt.return [[R]]#1, [[R]]#0 :
  tt.return %s, %r : tensor<32xf32>, tensor<32xf32>
}

// -----

// Used in the branches only, the select is merged for nobody; a deep use counts for the branch it is in.

// CHECK-LABEL: @used_inside_only(
tt.func @used_inside_only(%c: i1, %d: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) {
  // CHECK-NEXT: scf.if %arg0 -> (tensor<32xf32>) {
  // CHECK-NEXT: scf.yield %arg2 :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.if %arg1 {
  // CHECK-NEXT: tt.store %arg4, %arg3 :
  %s = arith.select %c, %a, %b : tensor<32xf32>
  scf.if %c {
  } else {
    scf.if %d {
      tt.store %p, %s : tensor<32x!tt.ptr<f32>>
    }
  }
  tt.return
}

// -----

// Scalars are cheap to select, yet uses in the branches are replaced.

// CHECK-LABEL: @scalar(
tt.func @scalar(%c: i1, %a: f32, %b: f32, %p: !tt.ptr<f32>) -> f32 {
  // CHECK-NEXT: [[S:%.*]] = arith.select %arg0, %arg1, %arg2 : f32
  // CHECK-NEXT: scf.if %arg0 {
  // CHECK-NEXT: tt.store %arg3, %arg1 : !tt.ptr<f32>
  %s = arith.select %c, %a, %b : f32
  scf.if %c {
    tt.store %p, %s : !tt.ptr<f32>
  }
  // CHECK: tt.return [[S]]
  tt.return %s : f32
}

// -----

// The if comes first: what the select chooses from may not be known there.

// CHECK-LABEL: @select_after_if(
tt.func @select_after_if(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: scf.if %arg0 {
  scf.if %c {
    tt.store %p, %a : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: arith.select
  %s = arith.select %c, %a, %b : tensor<32xf32>
  tt.return %s : tensor<32xf32>
}

// -----

// A use in front of the if keeps the select.

// CHECK-LABEL: @used_before_if(
tt.func @used_before_if(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: [[S:%.*]] = arith.select
  // CHECK-NEXT: tt.store %arg3, [[S]]
  // CHECK-NEXT: scf.if %arg0 {
  %s = arith.select %c, %a, %b : tensor<32xf32>
  tt.store %p, %s : tensor<32x!tt.ptr<f32>>
  scf.if %c {
    tt.store %p, %a : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: tt.return [[S]]
  tt.return %s : tensor<32xf32>
}

// -----

// Of two ifs the first one takes the select, whose use in the second one is replaced before.

// CHECK-LABEL: @first_of_two(
tt.func @first_of_two(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: [[R:%.*]] = scf.if %arg0 -> (tensor<32xf32>) {
  %s = arith.select %c, %a, %b : tensor<32xf32>
  scf.if %c {
    tt.store %p, %b : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: scf.if %arg0 {
  // CHECK-NEXT: tt.store %arg3, %arg1
  scf.if %c {
    tt.store %p, %s : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: tt.return [[R]]
  tt.return %s : tensor<32xf32>
}

// -----

// With a use in between, only the second if is behind the select, and neither is before all uses.

// CHECK-LABEL: @used_between(
tt.func @used_between(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: scf.if %arg0 {
  scf.if %c {
    tt.store %p, %b : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: [[S:%.*]] = arith.select
  %s = arith.select %c, %a, %b : tensor<32xf32>
  // CHECK-NEXT: [[N:%.*]] = arith.negf [[S]]
  %n = arith.negf %s : tensor<32xf32>
  // CHECK-NEXT: scf.if %arg0 {
  // CHECK-NEXT: tt.store %arg3, [[N]]
  scf.if %c {
    tt.store %p, %n : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: tt.return [[S]]
  tt.return %s : tensor<32xf32>
}

// -----

// The if must be in the same block.

// CHECK-LABEL: @if_in_a_loop(
tt.func @if_in_a_loop(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: [[S:%.*]] = arith.select
  %s = arith.select %c, %a, %b : tensor<32xf32>
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK-NEXT: scf.if %arg0 {
    // CHECK-NEXT: tt.store %arg3, %arg1
    scf.if %c {
      tt.store %p, %s : tensor<32x!tt.ptr<f32>>
    }
    // CHECK: tt.store %arg3, [[S]]
    tt.store %p, %s : tensor<32x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Both in a loop; the result is carried along.

// CHECK-LABEL: @in_a_loop(
tt.func @in_a_loop(%n: i32, %a: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  // CHECK: scf.for {{.*}} iter_args([[ACC:%.*]] = %cst)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32xf32>) : i32 {
    // CHECK-NEXT: [[NEXT:%.*]] = arith.addf [[ACC]]
    // CHECK-NEXT: [[LAST:%.*]] = arith.cmpi
    // CHECK-NEXT: [[R:%.*]] = scf.if [[LAST]]
    // CHECK-NEXT: tt.store %arg2, [[NEXT]]
    // CHECK-NEXT: scf.yield %cst :
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield [[NEXT]] :
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.yield [[R]] :
    %next = arith.addf %acc, %a : tensor<32xf32>
    %last = arith.cmpi eq, %i, %n : i32
    %s = arith.select %last, %zero, %next : tensor<32xf32>
    scf.if %last {
      tt.store %p, %next : tensor<32x!tt.ptr<f32>>
    }
    scf.yield %s : tensor<32xf32>
  }
  tt.return %r : tensor<32xf32>
}

// -----

// A select of a select: the inner one is used in front of the if, which then yields it.

// CHECK-LABEL: @select_of_select(
tt.func @select_of_select(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: [[S:%.*]] = arith.select %arg0, %arg1, %arg2
  // CHECK-NEXT: [[R:%.*]] = scf.if %arg0
  // CHECK: scf.yield [[S]] :
  // CHECK: scf.yield %arg1 :
  %s = arith.select %c, %a, %b : tensor<32xf32>
  %t = arith.select %c, %s, %a : tensor<32xf32>
  scf.if %c {
    tt.store %p, %a : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: tt.return [[R]]
  tt.return %t : tensor<32xf32>
}

// -----

// Two conditions, each with its own select and if; the second select chooses the first if's result.

// CHECK-LABEL: @two_conditions(
tt.func @two_conditions(%c: i1, %d: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: [[R:%.*]] = scf.if %arg0
  %s = arith.select %c, %a, %b : tensor<32xf32>
  scf.if %c {
    tt.store %p, %a : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: [[Q:%.*]] = scf.if %arg1
  // CHECK: scf.yield [[R]] :
  // CHECK: scf.yield %arg2 :
  %t = arith.select %d, %s, %a : tensor<32xf32>
  scf.if %d {
    tt.store %p, %b : tensor<32x!tt.ptr<f32>>
  }
  // CHECK: tt.return [[Q]]
  tt.return %t : tensor<32xf32>
}

// -----

// What is discardable on the if is gone, what is in it stays.

// CHECK-LABEL: @marked(
tt.func @marked(%c: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: tt.store {{.*}} {note = "kept"}
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: } else {
  // CHECK-NEXT: tt.store {{.*}} {note = "too"}
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return
  %s = arith.select %c, %a, %b : tensor<32xf32>
  scf.if %c {
    tt.store %p, %a {note = "kept"} : tensor<32x!tt.ptr<f32>>
  } else {
    tt.store %p, %b {note = "too"} : tensor<32x!tt.ptr<f32>>
  } {note = "gone"}
  tt.return %s : tensor<32xf32>
}

// -----

// A condition for each element has no if.

// CHECK-LABEL: @elementwise(
tt.func @elementwise(%c: tensor<32xi1>, %d: i1, %a: tensor<32xf32>, %b: tensor<32xf32>, %p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
  // CHECK-NEXT: arith.select %arg0, %arg2, %arg3 : tensor<32xi1>, tensor<32xf32>
  // CHECK-NEXT: scf.if %arg1 {
  %s = arith.select %c, %a, %b : tensor<32xi1>, tensor<32xf32>
  scf.if %d {
    tt.store %p, %a : tensor<32x!tt.ptr<f32>>
  }
  tt.return %s : tensor<32xf32>
}

// -----

// Of two conditionals on the condition, one in the other, the inner one says which value a use in
// both of them is: the uses of what is around an operation's regions are older than those in them.
// (upstream has no such case)

// CHECK-LABEL: @inner_conditional_decides(
// CHECK: arith.negf %arg1
tt.func @inner_conditional_decides(%c: i1, %a: tensor<8xf32>, %b: tensor<8xf32>, %p: tensor<8x!tt.ptr<f32>>) {
  %s = arith.select %c, %a, %b : tensor<8xf32>
  scf.if %c {
  } else {
    scf.if %c {
      %n = arith.negf %s : tensor<8xf32>
      tt.store %p, %n : tensor<8x!tt.ptr<f32>>
    }
  }
  tt.return
}
